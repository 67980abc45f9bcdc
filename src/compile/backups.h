// Copies of other tools' files from before loci changed them, in a directory of
// the home, mode 0600, the last five of each file.

#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "base/time.h"
#include "fs/root.h"

namespace loci::compile {

// Keeps `text` of the file at `path`; answers the name of the copy in `directory`,
// which the caller has locked.
Result<std::string> keep_backup(fs::Root& directory, Timestamp now, std::string_view path,
                                std::string_view text);

}  // namespace loci::compile
