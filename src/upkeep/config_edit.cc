#include "upkeep/config_edit.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/named.h"
#include "base/text.h"
#include "guard/scanner.h"
#include "memory/config.h"

namespace loci::upkeep {
namespace {

constexpr std::string_view kScanTable = "scan";
constexpr std::string_view kCommandsTable = "consolidate.commands";
constexpr std::string_view kByHand = "'loci config edit' opens the file in your editor";

struct KeyParts {
  std::string_view table;  // "" for the top of the file
  std::string_view name;
};

KeyParts parts_of(std::string_view key) {
  const std::size_t dot = key.rfind('.');
  if (dot == std::string_view::npos) return {"", key};
  return {key.substr(0, dot), key.substr(dot + 1)};
}

std::string string_literal(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string list_literal(std::string_view names) {
  std::vector<std::string> items;
  std::string item;
  for (const char c : std::string(names) + ",") {
    if (c != ',' && c != ' ') {
      item += c;
    } else if (!item.empty()) {
      items.push_back(string_literal(std::exchange(item, {})));
    }
  }
  return fmt::format("[{}]", join(items, ", "));
}

bool is_one_of(std::string_view words, std::string_view word) {
  return fmt::format(" {} ", words).find(fmt::format(" {} ", word)) != std::string::npos;
}

Result<std::string> literal_of(const memory::Setting& setting, const std::string& value) {
  const auto must = [&](std::string_view what) {
    return fail(invalid_input(fmt::format("'{}' must be {}, not '{}'", setting.key, what, value)));
  };
  switch (setting.kind) {
    case memory::SettingKind::Flag:
      if (value != "true" && value != "false") return must("true or false");
      return value;
    case memory::SettingKind::Integer: {
      constexpr std::size_t kDigits = 9;
      const bool digits =
          !value.empty() && value.size() <= kDigits && value[0] != '0' &&
          std::all_of(value.begin(), value.end(), [](char c) { return c >= '0' && c <= '9'; });
      if (!digits) return must("a whole number above 0");
      return value;
    }
    case memory::SettingKind::Names:
      return list_literal(value);
    case memory::SettingKind::Choice:
      if (!is_one_of(setting.choices, value)) {
        return must("one of " + replace_all(setting.choices, " ", ", "));
      }
      return string_literal(value);
    case memory::SettingKind::Path:
      break;
  }
  return string_literal(value);
}

// What is to stand behind the equals sign, for every key there is.
Result<std::string> literal_for(std::string_view key, const std::string& value) {
  if (value.find_first_of("\n\r") != std::string::npos || !is_valid_utf8(value)) {
    return fail(invalid_input(fmt::format("the value of '{}' must be one line of text", key),
                              std::string(kByHand)));
  }
  const KeyParts parts = parts_of(key);
  if (parts.table == kScanTable && guard::find_rule(parts.name) != nullptr) {
    if (!is_one_of("block quarantine warn off", value)) {
      return fail(invalid_input(
          fmt::format("'{}' must be one of block, quarantine, warn, off, not '{}'", key, value)));
    }
    return string_literal(value);
  }
  if (parts.table == kCommandsTable && !parts.name.empty()) return string_literal(value);
  std::vector<std::string_view> keys;
  for (const memory::Setting& setting : memory::settings()) {
    if (setting.key == key) return literal_of(setting, value);
    keys.push_back(setting.key);
  }
  return fail(not_found(fmt::format("there is no setting '{}'", key),
                        did_you_mean(key, keys, "run 'loci config list' to see all settings")));
}

// "[review]" -> "review"; "" for a line that begins no table.
std::string_view table_begun(std::string_view line) {
  line = trim(line);
  if (!line.starts_with('[') || line.starts_with("[[")) return {};
  const std::size_t end = line.find(']');
  return end == std::string_view::npos ? std::string_view() : trim(line.substr(1, end - 1));
}

// The key that a line sets, or "".
std::string key_set(std::string_view line) {
  line = trim_left(line);
  if (line.starts_with('#') || line.starts_with('[')) return {};
  const std::size_t equals = line.find('=');
  if (equals == std::string_view::npos) return {};
  std::string key;
  for (const char c : line.substr(0, equals)) {
    if (c != ' ' && c != '\t' && c != '"' && c != '\'') key += c;
  }
  return key;
}

// Where a comment behind a value begins, or the end of the line.
std::size_t comment_in(std::string_view line, std::size_t from) {
  char quote = '\0';
  for (std::size_t i = from; i < line.size(); ++i) {
    const char c = line[i];
    if (quote == '\0' && c == '#') return i;
    if (quote == '\0' && (c == '"' || c == '\'')) {
      quote = c;
    } else if (quote == '"' && c == '\\') {
      ++i;
    } else if (c == quote) {
      quote = '\0';
    }
  }
  return line.size();
}

// A value that goes on in the next line begins so.
bool goes_on(std::string_view value) {
  const auto count = [&](char c) { return std::count(value.begin(), value.end(), c); };
  return value.starts_with("\"\"\"") || value.starts_with("'''") || count('[') != count(']') ||
         count('{') != count('}');
}

std::string with_value(std::string_view line, std::string_view literal) {
  const std::string_view bare = without_ending(line);
  const std::size_t equals = bare.find('=');
  const std::size_t comment = comment_in(bare, equals + 1);
  std::string after(bare.substr(0, equals + 1));
  after += fmt::format(" {}", literal);
  if (comment < bare.size()) after += fmt::format("  {}", bare.substr(comment));
  return after + std::string(line.substr(bare.size()));
}

struct Lines {
  std::vector<std::string> all;
  std::size_t at = 0;       // of the key, where `found`
  std::size_t section = 0;  // behind the last line of its table, where `has_table`
  bool found = false;
  bool has_table = false;
};

Lines read_lines(std::string_view text, const KeyParts& parts) {
  Lines lines;
  std::string table;
  lines.has_table = parts.table.empty();
  for (const std::string_view line : split_lines(text)) {
    lines.all.emplace_back(line);
    const std::string_view begun = table_begun(line);
    if (!begun.empty()) table = begun;
    const bool here = table == parts.table;
    if (here) lines.has_table = true;
    if (here && !trim(line).empty()) lines.section = lines.all.size();
    const std::string set = key_set(line);
    if (set.empty()) continue;
    const std::string whole = table.empty() ? set : fmt::format("{}.{}", table, set);
    const std::string wanted = parts.table.empty() ? std::string(parts.name)
                                                   : fmt::format("{}.{}", parts.table, parts.name);
    if (whole != wanted) continue;
    lines.at = lines.all.size() - 1;
    lines.found = true;
  }
  return lines;
}

}  // namespace

Result<std::string> with_setting(std::string_view text, std::string_view key,
                                 const std::optional<std::string>& value) {
  const KeyParts parts = parts_of(key);
  std::string literal;
  if (value) {
    LOCI_ASSIGN(literal, literal_for(key, *value));
  }
  Lines lines = read_lines(text, parts);
  if (!lines.found && !value) {
    return fail(not_found(fmt::format("config.toml does not set '{}'", key),
                          "run 'loci config list' to see where settings come from"));
  }
  if (lines.found) {
    std::string& line = lines.all[lines.at];
    const std::string_view bare = without_ending(line);
    if (goes_on(trim(bare.substr(bare.find('=') + 1,
                                 comment_in(bare, bare.find('=') + 1) - bare.find('=') - 1)))) {
      return fail(invalid_input(fmt::format("'{}' is set on several lines of config.toml", key),
                                std::string(kByHand)));
    }
    line = value ? with_value(line, literal) : std::string();
    return join(lines.all, "");
  }
  if (!lines.all.empty() && !lines.all.back().ends_with('\n')) lines.all.back() += '\n';
  const std::string line = fmt::format("{} = {}\n", parts.name, literal);
  if (lines.has_table) {
    lines.all.insert(lines.all.begin() + static_cast<std::ptrdiff_t>(lines.section), line);
  } else {
    lines.all.push_back(
        fmt::format("{}[{}]\n{}", lines.all.empty() ? "" : "\n", parts.table, line));
  }
  return join(lines.all, "");
}

}  // namespace loci::upkeep
