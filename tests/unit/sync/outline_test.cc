#include "sync/outline.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "support/rounds.h"
#include "sync/merge.h"

namespace loci::sync::outline_test {
namespace {

const std::vector<note::NoteLine> kNotes{{"a.md", "A", "one"}, {"b.md", "B", "two"}};
constexpr std::string_view kLines = "- [A](a.md) - one\n- [B](b.md) - two\n";

std::string with(std::string_view index, std::string_view outline,
                 const note::Files& by_hand = {}) {
  return with_outline({index, by_hand}, outline, kNotes);
}

// rule: RM48
TEST(WithOutline, PutsProseAboveTheListOfAFreshIndex) {
  EXPECT_EQ(with(kLines, "# Known\n\nFrozen in May.\n"),
            "# Known\n\nFrozen in May.\n\n" + std::string(kLines));
}

TEST(WithOutline, TakesProseAwayAndLeavesTheNotes) {
  EXPECT_EQ(with("Above.\n\n" + std::string(kLines), ""), kLines);
}

TEST(WithOutline, GivesAHookThatSomebodyWorded) {
  EXPECT_EQ(with(kLines, "- [b](b.md) — my words\n"),
            "- [A](a.md) - one\n- [B](b.md) — my words\n");
}

TEST(WithOutline, TakesBackAHookThatSomebodyWorded) {
  EXPECT_EQ(with("Prose.\n\n- [A](a.md) - one\n- [B](b.md) — my words\n", "Prose.\n", {"b.md"}),
            "Prose.\n\n- [B](b.md) - two\n- [A](a.md) - one\n");
}

TEST(WithOutline, PutsEntriesBelowTheirHeadings) {
  EXPECT_EQ(with(kLines, "## One\n\n- [b](b.md)\n\n## Two\n\n- [a](a.md)\n"),
            "## One\n\n- [B](b.md) - two\n\n## Two\n\n- [A](a.md) - one\n");
}

TEST(WithOutline, IsWhatTheOutlineSays) {
  const note::Files none;
  for (const std::string& outline :
       std::vector<std::string>{"", "Prose.\n", "# Known\n\nOne.\n\nTwo.\n",
                                "## One\n\n- [b](b.md)\n\n## Two\n\n- [a](a.md)\n"}) {
    for (const std::string& index : std::vector<std::string>{
             std::string(kLines), "Old.\n\n" + std::string(kLines),
             "## Two\n\n- [A](a.md) - one\n\n## One\n\n- [B](b.md) - two\n", std::string()}) {
      const std::string text = with(index, outline);
      EXPECT_EQ(note::index_outline(text, none), outline) << index << "-->\n" << text;
      EXPECT_EQ(with(text, outline), text);
      for (const auto& note : kNotes) EXPECT_NE(text.find(note.file), std::string::npos) << text;
    }
  }
}

// rule: MG31
TEST(WithOutline, KeepsTheOrderOfProseAroundEntriesThatStandHere) {
  EXPECT_EQ(with("One.\n" + std::string(kLines) + "Four.\n", "One.\nTwo.\nThree.\nFour.\n"),
            "One.\nTwo.\nThree.\n" + std::string(kLines) + "Four.\n");
}

// A machine as sync has it: its index, and what it and the others last agreed on.
struct Machine {
  std::string index;
  std::string agreed{};
  std::string as{};  // what stands here since that came
};

// Three machines, with lists in orders of their own, that edit and sync in any order.
class Machines {
 public:
  explicit Machines(std::uint64_t seed) : dice_(seed) {
    for (int i = 0; i < 7; ++i) {
      const std::string name = fmt::format("f{}", i);
      notes_.push_back({name + ".md", name, "about"});
    }
    for (Machine& machine : machines_) {
      Lines lines;
      for (const note::NoteLine& note : notes_) lines.push_back(note::index_line(note));
      std::shuffle(lines.begin(), lines.end(), dice_);
      machine.index = text_of(lines);
    }
  }

  void edit(Machine& machine) {
    Lines lines = lines_of(machine.index);
    const std::size_t at = below(lines.size() + 1);
    switch (below(5)) {
      case 0:
        lines.insert(place(lines, at), fmt::format("## Heading {}", ++count_));
        written_.insert(lines[at]);
        break;
      case 1:
        lines.insert(place(lines, at), fmt::format("Line {}.", ++count_));
        written_.insert(lines[at]);
        break;
      case 2:
        if (at < lines.size() && !lines[at].starts_with("- [")) {
          removed_.insert(lines[at]);
          lines.erase(place(lines, at));
        }
        break;
      case 3:
        if (at < lines.size()) {
          std::string moved = lines[at];
          lines.erase(place(lines, at));
          lines.insert(place(lines, below(lines.size() + 1)), std::move(moved));
        }
        break;
      default:
        lines.insert(place(lines, at), "");
    }
    machine.index = text_of(lines);
  }

  // Whether something came or went.
  bool sync(Machine& machine) {
    std::string mine = outline_of(machine);
    if (mine == machine.as) mine = machine.agreed;
    if (mine == hub_) return std::exchange(machine.agreed, hub_) != hub_;
    if (mine == machine.agreed) {
      take(machine, hub_);
    } else {
      if (hub_ != machine.agreed)
        take(machine, *merge(Shape::Index, {machine.agreed, mine, hub_}).text);
      if (outline_of(machine) != machine.as || machine.agreed != hub_) hub_ = outline_of(machine);
      machine.agreed = hub_;
      machine.as = outline_of(machine);
    }
    return true;
  }

  void play() {
    for (int round = 0; round < 4; ++round) {
      for (int step = 0; step < 6; ++step) {
        Machine& machine = machines_[below(machines_.size())];
        if (below(2) == 0) {
          edit(machine);
        } else {
          sync(machine);
        }
      }
    }
    for (int rest = 0;; ++rest) {
      ASSERT_LT(rest, 8) << "never at rest";
      bool quiet = true;
      for (Machine& machine : machines_) quiet = !sync(machine) && quiet;
      if (quiet) break;
    }
    const Lines prose = prose_of(machines_[0].index);
    for (const Machine& machine : machines_) {
      EXPECT_EQ(prose_of(machine.index), prose);
      EXPECT_EQ(said_in(outline_of(machine)), said_in(outline_of(machines_[0])));
      EXPECT_EQ(note::listed_files(machine.index).size(), notes_.size());
    }
    for (const std::string& line : written_) {
      const auto count = std::count(prose.begin(), prose.end(), line);
      EXPECT_EQ(count, removed_.contains(line) ? 0 : 1) << line;
    }
  }

 private:
  using Lines = std::vector<std::string>;

  std::size_t below(std::size_t end) { return dice_() % end; }
  static Lines::iterator place(Lines& lines, std::size_t at) {
    return lines.begin() + static_cast<std::ptrdiff_t>(at);
  }
  static std::string text_of(const Lines& lines) { return join(lines, "\n") + "\n"; }
  static Lines lines_of(std::string_view text) {
    Lines lines;
    for (const std::string_view line : split_lines(text)) lines.emplace_back(without_ending(line));
    return lines;
  }
  // Without blank lines, which may differ where entries stand in an order of their own.
  static Lines said_in(std::string_view text) {
    Lines lines = lines_of(text);
    std::erase(lines, "");
    return lines;
  }
  static Lines prose_of(std::string_view text) {
    Lines lines = said_in(text);
    std::erase_if(lines, [](const std::string& line) { return line[0] == '-'; });
    return lines;
  }
  static std::string outline_of(const Machine& machine) {
    return note::index_outline(machine.index, {});
  }
  void take(Machine& machine, const std::string& outline) {
    const note::Files none;
    machine.index = with_outline({machine.index, none}, outline, notes_);
    machine.agreed = hub_;
    machine.as = outline == hub_ ? outline_of(machine) : hub_;
  }

  std::mt19937_64 dice_;
  int count_ = 0;
  std::vector<note::NoteLine> notes_;
  std::array<Machine, 3> machines_;
  std::string hub_;
  std::set<std::string> written_;
  std::set<std::string> removed_;
};

// rule: MG31, RM48
TEST(WithOutline, BringsThreeMachinesToTheSameProseInTheSameOrder) {
  const std::uint64_t cases = testing::full() ? 20'000 : 300;
  for (std::uint64_t seed = 1; seed <= cases; ++seed) {
    Machines(seed).play();
    ASSERT_FALSE(::testing::Test::HasFailure()) << "seed " << seed;
  }
}

}  // namespace
}  // namespace loci::sync::outline_test
