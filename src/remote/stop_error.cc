#include "remote/stop_error.h"

#include <fmt/format.h>

#include <string>
#include <utility>

namespace loci::remote {

using sync::StopReason;

Error stop_error(const Remote& remote, const sync::SyncRun& run, std::size_t agreed,
                 const std::optional<Error>& refused_here, std::string_view not_accepted) {
  const sync::Removals& gone = run.removals();
  std::string said;
  std::string hint;
  switch (run.why()) {
    case StopReason::Foreign:
      said = fmt::format("'{}' is not the store that this home was synced with", remote.name);
      hint =
          "if that is intended, --accept compares all notes again and keeps both versions of those "
          "that differ";
      break;
    case StopReason::Rewound:
      said = fmt::format(
          "'{}' is older than at the last sync: a backup was restored, or its history rewritten",
          remote.name);
      hint = "--accept compares all notes again and sends what is missing there";
      break;
    case StopReason::Empty:
      said = fmt::format("'{}' is empty, though {} note{} agreed on", remote.name, agreed,
                         agreed == 1 ? " was" : "s were");
      hint = "--accept sends them again; nothing is deleted here";
      break;
    case StopReason::Resync:
      said = fmt::format("'{}' no longer knows what this home has received", remote.name);
      hint = "--accept compares all notes again";
      break;
    case StopReason::RemovesHere:
      said = fmt::format("this would delete {} of {} notes in one scope here", gone.gone, gone.of);
      hint = "--accept deletes them; 'loci undo' brings them back";
      break;
    case StopReason::PurgesHere:
      said = fmt::format("this would erase {} of {} notes in one scope here for good", gone.gone,
                         gone.of);
      hint = "somebody purged them on another machine; --accept erases them, and no undo helps";
      break;
    case StopReason::RemovesThere:
      said = fmt::format("this would delete {} of {} notes in one scope at '{}'", gone.gone,
                         gone.of, remote.name);
      hint = "--accept deletes them there, and so on every machine";
      break;
    case StopReason::Unsettled:
    case StopReason::None:
      if (refused_here) return *refused_here;
      return conflict(
          fmt::format("other machines kept changing '{}' at the same time", remote.name),
          "try again");
  }
  hint.insert(0, not_accepted);
  Error error = denied(std::move(said), std::move(hint));
  error.needs_consent = true;
  return error;
}

}  // namespace loci::remote
