// Which lines of notes a person wrote or accepted, and which came with an import.
//
// Kept below state/confirmed (standings_file.h), by marks of lines (note/statements.h), never in
// the note, where anybody could write it. What is not known is not confirmed: a lost file means
// that a person is asked again, never that somebody else's line is followed. Pure.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "note/paragraphs.h"
#include "note/statements.h"

namespace loci::memory {

enum class Standing : std::uint8_t {
  Noted,      // by an agent, or changed outside loci
  Imported,   // from another tool, and not accepted
  Confirmed,  // a person wrote or accepted it
};

using Marks = std::set<std::string, std::less<>>;

// What is known of one note.
struct NoteStanding {
  struct Text {
    std::string hash;  // of the whole note; "" = one that is not to come back
    Marks marks;
    bool operator==(const Text&) const = default;
  };
  // The last one counts. Earlier ones count again when undo or restore brings their
  // text back.
  std::vector<Text> confirmed;
  Marks imported;

  [[nodiscard]] Standing of(const std::string& mark) const;
  bool operator==(const NoteStanding&) const = default;
};
using Standings = std::map<std::string, NoteStanding, std::less<>>;  // by file

// The text that keeps them, at most as long as a file may be: what has no room is left out.
inline constexpr std::string_view kStandingsHeader = "loci confirmed 1\n";
[[nodiscard]] Standings parse_standings(std::string_view text);
[[nodiscard]] std::string format_standings(const Standings& standings);
// The text with what is known now of some notes; the others are neither read nor written anew.
[[nodiscard]] std::string with_standings(std::string text, const Standings& changed);

// Who made a change, as far as it matters here.
enum class Writer : std::uint8_t {
  Person,  // new lines are confirmed; what a person takes out is confirmed no more
  Import,  // new lines are imported
  Loci,    // a person's rename, move or copy: lines whose links followed stay what they are
  Mover,   // somebody else's rename or move: lines that it changed are confirmed no more
  Return,  // a person's undo or restore: the text counts as it counted when it was there
  Other,   // confirms nothing
};

// The text of a note before and after a change.
struct NoteStep {
  std::optional<std::string> before;
  std::optional<std::string> after;
};

// What is known after a change. `source` is what was known of the note before, which
// may have been another file, in another place.
[[nodiscard]] NoteStanding after_step(const NoteStanding& source, const NoteStep& step,
                                      Writer writer);
// What still counts of a note that says this now: a line that is gone, whoever took it out, is
// confirmed no more, should somebody add it again.
[[nodiscard]] NoteStanding as_it_stands(const NoteStanding& known, std::string_view text);
// All lines of a text are confirmed, or some and the headings they stand under.
[[nodiscard]] NoteStanding accepted(const NoteStanding& known, std::string_view text,
                                    const note::LineRange& lines = {});
// No line of it is any more.
[[nodiscard]] NoteStanding withdrawn(const NoteStanding& known, std::string_view text);

}  // namespace loci::memory
