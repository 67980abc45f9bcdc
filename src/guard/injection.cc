#include "guard/injection.h"

#include <bit>
#include <optional>

#include "base/text.h"
#include "guard/classes.h"
#include "guard/phrases.h"
#include "guard/plain_text.h"

namespace loci::guard {
namespace {

constexpr std::size_t kInjection = rule_row("injection");
constexpr std::size_t kTemplate = rule_row("chat-template");
constexpr std::size_t kNever = static_cast<std::size_t>(-1);
constexpr std::size_t kWordsApart = 8;   // from the first to the last of a phrase
constexpr std::size_t kBytesApart = 84;  // the same where words are not written apart

template <typename Take>
constexpr void each_listed(std::string_view list, Take take) {
  while (!list.empty()) {
    std::size_t end = 0;
    while (end < list.size() && list[end] != ' ') ++end;
    take(list.substr(0, end));
    list.remove_prefix(end < list.size() ? end + 1 : end);
  }
}

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
  for (const std::string_view word : {"not", "never", "don", "dont"}) {
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

class InjectionFinder {
 public:
  InjectionFinder(std::string_view text, Findings& findings)
      : text_(text), lines_(text), findings_(findings) {
    forget();
  }

  void run() {
    for (std::size_t at = 0; at < text_.size() && findings_.wants(kInjection);) {
      if (!is_word_byte(text_[at])) {
        if (any_) see_break(at);
        ++at;
        continue;
      }
      const std::size_t begin = at;
      std::uint8_t kinds = 0;
      for (; at < text_.size() && is_word_byte(text_[at]); ++at) {
        kinds = static_cast<std::uint8_t>(kinds | kWordBytes[byte_of(text_[at])]);
      }
      const bool mixed = (kinds & 8U) != 0 && (kinds & (2U | 4U)) != 0;
      const std::string_view word = text_.substr(begin, at - begin);
      see_word(word, begin, mixed && word.size() >= 5 && word.size() < 40);
    }
    end_spelled();
  }

 private:
  struct Seen {
    std::size_t word = kNever;
    std::size_t at = 0;
  };

  void forget() {
    for (auto& phrase : seen_) phrase.fill(Seen{});
  }

  // A sentence or a paragraph ends: its words have nothing to do with the next.
  void see_break(std::size_t at) {
    const char c = text_[at];
    const bool stop = c == '.' || c == '!' || c == '?';
    const bool before_space = at + 1 >= text_.size() || is_space(text_[at + 1]);
    const bool paragraph = c == '\n' && at + 1 < text_.size() && text_[at + 1] == '\n';
    if (!((stop && before_space) || paragraph)) return;
    forget();
    any_ = false;
  }

  void see_word(std::string_view word, std::size_t at, bool disguised) {
    ++number_;
    if (word.size() == 1) {
      if (spelled_.empty()) spelled_at_ = at;
      if (spelled_.size() < 256) spelled_ += word;
      return;
    }
    if (!spelled_.empty()) end_spelled();
    const Listed* listed = kWordTable.find(word);
    if (listed == nullptr && disguised) {
      const std::string plain = plain_word(word);
      listed = kWordTable.find(plain);
      if (listed != nullptr) return see_listed(*listed, at);
    }
    if (listed != nullptr) {
      see_listed(*listed, at);
      if (listed->sayings != 0) see_saying(listed->sayings, at);
    }
    if (listed != nullptr && listed->negates) negated_ = number_;
  }

  void see_listed(const Listed& listed, std::size_t at) {
    any_ = true;
    std::uint32_t phrases = listed.roles[0] | listed.roles[1] | listed.roles[2];
    for (; phrases != 0; phrases &= phrases - 1) {
      const auto phrase = static_cast<std::size_t>(std::countr_zero(phrases));
      bool completes = false;
      for (std::size_t part = 0; part < 3; ++part) {
        if ((listed.roles[part] & (1U << phrase)) == 0) continue;
        // "Never ignore earlier instructions" is no such order.
        if (part == 0 && negated_ != kNever && number_ - negated_ <= 2) continue;
        seen_[phrase][part] = {number_, at};
        completes = true;
      }
      if (completes && is_complete(phrase)) report(phrase, at);
    }
  }

  [[nodiscard]] bool is_complete(std::size_t phrase) const {
    const auto& seen = seen_[phrase];
    for (const Seen& part : seen) {
      if (part.word == kNever || number_ - part.word > kWordsApart) return false;
    }
    if (seen[0].word == seen[1].word || seen[1].word == seen[2].word) return false;
    return kPhrases[phrase].any_order ||
           (seen[0].word < seen[1].word && seen[0].word < seen[2].word);
  }

  void report(std::size_t phrase, std::size_t at) {
    std::size_t begin = at;
    for (const Seen& part : seen_[phrase]) begin = std::min(begin, part.at);
    findings_.add(kInjection, lines_.at(begin), text_.substr(begin, at - begin));
    seen_[phrase].fill(Seen{});
  }

  // "i g n o r e   p r e v i o u s …": letters one by one.
  void end_spelled() {
    constexpr std::size_t kShortest = 12;
    if (spelled_.size() >= kShortest) {
      const bool verb = spelled_.find("ignore") != std::string::npos ||
                        spelled_.find("disregard") != std::string::npos ||
                        spelled_.find("forget") != std::string::npos;
      if (verb && (spelled_.find("instruction") != std::string::npos ||
                   spelled_.find("prompt") != std::string::npos)) {
        findings_.add(kInjection, lines_.at(spelled_at_), spelled_);
      }
    }
    spelled_.clear();
  }

  void see_saying(std::uint64_t which, std::size_t at) {
    for (std::size_t i = 0; i < kSayings.size(); ++i) {
      if ((which & (std::uint64_t{1} << i)) == 0) continue;
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
  std::array<std::array<Seen, 3>, kPhrases.size()> seen_{};
  std::size_t number_ = 0;  // of the word
  std::size_t negated_ = kNever;
  bool any_ = false;
  std::string spelled_;
  std::size_t spelled_at_ = 0;
};

// A word of kScriptPhrases and what it is there.
struct Piece {
  std::string_view bytes;
  std::uint8_t phrase = 0;
  std::uint8_t part = 0;
};

constexpr std::size_t count_pieces() {
  std::size_t count = 0;
  for (const Phrase& phrase : kScriptPhrases) {
    for (const std::string_view part : {phrase.verbs, phrase.which, phrase.what}) {
      each_listed(part, [&](std::string_view) { ++count; });
    }
  }
  return count;
}

// By the second byte, which tells more than the first.
struct PieceTable {
  std::array<Piece, count_pieces()> pieces{};
  std::array<std::uint16_t, 257> begin{};
  std::array<bool, 256> first{};
};

constexpr PieceTable make_pieces() {
  PieceTable table;
  std::array<Piece, count_pieces()> listed{};
  std::size_t count = 0;
  for (std::size_t phrase = 0; phrase < kScriptPhrases.size(); ++phrase) {
    const std::array parts{kScriptPhrases[phrase].verbs, kScriptPhrases[phrase].which,
                           kScriptPhrases[phrase].what};
    for (std::size_t part = 0; part < 3; ++part) {
      each_listed(parts[part], [&](std::string_view bytes) {
        listed[count++] = {bytes, static_cast<std::uint8_t>(phrase),
                           static_cast<std::uint8_t>(part)};
      });
    }
  }
  std::array<std::uint16_t, 256> counts{};
  for (const Piece& piece : listed) {
    ++counts[byte_of(piece.bytes[1])];
    table.first[byte_of(piece.bytes[0])] = true;
  }
  for (std::size_t i = 0; i < 256; ++i) {
    table.begin[i + 1] = static_cast<std::uint16_t>(table.begin[i] + counts[i]);
  }
  std::array<std::uint16_t, 256> next{};
  for (std::size_t i = 0; i < 256; ++i) next[i] = table.begin[i];
  for (const Piece& piece : listed) table.pieces[next[byte_of(piece.bytes[1])]++] = piece;
  return table;
}
constexpr PieceTable kPieces = make_pieces();

void find_script_phrases(std::string_view text, Findings& findings) {
  Lines lines(text);
  std::array<std::array<std::size_t, 3>, kScriptPhrases.size()> seen{};
  for (auto& phrase : seen) phrase.fill(kNever);
  for (std::size_t at = 0; at + 2 < text.size(); ++at) {
    if (byte_of(text[at]) < 0xC0U || !kPieces.first[byte_of(text[at])]) continue;
    const std::size_t second = byte_of(text[at + 1]);
    for (std::size_t i = kPieces.begin[second]; i < kPieces.begin[second + 1]; ++i) {
      const Piece& piece = kPieces.pieces[i];
      if (!text.substr(at).starts_with(piece.bytes)) continue;
      auto& parts = seen[piece.phrase];
      parts[piece.part] = at;
      std::size_t begin = at;
      bool complete = true;
      for (const std::size_t part : parts) {
        complete = complete && part != kNever && at - part <= kBytesApart;
        begin = std::min(begin, part);
      }
      if (!complete) continue;
      const std::string_view passage = text.substr(begin, at - begin);
      const bool apart = passage.find("\n\n") != std::string_view::npos ||
                         passage.find("。") != std::string_view::npos;
      if (!apart) findings.add(kInjection, lines.at(begin), passage);
      parts.fill(kNever);
    }
  }
}

void find_markers(std::string_view text, Findings& findings) {
  Lines lines(text);
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    const char next = text[at + 1];
    const bool angle = text[at] == '<' && (next == '|' || next == '<' || next == 's');
    const bool square = text[at] == '[' && (next == 'I' || next == '/');
    if (!angle && !square) continue;
    if (next == '<' && text.substr(at, 3) != "<<S") continue;
    if (!findings.wants(kTemplate)) return;
    for (const std::string_view marker : kTurnMarkers) {
      if (!text.substr(at).starts_with(marker)) continue;
      findings.add(kTemplate, lines.at(at), marker);
      break;
    }
  }
}

}  // namespace

void find_injection(std::string_view text, Findings& findings) {
  const std::string plain = plain_text(text);
  InjectionFinder(plain, findings).run();
  find_script_phrases(plain, findings);
  find_markers(text, findings);
}

}  // namespace loci::guard
