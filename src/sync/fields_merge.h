// The frontmatter of two edits of a note, merged by key on the original bytes: keys that loci
// does not know, order, comments and quoting survive. Pure; internal to sync/.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loci::sync {

// The YAML between the two `---` lines; lines end in "\n".
struct FieldSides {
  std::string_view base;
  std::string_view mine;
  std::string_view theirs;
};

struct MergedFields {
  std::optional<std::string> text;     // none where something cannot be merged
  std::vector<std::string> conflicts;  // which keys: "type", "metadata.importance"
};

// `description` is what the field is to be where both sides changed it and one of them did not
// write it by hand: derived fields never conflict; nothing where that is not so.
[[nodiscard]] MergedFields merge_fields(const FieldSides& sides,
                                        const std::optional<std::string>& description);

}  // namespace loci::sync
