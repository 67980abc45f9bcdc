// What setup does to the text of one settings file, and unsetup after it. Pure:
// texts in, texts out; what was written is kept in a RecordedFile so that exactly
// that is taken away again.
//
// An entry is ours as long as its value is the one that was written, however the
// file was formatted since. One that somebody changed, or wrote himself, is left
// as it is and reported.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exchange/edit.h"
#include "exchange/wish.h"

namespace loci::exchange {

struct RecordedEntry {
  std::vector<std::string> tools;  // that use it: several may share a file
  Wanted::What what = Wanted::What::Server;
  KeyPath path;
  bool element = false;
  std::string hash;         // of the value that was written
  std::string mark;         // of an element: words by which a changed one is known
  std::string before = {};  // the value that stood there, as JSON, to be put back; or ""

  bool operator==(const RecordedEntry&) const = default;
};

struct RecordedFile {
  std::string path;
  SetupScope scope = SetupScope::User;
  SettingsFormat format = SettingsFormat::Json;
  bool created = false;                  // there was no file
  std::vector<std::string> directories;  // that were made for it, the outermost first
  std::vector<RecordedEntry> entries;    // in the order they were added
  Traces traces;

  bool operator==(const RecordedFile&) const = default;
  [[nodiscard]] bool has_tool(std::string_view tool) const;
};

// All files of a home's `state/setup.json`.
[[nodiscard]] Result<std::vector<RecordedFile>> parse_records(std::string_view text);
[[nodiscard]] std::string render_records(const std::vector<RecordedFile>& files);

enum class EntryStatus : std::uint8_t {
  Added,
  Updated,  // it was ours and had another value
  Removed,
  Unchanged,
  Kept,       // somebody else's, or changed since: left as it is
  Shared,     // another tool still uses it
  Gone,       // it was not there any more
  NewerForm,  // the file has a form that is not written
};
[[nodiscard]] std::string_view status_name(EntryStatus status);

struct EntryRow {
  Wanted::What what = Wanted::What::Server;
  std::string name;  // "mcpServers.loci", "hooks.SessionStart"
  EntryStatus status = EntryStatus::Unchanged;
  std::size_t line = 0;  // of what was kept
};

struct Connected {
  std::optional<std::string> text;  // none: the file goes
  std::vector<EntryRow> rows;
};

// The text with everything in `wanted`, which all is of this file. `record` is
// brought up to date.
[[nodiscard]] Result<Connected> connect(const Source& source, const std::vector<Wanted>& wanted,
                                        std::string_view tool, RecordedFile& record);
// The text without what the record says the tool has there; where `which` is given,
// without those entries only.
using EntryFilter = std::function<bool(const RecordedEntry& entry)>;
[[nodiscard]] Result<Connected> disconnect(const std::optional<std::string>& text,
                                           std::string_view tool, RecordedFile& record,
                                           const EntryFilter& which = {});

// Whether an earlier setup of the tool wrote a permission or a switch that is not in
// `wanted`, the file's entries. Servers and hooks stay until unsetup.
[[nodiscard]] bool is_outdated(const RecordedEntry& entry, std::string_view tool,
                               const std::vector<Wanted>& wanted);

}  // namespace loci::exchange
