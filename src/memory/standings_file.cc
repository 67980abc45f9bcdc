#include "memory/standings_file.h"

#include <fmt/format.h>

#include <map>

#include "base/later_version.h"
#include "base/limits.h"
#include "base/path.h"
#include "fs/absent.h"
#include "fs/atomic_file.h"
#include "note/index_file.h"
#include "note/statements.h"

namespace loci::memory {
namespace {

constexpr std::string_view kDirectory = "state/confirmed";
constexpr std::string_view kAnyVersion = "loci confirmed ";

Result<std::unique_ptr<fs::Root>> confirmed_directory(store::Store& store) {
  auto root =
      store.files().open(fmt::format("{}/{}", store.home(), kDirectory), fs::Modes::Private);
  if (!root && root.error().kind == ErrorKind::NotFound) return nullptr;
  return root;
}

// "global", or "project-" and the slug for private notes.
std::string file_of(const store::Place& place) {
  if (place.kind == store::Place::Kind::Global) return "global";
  return fmt::format("project-{}", last_component(place.key.substr(0, place.key.rfind('/'))));
}

// What a journal knows of imports, for a place where nothing was kept yet: version 0.1
// kept nothing.
Result<Standings> imported_before(store::Store& store, const store::Place& place) {
  std::map<std::string, std::set<std::string>> files;  // by the hash of a text
  std::set<std::string> hashes;
  LOCI_TRY(store.journal().visit([&](const store::Record& record) {
    if (!record.origin.starts_with("import")) return true;
    for (const store::FileRecord& file : record.files) {
      if (file.place != place.key || !file.after || file.file == note::kIndexFile) continue;
      files[*file.after].insert(file.file);
      hashes.insert(*file.after);
    }
    return true;
  }));
  Standings standings;
  if (hashes.empty()) return standings;
  LOCI_TRY(
      store.journal().visit_texts(hashes, [&](const std::string& hash, const std::string& text) {
        const note::Note note = note::parse_note(text);
        for (const note::Statement& line : note::statements(note)) {
          for (const std::string& file : files[hash]) standings[file].imported.insert(line.mark);
        }
      }));
  return standings;
}

}  // namespace

bool has_standing(const store::Place& place) {
  return place.kind == store::Place::Kind::Global || place.kind == store::Place::Kind::Private;
}

Result<Standings> read_standings(store::Store& store, const store::Place& place) {
  if (!has_standing(place)) return Standings();
  LOCI_ASSIGN(const auto root, confirmed_directory(store));
  if (!root) return imported_before(store, place);
  LOCI_ASSIGN(const auto text, fs::if_there(root->read(file_of(place), kFileBytes)));
  return text ? parse_standings(*text) : imported_before(store, place);
}

bool keeps_standings(store::Store& store, const store::Place& place) {
  const auto stat =
      store.files().stat(fmt::format("{}/{}/{}", store.home(), kDirectory, file_of(place)), false);
  return stat || !fs::is_absent(stat);
}

namespace {

Result<> change_file(store::Store& store, const std::string& name, const StandingsEdit& edit,
                     const std::function<Result<Standings>()>& from_journal) {
  return store.change_home_file(
      kDirectory, name,
      [&](const std::optional<std::string>& text) -> Result<std::optional<std::string>> {
        if (text && text->starts_with(kAnyVersion) && !text->starts_with(kStandingsHeader)) {
          return fail(later_version(fmt::format("{}/{}/{}", store.home(), kDirectory, name)));
        }
        Standings standings = parse_standings(text.value_or(""));
        if (!text) {
          LOCI_ASSIGN(standings, from_journal());
        }
        const Standings before = standings;
        edit(standings);
        if (text && standings == before) return std::nullopt;
        return format_standings(standings);
      });
}

}  // namespace

Result<> change_standings(store::Store& store, const store::Place& place,
                          const StandingsEdit& edit) {
  return change_file(store, file_of(place), edit, [&] { return imported_before(store, place); });
}

Result<> forget_standings(store::Store& store, const std::set<std::string>& files) {
  LOCI_ASSIGN(const auto root, confirmed_directory(store));
  if (!root || files.empty()) return {};
  LOCI_ASSIGN(const std::vector<fs::Entry> entries, root->list());
  for (const fs::Entry& entry : entries) {
    if (entry.kind != fs::Kind::File || fs::is_temporary_name(entry.name)) continue;
    const auto erase = [&](Standings& all) {
      for (const std::string& file : files) all.erase(file);
    };
    LOCI_TRY(change_file(store, entry.name, erase, [] { return Result<Standings>(Standings()); }));
  }
  return {};
}

}  // namespace loci::memory
