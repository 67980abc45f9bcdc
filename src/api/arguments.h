// Arguments of an operation, read from JSON that was checked against its
// parameters. Internal to api/.

#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/operation.h"
#include "memory/reading.h"
#include "memory/scopes.h"

namespace loci::api {

// Several lists of parameters as one.
template <std::size_t... N>
constexpr auto params(const std::array<Param, N>&... lists) {
  std::array<Param, (N + ...)> all{};
  std::size_t at = 0;
  const auto put = [&](const auto& list) {
    for (const Param& param : list) all[at++] = param;
  };
  (put(lists), ...);
  return all;
}

inline constexpr std::span<const Param> kNoParams{};
inline constexpr std::array kNote{
    Param::text("name", "NOTE", "the note's file, with or without .md, or its title")
        .by_place()
        .needed()};
// Of the command line; over HTTP it is workspace=*.
inline constexpr Param kEverywhere =
    Param::flag("everywhere", "from all projects; agents need search.everywhere");
inline constexpr std::array kSelect{
    Param::text("scope", "SCOPE", "global, workspace, private, shared, agent or agent:ID"),
    Param::flag("private", "the private part of the scope"),
    Param::flag("shared", "the part in the repository"),
    Param::flag("user", "an agent's user-wide notes")};
inline constexpr std::array kDryRun{
    Param::flag("dry-run", "show what would change, but change nothing")};
inline constexpr std::array kIfHash{
    Param::text("if-hash", "SHA", "refuse if the note no longer has this hash")};

inline constexpr std::array kAllow{
    Param::list("allow", "RULE", "ignore what this scanner rule finds; for people only")};

// The path of one note.
inline constexpr std::string_view kNotePath = "/api/memory/{filename}";
inline constexpr std::string_view kFilename = "filename=name";

[[nodiscard]] std::string text_or(const Json& arguments, const char* name,
                                  std::string_view standard = "");
[[nodiscard]] std::optional<std::string> text_if(const Json& arguments, const char* name);
// InvalidInput for whoever asks one memory for all.
[[nodiscard]] Result<> only_here(const Json& arguments);
[[nodiscard]] std::vector<std::string> list_of(const Json& arguments, const char* name);
[[nodiscard]] bool flag(const Json& arguments, const char* name);
[[nodiscard]] std::uint64_t number_or(const Json& arguments, const char* name,
                                      std::uint64_t standard);
[[nodiscard]] memory::Selector selector(const Json& arguments);
// By its file or its title.
[[nodiscard]] memory::NoteRequest note_request(const Json& arguments);
// The same for what only reads: at the command line the beginning of a name will do.
[[nodiscard]] memory::NoteRequest reading_request(const memory::Memory& memory,
                                                  const Json& arguments);

}  // namespace loci::api
