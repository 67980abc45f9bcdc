// What the text of a note shows by itself: all that `check` and `verify` need of it, so that a
// note which has not changed need not be read again (fact_survey.h). Nothing in it depends on
// the day, on other notes, on the configuration or on what a person allowed. Pure.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "guard/scanner.h"
#include "memory/survey.h"
#include "note/citations.h"
#include "note/lifetime.h"
#include "note/outline.h"
#include "upkeep/check_rules.h"

namespace loci::upkeep {

struct NoteFacts {
  struct Fault {
    const CheckRule* rule;
    std::size_t line;
    std::string message;

    bool operator==(const Fault&) const = default;
  };
  // The links to one target.
  struct Links {
    note::Link::Kind kind;
    std::string target;
    std::vector<std::size_t> lines;  // of the file

    bool operator==(const Links&) const = default;
  };
  // Whether the text has left behind a description that loci made of it. The journal knows.
  enum class Outgrown : std::uint8_t { Unknown, No, Yes };

  std::string hash;                          // of the text
  std::string name;                          // as shown
  std::optional<std::string> description{};  // none: the frontmatter cannot be read
  std::vector<Fault> faults{};
  std::vector<guard::Finding> scanned{};
  std::vector<Links> links{};
  std::vector<note::Citation> citations{};  // without those of other notes, which are in `links`
  note::Lifetime life{};
  std::size_t metadata_line = 1;
  std::size_t description_line = 0;  // of one that is in no paragraph of the note; 0: none
  Outgrown outgrown = Outgrown::Unknown;
};

[[nodiscard]] NoteFacts facts_of(const store::Place& place, std::string_view file,
                                 std::string_view text);
// What is wrong with a file's name.
[[nodiscard]] std::optional<NoteFacts::Fault> fault_of_name(std::string_view file);
// As surveys have it, with the links that do not lead to one of `known`.
[[nodiscard]] memory::SurveyedNote as_surveyed(const NoteFacts& facts, std::string file,
                                               const memory::FileNames& known);
// What the note cites, with the notes that it links to, by line.
[[nodiscard]] std::vector<note::Citation> all_citations(const NoteFacts& facts);

}  // namespace loci::upkeep
