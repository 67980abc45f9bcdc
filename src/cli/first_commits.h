// The one question that loci asks git.

#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "base/environment.h"
#include "store/repository.h"

namespace loci::cli {

// The commits without parents that lead to `head`, the oldest last, as the user's
// git says; none when they cannot be told, or there is no git.
//
// The repository may have come from anywhere, so git is given its objects and
// nothing else of it: it runs in an empty repository of our own, with no other
// configuration and an environment made for it. Of what can make git start a
// program (configuration, hooks, attributes, a partial clone's remote) it sees
// none. It is stopped when `patience` ends, whatever it waits for.
[[nodiscard]] std::vector<std::string> git_first_commits(
    const Environment& environment, const store::Head& head,
    std::chrono::milliseconds patience = std::chrono::seconds(20));

}  // namespace loci::cli
