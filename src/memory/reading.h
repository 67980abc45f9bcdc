// Reading notes: finding the one that is meant, its text, lists.

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "memory/memory.h"
#include "memory/verdicts.h"
#include "note/note.h"

namespace loci::memory {

// One note in a list.
struct NoteInfo {
  store::Place place;
  std::string file;
  std::string name;
  std::string description;
  std::string type;  // "" when it has none
  std::vector<std::string> tags;
  std::string hash;
  Timestamp modified;
  std::vector<note::Fault> faults;  // malformed when there are any
  std::string unreadable;           // why it could not be read, or ""
  bool untrusted = false;           // comes with a repository that is not trusted
  // What the last `verify` found of the things it cites: "ok", "stale", "missing", and
  // when; "" where it did not look at this text or found nothing cited.
  std::string citations{};
  std::string verified{};
  // Of a list: "expired on 2026-11-01", "superseded by new.md", or "" (outdated.h), and "to be
  // reviewed by 2026-11-01" of what is due.
  std::string outdated = {};
  std::string due = {};
  std::string origin = {};      // who wrote it last, where that was asked for
  std::string agent_name = {};  // who wrote it, as it says itself
};

struct NoteText {
  NoteInfo info;
  std::string text;
  std::vector<CitationVerdict> stale{};  // those of its citations that are stale or missing
};

// A note by its name, for every use case that is about one.
struct NoteRequest {
  std::string name;
  Selector selector;
  std::optional<std::string> if_hash;
  bool dry_run = false;
  bool by_title = false;                // the name may be a title
  std::vector<std::string> allow = {};  // of what changes it: rules that a person lets pass
  bool by_prefix = false;  // or the beginning of one note's name alone: for reading only
};

struct ListRequest {
  Selector selector;
  std::string type = {};   // only these; "" = all
  std::string tag = {};    // only those that have it, in any case
  std::string since = {};  // only those changed since: "24h", "7d" or a date
  // Only those that these wrote last ("user", "agent", "agent:claude", "import", "external");
  // "all": every one, with its origin.
  std::string origin = {};
};

// The note that a request means, the places that were looked at, and their files.
struct Located {
  std::vector<store::Place> places;
  std::unique_ptr<store::View> view;
  Found found;
};
Result<Located> locate(Memory& memory, const NoteRequest& request);
// The target of a new note, and the other parts of its scope that are there: a
// title is one note's in the whole scope.
Result<std::vector<store::Place>> parts_of(Memory& memory, const Selector& selector,
                                           const store::Place& target);
// InvalidInput naming the types for what is none.
[[nodiscard]] Result<note::Type> check_type(std::string_view text);

Result<NoteText> read(Memory& memory, const NoteRequest& request);
// When a note that read() gave was changed: its own date, else the journal's, which is
// searched for, else the file's.
[[nodiscard]] Result<Timestamp> date_of(Memory& memory, const NoteInfo& note);
Result<std::vector<NoteInfo>> list(Memory& memory, const ListRequest& request);

}  // namespace loci::memory
