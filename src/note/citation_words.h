// What a single word may cite, by its form. Internal to note/.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace loci::note {

struct PathWord {
  std::string path;      // without "./", line and last slash
  std::string symbol{};  // of "src/a.cc::name" and "src/a.cc#name"
  std::size_t first_line = 0;
  std::size_t last_line = 0;
  bool directory = false;
  bool known_ending = false;
  bool made_up = false;   // "path/to/file", "foo/bar.py"
  bool doubtful = false;  // made up, or the name of a file: "docs/NAME.md", "my-site/a.ts"
  std::size_t parts = 1;
};
// A word that is written as a path of a repository is. Nothing for globs, placeholders,
// absolute paths, URLs, domain names, versions, dates, types of media, packages and routes.
[[nodiscard]] std::optional<PathWord> path_word(std::string_view word);

// The name that a source would have of `Class::method`, `call()`, `snake_case` and
// `camelCase`; "" for a word that need not be a name of code.
[[nodiscard]] std::string symbol_word(std::string_view word);
// The name in `LOCI_HOME`, `$LOCI_HOME`, `${LOCI_HOME}` and `LOCI_HOME=…`; else "".
[[nodiscard]] std::string environment_word(std::string_view word);
// 7 to 40 digits of a hash: both digits and letters, or all 40.
[[nodiscard]] bool is_commit_word(std::string_view word);
// One that writers of examples type: "abc1234", "deadbeef".
[[nodiscard]] bool is_made_up_commit(std::string_view word);
// http and https, with a host that can be one.
[[nodiscard]] bool is_url_word(std::string_view word);
[[nodiscard]] bool is_sound_url(std::string_view url);

// What a sentence says of the files that it names.
struct Tone {
  bool gone = false;      // they are no more
  bool supposed = false;  // they need not be there
  bool proposed = false;  // more than that: they are to be made, are made by a run, an example
  bool makes = false;     // it says that something is to be made: those, or what goes into them
  bool commits = false;   // it speaks of commits
  bool plans = false;     // as a title: of a plan, a record of what was, what is not now
  bool designs = false;   // as a title: of a design, a specification, a report
  bool unread = false;    // it is not in English: what it says is not known

  Tone& operator|=(const Tone& other);
};
[[nodiscard]] Tone tone_of(std::string_view sentence);
// What the title or name of a note says of all that it cites.
[[nodiscard]] Tone title_tone(std::string_view title);
// Whether what stands above a note's first section calls it a plan or a record: a day, a status,
// "Plan for …" as its first words.
[[nodiscard]] bool opens_as_record(std::string_view body);
// "Create these files:", not "To add a metric:".
[[nodiscard]] bool names_files(std::string_view lead);
// Whether what stands in front of a path says that it is to be made: "add", "create a new".
[[nodiscard]] bool ends_with_making(std::string_view before);
// Whether words between a name and a file say that the file has the name: "is defined in".
[[nodiscard]] bool ties_to_file(std::string_view between);
// Whether more words of a text are of other languages than of English, among the small ones that
// every sentence has. Of those that are written in Latin letters; tone_of() sees the others.
[[nodiscard]] bool is_in_other_language(std::string_view text);
// Whether a heading names a day: "2026-05-02".
[[nodiscard]] bool has_date(std::string_view text);
// Or a version: "Upgrading to 46.0.0".
[[nodiscard]] bool has_version(std::string_view text);

}  // namespace loci::note
