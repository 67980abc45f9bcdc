#include "note/index_entry.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/text.h"
#include "note/index_hooks.h"
#include "note/inline.h"
#include "note/slug.h"
#include "note/split.h"

namespace loci::note {
namespace {

constexpr std::string_view kFileMark = "(file: `";

// Where the text of a list item begins, or kNowhere.
std::size_t behind_bullet(std::string_view line) {
  const std::size_t at = skip_blanks(line, 0);
  if (at + 1 >= line.size() || !is_blank(line[at + 1])) return kNowhere;
  if (line[at] != '-' && line[at] != '*' && line[at] != '+') return kNowhere;
  return skip_blanks(line, at + 1);
}

std::string plain_name(const NoteLine& note) {
  std::string name = one_line(note.name);
  return name.empty() ? one_line(stem(note.file)) : name;
}

std::string written_name(const NoteLine& note) {
  std::string escaped;
  for (const char c : plain_name(note)) {
    if (c == '[' || c == ']' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return without_comment_marks(escaped);
}

std::string written_target(std::string_view file) {
  if (file.find_first_of(" ()<>\\") == kNowhere) return std::string(file);
  std::string escaped = "<";
  for (const char c : file) {
    if (c == '<' || c == '>' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped += '>';
}

// Splits what follows the link into separator and hook.
void find_hook(std::string_view line, std::size_t end, EntryParts& parts) {
  constexpr std::array<std::string_view, 4> kSeparators = {"—", "–", "-", ":"};
  const std::size_t limit = trim_right(line.substr(0, end)).size();
  parts.head_end = std::min(parts.head_end, limit);
  std::size_t at = std::min(skip_blanks(line, parts.head_end), limit);
  for (const std::string_view separator : kSeparators) {
    const std::size_t behind = at + separator.size();
    if (!line.substr(at, limit - at).starts_with(separator)) continue;
    if (behind < limit && !is_blank(line[behind])) continue;
    at = std::min(skip_blanks(line, behind), limit);
    break;
  }
  parts.hook_begin = at;
  parts.hook_end = limit;
}

// The note a target leads to: where its name ends in the target, or 0.
std::size_t note_target_length(std::string_view written) {
  if (written.ends_with(".md")) return written.size();
  const std::size_t anchor = written.rfind(".md#");
  return anchor == kNowhere ? 0 : anchor + 3;
}

std::optional<EntryParts> link_entry(std::string_view line, std::size_t open, std::size_t label_end,
                                     const Destination& destination) {
  const std::string_view target =
      line.substr(destination.begin, destination.end - destination.begin);
  const std::size_t length = note_target_length(target);
  EntryParts parts;
  parts.file = unescape(target.substr(0, length));
  if (!can_be_listed(parts.file)) return std::nullopt;
  parts.name_begin = open + 1;
  parts.name_end = label_end;
  parts.anchor = unescape(target.substr(length));
  parts.file_begin = destination.begin;
  parts.file_end = destination.end;
  if (line[destination.begin - 1] == '<') {
    --parts.file_begin;
    ++parts.file_end;
  }
  parts.head_end = destination.after;
  // **[Name](file.md)** — hook
  while (open > 0 && (line[open - 1] == '*' || line[open - 1] == '_') &&
         parts.head_end < line.size() && line[parts.head_end] == line[open - 1]) {
    --open;
    ++parts.head_end;
  }
  find_hook(line, line.size(), parts);
  return parts;
}

// - `title` — hook (file: `x.md`)
std::optional<EntryParts> code_entry(std::string_view line, std::size_t begin) {
  const std::size_t title_end = line.find('`', begin + 1);
  if (title_end == kNowhere) return std::nullopt;
  const std::size_t mark = line.find(kFileMark, title_end);
  if (mark == kNowhere) return std::nullopt;
  EntryParts parts;
  parts.file_begin = mark + kFileMark.size();
  parts.file_end = line.find('`', parts.file_begin);
  if (parts.file_end == kNowhere || !line.substr(parts.file_end + 1).starts_with(')')) {
    return std::nullopt;
  }
  parts.file = line.substr(parts.file_begin, parts.file_end - parts.file_begin);
  if (!can_be_listed(parts.file)) return std::nullopt;
  parts.in_code = true;
  parts.name_begin = begin + 1;
  parts.name_end = title_end;
  parts.head_end = title_end + 1;
  find_hook(line, mark, parts);
  return parts;
}

struct Edit {
  std::size_t begin;
  std::size_t end;
  std::string text;
};

}  // namespace

bool can_be_listed(std::string_view file) {
  if (file.size() <= 3 || !file.ends_with(".md") || file.find('/') != kNowhere) return false;
  if (file == kIndexFile || file == "SCRATCHPAD.md") return false;
  return std::none_of(file.begin(), file.end(),
                      [](char c) { return static_cast<unsigned char>(c) < 0x20U || c == 0x7F; });
}

std::string without_comment_marks(std::string_view text) {
  return replace_all(replace_all(text, "<!--", "<\\!--"), "-->", "--\\>");
}

std::optional<EntryParts> parse_entry(std::string_view line) {
  const std::size_t begin = behind_bullet(line);
  if (begin == kNowhere || begin >= line.size()) return std::nullopt;
  if (line[begin] == '[') {
    // Nearly every entry: no code span can reach over a link that begins the line.
    const std::size_t end = closing_bracket(line, begin);
    if (end != kNowhere) {
      if (const auto destination = parse_destination(line, end + 1)) {
        return link_entry(line, begin, end, *destination);
      }
    }
  }
  if (line[begin] == '`') {
    if (auto entry = code_entry(line, begin)) return entry;
  }
  for (const InlineLink& link : links_in_line(line)) {
    if (!link.wiki) return link_entry(line, link.open, link.label_end, link.destination);
  }
  return std::nullopt;
}

std::string entry_name(std::string_view line, const EntryParts& parts) {
  const std::string_view written = line.substr(parts.name_begin, parts.name_end - parts.name_begin);
  return parts.in_code ? std::string(written) : unescape(written);
}

std::string_view entry_hook(std::string_view line, const EntryParts& parts) {
  return line.substr(parts.hook_begin, parts.hook_end - parts.hook_begin);
}

std::string index_line(const NoteLine& note) {
  std::string line = fmt::format("- [{}]({})", written_name(note), written_target(note.file));
  const std::string hook = index_hook(note.description);
  if (!hook.empty()) line += fmt::format(" - {}", hook);
  return line;
}

bool is_generated(std::string_view line, const EntryParts& parts) {
  if (parts.in_code) return false;
  const NoteLine own{parts.file, entry_name(line, parts), std::string(entry_hook(line, parts))};
  // The hook stands as it was written, its marks already made harmless.
  const std::string head = index_line({own.file, own.name, ""});
  return line == (own.description.empty() ? head : fmt::format("{} - {}", head, own.description));
}

std::string changed_entry(std::string_view line, const EntryParts& parts, const NoteLine& after,
                          bool made_by_loci) {
  std::vector<Edit> edits;
  // Nothing can be escaped in a code span.
  const std::string name = parts.in_code
                               ? without_comment_marks(replace_all(plain_name(after), "`", "'"))
                               : plain_name(after);
  if (entry_name(line, parts) != name) {
    edits.push_back({parts.name_begin, parts.name_end, parts.in_code ? name : written_name(after)});
  }
  if (after.file != parts.file) {
    edits.push_back({parts.file_begin, parts.file_end,
                     parts.in_code ? after.file : written_target(after.file + parts.anchor)});
  }
  const std::string hook = index_hook(after.description);
  if (made_by_loci && entry_hook(line, parts) != hook) {
    const bool had_hook = parts.hook_begin < parts.hook_end;
    if (had_hook && !hook.empty()) {
      edits.push_back({parts.hook_begin, parts.hook_end, hook});
    } else {
      edits.push_back({parts.head_end, parts.hook_end, hook.empty() ? "" : " - " + hook});
    }
  }
  std::sort(edits.begin(), edits.end(),
            [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
  std::string changed;
  std::size_t done = 0;
  for (const Edit& edit : edits) {
    changed += line.substr(done, edit.begin - done);
    changed += edit.text;
    done = edit.end;
  }
  changed += line.substr(done);
  // In a line of broken Markdown a new name can change what the rest means.
  const auto read_back = parse_entry(changed);
  if (read_back && read_back->file == after.file && entry_name(changed, *read_back) == name) {
    return changed;
  }
  return after.file == parts.file ? std::string(line) : index_line(after);
}

}  // namespace loci::note
