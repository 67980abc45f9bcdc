#include "upkeep/terms.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/text.h"
#include "search/words.h"
#include "upkeep/lexicon.h"
#include "upkeep/sentences.h"

namespace loci::upkeep {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_alpha(char c) { return is_upper(c) || is_lower(c); }

bool has_digit(std::string_view text) { return std::any_of(text.begin(), text.end(), is_digit); }

// One word as it is written, before it is looked up.
struct Raw {
  std::string text;   // as written
  std::string lower;  // folded
  bool code = false;
  bool first = false;  // begins a sentence, or stands behind a colon
  bool opens = false;  // stands behind a comma, a semicolon, a dash or a bracket
};

// Typographic signs as plain ones, so that both ways of writing meet.
std::string plain_signs(std::string_view text) {
  static constexpr std::pair<std::string_view, std::string_view> kSigns[] = {
      {"\u2019", "'"},   {"\u2018", "'"}, {"\u201c", "\""}, {"\u201d", "\""},   {"\u2014", " - "},
      {"\u2013", " - "}, {"\u2026", " "}, {"\u00a0", " "},  {"\u2192", " to "}, {"\u00d7", "x"}};
  std::string plain(text);
  for (const auto& [from, to] : kSigns) {
    if (plain.find(from) != std::string::npos) plain = replace_all(plain, from, to);
  }
  return plain;
}

constexpr std::string_view kAround = "()[]{}<>\"'`,;:!?.*_|";

std::string_view bare(std::string_view chunk) {
  while (!chunk.empty() && kAround.find(chunk.front()) != std::string_view::npos) {
    // ".gitignore" keeps its point.
    if (chunk.front() == '.' && chunk.size() > 1 && is_alpha(chunk[1])) break;
    if (chunk.front() == '_' && chunk.size() > 1 && chunk[1] == '_') break;
    chunk.remove_prefix(1);
  }
  while (!chunk.empty() && kAround.find(chunk.back()) != std::string_view::npos) {
    if (chunk.back() == '_' && chunk.size() > 1 && chunk[chunk.size() - 2] == '_') break;
    chunk.remove_suffix(1);
  }
  return chunk;
}

class Chunks {
 public:
  // The words of one sentence.
  std::vector<Raw> of(std::string_view sentence) {
    raws_.clear();
    bool code = false;
    bool first = true;
    opens_ = true;
    std::size_t at = 0;
    while (at < sentence.size()) {
      while (at < sentence.size() && is_space(sentence[at])) ++at;
      std::size_t end = at;
      while (end < sentence.size() && !is_space(sentence[end])) ++end;
      const std::string_view chunk = sentence.substr(at, end - at);
      const bool opens = chunk.starts_with('`') || chunk.find("`", 1) != std::string_view::npos;
      const auto ticks = std::count(chunk.begin(), chunk.end(), '`');
      if (chunk == "-" || chunk.starts_with('(')) opens_ = true;
      add(bare(chunk), code || opens, first);
      if (ticks % 2 == 1) code = !code;
      if (!chunk.empty()) first = chunk.back() == ':';
      if (!chunk.empty() && std::string_view(",;:)").find(chunk.back()) != std::string_view::npos) {
        opens_ = true;
      }
      at = end;
    }
    return std::move(raws_);
  }

 private:
  static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

  void put(std::string_view text, bool code, bool first) {
    if (text.empty()) return;
    raws_.push_back({std::string(text), fold(text), code, first, std::exchange(opens_, false)});
  }

  void add(std::string_view chunk, bool code, bool first) {
    if (chunk.empty() || chunk == "-" || chunk == "+" || chunk == "=" || chunk == "&") {
      if (chunk == "&") put("and", code, false);
      return;
    }
    // A link's text and its target.
    if (const std::size_t link = chunk.find("]("); link != std::string_view::npos) {
      add(bare(chunk.substr(0, link)), code, first);
      add(bare(chunk.substr(link + 2)), code, false);
      return;
    }
    if (const std::size_t apostrophe = chunk.rfind('\''); apostrophe != std::string_view::npos) {
      const std::string_view behind = chunk.substr(apostrophe + 1);
      const std::string_view before = chunk.substr(0, apostrophe);
      if (behind == "t" && before.size() > 1 && before.back() == 'n') {
        const std::string lower = ascii_lower(before);
        put(lower == "won"   ? "will"
            : lower == "can" ? "can"
                             : before.substr(0, before.size() - 1),
            code, first);
        put("not", code, false);
        return;
      }
      if (behind == "s" || behind == "re" || behind == "ve" || behind == "ll" || behind == "d" ||
          behind == "m") {
        add(before, code, first);
        return;
      }
    }
    if (is_hyphenated(chunk)) {
      const std::string lower = ascii_lower(chunk);
      if (!code && same_word(lower) != lower) return put(chunk, code, first);
      if (!code && ends_in_particle(lower)) {
        return put(replace_all(std::string(chunk), "-", ""), code, first);
      }
      for (std::string_view rest = chunk; !rest.empty();) {
        const std::string_view part = rest.substr(0, rest.find('-'));
        rest.remove_prefix(std::min(rest.size(), part.size() + 1));
        put(part, code, first);
        first = false;
      }
      return;
    }
    if (const std::size_t dash = chunk.find('-'); is_counted(chunk, dash)) {
      put(chunk.substr(0, dash), code, first);
      put(chunk.substr(dash + 1), code, false);
      return;
    }
    put(chunk, code, first);
  }

  // "stand-up" is "standup".
  static bool ends_in_particle(std::string_view lower) {
    static const std::set<std::string_view> kParticles{"up", "out",  "in",   "off",
                                                       "on", "down", "back", "over"};
    const std::size_t dash = lower.find('-');
    return lower.find('-', dash + 1) == std::string_view::npos &&
           kParticles.contains(lower.substr(dash + 1));
  }

  // "90-day": a number and its unit.
  static bool is_counted(std::string_view chunk, std::size_t dash) {
    return dash != std::string_view::npos && dash > 0 &&
           std::all_of(chunk.begin(), chunk.begin() + static_cast<std::ptrdiff_t>(dash),
                       is_digit) &&
           !unit_of(chunk.substr(dash + 1)).empty();
  }

  // "read-only", "up-to-date": letters only, so no identifier with a number.
  static bool is_hyphenated(std::string_view chunk) {
    return chunk.find('-') != std::string_view::npos && chunk.front() != '-' &&
           std::all_of(chunk.begin(), chunk.end(), [](char c) { return is_alpha(c) || c == '-'; });
  }

  std::vector<Raw> raws_;
  bool opens_ = true;
};

// "1,000" as "1000", "v1.2" as "1.2".
std::string plain_number(std::string_view text) {
  if (text.size() > 1 && (text[0] == 'v' || text[0] == 'V') && is_digit(text[1])) {
    text.remove_prefix(1);
  }
  std::string number;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool separates = text[i] == ',' && i > 0 && is_digit(text[i - 1]) &&
                           i + 3 < text.size() && is_digit(text[i + 1]) && is_digit(text[i + 2]) &&
                           is_digit(text[i + 3]);
    if (!separates) number += text[i];
  }
  return number;
}

// Where a number ends and its unit begins: "30s", "5GB", "99.9%"; 0 for none.
std::size_t unit_begin(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size() &&
         (is_digit(text[at]) || ((text[at] == '.' || text[at] == ',') && at + 1 < text.size() &&
                                 is_digit(text[at + 1])))) {
    ++at;
  }
  if (at == 0 || at == text.size()) return 0;
  return unit_of(text.substr(at)).empty() ? 0 : at;
}

bool is_identifier(std::string_view text) {
  if (has_digit(text)) return true;
  bool small = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (std::string_view("_./:@#=$~\\*^").find(c) != std::string_view::npos) return true;
    if (is_upper(c) && small) return true;  // camelCase
    small = is_lower(c);
  }
  return text.starts_with("-") || (text.size() >= 2 && is_upper(text[0]) && is_upper(text[1]));
}

// "organise" as "organize", "behaviour" as "behavior".
std::string american(std::string word) {
  for (const std::string_view end : {"ise", "ised", "ises", "ising", "isation", "isations"}) {
    if (word.size() >= end.size() + 4 && word.ends_with(end)) {
      word[word.size() - end.size() + 1] = 'z';
      return word;
    }
  }
  for (const std::string_view end : {"metre", "metres", "litre", "litres"}) {
    if (!word.ends_with(end)) continue;
    const std::size_t at = word.rfind("re");
    std::swap(word[at], word[at + 1]);
    return word;
  }
  const std::size_t our = word.rfind("our");
  if (our != std::string::npos && our >= 3 && our + 5 >= word.size()) word.erase(our + 1, 1);
  return word;
}

// Stems cost more than looking them up, and notes share their words.
const std::string& stem_of(const std::string& word) {
  thread_local std::unordered_map<std::string, std::string> known;
  if (known.size() > 100'000) known.clear();
  auto found = known.find(word);
  if (found == known.end()) {
    const std::string plain = american(word);
    std::string stem(search::stem(plain));
    // Who does it is not what is done: "scheduler", "to schedule".
    std::string_view single = plain;
    if (single.ends_with('s')) single.remove_suffix(1);
    const bool doer = single.size() > 5 && (single.ends_with("er") || single.ends_with("or"));
    if (doer && !stem.ends_with("er") && !stem.ends_with("or")) stem = single;
    found = known.emplace(word, std::move(stem)).first;
  }
  return found->second;
}

// The whole number a word is, "14th" too; 0 for none.
int small_number(std::string_view word) {
  for (const std::string_view end : {"st", "nd", "rd", "th"}) {
    if (word.size() > 2 && word.ends_with(end)) word.remove_suffix(2);
  }
  if (word.empty() || word.size() > 4 || !std::all_of(word.begin(), word.end(), is_digit)) return 0;
  int number = 0;
  for (const char c : word) number = number * 10 + (c - '0');
  return number;
}

// "March 14, 2026" and "14 March 2026" as "2026-03-14"; "" for anything else.
std::string written_date(std::string_view first, std::string_view second, std::string_view third) {
  const bool month_first = month_of(first) != 0;
  const int month = month_of(month_first ? first : second);
  const int day = small_number(month_first ? second : first);
  const int year = third.size() == 4 ? small_number(third) : 0;
  if (month == 0 || day < 1 || day > 31 || year < 1000) return "";
  return fmt::format("{:04}-{:02}-{:02}", year, month, day);
}

class TermList {
 public:
  void add_sentence(std::string_view text, std::uint32_t number) {
    sentence_ = number;
    ++clause_;
    const std::vector<Raw> raws = Chunks().of(text);
    for (std::size_t i = 0; i < raws.size(); ++i) {
      if (raws[i].opens) ++clause_;
      const auto word = [&](std::size_t at) {
        return at < raws.size() ? std::string_view(raws[at].lower) : std::string_view();
      };
      if (std::string date = written_date(word(i), word(i + 1), word(i + 2)); !date.empty()) {
        put(std::move(date), raws[i], true);
        i += 2;
        continue;
      }
      if (const std::string_view bound = bound_of(raws[i], word(i + 1)); !bound.empty()) {
        put(std::string(bound), raws[i], false);
        continue;
      }
      const bool used_for = word(i) == "used" && i > 0 && is_being(word(i - 1));
      if (const auto phrase = phrase_at(word(i), word(i + 1), word(i + 2)); phrase && !used_for) {
        if (!phrase->word.empty()) put(meant_by(std::string(phrase->word)), raws[i], false);
        i += phrase->words - 1;
        continue;
      }
      add(raws[i]);
    }
  }
  [[nodiscard]] std::vector<Term> take() { return std::move(terms_); }

 private:
  void put(std::string word, const Raw& raw, bool special) {
    Term term;
    // A name may be written as a word that says nothing: "Go", "May", "`make`".
    const bool capital = is_upper(raw.text.front()) && !raw.first && !is_filler(raw.lower);
    const bool named = special || raw.code || capital;
    term.content = named || !is_glue(word);
    term.special = named && word != kNot;
    if (raw.code) term.exact = raw.lower;
    if (term.content && !named) term.written = raw.lower;
    term.word = std::move(word);
    term.sentence = sentence_;
    term.clause = clause_;
    term.ongoing = raw.lower.ends_with("ing");
    terms_.push_back(std::move(term));
  }

  void add(const Raw& raw) {
    std::string_view text = raw.text;
    const bool after_number = !terms_.empty() && terms_.back().sentence == sentence_ &&
                              terms_.back().special && has_digit(terms_.back().word);
    // "$5", "€5": the unit stands in front.
    for (const std::string_view sign : {"$", "€", "£"}) {
      if (text.size() > sign.size() && text.starts_with(sign) && is_digit(text[sign.size()])) {
        text.remove_prefix(sign.size());
        put(plain_number(text), raw, true);
        put(std::string(unit_of(sign)), raw, true);
        return;
      }
    }
    if (const std::string_view ordinal = same_word(raw.lower);
        !text.empty() && is_digit(text[0]) && ordinal != raw.lower) {
      return put(std::string(ordinal), raw, false);
    }
    if (!text.empty() && is_digit(text[0])) {
      const std::string number = plain_number(text);
      if (const std::size_t at = unit_begin(number); at != 0) {
        put(number.substr(0, at), raw, true);
        const std::string_view unit = unit_of(std::string_view(number).substr(at));
        if (unit == "am" || unit == "pm") return put_clock(unit == "pm");
        return put(std::string(unit), raw, true);
      }
      put(ascii_lower(number), raw, true);
      return;
    }
    if (after_number) {
      std::string_view unit = unit_of(text);
      if (unit.empty()) unit = unit_of(raw.lower);
      if (unit == "am" || unit == "pm") return put_clock(unit == "pm");
      if (!unit.empty()) return put(std::string(unit), raw, true);
    }
    if (const std::string_view digits = digits_of(raw.lower); !digits.empty()) {
      return put(std::string(digits), raw, true);
    }
    if (text.size() > 1 && (text[0] == 'v' || text[0] == 'V') && is_digit(text[1])) {
      return put(ascii_lower(plain_number(text)), raw, true);
    }
    if (const std::string_view denied = denied_by(raw.lower); !denied.empty() && !raw.code) {
      put(std::string(kNot), raw, false);
      Raw meant = raw;
      meant.text = meant.lower = denied;
      return add(meant);
    }
    if (is_undone(raw)) {
      put(std::string(kNot), raw, false);
      Raw meant = raw;
      meant.text = meant.lower = raw.lower.substr(2);
      return add(meant);
    }
    const std::string_view same = same_word(raw.lower);
    if (same != raw.lower) {
      Raw meant = raw;
      // "PRs" and "DB" are words here, not names.
      if (is_identifier(raw.text) && !raw.code) meant.first = true;
      return put(is_glue(same) ? std::string(same) : stem_of(std::string(same)), meant, false);
    }
    if (is_identifier(text)) {
      std::string_view lower = raw.lower;
      // The plural of an acronym.
      if (text.size() > 2 && lower.back() == 's' && is_upper(text[text.size() - 2])) {
        lower.remove_suffix(1);
      }
      return put(std::string(lower), raw, true);
    }
    put(meant_by(raw.lower), raw, false);
  }

  // "unformatted", "unindexed".
  static bool is_undone(const Raw& raw) {
    constexpr std::size_t kLeastLetters = 9;
    const std::string_view word = raw.lower;
    return !raw.code && word.size() >= kLeastLetters && word.starts_with("un") &&
           word.ends_with("ed") && !word.starts_with("under") && !word.starts_with("uni") &&
           std::all_of(word.begin(), word.end(), is_lower);
  }
  static bool is_being(std::string_view word) {
    static const std::set<std::string_view> kForms{"is",   "are",   "was", "were", "be",
                                                   "been", "being", "get", "gets"};
    return kForms.contains(word);
  }

  // Words that point keep their ending.
  static std::string meant_by(const std::string& word) {
    if (is_glue(word) || is_marker(word)) return word;
    return std::string(same_stem(stem_of(word)));
  }
  static bool is_marker(std::string_view word) {
    static const std::set<std::string_view> kMarkers{"before", "after", "because", "once", "above",
                                                     "below",  "under", "behind",  "over"};
    return kMarkers.contains(word);
  }

  // "over 50", "below 10"; "once" where it means "as soon as".
  static std::string_view bound_of(const Raw& raw, std::string_view next) {
    if (raw.lower == "once" && raw.opens) return "if";
    if (next.empty() || (!is_digit(next[0]) && digits_of(next).empty())) return {};
    if (raw.lower == "over" || raw.lower == "above" || raw.lower == "exceeding") return "morethan";
    if (raw.lower == "under" || raw.lower == "below") return "lessthan";
    return {};
  }

  // The number before is an hour: "3 pm" as "15:00", "10:30 am" as "10:30".
  void put_clock(bool afternoon) {
    std::string& number = terms_.back().word;
    const std::size_t colon = std::min(number.find(':'), number.size());
    int hour = small_number(std::string_view(number).substr(0, colon));
    if (hour < 1 || hour > 12) return;
    hour = hour % 12 + (afternoon ? 12 : 0);
    number = fmt::format("{:02}{}", hour, colon < number.size() ? number.substr(colon) : ":00");
  }

  std::vector<Term> terms_;
  std::uint32_t sentence_ = 0;
  std::uint32_t clause_ = 0;
};

// "Updated 2026-03-01: ", "Note: ", "Reminder: " in front of a text.
std::string_view without_label(std::string_view text) {
  static const std::set<std::string_view> kLabels{
      "updated", "update",   "last",    "noted",     "note",      "added", "as",  "of",    "on",
      "edited",  "reviewed", "checked", "confirmed", "important", "todo",  "fyi", "tip",   "info",
      "written", "reminder", "date",    "remember",  "memo",      "edit",  "nb",  "heads", "up"};
  constexpr std::size_t kLongest = 40;
  const std::size_t colon = text.substr(0, kLongest).find(": ");
  if (colon == std::string_view::npos) return text;
  for (std::string_view words = text.substr(0, colon); !words.empty();) {
    const std::string_view written = words.substr(0, words.find_first_of(" -"));
    const std::string word = ascii_lower(bare(written));
    words.remove_prefix(std::min(words.size(), written.size() + 1));
    const bool date = !word.empty() && std::all_of(word.begin(), word.end(), is_digit);
    if (!word.empty() && !date && !kLabels.contains(word)) return text;
  }
  return text.substr(colon + 2);
}

}  // namespace

std::vector<Term> terms_of(std::string_view text) {
  TermList list;
  std::uint32_t number = 0;
  const std::string plain = plain_signs(without_label(trim_left(text)));
  for (const Block& block : blocks_of(plain)) {
    for (const std::string& sentence : block.sentences) list.add_sentence(sentence, number++);
  }
  return list.take();
}

}  // namespace loci::upkeep
