#include "search/query.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <utility>

#include "base/text.h"
#include "note/note.h"
#include "note/split.h"
#include "search/days.h"
#include "search/tokenizer.h"
#include "search/words.h"

namespace loci::search {
namespace {

using note::kNowhere;
// What is behind these is not read: a query is a sentence, not a book.
constexpr std::size_t kQueryBytes = 4096;
constexpr std::size_t kMostClauses = 64;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool has_word_character(std::string_view text) {
  while (!text.empty()) {
    const Decoded decoded = decode_utf8(text);
    if (is_word_character(decoded.character)) return true;
    text.remove_prefix(decoded.length);
  }
  return false;
}

// A phrase is matched part by part: of the tokens at one place the last is the
// smallest (a_b, a, b: a and b).
std::vector<std::string> phrase_words(std::string_view text) {
  Tokens tokens;
  tokenize(text, tokens);
  std::vector<std::string> words;
  for (const Token& token : tokens.list()) {
    if (token.joined && !words.empty()) words.pop_back();
    words.emplace_back(tokens.word(token));
  }
  return words;
}

class Parser {
 public:
  Parser(std::string_view text, Timestamp now) : text_(cut_bytes(text, kQueryBytes)), now_(now) {}

  Query parse() {
    for (skip_space(); at_ < text_.size(); skip_space()) take_item();
    leave_out_stop_words();
    join_neighbours();
    name_days();
    return std::move(query_);
  }

 private:
  void skip_space() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }

  void take_item() {
    char sign = 0;
    if ((text_[at_] == '+' || text_[at_] == '-') && at_ + 1 < text_.size() &&
        !is_space(text_[at_ + 1]) && text_[at_ + 1] != text_[at_]) {
      sign = text_[at_];
    }
    const std::size_t begin = at_ + (sign != 0 ? 1 : 0);
    if (text_[begin] == '"') {
      const std::size_t close = text_.find('"', begin + 1);
      const std::string_view inside =
          close == kNowhere ? std::string_view() : text_.substr(begin + 1, close - begin - 1);
      if (has_word_character(inside)) {
        at_ = close + 1;
        sentence_.emplace_back();
        add_phrase(inside, sign);
        return;
      }
    }
    std::size_t end = begin;
    while (end < text_.size() && !is_space(text_[end])) ++end;
    const std::string_view word = text_.substr(begin, end - begin);
    at_ = end;
    if (sign == 0 && take_filter(word)) return;
    if (take_open(word, sign)) return;
    add_words(word, sign);
  }

  // `key:value`; false when it is none, or its value means nothing.
  bool take_filter(std::string_view word) {
    const std::size_t colon = word.find(':');
    if (colon == kNowhere || colon + 1 >= word.size()) return false;
    const std::string key = ascii_lower(word.substr(0, colon));
    std::string_view value = word.substr(colon + 1);
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"') {
      value = value.substr(1, value.size() - 2);
    }
    if (!has_word_character(value)) return false;
    if (key == "type") {
      const auto type = note::parse_type(value);
      if (type) query_.types.emplace_back(note::type_name(*type));
      return type.has_value();
    }
    if (key == "scope") {
      query_.scopes.push_back(ascii_lower(value));
    } else if (key == "tag") {
      query_.tags.push_back(fold(value));
    } else if (key == "origin") {
      query_.origins.push_back(ascii_lower(value));
    } else if (key == "file") {
      query_.files.push_back(fold(value));
    } else if (key == "after" || key == "before") {
      const auto period = parse_period(value, now_);
      if (!period) return false;
      (key == "after" ? query_.after : query_.before) = period->begin;
    } else {
      return false;
    }
    return true;
  }

  // `conf*`, `*socket`, `*socket*`.
  bool take_open(std::string_view word, char sign) {
    const bool before = word.front() == '*';
    const bool behind = word.back() == '*';
    if (word.size() < 2 || (!before && !behind)) return false;
    while (!word.empty() && word.front() == '*') word.remove_prefix(1);
    while (!word.empty() && word.back() == '*') word.remove_suffix(1);
    const std::vector<std::string> words = words_of(word);
    if (words.empty()) return false;
    sentence_.emplace_back();
    if (before) {  // an identifier is looked for as it is written: its parts are inside it
      add({behind ? Clause::Kind::Inside : Clause::Kind::Ending,
           "*" + words[0] + (behind ? "*" : ""),
           {words[0]},
           sign == '+'},
          sign);
      return true;
    }
    const std::string text = words.size() == 1 ? words[0] : phrase_words(word).back();
    add({Clause::Kind::Prefix, text + "*", {text}, sign == '+'}, sign);
    return true;
  }

  void add_phrase(std::string_view inside, char sign) {
    std::vector<std::string> words = phrase_words(inside);
    if (words.empty()) return;
    add({Clause::Kind::Phrase, "\"" + join(words, " ") + "\"", std::move(words), sign == '+'},
        sign);
  }

  // An identifier is itself and its parts; only itself when it must or must
  // not be there.
  void add_words(std::string_view text, char sign) {
    Tokens tokens;
    tokenize(text, tokens);
    const std::vector<Token>& list = tokens.list();
    sentence_.emplace_back(list.size() == 1 && sign == 0 ? tokens.word(list[0]) : "");
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::string word(tokens.word(list[i]));
      const char32_t first = decode_utf8(word).character;
      const bool lone = is_unspaced(first) && decode_utf8(word).length == word.size();
      if (lone && list.size() > 1) continue;  // the last of several: its pair says more
      const auto kind = lone ? Clause::Kind::Prefix : Clause::Kind::Word;
      add({kind, word, {word}, sign == '+'}, sign);
      const bool has_parts = i + 1 < list.size() && list[i + 1].joined;
      if (sign != 0 && has_parts) break;
    }
  }

  void add(Clause clause, char sign) {
    std::vector<Clause>& list = sign == '-' ? query_.excluded : query_.clauses;
    const auto same = std::find_if(list.begin(), list.end(), [&](const Clause& other) {
      return other.kind == clause.kind && other.words == clause.words;
    });
    if (same != list.end()) {
      same->required = same->required || clause.required;
    } else if (list.size() < kMostClauses) {
      list.push_back(std::move(clause));
    }
  }

  static bool is_idle(const Clause& clause) {
    return clause.kind == Clause::Kind::Word && !clause.required && is_stop_word(clause.words[0]);
  }

  void leave_out_stop_words() {
    std::vector<Clause>& clauses = query_.clauses;
    if (std::all_of(clauses.begin(), clauses.end(), is_idle)) return;
    clauses.erase(std::remove_if(clauses.begin(), clauses.end(), is_idle), clauses.end());
  }

  void join_neighbours() {
    for (std::size_t i = 1; i < sentence_.size(); ++i) {
      if (may_be_one(sentence_[i - 1], sentence_[i])) {
        query_.neighbours.push_back({sentence_[i - 1], sentence_[i]});
      }
    }
    if (query_.neighbours.size() > kMostClauses) query_.neighbours.resize(kMostClauses);
  }

  void name_days() {
    const std::optional<Timestamp> today = parse_time(local_date(now_));
    for (std::size_t i = 0; today && i < sentence_.size(); ++i) {
      const auto days = days_named(sentence_, i, *today);
      if (!days) continue;
      for (Clause& clause : query_.clauses) {
        if (clause.kind == Clause::Kind::Word && clause.words[0] == sentence_[i])
          clause.days = days;
      }
    }
  }

  std::string_view text_;
  Timestamp now_;
  std::size_t at_ = 0;
  // Items in a row: a word by itself, "" for everything else.
  std::vector<std::string> sentence_;
  Query query_;
};

std::optional<int> number(std::string_view text, std::size_t digits) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.size() != digits || error != std::errc() || end != text.data() + text.size() ||
      value < 0) {
    return std::nullopt;
  }
  return value;
}

}  // namespace

bool Clause::means(std::string_view word) const {
  const std::string& letters = words[0];
  switch (kind) {
    case Kind::Prefix:
      return word.starts_with(letters);
    case Kind::Ending:
      return word.ends_with(letters);
    case Kind::Inside: {
      if (word.find(letters) != std::string_view::npos) return true;
      if (!guessed) return false;
      // Also in another form: "reconfiguring" for "configure".
      const std::string own(stem(letters));
      return word.find(own) != std::string_view::npos && stem(word).ends_with(own);
    }
    case Kind::Word:
    case Kind::Phrase:
      break;
  }
  return false;
}

bool Query::filters() const {
  return !types.empty() || !scopes.empty() || !tags.empty() || !files.empty() || !origins.empty() ||
         after || before || !excluded.empty() ||
         std::any_of(clauses.begin(), clauses.end(), [](const Clause& c) { return c.required; });
}

std::optional<Period> parse_period(std::string_view text, Timestamp now) {
  using std::chrono::sys_days;
  if (const auto span = parse_duration(text)) return Period{now - *span, now};
  const auto year = number(text.substr(0, 4), 4);
  if (year && text.size() == 4) {
    const std::chrono::year first(*year);
    return Period{sys_days(first / 1 / 1), sys_days((first + std::chrono::years(1)) / 1 / 1)};
  }
  if (year && text.size() == 7 && text[4] == '-') {
    const auto month = number(text.substr(5), 2);
    if (!month || *month < 1 || *month > 12) return std::nullopt;
    const std::chrono::year_month first(std::chrono::year(*year),
                                        std::chrono::month(static_cast<unsigned>(*month)));
    return Period{sys_days(first / 1), sys_days((first + std::chrono::months(1)) / 1)};
  }
  const auto at = parse_time(text);
  if (!at) return std::nullopt;
  return Period{*at, is_date(text) ? *at + std::chrono::days(1) : *at};
}

Result<Query> parse_query(std::string_view text, Timestamp now) {
  if (!has_word_character(text)) {
    return fail(
        invalid_input("a search needs at least one letter or digit", "give the words to look for"));
  }
  Query query = Parser(text, now).parse();
  // With nothing to look for, what was to be left out is what is meant: `-race`.
  const bool alone = query.clauses.empty() && !query.excluded.empty();
  std::vector<Clause> excluded;
  if (alone) excluded.swap(query.excluded);
  if (alone && !query.filters()) {
    query.clauses = std::move(excluded);
  } else if (alone) {
    query.excluded = std::move(excluded);
  }
  return query;
}

}  // namespace loci::search
