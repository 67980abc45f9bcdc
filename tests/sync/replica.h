// A machine of the world: its disk, in memory, and the sync that runs on it.

#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "note/index_outline.h"
#include "sync/world.h"

namespace loci::sync::world {

inline const std::string kIndex = "MEMORY.md";

[[nodiscard]] inline bool is_daily(const std::string& note) { return note.starts_with("daily/"); }

struct Replica {
  // What becomes of a note that both changed; a conflict leaves a second one.
  struct Merged {
    Text text;
    std::string other_note{};
    std::optional<Text> other{};
  };
  // A version that came and waits for a person.
  struct Waiting {
    std::optional<Merged> merged;  // none: a deletion
    NoteVersion theirs;            // the remote's, of which it was made
    std::optional<Text> mine;      // what stood here then
  };
  struct Disk {
    Texts notes;
    std::string index;
    std::string taken;  // a version of the remote's of the index,
    std::string as;     // and what it came to here
    std::map<std::string, std::vector<std::string>> history;  // versions, oldest first
    std::set<std::string> unrecorded;                         // edited behind the journal's back
    Texts objects;
    std::map<std::string, Waiting> inbox;
    ReplicaState state;
  };
  enum class Sending : std::uint8_t { All, Nothing, Tagged };

  Replica(World& w, int n) : world(w), number(n) {}

  World& world;
  int number;
  Disk disk;
  Disk backup;
  bool online = true;
  Sending sends = Sending::All;
  bool holds = false;       // a policy that doubts some of what comes
  std::uint64_t clock = 0;  // its minutes, behind or before the others'
  // Lost in a crash.
  std::unique_ptr<ReplicaState> working;
  std::unique_ptr<SyncRun> run;
  Texts heard;                  // texts that came with the pull
  std::uint64_t question = 0;   // answers to another one are ignored
  NoteVersion outlined;         // the index as it was looked at last
  bool is_twin = false;         // its disk was copied, or set back, and no sync has looked since
  std::set<std::string> twins;  // notes that nobody had recorded on that disk then

  // Through loci: recorded, and in the index.
  void put(const std::string& note, const std::optional<Text>& text);
  // Saved by an editor: nobody has recorded it.
  void save_outside(const std::string& note, const Text& text);
  // The text is gone here. That there was one stays known, as in the journal.
  void drop(const Purged& purge);
  // A person accepts what waits.
  void accept_waiting();

  [[nodiscard]] std::uint64_t minute() const { return world.now() + clock; }
  // What of the index travels.
  [[nodiscard]] std::optional<Text> outline() const;
  // Notes, and what travels of the index.
  [[nodiscard]] Texts all() const;
  [[nodiscard]] Notes here();
  // The same, in a sync.
  [[nodiscard]] Notes look();
  [[nodiscard]] std::vector<std::string> past(std::string_view note) const;
  // Another home has this disk, or had it.
  void share_disk();
  // Lines of the index that no sync has seen.
  [[nodiscard]] Lines unlooked() const;
  // Notes that stand here as they do nowhere else, as somebody wants it.
  [[nodiscard]] std::set<std::string> exceptions();

  void start(bool accept);
  void forget();

 private:
  void list(const std::string& note, const std::optional<Text>& after);
  void see(const std::string& note, const Text& text);
  void stood(const std::string& version);
  void record(const std::string& note);
  [[nodiscard]] std::vector<note::NoteLine> lines() const;
  [[nodiscard]] note::Files by_hand() const;
  [[nodiscard]] bool may_go(const Outgoing& change) const;
  [[nodiscard]] std::optional<Text> text_of(const std::string& hash) const;
  [[nodiscard]] std::optional<Text> base_of(const Step& step) const;

  void save();
  bool dies();
  void go_on();
  void repeat(std::uint64_t asked, const World::Event& ask);
  void ask_pull();
  void ask_send();
  void hear_answer(const Sent& sent, std::uint64_t at, std::uint64_t life);
  void erase();
  void step();
  void step_index(const Step& step);
  void hold(const Step& step, std::optional<Merged> merged);
  [[nodiscard]] Merged merged(const std::string& note, const std::optional<Text>& base,
                              const Text& mine, const Text& theirs);
  void put_merged(const std::string& note, const Merged& merged);
  void finish_step();
};

}  // namespace loci::sync::world
