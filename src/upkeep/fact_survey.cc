#include "upkeep/fact_survey.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/hash.h"
#include "base/limits.h"
#include "memory/stamped.h"
#include "note/note.h"
#include "note/slug.h"
#include "upkeep/likeness.h"

namespace loci::upkeep {
namespace {

using memory::Memory;
using store::Place;

std::string checked_file(const Place& place) { return sha256(place.key).substr(0, 32); }

KeptFacts read_facts(store::Store& store, const Place& place) {
  const auto root =
      store.files().open(fmt::format("{}/{}", store.home(), kCheckedDirectory), fs::Modes::Private);
  if (!root) return {};
  return parse_facts((*root)->read(checked_file(place), kIndexFileBytes).value_or(""));
}

// The notes of a place and their texts, in one word.
std::string digest_of(const std::vector<FactSurvey::NoteOf>& notes) {
  std::string all;
  for (const FactSurvey::NoteOf& note : notes) {
    all += fmt::format("{}\n{}\n", note.file, note.facts->hash);
  }
  return sha256(all);
}

}  // namespace

std::vector<Result<std::optional<memory::SurveyedNote>>> FactSurvey::read_notes(
    const memory::SurveyedPlace& place, const std::vector<std::string>& files,
    const memory::FileNames& known) {
  Known& here = places_[place.place.key];
  here.place = place.place;
  KeptFacts kept = read_facts(memory_.store(), place.place);
  here.alike = std::move(kept.alike);
  here.kept.keep(place.place, std::move(kept.notes));
  const auto before = here.kept.of(place.place);
  std::vector<Result<std::optional<memory::SurveyedNote>>> notes(files.size(), std::nullopt);
  const auto all = memory::look_over(
      &here.kept, memory_.store(), place.place, files,
      [&](std::size_t i) -> std::shared_ptr<const NoteFacts> {
        const auto text = view_.read(place.place, files[i]);
        if (!text) notes[i] = fail(text.error());
        if (!text || !*text) return nullptr;
        return std::make_shared<const NoteFacts>(facts_of(place.place, files[i], **text));
      });
  here.news = here.kept.of(place.place) != before;
  here.notes.reserve(files.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (!all[i]) continue;
    notes[i] = as_surveyed(*all[i], files[i], known);
    here.notes.push_back({files[i], all[i]});
  }
  return notes;
}

const std::vector<FactSurvey::NoteOf>& FactSurvey::notes_of(const Place& place) const {
  return places_.at(place.key).notes;
}

void FactSurvey::set_outgrown(const Place& place, std::string_view file, bool outgrown) {
  Known& here = places_.at(place.key);
  const auto note = std::lower_bound(
      here.notes.begin(), here.notes.end(), file,
      [](const NoteOf& one, std::string_view wanted) { return one.file < wanted; });
  if (note == here.notes.end() || note->file != file) return;
  NoteFacts facts = *note->facts;
  facts.outgrown = outgrown ? NoteFacts::Outgrown::Yes : NoteFacts::Outgrown::No;
  note->facts = std::make_shared<const NoteFacts>(std::move(facts));
  here.news = true;
}

std::vector<std::pair<std::string, std::string>> FactSurvey::alike(const Place& place) {
  Known& here = places_.at(place.key);
  const std::string among = digest_of(here.notes);
  if (here.alike.among == among) return here.alike.pairs;
  std::vector<note::Note> read;
  std::vector<std::string> titles;
  for (const NoteOf& note : here.notes) {
    const auto text = view_.read(place, note.file);
    read.push_back(note::parse_note(text && *text ? std::string_view(**text) : ""));
    titles.push_back(read.back().name.empty() ? std::string(note::stem(note.file))
                                              : read.back().name);
  }
  std::vector<Told> told;
  for (std::size_t i = 0; i < read.size(); ++i) {
    told.push_back({titles[i], read[i].description, read[i].body});
  }
  here.alike = {among, {}};
  std::unordered_set<std::size_t> said;
  // Only what is proven: what is likely to say the same is for `consolidate` to show.
  for (const LikePair& pair : proven_pairs(told)) {
    if (!said.insert(pair.other).second) continue;
    here.alike.pairs.emplace_back(here.notes[pair.one].file, here.notes[pair.other].file);
  }
  here.news = true;
  return here.alike.pairs;
}

void FactSurvey::keep_of(const Known& known) {
  const auto sure = known.kept.of(known.place);
  KeptFacts kept{{}, known.alike};
  kept.notes.reserve(sure->size());
  for (const NoteOf& note : known.notes) {
    const auto entry = sure->find(note.file);
    if (entry == sure->end()) continue;
    kept.notes.emplace(note.file,
                       memory::Stamped<NoteFacts>::Entry{entry->second.stamp, note.facts});
  }
  std::string text = format_facts(kept);
  if (text.size() > kIndexFileBytes) return;
  const auto written = memory_.store().change_home_file(
      kCheckedDirectory, checked_file(known.place),
      [&](const std::optional<std::string>& now) -> Result<std::optional<std::string>> {
        if (now && is_later_facts(*now)) return std::nullopt;
        return std::move(text);
      });
  if (!written) memory_.log().warn(fmt::format("not kept: {}", written.error().message));
}

void FactSurvey::keep() {
  for (const auto& [key, known] : places_) {
    if (known.news && known.notes.size() >= kWorthKeeping) keep_of(known);
  }
}

}  // namespace loci::upkeep
