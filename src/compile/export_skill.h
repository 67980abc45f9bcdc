// export --skill: a note as a skill of coding tools, `<name>/SKILL.md` with a name and a
// description in front and the note's text as it stands.

#pragma once

#include <string>
#include <string_view>

#include "memory/reading.h"
#include "note/note.h"

namespace loci::compile {

// Lower-case letters, digits and hyphens, at most 64 of them; "" when nothing of the name is
// left. Pure.
[[nodiscard]] std::string skill_name(std::string_view name);
// The whole file. InvalidInput for a note without a name or a sentence about it.
[[nodiscard]] Result<std::string> render_skill(const note::Note& note, std::string_view file);

struct SkillRequest {
  memory::NoteRequest note;
  std::string to;      // the directory of skills; "" = .claude/skills of the workspace
  bool force = false;  // replace another text that is there
};
struct SkillReply {
  std::string path;
  std::string text;
  bool existed = false;
  bool changed = false;
  bool untrusted = false;
};
// A person's: tools follow what a skill says.
Result<SkillReply> export_skill(memory::Memory& memory, const SkillRequest& request);

}  // namespace loci::compile
