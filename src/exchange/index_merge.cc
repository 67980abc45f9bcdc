#include "exchange/index_merge.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "base/diff.h"
#include "base/text.h"
#include "exchange/claude.h"
#include "exchange/merge.h"
#include "note/index_file.h"

namespace loci::exchange {
namespace {

using Files = std::set<std::string, std::less<>>;

void append_line(std::string& text, std::string_view line) {
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  text += line;
  if (!text.ends_with('\n')) text += '\n';
}

// The prose with the tool's new lines at its end: those that neither the memory nor
// what was compiled from it has. Nothing is removed, so this is what is done where
// nobody can tell which side changed a line.
std::string with_added(std::string_view prose, std::string_view compiled, std::string_view edited) {
  std::string result(prose);
  Files known;
  for (const std::string_view text : {prose, compiled}) {
    for (const std::string_view line : split_lines(text)) known.emplace(trim(line));
  }
  for (const std::string_view line : split_lines(edited)) {
    if (trim(line).empty() || known.contains(trim(line))) continue;
    append_line(result, escape_references(line));
  }
  return result;
}

// The index with other prose. Entries and prose may stand in turns, so the new prose
// is compared with the old line by line: lines that stay keep their place among the
// entries, and new ones go where the comparison has them.
std::string replace_prose(std::string_view index, const Files& files, std::string_view prose) {
  const std::vector<std::string_view> lines = split_lines(index);
  std::vector<bool> entry(lines.size(), false);
  for (const note::IndexEntry& one : note::parse_index(index)) {
    entry[one.line] = files.contains(one.file);
  }
  std::vector<std::string_view> old;
  std::vector<std::size_t> origin;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (entry[i]) continue;
    old.push_back(lines[i]);
    origin.push_back(i);
  }
  // Blank lines at the end separate the prose from what follows; they are nobody's edit.
  while (!old.empty() && trim(old.back()).empty()) old.pop_back();
  const std::vector<std::string_view> fresh = split_lines(prose);
  std::vector<std::string> before(lines.size() + 1);  // new lines above a line
  std::vector<bool> gone(lines.size(), false);
  const bool has_entries = std::find(entry.begin(), entry.end(), true) != entry.end();
  for (const DiffRun& run : diff_lines(old, fresh)) {
    for (std::size_t i = run.before_begin; i < run.before_end; ++i) gone[origin[i]] = true;
    std::size_t at = 0;
    if (run.before_begin < old.size()) {
      at = origin[run.before_begin];
    } else if (!old.empty()) {
      at = origin[old.size() - 1] + 1;
    }
    for (std::size_t i = run.after_begin; i < run.after_end; ++i) append_line(before[at], fresh[i]);
    if (old.empty() && has_entries) before[at] += '\n';  // above the entries
  }
  std::string text;
  for (std::size_t i = 0; i <= lines.size(); ++i) {
    if (!before[i].empty() && !text.empty() && !text.ends_with('\n')) text += '\n';
    text += before[i];
    if (i < lines.size() && !gone[i]) text += lines[i];
  }
  return text;
}

// When only the tool changed its file, its edits are taken as they are. When the memory
// changed too, or has more than this index to compile from, what the tool has is no
// later state of the source: then both sides are kept.
Result<std::string> merged_prose(const IndexEdit& edit, const Files& files,
                                 const Variables& variables, bool& conflict) {
  const std::string source = claude_prose(edit.source, files).text;
  const std::string compiled = claude_prose(edit.compiled, files).text;
  const std::string edited = claude_prose(edit.edited, files).text;
  if (edited == compiled) return source;
  if (!edit.both_changed && !edit.several) {
    LOCI_ASSIGN(BroughtBack back, bring_back(source, note::kIndexFile, edited, variables));
    if (!back.conflict) return std::move(back.text);
  }
  std::string both = with_added(source, compiled, edited);
  conflict = !edit.several && both != source;
  return both;
}

}  // namespace

Result<MergedIndex> merge_index(const IndexEdit& edit, const NoteNames& notes,
                                const Variables& variables) {
  MergedIndex merged;
  Files files;
  for (const auto& [file, name] : notes) files.insert(file);
  LOCI_ASSIGN(const std::string prose, merged_prose(edit, files, variables, merged.conflict));
  merged.text = prose == claude_prose(edit.source, files).text
                    ? std::string(edit.source)
                    : replace_prose(edit.source, files, prose);
  // A hook that the tool wrote replaces the memory's. One that is as it was compiled is
  // not the tool's, and an entry without a note is prose and was merged above.
  std::map<std::string, std::string> hooks;
  for (const note::IndexEntry& entry : note::parse_index(edit.compiled)) {
    hooks[entry.file] = entry.hook;
  }
  for (const note::IndexEntry& entry : note::parse_index(edit.edited)) {
    if (!files.contains(entry.file) || entry.hook.empty()) continue;
    const auto known = hooks.find(entry.file);
    if (known != hooks.end() && known->second == entry.hook) continue;
    const std::string line =
        note::index_line({entry.file, notes.find(entry.file)->second, entry.hook});
    const std::vector<note::IndexEntry> present = note::parse_index(merged.text);
    const auto same = std::find_if(present.begin(), present.end(),
                                   [&](const auto& other) { return other.file == entry.file; });
    if (same == present.end()) {
      const bool first = present.empty() && !merged.text.empty();
      if (first && !merged.text.ends_with("\n\n")) {
        merged.text += merged.text.ends_with('\n') ? "\n" : "\n\n";
      }
      append_line(merged.text, line);
    } else if (same->hook != entry.hook) {
      const std::vector<std::string_view> lines = split_lines(merged.text);
      std::string text;
      for (std::size_t i = 0; i < lines.size(); ++i) {
        if (i != same->line) {
          text += lines[i];
          continue;
        }
        append_line(text, line);
      }
      merged.text = std::move(text);
    }
  }
  return merged;
}

}  // namespace loci::exchange
