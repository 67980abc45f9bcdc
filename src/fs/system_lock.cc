#include "fs/system_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "base/path.h"
#include "fs/descriptor.h"
#include "fs/faults.h"
#include "fs/platform.h"

namespace loci::fs {

namespace {

// Closing the descriptor, also by the death of the process, gives the lock back.
class DescriptorLock final : public Lock {
 public:
  explicit DescriptorLock(Descriptor descriptor) : descriptor_(std::move(descriptor)) {}

 private:
  Descriptor descriptor_;
};

class SystemTicket final : public Ticket {
 public:
  explicit SystemTicket(Descriptor directory)
      : directory_(std::move(directory)), number_(platform::next_ticket()) {}

  [[nodiscard]] bool first() const override {
    return !directory_.valid() || platform::is_first_in_line(directory_.get(), number_);
  }

  void wait() override {
    if (std::exchange(standing_, true) || !directory_.valid()) return;
    platform::stand_in_line(directory_.get(), number_);
  }

 private:
  Descriptor directory_;
  std::uint64_t number_;
  bool standing_ = false;
};

// flock() and tickets belong to an open file: a lock needs an open file of its
// own, or it would be one with the other locks of this process.
Descriptor open_again(int directory) {
  constexpr int kFlags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
  return Descriptor(retry([&] { return ::openat(directory, ".", kFlags); }));
}

int flock_now(int descriptor) {
  return retry([&] { return ::flock(descriptor, LOCK_EX | LOCK_NB); }) == 0 ? 0 : errno;
}

// What file systems answer that have no such lock (NFS wants a file open for
// writing: EBADF), as opposed to one that another holds.
bool means_unsupported(int number) {
  switch (number) {
    case ENOSYS:
    case ENOLCK:
    case EINVAL:
    case EBADF:
    case EPERM:
    case EACCES:
    case EISDIR:
#if ENOTSUP != EOPNOTSUPP
    case ENOTSUP:
#endif
    case EOPNOTSUPP:
      return true;
    default:
      return false;
  }
}

bool means_held(int number) { return number == EWOULDBLOCK || number == EAGAIN; }

Error no_locks_error(const std::string& path) {
  return denied(fmt::format("the file system of '{}' does not support locks", path),
                "loci writes only where it can lock out other processes: keep the directory on a "
                "local disk, or mount it with locking");
}

// A directory that was moved or replaced since it was opened is locked in vain:
// others lock the one that the path leads to now.
Result<> check_still_there(int directory, const std::string& path) {
  Stat held;
  Stat present;
  if (const int number = platform::stat_at(directory, "", false, held); number != 0) {
    return fail(file_error(number, "lock", path));
  }
  const int number = platform::stat_at(AT_FDCWD, path.c_str(), true, present);
  if (number != 0) return fail(file_error(number, "lock", path));
  if (held.device != present.device || held.inode != present.inode) {
    return fail(lock_replaced_error(path));
  }
  return {};
}

Result<Descriptor> open_lock_file(int directory, const std::string& path, Modes modes) {
  constexpr int kFlags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  const mode_t mode = modes == Modes::Private ? 0600 : 0666;
  Descriptor file(retry([&] { return ::openat(directory, kLockName, kFlags, mode); }));
  const std::string file_path = child_path(path, kLockName);
  if (!file.valid()) {
    return fail(errno == ELOOP ? link_error(file_path) : file_error(errno, "lock", file_path));
  }
  struct stat found = {};
  if (::fstat(file.get(), &found) != 0) return fail(file_error(errno, "lock", file_path));
  if (!S_ISREG(found.st_mode)) return fail(not_regular_error(file_path));
  return file;
}

}  // namespace

LockCalls system_lock_calls() { return {flock_now, platform::lock_open_file}; }

Result<std::unique_ptr<Lock>> lock_directory(int directory, const std::string& path, Modes modes,
                                             const LockCalls& calls) {
  Descriptor held = open_again(directory);
  if (!held.valid()) return fail(file_error(errno, "lock", path));
  int number = calls.lock_directory(held.get());
  if (means_unsupported(number)) {
    LOCI_ASSIGN(held, open_lock_file(directory, path, modes));
    number = calls.lock_file(held.get());
    if (means_unsupported(number)) return fail(no_locks_error(path));
  }
  if (means_held(number)) return fail(lock_held_error(path));
  if (number != 0) return fail(file_error(number, "lock", path));
  LOCI_TRY(check_still_there(directory, path));
  return std::make_unique<DescriptorLock>(std::move(held));
}

std::unique_ptr<Ticket> line_up_for(int directory) {
  return std::make_unique<SystemTicket>(open_again(directory));
}

}  // namespace loci::fs
