// A git remote: plain files on one branch, a commit for each sync, never forced. Spoken through
// the user's own git, in a bare copy of the branch below the home.

#pragma once

#include <memory>
#include <string>

#include "memory/memory.h"
#include "remote/remotes.h"
#include "remote/transport.h"

namespace loci::remote {

// A URL or path that git may be given: InvalidInput for one that it would take for an option,
// or that names a helper which runs a command ("ext::").
Result<> check_git_url(std::string_view url);
// The same for one that a person gives, in `here`. git runs elsewhere, so what is a path for git is
// whole in the answer: "/home/u/hub.git" of "hub.git" in "/home/u". InvalidInput, too, for one with
// a password, which would be kept in loci's files.
Result<std::string> whole_git_url(std::string_view url, std::string_view here);
// The name of a branch, as 'git check-ref-format' has it.
Result<> check_git_branch(std::string_view branch);
// As it is shown: without a password.
[[nodiscard]] std::string shown_url(std::string_view url);

// `memory` must outlive it.
Result<std::unique_ptr<Transport>> open_git_remote(memory::Memory& memory, const Remote& remote,
                                                   const TransportOptions& options);
// Forgets the copy of the branch; the next sync makes it anew.
Result<> drop_mirror(store::Store& store, const Remote& remote);

}  // namespace loci::remote
