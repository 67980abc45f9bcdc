// The names of temporary files, which say who made them, so that what a dead
// process left can be told from what a live one is about to rename:
//
//   .loci-<pid>-<start>-<boot>-<host>-<number>.tmp
//
// A number alone does not name a process: it is given out again, and means
// another one after a restart, in another container and on another machine.
// Version 0.1 wrote ".loci-<pid>-<number>.tmp", which is still known.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loci::fs {

struct Writer {
  int pid = 0;
  std::uint64_t start = 0;  // of the process, in the system's ticks since the machine started
  std::uint32_t boot = 0;   // the machine's last start, hashed
  std::uint32_t host = 0;   // the machine's name and the processes that can be seen, hashed

  // Whether the name tells only the number, as those of version 0.1 do.
  [[nodiscard]] bool only_pid() const { return start == 0 && boot == 0 && host == 0; }
  bool operator==(const Writer&) const = default;
};

// This process. Reads a few files of the system: ask once for many names.
[[nodiscard]] Writer this_writer();

[[nodiscard]] std::string temporary_name(const Writer& writer, std::size_t number);
// Whose it is, or nothing when it is no such name.
[[nodiscard]] std::optional<Writer> writer_of(std::string_view name);
[[nodiscard]] bool is_temporary_name(std::string_view name);

}  // namespace loci::fs
