// The tools whose hooks call loci: what each sends, what each takes back, and
// how much of it. One table; pure.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "prompt/context.h"

namespace loci::prompt {

// What loci does, whatever a tool calls it.
enum class HookEvent : std::uint8_t { SessionStart, Prompt, PreCompact, PostCompact, SessionEnd };
// "session-start", "prompt", "pre-compact", "post-compact", "session-end".
[[nodiscard]] Result<HookEvent> parse_hook_event(std::string_view name);

struct HookTool {
  // Where the text to be injected stands in the answer.
  enum class Answer : std::uint8_t {
    Nested,  // {"hookSpecificOutput":{"hookEventName":…,"additionalContext":…}}
    Snake,   // {"additional_context":…}
    Camel,   // {"additionalContext":…}
  };
  std::string_view name;
  std::string_view session_start;  // the tool's own names of the events into which
  std::string_view prompt;         // text can be injected; "" = it cannot
  Answer answer = Answer::Nested;
  Fence fence = Fence::Tags;
  std::size_t units = 0;  // of UTF-16, that one answer may have
  // Whether "before compaction" means that one follows; in Gemini CLI the
  // automatic one is sent on every turn.
  bool automatic_compaction = true;
};

[[nodiscard]] std::span<const HookTool> hook_tools();
[[nodiscard]] Result<const HookTool*> find_hook_tool(std::string_view name);

// What an event brings, as far as loci uses it; "" where it does not say.
struct HookInput {
  std::string session;
  std::string directory;  // where the tool works
  std::string prompt;     // without what hooks have put before it
  std::string summary;    // of a compacted conversation
  std::string trigger;    // "manual", "auto"
  std::string transcript;
};

// InvalidInput for anything but a JSON object, with limits on size and depth.
[[nodiscard]] Result<HookInput> parse_hook_input(std::string_view text);

// What the tool is to read: one line of JSON, or "" where `text` is empty or the
// event takes nothing back.
[[nodiscard]] std::string hook_answer(const HookTool& tool, HookEvent event, std::string_view text);

}  // namespace loci::prompt
