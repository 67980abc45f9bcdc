// Watching a directory with inotify.

#include <sys/inotify.h>
#include <sys/vfs.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <string>

#include "fs/descriptor.h"
#include "fs/system_watch.h"

namespace loci::fs {
namespace {

constexpr std::uint32_t kEvents = IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB |
                                  IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_DELETE_SELF |
                                  IN_MOVE_SELF | IN_ONLYDIR;
// The directory itself is another one now, or events were lost.
constexpr std::uint32_t kLost =
    IN_Q_OVERFLOW | IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED;

class InotifyWatch final : public Watch {
 public:
  explicit InotifyWatch(Descriptor queue) : queue_(std::move(queue)) {}

  Changes drain() override {
    Changes changes;
    alignas(inotify_event) std::array<char, 16'384> buffer;  // not zeroed: asked for each search
    for (;;) {
      const ssize_t got = retry([&] { return ::read(queue_.get(), buffer.data(), buffer.size()); });
      if (got <= 0) {
        if (got == 0 || errno != EAGAIN) lost_ = true;
        break;
      }
      take(buffer.data(), static_cast<std::size_t>(got), changes);
    }
    std::sort(changes.names.begin(), changes.names.end());
    changes.names.erase(std::unique(changes.names.begin(), changes.names.end()),
                        changes.names.end());
    changes.lost = lost_;
    return changes;
  }

 private:
  void take(const char* bytes, std::size_t size, Changes& changes) {
    for (std::size_t at = 0; at + sizeof(inotify_event) <= size;) {
      const auto* event = reinterpret_cast<const inotify_event*>(bytes + at);
      if ((event->mask & kLost) != 0) lost_ = true;
      if (event->len > 0) changes.names.emplace_back(event->name);  // ends in zeros
      at += sizeof(inotify_event) + event->len;
    }
  }

  Descriptor queue_;
  bool lost_ = false;
};

}  // namespace

bool tells_all_changes(std::uint64_t type) {
  // On these, what another machine or another layer changes is not told.
  constexpr std::array<std::uint64_t, 9> kSilent{
      0x6969,      // nfs
      0x65735546,  // fuse
      0x01021997,  // 9p
      0x794C7630,  // overlayfs
      0xFF534D42,  // cifs
      0xFE534D42,  // smb2
      0x517B,      // smb
      0x5346414F,  // afs
      0x00C36400,  // ceph
  };
  return std::find(kSilent.begin(), kSilent.end(), type) == kSilent.end();
}

std::unique_ptr<Watch> watch_directory(int directory) {
  struct statfs found = {};
  if (::fstatfs(directory, &found) != 0) return nullptr;
  if (!tells_all_changes(static_cast<std::uint64_t>(found.f_type) & 0xFFFFFFFFU)) return nullptr;
  Descriptor queue(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
  if (!queue.valid()) return nullptr;
  // By descriptor: the path may lead elsewhere by now.
  const std::string path = "/proc/self/fd/" + std::to_string(directory);
  if (::inotify_add_watch(queue.get(), path.c_str(), kEvents) < 0) return nullptr;
  return std::make_unique<InotifyWatch>(std::move(queue));
}

}  // namespace loci::fs
