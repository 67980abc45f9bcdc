// The journal's files and what a writer must know of its end. Internal to store/.

#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "store/journal.h"

namespace loci::store {

inline constexpr std::string_view kLinesSuffix = ".jsonl";
inline constexpr std::string_view kPackSuffix = ".pack";
// Beside the files while copies take their places.
inline constexpr std::string_view kRewriteMark = ".rewriting";
// "2026-11.pack.new": a copy that has not taken its place.
inline constexpr std::string_view kCopySuffix = ".new";

// Denied when a file of the journal's name is none: a link or a directory in its
// place hides a month, and what hides is not absent.
[[nodiscard]] Result<> need_regular(const fs::Root& directory, const fs::Entry& entry);

struct Journal::Tail {
  std::string month;        // the newest file; "" when there is none
  std::uint64_t valid = 0;  // how much of it counts
  std::uint64_t sequence = 0;
  std::set<std::uint64_t> open;
};

}  // namespace loci::store
