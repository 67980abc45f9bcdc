#include "store/journal_copy.h"

#include <fmt/format.h>

#include <algorithm>

#include "fs/absent.h"
#include "fs/atomic_file.h"
#include "store/journal_files.h"

namespace loci::store {
namespace {

std::string copy_name(std::string_view name) { return fmt::format("{}{}", name, kCopySuffix); }

template <typename Visit>
void for_each_line(std::string_view lines, Visit visit) {
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size() - 1) + 1;
    visit(lines.substr(0, end));
    lines.remove_prefix(end);
  }
}

// A copy may be there already, from a process that could not remove it. Only one
// process copies at a time, so it is nobody's and can go.
Result<std::unique_ptr<fs::File>> begin_copy(fs::Root& root, std::string_view name) {
  auto made = root.create(copy_name(name));
  if (made || made.error().kind != ErrorKind::Conflict) return made;
  LOCI_TRY(root.remove(copy_name(name)));
  return root.create(copy_name(name));
}

}  // namespace

JournalCopy::~JournalCopy() {
  for (Lines& lines : lines_) drop(*journal_.lines_, lines.name, lines.copy);
  for (Pack& pack : packs_) drop(*journal_.objects_, pack.part.name, pack.copy);
}

void JournalCopy::drop(fs::Root& root, std::string_view name, std::unique_ptr<fs::File>& copy) {
  if (copy) (void)root.remove(copy_name(name));
  copy = nullptr;
}

// Removes the copies and siblings of a process that died while it copied. They are
// whole copies of the journal and may hold what is to be erased.
Result<> JournalCopy::clear(fs::Root& root) {
  LOCI_ASSIGN(const int swept, fs::sweep_temporary_files(journal_.files_, root));
  cleared_ = cleared_ || swept > 0;
  LOCI_ASSIGN(const std::vector<fs::Entry> entries, root.list());
  for (const fs::Entry& entry : entries) {
    if (entry.kind != fs::Kind::File || !entry.name.ends_with(kCopySuffix)) continue;
    LOCI_TRY(root.remove(entry.name));
    cleared_ = true;
  }
  return {};
}

// How much of each file there is now. What is appended later is not read by make(),
// which takes long and holds no lock, but by swap(), which holds it and is quick.
Result<> JournalCopy::look() {
  LOCI_ASSIGN(const auto lock,
              fs::lock_patiently(journal_.files_, *journal_.lines_, Journal::kPatience));
  LOCI_ASSIGN(const auto rewriting, fs::if_there(journal_.lines_->stat(kRewriteMark)));
  if (rewriting) LOCI_TRY(journal_.finish_rewrite());
  LOCI_TRY(clear(*journal_.lines_));
  LOCI_TRY(clear(*journal_.objects_));
  LOCI_ASSIGN(const std::vector<std::string> months, journal_.months());
  LOCI_ASSIGN(const Journal::Tail tail, journal_.read_tail());
  for (const std::string& month : months) {
    Lines lines{fmt::format("{}{}", month, kLinesSuffix), tail.valid, nullptr};
    if (month != tail.month) {  // nothing is appended to it any more
      LOCI_ASSIGN(const fs::Stat stat, journal_.lines_->stat(lines.name));
      lines.seen = stat.size;
    }
    lines_.push_back(std::move(lines));
  }
  LOCI_ASSIGN(std::vector<PackPart> parts, list_packs(*journal_.objects_));
  for (PackPart& part : parts) packs_.push_back({std::move(part), {}, nullptr});
  return {};
}

Result<std::string> JournalCopy::read_lines(const Lines& lines, std::uint64_t from,
                                            std::uint64_t to) const {
  LOCI_ASSIGN(const std::unique_ptr<fs::Reader> reader, journal_.lines_->open_reader(lines.name));
  return reader->read_at(from, static_cast<std::size_t>(to - from));
}

void JournalCopy::read_records(std::string_view lines) {
  for_each_line(lines, [&](std::string_view line) {
    if (auto record = parse_record(line)) records_.push_back(std::move(*record));
  });
}

// Leaves in strays_ the stored texts that none of the records from `first` on names.
// A crash between text and record leaves such texts.
void JournalCopy::find_strays(std::size_t first) {
  for (std::size_t i = first; i < records_.size() && !strays_.empty(); ++i) {
    for (const FileRecord& file : records_[i].files) {
      if (file.before) strays_.erase(*file.before);
      if (file.after) strays_.erase(*file.after);
      strays_.erase(file.line);
    }
  }
}

Forgettable JournalCopy::decided(const Journal::Decide& decide) const {
  Forgettable result = decide(records_, stored_);
  if (result.strays) result.texts.insert(strays_.begin(), strays_.end());
  return result;
}

// A line as it is to stay, or nothing.
std::optional<std::string> JournalCopy::kept(std::string_view line) {
  auto record = parse_record(line);
  // A line of a later version has a right checksum and stays. A damaged one may have
  // the summary of what is to be erased, so a purge takes it.
  if (!record) {
    const bool stray = forgotten_.strays && !has_valid_checksum(line);
    return stray ? std::nullopt : std::optional(std::string(line));
  }
  if (forgotten_.records.contains(record->sequence)) {
    left_out_.insert(record->sequence);
    return std::nullopt;
  }
  if (!forgotten_.summaries.contains(record->sequence)) return std::string(line);
  const Record before = *record;
  for (FileRecord& file : record->files) {  // a description can be guessed from its mark
    file.hook.clear();
    file.stayed.clear();
  }
  record->summary.clear();
  return *record == before ? std::string(line) : format_record(*record);
}

std::string JournalCopy::kept_of(std::string_view lines) {
  std::string result;
  for_each_line(lines, [&](std::string_view line) { result += kept(line).value_or(""); });
  return result;
}

Result<> JournalCopy::copy_lines(Lines& lines) {
  LOCI_ASSIGN(const std::string before, read_lines(lines, 0, lines.seen));
  const std::string after = kept_of(before);
  if (after == before) return {};
  LOCI_ASSIGN(lines.copy, begin_copy(*journal_.lines_, lines.name));
  LOCI_TRY(lines.copy->write(after));
  return lines.copy->sync();
}

// Read twice: most packs have none of the texts, and are not copied at all.
Result<> JournalCopy::copy_pack(Pack& pack) {
  fs::Root& root = *journal_.objects_;
  LOCI_ASSIGN(pack.left_out, store::copy_pack(root, pack.part, forgotten_.texts, nullptr));
  if (pack.left_out.nothing()) return {};
  LOCI_ASSIGN(pack.copy, begin_copy(root, pack.part.name));
  LOCI_ASSIGN(pack.left_out, store::copy_pack(root, pack.part, forgotten_.texts, pack.copy.get()));
  return pack.copy->sync();
}

Result<> JournalCopy::make(const Journal::Decide& decide) {
  LOCI_ASSIGN(const fs::Root* const there, journal_.lines());
  if (there == nullptr) {  // nothing is made where nothing was written
    forgotten_ = decided(decide);
    return {};
  }
  LOCI_TRY(journal_.open_for_writing());
  // The lock of the packs' directory, which no writer takes: it only keeps two copies
  // from being made at once.
  LOCI_ASSIGN(copying_,
              fs::lock_patiently(journal_.files_, *journal_.objects_, Journal::kCopyPatience));
  LOCI_TRY(look());
  std::vector<PackPart> parts;
  for (const Lines& lines : lines_) {
    LOCI_ASSIGN(const std::string text, read_lines(lines, 0, lines.seen));
    read_records(text);
  }
  for (const Pack& pack : packs_) parts.push_back(pack.part);
  LOCI_ASSIGN(stored_, list_objects(*journal_.objects_, parts));
  strays_.insert(stored_.begin(), stored_.end());
  find_strays(0);
  forgotten_ = decided(decide);
  const bool nothing = forgotten_.records.empty() && forgotten_.summaries.empty() &&
                       forgotten_.texts.empty() && !forgotten_.strays;
  if (nothing) return {};
  for (Pack& pack : packs_) LOCI_TRY(copy_pack(pack));
  for (Lines& lines : lines_) LOCI_TRY(copy_lines(lines));
  return {};
}

bool JournalCopy::leaves_out(const std::set<std::string>& hashes) const {
  return std::all_of(hashes.begin(), hashes.end(), [&](const std::string& hash) {
    return forgotten_.texts.contains(hash) ||
           std::find(stored_.begin(), stored_.end(), hash) == stored_.end();
  });
}

// The lines that were appended to each file since make() looked; of a new month all.
Result<std::vector<std::string>> JournalCopy::read_appended() {
  std::vector<std::string> result;
  LOCI_ASSIGN(const std::vector<std::string> months, journal_.months());
  LOCI_ASSIGN(const Journal::Tail tail, journal_.read_tail());
  for (const std::string& month : months) {
    const std::string name = fmt::format("{}{}", month, kLinesSuffix);
    auto lines = std::find_if(lines_.begin(), lines_.end(),
                              [&](const Lines& known) { return known.name == name; });
    if (lines == lines_.end()) {
      lines_.push_back({name, 0, nullptr});
      lines = lines_.end() - 1;
    }
    std::uint64_t end = tail.valid;
    if (month != tail.month) {
      LOCI_ASSIGN(const fs::Stat stat, journal_.lines_->stat(name));
      end = stat.size;
    }
    LOCI_ASSIGN(std::string text, read_lines(*lines, std::min(lines->seen, end), end));
    read_records(text);
    result.push_back(std::move(text));
  }
  result.resize(lines_.size());
  return result;
}

Result<> JournalCopy::copy_lines_again() {
  left_out_.clear();
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    drop(*journal_.lines_, lines_[i].name, lines_[i].copy);
    lines_[i].seen += appended_[i].size();
    appended_[i].clear();
    LOCI_TRY(copy_lines(lines_[i]));
  }
  return {};
}

Result<> JournalCopy::copy_packs_again() {
  for (Pack& pack : packs_) drop(*journal_.objects_, pack.part.name, pack.copy);
  packs_.clear();
  LOCI_ASSIGN(std::vector<PackPart> parts, list_packs(*journal_.objects_));
  for (PackPart& part : parts) {
    packs_.push_back({std::move(part), {}, nullptr});
    LOCI_TRY(copy_pack(packs_.back()));
  }
  return {};
}

// What was appended while the copies were made goes to their ends: whole, because it is
// newer than the decision, but for lines that the second decision takes. A text that
// was to go and must stay after all is copied from the old pack.
Result<> JournalCopy::add_appended() {
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (!lines_[i].copy || appended_[i].empty()) continue;
    LOCI_TRY(lines_[i].copy->write(kept_of(appended_[i])));
    LOCI_TRY(lines_[i].copy->sync());
  }
  for (Pack& pack : packs_) {
    if (!pack.copy) continue;
    LOCI_ASSIGN(const std::unique_ptr<fs::Reader> reader,
                journal_.objects_->open_reader(pack.part.name));
    std::string more;
    for (auto text = pack.left_out.texts.begin(); text != pack.left_out.texts.end();) {
      const auto& [hash, at] = *text;
      if (forgotten_.texts.contains(hash)) {
        ++text;
        continue;
      }
      LOCI_ASSIGN(const std::string bytes,
                  reader->read_at(at.begin, static_cast<std::size_t>(at.length)));
      more += format_object(hash, bytes);
      --pack.left_out.count;
      text = pack.left_out.texts.erase(text);
    }
    LOCI_ASSIGN(
        const std::string appended,
        reader->read_at(pack.part.size, static_cast<std::size_t>(reader->size() - pack.part.size)));
    more += appended;
    if (more.empty()) continue;
    LOCI_TRY(pack.copy->write(more));
    LOCI_TRY(pack.copy->sync());
  }
  return {};
}

// A month of which nothing is left has no file.
Result<> JournalCopy::put_in_place(fs::Root& root, const std::string& name,
                                   std::unique_ptr<fs::File>& copy) {
  if (!copy) return {};
  const std::string from = copy_name(name);
  LOCI_ASSIGN(const fs::Stat stat, root.stat(from));
  if (stat.size == 0) {
    LOCI_TRY(root.remove(name));
    LOCI_TRY(root.remove(from));
  } else {
    LOCI_TRY(root.rename(from, name));
  }
  copy = nullptr;
  return {};
}

Result<Journal::Removed> JournalCopy::swap(const Journal::Decide& decide) {
  if (!copying_) return Journal::Removed();
  // The old packs are held open until the lock is released: their bytes are freed with
  // the last reader, and freeing a gigabyte takes a while.
  std::vector<std::unique_ptr<fs::Reader>> replaced;
  LOCI_ASSIGN(const auto lock,
              fs::lock_patiently(journal_.files_, *journal_.lines_, Journal::kPatience));
  const std::size_t known = records_.size();
  LOCI_ASSIGN(appended_, read_appended());
  // Something was appended, so the decision may be another: a note may have been written
  // again with a text that was to go.
  if (records_.size() > known) {
    const Forgettable first = std::move(forgotten_);
    find_strays(known);
    forgotten_ = decided(decide);
    const bool same =
        first.records == forgotten_.records && first.summaries == forgotten_.summaries;
    if (!same) LOCI_TRY(copy_lines_again());
    // Texts that shall stay after all are added; those that shall go too are not.
    const bool more = !std::includes(first.texts.begin(), first.texts.end(),
                                     forgotten_.texts.begin(), forgotten_.texts.end());
    if (more) LOCI_TRY(copy_packs_again());
  }
  LOCI_TRY(add_appended());
  const bool any =
      std::any_of(lines_.begin(), lines_.end(), [](const Lines& lines) { return !!lines.copy; }) ||
      std::any_of(packs_.begin(), packs_.end(), [](const Pack& pack) { return !!pack.copy; });
  Journal::Removed removed;
  removed.records = left_out_.size();
  for (const Pack& pack : packs_) removed.objects += pack.left_out.count;
  if (any || cleared_) {
    // While the mark is there, whoever writes next syncs both directories first: the
    // renames below are durable before anything is appended to what they put in place.
    LOCI_ASSIGN(const auto mark, journal_.lines_->open_for_append(kRewriteMark));
    // Texts first: while its line is there, a text that is to go can be found.
    for (Pack& pack : packs_) {
      if (!pack.copy) continue;
      LOCI_ASSIGN(auto old, journal_.objects_->open_reader(pack.part.name));
      replaced.push_back(std::move(old));
    }
    for (Pack& pack : packs_) LOCI_TRY(put_in_place(*journal_.objects_, pack.part.name, pack.copy));
    for (Lines& lines : lines_) LOCI_TRY(put_in_place(*journal_.lines_, lines.name, lines.copy));
    LOCI_TRY(journal_.finish_rewrite());
  }
  return removed;
}

}  // namespace loci::store
