// The past of a note and of everything: history, log, diff, restore.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "memory/reading.h"
#include "store/history.h"
#include "store/project.h"

namespace loci::past {

struct HistoryRequest {
  std::string scope;
  std::string operation;
  std::string since;
  std::size_t limit = 25;
  // Only changes in these places, and no searches; none: everywhere.
  std::vector<store::Place> places = {};
  std::string file = {};     // only changes of this file there
  std::string session = {};  // only what this session of an agent's client did
  std::uint64_t before = 0;  // only operations with a lower number
  std::string on = {};       // only of this day, in local time
  // Of all workspaces; else what was done here, and to what all have in common.
  bool everywhere = false;
  bool searches = true;  // what was searched for, too; beside it what hooks and others did
};

struct HistoryRow {
  store::Record record;
  bool undone = false;
  bool untrusted = false;  // touches what an untrusted repository ships
};

struct DiffReply {
  std::string from;  // labels
  std::string to;
  std::string diff;
  bool untrusted = false;
};

// Operations and searches, newest first.
Result<std::vector<HistoryRow>> history(memory::Memory& memory, const HistoryRequest& request);
// The revisions of a note, newest first; also of one that is deleted.
Result<std::vector<store::Revision>> log(memory::Memory& memory,
                                         const memory::NoteRequest& request);
// What changed since a revision; 0: by the last change.
Result<DiffReply> diff(memory::Memory& memory, const memory::NoteRequest& request,
                       std::uint64_t revision);
// The text of a version that the note has or had, by its hash; none: no such version is kept.
Result<std::optional<std::string>> version(memory::Memory& memory,
                                           const memory::NoteRequest& request,
                                           std::string_view hash);
struct RestoreReply {
  memory::ChangeReply change;
  std::uint64_t revision = 0;  // whose text the note has again; 0: the journal has none with it
};
// Brings back a revision; 0: the text before the last change.
Result<RestoreReply> restore(memory::Memory& memory, const memory::NoteRequest& request,
                             std::uint64_t revision);

// The note even when it is deleted: the place and name the journal knows.
Result<memory::Found> locate_past(memory::Memory& memory, const memory::NoteRequest& request);
// Paths that this workspace had before: what was recorded there is its own.
Result<std::vector<store::SeenPath>> former_roots(memory::Memory& memory);
// Visits the journal, newest first; records made at former paths have the present one.
Result<> visit_as_here(memory::Memory& memory,
                       const std::function<bool(const store::Record&)>& visit);
// The error for taking back, at a path, what was done to another directory there.
[[nodiscard]] Error another_directory(std::string_view root, std::uint64_t operation);
// Whether an operation touches what an untrusted repository ships.
[[nodiscard]] bool concerns_untrusted(memory::Memory& memory, const store::Record& record);
// Whether it is kept from whoever asks: its summary has names and descriptions.
[[nodiscard]] bool is_kept_back(memory::Memory& memory, const store::Record& record);

}  // namespace loci::past
