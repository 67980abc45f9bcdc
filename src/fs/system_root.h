// Directories of the machine. Internal to fs.

#pragma once

#include <memory>
#include <string>

#include "fs/descriptor.h"
#include "fs/root.h"

namespace loci::fs {

// `directory` is open for reading; `path` is where it is, with links resolved.
[[nodiscard]] std::unique_ptr<Root> make_system_root(Descriptor directory, std::string path,
                                                     Modes modes);

}  // namespace loci::fs
