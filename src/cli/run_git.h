// The user's own git at work: with their settings, credentials and agents, in a repository of
// loci's own. How git is only asked something is in git.h.

#pragma once

#include <functional>

#include "base/environment.h"
#include "base/result.h"
#include "memory/session.h"

namespace loci::cli {

// Started by its arguments, without a shell. It does not ask at the terminal; variables that
// would lead it to another repository are taken away, and URLs that name a helper program with a
// command ("ext::") are not followed. Io where there is no git, it takes longer than `patience`
// or says more than a gibibyte; its exit status is part of the answer.
// It is ended, too, once `stopped` answers true, which is asked now and then. May be empty.
[[nodiscard]] Result<memory::GitAnswer> run_git(const Environment& environment,
                                                const memory::GitRun& run,
                                                const std::function<bool()>& stopped = {});

}  // namespace loci::cli
