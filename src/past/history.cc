#include "past/history.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/diff.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/named.h"
#include "base/text.h"
#include "memory/activity.h"
#include "memory/scanning.h"
#include "memory/titles.h"
#include "note/slug.h"
#include "store/directory.h"
#include "store/identity.h"

namespace loci::past {
namespace {

using memory::Activity;
using memory::Audience;
using memory::ChangeReply;
using memory::find_note;
using memory::Found;
using memory::Memory;
using memory::NoteRequest;
using memory::recent_activity;

Result<std::string> text_of(store::Journal& journal, const std::optional<std::string>& hash,
                            std::uint64_t id) {
  if (!hash) return std::string();
  LOCI_ASSIGN(store::Texts texts, journal.texts({*hash}));
  const auto found = texts.find(*hash);
  if (found != texts.end()) return std::move(found->second);
  return fail(not_found(fmt::format("the text of revision {} is no longer kept", id),
                        "it was purged, or 'loci gc' removed it after its retention time"));
}

Result<Timestamp> parse_since(std::string_view text, Timestamp now) {
  if (const auto duration = parse_duration(text)) return now - *duration;
  if (const auto time = parse_time(text)) return *time;
  return fail(invalid_input(fmt::format("'{}' is not a time", text),
                            "write 24h, 7d, 2w or a date such as 2026-11-15"));
}

// What operations and activity are called. A journal may have others, of a later version.
constexpr std::array<std::string_view, 34> kKinds{
    "accept", "apply",    "archive", "consolidate", "copy",        "daily add",     "delete",
    "edit",   "external", "hold",    "hook",        "import",      "inbox edit",    "keep",
    "merge",  "move",     "prune",   "purge",       "reindex",     "reject",        "remember",
    "rename", "rescue",   "resolve", "restore",     "scratch add", "scratch clear", "scratch done",
    "search", "setup",    "sync",    "undo",        "unsetup",     "write"};

Error no_such_kind(const std::string& kind) {
  return invalid_input(fmt::format("there is no kind of operation '{}'", printable(kind, true)),
                       one_of(kind, {kKinds.begin(), kKinds.end()}));
}

// Whether an operation is about a file of these places, or about this one there.
bool touches(const store::Record& record, const std::vector<store::Place>& places,
             std::string_view name) {
  return std::any_of(record.files.begin(), record.files.end(), [&](const store::FileRecord& file) {
    if (!name.empty() && file.file != name && file.from != name) return false;
    return std::any_of(places.begin(), places.end(),
                       [&](const store::Place& place) { return place.key == file.place; });
  });
}

// The times that are asked for.
struct Times {
  std::optional<Timestamp> since;
  std::string on;

  [[nodiscard]] bool have(std::string_view text) const {
    if (!since && on.empty()) return true;
    const auto time = parse_time(text);
    return time && (!since || *time >= *since) && (on.empty() || local_date(*time) == on);
  }
};

Result<Times> times_of(const HistoryRequest& request, Timestamp now) {
  Times times;
  if (!request.since.empty()) {
    LOCI_ASSIGN(times.since, parse_since(request.since, now));
  }
  if (!request.on.empty() && !is_date(request.on)) {
    return fail(invalid_input(fmt::format("'{}' is not a day", request.on),
                              "write it as YYYY-MM-DD, for example 2026-11-15"));
  }
  times.on = request.on;
  return times;
}

// Whether an operation was made here, or on what lies here or all workspaces share.
bool concerns_here(const Memory& memory, const store::Record& record) {
  if (record.workspace == memory.scopes().slug()) return true;
  const auto& workspace = memory.scopes().workspace();
  const std::string own = fmt::format("{}/{}/", store::kProjectsDirectory, memory.scopes().slug());
  const auto is_here = [&](const store::FileRecord& file) {
    const store::Place place = store::place_of_key(file.place);
    if (place.kind == store::Place::Kind::Inbox) return false;  // the record's workspace says whose
    if (place.in_workspace()) {
      return workspace && store::split_key(file.place).base == workspace->root;
    }
    return !file.place.starts_with(fmt::format("{}/", store::kProjectsDirectory)) ||
           fmt::format("{}/", file.place).starts_with(own);
  };
  return record.workspace.empty() || std::any_of(record.files.begin(), record.files.end(), is_here);
}

// Searches among the operations, by time: they have no number of their own.
void add_activity(const Memory& memory, const std::vector<Activity>& activity,
                  const HistoryRequest& request, const Times& times,
                  std::vector<HistoryRow>& rows) {
  for (const Activity& entry : activity) {
    if (!request.searches && entry.operation == "search") continue;
    const bool here = entry.workspace.empty() || entry.workspace == memory.scopes().slug();
    if (!here && !request.everywhere) continue;
    if (!request.operation.empty() && entry.operation != request.operation) continue;
    if (!parse_time(entry.time) || !times.have(entry.time)) continue;
    const auto older = std::find_if(rows.begin(), rows.end(), [&](const HistoryRow& row) {
      return row.record.time < entry.time;
    });
    if (older == rows.end() && rows.size() >= request.limit) break;
    HistoryRow row;
    row.record.time = entry.time;
    row.record.operation = entry.operation;
    row.record.workspace = entry.workspace;
    row.record.actor = entry.actor;
    row.record.summary = entry.summary;
    rows.insert(older, std::move(row));
    if (rows.size() > request.limit) rows.pop_back();
  }
}

}  // namespace

Error another_directory(std::string_view root, std::uint64_t operation) {
  return conflict(
      fmt::format("'{}' is not the directory that operation {} changed", root, operation),
      "nothing was restored; 'loci diff NOTE REVISION' shows a text, 'loci write' stores it here");
}

bool concerns_untrusted(Memory& memory, const store::Record& record) {
  return std::any_of(record.files.begin(), record.files.end(), [&](const store::FileRecord& file) {
    return memory.untrusted(store::place_of_key(file.place));
  });
}

// A summary has names and descriptions.
bool is_kept_back(Memory& memory, const store::Record& record) {
  if (memory.session().audience == Audience::Person) return false;
  return std::any_of(record.files.begin(), record.files.end(), [&](const store::FileRecord& file) {
    return memory.kept_from_agents(store::place_of_key(file.place));
  });
}

Result<std::vector<HistoryRow>> history(Memory& memory, const HistoryRequest& request) {
  if (request.limit == 0 || request.limit > kHistoryRows) {
    return fail(invalid_input(fmt::format("the limit must be from 1 to {}", kHistoryRows)));
  }
  LOCI_ASSIGN(const Times times, times_of(request, memory.now()));
  std::vector<store::Place> places = request.places;
  const bool narrowed = !request.scope.empty() || !places.empty();
  if (!request.scope.empty()) {
    LOCI_ASSIGN(places, memory.readable({request.scope, false, false, false}));
  }
  std::vector<HistoryRow> rows;
  store::OperationScan scan;
  LOCI_TRY(visit_as_here(memory, [&](const store::Record& record) {
    const auto verdict = scan.add(record);
    const bool external = record.kind == store::Record::Kind::External;
    if ((!verdict.happened && !external) || is_kept_back(memory, record)) return true;
    if (!request.operation.empty() && record.operation != request.operation) return true;
    if (narrowed && !touches(record, places, request.file)) return true;
    if (!narrowed && !request.everywhere && !concerns_here(memory, record)) return true;
    if (!request.session.empty() && record.session != request.session) return true;
    if (request.before != 0 && record.sequence >= request.before) return true;
    if (!times.have(record.time)) return true;
    rows.push_back({record, verdict.undone, concerns_untrusted(memory, record)});
    return rows.size() < request.limit;
  }));
  if (!narrowed && request.session.empty() && request.before == 0) {
    LOCI_ASSIGN(const std::vector<Activity> activity, recent_activity(memory.store()));
    add_activity(memory, activity, request, times, rows);
  }
  const std::string& kind = request.operation;
  const bool known = kind.empty() || std::find(kKinds.begin(), kKinds.end(), kind) != kKinds.end();
  if (rows.empty() && !known) return fail(no_such_kind(kind));
  return rows;
}

Result<std::vector<store::SeenPath>> former_roots(Memory& memory) {
  const auto& workspace = memory.scopes().workspace();
  if (!workspace) return std::vector<store::SeenPath>();
  return store::former_roots(memory.store().files(), memory.store().home(), *workspace);
}

Result<> visit_as_here(Memory& memory, const std::function<bool(const store::Record&)>& visit) {
  LOCI_ASSIGN(const std::vector<store::SeenPath> former, former_roots(memory));
  if (former.empty()) return memory.store().journal().visit(visit);
  return memory.store().journal().visit([&](const store::Record& record) {
    return visit(store::as_in(memory.scopes().workspace()->root, former, record));
  });
}

Result<Found> locate_past(Memory& memory, const NoteRequest& request) {
  LOCI_ASSIGN(const std::vector<store::Place> places, memory.readable(request.selector));
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.look(places, request.dry_run));
  auto found = request.by_title
                   ? memory::find_for_reading(memory, *view, places, request.name, request.dry_run)
                   : find_note(*view, places, request.name);
  if (found || found.error().kind != ErrorKind::NotFound) return found;
  LOCI_ASSIGN(const std::string file, note::note_file_name(request.name));
  std::vector<Found> known;
  LOCI_ASSIGN(const std::vector<store::SeenPath> former, former_roots(memory));
  for (const store::Place& place : places) {
    std::vector<std::string> keys{place.key};
    for (const store::SeenPath& seen : former) {
      if (place.in_workspace()) keys.push_back(store::key_in(seen.path, place.key));
    }
    for (const std::string& key : keys) {
      LOCI_ASSIGN(const auto last, memory.store().journal().last_change(key, file));
      if (!last) continue;
      known.push_back({place, file});
      break;
    }
  }
  if (known.size() == 1) return known.front();
  if (known.size() > 1) {
    return fail(invalid_input(fmt::format("'{}' was deleted in several places: {} and {}", file,
                                          known[0].place.label(), known[1].place.label()),
                              "say which with --scope, --private or --shared"));
  }
  if (request.by_prefix) {
    LOCI_ASSIGN(std::optional<Found> begins, memory::find_by_prefix(*view, places, request.name));
    if (begins) return std::move(*begins);
  }
  return found;
}

namespace {

Result<std::vector<store::Revision>> revisions_of(Memory& memory, const Found& found) {
  store::RevisionScan scan(found.place.key, found.file);
  LOCI_TRY(visit_as_here(memory, [&](const store::Record& record) {
    scan.add(record);
    return true;
  }));
  return scan.revisions();
}

}  // namespace

Result<std::vector<store::Revision>> log(Memory& memory, const NoteRequest& request) {
  LOCI_ASSIGN(const Found found, locate_past(memory, request));
  LOCI_ASSIGN(std::vector<store::Revision> revisions, revisions_of(memory, found));
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.store().view({found.place}));
  LOCI_ASSIGN(const std::optional<std::string> text, view->read(found.place, found.file));
  std::optional<std::string> hash;
  if (text) hash = sha256(*text);
  const std::optional<std::string> known =
      revisions.empty() ? std::nullopt : revisions.front().after;
  if (hash != known) {  // changed by hand and not in the journal yet
    store::Revision now_there;
    now_there.operation = "external";
    now_there.origin = "external";
    now_there.summary = "on disk, not in the journal yet";
    now_there.place = found.place.key;
    now_there.file = found.file;
    now_there.before = known;
    now_there.after = hash;
    revisions.insert(revisions.begin(), std::move(now_there));
  }
  return revisions;
}

Result<DiffReply> diff(Memory& memory, const NoteRequest& request, std::uint64_t revision) {
  LOCI_ASSIGN(const Found found, locate_past(memory, request));
  LOCI_ASSIGN(const std::vector<store::Revision> revisions, revisions_of(memory, found));
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.store().view({found.place}));
  LOCI_ASSIGN(const std::optional<std::string> present, view->read(found.place, found.file));
  const auto label = [&](std::string_view what) {
    return fmt::format("{} ({})", found.file, what);
  };

  DiffReply reply;
  reply.untrusted = memory.untrusted(found.place);
  if (revision != 0) {
    const auto wanted =
        std::find_if(revisions.begin(), revisions.end(),
                     [&](const store::Revision& entry) { return entry.id == revision; });
    if (wanted == revisions.end()) {
      return fail(not_found(fmt::format("'{}' has no revision {}", found.file, revision),
                            fmt::format("run 'loci log {}' to see them", found.file)));
    }
    LOCI_ASSIGN(const std::string then, text_of(memory.store().journal(), wanted->after, revision));
    reply.from = label(fmt::format("revision {}", revision));
    reply.to = label("now");
    reply.diff = unified_diff(then, present.value_or(""), reply.from, reply.to);
    return reply;
  }
  if (revisions.empty()) {
    return fail(not_found(fmt::format("'{}' has no earlier text", found.file),
                          "loci has not changed it yet"));
  }
  const store::Revision& last = revisions.front();
  std::optional<std::string> hash;
  if (present) hash = sha256(*present);
  const bool by_hand = hash != last.after;
  const std::optional<std::string>& base = by_hand ? last.after : last.before;
  LOCI_ASSIGN(const std::string then, text_of(memory.store().journal(), base, last.id));
  reply.from = label(by_hand ? fmt::format("revision {}", last.id)
                             : fmt::format("before revision {}", last.id));
  reply.to = label(by_hand ? "now, edited by hand" : fmt::format("revision {}", last.id));
  reply.diff = unified_diff(then, present.value_or(""), reply.from, reply.to);
  return reply;
}

Result<std::optional<std::string>> version(Memory& memory, const NoteRequest& request,
                                           std::string_view hash) {
  LOCI_ASSIGN(const Found found, locate_past(memory, request));
  LOCI_ASSIGN(const std::vector<store::Revision> revisions, log(memory, request));
  const bool known = std::any_of(
      revisions.begin(), revisions.end(),
      [&](const store::Revision& entry) { return entry.after == hash || entry.before == hash; });
  if (!known) return std::nullopt;
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.store().view({found.place}));
  LOCI_ASSIGN(std::optional<std::string> present, view->read(found.place, found.file));
  if (present && sha256(*present) == hash) return present;
  LOCI_ASSIGN(store::Texts texts, memory.store().journal().texts({std::string(hash)}));
  const auto kept = texts.find(std::string(hash));
  if (kept == texts.end()) return std::nullopt;
  return std::move(kept->second);
}

Result<RestoreReply> restore(Memory& memory, const NoteRequest& request, std::uint64_t revision) {
  LOCI_TRY(memory.need_enabled());
  LOCI_ASSIGN(const Found found, locate_past(memory, request));
  LOCI_ASSIGN(const std::vector<store::Revision> revisions, revisions_of(memory, found));
  const auto wanted = std::find_if(
      revisions.begin(), revisions.end(),
      [&](const store::Revision& entry) { return revision == 0 ? true : entry.id == revision; });
  if (wanted == revisions.end()) {
    return fail(not_found(revision == 0
                              ? fmt::format("'{}' has no earlier text", found.file)
                              : fmt::format("'{}' has no revision {}", found.file, revision),
                          fmt::format("run 'loci log {}' to see its revisions", found.file)));
  }
  const auto marked = std::find_if(wanted, revisions.end(), [](const store::Revision& entry) {
    return entry.place.starts_with('/') && !entry.directory.empty();
  });
  if (marked != revisions.end() && found.place.in_workspace()) {
    const std::string root(store::split_key(found.place.key).base);
    const std::string now = store::directory_mark(memory.store().files(), root);
    if (!store::same_directory(marked->directory, now)) {
      return fail(another_directory(root, wanted->id));
    }
  }
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.look({found.place}, request.dry_run));
  LOCI_ASSIGN(const std::optional<std::string> present, view->read(found.place, found.file));
  std::optional<std::string> now_there;
  if (present) now_there = sha256(*present);
  // Without a revision: the text before the last change, whoever made it.
  const bool by_hand = now_there != wanted->after;
  const bool after = revision != 0 || by_hand;
  const std::optional<std::string> hash = after ? wanted->after : wanted->before;
  if (!hash && revision == 0) {
    return fail(not_found(fmt::format("'{}' has no earlier text", found.file),
                          fmt::format("run 'loci log {}' to see its revisions", found.file)));
  }
  if (!hash) {
    return fail(invalid_input(
        fmt::format("'{}' did not exist at revision {}", found.file, wanted->id),
        fmt::format("choose another from 'loci log {}', or delete the note", found.file)));
  }
  LOCI_ASSIGN(const std::string text, text_of(memory.store().journal(), hash, wanted->id));
  const auto source = std::find_if(
      wanted, revisions.end(), [&](const store::Revision& entry) { return entry.after == hash; });
  memory::TextChecks checks(request.allow);
  RestoreReply reply;
  reply.revision = source == revisions.end() ? 0 : source->id;
  LOCI_ASSIGN(
      reply.change,
      memory.change(memory.request("restore", {found.place}, request.dry_run),
                    [&](store::View&) -> Result<store::Plan> {
                      checks.begin();
                      LOCI_TRY(memory::scan_text(memory, found.place, found.file, text, present,
                                                 checks));
                      store::Plan plan;
                      plan.summary = fmt::format("restore {} to {}revision {}", found.file,
                                                 after ? "" : "before ", wanted->id);
                      plan.changes.push_back(store::FileChange::put(found.place, found.file, text));
                      return plan;
                    }));
  checks.finish(memory, reply.change);
  return reply;
}

}  // namespace loci::past
