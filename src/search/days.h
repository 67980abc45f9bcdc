// Words that name days: "yesterday", "last week", "monday". Internal to search/.

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "base/time.h"
#include "search/query.h"

namespace loci::search {

// The days that the word at `at` names, with the word before it where that matters ("last
// month"), counted from `today`, a midnight. Weeks begin on Monday. A weekday is the latest one
// up to today; with "last" before it, up to yesterday.
[[nodiscard]] std::optional<Period> days_named(std::span<const std::string> words, std::size_t at,
                                               Timestamp today);

}  // namespace loci::search
