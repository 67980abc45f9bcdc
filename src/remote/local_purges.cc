// Purges: those that were heard, carried out here, and those that were made here, to be said there.

#include <algorithm>

#include "base/hash.h"
#include "past/purge.h"
#include "remote/local.h"

namespace loci::remote {

// The purges of one note, and what of them is here.
struct Local::PurgesOfNote {
  std::string name;
  NotePlace at;
  std::set<std::string> texts;
  std::set<std::string> held;  // merges with them that may wait
  bool is_note = false;        // the note is one of them
  bool is_held = false;
};

Result<std::vector<Local::PurgesOfNote>> Local::find_purged(const std::deque<sync::Purged>& purges,
                                                            std::vector<Erased>& all) {
  std::map<std::string, std::vector<std::size_t>> by_note;
  for (std::size_t i = 0; i < purges.size(); ++i) by_note[purges[i].note].push_back(i);
  std::vector<PurgesOfNote> found;
  LOCI_ASSIGN(const auto held, past::texts_held(memory_));
  for (const auto& [name, which] : by_note) {
    const auto at = names_.here(name);
    if (!at || is_index(name)) continue;
    PurgesOfNote one{name, *at, {}, {}};
    for (const std::size_t i : which) one.texts.insert(purges[i].hash);
    // What waits may be a merge with a text that is to go.
    for (const auto& [merged, theirs] : saved_.merged) {
      if (one.texts.contains(theirs)) one.held.insert(merged);
    }
    std::set<std::string> waiting;
    const auto waits = held.find({at->place.key, at->file});
    if (waits != held.end()) waiting = waits->second;
    for (const std::size_t i : which) {
      all[i].held = std::any_of(waiting.begin(), waiting.end(), [&](const std::string& hash) {
        const auto merged = saved_.merged.find(hash);
        return hash == purges[i].hash ||
               (merged != saved_.merged.end() && merged->second == purges[i].hash);
      });
      one.is_held = one.is_held || all[i].held;
    }
    LOCI_ASSIGN(const std::unique_ptr<fs::Root> root, memory_.store().open_place(at->place));
    if (!root && !one.is_held) continue;
    LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory_.look({at->place}, false));
    LOCI_ASSIGN(const auto text, view->read(at->place, at->file));
    const std::string hash = text ? sha256(*text) : "";
    for (const std::size_t i : which) all[i].note = purges[i].hash == hash;
    one.is_note = one.texts.contains(hash);
    found.push_back(std::move(one));
  }
  return found;
}

Result<std::vector<Local::Erased>> Local::erase(
    const std::deque<sync::Purged>& purges,
    const std::function<bool(const std::string&)>& is_gone) {
  std::vector<Erased> all(purges.size());
  LOCI_ASSIGN(const std::vector<PurgesOfNote> found, find_purged(purges, all));
  for (const PurgesOfNote& one : found) {
    past::PurgeRequest purge;
    purge.yes = true;
    purge.origin = request({}).origin;  // so that it is not taken for one of our own, and sent
    if (!one.is_note || !is_gone(one.name)) {
      LOCI_ASSIGN(const Texts known, texts(one.texts));
      if (known.empty() && !one.is_held && !one.is_note) continue;
      purge.texts = one.texts;
      purge.held = one.held;
    }
    LOCI_TRY(past::erase(memory_, {one.at.place, one.at.file}, purge));
  }
  past_.reset();
  return all;
}

Result<std::vector<Local::Erased>> Local::foresee_erase(const std::deque<sync::Purged>& purges) {
  std::vector<Erased> all(purges.size());
  LOCI_TRY(find_purged(purges, all));
  for (std::size_t i = 0; i < purges.size(); ++i) {
    if (all[i].note) gone_.insert(purges[i].note);
  }
  return all;
}

bool Local::is_gone(const store::Place& place, std::string_view file) const {
  if (gone_.empty()) return false;
  const auto name = names_.there(place, file);
  return name && gone_.contains(*name);
}

// Versions of a note that the remote had, or may have had: others wrote over some of them before
// this machine heard of them, and a text that was saved by hand is in no journal until a command
// meets it. Of those the journal knows they say nothing new.
void Local::add_unrecorded(const std::string& name, std::set<sync::Purged>& purges) const {
  const auto add = [&](const std::string& hash) {
    const sync::Purged purge{name, hash};
    if (!saved_.replica.purged.contains(purge)) purges.insert(purge);
  };
  const auto agreed = saved_.replica.agreed.find(name);
  // What is held back is for a person to decide.
  if (agreed != saved_.replica.agreed.end() && !agreed->second.held()) {
    if (agreed->second.there) add(*agreed->second.there);
    for (const std::string& hash : agreed->second.seen) add(hash);
  }
  if (!saved_.replica.sending) return;
  for (const sync::Outgoing& change : saved_.replica.sending->changes) {
    if (change.note != name) continue;
    if (change.version) add(*change.version);
    for (const std::string& hash : change.past) add(hash);
  }
}

Result<std::set<sync::Purged>> Local::own_purges(const std::set<std::string>& rejoined) {
  std::set<sync::Purged> purges;
  const std::uint64_t since = saved_.journal;
  const std::uint64_t first =
      rejoined.empty() ? since : std::min(since, std::max<std::uint64_t>(saved_.apart_since, 1));
  std::uint64_t next = std::max<std::uint64_t>(since, 1);
  const std::string heard_here = request({}).origin;
  LOCI_TRY(memory_.store().journal().visit([&](const store::Record& record) {
    next = std::max(next, record.sequence + 1);
    if (since == 0 || record.sequence < first) return false;
    // What was heard there is known there.
    if (!record.is_purge() || record.origin == heard_here) return true;
    for (const store::FileRecord& file : record.files) {
      const auto name = names_.there(store::place_of_key(file.place), file.file);
      if (!name || is_index(*name)) continue;
      if (record.sequence < since && !rejoined.contains(*name)) continue;
      for (const std::string& hash : record.purged) {
        if (hash == store::kPurgesNothing) continue;
        const sync::Purged purge{*name, hash};
        if (!saved_.replica.purged.contains(purge)) purges.insert(purge);
      }
      if (!file.after) add_unrecorded(*name, purges);
    }
    return true;
  }));
  saved_.journal = next;
  if (saved_.unchosen.empty()) saved_.apart_since = 0;
  return purges;
}

}  // namespace loci::remote
