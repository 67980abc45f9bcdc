#include "upkeep/backup.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <map>

#include "base/hash.h"
#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "base/version.h"
#include "fs/absent.h"
#include "fs/clear.h"
#include "fs/temporary.h"
#include "fs/walk.h"
#include "store/home_version.h"
#include "store/place.h"
#include "upkeep/tar.h"

namespace loci::upkeep {
namespace {

using memory::Memory;

constexpr std::string_view kAbout = "loci-backup.json";
constexpr std::string_view kHashes = "loci-backup.sha256";
constexpr int kBackupVersion = 1;
// A file of the home is read whole to be hashed.
constexpr std::uint64_t kLargestFile = std::uint64_t{1} << 31;
constexpr std::size_t kAboutBytes = 64'000;
constexpr std::string_view kOnlyOurs = "only archives that 'loci backup' made can be restored";

// Made again from the others, or of this moment only.
bool is_left_out(std::string_view path) {
  const std::string_view name = last_component(path);
  return path.starts_with("state/catalog/") || path == "state/http-token" ||
         name.ends_with(".lock") || name == ".lock" || fs::is_temporary_name(name);
}

struct HomeEntry {
  std::string path;
  bool directory;
  std::uint64_t size;
  std::int64_t changed_at;
};

// Everything that goes into the archive, the journal before the texts that it names.
Result<std::vector<HomeEntry>> items_of(const fs::Root& home) {
  std::vector<HomeEntry> items;
  LOCI_TRY(fs::walk(home, [&](const fs::Walked& walked) -> Result<bool> {
    const fs::Kind kind = walked.entry.kind;
    if (kind == fs::Kind::Directory) {
      if (walked.path == "state/catalog" || fs::is_temporary_name(walked.entry.name)) return false;
      items.push_back({walked.path, true, 0, 0});
      return true;
    }
    if (kind != fs::Kind::File || is_left_out(walked.path)) return false;
    LOCI_ASSIGN(const fs::Stat stat, walked.directory.stat(walked.entry.name));
    if (stat.size > kLargestFile) {
      return fail(invalid_input(fmt::format("'{}' is too large for a backup", walked.path)));
    }
    constexpr std::int64_t kNanoseconds = 1'000'000'000;
    items.push_back({walked.path, false, stat.size, stat.mtime_ns / kNanoseconds});
    return false;
  }));
  return items;
}

Result<std::unique_ptr<fs::Root>> open_below(const fs::Root& root, std::string_view path) {
  std::unique_ptr<fs::Root> at;
  while (!path.empty()) {
    const std::string_view name = take_component(path);
    LOCI_ASSIGN(at, at ? at->open(name) : root.open(name));
  }
  return at;
}

// The locks of every directory of the home, so that nothing changes while it is read: in byte
// order, as writers take theirs, and the journal's behind all others.
Result<std::vector<std::unique_ptr<fs::Lock>>> lock_all(
    fs::FileSystem& files, fs::Root& home, std::vector<std::unique_ptr<fs::Root>>& held,
    const std::vector<HomeEntry>& items) {
  constexpr std::chrono::milliseconds kPatience{5'000};
  std::vector<std::string> places;
  for (const HomeEntry& item : items) {
    if (item.directory && !item.path.starts_with("state")) places.push_back(item.path);
  }
  std::sort(places.begin(), places.end());
  for (const std::string_view last : {"state/inbox", "state/journal"}) {
    const bool there = std::any_of(items.begin(), items.end(),
                                   [&](const HomeEntry& item) { return item.path == last; });
    if (there) places.emplace_back(last);
  }
  std::vector<std::unique_ptr<fs::Lock>> locks;
  for (const std::string& place : places) {
    LOCI_ASSIGN(std::unique_ptr<fs::Root> root, open_below(home, place));
    auto lock = fs::lock_patiently(files, *root, kPatience);
    if (!lock && lock.error().kind == ErrorKind::Conflict) {  // a first sync replaced it meanwhile
      LOCI_ASSIGN(root, open_below(home, place));
      lock = fs::lock_patiently(files, *root, kPatience);
    }
    if (!lock) return fail(std::move(lock));
    held.push_back(std::move(root));
    locks.push_back(std::move(*lock));
  }
  return locks;
}

class ArchiveWriter {
 public:
  ArchiveWriter(fs::File& file, std::int64_t changed_at) : file_(file), changed_at_(changed_at) {}

  Result<> add_text(std::string_view path, std::string_view bytes) {
    LOCI_TRY(file_.write(tar_header(path, false, bytes.size(), changed_at_)));
    LOCI_TRY(file_.write(bytes));
    return file_.write(tar_padding(bytes.size()));
  }
  Result<> add(const fs::Root& home, const HomeEntry& item) {
    if (item.directory) return file_.write(tar_header(item.path, true, 0, changed_at_));
    const std::string_view above = parent_path(item.path);
    std::unique_ptr<fs::Root> directory;
    if (!above.empty()) {
      LOCI_ASSIGN(directory, open_below(home, above));
    }
    const fs::Root& in = directory ? *directory : home;
    // What grew since it was looked at is the end of the journal, which the next backup has.
    LOCI_ASSIGN(const auto reader, in.open_reader(last_component(item.path)));
    LOCI_ASSIGN(const std::string bytes,
                reader->read_at(0, static_cast<std::size_t>(reader->size())));
    LOCI_TRY(file_.write(tar_header(item.path, false, bytes.size(), item.changed_at)));
    LOCI_TRY(file_.write(bytes));
    LOCI_TRY(file_.write(tar_padding(bytes.size())));
    hashes_ += fmt::format("{}  {}\n", sha256(bytes), item.path);
    bytes_ += bytes.size();
    return {};
  }
  Result<> end() {
    LOCI_TRY(add_text(kHashes, hashes_));
    LOCI_TRY(file_.write(tar_end()));
    return file_.sync();
  }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  fs::File& file_;
  std::int64_t changed_at_;
  std::string hashes_;
  std::uint64_t bytes_ = 0;
};

std::size_t count_files(const std::vector<HomeEntry>& items) {
  return static_cast<std::size_t>(std::count_if(
      items.begin(), items.end(), [](const HomeEntry& item) { return !item.directory; }));
}

Result<std::uint64_t> write_archive(fs::Root& home, fs::File& file,
                                    const std::vector<HomeEntry>& items, Timestamp now) {
  const std::int64_t changed_at =
      std::chrono::duration_cast<std::chrono::seconds>(now.time_since_epoch()).count();
  ArchiveWriter writer(file, changed_at);
  const Json about{{"loci_backup", kBackupVersion},
                   {"version", kVersion},
                   {"made", format_utc(now)},
                   {"files", count_files(items)}};
  LOCI_TRY(writer.add_text(kAbout, dump_json(about, 2) + "\n"));
  for (const HomeEntry& item : items) LOCI_TRY(writer.add(home, item));
  LOCI_TRY(writer.end());
  return writer.bytes();
}

// An archive that is open, and what it says of itself.
struct Archive {
  std::unique_ptr<fs::Reader> reader;
  std::vector<TarMember> members;
  std::map<std::string, std::string, std::less<>> hashes;  // by path
  std::string made;

  [[nodiscard]] Result<std::string> bytes_of(const TarMember& member) const {
    return reader->read_at(member.offset, static_cast<std::size_t>(member.size));
  }
  [[nodiscard]] bool is_own(const TarMember& member) const {
    return member.path == kAbout || member.path == kHashes;
  }
};

Error no_archive(std::string_view path, std::string_view what) {
  return corrupt(fmt::format("'{}': {}", path, what), std::string(kOnlyOurs));
}

Result<> read_hashes(std::string_view path, std::string_view text, Archive& archive) {
  constexpr std::size_t kDigits = 64;
  for (const std::string_view whole : split_lines(text)) {
    const std::string_view line = without_ending(whole);
    if (line.size() < kDigits + 3 || line.substr(kDigits, 2) != "  ") {
      return fail(no_archive(path, "its list of hashes cannot be read"));
    }
    archive.hashes.emplace(line.substr(kDigits + 2), line.substr(0, kDigits));
  }
  return {};
}

Result<Archive> open_archive(fs::FileSystem& files, const std::string& path) {
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> directory,
              files.open(std::string(parent_path(path)), fs::Modes::Umask));
  Archive archive;
  LOCI_ASSIGN(archive.reader, directory->open_reader(last_component(path)));
  const auto bytes = [&](std::uint64_t offset, std::size_t length) {
    return archive.reader->read_at(offset, length);
  };
  auto members = tar_members(bytes, archive.reader->size());
  if (!members) {
    Error error = std::move(members).error();
    error.message = fmt::format("'{}': {}", path, error.message);
    return fail(std::move(error));
  }
  archive.members = std::move(*members);
  if (archive.members.size() < 2 || archive.members.front().path != kAbout ||
      archive.members.back().path != kHashes) {
    return fail(no_archive(path, "it is not a loci backup, or its end is missing"));
  }
  if (archive.members.front().size > kAboutBytes || archive.members.back().size > kLargestFile) {
    return fail(no_archive(path, "its header is too long"));
  }
  LOCI_ASSIGN(const std::string told, archive.bytes_of(archive.members.front()));
  const auto about = parse_json(told, {.bytes = kAboutBytes, .depth = 4});
  const bool known = about && about->is_object() && about->contains("loci_backup") &&
                     (*about)["loci_backup"].is_number_integer();
  if (!known) return fail(no_archive(path, "it is not a loci backup"));
  if ((*about)["loci_backup"].get<int>() > kBackupVersion) {
    return fail(denied(fmt::format("'{}' was made by a later version of loci", path),
                       "restore it with that version"));
  }
  if (about->contains("made") && (*about)["made"].is_string()) {
    archive.made = (*about)["made"].get<std::string>();
  }
  LOCI_ASSIGN(const std::string hashes, archive.bytes_of(archive.members.back()));
  LOCI_TRY(read_hashes(path, hashes, archive));
  return archive;
}

Result<std::unique_ptr<fs::Root>> made_below(fs::Root& root, std::string_view path) {
  std::unique_ptr<fs::Root> at;
  while (!path.empty()) {
    const std::string_view name = take_component(path);
    LOCI_ASSIGN(at, fs::open_or_create(at ? *at : root, name));
  }
  return at;
}

Result<> unpack(const std::string& path, const Archive& archive, fs::Root& into,
                BackupReply& reply) {
  for (const TarMember& member : archive.members) {
    if (archive.is_own(member)) continue;
    if (member.directory) {
      LOCI_TRY(made_below(into, member.path));
      continue;
    }
    if (member.size > kLargestFile) return fail(no_archive(path, "a file in it is too large"));
    LOCI_ASSIGN(const std::string bytes, archive.bytes_of(member));
    const auto hash = archive.hashes.find(member.path);
    if (hash == archive.hashes.end() || sha256(bytes) != hash->second) {
      return fail(
          no_archive(path, fmt::format("'{}' in it is damaged", printable(member.path, true))));
    }
    const std::string_view above = parent_path(member.path);
    std::unique_ptr<fs::Root> made;
    if (!above.empty()) {
      LOCI_ASSIGN(made, made_below(into, above));
    }
    fs::Root& directory = made ? *made : into;
    LOCI_ASSIGN(const auto file, directory.create(last_component(member.path)));
    LOCI_TRY(file->write(bytes));
    ++reply.files;
    reply.bytes += bytes.size();
  }
  if (reply.files != archive.hashes.size()) {
    return fail(no_archive(path, "files it lists are missing"));
  }
  return into.sync_file_system();
}

// A name beside the home that nobody has: "~/.loci.before-restore", then "-2", …
Result<std::string> free_beside(const fs::Root& beside, const std::string& name) {
  for (int number = 1;; ++number) {
    std::string candidate = number == 1 ? name : fmt::format("{}-{}", name, number);
    LOCI_ASSIGN(const auto there, fs::if_there(beside.stat(candidate)));
    if (!there) return candidate;
  }
}

// What a restore that was killed left beside the home.
Result<> sweep_beside(fs::FileSystem& files, fs::Root& beside, const std::string& start) {
  LOCI_ASSIGN(const std::vector<std::string> names, fs::sorted_names(beside, fs::Kind::Directory));
  for (const std::string& name : names) {
    if (!name.starts_with(start)) continue;
    const std::string digits = name.substr(start.size());
    const bool number =
        !digits.empty() && digits.size() < 10 &&
        std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (number && !files.process_alive(std::stoi(digits))) LOCI_TRY(fs::clear(beside, name));
  }
  return {};
}

// The new home takes its place; answers where the former one is, or "".
Result<std::string> take_place(fs::Root& beside, const std::string& fresh,
                               const std::string& name) {
  LOCI_ASSIGN(const auto there, fs::if_there(beside.stat(name)));
  if (!there) {
    LOCI_TRY(beside.rename(fresh, name));
    LOCI_TRY(beside.sync());
    return std::string();
  }
  // It has the name that the former home is to get, so that the exchange is the one step in which
  // anything happens.
  LOCI_ASSIGN(const std::string aside, free_beside(beside, name + ".before-restore"));
  LOCI_TRY(beside.rename(fresh, aside));
  LOCI_TRY(beside.sync());
  LOCI_ASSIGN(const bool exchanged, beside.exchange(aside, name));
  if (!exchanged) {  // a file system without that call: two steps, the first of which is undone
    LOCI_TRY(beside.rename(aside, fresh));
    LOCI_TRY(beside.rename(name, aside));
    const auto done = beside.rename(fresh, name);
    if (!done) {
      LOCI_TRY(beside.rename(aside, name));
      return fail(done.error());
    }
  }
  LOCI_TRY(beside.sync());
  return aside;
}

Result<bool> has_something(fs::FileSystem& files, const std::string& home) {
  const auto root = files.open(home, fs::Modes::Private);
  if (!root && root.error().kind == ErrorKind::NotFound) return false;
  if (!root) return fail(root.error());
  LOCI_ASSIGN(const bool empty, (*root)->is_empty());
  return !empty;
}

}  // namespace

Result<BackupReply> back_up(Memory& memory, const std::string& archive, bool dry_run) {
  LOCI_TRY(memory.need_person("make a backup"));  // it has what every project remembers
  fs::FileSystem& files = memory.store().files();
  const std::string& home_path = memory.store().home();
  LOCI_TRY(memory.store().finish_interrupted());
  if (fmt::format("{}/", archive).starts_with(fmt::format("{}/", home_path))) {
    return fail(invalid_input(fmt::format("'{}' is inside the home", archive),
                              "write the backup to another place"));
  }
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> home, files.open(home_path, fs::Modes::Private));
  LOCI_ASSIGN(std::vector<HomeEntry> items, items_of(*home));
  BackupReply reply;
  reply.archive = archive;
  reply.dry_run = dry_run;
  if (dry_run) {
    reply.files = count_files(items);
    for (const HomeEntry& item : items) reply.bytes += item.size;
    return reply;
  }
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> directory,
              files.open(std::string(parent_path(archive)), fs::Modes::Private));
  const std::string name(last_component(archive));
  LOCI_ASSIGN(const auto taken, fs::if_there(directory->stat(name)));
  if (taken) {
    return fail(conflict(fmt::format("the file '{}' already exists", archive),
                         "give the backup another name"));
  }
  const std::string part = fmt::format("{}.part-{}", name, ::getpid());
  auto written = [&]() -> Result<std::uint64_t> {
    std::vector<std::unique_ptr<fs::Root>> held;
    LOCI_ASSIGN(const auto locks, lock_all(files, *home, held, items));
    LOCI_ASSIGN(items, items_of(*home));  // as they are under the locks
    LOCI_ASSIGN(const auto file, directory->create(part));
    return write_archive(*home, *file, items, memory.now());
  }();
  if (written) {
    auto named = directory->rename_new(part, name);
    if (named && !*named) {
      if (auto plain = directory->rename(part, name); !plain) named = fail(plain.error());
    }
    if (!named) written = fail(named.error());
  }
  if (!written) {
    (void)directory->remove(part);
    return fail(written.error());
  }
  LOCI_TRY(directory->sync());
  reply.files = count_files(items);
  reply.bytes = *written;
  return reply;
}

Result<BackupReply> restore_backup(Memory& memory, const RestoreRequest& request) {
  LOCI_TRY(memory.need_person("restore a backup"));
  fs::FileSystem& files = memory.store().files();
  const std::string home = memory.store().home();
  LOCI_ASSIGN(const Archive archive, open_archive(files, request.archive));
  BackupReply reply;
  reply.archive = request.archive;
  reply.made = archive.made;
  reply.dry_run = request.dry_run;
  LOCI_ASSIGN(const bool has_home, has_something(files, home));
  if (request.dry_run) {
    for (const TarMember& member : archive.members) {
      if (member.directory || archive.is_own(member)) continue;
      ++reply.files;
      reply.bytes += member.size;
    }
    return reply;
  }
  if (has_home && !request.yes) {
    Error error = denied(
        fmt::format("'{}' already holds memory, which will be kept beside the restored one", home),
        "use --yes to go on without being asked");
    error.needs_consent = true;
    return fail(std::move(error));
  }
  const std::string name(last_component(home));
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> beside,
              fs::open_or_create(files, std::string(parent_path(home)), fs::Modes::Private));
  const std::string start = name + ".restoring-";
  LOCI_TRY(sweep_beside(files, *beside, start));
  const std::string fresh = fmt::format("{}{}", start, ::getpid());
  LOCI_TRY(fs::clear(*beside, fresh));
  auto done = [&]() -> Result<std::string> {
    LOCI_ASSIGN(const std::unique_ptr<fs::Root> into, fs::open_or_create(*beside, fresh));
    LOCI_TRY(unpack(request.archive, archive, *into, reply));
    LOCI_TRY(store::check_home_version(files, child_path(parent_path(home), fresh)));
    return take_place(*beside, fresh, name);
  }();
  if (!done) {
    (void)fs::clear(*beside, fresh);
    return fail(done.error());
  }
  if (!done->empty()) reply.kept_as = child_path(parent_path(home), *done);
  return reply;
}

}  // namespace loci::upkeep
