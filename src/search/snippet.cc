#include "search/snippet.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/text.h"

namespace loci::search {
namespace {

constexpr std::string_view kEllipsis = "…";

std::string on_one_line(std::string_view text) {
  // Nearly always.
  if (is_plain(text) && text.find("  ") == std::string_view::npos) return std::string(trim(text));
  const auto is_space = [](char c) { return static_cast<unsigned char>(c) <= 0x20 || c == 0x7F; };
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    while (at < text.size() && !is_space(text[at])) ++at;
    if (at > begin && !result.empty()) result += ' ';
    result.append(text.substr(begin, at - begin));
    while (at < text.size() && is_space(text[at])) ++at;
  }
  return result;
}

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

// The place at or before `at` where a word may begin; not farther than a line.
std::size_t word_begin(std::string_view text, std::size_t at) {
  constexpr std::size_t kFarthest = 24;
  const std::size_t least = at > kFarthest ? at - kFarthest : 0;
  for (std::size_t i = at; i > least; --i) {
    if (text[i - 1] == ' ' || text[i - 1] == '\n') return i;
  }
  if (least == 0) return 0;
  while (at > 0 && at < text.size() && is_continuation(text[at])) --at;
  return at;
}

// Between the parts of "e-mail".
bool is_link(char c) { return c == '-' || c == '_'; }

// Line ends.
std::size_t count_lines(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = text.find('\n'); at != std::string_view::npos;
       at = text.find('\n', at + 1)) {
    ++count;
  }
  return count;
}

}  // namespace

Highlighter::Highlighter(const Query& query) : query_(query) {
  for (const Clause& clause : query.clauses) {
    Forms forms;
    if (clause.kind == Clause::Kind::Word) {
      forms.stem = stem(clause.words[0]);
      forms.irregular = irregular_forms(forms.stem);
    }
    if (clause.kind == Clause::Kind::Prefix) {
      beginnings_.add_prefix(clause.words[0]);
    } else {
      beginnings_.add(clause.words[0]);
    }
    for (const std::string& other : clause.others) beginnings_.add(other);
    all_words_ =
        all_words_ || clause.kind == Clause::Kind::Phrase || clause.kind > Clause::Kind::Prefix;
    add_beginnings(forms);
    forms_.push_back(std::move(forms));
  }
}

// As wide as Forms::match().
void Highlighter::add_beginnings(const Forms& forms) {
  if (forms.stem.size() == 1) beginnings_.add_prefix(forms.stem);
  if (forms.stem.size() > 1) {
    const std::string_view first = std::string_view(forms.stem).substr(0, 1);
    beginnings_.add(forms.stem);
    beginnings_.add(first);
    beginnings_.add(fmt::format("{}y", first));
  }
  for (const std::string_view form : forms.irregular) beginnings_.add(form);
}

bool Highlighter::Forms::match(std::string_view word) const {
  if (stem.empty()) return false;
  // Few words begin as a stem does: most need no stemming.
  const bool alike =
      word[0] == stem[0] && (word.size() == 1 || stem.size() == 1 || word[1] == stem[1] ||
                             word[1] == 'y' || is_link(word[1]));
  if (alike && search::stem(word) == stem) return true;
  return std::find(irregular.begin(), irregular.end(), word) != irregular.end();
}

bool Highlighter::matches(const Clause& clause, std::size_t number, std::size_t token) const {
  const std::string_view word = tokens_.word(tokens_.list()[token]);
  if (clause.is_open()) return clause.means(word);
  if (word == clause.words[0] || forms_[number].match(word)) return true;
  return std::find(clause.others.begin(), clause.others.end(), word) != clause.others.end();
}

// One past the last token of a phrase that begins at `token`, or 0.
std::size_t Highlighter::phrase_end(const Clause& clause, std::size_t token) const {
  std::size_t matched = 1;
  std::size_t at = token + 1;
  for (; at < tokens_.list().size() && matched < clause.words.size(); ++at) {
    if (tokens_.word(tokens_.list()[at]) == clause.words[matched]) {
      ++matched;
    } else if (!tokens_.list()[at].joined &&
               (at + 1 == tokens_.list().size() || !tokens_.list()[at + 1].joined)) {
      return 0;
    }
  }
  return matched == clause.words.size() ? at : 0;
}

std::vector<Match> Highlighter::find(std::string_view text) {
  tokens_.clear();
  if (all_words_) {
    tokenize(text, tokens_);
  } else {
    tokenize_some(text, beginnings_, tokens_);
  }
  std::vector<Match> found;
  for (std::size_t token = 0; token < tokens_.list().size(); ++token) {
    const Token& at = tokens_.list()[token];
    for (std::size_t number = 0; number < query_.clauses.size(); ++number) {
      const Clause& clause = query_.clauses[number];
      if (!matches(clause, number, token)) continue;
      std::size_t end = at.end;
      if (clause.words.size() > 1) {
        const std::size_t last = phrase_end(clause, token);
        if (last == 0) continue;
        end = tokens_.list()[last - 1].end;
      }
      found.push_back({at.begin, end, number});
    }
  }
  return found;
}

std::string snippet(std::string_view text, const std::vector<Match>& matches,
                    std::size_t characters) {
  std::size_t best = 0;
  std::size_t most = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(matches.size(), 200); ++i) {
    std::uint64_t clauses = 0;  // those past the 64th count as one
    for (std::size_t k = i; k < matches.size() && matches[k].end <= matches[i].begin + characters;
         ++k) {
      clauses |= std::uint64_t{1} << std::min<std::size_t>(matches[k].clause, 63);
    }
    const auto count = static_cast<std::size_t>(std::popcount(clauses));
    if (count > most) {
      most = count;
      best = i;
    }
  }
  const std::size_t lead = characters / 5;
  std::size_t begin = matches.empty() || matches[best].begin < lead * 2
                          ? 0
                          : word_begin(text, matches[best].begin - lead);
  begin += text.substr(begin).size() - trim_left(text.substr(begin)).size();
  const std::string_view rest = text.substr(begin);
  std::string_view shown = cut_characters(rest, characters);
  if (shown.size() < rest.size()) {
    const std::size_t space = shown.find_last_of(" \n");
    if (space != std::string_view::npos && space * 2 > shown.size()) shown = shown.substr(0, space);
  }
  std::string result = on_one_line(shown);
  if (begin > 0 && !trim(text.substr(0, begin)).empty()) result = std::string(kEllipsis) + result;
  if (!trim(rest.substr(shown.size())).empty()) result += kEllipsis;
  return result;
}

std::vector<LineWindow> line_windows(std::string_view text, const std::vector<Match>& matches,
                                     std::size_t around, std::size_t most) {
  std::vector<LineWindow> windows;
  std::size_t line = 1;
  std::size_t at = 0;
  const std::size_t last_line = count_lines(text) + (text.empty() || text.back() == '\n' ? 0U : 1U);
  for (const Match& match : matches) {
    if (match.begin > at) line += count_lines(text.substr(at, match.begin - at));
    at = std::max(at, match.begin);
    const std::size_t first = line > around ? line - around : 1;
    const std::size_t last = std::min(line + around, std::max<std::size_t>(last_line, 1));
    if (!windows.empty() && first <= windows.back().last + 1) {
      windows.back().last = std::max(windows.back().last, last);
    } else if (windows.size() < most) {
      windows.push_back({first, last});
    } else {
      break;
    }
  }
  return windows;
}

}  // namespace loci::search
