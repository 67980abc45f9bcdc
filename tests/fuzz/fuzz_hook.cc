// What tools send to hooks, and what goes back into a prompt: whatever goes in,
// the fence holds and the limits are kept.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/invisible.h"
#include "base/json.h"
#include "base/text.h"
#include "exchange/tool.h"
#include "guard/fence.h"
#include "note/long_term.h"
#include "prompt/context.h"
#include "prompt/recall.h"
#include "prompt/seen_file.h"
#include "prompt/session_state.h"
#include "prompt/text_size.h"
#include "property.h"

using namespace loci;
using namespace loci::exchange;
using namespace loci::prompt;

namespace {

void check_input(std::string_view text) {
  const auto input = parse_hook_input(text);
  if (!input) return;
  const std::string file = session_file(input->session);
  LOCI_HOLDS(!file.empty() && file.size() <= 100 && file.find('/') == std::string::npos &&
             !file.starts_with('.'));
  for (const Tool* tool : tools_with(&Tool::hooks)) {
    for (const HookEvent event :
         {HookEvent::SessionStart, HookEvent::Prompt, HookEvent::SessionEnd}) {
      const std::string answer = hook_answer(*tool, event, input->prompt);
      LOCI_HOLDS(answer.empty() || parse_json(answer).has_value());
    }
  }
}

// What a reader may take a text for: without what nobody sees, in common forms.
std::string as_read(std::string_view text) {
  std::string read;
  for (std::size_t at = 0; at < text.size();) {
    const Decoded next = decode_utf8(text.substr(at));
    at += next.length;
    const char32_t c = next.character;
    const bool space = c == ' ' || c == 0xA0 || (c >= 0x2000 && c <= 0x200A) || c == 0x3000;
    if (!space && !is_hidden(c) && !is_default_ignorable(c)) append_utf8(read, common_form(c));
  }
  return read;
}

void check_fence(std::string_view text) {
  const std::string escaped = guard::escape_fence(text);
  LOCI_HOLDS(guard::escape_fence(escaped) == escaped);
  const std::string read = as_read(escaped);
  LOCI_HOLDS(read.find("<memory") == std::string::npos);
  LOCI_HOLDS(read.find("</memory") == std::string::npos);
}

void check_block(std::string_view text) {
  const std::size_t half = text.size() / 2;
  const ContextParts parts{"guide",
                           "",
                           {{"One", std::string(text.substr(0, half)), "", true},
                            {"Two", std::string(text.substr(half)), "", false}}};
  for (const std::size_t room : {100U, 300U, 1'000U}) {
    for (const Fence fence : {Fence::Tags, Fence::Line}) {
      const TextSize limits{room, room, room * 250};
      const auto block = assemble(parts, {limits, fence});
      if (!block || block->text.empty()) continue;
      LOCI_HOLDS(measure(block->text).fits(limits));
      if (fence == Fence::Line) continue;
      LOCI_HOLDS(block->text.find("</memory>") == block->text.rfind("</memory>"));
      LOCI_HOLDS(block->text.ends_with("</memory>\n"));
    }
  }
}

void check_prose(std::string_view text) {
  const std::size_t half = text.size() / 2;
  const std::string_view index = text.substr(0, half);
  const std::string_view more = text.substr(half);
  const note::AppendedProse added = note::append_prose(index, more);
  LOCI_HOLDS(added.text.starts_with(index));
  LOCI_HOLDS(added.added > 0 || added.text == index);
  const auto once = note::replace_once(index, more, "x", "text");
  LOCI_HOLDS(!once || once->size() == index.size() - more.size() + 1);
  LOCI_HOLDS(note::same_entries(index, index));
  (void)note::replace_prose(index, more);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_input(text);
  check_block(text);
  check_prose(text);
  (void)recall_query(text);
  const SessionState state = parse_session_state(std::string(text));
  LOCI_HOLDS(parse_session_state(format_session_state(state)) == state);
  if (const auto seen = parse_seen_file(std::string(text))) {
    const auto again = parse_seen_file(format_seen(*seen, Timestamp()));
    LOCI_HOLDS(again && again->lines == seen->lines && again->since == seen->since);
  }
  check_fence(text);
  (void)parse_hook_event(text);
  (void)find_hook_tool(text);
  LOCI_HOLDS(append_memory_block(text, "").size() == text.size());
  LOCI_HOLDS(prepend_memory_block("b", text).ends_with(text));
  LOCI_HOLDS(effective_reserve(1, text) >= 1);
  return 0;
}
