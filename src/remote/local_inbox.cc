// What came from a remote and waits in the inbox.

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "memory/inbox_entry.h"
#include "remote/local.h"

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
    found.push_back({std::move(*name), file, sha256(**text)});
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
  std::erase_if(found, [&](const Waiting& one) { return !as_they_came.contains(one.hash); });
  return found;
}

Result<Local::Withdrawn> Local::withdraw(const std::vector<std::string>& notes, bool dry_run) {
  Withdrawn done;
  LOCI_ASSIGN(const std::vector<Waiting> found, waiting(notes));
  if (found.empty()) return done;
  const store::Place inbox = store::inbox_place();
  store::Request asked = request({inbox});
  asked.dry_run = dry_run;
  const auto planner = [&](store::View& view) -> Result<store::Plan> {
    done.news.clear();
    store::Plan plan;
    plan.separable = true;
    for (const Waiting& one : found) {
      LOCI_ASSIGN(const auto text, view.read(inbox, one.file));
      if (!text || sha256(*text) != one.hash) continue;  // a person was quicker
      plan.changes.push_back(store::FileChange::remove(inbox, one.file));
      done.news.push_back({one.note, std::string(kNoLongerHeld)});
    }
    plan.summary =
        fmt::format("sync with '{}': {} no longer held", remote_.name, plan.changes.size());
    return plan;
  };
  LOCI_ASSIGN(const memory::Committed outcome, memory_.commit(std::move(asked), planner));
  done.operation = outcome.id;
  return done;
}

}  // namespace loci::remote
