#include "projects/rescue.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "compile/import_store.h"
#include "exchange/claude.h"
#include "exchange/tool.h"
#include "fs/absent.h"
#include "fs/walk.h"
#include "memory/checks.h"
#include "note/checklist.h"
#include "note/index_file.h"
#include "note/slug.h"

namespace loci::projects {
namespace {

using compile::bring_stores;
using compile::ImportReply;
using compile::ImportRequest;
using compile::ImportSource;
using memory::ChangeReply;
using memory::check_text;
using memory::Memory;

using store::Place;
using store::Project;

constexpr std::string_view kClaude = "claude:";
// How much of a transcript is read to find out where it was made.
constexpr std::size_t kTranscriptBytes = std::size_t{1} << 16;

// The directory that Claude Code calls `name`, which does not say where its
// dashes were slashes: found by looking, "" when there is none.
Result<std::string> find_claude_workspace(fs::FileSystem& files, const std::string& base,
                                          std::string_view name) {
  if (!name.starts_with('-')) return std::string();
  name.remove_prefix(1);
  LOCI_ASSIGN(const auto root,
              fs::if_there(files.open(base.empty() ? "/" : base, fs::Modes::Umask)));
  if (!root) return std::string();
  LOCI_ASSIGN(const std::vector<std::string> entries,
              fs::sorted_names(**root, fs::Kind::Directory));
  for (const std::string& entry : entries) {
    const std::string called = exchange::claude_directory_name(entry);
    if (!name.starts_with(called)) continue;
    std::string path = fmt::format("{}/{}", base, entry);
    if (name.size() == called.size()) return path;
    LOCI_ASSIGN(std::string found, find_claude_workspace(files, path, name.substr(called.size())));
    if (!found.empty()) return found;
  }
  return std::string();
}

// The working directory a transcript in `root` names, or "".
Result<std::string> transcript_directory(const fs::Root& root) {
  LOCI_ASSIGN(const std::vector<std::string> names, fs::sorted_names(root, fs::Kind::File));
  for (const std::string& name : names) {
    if (!name.ends_with(".jsonl")) continue;
    LOCI_ASSIGN(const auto reader, fs::if_there(root.open_reader(name)));
    if (!reader) continue;
    LOCI_ASSIGN(const std::string text, (*reader)->read_at(0, kTranscriptBytes));
    for (const std::string_view line : split_lines(text)) {
      const auto json = parse_json(line);
      if (!json || !json->is_object()) continue;
      const auto directory = json->find("cwd");
      if (directory != json->end() && directory->is_string()) return directory->get<std::string>();
    }
  }
  return std::string();
}

Result<bool> is_directory(fs::FileSystem& files, const std::string& path) {
  if (!path.starts_with('/')) return false;  // not from here
  LOCI_ASSIGN(const auto stat, fs::if_there(files.stat(path, true)));
  return stat && stat->kind == fs::Kind::Directory;
}

// Memory of Claude Code in a directory of its projects, if its workspace is gone.
Result<std::optional<Orphan>> claude_orphan(fs::FileSystem& files, const fs::Root& projects,
                                            const std::string& name) {
  LOCI_ASSIGN(const auto directory, fs::if_there(projects.open(name)));
  if (!directory) return std::nullopt;
  LOCI_ASSIGN(const auto stat, fs::if_there((*directory)->stat("memory")));
  if (!stat || stat->kind != fs::Kind::Directory) return std::nullopt;
  LOCI_ASSIGN(const auto memory, fs::if_there((*directory)->open("memory")));
  if (!memory) return std::nullopt;
  Orphan orphan;
  orphan.id = fmt::format("{}{}", kClaude, name);
  LOCI_ASSIGN(orphan.path, transcript_directory(**directory));
  orphan.directory = (*memory)->path();
  LOCI_ASSIGN(std::vector<std::string> present, fs::sorted_names(**memory, fs::Kind::File));
  for (std::string& file : present) {
    const bool note = file == note::kIndexFile || !note::file_name_fault(file);
    if (note) orphan.names.push_back(std::move(file));
  }
  bool there = false;
  if (orphan.path.empty()) {
    LOCI_ASSIGN(const std::string workspace, find_claude_workspace(files, "", name));
    there = !workspace.empty();
  } else {
    LOCI_ASSIGN(there, is_directory(files, orphan.path));
  }
  if (there || orphan.names.empty()) return std::nullopt;
  return orphan;
}

// All of them below the user's home. Whether one is an orphan may be hidden in a
// directory of somebody else: then it is said, and it is none.
Result<std::vector<Orphan>> claude_orphans(fs::FileSystem& files, const std::string& user_home,
                                           Log& log) {
  std::vector<Orphan> orphans;
  LOCI_ASSIGN(const auto projects,
              fs::if_there(files.open(
                  fmt::format("{}/{}/projects", user_home, exchange::kClaude.home.in_home),
                  fs::Modes::Private)));
  if (!projects) return orphans;
  LOCI_ASSIGN(const std::vector<std::string> names,
              fs::sorted_names(**projects, fs::Kind::Directory));
  for (const std::string& name : names) {
    auto orphan = claude_orphan(files, **projects, name);
    if (!orphan) log.warn(fmt::format("{}{}: left out, {}", kClaude, name, orphan.error().message));
    if (orphan && *orphan) orphans.push_back(std::move(**orphan));
  }
  return orphans;
}

// `wanted`, or the same with a number where another note has that name; nothing
// when the text is there already under one of these names.
Result<std::optional<std::string>> free_name(store::View& view, const Place& place,
                                             const std::string& wanted,
                                             const std::set<std::string>& taken,
                                             const std::string& text) {
  bool same = false;
  const auto is_taken = [&](const std::string& name) -> Result<bool> {
    if (!taken.contains(fold(name))) return false;
    LOCI_ASSIGN(const std::optional<std::string> present, view.read(place, name));
    same = present == text;
    return !same;
  };
  LOCI_ASSIGN(std::string name, note::free_file_name(wanted, is_taken));
  return same ? std::nullopt : std::optional(std::move(name));
}

}  // namespace

Result<std::vector<Orphan>> orphans(Memory& memory) {
  std::vector<Orphan> orphans;
  std::vector<std::string> damaged;
  LOCI_ASSIGN(const std::vector<Project> all,
              store::read_projects(memory.store().files(), memory.store().home(), damaged));
  for (const Project& project : all) {
    if (project.slug == memory.scopes().slug()) continue;
    LOCI_ASSIGN(const bool gone, store::is_gone(memory.store().files(), project));
    if (!gone) continue;
    Orphan orphan;
    orphan.id = project.slug;
    orphan.path = project.newest_path();
    orphan.directory = memory.store().path_of(store::project_place(project.slug));
    LOCI_ASSIGN(orphan.files, project_files(memory, project.slug));
    const std::size_t base = store::project_place(project.slug).key.size() + 1;
    for (const ProjectFile& file : orphan.files) {
      const std::string key = fmt::format("{}/{}", file.place.key, file.file);
      orphan.names.push_back(key.substr(base));
    }
    std::string own;
    if (!project.root_commit.empty() && memory.scopes().workspace()) {
      LOCI_ASSIGN(own, own_first_commit(memory));
    }
    if (!own.empty() && own == project.root_commit) orphan.fits = "same first commit";
    if (!orphan.files.empty()) orphans.push_back(std::move(orphan));
  }
  if (!memory.session().user_home.empty() && !memory.session().ephemeral) {
    LOCI_ASSIGN(std::vector<Orphan> of_claude,
                claude_orphans(memory.store().files(), memory.session().user_home, memory.log()));
    for (Orphan& orphan : of_claude) {
      orphans.push_back(std::move(orphan));
    }
  }
  for (Orphan& orphan : orphans) {
    for (const Project& project : all) {
      const std::string newest = project.newest_path();
      if (!project.has_path(orphan.path)) continue;
      LOCI_ASSIGN(const bool there, is_directory(memory.store().files(), newest));
      if (!there) continue;
      orphan.belongs_to = newest;
      if (project.slug == memory.scopes().slug()) orphan.fits = "this workspace used to be there";
    }
    const bool same_name =
        memory.scopes().workspace() && !orphan.path.empty() &&
        last_component(orphan.path) == last_component(memory.scopes().workspace()->root);
    if (orphan.fits.empty() && same_name) orphan.fits = "same folder name";
  }
  return orphans;
}

namespace {

Result<Orphan> find_orphan(Memory& memory, std::string_view id) {
  LOCI_ASSIGN(std::vector<Orphan> all, orphans(memory));
  for (Orphan& orphan : all) {
    if (orphan.id == id) return std::move(orphan);
  }
  return fail(not_found(fmt::format("there is no orphaned memory '{}'", id),
                        "run 'loci projects rescue' to list it"));
}

// Where a file of an orphaned project goes in this one.
Place same_place_here(const Memory& memory, const Place& place) {
  const std::string slug = memory.scopes().slug();
  switch (place.kind) {
    case Place::Kind::Project:
      return store::project_place(slug);
    case Place::Kind::Daily:
      return store::daily_place(slug);
    case Place::Kind::Archive:
      return store::archive_place(slug);
    case Place::Kind::AgentPrivate:
      return store::agent_private_place(slug, place.agent);
    default:
      return store::private_place(slug);
  }
}

Result<ChangeReply> bring(Memory& memory, const Orphan& orphan, bool dry_run) {
  const Place here = store::private_place(memory.scopes().slug());
  std::vector<Place> places{here};
  for (const ProjectFile& file : orphan.files) {
    for (const Place& place : {same_place_here(memory, file.place), file.place}) {
      if (std::find(places.begin(), places.end(), place) == places.end()) places.push_back(place);
    }
  }
  memory::TextChecks checks;
  const auto planner = [&](store::View& view) -> Result<store::Plan> {
    checks.begin();
    store::Plan plan;
    plan.summary = fmt::format("rescue {} files of {}", orphan.files.size(), orphan.id);
    std::map<std::string, std::set<std::string>> taken;  // folded names by place
    for (const Place& place : places) {
      LOCI_ASSIGN(const std::vector<std::string> present, view.notes(place));
      for (const std::string& name : present) taken[place.key].insert(fold(name));
    }
    for (const ProjectFile& file : orphan.files) {
      const Place to = same_place_here(memory, file.place);
      const std::string& wanted = file.file;
      LOCI_ASSIGN(const std::optional<std::string> text, view.read(file.place, file.file));
      if (!text) continue;
      store::FileChange put =
          store::FileChange::moved(to, wanted, *text, {file.place.key, file.file});
      if (!to.indexed()) {  // the scratchpad and daily logs are read as one text
        LOCI_ASSIGN(const std::optional<std::string> present, view.read(to, wanted));
        if (present && *present != *text) put.text = note::append_text(*present, *text);
      } else {
        LOCI_ASSIGN(const auto name, free_name(view, to, wanted, taken[to.key], *text));
        put.file = name.value_or(wanted);
        taken[to.key].insert(fold(put.file));
        if (!name) put.text = std::nullopt;
        LOCI_TRY(check_text(memory, to, put.file, *text, text, checks));
      }
      if (put.text) plan.changes.push_back(std::move(put));
      plan.changes.push_back(store::FileChange::remove(file.place, file.file));
    }
    return plan;
  };
  LOCI_ASSIGN(ChangeReply reply, memory.change(memory.request("rescue", places, dry_run), planner));
  checks.finish(memory, reply);
  return reply;
}

}  // namespace

Result<RescueReply> rescue(Memory& memory, std::string_view id, bool dry_run) {
  LOCI_TRY(memory.need_enabled());
  LOCI_TRY(memory.need_workspace());
  RescueReply reply;
  LOCI_ASSIGN(reply.orphan, find_orphan(memory, id));
  LOCI_ASSIGN(const std::vector<ProjectFile> own, project_files(memory, memory.scopes().slug()));
  if (reply.orphan.ours() && own.empty()) {  // nothing here to mix it with
    LOCI_TRY(relink(memory, id, dry_run));
    reply.continued = true;
    reply.change.dry_run = dry_run;
    return reply;
  }
  if (reply.orphan.ours()) {
    LOCI_ASSIGN(reply.change, bring(memory, reply.orphan, dry_run));
    return reply;
  }
  ImportRequest request;
  request.scope = "private";
  request.dry_run = dry_run;
  LOCI_ASSIGN(ImportReply imported,
              bring_stores(memory, "rescue", exchange::kClaude,
                           {{reply.orphan.directory, exchange::StoreReach::Workspace}}, request));
  reply.change = std::move(imported.change);
  for (const ImportSource& source : imported.sources) {
    reply.change.warnings.insert(reply.change.warnings.end(), source.warnings.begin(),
                                 source.warnings.end());
  }
  return reply;
}

}  // namespace loci::projects
