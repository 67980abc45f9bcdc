// Merging: a search is quick when there are few segments, but no single command
// should pay for putting all of them together. So one call rewrites a few megabytes at
// most, and a large segment that lost most of its files gives up the rest a few at a
// time.

#include <algorithm>
#include <bit>
#include <iterator>

#include "search/catalog.h"

namespace loci::search {
namespace {

constexpr std::uint64_t kMostRewritten = std::uint64_t{8} << 20U;  // rewritten by one merge
constexpr std::uint64_t kSmallest = std::uint64_t{64} << 10U;      // all smaller ones are alike
constexpr std::size_t kTierSegments = 4;
constexpr std::size_t kMeltFiles = 2000;

// Segments of one tier differ in size by a factor of four.
unsigned tier_of(std::uint64_t bytes) {
  return (static_cast<unsigned>(std::bit_width(bytes / kSmallest)) + 1) / 2;
}

}  // namespace

// Four or more of a tier; else one that has lost half of its files.
std::vector<std::size_t> Catalog::segments_to_merge() const {
  for (unsigned tier = 0; tier <= tier_of(kMostRewritten); ++tier) {
    std::vector<std::size_t> chosen;
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < segments_.size(); ++i) {
      const std::uint64_t size = segments_[i].segment->bytes();
      if (tier_of(size) != tier || bytes + size > kMostRewritten) continue;
      bytes += size;
      chosen.push_back(i);
    }
    if (chosen.size() >= kTierSegments) return chosen;
  }
  for (std::size_t i = 0; i < segments_.size(); ++i) {
    if (segments_[i].gone.count() * 2 > segments_[i].segment->files()) return {i};
  }
  return {};
}

bool Catalog::move_files(Loaded& from, std::size_t most, SegmentBuilder& to) {
  for (std::uint32_t file = 0; file < from.segment->files() && most > 0; ++file) {
    if (from.gone.test(file)) continue;
    const Where where{&from, file};
    if (!to.add(*from.segment, file, stamp_of(where))) return false;
    drop(where);
    --most;
  }
  return true;
}

bool Catalog::merge() {
  const std::vector<std::size_t> chosen = segments_to_merge();
  SegmentBuilder merged = new_builder();
  for (const std::size_t i : chosen) {
    Loaded& from = segments_[i];
    const bool whole = from.segment->bytes() <= kMostRewritten;
    if (!move_files(from, whole ? from.segment->files() : kMeltFiles, merged)) return false;
  }
  segments_.erase(std::remove_if(segments_.begin(), segments_.end(),
                                 [](const Loaded& loaded) {
                                   return loaded.gone.count() == loaded.segment->files();
                                 }),
                  segments_.end());
  if (merged.files() > 0) add_segment(merged.finish());
  // The largest first: most files are there, and a key is looked for in order.
  std::stable_sort(segments_.begin(), segments_.end(), [](const Loaded& a, const Loaded& b) {
    return a.segment->files() > b.segment->files();
  });
  return std::none_of(segments_.begin(), segments_.end(),
                      [](const Loaded& loaded) { return loaded.segment->damaged(); });
}

}  // namespace loci::search
