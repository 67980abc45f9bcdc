// What came from a remote and waits in the inbox.

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "memory/inbox_entry.h"
#include "remote/prepared.h"

namespace loci::remote {

Result<std::vector<Local::Waiting>> Local::waiting(const std::vector<std::string>& notes) {
  std::vector<Waiting> found;
  if (notes.empty()) return found;
  const std::set<std::string> wanted(notes.begin(), notes.end());
  const store::Request asked = request({});
  const store::Place inbox = store::inbox_place();
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory_.look({inbox}, true));
  LOCI_ASSIGN(const std::vector<std::string> files, view->notes(inbox));
  for (const std::string& file : files) {
    const auto text = view->read(inbox, file);
    if (!text || !*text) continue;
    const auto entry = memory::parse_entry(**text, file);
    if (!entry || entry->origin != asked.origin || entry->operation != asked.operation) continue;
    const memory::HeldChange& first = entry->changes.front();
    auto name = names_.there(store::place_of_key(first.place), first.file);
    if (!name || !wanted.contains(*name)) continue;
    found.push_back({std::move(*name), {file, sha256(**text)}});
  }
  if (found.empty()) return found;
  std::set<std::string> as_they_came;
  LOCI_TRY(memory_.store().journal().visit([&](const store::Record& record) {
    if (record.operation != "hold") return true;
    for (const store::FileRecord& file : record.files) {
      if (file.place == store::kInboxKey && file.after) as_they_came.insert(*file.after);
    }
    return true;
  }));
  std::erase_if(found, [&](const Waiting& one) { return !as_they_came.contains(one.entry.hash); });
  return found;
}

// Those that a person gave another text meanwhile stay.
Result<> Local::plan_removals(const std::vector<Waiting>& found, store::View& view,
                              store::Plan& plan) {
  const store::Place inbox = store::inbox_place();
  for (const Waiting& one : found) {
    LOCI_ASSIGN(const auto text, view.read(inbox, one.entry.file));
    if (!text || sha256(*text) != one.entry.hash) continue;
    plan.changes.push_back(store::FileChange::remove(inbox, one.entry.file));
  }
  return {};
}

Result<> Local::find_outdated(std::vector<Prepared>& all) {
  std::vector<std::string> notes;
  for (const Prepared& prepared : all) {
    const bool outdates = prepared.step->outdates && prepared.came == sync::SyncRun::Came::Done;
    if (outdates) notes.push_back(prepared.step->note);
  }
  LOCI_ASSIGN(const std::vector<Waiting> found, waiting(notes));
  if (found.empty()) return {};
  for (Prepared& prepared : all) {
    for (const Waiting& one : found) {
      if (one.note == prepared.step->note) prepared.outdated.push_back(one);
    }
  }
  return {};
}

// Of a later version that waits in its place nothing more is said.
void Local::add_outdated(const Prepared& prepared, std::vector<News>& news) {
  if (prepared.outdated.empty() || prepared.came != sync::SyncRun::Came::Done) return;
  const sync::Step& step = *prepared.step;
  news.push_back({step.note, std::string(kNoLongerHeld),
                  step.theirs                   ? "there is a later version"
                  : step.act == sync::Act::Keep ? kEditCounts
                                                : "deleted there"});
}

Result<Local::Withdrawn> Local::withdraw(const std::vector<std::string>& notes, bool dry_run) {
  Withdrawn done;
  LOCI_ASSIGN(const std::vector<Waiting> found, waiting(notes));
  if (found.empty()) return done;
  store::Request asked = request({store::inbox_place()});
  asked.dry_run = dry_run;
  const auto planner = [&](store::View& view) -> Result<store::Plan> {
    store::Plan plan;
    plan.separable = true;
    LOCI_TRY(plan_removals(found, view, plan));
    plan.summary =
        fmt::format("sync with '{}': {} no longer held", remote_.name, plan.changes.size());
    return plan;
  };
  LOCI_ASSIGN(const memory::Committed outcome, memory_.commit(std::move(asked), planner));
  done.operation = outcome.id;
  for (const Waiting& one : found) {
    const auto went = [&](const store::Changed& file) { return file.file == one.entry.file; };
    if (std::any_of(outcome.changed.begin(), outcome.changed.end(), went)) {
      done.news.push_back({one.note, std::string(kNoLongerHeld)});
    }
  }
  return done;
}

}  // namespace loci::remote
