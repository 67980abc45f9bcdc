// What a replica of the notes and a remote know of each other, and what follows for one note.
// Decided by hashes alone: no clock, no disk, no network.
//
// A replica keeps for each remote what both last agreed on, note by note. A note changed here
// when it is no longer what was agreed, and there when the remote says another version; a
// deletion is said, never concluded from absence.

#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loci::sync {

// A text of a note by its SHA-256. None: there is no such note.
using NoteVersion = std::optional<std::string>;

// What was agreed about one note. No entry means that nothing is known of it.
struct Agreed {
  NoteVersion here{};
  // Differs from `here` while the remote's version is held back on this machine; `here` is the last
  // then that stood on both sides.
  NoteVersion there{};
  bool lost = false;  // the remote forgot the note, or its deletion: that is to be sent again
  // The last versions the remote had before that one, newest first. Should it forget its end,
  // it is known what this replica has gone beyond. Where it did, that one is among them, behind
  // what it forgot.
  std::vector<std::string> seen{};
  // Both agreed that there is none: what the remote has from now on is new, be it a text that
  // stood there before.
  bool gone = false;
  bool operator==(const Agreed&) const = default;
  [[nodiscard]] bool held() const { return here != there; }
};

// A note as a remote has it.
struct RemoteNote {
  NoteVersion version;  // none: it was deleted
  // The versions it had before, newest first, as far as they came with the answer.
  std::vector<std::string> ancestors{};
};

// Notes by their name within what is synced: "global/deploy.md".
using Notes = std::map<std::string, NoteVersion, std::less<>>;
using Agreement = std::map<std::string, Agreed, std::less<>>;

enum class Act : std::uint8_t {
  Nothing,  // as agreed, or changed here alone
  Agree,    // both have the same text
  Take,     // the remote's text comes here
  Remove,   // the note goes here
  Merge,    // both changed
  Keep,     // changed here, deleted there: the edit stays
};

// What is to be done here with a note before anything is sent.
struct Step {
  std::string note;
  Act act = Act::Nothing;
  NoteVersion base{};     // of a merge; none: neither side descends from a text both know
  NoteVersion mine{};     // as it stands here
  NoteVersion theirs{};   // as the remote has it
  bool held = false;      // an earlier version of it is held back: so is this text
  bool outdates = false;  // what waits of an earlier version of it has no purpose any more
};

// The versions of a note that this replica had, newest first.
using Past = std::function<std::vector<std::string>(std::string_view note)>;

// What a change of the remote means for a note that stands here as `mine`.
[[nodiscard]] Step decide(std::string note, const NoteVersion& mine, const Agreed& agreed,
                          const NoteVersion& theirs);
// What both sides had last, which is later than what was agreed where a machine died before it
// wrote that down: the newest version in the remote's past that this replica had since. Where
// the remote does not know any more what was agreed, the newest that it had at all.
// Where both had agreed on none, what stands here as `mine`, if it came from the remote since.
[[nodiscard]] Agreed last_in_common(const Agreed& agreed, const RemoteNote& remote,
                                    const std::vector<std::string>& past, const NoteVersion& mine);
// What is agreed once a step was done; with `held` the remote's version waits for a person.
[[nodiscard]] Agreed agreed_after(const Step& step, bool held);

// A change of a note to be sent, and the version it was made on.
struct Outgoing {
  std::string note;
  NoteVersion base;
  NoteVersion version;
  // What it was before, newest first: who has one of these has seen nothing else.
  std::vector<std::string> past{};
  bool operator==(const Outgoing&) const = default;
};
[[nodiscard]] std::vector<Outgoing> outgoing(const Notes& here, const Agreement& agreed,
                                             const Past& past);

// How many notes of how many would go: what a person is asked about when it is over a third.
struct Removals {
  std::size_t gone = 0;
  std::size_t of = 0;
  [[nodiscard]] bool too_many() const { return gone > 3 && gone * 3 > of; }
};
// The scope where it is worst, of names that go among names that there are. A scope is what
// stands before the last '/' of a name.
[[nodiscard]] Removals worst_removals(const std::vector<std::string>& gone,
                                      const std::vector<std::string>& all);
// Those that go in scopes where it is too many.
[[nodiscard]] std::vector<std::string> too_many_of(const std::vector<std::string>& gone,
                                                   const std::vector<std::string>& all);

// What a person accepted meanwhile is held no more: the note is, or was, what waited, be it gone
// since.
void settle_held(const Notes& here, Agreement& agreed, const Past& past);

// A deletion waits no more once the note was edited here, since an edit beats it, or is gone here,
// too. Which notes that is; of those edited the edit is new there.
std::vector<std::string> settle_deletions(const Notes& here, Agreement& agreed);

}  // namespace loci::sync
