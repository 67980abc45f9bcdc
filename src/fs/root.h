// A directory loci may touch, held open.
//
// Every name is one path component, resolved against the open directory and
// never through a symbolic link: a link at `name` is Denied for every call but
// stat() and list(), which say what it is, and exchange(), which moves it. So
// nothing outside the directory can be reached, whatever is done to the path
// meanwhile. A call may fail although it worked (a signal came, a network's answer
// was lost): what became of it is looked at, and then it succeeds.
//
// There are two implementations: the machine's, and one in memory that records
// what was touched, fails at a chosen call, and forgets what was not synced
// (tests/support). Calls that change nothing may be made from several
// threads at once, and on the machine those that change entries of different names;
// locks exclude processes and threads.

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace loci::fs {

enum class Kind : std::uint8_t { File, Directory, Link, Other };

struct Stat {
  Kind kind = Kind::Other;
  std::uint64_t size = 0;
  std::uint32_t mode = 0;  // permission bits
  std::uint32_t owner = 0;
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::int64_t mtime_ns = 0;
  std::int64_t ctime_ns = 0;
  std::int64_t birth_ns = 0;  // 0 where the file system does not know

  bool operator==(const Stat&) const = default;
};

struct Entry {
  std::string name;
  Kind kind = Kind::Other;
};

// Modes of what is created: 0700/0600 in the home, the umask's in a repository.
enum class Modes : std::uint8_t { Private, Umask };

// A file open for writing. The destructor closes it.
class File {
 public:
  virtual ~File() = default;
  virtual Result<> write(std::string_view bytes) = 0;  // all of them, at the end
  virtual Result<> truncate(std::uint64_t size) = 0;
  virtual Result<> set_mode(std::uint32_t mode) = 0;
  virtual Result<> sync() = 0;  // the bytes survive power loss once their entry does
  // The bytes are on their way: several files that are to be synced then cost
  // little more than one. Promises nothing.
  virtual void start_sync() {}
};

// A file open for reading; what it reads stays the same file even when another
// is renamed over its name.
class Reader {
 public:
  virtual ~Reader() = default;
  [[nodiscard]] virtual std::uint64_t size() const = 0;
  // Up to `length` bytes from `offset`; fewer only at the end. A buffer that is
  // used again costs less than a new one each time.
  virtual Result<> read_into(std::string& buffer, std::uint64_t offset,
                             std::size_t length) const = 0;
  [[nodiscard]] Result<std::string> read_at(std::uint64_t offset, std::size_t length) const {
    std::string bytes;
    LOCI_TRY(read_into(bytes, offset, length));
    return bytes;
  }
};

// A whole file in memory as the system maps it. Its bytes stay what they were
// when the file is renamed over or removed; a file that somebody makes shorter
// must not be read any more.
class Mapping {
 public:
  virtual ~Mapping() = default;
  [[nodiscard]] virtual std::string_view bytes() const = 0;
};

// Held until destroyed.
class Lock {
 public:
  virtual ~Lock() = default;
};

// A turn in the queue of those who wait for a lock. A courtesy between waiters,
// so that none starves: try_lock() does not look at the queue.
class Ticket {
 public:
  virtual ~Ticket() = default;
  // Whether nobody waits who came before; true where that cannot be known.
  [[nodiscard]] virtual bool first() const = 0;
  virtual void wait() = 0;  // be seen by those who come later, until destroyed
};

// Tells what changed in a directory, whoever changed it.
class Watch {
 public:
  virtual ~Watch() = default;
  struct Changes {
    std::vector<std::string> names;  // entries that may have changed, sorted
    bool lost = false;               // and others, from now on: look at all of them
  };
  // Since the watch began or the last call: every change that was finished
  // before this one. Does not wait.
  [[nodiscard]] virtual Changes drain() = 0;
};

class Root {
 public:
  virtual ~Root() = default;

  // Where it was opened; canonical, and for messages only.
  [[nodiscard]] virtual const std::string& path() const = 0;
  [[nodiscard]] virtual Modes modes() const = 0;

  [[nodiscard]] virtual Result<Stat> self() const = 0;
  [[nodiscard]] virtual Result<Stat> stat(std::string_view name) const = 0;
  // All entries but "." and "..", in no particular order.
  [[nodiscard]] virtual Result<std::vector<Entry>> list() const = 0;
  // Whether it has no entries; as quick in a large directory as in a small one.
  [[nodiscard]] virtual Result<bool> is_empty() const = 0;
  // A whole regular file; InvalidInput when it is larger than `limit`.
  [[nodiscard]] virtual Result<std::string> read(std::string_view name,
                                                 std::size_t limit) const = 0;
  [[nodiscard]] virtual Result<std::unique_ptr<Reader>> open_reader(
      std::string_view name) const = 0;

  [[nodiscard]] virtual Result<std::unique_ptr<Mapping>> map(std::string_view name) const = 0;
  // Every regular file with what stat() says, in no particular order: quicker
  // than list() and a stat() for each. One that is gone meanwhile is left out.
  virtual Result<> for_each_file(
      const std::function<void(std::string_view name, const Stat& stat)>& see) const = 0;

  [[nodiscard]] virtual Result<std::unique_ptr<Root>> open(std::string_view name) const = 0;
  virtual Result<> make_directory(std::string_view name) = 0;  // Conflict when taken
  virtual Result<> remove_directory(std::string_view name) = 0;

  // A new file; Conflict when the name is taken.
  [[nodiscard]] virtual Result<std::unique_ptr<File>> create(std::string_view name) = 0;
  // An existing file, or a new one.
  [[nodiscard]] virtual Result<std::unique_ptr<File>> open_for_append(std::string_view name) = 0;
  virtual Result<> rename(std::string_view from, std::string_view to) = 0;  // replaces `to`
  // The two trade names in one step, so that what stood under one can be looked
  // at under the other. False where the file system has no such call: nothing
  // happened.
  virtual Result<bool> exchange(std::string_view one, std::string_view other) = 0;
  // rename() that is Conflict when `to` is taken, in one step; false likewise.
  virtual Result<bool> rename_new(std::string_view from, std::string_view to) = 0;
  virtual Result<> remove(std::string_view name) = 0;
  // Entries made, renamed and removed so far survive power loss.
  virtual Result<> sync() = 0;
  // Everything written so far to the file system that it is on, by whoever: for
  // thousands of files at once, where a sync each takes seconds.
  virtual Result<> sync_file_system() = 0;

  // From now on; nullptr where changes cannot be watched: look at the files.
  [[nodiscard]] virtual std::unique_ptr<Watch> watch() const { return nullptr; }

  // An exclusive lock on the directory itself; Locked at once when another has
  // it. Where the file system has no such locks, on a file `.lock` in it.
  [[nodiscard]] virtual Result<std::unique_ptr<Lock>> try_lock() = 0;
  [[nodiscard]] virtual std::unique_ptr<Ticket> line_up() const = 0;
  // Who holds it: "pid 812 (loci write x)", or "" when that cannot be known.
  [[nodiscard]] virtual std::string lock_holder() const = 0;
};

}  // namespace loci::fs
