// What every use case that changes notes answers.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "store/store.h"

namespace loci::memory {

enum class Status : std::uint8_t {
  Created,
  Updated,
  Deleted,
  Renamed,
  Moved,
  Copied,
  Unchanged,
  Held
};
[[nodiscard]] std::string_view status_name(Status status);

struct NoteName {
  store::Place place;
  std::string file;
};

// A write that waits in the inbox for a person, and why.
struct HeldWrite {
  std::string id;
  std::string why;
  store::Place place;
  std::string file;
};

// What a change did, or with dry_run would do.
struct ChangeReply {
  Status status = Status::Unchanged;
  store::Place place;
  std::string file;
  std::string from;  // the name it had (renamed), or the place it is from (moved, copied)
  std::string hash;
  std::string text;      // of the file as it now is; "" where it is gone
  std::uint64_t id = 0;  // of the operation; 0 = none
  bool dry_run = false;
  std::vector<std::string> warnings;
  std::vector<store::Changed> changed;  // for diffs
  std::size_t relinked = 0;             // notes whose links followed a renamed one
  std::vector<std::string> gone;        // of `remember`: lines of the body that went
  std::vector<NoteName> elsewhere;      // of `remember`: other notes that have the title
  std::size_t confirmed = 0;            // lines that a person said again, and that are theirs now
  bool untrusted = false;               // concerns what an untrusted repository ships
  std::vector<HeldWrite> held;          // of Status::Held; of an import beside what went on
};

}  // namespace loci::memory
