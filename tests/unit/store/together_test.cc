// Operations that wait for the same places are committed together, and stay operations of their
// own.

#include "support/together.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <thread>

#include "base/hash.h"
#include "note/index_file.h"
#include "support/memory_file_system.h"

namespace loci::store::together_test {
namespace {

using testing::Asked;
using ::testing::HasSubstr;
using testing::sharing;
using testing::Together;

std::string text_of(const std::string& name) {
  return fmt::format("---\nname: {}\ndescription: about {}\ntype: user\n---\n\nBody of {}.\n", name,
                     name, name);
}

class TogetherTest : public ::testing::Test {
 protected:
  TogetherTest() {
    store_ = *Store::open(files_, clock_, log_, "/h");
    files_.put_directory("/h");
    const auto made = store_->commit(request(), [](View&) -> Result<Plan> {
      return Plan{{FileChange::put(global_place(), "old.md", text_of("old"))}, "made"};
    });
    EXPECT_TRUE(made);
    files_.reset_calls();
  }
  static Request request() {
    Request request;
    request.operation = "write";
    request.places = {global_place()};
    return request;
  }
  static Asked puts(const std::string& file, const std::string& text) {
    return sharing({global_place()}, {FileChange::put(global_place(), file, text)});
  }
  std::vector<Result<Outcome>> commit(const std::vector<Asked>& asked) {
    return together_.commit(asked);
  }
  [[nodiscard]] std::size_t calls_like(const std::string& what) const {
    return static_cast<std::size_t>(std::count_if(
        files_.trace().begin(), files_.trace().end(),
        [&](const std::string& line) { return line.find(what) != std::string::npos; }));
  }
  std::string read(const std::string& file) { return files_.get("/h/memory/" + file); }

  fs::MemoryFileSystem files_;
  FixedClock clock_{*parse_time("2026-11-15T10:00:00Z")};
  MemoryLog log_;
  std::unique_ptr<Store> store_;
  Together together_{files_, clock_, "/h"};
};

// rule: W36
TEST_F(TogetherTest, WaitForTheDiskOnce) {
  std::vector<Asked> asked;
  for (int i = 0; i < 8; ++i) {
    asked.push_back(puts(fmt::format("n{}.md", i), text_of(fmt::format("n{}", i))));
  }
  std::set<std::uint64_t> ids;
  for (const auto& answer : commit(asked)) {
    ASSERT_TRUE(answer) << answer.error().message;
    ids.insert(answer->id);
    EXPECT_EQ(answer->changed.size(), 2U);
    EXPECT_EQ(answer->changed.back().file, "MEMORY.md");
  }
  EXPECT_EQ(ids.size(), 8U);
  EXPECT_EQ(calls_like("sync /h/state/journal"), 1U);
  EXPECT_EQ(calls_like("sync /h/state/objects"), 1U);
  EXPECT_EQ(calls_like("exchange"), 1U);  // the index
  EXPECT_EQ(note::parse_index(read("MEMORY.md")).size(), 9U);
  const auto records = store_->journal().records();
  ASSERT_TRUE(records);
  EXPECT_EQ(std::count_if(records->begin(), records->end(),
                          [](const Record& record) { return record.kind == Record::Kind::Begin; }),
            9);
  EXPECT_TRUE(store_->journal().pending()->empty());
}

// Four who always have the next change ready are one group each time, not two that take turns:
// whoever is first waits a moment for the others. rule: W36
TEST(Company, IsWaitedForByWhoeverIsFirst) {
  Room room;
  const Request request = [] {
    Request shared;
    shared.shares = true;
    return shared;
  }();
  const Planner planner = [](View&) -> Result<Plan> { return Plan(); };
  constexpr int kRounds = 10;
  std::atomic<int> groups = 0;
  const auto write = [&] {
    for (int i = 0; i < kRounds; ++i) {
      Waiting self(request, planner);
      const auto lead = [&](const Room::Gather& gather) {
        const std::vector<Waiting*> together = gather();
        std::this_thread::sleep_for(std::chrono::milliseconds(60));
        for (Waiting* one : together) one->answer = Outcome();
        ++groups;
      };
      EXPECT_TRUE(room.take_part(self, lead, std::chrono::seconds(60)));
    }
  };
  {
    std::vector<std::jthread> writers;
    for (int i = 0; i < 4; ++i) writers.emplace_back(write);
  }
  EXPECT_LT(groups, kRounds + kRounds / 2);  // two that take turns: 2 * kRounds
}

// Nobody else was here: it goes on at once.
TEST(Company, IsNotWaitedForByWhoIsAlone) {
  Room room;
  Request request;
  request.shares = true;
  const Planner planner = [](View&) -> Result<Plan> { return Plan(); };
  std::chrono::steady_clock::time_point answered;
  for (int i = 0; i < 3; ++i) {
    Waiting self(request, planner);
    const auto lead = [&](const Room::Gather& gather) {
      if (i > 0) {
        EXPECT_LT(std::chrono::steady_clock::now() - answered, std::chrono::milliseconds(400));
      }
      std::this_thread::sleep_for(std::chrono::seconds(1));  // half of it would be seen
      for (Waiting* one : gather()) one->answer = Outcome();
    };
    EXPECT_TRUE(room.take_part(self, lead, std::chrono::seconds(60)));
    answered = std::chrono::steady_clock::now();
  }
}

// Whoever changes the same note has to see what the other one left. rule: W36
TEST_F(TogetherTest, DoNotHideWhatAnotherOneChanged) {
  const auto adds = [](const std::string& line) {
    Asked asked = sharing({global_place()}, {});
    asked.planner = [line](View& view) -> Result<Plan> {
      LOCI_ASSIGN(const auto text, view.read(global_place(), "old.md"));
      return Plan{{FileChange::put(global_place(), "old.md", *text + line)}, "add"};
    };
    return asked;
  };
  const auto answers =
      commit({adds("one\n"), adds("two\n"), puts("x.md", text_of("x")), adds("three\n")});
  for (const auto& answer : answers) EXPECT_TRUE(answer);
  EXPECT_EQ(read("old.md"), text_of("old") + "one\ntwo\nthree\n");
  EXPECT_LT(answers[2]->id, answers[1]->id);  // the others did not wait for them
}

// rule: W36
TEST_F(TogetherTest, SeeNamesThatAnotherOneTakes) {
  const Asked lists = [] {
    Asked asked = sharing({global_place()}, {});
    asked.planner = [](View& view) -> Result<Plan> {
      LOCI_ASSIGN(const auto names, view.notes(global_place()));
      return Plan{{FileChange::put(global_place(), "list.md",
                                   text_of(fmt::format("{} notes", names.size())))},
                  "list"};
    };
    return asked;
  }();
  const auto answers =
      commit({puts("New.md", text_of("New")), puts("new.md", text_of("new")), lists});
  EXPECT_TRUE(answers[0]);
  ASSERT_FALSE(answers[1]);
  EXPECT_EQ(answers[1].error().kind, ErrorKind::Conflict);
  EXPECT_THAT(answers[1].error().message, HasSubstr("differ only in case or form"));
  EXPECT_TRUE(answers[2]);
  EXPECT_EQ(read("list.md"), text_of("2 notes"));
}

// rule: W36
TEST_F(TogetherTest, FailEachForItself) {
  Asked refused = sharing({global_place()}, {});
  refused.planner = [](View&) -> Result<Plan> { return fail(invalid_input("no")); };
  Asked thrown = sharing({global_place()}, {});
  thrown.planner = [](View&) -> Result<Plan> { return Plan(); };
  Asked stale = sharing({global_place()}, {FileChange::put(global_place(), "old.md", text_of("x"),
                                                           Expected::text(sha256("other")))});
  const auto answers = commit({refused, puts("a.md", text_of("a")), thrown, stale});
  EXPECT_EQ(answers[0].error().message, "no");
  EXPECT_TRUE(answers[1]);
  EXPECT_TRUE(answers[2]->unchanged());
  EXPECT_EQ(answers[3].error().kind, ErrorKind::Conflict);
  EXPECT_EQ(read("old.md"), text_of("old"));
}

// A note that cannot be put in place is nobody else's trouble. rule: W36, W20
TEST_F(TogetherTest, AreFinishedWhereAnotherOneCannotBe) {
  files_.refuse_calls([](const std::string& line) {
    const bool stuck = line.starts_with("rename") && line.ends_with("b.md");
    return stuck ? EACCES : 0;
  });
  const auto answers =
      commit({puts("a.md", text_of("a")), puts("b.md", text_of("b")), puts("c.md", text_of("c"))});
  EXPECT_TRUE(answers[0]) << answers[0].error().message;
  ASSERT_FALSE(answers[1]);
  EXPECT_THAT(answers[1].error().hint, HasSubstr("the next command finishes it"));
  EXPECT_TRUE(answers[2]) << answers[2].error().message;
  EXPECT_EQ(read("a.md"), text_of("a"));
  EXPECT_EQ(read("c.md"), text_of("c"));
  EXPECT_EQ(note::parse_index(read("MEMORY.md")).size(), 3U);
  files_.refuse_calls({});
  ASSERT_TRUE(store_->view({global_place()}));
  EXPECT_EQ(read("b.md"), text_of("b"));
  EXPECT_EQ(note::parse_index(read("MEMORY.md")).size(), 4U);
}

// An editor saves one of the notes at any moment: that one is Conflict or written on top of a
// look at it, and the others are written. rule: W36, W17
TEST_F(TogetherTest, LeaveAnEditorsSaveToTheOneItConcerns) {
  for (std::uint64_t n = 1; n < 200; ++n) {
    const auto files = files_.after(fs::PowerCut::Nothing);
    bool saved = false;
    files->act_at(n, [&] {
      saved = true;
      files->put("/h/memory/old.md", text_of("edited"));
    });
    Together together(*files, clock_, "/h");
    const auto answers = together.commit(
        {puts("a.md", text_of("a")), puts("old.md", text_of("ours")), puts("c.md", text_of("c"))});
    if (!saved) break;
    EXPECT_TRUE(answers[0]) << n << ": " << answers[0].error().message;
    EXPECT_TRUE(answers[2]) << n << ": " << answers[2].error().message;
    const std::string now = files->get("/h/memory/old.md");
    if (!answers[1]) {
      EXPECT_EQ(answers[1].error().kind, ErrorKind::Conflict) << n;
      EXPECT_EQ(now, text_of("edited")) << n;
    } else {
      EXPECT_TRUE(now == text_of("ours") || now == text_of("edited")) << n;
    }
    // Whichever was last, the other text is a revision.
    MemoryLog log;
    const auto store = *Store::open(*files, clock_, log, "/h");
    ASSERT_TRUE(store->commit(request(), [](View&) -> Result<Plan> {
      return Plan{{FileChange::put(global_place(), "old.md", text_of("later"))}, "later"};
    }));
    const auto texts = store->journal().texts({sha256(text_of("ours")), sha256(text_of("edited"))});
    ASSERT_TRUE(texts);
    EXPECT_TRUE(texts->contains(sha256(text_of("edited")))) << n;
  }
}

// An operation that rewrites the index itself sees the lines of all before it, and those behind
// it see what it wrote. rule: W36
TEST_F(TogetherTest, LetARewriteOfTheIndexGoAlone) {
  Asked rewrites = sharing({global_place()}, {});
  rewrites.planner = [](View& view) -> Result<Plan> {
    LOCI_ASSIGN(const auto index, view.read(global_place(), note::kIndexFile));
    const std::string file(note::kIndexFile);
    return Plan{{FileChange::put(global_place(), file, *index + "\nBy hand.\n")}, "rewrite"};
  };
  const auto answers =
      commit({puts("a.md", text_of("a")), rewrites, puts("c.md", text_of("c")), rewrites});
  for (const auto& answer : answers) EXPECT_TRUE(answer);
  EXPECT_THAT(read("MEMORY.md"), HasSubstr("(a.md)"));
  EXPECT_THAT(read("MEMORY.md"), HasSubstr("(c.md)"));
  EXPECT_THAT(read("MEMORY.md"), HasSubstr("By hand.\n\nBy hand.\n"));
}

// What does not share is committed alone, in its turn. rule: W36
TEST_F(TogetherTest, AreOnlyThoseThatMayBe) {
  Asked alone = puts("b.md", text_of("b"));
  alone.request.shares = false;
  const auto answers = commit({puts("a.md", text_of("a")), alone, puts("c.md", text_of("c"))});
  for (const auto& answer : answers) EXPECT_TRUE(answer);
  EXPECT_EQ(calls_like("sync /h/state/objects"), 3U);
}

}  // namespace
}  // namespace loci::store::together_test
