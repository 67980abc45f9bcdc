// What the remote's changes do here: prepared one by one, committed together.

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "base/limits.h"
#include "base/text.h"
#include "memory/holding.h"
#include "memory/scanning.h"
#include "note/unmerged.h"
#include "remote/arrival_scan.h"
#include "remote/prepared.h"
#include "sync/merge.h"

namespace loci::remote {

using sync::Act;
using Came = sync::SyncRun::Came;

namespace {

constexpr std::size_t kMostMerged = 1'000;

}  // namespace

std::string blocked_text(const std::vector<guard::Finding>& found, std::string_view file) {
  std::vector<std::string> all;
  for (const guard::Finding& finding : found) {
    if (finding.severity == guard::Severity::Block) {
      all.push_back(memory::finding_text(file, finding));
    }
  }
  return join(all, "; ");
}

bool is_note_text(std::string_view text) {
  return text.size() <= kFileBytes && is_valid_utf8(text) &&
         text.find('\0') == std::string_view::npos;
}

// Of two versions that cannot be merged both wait where one of them is doubted: the one that went
// on alone would stand here, and go to the others, in the place of both.
Result<> Local::doubt_pair(Prepared& prepared, const memory::ScanVerdict& first) {
  if (!prepared.two_versions) return {};
  std::vector<guard::Finding> found = first.fresh;
  std::string file = prepared.at.file;
  for (const store::FileChange& other : prepared.changes) {
    LOCI_ASSIGN(
        const memory::ScanVerdict verdict,
        memory::scan_verdict(memory_, other.place, other.file, *other.text, prepared.mine, {}));
    if (verdict.worst == guard::Severity::Block) {
      prepared.why = blocked_text(verdict.fresh, other.file);
      prepared.came = Came::Held;
      prepared.changes.clear();
      return {};
    }
    if (!verdict.worst || *verdict.worst == guard::Severity::Warn) continue;
    prepared.doubted = true;
    found = verdict.fresh;
    file = other.file;
  }
  if (!prepared.doubted || found.empty()) return {};
  prepared.pair_waits = memory::finding_text(file, found.front());
  return {};
}

// What the note is to say, or why not.
Result<> Local::prepare_text(Prepared& prepared, const Arrival& arrival, store::View& view) {
  const sync::Step& step = *prepared.step;
  const Texts& texts = arrival.texts;
  const auto put_aside = [&](std::string why) {
    prepared.came = Came::Held;
    prepared.why = std::move(why);
  };
  const auto theirs = arrival.by_hash.find(*step.theirs);
  if (theirs == arrival.by_hash.end()) {
    // It was purged there meanwhile, or else the remote is damaged: then it is the same once more.
    const bool again = !missing_.emplace(step.note, *step.theirs).second;
    if (again) put_aside("the remote does not have its text");
    if (!again) prepared.came = Came::Skipped;
    return {};
  }
  const std::string& their_text = *theirs->second;
  if (!is_note_text(their_text)) {
    put_aside("it is not text of at most one mebibyte");
    return {};
  }
  if (!step.mine) {
    const auto names = arrival.names.find(prepared.at.place.key);
    if (names != arrival.names.end() && names->second.contains(fold(prepared.at.file))) {
      put_aside(std::string(kNameIsTaken));
      return {};
    }
  }
  std::optional<std::string> other;
  if (step.act == Act::Take) {
    prepared.text = their_text;
  } else {
    std::optional<std::string_view> base;
    if (step.base) {
      const auto known = texts.find(*step.base);
      if (known != texts.end()) base = known->second;
    }
    const sync::Shape shape = sync::shape_of(prepared.at.place.kind == store::Place::Kind::Daily
                                                 ? "daily/" + prepared.at.file
                                                 : prepared.at.file);
    sync::Merged merged = sync::merge(shape, {base, *prepared.mine, their_text});
    if (merged.text) {
      prepared.text = std::move(merged.text);
    } else {
      note::Pair pair = note::as_pair(prepared.at.file, *prepared.mine, their_text);
      prepared.two_versions = true;
      prepared.text = std::move(pair.text);
      // It may come with this sync, from a machine that met the same conflict before.
      const bool comes = arrival.files.at(prepared.at.place.key).contains(pair.other_file);
      LOCI_ASSIGN(const bool stands, view.exists(prepared.at.place, pair.other_file));
      // What a person erased for good is not made again where the same conflict is met later.
      const auto name = names_.there(prepared.at.place, pair.other_file);
      const bool purged = name && saved_.replica.purged.contains({*name, sha256(pair.other_text)});
      if (!comes && !stands && !purged) {
        prepared.changes.push_back(store::FileChange::put(
            prepared.at.place, pair.other_file, pair.other_text, store::Expected::absent()));
      }
    }
    if (saved_.merged.size() >= kMostMerged) saved_.merged.erase(saved_.merged.begin());
    saved_.merged[sha256(*prepared.text)] = *step.theirs;
  }
  memory::ScanVerdict verdict;
  const bool harmless = step.act == Act::Take && arrival.harmless.contains(*step.theirs);
  if (!harmless) {
    LOCI_ASSIGN(verdict, memory::scan_verdict(memory_, prepared.at.place, prepared.at.file,
                                              *prepared.text, prepared.mine, {}));
  }
  if (verdict.worst == guard::Severity::Block) {
    prepared.changes.clear();
    put_aside(blocked_text(verdict.fresh, prepared.at.file));
    return {};
  }
  prepared.doubted = verdict.worst && *verdict.worst != guard::Severity::Warn;
  LOCI_TRY(doubt_pair(prepared, verdict));
  if (prepared.came == Came::Held) return {};
  const auto expected = step.mine ? store::Expected::text(*step.mine) : store::Expected::absent();
  auto change =
      store::FileChange::put(prepared.at.place, prepared.at.file, *prepared.text, expected);
  change.harmless = harmless;
  prepared.changes.insert(prepared.changes.begin(), std::move(change));
  return {};
}

namespace {

// A note that the remote has and this machine does not.
bool is_new(const sync::Step& step, const NotePlace& at) {
  return step.act == Act::Take && !step.mine && !step.held && at.file != note::kIndexFile;
}

}  // namespace

// Where a place gets so many notes that a directory of its own for them is worth it.
store::NewDirectories Local::begin_ahead(const std::vector<Prepared>& all) const {
  std::map<std::string, std::pair<store::Place, std::size_t>> counts;
  for (const Prepared& one : all) {
    if (!is_new(*one.step, one.at)) continue;
    // A project's directory is made once it is known which project it is for.
    const Names::Project* const project = names_.project_of(one.step->note);
    if (project != nullptr && project->is_new) continue;
    ++counts.try_emplace(one.at.place.key, one.at.place, 0).first->second.second;
  }
  store::NewDirectories ahead;
  store::Store& store = memory_.store();
  for (const auto& [key, counted] : counts) {
    if (counted.second < store::NewDirectory::kWorth) continue;
    if (!store.home_directory(key)) continue;  // such as a link; the commit says what is wrong
    auto directory = store::NewDirectory::begin(store.files(), store.home(), counted.first);
    if (directory) ahead.push_back(std::move(directory));
  }
  return ahead;
}

Result<std::vector<Local::Prepared>> Local::prepare(const std::deque<sync::Step>& steps,
                                                    Transport& transport, Texts& texts,
                                                    store::NewDirectories* ahead) {
  std::vector<Prepared> all;
  all.reserve(steps.size());
  std::vector<std::string_view> versions;
  std::set<std::string> bases;
  std::vector<store::Place> places;
  for (const sync::Step& step : steps) {
    if (step.act == Act::Take || step.act == Act::Merge) versions.emplace_back(*step.theirs);
    if (is_merge(step, is_index(step.note)) && step.base) bases.insert(*step.base);
    const auto at = names_.here(step.note);
    if (!at) return fail(internal_error(fmt::format("'{}' is not a synced note", step.note)));
    Prepared& prepared = all.emplace_back();
    prepared.step = &step;
    prepared.at = *at;
    if (std::find(places.begin(), places.end(), at->place) == places.end()) {
      places.push_back(at->place);
    }
  }
  std::sort(versions.begin(), versions.end());
  std::set<std::string> wanted(versions.begin(), versions.end());
  wanted.insert(bases.begin(), bases.end());
  std::unordered_multimap<std::string_view, std::pair<store::NewDirectory*, std::string_view>>
      files_of;  // by the text's hash
  if (ahead != nullptr) {
    *ahead = begin_ahead(all);
    for (const std::unique_ptr<store::NewDirectory>& directory : *ahead) {
      for (const Prepared& one : all) {
        if (one.at.place != directory->place() || !is_new(*one.step, one.at)) continue;
        files_of.emplace(*one.step->theirs,
                         std::pair(directory.get(), std::string_view(one.at.file)));
      }
    }
  }
  ArrivalScan scan([&](const ArrivalScan::Text& text) {
    if (!is_note_text(text.second)) return;
    const auto [first, last] = files_of.equal_range(text.first);
    for (auto file = first; file != last; ++file) {
      file->second.first->add(std::string(file->second.second), text.second);
    }
  });
  LOCI_TRY(transport.texts(wanted, texts, [&](const auto& text) { scan.add(text); }));
  LOCI_ASSIGN(const Texts own, this->texts(bases));
  texts.insert(own.begin(), own.end());
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory_.look(places, true));
  Arrival arrival{texts, {}, scan.finish(), {}, {}};
  arrival.by_hash.reserve(texts.size());
  for (const auto& [hash, text] : texts) arrival.by_hash.emplace(hash, &text);
  for (const store::Place& place : places) {
    LOCI_ASSIGN(std::vector<std::string> files, view->notes(place));
    std::erase_if(files, [&](const std::string& file) { return is_gone(place, file); });
    for (const std::string& file : files) arrival.names[place.key].insert(fold(file));
    arrival.files[place.key] = {files.begin(), files.end()};
  }
  for (Prepared& prepared : all) {
    const sync::Step& step = *prepared.step;
    const bool changes = step.act == Act::Take || step.act == Act::Merge ||
                         step.act == Act::Remove || is_merge(step, prepared.is_index());
    if (!changes) continue;
    std::set<std::string>& files = arrival.files[prepared.at.place.key];
    if (prepared.is_index() || files.contains(prepared.at.file)) {
      LOCI_ASSIGN(prepared.mine, view->read(prepared.at.place, prepared.at.file));
    }
    if (prepared.is_index()) {
      LOCI_TRY(prepare_index(prepared, texts, *view));
      continue;
    }
    const auto now = prepared.mine ? sync::NoteVersion(sha256(*prepared.mine)) : std::nullopt;
    if (now != step.mine) {
      prepared.came = Came::Skipped;
    } else if (step.act == Act::Remove) {
      prepared.changes.push_back(store::FileChange::remove(prepared.at.place, prepared.at.file,
                                                           store::Expected::text(*step.mine)));
      // Its name is free for one that comes: "notes.md" may be "Notes.md" from now on.
      arrival.names[prepared.at.place.key].erase(fold(prepared.at.file));
    }
  }
  // What comes first: a merge that leaves two notes may find the second one among that.
  for (const Act act : {Act::Take, Act::Merge}) {
    for (Prepared& prepared : all) {
      const bool is_due = prepared.step->act == act && prepared.came == Came::Done;
      if (!is_due || prepared.is_index()) continue;
      LOCI_TRY(prepare_text(prepared, arrival, *view));
      if (prepared.changes.empty()) continue;
      // Two that come may have names that cannot stand beside each other either.
      arrival.names[prepared.at.place.key].insert(fold(prepared.at.file));
      arrival.files[prepared.at.place.key].insert(prepared.at.file);
    }
  }
  return all;
}

// A later version of what waits for a person waits in its place.
Result<> Local::hold_again(Prepared& prepared) {
  memory::InboxEntry entry;
  const store::Request asked = request({prepared.at.place});
  entry.time = format_utc(memory_.now());
  entry.operation = asked.operation;
  entry.origin = asked.origin;
  entry.actor = asked.actor;
  entry.workspace = asked.workspace;
  entry.summary = fmt::format("sync with '{}': {}", remote_.name, prepared.step->note);
  const std::string why = prepared.pair_waits.empty()
                              ? "an earlier version of it waits, or was put aside"
                              : prepared.pair_waits;
  entry.reasons.push_back({std::string(memory::kByPolicy), prepared.at.file, 0, why});
  // Two, where it cannot be merged: the second is a new note.
  for (const store::FileChange& change : prepared.changes) {
    const bool is_second = change.file != prepared.at.file;
    entry.changes.push_back(
        {change.place.key, change.file, change.text, is_second ? std::nullopt : prepared.mine});
  }
  std::vector<memory::SeenEntry> outdated;
  for (const Waiting& one : prepared.outdated) outdated.push_back(one.entry);
  LOCI_ASSIGN(const auto held, memory::hold(memory_.store(), asked, {std::move(entry)}, outdated));
  prepared.came = Came::Held;
  prepared.waits = true;
  prepared.why = held.empty() ? "" : held.front().why;
  prepared.changes.clear();
  return {};
}

Result<> Local::confirm(const std::vector<Prepared>& all, Transport& transport) {
  if (!remote_.mine) return {};
  LOCI_ASSIGN(const ConfirmedNotes carried, transport.confirmed());
  for (const Prepared& prepared : all) {
    const auto known = carried.find(prepared.step->note);
    const bool counts = prepared.came == Came::Done && prepared.text && !prepared.is_index() &&
                        known != carried.end() && known->second.hash == prepared.step->theirs;
    if (!counts || !memory::has_standing(prepared.at.place)) continue;
    LOCI_TRY(
        memory::change_standings(memory_.store(), prepared.at.place, [&](memory::Standings& notes) {
          memory::NoteStanding& note = notes[prepared.at.file];
          memory::NoteStanding::Text text{sha256(*prepared.text), known->second.marks};
          if (!note.confirmed.empty()) {
            const memory::Marks& before = note.confirmed.back().marks;
            text.marks.insert(before.begin(), before.end());
          }
          for (const std::string& mark : text.marks) note.imported.erase(mark);
          note.confirmed.push_back(std::move(text));
          note = memory::as_it_stands(note, *prepared.text);
        }));
  }
  return {};
}

Result<std::string> Local::reason_to_keep(const std::string& note, const std::string& text,
                                          const std::optional<std::string>& before) {
  const auto at = names_.here(note);
  if (!at) return std::string();
  LOCI_ASSIGN(const memory::ScanVerdict verdict,
              memory::scan_verdict(memory_, at->place, at->file, text, before, {}));
  if (verdict.worst != guard::Severity::Block) return std::string();
  return blocked_text(verdict.fresh, at->file);
}

// So that a commit need not find out first whether it leaves an empty directory behind.
void Local::make_places(const std::vector<Prepared>& all) {
  std::set<std::string> made;
  for (const Prepared& prepared : all) {
    const bool goes_on = !prepared.changes.empty() && prepared.text && !prepared.doubted;
    if (!goes_on || !made.insert(prepared.at.place.key).second) continue;
    (void)memory_.store().home_directory(prepared.at.place.key);
  }
}

Result<> Local::make_projects(const std::vector<Prepared>& all) {
  std::set<std::string> made;
  for (const Prepared& prepared : all) {
    const Names::Project* const project = names_.project_of(prepared.step->note);
    const bool needed = project != nullptr && project->is_new && !prepared.changes.empty();
    if (!needed || !made.insert(project->slug).second) continue;
    // No directory yet: a clone of the same origin attaches to it.
    LOCI_TRY(store::update_project(memory_.store(), project->slug, [&](store::Project& file) {
      // No path of this machine either: an origin may be one of another machine's.
      const std::string& origin = project->remote.origin;
      const std::string path = origin.starts_with('/') ? "file://" + origin : origin;
      const store::SeenPath seen{path, {}, origin};
      if (!file.has_path(seen.path)) file.paths.push_back(seen);
    }));
  }
  return {};
}

News Local::news_of(const Prepared& prepared) {
  const sync::Step& step = *prepared.step;
  News news{step.note, "", prepared.why};
  if (prepared.came == Came::Held) {
    news.what = prepared.waits ? "held" : std::string(kPutAside);
  } else if (prepared.came == Came::Done) {
    if (step.act == Act::Take) news.what = "taken";
    if (step.act == Act::Remove) news.what = prepared.is_index() ? "emptied" : "deleted";
    if (step.act == Act::Keep) news.what = "kept";
    const bool merged = step.act == Act::Merge ||
                        (is_merge(step, prepared.is_index()) && prepared.text != prepared.mine);
    if (merged) news.what = prepared.two_versions ? "two versions" : "merged";
  }
  return news;
}

Result<Local::Foreseen> Local::foresee(const std::deque<sync::Step>& steps, Transport& transport) {
  Texts texts;
  LOCI_ASSIGN(std::vector<Prepared> all, prepare(steps, transport, texts, nullptr));
  LOCI_TRY(find_outdated(all));
  Foreseen foreseen;
  for (const Prepared& prepared : all) {
    News news = news_of(prepared);
    const bool waits = prepared.doubted || (prepared.step->held && !prepared.changes.empty());
    if (waits) news.what = "held";
    if (!news.what.empty()) foreseen.news.push_back(std::move(news));
    const Came came = waits ? Came::Held : prepared.came;
    foreseen.came.push_back(came);
    if (came != Came::Done) continue;
    add_outdated(prepared, foreseen.news);
    if (prepared.is_index() && is_merge(*prepared.step, true)) {
      foreseen.changed[prepared.step->note] =
          prepared.outline.empty() ? std::nullopt : sync::NoteVersion(sha256(prepared.outline));
    } else if (prepared.is_index() && prepared.step->act != Act::Keep) {
      foreseen.changed[prepared.step->note] = prepared.step->theirs;
    }
    for (const store::FileChange& change : prepared.changes) {
      const auto name = names_.there(change.place, change.file);
      if (!name || is_index(*name)) continue;
      foreseen.changed[*name] =
          change.text ? sync::NoteVersion(sha256(*change.text)) : std::nullopt;
    }
  }
  return foreseen;
}

Result<Local::Done> Local::perform(const std::deque<sync::Step>& steps, Transport& transport,
                                   const std::function<Result<>()>& save) {
  Texts texts;  // outlive what is written of them ahead
  store::NewDirectories ahead;
  LOCI_ASSIGN(std::vector<Prepared> all, prepare(steps, transport, texts, &ahead));
  LOCI_TRY(find_outdated(all));
  expect_indexes(all);
  LOCI_TRY(save());
  LOCI_TRY(make_projects(all));
  std::vector<store::Place> places;
  const auto add_place = [&](const store::Place& place) {
    if (std::find(places.begin(), places.end(), place) == places.end()) places.push_back(place);
  };
  for (Prepared& prepared : all) {
    const bool is_for_a_person = prepared.step->held || !prepared.pair_waits.empty();
    const bool waits = is_for_a_person && !prepared.changes.empty();
    if (!waits && !prepared.outdated.empty()) add_place(store::inbox_place());
    if (prepared.changes.empty()) continue;
    if (waits) {
      LOCI_TRY(hold_again(prepared));
      continue;
    }
    add_place(prepared.at.place);
  }
  make_places(all);
  Done done;
  std::vector<store::Changed> changed;
  if (!places.empty()) {
    const auto planner = [&](store::View& view) -> Result<store::Plan> {
      store::Plan plan;
      plan.separable = true;
      std::map<std::string, std::set<std::string>> files;  // by Place::key
      for (const store::Place& place : places) {
        LOCI_ASSIGN(const std::vector<std::string> names, view.notes(place));
        files[place.key] = {names.begin(), names.end()};
      }
      for (Prepared& prepared : all) {
        if (prepared.changes.empty() || prepared.is_index()) continue;
        std::optional<std::string> now;
        // Most notes of a first sync are new, and whoever asks for each of them asks in vain.
        if (prepared.step->mine || files[prepared.at.place.key].contains(prepared.at.file)) {
          LOCI_ASSIGN(now, view.read(prepared.at.place, prepared.at.file));
        }
        const auto hash = now ? sync::NoteVersion(sha256(*now)) : std::nullopt;
        prepared.came = hash == prepared.step->mine ? Came::Done : Came::Skipped;
        if (prepared.came != Came::Done) continue;
        plan.changes.insert(plan.changes.end(), prepared.changes.begin(), prepared.changes.end());
      }
      for (Prepared& prepared : all) {
        if (prepared.changes.empty() || !prepared.is_index()) continue;
        LOCI_TRY(plan_index(prepared, view, all, plan));
      }
      for (const Prepared& prepared : all) {
        if (prepared.came == Came::Done) LOCI_TRY(plan_removals(prepared.outdated, view, plan));
      }
      plan.summary = fmt::format("sync with '{}': {} change{}", remote_.name, plan.changes.size(),
                                 plan.changes.size() == 1 ? "" : "s");
      return plan;
    };
    store::Request asked = request(places);
    asked.ahead = &ahead;
    auto committed = memory_.commit(std::move(asked), planner);
    if (!committed && committed.error().kind == ErrorKind::Conflict) {
      done.conflict = committed.error();
      for (Prepared& prepared : all) {
        const bool changes = !prepared.changes.empty() || !prepared.outdated.empty();
        if (changes && prepared.came != Came::Held)
          prepared.came = Came::Skipped;  // saved just now
      }
    } else if (!committed) {
      return fail(std::move(committed));
    } else {
      done.operation = committed->id;
      changed = std::move(committed->changed);
      for (const memory::HeldWrite& held : committed->held) {
        for (Prepared& prepared : all) {
          if (prepared.at.place != held.place || prepared.at.file != held.file) continue;
          prepared.came = Came::Held;
          prepared.waits = true;
          prepared.why = held.why;
        }
      }
    }
  }
  LOCI_TRY(confirm(all, transport));
  LOCI_TRY(settle_indexes(all, changed));
  keep_fresh(std::move(changed));
  for (const Prepared& prepared : all) {
    done.came.push_back(prepared.came);
    if (prepared.is_index() || prepared.came == Came::Held) done.is_told_by_journal = false;
    News news = news_of(prepared);
    if (!news.what.empty()) done.news.push_back(std::move(news));
    add_outdated(prepared, done.news);
  }
  return done;
}

}  // namespace loci::remote
