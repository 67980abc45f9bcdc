// Workspaces that moved or were cloned: which project continues where.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "memory/memory.h"
#include "store/identity.h"
#include "store/project.h"

namespace loci::projects {

struct ProjectRow {
  store::Project project;
  std::size_t notes = 0;  // private ones
  bool gone = false;      // none of its directories is there any more
  bool current = false;
  std::size_t shared = 0;  // notes in its newest directory's repository
  std::string unread;      // why those are not counted
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

Result<std::vector<ProjectRow>> list_projects(memory::Memory& memory);
// Continues the project with this workspace's first commit, if its folder is
// gone. Asks git.
Result<std::optional<store::Attachment>> attach_by_commit(memory::Memory& memory, bool dry_run);
// Writes down an attachment that was just decided.
Result<> record_attachment(memory::Memory& memory);
Result<ProjectChange> relink(memory::Memory& memory, std::string_view slug, bool dry_run);
Result<ProjectChange> detach(memory::Memory& memory, bool dry_run);

// Makes this workspace continue a project, whatever it belonged to.
Result<ProjectChange> continue_as(memory::Memory& memory, std::string_view slug, bool dry_run);
// Everything private of a project: notes, its agents' notes, scratchpad, daily.
Result<std::vector<ProjectFile>> project_files(memory::Memory& memory, std::string_view slug);
// The first commit of this workspace's history, or ""; asks no git.
Result<std::string> own_first_commit(memory::Memory& memory);

}  // namespace loci::projects
