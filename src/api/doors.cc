#include "api/doors.h"

#include <array>

#include "base/named.h"

namespace loci::api {
namespace {

constexpr std::string_view kHasRoutes;
constexpr std::string_view kHasTool;
// Why agents have no tool for it.
constexpr std::string_view kFewTools =
    "every tool costs tokens in each session, so agents get only those they need while they work";
constexpr std::string_view kPeoplesOwn = "it decides what agents are trusted with";
constexpr std::string_view kNoUndo = "it cannot be undone";
constexpr std::string_view kOutside = "it changes files outside memory";
constexpr std::string_view kProgram = "it is about the program, not about memory";
constexpr std::string_view kForEditor = "it opens a person's editor";
constexpr std::string_view kByHooks = "hooks call it around a session";
constexpr std::string_view kIsServer = "it is a server itself";
// Why HTTP has no route to it.
constexpr std::string_view kByShell = "only a person at the machine itself decides it";
constexpr std::string_view kThisMachine = "it is about files of the machine it runs on";
constexpr std::string_view kOtherRoute = "other routes do the same";

constexpr std::array kDoors{
    Doors{"write", "memory_write", kHasTool, kHasRoutes},
    Doors{"remember", "remember", kHasTool, kHasRoutes},
    Doors{"read", "memory_read", kHasTool, kHasRoutes},
    Doors{"list", "memory_read", kHasTool, kHasRoutes},
    Doors{"render", "", kFewTools, kHasRoutes},
    Doors{"edit", "memory_edit", kHasTool, kForEditor},
    Doors{"delete", "memory_delete", kHasTool, kHasRoutes},
    Doors{"rename", "", kFewTools, kHasRoutes},
    Doors{"move", "", kFewTools, kHasRoutes},
    Doors{"copy", "", kFewTools, kHasRoutes},
    Doors{"memory", "memory_read", kHasTool, kOtherRoute},
    Doors{"memory edit", "", kForEditor, kForEditor},
    Doors{"accept", "", kPeoplesOwn, kOtherRoute},
    Doors{"search", "memory_search", kHasTool, kHasRoutes},
    Doors{"links", "", kFewTools, kHasRoutes},
    Doors{"graph", "", kFewTools, kHasRoutes},
    Doors{"scratch list", "memory_read", kHasTool, kHasRoutes},
    Doors{"scratch add", "memory_write", kHasTool, kHasRoutes},
    Doors{"scratch done", "memory_edit", kHasTool, kHasRoutes},
    Doors{"scratch clear", "memory_write", kHasTool, kHasRoutes},
    Doors{"daily", "memory_read", kHasTool, kHasRoutes},
    Doors{"daily add", "memory_write", kHasTool, kHasRoutes},
    Doors{"context", "memory_context", kHasTool, kHasRoutes},
    Doors{"recall", "", kByHooks, kHasRoutes},
    Doors{"target read", "memory_read", kHasTool, kOtherRoute},
    Doors{"target write", "memory_write", kHasTool, kOtherRoute},
    Doors{"target edit", "memory_edit", kHasTool, kOtherRoute},
    Doors{"flush", "", kByHooks, kByHooks},
    Doors{"reserve", "", kByHooks, kByHooks},
    Doors{"hook", "", kByHooks, kByHooks},
    Doors{"tools", "", kOutside, kHasRoutes},
    Doors{"setup", "", kOutside, kHasRoutes},
    Doors{"unsetup", "", kOutside, kHasRoutes},
    Doors{"mcp", "", kIsServer, kIsServer},
    Doors{"memories", "memory", kHasTool, kHasRoutes},
    Doors{"serve", "", kIsServer, kIsServer},
    Doors{"agents list", "", kFewTools, kHasRoutes},
    Doors{"agents show", "", kFewTools, kOtherRoute},
    Doors{"apply", "", kOutside, kThisMachine},
    Doors{"status", "", kOutside, kHasRoutes},
    Doors{"import", "", kOutside, kHasRoutes},
    Doors{"imports", "", kOutside, kHasRoutes},
    Doors{"export", "", kOutside, kThisMachine},
    Doors{"inbox", "", kPeoplesOwn, kHasRoutes},
    Doors{"inbox list", "", kPeoplesOwn, kOtherRoute},
    Doors{"inbox show", "", kPeoplesOwn, kHasRoutes},
    Doors{"inbox accept", "", kPeoplesOwn, kHasRoutes},
    Doors{"inbox edit", "", kPeoplesOwn, kForEditor},
    Doors{"inbox write", "", kPeoplesOwn, kHasRoutes},
    Doors{"inbox reject", "", kPeoplesOwn, kHasRoutes},
    Doors{"review", "", kPeoplesOwn, kHasRoutes},
    Doors{"review accept", "", kPeoplesOwn, kHasRoutes},
    Doors{"review reject", "", kPeoplesOwn, kHasRoutes},
    Doors{"review keep", "", kPeoplesOwn, kHasRoutes},
    Doors{"review archive", "", kPeoplesOwn, kHasRoutes},
    Doors{"history", "memory_history", kHasTool, kHasRoutes},
    Doors{"history show", "memory_history", kHasTool, kHasRoutes},
    Doors{"calendar", "", kFewTools, kHasRoutes},
    Doors{"log", "memory_history", kHasTool, kHasRoutes},
    Doors{"diff", "", kFewTools, kHasRoutes},
    Doors{"restore", "memory_undo", kHasTool, kHasRoutes},
    Doors{"undo", "memory_undo", kHasTool, kHasRoutes},
    Doors{"purge", "", kNoUndo, kHasRoutes},
    Doors{"gc", "", kNoUndo, kByShell},
    Doors{"init", "", kOutside, kThisMachine},
    Doors{"projects list", "", kFewTools, kHasRoutes},
    Doors{"projects relink", "", kPeoplesOwn, kByShell},
    Doors{"projects detach", "", kPeoplesOwn, kByShell},
    Doors{"projects rescue", "", kPeoplesOwn, kByShell},
    Doors{"trust", "", kPeoplesOwn, kByShell},
    Doors{"untrust", "", kPeoplesOwn, kByShell},
    Doors{"check", "", kFewTools, kHasRoutes},
    Doors{"health", "", kFewTools, kHasRoutes},
    Doors{"reindex", "", kFewTools, kHasRoutes},
    Doors{"verify", "", kFewTools, kHasRoutes},
    Doors{"config list", "", kPeoplesOwn, kHasRoutes},
    Doors{"config get", "", kPeoplesOwn, kOtherRoute},
    Doors{"config set", "", kPeoplesOwn, kByShell},
    Doors{"config unset", "", kPeoplesOwn, kByShell},
    Doors{"config edit", "", kPeoplesOwn, kForEditor},
    Doors{"backup", "", kOutside, kThisMachine},
    Doors{"allow", "", kPeoplesOwn, kByShell},
    Doors{"ephemeral", "", kProgram, kProgram},
    Doors{"version", "", kProgram, kProgram},
    Doors{"man", "", kProgram, kProgram},
    Doors{"completions", "", kProgram, kProgram},
    Doors{"complete", "", kProgram, kProgram},
    Doors{"resolve", "", kPeoplesOwn, kHasRoutes},
    Doors{"merge", "", kPeoplesOwn, kHasRoutes},
    Doors{"merge-file", "", kOutside, kThisMachine},
    Doors{"remote add", "", kPeoplesOwn, kByShell},
    Doors{"remote list", "", kFewTools, kThisMachine},
    Doors{"remote set", "", kPeoplesOwn, kByShell},
    Doors{"remote init", "", kPeoplesOwn, kByShell},
    Doors{"remote match", "", kPeoplesOwn, kByShell},
    Doors{"remote remove", "", kPeoplesOwn, kByShell},
    Doors{"sync", "", kOutside, kThisMachine},
    Doors{"consolidate", "", kPeoplesOwn, kHasRoutes},
    Doors{"consolidate status", "", kFewTools, kHasRoutes},
    Doors{"dream", "", kPeoplesOwn, kOtherRoute},
};

}  // namespace

const Doors& doors_of(const Operation& operation) {
  static constexpr Doors kNone{};
  const Doors* const found = find_named(kDoors, operation.name);
  return found == nullptr ? kNone : *found;
}

}  // namespace loci::api
