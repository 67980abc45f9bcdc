// import: other tools' memory as notes, through the door like every change.

#include "compile/import_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/hash.h"
#include "base/limits.h"
#include "base/text.h"
#include "compile/import_files.h"
#include "compile/imported_past.h"
#include "compile/setup.h"
#include "exchange/store_record.h"
#include "fs/absent.h"
#include "memory/memory.h"
#include "memory/reading.h"
#include "memory/scanning.h"
#include "note/index_file.h"
#include "note/note.h"
#include "note/slug.h"

namespace loci::compile {
namespace {

using memory::Memory;
using memory::parts_of;
using memory::Selector;

using exchange::ImportRecord;
using exchange::StoreDraft;
using exchange::StoreReach;
using exchange::Tool;
using store::Place;

constexpr std::string_view kRecords = "state/imports";
constexpr std::size_t kRecordBytes = std::size_t{64} << 20;

// One place of a store, read, and what an earlier import made of it.
struct Source {
  ImportSource shown;
  std::vector<StoreDraft> drafts;
  ImportRecord record;
  ImportRecord saved;        // the record as it stands on the disk
  std::vector<Place> parts;  // of the scope its notes go to; the first is the target
};

Result<ImportRecord> read_record(store::Store& store, ImportRecord empty) {
  LOCI_ASSIGN(const auto root,
              fs::if_there(store.files().open(fmt::format("{}/{}", store.home(), kRecords),
                                              fs::Modes::Private)));
  if (!root) return empty;
  LOCI_ASSIGN(const auto text,
              fs::if_there((*root)->read(exchange::record_name(empty), kRecordBytes)));
  if (!text) return empty;
  auto record = exchange::parse_record(*text);
  if (record) return std::move(*record);
  if (record.error().kind == ErrorKind::Denied)
    return fail(std::move(record));  // a later version's
  // Without it an import is as the first one: nothing is overwritten for that.
  return empty;
}

// Where a note is that an earlier import brought.
Place place_of(const Source& source, const exchange::ImportedNote& note) {
  return note.place.empty() ? source.parts.front() : store::place_of_key(note.place);
}

// Notes that were moved or renamed here since they came are known where they are now: the
// record is brought up to date, and these places are among those that the import may change.
Result<> follow(store::Store& store, Source& source, std::vector<Place>& places) {
  const std::string& target = source.parts.front().key;
  const auto is_there = [&](const Place& place, const std::string& file) -> Result<bool> {
    LOCI_ASSIGN(const auto stat, fs::if_there(store.files().stat(
                                     fmt::format("{}/{}", store.path_of(place), file), false)));
    return stat.has_value();
  };
  for (const StoreDraft& draft : source.drafts) {
    const auto known = source.record.notes.find(draft.source);
    if (known == source.record.notes.end()) continue;
    exchange::ImportedNote& note = known->second;
    LOCI_ASSIGN(bool there, is_there(place_of(source, note), note.file));
    if (!there) {
      LOCI_ASSIGN(const std::optional<NoteAt> moved,
                  moved_note(store.journal(), place_of(source, note).key, note.file));
      // What was put aside is not in use, so it is brought again.
      const bool aside = moved && moved->place.kind == Place::Kind::Archive;
      if (moved && !aside) {
        LOCI_ASSIGN(there, is_there(moved->place, moved->file));
      }
      if (there) {
        note.file = moved->file;
        note.place = moved->place.key == target ? "" : moved->place.key;
      } else {
        note.place.clear();  // gone: it comes where the store's notes go
      }
    }
    const Place place = place_of(source, note);
    if (std::find(places.begin(), places.end(), place) == places.end()) places.push_back(place);
  }
  return {};
}

// Decides, note by note, what an import does. One for each run of the planner.
class Planning {
 public:
  Planning(Memory& memory, const std::vector<std::string>& allow, store::View& view,
           store::Plan& plan)
      : memory_(memory), allow_(allow), view_(view), plan_(plan) {}

  Result<> add(Source& source) {
    source.shown.rows.clear();
    for (const Place& part : source.parts) LOCI_TRY(list(part));
    for (const StoreDraft& draft : source.drafts) {
      ImportRow row{draft.source, draft.file, "", ImportStatus::Created};
      LOCI_TRY(decide(source, draft, row));
      source.shown.rows.push_back(std::move(row));
    }
    return {};
  }

  [[nodiscard]] std::vector<std::string> take_warnings() { return std::move(warnings_); }
  [[nodiscard]] std::vector<memory::Allowance> take_allowed() { return std::move(allowed_); }

 private:
  Result<> decide(Source& source, const StoreDraft& draft, ImportRow& row) {
    const Place& target = source.parts.front();
    const auto known = source.record.notes.find(draft.source);
    const bool is_known = known != source.record.notes.end();
    const std::string& name = is_known ? known->second.file : draft.file;
    const Place place = is_known ? place_of(source, known->second) : target;
    LOCI_ASSIGN(const bool stopped, refused(place, name, draft));
    if (stopped) {
      row.status = ImportStatus::Refused;
      return {};
    }
    const std::string hash = sha256(draft.text);
    if (is_known) {
      LOCI_ASSIGN(const std::optional<std::string> here, view_.read(place, known->second.file));
      if (here) {
        row.file = known->second.file;
        return again(source, draft, known->second, *here, row);
      }
      LOCI_ASSIGN(const std::string renamed, find_text(source, draft.text));
      if (!renamed.empty()) {
        row.file = renamed;
        row.status = ImportStatus::Unchanged;
        source.record.notes[draft.source] = {renamed, hash};
        return {};
      }
    }
    return put(source, draft, row);
  }

  // A note that an earlier import brought and that is here still. `known` is a copy, because
  // put() changes the record it comes from.
  // NOLINTNEXTLINE(performance-unnecessary-value-param)
  Result<> again(Source& source, const StoreDraft& draft, exchange::ImportedNote known,
                 const std::string& here, ImportRow& row) {
    const std::string hash = sha256(draft.text);
    const std::string now = sha256(here);
    const Place target = place_of(source, known);
    std::optional<store::FileRecord> undone;
    if (hash == known.hash && hash != now) {
      LOCI_ASSIGN(undone, undone_text(memory_.store().journal(), target.key, hash));
    }
    const bool undone_here = undone && undone->file == known.file && undone->after == now;
    const bool undone_beside = undone && undone->file != known.file && !undone->after;
    if (hash == now) {
      row.status = ImportStatus::Unchanged;
    } else if (undone_here || (hash != known.hash && now == known.hash)) {
      row.status = ImportStatus::Updated;
      plan_.changes.push_back(
          store::FileChange::put(target, known.file, draft.text, store::Expected::text(now)));
    } else if (hash == known.hash && !undone_beside) {
      row.status = ImportStatus::Kept;
    } else {
      // Both sides changed it: ours keeps the name, and stays what is compared with.
      LOCI_TRY(put_beside(source, draft, known, row));
    }
    source.record.notes[draft.source] = {known.file, hash, known.place};
    return {};
  }

  // A text that is new here: under its own name, or under the next free number.
  Result<> put(Source& source, const StoreDraft& draft, ImportRow& row) {
    return put(source, draft, source.parts, draft.file, row);
  }
  // Beside a note that an earlier import brought, wherever that is now.
  Result<> put_beside(Source& source, const StoreDraft& draft, const exchange::ImportedNote& known,
                      ImportRow& row) {
    if (known.place.empty()) return put(source, draft, row);
    const Place place = place_of(source, known);
    LOCI_TRY(list(place));
    return put(source, draft, {place}, known.file, row);
  }
  Result<> put(Source& source, const StoreDraft& draft, const std::vector<Place>& parts,
               const std::string& wanted, ImportRow& row) {
    const Place& target = parts.front();
    bool same = false;
    const auto taken_by_another = [&](const std::string& name) -> Result<bool> {
      if (!is_taken(parts, name)) return false;
      LOCI_ASSIGN(same, is_there(parts, name, draft.text));
      return !same;
    };
    LOCI_ASSIGN(const std::string name, note::free_file_name(wanted, taken_by_another));
    row.file = name;
    if (same) {
      row.status = ImportStatus::Unchanged;
      source.record.notes[draft.source] = {name, sha256(draft.text)};
      return {};
    }
    row.status = name == wanted ? ImportStatus::Created : ImportStatus::Beside;
    if (row.status == ImportStatus::Beside) row.wanted = wanted;
    store::FileChange change =
        store::FileChange::put(target, name, draft.text, store::Expected::absent());
    if (!draft.hook.empty()) {
      const note::Note parsed = note::parse_note(draft.text);
      change.kept.emplace();
      change.kept->line = note::index_line({name, note::shown_name(parsed, name), draft.hook});
      change.kept->placed = false;
    }
    plan_.changes.push_back(std::move(change));
    names_[target.key].emplace(fold(name), name);
    source.record.notes[draft.source] = {name, sha256(draft.text)};
    return {};
  }

  // The names that a place has.
  Result<> list(const Place& place) {
    if (names_.contains(place.key)) return {};
    LOCI_ASSIGN(const std::vector<std::string> present, view_.notes(place));
    auto& names = names_[place.key];
    for (const std::string& name : present) names.emplace(fold(name), name);
    return {};
  }

  bool is_taken(const std::vector<Place>& parts, const std::string& name) {
    const std::string folded = fold(name);
    return std::any_of(parts.begin(), parts.end(),
                       [&](const Place& part) { return names_[part.key].contains(folded); });
  }

  Result<bool> is_there(const std::vector<Place>& parts, const std::string& name,
                        const std::string& text) {
    for (const Place& part : parts) {
      LOCI_ASSIGN(const std::optional<std::string> present, view_.read(part, name));
      if (present == text) return true;
    }
    return false;
  }

  // A note that was renamed here since: the same text under a name that no other
  // part of the store became.
  Result<std::string> find_text(const Source& source, const std::string& text) {
    const Place& target = source.parts.front();
    std::set<std::string_view> others;
    for (const auto& [part, note] : source.record.notes) others.insert(note.file);
    for (const auto& [folded, name] : names_[target.key]) {
      if (others.contains(name)) continue;
      LOCI_ASSIGN(const std::optional<std::string> present, view_.read(target, name));
      if (present == text) return name;
    }
    return std::string();
  }

  // Only what the note here has not already counts.
  Result<bool> refused(const Place& target, const std::string& file, const StoreDraft& draft) {
    if (draft.text.size() > kFileBytes) {
      warnings_.push_back(fmt::format("{}: left out, it has {} bytes and the limit is {}",
                                      draft.source, draft.text.size(), kFileBytes));
      return true;
    }
    LOCI_ASSIGN(const std::optional<std::string> here, view_.read(target, file));
    LOCI_ASSIGN(const memory::ScanVerdict verdict,
                memory::scan_verdict(memory_, target, file, draft.text, here, allow_));
    bool stop = false;
    for (const guard::Finding& finding : verdict.fresh) {
      // It waits in the inbox: Memory::commit() takes it out of the plan.
      if (finding.severity == guard::Severity::Quarantine) continue;
      const bool warning = finding.severity == guard::Severity::Warn;
      warnings_.push_back(fmt::format("{}:{}: {}{} ({})", draft.file, finding.line,
                                      warning ? "" : "left out, ", finding.rule->about,
                                      finding.rule->id));
      stop = stop || !warning;
    }
    if (!stop) allowed_.insert(allowed_.end(), verdict.allowed.begin(), verdict.allowed.end());
    return stop;
  }

  Memory& memory_;
  const std::vector<std::string>& allow_;
  std::vector<memory::Allowance> allowed_;
  store::View& view_;
  store::Plan& plan_;
  std::map<std::string, std::multimap<std::string, std::string>> names_;  // folded, by place
  std::vector<std::string> warnings_;
};

Result<const Tool*> store_called(const std::string& name) {
  return exchange::choose_tool(exchange::tools_with(&Tool::store), name,
                               "store that loci can import");
}

std::size_t count(const std::vector<Source>& sources, ImportStatus status) {
  std::size_t number = 0;
  for (const Source& source : sources) {
    number += static_cast<std::size_t>(
        std::count_if(source.shown.rows.begin(), source.shown.rows.end(),
                      [&](const ImportRow& row) { return row.status == status; }));
  }
  return number;
}

}  // namespace

std::string_view status_name(ImportStatus status) {
  static constexpr std::array<std::string_view, 7> kNames{"created", "updated", "unchanged", "kept",
                                                          "beside",  "refused", "held"};
  return kNames.at(static_cast<std::size_t>(status));
}

namespace {

Result<> need_import(const Memory& memory) {
  LOCI_TRY(memory.need_person("import other tools' memory"));
  if (memory.session().ephemeral) {
    return fail(denied("an ephemeral session does not read other tools' files",
                       "run it without --ephemeral and outside 'loci ephemeral'"));
  }
  return {};
}

// A tool's memory is its user's own: of the workspace scope it goes to the private
// part unless somebody says otherwise.
Result<std::vector<Place>> import_parts(Memory& memory, std::string_view scope) {
  if (scope == "global") return std::vector<Place>{store::global_place()};
  if (scope != "workspace" && scope != "private" && scope != "shared") {
    return fail(invalid_input(fmt::format("an import cannot go to '{}'", scope),
                              "use --scope global, workspace, private or shared"));
  }
  LOCI_TRY(memory.need_workspace());
  Selector selector;
  selector.scope = scope == "shared" ? "shared" : "private";
  LOCI_ASSIGN(const Place target, memory.scopes().target(selector, note::Type::Project));
  selector.scope = "workspace";
  return parts_of(memory, selector, target);
}

}  // namespace

Result<std::vector<FoundStore>> find_stores(Memory& memory) {
  LOCI_TRY(need_import(memory));
  std::vector<FoundStore> found;
  std::vector<Error> faults;
  LOCI_ASSIGN(const exchange::StoreSearch search,
              store_search(memory.store().files(), surroundings(memory), faults));
  for (const Tool* tool : exchange::tools_with(&Tool::store)) {
    const exchange::ForeignStore& store = *tool->store;
    for (const exchange::StorePlace& place : store.places(search)) {
      const auto read = read_store_files(memory.store().files(), store, place.path);
      if (!read) faults.push_back(read.error());
      if (!read || read->files.empty()) continue;
      const auto drafts = exchange::parse_store(store, read->files, place.reach);
      if (drafts.notes.empty()) continue;
      const bool known = std::any_of(found.begin(), found.end(), [&](const FoundStore& other) {
        return other.store == tool->name && other.path == read->path;
      });
      if (known) continue;
      found.push_back({std::string(tool->name), std::string(store.title), read->path,
                       drafts.notes.size(),
                       place.reach == StoreReach::Global ? "global" : "workspace"});
    }
  }
  // Other tools' stores are still worth naming.
  for (const Error& fault : faults) memory.log().warn(fault.message);
  return found;
}

Result<ImportReply> import_store(Memory& memory, const ImportRequest& request) {
  LOCI_TRY(need_import(memory));
  LOCI_ASSIGN(const Tool* const tool, store_called(request.store));
  std::vector<exchange::StorePlace> places;
  if (request.path.empty()) {
    std::vector<Error> faults;
    LOCI_ASSIGN(const exchange::StoreSearch search,
                store_search(memory.store().files(), surroundings(memory), faults));
    places = tool->store->places(search);
    if (!faults.empty()) return fail(faults.front());
  } else {
    places.push_back({request.path, tool->store->reach});
  }
  LOCI_ASSIGN(ImportReply reply, bring_stores(memory, "import", *tool, places, request));
  if (!request.path.empty() && reply.sources.empty()) {
    return fail(not_found(fmt::format("no memory of {} at '{}'", tool->title, request.path),
                          "give the directory or the file that holds it"));
  }
  return reply;
}

namespace {

// What waits for review was not written.
void mark_held(const std::vector<memory::HeldWrite>& held, ImportSource& source) {
  for (ImportRow& row : source.rows) {
    const bool waits = std::any_of(held.begin(), held.end(), [&](const memory::HeldWrite& write) {
      return write.place == source.place && write.file == row.file;
    });
    if (waits) row.status = ImportStatus::Held;
  }
}

}  // namespace

Result<ImportReply> bring_stores(Memory& memory, std::string operation, const Tool& tool,
                                 const std::vector<exchange::StorePlace>& at,
                                 const ImportRequest& request) {
  std::vector<Source> sources;
  std::vector<Place> places;
  for (const exchange::StorePlace& place : at) {
    memory.log().progress(fmt::format("reading {}", place.path));
    LOCI_ASSIGN(StoreFiles read, read_store_files(memory.store().files(), *tool.store, place.path));
    const bool seen = std::any_of(sources.begin(), sources.end(), [&](const Source& source) {
      return source.shown.path == read.path;
    });
    if (read.path.empty() || seen) continue;
    exchange::StoreDrafts drafts =
        exchange::parse_store(*tool.store, std::move(read.files), place.reach);
    if (drafts.notes.empty() && drafts.warnings.empty() && read.warnings.empty()) continue;
    Source source;
    const std::string_view natural = place.reach == StoreReach::Global ? "global" : "workspace";
    LOCI_ASSIGN(source.parts,
                import_parts(memory, request.scope.empty() ? natural : request.scope));
    source.shown.path = read.path;
    source.shown.place = source.parts.front();
    source.shown.warnings = std::move(read.warnings);
    std::move(drafts.warnings.begin(), drafts.warnings.end(),
              std::back_inserter(source.shown.warnings));
    const bool shipped = memory.scopes().workspace() &&
                         read.path.starts_with(memory.scopes().workspace()->root + "/");
    if (shipped && memory.untrusted(store::shared_place(memory.scopes().workspace()->root))) {
      source.shown.warnings.emplace_back(
          "these notes come from a repository that is not trusted: read them before you rely on "
          "them");
    }
    source.drafts = std::move(drafts.notes);
    LOCI_ASSIGN(source.record,
                read_record(memory.store(),
                            {std::string(tool.name), read.path, source.shown.place.key, {}}));
    source.saved = source.record;
    for (const Place& part : source.parts) {
      if (std::find(places.begin(), places.end(), part) == places.end()) places.push_back(part);
    }
    LOCI_TRY(follow(memory.store(), source, places));
    sources.push_back(std::move(source));
  }
  ImportReply reply;
  reply.store = tool.name;
  reply.change.dry_run = request.dry_run;
  if (sources.empty()) return reply;

  const std::vector<Source> fresh = sources;
  memory::TextChecks checks;
  const auto planner = [&](store::View& view) -> Result<store::Plan> {
    sources = fresh;  // it may run again
    store::Plan plan;
    plan.separable = true;
    plan.allow = request.allow;
    Planning planning(memory, request.allow, view, plan);
    for (Source& source : sources) LOCI_TRY(planning.add(source));
    checks.warnings = planning.take_warnings();
    checks.allowed = planning.take_allowed();
    memory.log().progress(fmt::format("writing {} files", plan.changes.size()));
    plan.summary =
        fmt::format("{} {}: {} new, {} updated, {} kept beside", operation, tool.store->title,
                    count(sources, ImportStatus::Created), count(sources, ImportStatus::Updated),
                    count(sources, ImportStatus::Beside));
    return plan;
  };
  store::Request what = memory.request(operation, places, request.dry_run);
  what.origin = fmt::format("import:{}", tool.name);
  LOCI_ASSIGN(reply.change, memory.change(std::move(what), planner));
  checks.finish(memory, reply.change);
  for (Source& source : sources) mark_held(reply.change.held, source.shown);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (!request.dry_run && sources[i].record != sources[i].saved) {
      // The notes are here; without the record the next import only knows less.
      const auto saved =
          memory.store().write_home_file(kRecords, exchange::record_name(sources[i].record),
                                         exchange::render_record(sources[i].record));
      if (!saved) memory.log().warn(saved.error().message);
    }
    reply.sources.push_back(std::move(sources[i].shown));
  }
  return reply;
}

}  // namespace loci::compile
