#include "remote/git_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/json.h"
#include "base/text.h"

namespace loci::remote {
namespace {

constexpr std::uint64_t kMarkerVersion = 1;
constexpr std::size_t kMostNamed = 20;

bool is_hex_text(std::string_view text, std::size_t least, std::size_t most) {
  return text.size() >= least && text.size() <= most &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::optional<std::uint64_t> number_in(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// The text up to a character, which is taken too.
std::string_view take_until(std::string_view& rest, char stop) {
  const std::size_t at = rest.find(stop);
  const std::string_view taken = rest.substr(0, at);
  rest.remove_prefix(at == std::string_view::npos ? rest.size() : at + 1);
  return taken;
}

std::string blob_of(std::string_view id) {
  const bool none = id.find_first_not_of('0') == std::string_view::npos;
  return none || !is_hex_text(id, 40, 64) ? "" : std::string(id);
}

bool is_file_mode(std::string_view mode) { return mode == "100644" || mode == "100755"; }

std::string counted(std::size_t count, std::string_view what) {
  return fmt::format("{} note{} {}", count, count == 1 ? "" : "s", what);
}

}  // namespace

std::string format_marker(const Marker& marker) {
  return dump_json(Json{{"loci", "remote"},
                        {"version", kMarkerVersion},
                        {"id", marker.id},
                        {"epoch", marker.epoch}},
                   2) +
         "\n";
}

Result<Marker> parse_marker(std::string_view text) {
  const auto json = parse_json(text);
  const auto is = [&](const char* key, auto holds) {
    return json && json->is_object() && json->contains(key) && holds((*json)[key]);
  };
  const auto number = [](const Json& value) { return value.is_number_unsigned(); };
  const auto word = [](const Json& value) { return value.is_string(); };
  if (!is("version", number) || !is("id", word) || !is("epoch", number)) {
    return fail(denied("this is not a loci remote: its marker cannot be read"));
  }
  if ((*json)["version"].get<std::uint64_t>() > kMarkerVersion) {
    return fail(denied("this remote was made by a later version of loci",
                       "update loci here; nothing was changed"));
  }
  Marker marker{(*json)["id"].get<std::string>(), (*json)["epoch"].get<std::uint64_t>()};
  if (!is_hex_text(marker.id, 8, 64)) {
    return fail(denied("this is not a loci remote: its marker has no id"));
  }
  return marker;
}

std::string format_cursor(const GitCursor& cursor) {
  return fmt::format("git {} {} {}", cursor.marker.id, cursor.marker.epoch, cursor.commit);
}

std::optional<GitCursor> parse_cursor(std::string_view text) {
  if (take_until(text, ' ') != "git") return std::nullopt;
  GitCursor cursor;
  cursor.marker.id = take_until(text, ' ');
  const auto epoch = number_in(take_until(text, ' '));
  cursor.commit = text;
  if (!epoch || !is_hex_text(cursor.commit, 40, 64)) return std::nullopt;
  cursor.marker.epoch = *epoch;
  return cursor;
}

std::string format_purged(const std::set<sync::Purged>& purged) {
  std::string text;
  for (const sync::Purged& purge : purged) text += fmt::format("{} {}\n", purge.hash, purge.note);
  return text;
}

std::set<sync::Purged> parse_purged(std::string_view text) {
  std::set<sync::Purged> purged;
  for (std::string_view line : split_lines(text)) {
    line = without_ending(line);
    const std::string_view hash = take_until(line, ' ');
    if (is_hex_text(hash, 64, 64) && !line.empty()) {
      purged.insert({std::string(line), std::string(hash)});
    }
  }
  return purged;
}

std::string format_confirmed(const ConfirmedNotes& notes) {
  std::string text;
  for (const auto& [note, confirmed] : notes) {
    if (confirmed.marks.empty()) continue;
    text += fmt::format("{} {}", confirmed.hash, confirmed.marks.size());
    for (const std::string& mark : confirmed.marks) text += fmt::format(" {}", mark);
    text += fmt::format(" {}\n", note);
  }
  return text;
}

ConfirmedNotes parse_confirmed(std::string_view text) {
  ConfirmedNotes notes;
  for (std::string_view line : split_lines(text)) {
    line = without_ending(line);
    Confirmed confirmed;
    confirmed.hash = take_until(line, ' ');
    const auto count = number_in(take_until(line, ' '));
    if (!is_hex_text(confirmed.hash, 64, 64) || !count || *count > line.size()) continue;
    for (std::uint64_t i = 0; i < *count; ++i) {
      const std::string_view mark = take_until(line, ' ');
      if (is_hex_text(mark, 1, 64)) confirmed.marks.emplace(mark);
    }
    if (!line.empty()) notes.insert_or_assign(std::string(line), std::move(confirmed));
  }
  return notes;
}

std::string format_remote_project(const RemoteProject& project) {
  Json json = {{"version", 1}};
  if (!project.origin.empty()) json["origin"] = project.origin;
  if (project.origin.empty()) json["name"] = project.name;
  return dump_json(json, 2) + "\n";
}

std::optional<RemoteProject> parse_remote_project(std::string_view directory,
                                                  std::string_view text) {
  const auto json = parse_json(text);
  if (!json || !json->is_object()) return std::nullopt;
  RemoteProject project{std::string(directory), "", ""};
  if (json->contains("origin") && (*json)["origin"].is_string()) {
    project.origin = (*json)["origin"].get<std::string>();
  }
  if (json->contains("name") && (*json)["name"].is_string()) {
    project.name = (*json)["name"].get<std::string>();
  }
  if (project.origin.empty() == project.name.empty()) return std::nullopt;
  return project;
}

std::vector<RawChange> parse_raw_log(std::string_view output) {
  std::vector<RawChange> changes;
  while (!output.empty()) {
    std::string_view about = trim_left(take_until(output, '\0'));
    if (!about.starts_with(':')) continue;
    about.remove_prefix(1);
    RawChange change;
    const std::string_view old_mode = take_until(about, ' ');
    const std::string_view new_mode = take_until(about, ' ');
    const std::string before = blob_of(take_until(about, ' '));
    const std::string after = blob_of(take_until(about, ' '));
    if (is_file_mode(old_mode)) change.before = before;
    if (is_file_mode(new_mode)) change.after = after;
    change.odd = !after.empty() && !is_file_mode(new_mode);
    change.path = take_until(output, '\0');
    if (!change.path.empty()) changes.push_back(std::move(change));
  }
  return changes;
}

std::map<std::string, std::string, std::less<>> parse_tree(std::string_view output) {
  std::map<std::string, std::string, std::less<>> tree;
  while (!output.empty()) {
    std::string_view entry = take_until(output, '\0');
    std::string_view about = take_until(entry, '\t');
    const std::string_view mode = take_until(about, ' ');
    const std::string_view kind = take_until(about, ' ');
    const std::string blob = blob_of(about);
    if (kind == "blob" && is_file_mode(mode) && !blob.empty() && !entry.empty()) {
      tree.emplace(entry, blob);
    }
  }
  return tree;
}

std::optional<ListedFile> parse_listed(std::string_view output, std::string_view path) {
  std::string_view entry = take_until(output, '\0');
  std::string_view about = take_until(entry, '\t');
  const std::string_view mode = take_until(about, ' ');
  const std::string_view kind = take_until(about, ' ');
  ListedFile file{blob_of(take_until(about, ' ')), number_in(trim(about)).value_or(0)};
  const bool is_file = kind == "blob" && is_file_mode(mode) && !file.blob.empty() && entry == path;
  return is_file ? std::optional(std::move(file)) : std::nullopt;
}

std::map<std::string, std::string> parse_blobs(std::string_view output) {
  std::map<std::string, std::string> blobs;
  while (!output.empty()) {
    std::string_view about = take_until(output, '\n');
    const std::string_view id = take_until(about, ' ');
    const std::string_view kind = take_until(about, ' ');
    if (kind == "missing") continue;
    const auto size = number_in(about);
    if (!size || *size > output.size()) break;
    if (kind == "blob") blobs.emplace(id, output.substr(0, *size));
    output.remove_prefix(*size);
    if (output.starts_with('\n')) output.remove_prefix(1);
  }
  return blobs;
}

std::string format_import(const NewCommit& commit) {
  std::string stream = fmt::format("commit {}\ncommitter {}\ndata {}\n{}\n", commit.reference,
                                   commit.committer, commit.message.size(), commit.message);
  if (!commit.parent.empty()) stream += fmt::format("from {}\n", commit.parent);
  for (const auto& [path, text] : commit.files) {
    if (!text) {
      stream += fmt::format("D {}\n", path);
    } else {
      stream += fmt::format("M 100644 inline {}\ndata {}\n", path, text->size());
      stream += *text;
      stream += '\n';
    }
  }
  return stream + "done\n";
}

std::string operation_line(std::string_view id) { return fmt::format("Loci-Operation: {}", id); }

std::string commit_message(const sync::Sending& sending, std::string_view replica) {
  const auto deleted = static_cast<std::size_t>(
      std::count_if(sending.changes.begin(), sending.changes.end(),
                    [](const sync::Outgoing& change) { return !change.version; }));
  std::vector<std::string> parts;
  if (sending.changes.size() > deleted) {
    parts.push_back(counted(sending.changes.size() - deleted, "changed"));
  }
  if (deleted > 0) parts.push_back(counted(deleted, "deleted"));
  if (!sending.purges.empty()) parts.emplace_back("texts purged");
  std::string message = fmt::format("replica {}: {}\n\n", replica.substr(0, 8), join(parts, ", "));
  std::size_t named = 0;
  for (const sync::Outgoing& change : sending.changes) {
    if (++named > kMostNamed) break;
    message += fmt::format("{} {}\n", change.version ? "*" : "-", change.note);
  }
  if (sending.changes.size() > kMostNamed) {
    message += fmt::format("and {} more\n", sending.changes.size() - kMostNamed);
  }
  return message + "\n" + operation_line(sending.id) + "\n";
}

}  // namespace loci::remote
