#include "remote/local.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "base/limits.h"
#include "base/text.h"
#include "fs/absent.h"
#include "memory/holding.h"
#include "memory/scanning.h"
#include "note/slug.h"
#include "note/unmerged.h"
#include "past/purge.h"
#include "sync/merge.h"

namespace loci::remote {

using memory::Memory;
using sync::Act;
using Came = sync::SyncRun::Came;

// A step, and what it changes.
struct Local::Prepared {
  const sync::Step* step = nullptr;
  NotePlace at;
  std::vector<store::FileChange> changes{};
  std::optional<std::string> text{};  // that the note is to have, where it is to have one
  std::optional<std::string> mine{};  // that it has
  Came came = Came::Done;
  std::string why{};  // it is held
  bool two_versions = false;
  bool waits = false;  // in the inbox
};

namespace {

constexpr std::size_t kMostMerged = 1'000;

std::string scanned_text(const std::vector<guard::Finding>& found, std::string_view file) {
  std::vector<std::string> all;
  for (const guard::Finding& finding : found) {
    if (finding.severity == guard::Severity::Block) {
      all.push_back(memory::finding_text(file, finding));
    }
  }
  return join(all, "; ");
}

bool is_text(std::string_view text) {
  return text.size() <= kFileBytes && is_valid_utf8(text) &&
         text.find('\0') == std::string_view::npos;
}

}  // namespace

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

Result<sync::Notes> Local::look() {
  sync::Notes notes;
  seen_.clear();
  past_.reset();
  standings_.clear();
  LOCI_ASSIGN(const std::vector<store::Place> all, places());
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory_.look(all, false));
  for (const store::Place& place : all) {
    LOCI_ASSIGN(const std::vector<std::string> files, view->notes(place));
    for (const std::string& file : files) {
      const auto name = names_.there(place, file);
      if (!name) continue;
      auto text = view->read(place, file);
      if (!text && text.error().kind == ErrorKind::InvalidInput) {
        const auto agreed = saved_.replica.agreed.find(*name);
        if (agreed != saved_.replica.agreed.end()) notes[*name] = agreed->second.here;
        continue;
      }
      if (!text) return fail(std::move(text));
      if (!*text) continue;
      notes[*name] = sha256(**text);
      seen_[*name] = {place, file};
    }
  }
  return notes;
}

std::vector<std::string> Local::past(std::string_view note) {
  if (!past_) {
    past_.emplace();
    const auto records = memory_.store().journal().records();
    // Without the journal only what was agreed on is known: more is asked, nothing is lost.
    if (!records) return {};
    for (const store::Record& record : *records) {
      if (record.kind != store::Record::Kind::Begin &&
          record.kind != store::Record::Kind::External) {
        continue;
      }
      for (const store::FileRecord& file : record.files) {
        const auto name = names_.there(store::place_of_key(file.place), file.file);
        if (!name) continue;
        for (const auto& hash : {file.before, file.after}) {
          auto& versions = (*past_)[*name];
          if (hash && (versions.empty() || versions.back() != *hash)) versions.push_back(*hash);
        }
      }
    }
    for (auto& [name, versions] : *past_) {
      std::vector<std::string> newest_first;
      for (auto hash = versions.rbegin(); hash != versions.rend(); ++hash) {
        newest_first.push_back(*hash);
        const auto merged = saved_.merged.find(*hash);
        if (merged != saved_.merged.end()) newest_first.push_back(merged->second);
      }
      versions = std::move(newest_first);
    }
  }
  const auto found = past_->find(note);
  return found == past_->end() ? std::vector<std::string>() : found->second;
}

Result<Texts> Local::texts(const std::set<std::string>& hashes) {
  Texts found;
  LOCI_TRY(memory_.store().journal().visit_texts(
      hashes,
      [&](const std::string& hash, const std::string& text) { found.emplace(hash, text); }));
  std::set<std::string> missing;
  for (const std::string& hash : hashes) {
    if (!found.contains(hash)) missing.insert(hash);
  }
  if (missing.empty()) return found;
  // What was written outside loci is in no journal yet.
  std::vector<store::Place> all;
  for (const auto& [name, at] : seen_) {
    if (std::find(all.begin(), all.end(), at.place) == all.end()) all.push_back(at.place);
  }
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory_.look(all, true));
  for (const auto& [name, at] : seen_) {
    const auto text = view->read(at.place, at.file);
    if (!text || !*text) continue;
    std::string hash = sha256(**text);
    if (missing.contains(hash)) found.emplace(std::move(hash), **text);
  }
  return found;
}

// What the note is to say, or why not.
Result<> Local::prepare_text(Prepared& prepared, const Texts& texts, store::View& view) {
  const sync::Step& step = *prepared.step;
  const auto put_aside = [&](std::string why) {
    prepared.came = Came::Held;
    prepared.why = std::move(why);
  };
  const auto theirs = texts.find(*step.theirs);
  if (theirs == texts.end()) {
    prepared.came = Came::Skipped;  // it was purged there meanwhile
    return {};
  }
  if (!is_text(theirs->second)) {
    put_aside("it is no text of at most a mebibyte");
    return {};
  }
  if (!step.mine) {
    LOCI_ASSIGN(const bool taken, view.is_taken(prepared.at.place, prepared.at.file));
    if (taken) {
      put_aside("a note here has the same name but for case or form; rename one of the two");
      return {};
    }
  }
  std::optional<std::string> other;
  if (step.act == Act::Take) {
    prepared.text = theirs->second;
  } else {
    std::optional<std::string_view> base;
    if (step.base) {
      const auto known = texts.find(*step.base);
      if (known != texts.end()) base = known->second;
    }
    const sync::Shape shape = sync::shape_of(prepared.at.place.kind == store::Place::Kind::Daily
                                                 ? "daily/" + prepared.at.file
                                                 : prepared.at.file);
    sync::Merged merged = sync::merge(shape, {base, *prepared.mine, theirs->second});
    if (merged.text) {
      prepared.text = std::move(merged.text);
    } else {
      note::Pair pair = note::as_pair(prepared.at.file, *prepared.mine, theirs->second);
      prepared.two_versions = true;
      prepared.text = std::move(pair.text);
      LOCI_ASSIGN(const bool there, view.exists(prepared.at.place, pair.other_file));
      // What a person erased for good is not made again where the same conflict is met later.
      const auto name = names_.there(prepared.at.place, pair.other_file);
      const bool purged = name && saved_.replica.purged.contains({*name, sha256(pair.other_text)});
      if (!there && !purged) {
        prepared.changes.push_back(store::FileChange::put(
            prepared.at.place, pair.other_file, pair.other_text, store::Expected::absent()));
      }
    }
    if (saved_.merged.size() >= kMostMerged) saved_.merged.erase(saved_.merged.begin());
    saved_.merged[sha256(*prepared.text)] = *step.theirs;
  }
  LOCI_ASSIGN(const memory::ScanVerdict verdict,
              memory::scan_verdict(memory_, prepared.at.place, prepared.at.file, *prepared.text,
                                   prepared.mine, {}));
  if (verdict.worst == guard::Severity::Block) {
    prepared.changes.clear();
    put_aside(scanned_text(verdict.fresh, prepared.at.file));
    return {};
  }
  const auto expected = step.mine ? store::Expected::text(*step.mine) : store::Expected::absent();
  prepared.changes.insert(
      prepared.changes.begin(),
      store::FileChange::put(prepared.at.place, prepared.at.file, *prepared.text, expected));
  return {};
}

Result<std::vector<Local::Prepared>> Local::prepare(const std::deque<sync::Step>& steps,
                                                    Transport& transport) {
  std::vector<Prepared> all;
  std::set<std::string> wanted;
  std::set<std::string> bases;
  std::vector<store::Place> places;
  for (const sync::Step& step : steps) {
    if (step.act == Act::Take || step.act == Act::Merge) wanted.insert(*step.theirs);
    if (step.act == Act::Merge && step.base) bases.insert(*step.base);
    const auto at = names_.here(step.note);
    if (!at) return fail(internal_error(fmt::format("'{}' is no note that is synced", step.note)));
    Prepared& prepared = all.emplace_back();
    prepared.step = &step;
    prepared.at = *at;
    if (std::find(places.begin(), places.end(), at->place) == places.end()) {
      places.push_back(at->place);
    }
  }
  wanted.insert(bases.begin(), bases.end());
  LOCI_ASSIGN(Texts texts, transport.texts(wanted));
  LOCI_ASSIGN(const Texts own, this->texts(bases));
  texts.insert(own.begin(), own.end());
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory_.look(places, true));
  for (Prepared& prepared : all) {
    const sync::Step& step = *prepared.step;
    if (step.act != Act::Take && step.act != Act::Merge && step.act != Act::Remove) continue;
    LOCI_ASSIGN(prepared.mine, view->read(prepared.at.place, prepared.at.file));
    const auto now = prepared.mine ? sync::NoteVersion(sha256(*prepared.mine)) : std::nullopt;
    if (now != step.mine) {
      prepared.came = Came::Skipped;
    } else if (step.act == Act::Remove) {
      prepared.changes.push_back(store::FileChange::remove(prepared.at.place, prepared.at.file,
                                                           store::Expected::text(*step.mine)));
    } else {
      LOCI_TRY(prepare_text(prepared, texts, *view));
    }
  }
  return all;
}

// A later version of what waits for a person waits too.
Result<> Local::hold_again(Prepared& prepared) {
  memory::InboxEntry entry;
  const store::Request asked = request({prepared.at.place});
  entry.time = format_utc(memory_.now());
  entry.operation = asked.operation;
  entry.origin = asked.origin;
  entry.actor = asked.actor;
  entry.workspace = asked.workspace;
  entry.summary = fmt::format("sync with '{}': {}", remote_.name, prepared.step->note);
  entry.reasons.push_back({std::string(memory::kByPolicy), prepared.at.file, 0,
                           "an earlier version of it waits, or was put aside"});
  entry.changes.push_back({prepared.at.place.key, prepared.at.file, prepared.text, prepared.mine});
  LOCI_ASSIGN(const auto held, memory::hold(memory_.store(), asked, {std::move(entry)}));
  prepared.came = Came::Held;
  prepared.waits = true;
  prepared.why = held.empty() ? "" : held.front().why;
  prepared.changes.clear();
  return {};
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

Result<> Local::confirm(const std::vector<Prepared>& all, Transport& transport) {
  if (!remote_.mine) return {};
  LOCI_ASSIGN(const ConfirmedNotes carried, transport.confirmed());
  for (const Prepared& prepared : all) {
    const auto known = carried.find(prepared.step->note);
    const bool counts = prepared.came == Came::Done && prepared.text && known != carried.end() &&
                        known->second.hash == prepared.step->theirs;
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
  return scanned_text(verdict.fresh, at->file);
}

Result<> Local::make_projects(const std::vector<Prepared>& all) {
  std::set<std::string> made;
  for (const Prepared& prepared : all) {
    const Names::Project* const project = names_.project_of(prepared.step->note);
    const bool needed = project != nullptr && project->is_new && !prepared.changes.empty();
    if (!needed || !made.insert(project->slug).second) continue;
    // No directory yet: a clone of the same origin attaches to it.
    LOCI_TRY(store::update_project(memory_.store(), project->slug, [&](store::Project& file) {
      const store::SeenPath seen{project->remote.origin, {}, project->remote.origin};
      if (!file.has_path(seen.path)) file.paths.push_back(seen);
    }));
  }
  return {};
}

News Local::news_of(const Prepared& prepared) {
  const sync::Step& step = *prepared.step;
  News news{step.note, "", prepared.why};
  if (prepared.came == Came::Held) {
    news.what = prepared.waits ? "held" : "put aside";
  } else if (prepared.came == Came::Done) {
    if (step.act == Act::Take) news.what = "taken";
    if (step.act == Act::Remove) news.what = "deleted";
    if (step.act == Act::Merge) news.what = prepared.two_versions ? "two versions" : "merged";
    if (step.act == Act::Keep) news.what = "kept";
  }
  return news;
}

Result<Local::Done> Local::perform(const std::deque<sync::Step>& steps, Transport& transport,
                                   const std::function<Result<>()>& save) {
  LOCI_ASSIGN(std::vector<Prepared> all, prepare(steps, transport));
  LOCI_TRY(save());
  LOCI_TRY(make_projects(all));
  std::vector<store::Place> places;
  for (Prepared& prepared : all) {
    if (prepared.changes.empty()) continue;
    if (prepared.step->held) {
      LOCI_TRY(hold_again(prepared));
      continue;
    }
    const store::Place& place = prepared.at.place;
    if (std::find(places.begin(), places.end(), place) == places.end()) places.push_back(place);
  }
  Done done;
  if (!places.empty()) {
    const auto planner = [&](store::View& view) -> Result<store::Plan> {
      store::Plan plan;
      plan.separable = true;
      for (Prepared& prepared : all) {
        if (prepared.changes.empty()) continue;
        LOCI_ASSIGN(const auto now, view.read(prepared.at.place, prepared.at.file));
        const auto hash = now ? sync::NoteVersion(sha256(*now)) : std::nullopt;
        prepared.came = hash == prepared.step->mine ? Came::Done : Came::Skipped;
        if (prepared.came != Came::Done) continue;
        plan.changes.insert(plan.changes.end(), prepared.changes.begin(), prepared.changes.end());
      }
      plan.summary = fmt::format("sync with '{}': {} change{}", remote_.name, plan.changes.size(),
                                 plan.changes.size() == 1 ? "" : "s");
      return plan;
    };
    auto committed = memory_.commit(request(places), planner);
    if (!committed && committed.error().kind == ErrorKind::Conflict) {
      for (Prepared& prepared : all) {
        if (!prepared.changes.empty()) prepared.came = Came::Skipped;  // somebody saved just now
      }
    } else if (!committed) {
      return fail(std::move(committed));
    } else {
      done.operation = committed->id;
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
  for (const Prepared& prepared : all) {
    done.came.push_back(prepared.came);
    News news = news_of(prepared);
    if (!news.what.empty()) done.news.push_back(std::move(news));
  }
  return done;
}

Result<std::vector<bool>> Local::erase(const std::deque<sync::Purged>& purges) {
  std::vector<bool> went(purges.size(), false);
  std::map<std::string, std::vector<std::size_t>> by_note;
  for (std::size_t i = 0; i < purges.size(); ++i) by_note[purges[i].note].push_back(i);
  for (const auto& [name, which] : by_note) {
    const auto at = names_.here(name);
    if (!at) continue;
    std::set<std::string> hashes;
    for (const std::size_t i : which) hashes.insert(purges[i].hash);
    LOCI_ASSIGN(const std::unique_ptr<fs::Root> root, memory_.store().open_place(at->place));
    if (!root) continue;
    LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory_.look({at->place}, false));
    LOCI_ASSIGN(const auto text, view->read(at->place, at->file));
    const std::string hash = text ? sha256(*text) : "";
    LOCI_ASSIGN(const Texts known, texts(hashes));
    if (known.empty() && !hashes.contains(hash)) continue;
    if (hashes.contains(hash)) {
      past::PurgeRequest whole;
      whole.yes = true;
      LOCI_TRY(past::erase(memory_, {at->place, at->file}, whole));
      for (const std::size_t i : which) went[i] = purges[i].hash == hash;
      continue;
    }
    store::Request asked = request({at->place});
    asked.operation = "purge";
    LOCI_TRY(memory_.commit(asked, [&](store::View& now) -> Result<store::Plan> {
      store::Plan plan;
      LOCI_ASSIGN(auto stays, now.read(at->place, at->file));
      plan.changes.push_back({at->place, at->file, std::move(stays)});
      plan.purge.emplace(hashes.begin(), hashes.end());
      return plan;
    }));
  }
  past_.reset();
  return went;
}

Result<std::set<sync::Purged>> Local::own_purges() {
  std::set<sync::Purged> purges;
  const std::uint64_t since = saved_.journal;
  std::uint64_t newest = since;
  LOCI_TRY(memory_.store().journal().visit([&](const store::Record& record) {
    newest = std::max(newest, record.sequence);
    if (since == 0 || record.sequence <= since) return false;
    if (!record.is_purge()) return true;
    for (const store::FileRecord& file : record.files) {
      const auto name = names_.there(store::place_of_key(file.place), file.file);
      if (!name) continue;
      for (const std::string& hash : record.purged) {
        if (hash == store::kPurgesNothing) continue;
        const sync::Purged purge{*name, hash};
        if (!saved_.replica.purged.contains(purge)) purges.insert(purge);
      }
    }
    return true;
  }));
  saved_.journal = std::max<std::uint64_t>(newest, 1);
  return purges;
}

}  // namespace loci::remote
