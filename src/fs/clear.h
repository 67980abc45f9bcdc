// Clearing a name in a directory that loci alone owns, whatever stands there: a
// file, a directory with all that is in it, a symbolic link (itself, never what it
// leads to). Nothing there is no error.
//
// Not part of Root, which leaves links alone: in a memory directory a link is
// somebody's choice.

#pragma once

#include <string_view>

#include "base/result.h"
#include "fs/root.h"

namespace loci::fs {

Result<> clear(Root& root, std::string_view name);

// What clear() needs beyond Root; every implementation has it.
class Clearable {
 public:
  virtual ~Clearable() = default;
  virtual Result<> remove_link(std::string_view name) = 0;
};

}  // namespace loci::fs
