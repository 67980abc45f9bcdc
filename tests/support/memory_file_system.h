// A file system in memory, for tests: the same promises as the machine's, and
// three things no machine does on demand. It counts every call and fails at the
// one it is told to, be it one that changes something or one that looks; it forgets what was never
// synced, as a power cut does; and it lists what was touched.
//
// What a sync makes durable, as POSIX and no more: File::sync() the bytes of
// that file, Root::sync() the entries (names and what they lead to) of that
// directory. A file that was written and not synced is empty after a cut, or
// as it was at its last sync; an entry that was made, renamed or removed and
// whose directory was not synced is as it was at that directory's last sync. Two
// names that were exchanged, and both names of a directory that was renamed, are lost or kept
// together.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fs/file_system.h"

namespace loci::fs {

// What a power cut takes.
enum class PowerCut : std::uint8_t {
  Nothing,  // only the process dies
  Data,     // bytes not synced
  Entries,  // directory entries not synced
  Both,
};

// A call that looks and changes nothing, to be failed.
struct LookFault {
  std::string line;              // as looks() has it
  std::uint64_t occurrence = 1;  // the n-th such call from now
  int error_number = 0;
  bool lasting = false;   // and every later call that looks at the same path
  std::string path = {};  // filled in by the call
};

struct MemoryNode;
struct MemoryState;

class MemoryFileSystem final : public FileSystem {
 public:
  static constexpr std::uint32_t kUser = 1000;  // who runs, and owns what is made

  MemoryFileSystem();
  ~MemoryFileSystem() override;

  Result<std::unique_ptr<Root>> open(const std::string& path, Modes modes) override;
  Result<std::string> canonical(const std::string& path) override;
  Result<Stat> stat(const std::string& path, bool follow) override;
  [[nodiscard]] std::uint32_t user() const override;
  // This process alone; not even this one in what after() gives, where temp
  // files are a dead process's.
  [[nodiscard]] bool process_alive(int pid) const override;
  void sleep(std::chrono::microseconds time) override;

  // Calls that change or sync something, since construction or reset_calls().
  [[nodiscard]] std::uint64_t calls() const;
  void reset_calls();
  // One line a changing call ("rename /h/a -> b"), in order.
  [[nodiscard]] const std::vector<std::string>& trace() const;

  // The n-th changing call from now (1 = the next) fails with the error number
  // and changes nothing, except that a failing write may leave half its bytes.
  void fail_at(std::uint64_t n, int error_number);
  // The n-th changing call from now fails with the error number after it did
  // all that it was to do, as a network's server lets it.
  void fail_after_at(std::uint64_t n, int error_number);
  // Changing calls for which the filter gives an error number fail with it and
  // change nothing, as those on a file that is immutable. Sees trace lines.
  void refuse_calls(std::function<int(const std::string&)> filter);
  // exchange() and rename_new() are calls that this file system does not have.
  void lack_exchange();
  // Before the n-th call of any kind from now (1 = the next) somebody else does
  // this, by put() and its like.
  void act_at(std::uint64_t n, std::function<void()> act);
  // Calls of any kind since construction or reset_calls().
  [[nodiscard]] std::uint64_t all_calls() const;
  // The n-th changing call from now and every later call of any kind fail, as
  // if the process were gone. A write that dies leaves half its bytes.
  void die_at(std::uint64_t n);
  // Calls for which the filter is true are silently skipped although they
  // answer success: shows that a missing sync is noticed. Sees trace lines.
  void skip_calls(std::function<bool(const std::string&)> filter);

  // Runs when a lock is about to be tried, with the directory's path: whatever another
  // process may do while this one waits. Nothing runs within it.
  void before_lock(std::function<void(const std::string&)> meanwhile);
  // The calls that look and change nothing, one line each ("list /h", "read /h/a"),
  // since note_looks(). Those of several threads are in no particular order.
  void note_looks();
  [[nodiscard]] std::vector<std::string> looks() const;
  // One of them fails: what cannot be read must not be taken for absent.
  void fail_look(LookFault fault);

  // What the next process finds: locks free, open handles dead, no failure
  // planned, and `cut` taken away. The present object is left alone.
  [[nodiscard]] std::unique_ptr<MemoryFileSystem> after(PowerCut cut) const;
  // A cut as machines really have it: each file and each entry that was not
  // synced is lost, kept, or (bytes that were appended) kept in part, as a coin
  // with this seed falls.
  [[nodiscard]] std::unique_ptr<MemoryFileSystem> after_some(std::uint64_t seed) const;

  // Set-up and assertions, by absolute path; they count as no call and are
  // durable at once.
  void put(const std::string& path, std::string_view bytes);
  void take(const std::string& path);  // as somebody else would remove it
  void put_link(const std::string& path, std::string_view target);
  void put_directory(const std::string& path);
  void put_owner(const std::string& path, std::uint32_t owner);
  // Another file system is mounted there.
  void put_device(const std::string& path, std::uint64_t device);
  [[nodiscard]] std::string get(const std::string& path) const;  // "" when absent
  [[nodiscard]] bool exists(const std::string& path) const;
  // Every file below `path` with its bytes, sorted by path.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> tree(
      const std::string& path) const;

 private:
  [[nodiscard]] std::unique_ptr<MemoryFileSystem> reborn(
      const std::shared_ptr<MemoryNode>& root) const;

  std::shared_ptr<MemoryState> state_;
};

}  // namespace loci::fs
