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

std::string counts_of(const Hit& hit) {
  std::string text;
  for (const WordCount& word : hit.words) {
    text +=
        fmt::format("{}{} ×{}", text.empty() ? "" : ", ", printable(word.text, true), word.count);
  }
  return text;
}

std::string header(const Hit& hit, std::string_view scope) {
  std::string text =
      fmt::format("## {} ({}/{})\n", printable(hit.name, true), scope, printable(hit.key, true));
  std::string facts = utc_date(hit.date);
  if (hit.date == Timestamp()) facts.clear();
  const auto add = [&facts](const std::string& fact) {
    if (fact.empty()) return;
    if (!facts.empty()) facts += " · ";
    facts += fact;
  };
  add(hit.type);
  add(counts_of(hit));
  if (hit.name_only) add("filename only");
  if (hit.by_meaning) add("by meaning");
  return text + facts + "\n";
}

std::string numbered_lines(std::string_view text, const std::vector<LineWindow>& windows) {
  std::string result;
  std::size_t line = 1;
  for (const LineWindow& window : windows) {
    if (!result.empty()) result += fmt::format("{}\n", kLeftOut);
    for (; line <= window.last && !text.empty(); ++line) {
      const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
      const std::string_view whole = without_ending(text.substr(0, end));
      text.remove_prefix(end);
      if (line < window.first) continue;
      const std::string_view shown = cut_bytes(whole, kLineBytes);
      result += fmt::format_int(line).c_str();
      result += ": ";
      result += printable(shown, true);
      if (shown.size() < whole.size()) result += kLeftOut;
      result += '\n';
    }
  }
  return result;
}

}  // namespace

std::string excerpt(const Hit& hit) {
  if (hit.name_only) return {};
  if (hit.by_meaning && !hit.sections.empty()) {  // no line has a word of it: the first ones
    const SectionHit& best = hit.sections.front();
    return numbered_lines(hit.text,
                          {{best.line, std::min(best.end_line, best.line + 2 * kAround)}});
  }
  return numbered_lines(hit.text, line_windows(hit.text, hit.matches, kAround, kWindows));
}

std::string render(const Answer& answer, std::span<const Collection> collections,
                   std::size_t bytes) {
  std::string text;
  std::size_t shown = 0;
  const std::size_t room = bytes > kMarkerBytes ? bytes - kMarkerBytes : 0;
  for (const Hit& hit : answer.hits) {
    const bool known = hit.collection < collections.size();
    std::string block = header(hit, known ? collections[hit.collection].scope : std::string());
    block += excerpt(hit);
    if (!text.empty()) block.insert(0, "\n");
    if (text.size() + block.size() > room) {
      if (!text.empty()) break;
      // A single note that is too long is better cut than left out.
      block =
          std::string(cut_bytes(block, room > kLeftOut.size() ? room - kLeftOut.size() - 1 : 0));
      block += fmt::format("{}\n", kLeftOut);
    }
    text += block;
    ++shown;
  }
  const std::size_t omitted = answer.hits.size() - shown + answer.more;
  if (omitted > 0) text += fmt::format("…[search truncated, {} more file(s) omitted]\n", omitted);
  return text;
}

}  // namespace loci::search
