// A note as the catalog sees it: fields, and sections that are scored by
// themselves.
//
// A section is what stands below one heading, up to the next; a long one is
// cut into chunks of about 200 words, at the end of a paragraph or a line where
// there is one. A heading with nothing but sub-headings below it is no section
// of its own: its words are in the heading paths of those.
//
// Pure, linear in the text, never fails: a malformed note is searched as well.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loci::search {

// In the order their words stand in the catalog.
enum class Field : std::uint8_t { Name, Description, Tags, Headings, Body };
inline constexpr std::size_t kFields = 5;

[[nodiscard]] std::string_view field_name(Field field);

struct Section {
  std::string headings;    // the path: "Setup › Linux"; empty above the first
  std::size_t begin;       // bytes of the note's text, its heading line included
  std::size_t body_begin;  // behind the heading line
  std::size_t end;
  std::size_t line;      // 1-based, in the file: where `begin` is
  std::size_t end_line;  // the last line of it
};

struct Document {
  std::string name;  // the note's, else the file's stem
  std::string description;
  std::string type;  // "user", … or ""
  std::vector<std::string> tags;
  std::string file_words;  // the stem, where it says something else than the name
  std::string date_words;  // "2023-05-08 8 may 2023" when the note says its date itself
  std::optional<std::int64_t> date_ms;  // the same
  int importance = 0;                   // 1–10; 0 when it does not say
  bool dated = false;                   // says how long it holds, or when to be heard
  std::vector<std::string> links;       // stems of the notes it links to, folded
  std::vector<Section> sections;        // at least one
};

// `file` is the file's name, with or without directories before it.
[[nodiscard]] Document split_sections(std::string_view file, std::string_view text);

// "a/b/Review Style.md" → "review style": what links and files are compared by.
[[nodiscard]] std::string folded_stem(std::string_view file);

// About 200 words.
inline constexpr std::size_t kChunkBytes = 1300;

}  // namespace loci::search
