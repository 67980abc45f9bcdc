#include "store/journal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/later_version.h"
#include "base/path.h"
#include "fs/absent.h"
#include "fs/atomic_file.h"
#include "store/backward_lines.h"
#include "store/forward_lines.h"
#include "store/home_version.h"
#include "store/journal_copy.h"
#include "store/journal_files.h"
#include "store/place.h"

namespace loci::store {
namespace {

constexpr std::size_t kMonthLength = 7;  // "2026-11"

std::string lines_file(std::string_view month) { return fmt::format("{}{}", month, kLinesSuffix); }
std::string pack_file(std::string_view month) { return fmt::format("{}{}", month, kPackSuffix); }

// Not find(), which stops at every brace the text begins with.
std::size_t find_text(std::string_view text, std::string_view wanted, std::size_t from) {
  if (from > text.size()) return std::string_view::npos;
  const void* found =
      ::memmem(text.data() + from, text.size() - from, wanted.data(), wanted.size());
  if (found == nullptr) return std::string_view::npos;
  return static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

// A directory of the home's state, opened once and kept; none is no error.
Result<const fs::Root*> opened(std::unique_ptr<fs::Root>& kept, fs::FileSystem& files,
                               const std::string& home, std::string_view name) {
  if (kept) return kept.get();
  auto root = files.open(home, fs::Modes::Private);
  if (root) root = (*root)->open(kStateDirectory);
  if (root) root = (*root)->open(name);
  if (!root && root.error().kind == ErrorKind::NotFound) return nullptr;
  if (!root) return fail(std::move(root));
  kept = std::move(*root);
  return kept.get();
}

// A file being appended to, which can be put back as it was.
struct Appending {
  std::unique_ptr<fs::File> file;
  std::uint64_t valid = 0;  // what counts of it

  // Opens `name` and cuts off what stands behind `valid` (nothing: all counts).
  static Result<Appending> open(fs::Root& root, const std::string& name,
                                std::optional<std::uint64_t> valid) {
    Appending result;
    const auto stat = root.stat(name);
    if (!stat && stat.error().kind != ErrorKind::NotFound) return fail(stat.error());
    LOCI_ASSIGN(result.file, root.open_for_append(name));
    const std::uint64_t size = stat ? stat->size : 0;
    // The name must be durable before a record in the file can be. An empty
    // file may be of a process that died before it came to this.
    if (size == 0) LOCI_TRY(root.sync());
    result.valid = std::min(size, valid.value_or(size));
    if (size > result.valid) LOCI_TRY(result.file->truncate(result.valid));
    return result;
  }

  void put_back() const {
    if (file) (void)file->truncate(valid);  // the next writer cuts it off otherwise
  }
};

}  // namespace

Journal::Journal(fs::FileSystem& files, std::string home, const Clock& clock)
    : files_(files), home_(std::move(home)), clock_(clock) {}

Result<const fs::Root*> Journal::lines() const {
  return opened(lines_, files_, home_, kJournalDirectory);
}

Result<const fs::Root*> Journal::objects() const {
  return opened(objects_, files_, home_, kObjectsDirectory);
}

Result<> Journal::open_for_writing() {
  LOCI_TRY(check_home_version(files_, home_));
  if (lines_ && objects_) return {};
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> home,
              fs::open_or_create(files_, home_, fs::Modes::Private));
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> state, fs::open_or_create(*home, kStateDirectory));
  LOCI_ASSIGN(lines_, fs::open_or_create(*state, kJournalDirectory));
  LOCI_ASSIGN(objects_, fs::open_or_create(*state, kObjectsDirectory));
  return {};
}

// Makes durable what is in a month's two files, whoever wrote it.
Result<> Journal::sync_month(std::string_view month) {
  const auto sync = [](fs::Root& root, const std::string& name) -> Result<> {
    LOCI_ASSIGN(const auto there, fs::if_there(root.stat(name)));
    if (!there) return {};
    LOCI_ASSIGN(const std::unique_ptr<fs::File> file, root.open_for_append(name));
    return file->sync();
  };
  LOCI_TRY(sync(*objects_, pack_file(month)));
  return sync(*lines_, lines_file(month));
}

Result<> Journal::settle() {
  LOCI_TRY(open_for_writing());
  LOCI_ASSIGN(const std::vector<std::string> all, months());
  return all.empty() ? Result<>() : sync_month(all.back());
}

// The names of files that a rewrite replaced must be durable before the next
// record goes into one of them.
Result<> Journal::finish_rewrite() {
  LOCI_TRY(objects_->sync());
  LOCI_TRY(lines_->sync());
  return lines_->remove(kRewriteMark);
}

Result<std::vector<std::string>> Journal::months() const {
  std::vector<std::string> names;
  LOCI_ASSIGN(const fs::Root* root, lines());
  if (root == nullptr) return names;
  LOCI_ASSIGN(const fs::Stat self, root->self());
  if (listed_ && listed_->directory == self) return listed_->months;
  LOCI_ASSIGN(const std::vector<fs::Entry> entries, root->list());
  for (const fs::Entry& entry : entries) {
    const std::string_view month = std::string_view(entry.name).substr(0, kMonthLength);
    if (!is_date(fmt::format("{}-01", month)) || entry.name != lines_file(month)) continue;
    LOCI_TRY(need_regular(*root, entry));
    names.emplace_back(month);
  }
  std::sort(names.begin(), names.end());
  keep_listing(*root, self, names);
  return names;
}

// A file that is made later changes the directory's time, once the clock of the
// file system has gone on since its last change: the newest journal file tells.
void Journal::keep_listing(const fs::Root& root, const fs::Stat& directory,
                           const std::vector<std::string>& months) const {
  constexpr std::int64_t kLongAgo = 1'000'000'000;  // coarser than any such clock
  listed_.reset();
  if (months.empty()) return;
  const auto newest = root.stat(lines_file(months.back()));
  if (!newest || newest->mtime_ns - directory.mtime_ns < kLongAgo) return;
  listed_ = Listing{directory, months};
}

std::string Journal::month_now() const { return format_utc(clock_.now()).substr(0, kMonthLength); }

// Goes through the whole lines of `months`, the newest first, until `visit` answers
// false.
template <typename Visit>
Result<> Journal::for_each_line(const std::vector<std::string>& months, Visit visit) const {
  for (auto month = months.rbegin(); month != months.rend(); ++month) {
    LOCI_ASSIGN(const std::unique_ptr<fs::Reader> reader, lines_->open_reader(lines_file(*month)));
    BackwardLines lines(*reader);
    for (;;) {
      LOCI_ASSIGN(const std::optional<std::string_view> line, lines.next_line());
      if (!line) break;
      LOCI_ASSIGN(const bool go_on, visit(Line{*line, *month, lines.end_offset()}));
      if (!go_on) return {};
    }
  }
  return {};
}

Result<Journal::Tail> Journal::read_tail() const {
  Tail tail;
  LOCI_ASSIGN(const std::vector<std::string> all, months());
  if (all.empty()) return tail;
  tail.month = all.back();
  std::optional<std::uint64_t> lowest;  // that may be open, as the newest line says
  std::set<std::uint64_t> closed;
  // Of each line the head is enough: a record may name 100,000 files.
  LOCI_TRY(for_each_line(all, [&](const Line& line) -> Result<bool> {
    const auto head = parse_head(line.text);
    const bool counts = !lowest || (head && (head->kind == Record::Kind::Begin || head->of != 0));
    if (counts && !has_valid_checksum(line.text)) return true;
    if (!lowest) {
      if (!head) return fail(later_version(child_path(lines_->path(), lines_file(line.month))));
      if (line.month == tail.month) tail.valid = line.end;
      tail.sequence = head->sequence;
      lowest = head->open;
    }
    if (!head) return true;
    if (head->sequence < *lowest) return false;
    if (head->of != 0) closed.insert(head->of);
    if (head->kind == Record::Kind::Begin && !closed.contains(head->sequence)) {
      tail.open.insert(head->sequence);
    }
    return true;
  }));
  return tail;
}

Result<std::vector<Record>> Journal::pending() const {
  LOCI_ASSIGN(const std::vector<std::string> all, months());
  return pending_in(all);
}

Result<std::vector<Record>> Journal::pending_in(const std::vector<std::string>& months) const {
  std::vector<Record> begun;
  std::set<std::uint64_t> closed;
  std::optional<std::uint64_t> lowest;  // that may be open, as the newest line says
  LOCI_TRY(for_each_line(months, [&](const Line& line) -> Result<bool> {
    const auto head = parse_head(line.text);
    // Only the newest line decides how far back to read, so only its checksum counts.
    if (!head || (!lowest && !has_valid_checksum(line.text))) return true;
    if (!lowest) lowest = head->open;
    if (head->sequence < *lowest) return false;
    if (head->of != 0) closed.insert(head->of);
    if (head->kind == Record::Kind::Begin && !closed.contains(head->sequence)) {
      if (auto record = parse_record(line.text)) begun.push_back(std::move(*record));
    }
    return true;
  }));
  std::reverse(begun.begin(), begun.end());
  return begun;
}

Result<> Journal::append(std::vector<Record>& records, const std::vector<std::string_view>& texts,
                         Sync sync, std::vector<fs::File*> along) {
  LOCI_TRY(open_for_writing());
  LOCI_ASSIGN(const std::unique_ptr<fs::Lock> lock, fs::lock_patiently(files_, *lines_, kPatience));
  LOCI_ASSIGN(const auto rewriting, fs::if_there(lines_->stat(kRewriteMark)));
  if (rewriting) LOCI_TRY(finish_rewrite());  // of a process that died
  LOCI_ASSIGN(Tail tail, read_tail());
  const std::string month = std::max(tail.month, month_now());  // never behind what is there
  if (month != tail.month) {
    // A power cut takes the end of the journal and nothing from its middle.
    if (!tail.month.empty()) LOCI_TRY(sync_month(tail.month));
    tail.valid = 0;
  }

  std::string objects;
  std::optional<Appending> pack;
  if (!texts.empty()) {
    LOCI_ASSIGN(pack, Appending::open(*objects_, pack_file(month), std::nullopt));
    if (pack->valid > 0) objects += '\n';  // the pack may end in half a text
    for (const std::string_view text : texts) objects += text;
  }

  std::string lines;
  for (Record& record : records) {
    record.sequence = ++tail.sequence;
    if (record.time.empty() && record.kind != Record::Kind::Done) {
      record.time = format_utc(clock_.now());
    }
    if (record.kind == Record::Kind::Begin) tail.open.insert(record.sequence);
    if (record.of != 0) tail.open.erase(record.of);
    record.open = tail.open.empty() ? record.sequence + 1 : *tail.open.begin();
    const std::string line = format_record(record);
    if (line.size() > kLongestLine) {  // nobody would read it again
      return fail(invalid_input("the operation changes too many files for one record",
                                "change fewer at once"));
    }
    lines += line;
  }

  LOCI_ASSIGN(const Appending journal, Appending::open(*lines_, lines_file(month), tail.valid));
  // A record of an edit by hand is believed without its text being looked for,
  // so the text must be safe before the record can be.
  const bool texts_first = std::any_of(records.begin(), records.end(), [](const Record& record) {
    return record.kind == Record::Kind::External;
  });
  const auto write = [&]() -> Result<> {
    if (pack) LOCI_TRY(pack->file->write(objects));
    if (pack && texts_first) LOCI_TRY(pack->file->sync());
    LOCI_TRY(journal.file->write(lines));
    if (sync == Sync::No) return {};
    // Otherwise all are written before the first is synced: one commit of the
    // file system's own journal then serves for all.
    if (pack && !texts_first) along.push_back(pack->file.get());
    along.push_back(journal.file.get());
    return files_.sync_together(along);
  };
  Result<> written = write();
  if (!written) {
    if (pack) pack->put_back();
    journal.put_back();
  }
  return written;
}

Result<> Journal::visit(const std::function<bool(const Record&)>& visit) const {
  LOCI_ASSIGN(const std::vector<std::string> all, months());
  return for_each_line(all, [&](const Line& line) -> Result<bool> {
    const auto record = parse_record(line.text);
    return !record || visit(*record);
  });
}

Result<> Journal::visit_some(const std::function<bool(std::string_view)>& wanted,
                             const std::function<bool(const Record&)>& visit) const {
  LOCI_ASSIGN(const std::vector<std::string> all, months());
  return for_each_line(all, [&](const Line& line) -> Result<bool> {
    if (!wanted(line.text)) return true;
    const auto record = parse_record(line.text);
    return !record || visit(*record);
  });
}

Result<std::vector<Record>> Journal::records() const {
  std::vector<Record> all;
  LOCI_TRY(visit([&](const Record& record) {
    all.push_back(record);
    return true;
  }));
  std::reverse(all.begin(), all.end());
  return all;
}

Result<std::optional<std::pair<Record, FileRecord>>> Journal::last_record(
    std::string_view place, std::string_view file) const {
  const std::string start = file_record_start(place, file) + ",";
  LOCI_ASSIGN(const std::vector<std::string> all, months());
  for (auto month = all.rbegin(); month != all.rend(); ++month) {
    LOCI_ASSIGN(const std::unique_ptr<fs::Reader> reader, lines_->open_reader(lines_file(*month)));
    BackwardLines lines(*reader);
    for (;;) {
      LOCI_ASSIGN(const std::optional<std::string_view> block, lines.next_block());
      if (!block) break;
      std::optional<std::pair<Record, FileRecord>> newest;
      for (std::size_t at = find_text(*block, start, 0); at != std::string_view::npos;
           at = find_text(*block, start, at + 1)) {
        const std::size_t begin = block->rfind('\n', at) + 1;  // npos + 1 == 0
        const auto record = parse_record(block->substr(begin, block->find('\n', at) - begin));
        if (!record) continue;
        for (const FileRecord& changed : record->files) {
          if (changed.place == place && changed.file == file) newest = {*record, changed};
        }
      }
      if (newest) return newest;
    }
  }
  return std::nullopt;
}

Result<std::optional<FileRecord>> Journal::last_change(std::string_view place,
                                                       std::string_view file) const {
  LOCI_ASSIGN(auto last, last_record(place, file));
  if (!last) return std::nullopt;
  return std::move(last->second);
}

Result<std::optional<Journal::Change>> Journal::last_change_of(std::string_view place,
                                                               std::string_view file) const {
  LOCI_ASSIGN(auto last, last_record(place, file));
  if (!last) return std::nullopt;
  return Change{last->second.after.value_or(""), std::move(last->first.time)};
}

Result<Journal::Changes> Journal::last_changes(std::string_view place) const {
  Changes changes;
  const std::string start = place_record_start(place);
  LOCI_ASSIGN(const std::vector<std::string> all, months());
  LOCI_TRY(for_each_line(all, [&](const Line& line) -> Result<bool> {
    FilesView view = scan_files(line.text, start);
    for (FileView& file : view.files) {
      const auto [change, fresh] = changes.try_emplace(std::move(file.file));
      if (fresh) change->second = {std::string(file.after), std::string(view.time)};
    }
    return true;
  }));
  return changes;
}

Result<bool> Journal::follow(Position& position,
                             const std::function<void(std::string_view line)>& visit) const {
  LOCI_ASSIGN(const std::vector<std::string> all, months());
  auto month = all.begin();
  if (!position.month.empty()) {
    month = std::find(all.begin(), all.end(), position.month);
    if (month == all.end()) return false;
  }
  for (; month != all.end(); ++month) {
    LOCI_ASSIGN(const std::unique_ptr<fs::Reader> reader, lines_->open_reader(lines_file(*month)));
    LOCI_ASSIGN(const fs::Stat stat, lines_->stat(lines_file(*month)));
    const bool same = stat.inode == position.file.inode && stat.device == position.file.device &&
                      stat.birth_ns == position.file.birth_ns;
    const bool goes_on = *month == position.month;
    if (goes_on && (!same || reader->size() < position.end)) return false;
    // The last line once more: it shows that what was read is what stands there.
    std::string last = goes_on ? std::move(position.last) : "";
    const std::uint64_t begin = goes_on ? position.end - last.size() : 0;
    ForwardLines lines(*reader, begin);
    if (!last.empty()) {
      LOCI_ASSIGN(const std::optional<std::string_view> again, lines.next_line());
      if (again != last) return false;
    }
    position = {*month, stat, begin + last.size(), std::move(last)};
    for (;;) {
      LOCI_ASSIGN(const std::optional<std::string_view> line, lines.next_line());
      if (!line) break;
      if (!has_valid_checksum(*line)) continue;
      visit(*line);
      position.end = lines.end_offset();
      position.last = *line;
    }
  }
  return true;
}

Result<Texts> Journal::texts(const std::set<std::string>& hashes) const {
  if (hashes.empty()) return Texts();
  LOCI_ASSIGN(const fs::Root* root, objects());
  if (root == nullptr) return Texts();
  return load_objects(*root, hashes);
}

Result<> Journal::visit_texts(
    const std::set<std::string>& hashes,
    const std::function<void(const std::string& hash, const std::string& text)>& visit) const {
  LOCI_ASSIGN(const fs::Root* root, objects());
  if (root == nullptr || hashes.empty()) return {};
  return visit_objects(*root, hashes, visit);
}

Result<std::vector<std::string>> Journal::object_hashes() const {
  LOCI_ASSIGN(const fs::Root* root, objects());
  if (root == nullptr) return std::vector<std::string>();
  LOCI_ASSIGN(const std::vector<PackPart> packs, list_packs(*root));
  return list_objects(*root, packs);
}

Result<Journal::Size> Journal::size() const {
  Size size;
  LOCI_ASSIGN(const std::vector<std::string> all, months());
  for (const std::string& month : all) {
    LOCI_ASSIGN(const fs::Stat stat, lines_->stat(lines_file(month)));
    size.bytes += stat.size;
  }
  LOCI_TRY(for_each_line(all, [&](const Line& line) -> Result<bool> {
    ++(has_valid_checksum(line.text) ? size.records : size.damaged);
    return true;
  }));
  LOCI_ASSIGN(const fs::Root* root, objects());
  if (root != nullptr) {
    LOCI_ASSIGN(size.objects, count_objects(*root));
  }
  return size;
}

Result<std::unique_ptr<JournalCopy>> Journal::copy(const Decide& decide) {
  auto copy = std::make_unique<JournalCopy>(*this);
  LOCI_TRY(copy->make(decide));
  return copy;
}

Result<Journal::Removed> Journal::swap(JournalCopy& copy, const Decide& decide) {
  return copy.swap(decide);
}

Result<Journal::Removed> Journal::rewrite(const Decide& decide) {
  LOCI_ASSIGN(const std::unique_ptr<JournalCopy> made, copy(decide));
  return swap(*made, decide);
}

}  // namespace loci::store
