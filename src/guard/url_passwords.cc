#include "guard/url_passwords.h"

#include <algorithm>
#include <array>
#include <string>

#include "guard/classes.h"
#include "guard/secret_values.h"
#include "guard/shapes.h"

namespace loci::guard {

bool is_url_password(std::string_view user, std::string_view password) {
  if (password.size() < 4 || password == user || user == "anonymous") return false;
  const bool digits = std::all_of(password.begin(), password.end(), is_digit);
  if (digits && password.size() <= 5) return false;  // a port
  // "test-pass", "api_secret": what a password is called
  const bool words = std::all_of(password.begin(), password.end(),
                                 [](char c) { return is_lower(c) || c == '_' || c == '-'; });
  constexpr std::array<std::string_view, 4> kCalled{"pass", "secret", "token", "password"};
  if (words && std::any_of(kCalled.begin(), kCalled.end(),
                           [&](std::string_view one) { return password.ends_with(one); })) {
    return false;
  }
  if (is_placeholder(password)) return false;
  constexpr std::string_view kTemplateStarts = "${<%*[(:";
  if (kTemplateStarts.find(password.front()) != std::string_view::npos) {
    return password.front() == '%' && is_secret_word(password);
  }
  if (password.find_first_of("{}<>$") != std::string_view::npos &&
      password.find_first_of("{<") != std::string_view::npos) {
    return false;
  }
  std::string lower;
  for (const char c : password) lower += to_lower(c);
  constexpr std::array<std::string_view, 37> kUsual{
      "password",   "passwd",   "pass",        "secret",     "user",       "postgres",
      "root",       "admin",    "test",        "guest",      "mysql",      "token",
      "mypassword", "pass1234", "username",    "rabbitmq",   "redis",      "mongo",
      "pwd",        "dbpass",   "db_password", "p4ssw0rd",   "passw0rd",   "passwort",
      "kennwort",   "senha",    "clave",       "wachtwoord", "kata_sandi", "mot_de_passe",
      "motdepasse", "parola",   "contraseña",  "contrasena", "пароль",     "anoncvs",
      "tiger"};
  if (std::find(kUsual.begin(), kUsual.end(), lower) != kUsual.end()) return false;
  const bool caps =
      std::all_of(password.begin(), password.end(), [](char c) { return is_upper(c) || c == '_'; });
  if (caps) return false;
  return !(lower.find("password") != std::string::npos &&
           std::none_of(lower.begin(), lower.end(), is_digit));
}

}  // namespace loci::guard
