#include "exchange/toml_edit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <toml++/toml.h>

#include "base/text.h"
#include "exchange/toml_scan.h"

namespace loci::exchange {
namespace {

bool is_bare_key(std::string_view key) {
  return !key.empty() && key.find_first_not_of(
                             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") ==
                             std::string_view::npos;
}

std::string key_text(std::string_view key) {
  return is_bare_key(key) ? std::string(key) : json_quote(key);
}

std::string value_text(const Json& value) {
  if (!value.is_array()) return dump_json(value);  // TOML's strings, numbers and truth values
  std::vector<std::string> parts;
  for (const Json& part : value) parts.push_back(value_text(part));
  return fmt::format("[{}]", join(parts, ", "));
}

std::string header(const KeyPath& path) {
  std::vector<std::string> keys;
  for (const std::string& key : path) keys.push_back(key_text(key));
  return fmt::format("[{}]", join(keys, "."));
}

std::string assignments(const std::string& before, const Json& fields, std::string_view newline) {
  std::string text;
  for (const auto& [key, value] : fields.items()) {
    const std::string name = before + key_text(key);
    text += value.is_object() ? assignments(name + ".", value, newline)
                              : fmt::format("{} = {}{}", name, value_text(value), newline);
  }
  return text;
}

std::string block(const KeyPath& path, const Json& fields, std::string_view newline) {
  const bool in_list = fields.is_array();
  const std::string head = in_list ? fmt::format("[{}]", header(path)) : header(path);
  return fmt::format("{}{}{}", head, newline,
                     assignments("", in_list ? fields.front() : fields, newline));
}

Json to_json(const toml::node& node) {
  if (const toml::table* table = node.as_table()) {
    Json json = Json::object();
    for (const auto& [key, value] : *table) json[std::string(key.str())] = to_json(value);
    return json;
  }
  if (const toml::array* array = node.as_array()) {
    Json json = Json::array();
    for (const toml::node& part : *array) json.push_back(to_json(part));
    return json;
  }
  if (const auto text = node.value_exact<std::string>()) return *text;
  if (const auto truth = node.value_exact<bool>()) return *truth;
  if (const auto whole = node.value_exact<std::int64_t>()) return *whole;
  if (const auto number = node.value_exact<double>()) {
    return std::isfinite(*number) ? Json(*number) : Json(fmt::format("{}", *number));
  }
  return Json(fmt::format("date at line {}", node.source().begin.line));  // none of ours has one
}

Result<toml::table> parse(const Source& source) {
  LOCI_TRY(check_size(source));
  // The library (3.3) does not survive some of them.
  if (const auto stray = stray_character(source.text)) {
    return fail(fault_at(source, *stray, "unexpected character"));
  }
  toml::parse_result parsed = toml::parse(source.text);
  if (!parsed) {
    return fail(
        invalid_input(fmt::format("{}:{}: {}", source.label, parsed.error().source().begin.line,
                                  parsed.error().description())));
  }
  return std::move(parsed).table();
}

bool begins_with(const KeyPath& path, const KeyPath& start) {
  return path.size() >= start.size() && std::equal(start.begin(), start.end(), path.begin());
}

// The statements that make up the table: headers of it and below it, and
// assignments to it and below it.
std::vector<TomlStatement> statements_of(const Source& source, const KeyPath& path) {
  std::vector<TomlStatement> found;
  for (TomlStatement& statement : scan_toml(source.text)) {
    if (begins_with(statement.path, path)) found.push_back(std::move(statement));
  }
  return found;
}

// Why the table cannot be added.
Error cannot_extend(const Source& source, const KeyPath& path) {
  for (const TomlStatement& statement : scan_toml(source.text)) {
    const bool holds = statement.kind == TomlStatement::Kind::Assignment &&
                       statement.path.size() < path.size() && begins_with(path, statement.path);
    if (!holds) continue;
    return fault_at(source, statement.begin,
                    fmt::format("'{}' is written on one line, so nothing can be added to it",
                                join(statement.path, ".")),
                    fmt::format("write it as a table, or put '{}' into it by hand", path.back()));
  }
  return fault_at(source, source.text.size(), fmt::format("'{}' cannot be added", join(path, ".")),
                  "add it by hand");
}

const toml::node* lookup(const toml::table& root, const KeyPath& path) {
  const toml::node* node = &root;
  for (const std::string& key : path) {
    const toml::table* table = node->as_table();
    if (table == nullptr) return nullptr;
    node = table->get(key);
    if (node == nullptr) return nullptr;
  }
  return node;
}

std::size_t line_of_table(const Source& source, const KeyPath& path, const toml::node& node) {
  const std::vector<TomlStatement> own = statements_of(source, path);
  return own.empty() ? static_cast<std::size_t>(node.source().begin.line)
                     : line_of(source.text, own.front().begin);
}

// The one header of the table, when all its keys stand below it.
const TomlStatement* sole_header(const std::vector<TomlStatement>& own, const KeyPath& path) {
  const TomlStatement* header = nullptr;
  for (const TomlStatement& statement : own) {
    const bool is_header = statement.kind != TomlStatement::Kind::Assignment;
    if (is_header && (header != nullptr || statement.path != path)) return nullptr;
    if (is_header) header = &statement;
    if (!is_header && header == nullptr) return nullptr;
  }
  return header;
}

std::string separator(std::string_view text, std::string_view newline) {
  if (text.size() == mark_length(text)) return "";
  std::string gap(newline);
  if (!text.ends_with('\n')) gap += newline;
  return gap;
}

}  // namespace

Result<std::optional<Entry>> find_table(const Source& source, const KeyPath& path) {
  LOCI_ASSIGN(const toml::table root, parse(source));
  const toml::node* node = lookup(root, path);
  if (node == nullptr) return std::nullopt;
  return Entry{to_json(*node), line_of_table(source, path, *node)};
}

Result<std::string> set_table(const Source& source, const KeyPath& path, const Json& fields,
                              Traces& traces) {
  LOCI_ASSIGN(const std::optional<Entry> present, find_table(source, path));
  if (present && canonical_text(present->value) == canonical_text(fields)) {
    return std::string(source.text);
  }
  const std::string_view newline = line_ending(source.text);
  std::string text(source.text);
  Traces mine = traces;
  if (present) {
    const std::vector<TomlStatement> own = statements_of(source, path);
    const TomlStatement* first = sole_header(own, path);
    const auto kind =
        fields.is_array() ? TomlStatement::Kind::ArrayTable : TomlStatement::Kind::Table;
    if (first == nullptr || first->kind != kind) {
      return fail(invalid_input(fmt::format("{}:{}: '{}' is there in a different form",
                                            source.label, present->line, join(path, ".")),
                                "change it by hand, or remove it"));
    }
    const std::size_t begin = first->begin;
    const bool last_line_open = !source.text.substr(0, own.back().end).ends_with('\n');
    for (auto statement = own.rbegin(); statement != own.rend(); ++statement) {
      text.erase(statement->begin, statement->end - statement->begin);
    }
    std::string lines = block(path, fields, newline);
    if (last_line_open) lines.resize(lines.size() - newline.size());
    text.insert(begin, lines);
  } else {
    const std::string gap = separator(source.text, newline);
    mine.remember(path, gap);
    text += gap + block(path, fields, newline);
  }
  const Source after{text, source.label};
  const auto check = find_table(after, path);
  if (!check || !*check || canonical_text((*check)->value) != canonical_text(fields)) {
    return fail(cannot_extend(source, path));
  }
  traces = std::move(mine);
  return text;
}

Result<std::string> set_truth(const Source& source, const KeyPath& path, bool value) {
  LOCI_ASSIGN(const std::optional<Entry> present, find_table(source, path));
  const std::string old = present ? dump_json(present->value) : "";
  for (const TomlStatement& statement : statements_of(source, path)) {
    if (statement.kind != TomlStatement::Kind::Assignment || statement.path != path) continue;
    if (!present->value.is_boolean() || source.text.substr(statement.value_at, old.size()) != old) {
      continue;
    }
    std::string text(source.text);
    return text.replace(statement.value_at, old.size(), value ? "true" : "false");
  }
  return fail(invalid_input(fmt::format("{}:{}: '{}' is there in a different form", source.label,
                                        present ? present->line : 1, join(path, ".")),
                            "change it by hand"));
}

Result<std::string> remove_table(const Source& source, const KeyPath& path, const Traces& traces) {
  LOCI_ASSIGN(const std::optional<Entry> present, find_table(source, path));
  if (!present) {
    return fail(not_found(fmt::format("{}: there is no '{}'", source.label, join(path, "."))));
  }
  const std::vector<TomlStatement> own = statements_of(source, path);
  if (own.empty()) {
    return fail(invalid_input(fmt::format("{}:{}: '{}' is part of an inline table", source.label,
                                          present->line, join(path, ".")),
                              "remove it by hand"));
  }
  std::string text(source.text);
  for (auto statement = own.rbegin(); statement != own.rend(); ++statement) {
    text.erase(statement->begin, statement->end - statement->begin);
  }
  // What was put before it goes too, unless something else stands there now.
  const Gap* gap = traces.gap_of(path);
  const std::size_t begin = own.front().begin;
  const bool whole = sole_header(own, path) != nullptr;
  if (whole && gap != nullptr && begin >= gap->bytes.size() &&
      std::string_view(text).substr(begin - gap->bytes.size(), gap->bytes.size()) == gap->bytes) {
    // Two newlines closed a last line that had none; one of them must stay when
    // something follows.
    std::size_t length = gap->bytes.size();
    const std::string_view newline = line_ending(source.text);
    if (begin < text.size() && length > newline.size()) length -= newline.size();
    text.erase(begin - length, length);
  }
  return text;
}

}  // namespace loci::exchange
