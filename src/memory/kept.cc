#include "memory/kept.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <vector>

#include "base/json.h"
#include "base/limits.h"
#include "base/log.h"
#include "base/path.h"
#include "fs/absent.h"
#include "fs/atomic_file.h"
#include "fs/clear.h"
#include "fs/temporary.h"
#include "memory/activity.h"
#include "memory/allowances.h"
#include "memory/catalogs.h"
#include "memory/compiled.h"
#include "memory/standings_file.h"
#include "store/history.h"

namespace loci::memory {
namespace {

using Moment = store::Purging::Moment;
using Text = Kept::Text;

// A directory of the home; nothing when it is not there.
Result<std::unique_ptr<fs::Root>> directory(store::Store& store, std::string_view path) {
  auto root = store.files().open(fmt::format("{}/{}", store.home(), path), fs::Modes::Private);
  if (!root && root.error().kind == ErrorKind::NotFound) return nullptr;
  return root;
}

// Removes the files of a directory for which `holds` is true.
template <typename Holds>
Result<> remove_files(const Forgetting& forgetting, std::string_view path, Holds holds) {
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> root, directory(forgetting.store, path));
  if (!root) return {};
  LOCI_ASSIGN(const std::vector<fs::Entry> entries, root->list());
  bool removed = false;
  for (const fs::Entry& entry : entries) {
    if (entry.kind != fs::Kind::File) continue;
    LOCI_ASSIGN(const bool held, holds(*root, entry.name));
    if (!held) continue;
    auto gone = root->remove(entry.name);
    if (!gone && gone.error().kind != ErrorKind::NotFound) return gone;
    removed = true;
  }
  return removed ? root->sync() : Result<>();
}

// One that is too large to be read is taken for one that holds it; one that cannot
// be read now is not deleted for that.
Result<bool> holds_traces(const Forgetting& forgetting, const fs::Root& root,
                          const std::string& name) {
  const auto text = root.read(name, kIndexFileBytes);
  if (text) return forgetting.traces.in(*text);
  if (text.error().kind == ErrorKind::InvalidInput) return true;
  if (fs::is_absent(text)) return false;
  return fail(text.error());
}

Result<> forget_drafts(const Forgetting& forgetting) {
  const auto holds = [&](const fs::Root& root, const std::string& name) -> Result<bool> {
    // "<process>-<number>-<note>"; version 0.1 had no number.
    const std::size_t first = name.find('-');
    const std::size_t second =
        first == std::string::npos ? std::string::npos : name.find('-', first + 1);
    for (const std::size_t dash : {first, second}) {
      if (dash == std::string::npos) continue;
      if (forgetting.file_names.contains(name.substr(dash + 1))) return true;
    }
    return holds_traces(forgetting, root, name);
  };
  return remove_files(forgetting, "state/edit", holds);
}

Result<> forget_backups(const Forgetting& forgetting, std::string_view path) {
  if (forgetting.moment == Moment::After) return {};
  const auto holds = [&](const fs::Root& root, const std::string& name) -> Result<bool> {
    if (fs::is_temporary_name(name)) return false;
    return holds_traces(forgetting, root, name);
  };
  return remove_files(forgetting, path, holds);
}

// How the copies of files begin that were compiled from the note. Compiling may have
// changed every line of it.
std::set<std::string> copies_of_compiled(const Forgetting& forgetting) {
  std::set<std::string> starts;
  for (const exchange::ApplyState& state : apply_states(forgetting.store)) {
    for (const exchange::ProviderState& provider : state.providers) {
      for (const auto* list : {&provider.artifacts, &provider.pending, &provider.seen}) {
        for (const exchange::ArtifactRecord& artifact : *list) {
          if (!is_made_from(provider, artifact, forgetting.file_names)) continue;
          const bool whole = artifact.path.starts_with('/');
          starts.insert(
              backup_stem(whole ? artifact.path : fmt::format("{}/{}", state.root, artifact.path)));
        }
      }
    }
  }
  return starts;
}

Result<> forget_apply_backups(const Forgetting& forgetting) {
  if (forgetting.moment == Moment::After) return {};
  LOCI_TRY(forget_backups(forgetting, "state/apply"));
  const std::set<std::string> starts = copies_of_compiled(forgetting);
  return remove_files(
      forgetting, "state/apply", [&](const fs::Root&, const std::string& name) -> Result<bool> {
        return std::any_of(starts.begin(), starts.end(),
                           [&](const std::string& start) { return name.starts_with(start); });
      });
}
Result<> forget_setup_backups(const Forgetting& forgetting) {
  return forget_backups(forgetting, "state/setup");
}

Result<> forget_catalogs(const Forgetting& forgetting) {
  if (forgetting.moment == Moment::Before) return {};
  MemoryLog unheard;  // that a catalog was damaged is no news when it goes
  return Catalogs(forgetting.store, unheard, Following::Sweeping).forget_all();
}

// Caches of what notes say and cite, which is words of theirs: `verify` and `check` make them anew.
Result<> forget_cache(const Forgetting& forgetting, std::string_view path) {
  return remove_files(forgetting, path,
                      [](const fs::Root&, const std::string& name) -> Result<bool> {
                        return !fs::is_temporary_name(name);
                      });
}
Result<> forget_verified(const Forgetting& forgetting) {
  return forget_cache(forgetting, "state/verified");
}
Result<> forget_cited(const Forgetting& forgetting) {
  return forget_cache(forgetting, "state/cited");
}
Result<> forget_checked(const Forgetting& forgetting) {
  return forget_cache(forgetting, "state/checked");
}

// A proposal holds new texts of notes, and names the others. It can be made again.
Result<> forget_proposals(const Forgetting& forgetting) {
  const auto holds = [&](const fs::Root& root, const std::string& name) -> Result<bool> {
    if (fs::is_temporary_name(name) || name == "runs.json") return false;
    const auto text = root.read(name, kIndexFileBytes);
    if (text) {
      for (const std::string& file : forgetting.file_names) {
        if (text->find(json_quote(file)) != std::string::npos) return true;
      }
    }
    return holds_traces(forgetting, root, name);
  };
  return remove_files(forgetting, "state/proposals", holds);
}

// A line that is erased for good is nobody's wish any more.
Result<> forget_confirmed(const Forgetting& forgetting) {
  if (forgetting.moment == Moment::Before) return {};
  return forget_standings(forgetting.store, forgetting.file_names);
}

Result<> forget_allowed(const Forgetting& forgetting) {
  if (forgetting.moment == Moment::Before) return {};
  return forget_allowances(forgetting.store, forgetting.file_names);
}

Result<> forget_searches(const Forgetting& forgetting) {
  return remove_activity(forgetting.store, [&](std::string_view line) {
    return forgetting.traces.share_a_word(line);
  });
}

// What loci has of a git remote's history. The next sync fetches it anew; what the remote's
// history keeps is said by purge itself.
Result<> forget_mirrors(const Forgetting& forgetting) {
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> root, directory(forgetting.store, kRemotesDirectory));
  if (!root) return {};
  LOCI_ASSIGN(const std::vector<fs::Entry> entries, root->list());
  for (const fs::Entry& entry : entries) {
    if (entry.kind != fs::Kind::Directory) continue;
    LOCI_TRY(remove_mirror(forgetting.store, entry.name));
  }
  return {};
}

// A place of notes, the scratchpad or daily logs, below the home.
bool is_place(std::string_view path) {
  const bool project = path.starts_with("projects/") && path.find('/', 9) == std::string_view::npos;
  return project || path == "memory" || path == "archive" || path == store::kInboxKey ||
         path.ends_with("/archive") || path.ends_with("/memory") || path.ends_with("/daily");
}

// Of dead processes, in whatever directory; a live one holds the lock of its own. The
// door has swept the places of the note. What lies in others is not the note's, and may
// be an edit that nobody has recorded yet.
Result<> sweep_below(const Forgetting& forgetting, fs::Root& root, const std::string& path) {
  LOCI_ASSIGN(const std::vector<fs::Entry> entries, root.list());
  const bool any = std::any_of(entries.begin(), entries.end(), [](const fs::Entry& entry) {
    return entry.kind == fs::Kind::File && fs::is_temporary_name(entry.name);
  });
  if (any && !is_place(path)) {
    if (const auto lock = root.try_lock()) {
      LOCI_TRY(fs::sweep_temporary_files(forgetting.store.files(), root));
      LOCI_TRY(root.sync());
    }
  }
  for (const fs::Entry& entry : entries) {
    if (entry.kind != fs::Kind::Directory) continue;
    if (fs::is_temporary_name(entry.name)) {  // notes that were to take their place all at once
      LOCI_TRY(fs::clear_orphan_directories(forgetting.store.files(), root));
      continue;
    }
    const auto below = root.open(entry.name);
    const std::string name = path.empty() ? entry.name : fmt::format("{}/{}", path, entry.name);
    if (below) LOCI_TRY(sweep_below(forgetting, **below, name));
  }
  return {};
}

Result<> forget_siblings(const Forgetting& forgetting) {
  if (forgetting.moment == Moment::Before) return {};
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> home,
              forgetting.store.files().open(forgetting.store.home(), fs::Modes::Private));
  return sweep_below(forgetting, *home, "");
}

constexpr std::array kKept{
    Kept{"config.toml", Text::None, "settings"},
    Kept{"bin/loci", Text::None, "a copy of the program, where it was run from a cache"},
    Kept{"vars*", Text::OfItsOwn, "variables of compiled memory"},
    Kept{"memory/*.md", Text::TheNotes, "global notes and their index"},
    Kept{"agents/*/memory/*.md", Text::TheNotes, "an agent's notes"},
    Kept{"projects/*/memory/*.md", Text::TheNotes, "private notes of a workspace"},
    Kept{"projects/*/agents/*/memory/*.md", Text::TheNotes, "private notes of its agents"},
    Kept{"archive/*.md", Text::TheNotes, "notes of the global scope that were put aside"},
    Kept{"projects/*/archive/*.md", Text::TheNotes, "notes and logs that were put aside"},
    Kept{"state/proposals/*.json", Text::Elsewhere, "what consolidation proposes, with new texts",
         forget_proposals},
    Kept{"state/consolidate/*", Text::None, "which process consolidates"},
    Kept{"projects/*/SCRATCHPAD.md", Text::OfItsOwn, "the scratchpad"},
    Kept{"projects/*/daily/*.md", Text::OfItsOwn, "daily logs"},
    Kept{"projects/*/project.json", Text::None, "paths, origin and trust of a workspace"},
    Kept{"apply*.state", Text::None, "names and hashes of compiled files"},
    Kept{"projects/*/apply*.state", Text::None, "names and hashes of compiled files"},
    Kept{"state/inbox/*.md", Text::TheNotes, "writes that wait for review, with their texts"},
    Kept{"state/journal/*.jsonl", Text::Journal, "operations: hashes, times, summaries"},
    Kept{"state/journal/*.jsonl.new", Text::Journal, "a copy that has not taken its place"},
    Kept{"state/version", Text::None, "the form of the home, where a later version wrote it"},
    Kept{"state/journal/.rewriting", Text::None, "that copies take their places"},
    Kept{"state/objects/*.pack", Text::Journal, "texts of all revisions, indexes and their lines"},
    Kept{"state/objects/*.pack.new", Text::Journal, "a copy that has not taken its place"},
    Kept{"state/catalog/*/*", Text::Elsewhere, "search catalogs, with texts", forget_catalogs},
    Kept{"state/edit/*", Text::Elsewhere, "notes while they are edited", forget_drafts},
    Kept{"state/apply/*", Text::Elsewhere, "copies of compiled files", forget_apply_backups},
    Kept{"state/setup/*", Text::Elsewhere, "copies of tools' settings", forget_setup_backups},
    Kept{"state/activity.jsonl", Text::Elsewhere, "what was searched for", forget_searches},
    Kept{"state/sessions/*", Text::None, "hashes of what sessions saw and were told"},
    Kept{"state/confirmed/*", Text::Elsewhere, "hashes of lines that a person wrote or accepted",
         forget_confirmed},
    Kept{"state/preferences/*", Text::None, "which notes are preferences, by names and stamps"},
    Kept{"state/allowed/*", Text::Elsewhere, "hashes of what a person let a note keep",
         forget_allowed},
    Kept{"state/verified/*", Text::Elsewhere, "what notes cite, and whether it is there",
         forget_verified},
    Kept{"state/cited/*", Text::Elsewhere, "the same, as check found it", forget_cited},
    Kept{"state/checked/*", Text::Elsewhere, "what notes show by themselves, for check",
         forget_checked},
    Kept{"state/sessions.count", Text::None, "how many sessions ended"},
    Kept{"state/imports/*", Text::None, "names and hashes of what was imported"},
    Kept{"state/unmerged.json", Text::None, "which version of a pair of notes is this machine's"},
    Kept{"state/setup.json", Text::None, "which entries loci made in tools' settings"},
    Kept{"state/http-token", Text::None, "the server's token"},
    Kept{"state/replica.json", Text::None, "which replica this home is"},
    Kept{"state/remotes/*/remote.json", Text::None, "where a remote is, and what is synced"},
    Kept{"state/remotes/*/agreed.json", Text::None, "names and hashes agreed on with a remote"},
    Kept{"state/remotes/*/seen", Text::None, "sizes, times and hashes of notes at the last sync"},
    Kept{"state/remotes/*/git/**", Text::Elsewhere, "a copy of the end of a git remote",
         forget_mirrors},
    Kept{"*.lock", Text::None, "locks where directories have none"},
    Kept{"*.tmp", Text::Elsewhere, "a file being written, in any directory", forget_siblings},
};

// '*' is any text without a slash; a pattern without a slash is of any directory.
bool matches(std::string_view pattern, std::string_view path) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == path;
  if (!path.starts_with(pattern.substr(0, star))) return false;
  path.remove_prefix(star);
  if (pattern.substr(star) == "**") return true;  // whatever lies below
  pattern.remove_prefix(star + 1);
  for (std::size_t taken = 0; taken <= path.size(); ++taken) {
    if (matches(pattern, path.substr(taken))) return true;
    if (taken < path.size() && path[taken] == '/') return false;
  }
  return false;
}

bool is_of(const Kept& row, std::string_view path) {
  const bool anywhere = row.path == "*.tmp" || row.path == "*.lock";
  return matches(row.path, anywhere ? last_component(path) : path);
}

}  // namespace

const Kept* kept_file(std::string_view path) {
  // A directory of such a name is filled with notes before it takes the place of another one.
  for (std::string_view rest = path; !rest.empty();) {
    if (fs::is_temporary_name(take_component(rest))) return &kKept.back();
  }
  const auto* const row =
      std::find_if(kKept.begin(), kKept.end(), [&](const Kept& kept) { return is_of(kept, path); });
  return row == kKept.end() ? nullptr : row;
}

Result<std::string> make_mirror_aside(fs::Root& remote) {
  const fs::Writer self = fs::this_writer();
  for (std::uint64_t number = fs::sibling_number(kMirrorDirectory);; ++number) {
    std::string name = fs::temporary_name(self, number);
    const auto made = remote.make_directory(name);
    if (made) return name;
    if (made.error().kind != ErrorKind::Conflict) return fail(made.error());
  }
}

Result<> set_mirror_aside(fs::Root& remote) {
  LOCI_ASSIGN(const auto found, fs::if_there(remote.stat(kMirrorDirectory)));
  if (!found) return {};
  if (found->kind != fs::Kind::Directory) return fs::clear(remote, kMirrorDirectory);
  LOCI_ASSIGN(const std::string aside, make_mirror_aside(remote));
  const auto renamed = remote.rename(kMirrorDirectory, aside);
  if (!renamed && !fs::is_absent(renamed)) return renamed;  // or somebody else did it
  return remote.sync();                                     // before any of its files is gone
}

namespace {

Result<> clear_busy(fs::FileSystem& files, fs::Root& root, const std::string& name) {
  constexpr int kTries = 20;
  constexpr std::chrono::microseconds kBetween{50'000};
  for (int tried = 1;; ++tried) {
    auto cleared = fs::clear(root, name);
    // It was written to, or somebody else removes it, too.
    const bool is_busy = !cleared && (cleared.error().kind == ErrorKind::Conflict ||
                                      cleared.error().kind == ErrorKind::NotFound);
    if (!is_busy || tried == kTries) return cleared;
    files.sleep(kBetween);
  }
}

}  // namespace

Result<> sweep_mirrors(fs::FileSystem& files, fs::Root& remote) {
  LOCI_ASSIGN(const std::vector<fs::Entry> entries, remote.list());
  for (const fs::Entry& entry : entries) {
    const bool is_aside = entry.kind == fs::Kind::Directory && fs::is_temporary_name(entry.name);
    if (is_aside) LOCI_TRY(clear_busy(files, remote, entry.name));
  }
  return {};
}

Result<> remove_mirror(store::Store& store, const std::string& remote) {
  const std::string path = fmt::format("{}/{}", kRemotesDirectory, remote);
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> root, directory(store, path));
  if (!root) return {};
  LOCI_TRY(set_mirror_aside(*root));
  return sweep_mirrors(store.files(), *root);
}

Result<> forget_everywhere(const Forgetting& forgetting) {
  for (const Kept& row : kKept) {
    if (row.forget != nullptr) LOCI_TRY(row.forget(forgetting));
  }
  return {};
}

store::Forget forgets_everything_of(store::Store& store) {
  return [&store](const store::Purging& purging) -> Result<> {
    LOCI_ASSIGN(const std::vector<store::Record> records, store.journal().records());
    std::vector<store::NoteKey> notes;
    for (const store::FileRecord& file : purging.begin.files) {
      notes.emplace_back(file.place, file.file);
    }
    const store::Past past(notes, records, purging.begin.sequence);
    std::vector<std::string> texts = purging.gone;
    std::set<std::string> hashes = past.texts();
    std::set<std::string> names;
    std::erase_if(hashes, [&](const std::string& hash) {
      const auto& purged = purging.begin.purged;
      return std::find(purged.begin(), purged.end(), hash) == purged.end();
    });
    LOCI_TRY(store.journal().visit_texts(
        hashes, [&](const std::string&, const std::string& text) { texts.push_back(text); }));
    if (purging.stays.empty()) {
      for (const store::NoteKey& name : past.names()) names.insert(name.second);
    }
    const Traces traces(texts, purging.stays);
    return forget_everywhere({store, purging.moment, traces, std::move(names)});
  };
}

}  // namespace loci::memory
