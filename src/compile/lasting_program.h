// A program that agents' settings may name: one that is still there tomorrow. npx and uvx run
// loci from caches which they empty as they like; there a copy in loci's home stays.

#pragma once

#include <string>
#include <string_view>

#include "base/environment.h"
#include "store/store.h"

namespace loci::compile {

// Whether a program lies where it will not stay: a package runner's cache.
[[nodiscard]] bool is_passing(std::string_view program, const Environment& environment);

// Where the copy of a passing program is, or shall be.
[[nodiscard]] std::string lasting_path(store::Store& store);

// Makes the copy, or makes it anew when it is another version. The old one is whole until then.
Result<> keep_program(store::Store& store, const std::string& program);

}  // namespace loci::compile
