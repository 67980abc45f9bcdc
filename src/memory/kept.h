// Everything loci keeps below its home: one row for each kind of file, whether it can
// hold a note's text, and how a purge makes it forget. Whoever keeps something new
// adds a row; a test finds files that have none.

#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "base/result.h"
#include "fs/file_system.h"
#include "fs/root.h"
#include "memory/traces.h"
#include "store/store.h"

namespace loci::memory {

// What is kept of remotes: a directory for each, and in it the copy of a git remote.
inline constexpr std::string_view kRemotesDirectory = "state/remotes";
inline constexpr std::string_view kMirrorDirectory = "git";
// The name of an empty directory, made in that of a remote, for a copy that is not in its place. No
// process had it before, so no git that outlived another process writes there.
Result<std::string> make_mirror_aside(fs::Root& remote);
// Takes the copy of a git remote out of its place, in one step: a part of one never stands there.
Result<> set_mirror_aside(fs::Root& remote);
// Removes all copies that are not in their place. A git that was left alone may still write in one:
// Conflict when it does not end.
Result<> sweep_mirrors(fs::FileSystem& files, fs::Root& remote);
// Both. The next sync fetches it anew.
Result<> remove_mirror(store::Store& store, const std::string& remote);

// A purge, for those that must forget.
struct Forgetting {
  store::Store& store;
  store::Purging::Moment moment;
  const Traces& traces;              // of what goes
  std::set<std::string> file_names;  // that the notes have or had; none for a revision
};

struct Kept {
  enum class Text : std::uint8_t {
    None,       // names, hashes and settings
    OfItsOwn,   // texts that are no note's: the user's to change
    TheNotes,   // the notes and their indexes: the door changes them
    Journal,    // the store takes it out
    Elsewhere,  // `forget` does
  };
  std::string_view path;  // below the home; '*' stands for part of a name
  Text text;
  std::string_view about;
  Result<> (*forget)(const Forgetting&) = nullptr;
};

// The row of a file, or nullptr. `path` is below the home.
[[nodiscard]] const Kept* kept_file(std::string_view path);

// Makes every row forget.
[[nodiscard]] Result<> forget_everywhere(const Forgetting& forgetting);
// The same for a store that finishes a purge of which only the journal is left: it reads
// the texts that go and finds their traces first.
[[nodiscard]] store::Forget forgets_everything_of(store::Store& store);

}  // namespace loci::memory
