// The text an agent is given for an answer.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "search/search.h"

namespace loci::search {
namespace {

constexpr std::size_t kAround = 3;
constexpr std::size_t kWindows = 5;
constexpr std::size_t kMarkerBytes = 64;   // room for the marker
constexpr std::size_t kLineBytes = 2'000;  // of one line that is shown
constexpr std::string_view kLeftOut = "…";

std::string words_of_hit(const Hit& hit) {
  std::string text;
  for (const WordCount& word : hit.words) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", printable(word.text, true));
  }
  return text.empty() ? std::string("—") : text;
}

std::string header(const Hit& hit, std::string_view path) {
  return fmt::format("{}  [matched: {}]{}\n", printable(path, true), words_of_hit(hit),
                     hit.by_meaning  ? " (by meaning)"
                     : hit.name_only ? " (filename match)"
                                     : "");
}

std::string summary(const Answer& answer, std::size_t shown) {
  const std::size_t files = answer.hits.size() + answer.more;
  std::string terms;
  for (const Term& term : answer.terms) {
    terms += fmt::format("{}({}) ", printable(term.text, true), term.notes);
  }
  return fmt::format("Searched {} term{}: {}across {} file{}. Showing top {} by relevance.\n",
                     answer.terms.size(), answer.terms.size() == 1 ? "" : "s", terms, files,
                     files == 1 ? "" : "s", shown);
}

enum class Numbers : std::uint8_t { Shown, Hidden };

std::string lines_in(std::string_view text, const std::vector<LineWindow>& windows,
                     Numbers numbers) {
  constexpr std::size_t kMostly = 1'024;  // what an excerpt has
  std::string result;
  result.reserve(std::min(text.size() + text.size() / 8, kMostly));
  std::size_t line = 1;
  for (const LineWindow& window : windows) {
    if (!result.empty()) result += fmt::format("{}\n", kLeftOut);
    for (; line <= window.last && !text.empty(); ++line) {
      const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
      const std::string_view whole = without_ending(text.substr(0, end));
      text.remove_prefix(end);
      if (line < window.first) continue;
      const std::string_view shown = cut_bytes(whole, kLineBytes);
      if (numbers == Numbers::Shown) {
        result += fmt::format_int(line).c_str();
        result += ": ";
      }
      if (is_plain(shown)) {
        result += shown;
      } else {
        result += printable(shown, true);
      }
      if (shown.size() < whole.size()) result += kLeftOut;
      result += '\n';
    }
  }
  return result;
}

// The first lines that say something, of a note whose text has none of the words.
std::vector<LineWindow> first_lines(const Hit& hit) {
  constexpr std::size_t kPreview = 3;
  std::vector<LineWindow> windows;
  std::size_t shown = 0;
  std::size_t line = 1;
  std::string_view rest = hit.text;
  for (; !rest.empty() && shown < kPreview; ++line) {
    const std::size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
    const bool says = line >= hit.first_line && !trim(rest.substr(0, end)).empty();
    rest.remove_prefix(end);
    if (!says) continue;
    ++shown;
    if (!windows.empty() && windows.back().last + 1 == line) {
      windows.back().last = line;
    } else {
      windows.push_back({line, line});
    }
  }
  return windows;
}

// Of the text alone: the frontmatter says nothing that the line above does not.
std::vector<LineWindow> windows_of_text(const Hit& hit) {
  std::size_t begin = 0;
  for (std::size_t line = 1; line < hit.first_line && begin < hit.text.size(); ++line) {
    begin = std::min(hit.text.find('\n', begin), hit.text.size() - 1) + 1;
  }
  std::vector<Match> matches;
  for (const Match& match : hit.matches) {
    if (match.begin >= begin) matches.push_back(match);
  }
  std::vector<LineWindow> windows = line_windows(hit.text, matches, kAround, kWindows);
  for (LineWindow& window : windows) window.first = std::max(window.first, hit.first_line);
  return windows;
}

std::string lines_of_hit(const Hit& hit, Numbers numbers) {
  if (hit.name_only) return lines_in(hit.text, first_lines(hit), numbers);
  if (hit.by_meaning && !hit.sections.empty()) {  // no line has a word of it: the first ones
    const SectionHit& best = hit.sections.front();
    return lines_in(hit.text, {{best.line, std::min(best.end_line, best.line + 2 * kAround)}},
                    numbers);
  }
  return lines_in(hit.text, windows_of_text(hit), numbers);
}

}  // namespace

std::string excerpt(const Hit& hit) { return lines_of_hit(hit, Numbers::Shown); }

std::string render(const Answer& answer, std::span<const std::string> paths, std::size_t bytes) {
  if (answer.hits.empty()) return {};
  std::string text;
  std::size_t shown = 0;
  const std::size_t spent = kMarkerBytes + summary(answer, answer.hits.size()).size() + 1;
  const std::size_t room = bytes > spent ? bytes - spent : 0;
  for (std::size_t i = 0; i < answer.hits.size(); ++i) {
    const Hit& hit = answer.hits[i];
    std::string block = header(hit, i < paths.size() ? std::string_view(paths[i]) : hit.key);
    block += lines_of_hit(hit, Numbers::Hidden);
    if (!text.empty()) block.insert(0, "\n");
    if (text.size() + block.size() > room) {
      if (!text.empty() || room <= kLeftOut.size() + 1) break;
      // A single note that is too long is better cut than left out.
      block = std::string(cut_bytes(block, room - kLeftOut.size() - 1));
      block += fmt::format("{}\n", kLeftOut);
    }
    text += block;
    ++shown;
  }
  if (shown > 0) text.insert(0, summary(answer, shown) + "\n");
  const std::size_t omitted = answer.hits.size() - shown + answer.more;
  if (omitted > 0) {
    text += fmt::format("{}…[search truncated, {} more file(s) omitted]\n", shown > 0 ? "\n" : "",
                        omitted);
  }
  return text;
}

}  // namespace loci::search
