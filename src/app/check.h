// What is wrong with memory, for people and for CI. Pure: the caller reads the
// files. docs/format.md lists the rules.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/links.h"
#include "base/result.h"
#include "note/note.h"
#include "note/outline.h"
#include "store/place.h"

namespace loci::app {

enum class Severity : std::uint8_t { Warning, Error };

struct CheckRule {
  std::string_view id;
  Severity severity;
  std::string_view about;  // one line, no final stop
  bool fixable;            // `check --fix` mends it
};
[[nodiscard]] std::span<const CheckRule> check_rules();

struct Finding {
  const CheckRule* rule;
  std::string path;  // of the file
  std::size_t line;  // 1-based
  std::string message;
  bool untrusted = false;  // in what an untrusted repository ships
};

// What is kept of a note once it is looked at: twenty thousand texts are many.
struct CheckedNote {
  std::string file;
  std::string name;               // as shown
  std::vector<note::Link> links;  // their lines are the file's
  std::string text;               // of an agent's note only: copies are compared
};
// What lies in a place, looks like a note and is none.
struct Stray {
  enum class Kind : std::uint8_t { Nested, NoFile };  // in a directory; a link, a pipe …
  std::string path;                                   // below the place
  Kind kind;
};
// What is there and could not be read.
struct Unread {
  std::string path;  // below the place, or "" for the place itself
  std::string message;
};
struct CheckedPlace {
  store::Place place;
  std::string path;
  std::vector<CheckedNote> notes;
  std::string index;  // MEMORY.md, or ""
  std::vector<Stray> strays;
  bool untrusted = false;
  std::vector<Unread> unread = {};  // of the notes, the index and what lies beside them
};
// A place that could not be opened.
struct Refused {
  std::string path;
  std::string message;
  bool untrusted = false;
  std::optional<Error> unreadable =
      {};  // it may hold notes; none: it cannot, see Store::is_blocked
};
// The first of these that may hold notes, as an error: for whoever needs them all.
[[nodiscard]] Result<> need_readable(const std::vector<Refused>& refused);

class Checker {
 public:
  // `today` is YYYY-MM-DD.
  explicit Checker(std::string today) : today_(std::move(today)) {}

  // One note by itself: form, description, dates. The place needs no notes yet.
  void check_note(const CheckedPlace& place, std::string_view file, std::string_view text,
                  const note::Note& parsed);
  void unreadable(const CheckedPlace& place, std::string_view file, std::string message);
  void refuse(const Refused& place);
  // What needs all of them: names, indexes, links, copies. Gives all findings, by
  // path and line.
  [[nodiscard]] std::vector<Finding> finish(const std::vector<CheckedPlace>& places);

 private:
  void add(std::string_view id, const CheckedPlace& place, std::string_view file, std::size_t line,
           std::string message);
  void check_file_name(const CheckedPlace& place, std::string_view file);
  void check_names(const CheckedPlace& place);
  void check_index(const CheckedPlace& place);
  void check_links(const CheckedPlace& place, const LinkResolver& resolver);
  void check_copies(const std::vector<CheckedPlace>& places);

  std::string today_;
  std::vector<Finding> findings_;
};

// The notes of these places, in their order.
[[nodiscard]] std::vector<LinkedNote> linked_notes(const std::vector<CheckedPlace>& places);

}  // namespace loci::app
