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
                             EventName{"session-end", HookEvent::SessionEnd},
                             EventName{"tool", HookEvent::Tool}};

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

// Tools that look and change nothing.
bool only_looks(std::string_view tool) {
  constexpr std::array<std::string_view, 9> kLooking{"read", "view",  "grep", "glob", "search",
                                                     "list", "fetch", "find", "ls"};
  const std::string name = ascii_lower(tool);
  return std::any_of(kLooking.begin(), kLooking.end(), [&](std::string_view word) {
    return word == "ls" ? name == word : name.find(word) != std::string::npos;
  });
}

// The files that a patch in the form of Codex names.
void add_patched(std::string_view patch, std::vector<std::string>& paths) {
  constexpr std::array<std::string_view, 4> kMarks{
      "*** Update File: ", "*** Add File: ", "*** Delete File: ", "*** Move to: "};
  for (const std::string_view line : split_lines(patch)) {
    for (const std::string_view mark : kMarks) {
      if (line.starts_with(mark)) paths.emplace_back(trim(line.substr(mark.size())));
    }
  }
}

// What a tool is about to do, of the arguments it is called with. They come as an object, and
// as its text.
void read_tool(const Json& json, HookInput& input) {
  const std::string tool = text_of(json, {"tool_name", "toolName"});
  for (const char* key : {"tool_input", "toolArgs", "tool_args"}) {
    const auto found = json.find(key);
    if (found == json.end()) continue;
    Json arguments = *found;
    if (arguments.is_string()) {
      const auto parsed = parse_json(arguments.get<std::string>());
      if (!parsed) {
        add_patched(arguments.get<std::string>(), input.paths);
        return;
      }
      arguments = *parsed;
    }
    if (!arguments.is_object()) return;
    std::string command = text_of(arguments, {"command", "cmd", "script"});
    const auto list = arguments.find("command");
    // ["bash", "-lc", "make"]: the last is what runs.
    if (list != arguments.end() && list->is_array() && !list->empty() && list->back().is_string()) {
      command = list->back().get<std::string>();
    }
    const std::string patch = command.empty() ? text_of(arguments, {"input", "patch"}) : command;
    if (patch.find("*** Begin Patch") != std::string::npos) {
      add_patched(patch, input.paths);
      return;
    }
    if (only_looks(tool)) return;
    const std::string path = text_of(arguments, {"file_path", "filePath", "path", "notebook_path",
                                                 "absolute_path", "target_file"});
    // With a path, "create" and "str_replace" are commands of an editor, not of a shell.
    if (path.empty()) {
      input.command = std::move(command);
    } else {
      input.paths.push_back(path);
    }
    return;
  }
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
  return fail(invalid_input(fmt::format("unknown event '{}'", name),
                            fmt::format("use one of: {}", join(names, ", "))));
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
  return fail(invalid_input(fmt::format("loci has no hooks for '{}'", name),
                            fmt::format("use one of: {}", tool_names(list))));
}

Result<HookInput> parse_hook_input(std::string_view text) {
  LOCI_ASSIGN(const Json json, parse_json(text));
  if (!json.is_object()) return fail(invalid_input("a hook expects a JSON object as input"));
  HookInput input;
  input.session = text_of(json, {"session_id", "sessionId", "conversation_id"});
  input.directory = directory_of(json);
  input.prompt = own_words(text_of(json, {"prompt"}));
  input.summary = text_of(json, {"compact_summary"});
  input.trigger = text_of(json, {"trigger"});
  input.source = text_of(json, {"source"});
  input.transcript = text_of(json, {"transcript_path", "transcriptPath"});
  read_tool(json, input);
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
