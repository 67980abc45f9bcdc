// How the machine's Root::try_lock() takes its lock. Internal to fs; the system
// calls are parameters so that a test can play a file system that refuses them.

#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "fs/root.h"

namespace loci::fs {

inline constexpr const char* kLockName = ".lock";

struct LockCalls {
  int (*lock_directory)(int descriptor);  // flock(); 0 or an error number
  int (*lock_file)(int descriptor);       // an OFD lock; the same
};
[[nodiscard]] LockCalls system_lock_calls();

// Locks the open directory `directory`, which must still be what `path` leads
// to: by flock() of it, else by a lock on the file `.lock` in it.
[[nodiscard]] Result<std::unique_ptr<Lock>> lock_directory(
    int directory, const std::string& path, Modes modes,
    const LockCalls& calls = system_lock_calls());

[[nodiscard]] std::unique_ptr<Ticket> line_up_for(int directory);

}  // namespace loci::fs
