#include "upkeep/material.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/hash.h"
#include "base/text.h"
#include "memory/index_view.h"
#include "memory/origins.h"
#include "memory/standings_file.h"
#include "memory/survey.h"
#include "memory/verdicts.h"
#include "note/index_file.h"
#include "note/index_hooks.h"
#include "note/statements.h"
#include "upkeep/phrases.h"

namespace loci::upkeep {
namespace {

using memory::Memory;

std::set<std::string> confirmed_marks(const memory::NoteStanding& standing,
                                      const note::Note& note) {
  std::set<std::string> marks;
  if (standing.confirmed.empty()) return marks;
  for (const note::Statement& line : note::statements(note)) {
    if (standing.of(line.mark) == memory::Standing::Confirmed) marks.insert(line.mark);
  }
  return marks;
}

// The index as `reindex` leaves it.
Result<std::string> tightened(Memory& memory, const store::Place& place, const std::string& text,
                              const std::vector<note::NoteLine>& all,
                              const std::vector<note::NoteLine>& readable) {
  std::vector<std::string> files;
  for (const note::NoteLine& line : all) files.push_back(line.file);
  note::IndexState state = note::compare_index(text, files);
  LOCI_ASSIGN(const std::vector<memory::LineApart> apart,
              memory::lines_apart(memory, place, text, readable));
  const std::vector<note::LineHook> own = memory::own_hooks(apart);
  if (!state.stale() && own.empty()) return text;
  note::IndexUpdate update = note::reindex(note::bring_in_step(text, readable, own), all);
  // One that would go is the index's own business.
  return update.remove ? text : std::move(update.text);
}

Result<> gather_place(Memory& memory, const store::Place& place, store::View& view,
                      Material& material) {
  LOCI_ASSIGN(const std::vector<std::string> files, view.notes(place));
  LOCI_ASSIGN(const auto changes, memory.store().journal().last_changes(place.key));
  LOCI_ASSIGN(const memory::Standings standings, memory::read_standings(memory.store(), place));
  std::vector<note::NoteLine> all;
  std::vector<note::NoteLine> readable;
  bool complete = true;
  for (const std::string& file : files) {
    auto text = view.read(place, file);
    if (!text || !*text || !is_valid_utf8(**text)) {
      complete = complete && text && !*text;
      continue;
    }
    Source source;
    source.place = place;
    source.file = file;
    source.note = note::parse_note(**text);
    source.text = std::move(**text);
    source.hash = sha256(source.text);
    source.changed = note::metadata_text(source.note, "modified");
    const auto change = changes.find(file);
    if (source.changed.empty() && change != changes.end() && change->second.hash == source.hash) {
      source.changed = change->second.time;
    }
    const auto standing = standings.find(file);
    if (standing != standings.end()) {
      source.confirmed = confirmed_marks(standing->second, source.note);
    }
    all.push_back({file, note::shown_name(source.note, file), source.note.description});
    if (auto line = note::readable_line(source.note, file)) readable.push_back(std::move(*line));
    material.notes.push_back(std::move(source));
  }
  LOCI_ASSIGN(std::optional<std::string> index, view.read(place, note::kIndexFile));
  if (!index || !complete) return {};  // one that is not there is made up for the prompt
  IndexSource source{place, *index, sha256(*index), ""};
  LOCI_ASSIGN(source.tightened, tightened(memory, place, *index, all, readable));
  material.indexes.push_back(std::move(source));
  return {};
}

// What the last `verify` found of notes that are still as it saw them.
void gather_stale(Memory& memory, Material& material) {
  memory::KnownVerdicts known(memory);
  for (std::size_t i = 0; i < material.notes.size(); ++i) {
    const Source& source = material.notes[i];
    const memory::NoteVerdict* const verdict = known.of(source.place, source.file, source.hash);
    if (verdict == nullptr) continue;
    const auto bad = std::find_if(
        verdict->citations.begin(), verdict->citations.end(),
        [](const memory::CitationVerdict& one) { return one.verdict != memory::Verdict::Ok; });
    if (bad == verdict->citations.end()) continue;
    material.stale.emplace_back(i, fmt::format("'{}' is {}", printable(bad->text, true),
                                               memory::verdict_name(bad->verdict)));
  }
}

Result<> gather_logs(Memory& memory, store::View& view, Material& material) {
  LOCI_ASSIGN(const store::Place daily, memory.scopes().daily());
  LOCI_ASSIGN(const std::vector<std::string> files, view.notes(daily));
  for (const std::string& file : files) {
    const std::string date = file.substr(0, file.size() - 3);
    if (!is_date(date)) continue;
    auto text = view.read(daily, file);
    if (!text || !*text || !is_valid_utf8(**text)) continue;
    DailyLog log{date, std::move(**text), ""};
    log.hash = sha256(log.text);
    material.logs.push_back(std::move(log));
  }
  material.daily = daily;
  material.own_notes = store::private_place(memory.scopes().slug());
  return {};
}

// When lines were written, as the journal knows it: the operation that brought them.
class LineDates {
 public:
  // Looks for the notes that name a day as seen from another.
  Result<> read(Memory& memory, const std::vector<Source>& notes) {
    std::set<std::string> wanted;
    for (const Source& source : notes) {
      if (!relative_dates(source.note.body).empty()) wanted.insert(name_of(source));
    }
    if (wanted.empty()) return {};
    std::set<std::string> hashes;
    LOCI_TRY(memory.store().journal().visit([&](const store::Record& record) {
      if (record.kind != store::Record::Kind::Begin) return true;
      for (const store::FileRecord& file : record.files) {
        const std::string name = file.place + "/" + file.file;
        if (!file.after || !wanted.contains(name)) continue;
        // When somebody else wrote it is not known.
        const bool known = !memory::comes_from_outside(record.origin) &&
                           record.origin != "external" && record.operation != "external";
        revisions_[name].push_back({*file.after, known ? record.time : ""});
        hashes.insert(*file.after);
      }
      return true;
    }));
    LOCI_ASSIGN(texts_, memory.store().journal().texts(hashes));
    return {};
  }

  [[nodiscard]] std::optional<std::string> of(const Source& source, std::size_t line) const {
    const std::string created = note::metadata_text(source.note, "created").substr(0, 10);
    const std::string modified = note::metadata_text(source.note, "modified").substr(0, 10);
    // What was changed later may be of either day.
    if (is_date(modified) && (!is_date(created) || created == modified)) return modified;
    if (is_date(created) && !is_date(modified)) return created;
    if (is_date(created)) return std::nullopt;
    const auto found = revisions_.find(name_of(source));
    if (found == revisions_.end()) return std::nullopt;
    const std::vector<std::string_view> lines = split_lines(source.note.body);
    if (line >= lines.size()) return std::nullopt;
    std::optional<std::string> time;
    // Newest first: as long as it is in them, it is older.
    for (const Known& revision : found->second) {
      const auto text = texts_.find(revision.hash);
      if (text == texts_.end()) return std::nullopt;
      if (text->second.find(without_ending(lines[line])) == std::string::npos) break;
      time = revision.time;
    }
    if (!time || time->empty()) return std::nullopt;
    const auto at = parse_time(*time);
    if (!at) return std::nullopt;
    return local_date(*at);
  }

 private:
  static std::string name_of(const Source& source) { return source.place.key + "/" + source.file; }
  struct Known {
    std::string hash;
    std::string time;
  };
  std::map<std::string, std::vector<Known>> revisions_;
  store::Texts texts_;
};

}  // namespace

Result<std::vector<store::Place>> consolidated_places(Memory& memory,
                                                      const memory::Selector& selector) {
  LOCI_ASSIGN(const std::vector<store::Place> allowed, memory.readable(selector));
  std::vector<store::Place> places;
  for (const store::Place& place : allowed) {
    if (!place.indexed() || memory.untrusted(place)) continue;
    LOCI_ASSIGN(const std::unique_ptr<fs::Root> root, memory.store().open_place(place));
    if (root) places.push_back(place);
  }
  return places;
}

Result<Material> gather(Memory& memory, const std::vector<store::Place>& places, bool with_logs,
                        store::View& view) {
  Material material;
  material.today = local_date(memory.now());
  material.settings = memory.config().consolidation();
  for (const store::Place& place : places) {
    LOCI_TRY(gather_place(memory, place, view, material));
  }
  gather_stale(memory, material);
  if (with_logs) LOCI_TRY(gather_logs(memory, view, material));
  auto dates = std::make_shared<LineDates>();
  LOCI_TRY(dates->read(memory, material.notes));
  material.written_on = [dates](const Source& source, std::size_t line) {
    return dates->of(source, line);
  };
  return material;
}

}  // namespace loci::upkeep
