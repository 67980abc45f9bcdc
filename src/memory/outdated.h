// Which notes hold no more: those past `metadata.expires`, and those that another one names in
// `metadata.supersedes`. They are marked in lists and searches, rank below others and are not
// in a context block; the file stays as it is.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "memory/memory.h"
#include "note/lifetime.h"

namespace loci::memory {

// A note, as far as this is about it.
struct LivingNote {
  store::Place place;
  std::string file;
  std::string name;  // title
  note::Lifetime lifetime;
};

// For each of `notes`: "expired on 2026-11-01", "superseded by new.md", or "". What a note
// supersedes is looked for in its own place first, then in the others. Pure.
[[nodiscard]] std::vector<std::string> outdated(const std::vector<LivingNote>& notes,
                                                std::string_view today);

// The notes among `from` that `name` means, as `by` says it; none where there are none.
[[nodiscard]] std::vector<std::size_t> superseded_by(const LivingNote& by, std::string_view name,
                                                     const std::vector<LivingNote>& from);

// Those notes of these places whose index line a prompt could show: one that cannot be read is
// left out.
Result<std::vector<LivingNote>> living_notes(store::View& view,
                                             const std::vector<store::Place>& places);

}  // namespace loci::memory
