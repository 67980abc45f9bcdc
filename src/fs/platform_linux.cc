#ifdef __linux__

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <climits>
#include <cstdio>
#include <ctime>

#include "base/hash.h"
#include "base/text.h"
#include "fs/descriptor.h"
#include "fs/platform.h"

namespace loci::fs::platform {

namespace {

constexpr std::size_t kCommandBytes = 120;  // enough to recognise it by

Kind kind_of(unsigned mode) {
  switch (mode & S_IFMT) {
    case S_IFREG:
      return Kind::File;
    case S_IFDIR:
      return Kind::Directory;
    case S_IFLNK:
      return Kind::Link;
    default:
      return Kind::Other;
  }
}

std::int64_t nanoseconds(const statx_timestamp& at) {
  return std::int64_t{at.tv_sec} * 1'000'000'000 + std::int64_t{at.tv_nsec};
}

// Files of /proc have no size, so they are read until they end.
std::string read_proc(const std::string& path, std::size_t limit) {
  const Descriptor file(retry([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); }));
  std::string text;
  std::array<char, 4096> buffer;
  while (file.valid() && text.size() < limit) {
    const ssize_t got = retry([&] { return ::read(file.get(), buffer.data(), buffer.size()); });
    if (got <= 0) break;
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
  return text;
}

std::uint32_t short_hash(std::string_view text) {
  return static_cast<std::uint32_t>(fnv1a64(text) & 0xffffffffU);
}

// By the clock of files. Whole seconds, rounded down.
std::int64_t machine_started_ns() {
  const std::string text = read_proc("/proc/stat", std::size_t{1} << 20);
  constexpr std::string_view kLine = "\nbtime ";
  const std::size_t at = text.find(kLine);
  std::int64_t seconds = 0;
  if (at == std::string::npos) return 0;
  std::from_chars(text.data() + at + kLine.size(), text.data() + text.size(), seconds);
  return seconds * 1'000'000'000;
}

std::int64_t ticks_ns(std::uint64_t ticks) {
  const auto in_second = static_cast<std::uint64_t>(std::max(::sysconf(_SC_CLK_TCK), 1L));
  return static_cast<std::int64_t>(ticks * (1'000'000'000 / in_second));
}

std::string_view next_word(std::string_view& line) {
  line = trim_left(line);
  const std::string_view word = line.substr(0, line.find_first_of(" \t"));
  line.remove_prefix(word.size());
  return word;
}

}  // namespace

int stat_at(int directory, const char* name, bool follow, Stat& answer) {
  struct statx found = {};
  const int flags = (follow ? 0 : AT_SYMLINK_NOFOLLOW) | (*name == '\0' ? AT_EMPTY_PATH : 0);
  const unsigned wanted = STATX_BASIC_STATS | STATX_BTIME;
  if (retry([&] { return ::statx(directory, name, flags, wanted, &found); }) != 0) return errno;
  answer.kind = kind_of(found.stx_mode);
  answer.size = found.stx_size;
  answer.mode = found.stx_mode & 07777U;
  answer.owner = found.stx_uid;
  answer.device = makedev(found.stx_dev_major, found.stx_dev_minor);
  answer.inode = found.stx_ino;
  answer.mtime_ns = nanoseconds(found.stx_mtime);
  answer.ctime_ns = nanoseconds(found.stx_ctime);
  answer.birth_ns = (found.stx_mask & STATX_BTIME) != 0 ? nanoseconds(found.stx_btime) : 0;
  return 0;
}

std::string path_of(int directory) {
  std::array<char, PATH_MAX> path{};
  const std::string link = "/proc/self/fd/" + std::to_string(directory);
  const ssize_t size = ::readlink(link.c_str(), path.data(), path.size());
  // One that does not begin so has no path in this namespace.
  if (size <= 0 || static_cast<std::size_t>(size) == path.size() || path[0] != '/') return {};
  return {path.data(), static_cast<std::size_t>(size)};
}

int exchange_at(int directory, const char* one, const char* other) {
  return ::renameat2(directory, one, directory, other, RENAME_EXCHANGE) == 0 ? 0 : errno;
}

int rename_new_at(int directory, const char* from, const char* to) {
  return ::renameat2(directory, from, directory, to, RENAME_NOREPLACE) == 0 ? 0 : errno;
}

int sync_file(int descriptor) {
  return retry([&] { return ::fdatasync(descriptor); }) == 0 ? 0 : errno;
}

void start_sync(int descriptor) { ::sync_file_range(descriptor, 0, 0, SYNC_FILE_RANGE_WRITE); }

int sync_directory(int descriptor) {
  if (retry([&] { return ::fsync(descriptor); }) == 0) return 0;
  // Some file systems have nothing to sync in a directory and say it this way.
  return errno == EINVAL ? 0 : errno;
}

int sync_file_system(int descriptor) {
  return retry([&] { return ::syncfs(descriptor); }) == 0 ? 0 : errno;
}

int lock_open_file(int descriptor) {
  struct flock whole = {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  if (retry([&] { return ::fcntl(descriptor, F_OFD_SETLK, &whole); }) == 0) return 0;
  return errno == EACCES ? EAGAIN : errno;
}

// The line is made of shared locks on the bytes of the directory's inode, one
// for each waiter at the offset of its ticket. They exclude nobody, are gone
// with their process, and have nothing to do with flock(); asking whether an
// exclusive lock could be had on what lies before shows the earlier waiters.
std::uint64_t next_ticket() {
  timespec now = {};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000 +
         static_cast<std::uint64_t>(now.tv_nsec) / 1'000;
}

void stand_in_line(int descriptor, std::uint64_t ticket) {
  struct flock place = {};
  place.l_type = F_RDLCK;
  place.l_whence = SEEK_SET;
  place.l_start = static_cast<off_t>(ticket);
  place.l_len = 1;
  retry([&] { return ::fcntl(descriptor, F_OFD_SETLK, &place); });
}

bool is_first_in_line(int descriptor, std::uint64_t ticket) {
  struct flock before = {};
  before.l_type = F_WRLCK;
  before.l_whence = SEEK_SET;
  before.l_len = static_cast<off_t>(ticket);
  if (retry([&] { return ::fcntl(descriptor, F_OFD_GETLK, &before); }) != 0) return true;
  return before.l_type == F_UNLCK;
}

// "1: FLOCK  ADVISORY  WRITE 812 fe:00:4194305 0 EOF"; those who wait have "->"
// before the word FLOCK, and are passed over.
int find_flock_holder(std::string_view locks, const Stat& file) {
  const std::string wanted =
      fmt::format("{:02x}:{:02x}:{}", major(file.device), minor(file.device), file.inode);
  for (std::string_view line : split_lines(locks)) {
    line = without_ending(line);
    next_word(line);
    if (next_word(line) != "FLOCK") continue;
    next_word(line);
    next_word(line);
    const std::string_view process = next_word(line);
    if (next_word(line) != wanted) continue;
    int pid = 0;
    std::from_chars(process.data(), process.data() + process.size(), pid);
    if (pid > 0) return pid;
  }
  return 0;
}

int flock_holder(const Stat& file) {
  return find_flock_holder(read_proc("/proc/locks", std::size_t{1} << 20), file);
}

Running running(int pid) {
  Running found;
  // A process of another user refuses the signal, and so is there.
  found.there = pid > 0 && (::kill(pid, 0) == 0 || errno == EPERM);
  if (!found.there) return found;
  // Not by its number, which may mean another one to whoever mounted /proc.
  const bool self = pid == ::getpid();
  const std::string stat =
      read_proc(self ? std::string("/proc/self/stat") : fmt::format("/proc/{}/stat", pid), 4096);
  // "pid (command) state ppid … start …"; the command may hold anything.
  std::string_view rest = stat;
  rest.remove_prefix(std::min(rest.rfind(')') + 1, rest.size()));  // npos + 1 == 0
  const std::string_view state = next_word(rest);
  if (state == "Z" || state == "X") return {};
  constexpr int kWordsBetween = 18;
  for (int word = 0; word < kWordsBetween; ++word) next_word(rest);
  const std::string_view number = next_word(rest);
  std::from_chars(number.data(), number.data() + number.size(), found.start);
  if (found.start == 0) return found;
  // Clocks are set now and then, and that of files is a little behind.
  constexpr std::int64_t kDoubt = 10'000'000'000;
  found.began_ns = machine_started_ns() + ticks_ns(found.start) - kDoubt;
  return found;
}

Writer writer(int pid) {
  Writer writer;
  writer.pid = pid;
  writer.start = running(pid).start;
  writer.boot = short_hash(read_proc("/proc/sys/kernel/random/boot_id", 64));
  struct utsname names = {};
  ::uname(&names);
  std::array<char, 64> processes{};  // containers of one machine may have one name
  const ssize_t size = ::readlink("/proc/self/ns/pid", processes.data(), processes.size());
  writer.host = short_hash(fmt::format(
      "{} {}", names.nodename,
      std::string_view(processes.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)))));
  return writer;
}

std::string command_of(int pid) {
  std::string line = read_proc(fmt::format("/proc/{}/cmdline", pid), 4096);
  const std::size_t program_end = std::min(line.find('\0'), line.size());
  const std::size_t slash = line.rfind('/', program_end);
  if (slash != std::string::npos) line.erase(0, slash + 1);
  while (line.ends_with('\0')) line.pop_back();
  for (char& c : line) {
    if (c == '\0') c = ' ';
  }
  const std::string_view start = cut_bytes(line, kCommandBytes);
  return printable(start, true) + (start.size() < line.size() ? "…" : "");
}

}  // namespace loci::fs::platform

#endif  // __linux__
