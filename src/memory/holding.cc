#include "memory/holding.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "base/limits.h"

namespace loci::memory {
namespace {

// The id of an entry that waits and would do the same; "" where there is none. One that
// cannot be read is not the same.
Result<std::string> same_waiting(store::View& view, const InboxEntry& entry) {
  const store::Place inbox = store::inbox_place();
  LOCI_ASSIGN(const std::vector<std::string> files, view.notes(inbox));
  for (const std::string& file : files) {
    const auto text = view.read(inbox, file);
    if (!text || !*text) continue;
    const auto other = parse_entry(**text, file);
    if (other && other->changes == entry.changes && other->actor == entry.actor) return other->id;
  }
  return std::string();
}

// One that no entry has or had: an old one is looked for in the history by its id.
Result<std::string> free_id(store::Store& store, store::View& view, const InboxEntry& entry,
                            const std::vector<HeldWrite>& given) {
  const store::Place inbox = store::inbox_place();
  for (std::size_t length = 4;; ++length) {
    std::string id = entry_id(entry, length);
    LOCI_ASSIGN(const bool there, view.exists(inbox, entry_file(id)));
    LOCI_ASSIGN(const auto known, store.journal().last_change(inbox.key, entry_file(id)));
    const bool taken = std::any_of(given.begin(), given.end(),
                                   [&](const HeldWrite& held) { return held.id == id; });
    if (!there && !known && !taken) return id;
  }
}

HeldWrite as_held(const InboxEntry& entry) {
  const HeldChange& first = entry.changes.front();
  return {entry.id, reasons_text(entry.reasons), store::place_of_key(first.place), first.file};
}

}  // namespace

Result<std::vector<HeldWrite>> hold(store::Store& store, const store::Request& request,
                                    std::vector<InboxEntry> entries,
                                    const std::vector<SeenEntry>& outdated) {
  std::vector<HeldWrite> held;
  if (entries.empty()) return held;
  if (request.dry_run) {
    for (const InboxEntry& entry : entries) held.push_back(as_held(entry));
    return held;
  }
  const store::Place inbox = store::inbox_place();
  store::Request asked = request;
  asked.operation = "hold";
  asked.places = {inbox};
  asked.undoes = 0;
  asked.copy = nullptr;
  const auto planner = [&](store::View& view) -> Result<store::Plan> {
    held.clear();
    store::Plan plan;
    std::vector<std::string> names;
    for (InboxEntry entry : entries) {
      LOCI_ASSIGN(entry.id, same_waiting(view, entry));
      const bool waits = !entry.id.empty();
      if (!waits) {
        LOCI_ASSIGN(entry.id, free_id(store, view, entry, held));
      }
      held.push_back(as_held(entry));
      if (waits) continue;
      std::string text = format_entry(entry);
      if (text.size() > kIndexFileBytes) {
        return fail(
            invalid_input(fmt::format("the write to be reviewed has {} bytes; the limit is {}",
                                      text.size(), kIndexFileBytes),
                          "nothing was written"));
      }
      names.push_back(fmt::format("{} {}", entry.operation, entry.changes.front().file));
      plan.changes.push_back(store::FileChange::put(inbox, entry_file(entry.id), std::move(text),
                                                    store::Expected::absent()));
    }
    for (const SeenEntry& one : outdated) {
      const bool waits_again = std::any_of(held.begin(), held.end(), [&](const HeldWrite& write) {
        return entry_file(write.id) == one.file;
      });
      LOCI_ASSIGN(const auto text, view.read(inbox, one.file));
      if (waits_again || !text || sha256(*text) != one.hash) continue;
      plan.changes.push_back(store::FileChange::remove(inbox, one.file));
    }
    if (names.empty()) {
      plan.summary = fmt::format("hold {}: what came before it waits no more", held.front().file);
      return plan;
    }
    plan.summary = names.size() == 1
                       ? fmt::format("hold {}: {}", names.front(), held.front().why)
                       : fmt::format("hold {} writes: {} and others", names.size(), names.front());
    return plan;
  };
  LOCI_TRY(store.commit(asked, planner));
  return held;
}

}  // namespace loci::memory
