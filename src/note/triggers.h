// When a note wants to be heard, as `metadata.triggers` says: before a file is changed that
// one of `paths` means, before a command that one of `commands` means, and at a prompt that
// has one of `words`. Pure.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "note/note.h"

namespace loci::note {

struct Triggers {
  std::vector<std::string> paths;     // globs: "migrations/**", "*.sql"
  std::vector<std::string> commands;  // "git push", "terraform", "kubectl dr*"
  std::vector<std::string> words;     // "on call", "SEPA"

  [[nodiscard]] bool empty() const { return paths.empty() && commands.empty() && words.empty(); }
  bool operator==(const Triggers&) const = default;
};

// Each kind may be one text or a list of them; anything else says nothing.
[[nodiscard]] Triggers triggers_of(const Note& note);
// The same of a whole file; quick for one that has none.
[[nodiscard]] Triggers triggers_in(std::string_view text);

// What is wrong with what a note says of its triggers; nothing is wrong with most.
struct TriggerFault {
  std::string message;      // "the glob '[a' in paths has no end"
  bool everything = false;  // it is understood, and means everything
};
[[nodiscard]] std::vector<TriggerFault> trigger_faults(const Note& note);
// Of one by itself; `kind` is "paths", "commands" or "words".
[[nodiscard]] std::optional<TriggerFault> trigger_fault(std::string_view kind,
                                                        std::string_view trigger);

// The text with these under `metadata.triggers`, in place of what is there; with none, without
// the key. InvalidInput for a frontmatter that cannot be changed line by line.
[[nodiscard]] Result<std::string> set_triggers(std::string_view text, const Triggers& triggers);

// Globs as in .gitignore: `*` and `?` stay within a name, `**` goes over directories, `[a-z]`
// and `{a,b}` choose. Without a slash before its end one means names at any depth, with a
// slash at its end everything below. `path` has no slash before it.
[[nodiscard]] bool glob_matches(std::string_view glob, std::string_view path);

}  // namespace loci::note
