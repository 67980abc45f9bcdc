// What git says and what loci writes into a git remote, as values. Pure: the remote may be
// anybody's, so nothing of it is believed before it was read here.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "remote/transport.h"
#include "sync/run.h"

namespace loci::remote {

inline constexpr std::string_view kMarkerPath = ".loci-remote/marker.json";
inline constexpr std::string_view kPurgedPath = ".loci-remote/purged";
inline constexpr std::string_view kConfirmedPath = ".loci-remote/confirmed";
// More than loci ever writes into them. A branch is anybody's, so nothing larger is read.
inline constexpr std::size_t kMostMarkerBytes = std::size_t{64} << 10;
inline constexpr std::size_t kMostListBytes = std::size_t{64} << 20;
inline constexpr std::string_view kProjectFileName = "project.json";

// Which store a branch is. Whoever restores a backup starts a new epoch.
struct Marker {
  std::string id;
  std::uint64_t epoch = 1;
  bool operator==(const Marker&) const = default;
};
[[nodiscard]] std::string format_marker(const Marker& marker);
// Denied for what is no marker, or one of a later version.
Result<Marker> parse_marker(std::string_view text);

// How far a replica has heard: the store and a commit of it.
struct GitCursor {
  Marker marker;
  std::string commit;
};
[[nodiscard]] std::string format_cursor(const GitCursor& cursor);
[[nodiscard]] std::optional<GitCursor> parse_cursor(std::string_view text);

// One line each: hash and note.
[[nodiscard]] std::string format_purged(const std::set<sync::Purged>& purged);
[[nodiscard]] std::set<sync::Purged> parse_purged(std::string_view text);

// A line for each note: the hash of its text, how many marks, these, and its name.
[[nodiscard]] std::string format_confirmed(const ConfirmedNotes& notes);
[[nodiscard]] ConfirmedNotes parse_confirmed(std::string_view text);

[[nodiscard]] std::string format_remote_project(const RemoteProject& project);
[[nodiscard]] std::optional<RemoteProject> parse_remote_project(std::string_view directory,
                                                                std::string_view text);

// A file that a commit changed: blobs, "" where there is none. Links and submodules are no
// files.
struct RawChange {
  std::string path;
  std::string before;
  std::string after;
  bool odd = false;  // it became something that is no file
};
// Of `git log --raw -z --no-abbrev --format=`, in the order they stand there.
[[nodiscard]] std::vector<RawChange> parse_raw_log(std::string_view output);
// Of `git ls-tree -r -z`: paths and blobs; what is no file is left out.
[[nodiscard]] std::map<std::string, std::string, std::less<>> parse_tree(std::string_view output);
// Of `git ls-tree -z -l` of one path: its blob and size; nothing for what is no file. Of a blob
// that cannot be read the size is 0.
struct ListedFile {
  std::string blob;
  std::uint64_t size = 0;
};
[[nodiscard]] std::optional<ListedFile> parse_listed(std::string_view output,
                                                     std::string_view path);
// Of `git cat-file --batch`: texts by blob; one that is missing is left out.
[[nodiscard]] std::map<std::string, std::string> parse_blobs(std::string_view output);

// A commit for `git fast-import`.
struct NewCommit {
  std::string reference;  // that is set to it
  std::string parent;     // "" = none
  std::string committer;  // "Name <mail> seconds zone"
  std::string message;
  std::map<std::string, std::optional<std::string>> files;  // none: it goes
};
[[nodiscard]] std::string format_import(const NewCommit& commit);
// "replica 1a2b3c4d: 2 notes changed, 1 deleted", their names, and the operation's id.
[[nodiscard]] std::string commit_message(const sync::Sending& sending, std::string_view replica);
// The line of the message that says which operation it is.
[[nodiscard]] std::string operation_line(std::string_view id);

}  // namespace loci::remote
