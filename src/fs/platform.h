// The system calls that differ between systems: all that a port has to write.
// Internal to fs; functions that answer int give 0 or an error number.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "fs/root.h"
#include "fs/temporary.h"

namespace loci::fs::platform {

// fstatat() with the birth time; an empty name is the descriptor itself.
int stat_at(int directory, const char* name, bool follow, Stat& answer);

// The path of an open directory without links, or "" when the system does not tell.
std::string path_of(int directory);

// Two names trade places; a name is given when it is free, else EEXIST. Both in
// one step, or a number for which lacks_call() is true.
int exchange_at(int directory, const char* one, const char* other);
int rename_new_at(int directory, const char* from, const char* to);

// Bytes and size reach the disk, not only its cache.
int sync_file(int descriptor);
int sync_directory(int descriptor);
int sync_file_system(int descriptor);
// Bytes begin to be written; where the system has no such call, nothing happens.
void start_sync(int descriptor);

// An exclusive lock on a whole file that belongs to the open file, not to the
// process; EAGAIN when another has it.
int lock_open_file(int descriptor);

// A queue that every process which opens the file sees: `ticket` is the time of
// arrival. Where the file system has no such queue, everybody is first.
std::uint64_t next_ticket();
void stand_in_line(int descriptor, std::uint64_t ticket);
bool is_first_in_line(int descriptor, std::uint64_t ticket);

// The process that holds flock() on a file, or 0 when the system does not tell.
int flock_holder(const Stat& file);
// The same, read from the text of the system's table of locks.
int find_flock_holder(std::string_view locks, const Stat& file);
// Whether a process runs, and since when: in ticks since the machine started, and
// by the clock of files, rather too early than too late. Both are 0 where the
// system does not tell. One that has ended and still waits for its parent to ask
// is not there.
struct Running {
  bool there = false;
  std::uint64_t start = 0;
  std::int64_t began_ns = 0;
};
Running running(int pid);
// What the names of its temporary files say of it.
Writer writer(int pid);
// The command line of a process on one line, or "".
std::string command_of(int pid);

}  // namespace loci::fs::platform
