// setup, unsetup.

#include <fmt/format.h>

#include <algorithm>

#include "api/arguments.h"
#include "api/rows.h"
#include "api/text_view.h"
#include "base/text.h"
#include "compile/setup.h"
#include "memory/memory.h"

namespace loci::api {
namespace {

using exchange::EntryRow;
using exchange::EntryStatus;
using What = exchange::Wanted::What;

constexpr std::array kTools{Param::words("tools", "TOOL...", "{settings}").by_place()};
constexpr std::array<std::string_view, 2> kSetupScopes{"user", "project"};
constexpr std::array kWhere{Param::choice(
    "scope", kSetupScopes, "your own settings, or those in the repository; user unless given")};
constexpr std::array kSetup =
    params(kTools, std::array{Param::flag("all", "every tool that is installed")}, kWhere,
           std::array{Param::flag("no-hooks", "only the MCP server"),
                      Param::flag("no-mcp", "only the hooks"),
                      Param::flag("print", "show what to paste, change nothing")},
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
  request.parts = {!flag(arguments, "no-mcp"), !flag(arguments, "no-hooks")};
  if (!request.parts.server && !request.parts.hooks) {
    return fail(invalid_input("--no-mcp and --no-hooks together leave nothing to do"));
  }
  request.print = flag(arguments, "print");
  request.dry_run = flag(arguments, "dry-run");
  return request;
}

std::string_view what_name(What what) {
  return what == What::Server ? "server" : what == What::Hook ? "hook" : "frame";
}

// "the MCP server", "4 hooks", "the MCP server and 4 hooks".
std::string things(const std::vector<const EntryRow*>& rows) {
  const auto is_server = [](const EntryRow* row) { return row->what == What::Server; };
  const auto servers = static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), is_server));
  const std::size_t hooks = rows.size() - servers;
  std::string text = servers > 0 ? "the MCP server" : "";
  if (hooks > 0) text += (servers > 0 ? " and " : "") + count(hooks, "hook");
  return text;
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
      return fmt::format("{} {} already in {}", what, what.ends_with("hooks") ? "are" : "is", file);
    case EntryStatus::Shared:
      return fmt::format("{} stays in {}: another tool uses it", what, file);
    case EntryStatus::Gone:
      return fmt::format("{} {} no longer in {}", what, what.ends_with("hooks") ? "are" : "is",
                         file);
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
      if (row.status == status && row.what != What::Frame) rows.push_back(&row);
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
  reply.data = {{"files", Json::array()}, {"by_hand", Json::array()}, {"dry_run", done.dry_run}};
  for (const compile::SetupFile& file : done.files) {
    reply.data["files"].push_back(json_of(file));
    add_lines(file, done.dry_run, reply);
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

Result<Reply> setup(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const compile::SetupRequest request, setup_request(arguments));
  LOCI_ASSIGN(const compile::SetupReply done, compile::setup(memory, request));
  return setup_reply(done, "none of the tools that loci knows is installed here", request.print);
}

Result<Reply> unsetup(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const compile::SetupRequest request, setup_request(arguments));
  LOCI_ASSIGN(const compile::SetupReply done, compile::unsetup(memory, request));
  return setup_reply(done, "nothing was set up there, so nothing is taken away", false);
}

constexpr std::array kSetupOperations{
    Operation{Group::Sessions, "setup", "Connect a tool: its MCP server and its hooks",
              Effect::Writes, kSetup, "loci setup claude codex --dry-run", setup},
    Operation{Group::Sessions, "unsetup", "Take away what setup wrote, and nothing else",
              Effect::Writes, kUnsetup, "loci unsetup claude", unsetup},
};

}  // namespace

std::span<const Operation> setup_operations() { return kSetupOperations; }

}  // namespace loci::api
