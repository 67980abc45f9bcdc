// What a session of a tool has seen of memory: names and hashes only, so that
// the next prompt can be told what changed and is not told anything twice.
// Kept in state/sessions/<id>; gone after 7 days without use. The notes it has seen are in
// a file that sessions share (seen_file.h).

#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/store.h"

namespace loci::prompt {

using SeenLines = std::map<std::string, std::string, std::less<>>;  // hashes by "<place>/<file>"

struct SessionState {
  SeenLines recalled;                          // of notes' texts
  std::set<std::string, std::less<>> flushed;  // hashes of summaries
  std::string saw;                             // digest of the notes at the last look, or ""
  bool ended = false;
  std::string lines;  // of those notes, where an earlier version wrote the state

  bool operator==(const SessionState&) const = default;
};

// What the notes of all places are like: one number for the hashes of each.
[[nodiscard]] std::string digest_of(const SeenLines& places);

// Pure; lines that are not understood are passed over.
[[nodiscard]] SessionState parse_session_state(std::string text);
[[nodiscard]] std::string format_session_state(SessionState state);

// Tells texts apart; no secret depends on it.
[[nodiscard]] std::string short_hash(std::string_view text);

// The file of a session: its id where that is a plain name, else a hash of it.
[[nodiscard]] std::string session_file(std::string_view id);

// Nothing is seen by a session that is not known.
[[nodiscard]] Result<SessionState> read_session(store::Store& store, std::string_view id);
Result<> write_session(store::Store& store, std::string_view id, SessionState state);
// Removes the files of sessions that were last used 7 days before `now`, and what they had seen.
void sweep_sessions(store::Store& store, Timestamp now);

// Where they are: nullptr when there is none yet, or made.
[[nodiscard]] Result<std::unique_ptr<fs::Root>> open_sessions(store::Store& store);
[[nodiscard]] Result<std::unique_ptr<fs::Root>> make_sessions(store::Store& store);

// How many sessions have ended, for upkeep and health.
struct SessionCount {
  std::uint64_t ended = 0;
  std::string last;  // when, or ""
};
[[nodiscard]] Result<SessionCount> count_sessions(store::Store& store);
Result<> add_ended_session(store::Store& store, Timestamp now);

}  // namespace loci::prompt
