// Operations that are committed together, by the threads of a server: whatever moment the
// process dies or the power goes, each of them is whole or absent by itself, and whole when it
// was answered so.

#include "support/together.h"

#include <gtest/gtest.h>

#include <cstdio>

#include "support/trouble.h"

namespace loci::testing::together_test {
namespace {

const std::string kAlphaNow = note_text("Alpha", "first, changed", "Another body.");
const std::string kNew = note_text("New", "made with others", "n");
const std::string kTwoA = note_text("Two a", "half of two", "a");
const std::string kTwoB = note_text("Two b", "other half of two", "b");

// What each operation of the group does, by the files it leaves; none: gone.
using Files = std::map<std::string, std::optional<std::string>>;
struct Part {
  std::string operation;
  Files before;
  Files after;
};

std::vector<Part> parts() {
  return {
      {"write", {{"alpha.md", kA}}, {{"alpha.md", kAlphaNow}}},
      {"write", {{"new.md", std::nullopt}}, {{"new.md", kNew}}},
      {"delete", {{"beta.md", kB}}, {{"beta.md", std::nullopt}}},
      {"import",
       {{"two-a.md", std::nullopt}, {"two-b.md", std::nullopt}},
       {{"two-a.md", kTwoA}, {"two-b.md", kTwoB}}},
      {"rename",
       {{"gamma.md", kC}, {"delta.md", std::nullopt}},
       {{"gamma.md", std::nullopt}, {"delta.md", kC}}},
  };
}

std::vector<Asked> asked() {
  std::vector<Asked> result;
  for (const Part& part : parts()) {
    std::vector<store::FileChange> changes;
    for (const auto& [file, text] : part.after) {
      if (!text) {
        changes.push_back(take(global(), file));
      } else if (part.operation == "rename") {
        changes.push_back(put_from(global(), file, *text, "gamma.md"));
      } else {
        changes.push_back(put(global(), file, *text));
      }
    }
    result.push_back(sharing({global()}, std::move(changes), part.operation));
  }
  return result;
}

// One line for each note, no line besides, each with the note's hook.
std::string index_fault(const Tree& tree) {
  std::map<std::string, std::string> notes;
  std::string index;
  const std::string start = path_of(global().key, "");
  for (const auto& [path, bytes] : tree) {
    if (!path.starts_with(start)) continue;
    const std::string file = path.substr(start.size());
    (file == note::kIndexFile ? index : notes[file]) = bytes;
  }
  std::map<std::string, int> lines;
  for (const note::IndexEntry& entry : note::parse_index(index)) {
    ++lines[entry.file];
    if (!notes.contains(entry.file)) return fmt::format("a line for '{}', no note", entry.file);
  }
  for (const auto& [file, text] : notes) {
    if (lines[file] != 1) return fmt::format("{} lines for '{}'", lines[file], file);
  }
  return "";
}

// "" or what is wrong with what is found after the trouble.
std::string judge(fs::MemoryFileSystem& files, FixedClock clock,
                  const std::vector<bool>& acknowledged) {
  {
    Process reader(files, clock);
    if (reader.store() == nullptr) return "the home cannot be opened";
    if (const auto view = reader.store()->view(all_places()); !view) {
      return "reading failed: " + view.error().message;
    }
  }
  {
    Process writer(files, clock);
    if (const auto wrote = writer.run(probe); !wrote) {
      return "the next command failed: " + wrote.error().message;
    }
  }
  const Tree tree = visible(files);
  std::set<std::string> known;
  const std::vector<Part> all = parts();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto is = [&](const Files& wanted) {
      return std::all_of(wanted.begin(), wanted.end(), [&](const auto& file) {
        const auto found = tree.find(path_of(global().key, file.first));
        if (found == tree.end()) return !file.second;
        return file.second == found->second;
      });
    };
    const bool whole = is(all[i].after);
    if (!whole && !is(all[i].before)) return fmt::format("operation {} is half done", i);
    if (acknowledged[i] && !whole) return fmt::format("operation {} is lost", i);
    for (const auto& [file, text] : all[i].after) {
      if (whole && text) known.insert(path_of(global().key, file));
    }
  }
  if (std::string fault = index_fault(tree); !fault.empty()) return fault;
  return faults_of(files, clock, with_probe(known), {});
}

struct Committed {
  std::vector<bool> acknowledged;
  std::uint64_t calls = 0;
};

Committed commit_all(fs::MemoryFileSystem& files, FixedClock& clock) {
  Committed run;
  Together together(files, clock, kHome);
  for (const auto& answer : together.commit(asked())) run.acknowledged.push_back(!!answer);
  run.calls = files.calls();
  return run;
}

// rule: W1, W2, W3, W36, J3
TEST(Together, EachIsWholeOrAbsentAtEveryCut) {
  FixedClock clock = story_clock();
  const Story story{"together", furnish, {}};
  const auto start = begin(story, clock);
  const auto whole = start->after(fs::PowerCut::Nothing);
  const Committed undisturbed = commit_all(*whole, clock);
  EXPECT_EQ(undisturbed.acknowledged, std::vector<bool>(parts().size(), true));
  EXPECT_EQ(judge(*whole, clock, undisturbed.acknowledged), "");
  Tally tally;
  std::size_t some = 0;  // cuts that left some of them and not others
  for (std::uint64_t n = 1; n <= undisturbed.calls + 1; ++n) {
    const auto files = start->after(fs::PowerCut::Nothing);
    files->die_at(n);
    const Committed run = commit_all(*files, clock);
    const std::string call = n <= files->trace().size() ? files->trace()[n - 1] : "the end";
    const auto examine = [&](const std::unique_ptr<fs::MemoryFileSystem>& left,
                             const std::string& how) {
      tally.add(fmt::format("call {} ({}), {}", n, call, how),
                judge(*left, clock, run.acknowledged));
      const Tree tree = visible(*left);
      const bool first = tree.contains(path_of(global().key, "new.md"));
      const bool last = tree.contains(path_of(global().key, "delta.md"));
      some += first != last ? 1 : 0;
    };
    for (const fs::PowerCut cut : kCuts) {
      examine(files->after(cut), fmt::format("cut {}", static_cast<int>(cut)));
    }
    for (int i = 0; i < (full() ? 40 : 4); ++i) {
      const std::uint64_t seed = n * 1000 + static_cast<std::uint64_t>(i);
      examine(files->after_some(seed), fmt::format("seed {}", seed));
    }
  }
  EXPECT_EQ(tally.violations, 0U) << "of " << tally.cases << "; " << tally.first;
  EXPECT_GT(tally.cases, 100U);
  EXPECT_GT(some, 0U);
  std::printf("together: %llu cuts over %zu operations, each whole or absent\n",
              static_cast<unsigned long long>(tally.cases), parts().size());
}

// The disk fails one call, whichever: who is answered with an error is absent or is finished by
// the next command, who is answered well is whole. rule: W3, W36
TEST(Together, EachHasItsOwnAnswerWhenACallFails) {
  FixedClock clock = story_clock();
  const Story story{"together", furnish, {}};
  const auto start = begin(story, clock);
  const std::uint64_t calls = commit_all(*start->after(fs::PowerCut::Nothing), clock).calls;
  Tally tally;
  for (const int error : {EIO, ENOSPC, EACCES}) {
    for (std::uint64_t n = 1; n <= calls; ++n) {
      const auto files = start->after(fs::PowerCut::Nothing);
      files->fail_at(n, error);
      const Committed run = commit_all(*files, clock);
      tally.add(fmt::format("error {} at call {} ({})", error, n, files->trace()[n - 1]),
                judge(*files->after(fs::PowerCut::Nothing), clock, run.acknowledged));
    }
  }
  EXPECT_EQ(tally.violations, 0U) << "of " << tally.cases << "; " << tally.first;
}

}  // namespace
}  // namespace loci::testing::together_test
