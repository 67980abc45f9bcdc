// The block that a session starts with: guide, fence, and what memory holds,
// within the limits of whoever reads it. Pure: the same memory gives the same
// bytes, so that prompt caches hit.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.h"
#include "base/result.h"
#include "prompt/text_size.h"

namespace loci::prompt {

enum class Fence : std::uint8_t {
  Tags,  // <memory …> … </memory>
  Line,  // one plain line above
};

struct ContextSection {
  std::string title;  // "Long-term memory (MEMORY.md)"
  std::string text;
  std::string why;         // for the receipt: "always", "--query"
  bool set_aside = false;  // a fifth of the room is its own, as far as it needs it
  std::size_t share = 1;   // it gets at most one of so many parts of the room
};

// What the user wants, an item for each note. Items end with a line feed.
struct ContextPreferences {
  std::vector<std::string> wanted;  // lines that a person wrote or accepted
  std::vector<std::string> noted;   // lines that agents noted
  std::size_t waiting = 0;          // notes that wait for `loci accept`
};

struct ContextParts {
  std::string guide;                     // how to use memory
  std::string notice;                    // a line for whoever reads, or ""
  std::vector<ContextSection> sections;  // by priority; those without text are left out
  ContextPreferences preferences = {};   // what stands before the fence
};

struct ContextLimits {
  TextSize room{kContextBytes, kUnlimited.units, kUnlimited.millitokens};
  Fence fence = Fence::Tags;
};

// Both parts of the preferences together get one of so many parts of the room.
inline constexpr std::size_t kPreferenceShares = 3;

// What became of a section.
struct ReceiptRow {
  enum class Fate : std::uint8_t { Whole, Truncated, Omitted };
  std::string title;
  std::string why;
  Fate fate = Fate::Whole;
  TextSize shown;
  TextSize whole;
};
[[nodiscard]] std::string_view fate_name(ReceiptRow::Fate fate);

struct ContextBlock {
  std::string text;  // "" when there is nothing to say
  std::vector<ReceiptRow> receipt;
  TextSize size;
  TextSize frame;          // of it: guide, notice and fences
  std::size_t wanted = 0;  // how many items of each are shown, from the first on
  std::size_t noted = 0;
};

// The preferences come first, outside the fence, then what agents noted in a fence of its
// own: together at most a third of what guide and fences leave, in whole items.
// Sections go in whole while they fit. The first that does not is cut at a line
// and ends with "…[section truncated: TITLE]"; later ones are cut to what was set
// aside for them, or are "…[section omitted: TITLE]". Guide and fence are never
// cut: InvalidInput when the room is less than they and a line for each section
// need. Without any section the notice alone is the block.
[[nodiscard]] Result<ContextBlock> assemble(const ContextParts& parts, const ContextLimits& limits);

// How to use memory: what is below, where it is on disk, what to save. `places`
// are lines such as "global: /home/u/.loci/memory". Its commands say with `agent`
// who asks, so that they show what an agent may see wherever they run.
[[nodiscard]] std::string context_guide(const std::vector<std::string>& places,
                                        std::string_view agent);

}  // namespace loci::prompt
