// A machine that loses power, or a process that is killed, at every single
// call: the file system in memory forgets what was not synced, the next command
// recovers, and each operation must be whole or absent.

#include <gtest/gtest.h>

#include <cstdio>

#include "support/trouble.h"

namespace loci::testing::power_cut_test {
namespace {

unsigned long long shown(std::uint64_t number) { return number; }

// rule: W1, W2, W3, W8, W15, W17, J3, J6
TEST(PowerCut, LeavesEveryOperationWholeOrAbsentAtEveryCall) {
  std::uint64_t cuts = 0;
  std::size_t operations = 0;
  const std::vector<Story> all = stories();
  for (const Story& story : all) {
    Tally tally;
    cut_everywhere(tell(story), tally, full() ? 40 : 2);
    EXPECT_EQ(tally.violations, 0U) << "of " << tally.cases << "; " << tally.first;
    cuts += tally.cases;
    operations += story.steps.size();
  }
  if (!HasFailure()) {
    std::printf("power cut: %llu cuts over %zu operations, all whole or absent\n", shown(cuts),
                operations);
  }
}

// Recovery is killed as well, at each of its calls, and the next one recovers
// what is left of that. rule: W3, W15
TEST(PowerCut, MayCutRecoveryItselfAtEveryCall) {
  std::uint64_t cuts = 0;
  std::size_t count = 0;
  for (const Story& story : stories()) {
    const bool chosen = story.name == "rename" || story.name.starts_with("purge") ||
                        story.name.starts_with("update after");
    if (!chosen && !full()) continue;
    ++count;
    Tally tally;
    cut_recovery_everywhere(tell(story), tally);
    EXPECT_EQ(tally.violations, 0U) << "of " << tally.cases << "; " << tally.first;
    cuts += tally.cases;
  }
  if (!HasFailure()) {
    std::printf("power cut in recovery: %llu cuts over %zu stories, all whole or absent\n",
                shown(cuts), count);
  }
}

// A day of work at random, a death at random, a cut at random.
Story random_story(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Story story{fmt::format("random {}", seed), furnish, {}};
  const std::vector<store::Place> places{global(), personal(), shared()};
  std::vector<std::pair<std::size_t, std::string>> notes{
      {0, "alpha.md"}, {0, "beta.md"}, {0, "gamma.md"}};
  for (int i = 0; i < 10; ++i) {
    const std::size_t which = random() % (notes.empty() ? 1 : notes.size());
    const std::size_t where = random() % places.size();
    const std::string text =
        note_text(fmt::format("Note {}", i), fmt::format("hook {}", random() % 5), "body");
    const std::string fresh = fmt::format("note-{}.md", i);
    const auto kind = notes.empty() ? 0 : random() % 6;
    if (kind == 0) {
      notes.emplace_back(where, fresh);
      story.steps.emplace_back([=](World& world) {
        return commit(world, "write", {places[where]}, {put(places[where], fresh, text)});
      });
      continue;
    }
    auto& [at, file] = notes[which];
    const store::Place place = places[at];
    const std::string name = file;
    const std::string path = path_of(place.key, name);
    if (kind == 1) {
      story.steps.emplace_back(
          [=](World& world) { return commit(world, "write", {place}, {put(place, name, text)}); });
    } else if (kind == 2) {
      story.steps.emplace_back(
          [=](World& world) { return commit(world, "delete", {place}, {take(place, name)}); });
      notes.erase(notes.begin() + static_cast<std::ptrdiff_t>(which));
    } else if (kind == 3) {
      file = fresh;
      story.steps.emplace_back([=](World& world) {
        const std::string present = world.files.get(path);
        return commit(world, "rename", {place},
                      {put_from(place, fresh, present, name), take(place, name)});
      });
    } else if (kind == 4 && where != at) {
      const store::Place target = places[where];
      at = where;
      file = fresh;
      story.steps.emplace_back([=](World& world) {
        const std::string present = world.files.get(path);
        return commit(world, "move", {place, target},
                      {put_from(target, fresh, present, name, place.key), take(place, name)});
      });
    } else {
      story.steps.emplace_back([=](World& world) -> Result<> {
        world.files.put(path, world.files.get(path) + "by hand\n");
        return {};
      });
      story.steps.emplace_back([=](World& world) {
        return commit(world, "write", {place}, {put(place, name, text + "by loci\n")});
      });
    }
  }
  return story;
}

// rule: W3, W8, W15
TEST(PowerCut, MayComeAtAnyMomentOfADay) {
  const std::uint64_t rounds = full() ? 20'000 : 300;
  Tally tally;
  for (std::uint64_t seed = 0; seed < rounds; ++seed) {
    const Story story = random_story(seed / 10);  // each story with ten deaths
    const Told told = tell(story);
    std::mt19937_64 random(seed);
    const Death death = die_at(told, 1 + random() % told.calls);
    const auto files = seed % 2 == 0 ? death.files->after(kCuts.at(random() % kCuts.size()))
                                     : death.files->after_some(seed);
    tally.add(fmt::format("seed {}, {}", seed, death.call),
              first_verdict(told, *files, death.clock, death.acknowledged, death.possible));
  }
  EXPECT_EQ(tally.violations, 0U) << "of " << tally.cases << "; " << tally.first;
  if (!HasFailure()) {
    std::printf("random days: %llu deaths in sequences of 10 operations, all whole or absent\n",
                shown(tally.cases));
  }
}

}  // namespace
}  // namespace loci::testing::power_cut_test
