// Where Roots come from. The one seam between loci and the system's files:
// everything above takes a FileSystem& and works as well on one in memory.

#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "fs/root.h"

namespace loci::fs {

class FileSystem {
 public:
  virtual ~FileSystem() = default;

  // Opens an existing directory by absolute path, following links on the way.
  [[nodiscard]] virtual Result<std::unique_ptr<Root>> open(const std::string& path,
                                                           Modes modes) = 0;
  // The path with every link resolved; NotFound when it does not exist.
  [[nodiscard]] virtual Result<std::string> canonical(const std::string& path) = 0;
  // What is at an absolute path, links followed or not.
  [[nodiscard]] virtual Result<Stat> stat(const std::string& path, bool follow) = 0;
  // The user who runs the program.
  [[nodiscard]] virtual std::uint32_t user() const = 0;
  // Whether a process still runs; for temp files that a dead one left.
  [[nodiscard]] virtual bool process_alive(int pid) const = 0;
  virtual void sleep(std::chrono::microseconds time) = 0;
  // Syncs each file, as File::sync() does; the first error. All bytes are on
  // their way before the first is waited for.
  virtual Result<> sync_together(const std::vector<File*>& files);
};

// The machine's own.
[[nodiscard]] std::unique_ptr<FileSystem> make_system_file_system();

// Opens `path`, making it and what is missing above it; each directory made is
// durable (its parent is synced) before the next.
[[nodiscard]] Result<std::unique_ptr<Root>> open_or_create(FileSystem& files,
                                                           const std::string& path, Modes modes);

// The same below an open root; a link in the way is Denied.
[[nodiscard]] Result<std::unique_ptr<Root>> open_or_create(Root& root, std::string_view name);

// Tries for up to `patience` with growing, jittered pauses, behind those who
// wait already; then Locked, naming the holder where the system tells.
[[nodiscard]] Result<std::unique_ptr<Lock>> lock_patiently(FileSystem& files, Root& root,
                                                           std::chrono::milliseconds patience);

}  // namespace loci::fs
