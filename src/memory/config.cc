#include "memory/config.h"

#include <fmt/format.h>
#include <algorithm>

#include <array>
#include <charconv>
#include <map>
#include <string>
#include <utility>

#include <toml++/toml.h>

#include "base/limits.h"
#include "base/named.h"
#include "base/text.h"
#include "exchange/toml_scan.h"
#include "fs/absent.h"
#include "store/place.h"

namespace loci::memory {
namespace {

constexpr std::array kSettings{
    Setting{"enabled", "LOCI_ENABLED", SettingKind::Flag, "true",
            "whether memory is on; when off, writes are refused"},
    Setting{"retention_days", "LOCI_RETENTION_DAYS", SettingKind::Integer, "180",
            "how long 'loci gc' keeps old texts"},
    Setting{"record_searches", "LOCI_RECORD_SEARCHES", SettingKind::Flag, "true",
            "whether 'loci history' records searches"},
    Setting{"search.meaning", "LOCI_MEANING", SettingKind::Flag, "true",
            "whether a search also finds notes that say the same in other words"},
    Setting{"search.table", "", SettingKind::Path, "",
            "a table of words to use instead of the built-in one"},
    Setting{"recall.level", "LOCI_RECALL", SettingKind::Choice, "normal",
            "how readily prompts recall notes", "off quiet normal eager"},
    Setting{"search.everywhere", "", SettingKind::Flag, "false",
            "whether agents may search and list the notes of all projects"},
    Setting{"hook_tokens", "LOCI_HOOK_TOKENS", SettingKind::Integer, "2400",
            "how many tokens of memory a session-start hook provides"},
    Setting{"allowed_env", "LOCI_ALLOWED_ENV", SettingKind::Names, "",
            "environment variables that 'loci apply' may put into files"},
    Setting{"prompt.trust_agents", "", SettingKind::Flag, "false",
            "whether preferences that agents noted count as confirmed"},
    Setting{"consolidate.auto", "", SettingKind::Choice, "propose",
            "what 'loci serve' and the end of a session do about tidying", "propose apply off"},
    Setting{"consolidate.hours", "", SettingKind::Integer, "24",
            "hours between two runs of consolidation"},
    Setting{"consolidate.sessions", "", SettingKind::Integer, "3",
            "sessions that must end between two runs of consolidation"},
    Setting{"consolidate.loss_percent", "", SettingKind::Integer, "20",
            "how many of 100 sentences a consolidation may remove from notes and archive"},
    Setting{"consolidate.log_days", "", SettingKind::Integer, "30",
            "days after which consolidation archives a daily log"},
    Setting{"consolidate.answer_seconds", "", SettingKind::Integer, "600",
            "seconds that a program named by '--with' has to answer"},
    Setting{"consolidate.look_seconds", "", SettingKind::Integer, "3600",
            "how often 'loci serve' checks whether a run is due, in seconds"},
    Setting{"sync.live", "LOCI_SYNC_LIVE", SettingKind::Flag, "false",
            "whether 'loci serve' and 'loci mcp' sync with the remotes in the background"},
    Setting{"sync.write", "LOCI_SYNC_WRITE", SettingKind::Choice, "later",
            "whether a change waits until the remotes have it", "later wait"},
    Setting{"sync.every_seconds", "", SettingKind::Integer, "30",
            "how often a live sync looks at a remote, in seconds"},
    Setting{"sync.wait_seconds", "", SettingKind::Integer, "10",
            "how long a change waits for the remotes at most, in seconds"},
    Setting{"notes.new", "LOCI_NEW_NOTES", SettingKind::Choice, "private",
            "where new notes of a workspace go", "private shared"},
    Setting{"review.global", "", SettingKind::Choice, "off",
            "whose writes to global notes wait in the inbox", "off agents"},
    Setting{"review.private", "", SettingKind::Choice, "off",
            "whose writes to private notes of a workspace wait in the inbox", "off agents"},
    Setting{"review.shared", "", SettingKind::Choice, "off",
            "whose writes to notes in a repository wait in the inbox", "off agents"},
    Setting{"review.agent", "", SettingKind::Choice, "off",
            "whose writes to notes of agents wait in the inbox", "off agents"},
};

// Names with commas or blanks between them.
std::vector<std::string> names_in(std::string_view text) {
  std::vector<std::string> names;
  std::string name;
  for (const char c : text) {
    if (c != ',' && c != ' ' && c != '\t') {
      name += c;
    } else if (!name.empty()) {
      names.push_back(std::exchange(name, {}));
    }
  }
  if (!name.empty()) names.push_back(std::move(name));
  return names;
}

Result<std::string> checked(const Setting& setting, std::string_view text,
                            std::string_view source) {
  if (setting.kind == SettingKind::Names) return join(names_in(text), ",");
  if (setting.kind == SettingKind::Path) return std::string(trim(text));
  const std::string value = ascii_lower(trim(text));
  if (setting.kind == SettingKind::Choice) {
    const std::vector<std::string> choices = names_in(setting.choices);
    if (std::find(choices.begin(), choices.end(), value) != choices.end()) return value;
    return fail(
        invalid_input(fmt::format("{}: '{}' is not one of {}", source, text, join(choices, ", "))));
  }
  if (setting.kind == SettingKind::Flag) {
    if (value == "true" || value == "1" || value == "yes" || value == "on") return "true";
    if (value == "false" || value == "0" || value == "no" || value == "off") return "false";
    return fail(invalid_input(fmt::format("{}: '{}' is not true or false", source, text)));
  }
  int number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || end != value.data() + value.size() || number < 1) {
    return fail(invalid_input(fmt::format("{}: '{}' is not a whole number above 0", source, text)));
  }
  return std::to_string(number);
}

Result<std::string> text_of(const toml::node& node, const Setting& setting,
                            const std::string& place) {
  if (setting.kind == SettingKind::Flag) {
    if (const auto flag = node.value_exact<bool>()) return *flag ? "true" : "false";
    return fail(invalid_input(fmt::format("{}: '{}' must be true or false", place, setting.key)));
  }
  if (setting.kind == SettingKind::Choice) {
    if (const auto word = node.value_exact<std::string>()) return checked(setting, *word, place);
    return fail(invalid_input(fmt::format("{}: '{}' must be one of {}", place, setting.key,
                                          join(names_in(setting.choices), ", "))));
  }
  if (setting.kind == SettingKind::Path) {
    if (const auto path = node.value_exact<std::string>()) return checked(setting, *path, place);
    return fail(invalid_input(fmt::format("{}: '{}' must be a path", place, setting.key)));
  }
  if (setting.kind == SettingKind::Names) {
    const toml::array* list = node.as_array();
    std::vector<std::string> names;
    for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
      if (const auto name = (*list)[i].value_exact<std::string>()) names.push_back(*name);
    }
    if (list != nullptr && names.size() == list->size()) return join(names, ",");
    return fail(invalid_input(fmt::format("{}: '{}' must be a list of names", place, setting.key)));
  }
  if (const auto number = node.value_exact<std::int64_t>()) {
    return checked(setting, std::to_string(*number), place);
  }
  return fail(invalid_input(fmt::format("{}: '{}' must be a whole number", place, setting.key)));
}

const Setting* find_setting(std::string_view key) {
  for (const Setting& setting : kSettings) {
    if (setting.key == key) return &setting;
  }
  return nullptr;
}

std::string nearest_key(std::string_view key) {
  std::vector<std::string_view> keys;
  for (const Setting& setting : kSettings) keys.push_back(setting.key);
  return did_you_mean(key, keys, "run 'loci config list' to see all settings");
}

using ScanLevels = std::map<std::string, ScanLevel, std::less<>>;

// [scan]: what becomes of what each rule finds.
Result<> read_scan(const std::string& path, const toml::table& table, ScanLevels& levels) {
  std::vector<std::string_view> ids;
  for (const guard::Rule& rule : guard::rules()) ids.push_back(rule.id);
  for (const auto& [name, node] : table) {
    const std::string place = fmt::format("{}:{}", path, node.source().begin.line);
    if (guard::find_rule(name.str()) == nullptr) {
      return fail(invalid_input(
          fmt::format("{}: the scanner has no rule '{}'", place, name.str()),
          did_you_mean(name.str(), ids, "run 'loci check --rules' to see all rules")));
    }
    const auto word = node.value_exact<std::string>();
    ScanLevel level;
    for (const guard::Severity severity :
         {guard::Severity::Warn, guard::Severity::Quarantine, guard::Severity::Block}) {
      if (word == guard::severity_name(severity)) level.severity = severity;
    }
    if (!level.severity && word != "off") {
      return fail(invalid_input(
          fmt::format("{}: '{}' must be one of block, quarantine, warn, off", place, name.str())));
    }
    levels.insert_or_assign(std::string(name.str()), level);
  }
  return {};
}

bool is_table(std::string_view name) {
  return std::any_of(kSettings.begin(), kSettings.end(), [&](const Setting& setting) {
    return setting.key.starts_with(name) && setting.key.substr(name.size()).starts_with('.');
  });
}

// `above` is the name of the table with a dot, "" for the file itself.
using Commands = std::map<std::string, std::string, std::less<>>;
constexpr std::string_view kCommandsTable = "consolidate.commands";

// Names of the user's own choice, each with a command line.
Result<> read_commands(const std::string& path, const toml::table& table, Commands& commands) {
  for (const auto& [name, node] : table) {
    const auto command = node.value_exact<std::string>();
    if (!command || trim(*command).empty()) {
      return fail(invalid_input(fmt::format("{}:{}: the command '{}' must be a text", path,
                                            node.source().begin.line, name.str()),
                                "for example: mine = \"my-model --quiet\""));
    }
    commands.insert_or_assign(std::string(name.str()), *command);
  }
  return {};
}

Result<> read_table(const std::string& path, const toml::table& table, const std::string& above,
                    std::vector<SettingValue>& values, ScanLevels& levels, Commands& commands) {
  for (const auto& [name, node] : table) {
    const std::string key = above + std::string(name.str());
    if (key == "scan" && node.is_table()) {
      LOCI_TRY(read_scan(path, *node.as_table(), levels));
      continue;
    }
    if (key == kCommandsTable && node.is_table()) {
      LOCI_TRY(read_commands(path, *node.as_table(), commands));
      continue;
    }
    if (node.is_table() && is_table(key)) {
      LOCI_TRY(read_table(path, *node.as_table(), key + ".", values, levels, commands));
      continue;
    }
    const std::string place = fmt::format("{}:{}", path, node.source().begin.line);
    const Setting* setting = find_setting(key);
    if (setting == nullptr) {
      return fail(
          invalid_input(fmt::format("{}: there is no setting '{}'", place, key), nearest_key(key)));
    }
    LOCI_ASSIGN(const std::string value, text_of(node, *setting, place));
    for (SettingValue& entry : values) {
      if (entry.setting == setting) entry = {setting, value, "config.toml"};
    }
  }
  return {};
}

Result<> read_file(const std::string& path, std::string_view text,
                   std::vector<SettingValue>& values, ScanLevels& levels, Commands& commands) {
  if (const auto stray = exchange::stray_character(text)) {
    const auto lines =
        std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(*stray), '\n');
    return fail(invalid_input(fmt::format("{}:{}: unexpected character", path, lines + 1),
                              "put text values into quotes"));
  }
  const toml::parse_result parsed = toml::parse(text, path);
  if (!parsed) {
    return fail(invalid_input(fmt::format("{}:{}: {}", path, parsed.error().source().begin.line,
                                          parsed.error().description())));
  }
  return read_table(path, parsed.table(), "", values, levels, commands);
}

}  // namespace

std::span<const Setting> settings() { return kSettings; }

Result<Config> Config::load(fs::FileSystem& files, const std::string& home,
                            const Environment& environment) {
  Config config;
  for (const Setting& setting : kSettings) {
    config.values_.push_back({&setting, std::string(setting.standard), "default"});
  }
  LOCI_ASSIGN(const auto stat, fs::if_there(files.stat(home, true)));
  if (stat && stat->kind == fs::Kind::Directory) {  // Store::open() says what is wrong else
    LOCI_ASSIGN(const std::unique_ptr<fs::Root> root, files.open(home, fs::Modes::Private));
    auto text = root->read(store::kConfigFile, kFileBytes);
    if (text) {
      LOCI_TRY(read_file(fmt::format("{}/{}", home, store::kConfigFile), *text, config.values_,
                         config.scan_, config.commands_));
    } else if (text.error().kind != ErrorKind::NotFound) {
      return fail(std::move(text));
    }
  }
  for (SettingValue& entry : config.values_) {
    // What widens trust is the file's alone: an agent can set variables.
    if (entry.setting->variable.empty()) continue;
    const auto variable = environment.get(entry.setting->variable);
    if (!variable) continue;
    LOCI_ASSIGN(std::string value, checked(*entry.setting, *variable, entry.setting->variable));
    entry = {entry.setting, std::move(value), std::string(entry.setting->variable)};
  }
  const SettingValue& enabled = config.values_.front();
  if (environment.get("LOCI_DISABLED").value_or("0") != "0") {
    config.disabled_ = "LOCI_DISABLED is set";
  } else if (enabled.value == "false") {
    config.disabled_ = enabled.source == "config.toml" ? "'enabled' is false in config.toml"
                                                       : "LOCI_ENABLED is false";
  }
  return config;
}

Result<SettingValue> Config::get(std::string_view key) const {
  for (const SettingValue& entry : values_) {
    if (entry.setting->key == key) return entry;
  }
  return fail(not_found(fmt::format("there is no setting '{}'", key), nearest_key(key)));
}

const std::string& Config::value(std::string_view key) const {
  const auto entry = std::find_if(values_.begin(), values_.end(), [&](const SettingValue& value) {
    return value.setting->key == key;
  });
  return entry->value;
}

int Config::retention_days() const { return std::stoi(value("retention_days")); }

std::size_t Config::hook_tokens() const {
  return static_cast<std::size_t>(std::stoi(value("hook_tokens")));
}

std::vector<std::string> Config::allowed_env() const { return names_in(value("allowed_env")); }

bool Config::records_searches() const { return value("record_searches") == "true"; }

bool Config::searches_by_meaning() const { return value("search.meaning") == "true"; }

const std::string& Config::word_table() const { return value("search.table"); }

const std::string& Config::recall_level() const { return value("recall.level"); }

bool Config::agents_search_everywhere() const { return value("search.everywhere") == "true"; }

bool Config::trusts_agents() const { return value("prompt.trust_agents") == "true"; }

const ScanLevel* Config::scan_level(std::string_view rule) const {
  const auto found = scan_.find(rule);
  return found == scan_.end() ? nullptr : &found->second;
}

bool Config::reviews_agents(const store::Place& place) const {
  using Kind = store::Place::Kind;
  if (!place.indexed()) return false;
  const std::string_view scope = place.is_agent()              ? "review.agent"
                                 : place.kind == Kind::Global  ? "review.global"
                                 : place.kind == Kind::Private ? "review.private"
                                                               : "review.shared";
  return value(scope) == "agents";
}

bool Config::may_consolidate() const { return value("consolidate.auto") != "off"; }

bool Config::applies_consolidation() const { return value("consolidate.auto") == "apply"; }

ConsolidateSettings Config::consolidation() const {
  const auto number = [&](std::string_view key) {
    return static_cast<std::size_t>(std::stoi(value(key)));
  };
  return {number("consolidate.hours"),        number("consolidate.sessions"),
          number("consolidate.loss_percent"), number("consolidate.log_days"),
          number("consolidate.look_seconds"), number("consolidate.answer_seconds")};
}

std::optional<std::string> Config::consolidate_command(std::string_view name) const {
  const auto found = commands_.find(name);
  if (found == commands_.end()) return std::nullopt;
  return found->second;
}

bool Config::shares_new_notes() const { return value("notes.new") == "shared"; }

}  // namespace loci::memory
