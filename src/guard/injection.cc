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
#include "guard/phrase_words.h"
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
    if (!mixed || word.size() < 4) return;
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
    const PhraseSet others = (roles[1] | roles[2]) & (kAnyOrder | begun_);
    const PhraseSet phrases = roles[0] | others | roles[3];
    begun_ = begun_ | roles[0];
    PhraseSet stored = see_part(0, roles[0].without(verbless(roles[0], begin, end)), begin);
    for (std::size_t part = 1; part < kParts; ++part) {
      stored = stored | see_part(part, roles[part] & phrases, begin);
    }
    const PhraseSet whole = stored & have_[0] & have_[1] & have_[2] & (have_[3] | kWithoutAlso);
    whole.each([&](std::size_t phrase) {
      if (is_complete(phrase, begin)) report(phrase, end);
    });
  }

  // Of phrases whose verb this word would be, those in which it is none here.
  [[nodiscard]] PhraseSet verbless(const PhraseSet& verbs, std::size_t begin,
                                   std::size_t end) const {
    if (verbs.is_empty()) return {};
    if (is_code(begin, end)) return PhraseSet::all();
    if (is_negated(begin)) return PhraseSet::all().without(kAnyOrder);
    const bool asks = !(verbs & kCommandOrder).is_empty();
    return asks && !is_command(begin) ? kCommandOrder : PhraseSet();
  }

  // Returns the phrases.
  const PhraseSet& see_part(std::size_t part, const PhraseSet& phrases, std::size_t at) {
    have_[part] = have_[part] | phrases;
    phrases.each([&](std::size_t phrase) { seen_[phrase][part] = at; });
    return phrases;
  }

  // "ignroe", "instuctions": a word that matters with one slip in it.
  void see_misspelled(std::string_view word, std::size_t begin, std::size_t end) {
    if (word.size() < 5) return;
    // "ignoreallpreviousinstructions"
    constexpr std::size_t kRunOn = 20;
    if (word.size() >= kRunOn && word.find("instruction") != std::string_view::npos &&
        (word.starts_with("ignore") || word.starts_with("disregard") ||
         word.starts_with("forget"))) {
      findings_.add(kInjection, lines_.at(begin), word);
      return;
    }
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
    if (between.find_first_of(".!?;:,\n*->#(\"|'`[") != std::string_view::npos) return true;
    std::size_t begin = end;
    while (begin > 0 && end - begin < 16 && is_word_byte(text_[begin - 1])) --begin;
    const std::string_view word = text_.substr(begin, end - begin);
    const Listed* const listed = word.size() < 2 ? nullptr : kWordTable.find(word);
    if (listed == nullptr || !listed->urges) return false;
    // "the parser must ignore …": of somebody else
    return (word != "must" && word != "should") || is_spoken_to_reader(begin);
  }

  // Whether what stands before `at` is nothing, or who reads it: "you must", "the assistant must".
  [[nodiscard]] bool is_spoken_to_reader(std::size_t at) const {
    std::size_t end = at;
    while (end > 0 && at - end < 4 && !is_word_byte(text_[end - 1])) --end;
    if (end == 0 || at - end == 4 ||
        text_.substr(end, at - end).find_first_of(".!?;:,\n") != std::string_view::npos) {
      return true;
    }
    std::size_t begin = end;
    while (begin > 0 && end - begin < 16 && is_word_byte(text_[begin - 1])) --begin;
    constexpr std::array<std::string_view, 13> kReaders{
        "you",    "assistant", "ai",         "agent",  "model",   "llm", "llms",
        "models", "agents",    "assistants", "claude", "chatgpt", "it"};
    const std::string_view word = text_.substr(begin, end - begin);
    return std::find(kReaders.begin(), kReaders.end(), word) != kReaders.end();
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
    const bool ordered =
        kPhrases[phrase].order == WordOrder::Any || (seen[0] < seen[1] && seen[0] < seen[2]);
    if (!ordered) return false;
    const std::size_t least = passage_begin(first, at, parts == kParts);
    for (std::size_t i = 0; i < kParts; ++i) {
      if (seen[i] < least) forget(phrase, i);
    }
    return first >= least;
  }

  // How far back from `at` a passage reaches: to `first` at most, or to where a sentence or a
  // paragraph ends or too many words lie between. What was read back for one phrase counts for
  // the next.
  [[nodiscard]] std::size_t passage_begin(std::size_t first, std::size_t at, bool far) {
    Passage& passage = passages_[far ? 1U : 0U];
    if (passage.at != at) passage = {at, at, 0, false};
    read_back(passage, first, far ? kWordsFarApart : kWordsApart);
    return passage.ended ? std::max(passage.begin, first) : first;
  }
  struct Passage {
    std::size_t at = kNever;
    std::size_t begin = 0;  // read back to here
    std::size_t words = 0;
    bool ended = false;
  };
  void read_back(Passage& passage, std::size_t first, std::size_t words_apart) const {
    constexpr std::size_t kMostBytes = 256;
    while (!passage.ended && passage.begin > first) {
      const char c = text_[passage.begin - 1];
      const char next = text_[passage.begin];
      if (is_word_byte(c)) {
        if (!is_word_byte(next)) ++passage.words;
        passage.ended = passage.words > words_apart || passage.at - passage.begin > kMostBytes;
      } else {
        const bool stop = (c == '.' || c == '!' || c == '?') && is_space(next);
        // Another paragraph, another point of a list, another row.
        const bool row =
            c == '\n' && std::string_view("\n-*#|+\x60").find(next) != std::string_view::npos;
        passage.ended = stop || row;
      }
      if (!passage.ended) --passage.begin;
    }
  }

  void report(std::size_t phrase, std::size_t end) {
    auto& seen = seen_[phrase];
    const std::size_t begin = std::min({seen[0], seen[1], seen[2], seen[3]});
    findings_.add(kInjection, lines_.at(begin), text_.substr(begin, end - begin));
    for (std::size_t i = 0; i < kParts; ++i) forget(phrase, i);
    begun_.drop(phrase);
  }
  void forget(std::size_t phrase, std::size_t part) {
    seen_[phrase][part] = kNever;
    have_[part].drop(phrase);
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
    const std::size_t second = listed.word.size() + 1;
    const std::size_t word = at + listed.word.size();
    std::size_t next = word;
    while (next < text_.size() && !is_word_byte(text_[next]) && next - word < 4) ++next;
    if (next == word || next >= text_.size()) return;
    for (std::size_t i = listed.first_saying; i < listed.first_saying + listed.sayings; ++i) {
      if (text_[next] != kSayings[i][second]) continue;
      const auto end = saying_at(text_, next, kSayings[i].substr(second));
      if (!end || is_harmless_behind(*end) || is_negated(at)) continue;
      findings_.add(kInjection, lines_.at(at), text_.substr(at, *end - at));
      return;
    }
  }

  // "If you are an AI assistant working on this …", "everything above level 3"
  [[nodiscard]] bool is_harmless_behind(std::size_t at) const {
    constexpr std::array<std::string_view, 14> kHarmlessWords{
        "find ",     "see ",    "need ",        "alert",   "error",      "warning", "level",
        "threshold", "working", "contributing", "editing", "developing", "helping", "modifying"};
    if (at >= text_.size() || text_[at] != ' ') return false;
    const std::string_view rest = text_.substr(at + 1, 12);
    return std::any_of(kHarmlessWords.begin(), kHarmlessWords.end(),
                       [&](std::string_view word) { return rest.starts_with(word); });
  }

  std::string_view text_;
  Lines lines_;
  Findings& findings_;
  std::array<std::array<std::size_t, kParts>, kPhrases.size()> seen_{};  // where
  Roles have_{};  // parts that were seen, as in seen_
  std::array<Passage, 2> passages_{};
  const Listed* last_ = nullptr;
  std::size_t last_at_ = 0;
  PhraseSet begun_;  // phrases whose verb was seen
  std::size_t spelled_until_ = 0;
  std::vector<std::size_t> moved_, turned_;
};

}  // namespace

void find_orders(std::string_view text, Findings& findings) {
  const auto find = [](std::string_view plain, Findings& found) {
    WordFinder words(plain, found);
    const auto pieces = script_phrase_matcher(plain, found);
    const std::array<Matcher*, 2> matchers{&words, pieces.get()};
    static const Sieve kSieve(matchers);
    match_all(plain, matchers, kSieve);
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
