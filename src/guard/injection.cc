#include "guard/injection.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "guard/candidates.h"
#include "guard/classes.h"
#include "guard/phrases.h"
#include "guard/plain_text.h"
#include "guard/respelled.h"
#include "guard/script_phrases.h"

namespace loci::guard {
namespace {

constexpr std::size_t kInjection = rule_row("injection");
constexpr std::size_t kNever = static_cast<std::size_t>(-1);
// From the first to the last word of a phrase, of three words and of four.
constexpr std::size_t kWordsApart = 8;
constexpr std::size_t kWordsFarApart = 12;
static_assert(kPhrases.size() <= 64);
static_assert(std::is_sorted(kSayings.begin(), kSayings.end()));

constexpr std::uint32_t word_hash(std::string_view word) {
  std::uint32_t hash = 2166136261U;
  for (const char c : word) hash = (hash ^ static_cast<std::uint32_t>(byte_of(c))) * 16777619U;
  return hash;
}

// Where a word stands in kPhrases: a bit for each phrase, for each of its parts.
constexpr std::size_t kParts = 4;
using Roles = std::array<std::uint64_t, kParts>;
struct Listed {
  std::string_view word;
  Roles roles{};
  std::uint16_t first_saying = 0;  // of those that begin with it
  std::uint16_t sayings = 0;       // how many
  bool negates = false;            // "never ignore …" is no order
  bool urges = false;              // "and send …", "please send …" is one
  bool moved = false;              // "vafgehpgvbaf": its letters are moved by thirteen
  bool turned = false;             // "snoitcurtsni": it is written backwards
};

// A table with open addressing, made by the compiler.
struct WordTable {
  static constexpr std::size_t kSize = 4096;
  static constexpr std::size_t kMostWords = 1400;
  std::array<std::uint16_t, kSize> slots{};  // one more than the number of a word
  std::array<Listed, kMostWords> words{};
  std::size_t count = 0;
  std::array<std::uint32_t, 256> lengths{};  // by first letter: which lengths there are

  constexpr Listed& put(std::string_view word) {
    std::size_t at = word_hash(word) % kSize;
    while (slots[at] != 0 && words[slots[at] - 1U].word != word) at = (at + 1) % kSize;
    if (slots[at] == 0) {
      words.at(count).word = word;
      slots[at] = static_cast<std::uint16_t>(++count);
      lengths[byte_of(word.front())] |= 1U << word.size();
    }
    return words[slots[at] - 1U];
  }
  [[nodiscard]] const Listed* find(std::string_view word) const {
    if (word.size() >= 32 || (lengths[byte_of(word.front())] & (1U << word.size())) == 0) {
      return nullptr;
    }
    for (std::size_t at = word_hash(word) % kSize; slots[at] != 0; at = (at + 1) % kSize) {
      const Listed& listed = words[slots[at] - 1U];
      if (listed.word == word) return &listed;
    }
    return nullptr;
  }
};

constexpr WordTable make_words() {
  WordTable table;
  for (std::size_t phrase = 0; phrase < kPhrases.size(); ++phrase) {
    const std::array parts{kPhrases[phrase].verbs, kPhrases[phrase].which, kPhrases[phrase].what,
                           kPhrases[phrase].also};
    for (std::size_t part = 0; part < parts.size(); ++part) {
      each_listed(parts[part], [&](std::string_view word) {
        table.put(word).roles[part] |= std::uint64_t{1} << phrase;
      });
    }
  }
  for (std::size_t i = 0; i < kSayings.size(); ++i) {
    Listed& listed = table.put(kSayings[i].substr(0, kSayings[i].find(' ')));
    if (listed.sayings == 0) listed.first_saying = static_cast<std::uint16_t>(i);
    ++listed.sayings;
  }
  for (const std::string_view word : {"not", "never", "don", "dont", "we", "they", "it"}) {
    table.put(word).negates = true;
  }
  for (const std::string_view word : {"and", "then", "please", "must", "always", "now", "also",
                                      "immediately", "instead", "just", "should", "or"}) {
    table.put(word).urges = true;
  }
  for (const std::string_view word : {"vafgehpgvbaf", "vafgehpgvba", "cebzcg", "thvqryvarf"}) {
    table.put(word).moved = true;
  }
  for (const std::string_view word : {"snoitcurtsni", "noitcurtsni", "tpmorp", "senilediug"}) {
    table.put(word).turned = true;
  }
  return table;
}
constexpr WordTable kWordTable = make_words();

constexpr std::uint64_t kAnyOrder = [] {
  std::uint64_t phrases = 0;
  for (std::size_t i = 0; i < kPhrases.size(); ++i) {
    if (kPhrases[i].order == WordOrder::Any) phrases |= std::uint64_t{1} << i;
  }
  return phrases;
}();

// Which three small letters a word of the table begins with.
constexpr std::size_t triple(char a, char b, char c) {
  return static_cast<std::size_t>(a - 'a') * 676 + static_cast<std::size_t>(b - 'a') * 26 +
         static_cast<std::size_t>(c - 'a');
}
constexpr std::array<bool, 26 * 26 * 26> kTriples = [] {
  std::array<bool, 26 * 26 * 26> are{};
  const auto add = [&](std::string_view word) {
    const bool letters =
        word.size() > 2 && is_lower(word[0]) && is_lower(word[1]) && is_lower(word[2]);
    if (letters) are[triple(word[0], word[1], word[2])] = true;
  };
  for (std::size_t i = 0; i < kWordTable.count; ++i) add(kWordTable.words[i].word);
  return are;
}();

// 1: in a word; 2: not of ASCII; 4: a digit; 8: a letter.
constexpr std::array<std::uint8_t, 256> kWordBytes = [] {
  std::array<std::uint8_t, 256> kinds{};
  for (std::size_t c = 0; c < 256; ++c) {
    if (c >= 0x80U) kinds[c] = 1U | 2U;
    if (c < 0x80U && is_digit(static_cast<char>(c))) kinds[c] = 1U | 4U;
    if (c < 0x80U && is_alpha(static_cast<char>(c))) kinds[c] = 1U | 8U;
  }
  return kinds;
}();
bool is_word_byte(char c) { return kWordBytes[byte_of(c)] != 0; }

// Whether the words of a saying stand at `at`, whatever stands between them; one past them.
std::optional<std::size_t> saying_at(std::string_view text, std::size_t at,
                                     std::string_view saying) {
  for (std::size_t i = 0; i < saying.size();) {
    if (saying[i] == ' ') {
      std::size_t gap = 0;
      while (at < text.size() && !is_word_byte(text[at]) && gap < 4) ++at, ++gap;
      if (gap == 0) return std::nullopt;
      ++i;
      continue;
    }
    if (at >= text.size() || text[at] != saying[i]) return std::nullopt;
    ++at;
    ++i;
  }
  if (at < text.size() && is_word_byte(text[at])) return std::nullopt;
  return at;
}

constexpr std::array<std::string_view, 6> kSpelled{"ignore", "disregard", "forget",
                                                   "reveal", "override",  "bypass"};
constexpr std::array<std::string_view, 6> kMisspelled{"ignore",       "disregard",   "previous",
                                                      "instructions", "instruction", "guidelines"};

// One letter more, less, another one, or two changed about; "ignored" is no slip.
bool is_one_slip(std::string_view word, std::string_view meant) {
  if (word.size() + 1 < meant.size() || word.size() > meant.size() + 1) return false;
  const std::size_t both = std::min(word.size(), meant.size());
  std::size_t same = 0;
  while (same < both && word[same] == meant[same]) ++same;
  if (same >= both) return false;
  const std::string_view left = word.substr(same);
  const std::string_view wanted = meant.substr(same);
  if (word.size() > meant.size()) return left.substr(1) == wanted;
  if (word.size() < meant.size()) return left == wanted.substr(1);
  if (left.substr(1) == wanted.substr(1)) return same + 1 < both;  // "ignora" is a word elsewhere
  return left.size() > 1 && left[0] == wanted[1] && left[1] == wanted[0] &&
         left.substr(2) == wanted.substr(2);
}

// Where a word of the table may begin, as it is or with digits and letters of other scripts for
// its letters.
constexpr Filter kWordFilter = [] {
  Filter filter;
  constexpr unsigned kWordKinds = 26;
  filter.width = kWordKinds + kSpelled.size();
  const Kinds all = (Kinds{1} << filter.width) - 1;
  constexpr std::string_view kDigits = "oizeasgtbg";
  const auto letter = [&](KindTable& table, char c, Kinds kind) {
    table[byte_of(c)] |= kind;
    for (std::size_t i = 0; i < kDigits.size(); ++i) {
      if (kDigits[i] == c) table[byte_of('0') + i] |= kind;
    }
  };
  for (const Listed& listed : kWordTable.words) {
    const std::string_view word = listed.word;
    if (word.empty()) continue;
    const Kinds kind = Kinds{1} << (byte_of(word[0]) % kWordKinds);
    letter(filter.here, word[0], kind);
    letter(filter.next, word[1], kind);
    if (word.size() > 2) {
      letter(filter.third, word[2], kind);
    } else {
      let(filter.third, kind, [](char c) { return !is_alnum(c); });
    }
  }
  for (KindTable* table : {&filter.here, &filter.next, &filter.third}) {
    let(*table, (Kinds{1} << kWordKinds) - 1, [](char c) { return byte_of(c) >= 0x80U; });
  }
  const auto is_apart = [](char c) { return kWordBytes[byte_of(c)] == 0; };
  let(filter.before, all, is_apart);
  // Letters one by one.
  for (std::size_t i = 0; i < kSpelled.size(); ++i) {
    const Kinds kind = Kinds{1} << (kWordKinds + i);
    filter.here[byte_of(kSpelled[i][0])] |= kind;
    let(filter.next, kind, is_apart);
    let(filter.third, kind, [&](char c) { return c == kSpelled[i][1] || is_apart(c); });
  }
  return filter;
}();

class WordFinder final : public Matcher {
 public:
  WordFinder(std::string_view text, Findings& findings)
      : text_(text), lines_(text), findings_(findings) {
    for (auto& phrase : seen_) phrase.fill(kNever);
  }

  [[nodiscard]] const Filter& filter() const override { return kWordFilter; }

  void look(std::size_t begin) override {
    constexpr std::size_t kLongest = 40;
    if (begin + 2 < text_.size()) {
      const char* const at = text_.data() + begin;
      const bool letters = is_lower(at[0]) && is_lower(at[1]) && is_lower(at[2]);
      if (letters && !kTriples[triple(at[0], at[1], at[2])]) return;
    }
    const std::size_t most = std::min(text_.size(), begin + kLongest);
    std::size_t end = begin;
    std::uint8_t kinds = 0;
    for (; end < most && is_word_byte(text_[end]); ++end) {
      kinds = static_cast<std::uint8_t>(kinds | kWordBytes[byte_of(text_[end])]);
    }
    const std::string_view word = text_.substr(begin, end - begin);
    if (word.empty() || word.size() == kLongest) return;
    if (word.size() == 1) return see_spelled(begin);
    if (const Listed* listed = kWordTable.find(word)) {
      if (listed->moved) moved_.push_back(begin);
      if (listed->turned) turned_.push_back(begin);
      see_listed(*listed, begin, end);
      if (listed->sayings != 0) see_saying(*listed, begin);
      return;
    }
    const bool mixed = (kinds & 8U) != 0 && (kinds & (2U | 4U)) != 0;
    if (kinds == (1U | 8U)) return see_misspelled(word, begin, end);
    if (!mixed || word.size() < 5) return;
    std::string plain = plain_word(word);
    const Listed* meant = kWordTable.find(plain);
    // "1" stands for "i", or for "l".
    if (meant == nullptr && plain.size() == word.size()) {
      for (std::size_t i = 0; i < word.size(); ++i) {
        if (word[i] == '1') plain[i] = 'l';
      }
      meant = kWordTable.find(plain);
    }
    if (meant != nullptr) see_listed(*meant, begin, end);
  }

  // Where words stood with their letters moved, and where backwards.
  [[nodiscard]] std::pair<std::vector<std::size_t>, std::vector<std::size_t>> take_turned() {
    return {std::move(moved_), std::move(turned_)};
  }

 private:
  void see_listed(const Listed& listed, std::size_t begin, std::size_t end) {
    // The same word again and again says nothing new.
    constexpr std::size_t kNear = 48;
    if (&listed == last_ && begin - last_at_ < kNear) return;
    last_ = &listed;
    last_at_ = begin;
    const Roles& roles = listed.roles;
    // What needs its verb first waits for that.
    const std::uint64_t others = (roles[1] | roles[2]) & (kAnyOrder | begun_);
    std::uint64_t phrases = roles[0] | others | roles[3];
    begun_ |= roles[0];
    const bool no_order = roles[0] != 0 && (is_negated(begin) || is_code(begin, end));
    const bool no_command = no_order || (roles[0] != 0 && !is_command(begin));
    for (; phrases != 0; phrases &= phrases - 1) {
      const auto phrase = static_cast<std::size_t>(std::countr_zero(phrases));
      const std::uint64_t bit = std::uint64_t{1} << phrase;
      const WordOrder order = kPhrases[phrase].order;
      const bool no_verb = order == WordOrder::Command     ? no_command
                           : order == WordOrder::VerbFirst ? no_order
                                                           : is_code(begin, end);
      bool seen = false;
      for (std::size_t part = 0; part < kParts; ++part) {
        if ((roles[part] & bit) == 0 || (part == 0 && no_verb)) continue;
        seen_[phrase][part] = begin;
        seen = true;
      }
      if (seen && is_complete(phrase, begin)) report(phrase, end);
    }
  }

  // "ignroe", "instuctions": a word that matters with one slip in it.
  void see_misspelled(std::string_view word, std::size_t begin, std::size_t end) {
    if (word.size() < 5) return;
    for (const std::string_view meant : kMisspelled) {
      if (meant.front() != word.front() || !is_one_slip(word, meant)) continue;
      if (const Listed* listed = kWordTable.find(meant)) see_listed(*listed, begin, end);
      return;
    }
  }

  // Whether nobody is named who does it: the verb begins a sentence, or an urging word or a mark
  // stands before it.
  [[nodiscard]] bool is_command(std::size_t at) const {
    std::size_t end = at;
    while (end > 0 && at - end < 4 && !is_word_byte(text_[end - 1])) --end;
    if (end == 0 || at - end == 4) return true;
    const std::string_view between = text_.substr(end, at - end);
    if (between.find_first_of(".!?;:,\n*->#(\"") != std::string_view::npos) return true;
    std::size_t begin = end;
    while (begin > 0 && end - begin < 16 && is_word_byte(text_[begin - 1])) --begin;
    const std::string_view word = text_.substr(begin, end - begin);
    const Listed* const listed = word.size() < 2 ? nullptr : kWordTable.find(word);
    return listed != nullptr && listed->urges;
  }

  // "--output", "log.print(": no verb.
  [[nodiscard]] bool is_code(std::size_t begin, std::size_t end) const {
    const char before = begin == 0 ? ' ' : text_[begin - 1];
    const char behind = end < text_.size() ? text_[end] : ' ';
    const bool flag = before == '-' && (begin == 1 || text_[begin - 2] == '-' ||
                                        is_space(text_[begin - 2]) || text_[begin - 2] == '[');
    const bool member = before == '.' && begin > 1 && is_word_byte(text_[begin - 2]);
    return (flag && (begin == 1 || text_[begin - 2] == '-')) || member || behind == '(';
  }

  // "Never ignore earlier instructions", "do not simply ignore …" is no such order.
  [[nodiscard]] bool is_negated(std::size_t at) const {
    for (int words = 0; words < 2 && at > 0; ++words) {
      std::size_t end = at;
      while (end > 0 && at - end < 4 && !is_word_byte(text_[end - 1])) --end;
      // What another part of the text says: "It ends. Ignore …", "if it fails, ignore …"
      const std::string_view between = text_.substr(end, at - end);
      if (between.find_first_of(".!?;:,\n") != std::string_view::npos) return false;
      std::size_t begin = end;
      while (begin > 0 && end - begin < 8 && is_word_byte(text_[begin - 1])) --begin;
      const std::string_view word = text_.substr(begin, end - begin);
      if (word == "t") continue;
      const Listed* const listed = word.size() < 2 ? nullptr : kWordTable.find(word);
      if (listed != nullptr && listed->negates) return true;
      at = begin;
    }
    return false;
  }

  // All parts near each other and in one sentence. Parts that are not are forgotten.
  bool is_complete(std::size_t phrase, std::size_t at) {
    auto& seen = seen_[phrase];
    const std::size_t parts = kPhrases[phrase].also.empty() ? kParts - 1 : kParts;
    std::size_t first = kNever;
    for (std::size_t i = 0; i < parts; ++i) {
      if (seen[i] == kNever || (i > 0 && seen[i] == seen[i - 1])) return false;
      first = std::min(first, seen[i]);
    }
    const std::size_t least =
        passage_begin(first, at, parts == kParts ? kWordsFarApart : kWordsApart);
    for (std::size_t& part : seen) {
      if (part < least) part = kNever;
    }
    if (first < least) return false;
    return kPhrases[phrase].order == WordOrder::Any || (seen[0] < seen[1] && seen[0] < seen[2]);
  }

  // How far back from `at` a passage reaches: to `first`, or to where a sentence or a paragraph
  // ends or too many words lie between.
  [[nodiscard]] std::size_t passage_begin(std::size_t first, std::size_t at,
                                          std::size_t words_apart) const {
    constexpr std::size_t kMostBytes = 256;
    std::size_t words = 0;
    for (std::size_t i = at; i > first; --i) {
      const char c = text_[i - 1];
      if (is_word_byte(c)) {
        if (!is_word_byte(text_[i])) ++words;
        if (words > words_apart || at - i > kMostBytes) return i;
        continue;
      }
      const bool stop = (c == '.' || c == '!' || c == '?') && is_space(text_[i]);
      // Another paragraph, another point of a list, another row.
      const bool ends =
          c == '\n' && std::string_view("\n-*#|+\x60").find(text_[i]) != std::string_view::npos;
      if (stop || ends) return i;
    }
    return first;
  }

  void report(std::size_t phrase, std::size_t end) {
    auto& seen = seen_[phrase];
    const std::size_t begin = std::min({seen[0], seen[1], seen[2], seen[3]});
    findings_.add(kInjection, lines_.at(begin), text_.substr(begin, end - begin));
    seen.fill(kNever);
    begun_ &= ~(std::uint64_t{1} << phrase);
  }

  // "i g n o r e   p r e v i o u s …": letters one by one.
  void see_spelled(std::size_t at) {
    constexpr std::size_t kMostLetters = 64;
    const auto* const verb =
        std::find_if(kSpelled.begin(), kSpelled.end(),
                     [&](std::string_view one) { return one.front() == text_[at]; });
    if (verb == kSpelled.end() || at < spelled_until_) return;
    std::string letters;
    std::size_t next = at;
    while (next < text_.size() && letters.size() < kMostLetters) {
      if (!is_word_byte(text_[next])) {
        ++next;
        continue;
      }
      if (next + 1 < text_.size() && is_word_byte(text_[next + 1])) break;
      letters += text_[next++];
      if (letters.size() <= verb->size() && !verb->starts_with(letters)) return;
      if (next - at > 4 * kMostLetters) break;
    }
    // "i.g.n.o.r.e": nobody writes a word so who does not hide it.
    const bool signs =
        at + 1 < text_.size() && !is_space(text_[at + 1]) && letters.starts_with(*verb);
    if (!signs && letters.find("instruction") == std::string::npos &&
        letters.find("prompt") == std::string::npos && letters.find("rules") == std::string::npos) {
      spelled_until_ = at + (next - at) / 2;  // so that letters are read twice at most
      return;
    }
    findings_.add(kInjection, lines_.at(at), letters);
    spelled_until_ = next;
  }

  void see_saying(const Listed& listed, std::size_t at) {
    for (std::size_t i = listed.first_saying; i < listed.first_saying + listed.sayings; ++i) {
      const std::size_t second = listed.word.size() + 1;
      const std::size_t next = at + second;  // one character apart, as a rule
      const bool near = next < text_.size() && is_word_byte(text_[next]);
      if (near && text_[next] != kSayings[i][second]) continue;
      const auto end = saying_at(text_, at, kSayings[i]);
      if (!end) continue;
      findings_.add(kInjection, lines_.at(at), text_.substr(at, *end - at));
      return;
    }
  }

  std::string_view text_;
  Lines lines_;
  Findings& findings_;
  std::array<std::array<std::size_t, kParts>, kPhrases.size()> seen_{};  // where
  const Listed* last_ = nullptr;
  std::size_t last_at_ = 0;
  std::uint64_t begun_ = 0;  // phrases whose verb was seen
  std::size_t spelled_until_ = 0;
  std::vector<std::size_t> moved_, turned_;
};

}  // namespace

void find_orders(std::string_view text, Findings& findings) {
  const auto find = [](std::string_view plain, Findings& found) {
    WordFinder words(plain, found);
    const auto pieces = script_phrase_matcher(plain, found);
    const std::array<Matcher*, 2> matchers{&words, pieces.get()};
    match_all(plain, matchers);
    return words.take_turned();
  };
  const std::string plain = plain_text(text);
  const auto [moved, turned] = find(plain, findings);
  Respelled other(plain);
  other.read_signs();
  other.read_words(moved, turned);
  if (other.is_empty()) return;
  Findings inside;
  find(plain_text(other.text()), inside);
  for (const Finding& one : inside.take()) {
    findings.add(kInjection, other.line_of(one.line), one.mark);
  }
}

}  // namespace loci::guard
