#include "upkeep/verify.h"

#include <cerrno>

#include "memory/index_view.h"
#include "support/house.h"

namespace loci::upkeep::verify_test {
namespace {

using memory::Verdict;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class Verify : public House {
 protected:
  Verify() {
    files.put("/home/u/app/src/a.cc", "int flush_all();\nint b;\n");
    files.put("/home/u/app/src/b.cc", "int c;\n");
  }

  void put_note(const std::string& name, const std::string& body) {
    files.put(kPrivate + name, note_file("N", body, "project"));
  }
  std::vector<std::string> found() {
    std::vector<std::string> result;
    const auto reply = verify(*memory, {});
    EXPECT_TRUE(reply) << message_of(reply);
    for (const VerifiedNote& note : reply ? reply->notes : std::vector<VerifiedNote>()) {
      for (const memory::CitationVerdict& one : note.verdict.citations) {
        if (one.verdict == Verdict::Ok) continue;
        result.push_back(
            fmt::format("{}:{} {} {}", note.file, one.line, one.text, verdict_name(one.verdict)));
      }
    }
    return result;
  }
};

// rule: D2
TEST_F(Verify, FindsLinesThatAreGone) {
  put_note("n.md", "At `src/a.cc:2` and `src/a.cc:9`.");
  EXPECT_THAT(found(), ElementsAre("n.md:6 src/a.cc:9 stale"));
}

// rule: D3
TEST_F(Verify, TakesWhatCannotBeReadForNeitherThereNorMissing) {
  put_note("n.md", "At `src/c.cc:4` it is.");
  EXPECT_THAT(found(), ElementsAre("n.md:6 src/c.cc:4 missing"));
  files.fail_look({"stat /home/u/app/src/c.cc", 1, EACCES, true});
  EXPECT_THAT(found(), IsEmpty());
}

// rule: D5
TEST_F(Verify, FollowsNoLinkAndLooksUpNoPathOfAGlobalNote) {
  files.put("/outside/x.cc", "int x;\n");
  files.put_link("/home/u/app/src/out", "/outside");
  put_note("n.md", "At `src/out/x.cc:40` and `src/out/y.cc:1`.");
  files.put(kGlobal + "g.md", note_file("G", "At `src/c.cc:1`."));
  EXPECT_THAT(found(), IsEmpty());
}

// rule: D6
TEST_F(Verify, LooksAgainOnlyWhenSomethingChanged) {
  put_note("n.md", "At `src/a.cc:2`.");
  EXPECT_THAT(found(), IsEmpty());
  clock.advance(std::chrono::hours(1));
  const std::string first = verify(*memory, {})->notes.at(0).verdict.date;
  clock.advance(std::chrono::hours(1));
  EXPECT_EQ(verify(*memory, {})->notes.at(0).verdict.date, first);
  files.put("/home/u/app/src/a.cc", "");
  EXPECT_THAT(found(), ElementsAre("n.md:6 src/a.cc:2 stale"));
}

// rule: D7
TEST_F(Verify, MarksEntriesOfTheTextThatWasLookedAt) {
  ASSERT_TRUE(write("n", "project", "At `src/a.cc:9`.", {"private"}));
  EXPECT_THAT(found(), ElementsAre("n.md:7 src/a.cc:9 stale"));
  const store::Place place = store::private_place("app-59a4a65d");
  const auto marked = [&] {
    const auto view = store->view({place});
    note::RenderedIndex index = *memory::rendered_index(*memory, place);
    memory::mark_citations(*memory, **view, place, index);
    return index.text;
  };
  EXPECT_NE(marked().find(" [cites stale]\n"), std::string::npos) << marked();
  EXPECT_EQ(memory::list(*memory, {{"private"}})->at(0).citations, "stale");
  ASSERT_TRUE(rewrite("n", "At `src/a.cc:1`."));
  EXPECT_EQ(marked().find("cites"), std::string::npos);
  EXPECT_EQ(memory::list(*memory, {{"private"}})->at(0).citations, "");
}

// rule: D3
TEST_F(Verify, TakesAMissingPathWithoutALineForAFindingWhereMostOfTheNoteIsThere) {
  put_note("n.md", "At `src/c.cc` it is.");
  EXPECT_THAT(found(), IsEmpty());
  files.put("/home/u/app/src/d.cc", "int d;\n");
  put_note("n.md", "At `src/c.cc` it is, beside `src/a.cc`, `src/b.cc` and `src/d.cc`.");
  EXPECT_THAT(found(), ElementsAre("n.md:6 src/c.cc missing"));
}

// rule: D4
TEST_F(Verify, AsksNoGitAboutARepositoryThatIsNotTrusted) {
  put_note("n.md", "At `src/old.cc` it is, since commit 1f0c2d3.");
  memory::Session session = memory->session();
  int asked = 0;
  session.ask_git = [&](const memory::GitQuestion&) {
    ++asked;
    return std::optional<std::string>();
  };
  memory::Memory other(*store, *config, log, session);
  EXPECT_TRUE(verify(other, {}));
  EXPECT_EQ(asked, 0);
  VerifyRequest changed;
  changed.changed = true;
  const auto refused = verify(other, changed);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::Denied);
}

}  // namespace
}  // namespace loci::upkeep::verify_test
