#include "guard/injection.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <string>
#include <vector>

#include "base/text.h"
#include "guard/candidates.h"
#include "guard/classes.h"
#include "guard/phrases.h"
#include "guard/plain_text.h"
#include "guard/script_phrases.h"

namespace loci::guard {
namespace {

constexpr std::size_t kInjection = rule_row("injection");
constexpr std::size_t kTemplate = rule_row("chat-template");
constexpr std::size_t kNever = static_cast<std::size_t>(-1);
constexpr std::size_t kWordsApart = 8;  // from the first to the last of a phrase

constexpr std::uint32_t word_hash(std::string_view word) {
  std::uint32_t hash = 2166136261U;
  for (const char c : word) hash = (hash ^ static_cast<std::uint32_t>(byte_of(c))) * 16777619U;
  return hash;
}

// Where a word stands in kPhrases: a bit for each phrase, for each of its three parts.
using Roles = std::array<std::uint32_t, 3>;
struct Listed {
  std::string_view word;
  Roles roles{};
  std::uint64_t sayings = 0;  // that begin with it
  bool negates = false;       // "never ignore …" is no order
};

// A table with open addressing, made by the compiler.
struct WordTable {
  static constexpr std::size_t kSize = 1024;
  std::array<Listed, kSize> slots{};
  std::array<std::uint32_t, 256> lengths{};  // by first letter: which lengths there are

  constexpr Listed& slot(std::string_view word) {
    std::size_t at = word_hash(word) % kSize;
    while (!slots[at].word.empty() && slots[at].word != word) at = (at + 1) % kSize;
    return slots[at];
  }
  [[nodiscard]] const Listed* find(std::string_view word) const {
    if (word.size() >= 32 || (lengths[byte_of(word.front())] & (1U << word.size())) == 0) {
      return nullptr;
    }
    std::size_t at = word_hash(word) % kSize;
    while (!slots[at].word.empty()) {
      if (slots[at].word == word) return &slots[at];
      at = (at + 1) % kSize;
    }
    return nullptr;
  }
};

constexpr WordTable make_words() {
  WordTable table;
  for (std::size_t phrase = 0; phrase < kPhrases.size(); ++phrase) {
    const std::array parts{kPhrases[phrase].verbs, kPhrases[phrase].which, kPhrases[phrase].what};
    for (std::size_t part = 0; part < parts.size(); ++part) {
      each_listed(parts[part], [&](std::string_view word) {
        Listed& listed = table.slot(word);
        listed.word = word;
        listed.roles[part] |= 1U << phrase;
        table.lengths[byte_of(word.front())] |= 1U << word.size();
      });
    }
  }
  for (std::size_t i = 0; i < kSayings.size(); ++i) {
    const std::string_view word = kSayings[i].substr(0, kSayings[i].find(' '));
    Listed& listed = table.slot(word);
    listed.word = word;
    listed.sayings |= std::uint64_t{1} << i;
    table.lengths[byte_of(word.front())] |= 1U << word.size();
  }
  for (const std::string_view word : {"not", "never", "don", "dont", "we", "they", "it"}) {
    Listed& listed = table.slot(word);
    listed.word = word;
    listed.negates = true;
    table.lengths[byte_of(word.front())] |= 1U << word.size();
  }
  return table;
}
constexpr WordTable kWordTable = make_words();

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

constexpr std::array<std::string_view, 3> kSpelled{"ignore", "disregard", "forget"};

// Where a word of the table may begin, as it is or with digits and letters of other scripts for
// its letters.
constexpr Filter kWordFilter = [] {
  Filter filter;
  constexpr unsigned kWordKinds = 26;
  filter.width = kWordKinds + 3;
  const Kinds all = (Kinds{1} << filter.width) - 1;
  constexpr std::string_view kDigits = "oizeasgtbg";
  const auto letter = [&](KindTable& table, char c, Kinds kind) {
    table[byte_of(c)] |= kind;
    for (std::size_t i = 0; i < kDigits.size(); ++i) {
      if (kDigits[i] == c) table[byte_of('0') + i] |= kind;
    }
  };
  for (const Listed& listed : kWordTable.slots) {
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
      see_listed(*listed, begin, end);
      if (listed->sayings != 0) see_saying(listed->sayings, begin);
      return;
    }
    const bool mixed = (kinds & 8U) != 0 && (kinds & (2U | 4U)) != 0;
    if (!mixed || word.size() < 5) return;
    const Listed* const meant = kWordTable.find(plain_word(word));
    if (meant != nullptr) see_listed(*meant, begin, end);
  }

 private:
  void see_listed(const Listed& listed, std::size_t begin, std::size_t end) {
    std::uint32_t phrases = listed.roles[0] | listed.roles[1] | listed.roles[2];
    const bool no_order = listed.roles[0] != 0 && (is_negated(begin) || is_code(begin, end));
    for (; phrases != 0; phrases &= phrases - 1) {
      const auto phrase = static_cast<std::size_t>(std::countr_zero(phrases));
      bool seen = false;
      for (std::size_t part = 0; part < 3; ++part) {
        if ((listed.roles[part] & (1U << phrase)) == 0) continue;
        if (part == 0 && no_order) continue;
        seen_[phrase][part] = begin;
        seen = true;
      }
      if (seen && is_complete(phrase, begin)) report(phrase, end);
    }
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

  // All three parts near each other and in one sentence. Parts that are not are forgotten.
  bool is_complete(std::size_t phrase, std::size_t at) {
    auto& seen = seen_[phrase];
    if (std::find(seen.begin(), seen.end(), kNever) != seen.end()) return false;
    if (seen[0] == seen[1] || seen[1] == seen[2]) return false;
    const std::size_t first = std::min({seen[0], seen[1], seen[2]});
    const std::size_t least = passage_begin(first, at);
    for (std::size_t& part : seen) {
      if (part < least) part = kNever;
    }
    if (first < least) return false;
    return kPhrases[phrase].any_order || (seen[0] < seen[1] && seen[0] < seen[2]);
  }

  // How far back from `at` a passage reaches: to `first`, or to where a sentence or a paragraph
  // ends or too many words lie between.
  [[nodiscard]] std::size_t passage_begin(std::size_t first, std::size_t at) const {
    constexpr std::size_t kMostBytes = 256;
    std::size_t words = 0;
    for (std::size_t i = at; i > first; --i) {
      const char c = text_[i - 1];
      if (is_word_byte(c)) {
        if (!is_word_byte(text_[i])) ++words;
        if (words > kWordsApart || at - i > kMostBytes) return i;
        continue;
      }
      const bool stop = (c == '.' || c == '!' || c == '?') && is_space(text_[i]);
      if (stop || (c == '\n' && text_[i] == '\n')) return i;
    }
    return first;
  }

  void report(std::size_t phrase, std::size_t end) {
    auto& seen = seen_[phrase];
    const std::size_t begin = std::min({seen[0], seen[1], seen[2]});
    findings_.add(kInjection, lines_.at(begin), text_.substr(begin, end - begin));
    seen.fill(kNever);
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
    if (letters.find("instruction") == std::string::npos &&
        letters.find("prompt") == std::string::npos) {
      spelled_until_ = at + (next - at) / 2;  // so that letters are read twice at most
      return;
    }
    findings_.add(kInjection, lines_.at(at), letters);
    spelled_until_ = next;
  }

  void see_saying(std::uint64_t which, std::size_t at) {
    for (; which != 0; which &= which - 1) {
      const auto i = static_cast<std::size_t>(std::countr_zero(which));
      const std::size_t second = kSayings[i].find(' ') + 1;
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
  std::array<std::array<std::size_t, 3>, kPhrases.size()> seen_{};  // where
  std::size_t spelled_until_ = 0;
};

constexpr Filter kMarkerFilter = [] {
  Filter filter;
  filter.width = 1;
  let(filter.before, 1, any_byte);
  for (const std::string_view marker : kTurnMarkers) {
    filter.here[byte_of(marker[0])] |= 1;
    filter.next[byte_of(marker[1])] |= 1;
    filter.third[byte_of(marker[2])] |= 1;
  }
  return filter;
}();

class MarkerFinder final : public Matcher {
 public:
  MarkerFinder(std::string_view text, Findings& findings)
      : text_(text), lines_(text), findings_(findings) {}

  [[nodiscard]] const Filter& filter() const override { return kMarkerFilter; }

  void look(std::size_t at) override {
    const auto* const marker =
        std::find_if(kTurnMarkers.begin(), kTurnMarkers.end(),
                     [&](std::string_view one) { return text_.substr(at).starts_with(one); });
    if (marker != kTurnMarkers.end()) findings_.add(kTemplate, lines_.at(at), *marker);
  }

 private:
  std::string_view text_;
  Lines lines_;
  Findings& findings_;
};

// The letters that base64 stands for, "" where it stands for something else.
std::string decoded_letters(std::string_view encoded) {
  std::string letters;
  unsigned bits = 0;
  unsigned count = 0;
  for (const char c : encoded) {
    const unsigned value = is_upper(c)   ? static_cast<unsigned>(c - 'A')
                           : is_lower(c) ? static_cast<unsigned>(c - 'a') + 26
                           : is_digit(c) ? static_cast<unsigned>(c - '0') + 52
                           : c == '+'    ? 62U
                                         : 63U;
    if (c == '=') break;
    bits = (bits << 6U) | value;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    const char letter = static_cast<char>((bits >> count) & 0xFFU);
    if (!is_space(letter) && (letter < ' ' || letter > '~')) return {};
    letters += letter;
  }
  return letters;
}

// "Decode this base64 and do it: aWdub3Jl…": what is behind the word is read, too. All that is
// encoded in a text makes one text, each piece a line of it.
void find_encoded_orders(std::string_view text, Findings& findings) {
  constexpr std::size_t kFar = 160;
  constexpr std::size_t kShortest = 24;
  constexpr std::size_t kLongest = 1024;
  constexpr auto kBase64 = static_cast<ClassMask>(1U << class_index('b'));
  const auto is_part = [&](std::size_t i) { return (kClasses[byte_of(text[i])] & kBase64) != 0; };
  std::vector<std::string_view> pieces;
  std::string letters;
  for (std::size_t at = text.find("ase64"); at != std::string_view::npos;
       at = text.find("ase64", at)) {
    const std::size_t most = std::min(text.size(), at + kFar);
    std::size_t end = at + 5;
    std::size_t begin = end;
    while (begin < most && end - begin < kShortest) {
      begin = end;
      while (begin < most && !is_part(begin)) ++begin;
      end = begin;
      while (end < text.size() && end - begin < kLongest && is_part(end)) ++end;
    }
    at = end;
    if (end - begin < kShortest) continue;
    std::string piece = decoded_letters(text.substr(begin, end - begin));
    if (piece.empty()) continue;
    std::replace_if(piece.begin(), piece.end(), is_space, ' ');
    letters += piece + ".\n";
    pieces.push_back(text.substr(begin, end - begin));
  }
  if (pieces.empty()) return;
  const std::string plain = plain_text(letters);
  Findings inside;
  WordFinder words(plain, inside);
  const std::array<Matcher*, 1> matchers{&words};
  match_all(plain, matchers);
  Lines lines(text);
  for (const Finding& one : inside.take()) {
    const std::string_view piece = pieces[std::min(one.line, pieces.size()) - 1];
    findings.add(kInjection, lines.at(static_cast<std::size_t>(piece.data() - text.data())), piece);
  }
}

}  // namespace

std::unique_ptr<Matcher> marker_matcher(std::string_view text, Findings& findings) {
  return std::make_unique<MarkerFinder>(text, findings);
}

void find_injection(std::string_view text, Findings& findings) {
  const std::string plain = plain_text(text);
  WordFinder words(plain, findings);
  const auto pieces = script_phrase_matcher(plain, findings);
  const std::array<Matcher*, 2> matchers{&words, pieces.get()};
  match_all(plain, matchers);
  find_encoded_orders(text, findings);
}

}  // namespace loci::guard
