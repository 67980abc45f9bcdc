// setup, unsetup.

#include <fmt/format.h>

#include <algorithm>

#include "api/arguments.h"
#include "api/rows.h"
#include "api/text_view.h"
#include "base/text.h"
#include "compile/setup.h"
#include "exchange/tool.h"
#include "memory/memory.h"
#include "sync/git_setup.h"

namespace loci::api {
namespace {

using exchange::EntryRow;
using exchange::EntryStatus;
using What = exchange::Wanted::What;

constexpr std::array kTools{
    Param::words("tools", "TOOL...", "{settings}; git, to merge notes").by_place()};
constexpr std::array<std::string_view, 2> kSetupScopes{"user", "project"};
constexpr std::array kWhere{Param::choice(
    "scope", kSetupScopes, "your own settings, or those in the repository (default: user)")};
constexpr std::array kSetup = params(
    kTools, std::array{Param::flag("all", "every tool that is installed")}, kWhere,
    std::array{
        Param::choice("allow", exchange::kAllowNames,
                      "what agents may do without asking (default: write, that is read and add)"),
        Param::flag("import", "also import what the tool itself remembers"),
        Param::flag("native", "let Claude Code keep its own memory of this workspace in loci"),
        Param::flag("no-hooks", "only the MCP server"), Param::flag("no-mcp", "only the hooks"),
        Param::flag("print", "show what to paste, but change nothing")},
    kDryRun);
constexpr std::array kUnsetup =
    params(kTools, std::array{Param::flag("all", "every tool that was set up")}, kWhere, kDryRun);

Result<compile::SetupRequest> setup_request(const Json& arguments) {
  compile::SetupRequest request;
  std::string words = replace_all(text_or(arguments, "tools"), ",", " ");
  for (std::string_view rest = trim(words); !rest.empty(); rest = trim_left(rest)) {
    const std::string_view word = rest.substr(0, rest.find(' '));
    request.tools.emplace_back(word);
    rest.remove_prefix(word.size());
  }
  if (const auto scope = exchange::scope_called(text_or(arguments, "scope"))) {
    request.scope = *scope;
  }
  request.all = flag(arguments, "all");
  request.parts.server = !flag(arguments, "no-mcp");
  request.parts.hooks = !flag(arguments, "no-hooks");
  request.parts.native = flag(arguments, "native");
  if (const auto allow = exchange::allow_called(text_or(arguments, "allow"))) {
    request.parts.allow = *allow;
  }
  request.import = flag(arguments, "import");
  if (!request.parts.server && !request.parts.hooks) {
    return fail(invalid_input("--no-mcp and --no-hooks together leave nothing to do"));
  }
  request.print = flag(arguments, "print");
  request.dry_run = flag(arguments, "dry-run");
  return request;
}

std::string_view what_name(What what) {
  switch (what) {
    case What::Server:
      return "server";
    case What::Hook:
      return "hook";
    case What::Frame:
      return "frame";
    case What::Permission:
      return "permission";
    case What::Memory:
      break;
  }
  return "memory";
}

// What the lines speak of: the frame goes unsaid, and a tool's own memory has a line of
// its own until its switch is taken away.
bool is_spoken_of(const EntryRow& row) {
  if (row.what == What::Memory) return row.status == EntryStatus::Removed;
  return row.what != What::Frame;
}

// "the MCP server", "4 hooks", "the MCP server, 4 hooks and permissions".
std::string things(const std::vector<const EntryRow*>& rows) {
  const auto number = [&](What what) {
    return static_cast<std::size_t>(std::count_if(
        rows.begin(), rows.end(), [&](const EntryRow* row) { return row->what == what; }));
  };
  std::vector<std::string> parts;
  if (number(What::Server) > 0) parts.emplace_back("the MCP server");
  if (number(What::Hook) > 0) parts.push_back(count(number(What::Hook), "hook"));
  if (number(What::Permission) > 0) parts.emplace_back("permissions");
  if (number(What::Memory) > 0) parts.emplace_back("the setting for its own memory");
  std::string last = parts.back();
  parts.pop_back();
  return parts.empty() ? last : fmt::format("{} and {}", join(parts, ", "), last);
}

bool are_many(const std::string& what) {
  return what.ends_with('s') || what.find(" and ") != std::string::npos;
}

std::string sentence(EntryStatus status, bool dry_run, const std::string& what,
                     const std::string& file) {
  switch (status) {
    case EntryStatus::Added:
      return fmt::format("{} {} to {}", dry_run ? "would add" : "added", what, file);
    case EntryStatus::Updated:
      return fmt::format("{} {} in {}", dry_run ? "would update" : "updated", what, file);
    case EntryStatus::Removed:
      return fmt::format("{} {} from {}", dry_run ? "would remove" : "removed", what, file);
    case EntryStatus::Unchanged:
      return fmt::format("{} {} already in {}", what, are_many(what) ? "are" : "is", file);
    case EntryStatus::Shared:
      return fmt::format("{} stays in {}: another tool uses it", what, file);
    case EntryStatus::Gone:
      return fmt::format("{} {} no longer in {}", what, are_many(what) ? "are" : "is", file);
    case EntryStatus::Kept:
    case EntryStatus::NewerForm:
      break;
  }
  return "";
}

void add_lines(const compile::SetupFile& file, bool dry_run, Reply& reply) {
  const std::string path = printable(file.path, true);
  for (const EntryStatus status :
       {EntryStatus::Added, EntryStatus::Updated, EntryStatus::Removed, EntryStatus::Unchanged,
        EntryStatus::Shared, EntryStatus::Gone}) {
    std::vector<const EntryRow*> rows;
    for (const EntryRow& row : file.rows) {
      if (row.status == status && is_spoken_of(row)) rows.push_back(&row);
    }
    if (rows.empty()) continue;
    reply.text += fmt::format("{}: {}\n", file.tool, sentence(status, dry_run, things(rows), path));
  }
  if (file.removed) {
    reply.text += fmt::format("{}: {} {}, which held nothing else\n", file.tool,
                              dry_run ? "would remove" : "removed", path);
  }
  for (const EntryRow& row : file.rows) {
    if (row.status != EntryStatus::Kept || row.what == What::Frame) continue;
    reply.nothing = true;
    reply.notes.push_back(fmt::format("{}:{}: '{}' is not as loci wrote it: left as it is", path,
                                      row.line, row.name));
  }
  if (!file.backup.empty()) {
    reply.notes.push_back(fmt::format("backup of {}: {}", path, printable(file.backup, true)));
  }
  reply.text += file.diff;
}

// What became of a memory that the tool keeps itself: there is to be one.
std::string memory_sentence(const compile::SetupMemory& own, bool dry_run) {
  using State = compile::SetupMemory::State;
  switch (own.state) {
    case State::TurnedOff:
      return fmt::format("{} {} off: loci is its memory", dry_run ? "would turn" : "turned",
                         own.name);
    case State::Off:
      return fmt::format("loci is its memory, with {} off", own.name);
    case State::InLoci:
      return fmt::format("{} {} in loci: {}", own.name, dry_run ? "would be kept" : "is kept",
                         printable(own.where, true));
    case State::NoSwitch:
      return fmt::format("{} cannot be turned off: it is asked to save with loci", own.name);
    case State::On:
      break;
  }
  return fmt::format("loci is not its only memory: turn {} off in {}", own.name,
                     printable(own.where, true));
}

void add_memory(const compile::SetupMemory& own, bool dry_run, Reply& reply) {
  static constexpr std::array<std::string_view, 5> kStates{"turned_off", "off", "in_loci",
                                                           "no_switch", "on"};
  reply.text += fmt::format("{}: {}\n", own.tool, memory_sentence(own, dry_run));
  if (own.imported > 0) {
    reply.text +=
        fmt::format("{}: imported {} of its own\n", own.tool, count(own.imported, "note"));
  }
  if (own.notes > 0) {
    reply.notes.push_back(
        fmt::format("{0} has {1} of its own: 'loci import --from {0}' imports {2}", own.tool,
                    count(own.notes, "note"), own.notes == 1 ? "it" : "them"));
  }
  reply.data["memories"].push_back({{"tool", own.tool},
                                    {"state", kStates.at(static_cast<std::size_t>(own.state))},
                                    {"notes", own.notes},
                                    {"imported", own.imported}});
}

Json json_of(const compile::SetupFile& file) {
  Json entries = Json::array();
  for (const EntryRow& row : file.rows) {
    entries.push_back({{"what", what_name(row.what)},
                       {"entry", row.name},
                       {"status", exchange::status_name(row.status)}});
    if (row.line > 0) entries.back()["line"] = row.line;
  }
  return {{"tool", file.tool},
          {"file", file.path},
          {"entries", std::move(entries)},
          {"diff", file.diff},
          {"backup", file.backup.empty() ? Json(nullptr) : Json(file.backup)},
          {"removed", file.removed}};
}

void add_by_hand(const compile::SetupByHand& tool, Reply& reply) {
  if (!tool.why.empty()) reply.notes.push_back(fmt::format("{}: {}", tool.tool, tool.why));
  Json snippets = Json::array();
  for (const exchange::Snippet& snippet : tool.snippets) {
    snippets.push_back({{"file", snippet.file}, {"text", snippet.text}});
    reply.text +=
        fmt::format("{}: {}\n\n{}\n", tool.tool, printable(snippet.file, true), snippet.text);
  }
  reply.data["by_hand"].push_back({{"tool", tool.tool},
                                   {"why", tool.why.empty() ? Json(nullptr) : Json(tool.why)},
                                   {"snippets", std::move(snippets)}});
}

Reply setup_reply(const compile::SetupReply& done, std::string_view nothing, bool print) {
  Reply reply;
  reply.list = "files";
  reply.data = {{"files", Json::array()},
                {"by_hand", Json::array()},
                {"memories", Json::array()},
                {"dry_run", done.dry_run}};
  for (std::size_t i = 0; i < done.files.size(); ++i) {
    const compile::SetupFile& file = done.files[i];
    reply.data["files"].push_back(json_of(file));
    add_lines(file, done.dry_run, reply);
    if (i + 1 < done.files.size() && done.files[i + 1].tool == file.tool) continue;
    for (const compile::SetupMemory& own : done.memories) {
      if (own.tool == file.tool) add_memory(own, done.dry_run, reply);
    }
  }
  for (const compile::SetupByHand& tool : done.by_hand) add_by_hand(tool, reply);
  if (done.files.empty() && done.by_hand.empty()) {
    reply.notes.emplace_back(nothing);
    reply.nothing = true;
  }
  const bool refused =
      std::any_of(done.by_hand.begin(), done.by_hand.end(),
                  [](const compile::SetupByHand& tool) { return !tool.why.empty(); });
  if (done.files.empty() && refused && !print) reply.nothing = true;
  for (const std::string& note : done.notes) reply.notes.push_back(note);
  return reply;
}

// git is no tool that agents work in: what it gets is how it merges notes.
Result<> add_git(Result<sync::GitSetup> done, bool put, Reply& reply) {
  if (!done) return fail(std::move(done));
  const bool changed = !done->changed.empty();
  if (!reply.data.is_object()) reply.data = {{"files", Json::array()}, {"dry_run", done->dry_run}};
  reply.list = "files";
  reply.data["git"] = {{"directory", done->directory}, {"changed", done->changed}};
  const std::string where = printable(done->directory, true);
  if (!changed) {
    reply.text += put ? fmt::format("git: merges notes with loci already in {}\n", where)
                      : fmt::format("git: nothing of loci in {}\n", where);
    return {};
  }
  reply.text +=
      fmt::format("git: {} notes with loci{} in {}\n", done->dry_run ? "would merge" : "merges",
                  put ? "" : " no longer", where);
  for (const std::string& path : done->changed) {
    reply.text += fmt::format("git: {} {}\n", done->dry_run ? "would change" : "changed",
                              printable(path, true));
  }
  return {};
}

// Takes "git" out of the tools that are named.
bool takes_git(compile::SetupRequest& request) { return std::erase(request.tools, "git") > 0; }

Result<Reply> setup(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(compile::SetupRequest request, setup_request(arguments));
  if (takes_git(request)) {
    Reply reply;
    const bool others = !request.tools.empty() || request.all;
    if (others) {
      LOCI_ASSIGN(const compile::SetupReply done, compile::setup(memory, request));
      reply = setup_reply(done, "no tool that loci supports is installed here", request.print);
    }
    LOCI_TRY(add_git(sync::setup_git(memory, request.dry_run || request.print), true, reply));
    return reply;
  }
  LOCI_ASSIGN(const compile::SetupReply done, compile::setup(memory, request));
  return setup_reply(done, "no tool that loci supports is installed here", request.print);
}

Result<Reply> unsetup(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(compile::SetupRequest request, setup_request(arguments));
  if (takes_git(request)) {
    Reply reply;
    if (!request.tools.empty() || request.all) {
      LOCI_ASSIGN(const compile::SetupReply done, compile::unsetup(memory, request));
      reply = setup_reply(done, "nothing was set up there, so there is nothing to remove", false);
    }
    LOCI_TRY(add_git(sync::unsetup_git(memory, request.dry_run), false, reply));
    return reply;
  }
  LOCI_ASSIGN(const compile::SetupReply done, compile::unsetup(memory, request));
  return setup_reply(done, "nothing was set up there, so there is nothing to remove", false);
}

// Which tools are known, which are here, and what of loci they have: what a set-up would
// find there already.
Result<Reply> known_tools(memory::Memory& memory, const Json& /*arguments*/) {
  Reply reply;
  reply.list = "tools";
  reply.data = {{"tools", Json::array()}};
  std::vector<std::vector<std::string>> rows{{"TOOL", "HERE", "CONNECTED", "FILES"}};
  for (const exchange::Tool* tool : exchange::tools_with(&exchange::Tool::settings)) {
    LOCI_ASSIGN(const bool here, compile::is_here(memory, *tool));
    compile::SetupRequest request;
    request.tools = {std::string(tool->name)};
    request.dry_run = true;
    const auto wanted = compile::setup(memory, request);
    std::size_t there = 0;
    std::size_t lacking = 0;
    Json files = Json::array();
    std::vector<std::string> paths;
    if (wanted) {
      for (const compile::SetupFile& file : wanted->files) {
        files.push_back(file.path);
        paths.push_back(file.path);
        for (const EntryRow& row : file.rows) {
          if (!is_spoken_of(row)) continue;
          ++(row.status == EntryStatus::Unchanged ? there : lacking);
        }
      }
    }
    const std::string state = there == 0 ? "no" : lacking == 0 ? "yes" : "in part";
    reply.data["tools"].push_back(
        {{"tool", tool->name},
         {"title", tool->title},
         {"here", here},
         {"hooks", tool->hooks != nullptr},
         {"connected", state},
         {"files", std::move(files)},
         {"by_hand", wanted && !wanted->by_hand.empty()},
         {"fault", wanted ? Json(nullptr) : Json(wanted.error().message)}});
    rows.push_back({std::string(tool->name), here ? "yes" : "no", state, join(paths, ", ")});
  }
  reply.text = table(rows, memory.session().columns);
  return reply;
}

constexpr std::array kToolsRoutes{Route{"GET", "/api/tools"}};
constexpr std::array kSetupRoutes{Route{"POST", "/api/tools/setup"}};
constexpr std::array kUnsetupRoutes{Route{"POST", "/api/tools/unsetup"}};

constexpr std::array kSetupOperations{
    Operation{Group::Sessions, "tools", "List supported tools, and which are connected",
              Effect::Reads, kNoParams, "loci tools", known_tools}
        .at(kToolsRoutes)
        .only_local(),
    Operation{Group::Sessions, "setup", "Connect a tool: MCP server, hooks, permissions",
              Effect::Writes, kSetup, "loci setup claude codex --dry-run", setup}
        .at(kSetupRoutes)
        .answering("Answer")
        .only_local(),
    Operation{Group::Sessions, "unsetup", "Remove what setup wrote, and nothing else",
              Effect::Writes, kUnsetup, "loci unsetup claude", unsetup}
        .at(kUnsetupRoutes)
        .answering("Answer")
        .only_local(),
};

}  // namespace

std::span<const Operation> setup_operations() { return kSetupOperations; }

}  // namespace loci::api
