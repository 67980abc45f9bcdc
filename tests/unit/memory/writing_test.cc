#include "memory/writing.h"

#include "base/hash.h"
#include "memory/moving.h"
#include "projects/init.h"
#include "support/house.h"
#include "upkeep/health.h"

namespace loci::memory::writing_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using Write = House;

// rule: C11, S8
TEST_F(Write, MakesTheNoteItsLineAndTheProjectsFile) {
  const auto reply = write("build-steps", "project", "Run make.");
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->status, Status::Created);
  EXPECT_EQ(reply->place.label(), "private");
  EXPECT_EQ(files.get(kPrivate + "build-steps.md"),
            "---\nname: Build Steps\ndescription: about build-steps\ntype: project\n---\n\nRun "
            "make.\n");
  EXPECT_EQ(files.get(kPrivate + "MEMORY.md"),
            "- [Build Steps](build-steps.md) - about build-steps\n");
  EXPECT_THAT(files.get(kHome + "/projects/app-59a4a65d/project.json"), HasSubstr("/home/u/app"));
}

// rule: C11, N9
TEST_F(Write, RefusedLeavesNoFileBehind) {
  EXPECT_THAT(message_of(rewrite("x", "text")), HasSubstr("--type and --description"));
  EXPECT_EQ(kind_of(write("x", "friend", "text")), ErrorKind::InvalidInput);
  WriteRequest raw;
  raw.file = "x";
  raw.raw = true;
  raw.content = "---\nname: X\ntype: friend\nname: Y\n---\n";
  EXPECT_THAT(message_of(memory::write(*memory, raw)), HasSubstr("x.md:3: "));
  EXPECT_THAT(message_of(memory::write(*memory, raw)), HasSubstr("x.md:4: "));
  EXPECT_THAT(files.tree(kHome), IsEmpty());
}

// rule: S9
TEST_F(Write, NeverMovesANoteThatIsThere) {
  ASSERT_TRUE(write("x", "user", "one"));
  const auto reply = write("x", "project", "two");
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->status, Status::Updated);
  EXPECT_EQ(reply->place.label(), "global");
}

// rule: W5
TEST_F(Write, TwiceIsUnchangedAndAddsNothing) {
  ASSERT_TRUE(write("x", "user", "one"));
  const auto before = files.tree("/");
  const auto reply = write("x", "user", "one");
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->status, Status::Unchanged);
  EXPECT_EQ(reply->file, "x.md");
  EXPECT_EQ(reply->hash, sha256(files.get(kGlobal + "x.md")));
  EXPECT_EQ(reply->id, 0U);
  EXPECT_EQ(files.tree("/"), before);
}

// rule: C13
TEST_F(Write, WithoutContentKeepsTheBody) {
  ASSERT_TRUE(write("x", "user", "one"));
  WriteRequest request;
  request.file = "x";
  request.description = "another";
  ASSERT_TRUE(memory::write(*memory, request));
  EXPECT_EQ(body("x"), "one\n");
}

// rule: N19
TEST_F(Write, TakesNamesThatDifferInCaseOrFormAsOne) {
  ASSERT_TRUE(write("café", "user", "one"));
  EXPECT_EQ(kind_of(write("CAFÉ", "user", "two")), ErrorKind::Conflict);
  EXPECT_EQ(kind_of(write("cafe\u0301", "user", "two")), ErrorKind::Conflict);
  EXPECT_EQ(kind_of(rewrite("Café", "two")), ErrorKind::Conflict);
  EXPECT_EQ(body("café"), "one\n");
  EXPECT_TRUE(write("CAFÉ", "project", "in another scope"));
}

// rule: W7
TEST_F(Write, ComparesTheHashWhenOneIsGiven) {
  ASSERT_TRUE(write("x", "user", "one"));
  const std::string hash = sha256(files.get(kGlobal + "x.md"));
  WriteRequest request;
  request.file = "x";
  request.content = "two";
  for (const std::string wrong : {"short", "not hex but long", ""}) {
    request.if_hash = wrong;
    EXPECT_EQ(kind_of(memory::write(*memory, request)), ErrorKind::InvalidInput) << wrong;
  }
  request.if_hash = std::string(64, '0');
  EXPECT_EQ(kind_of(memory::write(*memory, request)), ErrorKind::Conflict);
  request.if_hash = hash.substr(0, 8);
  EXPECT_TRUE(memory::write(*memory, request));
  EXPECT_EQ(kind_of(memory::remove(*memory, {"x", {}, hash, false})), ErrorKind::Conflict);
  EXPECT_EQ(kind_of(memory::remove(*memory, {"gone", {}, hash, false})), ErrorKind::Conflict);
  EXPECT_EQ(kind_of(memory::rename(*memory, {"x", {}, hash, false}, "y")), ErrorKind::Conflict);
}

// rule: N8, N10
TEST_F(Write, ToABrokenFrontmatterSaysWhatToDo) {
  files.put(kGlobal + "x.md", "---\nname: X\ntype: [user\n---\n\nold\n");
  WriteRequest request;
  request.file = "x";
  request.description = "d";
  const auto refused = memory::write(*memory, request);
  EXPECT_THAT(message_of(refused), HasSubstr("x.md:4: broken YAML"));
  EXPECT_THAT(hint_of(refused), HasSubstr("loci edit x.md"));
  const auto reply = rewrite("x", "new");
  ASSERT_TRUE(reply);
  EXPECT_FALSE(reply->warnings.empty());
  EXPECT_EQ(files.get(kGlobal + "x.md"), "---\nname: X\ntype: [user\n---\n\nnew\n");
}

// rule: L1, L2
TEST_F(Write, HasLimits) {
  EXPECT_TRUE(write("x", "user", std::string(65'536, 'x')));
  EXPECT_EQ(kind_of(write("y", "user", std::string(65'537, 'x'))), ErrorKind::InvalidInput);
  WriteRequest raw;
  raw.file = "z";
  raw.raw = true;
  const std::string head = "---\nname: Z\ntype: user\n---\n";
  raw.content = head + std::string((1U << 20U) - head.size(), 'z');
  EXPECT_TRUE(memory::write(*memory, raw));
  raw.content->push_back('z');
  EXPECT_EQ(kind_of(memory::write(*memory, raw)), ErrorKind::InvalidInput);
}

// rule: W6, W15
TEST_F(Write, DryRunNeitherWritesNorRecovers) {
  enter("helper");  // of a person's change more is recorded, behind the operation
  ASSERT_TRUE(write("x", "user", "one"));
  // A process that dies in the middle of its operation.
  const auto calls = files.calls();
  ASSERT_TRUE(rewrite("x", "two"));
  const auto needed = files.calls() - calls;
  files.die_at(needed - 2);
  EXPECT_FALSE(rewrite("x", "three"));
  const auto world = files.after(fs::PowerCut::Nothing);
  ASSERT_TRUE(world);
  MemoryLog quiet;
  const auto later = *store::Store::open(*world, clock, quiet, kHome);
  Session session;
  session.workspace = *store::find_workspace(*world, "/home/u/app", {kHome, "/home/u"});
  Memory other(*later, *config, quiet, session);
  const auto before = world->tree("/");
  WriteRequest request;
  request.file = "x";
  request.content = "four";
  request.dry_run = true;
  EXPECT_TRUE(memory::write(other, request));
  EXPECT_TRUE(memory::remove(other, {"x", {}, std::nullopt, true}));
  EXPECT_TRUE(memory::rename(other, {"x", {}, std::nullopt, true}, "y"));
  EXPECT_TRUE(upkeep::health(other));
  EXPECT_EQ(world->tree("/"), before);
  EXPECT_TRUE(memory::read(other, {"x", {}, std::nullopt, false}));  // recovers
  EXPECT_NE(world->tree("/"), before);
}

// rule: W9
TEST_F(Write, ByAnAgentPassesTheScanner) {
  enter("bob");
  const auto reply = write("x", "user", "Ordinary prose about passwords.");
  ASSERT_TRUE(reply);  // its list of rules is empty so far
  EXPECT_THAT(reply->warnings, IsEmpty());
}

using Remember = House;

// rule: R1, R2
TEST_F(Remember, StoresOneFactUnderItsTitle) {
  const auto reply = remember("Test time zone", "Run with TZ=UTC. They compare dates.");
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->status, Status::Created);
  EXPECT_EQ(reply->file, "test-time-zone.md");
  const auto note = memory::read(*memory, {"test-time-zone", {}, std::nullopt, false});
  ASSERT_TRUE(note);
  EXPECT_EQ(note->info.description, "Run with TZ=UTC.");
  EXPECT_EQ(note->info.type, "project");
  EXPECT_EQ(remember("Test time zone", "Run with TZ=UTC. They compare dates.")->status,
            Status::Unchanged);
}

// rule: R2
TEST_F(Remember, CutsALongFirstSentence) {
  ASSERT_TRUE(remember("Long", std::string(300, 'x')));
  EXPECT_EQ(memory::read(*memory, {"long", {}, std::nullopt, false})->info.description,
            std::string(120, 'x'));
  ASSERT_TRUE(remember("Words", std::string(115, 'x') + " responsibilities"));
  EXPECT_EQ(memory::read(*memory, {"words", {}, std::nullopt, false})->info.description,
            std::string(115, 'x'));
  ASSERT_TRUE(remember("Version", "Since v1.2 it is on.\nMore."));
  EXPECT_EQ(memory::read(*memory, {"version", {}, std::nullopt, false})->info.description,
            "Since v1.2 it is on.");
}

// rule: R3
TEST_F(Remember, UpdatesTheNoteWithThatTitleAndKeepsItsType) {
  WriteRequest request;
  request.file = "zone";
  request.type = "reference";
  request.name = "Time   ZONE";
  request.description = "old";
  request.content = "old";
  ASSERT_TRUE(memory::write(*memory, request));
  const auto reply = remember(" time zone ", "new");
  ASSERT_TRUE(reply);
  EXPECT_EQ(body("zone"), "old\n\n2026-11-15: new\n");
  EXPECT_EQ(reply->status, Status::Updated);
  EXPECT_EQ(reply->file, "zone.md");
  EXPECT_EQ(memory::read(*memory, {"zone", {}, std::nullopt, false})->info.type, "reference");
  ASSERT_TRUE(remember("time zone", "newer", "project"));
  EXPECT_EQ(memory::read(*memory, {"zone", {}, std::nullopt, false})->info.type, "reference")
      << "what is added makes no other kind of note";
  RememberRequest replacing;
  replacing.title = "time zone";
  replacing.content = "newest";
  replacing.type = "project";
  replacing.replace = true;
  ASSERT_TRUE(memory::remember(*memory, replacing));
  EXPECT_EQ(memory::read(*memory, {"zone", {}, std::nullopt, false})->info.type, "project");
}

// rule: R4, R5, R8
TEST_F(Remember, AddsToTheNoteAndLosesNothing) {
  ASSERT_TRUE(remember("Zone", "The servers are in UTC."));
  clock.advance(std::chrono::days(2));
  const auto added = remember("zone", "The servers moved to CET. Since May.");
  ASSERT_TRUE(added);
  EXPECT_EQ(added->status, Status::Updated);
  EXPECT_THAT(added->gone, IsEmpty());
  EXPECT_NE(added->id, 0U);
  EXPECT_EQ(added->text, files.get(kPrivate + "zone.md"));
  EXPECT_EQ(body("zone"),
            "The servers are in UTC.\n\n2026-11-17: The servers moved to CET. Since May.\n");
  clock.advance(std::chrono::days(1));
  EXPECT_EQ(remember("Zone", "The servers moved to  CET.\nSince May.")->status, Status::Unchanged);
  EXPECT_EQ(remember("Zone", "The servers are in UTC.")->status, Status::Updated);
  EXPECT_THAT(body("zone"), HasSubstr("\n\n2026-11-18: The servers are in UTC.\n"));
}

// rule: R6, R8
TEST_F(Remember, ReplacesWhenToldToAndSaysWhatWent) {
  ASSERT_TRUE(remember("Zone", "UTC.\n\nEverywhere."));
  RememberRequest request;
  request.title = "Zone";
  request.content = "CET.\n\nEverywhere.";
  request.replace = true;
  const auto replaced = memory::remember(*memory, request);
  ASSERT_TRUE(replaced);
  EXPECT_THAT(replaced->gone, ElementsAre("UTC."));
  EXPECT_EQ(body("zone"), "CET.\n\nEverywhere.\n");
  EXPECT_EQ(memory::remember(*memory, request)->status, Status::Unchanged);
}

// rule: R7
TEST_F(Remember, DerivesADescriptionAgainThatItDerived) {
  const auto description = [&](const std::string& name) {
    return memory::read(*memory, {name, {}, std::nullopt, false})->info.description;
  };
  ASSERT_TRUE(remember("Port", "It is 80. For now."));
  ASSERT_TRUE(remember("Port", "It is 81. Since May."));
  EXPECT_EQ(description("port"), "It is 81.");
  EXPECT_THAT(files.get(kPrivate + "MEMORY.md"), HasSubstr(" - It is 81."));
  ASSERT_TRUE(write("mine", "project", "Old."));
  ASSERT_TRUE(remember("Mine", "New."));
  EXPECT_EQ(description("mine"), "about mine");
}

// rule: R3
TEST_F(Remember, NamesATitleElsewhereAndLeavesItAlone) {
  ASSERT_TRUE(write("fact", "user", "global"));
  const auto reply = remember("Fact", "private");
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->place.label(), "private");
  ASSERT_EQ(reply->elsewhere.size(), 1U);
  EXPECT_EQ(reply->elsewhere[0].place.label(), "global");
  EXPECT_EQ(reply->elsewhere[0].file, "fact.md");
  EXPECT_EQ(body("fact", {"global", false, false, false}), "global\n");
  EXPECT_THAT(remember("Fact", "more")->elsewhere, IsEmpty());
}

// rule: R3, S10, S11
TEST_F(Remember, KeepsToItsPartOfTheWorkspace) {
  ASSERT_TRUE(projects::init(*memory, false));
  enter();
  RememberRequest shared;
  shared.title = "Fact";
  shared.content = "shared";
  shared.selector.in_shared = true;
  EXPECT_EQ(memory::remember(*memory, shared)->place.label(), "shared");
  const auto reply = remember("Fact", "private");
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->place.label(), "private");
  EXPECT_EQ(reply->file, "fact-2.md");  // so that each can be named
  ASSERT_EQ(reply->elsewhere.size(), 1U);
  EXPECT_EQ(remember("FACT!", "another")->file, "fact-3.md");
}

// rule: N22
TEST_F(Remember, NeverTouchesAnotherNoteOfThatName) {
  ASSERT_TRUE(write("a-b", "project", "mine"));
  EXPECT_EQ(remember("A/B!", "one")->file, "a-b-2.md");
  EXPECT_EQ(remember("A+B", "two")->file, "a-b-3.md");
  EXPECT_EQ(body("a-b"), "mine\n");
  EXPECT_EQ(kind_of(remember(" ", "x")), ErrorKind::InvalidInput);
  EXPECT_EQ(kind_of(remember("T", " \n")), ErrorKind::InvalidInput);
}

}  // namespace
}  // namespace loci::memory::writing_test
