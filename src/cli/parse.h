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
  bool no_pager = false;
  bool help = false;
  bool version = false;
};

inline constexpr std::array<std::string_view, 3> kFormats{"human", "json", "jsonl"};
inline constexpr std::array kGlobalParams{
    api::Param::text("workspace", "PATH",
                     "the workspace (default: found from the working directory)"),
    api::Param::text("home", "PATH", "where memory lives (default: LOCI_HOME or ~/.loci)"),
    api::Param::text("agent", "ID", "work as this agent, with its notes"),
    api::Param::flag("json", "answer in JSON"),
    api::Param::choice("output", kFormats, "output format"),
    api::Param::flag("ephemeral", "work in a throw-away home; also --ephemeral-memory"),
    api::Param::flag("quiet", "print no remarks beside the answer"),
    api::Param::flag("no-color", "do not use colours"),
    api::Param::flag("no-pager", "do not use a pager; LOCI_PAGER names another one"),
    api::Param::flag("help", "show help"),
    api::Param::flag("version", "print the version"),
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
