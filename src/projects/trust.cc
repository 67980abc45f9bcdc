#include "projects/trust.h"

#include <fmt/format.h>

#include "memory/survey.h"
#include "store/identity.h"
#include "store/project.h"

namespace loci::projects {

using memory::Memory;
using memory::shipped_notes;

Result<TrustReply> trust(Memory& memory, bool wanted, bool dry_run) {
  LOCI_ASSIGN(const store::Workspace workspace, memory.need_workspace());
  LOCI_TRY(memory.need_person(wanted ? "trust a repository" : "withdraw trust"));
  if (memory.session().ephemeral) {
    return fail(denied("an ephemeral session does not change the workspace"));
  }
  LOCI_TRY(memory.need_enabled());
  LOCI_ASSIGN(const store::Project project,
              store::read_project(memory.store().files(), memory.store().home(), workspace.slug));
  LOCI_ASSIGN(const store::Evidence evidence,
              store::gather_evidence(memory.store().files(), workspace.root));
  const store::SeenPath& seen = evidence.seen;
  TrustReply reply;
  reply.path = workspace.root;
  reply.origin = seen.origin;
  reply.trusted = wanted;
  reply.changed = project.trusts(seen, evidence.sources) != wanted;
  reply.dry_run = dry_run;
  LOCI_ASSIGN(reply.notes, shipped_notes(memory));
  if (!reply.changed || dry_run) return reply;
  if (wanted) LOCI_TRY(store::record_workspace(memory.store(), workspace));
  LOCI_TRY(store::update_project(memory.store(), workspace.slug, [&](store::Project& change) {
    std::erase_if(change.trusted, [&](const store::Trust& trust) {
      return trust.origin == seen.origin &&
             (!seen.origin.empty() || trust.id == seen.id || trust.path == seen.path);
    });
    if (wanted) {
      change.trusted.push_back(
          {seen.origin, seen.id, seen.path, evidence.sources, format_utc(memory.now())});
    }
  }));
  memory.look_again();
  return reply;
}

}  // namespace loci::projects
