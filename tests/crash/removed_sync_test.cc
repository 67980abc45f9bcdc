// Every sync is there for a reason: without it, the trial of power cuts finds
// something lost. So a sync that a change forgets does not go unnoticed.

#include <gtest/gtest.h>

#include <cstdio>

#include "support/trouble.h"

namespace loci::testing::removed_sync_test {
namespace {

bool matches(const std::string& line, std::string_view start, std::string_view end = "") {
  return line.starts_with(start) && line.ends_with(end);
}

struct Removed {
  const char* what;
  const char* story;  // begins with
  Filter skip;
  enum class When : std::uint8_t { Always, InRecovery, InRecoveryThatDies } when = When::Always;
};

Filter exactly(std::string call) {
  return [call = std::move(call)](const std::string& line) { return line == call; };
}
Filter like(std::string start, std::string end) {
  return [start = std::move(start), end = std::move(end)](const std::string& line) {
    return matches(line, start, end);
  };
}

// How the name of a file's first sibling ends.
std::string sibling_end(std::string_view file) {
  return fmt::format("-{}.tmp", fs::sibling_number(file));
}

std::vector<Removed> removed_syncs() {
  const std::string own = "sync-directory ";
  return {
      {"the pack's sync", "create", like("sync /h/state/objects/", ".pack")},
      {"the journal's sync", "create", like("sync /h/state/journal/", ".jsonl")},
      {"the note's sync", "create", like("sync /h/memory/.loci-", sibling_end("delta.md"))},
      {"the index's sync", "create", like("sync /h/memory/.loci-", sibling_end("MEMORY.md"))},
      {"the scope directory's sync", "update, then", exactly(own + "/h/memory")},
      {"the other scope directory's sync", "move", exactly(own + "/h/projects/w-1/memory")},
      {"the sync of the pack before an edit by hand is recorded", "update after an edit",
       like("sync /h/state/objects/", ".pack")},
      {"the journal directory's sync for a first file", "first write",
       exactly(own + "/h/state/journal")},
      {"the journal directory's sync for a new month", "the first update of a month",
       exactly(own + "/h/state/journal")},
      {"the sync of the month before", "the first update of a month",
       exactly("sync /h/state/journal/2026-11.jsonl")},
      {"the objects directory's sync for a first pack", "first write",
       exactly(own + "/h/state/objects")},
      {"the objects directory's sync for a new month", "the first update of a month",
       exactly(own + "/h/state/objects")},
      {"the sync above a new home", "first write", exactly(own + "/")},
      {"the sync of the home for a new scope or state", "first write", exactly(own + "/h")},
      {"the sync of the state directory", "first write", exactly(own + "/h/state")},
      {"the sync of projects/", "update, then", exactly(own + "/h/projects")},
      {"the sync of the project's directory", "update, then", exactly(own + "/h/projects/w-1")},
      {"the sync of .loci/", "batch after", exactly(own + "/w/.loci")},
      {"the sync of the project file", "project file", like("sync /h/projects/w-1/.loci-", ".tmp")},
      {"the sync of a purged journal", "purge", like("sync /h/state/journal/", ".new")},
      {"the sync of a purged pack", "purge", like("sync /h/state/objects/", ".new")},
      {"the sync of the journal's directory after a purge", "purge",
       exactly(own + "/h/state/journal")},
      {"the sync of the packs' directory after a purge", "purge",
       exactly(own + "/h/state/objects")},
      {"recovery's sync of a directory", "rename", exactly(own + "/h/memory"),
       Removed::When::InRecovery},
      {"the syncs above directories that a dead process made", "first write",
       [](const std::string& line) {
         return line == "sync-directory /" || line == "sync-directory /h" ||
                line == "sync-directory /h/state";
       },
       Removed::When::InRecovery},
      {"the syncs above empty files that a dead process made", "first write",
       like(own + "/h/state/", ""), Removed::When::InRecovery},
      {"recovery's sync of the journal", "rename", like("sync /h/state/journal/", ".jsonl"),
       Removed::When::InRecoveryThatDies},
      {"recovery's sync of the pack", "create", like("sync /h/state/objects/", ".pack"),
       Removed::When::InRecoveryThatDies},
  };
}

// rule: W1, W2, W3
TEST(RemovedSync, IsNoticedWhicheverItIs) {
  const std::vector<Story> all = stories();
  for (const Removed& removed : removed_syncs()) {
    Tally tally;
    std::uint64_t skipped = 0;
    for (const Story& story : all) {
      if (!story.name.starts_with(removed.story)) continue;
      const Filter counting = [&](const std::string& line) {
        const bool skip = removed.skip(line);
        if (skip) ++skipped;
        return skip;
      };
      if (removed.when == Removed::When::InRecoveryThatDies) {
        cut_recovery_everywhere(tell(story), tally, counting);
      } else {
        cut_everywhere(
            tell(story), tally, full() ? 8 : 0, counting,
            removed.when == Removed::When::Always ? During::Always : During::RecoveryOnly);
      }
    }
    EXPECT_GT(skipped, 0U) << removed.what;
    EXPECT_GT(tally.violations, 0U) << "without " << removed.what << " nothing is noticed";
    std::printf("without %s: %llu violations of %llu\n", removed.what,
                static_cast<unsigned long long>(tally.violations),
                static_cast<unsigned long long>(tally.cases));
  }
}

}  // namespace
}  // namespace loci::testing::removed_sync_test
