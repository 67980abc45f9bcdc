// Files of tools: managed blocks, definitions of agents, the state, MEMORY.md.
// Whatever is in them, what is not ours stays to the byte.

#include <cstdint>
#include <string>
#include <string_view>

#include "exchange/block.h"
#include "exchange/claude.h"
#include "exchange/index_merge.h"
#include "exchange/state.h"
#include "property.h"

using namespace loci;
using namespace loci::exchange;

namespace {

void check_block(std::string_view text) {
  const auto present = read_block(text, "f");
  const auto with = put_block(text, "ours\n", "f");
  LOCI_HOLDS(present.has_value() == with.has_value());
  if (!with) return;
  const auto inner = read_block(*with, "f");
  LOCI_HOLDS(inner && *inner == "ours\n");
  LOCI_HOLDS(put_block(*with, "ours\n", "f").value_or("") == *with);
  if (!*present) LOCI_HOLDS(remove_block(*with, "f").value_or("?") == text);
  LOCI_HOLDS(put_block("mine\n", without_marks(text), "f").has_value());
}

void check_definition(std::string_view text) {
  const auto definition = parse_definition("x.md", text);
  if (!definition) return;
  LOCI_HOLDS(definition->line_begin <= definition->line_end && definition->line_end <= text.size());
  LOCI_HOLDS(definition->insert_at <= text.size());
  if (definition->line_end > definition->line_begin) return;
  const std::string with = with_memory_line(text, *definition, "memory: user");
  const auto again = parse_definition("x.md", with);
  LOCI_HOLDS(again && again->memory == "user");
  LOCI_HOLDS(with_memory_line(with, *again, "") == text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 8192) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_block(text);
  check_definition(text);
  if (const auto state = parse_state(text, "f")) {
    const std::string rendered = render_state(*state);
    const auto again = parse_state(rendered, "f");
    LOCI_HOLDS(again && render_state(*again) == rendered);
  }
  const std::size_t middle = text.size() / 2;
  const NoteNames files{{"a.md", "A"}, {"b.md", "B"}};
  IndexEdit edit;
  edit.source = text.substr(0, middle);
  edit.edited = text.substr(middle);
  LOCI_HOLDS(merge_index(edit, files, Variables()).has_value() ||
             text.find("${") != std::string_view::npos);
  (void)parse_agent_memory({{std::string(text.substr(0, 40)), "x"}});
  return 0;
}
