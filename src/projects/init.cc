#include "projects/init.h"

#include <fmt/format.h>

#include "base/limits.h"
#include "fs/absent.h"
#include "fs/atomic_file.h"
#include "projects/trust.h"
#include "store/place.h"

namespace loci::projects {
namespace {

using memory::Memory;

constexpr std::string_view kGitignore = "vars.local\n.lock\n.loci-*.tmp\n";
// As version 0.1 wrote it; brought up to date where nobody changed it.
constexpr std::string_view kFirstGitignore = "vars.local\n.lock\n";

}  // namespace

Result<InitReply> init(Memory& memory, bool dry_run) {
  InitReply reply;
  reply.dry_run = dry_run;
  LOCI_ASSIGN(const store::Workspace workspace, memory.need_workspace());
  // It trusts what it makes, and what the repository's authors put there later.
  LOCI_TRY(memory.need_person("share memory with a repository"));
  if (memory.session().ephemeral) {
    return fail(denied("an ephemeral session does not change the workspace"));
  }
  LOCI_TRY(memory.need_enabled());
  reply.path = workspace.root == "/" ? "/.loci" : workspace.root + "/.loci";
  LOCI_ASSIGN(const auto user_home,
              fs::if_there(memory.store().files().canonical(memory.session().user_home)));
  const bool is_home =
      reply.path == memory.store().home() || (user_home && workspace.root == *user_home);
  const store::Place own = store::private_place(workspace.slug);
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.look({own}, dry_run));
  LOCI_ASSIGN(const std::vector<std::string> notes, view->notes(own));
  reply.private_notes = notes.size();

  LOCI_ASSIGN(const std::unique_ptr<fs::Root> root,
              memory.store().files().open(workspace.root, fs::Modes::Umask));
  const auto present = root->open(store::kWorkspaceDirectory);
  if (!present && present.error().kind != ErrorKind::NotFound) return fail(present.error());
  if (is_home || (present && !workspace.has_loci)) {
    return fail(denied(fmt::format("'{}' is a loci home, not a workspace's memory", reply.path),
                       "run 'loci init' in the directory of a project"));
  }
  bool complete = present.has_value();
  for (const std::string_view name :
       {std::string_view("memory"), std::string_view(".gitignore"), sync::kAttributesFile}) {
    if (!complete) break;
    LOCI_ASSIGN(const auto part, fs::if_there((*present)->stat(name)));
    complete = part.has_value();
  }
  reply.created = !complete;
  const bool ours = !present && !workspace.has_xcaf;
  reply.trusted = ours || !memory.untrusted(store::shared_place(workspace.root));
  // As 0.1 wrote it and nobody changed it since: it lacks a line.
  const auto ignored = present ? (*present)->read(".gitignore", kFileBytes) : Result<std::string>();
  if (!ignored && fs::is_refused_by_system(ignored.error())) return fail(ignored.error());
  const bool old = ignored && *ignored == kFirstGitignore;
  // Only a person's own clone, and only by its own files.
  LOCI_ASSIGN(reply.git, sync::setup_git_if_there(memory, dry_run));
  if (dry_run || (complete && !old)) return reply;
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> loci,
              fs::open_or_create(*root, store::kWorkspaceDirectory));
  LOCI_TRY(fs::open_or_create(*loci, "memory"));
  {
    LOCI_ASSIGN(const auto lock,
                fs::lock_patiently(memory.store().files(), *loci, store::Store::kPatience));
    LOCI_TRY(fs::sweep_temporary_files(memory.store().files(), *loci));
    LOCI_ASSIGN(const auto there, fs::if_there(loci->stat(".gitignore")));
    if (old || !there) LOCI_TRY(fs::replace_file(*loci, ".gitignore", kGitignore));
    LOCI_ASSIGN(const auto attributes, fs::if_there(loci->stat(sync::kAttributesFile)));
    if (!attributes) {
      LOCI_TRY(fs::replace_file(*loci, sync::kAttributesFile, sync::kAttributes));
    }
  }
  LOCI_TRY(loci->sync());
  // What this made holds nothing that somebody else wrote.
  if (ours) LOCI_TRY(trust(memory, true, false));
  return reply;
}

}  // namespace loci::projects
