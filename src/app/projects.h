// Replies of the `projects` commands.

#pragma once

#include <string>
#include <vector>

#include "store/identity.h"
#include "store/project.h"

namespace loci::app {

struct ProjectRow {
  store::Project project;
  std::size_t notes = 0;  // private ones
  bool gone = false;      // none of its directories is there any more
  bool current = false;
};

// Which project a path belonged to and belongs to now.
struct ProjectChange {
  std::string path;
  std::string before;  // slugs
  std::string after;
  std::size_t left = 0;  // files that stay in the project it belonged to
  bool dry_run = false;
};

// A file of a project's private memory.
struct ProjectFile {
  store::Place place;
  std::string file;
};

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

}  // namespace loci::app
