// How the machine's Root::watch() watches. Internal to fs; a port writes its own
// watch_….cc.

#pragma once

#include <cstdint>
#include <memory>

#include "fs/root.h"

namespace loci::fs {

// nullptr when the system has no watch to give, or would not tell everything.
[[nodiscard]] std::unique_ptr<Watch> watch_directory(int directory);

// Whether a file system of this type (statfs) tells every change to a watcher:
// not one on a network or in layers.
[[nodiscard]] bool tells_all_changes(std::uint64_t type);

}  // namespace loci::fs
