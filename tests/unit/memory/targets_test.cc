#include "memory/targets.h"

#include "past/history.h"
#include "support/house.h"

namespace loci::memory::targets_test {
namespace {

using ::testing::HasSubstr;

using Targets = House;

// rule: T1, T6, T8
TEST_F(Targets, DailyLogIsAppendedToUnderTheLocalDate) {
  ASSERT_TRUE(memory::daily_add(*memory, "", "a", false));
  ASSERT_TRUE(memory::daily_add(*memory, "", "b", false));
  EXPECT_EQ(*memory::daily(*memory, ""), "a\nb\n");
  ASSERT_TRUE(memory::daily_add(*memory, "release", "c", false));
  EXPECT_THAT(**memory::daily(*memory, local_date(clock.now())), HasSubstr(" — release\nc\n"));
  EXPECT_FALSE(memory::daily(*memory, "2020-01-01")->has_value());
  EXPECT_EQ(kind_of(memory::daily(*memory, "2026-02-30")), ErrorKind::InvalidInput);
}

// rule: T4, T9
TEST_F(Targets, ScratchpadGoesThroughTheDoor) {
  ASSERT_TRUE(memory::scratch_add(*memory, "ask Ann", false));
  ASSERT_TRUE(memory::scratch_add(*memory, "ask Bob", false));
  EXPECT_EQ(kind_of(memory::scratch_done(*memory, "ask", false)), ErrorKind::InvalidInput);
  EXPECT_EQ(kind_of(memory::scratch_done(*memory, "Eve", false)), ErrorKind::NotFound);
  const auto before = files.tree("/");
  EXPECT_EQ(memory::scratch_done(*memory, "ann", true)->text, "- [x] ask Ann\n- [ ] ask Bob\n");
  EXPECT_EQ(files.tree("/"), before);
  ASSERT_TRUE(memory::scratch_done(*memory, "ann", false));
  EXPECT_EQ(past::history(*memory, {})->front().record.operation, "scratch done");
}

TargetEdit edit_of(const std::string& from, const std::string& to, const std::string& field = "") {
  TargetEdit edit;
  edit.name = "ports";
  edit.from = from;
  edit.to = to;
  edit.field = field;
  return edit;
}

// rule: T13
TEST_F(Targets, EditOfANoteIsInItsBodyUnlessAFieldIsNamed) {
  ASSERT_TRUE(write("ports", "user", "Port 80.\n\nNot port 81."));
  const auto refused = memory::edit_in(*memory, edit_of("about", "on"));
  EXPECT_THAT(message_of(refused), HasSubstr("in the description of 'ports.md', not in its body"));
  EXPECT_THAT(hint_of(refused), HasSubstr("--field description"));
  ASSERT_TRUE(memory::edit_in(*memory, edit_of("about ports", "which ports", "description")));
  ASSERT_TRUE(memory::edit_in(*memory, edit_of("Ports", "Open ports", "name")));
  EXPECT_THAT(files.get(kGlobal + "ports.md"),
              HasSubstr("name: Open ports\ndescription: which ports\n"));
  EXPECT_EQ(kind_of(memory::edit_in(*memory, edit_of("user", "project", "type"))),
            ErrorKind::InvalidInput);
  TargetEdit pad = edit_of("a", "b", "name");
  pad.target = Target::Scratchpad;
  EXPECT_EQ(kind_of(memory::edit_in(*memory, pad)), ErrorKind::InvalidInput);
}

// rule: T13
TEST_F(Targets, EditShowsEveryPlaceOfATextThatIsThereTwice) {
  ASSERT_TRUE(write("ports", "user", "Port 80.\n\nNot Port 81."));
  EXPECT_EQ(message_of(memory::edit_in(*memory, edit_of("Port", "x"))),
            "the text to replace occurs in 'ports.md' 2 times; nothing was changed\n"
            "7: Port 80.\n9: Not Port 81.");
}

// rule: R7
TEST_F(Targets, EditDerivesADescriptionAgain) {
  ASSERT_TRUE(remember("Ports", "It is 80. For now.", "user"));
  ASSERT_TRUE(memory::edit_in(*memory, edit_of("80", "81")));
  EXPECT_THAT(files.get(kGlobal + "ports.md"), HasSubstr("description: It is 81.\n"));
}

// rule: T14
TEST_F(Targets, NoteIsAddedToAsAFactIs) {
  ASSERT_TRUE(write("ports", "reference", "Port 80."));
  TargetWrite more;
  more.name = "ports.md";
  more.content = "Port 81.";
  ASSERT_TRUE(memory::write_to(*memory, more));
  EXPECT_EQ(body("ports"), "Port 80.\n\n2026-11-15: Port 81.\n");
  more.mode = WriteMode::Overwrite;
  const auto reply = memory::write_to(*memory, more);
  ASSERT_TRUE(reply);
  EXPECT_EQ(body("ports"), "Port 81.\n");
  EXPECT_EQ(reply->change.gone.size(), 2U);
}

}  // namespace
}  // namespace loci::memory::targets_test
