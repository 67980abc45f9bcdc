// init, health, reindex, config, ephemeral, version.

#include <fmt/format.h>

#include "api/arguments.h"
#include "api/codec.h"
#include "api/rows.h"
#include "api/text_view.h"
#include "base/limits.h"

namespace loci::api {
namespace {

constexpr std::array kInit = params(kDryRun);
constexpr std::array kHealth{
    Param{"limits", ParamType::Flag, false, false, "", "print every limit instead"}};
constexpr std::array kReindex = params(kSelect, kDryRun);
constexpr std::array<Param, 0> kNone{};
constexpr std::array kConfigGet{
    Param{"key", ParamType::Text, true, true, "KEY", "the setting's name"}};
constexpr std::array kServe{
    Param{"port", ParamType::Integer, false, false, "PORT", "7463 unless given; 0 is any free one"},
    Param{"host", ParamType::Text, false, false, "ADDRESS", "127.0.0.1 unless given"},
    Param{"no-token", ParamType::Flag, false, false, "",
          "let every program of this machine in; on a loopback address only"}};
constexpr std::array kMcp{
    Param{"read-only", ParamType::Flag, false, false, "", "search and read only, for sub-agents"},
    Param{"tools", ParamType::Text, false, false, "SET",
          "memories: Anthropic's memory tool in place of loci's own"},
    Param{"scope", ParamType::Text, false, false, "SCOPE",
          "keep to one scope: global, workspace, private, shared or agent"}};
constexpr std::array kEphemeral{Param{"command", ParamType::TextList, false, true, "COMMAND",
                                      "what to run, with its arguments; your shell when absent"}};

Result<Reply> init(app::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const app::InitReply made, memory.init(flag(arguments, "dry-run")));
  Reply reply;
  reply.data = {{"path", made.path},
                {"created", made.created},
                {"trusted", made.trusted},
                {"private_notes", made.private_notes},
                {"dry_run", made.dry_run}};
  const std::string_view verb = !made.created  ? "already there:"
                                : made.dry_run ? "would make"
                                               : "made";
  reply.text = fmt::format("{} {}\n", verb, made.path);
  if (!made.trusted) reply.notes.push_back(untrusted_note());
  if (made.private_notes > 0) {
    reply.notes.push_back(fmt::format("{} {} private; 'loci move NOTE --to shared' shares one",
                                      count(made.private_notes, "note"),
                                      made.private_notes == 1 ? "stays" : "stay"));
  }
  return reply;
}

Result<Reply> health(app::Memory& memory, const Json& arguments) {
  Reply reply;
  if (flag(arguments, "limits")) {
    reply.list = "limits";
    reply.data = {{"limits", Json::array()}};
    for (const Limit& limit : limits()) {
      reply.data["limits"].push_back({{"name", limit.name},
                                      {"value", limit.value},
                                      {"unit", limit.unit},
                                      {"about", limit.about}});
    }
    reply.text = limits_table();
    return reply;
  }
  LOCI_ASSIGN(const app::HealthReply state, memory.health());
  reply.data = to_json(state);
  reply.text = health_text(state, memory.now());
  if (has_untrusted(state)) reply.notes.push_back(untrusted_note());
  return reply;
}

Result<Reply> reindex(app::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const app::ReindexReply done,
              memory.reindex(selector(arguments), flag(arguments, "dry-run")));
  Reply reply;
  reply.data = to_json(done.change);
  reply.data["indexes"] = Json::array();
  for (const app::ReindexRow& row : done.rows) {
    Json entry = to_json(row.state);
    entry["place"] = row.place.label();
    if (row.untrusted) entry["untrusted"] = true;
    reply.data["indexes"].push_back(std::move(entry));
    reply.text += fmt::format(
        "{}: {}\n", place_text(row.place, row.untrusted),
        row.state.stale()
            ? fmt::format("{} {}, {} {}, {} {}", done.change.dry_run ? "would add" : "added",
                          row.state.missing.size(), done.change.dry_run ? "remove" : "removed",
                          row.state.dangling.size(), done.change.dry_run ? "merge" : "merged",
                          row.state.doubled.size())
            : "in step");
  }
  if (done.change.dry_run) reply.text += diffs(done.change.changed);
  if (done.rows.empty()) reply.notes.emplace_back("no notes here yet");
  return reply;
}

Json to_json(const app::SettingValue& value) {
  return {{"key", value.setting->key},
          {"value", value.value},
          {"source", value.source},
          {"variable", value.setting->variable},
          {"about", value.setting->help}};
}

Result<Reply> config_list(app::Memory& memory, const Json& /*arguments*/) {
  Reply reply;
  reply.list = "settings";
  reply.data = {{"settings", Json::array()}};
  std::vector<std::vector<std::string>> rows{{"SETTING", "VALUE", "FROM", "ABOUT"}};
  for (const app::SettingValue& value : memory.config().values()) {
    reply.data["settings"].push_back(to_json(value));
    rows.push_back({std::string(value.setting->key), value.value, value.source,
                    std::string(value.setting->help)});
  }
  reply.text = table(rows);
  return reply;
}

Result<Reply> config_get(app::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const app::SettingValue value, memory.config().get(text_or(arguments, "key")));
  Reply reply;
  reply.data = to_json(value);
  reply.text = value.value + "\n";
  return reply;
}

constexpr std::array kHealthRoutes{Route{"GET", "/api/memory/health", ""}};
constexpr std::array kReindexRoutes{Route{"POST", "/api/memory/reindex", ""}};
constexpr std::array kConfigRoutes{Route{"GET", "/api/config", ""}};

constexpr std::array kOperations{
    Operation{"init", "Make a shared memory in this workspace", Effect::Writes, kInit, "loci init",
              init},
    Operation{"health", "Show the state of memory and what is wrong with it", Effect::Reads,
              kHealth, "loci health --json", health, "", kHealthRoutes},
    Operation{"reindex", "Bring the indexes in step with the notes", Effect::Writes, kReindex,
              "loci reindex --dry-run", reindex, "", kReindexRoutes},
    Operation{"config list", "Show every setting and where it comes from", Effect::Reads, kNone,
              "loci config list", config_list, "", kConfigRoutes},
    Operation{"config get", "Show one setting", Effect::Reads, kConfigGet,
              "loci config get retention_days", config_get},
    Operation{"serve", "Serve memory over HTTP, with a page for the browser", Effect::Writes,
              kServe, "loci serve --port 8080", nullptr},
    Operation{"mcp", "Serve memory to an agent over standard input and output", Effect::Writes,
              kMcp, "loci mcp --read-only", nullptr},
    Operation{"ephemeral", "Run a command with a throw-away home", Effect::Writes, kEphemeral,
              "loci ephemeral -- loci remember \"gone soon\" --title Test", nullptr},
    Operation{"version", "Print the version", Effect::Reads, kNone, "loci version --json", nullptr},
};

}  // namespace

std::span<const Operation> upkeep_operations() { return kOperations; }

}  // namespace loci::api
