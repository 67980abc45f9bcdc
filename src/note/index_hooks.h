// The hooks of index lines: what a line says of its note behind the link, and whether
// the note still says so. Pure.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "note/index_file.h"
#include "note/note.h"

namespace loci::note {

// The hook that index_line() makes of a description: one line, comment marks made harmless.
[[nodiscard]] std::string index_hook(std::string_view description);

// What a note contributes to the index; nothing where its frontmatter cannot be read, so
// that nobody knows what it says.
[[nodiscard]] std::optional<NoteLine> readable_line(const Note& note, std::string_view file);

// The hooks that are not what their notes make now, of the first line of each note.
// `notes` may be some of a scope's notes only.
[[nodiscard]] std::vector<LineHook> differing_hooks(std::string_view text,
                                                    std::span<const NoteLine> notes);

// The index with the lines that have the hooks of `own` as their notes make them now.
[[nodiscard]] std::string bring_in_step(std::string_view text, std::span<const NoteLine> notes,
                                        std::span<const LineHook> own);

}  // namespace loci::note
