// Memory whose workspace is gone, of loci and of Claude Code, and bringing it here.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "projects/projects.h"

namespace loci::projects {

// Memory whose workspace is gone: of loci, or of Claude Code ("claude:<dir>").
struct Orphan {
  std::string id;
  std::string path;                // where the workspace was, or "" when nobody knows
  std::string directory;           // where its files lie
  std::vector<std::string> names;  // of its files, below `directory`
  std::vector<ProjectFile> files;  // the same as places; of loci only
  // Why it looks like the present workspace's ("same first commit"), or "".
  std::string fits;
  std::string belongs_to;  // a directory that is there and was once at `path`, or ""

  [[nodiscard]] bool ours() const { return !id.starts_with("claude:"); }
};

struct RescueReply {
  Orphan orphan;
  bool continued = false;  // the whole project is, and nothing was moved
  memory::ChangeReply change;
};

Result<std::vector<Orphan>> orphans(memory::Memory& memory);
Result<RescueReply> rescue(memory::Memory& memory, std::string_view id, bool dry_run);

}  // namespace loci::projects
