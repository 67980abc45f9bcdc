#include "note/fields.h"

#include <algorithm>
#include <array>

namespace loci::note {
namespace {

constexpr std::array kFields = {
    Field{"name", FieldKind::Text, "human title", "Review Style", ""},
    Field{"description", FieldKind::Text, "one sentence to decide whether the note is relevant",
          "User wants concise review findings with file references first", ""},
    Field{"type", FieldKind::Text, "user, feedback, project or reference", "user", ""},
    Field{"agent_name", FieldKind::Text, "who wrote it", "backend-dev", "agent"},
    Field{"tags", FieldKind::TextList, "words to find it by", "[review, style]", ""},
    Field{"metadata", FieldKind::Map, "anything else", "{importance: 7}", ""},
};

}  // namespace

std::span<const Field> fields() { return kFields; }

const Field* find_field(std::string_view key) {
  const auto* found = std::find_if(kFields.begin(), kFields.end(), [&](const Field& field) {
    return field.key == key || (!field.alias.empty() && field.alias == key);
  });
  return found == kFields.end() ? nullptr : found;
}

}  // namespace loci::note
