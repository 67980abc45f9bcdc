#include "store/staged_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/limits.h"
#include "base/parallel.h"
#include "fs/absent.h"
#include "fs/atomic_file.h"
#include "fs/temporary.h"
#include "note/index_file.h"
#include "note/index_hooks.h"
#include "note/note.h"
#include "store/past_hooks.h"

namespace loci::store {
namespace {

// How often somebody may save the index while it is brought up to date.
constexpr int kIndexRounds = 16;
// From so many on one wait for all that the machine has written takes less time than one each.
constexpr std::size_t kThousands = 1'000;

std::optional<note::NoteLine> line_for(std::string_view file,
                                       const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  const note::Note parsed = note::parse_note(*text);
  return note::NoteLine{std::string(file), note::shown_name(parsed, file), parsed.description};
}

bool is_note(const TextChange& change) {
  return change.place.indexed() && change.file != note::kIndexFile && change.file.ends_with(".md");
}

// What the changes mean for the index of one place. A rename is two changes, one
// that removes the old file and one that makes the new; for the index it is one, so
// that the entry keeps its line and its hook.
std::vector<note::IndexChange> note_changes(const std::vector<TextChange>& changes,
                                            const Place& place) {
  std::vector<note::IndexChange> result;
  const auto renamed_away = [&](const std::string& file) {
    for (const TextChange& change : changes) {
      if (change.place == place && change.from == file && change.from_place.empty()) return true;
    }
    return false;
  };
  const auto text_before = [&](const std::string& file) -> std::optional<std::string> {
    for (const TextChange& change : changes) {
      if (change.place == place && change.file == file) return change.before;
    }
    return std::nullopt;
  };
  // Thousands are parsed on several threads.
  std::vector<std::optional<note::NoteLine>> after(changes.size());
  in_parallel(changes.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const TextChange& change = changes[i];
      if (change.place == place && is_note(change)) after[i] = line_for(change.file, change.after);
    }
  });
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const TextChange& change = changes[i];
    if (!(change.place == place) || !is_note(change)) continue;
    if (!change.after && renamed_away(change.file)) continue;
    note::IndexChange index;
    index.after = std::move(after[i]);
    const bool renamed = !change.from.empty() && change.from_place.empty();
    index.before = renamed ? line_for(change.from, text_before(change.from))
                           : line_for(change.file, change.before);
    if (!change.before) index.kept = change.kept;
    // Without the old text (it was purged) the name alone must do.
    if (!index.before && !index.after) index.before = note::NoteLine{change.file, "", ""};
    result.push_back(std::move(index));
  }
  return result;
}

// The index of a place after changes of its notes. Hooks that the changes do not explain
// may be loci's all the same: a note that was changed by hand left its line behind.
Result<note::IndexUpdate> updated_index(std::string_view text, const Place& place,
                                        const std::vector<note::IndexChange>& changes,
                                        const Journal& journal,
                                        std::vector<IndexChanges::Stayed>& stayed) {
  note::IndexUpdate update = note::update_index(text, changes);
  if (update.foreign.empty()) return update;
  std::vector<HookQuestion> questions;
  for (const note::LineHook& line : update.foreign) {
    questions.push_back({place.key, line.file, line.hook});
  }
  LOCI_ASSIGN(const std::vector<HookAuthor> authors, hook_authors(journal, questions));
  std::vector<note::LineHook> own;
  for (std::size_t i = 0; i < authors.size(); ++i) {
    if (authors[i] == HookAuthor::Loci) own.push_back(update.foreign[i]);
  }
  if (!own.empty()) update = note::update_index(text, changes, own);
  for (const note::LineHook& line : update.foreign) {
    for (const note::IndexChange& change : changes) {
      if (!change.before || !change.after || change.before->file != line.file) continue;
      const bool differs = note::index_hook(change.before->description) !=
                           note::index_hook(change.after->description);
      if (differs) stayed.push_back({place.key, change.after->file, line.hook});
    }
  }
  return update;
}

Result<std::optional<std::string>> present_text(const OpenPlaces& places, const Place& place,
                                                std::string_view file) {
  const fs::Root* root = places.find(place.key);
  if (root == nullptr) return std::nullopt;
  return fs::if_there(root->read(file, kIndexFileBytes));
}

// The text that somebody else put there; a link or a directory has none.
Result<std::optional<std::string>> text_or_none(const fs::Root& root, std::string_view file) {
  auto text = root.read(file, kIndexFileBytes);
  if (text) return std::move(*text);
  if (text.error().kind == ErrorKind::Io) return fail(std::move(text));
  return std::nullopt;
}

}  // namespace

void mark_unlisted(std::vector<TextChange>& changes) {
  for (TextChange& change : changes) {
    change.unlisted = !change.before && change.after && !change.kept;
  }
}

Result<IndexChanges> index_changes(const OpenPlaces& places, const Journal& journal,
                                   const std::vector<TextChange>& changes) {
  IndexChanges result;
  std::map<std::string, Place> touched;
  for (const TextChange& change : changes) {
    if (is_note(change)) touched.emplace(change.place.key, change.place);
  }
  for (const auto& [key, place] : touched) {
    std::optional<fs::Stat> seen;
    if (const fs::Root* root = places.find(key); root != nullptr) {
      if (const auto stat = root->stat(note::kIndexFile)) seen = *stat;
    }
    LOCI_ASSIGN(std::optional<std::string> present, present_text(places, place, note::kIndexFile));
    const std::optional<std::string>* base = &present;
    for (const TextChange& change : changes) {  // the operation's own index, if it brings one
      if (change.place == place && change.file == note::kIndexFile) base = &change.after;
    }
    const auto is_listed = [&here = place](const TextChange& change) {
      return change.place == here && is_note(change) && change.after && !change.unlisted;
    };
    const bool listed = std::any_of(changes.begin(), changes.end(), is_listed);
    if (!*base && !present && !listed) continue;
    LOCI_ASSIGN(note::IndexUpdate update,
                updated_index(base->has_value() ? **base : std::string_view(), place,
                              note_changes(changes, place), journal, result.stayed));
    std::optional<std::string> after;
    if (!update.remove && (!update.text.empty() || *base)) after = std::move(update.text);
    if (after == *base) continue;
    // Moved, not copied: an index may have megabytes.
    TextChange change{place, std::string(note::kIndexFile), std::move(present), std::move(after)};
    if (change.before) change.seen = seen;
    result.texts.push_back(std::move(change));
  }
  return result;
}

Result<> StagedChanges::stage(const OpenPlaces& places, const TextChange& change,
                              fs::FileBatch& batch) {
  fs::Root* root = places.find(change.place.key);
  if (!change.write || root == nullptr) return {};  // the place is gone: nothing to remove there
  for (Anew& anew : anew_) {
    if (anew.directory->place() != change.place) continue;
    anew.files.push_back({change.file, *change.after});
    anew.changes.push_back(&change);
    return {};
  }
  written_.push_back({root, &change});
  const fs::Expected expected{change.before};
  if (change.after) return batch.replace(*root, change.file, *change.after, expected);
  batch.remove(*root, change.file, expected);
  return {};
}

Result<> StagedChanges::stage(const OpenPlaces& places, const std::vector<TextChange>& changes,
                              const std::vector<TextChange>& indexes) {
  const auto superseded = [&](const TextChange& change) {
    return std::any_of(indexes.begin(), indexes.end(), [&](const TextChange& index) {
      return index.place == change.place && index.file == change.file;
    });
  };
  many_ = changes.size() >= kThousands;
  // A note that is renamed is there under its new name before the old one goes.
  const bool any_order = many_ && std::all_of(changes.begin(), changes.end(),
                                              [](const auto& change) { return change.after; });
  if (any_order) notes_.set_order(fs::FileBatch::Order::Any);
  for (const TextChange& change : changes) {
    if (!superseded(change)) LOCI_TRY(stage(places, change, notes_));
  }
  if (written_.size() >= EarlySync::kWorth) early_ = std::make_unique<EarlySync>(roots());
  if (any_order) LOCI_TRY(notes_.stage());
  indexes_.use_names_of(notes_);
  for (const TextChange& index : indexes) LOCI_TRY(stage(places, index, indexes_));
  for (const Anew& anew : anew_) anew.directory->want(anew.files);
  return {};
}

namespace {

// How many new notes a place gets, or nothing where it gets anything else, too.
std::map<std::string, std::size_t> new_notes(const std::vector<TextChange>& changes) {
  std::map<std::string, std::size_t> counts;
  std::unordered_set<std::string> others;
  for (const TextChange& change : changes) {
    const bool is_new = !change.before && change.after && change.write;
    if (is_new) {
      ++counts[change.place.key];
    } else {
      others.insert(change.place.key);
    }
  }
  std::erase_if(counts, [&](const auto& one) {
    return one.second < NewDirectory::kWorth || others.contains(one.first);
  });
  return counts;
}

std::unique_ptr<NewDirectory> take_of(NewDirectories& directories, const Place& place) {
  for (std::unique_ptr<NewDirectory>& one : directories) {
    if (one && one->place() == place) return std::move(one);
  }
  return nullptr;
}

}  // namespace

Result<> StagedChanges::stage_anew(fs::FileSystem& files, const std::string& home,
                                   OpenPlaces& places, const std::vector<TextChange>& changes,
                                   const std::vector<TextChange>& indexes, NewDirectories* ahead) {
  places_ = &places;
  if (changes.size() < NewDirectory::kWorth) return stage(places, changes, indexes);
  const std::map<std::string, std::size_t> wanted = new_notes(changes);
  for (const OpenPlaces::Item& item : places.items()) {
    if (!wanted.contains(item.place.key)) continue;
    std::unique_ptr<NewDirectory> directory = ahead ? take_of(*ahead, item.place) : nullptr;
    // Somebody may have saved a file since, and where directories have no locks the lock is one.
    const bool empty = item.root->is_empty().value_or(false);
    if (!empty) continue;
    if (!directory) directory = NewDirectory::begin(files, home, item.place);
    if (directory) anew_.push_back({std::move(directory)});
  }
  return stage(places, changes, indexes);
}

std::vector<fs::File*> StagedChanges::files() const {
  std::vector<fs::File*> files = notes_.unsynced_siblings();
  for (fs::File* file : indexes_.unsynced_siblings()) files.push_back(file);
  return files;
}

void StagedChanges::synced() {
  notes_.siblings_synced();
  indexes_.siblings_synced();
}

Result<> StagedChanges::sync_many() {
  if (!many_ || many_synced_) return {};
  const auto early = std::exchange(early_, nullptr);
  if (early) LOCI_TRY(early->end());
  for (fs::Root* root : roots()) LOCI_TRY(root->sync_file_system());
  for (const Anew& anew : anew_) LOCI_TRY(anew.directory->sync());
  many_synced_ = true;
  synced();
  return {};
}

std::vector<fs::Root*> StagedChanges::roots() const {
  std::vector<fs::Root*> roots;
  for (const Written& written : written_) {
    const bool known = !roots.empty() && roots.back() == written.root;
    if (known || std::find(roots.begin(), roots.end(), written.root) != roots.end()) continue;
    roots.push_back(written.root);
  }
  return roots;
}

void StagedChanges::note_stamps(const Anew& anew, std::vector<TextChange>& changes) {
  const std::vector<std::optional<fs::Stamp>> stamps = anew.directory->stamps();
  for (std::size_t i = 0; i < stamps.size(); ++i) {
    const TextChange* const first = changes.data();
    const TextChange* const change = anew.changes[i];
    if (change < first || change >= first + changes.size()) continue;  // the index, which follows
    changes[static_cast<std::size_t>(change - first)].written = stamps[i];
  }
}

Result<> StagedChanges::publish_new(std::vector<TextChange>& changes, Progress& progress) {
  for (const Anew& anew : anew_) {
    const auto done = anew.directory->publish(*places_);
    progress.touched = progress.touched || anew.directory->is_in_place();
    if (done) {
      note_stamps(anew, changes);
      continue;
    }
    // Where nothing was changed it is done once more, each file by itself.
    progress.overtaken = !progress.touched;
    return done;
  }
  return {};
}

Result<> StagedChanges::look_again(Progress& progress) const {
  // Whoever asks for each of thousands of new files asks in vain: what is in their directories
  // is told in one go.
  std::map<const fs::Root*, Listing> there;
  if (many_) {
    for (fs::Root* root : roots()) {
      LOCI_ASSIGN(std::vector<fs::Entry> entries, root->list());
      Listing& listing = there[root];
      listing.reserve(entries.size());
      for (fs::Entry& entry : entries) {
        if (!fs::is_temporary_name(entry.name)) listing.insert(std::move(entry.name));
      }
    }
  }
  for (const Written& written : written_) {
    const TextChange& change = *written.change;
    if (many_ && !change.before && !there[written.root].contains(change.file)) continue;
    if (change.seen) {
      const auto now = written.root->stat(change.file);
      if (now && *now == *change.seen) continue;
    }
    LOCI_ASSIGN(const bool same, fs::holds(*written.root, change.file, change.before));
    if (same) continue;
    progress.overtaken = true;
    return fail(conflict(fmt::format("'{}' was changed while it was being written", change.file),
                         "save it in your editor and run the command again"));
  }
  return {};
}

Result<> StagedChanges::collect_edits(const OpenPlaces& places, const fs::FileBatch& batch,
                                      std::vector<TextChange>& changes, Progress& progress) {
  for (const fs::FileBatch::Overtaken& file : batch.overtaken()) {
    for (std::size_t i = 0; i < changes.size(); ++i) {
      TextChange& change = changes[i];
      if (change.file != file.name || places.find(change.place.key) != file.root) continue;
      Edit edit;
      edit.change = i;
      edit.root = file.root;
      edit.leftover = file.leftover;
      LOCI_ASSIGN(edit.text, text_or_none(*file.root, change.file));
      if (!file.leftover.empty()) {
        LOCI_ASSIGN(edit.earlier, text_or_none(*file.root, file.leftover));
      }
      change.after = edit.text;
      progress.edits.push_back(std::move(edit));
    }
  }
  return {};
}

// An index is the work of several: what somebody wrote into it meanwhile stays, and
// the lines of the operation's notes are brought up to date in that text. Again, when
// it was saved once more while this was done.
Result<> StagedChanges::follow(const OpenPlaces& places, const Journal& journal,
                               std::vector<TextChange>& changes, Progress& progress) {
  for (int round = 0; round < kIndexRounds; ++round) {
    for (TextChange& change : changes) {
      if (change.file != note::kIndexFile) continue;
      LOCI_ASSIGN(change.after, present_text(places, change.place, change.file));
    }
    LOCI_ASSIGN(const IndexChanges indexes, index_changes(places, journal, changes));
    if (indexes.texts.empty()) return {};
    StagedChanges again;
    LOCI_TRY(again.stage(places, {}, indexes.texts));
    LOCI_TRY(again.indexes_.sync_siblings());
    Result<> written = again.indexes_.commit(fs::Durability::Unsynced);
    progress.touched = progress.touched || again.indexes_.touched();
    if (!written) return written;
    // What is left over is recorded by whoever sweeps it.
    if (again.indexes_.overtaken().empty()) return {};
  }
  return fail(conflict(fmt::format("'{}' is being saved over and over", note::kIndexFile),
                       "close the program that saves it"));
}

Result<> StagedChanges::publish(const OpenPlaces& places, const Journal& journal,
                                std::vector<TextChange>& changes, Progress& progress,
                                const std::function<void()>& renamed) {
  progress = {};
  LOCI_TRY(sync_many());
  LOCI_TRY(notes_.sync_siblings());
  LOCI_TRY(indexes_.sync_siblings());
  LOCI_TRY(look_again(progress));
  LOCI_TRY(publish_new(changes, progress));
  Result<> outcome = notes_.commit(fs::Durability::Unsynced);
  progress.touched = progress.touched || notes_.touched();
  if (!outcome) return outcome;
  const auto& overtaken = notes_.overtaken();
  const bool index_alone =
      !overtaken.empty() && std::all_of(overtaken.begin(), overtaken.end(), [](const auto& file) {
        return file.name == note::kIndexFile;
      });
  // Only an index of the operation's own was overtaken, and no file was changed: the
  // caller plans once more from what the index is now.
  if (index_alone && !progress.touched) {
    progress.overtaken = true;
    return fail(conflict(fmt::format("'{}' is being saved over and over", note::kIndexFile),
                         "close the program that saves it"));
  }
  LOCI_TRY(collect_edits(places, notes_, changes, progress));
  const bool own_index = std::any_of(changes.begin(), changes.end(), [](const TextChange& change) {
    return change.file == note::kIndexFile && change.write;
  });
  // The staged index is right only if every note got its text; else follow() makes
  // another for what is there now.
  if (progress.edits.empty() || own_index) {
    outcome = indexes_.commit(fs::Durability::Unsynced);
    progress.touched = progress.touched || indexes_.touched();
    if (!outcome) return outcome;
    LOCI_TRY(collect_edits(places, indexes_, changes, progress));
  }
  if (!progress.edits.empty() || !indexes_.overtaken().empty()) {
    LOCI_TRY(follow(places, journal, changes, progress));
  }
  if (renamed) renamed();
  for (const Anew& anew : anew_) {
    LOCI_TRY(anew.directory->parent().sync());
    // follow() may have written its index once more.
    LOCI_TRY(places.find(anew.directory->place().key)->sync());
  }
  for (fs::Root* root : roots()) LOCI_TRY(root->sync());
  return {};
}

}  // namespace loci::store
