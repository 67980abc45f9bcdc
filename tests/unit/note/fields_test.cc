#include "note/fields.h"

#include <gtest/gtest.h>

#include <string>

#include "note/note.h"

namespace loci::note::fields_test {
namespace {

// rule: N4
TEST(Fields, AreFoundByKeyAndAlias) {
  EXPECT_EQ(find_field("name")->key, "name");
  EXPECT_EQ(find_field("agent")->key, "agent_name");
  EXPECT_EQ(find_field("tags")->kind, FieldKind::TextList);
  EXPECT_EQ(find_field("metadata")->kind, FieldKind::Map);
  EXPECT_EQ(find_field("colour"), nullptr);
  EXPECT_EQ(find_field(""), nullptr);
}

// The table and the reader must not drift apart.
TEST(Fields, AreAllReadWithTheirExamples) {
  for (const Field& field : fields()) {
    const std::string text =
        "---\n" + std::string(field.key) + ": " + std::string(field.example) + "\n---\n";
    EXPECT_TRUE(parse_note(text).faults.empty()) << text;
    EXPECT_FALSE(field.about.ends_with('.'));
  }
}

}  // namespace
}  // namespace loci::note::fields_test
