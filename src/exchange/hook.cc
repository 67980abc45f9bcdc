#include "exchange/hook.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/json.h"
#include "base/named.h"
#include "base/text.h"
#include "exchange/tool.h"

namespace loci::exchange {
namespace {

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

}  // namespace

std::string_view hook_event_name(HookEvent event) {
  return kEvents.at(static_cast<std::size_t>(event)).name;
}

Result<HookEvent> parse_hook_event(std::string_view name) {
  if (const EventName* const event = find_named(kEvents, name)) return event->event;
  std::vector<std::string> names;
  for (const EventName& event : kEvents) names.emplace_back(event.name);
  return fail(invalid_input(fmt::format("there is no event '{}'", name),
                            fmt::format("there are: {}", join(names, ", "))));
}

const HookCall* Hooks::find(HookEvent event) const {
  const auto found = std::find_if(calls.begin(), calls.end(),
                                  [&](const HookCall& call) { return call.event == event; });
  return found == calls.end() ? nullptr : &*found;
}

bool Hooks::takes_text(HookEvent event) const {
  const HookCall* const call = find(event);
  return call != nullptr && call->takes_text;
}

Result<const Tool*> find_hook_tool(std::string_view name) {
  const ToolList list = tools_with(&Tool::hooks);
  for (const Tool* tool : list) {
    if (tool->name == name) return tool;
  }
  return fail(invalid_input(fmt::format("no hooks are known of '{}'", name),
                            fmt::format("there are: {}", tool_names(list))));
}

Result<HookInput> parse_hook_input(std::string_view text) {
  LOCI_ASSIGN(const Json json, parse_json(text));
  if (!json.is_object()) return fail(invalid_input("the input of a hook is a JSON object"));
  HookInput input;
  input.session = text_of(json, {"session_id", "sessionId", "conversation_id"});
  input.directory = directory_of(json);
  input.prompt = own_words(text_of(json, {"prompt"}));
  input.summary = text_of(json, {"compact_summary"});
  input.trigger = text_of(json, {"trigger"});
  input.source = text_of(json, {"source"});
  input.transcript = text_of(json, {"transcript_path", "transcriptPath"});
  return input;
}

std::string hook_answer(const Tool& tool, HookEvent event, std::string_view text) {
  const Hooks& hooks = *tool.hooks;
  if (!hooks.takes_text(event) || text.empty()) return "";
  Json answer;
  switch (hooks.answer) {
    case HookAnswer::Nested:
      answer["hookSpecificOutput"] = {{"hookEventName", hooks.find(event)->name},
                                      {"additionalContext", text}};
      break;
    case HookAnswer::Snake:
      answer["additional_context"] = text;
      break;
    case HookAnswer::Camel:
      answer["additionalContext"] = text;
      break;
  }
  return dump_json(answer) + "\n";
}

}  // namespace loci::exchange
