#include "memory/standings_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/hash.h"
#include "base/later_version.h"
#include "base/limits.h"
#include "base/path.h"
#include "fs/absent.h"
#include "fs/atomic_file.h"
#include "note/index_file.h"
#include "note/statements.h"

namespace loci::memory {
namespace {

constexpr std::string_view kAnyVersion = "loci confirmed ";

Result<std::unique_ptr<fs::Root>> confirmed_directory(store::Store& store) {
  auto root = store.files().open(fmt::format("{}/{}", store.home(), kStandingsDirectory),
                                 fs::Modes::Private);
  if (!root && root.error().kind == ErrorKind::NotFound) return nullptr;
  return root;
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

std::string kept_name(const store::Place& place) {
  if (place.kind == store::Place::Kind::Global) return "global";
  return fmt::format("project-{}", last_component(place.key.substr(0, place.key.rfind('/'))));
}

Result<PlaceStandings> PlaceStandings::read(store::Store& store, const store::Place& place) {
  PlaceStandings result;
  if (!has_standing(place)) return result;
  LOCI_ASSIGN(const auto root, confirmed_directory(store));
  std::optional<std::string> text;
  if (root) {
    LOCI_ASSIGN(text, fs::if_there(root->read(kept_name(place), kFileBytes)));
  }
  if (!text) {
    LOCI_ASSIGN(const Standings imported, imported_before(store, place));
    text = format_standings(imported);
  }
  result.text_ = std::move(*text);
  if (!result.text_.starts_with(kStandingsHeader)) return result;
  constexpr std::string_view kNote = "\nnote ";
  const std::string_view all = result.text_;
  for (std::size_t at = all.find(kNote); at != std::string_view::npos;) {
    const std::size_t name = at + kNote.size();
    const std::size_t line = std::min(all.find('\n', name), all.size());
    at = all.find(kNote, line);
    const std::size_t end = std::min(at, all.size());
    result.notes_.emplace(all.substr(name, line - name), Block{line, end - line});
  }
  return result;
}

NoteStanding PlaceStandings::of(const std::string& file) const {
  const auto known = notes_.find(file);
  if (known == notes_.end()) return {};
  const std::string_view block =
      std::string_view(text_).substr(known->second.begin, known->second.size);
  return parse_standings(fmt::format("{}note x{}\n", kStandingsHeader, block))["x"];
}

std::uint64_t PlaceStandings::digest(const std::string& file) const {
  const auto known = notes_.find(file);
  if (known == notes_.end()) return 0;
  return fnv1a64(std::string_view(text_).substr(known->second.begin, known->second.size));
}

std::vector<std::string> PlaceStandings::files() const {
  std::vector<std::string> files;
  files.reserve(notes_.size());
  for (const auto& [file, block] : notes_) files.push_back(file);
  return files;
}

Result<Standings> read_standings(store::Store& store, const store::Place& place) {
  if (!has_standing(place)) return Standings();
  LOCI_ASSIGN(const auto root, confirmed_directory(store));
  if (!root) return imported_before(store, place);
  LOCI_ASSIGN(const auto text, fs::if_there(root->read(kept_name(place), kFileBytes)));
  return text ? parse_standings(*text) : imported_before(store, place);
}

bool keeps_standings(store::Store& store, const store::Place& place) {
  const auto stat = store.files().stat(
      fmt::format("{}/{}/{}", store.home(), kStandingsDirectory, kept_name(place)), false);
  return stat || !fs::is_absent(stat);
}

namespace {

Result<> check_version(store::Store& store, const std::string& name,
                       const std::optional<std::string>& text) {
  if (!text || !text->starts_with(kAnyVersion) || text->starts_with(kStandingsHeader)) return {};
  return fail(later_version(fmt::format("{}/{}/{}", store.home(), kStandingsDirectory, name)));
}

Result<> change_file(store::Store& store, const std::string& name, const StandingsEdit& edit,
                     const std::function<Result<Standings>()>& from_journal) {
  return store.change_home_file(
      kStandingsDirectory, name,
      [&](const std::optional<std::string>& text) -> Result<std::optional<std::string>> {
        LOCI_TRY(check_version(store, name, text));
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
  return change_file(store, kept_name(place), edit, [&] { return imported_before(store, place); });
}

store::HomeEdit put_standings(store::Store& store, store::Place place, Standings changed) {
  std::string name = kept_name(place);
  auto change = [&store, name, place = std::move(place), changed = std::move(changed)](
                    const std::optional<std::string>& text) -> Result<std::optional<std::string>> {
    LOCI_TRY(check_version(store, name, text));
    if (text) return with_standings(*text, changed);
    LOCI_ASSIGN(const Standings imported, imported_before(store, place));
    return with_standings(format_standings(imported), changed);
  };
  return {std::move(name), std::move(change)};
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
