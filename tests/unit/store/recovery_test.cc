#include "store/recovery.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>

#include "base/hash.h"
#include "support/trial.h"

namespace loci::store::recovery_test {
namespace {

using loci::testing::commit;
using loci::testing::global;
using loci::testing::kA;
using loci::testing::kB;
using loci::testing::kC;
using loci::testing::note_text;
using loci::testing::personal;
using loci::testing::Process;
using loci::testing::put;
using loci::testing::put_from;
using loci::testing::shared;
using loci::testing::take;
using loci::testing::World;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// A home in which a process died while it did something to alpha.md.
class RecoveryTest : public ::testing::Test {
 protected:
  RecoveryTest() : files_(std::make_unique<fs::MemoryFileSystem>()) {
    files_->put_directory("/w/.loci/memory");
    Process process(*files_, clock_);
    EXPECT_TRUE(process.run([](World& world) -> Result<> {
      LOCI_TRY(commit(world, "write", {global()}, {put(global(), "alpha.md", kA)}));
      return commit(world, "write", {global()}, {put(global(), "beta.md", kB)});
    }));
  }
  // Runs `step` and dies at the first call that begins so.
  void die_at(const std::string& call, const loci::testing::Step& step) {
    const auto rehearsal = files_->after(fs::PowerCut::Nothing);
    {
      Process process(*rehearsal, clock_);
      (void)process.run(step);
    }
    const auto& trace = rehearsal->trace();
    const auto found = std::find_if(trace.begin(), trace.end(), [&](const std::string& line) {
      return line.find(call) != std::string::npos;
    });
    ASSERT_NE(found, trace.end()) << call;
    {
      files_ = files_->after(fs::PowerCut::Nothing);
      files_->die_at(static_cast<std::uint64_t>(found - trace.begin()) + 1);
      Process process(*files_, clock_);
      (void)process.run(step);
    }
    files_ = files_->after(fs::PowerCut::Nothing);
  }
  void die_updating(const std::string& call) {
    die_at(call, [](World& world) {
      return commit(world, "write", {global()}, {put(global(), "alpha.md", kC)});
    });
  }
  std::vector<std::string> look(std::vector<Place> places = {global()}) {
    Process process(*files_, clock_);
    EXPECT_TRUE(process.store()->view(places));
    return process.said();
  }
  std::vector<Record> pending() {
    Journal journal(*files_, "/h", clock_);
    return *journal.pending();
  }

  FixedClock clock_ = loci::testing::story_clock();
  std::unique_ptr<fs::MemoryFileSystem> files_;
};

// rule: W15, W17
TEST_F(RecoveryTest, FinishesWhatADeadProcessBegan) {
  die_updating("-> alpha.md");
  EXPECT_EQ(files_->get("/h/memory/alpha.md"), kA);
  EXPECT_THAT(look(), Contains(HasSubstr("finished an interrupted 'write' of alpha.md")));
  EXPECT_EQ(files_->get("/h/memory/alpha.md"), kC);
  EXPECT_THAT(files_->get("/h/memory/MEMORY.md"), HasSubstr("- [Gamma](alpha.md) - third\n"));
  EXPECT_THAT(pending(), IsEmpty());
  EXPECT_THAT(look(), IsEmpty());
}

// rule: J19
TEST_F(RecoveryTest, LeavesAnotherDirectoryAtTheSamePathAlone) {
  Process process(*files_, clock_);
  ASSERT_TRUE(process.run([](World& world) {
    return commit(world, "write", {shared()}, {put(shared(), "plan.md", kA)});
  }));
  die_at("-> plan.md", [](World& world) {
    return commit(world, "write", {shared()}, {put(shared(), "plan.md", kC)});
  });
  ASSERT_EQ(pending().size(), 1U);
  ASSERT_TRUE((*files_->open("/", fs::Modes::Umask))->rename("w", "former"));
  files_->put("/w/.loci/memory/plan.md", kA);
  EXPECT_THAT(look({shared()}), Contains(HasSubstr("'/w' is a different directory now")));
  EXPECT_EQ(files_->get("/w/.loci/memory/plan.md"), kA);
  // Called off, it leaves that alone as well.
  Process later(*files_, clock_);
  EXPECT_TRUE(later.store()->call_off(pending().front().sequence));
  EXPECT_EQ(files_->get("/w/.loci/memory/plan.md"), kA);
  EXPECT_THAT(pending(), IsEmpty());
  EXPECT_THAT(look({shared()}), IsEmpty());
}

// rule: W15
TEST_F(RecoveryTest, LeavesAFileThatWasEditedSince) {
  die_updating("-> alpha.md");
  files_->put("/h/memory/alpha.md", "by hand\n");
  EXPECT_THAT(look(), Contains(HasSubstr("'alpha.md' was edited")));
  EXPECT_EQ(files_->get("/h/memory/alpha.md"), "by hand\n");
  EXPECT_THAT(pending(), IsEmpty());
  Journal journal(*files_, "/h", clock_);
  EXPECT_EQ(journal.last_change("memory", "alpha.md").value()->after, sha256("by hand\n"));
  EXPECT_EQ(journal.texts({sha256("by hand\n"), sha256(kC)})->size(), 2U);
}

// rule: W15, P4
TEST_F(RecoveryTest, IsNotStoppedByALinkOrADirectoryInAFilesPlace) {
  for (const bool link : {true, false}) {
    die_updating("-> alpha.md");
    (void)(*files_->open("/h/memory", fs::Modes::Private))->remove("alpha.md");
    if (link) {
      files_->put_link("/h/memory/alpha.md", "/w");
    } else {
      files_->put_directory("/h/memory/alpha.md");
    }
    EXPECT_THAT(look(), Contains(HasSubstr("'alpha.md' was edited"))) << link;
    EXPECT_THAT(pending(), IsEmpty());
    Process process(*files_, clock_);
    EXPECT_TRUE(process.run([](World& world) {
      return commit(world, "write", {global()}, {put(global(), "more.md", kC)});
    }));
    auto root = *files_->open("/h/memory", fs::Modes::Private);
    (void)root->remove_directory("alpha.md");
    (void)root->remove("more.md");
    files_->put("/h/memory/alpha.md", kA);
  }
}

// rule: W15, I6
TEST_F(RecoveryTest, BringsTheIndexUpToDateByLine) {
  die_updating("-> MEMORY.md");
  const std::string index = files_->get("/h/memory/MEMORY.md");
  files_->put("/h/memory/MEMORY.md", "# New heading\n\n" + index + "\nmore prose\n");
  look();
  EXPECT_EQ(
      files_->get("/h/memory/MEMORY.md"),
      "# New heading\n\n- [Beta](beta.md) - second\n- [Gamma](alpha.md) - third\n\nmore prose\n");
}

// rule: W16
TEST_F(RecoveryTest, TakesTheOtherPlacesOfAnOperationWithIt) {
  die_at("-> beta.md", [](World& world) {
    return commit(
        world, "move", {global(), personal()},
        {put_from(personal(), "beta.md", kB, "beta.md", global().key), take(global(), "beta.md")});
  });
  Process process(*files_, clock_);
  ASSERT_TRUE(process.run([](World& world) {
    return commit(world, "write", {personal()}, {put(personal(), "mine.md", kC)});
  }));
  EXPECT_FALSE(files_->exists("/h/memory/beta.md"));
  EXPECT_EQ(files_->get("/h/projects/w-1/memory/beta.md"), kB);
  EXPECT_EQ(files_->get("/h/memory/MEMORY.md"), "- [Alpha](alpha.md) - first\n");
}

// rule: W16
TEST_F(RecoveryTest, LeavesAnOperationAloneWhosePlacesAreLocked) {
  die_updating("-> alpha.md");
  const auto root = *files_->open("/h/memory", fs::Modes::Private);
  const auto lock = root->try_lock();
  ASSERT_TRUE(lock);
  EXPECT_THAT(look(), IsEmpty());
  EXPECT_EQ(files_->get("/h/memory/alpha.md"), kA);
  EXPECT_EQ(pending().size(), 1U);
}

TEST_F(RecoveryTest, LeavesAnOperationAloneInPlacesThatAreNotAskedFor) {
  die_updating("-> alpha.md");
  Process process(*files_, clock_);
  ASSERT_TRUE(process.run([](World& world) {
    return commit(world, "write", {personal()}, {put(personal(), "mine.md", kC)});
  }));
  EXPECT_EQ(files_->get("/h/memory/alpha.md"), kA);
  EXPECT_EQ(pending().size(), 1U);
}

// rule: W6
TEST_F(RecoveryTest, IsNotPartOfADryRun) {
  die_updating("-> alpha.md");
  const auto before = files_->tree("/");
  Process process(*files_, clock_);
  Request request;
  request.dry_run = true;
  request.places = {global()};
  ASSERT_TRUE(process.store()->commit(request, [](View&) -> Result<Plan> {
    return Plan{{put(global(), "beta.md", kC)}, "", {}};
  }));
  EXPECT_EQ(files_->tree("/"), before);
}

// The texts were not on disk yet when power went: nothing can have changed.
// rule: W1, W15
TEST_F(RecoveryTest, CallsOffWhatNeverStarted) {
  const std::string pack = files_->get("/h/state/objects/2026-11.pack");
  die_updating("-> alpha.md");
  files_->put("/h/state/objects/2026-11.pack", pack);
  EXPECT_THAT(look(), Contains(HasSubstr("cancelled")));
  EXPECT_EQ(files_->get("/h/memory/alpha.md"), kA);
  EXPECT_THAT(pending(), IsEmpty());
  Journal journal(*files_, "/h", clock_);
  EXPECT_EQ(journal.last_change("memory", "alpha.md").value()->after, sha256(kA));
}

// The workspace a note was being moved to is gone: the note stays where it is.
// rule: W3, W15
TEST_F(RecoveryTest, DoesNotRemoveANoteWhoseNewPlaceIsGone) {
  die_at("-> beta.md", [](World& world) {
    return commit(
        world, "move", {global(), shared()},
        {put_from(shared(), "beta.md", kB, "beta.md", global().key), take(global(), "beta.md")});
  });
  auto loci = *files_->open("/w/.loci", fs::Modes::Umask);
  auto memory = *loci->open("memory");
  const auto entries = *memory->list();
  for (const fs::Entry& entry : entries) (void)memory->remove(entry.name);
  ASSERT_TRUE(loci->remove_directory("memory"));
  EXPECT_THAT(look(), Contains(HasSubstr("cancelled")));
  EXPECT_EQ(files_->get("/h/memory/beta.md"), kB);
  EXPECT_THAT(files_->get("/h/memory/MEMORY.md"), HasSubstr("beta.md"));
}

// Two homes share a repository's notes; one's process died, the other goes on.
// rule: W13, W15
TEST_F(RecoveryTest, RespectsWhatAnotherHomeDidMeanwhile) {
  const auto in_shared = [](const std::string& file, const std::string& text) {
    return [=](World& world) {
      return commit(world, "write", {shared()}, {put(shared(), file, text)});
    };
  };
  {
    Process process(*files_, clock_);
    ASSERT_TRUE(process.run(in_shared("one.md", kA)));
    ASSERT_TRUE(process.run(in_shared("two.md", kB)));
  }
  die_at("-> one.md", [&](World& world) {
    return commit(world, "write", {shared()},
                  {put(shared(), "one.md", kC), put(shared(), "two.md", kC)});
  });
  {
    MemoryLog log;
    const auto other = *Store::open(*files_, clock_, log, "/other");
    World world{*files_, clock_, *other};
    ASSERT_TRUE(in_shared("two.md", note_text("Two", "of the other home", "2"))(world));
    ASSERT_TRUE(in_shared("three.md", note_text("Three", "also", "3"))(world));
  }
  EXPECT_THAT(look({shared()}), Contains(HasSubstr("'two.md' was edited")));
  EXPECT_EQ(files_->get("/w/.loci/memory/one.md"), kC);
  EXPECT_EQ(files_->get("/w/.loci/memory/two.md"), note_text("Two", "of the other home", "2"));
  EXPECT_EQ(files_->get("/w/.loci/memory/MEMORY.md"),
            "- [Three](three.md) - also\n- [Two](two.md) - of the other home\n"
            "- [Gamma](one.md) - third\n");
}

// rule: W14
TEST_F(RecoveryTest, RemovesTheSiblingsOfTheDead) {
  die_updating("-> alpha.md");
  look();
  for (const auto& [path, bytes] : files_->tree("/")) {
    EXPECT_FALSE(fs::is_temporary_name(path.substr(path.rfind('/') + 1))) << path;
  }
}

// It had written beside its files and logged nothing yet, so nobody recovers it.
// rule: W14
TEST_F(RecoveryTest, RemovesTheSiblingsOfOneThatDiedBeforeItLogged) {
  die_updating("write /h/state/objects/");
  ASSERT_THAT(pending(), IsEmpty());
  const auto temporary = [&] {
    const auto tree = files_->tree("/");
    return std::count_if(tree.begin(), tree.end(), [](const auto& file) {
      return fs::is_temporary_name(file.first.substr(file.first.rfind('/') + 1));
    });
  };
  ASSERT_EQ(temporary(), 2);
  Process process(*files_, clock_);
  ASSERT_TRUE(process.run([](World& world) {
    return commit(world, "delete", {global()}, {take(global(), "beta.md")});
  }));
  EXPECT_EQ(temporary(), 0);
  EXPECT_EQ(files_->get("/h/memory/alpha.md"), kA);
}

// rule: U17
TEST_F(RecoveryTest, ClosesWhatWasLeftInAWorkspaceThatIsGone) {
  die_at("-> new.md", [](World& world) {
    return commit(world, "write", {shared()}, {put(shared(), "new.md", kB)});
  });
  auto loci = *files_->open("/w/.loci", fs::Modes::Umask);
  auto memory = *loci->open("memory");
  const auto entries = *memory->list();
  for (const fs::Entry& entry : entries) (void)memory->remove(entry.name);
  ASSERT_TRUE(loci->remove_directory("memory"));
  ASSERT_EQ(pending().size(), 1U);
  {
    Process process(*files_, clock_);  // its disk may come back
    EXPECT_EQ(process.store()->finish_interrupted().value(), 0U);
    ASSERT_EQ(pending().size(), 1U);
  }
  clock_.advance(std::chrono::days(31));
  Process process(*files_, clock_);
  EXPECT_EQ(process.store()->finish_interrupted().value(), 1U);
  EXPECT_THAT(process.said(), Contains(HasSubstr("cancelled an interrupted 'write' of new.md")));
  EXPECT_THAT(pending(), IsEmpty());
  EXPECT_FALSE(files_->exists("/w/.loci/memory"));
}

// rule: U17
TEST_F(RecoveryTest, FinishesWhatWasLeftAnywhere) {
  die_updating("-> alpha.md");
  Process process(*files_, clock_);
  EXPECT_EQ(process.store()->finish_interrupted().value(), 1U);
  EXPECT_EQ(files_->get("/h/memory/alpha.md"), kC);
}

// rule: U17
TEST_F(RecoveryTest, DoesNotCloseWhatIsStillAtIt) {
  die_updating("-> alpha.md");
  const auto root = *files_->open("/h/memory", fs::Modes::Private);
  const auto lock = root->try_lock();
  ASSERT_TRUE(lock);
  Process process(*files_, clock_);
  EXPECT_EQ(process.store()->finish_interrupted().value(), 0U);
  EXPECT_EQ(pending().size(), 1U);
}

// The process put its text in place of a save and could not look at it any more.
// rule: W18, W21
TEST_F(RecoveryTest, KeepsWhatAProcessHadSwappedOutWhenItDied) {
  const std::string saved = note_text("Mine", "saved", "by hand");
  // The editor saves in the last moment, and the process dies right after the exchange.
  files_->skip_calls([&](const std::string& line) {
    if (line.starts_with("exchange ") && line.ends_with("-> alpha.md")) {
      files_->put("/h/memory/alpha.md", saved);
      files_->die_at(1);
    }
    return false;
  });
  {
    Process process(*files_, clock_);
    EXPECT_FALSE(process.run([](World& world) {
      return commit(world, "write", {global()}, {put(global(), "alpha.md", kC)});
    }));
  }
  files_ = files_->after(fs::PowerCut::Nothing);
  ASSERT_EQ(files_->get("/h/memory/alpha.md"), kC);
  look();
  EXPECT_EQ(files_->get("/h/memory/alpha.md"), kC);
  Journal journal(*files_, "/h", clock_);
  EXPECT_EQ(journal.texts({sha256(saved), sha256(kC)})->size(), 2U);
  std::vector<std::string> revisions;
  ASSERT_TRUE(journal.visit([&](const Record& record) {
    for (const FileRecord& file : record.files) {
      if (file.file == "alpha.md" && file.after) revisions.insert(revisions.begin(), *file.after);
    }
    return true;
  }));
  EXPECT_THAT(revisions, ::testing::IsSupersetOf({sha256(saved), sha256(kC)}));
  EXPECT_EQ(revisions.back(), sha256(kC));
  EXPECT_THAT(pending(), IsEmpty());
  for (const auto& [path, bytes] : files_->tree("/")) {
    EXPECT_FALSE(fs::is_temporary_name(path.substr(path.rfind('/') + 1))) << path;
  }
}

// A note that nobody can change: one that is renamed stays under both names.
class StuckTest : public RecoveryTest {
 protected:
  StuckTest() {
    files_->refuse_calls([](const std::string& line) {
      const bool moves = line.starts_with("rename /h/memory/beta.md ");
      return moves || (line.starts_with("exchange ") && line.ends_with("-> beta.md")) ? EPERM : 0;
    });
    Process process(*files_, clock_);
    const auto renamed = process.run([](World& world) {
      return commit(world, "rename", {global()},
                    {put_from(global(), "bravo.md", kB, "beta.md"), take(global(), "beta.md")});
    });
    EXPECT_FALSE(renamed);
    if (!renamed) refusal_ = renamed.error();
  }
  Result<> write(const std::string& file) {
    Process process(*files_, clock_);
    auto done = process.run([&](World& world) {
      return commit(world, "write", {global()}, {put(global(), file, kC)});
    });
    said_ = process.said();
    return done;
  }

  Error refusal_;
  std::vector<std::string> said_;
};

// rule: W20
TEST_F(StuckTest, NamesTheNoteAndTheWaysOut) {
  EXPECT_EQ(refusal_.kind, ErrorKind::Denied);
  EXPECT_THAT(refusal_.message, HasSubstr("/h/memory/beta.md"));
  EXPECT_THAT(refusal_.message, Not(HasSubstr(".loci-")));
  EXPECT_THAT(refusal_.hint, HasSubstr("'loci undo 5' cancels it"));
}

// rule: W20
TEST_F(StuckTest, StandsInTheWayOfItsOwnNotesOnly) {
  EXPECT_TRUE(write("alpha.md"));
  EXPECT_THAT(said_, Contains(HasSubstr("operation 5 ('rename' of bravo.md, beta.md) is "
                                        "unfinished at '/h/memory/beta.md'")));
  EXPECT_EQ(files_->get("/h/memory/alpha.md"), kC);
  for (const char* file : {"beta.md", "bravo.md"}) {
    const auto refused = write(file);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::Denied);
    EXPECT_THAT(refused.error().message, HasSubstr("/h/memory/beta.md"));
    EXPECT_THAT(refused.error().hint, HasSubstr("'loci undo 5'"));
  }
  for (const auto& [path, bytes] : files_->tree("/")) {
    EXPECT_FALSE(fs::is_temporary_name(path.substr(path.rfind('/') + 1))) << path;
  }
}

// rule: W20
TEST_F(StuckTest, IsListedWithItsReason) {
  Process process(*files_, clock_);
  const auto left = process.store()->unfinished();
  ASSERT_TRUE(left);
  ASSERT_EQ(left->size(), 1U);
  EXPECT_EQ(left->front().path, "/h/memory/beta.md");
  EXPECT_THAT(left->front().reason, HasSubstr("Operation not permitted"));
  const auto before = files_->tree("/");
  const auto seen = process.store()->unfinished(Recovery::No);
  ASSERT_TRUE(seen);
  ASSERT_EQ(seen->size(), 1U);
  EXPECT_EQ(seen->front().path, "/h/memory/beta.md");
  EXPECT_EQ(files_->tree("/"), before);
}

// rule: W20
TEST_F(StuckTest, IsFinishedOnceTheCauseIsMended) {
  files_->refuse_calls(nullptr);
  look();
  EXPECT_FALSE(files_->exists("/h/memory/beta.md"));
  EXPECT_EQ(files_->get("/h/memory/bravo.md"), kB);
  EXPECT_THAT(pending(), IsEmpty());
}

// rule: W20
TEST_F(StuckTest, IsCalledOff) {
  const std::string index = files_->get("/h/memory/MEMORY.md");
  {
    Process process(*files_, clock_);
    EXPECT_EQ(process.store()->call_off(3).error().kind, ErrorKind::NotFound);
    const auto off = process.store()->call_off(5);
    ASSERT_TRUE(off) << off.error().message;
  }
  EXPECT_FALSE(files_->exists("/h/memory/bravo.md"));
  EXPECT_EQ(files_->get("/h/memory/beta.md"), kB);
  EXPECT_EQ(files_->get("/h/memory/MEMORY.md"), index);
  EXPECT_THAT(pending(), IsEmpty());
  Journal journal(*files_, "/h", clock_);
  EXPECT_EQ(journal.last_change("memory", "beta.md").value()->after, sha256(kB));
  EXPECT_EQ(journal.last_change("memory", "bravo.md").value()->after, std::nullopt);
  EXPECT_TRUE(write("alpha.md"));
}

// rule: W20
TEST_F(StuckTest, LeavesWhatWasEditedSinceWhenItIsCalledOff) {
  files_->put("/h/memory/bravo.md", "by hand\n");
  Process process(*files_, clock_);
  ASSERT_TRUE(process.store()->call_off(5));
  EXPECT_EQ(files_->get("/h/memory/bravo.md"), "by hand\n");
  EXPECT_EQ(files_->get("/h/memory/beta.md"), kB);
  EXPECT_THAT(pending(), IsEmpty());
}

// Texts that are erased cannot come back, so nobody is told to call a purge off.
// rule: W20
TEST_F(RecoveryTest, OffersNoUndoOfAPurge) {
  files_->refuse_calls([](const std::string& line) {
    return line.starts_with("rename /h/memory/beta.md ") ? EPERM : 0;
  });
  const auto purge = [](World& world) {
    return commit(world, "purge", {global()},
                  {take(global(), "alpha.md"), take(global(), "beta.md")},
                  {sha256(kA), sha256(kB)});
  };
  {
    Process process(*files_, clock_);
    const auto refused = process.run(purge);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::Denied);
    EXPECT_THAT(refused.error().hint, HasSubstr("the next command finishes it"));
    EXPECT_THAT(refused.error().hint, Not(HasSubstr("undo")));
  }
  const std::vector<std::string> said = look();
  EXPECT_THAT(said, Contains(HasSubstr("('purge' of alpha.md, beta.md) is unfinished")));
  EXPECT_THAT(said, Contains(HasSubstr("fix that, then run any command there")));
  EXPECT_THAT(said, Not(Contains(HasSubstr("undo"))));
  Process process(*files_, clock_);
  const auto left = process.store()->unfinished(Recovery::No);
  ASSERT_EQ(left->size(), 1U);
  EXPECT_THAT(way_out(left->front()), HasSubstr("run 'loci list' there"));
  EXPECT_THAT(way_out(left->front()), Not(HasSubstr("undo")));
  EXPECT_EQ(process.store()->call_off(left->front().begin.sequence).error().kind,
            ErrorKind::Denied);
}

// A move whose other scope cannot be opened any more.
// rule: W16, W20
TEST_F(RecoveryTest, IsNotStoppedByAnotherPlaceThatCannotBeOpened) {
  die_at("-> beta.md", [](World& world) {
    return commit(
        world, "move", {global(), personal()},
        {put_from(personal(), "beta.md", kB, "beta.md", global().key), take(global(), "beta.md")});
  });
  files_->take("/h/projects/w-1/memory");
  files_->put_link("/h/projects/w-1/memory", "/w");
  Process process(*files_, clock_);
  const auto wrote = process.run([](World& world) {
    return commit(world, "write", {global()}, {put(global(), "alpha.md", kC)});
  });
  ASSERT_TRUE(wrote) << wrote.error().message;
  EXPECT_THAT(process.said(), Contains(HasSubstr("is unfinished at")));
  EXPECT_EQ(files_->get("/h/memory/alpha.md"), kC);
}

TEST(PlacesToRecover, AreThoseThatHangTogether) {
  const auto record = [](std::vector<std::string> keys) {
    Record begin;
    for (std::string& key : keys) {
      begin.files.push_back({std::move(key), "a.md", std::nullopt, "x", "", ""});
    }
    return begin;
  };
  const std::vector<Record> pending{record({"projects/b/memory", "projects/c/memory"}),
                                    record({"memory", "projects/b/memory"}),
                                    record({"projects/d/memory"})};
  EXPECT_EQ(places_to_recover(pending, {global()}).size(), 3U);
  EXPECT_EQ(places_to_recover(pending, {private_place("d")}).size(), 1U);
  EXPECT_TRUE(any_touches(pending, {private_place("c")}));
  EXPECT_FALSE(any_touches(pending, {private_place("e")}));
}

}  // namespace
}  // namespace loci::store::recovery_test
