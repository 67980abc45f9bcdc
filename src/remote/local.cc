#include "remote/local.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "base/parallel.h"
#include "fs/absent.h"
#include "memory/inbox_entry.h"
#include "memory/stamped.h"
#include "note/note.h"
#include "note/slug.h"
#include "remote/hook_check.h"

namespace loci::remote {

using memory::Memory;

store::Request Local::request(std::vector<store::Place> places) const {
  store::Request request = memory_.request("sync", std::move(places), false);
  request.origin = fmt::format("sync:{}", remote_.name);
  return request;
}

Result<> Local::add_agents(const std::string& directory,
                           const std::function<void(const std::string&)>& add) {
  const std::string path = fmt::format("{}/{}", memory_.store().home(), directory);
  LOCI_ASSIGN(const auto root,
              fs::if_there(memory_.store().files().open(path, fs::Modes::Private)));
  if (!root) return {};
  LOCI_ASSIGN(const std::vector<fs::Entry> entries, (*root)->list());
  for (const fs::Entry& entry : entries) {
    if (entry.kind == fs::Kind::Directory && note::agent_id(entry.name)) add(entry.name);
  }
  return {};
}

Result<std::vector<store::Place>> Local::places() {
  const Chosen& chosen = remote_.chosen;
  std::vector<store::Place> places;
  if (chosen.global) places.push_back(store::global_place());
  if (chosen.agents) {
    LOCI_TRY(add_agents(std::string(store::kAgentsDirectory), [&](const std::string& id) {
      places.push_back(store::agent_user_place(id));
    }));
  }
  for (const Names::Project& project : names_.projects()) {
    places.push_back(store::private_place(project.slug));
    if (chosen.scratchpad) places.push_back(store::project_place(project.slug));
    if (chosen.daily) places.push_back(store::daily_place(project.slug));
    if (!chosen.agents) continue;
    LOCI_TRY(add_agents(
        fmt::format("{}/{}/{}", store::kProjectsDirectory, project.slug, store::kAgentsDirectory),
        [&](const std::string& id) {
          places.push_back(store::agent_private_place(project.slug, id));
        }));
  }
  return places;
}

namespace {

// What a look finds of one file.
struct Found {
  const fs::Stamp* stamp = nullptr;
  const SeenNote* known = nullptr;  // it is still the file that this was seen of
  std::string hash{};               // "" = it is gone, or too large
  std::string_view text{};          // where it is not `known`
  std::string read{};               // what that is a view of, where it was read
  std::optional<Error> fault{};
  bool too_large = false;
};

void read_note(store::View& view, const store::Place& place, const std::string& file,
               Found& found) {
  auto text = view.read(place, file);
  if (!text) {
    found.too_large = text.error().kind == ErrorKind::InvalidInput;
    if (!found.too_large) found.fault = std::move(text).error();
  } else if (*text) {
    found.hash = sha256(**text);
    found.read = std::move(**text);
    found.text = found.read;
  }
}

bool is_before(const store::Changed& one, const store::Place& place, std::string_view file) {
  const int order = one.place.key.compare(place.key);
  return order < 0 || (order == 0 && one.file < file);
}

// So many at once are read on several threads, and are in memory together.
constexpr std::size_t kReadAtOnce = 4'096;

}  // namespace

void Local::keep_fresh(std::vector<store::Changed> changed) {
  std::erase_if(changed, [](const store::Changed& one) { return !one.stamp || !one.after; });
  std::sort(changed.begin(), changed.end(), [](const auto& one, const auto& other) {
    return is_before(one, other.place, other.file);
  });
  fresh_ = std::move(changed);
}

const store::Changed* Local::fresh(const store::Place& place, const std::string& file,
                                   const fs::Stamp& stamp) const {
  const auto found = std::lower_bound(fresh_.begin(), fresh_.end(), file,
                                      [&](const store::Changed& one, const std::string& name) {
                                        return is_before(one, place, name);
                                      });
  if (found == fresh_.end() || found->place != place || found->file != file) return nullptr;
  return found->stamp == stamp ? &*found : nullptr;
}

Result<> Local::look_at(const store::Place& place, store::View& view, sync::Notes& notes) {
  const std::int64_t now =
      std::chrono::nanoseconds(memory_.store().clock().now().time_since_epoch()).count();
  // Before the texts: one that is changed in between has a stamp that is not its own.
  LOCI_ASSIGN(const memory::Stamps stamps, memory::stamps_in(memory_.store(), place));
  LOCI_ASSIGN(const std::vector<std::string> files, view.notes(place));
  std::optional<std::string> index;
  if (place.indexed()) {
    LOCI_ASSIGN(index, view.read(place, note::kIndexFile));
  }
  HookCheck check(is_seen(place, index) ? std::string_view() : std::string_view(*index));
  const SeenPlace& before = seen_notes_.of(place.key);
  SeenPlace after;
  after.reserve(files.size());
  const auto find = [&](const std::string& file) {
    Found found;
    const auto stamp = stamps.find(file);
    if (stamp == stamps.end()) return found;
    found.stamp = &stamp->second;
    const auto known = before.find(file);
    if (known == before.end() || known->second.stamp != stamp->second) return found;
    const std::string* const hook = check.unexplained(file);
    // One whose line in the index is another one now is looked at again.
    if (hook == nullptr || known->second.hook == fnv1a64(*hook)) found.known = &known->second;
    return found;
  };
  for (std::size_t first = 0; first < files.size(); first += kReadAtOnce) {
    const std::size_t count = std::min(kReadAtOnce, files.size() - first);
    std::vector<Found> all(count);
    in_parallel(count, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const std::string& file = files[first + i];
        all[i] = find(file);
        if (all[i].known != nullptr) continue;
        const store::Changed* const just_written =
            all[i].stamp != nullptr ? fresh(place, file, *all[i].stamp) : nullptr;
        if (just_written != nullptr) {
          all[i].hash = just_written->hash;
          all[i].text = *just_written->after;
        } else {
          read_note(view, place, file, all[i]);
        }
      }
    });
    for (std::size_t i = 0; i < count; ++i) {
      const std::string& file = files[first + i];
      Found& found = all[i];
      auto name = names_.there(place, file);
      if (!name || gone_.contains(*name)) continue;
      if (found.fault) return fail(std::move(*found.fault));
      if (found.too_large) {
        const auto agreed = saved_.replica.agreed.find(*name);
        if (agreed != saved_.replica.agreed.end()) notes[*name] = agreed->second.here;
        continue;
      }
      SeenNote seen = found.known != nullptr ? *found.known : SeenNote{{}, found.hash};
      if (seen.hash.empty()) continue;
      if (const std::string* const hook = check.unexplained(file); hook != nullptr) {
        const std::uint64_t mark = fnv1a64(*hook);
        if (found.known != nullptr) {
          check.explain(file);
        } else {
          check.see(file, found.text);
          if (check.unexplained(file) == nullptr) seen.hook = mark;
        }
      }
      notes.insert_or_assign(notes.end(), *name, seen.hash);  // mostly in their order
      name_of_[seen.hash] = *name;
      seen_.insert_or_assign(seen_.end(), std::move(*name), NotePlace{place, file});
      const bool sure =
          found.known != nullptr || (found.stamp != nullptr && !fs::is_doubtful(*found.stamp, now));
      if (!sure) continue;
      if (found.known == nullptr) seen.stamp = *found.stamp;
      after.emplace(file, std::move(seen));
    }
  }
  seen_notes_.keep(place.key, std::move(after));
  return place.indexed() ? look_at_index(place, index, check, notes) : Result<>();
}

Result<sync::Notes> Local::look() {
  sync::Notes notes;
  seen_.clear();
  name_of_.clear();
  past_.reset();
  standings_.clear();
  outline_of_.clear();
  LOCI_ASSIGN(const std::vector<store::Place> all, places());
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory_.look(all, false));
  for (const store::Place& place : all) LOCI_TRY(look_at(place, *view, notes));
  fresh_.clear();
  return notes;
}

namespace {

// Whether the record, or the one before or after it, only keeps a text that a dead process left
// beside a file and never put into its place: there and back in one moment.
bool is_found_beside(const std::vector<store::Record>& records, const store::Record& record) {
  const auto there_and_back = [](const store::Record& there, const store::Record& back) {
    const auto plain = [](const store::Record& one) {
      return one.kind == store::Record::Kind::External && one.files.size() == 1;
    };
    return plain(there) && plain(back) && there.time == back.time &&
           there.sequence + 1 == back.sequence && there.files[0].place == back.files[0].place &&
           there.files[0].file == back.files[0].file &&
           there.files[0].before == back.files[0].after &&
           there.files[0].after == back.files[0].before;
  };
  const auto index = static_cast<std::size_t>(&record - records.data());
  return (index > 0 && there_and_back(records[index - 1], record)) ||
         (index + 1 < records.size() && there_and_back(record, records[index + 1]));
}

// The versions of a note as its records tell them, oldest first; none where it was not there.
using Chain = std::vector<std::optional<std::string>>;

// A record that goes on from the version before the last says that the last one, of an operation
// that died or was overtaken, never stood here: the text that does was not made on it.
void add_versions(Chain& chain, const store::FileRecord& file) {
  if (chain.size() >= 2 && chain.back() != file.before && chain[chain.size() - 2] == file.before) {
    chain.pop_back();
  }
  for (const auto& version : {file.before, file.after}) {
    if (chain.empty() || chain.back() != version) chain.push_back(version);
  }
}

// By the version that accepting made of a note: the held ones that it has in it.
using AcceptedVersions = std::map<std::string, std::set<std::string>>;

std::vector<std::string> newest_first(const Chain& chain,
                                      const std::map<std::string, std::string>& merged,
                                      const AcceptedVersions& accepted) {
  std::vector<std::string> versions;
  const auto add = [&](const std::string& version) {
    versions.push_back(version);
    const auto theirs = merged.find(version);
    if (theirs != merged.end()) versions.push_back(theirs->second);
  };
  for (auto version = chain.rbegin(); version != chain.rend(); ++version) {
    if (!*version) continue;
    add(**version);
    const auto held = accepted.find(**version);
    if (held == accepted.end()) continue;
    for (const std::string& one : held->second) {
      if (one != **version) add(one);
    }
  }
  return versions;
}

// Accepting merges what was held with what the note had become, or a person gave it another text
// first: the version that was held never stood in the note, only in the inbox.
Result<std::map<std::string, AcceptedVersions>> accepted_versions(
    const store::Journal& journal, const std::vector<store::Record>& records) {
  std::map<std::string, std::set<std::string>> texts;  // of a file of the inbox, by hash
  struct Accepted {
    store::NoteKey note;
    std::string version;
    std::string entry;
  };
  std::vector<Accepted> all;
  for (const store::Record& record : records) {
    for (const store::FileRecord& file : record.files) {
      if (file.place != store::kInboxKey) continue;
      if (file.before) texts[file.file].insert(*file.before);
      if (record.operation != "accept" || file.after) continue;
      for (const store::FileRecord& note : record.files) {
        if (note.place == store::kInboxKey || !note.after) continue;
        all.push_back({{note.place, note.file}, *note.after, file.file});
      }
    }
  }
  std::set<std::string> hashes;
  for (const Accepted& one : all) {
    hashes.insert(texts[one.entry].begin(), texts[one.entry].end());
  }
  std::map<std::string, std::map<store::NoteKey, std::string>> held;  // by the entry's hash
  LOCI_TRY(journal.visit_texts(hashes, [&](const std::string& hash, const std::string& text) {
    const auto entry = memory::parse_entry(text, "");
    if (!entry) return;
    for (const memory::HeldChange& change : entry->changes) {
      if (change.text) held[hash][{change.place, change.file}] = sha256(*change.text);
    }
  }));
  std::map<std::string, AcceptedVersions> accepted;  // by the place's key and the file
  for (const Accepted& one : all) {
    for (const std::string& hash : texts[one.entry]) {
      const auto version = held[hash].find(one.note);
      if (version == held[hash].end()) continue;
      accepted[one.note.first + "/" + one.note.second][one.version].insert(version->second);
    }
  }
  return accepted;
}

}  // namespace

std::vector<std::string> Local::past(std::string_view note) {
  if (is_index(note)) {
    const auto seen = saved_.indexes.find(note);
    return seen == saved_.indexes.end() ? std::vector<std::string>() : seen->second.had;
  }
  if (!past_) {
    past_.emplace();
    const auto records = memory_.store().journal().records();
    // Without the journal only what was agreed on is known: more is asked, nothing is lost.
    if (!records) return {};
    // What was called off never stood here: taken for a version of ours, it would make the text
    // that does stand here look newer than the remote's.
    std::set<std::uint64_t> aborted;
    for (const store::Record& record : *records) {
      if (record.kind == store::Record::Kind::Abort) aborted.insert(record.of);
    }
    const auto accepted = accepted_versions(memory_.store().journal(), *records);
    std::map<std::string, Chain> chains;
    std::map<std::string, AcceptedVersions> accepted_of;
    for (const store::Record& record : *records) {
      if (record.kind != store::Record::Kind::Begin &&
          record.kind != store::Record::Kind::External) {
        continue;
      }
      if (aborted.contains(record.sequence) || is_found_beside(*records, record)) continue;
      for (const store::FileRecord& file : record.files) {
        // Of an index only what travels has versions (SeenIndex::had), and the journal has none of
        // those.
        const auto name = names_.there(store::place_of_key(file.place), file.file);
        if (!name || is_index(*name)) continue;
        add_versions(chains[*name], file);
        if (!accepted) continue;
        const auto versions = accepted->find(file.place + "/" + file.file);
        if (versions != accepted->end()) accepted_of[*name] = versions->second;
      }
    }
    for (const auto& [name, chain] : chains) {
      past_->emplace(name, newest_first(chain, saved_.merged, accepted_of[name]));
    }
  }
  const auto found = past_->find(note);
  return with_purged(note, found == past_->end() ? std::vector<std::string>() : found->second);
}

// What was purged here and not said there yet was a version of ours, also where no journal knew it:
// the remote may have it from a sync that died, and it is not news then.
std::vector<std::string> Local::with_purged(std::string_view note,
                                            std::vector<std::string> versions) const {
  const auto& purges = saved_.replica.to_purge;
  const auto agreed = saved_.replica.agreed.find(note);
  for (auto purge = purges.lower_bound({std::string(note), ""});
       purge != purges.end() && purge->note == note; ++purge) {
    const bool is_base =
        agreed != saved_.replica.agreed.end() && agreed->second.there == purge->hash;
    const bool is_known =
        std::find(versions.begin(), versions.end(), purge->hash) != versions.end();
    if (!is_base && !is_known) versions.insert(versions.begin(), purge->hash);
  }
  return versions;
}

std::vector<std::string> Local::held_past(std::string_view note) {
  const auto agreed = saved_.replica.agreed.find(note);
  const bool held = agreed != saved_.replica.agreed.end() && agreed->second.held();
  return held ? past(note) : std::vector<std::string>();
}

Result<std::set<std::string>> Local::tagged(const sync::Notes& notes, std::string_view tag) {
  std::set<std::string> found;
  std::vector<store::Place> all;
  for (const auto& [name, at] : seen_) {
    if (std::find(all.begin(), all.end(), at.place) == all.end()) all.push_back(at.place);
  }
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory_.look(all, true));
  for (const auto& [name, version] : notes) {
    const auto agreed = saved_.replica.agreed.find(name);
    if (agreed != saved_.replica.agreed.end() && agreed->second.here == version) continue;
    const auto at = seen_.find(name);
    if (at == seen_.end() || is_index(name)) continue;
    LOCI_ASSIGN(const auto text, view->read(at->second.place, at->second.file));
    if (!text) continue;
    const std::vector<std::string> tags = note::parse_note(*text).tags;
    if (std::find(tags.begin(), tags.end(), tag) != tags.end()) found.insert(name);
  }
  return found;
}

Result<> Local::record_by_hand(const std::vector<sync::Outgoing>& changes) {
  constexpr std::size_t kMostRecorded = 1'000;
  std::set<std::string> unknown;
  for (const sync::Outgoing& change : changes) {
    if (change.version && !is_index(change.note)) unknown.insert(*change.version);
  }
  if (unknown.empty() || unknown.size() > kMostRecorded) return {};
  const store::Journal& journal = memory_.store().journal();
  const std::set<std::string> asked = unknown;
  LOCI_TRY(journal.visit_texts(
      asked, [&](const std::string& hash, const std::string&) { unknown.erase(hash); }));
  std::vector<store::Place> places;
  std::vector<NotePlace> notes;
  for (const sync::Outgoing& change : changes) {
    const auto at = seen_.find(change.note);
    if (!change.version || !unknown.contains(*change.version) || at == seen_.end()) continue;
    notes.push_back(at->second);
    if (std::find(places.begin(), places.end(), at->second.place) == places.end()) {
      places.push_back(at->second.place);
    }
  }
  if (notes.empty()) return {};
  LOCI_TRY(memory_.commit(request(places), [&](store::View& view) -> Result<store::Plan> {
    store::Plan plan;
    for (const NotePlace& at : notes) {
      LOCI_ASSIGN(auto text, view.read(at.place, at.file));
      if (text) plan.noticed.push_back({at.place, at.file, std::move(*text)});
    }
    return plan;
  }));
  past_.reset();
  return {};
}

Result<Texts> Local::texts(const std::set<std::string>& hashes) {
  Texts found;
  LOCI_TRY(memory_.store().journal().visit_texts(
      hashes,
      [&](const std::string& hash, const std::string& text) { found.emplace(hash, text); }));
  std::set<std::string> missing;
  for (const std::string& hash : hashes) {
    const auto outline = outlines_.find(hash);
    if (outline != outlines_.end()) found.insert(*outline);
    if (!found.contains(hash)) missing.insert(hash);
  }
  if (missing.empty()) return found;
  // What was written outside loci is in no journal yet.
  std::vector<store::Place> all;
  for (const auto& [name, at] : seen_) {
    if (std::find(all.begin(), all.end(), at.place) == all.end()) all.push_back(at.place);
  }
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory_.look(all, true));
  for (const std::string& hash : missing) {
    const auto name = name_of_.find(hash);
    const auto at = name == name_of_.end() ? seen_.end() : seen_.find(name->second);
    if (at == seen_.end()) continue;
    auto text = view->read(at->second.place, at->second.file);
    if (text && *text && sha256(**text) == hash) found.emplace(hash, std::move(**text));
  }
  for (const auto& [name, at] : seen_) {
    if (found.size() == hashes.size()) break;
    if (!is_index(name)) continue;
    const auto text = view->read(at.place, at.file);
    if (!text || !*text) continue;
    LOCI_ASSIGN(std::string said, outline_of(*view, at.place, **text));
    std::string hash = sha256(said);
    if (missing.contains(hash)) found.emplace(std::move(hash), std::move(said));
  }
  return found;
}

Result<Confirmed> Local::confirmed(const std::string& note, const std::string& hash) {
  Confirmed result{hash, {}};
  const auto at = names_.here(note);
  if (!at || !memory::has_standing(at->place) ||
      !memory::keeps_standings(memory_.store(), at->place)) {
    return result;
  }
  auto known = standings_.find(at->place.key);
  if (known == standings_.end()) {
    LOCI_ASSIGN(memory::PlaceStandings read,
                memory::PlaceStandings::read(memory_.store(), at->place));
    known = standings_.emplace(at->place.key, std::move(read)).first;
  }
  const memory::NoteStanding standing = known->second.of(at->file);
  if (!standing.confirmed.empty()) result.marks = standing.confirmed.back().marks;
  return result;
}

}  // namespace loci::remote
