// How long a note holds, as its metadata says: `expires` and `review_by` are dates, `supersedes`
// names notes that it takes the place of, by file or by title. Pure.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "note/note.h"

namespace loci::note {

struct Lifetime {
  std::string expires;    // "2026-11-15", or "" when it is no date
  std::string review_by;  // likewise
  std::vector<std::string> supersedes;

  // From the day after on.
  [[nodiscard]] bool is_expired(std::string_view today) const;
  // From that day on.
  [[nodiscard]] bool is_due(std::string_view today) const;
  [[nodiscard]] bool says_nothing() const;
};

[[nodiscard]] Lifetime lifetime_of(const Note& note);
// The same of a whole file; quick for one that says nothing of it.
[[nodiscard]] Lifetime lifetime_in(std::string_view text);

// Whether `name`, as supersedes has it, means the note of that file and title.
[[nodiscard]] bool names_note(std::string_view name, std::string_view file, std::string_view title);

// The text with the date under `metadata`, or without the line; every other byte stays.
// InvalidInput for a frontmatter that is not written line by line.
[[nodiscard]] Result<std::string> set_date(std::string_view text, std::string_view key,
                                           const std::optional<std::string>& date);

}  // namespace loci::note
