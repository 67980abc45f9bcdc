#include "prompt/hook_tools.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/json.h"
#include "base/text.h"

namespace loci::prompt {
namespace {

// Claude Code replaces what is over 10,000 by a short preview; the others name
// no limit, or a larger one.
constexpr std::size_t kUnits = 9'800;

constexpr std::array kTools{
    HookTool{"claude", "SessionStart", "UserPromptSubmit", HookTool::Answer::Nested, Fence::Tags,
             kUnits, true},
    HookTool{"codex", "SessionStart", "UserPromptSubmit", HookTool::Answer::Nested, Fence::Tags,
             kUnits, true},
    // Turns < and > into entities, so that a tag would fence nothing.
    HookTool{"gemini", "SessionStart", "BeforeAgent", HookTool::Answer::Nested, Fence::Line, kUnits,
             false},
    // Nothing can be injected with a prompt here.
    HookTool{"cursor", "sessionStart", "", HookTool::Answer::Snake, Fence::Tags, kUnits, true},
    // Its documentation says the same of itself; 1.0.102 does inject.
    HookTool{"copilot", "sessionStart", "userPromptSubmitted", HookTool::Answer::Camel, Fence::Tags,
             kUnits, true},
};

struct EventName {
  std::string_view name;
  HookEvent event;
};
constexpr std::array kEvents{EventName{"session-start", HookEvent::SessionStart},
                             EventName{"prompt", HookEvent::Prompt},
                             EventName{"pre-compact", HookEvent::PreCompact},
                             EventName{"post-compact", HookEvent::PostCompact},
                             EventName{"session-end", HookEvent::SessionEnd}};

// The first of these keys that has a text.
std::string text_of(const Json& json, std::initializer_list<const char*> keys) {
  for (const char* key : keys) {
    const auto found = json.find(key);
    if (found != json.end() && found->is_string()) return found->get<std::string>();
  }
  return "";
}

// Some tools run hooks elsewhere and name their folders in a list.
std::string directory_of(const Json& json) {
  const auto roots = json.find("workspace_roots");
  if (roots != json.end() && roots->is_array() && !roots->empty() && roots->front().is_string()) {
    return roots->front().get<std::string>();
  }
  return text_of(json, {"cwd"});
}

// Gemini CLI puts what a session-start hook said before the first prompt; its
// text has no tags, so the first closing one ends it.
std::string_view own_words(std::string_view prompt) {
  constexpr std::string_view kOpen = "<hook_context>";
  constexpr std::string_view kClose = "</hook_context>";
  while (trim_left(prompt).starts_with(kOpen)) {
    const std::size_t end = prompt.find(kClose);
    if (end == std::string_view::npos) break;
    prompt = prompt.substr(end + kClose.size());
  }
  return trim(prompt);
}

// Claude Code gives a summary as its model wrote it: thoughts in <analysis>, the
// summary itself in <summary>.
std::string_view without_thoughts(std::string_view summary) {
  constexpr std::string_view kThoughts = "</analysis>";
  constexpr std::string_view kOpen = "<summary>";
  constexpr std::string_view kClose = "</summary>";
  std::string_view text = trim(summary);
  if (text.starts_with("<analysis>")) {
    const std::size_t end = text.find(kThoughts);
    if (end != std::string_view::npos) text = trim(text.substr(end + kThoughts.size()));
  }
  if (text.starts_with(kOpen)) {
    text = text.substr(kOpen.size());
    text = trim(text.substr(0, text.rfind(kClose)));
  }
  return text.empty() ? trim(summary) : text;
}

}  // namespace

Result<HookEvent> parse_hook_event(std::string_view name) {
  for (const EventName& event : kEvents) {
    if (event.name == name) return event.event;
  }
  std::vector<std::string> names;
  for (const EventName& event : kEvents) names.emplace_back(event.name);
  return fail(invalid_input(fmt::format("there is no event '{}'", name),
                            fmt::format("there are: {}", join(names, ", "))));
}

std::span<const HookTool> hook_tools() { return kTools; }

Result<const HookTool*> find_hook_tool(std::string_view name) {
  for (const HookTool& tool : kTools) {
    if (tool.name == name) return &tool;
  }
  std::vector<std::string> names;
  for (const HookTool& tool : kTools) names.emplace_back(tool.name);
  return fail(invalid_input(fmt::format("no hooks are known of '{}'", name),
                            fmt::format("there are: {}", join(names, ", "))));
}

Result<HookInput> parse_hook_input(std::string_view text) {
  LOCI_ASSIGN(const Json json, parse_json(text));
  if (!json.is_object()) return fail(invalid_input("the input of a hook is a JSON object"));
  HookInput input;
  input.session = text_of(json, {"session_id", "sessionId", "conversation_id"});
  input.directory = directory_of(json);
  input.prompt = own_words(text_of(json, {"prompt"}));
  input.summary = without_thoughts(text_of(json, {"compact_summary"}));
  input.trigger = text_of(json, {"trigger"});
  input.transcript = text_of(json, {"transcript_path", "transcriptPath"});
  return input;
}

std::string hook_answer(const HookTool& tool, HookEvent event, std::string_view text) {
  const std::string_view name = event == HookEvent::SessionStart ? tool.session_start
                                : event == HookEvent::Prompt     ? tool.prompt
                                                                 : std::string_view();
  if (name.empty() || text.empty()) return "";
  Json answer;
  switch (tool.answer) {
    case HookTool::Answer::Nested:
      answer["hookSpecificOutput"] = {{"hookEventName", name}, {"additionalContext", text}};
      break;
    case HookTool::Answer::Snake:
      answer["additional_context"] = text;
      break;
    case HookTool::Answer::Camel:
      answer["additionalContext"] = text;
      break;
  }
  return dump_json(answer) + "\n";
}

}  // namespace loci::prompt
