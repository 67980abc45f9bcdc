// Which version of loci's files a home has. Files that are read back by loci
// carry a number of their own; this one is for what they mean together.
//
// Homes of version 1 have no such file. A version that writes what this one would
// misread puts its number, a line of its own, into `state/version`.

#pragma once

#include <string>

#include "base/error.h"
#include "base/result.h"
#include "fs/file_system.h"

namespace loci::store {

inline constexpr int kHomeVersion = 1;

// Denied when a later version has written to the home; reading goes on.
Result<> check_home_version(fs::FileSystem& files, const std::string& home);

}  // namespace loci::store
