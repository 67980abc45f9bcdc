// One sync of a replica with a remote, as a conversation: ask what it needs, do that, and say
// what came of it. It has no clock, disk, network or thread of its own, so that a simulation
// can cut it anywhere; what must survive a crash is in ReplicaState, which the caller saves.
//
//   send what an earlier sync left unanswered -> pull -> steps here -> look -> send -> finished
//
// A remote that moved on meanwhile sends it back to the pull.

#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sync/agreement.h"

namespace loci::sync {

// A text that was erased for good. Heard before anything else.
struct Purged {
  std::string note;
  std::string hash;
  auto operator<=>(const Purged&) const = default;
};

// Changes under way to a remote. The id makes a second try the same as the first: the answer
// may have been lost after they counted.
struct Sending {
  std::string id;
  std::vector<Outgoing> changes;
  std::set<Purged> purges;
  std::string heard;  // the cursor it was decided at: what was purged since is not taken
  bool operator==(const Sending&) const = default;
};

// A change that the remote will not have, and why. It is tried again once it is another one.
struct Refused {
  NoteVersion version;
  std::string why;
  bool operator==(const Refused&) const = default;
};

enum class StopReason : std::uint8_t {
  None,
  Foreign,
  Rewound,
  Empty,         // nothing there, though something was agreed
  Resync,        // the remote no longer knows where this replica stood
  RemovesHere,   // more than a third of the notes would go here
  RemovesThere,  // or there
  PurgesHere,    // so many would be erased here for good
  Unsettled,     // others were quicker each time
};
// Whether what is asked about removes or erases notes.
[[nodiscard]] bool removes(StopReason why);

// What a person was asked.
struct Question {
  std::size_t gone = 0;  // how many notes of the worst scope were said to go
  // Those that would go from scopes where it is too many, and what they were. None are known of a
  // question of an earlier version, which is asked again.
  std::set<std::pair<std::string, std::string>> notes{};
  bool operator==(const Question&) const = default;
};

struct ReplicaState {
  Agreement agreed;
  std::string cursor;  // how far the remote's changes were heard; "" = never
  std::optional<Sending> sending;
  std::map<std::string, Refused, std::less<>> refused;
  std::set<Purged> to_purge;  // erased here, and not yet said there
  // Said or heard, and said again to a remote that forgot it.
  std::set<Purged> purged;
  // What a person was asked since a sync last ended well.
  std::map<StopReason, Question> asked;
  // Notes that were agreed on since the cursor: a pull from there tells of them, or else the remote
  // forgot them, as a standby does that took over too early.
  std::set<std::string> ahead;
  bool operator==(const ReplicaState&) const = default;
};

struct Pulled {
  enum class Answer : std::uint8_t {
    Changes,     // since the cursor
    Everything,  // all notes: the cursor was "", or the remote no longer knows it
    Foreign,     // another store than the cursor's
    Rewound,     // the store is older than what was heard
  };
  Answer answer = Answer::Changes;
  std::map<std::string, RemoteNote, std::less<>> notes;
  std::vector<Purged> purged;
  std::string cursor;  // after these
};

struct Sent {
  enum class Answer : std::uint8_t { Accepted, Moved };
  Answer answer = Answer::Accepted;
  std::map<std::string, std::string, std::less<>> refused{};  // of accepted ones: note and reason
  // How far was heard with these, where nobody else's came in between; else "".
  std::string cursor{};
};

// Whether a change may go to the remote. Empty: all may.
using Sends = std::function<bool(const Outgoing& change)>;

// The changes that a remote has not heard of and has not refused, whether they may go or not.
[[nodiscard]] std::vector<Outgoing> unsent_changes(ReplicaState& state, const Notes& here,
                                                   const Past& past);

enum class Need : std::uint8_t {
  Send,   // sending(), then sent()
  Pull,   // cursor(), then pulled()
  Erase,  // purging(), then erased()
  Step,   // step(), then done()
  Look,   // the notes as they stand: looked()
  Finished,
  Stopped,  // why(); a person decides, and with `accept` it goes on
};

// What a person said yes to before the sync began.
enum class Consent : std::uint8_t {
  None,
  // To what ReplicaState::asked has, or, where that has nothing, to the first question that it
  // meets. Another store, and what would remove or erase notes for another reason, or one that was
  // not shown, is asked about. What is asked is in the state then, so that the next
  // yes is one to all of it.
  Asked,
  Anything,  // whatever would stop it, unseen
};

class SyncRun {
 public:
  SyncRun(ReplicaState& state, Past past, Consent consent);
  SyncRun(ReplicaState& state, Past past, bool accept)
      : SyncRun(state, std::move(past), accept ? Consent::Anything : Consent::None) {}
  // From now on only these changes go, and no purges: the others stay here and are kept.
  void send_only(Sends which);
  // Everything is compared anew: the next pull is to be one of all notes.
  void hear_all() { anew_ = true; }
  [[nodiscard]] const std::vector<Outgoing>& withheld() const { return withheld_; }
  // Whether the last pull says that the remote has no such note any more.
  [[nodiscard]] bool is_gone_there(const std::string& note) const;

  [[nodiscard]] Need need() const { return need_; }
  [[nodiscard]] StopReason why() const { return why_; }
  [[nodiscard]] const Removals& removals() const { return removals_; }

  [[nodiscard]] const Sending& sending() const { return *state_.sending; }
  void sent(const Sent& answer);

  // "" also where everything is compared anew.
  [[nodiscard]] std::string cursor() const { return anew_ ? "" : state_.cursor; }
  // `here`: the notes as they stand on this machine.
  void pulled(Pulled answer, Notes here);

  [[nodiscard]] const Purged& purging() const { return purges_.front(); }
  [[nodiscard]] const std::deque<Purged>& purges() const { return purges_; }
  // The text is gone here; `went`: the note was that text, and went with it.
  void erased(bool went);

  enum class Came : std::uint8_t {
    Done,
    Held,     // it waits here for a person
    Skipped,  // the note was changed meanwhile: it is looked at again
  };
  [[nodiscard]] const Step& step() const { return steps_.front(); }
  // All that are left: who does several at once says done() for each, in this order.
  [[nodiscard]] const std::deque<Step>& steps() const { return steps_; }
  void done(Came came);

  // What is to be sent gets this id. It must be new and nobody else's.
  void looked(const Notes& here, std::string id);
  // Of which a deletion waited here until that look: what of it is in an inbox has no purpose.
  [[nodiscard]] const std::vector<std::string>& settled() const { return settled_; }

 private:
  void plan();
  void agreed_ahead(const std::string& note);
  [[nodiscard]] bool forgets(const Pulled& answer) const;
  [[nodiscard]] bool is_to_be_purged(const std::string& note, const RemoteNote& remote) const;
  void stop(StopReason why);
  // False, and it has stopped, where a person is to be asked first.
  bool may_pass(StopReason why);
  void finish();
  void go_on();
  void pull_again();
  void weigh(const std::map<std::string, std::string>& gone, const std::vector<std::string>& all);
  // The notes that stand here and go with a text that was purged.
  void weigh_purges();
  [[nodiscard]] Agreed before_held(const std::string& note, const Agreed& held) const;
  [[nodiscard]] std::vector<std::string> seen(const std::string& note) const;
  [[nodiscard]] std::vector<std::string> seen_after(const Outgoing& change) const;

  static constexpr int kMostRounds = 20;

  ReplicaState& state_;
  Past past_;
  Consent consent_;
  Sends sends_;
  std::vector<Outgoing> withheld_;
  std::vector<std::string> settled_;
  bool anew_ = false;
  bool forgot_ = false;  // the remote lost its end
  Need need_;
  StopReason why_ = StopReason::None;
  Removals removals_;
  Question question_;  // what they ask
  int rounds_ = 0;
  bool skipped_ = false;
  Pulled heard_;
  Notes here_;
  std::deque<Purged> purges_;
  std::deque<Step> steps_;
};

}  // namespace loci::sync
