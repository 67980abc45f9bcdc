// How git is run: asked a question, and able to do nothing else.

#pragma once

#include <optional>
#include <string>

#include "base/environment.h"
#include "memory/session.h"

namespace loci::cli {

// What the user's git says, or nothing: there is no git, it failed, took too long or said
// too much.
//
// The repository may have come from anywhere, so git is given its objects and
// nothing else of it: it runs in an empty repository of our own, whose HEAD is the
// commit, with no other configuration and an environment made for it. Of what can make git
// start a program (configuration, hooks, attributes, a partial clone's remote) it sees
// none. A question about the work tree gives it that and a copy of the index too;
// attributes there can only name drivers, which configuration would have to define.
[[nodiscard]] std::optional<std::string> ask_git(const Environment& environment,
                                                 const memory::GitQuestion& question);

}  // namespace loci::cli
