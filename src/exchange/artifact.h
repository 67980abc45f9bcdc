// Files of a tool: as they stand, and as they shall be.

#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/shared_text.h"

namespace loci::exchange {

// A file of a tool as it stands.
struct ToolFile {
  std::string path;  // below the directory it was found in: "dev/alpha.md"
  std::string text;
};

// Something that shall be in a tool's files.
struct Artifact {
  enum class Part : std::uint8_t {
    File,   // a whole file
    Block,  // the managed block of a file that is somebody's (block.h)
    Line,   // the `memory:` line of an agent's definition
  };
  std::string base;  // a directory that may be a link
  std::string path;  // below it, where links are not followed in a repository
  Part part = Part::File;
  SharedText text;
  std::set<std::string, std::less<>> environment = {};
  std::string head = {};  // what a file begins with that is made for a block

  [[nodiscard]] std::string full_path() const { return base + "/" + path; }
};

// What a tool does not get, or not in full, and what can be done: the same for
// every resource it names.
struct FidelityNote {
  std::string_view level;  // "info", "warning"
  std::string provider;
  std::vector<std::string> resources;  // "dev/alpha.md"
  std::string code;
  std::string reason;
  std::string action;
};

struct Rendered {
  std::vector<Artifact> artifacts;
  std::vector<FidelityNote> notes;
};

}  // namespace loci::exchange
