#include "exchange/jsonc_edit.h"

#include <fmt/format.h>

#include <algorithm>

#include "exchange/jsonc_editor.h"

namespace loci::exchange {
namespace {

std::string item_text(const std::optional<std::string>& key, const Json& value,
                      const JsonStyle& style) {
  return (key ? json_quote(*key) + ": " : std::string()) + rendered(value, style);
}

// Where a line ends on which nothing but white space and whole comments follow
// `position`; `position` itself when something else does.
std::size_t end_of_line_comments(const JsoncEditor& editor, std::size_t position) {
  const std::string_view text = editor.text();
  const std::size_t newline = text.find('\n', position);
  if (newline == std::string_view::npos) return position;
  const std::size_t end = newline > position && text[newline - 1] == '\r' ? newline - 1 : newline;
  const std::string_view rest =
      std::string_view(editor.document.clean).substr(position, end - position);
  if (rest.find_first_not_of(kJsonSpace) != std::string_view::npos) return position;
  // A comment that goes on over the next lines would swallow what is put here.
  std::size_t at = position;
  while (at < end) {
    if (text.substr(at).starts_with("//")) return end;
    if (text.substr(at).starts_with("/*")) {
      const std::size_t close = text.find("*/", at + 2);
      if (close == std::string_view::npos || close + 2 > end) return position;
      at = close + 2;
    } else {
      ++at;
    }
  }
  return end;
}

void insert_behind(const JsoncEditor& editor, const JsoncItem& last,
                   const std::optional<std::string>& key, const Json& value, TextPatch& patch) {
  const std::size_t end = last.value.end;
  const std::size_t behind = last.comma ? *last.comma + 1 : end;
  JsonStyle style = style_at(editor, last.begin);
  if (!is_first_on_line(editor.text(), last.begin)) {
    style.one_line = true;
    const std::string item = item_text(key, value, style);
    patch.insert(behind, last.comma ? fmt::format(" {},", item) : fmt::format(", {}", item));
    return;
  }
  if (!last.comma) patch.insert(end, ",");
  patch.insert(end_of_line_comments(editor, behind),
               fmt::format("{}{}{}{}", style.newline, style.indent, item_text(key, value, style),
                           last.comma ? "," : ""));
}

void insert_into_empty(const JsoncEditor& editor, const JsoncValue& container, const KeyPath& path,
                       const std::optional<std::string>& key, const Json& value, TextPatch& patch,
                       Traces& traces) {
  JsonStyle style = style_at(editor, container.begin);
  const std::string outer = style.indent;
  style.indent += style.unit;
  const std::string item = item_text(key, value, style);
  const std::string_view inner = editor.inner(container);
  if (editor.is_bare(container)) {
    traces.remember(path, inner);
    patch.replace(container.begin + 1, container.end - 1,
                  style.one_line ? item
                                 : fmt::format("{}{}{}{}{}", style.newline, style.indent, item,
                                               style.newline, outer));
    return;
  }
  // Behind the comments, the white space after them kept.
  const std::size_t used = inner.find_last_not_of(kJsonSpace) + 1;
  patch.insert(container.begin + 1 + used,
               fmt::format("{}{}{}", style.newline, style.indent, item));
}

// Puts a value at the end of the innermost container that is there, wrapped into
// those that are missing.
Result<std::string> put(const JsoncEditor& editor, const KeyPath& path, const Reached& reached,
                        Json value, bool element, Traces& traces) {
  const JsoncValue& container = *reached.value;
  const std::size_t missing = path.size() - reached.keys;
  std::optional<std::string> key;
  if (missing > 0) {
    key = path[reached.keys];
    if (element) value = Json::array({std::move(value)});
    for (std::size_t i = path.size() - 1; i > reached.keys; --i) {
      Json outer = Json::object();
      outer[path[i]] = std::move(value);
      value = std::move(outer);
    }
  }
  for (std::size_t length = reached.keys + 1; length < path.size() + (element ? 1 : 0); ++length) {
    traces.made.emplace_back(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(length));
  }
  TextPatch patch;
  if (container.items.empty()) {
    const KeyPath holder(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(reached.keys));
    insert_into_empty(editor, container, holder, key, value, patch, traces);
  } else {
    insert_behind(editor, container.items.back(), key, value, patch);
  }
  return patch.patched(editor.text());
}

// The text to begin with: a blank one becomes an empty object, remembered.
std::string started(const Source& source, Traces& traces) {
  if (!is_blank(source.text)) return std::string(source.text);
  traces.blank = std::string(source.text);
  const std::string mark(source.text.substr(0, mark_length(source.text)));
  return mark + "{}" + std::string(line_ending(source.text));
}

Result<std::string> replace_value(const JsoncEditor& editor, std::size_t line_at,
                                  const JsoncValue& old_value, const Json& value) {
  LOCI_ASSIGN(const Json present, editor.document.value_of(old_value));
  if (canonical_text(present) == canonical_text(value)) return std::string(editor.text());
  JsonStyle style = style_at(editor, line_at);
  style.one_line = style.one_line || !is_first_on_line(editor.text(), line_at);
  TextPatch patch;
  patch.replace(old_value.begin, old_value.end, rendered(value, style));
  return patch.patched(editor.text());
}

}  // namespace

Result<std::optional<Entry>> find_member(const Source& source, const KeyPath& path) {
  if (is_blank(source.text)) return std::nullopt;
  LOCI_ASSIGN(const JsoncEditor editor, open_jsonc(source));
  LOCI_ASSIGN(const Reached reached, follow(editor, path));
  if (reached.keys < path.size()) return std::nullopt;
  LOCI_ASSIGN(Json value, editor.document.value_of(*reached.value));
  const std::size_t at = reached.container == nullptr
                             ? reached.value->begin
                             : reached.container->items[reached.index].begin;
  return Entry{std::move(value), line_of(source.text, at)};
}

Result<std::vector<Entry>> list_elements(const Source& source, const KeyPath& path) {
  std::vector<Entry> entries;
  if (is_blank(source.text)) return entries;
  LOCI_ASSIGN(const JsoncEditor editor, open_jsonc(source));
  LOCI_ASSIGN(const Reached reached, follow(editor, path));
  if (reached.keys < path.size()) return entries;
  LOCI_TRY(need_array(editor, path, *reached.value));
  for (const JsoncItem& item : reached.value->items) {
    LOCI_ASSIGN(Json value, editor.document.value_of(item.value));
    entries.push_back({std::move(value), line_of(source.text, item.begin)});
  }
  return entries;
}

Result<bool> has_only(const Source& source, const KeyPath& path,
                      const std::vector<std::string>& keys) {
  if (is_blank(source.text)) return true;
  LOCI_ASSIGN(const JsoncEditor editor, open_jsonc(source));
  LOCI_ASSIGN(const Reached reached, follow(editor, path));
  if (reached.keys < path.size()) return true;
  return std::all_of(reached.value->items.begin(), reached.value->items.end(),
                     [&](const JsoncItem& item) {
                       return std::find(keys.begin(), keys.end(), item.key) != keys.end();
                     });
}

Result<std::string> set_member(const Source& source, const KeyPath& path, const Json& value,
                               Traces& traces) {
  Traces mine = traces;
  const std::string text = started(source, mine);
  const Source from{text, source.label};
  LOCI_ASSIGN(const JsoncEditor editor, open_jsonc(from));
  LOCI_ASSIGN(const Reached reached, follow(editor, path));
  if (reached.keys == path.size()) {
    const JsoncItem& item = reached.container->items[reached.index];
    return replace_value(editor, item.begin, item.value, value);
  }
  LOCI_ASSIGN(std::string after, put(editor, path, reached, value, false, mine));
  traces = std::move(mine);
  return after;
}

Result<std::string> append_element(const Source& source, const KeyPath& path, const Json& value,
                                   Traces& traces) {
  Traces mine = traces;
  const std::string text = started(source, mine);
  const Source from{text, source.label};
  LOCI_ASSIGN(const JsoncEditor editor, open_jsonc(from));
  LOCI_ASSIGN(const Reached reached, follow(editor, path));
  if (reached.keys == path.size()) LOCI_TRY(need_array(editor, path, *reached.value));
  LOCI_ASSIGN(std::string after, put(editor, path, reached, value, true, mine));
  traces = std::move(mine);
  return after;
}

Result<std::string> replace_element(const Source& source, const KeyPath& path, std::size_t index,
                                    const Json& value) {
  LOCI_ASSIGN(const JsoncEditor editor, open_jsonc(source));
  LOCI_ASSIGN(const Reached reached, follow(editor, path));
  if (reached.keys < path.size()) return fail(missing_entry(source, path));
  LOCI_TRY(need_array(editor, path, *reached.value));
  if (index >= reached.value->items.size()) return fail(missing_entry(source, path));
  const JsoncItem& item = reached.value->items[index];
  return replace_value(editor, item.begin, item.value, value);
}

std::string render_json(const Json& value) {
  return rendered(value, {false, "", "  ", "\n"}) + "\n";
}

}  // namespace loci::exchange
