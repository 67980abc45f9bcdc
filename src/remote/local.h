// This machine's side of a sync: the notes as they stand, their past, and what the remote's
// changes do here. Everything goes through Memory::commit, as one operation that undo takes
// back; it is scanned like an import, and what has to wait goes to the inbox.

#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "memory/holding.h"
#include "memory/memory.h"
#include "memory/scanning.h"
#include "memory/standings_file.h"
#include "note/index_outline.h"
#include "remote/names.h"
#include "remote/remotes.h"
#include "remote/seen_notes.h"
#include "remote/transport.h"
#include "sync/run.h"

namespace loci::remote {

class HookCheck;  // hook_check.h

// What became of a note.
struct News {
  std::string note;
  std::string what;  // "taken", "deleted", "emptied", "merged", "two versions", "kept", "held" …
  std::string why{};
};

// News::what of a write that went from the inbox because it has no purpose there any more.
inline constexpr std::string_view kNoLongerHeld = "no longer held";
// And why, where a deletion met an edit.
inline constexpr const char* kEditCounts = "deleted there, edited here: the edit counts";

class Local {
 public:
  // All of these must outlive it.
  Local(memory::Memory& memory, const Remote& remote, const Names& names, SavedState& saved,
        SeenNotes& seen)
      : memory_(memory), remote_(remote), names_(names), saved_(saved), seen_notes_(seen) {}

  // One that cannot be read is an error: it must not be taken for a deleted one. One that is
  // too large counts as it was agreed on.
  Result<sync::Notes> look();

  // The versions that a note had here, newest first.
  [[nodiscard]] std::vector<std::string> past(std::string_view note);

  // The same of notes of which a version is held back; none of others, which is quick.
  [[nodiscard]] std::vector<std::string> held_past(std::string_view note);
  // Those of these notes that have a tag.
  Result<std::set<std::string>> tagged(const sync::Notes& notes, std::string_view tag);

  struct Done {
    std::vector<sync::SyncRun::Came> came;  // of each step
    std::vector<News> news;
    std::uint64_t operation = 0;      // in the journal; 0 = nothing was changed
    std::optional<Error> conflict{};  // why nothing was changed, and is to be tried again
    // Only notes came, and none of them waits: should what is known be lost, the journal tells it.
    bool is_told_by_journal = true;
  };
  // `save` writes down what is known, before the first file changes.
  Result<Done> perform(const std::deque<sync::Step>& steps, Transport& transport,
                       const std::function<Result<>()>& save);

  struct Foreseen {
    std::vector<sync::SyncRun::Came> came;  // of each step
    std::vector<News> news;
    sync::Notes changed;  // as they would be; none: they would be gone
  };
  // What these steps would do; nothing is changed.
  Result<Foreseen> foresee(const std::deque<sync::Step>& steps, Transport& transport);

  // Which lines of a note a person confirmed here, for the text that it has.
  Result<Confirmed> confirmed(const std::string& note, const std::string& hash);

  // Why a text must not leave this machine, or "": the scanner would block it in a repository.
  // `before` is what the remote has.
  Result<std::string> reason_to_keep(const std::string& note, const std::string& text,
                                     const std::optional<std::string>& before);

  struct Erased {
    bool note = false;  // the note was that text, and went with it
    bool held = false;  // a write with that text waited in the inbox, or did
  };
  // Erases texts that were purged elsewhere, also where they only wait in the inbox. Of a note that
  // `is_gone` at the remote nothing stays where it was one of them: whoever purged it need not have
  // known all that was written here.
  Result<std::vector<Erased>> erase(const std::deque<sync::Purged>& purges,
                                    const std::function<bool(const std::string&)>& is_gone);
  // What that would find, with nothing erased. From then on notes that would be gone count as gone
  // for look() and foresee().
  Result<std::vector<Erased>> foresee_erase(const std::deque<sync::Purged>& purges);

  // Takes what came of these notes from this remote out of the inbox. What a person gave another
  // text there stays.
  struct Withdrawn {
    std::vector<News> news;
    std::uint64_t operation = 0;  // in the journal; 0 = nothing waited
  };
  Result<Withdrawn> withdraw(const std::vector<std::string>& notes, bool dry_run);

  // What was purged here since this was last asked for; of `rejoined`, which did not travel for a
  // while, since that began.
  Result<std::set<sync::Purged>> own_purges(const std::set<std::string>& rejoined = {});

  // The next look makes out anew what of an index travels. That depends on its notes and on their
  // past, too, so what was kept for the same text may no longer be true.
  void forget_index(const std::string& note);

  // What a sync that died was about to bring into indexes: whether it came. Before the first look.
  Result<> settle_coming();

  // What was written by hand is recorded before it is sent: a sync that died can ask whether it
  // counted, and a purge names it, also when it was overwritten since. Very many at once, as in a
  // first sync, are not.
  Result<> record_by_hand(const std::vector<sync::Outgoing>& changes);

  // Texts of this machine, by hash: as they stand or stood.
  Result<Texts> texts(const std::set<std::string>& hashes);

 private:
  struct Prepared;
  struct Arrival;  // what is known of all texts that come

  // A write of this remote's that waits in the inbox, as it came.
  struct Waiting {
    std::string note;
    memory::SeenEntry entry;
  };
  Result<std::vector<Waiting>> waiting(const std::vector<std::string>& notes);
  Result<> find_outdated(std::vector<Prepared>& all);
  static Result<> plan_removals(const std::vector<Waiting>& found, store::View& view,
                                store::Plan& plan);
  static void add_outdated(const Prepared& prepared, std::vector<News>& news);

  struct PurgesOfNote;  // that were heard
  Result<std::vector<PurgesOfNote>> find_purged(const std::deque<sync::Purged>& purges,
                                                std::vector<Erased>& all);
  [[nodiscard]] bool is_gone(const store::Place& place, std::string_view file) const;
  [[nodiscard]] std::vector<std::string> with_purged(std::string_view note,
                                                     std::vector<std::string> versions) const;
  void add_unrecorded(const std::string& name, std::set<sync::Purged>& purges) const;
  Result<std::vector<store::Place>> places();
  Result<> look_at(const store::Place& place, store::View& view, sync::Notes& notes);
  void keep_fresh(std::vector<store::Changed> changed);
  // Or nullptr where the file may be another one by now.
  [[nodiscard]] const store::Changed* fresh(const store::Place& place, const std::string& file,
                                            const fs::Stamp& stamp) const;
  Result<> add_agents(const std::string& directory,
                      const std::function<void(const std::string&)>& add);
  // `texts` gets what is fetched for them. Thousands of new notes are written meanwhile, where
  // `ahead` is given.
  Result<std::vector<Prepared>> prepare(const std::deque<sync::Step>& steps, Transport& transport,
                                        Texts& texts, store::NewDirectories* ahead);
  [[nodiscard]] store::NewDirectories begin_ahead(const std::vector<Prepared>& all) const;
  Result<> doubt_pair(Prepared& prepared, const memory::ScanVerdict& first);
  Result<> prepare_text(Prepared& prepared, const Arrival& arrival, store::View& view);
  Result<> hold_again(Prepared& prepared);
  // Whether an index is as it was when it was last looked at.
  [[nodiscard]] bool is_seen(const store::Place& place,
                             const std::optional<std::string>& index) const;
  // Which version of it stands here, with this outline by hash.
  [[nodiscard]] sync::NoteVersion index_version(const std::string& name,
                                                const std::string& outline) const;
  // `check` has seen all notes of the place.
  Result<> look_at_index(const store::Place& place, const std::optional<std::string>& text,
                         const HookCheck& check, sync::Notes& notes);
  // The notes whose hook in an index somebody worded.
  Result<note::Files> by_hand(store::View& view, const store::Place& place, std::string_view text);
  Result<std::string> outline_of(store::View& view, const store::Place& place,
                                 std::string_view text);
  Result<> prepare_index(Prepared& prepared, const Texts& texts, store::View& view);
  Result<std::string> new_index(const Prepared& prepared, store::View& view,
                                const store::Plan& plan, const std::vector<Prepared>& all) const;
  // Behind the changes of the notes.
  Result<> plan_index(Prepared& prepared, store::View& view, const std::vector<Prepared>& all,
                      store::Plan& plan) const;
  Result<std::string> came_of(store::View& view, const store::FileRecord& record);
  // Before the commit: which versions of the remote's it is to bring into indexes.
  void expect_indexes(const std::vector<Prepared>& all);
  // What the remote's versions of indexes came to here.
  Result<> settle_indexes(const std::vector<Prepared>& all,
                          const std::vector<store::Changed>& changed);
  // Lines that a person confirmed on another machine of theirs count here.
  Result<> confirm(const std::vector<Prepared>& all, Transport& transport);
  Result<> make_projects(const std::vector<Prepared>& all);
  void make_places(const std::vector<Prepared>& all);
  [[nodiscard]] store::Request request(std::vector<store::Place> places) const;
  static News news_of(const Prepared& prepared);

  memory::Memory& memory_;
  const Remote& remote_;
  const Names& names_;
  SavedState& saved_;
  SeenNotes& seen_notes_;
  std::map<std::string, NotePlace, std::less<>> seen_;    // by name, of the last look
  std::unordered_map<std::string, std::string> name_of_;  // notes of that look, by hash
  std::optional<std::map<std::string, std::vector<std::string>, std::less<>>> past_;
  std::map<std::string, memory::PlaceStandings> standings_;  // by the place's key
  std::set<std::pair<std::string, std::string>> missing_;    // of a note, by hash, once asked for
  // What the last perform() put in place with a stamp, by place and file, until the next look.
  std::vector<store::Changed> fresh_;
  std::set<std::string, std::less<>> gone_;        // notes that a dry run takes for erased
  Texts outlines_;                                 // that were made, by hash
  std::map<std::string, std::string> outline_of_;  // by name: the hash of the last look, or ""
};

}  // namespace loci::remote
