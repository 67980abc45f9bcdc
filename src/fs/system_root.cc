#include "fs/system_root.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cstdio>

#include "base/parallel.h"
#include "base/path.h"
#include "fs/clear.h"
#include "fs/faults.h"
#include "fs/platform.h"
#include "fs/system_file.h"
#include "fs/system_lock.h"
#include "fs/system_watch.h"

namespace loci::fs {

namespace {

constexpr int kOpenDirectory = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
// O_NONBLOCK: opening a FIFO must not wait for its other end.
constexpr int kOpenRead = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
constexpr int kOpenAppend = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
constexpr int kCreate = O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;

class SystemMapping final : public Mapping {
 public:
  SystemMapping(void* bytes, std::uint64_t size)
      : bytes_(bytes), size_(static_cast<std::size_t>(size)) {}
  SystemMapping(const SystemMapping&) = delete;
  SystemMapping& operator=(const SystemMapping&) = delete;
  ~SystemMapping() override {
    if (bytes_ != nullptr) ::munmap(bytes_, size_);
  }
  [[nodiscard]] std::string_view bytes() const override {
    return {static_cast<const char*>(bytes_), size_};
  }

 private:
  void* bytes_;
  std::size_t size_;
};

class SystemRoot final : public Root, public Clearable {
 public:
  SystemRoot(Descriptor directory, std::string path, Modes modes)
      : directory_(std::move(directory)), path_(std::move(path)), modes_(modes) {}

  [[nodiscard]] const std::string& path() const override { return path_; }
  [[nodiscard]] Modes modes() const override { return modes_; }

  [[nodiscard]] Result<Stat> self() const override;
  [[nodiscard]] Result<Stat> stat(std::string_view name) const override;
  [[nodiscard]] Result<std::vector<Entry>> list() const override;
  [[nodiscard]] Result<bool> is_empty() const override;
  [[nodiscard]] Result<std::string> read(std::string_view name, std::size_t limit) const override;
  [[nodiscard]] Result<std::unique_ptr<Reader>> open_reader(std::string_view name) const override;
  [[nodiscard]] Result<std::unique_ptr<Mapping>> map(std::string_view name) const override;
  Result<> for_each_file(
      const std::function<void(std::string_view name, const Stat& stat)>& see) const override;
  [[nodiscard]] Result<std::unique_ptr<Root>> open(std::string_view name) const override;
  Result<> make_directory(std::string_view name) override;
  Result<> remove_directory(std::string_view name) override;
  [[nodiscard]] Result<std::unique_ptr<File>> create(std::string_view name) override;
  [[nodiscard]] Result<std::unique_ptr<File>> open_for_append(std::string_view name) override;
  Result<> rename(std::string_view from, std::string_view to) override;
  Result<bool> exchange(std::string_view one, std::string_view other) override;
  Result<bool> rename_new(std::string_view from, std::string_view to) override;
  Result<> remove(std::string_view name) override;
  Result<> remove_link(std::string_view name) override;
  Result<> sync() override;
  Result<> sync_file_system() override;
  [[nodiscard]] std::unique_ptr<Watch> watch() const override;
  [[nodiscard]] Result<std::unique_ptr<Lock>> try_lock() override;
  [[nodiscard]] std::unique_ptr<Ticket> line_up() const override;
  [[nodiscard]] std::string lock_holder() const override;

 private:
  struct Opened {
    Descriptor file;
    std::uint64_t size;
  };

  using Stream = std::unique_ptr<DIR, int (*)(DIR*)>;

  [[nodiscard]] Result<Stream> open_stream() const;
  [[nodiscard]] bool is_link(const std::string& name) const;
  // Whether `file` is what stands under a name; Unknown when that cannot be seen.
  [[nodiscard]] Effect stands_at(const std::string& name, const Stat& file) const;
  // What became of a rename of `file`.
  [[nodiscard]] Effect moved(const Stat& file, const std::string& from,
                             const std::string& to) const;
  [[nodiscard]] Error refusal(int number, std::string_view action, const std::string& name) const;
  [[nodiscard]] Result<Opened> open_regular(std::string_view name, int flags,
                                            std::string_view action) const;
  [[nodiscard]] mode_t file_mode() const { return modes_ == Modes::Private ? 0600 : 0666; }

  Descriptor directory_;
  std::string path_;
  Modes modes_;
};

bool SystemRoot::is_link(const std::string& name) const {
  Stat found;
  return platform::stat_at(directory_.get(), name.c_str(), false, found) == 0 &&
         found.kind == Kind::Link;
}

Effect SystemRoot::stands_at(const std::string& name, const Stat& file) const {
  Stat now;
  const int number = platform::stat_at(directory_.get(), name.c_str(), false, now);
  if (number == ENOENT) return Effect::None;
  if (number != 0) return Effect::Unknown;
  return now.inode == file.inode && now.device == file.device ? Effect::Done : Effect::None;
}

Effect SystemRoot::moved(const Stat& file, const std::string& from, const std::string& to) const {
  // Two names of one file: it cannot be told which way it went.
  const Effect before = stands_at(from, file);
  if (before == Effect::Done) return Effect::None;
  const Effect after = stands_at(to, file);
  return before == Effect::None && after == Effect::Done ? Effect::Done : Effect::Unknown;
}

// The numbers for a link differ from call to call and from system to system
// (ELOOP, ENOTDIR, EEXIST, EMLINK), so what is there decides.
Error SystemRoot::refusal(int number, std::string_view action, const std::string& name) const {
  const std::string path = child_path(path_, name);
  if (number != ENOENT && is_link(name)) return link_error(path);
  return file_error(number, action, path);
}

Result<SystemRoot::Opened> SystemRoot::open_regular(std::string_view name, int flags,
                                                    std::string_view action) const {
  LOCI_TRY(check_name(name));
  const std::string entry(name);
  const mode_t mode = file_mode();
  Descriptor file(retry([&] { return ::openat(directory_.get(), entry.c_str(), flags, mode); }));
  if (!file.valid()) return fail(refusal(errno, action, entry));
  struct stat found = {};
  if (::fstat(file.get(), &found) != 0) return fail(refusal(errno, action, entry));
  if (S_ISDIR(found.st_mode)) return fail(refusal(EISDIR, action, entry));
  if (!S_ISREG(found.st_mode)) return fail(not_regular_error(child_path(path_, name)));
  return Opened{std::move(file), static_cast<std::uint64_t>(found.st_size)};
}

Result<Stat> SystemRoot::self() const {
  Stat found;
  const int number = platform::stat_at(directory_.get(), "", false, found);
  if (number != 0) return fail(file_error(number, "examine", path_));
  return found;
}

Result<Stat> SystemRoot::stat(std::string_view name) const {
  LOCI_TRY(check_name(name));
  const std::string entry(name);
  Stat found;
  const int number = platform::stat_at(directory_.get(), entry.c_str(), false, found);
  if (number != 0) return fail(file_error(number, "examine", child_path(path_, name)));
  return found;
}

// The entries, from a descriptor of its own: the position in the directory
// belongs to it.
Result<SystemRoot::Stream> SystemRoot::open_stream() const {
  Descriptor again(retry([&] { return ::openat(directory_.get(), ".", kOpenDirectory); }));
  if (!again.valid()) return fail(file_error(errno, "list", path_));
  Stream stream(::fdopendir(again.get()), ::closedir);
  if (!stream) return fail(file_error(errno, "list", path_));
  static_cast<void>(again.release());
  return stream;
}

Result<bool> SystemRoot::is_empty() const {
  LOCI_ASSIGN(const Stream stream, open_stream());
  for (;;) {
    errno = 0;
    const dirent* found = ::readdir(stream.get());
    if (found == nullptr) break;
    const std::string_view name(found->d_name);
    if (name != "." && name != "..") return false;
  }
  if (errno != 0) return fail(file_error(errno, "list", path_));
  return true;
}

Result<std::vector<Entry>> SystemRoot::list() const {
  LOCI_ASSIGN(const Stream stream, open_stream());
  std::vector<Entry> entries;
  for (;;) {
    errno = 0;
    const dirent* found = ::readdir(stream.get());
    if (found == nullptr) break;
    const std::string_view name(found->d_name);
    if (name == "." || name == "..") continue;
    Entry entry{std::string(name), Kind::Other};
    switch (found->d_type) {
      case DT_REG:
        entry.kind = Kind::File;
        break;
      case DT_DIR:
        entry.kind = Kind::Directory;
        break;
      case DT_LNK:
        entry.kind = Kind::Link;
        break;
      case DT_UNKNOWN: {
        Stat what;
        const int number = platform::stat_at(directory_.get(), found->d_name, false, what);
        if (number == ENOENT) continue;  // gone meanwhile
        if (number != 0) return fail(file_error(number, "examine", child_path(path_, name)));
        entry.kind = what.kind;
        break;
      }
      default:
        break;
    }
    entries.push_back(std::move(entry));
  }
  if (errno != 0) return fail(file_error(errno, "list", path_));
  return entries;
}

// The file as long as it is when opened: what an appending process adds
// meanwhile is left for the next reader.
Result<std::string> SystemRoot::read(std::string_view name, std::size_t limit) const {
  LOCI_ASSIGN(const Opened opened, open_regular(name, kOpenRead, "read"));
  if (opened.size > limit) return fail(too_large_error(child_path(path_, name), limit));
  std::string bytes(static_cast<std::size_t>(opened.size), '\0');
  const ssize_t count = read_fully(opened.file.get(), bytes.data(), bytes.size(), 0);
  if (count < 0) return fail(file_error(errno, "read", child_path(path_, name)));
  bytes.resize(static_cast<std::size_t>(count));
  return bytes;
}

Result<std::unique_ptr<Reader>> SystemRoot::open_reader(std::string_view name) const {
  LOCI_ASSIGN(Opened opened, open_regular(name, kOpenRead, "read"));
  return make_system_reader(std::move(opened.file), child_path(path_, name), opened.size);
}

Result<std::unique_ptr<Mapping>> SystemRoot::map(std::string_view name) const {
  LOCI_ASSIGN(const Opened opened, open_regular(name, kOpenRead, "read"));
  if (opened.size == 0) return std::make_unique<SystemMapping>(nullptr, 0);
  void* mapped = ::mmap(nullptr, opened.size, PROT_READ, MAP_SHARED, opened.file.get(), 0);
  if (mapped == MAP_FAILED) return fail(file_error(errno, "map", child_path(path_, name)));
  return std::make_unique<SystemMapping>(mapped, opened.size);
}

// Asked one by one, thousands of files take a while: a part of them at a time is asked about on
// several threads, and then told of here.
Result<> SystemRoot::for_each_file(
    const std::function<void(std::string_view name, const Stat& stat)>& see) const {
  constexpr std::size_t kPart = 8'192;
  constexpr std::size_t kWorth = 1'024;  // files, for a thread more
  struct Found {
    Stat what;
    int number = 0;
  };
  LOCI_ASSIGN(const Stream stream, open_stream());
  std::string names;                // each with the zero behind it
  std::vector<std::size_t> begins;  // in `names`
  std::vector<Found> found;
  for (bool more = true; more;) {
    names.clear();
    begins.clear();
    while (begins.size() < kPart) {
      errno = 0;
      const dirent* entry = ::readdir(stream.get());
      more = entry != nullptr;
      if (!more) break;
      if (entry->d_type != DT_REG && entry->d_type != DT_UNKNOWN) continue;
      begins.push_back(names.size());
      names.append(static_cast<const char*>(entry->d_name)).push_back('\0');
    }
    const int fault = more ? 0 : errno;
    if (fault != 0) return fail(file_error(fault, "list", path_));
    if (found.size() < begins.size()) found.resize(begins.size());
    const auto ask = [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const char* const name = names.data() + begins[i];
        found[i].number = platform::stat_at(directory_.get(), name, false, found[i].what);
      }
    };
    in_parallel(begins.size(), ask, kWorth);
    for (std::size_t i = 0; i < begins.size(); ++i) {
      const char* const name = names.data() + begins[i];
      const int number = found[i].number;
      if (number == ENOENT) continue;  // gone meanwhile
      if (number != 0) return fail(file_error(number, "examine", child_path(path_, name)));
      if (found[i].what.kind == Kind::File) see(name, found[i].what);
    }
  }
  return {};
}

Result<std::unique_ptr<Root>> SystemRoot::open(std::string_view name) const {
  LOCI_TRY(check_name(name));
  const std::string entry(name);
  Descriptor directory(
      retry([&] { return ::openat(directory_.get(), entry.c_str(), kOpenDirectory); }));
  if (!directory.valid()) return fail(refusal(errno, "open", entry));
  return make_system_root(std::move(directory), child_path(path_, name), modes_);
}

Result<> SystemRoot::make_directory(std::string_view name) {
  LOCI_TRY(check_name(name));
  const std::string entry(name);
  const mode_t mode = modes_ == Modes::Private ? 0700 : 0777;
  if (::mkdirat(directory_.get(), entry.c_str(), mode) == 0) return {};
  return fail(refusal(errno, "create", entry));
}

Result<> SystemRoot::remove_directory(std::string_view name) {
  LOCI_TRY(check_name(name));
  const std::string entry(name);
  if (::unlinkat(directory_.get(), entry.c_str(), AT_REMOVEDIR) == 0) return {};
  return fail(refusal(errno == EEXIST ? ENOTEMPTY : errno, "remove", entry));
}

Result<std::unique_ptr<File>> SystemRoot::create(std::string_view name) {
  LOCI_TRY(check_name(name));
  const std::string entry(name);
  const mode_t mode = file_mode();
  Descriptor file(retry([&] { return ::openat(directory_.get(), entry.c_str(), kCreate, mode); }));
  if (!file.valid()) return fail(refusal(errno, "create", entry));
  return make_system_file(std::move(file), child_path(path_, name));
}

Result<std::unique_ptr<File>> SystemRoot::open_for_append(std::string_view name) {
  LOCI_ASSIGN(Opened opened, open_regular(name, kOpenAppend, "write"));
  return make_system_file(std::move(opened.file), child_path(path_, name));
}

// The system renames links and over links without following them; we look first
// because a link is somebody's choice, not ours to replace.
Result<> SystemRoot::rename(std::string_view from, std::string_view to) {
  LOCI_TRY(check_name(from));
  LOCI_TRY(check_name(to));
  const std::string source(from);
  const std::string target(to);
  LOCI_ASSIGN(const Stat file, stat(from));
  if (file.kind == Kind::Link) return fail(link_error(child_path(path_, from)));
  if (is_link(target)) return fail(link_error(child_path(path_, to)));
  const int directory = directory_.get();
  const auto call = [&] {
    return ::renameat(directory, source.c_str(), directory, target.c_str()) == 0 ? 0 : errno;
  };
  const int number = certainly(call, [&] { return moved(file, source, target); });
  switch (number) {
    case 0:
      return {};
    case EEXIST:
    case ENOTEMPTY:
      return fail(file_error(ENOTEMPTY, "rename", child_path(path_, to)));
    case EISDIR:
    case ENOTDIR:
      return fail(file_error(number, "rename", child_path(path_, to)));
    default:
      return fail(file_error(number, "rename", child_path(path_, from)));
  }
}

Result<bool> SystemRoot::exchange(std::string_view one, std::string_view other) {
  LOCI_TRY(check_name(one));
  LOCI_TRY(check_name(other));
  const std::string first(one);
  const std::string second(other);
  LOCI_ASSIGN(const Stat file, stat(one));
  const auto call = [&] {
    return platform::exchange_at(directory_.get(), first.c_str(), second.c_str());
  };
  const int number = certainly(call, [&] { return moved(file, first, second); });
  if (lacks_call(number)) return false;
  if (number != 0) return fail(file_error(number, "replace", child_path(path_, other)));
  return true;
}

Result<bool> SystemRoot::rename_new(std::string_view from, std::string_view to) {
  LOCI_TRY(check_name(from));
  LOCI_TRY(check_name(to));
  const std::string source(from);
  const std::string target(to);
  LOCI_ASSIGN(const Stat file, stat(from));
  if (file.kind == Kind::Link) return fail(link_error(child_path(path_, from)));
  const auto call = [&] {
    return platform::rename_new_at(directory_.get(), source.c_str(), target.c_str());
  };
  const int number = certainly(call, [&] { return moved(file, source, target); });
  if (lacks_call(number)) return false;
  if (number == EEXIST) return fail(file_error(number, "rename", child_path(path_, to)));
  if (number != 0) return fail(file_error(number, "rename", child_path(path_, from)));
  return true;
}

Result<> SystemRoot::remove(std::string_view name) {
  LOCI_ASSIGN(const Stat found, stat(name));
  const std::string entry(name);
  if (found.kind == Kind::Link) return fail(link_error(child_path(path_, name)));
  if (found.kind == Kind::Directory) return fail(refusal(EISDIR, "remove", entry));
  const auto call = [&] { return ::unlinkat(directory_.get(), entry.c_str(), 0) == 0 ? 0 : errno; };
  const int number = certainly(call, [&] {
    const Effect there = stands_at(entry, found);
    if (there == Effect::Unknown) return there;
    return there == Effect::Done ? Effect::None : Effect::Done;
  });
  if (number == 0) return {};
  return fail(refusal(number, "remove", entry));
}

Result<> SystemRoot::remove_link(std::string_view name) {
  LOCI_TRY(check_name(name));
  const std::string entry(name);
  if (!is_link(entry)) return fail(file_error(EEXIST, "remove", child_path(path_, name)));
  if (::unlinkat(directory_.get(), entry.c_str(), 0) == 0) return {};
  return fail(file_error(errno, "remove", child_path(path_, name)));
}

Result<> SystemRoot::sync() {
  const int number = platform::sync_directory(directory_.get());
  if (number != 0) return fail(file_error(number, "sync", path_));
  return {};
}

Result<> SystemRoot::sync_file_system() {
  const int number = platform::sync_file_system(directory_.get());
  if (number != 0) return fail(file_error(number, "sync", path_));
  return {};
}

std::unique_ptr<Watch> SystemRoot::watch() const { return watch_directory(directory_.get()); }

Result<std::unique_ptr<Lock>> SystemRoot::try_lock() {
  return lock_directory(directory_.get(), path_, modes_);
}

std::unique_ptr<Ticket> SystemRoot::line_up() const { return line_up_for(directory_.get()); }

std::string SystemRoot::lock_holder() const {
  const auto found = self();
  const int pid = found ? platform::flock_holder(*found) : 0;
  if (pid == 0) return "";
  const std::string command = platform::command_of(pid);
  return command.empty() ? fmt::format("pid {}", pid) : fmt::format("pid {} ({})", pid, command);
}

}  // namespace

std::unique_ptr<Root> make_system_root(Descriptor directory, std::string path, Modes modes) {
  return std::make_unique<SystemRoot>(std::move(directory), std::move(path), modes);
}

}  // namespace loci::fs
