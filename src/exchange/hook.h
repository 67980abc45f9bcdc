// Hooks of tools that call loci: how each tool's settings hold them, what a tool sends,
// what it takes back and how much of it. Pure; what loci answers is decided elsewhere.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace loci::exchange {

struct Tool;

// What loci does, whatever a tool calls it.
enum class HookEvent : std::uint8_t {
  SessionStart,
  Prompt,
  PreCompact,
  PostCompact,
  SessionEnd,
  Tool,  // a command is about to run, or a file to change
};
// "session-start", "prompt", "pre-compact", "post-compact", "session-end", "tool".
[[nodiscard]] std::string_view hook_event_name(HookEvent event);
[[nodiscard]] Result<HookEvent> parse_hook_event(std::string_view name);

// How a hook is written.
enum class HookShape : std::uint8_t {
  Grouped,  // {"matcher", "hooks": [{"type": "command", "command", "timeout"}]}
  Flat,     // {"command", "timeout"}
  Shell,    // {"type": "command", "bash", "timeoutSec"}
};

// Where the text to be injected stands in the answer.
enum class HookAnswer : std::uint8_t {
  Nested,  // {"hookSpecificOutput":{"hookEventName":…,"additionalContext":…}}
  Snake,   // {"additional_context":…}
  Camel,   // {"additionalContext":…}
};

// One event of a tool that calls loci.
struct HookCall {
  HookEvent event;
  std::string_view name;          // the tool's own
  int seconds = 0;                // that the tool waits
  bool takes_text = false;        // what loci answers is injected
  std::string_view matcher = {};  // of the kinds of the event, or ""
};

// Calls that Claude Code and Codex have alike. Sessions that are resumed have the block
// already.
inline constexpr HookCall kFreshSession{.event = HookEvent::SessionStart,
                                        .name = "SessionStart",
                                        .seconds = 5,
                                        .takes_text = true,
                                        .matcher = "startup|clear|compact"};
inline constexpr HookCall kPromptSubmit{
    .event = HookEvent::Prompt, .name = "UserPromptSubmit", .seconds = 2, .takes_text = true};
// Before a command and a change of a file.
inline constexpr HookCall kToolUse{.event = HookEvent::Tool,
                                   .name = "PreToolUse",
                                   .seconds = 2,
                                   .takes_text = true,
                                   .matcher = "Bash|Edit|Write|MultiEdit|NotebookEdit"};
// Claude Code replaces what is over 10,000 by a short preview; the others name no
// limit, or a larger one.
inline constexpr std::size_t kHookUnits = 9'800;

struct Hooks {
  std::string_view user_file;     // below the tool's directory
  std::string_view project_file;  // below the workspace
  HookShape shape = HookShape::Grouped;
  std::span<const HookCall> calls;
  bool versioned = false;                // the file says "version": 1
  bool milliseconds = false;             // timeouts are in them
  std::string_view handler_extras = {};  // more members of a grouped handler, as JSON
  HookAnswer answer = HookAnswer::Nested;
  std::size_t units = kHookUnits;  // of UTF-16, that one answer may have
  bool escapes_tags = false;       // it turns < and > into entities: a tag fences nothing
  // "Before compaction" means that one follows, also when nobody asked for it.
  bool automatic_compaction = true;

  [[nodiscard]] const HookCall* find(HookEvent event) const;
  // Whether an answer to the event is injected.
  [[nodiscard]] bool takes_text(HookEvent event) const;
};

// What an event brings, as far as loci uses it; "" where it does not say.
struct HookInput {
  std::string session;
  std::string directory;  // where the tool works
  std::string prompt;     // without what hooks have put before it
  std::string summary;    // of a compacted conversation
  std::string trigger;    // "manual", "auto"
  std::string source;     // why a session starts: "startup", "compact"
  std::string transcript;
  std::string command;             // that a tool is about to run in a shell
  std::vector<std::string> paths;  // of files that a tool is about to change, as it names them
};

// Reads the spellings of all tools: none of them means two things. InvalidInput for
// anything but a JSON object, with limits on size and depth.
[[nodiscard]] Result<HookInput> parse_hook_input(std::string_view text);

// What the tool is to read: one line of JSON, or "" where `text` is empty or the
// event takes nothing back.
[[nodiscard]] std::string hook_answer(const Tool& tool, HookEvent event, std::string_view text);

// InvalidInput for a tool without hooks that loci knows.
[[nodiscard]] Result<const Tool*> find_hook_tool(std::string_view name);

}  // namespace loci::exchange
