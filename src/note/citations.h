// What a note cites: files, lines, symbols, commits, environment names, URLs and other
// notes. Found by form alone; whether it is there is looked up elsewhere (upkeep/verify.h).
//
// Many words only look like a citation, so each comes with how sure that is: in `weight`,
// and in what the sentence around it says. Pure, linear in the text, and never fails.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "note/note.h"

namespace loci::note {

struct Citation {
  enum class Kind : std::uint8_t { Path, Symbol, Commit, Environment, Url, Note };
  enum class Weight : std::uint8_t {
    Hint,      // a word of a command
    Meant,     // in backticks, the target of a link, a path in prose
    Declared,  // in `metadata.cites`
  };

  Kind kind = Kind::Path;
  Weight weight = Weight::Meant;
  std::string text;  // as written, without backticks
  // Of a path: without "./", line and last slash. Of a symbol: the file that the note ties
  // it to, or "". Of a link: the note.
  std::string path{};
  std::string word{};          // of a symbol or environment name: what stands in a source
  std::size_t first_line = 0;  // cited lines; 0 = none
  std::size_t last_line = 0;
  std::size_t line = 1;       // where it stands, 1-based, in the note's file
  bool directory = false;     // written with a slash at the end
  bool known_ending = false;  // its name ends as files of source, text or data do
  // The sentence, or the heading above it, says that it is no more: "renamed", "removed".
  bool gone = false;
  // The name is made up, or the sentence speaks of what may be: an example, a file to be
  // made. Never more than a guess.
  bool supposed = false;
  // More than that: it is to be made, is made by a run, or the note is a plan or a record of
  // what was. Then not even a history shows that the note is wrong.
  bool proposed = false;
  bool doubtful = false;  // the name may stand for another: only the whole path tells something
  bool unread = false;    // the sentence is not in English, so nobody knows what it says
  bool target = false;    // of a path: of a link, so it begins where the note is, or at the root
};

[[nodiscard]] std::string_view kind_name(Citation::Kind kind);

// In the order in which they stand; the same thing cited twice is there twice.
[[nodiscard]] std::vector<Citation> citations(const Note& note, std::string_view text);
// Without the notes that it links to.
[[nodiscard]] std::vector<Citation> citations_without_notes(const Note& note,
                                                            std::string_view text);

}  // namespace loci::note
