// Where a history began, as git says.

#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "base/environment.h"
#include "store/repository.h"

namespace loci::cli {

// The commits without parents that lead to `head`, the oldest last, as the user's
// git says; none when they cannot be told, or there is no git.
// It is stopped when `patience` ends, whatever it waits for; see git.h for how it is run.
[[nodiscard]] std::vector<std::string> git_first_commits(
    const Environment& environment, const store::Head& head,
    std::chrono::milliseconds patience = std::chrono::seconds(20));

}  // namespace loci::cli
