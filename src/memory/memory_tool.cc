#include "memory/memory_tool.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "base/text.h"
#include "memory/files.h"
#include "memory/moving.h"
#include "memory/writing.h"
#include "note/frontmatter.h"
#include "note/index_file.h"
#include "note/markers.h"
#include "note/note.h"
#include "note/slug.h"
#include "note/validate.h"

namespace loci::memory {
namespace {

constexpr std::string_view kRoot = "/memories";
constexpr std::string_view kOrigin = "memories";
constexpr std::string_view kDirectorySize = "4K";

Error refusal(std::string text) { return invalid_input(std::move(text)); }

// Lines as the tool counts them: what stands between line feeds.
std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  for (;;) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return lines;
    text.remove_prefix(end + 1);
  }
}

std::string numbered(const std::vector<std::string>& lines, std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t i = begin; i < end; ++i) {
    text += fmt::format("{}{:>6}\t{}", i == begin ? "" : "\n", i + 1, lines[i]);
  }
  return text;
}

std::string size_text(std::size_t bytes) {
  if (bytes == 0) return "0B";
  constexpr std::array<char, 4> kUnits{'B', 'K', 'M', 'G'};
  double size = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; size >= 1024 && unit + 1 < kUnits.size(); ++unit) size /= 1024;
  const bool whole = size == std::floor(size);
  return whole ? fmt::format("{:.0f}{}", size, kUnits[unit])
               : fmt::format("{:.1f}{}", size, kUnits[unit]);
}

// A path below /memories without dots and doubled slashes; "" is the root.
Result<std::string> resolve(const std::string& path) {
  if (!path.starts_with(kRoot)) {
    return fail(refusal(fmt::format("Path must start with /memories, got: {}", path)));
  }
  std::vector<std::string> parts;
  std::string_view rest = std::string_view(path).substr(kRoot.size());
  while (!rest.empty()) {
    const std::size_t slash = rest.find('/');
    const std::string_view part = rest.substr(0, slash);
    rest.remove_prefix(slash == std::string_view::npos ? rest.size() : slash + 1);
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      parts.emplace_back(part);
    } else if (parts.empty()) {
      return fail(refusal(fmt::format("Path {} would escape /memories directory", path)));
    } else {
      parts.pop_back();
    }
  }
  return join(parts, "/");
}

// The note that stands for a file. "notes/a.txt" is "notes%2Fa.txt%.md": names
// have no slash and no dot in front, end in .md, and some are reserved.
std::string note_name(std::string_view path) {
  std::string name = replace_all(replace_all(path, "%", "%25"), "/", "%2F");
  if (!name.ends_with(".md")) name += "%.md";
  if (note::file_name_fault(name)) {
    const auto first = static_cast<unsigned char>(name.front());
    name = fmt::format("%{:02X}{}", first, name.substr(1));
  }
  return name;
}

std::string path_of_note(std::string_view file) {
  if (file.ends_with("%.md")) file.remove_suffix(4);
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string path;
  for (std::size_t i = 0; i < file.size(); ++i) {
    const std::size_t high = i + 2 < file.size() ? kDigits.find(file[i + 1]) : kDigits.npos;
    const std::size_t low = i + 2 < file.size() ? kDigits.find(file[i + 2]) : kDigits.npos;
    if (file[i] != '%' || high == kDigits.npos || low == kDigits.npos) {
      path += file[i];
    } else {
      path += static_cast<char>(high * 16 + low);
      i += 2;
    }
  }
  return path;
}

bool is_wrapped(const note::Note& note) {
  return note.has_frontmatter && note::metadata_text(note, "origin") == kOrigin;
}

class Tree {
 public:
  Tree(Memory& memory, const std::string& scope) : memory_(memory) {
    selector_.scope = scope.empty() ? "global" : scope;
  }

  struct File {
    std::string text;  // as the tool shows it
    std::string hash;  // of the note
    bool wrapped = false;
  };

  // Every path, in order.
  Result<std::set<std::string>> paths() {
    LOCI_ASSIGN(const std::vector<FileName> files, memory::files(memory_, selector_));
    std::set<std::string> paths;
    for (const FileName& name : files) {
      const bool note = name.place.indexed() && name.file != note::kIndexFile;
      if (note) paths.insert(path_of_note(name.file));
    }
    return paths;
  }
  Result<File> read(const std::string& path) {
    LOCI_ASSIGN(NoteText note,
                memory::read(memory_, {note_name(path), selector_, std::nullopt, false}));
    note.text = note::without_conflicts(std::move(note.text));
    note::Note parsed = note::parse_note(note.text);
    File file;
    file.hash = note.info.hash;
    file.wrapped = is_wrapped(parsed);
    file.text = std::move(file.wrapped ? parsed.body : note.text);
    return file;
  }
  // As a note: as it is where it is one, else with a frontmatter.
  Result<> write(const std::string& path, const std::string& text, const File* before) {
    WriteRequest request;
    request.file = note_name(path);
    request.selector = selector_;
    request.raw = true;
    request.content = before != nullptr && !before->wrapped ? text : note_text(path, text);
    if (before != nullptr) request.if_hash = before->hash;
    request.operation = before == nullptr ? "write" : "edit";
    LOCI_ASSIGN(const ChangeReply reply, memory::write(memory_, request));
    return note_held(reply);
  }
  Result<> remove(const std::string& path) {
    LOCI_ASSIGN(const ChangeReply reply,
                memory::remove(memory_, {note_name(path), selector_, std::nullopt, false}));
    return note_held(reply);
  }
  Result<> rename(const std::string& from, const std::string& to) {
    LOCI_ASSIGN(
        const ChangeReply reply,
        memory::rename(memory_, {note_name(from), selector_, std::nullopt, false}, note_name(to)));
    return note_held(reply);
  }
  // Why what was done waits for a person, or "".
  [[nodiscard]] const std::string& held() const { return held_; }

 private:
  Result<> note_held(const ChangeReply& reply) {
    if (!reply.held.empty()) held_ = reply.held.front().why;
    return {};
  }
  [[nodiscard]] std::string note_text(const std::string& path, const std::string& text) const {
    const note::Note own = note::parse_note(text);
    const bool complete = own.has_frontmatter && !is_wrapped(own) &&
                          note::validate(own, note::requirements_for_shared_scope()).empty();
    if (complete) return text;
    note::Draft draft;
    draft.name = path;
    note::Note body;
    body.body = text;
    draft.description = note::first_line(body);
    draft.type = selector_.scope == "global" ? "user" : "project";
    draft.metadata["origin"] = kOrigin;
    return note::render_note(draft) + "\n" + text;
  }

  std::string held_;
  Memory& memory_;
  Selector selector_;
};

bool is_directory(const std::set<std::string>& paths, const std::string& path) {
  if (path.empty()) return true;
  const auto below = paths.lower_bound(path + "/");
  return below != paths.end() && below->starts_with(path + "/");
}

// Everything of a directory, or the file itself.
std::vector<std::string> below(const std::set<std::string>& paths, const std::string& path) {
  std::vector<std::string> found;
  for (const std::string& known : paths) {
    if (known == path || known.starts_with(path + "/")) found.push_back(known);
  }
  return found;
}

Result<std::string> view_directory(Tree& tree, const std::set<std::string>& paths,
                                   const std::string& path, const std::string& given) {
  std::string text = fmt::format(
      "Here're the files and directories up to 2 levels deep in {}, excluding hidden items and "
      "node_modules:\n{}\t{}",
      given, kDirectorySize, given);
  // By directory, as a listing goes; a directory comes where its name does.
  std::map<std::vector<std::string>, bool> entries;
  const std::string prefix = path.empty() ? "" : path + "/";
  for (const std::string& known : paths) {
    if (!known.starts_with(prefix)) continue;
    std::vector<std::string> parts;
    std::string_view rest = std::string_view(known).substr(prefix.size());
    bool hidden = false;
    while (!rest.empty()) {
      const std::size_t slash = rest.find('/');
      parts.emplace_back(rest.substr(0, slash));
      rest.remove_prefix(slash == std::string_view::npos ? rest.size() : slash + 1);
      hidden = hidden || parts.back().starts_with('.') || parts.back() == "node_modules";
      if (hidden) break;
      if (parts.size() <= 2) entries[parts] = rest.empty() && slash == std::string_view::npos;
    }
  }
  for (const auto& [parts, file] : entries) {
    const std::string name = join(parts, "/");
    std::string size(kDirectorySize);
    if (file) {
      LOCI_ASSIGN(const Tree::File found, tree.read(prefix + name));
      size = size_text(found.text.size());
    }
    text += fmt::format("\n{}\t{}/{}{}", size, given, name, file ? "" : "/");
  }
  return text;
}

Error missing(const std::string& path) {
  return refusal(fmt::format("The path {} does not exist. Please provide a valid path.", path));
}

Result<Tree::File> need_file(Tree& tree, const std::set<std::string>& paths,
                             const std::string& path, const std::string& given) {
  if (paths.contains(path)) return tree.read(path);
  if (is_directory(paths, path)) {
    return fail(refusal(fmt::format("The path {} is not a file.", given)));
  }
  return fail(missing(given));
}

Result<std::string> view(Tree& tree, const std::set<std::string>& paths, const std::string& path,
                         const MemoryToolCommand& command) {
  if (!paths.contains(path)) {
    if (is_directory(paths, path)) return view_directory(tree, paths, path, command.path);
    return fail(missing(command.path));
  }
  LOCI_ASSIGN(const Tree::File file, tree.read(path));
  const std::vector<std::string> lines = lines_of(file.text);
  const auto count = static_cast<std::int64_t>(lines.size());
  std::int64_t begin = 0;
  std::int64_t end = count;
  if (command.range) {
    begin = std::min(count, std::max<std::int64_t>(1, (*command.range)[0]) - 1);
    end = (*command.range)[1] == -1 ? count : (*command.range)[1];
    // Below zero it is counted from the end.
    if (end < 0) end = std::max<std::int64_t>(0, count + end);
    end = std::clamp(end, begin, count);
  }
  return fmt::format(
      "Here's the content of {} with line numbers:\n{}", command.path,
      numbered(lines, static_cast<std::size_t>(begin), static_cast<std::size_t>(end)));
}

Result<std::string> create(Tree& tree, const std::set<std::string>& paths, const std::string& path,
                           const MemoryToolCommand& command) {
  if (paths.contains(path) || is_directory(paths, path)) {
    return fail(refusal(fmt::format("File {} already exists", command.path)));
  }
  for (std::size_t slash = path.find('/'); slash != std::string::npos;
       slash = path.find('/', slash + 1)) {
    if (!paths.contains(path.substr(0, slash))) continue;
    return fail(
        refusal(fmt::format("The path {}/{} is not a directory", kRoot, path.substr(0, slash))));
  }
  LOCI_TRY(tree.write(path, command.text, nullptr));
  return fmt::format("File created successfully at: {}", command.path);
}

Result<std::string> str_replace(Tree& tree, const std::set<std::string>& paths,
                                const std::string& path, const MemoryToolCommand& command) {
  LOCI_ASSIGN(const Tree::File file, need_file(tree, paths, path, command.path));
  const std::vector<std::string> lines = lines_of(file.text);
  std::vector<std::string> matching;
  std::size_t line = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].find(command.text) == std::string::npos) continue;
    matching.push_back(std::to_string(i + 1));
    line = i;
  }
  if (matching.empty()) {
    return fail(refusal(
        fmt::format("No replacement was performed, old_str `{}` did not appear verbatim in {}.",
                    command.text, command.path)));
  }
  if (matching.size() > 1) {
    return fail(refusal(fmt::format(
        "No replacement was performed. Multiple occurrences of old_str `{}` in lines: {}. Please "
        "ensure it is unique",
        command.text, join(matching, ", "))));
  }
  std::string text = file.text;
  text.replace(text.find(command.text), command.text.size(), command.new_text);
  LOCI_TRY(tree.write(path, text, &file));
  const std::vector<std::string> changed = lines_of(text);
  return fmt::format(
      "The memory file has been edited. Here is the snippet showing the change (with line "
      "numbers):\n{}",
      numbered(changed, line < 2 ? 0 : line - 2, std::min(changed.size(), line + 3)));
}

Result<std::string> insert(Tree& tree, const std::set<std::string>& paths, const std::string& path,
                           const MemoryToolCommand& command) {
  LOCI_ASSIGN(const Tree::File file, need_file(tree, paths, path, command.path));
  std::vector<std::string> lines = lines_of(file.text);
  if (command.line < 0 || command.line > static_cast<std::int64_t>(lines.size())) {
    return fail(
        refusal(fmt::format("Invalid `insert_line` parameter: {}. It should be within the "
                            "range of lines of the file: [0, {}]",
                            command.line, lines.size())));
  }
  std::string text = command.text;
  if (text.ends_with('\n')) text.pop_back();
  lines.insert(lines.begin() + command.line, text);
  LOCI_TRY(tree.write(path, join(lines, "\n"), &file));
  return fmt::format("The file {} has been edited.", command.path);
}

Result<std::string> remove(Tree& tree, const std::set<std::string>& paths, const std::string& path,
                           const MemoryToolCommand& command) {
  if (path.empty()) return fail(refusal("Cannot delete the /memories directory itself"));
  const std::vector<std::string> files = below(paths, path);
  if (files.empty()) {
    return fail(refusal(fmt::format("The path {} does not exist", command.path)));
  }
  for (const std::string& file : files) LOCI_TRY(tree.remove(file));
  return fmt::format("Successfully deleted {}", command.path);
}

Result<std::string> rename(Tree& tree, const std::set<std::string>& paths, const std::string& path,
                           const MemoryToolCommand& command) {
  LOCI_ASSIGN(const std::string to, resolve(command.new_path));
  if (path.empty()) return fail(refusal("Cannot rename the /memories directory itself"));
  if (paths.contains(to) || is_directory(paths, to)) {
    return fail(refusal(fmt::format("The destination {} already exists", command.new_path)));
  }
  const std::vector<std::string> files = below(paths, path);
  if (files.empty()) {
    return fail(refusal(fmt::format("The path {} does not exist", command.path)));
  }
  for (const std::string& file : files) LOCI_TRY(tree.rename(file, to + file.substr(path.size())));
  return fmt::format("Successfully renamed {} to {}", command.path, command.new_path);
}

}  // namespace

namespace {

Result<std::string> run_in(Tree& tree, const MemoryToolCommand& command) {
  using Kind = MemoryToolCommand::Kind;
  LOCI_ASSIGN(const std::string path, resolve(command.path));
  LOCI_ASSIGN(const std::set<std::string> paths, tree.paths());
  switch (command.kind) {
    case Kind::View:
      return view(tree, paths, path, command);
    case Kind::Create:
      return create(tree, paths, path, command);
    case Kind::StrReplace:
      return str_replace(tree, paths, path, command);
    case Kind::Insert:
      return insert(tree, paths, path, command);
    case Kind::Delete:
      return remove(tree, paths, path, command);
    case Kind::Rename:
      return rename(tree, paths, path, command);
  }
  return fail(internal_error("unknown command of the memory tool"));
}

}  // namespace

Result<std::string> run_memory_tool(Memory& memory, const std::string& scope,
                                    const MemoryToolCommand& command) {
  Tree tree(memory, scope);
  LOCI_ASSIGN(std::string answer, run_in(tree, command));
  if (tree.held().empty()) return answer;
  return fmt::format("Stored for review: {} is as it was until a person accepts the change ({})",
                     command.path, tree.held());
}

}  // namespace loci::memory
