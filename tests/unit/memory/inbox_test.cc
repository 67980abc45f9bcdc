#include "memory/inbox.h"

#include "memory/moving.h"
#include "memory/preferences.h"
#include "memory/targets.h"
#include "past/undo.h"
#include "support/house.h"

namespace loci::memory::inbox_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string kInbox = kHome + "/state/inbox/";

class Inbox : public House {
 protected:
  void SetUp() override {
    files.put(kHome + "/config.toml", "[review]\nglobal = \"agents\"\nprivate = \"agents\"\n");
    enter();
  }
  [[nodiscard]] bool has(const std::string& path) const { return !files.get(path).empty(); }
  // What an agent writes, as an entry; the person is back afterwards.
  std::string held(const std::string& file, const std::string& content,
                   const std::string& type = "user") {
    enter("helper");
    const auto reply = write(file, type, content);
    enter();
    EXPECT_TRUE(reply) << message_of(reply);
    if (!reply || reply->held.empty()) return "";
    EXPECT_EQ(reply->status, Status::Held);
    EXPECT_EQ(reply->hash, "");
    return reply->held.front().id;
  }
  std::vector<std::string> waiting() {
    std::vector<std::string> ids;
    const auto list = memory::inbox(*memory);
    if (!list) return {list.error().message};
    for (const InboxEntry& entry : list->entries) ids.push_back(entry.id);
    return ids;
  }
  // The notes that have a line which nobody confirmed.
  std::vector<std::string> unconfirmed() {
    const auto noted = memory::waiting(*memory, {});
    if (!noted) return {noted.error().message};
    std::vector<std::string> names;
    for (const Preference& note : noted->notes) names.push_back(note.file);
    return names;
  }
  Result<ChangeReply> accept(const std::string& id, bool force = false) {
    return accept_held(*memory, {id, force, false});
  }
};

// rule: D9, D10
TEST_F(Inbox, HoldsWhatAgentsWriteWhereThePolicySaysSo) {
  const std::string id = held("prefs", "Tabs.");
  ASSERT_EQ(id.size(), 4U);
  EXPECT_FALSE(has(kGlobal + "prefs.md"));
  EXPECT_FALSE(has(kGlobal + "MEMORY.md"));
  EXPECT_THAT(waiting(), ElementsAre(id));
  const auto item = inbox_item(*memory, id);
  ASSERT_TRUE(item) << message_of(item);
  EXPECT_EQ(item->entry.actor, "agent:helper");
  EXPECT_EQ(item->entry.operation, "write");
  EXPECT_EQ(reasons_text(item->entry.reasons),
            "agents' writes to global notes wait for a person's review");
  EXPECT_THAT(item->files[0].then.value_or(""), HasSubstr("Tabs."));
  // A person's own writes go on, and so does what no policy is about.
  EXPECT_EQ(write("mine", "user", "x")->status, Status::Created);
  enter("helper");
  EXPECT_EQ(daily_add(*memory, "", "a line", false)->status, Status::Created);
}

// rule: D11
TEST_F(Inbox, AcceptMakesTheChangeAndStaysTheAgents) {
  const std::string id = held("prefs", "Tabs.");
  const auto reply = accept(id);
  ASSERT_TRUE(reply) << message_of(reply);
  EXPECT_EQ(reply->status, Status::Created);
  EXPECT_EQ(reply->file, "prefs.md");
  EXPECT_EQ(body("prefs"), "Tabs.\n");
  EXPECT_EQ(files.get(kGlobal + "MEMORY.md"), "- [Prefs](prefs.md) - about prefs\n");
  EXPECT_THAT(waiting(), IsEmpty());
  const auto unconfirmed = memory::waiting(*memory, {});
  ASSERT_TRUE(unconfirmed);
  EXPECT_EQ(unconfirmed->notes.size(), 1U);
  EXPECT_EQ(kind_of(accept(id)), ErrorKind::NotFound);
  EXPECT_THAT(message_of(accept(id)), HasSubstr("is no longer waiting"));
}

// rule: D12
TEST_F(Inbox, AcceptPutsTheChangeIntoWhatWasWrittenSince) {
  ASSERT_TRUE(write("list", "user", "one\n\ntwo\n\nthree"));
  const std::string id = held("list", "one\n\ntwo\n\nthree, said the agent");
  ASSERT_TRUE(rewrite("list", "one, said the person\n\ntwo\n\nthree"));
  ASSERT_TRUE(accept(id));
  EXPECT_EQ(body("list"), "one, said the person\n\ntwo\n\nthree, said the agent\n");
}

// rule: D12
TEST_F(Inbox, FactsThatWereAddedOneAfterTheOtherAreAllLetIn) {
  ASSERT_TRUE(remember("Door", "Zero.", "user"));
  enter("helper");
  std::vector<std::string> ids;
  for (const char* fact : {"One.", "Two.", "Three."}) {
    const auto reply = remember("Door", fact, "user");
    ASSERT_TRUE(reply);
    ids.push_back(reply->held.front().id);
  }
  enter();
  for (const std::string& id : ids) {
    const auto reply = accept(id);
    ASSERT_TRUE(reply) << message_of(reply);
  }
  for (const char* fact : {"Zero.", "One.", "Two.", "Three."}) {
    EXPECT_THAT(body("door"), HasSubstr(fact));
  }
}

// rule: D12
TEST_F(Inbox, AcceptIsAConflictWhereTheSameLinesChanged) {
  ASSERT_TRUE(write("list", "user", "one"));
  const std::string id = held("list", "by the agent");
  ASSERT_TRUE(rewrite("list", "by the person"));
  const auto reply = accept(id);
  EXPECT_EQ(kind_of(reply), ErrorKind::Conflict);
  EXPECT_THAT(hint_of(reply), HasSubstr("inbox accept " + id + " --force"));
  EXPECT_EQ(body("list"), "by the person\n");
  EXPECT_THAT(inbox_item(*memory, id)->files[0].trouble, HasSubstr("same lines"));
  ASSERT_TRUE(accept(id, true));
  EXPECT_EQ(body("list"), "by the agent\n");
}

// rule: D12
TEST_F(Inbox, AcceptIsAConflictWhereTheNoteWasMadeOrDeletedSince) {
  const std::string made = held("new", "by the agent");
  ASSERT_TRUE(write("new", "user", "by the person"));
  EXPECT_EQ(kind_of(accept(made)), ErrorKind::Conflict);
  ASSERT_TRUE(write("old", "user", "one"));
  const std::string gone = held("old", "two");
  ASSERT_TRUE(memory::remove(*memory, {"old", {}, std::nullopt, false}));
  EXPECT_EQ(kind_of(accept(gone)), ErrorKind::Conflict);
  EXPECT_EQ(body("new"), "by the person\n");
}

// rule: D13
TEST_F(Inbox, RejectKeepsTheTextInTheJournalOnly) {
  const std::string id = held("prefs", "Sesame.");
  ASSERT_TRUE(reject_held(*memory, {id}));
  EXPECT_THAT(waiting(), IsEmpty());
  EXPECT_FALSE(has(kInbox + id + ".md"));
  EXPECT_FALSE(has(kGlobal + "prefs.md"));
  EXPECT_EQ(kind_of(reject_held(*memory, {id})), ErrorKind::NotFound);
}

// rule: D14
TEST_F(Inbox, TheSameWriteWaitsOnce) {
  const std::string id = held("prefs", "Tabs.");
  EXPECT_EQ(held("prefs", "Tabs."), id);
  EXPECT_NE(held("prefs", "Spaces."), id);
  EXPECT_EQ(waiting().size(), 2U);
}

// rule: D15
TEST_F(Inbox, EditChangesWhatWaitsAndItsFaultsAreRefused) {
  const std::string id = held("prefs", "Tabs.");
  const std::string text = *inbox_item(*memory, id)->entry.changes[0].text;
  EXPECT_EQ(kind_of(edit_held(*memory, {id}, "---\nname: X\ntype: friend\n---\n")),
            ErrorKind::InvalidInput);
  ASSERT_TRUE(edit_held(*memory, {id}, text + "\nAnd spaces.\n"));
  EXPECT_THAT(waiting(), ElementsAre(id));
  ASSERT_TRUE(accept(id));
  EXPECT_EQ(body("prefs"), "Tabs.\n\nAnd spaces.\n");
}

// rule: D10
TEST_F(Inbox, DeletingAndRenamingWaitToo) {
  ASSERT_TRUE(write("old", "user", "one"));
  ASSERT_TRUE(write("other", "user", "See [[old]]."));
  enter("helper");
  const auto gone = memory::remove(*memory, {"other", {}, std::nullopt, false});
  ASSERT_TRUE(gone) << message_of(gone);
  EXPECT_EQ(gone->status, Status::Held);
  const auto renamed = memory::rename(*memory, {"old", {}, std::nullopt, false}, "new");
  ASSERT_TRUE(renamed) << message_of(renamed);
  EXPECT_EQ(renamed->status, Status::Held);
  enter();
  EXPECT_EQ(body("old"), "one\n");
  ASSERT_TRUE(accept(renamed->held.front().id));
  EXPECT_EQ(body("new"), "one\n");
  EXPECT_EQ(body("other"), "See [[new]].\n");
  EXPECT_FALSE(has(kGlobal + "old.md"));
  EXPECT_THAT(files.get(kGlobal + "MEMORY.md"), HasSubstr("(new.md)"));
}

// rule: D11
TEST_F(Inbox, ARenameThatIsLetInKeepsWhatWasConfirmedAndConfirmsNothing) {
  ASSERT_TRUE(write("old", "user", "Tabs, says the person."));
  ASSERT_TRUE(write("other", "user", "See [[old]]."));
  enter("helper");
  const auto renamed = memory::rename(*memory, {"old", {}, std::nullopt, false}, "new");
  ASSERT_TRUE(renamed) << message_of(renamed);
  enter();
  const auto let_in = accept(renamed->held.front().id);
  ASSERT_TRUE(let_in) << message_of(let_in);
  EXPECT_EQ(let_in->status, Status::Renamed);
  EXPECT_EQ(let_in->from, "old.md");
  EXPECT_EQ(body("new"), "Tabs, says the person.\n");
  EXPECT_THAT(unconfirmed(), ElementsAre("other.md")) << "its line is not as the person wrote it";
  ASSERT_TRUE(past::undo(*memory, {}));
  EXPECT_EQ(body("old"), "Tabs, says the person.\n");
  EXPECT_THAT(unconfirmed(), IsEmpty());
}

// rule: D11
TEST_F(Inbox, AMoveThatIsLetInKeepsWhatWasConfirmed) {
  ASSERT_TRUE(write("mine", "user", "Tabs, says the person."));
  ASSERT_TRUE(memory::rename(*memory, {"mine", {}, std::nullopt, false}, "same"));
  enter("helper");
  const auto moved = memory::move(*memory, {"same", {}, std::nullopt, false}, "private");
  ASSERT_TRUE(moved) << message_of(moved);
  ASSERT_EQ(moved->status, Status::Held);
  enter();
  const auto let_in = accept(moved->held.front().id);
  ASSERT_TRUE(let_in) << message_of(let_in);
  EXPECT_EQ(let_in->status, Status::Moved);
  EXPECT_EQ(let_in->from, "global");
  EXPECT_TRUE(has(kPrivate + "same.md"));
  EXPECT_THAT(unconfirmed(), IsEmpty());
}

// rule: D16
TEST_F(Inbox, AnAgentIsToldHowManyWaitAndNothingElse) {
  const std::string id = held("prefs", "Sesame.");
  Session session = memory->session();
  session.audience = Audience::Agent;
  Memory agent(*store, *config, log, session);
  EXPECT_EQ(*count_waiting(agent), 1U);
  EXPECT_EQ(kind_of(memory::inbox(agent)), ErrorKind::Denied);
  EXPECT_EQ(kind_of(inbox_item(agent, id)), ErrorKind::Denied);
  EXPECT_EQ(kind_of(accept_held(agent, {id})), ErrorKind::Denied);
  EXPECT_EQ(kind_of(reject_held(agent, {id})), ErrorKind::Denied);
  EXPECT_EQ(kind_of(edit_held(agent, {id}, "x")), ErrorKind::Denied);
}

// rule: D17
TEST_F(Inbox, ADryRunHoldsNothing) {
  enter("helper");
  WriteRequest request;
  request.file = "prefs";
  request.type = "user";
  request.description = "about";
  request.content = "Tabs.";
  request.dry_run = true;
  const auto reply = memory::write(*memory, request);
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->status, Status::Held);
  EXPECT_EQ(reply->held.front().id, "");
  EXPECT_EQ(files.tree(kHome).size(), 1U) << "only the settings";
}

// rule: D14
TEST_F(Inbox, ADamagedEntryIsNamedAndNothingElse) {
  const std::string id = held("prefs", "Tabs.");
  files.put(kInbox + "zzzz.md", "loci-inbox 1\nnonsense\n");
  files.put(kInbox + "yyyy.md", "loci-inbox 2\n{}\n");
  const auto list = memory::inbox(*memory);
  ASSERT_TRUE(list);
  EXPECT_EQ(list->entries.size(), 1U);
  ASSERT_EQ(list->faults.size(), 2U);
  EXPECT_EQ(list->faults[0].kind, ErrorKind::Denied);
  EXPECT_EQ(list->faults[1].kind, ErrorKind::Corrupt);
  EXPECT_TRUE(accept(id.substr(0, 3))) << "the beginning of an id is enough";
}

}  // namespace
}  // namespace loci::memory::inbox_test
