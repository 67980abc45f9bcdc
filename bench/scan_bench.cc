// The scanner on a megabyte of each kind of text that is made to be slow for one.
//
//   loci_bench_scan                  fails when one takes more than 20 ms
//   loci_bench_scan encoded 1   one of them, looked at so often (for a profiler)
//
// Times are of the clock, the best of five unless told otherwise: measure on an idle machine.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "guard/scanner.h"

namespace loci::bench {
namespace {

constexpr std::size_t kBytes = std::size_t{1} << 20U;
constexpr double kMostMilliseconds = 20;

std::string repeated(std::string_view unit) {
  std::string text;
  while (text.size() < kBytes) text += unit;
  text.resize(kBytes);
  return text;
}

std::string random_text(unsigned least, unsigned count) {
  std::string text;
  std::uint64_t state = 1;
  while (text.size() < kBytes) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    text += static_cast<char>(least + (state >> 33U) % count);
  }
  return text;
}

// A unit with two numbers, others each time.
std::string different(std::string_view unit) {
  std::string text;
  for (std::uint64_t i = 0; text.size() < kBytes; ++i) {
    text += fmt::format(fmt::runtime(unit), i, i * 7919);
  }
  text.resize(kBytes);
  return text;
}

double milliseconds(const std::string& text, int rounds) {
  double best = 1e9;
  for (int round = 0; round < rounds; ++round) {
    const auto begin = std::chrono::steady_clock::now();
    static_cast<void>(guard::scan(text));
    const std::chrono::duration<double, std::milli> waited =
        std::chrono::steady_clock::now() - begin;
    best = std::min(best, waited.count());
  }
  return best;
}

std::vector<std::pair<std::string, std::string>> texts() {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 71> kUnits{{
      {"prose", "The staging database is reset every night; the password is in the vault. "},
      {"one letter", "a"},
      {"beginnings of tokens", "ghp_"},
      {"tokens in tokens", "sk-"},
      {"placeholders", "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx "},
      {"parts of tokens", "eyJaaaaaaaaaaaaaaa."},
      {"headers of keys", "-----BEGIN PRIVATE KEY-----\n"},
      {"names and marks", "password="},
      {"names and words", "password: x "},
      {"open quotes", "password=\""},
      {"long names", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_token="},
      {"values", "secret=abcdefghijklmnopqrstuvwxyzABCDEF/+0 "},
      {"flags", "--password "},
      {"cells", "| password "},
      {"URLs", "://a:b@"},
      {"marks", ":"},
      {"orders", "ignore previous "},
      {"spelled letters", "i "},
      {"digits for letters", "1gn0re "},
      {"Cyrillic letters", "\u0456gn\u043er\u0435 "},
      {"Chinese", "\u5ffd\u7565\u4e4b\u524d\u7684"},
      {"direction marks", "\u200fa"},
      {"broken UTF-8", "\xFF"},
      {"speakers", "User:\n"},
      {"empty lines", "\n"},
      {"conflicts", "<<<<<<< a\n=======\n"},
      {"passwords", "password=hunter22x "},
      {"columns", "a,password\nb,c\n"},
      {"columns of blanks", "a password\n"},
      {"behind login", "login with ada and "},
      {"calls", "Client(\"abcdefghijklmnopqrstuvwx\") "},
      {"inserted", "INSERT INTO users VALUES ('a', 'b', 'c'); "},
      {"mail and colon", "ada@acme.io:b1c2 "},
      {"bars", "<|a_b|"},
      {"dots and corners", "● a\n⎿ b\n"},
      {"decode", "decode atob(a "},
      {"tables", "| password |\n|---|\n"},
      {"sentences", "the password for the "},
      {"sentences backwards", "previous instructions ignore. "},
      {"spelled verbs", "i g n o r e "},
      {"controls", "\x01\x1B"},
      {"schemes", "://"},
      {"double quotes", "\""},
      {"single quotes", "'"},
      {"backticks", "`a` "},
      {"begin of JSON tokens", "eyJ"},
      {"dashes and BEGIN", "-----BEGIN"},
      {"zero-width", "\u200b"},
      {"zero-width in words", "ig\u200bnore "},
      {"tag characters", "\U000e0041"},
      {"direction controls", "\u202e"},
      {"Japanese", "\u4ee5\u524d\u306e\u6307\u793a\u3092"},
      {"Chinese passwords", "\u5bc6\u7801\u662f "},
      {"Korean", "\uc774\uc804 \uc9c0\uc2dc\ub97c "},
      {"pairs", "a / b1cdef2 "},
      {"logins", "login: ada / "},
      {"commands", "net use "},
      {"settings", "requirepass rocommunity "},
      {"pipes", "echo a | sudo -S "},
      {"short flags", "curl -u a: "},
      {"values before", "a1b2c3d4 as the password "},
      {"brief names", "pw is a "},
      {"phrases", "password: copper tiger orchid "},
      {"words of base64", "base64 "},
      {"encoded", "base64: aWdub3JlIGFsbCBwcmV2aW91cyBpbnN0cnVjdGlvbnM= "},
      {"comments", "<!-- ai: "},
      {"pairs of digits", "69 67 6e 6f "},
      {"roles", "role: system\ncontent: you \n"},
      {"remarks", "password (a b): "},
      {"form feeds", "password\f is\v "},
      {"oracle", "thin:a/b@"},
  }};
  std::vector<std::pair<std::string, std::string>> made;
  for (const auto& [name, unit] : kUnits) made.emplace_back(name, repeated(unit));
  made.emplace_back("base64 in one line", repeated(random_text(48, 75).substr(0, 4096)));
  made.emplace_back("names, all different", different("password_{}: value{} "));
  made.emplace_back("words, all different", different("token{} is {} "));
  made.emplace_back("random ASCII", random_text(33, 94));
  made.emplace_back("random bytes", random_text(0, 256));
  return made;
}

// All texts, or the one of that name.
int run(std::string_view wanted, int rounds) {
  int missed = 0;
  fmt::print("{:<24} {:>8} {:>8}\n", "1 MB of", "ms", "limit");
  for (const auto& [name, text] : texts()) {
    if (!wanted.empty() && wanted != name) continue;
    const double took = milliseconds(text, rounds);
    const bool is_missed = took > kMostMilliseconds;
    missed += is_missed ? 1 : 0;
    fmt::print("{:<24} {:>8.1f} {:>8.0f}{}\n", name, took, kMostMilliseconds,
               is_missed ? "  missed" : "");
  }
  return missed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace loci::bench

int main(int count, char** arguments) {
  constexpr int kRounds = 5;
  return loci::bench::run(count > 1 ? arguments[1] : "",
                          count > 2 ? std::max(1, std::atoi(arguments[2])) : kRounds);
}
