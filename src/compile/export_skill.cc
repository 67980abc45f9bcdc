#include "compile/export_skill.h"

#include <fmt/format.h>

#include "base/json.h"
#include "base/limits.h"
#include "base/text.h"
#include "compile/foreign_file.h"
#include "memory/unsettled.h"
#include "note/slug.h"
#include "note/split.h"

namespace loci::compile {
namespace {

// What the tools take, in characters.
constexpr std::size_t kSkillName = 64;
constexpr std::size_t kSkillDescription = 1'024;

// On one line, without tags, at most as long as tools take.
std::string skill_description(std::string_view text) {
  std::string about = replace_all(replace_all(note::one_line(text), "<", "‹"), ">", "›");
  if (count_characters(about) <= kSkillDescription) return about;
  return std::string(trim_right(cut_characters(about, kSkillDescription - 1))) + "…";
}

}  // namespace

std::string skill_name(std::string_view name) {
  std::string slug;
  for (const char c : ascii_lower(name)) {
    const bool kept = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (kept) {
      slug += c;
    } else if (!slug.empty() && slug.back() != '-') {
      slug += '-';
    }
  }
  if (slug.size() > kSkillName) slug.resize(kSkillName);
  while (slug.ends_with('-')) slug.pop_back();
  return slug;
}

Result<std::string> render_skill(const note::Note& note, std::string_view file) {
  const std::string name = skill_name(note::stem(file));
  if (name.empty()) {
    return fail(invalid_input(fmt::format("'{}' cannot be the name of a skill", file),
                              "rename the note: tools accept a-z, 0-9 and hyphens"));
  }
  const std::string about = note::shown_description(note);
  if (trim(about).empty()) {
    return fail(invalid_input(
        fmt::format("'{}' has no description", file),
        "tools choose skills by it: 'loci write " + std::string(file) + " --description TEXT'"));
  }
  std::string_view body = note.body;
  while (body.starts_with('\n')) body.remove_prefix(1);
  return fmt::format("---\nname: {}\ndescription: {}\n---\n\n{}{}", name,
                     json_quote(skill_description(about)), body,
                     body.empty() || body.ends_with('\n') ? "" : "\n");
}

Result<SkillReply> export_skill(memory::Memory& memory, const SkillRequest& request) {
  LOCI_TRY(memory.need_person("give tools a skill"));
  LOCI_ASSIGN(const memory::NoteText note, memory::read(memory, request.note));
  if (const std::string why = memory::unsettled_in(note.info.file, note.text); !why.empty()) {
    return fail(conflict(why));
  }
  SkillReply reply;
  reply.untrusted = note.info.untrusted;
  LOCI_ASSIGN(reply.text, render_skill(note::parse_note(note.text), note.info.file));
  std::string directory = request.to;
  std::string within;  // a repository may hold links to anywhere
  if (directory.empty()) {
    LOCI_ASSIGN(const store::Workspace workspace, memory.need_workspace());
    directory = fmt::format("{}/.claude/skills", workspace.root);
    within = workspace.root;
  }
  reply.path = fmt::format("{}/{}/SKILL.md", directory, skill_name(note::stem(note.info.file)));
  const auto edit = [&](const ForeignFile& there) -> Result<std::optional<std::string>> {
    reply.existed = there.text.has_value();
    reply.changed = there.text != reply.text;
    if (reply.existed && reply.changed && !request.force) {
      return fail(conflict(fmt::format("'{}' already exists and has a different text", reply.path),
                           "use --force to replace it"));
    }
    return reply.text;
  };
  fs::FileSystem& files = memory.store().files();
  if (request.note.dry_run) {
    LOCI_ASSIGN(const ForeignFile there, read_foreign(files, reply.path, within, kFileBytes));
    LOCI_TRY(edit(there));
    return reply;
  }
  LOCI_TRY(change_foreign(files, reply.path, {within, kFileBytes, memory.now()}, edit,
                          [](const ForeignFile&) -> Result<> { return {}; }));
  return reply;
}

}  // namespace loci::compile
