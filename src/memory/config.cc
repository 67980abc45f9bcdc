#include "memory/config.h"

#include <fmt/format.h>
#include <algorithm>

#include <array>
#include <charconv>
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
            "whether memory is on; off, writes are refused"},
    Setting{"retention_days", "LOCI_RETENTION_DAYS", SettingKind::Integer, "180",
            "how long 'loci gc' keeps old texts"},
    Setting{"record_searches", "LOCI_RECORD_SEARCHES", SettingKind::Flag, "true",
            "whether 'loci history' knows what was searched for"},
    Setting{"hook_tokens", "LOCI_HOOK_TOKENS", SettingKind::Integer, "2400",
            "tokens of memory that a session-start hook gives"},
    Setting{"allowed_env", "LOCI_ALLOWED_ENV", SettingKind::Names, "",
            "environment variables that 'loci apply' may put into files"},
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
  const std::string value = ascii_lower(trim(text));
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
  return did_you_mean(key, keys, "run 'loci config list' for the settings there are");
}

Result<> read_file(const std::string& path, std::string_view text,
                   std::vector<SettingValue>& values) {
  if (const auto stray = exchange::stray_character(text)) {
    const auto lines =
        std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(*stray), '\n');
    return fail(
        invalid_input(fmt::format("{}:{}: a character that may not stand here", path, lines + 1),
                      "put text into quotes"));
  }
  const toml::parse_result parsed = toml::parse(text, path);
  if (!parsed) {
    return fail(invalid_input(fmt::format("{}:{}: {}", path, parsed.error().source().begin.line,
                                          parsed.error().description())));
  }
  for (const auto& [key, node] : parsed.table()) {
    const std::string place = fmt::format("{}:{}", path, node.source().begin.line);
    const Setting* setting = find_setting(key.str());
    if (setting == nullptr) {
      return fail(invalid_input(fmt::format("{}: there is no setting '{}'", place, key.str()),
                                nearest_key(key.str())));
    }
    LOCI_ASSIGN(const std::string value, text_of(node, *setting, place));
    for (SettingValue& entry : values) {
      if (entry.setting == setting) entry = {setting, value, "config.toml"};
    }
  }
  return {};
}

}  // namespace

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
      LOCI_TRY(read_file(fmt::format("{}/{}", home, store::kConfigFile), *text, config.values_));
    } else if (text.error().kind != ErrorKind::NotFound) {
      return fail(std::move(text));
    }
  }
  for (SettingValue& entry : config.values_) {
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

int Config::retention_days() const { return std::stoi(values_[1].value); }

std::size_t Config::hook_tokens() const {
  return static_cast<std::size_t>(std::stoi(values_[3].value));
}

std::vector<std::string> Config::allowed_env() const { return names_in(values_[4].value); }

bool Config::records_searches() const { return values_[2].value == "true"; }

}  // namespace loci::memory
