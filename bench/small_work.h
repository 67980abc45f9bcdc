// What people run by hand: an import, a first `apply`, `context` and a write in a small home.

#pragma once

#include <string>
#include <vector>

#include "measure.h"

namespace loci::bench {

// `self` is this program, which is also the peer of each (run_stand_in()).
void measure_import(const std::string& self, const std::string& directory, Table& table);
void measure_small_apply(const std::string& self, const std::string& directory, Table& table);
// LOCI_ZEROSTACK may name a program with zerostack's memory in it, which has no command for this
// itself: "PROGRAM context", and "PROGRAM write note TEXT NAME", below ZS_DATA_DIR.
void measure_small_home(const std::string& directory, Table& table);

// "--stand-in import FROM TO" or "--stand-in apply FROM TO": the same file work as a program that
// keeps no log, so that nothing can be taken back. Import: every file is read and written beside
// its target, all are synced, then renamed. Apply: every file is read and written anew, unsynced,
// as xcaffold does it.
int run_stand_in(const std::vector<std::string>& words);

}  // namespace loci::bench
