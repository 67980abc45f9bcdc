// A helper program for a kind of remote, running.

#pragma once

#include <memory>
#include <string>

#include "base/environment.h"
#include "base/result.h"
#include "memory/session.h"

namespace loci::cli {

// `loci-remote-KIND`, beside this program or in the PATH, with the user's own environment and no
// arguments. NotFound where there is none. It is ended with the object: its input is closed, and
// when it does not go then, it is killed.
Result<std::unique_ptr<memory::HelperProgram>> start_helper(const Environment& environment,
                                                            const std::string& kind);

}  // namespace loci::cli
