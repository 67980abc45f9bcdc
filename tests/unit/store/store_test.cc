#include "store/store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>

#include "base/hash.h"
#include "fs/atomic_file.h"
#include "support/trial.h"

namespace loci::store::store_test {
namespace {

using loci::testing::commit;
using loci::testing::kA;
using loci::testing::kB;
using loci::testing::note_text;
using loci::testing::put;
using loci::testing::put_from;
using loci::testing::take;
using loci::testing::World;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class StoreTest : public ::testing::Test {
 protected:
  StoreTest() {
    files_.put_directory("/w/.loci");
    store_ = *Store::open(files_, clock_, log_, "/h");
  }
  Result<Outcome> run(std::vector<FileChange> changes, bool dry_run = false,
                      std::string operation = "write") {
    Request request;
    request.operation = std::move(operation);
    request.dry_run = dry_run;
    request.places = {global_place()};
    for (const FileChange& change : changes) {
      if (change.place.in_workspace()) request.places.push_back(change.place);
    }
    return store_->commit(request, [&](View&) -> Result<Plan> {
      return Plan{changes, "token=abc", {}};
    });
  }
  std::vector<Record> records() {
    std::vector<Record> found;
    EXPECT_TRUE(store_->journal().visit([&](const Record& record) {
      found.insert(found.begin(), record);
      return true;
    }));
    return found;
  }
  ErrorKind kind_of(const Result<Outcome>& result) {
    EXPECT_FALSE(result.has_value());
    return result ? ErrorKind::Internal : result.error().kind;
  }

  fs::MemoryFileSystem files_;
  FixedClock clock_{*parse_time("2026-11-15T10:00:00Z")};
  MemoryLog log_;
  std::unique_ptr<Store> store_;
};

// rule: S1
TEST_F(StoreTest, MakesNothingByReading) {
  const auto view = store_->view({global_place(), shared_place("/w")});
  ASSERT_TRUE(view);
  EXPECT_THAT(*(*view)->notes(global_place()), IsEmpty());
  EXPECT_FALSE(*(*view)->read(global_place(), "a.md"));
  EXPECT_FALSE(files_.exists("/h"));
}

// rule: J5, W1, W2, I3
TEST_F(StoreTest, WritesNoteIndexAndJournal) {
  const auto outcome = run({put(global_place(), "alpha.md", kA)});
  ASSERT_TRUE(outcome) << outcome.error().message;
  EXPECT_EQ(outcome->id, 1U);
  EXPECT_EQ(files_.get("/h/memory/alpha.md"), kA);
  EXPECT_EQ(files_.get("/h/memory/MEMORY.md"), "- [Alpha](alpha.md) - first\n");
  ASSERT_EQ(records().size(), 2U);
  const Record begin = records()[0];
  EXPECT_EQ(begin.summary, "token=[REDACTED]");
  EXPECT_EQ(begin.origin, "cli");
  EXPECT_EQ(begin.actor, "user");
  EXPECT_EQ(begin.files[0].before, std::nullopt);
  EXPECT_EQ(begin.files[0].after, sha256(kA));
  EXPECT_EQ(records()[1].of, 1U);
  EXPECT_THAT(*store_->journal().pending(), IsEmpty());
  EXPECT_EQ(store_->journal().texts({sha256(kA)})->at(sha256(kA)), kA);
}

// Nothing of the user's is changed before the log is synced. rule: W1
TEST_F(StoreTest, SyncsTheLogBeforeTheFirstFile) {
  ASSERT_TRUE(run({put(global_place(), "alpha.md", kA)}));
  files_.reset_calls();
  ASSERT_TRUE(run({put(global_place(), "alpha.md", kB)}));
  EXPECT_THAT(
      files_.trace(),
      ElementsAre(HasSubstr("create /h/memory/.loci-"), HasSubstr("write /h/memory/.loci-"),
                  HasSubstr("create /h/memory/.loci-"), HasSubstr("write /h/memory/.loci-"),
                  HasSubstr("write /h/state/objects/2026-11.pack"),
                  HasSubstr("write /h/state/journal/2026-11.jsonl"),
                  HasSubstr("sync /h/memory/.loci-"), HasSubstr("sync /h/memory/.loci-"),
                  "sync /h/state/objects/2026-11.pack", "sync /h/state/journal/2026-11.jsonl",
                  HasSubstr("-> alpha.md"), HasSubstr("remove /h/memory/.loci-"),
                  HasSubstr("-> MEMORY.md"), HasSubstr("remove /h/memory/.loci-"),
                  "sync-directory /h/memory", HasSubstr("write /h/state/journal/2026-11.jsonl")));
}

// rule: W5
TEST_F(StoreTest, ChangesNothingTheSecondTime) {
  ASSERT_TRUE(run({put(global_place(), "alpha.md", kA)}));
  files_.reset_calls();
  const auto again = run({put(global_place(), "alpha.md", kA)});
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->unchanged());
  EXPECT_THAT(files_.trace(), IsEmpty());
  ASSERT_TRUE(run({take(global_place(), "alpha.md")}));
  ASSERT_TRUE(run({put(global_place(), "alpha.md", kA)}));
  EXPECT_EQ(files_.get("/h/memory/alpha.md"), kA);
  EXPECT_EQ(records().size(), 6U);
}

// rule: W6
TEST_F(StoreTest, TouchesNothingInADryRun) {
  const auto outcome = run({put(global_place(), "alpha.md", kA)}, true);
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->id, 0U);
  ASSERT_EQ(outcome->changed.size(), 2U);
  EXPECT_EQ(outcome->changed[1].after, "- [Alpha](alpha.md) - first\n");
  EXPECT_FALSE(files_.exists("/h"));
  EXPECT_EQ(files_.calls(), 0U);
}

// rule: W7
TEST_F(StoreTest, IsAConflictWhenTheTextIsNotTheExpected) {
  ASSERT_TRUE(run({put(global_place(), "alpha.md", kA)}));
  FileChange change = put(global_place(), "alpha.md", kB);
  change.expected = Expected::text(sha256(kB));
  EXPECT_EQ(kind_of(run({change})), ErrorKind::Conflict);
  change.expected = Expected::absent();
  EXPECT_EQ(kind_of(run({change})), ErrorKind::Conflict);
  change.expected = Expected::text(sha256(kA));
  EXPECT_TRUE(run({change}));
  change.file = "none.md";
  EXPECT_EQ(kind_of(run({change})), ErrorKind::Conflict);
}

// rule: W8
TEST_F(StoreTest, RecordsAnEditByHandBeforeItWritesOverIt) {
  ASSERT_TRUE(run({put(global_place(), "alpha.md", kA)}));
  files_.put("/h/memory/alpha.md", "by hand\n");
  ASSERT_TRUE(run({put(global_place(), "alpha.md", kB)}));
  ASSERT_EQ(records().size(), 5U);
  const Record external = records()[2];
  EXPECT_EQ(external.kind, Record::Kind::External);
  EXPECT_EQ(external.origin, "external");
  EXPECT_EQ(external.files[0].before, sha256(kA));
  EXPECT_EQ(external.files[0].after, sha256("by hand\n"));
  EXPECT_EQ(store_->journal().texts({sha256("by hand\n"), sha256(kA)})->size(), 2U);
}

// A note that loci never saw is an edit by hand, too, and so is one that went.
// rule: W8
TEST_F(StoreTest, RecordsNotesThatCameOrWentByHand) {
  files_.put("/h/memory/found.md", "found\n");
  ASSERT_TRUE(run({take(global_place(), "found.md")}));
  EXPECT_EQ(records()[0].files[0].after, sha256("found\n"));
  ASSERT_TRUE(run({put(global_place(), "alpha.md", kA)}));
  (void)(*files_.open("/h/memory", fs::Modes::Private))->remove("alpha.md");
  ASSERT_TRUE(run({put(global_place(), "alpha.md", kB)}));
  const auto all = records();
  EXPECT_EQ(all[all.size() - 3].kind, Record::Kind::External);
  EXPECT_EQ(all[all.size() - 3].files[0].after, std::nullopt);
}

// Wraps a file system to play an editor that saves in the middle of a write.
// rule: W8
TEST_F(StoreTest, LooksOnceMoreBeforeItWritesOver) {
  ASSERT_TRUE(run({put(global_place(), "alpha.md", kA)}));
  int saves = 0;
  // The note's sibling is being synced: the editor saves the note now.
  files_.skip_calls([&](const std::string& line) {
    if (line.starts_with("sync /h/memory/.loci-") && saves == 0) {
      ++saves;
      files_.put("/h/memory/alpha.md", "saved meanwhile\n");
    }
    return false;
  });
  ASSERT_TRUE(run({put(global_place(), "alpha.md", kB)}));
  EXPECT_EQ(files_.get("/h/memory/alpha.md"), kB);
  EXPECT_EQ(store_->journal().texts({sha256("saved meanwhile\n")})->size(), 1U);
  EXPECT_THAT(*store_->journal().pending(), IsEmpty());
}

// rule: W8, I6
TEST_F(StoreTest, LosesNoLineThatIsWrittenToTheIndexMeanwhile) {
  ASSERT_TRUE(run({put(global_place(), "alpha.md", kA)}));
  int saves = 0;
  files_.skip_calls([&](const std::string& line) {
    if (line.starts_with("sync /h/memory/.loci-") && saves == 0) {
      ++saves;
      files_.put("/h/memory/MEMORY.md", "# Mine\n\n" + files_.get("/h/memory/MEMORY.md"));
    }
    return false;
  });
  ASSERT_TRUE(run({put(global_place(), "beta.md", kB)}));
  EXPECT_EQ(files_.get("/h/memory/MEMORY.md"),
            "# Mine\n\n- [Beta](beta.md) - second\n- [Alpha](alpha.md) - first\n");
}

// Between the last look and the rename there is no moment in which a save is lost.
// rule: W18
TEST_F(StoreTest, LeavesWhatIsSavedInTheMomentOfTheRename) {
  ASSERT_TRUE(run({put(global_place(), "alpha.md", kA), put(global_place(), "beta.md", kB)}));
  const std::string saved = note_text("Mine", "saved", "by hand");
  int saves = 0;
  files_.skip_calls([&](const std::string& line) {
    if (line.starts_with("exchange ") && line.ends_with("-> alpha.md") && ++saves == 1) {
      files_.put("/h/memory/alpha.md", saved);
    }
    return false;
  });
  const std::string ours = note_text("Ours", "of loci", "x");
  const auto outcome =
      run({put(global_place(), "alpha.md", ours), take(global_place(), "beta.md")});
  EXPECT_EQ(kind_of(outcome), ErrorKind::Conflict);
  EXPECT_THAT(outcome.error().message, HasSubstr("'alpha.md' was saved by another program"));
  EXPECT_THAT(outcome.error().hint, HasSubstr("'loci restore alpha.md --rev 3'"));
  EXPECT_THAT(outcome.error().hint, HasSubstr("what was saved is revision 5"));
  EXPECT_THAT(outcome.error().hint, HasSubstr("the other files were changed"));
  EXPECT_EQ(files_.get("/h/memory/alpha.md"), saved);
  EXPECT_FALSE(files_.exists("/h/memory/beta.md"));
  EXPECT_EQ(files_.get("/h/memory/MEMORY.md"), "- [Mine](alpha.md) - saved\n");
  EXPECT_EQ(store_->journal().texts({sha256(saved), sha256(ours)})->size(), 2U);
  EXPECT_EQ(records().back().kind, Record::Kind::External);
  EXPECT_EQ(records().back().files[0].after, sha256(saved));
  EXPECT_THAT(*store_->journal().pending(), IsEmpty());
}

// rule: W18
TEST_F(StoreTest, DoesNotDeleteWhatIsSavedInTheMomentOfTheDeletion) {
  ASSERT_TRUE(run({put(global_place(), "alpha.md", kA)}));
  files_.skip_calls([&](const std::string& line) {
    if (line.starts_with("rename /h/memory/alpha.md ")) files_.put("/h/memory/alpha.md", "saved\n");
    return false;
  });
  const auto outcome = run({take(global_place(), "alpha.md")}, false, "delete");
  EXPECT_EQ(kind_of(outcome), ErrorKind::Conflict);
  EXPECT_EQ(files_.get("/h/memory/alpha.md"), "saved\n");
  EXPECT_THAT(files_.get("/h/memory/MEMORY.md"), HasSubstr("(alpha.md)"));
}

// rule: W18
TEST_F(StoreTest, TakesNoNameThatSomebodyElseTookMeanwhile) {
  ASSERT_TRUE(run({put(global_place(), "alpha.md", kA)}));
  files_.skip_calls([&](const std::string& line) {
    if (line.starts_with("create /h/state")) return false;
    if (line.starts_with("sync /h/state/journal/")) files_.put("/h/memory/new.md", "saved\n");
    return false;
  });
  ASSERT_TRUE(run({put(global_place(), "new.md", kB)}));  // the last look saw it
  EXPECT_EQ(store_->journal().texts({sha256("saved\n")})->size(), 1U);
}

// A sibling of a dead process may have the only copy of a text.
// rule: W14, W21
TEST_F(StoreTest, RecordsWhatOnlyASiblingHasBeforeItSweepsIt) {
  ASSERT_TRUE(run({put(global_place(), "alpha.md", kA), put(global_place(), "beta.md", kB)}));
  const std::string of_alpha =
      ".loci-2147483647-" + std::to_string(fs::sibling_number("alpha.md")) + ".tmp";
  files_.put("/h/memory/" + of_alpha, "only here\n");
  files_.put("/h/memory/.loci-2147483647-1.tmp", "of nobody knows what\n");
  files_.put("/h/memory/.loci-2147483647-2.tmp", kB);
  files_.put("/h/memory/.loci-2147483647-3.tmp", "");
  const std::size_t before = records().size();
  ASSERT_TRUE(run({put(global_place(), "gamma.md", note_text("C", "c", "c"))}));
  for (const auto& [path, bytes] : files_.tree("/h/memory")) {
    EXPECT_FALSE(fs::is_temporary_name(path.substr(path.rfind('/') + 1))) << path;
  }
  EXPECT_EQ(
      store_->journal().texts({sha256("only here\n"), sha256("of nobody knows what\n")})->size(),
      2U);
  // Two records each for the two that were not known, and the write itself.
  EXPECT_EQ(records().size(), before + 4 + 2);
  EXPECT_EQ(store_->journal().last_change("memory", "alpha.md").value()->after, sha256(kA));
}

// rule: W8
TEST_F(StoreTest, GivesUpBeforeAnEditorThatNeverRests) {
  ASSERT_TRUE(run({put(global_place(), "alpha.md", kA)}));
  int saves = 0;
  files_.skip_calls([&](const std::string& line) {
    if (line.starts_with("sync /h/memory/.loci-")) {
      files_.put("/h/memory/alpha.md", "saved " + std::to_string(++saves));
    }
    return false;
  });
  const auto outcome = run({put(global_place(), "alpha.md", kB)});
  EXPECT_EQ(kind_of(outcome), ErrorKind::Conflict);
  EXPECT_THAT(files_.get("/h/memory/alpha.md"), HasSubstr("saved"));
  EXPECT_THAT(*store_->journal().pending(), IsEmpty());
}

// rule: N19
TEST_F(StoreTest, RefusesANameThatDiffersInCaseOnly) {
  ASSERT_TRUE(run({put(global_place(), "alpha.md", kA)}));
  EXPECT_EQ(kind_of(run({put(global_place(), "Alpha.md", kB)})), ErrorKind::Conflict);
  EXPECT_EQ(kind_of(run({put(global_place(), "x.md", kB), put(global_place(), "X.md", kB)})),
            ErrorKind::Conflict);
  EXPECT_TRUE(run({put(shared_place("/w"), "Alpha.md", kB)}));
  EXPECT_TRUE(run(
      {put_from(global_place(), "ALPHA.md", kA, "alpha.md"), take(global_place(), "alpha.md")}));
}

// rule: I9
TEST_F(StoreTest, KeepsTheLinesPlaceInARename) {
  ASSERT_TRUE(run({put(global_place(), "alpha.md", kA)}));
  ASSERT_TRUE(run({put(global_place(), "beta.md", kB)}));
  files_.put("/h/memory/MEMORY.md",
             "- [Beta](beta.md) - my own hook\n- [Alpha](alpha.md) - first\n");
  ASSERT_TRUE(
      run({put_from(global_place(), "bravo.md", kB, "beta.md"), take(global_place(), "beta.md")}));
  EXPECT_EQ(files_.get("/h/memory/MEMORY.md"),
            "- [Beta](bravo.md) - my own hook\n- [Alpha](alpha.md) - first\n");
}

// rule: I8
TEST_F(StoreTest, RemovesAnIndexThatHeldGeneratedLinesOnly) {
  ASSERT_TRUE(run({put(global_place(), "alpha.md", kA)}));
  ASSERT_TRUE(run({take(global_place(), "alpha.md")}));
  EXPECT_FALSE(files_.exists("/h/memory/MEMORY.md"));
}

TEST_F(StoreTest, RefusesAPlanOutsideItsPlaces) {
  EXPECT_EQ(kind_of(run({put(private_place("p"), "a.md", kA)})), ErrorKind::Internal);
  EXPECT_THAT(records(), IsEmpty());
}

// rule: P3
TEST_F(StoreTest, OpensAHomeThatIsTheUsersOwn) {
  files_.put_directory("/theirs");
  files_.put_owner("/theirs", 0);
  files_.put("/file", "x");
  files_.put_directory("/real");
  files_.put_link("/link", "/real");
  EXPECT_EQ(Store::open(files_, clock_, log_, "/theirs").error().kind, ErrorKind::Denied);
  EXPECT_EQ(Store::open(files_, clock_, log_, "/file").error().kind, ErrorKind::Denied);
  EXPECT_EQ((*Store::open(files_, clock_, log_, "/link"))->home(), "/real");
}

// rule: P3
TEST_F(StoreTest, FollowsTheLinkOfTheHomesMemoryOnly) {
  files_.put_directory("/elsewhere");
  files_.put_link("/h/memory", "/elsewhere");
  ASSERT_TRUE(run({put(global_place(), "alpha.md", kA)}));
  EXPECT_EQ(files_.get("/elsewhere/alpha.md"), kA);
  files_.put_owner("/elsewhere", 0);
  EXPECT_EQ(kind_of(run({put(global_place(), "alpha.md", kB)})), ErrorKind::Denied);
}

// rule: P5
TEST_F(StoreTest, RefusesLinksInARepository) {
  files_.put_directory("/outside/memory");
  files_.put_link("/v/.loci", "/outside");
  files_.put_directory("/u/.loci");
  files_.put_link("/u/.loci/memory", "/outside/memory");
  for (const char* workspace : {"/v", "/u"}) {
    Request request;
    request.places = {shared_place(workspace)};
    const auto outcome = store_->commit(request, [&](View&) -> Result<Plan> {
      return Plan{{put(shared_place(workspace), "a.md", kA)}, "", {}};
    });
    EXPECT_EQ(kind_of(outcome), ErrorKind::Denied) << workspace;
  }
  EXPECT_FALSE(files_.exists("/outside/memory/a.md"));
}

// rule: P4
TEST_F(StoreTest, RefusesALinkInANotesPlace) {
  files_.put("/outside/secret", "s");
  files_.put_link("/h/memory/a.md", "/outside/secret");
  EXPECT_EQ(kind_of(run({put(global_place(), "a.md", kA)})), ErrorKind::Denied);
  EXPECT_EQ(files_.get("/outside/secret"), "s");
  const auto view = store_->view({global_place()});
  EXPECT_THAT(*(*view)->notes(global_place()), IsEmpty());
  EXPECT_FALSE((*view)->read(global_place(), "a.md"));
}

// rule: S17
TEST_F(StoreTest, NeverMakesTheWorkspacesDirectory) {
  Request request;
  files_.put_directory("/x");
  request.places = {shared_place("/x")};
  const auto outcome = store_->commit(request, [&](View&) -> Result<Plan> {
    return Plan{{put(shared_place("/x"), "a.md", kA)}, "", {}};
  });
  EXPECT_EQ(kind_of(outcome), ErrorKind::NotFound);
  EXPECT_FALSE(files_.exists("/x/.loci"));
}

// rule: W11, W12
TEST_F(StoreTest, WaitsForTheLocksAndGivesUp) {
  ASSERT_TRUE(run({put(global_place(), "alpha.md", kA)}));
  const auto root = *files_.open("/h/memory", fs::Modes::Private);
  const auto lock = root->try_lock();
  ASSERT_TRUE(lock);
  EXPECT_EQ(kind_of(run({put(global_place(), "alpha.md", kB)})), ErrorKind::Locked);
  EXPECT_TRUE(store_->view({global_place()}));
}

// rule: W4
TEST_F(StoreTest, SaysThatAHalfDoneOperationWillBeFinished) {
  ASSERT_TRUE(run({put(global_place(), "alpha.md", kA)}));
  files_.reset_calls();
  files_.fail_at(13, EIO);  // the second exchange
  const auto outcome = run({put(global_place(), "alpha.md", kB)});
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().kind, ErrorKind::Io);
  EXPECT_THAT(outcome.error().hint, HasSubstr("the next command finishes it"));
  EXPECT_TRUE(store_->view({global_place()}));
  EXPECT_EQ(files_.get("/h/memory/alpha.md"), kB);
  EXPECT_EQ(files_.get("/h/memory/MEMORY.md"), "- [Beta](alpha.md) - second\n");
}

// rule: W14
TEST_F(StoreTest, SweepsWhatADeadProcessLeftBesideAHomeFile) {
  files_.put("/h/projects/p/.loci-99999-0.tmp", "half");
  ASSERT_TRUE(store_->write_home_file("projects/p", "project.json", "{}\n"));
  EXPECT_FALSE(files_.exists("/h/projects/p/.loci-99999-0.tmp"));
  EXPECT_EQ(files_.get("/h/projects/p/project.json"), "{}\n");
}

// The text of a failed edit may be in such a file. rule: C17
TEST_F(StoreTest, MakesAHomeFileDurable) {
  ASSERT_TRUE(store_->write_home_file("state/edit", "draft.md", "words\n"));
  EXPECT_EQ(files_.after(fs::PowerCut::Both)->get("/h/state/edit/draft.md"), "words\n");
}

}  // namespace
}  // namespace loci::store::store_test
