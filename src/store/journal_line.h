// One line of the journal, as text and as a value. Pure; docs/format.md has the
// grammar. Every line ends with a checksum of what stands before it, so a torn
// or altered one is never believed.

#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace loci::store {

// One file that an operation changes. No `before`: it was not there. No
// `after`: it is gone. Hashes are SHA-256.
struct FileRecord {
  std::string place;  // Place::key
  std::string file;
  std::optional<std::string> before;
  std::optional<std::string> after;
  std::string from;        // the name it had, when renamed or moved
  std::string from_place;  // where it was; "" = in the same place
  std::string line{};      // hash of the index line that goes or comes with it, or ""
  std::string hook{};      // mark of the hook that loci makes of `after` (past_hooks.h), or ""
  std::string stayed{};    // mark of a hook that stayed when the description changed, or ""
  std::string heard{};     // a version of a remote's that went into `after` (FileChange), or ""

  bool operator==(const FileRecord&) const = default;
};

struct Record {
  enum class Kind : std::uint8_t {
    Begin,     // an operation is about to change files; its texts are in the pack
    Done,      // operation `of` is complete
    Abort,     // operation `of` changed nothing; `files` say how things stand
    External,  // files were changed by hand, noticed now
    Purged,    // what is left of a record whose texts were erased
  };

  std::uint64_t sequence = 0;
  // The lowest sequence of a Begin that has no Done or Abort yet, this line
  // counted; sequence + 1 when there is none. Lets a reader stop early.
  std::uint64_t open = 0;
  Kind kind = Kind::Begin;
  std::uint64_t of = 0;      // Done, Abort
  std::uint64_t undoes = 0;  // Begin of an undo: the operation it takes back
  std::string time;          // format_utc()
  std::string operation;     // "write", "delete", …
  std::string origin;        // "cli", "mcp", "http", "external" …
  std::string actor;         // "user", "http", or who the agent is: "agent:claude"
  std::string session{};     // of the agent's client, where it says so, or ""
  std::string workspace;     // slug, or ""
  std::string directory{};   // which one its workspace was: directory_mark(), or ""
  std::string summary;       // redacted
  std::vector<FileRecord> files;
  // Of a purge alone: the hashes whose texts it erases, kPurgesNothing when it has none
  // to erase. So a purge is told by this list.
  std::vector<std::string> purged;

  [[nodiscard]] bool is_purge() const { return !purged.empty(); }

  bool operator==(const Record&) const = default;
};

[[nodiscard]] std::string_view kind_name(Record::Kind kind);
// Without its files: those that were changed by hand.
[[nodiscard]] Record external_record(std::string workspace);
// Of every text that a record names, index lines included.
[[nodiscard]] std::set<std::string> hashes_of(const Record& record);

// In the list of a purge that takes a note's history and erases no text.
inline constexpr std::string_view kPurgesNothing = "none";

// With a line feed at the end.
[[nodiscard]] std::string format_record(const Record& record);
// Nothing when the line is torn, altered or not of this format.
[[nodiscard]] std::optional<Record> parse_record(std::string_view line);
// Whether the line is whole, even if a later version of loci wrote it.
[[nodiscard]] bool has_valid_checksum(std::string_view line);

// The part of a line that bookkeeping needs, without reading the rest. Only for
// lines whose neighbours were checked: the checksum is not.
struct RecordHead {
  std::uint64_t sequence = 0;
  std::uint64_t open = 0;
  Record::Kind kind = Record::Kind::Begin;
  std::uint64_t of = 0;
};
[[nodiscard]] std::optional<RecordHead> parse_head(std::string_view line);

// How a line begins a file's record: a text to search for.
[[nodiscard]] std::string file_record_start(std::string_view place, std::string_view file);
// The part of a whole line that says how files stand after it.
struct FileView {
  std::string file;
  std::string_view after;  // hash, or "" when it is gone
};
// The files of `place` that a line names, and its time, read without the rest.
struct FilesView {
  std::string_view time;
  std::vector<FileView> files;
};
[[nodiscard]] FilesView scan_files(std::string_view line, std::string_view place_start);
// The `place_start` of scan_files().
[[nodiscard]] std::string place_record_start(std::string_view place);

}  // namespace loci::store
