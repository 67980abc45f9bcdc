#include "compile/imported_past.h"

#include <algorithm>
#include <cstdint>

#include "store/journal_line.h"

namespace loci::compile {
namespace {

using store::FileRecord;
using store::Record;

// Where the newest operation that names the file has put it; nothing when it is there still.
Result<std::optional<FileRecord>> next_place(const store::Journal& journal, std::string_view place,
                                             std::string_view file) {
  const std::string start = store::file_record_start(place, file);
  std::optional<FileRecord> next;
  LOCI_TRY(journal.visit_some(
      [&](std::string_view line) { return line.find(start) != std::string_view::npos; },
      [&](const Record& record) {
        const auto gone = std::find_if(
            record.files.begin(), record.files.end(),
            [&](const FileRecord& one) { return one.place == place && one.file == file; });
        if (gone == record.files.end()) return true;
        const auto put =
            std::find_if(record.files.begin(), record.files.end(), [&](const FileRecord& one) {
              const std::string& from = one.from_place.empty() ? one.place : one.from_place;
              return one.after && one.from == file && from == place;
            });
        if (!gone->after && put != record.files.end()) next = *put;
        return false;
      }));
  return next;
}

}  // namespace

Result<std::optional<FileRecord>> undone_text(const store::Journal& journal, std::string_view place,
                                              std::string_view hash) {
  std::optional<FileRecord> left;
  std::uint64_t undoes = 0;
  bool brought = false;
  LOCI_TRY(journal.visit_some(
      [&](std::string_view line) { return line.find(hash) != std::string_view::npos; },
      [&](const Record& record) {
        if (undoes != 0) {
          brought = record.sequence == undoes && record.origin.starts_with("import");
          return record.sequence > undoes;
        }
        const auto found =
            std::find_if(record.files.begin(), record.files.end(), [&](const FileRecord& one) {
              return one.place == place && (one.before == hash || one.after == hash);
            });
        if (found == record.files.end()) return true;
        if (record.undoes == 0 || found->before != hash) return false;
        left = *found;
        undoes = record.undoes;
        return true;
      }));
  if (!brought) left.reset();
  return left;
}

Result<std::optional<NoteAt>> moved_note(const store::Journal& journal, const std::string& place,
                                         const std::string& file) {
  constexpr int kMoves = 64;  // of one note; each costs a look at the journal
  std::string in = place;
  std::string name = file;
  for (int i = 0; i < kMoves; ++i) {
    LOCI_ASSIGN(const auto next, next_place(journal, in, name));
    if (!next) break;
    in = next->place;
    name = next->file;
  }
  if (in == place && name == file) return std::nullopt;
  return NoteAt{store::place_of_key(in), name};
}

}  // namespace loci::compile
