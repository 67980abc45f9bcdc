#include "guard/secret_values.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>

#include "guard/classes.h"
#include "guard/makeup.h"
#include "guard/plain_words.h"
#include "guard/shapes.h"
#include "guard/words_inside.h"

namespace loci::guard {
namespace {

bool is_name_like(std::string_view value) {
  return !value.empty() && !is_digit(value.front()) &&
         std::all_of(value.begin(), value.end(), [](char c) { return is_alnum(c) || c == '_'; });
}

// "config.db.password", "self.token"
bool is_member(std::string_view value) {
  if (value.find('.') == std::string_view::npos) return false;
  while (!value.empty()) {
    const std::size_t dot = std::min(value.find('.'), value.size());
    if (dot > 48 || !is_name_like(value.substr(0, dot))) return false;
    value.remove_prefix(std::min(dot + 1, value.size()));
  }
  return true;
}

// "DB_PASSWORD": a variable of the environment.
bool is_constant(std::string_view value) {
  return value.find('_') != std::string_view::npos && is_upper(value.front()) &&
         std::all_of(value.begin(), value.end(),
                     [](char c) { return is_upper(c) || is_digit(c) || c == '_'; });
}

bool contains_folded(std::string_view value, std::string_view word) {
  return std::search(value.begin(), value.end(), word.begin(), word.end(),
                     [](char a, char b) { return to_lower(a) == b; }) != value.end();
}

bool is_reference(std::string_view value, const Makeup& made) {
  if (made.signs == 0 && made.dashes == 0 && !value.starts_with("vault") &&
      !value.starts_with("ref+")) {
    return false;
  }
  constexpr std::array<std::string_view, 24> kBegins{
      "/",       "./",      "../",     "~/",      "http:",    "https:",    "file:", "env:",
      "op:",     "arn:",    "vault",   "ssm:",    "kms:",     "ENC[",      "ENC(",  "sha256:",
      "sha256-", "sha512-", "sha384-", "secret/", "secrets/", "projects/", "ref+",  "keyring:"};
  static constexpr ByteSet kFirst("/.~hfeoavskErp");
  const bool may_begin = kFirst.has(value.front());
  if (value.front() == '@' && made.has("/")) return true;  // "@acme/cli2"
  return (may_begin &&
          std::any_of(kBegins.begin(), kBegins.end(),
                      [&](std::string_view begin) { return value.starts_with(begin); })) ||
         (made.has(":") && value.find("://") != std::string_view::npos) || made.has("\\");
}

// Code, a template or a variable rather than a value.
bool is_expression(std::string_view value, bool quoted, const Makeup& made) {
  const char first = value.front();
  static constexpr ByteSet kSigils("$@%&:#*");
  if (made.signs == 0 && !kSigils.has(first) && value.find("->") == std::string_view::npos) {
    return false;
  }
  static constexpr ByteSet kOpening("<{[(|");
  if (kOpening.has(first)) return true;
  const auto holds = [&](std::string_view part) {
    return made.has(part.substr(0, 1)) && value.find(part) != std::string_view::npos;
  };
  if (value.find("%s") != std::string_view::npos || value.find("%d") != std::string_view::npos) {
    return true;
  }
  // "required|min:8": rules for a value
  if (made.has("|") && made.has(":") && made.symbols == 0) return true;
  if (first == '$' && is_member(value.substr(1))) return true;
  if (holds("${") || holds("{{") || holds("$(") || holds("{}") || holds("...") || holds("…")) {
    return true;
  }
  const bool sigil = kSigils.has(first);
  const bool sign = first == '#' || first == '*' || first == '%';
  const bool digits = made.digits > 1 && made.upper > 0 && made.lower > 0;
  if (sigil && !(sign && digits) && value.size() > 1 &&
      is_name_like(value.substr(1, value.size() - 1)))
    return true;
  if (first == '%' && value.ends_with('%')) return true;
  if (quoted) return false;
  // "qx^E(MA*#pm8": signs for their own sake
  const bool wild = made.symbols >= 4 && made.digits >= 2 && made.turns >= 6;
  return (made.has("()[]{}<>") && !wild) || value.find("->") != std::string_view::npos ||
         holds("::") || is_member(value);
}

constexpr std::array<std::uint64_t, 256> kWordsByFirst = [] {
  std::array<std::uint64_t, 256> by_first{};
  for (std::size_t i = 0; i < kWords.size(); ++i) {
    by_first[byte_of(kWords[i].front())] |= std::uint64_t{1} << i;
  }
  return by_first;
}();

// A word, or one with digits behind it as dummies have: "test1234".
bool is_plain_word(std::string_view value) {
  if (is_digit(value.back()) && is_alpha(value.front())) {
    const std::string_view word = value.substr(0, value.find_last_not_of("0123456789") + 1);
    if (word == "test" || word == "admin" || word == "user" || word == "demo" || word == "dummy")
      return true;
  }
  constexpr std::size_t kLongest = 9;
  if (value.size() > kLongest) return false;
  std::uint64_t words = kWordsByFirst[byte_of(to_lower(value.front()))];
  for (; words != 0; words &= words - 1) {
    const std::string_view word = kWords[static_cast<std::size_t>(std::countr_zero(words))];
    if (word.size() == value.size() && contains_folded(value, word)) return true;
  }
  return false;
}

// Names and words with some digits: "oauth2ClientSecret", "my-access-token123".
bool reads_as_words(std::string_view value, const Makeup& made) {
  if (value.size() >= 20 && made.dashes <= 2 && rare_pairs(value) >= 3) return false;
  if (made.digits > 4 || made.symbols > 0 || made.lower == 0 || made.consonants > 5) return false;
  if (value.size() >= 24 && made.dashes == 0 && made.turns * 3 >= made.letters()) return false;
  constexpr std::string_view kVowels = "aeiouyAEIOUY";
  std::size_t in_words = 0;
  std::size_t numbers = 0;
  for (std::size_t at = 0; at < value.size();) {
    if (!is_alpha(value[at])) {
      numbers += is_digit(value[at]) && (at == 0 || !is_digit(value[at - 1])) ? 1U : 0U;
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < value.size() && is_upper(value[end])) ++end;
    while (end < value.size() && is_lower(value[end])) ++end;
    const std::string_view word = value.substr(at, end - at);
    if (word.size() >= 3 && word.size() <= 14 &&
        word.find_first_of(kVowels) != std::string_view::npos) {
      in_words += word.size();
    }
    at = end;
  }
  if (made.upper == 0 && made.dashes == 0 && numbers > 1) return false;
  return in_words * 4 >= made.letters() * 3 && made.turns * 5 < made.letters() * 3;
}

constexpr WordsInside kTechnicalInside(kTechnical);
bool is_technical(std::string_view value) {
  return value.size() <= 24 && kTechnicalInside.has_one(value);
}

// "P4ssw0rd"
bool is_word_password(std::string_view value) {
  constexpr std::string_view kPassword = "password";
  if (value.size() != kPassword.size()) return false;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const char c = to_lower(value[i]);
    const char meant = c == '4' || c == '@' ? 'a' : c == '0' ? 'o' : c == '$' ? 's' : c;
    if (meant != kPassword[i]) return false;
  }
  return true;
}

// "#1e40af"
bool is_color(std::string_view value) {
  return value.size() == 7 && value.front() == '#' &&
         std::all_of(value.begin() + 1, value.end(), [](char c) { return in_class('x', c); });
}

// What anybody may see: the address of a contract, keys that pages are made with.
bool is_public(std::string_view value) {
  constexpr std::size_t kAddress = 42;
  return (value.size() == kAddress && value.starts_with("0x")) || value.starts_with("phc_") ||
         value.starts_with("pk_live_") || value.starts_with("pk_test_");
}

// "1234567890abcdef…"
bool is_counted(std::string_view value) {
  return value.find("1234567890abcdef") != std::string_view::npos;
}

bool is_password_value(const Candidate& candidate, const Makeup& made) {
  const std::string_view value = candidate.value;
  constexpr std::size_t kShortest = 6;
  constexpr std::size_t kPhrase = 20;
  if (value.size() < kShortest || is_color(value)) return false;
  // "openai/gpt-5": a name with its owner
  if (made.has("/") && made.upper == 0 && made.symbols == 0 && made.digits < 3) return false;
  if (made.letters() > 0 && made.digits > 0) {
    // "encrypt_v2", "user1_password" in code
    const bool named = is_name_like(value) && value.find('_') != std::string_view::npos;
    const bool about =
        (made.signs + made.symbols + made.others == 0 && contains_folded(value, "passw")) ||
        (!candidate.quoted && contains_folded(value, "passphrase"));
    if (about || is_word_password(value)) return false;
    return candidate.quoted || !((named && made.digits <= 2) || is_technical(value));
  }
  // "#add-password", "passwords#edit"
  if (made.letters() > 0 && made.symbols > 0) {
    return value.size() >= 8 && value.back() != '=' && !contains_folded(value, "passw");
  }
  if (made.letters() == 0) return false;
  if (made.is_jumbled()) return true;
  // Words put together; in code, rather a name.
  const bool phrase =
      value.size() >= kPhrase && made.upper == 0 && (made.dashes == 0 || made.dashes >= 3);
  return (phrase && candidate.assigned && value.find('_') == std::string_view::npos &&
          !contains_folded(value, "password")) ||
         is_passphrase(value);
}

// "90SGV-JPMF5-UUWDY-4ZQBR": groups of capitals and digits, as keys of products are written.
bool is_product_key(std::string_view value, const Makeup& made) {
  if (value.size() < 19 || made.lower > 0 || made.digits < 3 || made.upper < 6) return false;
  const std::size_t group = value.find('-');
  if (group < 4 || group > 6 || value.size() % (group + 1) != group) return false;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if ((i % (group + 1) == group) ? value[i] != '-' : !is_alnum(value[i])) return false;
  }
  return is_varied(value);
}

// "SSVmFDNCFfOHKXQAEckx": letters only, and no words.
bool is_no_language(std::string_view value, const Makeup& made) {
  if (made.letters() != value.size()) return false;
  const bool both = made.upper > 2 && made.lower > 2;
  return both ? value.size() >= 16 && rare_pairs(value) >= 3
              : value.size() >= 20 && rare_pairs(value) >= 5;
}

bool is_generated(std::string_view value, const Makeup& made) {
  constexpr std::size_t kShortest = 12;
  constexpr std::size_t kLong = 32;
  if (value.size() < kShortest || made.others > 2) return false;
  if (made.digits == 0) {
    return (made.turns * 5 >= made.letters() * 2 &&
            (value.size() >= kLong || (value.size() >= 16 && made.consonants >= 5))) ||
           is_no_language(value, made);
  }
  if (is_product_key(value, made)) return true;
  if (!is_varied(value) || reads_as_words(value, made) ||
      (is_known_example(value) || is_counted(value)))
    return false;
  return made.longest_mix >= 8 || (made.longest_mix >= 4 && made.turns >= 8) ||
         (value.size() >= 20 && made.turns >= 6);
}

// What services make keys of, and neither a name nor a hash: those of 40 and 64 hex digits are
// rather hashes.
bool is_service_key(std::string_view value, bool declared) {
  if (value.size() < 14 || value.size() > 256) return false;
  const Makeup made = makeup(value);
  const bool whole = std::all_of(value.begin(), value.end(), is_alnum);
  const bool in_one = std::all_of(value.begin(), value.end(),
                                  [](char c) { return is_alnum(c) || c == '-' || c == '_'; });
  // With dashes in it a name looks much like a key.
  if (!whole && !(in_one && value.size() >= 24 && made.dashes <= 4 && made.upper > 3 &&
                  made.lower > 3 && made.turns >= 10)) {
    return false;
  }
  // A short one has everything in turns.
  if (value.size() < 20 && (made.upper < 2 || made.lower < 2 || made.turns < 6)) return false;
  const bool hex = (made.upper == 0 || made.lower == 0) &&
                   std::all_of(value.begin(), value.end(), [](char c) { return in_class('x', c); });
  const std::size_t fewest = made.upper > 3 && made.lower > 3 && made.turns >= 10 ? 2 : 3;
  if (made.digits < fewest || made.letters() < 3 || (hex && value.size() != 32 && !declared)) {
    return false;
  }
  return !is_placeholder(value) && !is_public(value) && is_generated(value, made);
}

// "Bearer 3kuOYCh0YRZAqLWyK5A6": what stands last, without blanks and brackets around it.
std::string_view last_word(std::string_view value) {
  const std::size_t end = value.find_last_not_of(" \t}]") + 1;
  const std::size_t begin = value.substr(0, end).find_last_of(" \t{[") + 1;
  return value.substr(begin, end - begin);
}

}  // namespace

bool is_made_of_words(std::string_view value) {
  const Makeup made = makeup(value);
  return made.dashes > 1 && made.upper == 0 && made.digits <= 2 && reads_as_words(value, made);
}

bool is_pin(std::string_view value) {
  constexpr std::string_view kCounted = "0123456789 9876543210";
  if (value.ends_with('#')) value.remove_suffix(1);
  return value.size() >= 4 && value.size() <= 8 &&
         std::all_of(value.begin(), value.end(), is_digit) &&
         value.find_first_not_of(value.front()) != std::string_view::npos &&
         kCounted.find(value) == std::string_view::npos;
}

bool is_secret_value(const Candidate& candidate, NameKind kind) {
  std::string_view value = candidate.value;
  if (kind == NameKind::Pin) return is_pin(value);
  if (value.size() < 5 || value.size() > 4096 || value.front() == '-') return false;
  if (kind == NameKind::Key) {
    return is_service_key(value, candidate.quoted && candidate.assigned);
  }
  const Makeup made = makeup(value);
  if (made.has(" \t")) {
    if (kind == NameKind::Secret && candidate.quoted) return is_generated_word(last_word(value));
    return kind == NameKind::Password && (is_passphrase(value) || is_block_password(value));
  }
  // "fSB(f4$q7{…": signs for their own sake
  if (kind == NameKind::Secret && candidate.quoted && made.digits >= 2 &&
      ((value.size() >= 32 && made.symbols >= 5 && made.turns >= 8) ||
       (value.size() >= 20 && made.symbols >= 3 && made.turns >= 8 && made.upper > 1 &&
        value.find("${") == std::string_view::npos &&
        value.find("{{") == std::string_view::npos))) {
    return !is_placeholder(value);
  }
  // A word is none, whatever else it is.
  if (made.digits == 0 && made.symbols == 0 && !made.is_jumbled() && value.size() < 20)
    return false;
  if (is_expression(value, candidate.quoted, made) || is_plain_word(value) || is_constant(value) ||
      is_placeholder(value)) {
    return false;
  }
  if (kind == NameKind::Secret && value.size() >= 40 && !is_public(value) && made.dashes == 0 &&
      is_varied(value) && value.find("://") == std::string_view::npos && made.longest_mix >= 12 &&
      !is_known_example(value) && !is_counted(value)) {
    return true;  // base64 may begin with "/"
  }
  if (is_reference(value, made) || is_public(value)) return false;
  if (kind == NameKind::Password)
    return is_password_value({value, candidate.quoted, candidate.assigned}, made);
  return is_generated(value, made);
}

bool is_secret_word(std::string_view value) {
  static constexpr ByteSet kNoWord("!@#$%^&*?+=0123456789");
  if (value.size() < 7 || value.size() > 256 || !kNoWord.has_one_of(value)) return false;
  const Makeup made = makeup(value);
  const bool wild = made.symbols >= 2 && made.upper > 0 && made.lower > 0;
  if (made.letters() == 0 || (made.digits == 0 && !wild)) return false;
  if (is_expression(value, false, made) || is_constant(value) || is_placeholder(value) ||
      is_reference(value, made) || is_plain_word(value) || is_technical(value) ||
      is_word_password(value)) {
    return false;
  }
  if (made.has("/") && made.symbols == 0 && made.turns < 6) return false;  // a path
  if (made.digits == 0) return made.is_jumbled();
  if (made.symbols > 0 && made.is_jumbled()) return true;
  const bool mixed = made.symbols > 0 || (made.upper > 0 && made.lower > 0) || made.turns >= 3;
  return made.longest_mix >= (made.symbols > 0 ? 3U : 4U) &&
         (mixed || (made.lower > 0 && made.dashes == 0 && made.others == 0));
}

bool is_strong_word(std::string_view value) {
  static constexpr ByteSet kStrong("!@#$%^&*?0123456789");
  if (value.size() < 8 || !kStrong.has_one_of(value)) return false;
  const Makeup made = makeup(value);
  const bool signs = value.find_first_of("!@#$%^&*?") != std::string_view::npos;
  const bool mixed = made.upper > 0 && made.lower > 0 && made.digits >= 2 && made.dashes == 0;
  return (signs || (mixed && made.turns >= 3)) && is_secret_word(value);
}

bool is_generated_word(std::string_view value) {
  if (value.size() < 20 || value.size() > 256) return false;
  const Makeup made = makeup(value);
  return made.signs == 0 && made.others == 0 && made.digits > 1 && made.letters() > 1 &&
         !is_placeholder(value) && is_generated(value, made);
}

bool is_mixed_key(std::string_view value) {
  if (value.size() < 20 || value.size() > 64) return false;
  const Makeup made = makeup(value);
  return made.letters() + made.digits == value.size() && made.upper > 3 && made.lower > 3 &&
         made.digits > 1 && made.turns >= 10 && is_service_key(value, false);
}

bool is_word_and_number(std::string_view value) {
  if (value.size() < 8 || value.size() > 40 || is_placeholder(value)) return false;
  const std::size_t end = value.find_last_not_of("!?#$%&*") + 1;
  std::size_t number = end;
  while (number > 0 && is_digit(value[number - 1])) --number;
  const std::string_view words = value.substr(0, number);
  if (end - number < 2 || end - number > 4 || words.size() < 4 || !is_alpha(words.front())) {
    return false;
  }
  const bool plain = std::all_of(words.begin(), words.end(), [](char c) {
    return is_alpha(c) || c == '.' || c == '_' || c == '-' || c == '@' || c == '#' || c == '!';
  });
  std::string joined;
  for (const char c : value) {
    if (is_alnum(c)) joined += c;
  }
  return plain && !is_technical(joined) && joined.size() >= 7 && !is_constant(value);
}

bool is_block_password(std::string_view value) {
  constexpr std::size_t kBlock = 4;
  const std::size_t blocks = (value.size() + 1) / (kBlock + 1);
  if (value.size() != blocks * (kBlock + 1) - 1 || (blocks != 4 && blocks != 6)) return false;
  const Makeup made = makeup(value);
  for (std::size_t i = 0; i < value.size(); ++i) {
    const bool gap = i % (kBlock + 1) == kBlock;
    if (gap ? value[i] != ' ' : !is_alnum(value[i])) return false;
  }
  std::size_t dull = 0;  // blocks that may be words
  for (std::size_t i = 0; i < blocks; ++i) {
    const Makeup block = makeup(value.substr(i * (kBlock + 1), kBlock));
    dull += block.digits == 0 && block.consonants < 3 && block.turns < 2 ? 1 : 0;
  }
  return made.letters() >= 8 && dull * 3 <= blocks * 2;
}

bool is_jumbled_word(std::string_view value) {
  if (value.size() < 8) return false;
  const Makeup made = makeup(value);
  return made.is_jumbled() && made.signs == 0 && made.others == 0 && !is_placeholder(value);
}

bool is_passphrase(std::string_view value, std::size_t fewest) {
  constexpr std::size_t kLongest = 160;
  if (value.size() < 15 || value.size() > kLongest) return false;
  const std::size_t mark = value.find_first_of(" -.");
  if (mark == std::string_view::npos) return false;
  const char between = value[mark];
  std::size_t words = 0;
  bool number = false;
  for (std::size_t at = 0; at < value.size();) {
    const std::size_t end = std::min(value.find(between, at), value.size());
    const std::string_view word = value.substr(at, end - at);
    at = end + 1;
    const bool digits = !word.empty() && std::all_of(word.begin(), word.end(), is_digit);
    number = number || digits;
    ++words;
    if (digits && word.size() <= 4) continue;
    if (word.size() < 3 || word.size() > 10 || !is_alpha(word.front())) return false;
    if (!std::all_of(word.begin() + 1, word.end(), is_lower)) return false;
    std::string listed = " ";
    for (const char c : word) listed += to_lower(c);
    if (kSentenceWords.find(listed + " ") != std::string_view::npos) return false;
  }
  return words >= fewest && (number ? value.size() >= 15 : value.size() >= 19);
}

bool is_mixed_word(std::string_view value) {
  if (value.size() < 8 || std::none_of(value.begin(), value.end(), is_digit)) return false;
  const Makeup made = makeup(value);
  return made.others == 0 && made.upper > 0 && made.lower > 0 && made.digits >= 2 &&
         (made.turns >= 2 || made.symbols > 0) && made.dashes + made.symbols > 0 &&
         !is_member(value) && !is_placeholder(value);
}

}  // namespace loci::guard
