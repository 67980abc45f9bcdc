#include "past/purge.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

#include "base/hash.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/path.h"
#include "base/text.h"
#include "exchange/state.h"
#include "fs/absent.h"
#include "fs/atomic_file.h"
#include "memory/checks.h"
#include "memory/compiled.h"
#include "memory/inbox_entry.h"
#include "memory/kept.h"
#include "memory/traces.h"
#include "note/index_file.h"
#include "note/slug.h"
#include "past/history.h"
#include "pipe/helper_url.h"
#include "store/identity.h"
#include "store/journal_copy.h"

// What goes is decided under the locks, from the journal as it stands there; what is
// done before only makes that quick.
namespace loci::past {
namespace {

using memory::Found;
using memory::Memory;
using memory::Status;
using memory::Traces;

using store::FileRecord;
using store::NoteKey;
using store::Record;

// How often what was found is looked for again because somebody wrote meanwhile.
constexpr int kRounds = 4;

// What a purge takes, as the journal and the files stand.
struct Wanted {
  std::vector<NoteKey> notes;             // the one that was asked for first
  std::set<NoteKey> names;                // that they have or had
  std::set<std::string> texts;            // hashes of their texts
  std::set<std::string> hashes;           // all that goes: index lines and indexes with them too
  std::set<NoteKey> holders;              // other notes that have or had one of the texts
  std::map<NoteKey, std::string> unread;  // notes beside it of which nobody can say, and why
  std::shared_ptr<const Traces> traces;   // of the texts, less what stays
  std::set<std::string> stays;            // hashes of the present texts, when a revision goes
  std::set<std::string> looked;           // hashes of the stored indexes and lines looked at
  std::optional<std::string> hash_now;    // of the note that was asked for
  std::set<NoteKey> held;                 // writes of it that wait in the inbox, or did
};

bool names_one_of(std::string_view index, std::string_view place, const std::set<NoteKey>& names) {
  const auto in_text = [&](const NoteKey& name) {
    return name.first == place && index.find(name.second) != std::string_view::npos;
  };
  if (std::none_of(names.begin(), names.end(), in_text)) return false;
  const std::vector<note::IndexEntry> entries = note::parse_index(index);
  return std::any_of(entries.begin(), entries.end(), [&](const note::IndexEntry& entry) {
    return names.contains({std::string(place), entry.file});
  });
}

// Stored indexes and index lines: a note's description stands in them, and a line is
// stored with the one above it. Those that `before` looked at, for the same texts and
// names, are as it found them.
Result<> add_indexes(store::Journal& journal, const std::vector<Record>& records, bool whole,
                     const Wanted* before, Wanted& wanted) {
  std::map<std::string, std::string> places;  // by hash
  std::set<std::string> hashes;
  const auto add = [&](const std::string& hash, const std::string& place) {
    if (wanted.hashes.contains(hash)) return;
    wanted.looked.insert(hash);
    if (before != nullptr && before->looked.contains(hash)) {
      if (before->hashes.contains(hash)) wanted.hashes.insert(hash);
      return;
    }
    places.emplace(hash, place);
    hashes.insert(hash);
  };
  for (const Record& record : records) {
    for (const FileRecord& file : record.files) {
      if (!file.line.empty()) add(file.line, file.place);
      if (file.file != note::kIndexFile) continue;
      if (file.before) add(*file.before, file.place);
      if (file.after) add(*file.after, file.place);
    }
  }
  return journal.visit_texts(hashes, [&](const std::string& hash, const std::string& text) {
    const bool named = whole && names_one_of(text, places[hash], wanted.names);
    if (named || wanted.traces->in(text)) wanted.hashes.insert(hash);
  });
}

// What a process left that died before its note had a record: swept, its text has
// one under the sibling's name.
void add_siblings(const std::vector<Record>& records, std::vector<NoteKey>& notes) {
  const NoteKey note = notes.front();
  for (const Record& record : records) {
    for (const FileRecord& file : record.files) {
      NoteKey key{file.place, file.file};
      if (file.place != note.first || !fs::is_sibling_of(file.file, note.second)) continue;
      if (std::find(notes.begin(), notes.end(), key) == notes.end()) {
        notes.push_back(std::move(key));
      }
    }
  }
}

// Copies that another program made beside the note are in no journal yet. One that
// cannot be read keeps nothing from being erased; it is named.
Result<> add_copies_by_hand(store::View& view, Wanted& wanted) {
  std::set<std::string> keys;
  for (const NoteKey& note : wanted.notes) keys.insert(note.first);
  for (const std::string& key : keys) {
    const store::Place place = store::place_of_key(key);
    LOCI_ASSIGN(const std::vector<std::string> files, view.notes(place));
    for (const std::string& file : files) {
      const NoteKey other(key, file);
      if (std::find(wanted.notes.begin(), wanted.notes.end(), other) != wanted.notes.end())
        continue;
      const auto read = view.read(place, file);
      if (!read) {
        wanted.unread.emplace(other, read.error().message);
        continue;
      }
      const std::optional<std::string>& text = *read;
      if (text && wanted.texts.contains(sha256(*text))) wanted.holders.insert(other);
    }
  }
  return {};
}

bool takes_the_note(const PurgeRequest& request) {
  return request.revision == 0 && request.texts.empty();
}

using Entries = std::map<std::string, std::set<NoteKey>>;  // by the hash of their text

// Writes that wait for review, or did.
Entries held_entries(const std::vector<Record>& records) {
  Entries entries;
  for (const Record& record : records) {
    for (const FileRecord& file : record.files) {
      if (file.place != store::kInboxKey) continue;
      for (const auto* hash : {&file.before, &file.after}) {
        if (*hash) entries[**hash].emplace(file.place, file.file);
      }
    }
  }
  return entries;
}

std::set<std::string> hashes_of(const Entries& entries) {
  std::set<std::string> hashes;
  for (const auto& [hash, keys] : entries) hashes.insert(hash);
  return hashes;
}

// Whether a write that waits has, or was made on, one of the texts that were purged elsewhere.
bool has_purged_text(const memory::HeldChange& change, const PurgeRequest& request) {
  for (const auto* text : {&change.text, &change.base}) {
    if (!*text) continue;
    const std::string hash = sha256(**text);
    if (request.texts.contains(hash) || request.held.contains(hash)) return true;
  }
  return false;
}

// Writes that wait for review, or did: those to the note, and others that have lines of it. Of a
// purge elsewhere only those with the very text: a later version of the note, which stays where
// that one was purged, has most of its lines, too.
Result<> add_held(store::Journal& journal, const std::vector<Record>& records,
                  const PurgeRequest& request, Wanted& wanted) {
  const bool whole = takes_the_note(request);
  const Entries entries = held_entries(records);
  return journal.visit_texts(
      hashes_of(entries), [&](const std::string& hash, const std::string& text) {
        const auto entry = memory::parse_entry(text, "");
        const auto is_of_it = [&](const memory::HeldChange& change) {
          return wanted.names.contains({change.place, change.file}) &&
                 (whole || has_purged_text(change, request));
        };
        const bool of_it = entry && (whole || !request.texts.empty()) &&
                           std::any_of(entry->changes.begin(), entry->changes.end(), is_of_it);
        const bool by_lines = request.texts.empty() && wanted.traces->in(text);
        if (!of_it && !by_lines) return;
        wanted.hashes.insert(hash);
        const std::set<NoteKey>& files = entries.at(hash);
        wanted.held.insert(files.begin(), files.end());
      });
}

// The texts that were purged elsewhere and came no further than to the inbox.
Result<> add_held_texts(store::Journal& journal, const std::vector<Record>& records,
                        const std::set<std::string>& wanted, std::vector<std::string>& texts) {
  return journal.visit_texts(hashes_of(held_entries(records)),
                             [&](const std::string&, const std::string& text) {
                               auto entry = memory::parse_entry(text, "");
                               if (!entry) return;
                               for (memory::HeldChange& change : entry->changes) {
                                 for (auto* one : {&change.text, &change.base}) {
                                   if (*one && wanted.contains(sha256(**one)))
                                     texts.push_back(std::move(**one));
                                 }
                               }
                             });
}

bool is_of_former(const NoteKey& note, const std::vector<store::SeenPath>& former) {
  if (!note.first.starts_with('/')) return false;
  const std::string_view base = store::split_key(note.first).base;
  return std::any_of(former.begin(), former.end(),
                     [&](const store::SeenPath& seen) { return seen.path == base; });
}

// `former`: the paths that its workspace had before. `before`: an earlier survey of the
// same, or nullptr. The texts it has read are not read again, because a survey under the
// locks keeps writers waiting.
Result<Wanted> survey(store::Journal& journal, store::View& view, const Found& found,
                      const PurgeRequest& request, const std::vector<store::SeenPath>& former,
                      const Wanted* before = nullptr) {
  LOCI_ASSIGN(const std::vector<Record> records, journal.records());
  Wanted wanted;
  wanted.notes.emplace_back(found.place.key, found.file);
  add_siblings(records, wanted.notes);
  if (found.place.in_workspace()) {
    for (const store::SeenPath& seen : former) {
      wanted.notes.emplace_back(store::key_in(seen.path, found.place.key), found.file);
    }
  }
  const bool whole = takes_the_note(request);
  std::vector<std::string> present;  // and stay
  std::vector<std::string> going;
  for (bool more = true; more;) {
    const store::Past past(wanted.notes, records);
    wanted.names = past.names();
    wanted.texts = request.texts.empty() ? past.texts(request.revision) : request.texts;
    wanted.hashes = whole ? past.lines() : std::set<std::string>();
    present.clear();
    going.clear();
    for (const NoteKey& note : wanted.notes) {
      LOCI_ASSIGN(auto text, view.read(store::place_of_key(note.first), note.second));
      const bool asked_for = &note == &wanted.notes.front();
      if (asked_for) LOCI_TRY(memory::check_hash(request.note.if_hash, text, found.file));
      if (!text) continue;
      if (asked_for) wanted.hash_now = sha256(*text);
      if (whole) wanted.texts.insert(sha256(*text));
      const bool goes = whole || request.texts.contains(sha256(*text));
      (goes ? going : present).push_back(std::move(*text));
    }
    wanted.holders.clear();
    wanted.unread.clear();
    for (const auto& [hash, holders] : past.holders(wanted.texts)) {
      wanted.holders.insert(holders.begin(), holders.end());
    }
    LOCI_TRY(add_copies_by_hand(view, wanted));
    more = request.copies && !wanted.holders.empty();
    if (more) {
      wanted.notes.insert(wanted.notes.end(), wanted.holders.begin(), wanted.holders.end());
    }
  }
  wanted.hashes.insert(wanted.texts.begin(), wanted.texts.end());
  for (const std::string& text : present) wanted.stays.insert(sha256(text));
  const bool same = before != nullptr && before->texts == wanted.texts &&
                    before->stays == wanted.stays && before->names == wanted.names;
  if (same) {
    wanted.traces = before->traces;
  } else {
    std::vector<std::string> texts = going;
    LOCI_TRY(journal.visit_texts(
        wanted.texts, [&](const std::string&, const std::string& text) { texts.push_back(text); }));
    if (!request.texts.empty()) LOCI_TRY(add_held_texts(journal, records, request.texts, texts));
    wanted.traces = std::make_shared<const Traces>(texts, present);
  }
  LOCI_TRY(add_indexes(journal, records, whole, same ? before : nullptr, wanted));
  LOCI_TRY(add_held(journal, records, request, wanted));
  return wanted;
}

std::set<std::string> file_names(const Wanted& wanted) {
  std::set<std::string> names;
  for (const NoteKey& note : wanted.names) names.insert(note.second);
  return names;
}

Record as_record(const Wanted& wanted) {
  Record purge;
  purge.sequence = ~std::uint64_t{0};
  purge.purged.assign(wanted.hashes.begin(), wanted.hashes.end());
  for (const NoteKey& note : wanted.notes) {
    purge.files.push_back({note.first, note.second, std::nullopt, std::nullopt, "", ""});
  }
  for (const NoteKey& entry : wanted.held) {
    purge.files.push_back({entry.first, entry.second, std::nullopt, std::nullopt, "", ""});
  }
  return purge;
}

std::string path_in(std::string_view root, std::string_view path) {
  return path.starts_with('/') ? std::string(path) : fmt::format("{}/{}", root, path);
}

// Compiled files that hold something of it, or were made from it.
std::set<std::string> compiled_files(store::Store& store, const std::string& user_home,
                                     const Wanted& wanted) {
  std::set<std::string> paths;
  const std::set<std::string> names = file_names(wanted);
  for (const exchange::ApplyState& state : memory::apply_states(store)) {
    const std::string& base = state.root.empty() ? user_home : state.root;
    for (const exchange::ProviderState& provider : state.providers) {
      for (const exchange::ArtifactRecord& artifact : provider.artifacts) {
        const std::string path = path_in(base, artifact.path);
        const auto above = store.files().open(std::string(parent_path(path)), fs::Modes::Umask);
        if (!above) continue;
        const auto bytes = (*above)->read(last_component(path), kIndexFileBytes);
        if (!bytes) continue;
        if (wanted.traces->in(*bytes) || memory::is_made_from(provider, artifact, names)) {
          paths.insert(path);
        }
      }
    }
  }
  return paths;
}

// A remote whose git history may hold it.
struct GitRemote {
  std::string name;
  bool hears = true;  // of purges that are made here

  bool operator<(const GitRemote& other) const { return name < other.name; }
};

// No list is no reason to stop.
std::vector<GitRemote> git_remotes(store::Store& store) {
  std::vector<GitRemote> remotes;
  const auto root = store.files().open(
      fmt::format("{}/{}", store.home(), memory::kRemotesDirectory), fs::Modes::Private);
  const auto entries = root ? (*root)->list() : Result<std::vector<fs::Entry>>();
  if (!entries) return remotes;
  for (const fs::Entry& entry : *entries) {
    if (entry.kind != fs::Kind::Directory) continue;
    // One that a helper program speaks with says itself whether it keeps history.
    const auto own =
        store.files().open(child_path((*root)->path(), entry.name), fs::Modes::Private);
    const auto text = own ? (*own)->read("remote.json", kFileBytes) : Result<std::string>();
    const auto remote = text ? parse_json(*text) : Result<Json>();
    const bool is_known = remote && remote->is_object();
    const bool has_url = is_known && remote->contains("url") && (*remote)["url"].is_string();
    if (has_url && !pipe::helper_kind((*remote)["url"].get<std::string>()).empty()) continue;
    const bool is_read_only =
        is_known && remote->contains("read_only") && (*remote)["read_only"] == Json(true);
    const bool hears = !is_read_only && !(is_known && remote->contains("send_tag"));
    remotes.push_back({fmt::format("'{}'", entry.name), hears});
  }
  std::sort(remotes.begin(), remotes.end());
  return remotes;
}

std::vector<std::string> remote_names(store::Store& store) {
  std::vector<std::string> names;
  for (GitRemote& remote : git_remotes(store)) names.push_back(std::move(remote.name));
  return names;
}

std::vector<std::string> out_of_reach(store::Store& store, const std::string& user_home,
                                      const Wanted& wanted) {
  std::vector<std::string> result;
  for (const std::string& path : compiled_files(store, user_home, wanted)) {
    result.push_back(fmt::format("'{}', a compiled file: 'loci apply' rewrites it", path));
  }
  for (const auto& [note, why] : wanted.unread) {
    result.push_back(fmt::format("'{}/{}', which may be a copy: {}",
                                 store.path_of(store::place_of_key(note.first)), note.second, why));
  }
  std::set<std::string> repositories{store.home()};
  for (const NoteKey& name : wanted.names) {
    if (name.first.starts_with('/')) repositories.emplace(store::split_key(name.first).base);
  }
  for (const std::string& path : repositories) {
    const auto git = store.files().stat(fmt::format("{}/.git", path), false);
    if (fs::is_absent(git)) continue;
    // One that cannot be examined may well be there.
    result.push_back(fmt::format("the git history of '{}', and its clones{}", path,
                                 git ? "" : fmt::format(" ({})", git.error().message)));
  }
  for (const GitRemote& remote : git_remotes(store)) {
    const std::string_view what =
        remote.hears ? "the git history of the remote {}, and its clones: rewrite it, or start a "
                       "new one"
                     : "the remote {}, which gets no purges from here, its clones, and the copy of "
                       "its branch that is kept here: purge it on a machine that sends them, too";
    result.push_back(fmt::format(fmt::runtime(what), remote.name));
  }
  result.emplace_back("copies that other programs made: backups, snapshots, open editors");
  return result;
}

Result<> check_purge(const Found& found, const PurgeRequest& wanted,
                     const std::optional<std::string>& hash_now, const std::set<std::string>& texts,
                     bool any_held) {
  if (wanted.revision != 0 && hash_now && texts.contains(*hash_now)) {
    return fail(invalid_input(
        fmt::format("revision {} is the text '{}' has now", wanted.revision, found.file),
        "change the note first, or purge all of it without --rev"));
  }
  if (texts.empty() && !any_held) {
    return fail(not_found(fmt::format("'{}' has no revision {}", found.file, wanted.revision),
                          fmt::format("run 'loci log {}' to see them", found.file)));
  }
  return {};
}

Error purge_consent(const Found& found, const PurgeRequest& wanted,
                    const std::set<std::string>& texts, const std::vector<store::NoteKey>& notes,
                    const std::vector<std::string>& remotes) {
  std::string what = wanted.revision != 0
                         ? fmt::format("revision {} of '{}'", wanted.revision, found.file)
                         : fmt::format("'{}' and {} stored text{} of it", found.file, texts.size(),
                                       texts.size() == 1 ? "" : "s");
  for (std::size_t i = 1; i < notes.size(); ++i) {
    what += fmt::format("{} '{}' in {}", i == 1 ? ", with its copies" : ",", notes[i].second,
                        store::place_of_key(notes[i].first).label());
  }
  Error error = denied(fmt::format("{} will be erased for good", what),
                       fmt::format("use --yes to erase it; this cannot be undone{}",
                                   remotes.empty() ? ""
                                                   : fmt::format(", and the history of {} keeps it",
                                                                 join(remotes, ", "))));
  error.needs_consent = true;
  return error;
}

// The places of all notes of a purge that are there, and the first in any case.
Result<std::vector<store::Place>> places_to_purge(Memory& memory, const Found& found,
                                                  const Wanted& wanted,
                                                  const std::vector<store::SeenPath>& former) {
  std::vector<store::Place> places{found.place};
  if (!wanted.held.empty()) places.push_back(store::inbox_place());
  const std::set<store::NoteKey>& names = wanted.names;
  for (const store::NoteKey& name : names) {
    store::Place place = store::place_of_key(name.first);
    if (is_of_former(name, former)) continue;  // what lies there now is not its own
    if (std::find(places.begin(), places.end(), place) != places.end()) continue;
    LOCI_ASSIGN(const std::unique_ptr<fs::Root> root, memory.store().open_place(place));
    if (root) places.push_back(std::move(place));
  }
  return places;
}

// A note that was never let in is known by the write that waited for it.
Result<Found> locate_or_held(Memory& memory, const memory::NoteRequest& request) {
  auto found = locate_past(memory, request);
  if (found || found.error().kind != ErrorKind::NotFound) return found;
  LOCI_ASSIGN(const std::string file, note::note_file_name(request.name));
  LOCI_ASSIGN(const std::vector<store::Place> places, memory.readable(request.selector));
  LOCI_ASSIGN(const std::vector<Record> records, memory.store().journal().records());
  for (const store::Place& place : places) {
    Wanted wanted;
    wanted.names.emplace(place.key, file);
    wanted.traces =
        std::make_shared<const Traces>(std::vector<std::string>(), std::vector<std::string>());
    LOCI_TRY(add_held(memory.store().journal(), records, PurgeRequest(), wanted));
    if (!wanted.held.empty()) return Found{place, file};
  }
  return found;
}

}  // namespace

Result<std::map<NoteKey, std::set<std::string>>> texts_held(Memory& memory) {
  std::map<NoteKey, std::set<std::string>> held;
  LOCI_ASSIGN(const std::vector<Record> records, memory.store().journal().records());
  LOCI_TRY(memory.store().journal().visit_texts(
      hashes_of(held_entries(records)), [&](const std::string&, const std::string& text) {
        const auto entry = memory::parse_entry(text, "");
        if (!entry) return;
        for (const memory::HeldChange& change : entry->changes) {
          for (const auto* one : {&change.text, &change.base}) {
            if (*one) held[{change.place, change.file}].insert(sha256(**one));
          }
        }
      }));
  return held;
}

Result<PurgeReply> purge(Memory& memory, const PurgeRequest& wanted) {
  LOCI_TRY(memory.need_person("erase for good"));
  if (memory.session().origin == "http") {
    return fail(denied("only a person can erase for good", "use the page, or 'loci purge'"));
  }
  LOCI_TRY(memory.need_enabled());
  LOCI_ASSIGN(const Found found, locate_or_held(memory, wanted.note));
  return erase(memory, found, wanted);
}

Result<PurgeReply> erase(Memory& memory, const Found& found, const PurgeRequest& wanted) {
  LOCI_ASSIGN(const std::vector<store::SeenPath> former, former_roots(memory));
  for (int round = 1;; ++round) {
    std::vector<store::Place> places{found.place};
    LOCI_ASSIGN(std::unique_ptr<store::View> view, memory.look(places, wanted.note.dry_run));
    LOCI_ASSIGN(Wanted first, survey(memory.store().journal(), *view, found, wanted, former));
    LOCI_ASSIGN(places, places_to_purge(memory, found, first, former));
    if (places.size() > 1) {  // copies may have a text that is in no journal yet
      LOCI_ASSIGN(view, memory.look(places, wanted.note.dry_run));
      LOCI_ASSIGN(first, survey(memory.store().journal(), *view, found, wanted, former, &first));
    }
    LOCI_TRY(check_purge(found, wanted, first.hash_now, first.texts, !first.held.empty()));
    if (round == 1 && !wanted.yes && !wanted.note.dry_run) {
      std::erase_if(first.notes, [&](const NoteKey& note) { return is_of_former(note, former); });
      return fail(
          purge_consent(found, wanted, first.texts, first.notes, remote_names(memory.store())));
    }
    PurgeReply reply;
    reply.unreached = out_of_reach(memory.store(), memory.session().user_home, first);
    std::unique_ptr<store::JournalCopy> copy;
    if (!wanted.note.dry_run) {
      LOCI_ASSIGN(copy, memory.store().journal().copy(
                            [purge = as_record(first)](const auto& records, const auto&) {
                              return store::forgotten_by(purge, records);
                            }));
    }
    bool again = false;
    Wanted decided;
    store::Request request = memory.request("purge", places, wanted.note.dry_run);
    if (!wanted.origin.empty()) request.origin = wanted.origin;
    request.copy = copy.get();
    request.forget = [&](const store::Purging& purging) {
      const bool whole = purging.stays.empty();
      return memory::forget_everywhere({memory.store(), purging.moment, *decided.traces,
                                        whole ? file_names(decided) : std::set<std::string>()});
    };
    auto change = memory.change(std::move(request), [&](store::View& now) -> Result<store::Plan> {
      LOCI_ASSIGN(decided, survey(memory.store().journal(), now, found, wanted, former, &first));
      LOCI_TRY(check_purge(found, wanted, decided.hash_now, decided.texts, !decided.held.empty()));
      LOCI_ASSIGN(const std::vector<store::Place> needed,
                  places_to_purge(memory, found, decided, former));
      again = !std::is_permutation(needed.begin(), needed.end(), places.begin(), places.end()) ||
              (copy && round < kRounds && !copy->leaves_out(decided.hashes));
      if (again) return fail(conflict(fmt::format("'{}' is being changed", found.file)));
      store::Plan plan;
      plan.purge.emplace(decided.hashes.begin(), decided.hashes.end());
      for (const NoteKey& note : decided.notes) {
        const store::Place place = store::place_of_key(note.first);
        std::optional<std::string> stays;
        if (!takes_the_note(wanted)) {
          LOCI_ASSIGN(stays, now.read(place, note.second));
          if (stays && wanted.texts.contains(sha256(*stays))) stays.reset();
        }
        plan.changes.push_back({place, note.second, std::move(stays)});
      }
      for (const NoteKey& entry : decided.held) {
        plan.changes.push_back({store::inbox_place(), entry.second, std::nullopt});
      }
      return plan;
    });
    if (!change && again && round < kRounds) continue;
    if (!change) return fail(std::move(change));
    reply.change = std::move(*change);
    reply.change.status = takes_the_note(wanted) ? Status::Deleted : Status::Updated;
    for (const NoteKey& note : decided.holders) {
      reply.copies.push_back({store::place_of_key(note.first), note.second});
    }
    return reply;
  }
}

}  // namespace loci::past
