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

constexpr std::array kMetadataFields = {
    Field{"type", FieldKind::Text, "the type where the top level has none (Claude's nested form)",
          "feedback", ""},
    Field{"originSessionId", FieldKind::Text, "the session that wrote it",
          "7f9c24e8-3b12-4fef-91d1-2a0f8a1c5b77", ""},
    Field{"modified", FieldKind::Text, "when the text was last changed", "2026-11-15T10:00:00Z",
          ""},
    Field{"created", FieldKind::Text, "when it was first written", "2026-11-15T10:00:00Z", ""},
    Field{"origin", FieldKind::Text, "where it was imported from", "claude", ""},
    Field{"verified", FieldKind::Text, "when somebody last found it true", "2026-11-15", ""},
    Field{"expires", FieldKind::Text, "the day after which it is no longer true", "2027-01-31", ""},
    Field{"supersedes", FieldKind::TextList, "notes that this one replaces", "[old-style.md]", ""},
    Field{"cites", FieldKind::TextList, "files, lines, commits or addresses it rests on",
          "[src/main.cc:12]", ""},
    Field{"importance", FieldKind::Text, "1 (little) to 10 (much)", "7", ""},
};

}  // namespace

std::span<const Field> fields() { return kFields; }

std::span<const Field> metadata_fields() { return kMetadataFields; }

const Field* find_field(std::string_view key) {
  const auto* found = std::find_if(kFields.begin(), kFields.end(), [&](const Field& field) {
    return field.key == key || (!field.alias.empty() && field.alias == key);
  });
  return found == kFields.end() ? nullptr : found;
}

}  // namespace loci::note
