// What sessions have seen of notes, kept once for all that saw the same:
// state/sessions/<digest>.seen, where the digest tells what the notes were like.
//
// A session names the digest. So one that begins when another has seen the notes as they are
// has nothing to find out and nothing to write, however many they are. Such a file holds the
// lines of all notes, or what became of them since an earlier one. It outlives every session
// that names it, and may be deleted at any time: a session whose file is gone is as one that
// never looked.

#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/time.h"
#include "store/store.h"

namespace loci::prompt {

// "<word> <place>/<file>" is the line of a note (seen_notes.h), "- <place>/<file>" that of one
// that is gone. Of several with one name the last counts.
struct SeenNotes {
  std::string lines;  // of all notes at one moment
  std::string since;  // of those that are not as they were then
  std::string from;   // the digest of the file that keeps `lines`; "" when none does
  std::string made;   // when that was written

  bool operator==(const SeenNotes&) const = default;
};

// Whether they are kept, and will be for as long as a session that is written now.
[[nodiscard]] bool keeps_seen(store::Store& store, std::string_view digest, Timestamp now);
// Nothing where they are not kept, damaged, or of another version.
Result<std::optional<SeenNotes>> read_seen(store::Store& store, std::string_view digest);
Result<> keep_seen(store::Store& store, std::string_view digest, SeenNotes seen, Timestamp now);

// The text of such a file. Pure; nothing for one that is damaged or of another version. Where
// it builds on another, `lines` is empty.
[[nodiscard]] std::string format_seen(const SeenNotes& seen, Timestamp now);
[[nodiscard]] std::optional<SeenNotes> parse_seen_file(std::string text);

// Such a file has a name that no session has.
inline constexpr std::string_view kSeenEnding = ".seen";
// Sessions are forgotten a week after they were written. What they name is then a day old at
// most, and may build on another of which the same was true.
inline constexpr std::chrono::hours kSeenKept{14 * 24};

}  // namespace loci::prompt
