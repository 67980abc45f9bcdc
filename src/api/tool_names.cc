#include "api/tool_names.h"

#include <fmt/format.h>

#include <array>

#include "base/text.h"
#include "exchange/fallback.h"
#include "exchange/tool.h"

namespace loci::api {
namespace {

using exchange::Tool;
using exchange::ToolList;

ToolList with_newer_place() {
  ToolList list = exchange::providers();
  std::erase_if(list, [](const Tool* tool) {
    return tool->provider->elsewhere == nullptr || tool->provider->elsewhere->newer.empty();
  });
  return list;
}

// "claude, codex or gemini".
std::string in_words(const ToolList& list) {
  std::string text;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i > 0) text += i + 1 == list.size() ? " or " : ", ";
    text += list[i]->name;
  }
  return text;
}

struct Name {
  std::string_view in_braces;
  ToolList (*tools)();
};
constexpr std::array kNames{
    Name{"{settings}", [] { return exchange::tools_with(&Tool::settings); }},
    Name{"{hooks}", [] { return exchange::tools_with(&Tool::hooks); }},
    Name{"{providers}", exchange::providers},
    Name{"{newer}", with_newer_place},
    Name{"{stores}", [] { return exchange::tools_with(&Tool::store); }},
};

}  // namespace

std::string with_tool_names(std::string_view help) {
  std::string text(help);
  for (const Name& name : kNames) {
    if (text.find(name.in_braces) == std::string::npos) continue;
    text = replace_all(text, name.in_braces, in_words(name.tools()));
  }
  return text;
}

}  // namespace loci::api
