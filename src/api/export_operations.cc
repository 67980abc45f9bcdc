// export.

#include <fmt/format.h>

#include "api/arguments.h"
#include "api/codec.h"
#include "api/rows.h"
#include "api/text_view.h"
#include "base/text.h"
#include "compile/export_skill.h"

namespace loci::api {
namespace {

constexpr std::array kExport = params(
    kNote,
    std::array{Param::flag("skill", "as a skill for coding tools: NAME/SKILL.md"),
               Param::text("to", "DIR",
                           "the directory for skills (default: .claude/skills in the workspace)")
                   .of_a_file(),
               Param::flag("force", "replace a different text that is there")},
    kSelect, kDryRun);

Result<Reply> export_note(memory::Memory& memory, const Json& arguments) {
  if (!flag(arguments, "skill")) {
    return fail(
        invalid_input("the export format is missing", "use --skill to write the note as SKILL.md"));
  }
  const bool dry_run = flag(arguments, "dry-run");
  compile::SkillRequest request{reading_request(memory, arguments), text_or(arguments, "to"),
                                flag(arguments, "force")};
  request.note.dry_run = dry_run;
  LOCI_ASSIGN(const compile::SkillReply done, compile::export_skill(memory, request));
  Reply reply;
  const std::string_view status = !done.changed  ? "unchanged"
                                  : done.existed ? "updated"
                                                 : "created";
  reply.data = {{"status", status}, {"path", done.path}, {"text", done.text}, {"dry_run", dry_run}};
  if (done.untrusted) {
    reply.data["untrusted"] = true;
    reply.notes.push_back(untrusted_note());
  }
  reply.text = !done.changed ? fmt::format("unchanged {}\n", printable(done.path, true))
               : dry_run     ? fmt::format("would write {}\n{}", printable(done.path, true),
                                           printable(done.text))
                             : fmt::format("{} {}\n", status, printable(done.path, true));
  return reply;
}

constexpr std::array kExportOperations{
    Operation{Group::Tools, "export", "Write a note as a skill that coding tools follow",
              Effect::Writes, kExport, "loci export release-steps --skill", export_note},
};

}  // namespace

std::span<const Operation> export_operations() { return kExportOperations; }

}  // namespace loci::api
