// What the catalog is given: a note's text and where it came from. Made by the
// caller, who reads files; the catalog never does.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "fs/stamp.h"

namespace loci::search {

struct Source {
  std::string_view key;  // the file within its place: "prefs.md", "daily/2026-11-15.md"
  std::string_view text;
  fs::Stamp stamp = {};      // taken before the text was read
  std::int64_t read_ns = 0;  // the clock before the text was read
  std::int64_t date_ms = 0;  // the note's date, unless it says one itself
};

}  // namespace loci::search
