#include "prompt/recalling.h"

#include <cstdio>
#include <filesystem>
#include <set>

#include "exchange/tool.h"
#include "prompt/hooks.h"
#include "support/house.h"
#include "unit/prompt/recall_curve.h"

namespace loci::prompt::recalling_test {
namespace {

using exchange::HookEvent;
using exchange::HookInput;
using ::testing::HasSubstr;
using ::testing::Not;

std::string dated_note(std::string_view name, std::string_view type, std::string_view date,
                       std::string_view metadata, std::string_view body) {
  return fmt::format(
      "---\nname: {}\ndescription: about {}\ntype: {}\nmetadata:\n  modified: {}\n{}---\n\n{}\n",
      name, name, type, date, metadata, body);
}

class Listening : public House {
 protected:
  Listening() {
    for (int i = 0; i < 12; ++i) {
      files.put(
          kGlobal + fmt::format("other-{}.md", i),
          note_file(fmt::format("Other {}", i), "The garden has a fence of wood.", "project"));
    }
  }
  std::string hook(HookEvent event, HookInput input) {
    input.session = "s1";
    const auto told = prompt::hook(*memory, **exchange::find_hook_tool("claude"), event, input);
    EXPECT_TRUE(told) << (told ? "" : told.error().message);
    return told.value_or("");
  }
  std::string prompt(const std::string& text) {
    HookInput input;
    input.prompt = text;
    return hook(HookEvent::Prompt, input);
  }
  std::string command(const std::string& line) {
    HookInput input;
    input.command = line;
    return hook(HookEvent::Tool, input);
  }
  std::string change_of(const std::string& path) {
    HookInput input;
    input.paths = {path};
    return hook(HookEvent::Tool, input);
  }
};

// rule: G7
TEST_F(Listening, OneRareWordIsEnough) {
  files.put(kGlobal + "pm.md", note_file("Two ships", "See PM-47: retries were on.", "project"));
  files.put(kGlobal + "pool.md",
            note_file("Statements", "pgx needs QueryExecModeSimpleProtocol here.", "project"));
  EXPECT_THAT(prompt("what was PM-47"), HasSubstr("retries were on"));
  EXPECT_THAT(prompt("QueryExecModeSimpleProtocol"), HasSubstr("pgx needs"));
  EXPECT_EQ(prompt("thanks"), "");
}

// rule: G7
TEST_F(Listening, DailyLogsTakePart) {
  files.put(kHome + "/projects/app-59a4a65d/daily/2026-10-02.md",
            "## Deploy\n\nThe canary deploy of the ledger failed on quota.\n");
  EXPECT_THAT(prompt("why did the canary deploy of the ledger fail"), HasSubstr("failed on quota"));
}

// rule: G15
TEST_F(Listening, TellsTheFactAndNotTheTail) {
  files.put(kGlobal + "staging.md",
            note_file("Staging server",
                      "Ask Ines for an account. The staging gateway listens on port 8443. The room "
                      "is on the third floor.",
                      "reference"));
  const std::string told = prompt("which port does the staging gateway use");
  EXPECT_THAT(told, HasSubstr("Staging server ("));
  EXPECT_THAT(told, HasSubstr("): The staging gateway listens on port 8443.\n"));
  EXPECT_THAT(told, Not(HasSubstr("third floor")));
}

// rule: G15
TEST_F(Listening, OfSeveralOnOneSubjectTheNewestSpeaks) {
  files.put(kGlobal + "old.md", dated_note("Staging gateway port", "reference", "2025-01-01", "",
                                           "The staging gateway listens on port 8080."));
  files.put(kGlobal + "new.md", dated_note("Staging gateway port now", "reference", "2026-10-01",
                                           "", "The staging gateway listens on port 8443."));
  const std::string told = prompt("which port does the staging gateway use");
  EXPECT_THAT(told, HasSubstr("8443"));
  EXPECT_THAT(told, Not(HasSubstr("8080")));
}

// rule: G15
TEST_F(Listening, TellsNeverMoreThanFive) {
  for (int i = 0; i < 9; ++i) {
    files.put(kGlobal + fmt::format("t{}.md", i),
              dated_note(fmt::format("T{}", i), "project", "2026-01-01",
                         "  triggers:\n    commands: [deploy]\n", fmt::format("Fact {}.", i)));
  }
  const std::string told = command("deploy");
  EXPECT_EQ(std::count(told.begin(), told.end(), '\n'), 6);  // with a heading
}

// rule: G16
TEST_F(Listening, LevelsDecideAndOffLeavesTriggers) {
  files.put(kGlobal + "pm.md", note_file("Two ships", "See PM-47: retries were on.", "project"));
  files.put(kGlobal + "push.md",
            dated_note("Pushing", "project", "2026-01-01", "  triggers:\n    words: [push]\n",
                       "Never on Friday."));
  files.put(kHome + "/config.toml", "[recall]\nlevel = \"off\"\n");
  enter();
  EXPECT_EQ(prompt("what was PM-47"), "");
  EXPECT_THAT(prompt("push it"), HasSubstr("Pushing"));
}

// rule: G17, G18
TEST_F(Listening, ATriggerIsHeardOnceASessionUnlessTheNoteChanged) {
  const auto put = [&](std::string_view body) {
    files.put(kGlobal + "push.md",
              dated_note("Pushing", "project", "2026-01-01",
                         "  triggers:\n    commands: [git push]\n    paths: ['*.sql']\n", body));
  };
  put("Never on Friday.");
  EXPECT_EQ(command("git status"), "");
  const std::string told = command("git push origin");
  EXPECT_THAT(told, HasSubstr("with a trigger for this (reference only"));
  EXPECT_THAT(told, HasSubstr(", for the command `git push`: "));
  EXPECT_EQ(command("git push"), "");
  EXPECT_EQ(change_of("/home/u/app/db/1.sql"), "");
  put("Never on Thursday.");
  EXPECT_THAT(change_of("/home/u/app/db/1.sql"), HasSubstr("for the path `*.sql`"));
}

// rule: G17
TEST_F(Listening, ExpiredAndSupersededNotesAreNotHeard) {
  files.put(kGlobal + "a.md",
            dated_note("A", "project", "2026-01-01",
                       "  expires: 2026-01-02\n  triggers:\n    words: [push]\n", "x"));
  files.put(kGlobal + "b.md",
            dated_note("B", "project", "2026-01-01", "  triggers:\n    words: [push]\n", "y"));
  files.put(kGlobal + "c.md",
            dated_note("C", "project", "2026-01-01", "  supersedes: b.md\n", "z"));
  EXPECT_EQ(prompt("push"), "");
}

// rule: G19
TEST_F(Listening, WhatAPersonWroteIsWantedAndWhatAnAgentWroteIsForReference) {
  memory::RememberRequest request;
  request.content = "Never squash when merging.";
  request.title = "Merging";
  request.type = "feedback";
  request.triggers = note::Triggers{{}, {"gh pr merge"}, {}};
  ASSERT_TRUE(memory::remember(*memory, request));
  EXPECT_THAT(command("gh pr merge 5 --squash"),
              HasSubstr("What the user wants, from memory, with a trigger for this"));
  files.put(kGlobal + "force.md",
            dated_note("Force", "feedback", "2026-01-01", "  triggers:\n    commands: [git push]\n",
                       "Always force."));
  EXPECT_THAT(command("git push"), HasSubstr("reference only"));
}

// rule: G20
TEST_F(Listening, BrokenTriggersAreRefusedWhereTheyAreSet) {
  memory::RememberRequest request;
  request.content = "x";
  request.title = "X";
  request.triggers = note::Triggers{{"**"}, {}, {}};
  EXPECT_EQ(kind_of(memory::remember(*memory, request)), ErrorKind::InvalidInput);
}

// A working day over three projects: each prompt in the session of its own project, with
// global notes beside those of the project. Printed; nothing was chosen on it.
// rule: G8
TEST_F(House, AWorkingDay) {
  const std::filesystem::path fixtures =
      std::filesystem::path(LOCI_SOURCE_DIR) / "tests/fixtures/workday";
  const std::vector<curve::Prompt> prompts = curve::prompts_in(fixtures / "prompts.tsv");
  std::map<std::string, std::map<std::string, curve::Share>> day;  // by kind, related or not
  for (const char* const one_project : {"harbor", "lumen", "quill"}) {
    const std::string project = one_project;
    const std::string workspace = "/home/u/" + project;
    files.put_directory(workspace + "/.git");
    enter("", false, workspace);
    const auto own = memory->scopes().target({.scope = "", .in_private = true}, std::nullopt);
    ASSERT_TRUE(own);
    const std::string at = store->path_of(*own) + "/";
    for (const std::string& part : {std::string("global"), project}) {
      for (const auto& entry : std::filesystem::directory_iterator(fixtures / "notes" / part)) {
        files.put((part == "global" ? kGlobal : at) + entry.path().filename().string(),
                  curve::text_of(entry.path()));
      }
    }
    std::map<std::string, int> asked;
    for (const curve::Prompt& one : prompts) {
      const bool related = one.file != "-";
      if (related && one.file.substr(0, one.file.find('/')) != project) continue;
      // 40 questions, 30 tasks and 20 commands a day, and as many unrelated ones.
      const std::map<std::string, int> most{
          {"question", 14}, {"task", 10}, {"command", 7}, {"edit", 0}};
      if (++asked[one.kind + (related ? "+" : "-")] > most.at(one.kind)) continue;
      const auto judgement = judge(*memory, Moment{one.text, "", {}});
      ASSERT_TRUE(judgement);
      bool told = false;
      for (const Judged& note : judgement->notes) {
        told = told || (note.told && (!related || one.file.ends_with("/" + note.file)));
      }
      curve::Share& share = day[one.kind][related ? "related" : "unrelated"];
      ++share.of;
      share.told += told ? 1 : 0;
    }
  }
  int related = 0;
  int of = 0;
  for (auto& [kind, shares] : day) {
    std::printf("%s: told of the right note %d of %d; unrelated %d of %d\n", kind.c_str(),
                shares["related"].told, shares["related"].of, shares["unrelated"].told,
                shares["unrelated"].of);
    related += shares["related"].told;
    of += shares["related"].of;
  }
  EXPECT_GE(related * 10, of * 6);
}

}  // namespace
}  // namespace loci::prompt::recalling_test
