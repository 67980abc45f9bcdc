// Changes a file only if it still has the text that it was read with: compare
// and rename in one step, because editors take no locks. What comes out of the
// file's place is looked at afterwards, and when it is something else it is put
// back. Internal to fs; FileBatch is the way to it.
//
// Where the file system has no exchange, the file is compared immediately before
// the rename, which leaves a moment in which a save is lost.

#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "fs/atomic_file.h"
#include "fs/root.h"

namespace loci::fs {

struct Swap {
  bool overtaken = false;  // somebody else's text was there and stays
  bool leftover = false;   // the sibling has a text of theirs that stands nowhere else
  bool spent = false;      // the sibling has served and could not be removed yet
};

// Puts `sibling`, which has the text `bytes`, in place of `name`, which is to
// be as `expected`. When it succeeds the sibling is gone, left over or spent.
// After an error it is to be looked at.
Result<Swap> put_in_place(Root& root, const std::string& sibling, std::string_view name,
                          std::string_view bytes, const Expected& expected);

// Renames `name` to `aside`, a name that is free, and removes it when it is as
// `expected`. A file that is gone already is no fault.
Result<Swap> take_away(Root& root, std::string_view name, const std::string& aside,
                       const Expected& expected);

}  // namespace loci::fs
