#include "exchange/merge.h"

#include <algorithm>
#include <vector>

#include "base/diff.h"
#include "base/text.h"

namespace loci::exchange {

Result<BroughtBack> bring_back(std::string_view source, std::string_view file,
                               std::string_view edited, const Variables& variables) {
  const std::vector<std::string_view> lines = split_lines(source);
  LOCI_ASSIGN(const Expansion whole, variables.expand(source, file));
  // Line by line, because what the tool has are expanded lines: each must know which
  // line of the source it came from. A value may have several lines, so that one line
  // of the source can be many.
  std::vector<std::string> expanded;
  expanded.reserve(lines.size());
  for (const std::string_view line : lines) {
    LOCI_ASSIGN(Expansion expansion, variables.expand(line, file));
    expanded.push_back(std::move(expansion.text));
  }
  std::vector<std::string_view> compiled;
  std::vector<std::size_t> origin;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (const std::string_view line : split_lines(expanded[i])) {
      compiled.push_back(line);
      origin.push_back(i);
    }
  }
  const std::vector<std::string_view> now = split_lines(edited);
  BroughtBack result;
  std::string text;
  std::string theirs;
  std::size_t at = 0;  // the next source line
  const auto keep_until = [&](std::size_t end) {
    for (; at < end; ++at) {
      text += lines[at];
      theirs += lines[at];
    }
  };
  for (const DiffRun& run : diff_lines(compiled, now)) {
    const std::size_t begin =
        run.before_begin < origin.size() ? origin[run.before_begin] : lines.size();
    // The lines before the run are unchanged: the source's own text, variables and all.
    // A run that begins inside a value takes the whole line of the source with it.
    keep_until(std::max(begin, at));
    for (std::size_t i = run.before_begin; i < run.before_end; ++i) {
      if (origin[i] < at) continue;
      at = origin[i] + 1;
      if (has_reference(lines[origin[i]])) result.conflict = true;
    }
    // Lines that were added in the middle of a value, without changing one of its own.
    const bool inside = run.before_begin == run.before_end && run.before_begin > 0 &&
                        run.before_begin < origin.size() &&
                        origin[run.before_begin - 1] == origin[run.before_begin];
    if (inside) result.conflict = true;
    // What the tool wrote is text: a "${" in it must not become a variable, and a value
    // that came from the environment must not end up in the source.
    for (std::size_t i = run.after_begin; i < run.after_end; ++i) {
      const std::string line = variables.mask(escape_references(now[i]), whole.environment);
      text += line;
      theirs += line;
    }
  }
  keep_until(lines.size());
  // Inside a value of several lines there is no line of the source to keep.
  if (result.conflict && compiled.size() != lines.size()) {
    theirs = variables.mask(escape_references(edited), whole.environment);
  }
  result.text = result.conflict ? std::string(source) : std::move(text);
  result.theirs = std::move(theirs);
  return result;
}

}  // namespace loci::exchange
