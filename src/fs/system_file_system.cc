#include <fcntl.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

#include "fs/faults.h"
#include "fs/file_system.h"
#include "fs/platform.h"
#include "fs/system_root.h"

namespace loci::fs {

namespace {

class SystemFileSystem final : public FileSystem {
 public:
  Result<std::unique_ptr<Root>> open(const std::string& path, Modes modes) override {
    LOCI_TRY(check_absolute(path));
    constexpr int kFlags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
    Descriptor directory(retry([&] { return ::open(path.c_str(), kFlags); }));
    if (!directory.valid()) {
      const int number = errno;
      if (number == ENOENT) return fail(path_fault(number, path));
      LOCI_TRY(canonical(path));  // says better what is wrong with it
      return fail(file_error(number, "open", path));
    }
    std::string resolved = platform::path_of(directory.get());
    if (resolved.empty()) {
      LOCI_ASSIGN(resolved, canonical(path));
    }
    return make_system_root(std::move(directory), std::move(resolved), modes);
  }

  Result<std::string> canonical(const std::string& path) override {
    LOCI_TRY(check_absolute(path));
    const std::unique_ptr<char, void (*)(void*)> resolved(::realpath(path.c_str(), nullptr),
                                                          std::free);
    if (!resolved) return fail(path_fault(errno, path));
    return std::string(resolved.get());
  }

  Result<Stat> stat(const std::string& path, bool follow) override {
    LOCI_TRY(check_absolute(path));
    Stat found;
    const int number = platform::stat_at(AT_FDCWD, path.c_str(), follow, found);
    if (number != 0) return fail(path_fault(number, path));
    return found;
  }

  [[nodiscard]] std::uint32_t user() const override { return ::geteuid(); }

  [[nodiscard]] bool process_alive(int pid) const override { return platform::running(pid).there; }

  Result<> sync_together(const std::vector<File*>& files) override;
  void sleep(std::chrono::microseconds time) override { std::this_thread::sleep_for(time); }

 private:
  // Below a file there is nothing, which is all that a caller wants to know.
  static Error path_fault(int number, const std::string& path) {
    return file_error(number == ENOTDIR ? ENOENT : number, "find", path);
  }
};

// Each sync of a file ends with a flush of the disk's cache. Those that are asked for at
// the same time are one flush, so files are synced by several threads: a thousand take a quarter
// of the time, and the four of one write two thirds of it or less.
constexpr std::size_t kSyncThreads = 8;
constexpr std::size_t kFilesForThreads = 3;  // below that starting a thread costs more

// The bytes of all files are on their way before the first sync waits for its own.
Result<> SystemFileSystem::sync_together(const std::vector<File*>& files) {
  for (File* file : files) file->start_sync();
  if (files.size() < kFilesForThreads) return FileSystem::sync_together(files);
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::optional<Error> error;  // the first
  std::exception_ptr thrown;
  const auto work = [&] {
    for (std::size_t i = next++; i < files.size(); i = next++) {
      try {
        const Result<> synced = files[i]->sync();
        if (synced) continue;
        const std::lock_guard lock(mutex);
        if (!error) error = synced.error();
      } catch (const std::exception&) {
        const std::lock_guard lock(mutex);
        thrown = std::current_exception();
      }
      next = files.size();
    }
  };
  {
    std::vector<std::jthread> threads;
    const std::size_t count = std::min(kSyncThreads, files.size());
    try {
      while (threads.size() + 1 < count) threads.emplace_back(work);
    } catch (const std::system_error&) {
      // Fewer threads take longer; this one syncs what nobody else does.
    }
    work();
  }
  if (thrown) std::rethrow_exception(thrown);
  if (error) return fail(std::move(*error));
  return {};
}

}  // namespace

std::unique_ptr<FileSystem> make_system_file_system() {
  return std::make_unique<SystemFileSystem>();
}

}  // namespace loci::fs
