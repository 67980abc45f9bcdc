// Every limit of loci, in one place; `loci health --limits` prints this table.

#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace loci {

inline constexpr std::size_t kIndexEntryLines = 200;
inline constexpr std::size_t kIndexEntryBytes = 25'000;
inline constexpr std::size_t kContextBytes = 32'768;
inline constexpr std::size_t kWriteBytes = 65'536;
inline constexpr std::size_t kFileBytes = std::size_t{1} << 20;
inline constexpr std::size_t kIndexFileBytes = std::size_t{64} << 20;
inline constexpr std::size_t kFrontmatterBytes = 65'536;
inline constexpr int kFrontmatterDepth = 32;
inline constexpr std::size_t kHistoryRows = 100;
inline constexpr std::size_t kSearchHits = 100;
inline constexpr std::size_t kSummaryBytes = 2'048;
inline constexpr std::size_t kFileNameBytes = 128;
inline constexpr std::size_t kTitleStemBytes = 64;
inline constexpr std::size_t kDescriptionCharacters = 120;

struct Limit {
  std::string_view name;
  std::size_t value;
  std::string_view unit;
  std::string_view about;
};

[[nodiscard]] std::span<const Limit> limits();

}  // namespace loci
