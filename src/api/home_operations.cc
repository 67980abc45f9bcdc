// config, backup.

#include <fmt/format.h>

#include "api/arguments.h"
#include "api/codec.h"
#include "api/rows.h"
#include "api/text_view.h"
#include "base/diff.h"
#include "base/text.h"
#include "guard/scanner.h"
#include "memory/config.h"
#include "memory/memory.h"
#include "store/place.h"
#include "upkeep/backup.h"
#include "upkeep/config_edit.h"

namespace loci::api {
namespace {

constexpr std::array kConfigGet{
    Param::text("key", "KEY", "the setting's name").by_place().needed()};
constexpr std::array kConfigSet =
    params(kConfigGet,
           std::array{Param::text("value", "VALUE", "its new value").by_place().needed()}, kDryRun);
constexpr std::array kConfigUnset = params(kConfigGet, kDryRun);
constexpr std::array kBackup =
    params(std::array{Param::text("file", "FILE", "the archive").by_place().needed().of_a_file(),
                      Param::flag("restore", "restore the archive in place of the home"),
                      Param::flag("yes", "do not ask; the old home is kept beside it")},
           kDryRun);

Json json_of(const memory::SettingValue& value) {
  return {{"key", value.setting->key},
          {"value", value.value},
          {"source", value.source},
          {"variable", value.setting->variable},
          {"about", value.setting->help}};
}

Result<Reply> config_list(memory::Memory& memory, const Json& /*arguments*/) {
  Reply reply;
  reply.list = "settings";
  reply.data = {{"settings", Json::array()}};
  std::vector<std::vector<std::string>> rows{{"SETTING", "VALUE", "FROM", "ABOUT"}};
  for (const memory::SettingValue& value : memory.config().values()) {
    reply.data["settings"].push_back(json_of(value));
    rows.push_back({std::string(value.setting->key), value.value, value.source,
                    std::string(value.setting->help)});
  }
  for (const auto& [rule, level] : memory.config().scan_levels()) {
    const std::string_view value = level.severity ? guard::severity_name(*level.severity) : "off";
    const guard::Rule* const found = guard::find_rule(rule);
    const std::string_view about = found == nullptr ? std::string_view() : found->about;
    reply.data["settings"].push_back(
        {{"key", "scan." + rule}, {"value", value}, {"source", "config.toml"}, {"about", about}});
    rows.push_back({"scan." + rule, std::string(value), "config.toml", std::string(about)});
  }
  reply.text = table(rows, memory.session().columns);
  return reply;
}

Result<Reply> config_get(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const memory::SettingValue value, memory.config().get(text_or(arguments, "key")));
  Reply reply;
  reply.data = json_of(value);
  reply.text = value.value + "\n";
  return reply;
}

// What config.toml would be, and then is.
Result<Reply> change_setting(memory::Memory& memory, const Json& arguments,
                             const std::optional<std::string>& value) {
  LOCI_TRY(memory.need_person("change settings"));
  const std::string key = text_or(arguments, "key");
  const bool dry_run = flag(arguments, "dry-run");
  std::string before;
  std::string after;
  const auto edit =
      [&](const std::optional<std::string>& text) -> Result<std::optional<std::string>> {
    before = text.value_or("");
    LOCI_ASSIGN(after, upkeep::with_setting(before, key, value));
    if (dry_run) return std::nullopt;
    return std::optional<std::string>(after);
  };
  LOCI_TRY(memory.store().change_home_file("", store::kConfigFile, edit));
  Reply reply;
  reply.data = {{"key", key},
                {"value", value ? Json(*value) : Json(nullptr)},
                {"changed", before != after},
                {"dry_run", dry_run}};
  const auto is = memory.config().get(key);
  reply.text = before == after ? fmt::format("unchanged: {}\n", key)
               : value ? fmt::format("{}{} = {}\n", dry_run ? "would set " : "", key, *value)
                       : fmt::format("{}{}: back to {}\n", dry_run ? "would unset " : "unset ", key,
                                     is && !is->setting->standard.empty() ? is->setting->standard
                                                                          : "nothing");
  if (dry_run) reply.text += unified_diff(before, after, store::kConfigFile, store::kConfigFile);
  if (is && !is->setting->variable.empty() && is->source == is->setting->variable) {
    reply.notes.push_back(fmt::format("{} is set in the environment and overrides it", is->source));
  }
  return reply;
}

Result<Reply> config_set(memory::Memory& memory, const Json& arguments) {
  return change_setting(memory, arguments, text_or(arguments, "value"));
}

Result<Reply> config_unset(memory::Memory& memory, const Json& arguments) {
  return change_setting(memory, arguments, std::nullopt);
}

Result<Reply> backup(memory::Memory& memory, const Json& arguments) {
  const std::string file = text_or(arguments, "file");
  const bool restore = flag(arguments, "restore");
  const bool dry_run = flag(arguments, "dry-run");
  LOCI_ASSIGN(const upkeep::BackupReply done,
              restore ? upkeep::restore_backup(memory, {file, flag(arguments, "yes"), dry_run})
                      : upkeep::back_up(memory, file, dry_run));
  Reply reply;
  reply.data = {{"archive", done.archive},
                {"files", done.files},
                {"bytes", done.bytes},
                {"restored", restore && !dry_run},
                {"dry_run", dry_run}};
  const std::string what = fmt::format("{}, {}", count(done.files, "file"), size_text(done.bytes));
  const std::string_view would = dry_run ? "would " : "";
  reply.text = restore ? fmt::format("{}{} {} from '{}'\n", would, dry_run ? "restore" : "restored",
                                     what, printable(file, true))
                       : fmt::format("{}{} {} to '{}'\n", would, dry_run ? "write" : "wrote", what,
                                     printable(file, true));
  if (restore) {
    reply.data["made"] = done.made;
    reply.data["kept_as"] = done.kept_as.empty() ? Json(nullptr) : Json(done.kept_as);
    if (!done.kept_as.empty()) {
      reply.notes.push_back(fmt::format("the old home is now '{}'", printable(done.kept_as, true)));
    }
  } else if (!dry_run) {
    reply.notes.emplace_back(
        "shared notes are in their repositories, not in the home: git keeps them");
  }
  return reply;
}

constexpr std::array kConfigRoutes{Route{"GET", "/api/config"}};

constexpr std::array kHomeOperations{
    Operation{Group::Upkeep, "config list", "Show every setting and where it comes from",
              Effect::Reads, kNoParams, "loci config list", config_list}
        .at(kConfigRoutes),
    Operation{Group::Upkeep, "config get", "Show one setting", Effect::Reads, kConfigGet,
              "loci config get retention_days", config_get},
    Operation{Group::Upkeep, "config set", "Change a setting in config.toml", Effect::Writes,
              kConfigSet, "loci config set retention_days 90", config_set},
    Operation{Group::Upkeep, "config unset", "Remove a setting from config.toml", Effect::Writes,
              kConfigUnset, "loci config unset retention_days", config_unset},
    Operation{Group::Upkeep, "config edit", "Open config.toml in your editor", Effect::Writes,
              kDryRun, "EDITOR=vim loci config edit", kByFrontEnd},
    Operation{Group::Upkeep, "backup", "Back up the home to one archive, or restore it",
              Effect::Writes, kBackup, "loci backup ~/loci-backup.tar", backup}
        .with_consent("yes"),
};

}  // namespace

std::span<const Operation> home_operations() { return kHomeOperations; }

}  // namespace loci::api
