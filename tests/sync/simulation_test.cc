// The promises of sync, in worlds played from seeds. LOCI_TEST_FULL=1 plays 10,000 of them and
// one of 1,000 replicas; LOCI_SEED plays one again.

#include <gtest/gtest.h>

#include <fmt/format.h>
#include <cstdlib>

#include "sync/world.h"

namespace loci::sync::world {
namespace {

Setting setting_of(std::uint64_t seed) {
  return {.seed = seed,
          .replicas = 3 + static_cast<int>(seed % 10),
          .acts = 150 + static_cast<int>(seed % 7) * 60};
}

TEST(Simulation, ReplicasAgreeAndNothingIsLost) {
  const char* one = std::getenv("LOCI_SEED");
  const bool full = std::getenv("LOCI_TEST_FULL") != nullptr;
  const std::uint64_t first = one != nullptr ? std::stoull(one) : 1;
  const std::uint64_t last = one != nullptr ? first : full ? 10'000 : 200;
  World::Counts all;
  int failed = 0;
  for (auto seed = first; seed <= last && failed < 5; ++seed) {
    World world(setting_of(seed));
    const auto fault = world.play();
    EXPECT_EQ(fault, "") << "LOCI_SEED=" << seed;
    failed += fault.empty() ? 0 : 1;
    const auto& counts = world.counts();
    all.events += counts.events;
    all.pushes += counts.pushes;
    all.moved += counts.moved;
    all.merges += counts.merges;
    all.conflicts += counts.conflicts;
    all.crashes += counts.crashes;
    all.failovers += counts.failovers;
    all.restored += counts.restored;
    all.copied += counts.copied;
    all.purges += counts.purges;
    all.lost_messages += counts.lost_messages;
  }
  fmt::print(
      "{} worlds: {} events, {} pushes ({} too late), {} merges ({} conflicts), {} crashes, "
      "{} lost messages, {} failovers, {} restored and {} copied homes, {} purges\n",
      last - first + 1, all.events, all.pushes, all.moved, all.merges, all.conflicts, all.crashes,
      all.lost_messages, all.failovers, all.restored, all.copied, all.purges);
}

// Each part of the design, taken out, is missed.
class Without_ : public testing::TestWithParam<std::pair<Without, const char*>> {};

TEST_P(Without_, IsNoticed) {
  int noticed = 0;
  std::string fault;
  for (std::uint64_t seed = 1; seed <= 200 && noticed == 0; ++seed) {
    auto setting = setting_of(seed);
    setting.without = GetParam().first;
    World world(setting);
    const auto said = world.play();
    if (said.empty()) continue;
    ++noticed;
    fault = fmt::format("seed {}: {}", seed, said);
  }
  EXPECT_EQ(noticed, 1);
  fmt::print("without {}: {}\n", GetParam().second, fault);
}

INSTANTIATE_TEST_SUITE_P(Simulation, Without_,
                         testing::Values(std::pair{Without::RowLock, "RowLock"},
                                         std::pair{Without::OperationId, "OperationId"},
                                         std::pair{Without::BaseHash, "BaseHash"},
                                         std::pair{Without::Epoch, "Epoch"},
                                         std::pair{Without::Tombstone, "Tombstone"}),
                         [](const auto& about) { return std::string(about.param.second); });

TEST(Simulation, AThousandReplicas) {
  if (std::getenv("LOCI_TEST_FULL") == nullptr) GTEST_SKIP() << "LOCI_TEST_FULL=1 plays it";
  World world({.seed = 7, .replicas = 1'000, .acts = 4'000});
  EXPECT_EQ(world.play(), "");
  const auto& counts = world.counts();
  fmt::print("1000 replicas: {} events, {} pushes ({} too late), {} merges ({} conflicts)\n",
             counts.events, counts.pushes, counts.moved, counts.merges, counts.conflicts);
}

}  // namespace
}  // namespace loci::sync::world
