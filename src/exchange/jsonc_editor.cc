#include "exchange/jsonc_editor.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace loci::exchange {
namespace {

constexpr std::string_view kStandardIndent = "  ";

void render(std::string& out, const Json& value, const JsonStyle& style) {
  const bool flat =
      style.one_line || std::none_of(value.begin(), value.end(),
                                     [](const Json& part) { return part.is_structured(); });
  if (!value.is_structured() || value.empty()) {
    out += dump_json(value);
    return;
  }
  const bool spread = value.is_object() ? !style.one_line : !flat;
  JsonStyle inner = style;
  inner.indent += style.unit;
  out += value.is_object() ? '{' : '[';
  bool first = true;
  for (const auto& [key, part] : value.items()) {
    if (!first) out += spread ? "," : ", ";
    if (spread) out += fmt::format("{}{}", style.newline, inner.indent);
    if (value.is_object()) out += json_quote(key) + ": ";
    render(out, part, inner);
    first = false;
  }
  if (spread) out += fmt::format("{}{}", style.newline, style.indent);
  out += value.is_object() ? '}' : ']';
}

std::size_t line_start(std::string_view text, std::size_t position) {
  return text.substr(0, position).rfind('\n') + 1;  // npos + 1 is 0
}

Result<const JsoncItem*> member(const JsoncEditor& editor, const JsoncValue& object,
                                const std::string& key) {
  const JsoncItem* found = nullptr;
  for (const JsoncItem& item : object.items) {
    if (item.key != key) continue;
    if (found != nullptr) {
      return fail(fault_at(editor.source, item.begin, fmt::format("'{}' occurs twice", key),
                           "remove one of them"));
    }
    found = &item;
  }
  return found;
}

std::string unit_of(const JsoncEditor& editor) {
  for (const JsoncItem& item : editor.document.root.items) {
    if (!is_first_on_line(editor.text(), item.begin)) continue;
    std::string indent = indent_of_line(editor.text(), item.begin);
    if (!indent.empty()) return indent;
  }
  return std::string(kStandardIndent);
}

}  // namespace

std::string rendered(const Json& value, const JsonStyle& style) {
  std::string out;
  render(out, value, style);
  return out;
}

std::string indent_of_line(std::string_view text, std::size_t position) {
  std::size_t begin = line_start(text, position);
  if (begin == 0) begin = mark_length(text);
  std::size_t end = begin;
  while (end < text.size() && (text[end] == ' ' || text[end] == '\t')) ++end;
  return std::string(text.substr(begin, end - begin));
}

bool is_first_on_line(std::string_view text, std::size_t position) {
  const std::size_t begin = line_start(text, position);
  return begin > 0 && trim(text.substr(begin, position - begin)).empty();
}

Result<JsoncEditor> open_jsonc(const Source& source) {
  LOCI_ASSIGN(Jsonc document, parse_jsonc(source));
  return JsoncEditor{source, std::move(document)};
}

Result<Reached> follow(const JsoncEditor& editor, const KeyPath& path) {
  Reached reached;
  reached.value = &editor.document.root;
  for (const std::string& key : path) {
    if (reached.value->kind != JsoncValue::Kind::Object) {
      return fail(fault_at(editor.source, reached.value->begin,
                           reached.keys == 0
                               ? std::string("the file is not an object")
                               : fmt::format("'{}' is not an object", path[reached.keys - 1])));
    }
    LOCI_ASSIGN(const JsoncItem* const item, member(editor, *reached.value, key));
    if (item == nullptr) return reached;
    reached.container = reached.value;
    reached.index = static_cast<std::size_t>(item - reached.container->items.data());
    reached.value = &item->value;
    ++reached.keys;
  }
  return reached;
}

Result<> need_array(const JsoncEditor& editor, const KeyPath& path, const JsoncValue& value) {
  if (value.kind == JsoncValue::Kind::Array) return {};
  return fail(fault_at(editor.source, value.begin,
                       path.empty() ? std::string("the file is not an array")
                                    : fmt::format("'{}' is not an array", path.back())));
}

JsonStyle style_at(const JsoncEditor& editor, std::size_t position) {
  const JsoncValue& root = editor.document.root;
  JsonStyle style;
  const std::string_view whole = editor.text().substr(root.begin, root.end - root.begin);
  style.one_line = !root.items.empty() && whole.find('\n') == std::string_view::npos;
  style.unit = unit_of(editor);
  style.indent = indent_of_line(editor.text(), position);
  style.newline = line_ending(editor.text());
  return style;
}

Error missing_entry(const Source& source, const KeyPath& path) {
  return not_found(fmt::format("{}: there is no '{}'", source.label, join(path, ".")));
}

}  // namespace loci::exchange
