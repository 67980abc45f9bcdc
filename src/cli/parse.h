// From the words of a command line to an operation and its arguments. Pure; the
// grammar is read off the operation table.
//
// Ours rather than a library's: a library builds an object for every flag of
// every command at each start, and its messages are not ours to choose.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/operation.h"
#include "base/json.h"
#include "base/result.h"

namespace loci::cli {

enum class Format : std::uint8_t { Human, Json, JsonLines };

// Flags that every command takes, before or after its name.
struct Globals {
  std::optional<std::string> workspace;
  std::optional<std::string> home;
  std::optional<std::string> agent;
  Format format = Format::Human;
  bool ephemeral = false;
  bool quiet = false;
  bool no_color = false;
  bool help = false;
  bool version = false;
};

inline constexpr std::array kGlobalParams{
    api::Param{"workspace", api::ParamType::Text, false, false, "PATH",
               "the workspace; found from the working directory when absent"},
    api::Param{"home", api::ParamType::Text, false, false, "PATH",
               "where memory lives; LOCI_HOME or ~/.loci when absent"},
    api::Param{"agent", api::ParamType::Text, false, false, "ID",
               "work as this agent, with its notes"},
    api::Param{"json", api::ParamType::Flag, false, false, "", "answer in JSON"},
    api::Param{"output", api::ParamType::Text, false, false, "human|json|jsonl",
               "how to answer; -o for short"},
    api::Param{"ephemeral", api::ParamType::Flag, false, false, "", "work in a throw-away home"},
    api::Param{"quiet", api::ParamType::Flag, false, false, "", "no notes beside the answer"},
    api::Param{"no-color", api::ParamType::Flag, false, false, "", "no colours"},
    api::Param{"help", api::ParamType::Flag, false, false, "", "show help; -h for short"},
    api::Param{"version", api::ParamType::Flag, false, false, "", "print the version"},
};

struct Invocation {
  Globals globals;
  const api::Operation* operation = nullptr;  // nullptr: `loci` alone, or help
  Json arguments = Json::object();
  std::string topic;  // of help: a command's first word, or ""
};

// The format that a command line asks for, found without parsing it, so that
// even a wrong one is answered in it.
[[nodiscard]] Format wanted_format(const std::vector<std::string>& words);

// InvalidInput for unknown words, with the nearest known one.
[[nodiscard]] Result<Invocation> parse(const std::vector<std::string>& words, Globals& globals);

}  // namespace loci::cli
