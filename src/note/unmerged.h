// What becomes of two texts that cannot be merged. No marker: both stay valid Markdown, and
// nothing is lost. Which text comes first is decided by hash, so that every machine makes the
// same bytes. Pure.
//
// In a store they are two notes, `name.md` and `name-<8 hex>.md`, with a line at the end of
// each that leads to the other. Where there can be one file only, as in git's merge driver, the
// second text stands below the first, under a heading.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace loci::note {

// How a version is called: the first 8 digits of the SHA-256 of its text.
[[nodiscard]] std::string version_name(std::string_view text);

struct Version {
  std::string name;  // as said when the conflict was made
  std::string text;
  bool edited = false;  // somebody changed it since: it is not what the name stands for
};

struct TwoVersions {
  Version first;  // the one with the smaller hash
  Version second;
  std::size_t line = 1;  // where the file says so, 1-based
};

// One file with both.
[[nodiscard]] std::string in_one_file(std::string_view a, std::string_view b);
// The two versions of such a file; nothing where it is none.
[[nodiscard]] std::optional<TwoVersions> versions_in(std::string_view text);
// Whether a file made by in_one_file() has this text as one of its two.
[[nodiscard]] bool holds_version(std::string_view file, std::string_view text);

// Two files, for a note that is called `file`.
struct Pair {
  std::string file;        // keeps the name
  std::string text;        // with the line that leads to the other
  std::string other_file;  // "name-1a2b3c4d.md"
  std::string other_text;
};
[[nodiscard]] Pair as_pair(std::string_view file, std::string_view a, std::string_view b);

// A note that is one of a pair.
struct HalfOfPair {
  Version version;     // without the line
  std::string other;   // the other note's file
  bool named = false;  // it kept the name, so the other has the digits
  std::size_t line = 1;
};
[[nodiscard]] std::optional<HalfOfPair> half_of_pair(std::string_view text);
// Whether a note says that it is one of a pair which was made of this text and another one.
[[nodiscard]] bool is_half_of(std::string_view note, std::string_view text);

}  // namespace loci::note
