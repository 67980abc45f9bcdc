// What a MemoryFileSystem holds, shared with its open roots and files. Included
// by the memory_*.cc alone.

#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "support/memory_file_system.h"

namespace loci::fs {

struct MemoryNode;
using NodePtr = std::shared_ptr<MemoryNode>;
using Entries = std::map<std::string, NodePtr, std::less<>>;

// An inode. Handles keep it alive after its last name is gone.
struct MemoryNode {
  Stat stat;           // `size` is filled in when asked for
  std::string bytes;   // of a file; the target of a link
  std::string synced;  // the bytes at the last sync
  Entries entries;     // of a directory
  Entries durable;     // the entries at the last sync
  // What became of names since the last sync, in order; those of one step hold
  // together: each file, or none when the name went.
  std::vector<Entries> steps;
  bool locked = false;  // a directory that a Lock holds
  bool gone = false;    // a directory without a name: nothing can be made in it

  [[nodiscard]] bool is(Kind kind) const { return stat.kind == kind; }
  [[nodiscard]] Stat examined() const;
};

// What becomes of a counted call.
struct Verdict {
  int error_number = 0;  // 0: it succeeds
  bool skipped = false;  // it succeeds and does nothing
  bool died = false;
  bool late = false;  // it fails after it did what it was to do

  // Whether the call does nothing.
  [[nodiscard]] bool stops() const { return skipped || (error_number != 0 && !late); }
};

struct MemoryState {
  NodePtr root;
  std::uint64_t next_inode = 1;
  std::int64_t ticks = 0;
  bool reborn = false;  // the processes that made the present files are gone

  std::uint64_t calls = 0;
  std::vector<std::string> trace;
  std::uint64_t fail_call = 0;  // 0: none
  int fail_number = 0;
  bool fail_late = false;
  std::uint64_t die_call = 0;
  bool lacks_exchange = false;
  std::atomic<std::uint64_t> all_calls = 0;  // of any kind, by any thread
  std::uint64_t act_call = 0;                // 0: none
  std::function<void()> act;
  bool dead = false;
  std::function<bool(const std::string&)> skip;
  std::function<void(const std::string&)> before_lock;
  std::function<int(const std::string&)> refuse;

  std::mutex looking;  // several threads may look at once
  bool notes_looks = false;
  std::vector<std::string> looks;
  std::optional<LookFault> fault;
  std::uint64_t looks_to_fault = 0;  // that are the fault's, and still succeed

  MemoryState();

  // A node without a name yet.
  [[nodiscard]] NodePtr make_node(Kind kind, std::uint32_t mode);
  void touch(MemoryNode& node);             // the bytes or entries changed
  void touch_attributes(MemoryNode& node);  // only what stat() says

  // Counts and notes a call that would change something.
  [[nodiscard]] Verdict count(std::string line);
  // An error when the process is gone.
  // Also counts a call of any kind, and lets somebody else act before it.
  [[nodiscard]] Result<> check_alive();
  // Notes a call that only looks, and fails it where that is planned.
  [[nodiscard]] Result<> look(std::string_view action, const std::string& path);

  struct Found {
    NodePtr node;
    std::string path;  // without links
  };
  // What an absolute path leads to, or an error number.
  [[nodiscard]] int walk(const std::string& path, bool follow, Found& found) const;
  [[nodiscard]] NodePtr find(const std::string& path, bool follow) const;  // or nullptr
};

[[nodiscard]] Error process_gone_error();
// The error of a call that a Verdict lets fail.
[[nodiscard]] Error verdict_error(const Verdict& verdict, std::string_view action,
                                  std::string_view path);

[[nodiscard]] std::unique_ptr<Root> make_memory_root(std::shared_ptr<MemoryState> state,
                                                     NodePtr directory, std::string path,
                                                     Modes modes);
[[nodiscard]] std::unique_ptr<File> make_memory_file(std::shared_ptr<MemoryState> state,
                                                     NodePtr file, std::string path);
[[nodiscard]] std::unique_ptr<Reader> make_memory_reader(std::shared_ptr<MemoryState> state,
                                                         NodePtr file, std::string path);

}  // namespace loci::fs
