#include "exchange/jsonc_edit.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "exchange/jsonc.h"

namespace loci::exchange {
namespace {

constexpr std::string_view kSpace = " \t\r\n";
constexpr std::string_view kStandardIndent = "  ";

// How a piece of JSON is laid out.
struct Style {
  bool one_line = false;
  std::string indent;  // of the line it begins on
  std::string unit;
  std::string_view newline;
};

void render(std::string& out, const Json& value, const Style& style) {
  const bool flat =
      style.one_line || std::none_of(value.begin(), value.end(),
                                     [](const Json& part) { return part.is_structured(); });
  if (!value.is_structured() || value.empty()) {
    out += dump_json(value);
    return;
  }
  const bool spread = value.is_object() ? !style.one_line : !flat;
  Style inner = style;
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

std::string rendered(const Json& value, const Style& style) {
  std::string out;
  render(out, value, style);
  return out;
}

std::size_t line_start(std::string_view text, std::size_t position) {
  return text.substr(0, position).rfind('\n') + 1;  // npos + 1 is 0
}

// The white space a line begins with, a byte order mark left out.
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

// Changes to a text, applied together.
class Patch {
 public:
  void erase(std::size_t begin, std::size_t end) { parts_.push_back({begin, end, ""}); }
  void insert(std::size_t at, std::string bytes) { parts_.push_back({at, at, std::move(bytes)}); }
  void replace(std::size_t begin, std::size_t end, std::string bytes) {
    parts_.push_back({begin, end, std::move(bytes)});
  }
  [[nodiscard]] std::string apply(std::string_view text) const {
    std::vector<Part> parts = parts_;
    std::stable_sort(parts.begin(), parts.end(),
                     [](const Part& a, const Part& b) { return a.begin < b.begin; });
    std::string out;
    std::size_t at = 0;
    for (const Part& part : parts) {
      out += text.substr(at, part.begin - at);
      out += part.bytes;
      at = part.end;
    }
    return out += text.substr(at);
  }

 private:
  struct Part {
    std::size_t begin;
    std::size_t end;
    std::string bytes;
  };
  std::vector<Part> parts_;
};

struct Editor {
  const Source& source;
  Jsonc document;

  [[nodiscard]] std::string_view text() const { return source.text; }
  [[nodiscard]] std::string_view inner(const JsoncValue& container) const {
    return text().substr(container.begin + 1, container.end - container.begin - 2);
  }
  [[nodiscard]] bool is_bare(const JsoncValue& container) const {  // no item, no comment
    return inner(container).find_first_not_of(kSpace) == std::string_view::npos;
  }
};

Result<Editor> open(const Source& source) {
  LOCI_ASSIGN(Jsonc document, parse_jsonc(source));
  return Editor{source, std::move(document)};
}

Result<const JsoncItem*> member(const Editor& editor, const JsoncValue& object,
                                const std::string& key) {
  const JsoncItem* found = nullptr;
  for (const JsoncItem& item : object.items) {
    if (item.key != key) continue;
    if (found != nullptr) {
      return fail(fault_at(editor.source, item.begin, fmt::format("'{}' stands twice", key),
                           "remove one of them"));
    }
    found = &item;
  }
  return found;
}

// How far a path leads.
struct Reached {
  const JsoncValue* value = nullptr;      // the innermost that is there
  const JsoncValue* container = nullptr;  // what holds it; none for the root
  std::size_t index = 0;                  // its place in that
  std::size_t keys = 0;                   // of the path, that lead there
};

// Every value on the way but the last must be an object.
Result<Reached> follow(const Editor& editor, const KeyPath& path) {
  Reached reached;
  reached.value = &editor.document.root;
  for (const std::string& key : path) {
    if (reached.value->kind != JsoncValue::Kind::Object) {
      return fail(fault_at(editor.source, reached.value->begin,
                           reached.keys == 0
                               ? std::string("the file is no object")
                               : fmt::format("'{}' is no object", path[reached.keys - 1])));
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

Result<> need_array(const Editor& editor, const KeyPath& path, const JsoncValue& value) {
  if (value.kind == JsoncValue::Kind::Array) return {};
  return fail(fault_at(editor.source, value.begin,
                       path.empty() ? std::string("the file is no array")
                                    : fmt::format("'{}' is no array", path.back())));
}

std::string unit_of(const Editor& editor) {
  for (const JsoncItem& item : editor.document.root.items) {
    if (!is_first_on_line(editor.text(), item.begin)) continue;
    const std::string indent = indent_of_line(editor.text(), item.begin);
    if (!indent.empty()) return indent;
  }
  return std::string(kStandardIndent);
}

Style style_at(const Editor& editor, std::size_t position) {
  const JsoncValue& root = editor.document.root;
  Style style;
  const std::string_view whole = editor.text().substr(root.begin, root.end - root.begin);
  style.one_line = !root.items.empty() && whole.find('\n') == std::string_view::npos;
  style.unit = unit_of(editor);
  style.indent = indent_of_line(editor.text(), position);
  style.newline = line_ending(editor.text());
  return style;
}

std::string item_text(const std::optional<std::string>& key, const Json& value,
                      const Style& style) {
  return (key ? json_quote(*key) + ": " : std::string()) + rendered(value, style);
}

// Where a line ends on which nothing but white space and whole comments follow
// `position`; `position` itself when something else does.
std::size_t end_of_line_comments(const Editor& editor, std::size_t position) {
  const std::string_view text = editor.text();
  const std::size_t newline = text.find('\n', position);
  if (newline == std::string_view::npos) return position;
  const std::size_t end = newline > position && text[newline - 1] == '\r' ? newline - 1 : newline;
  const std::string_view rest =
      std::string_view(editor.document.clean).substr(position, end - position);
  if (rest.find_first_not_of(kSpace) != std::string_view::npos) return position;
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

void insert_behind(const Editor& editor, const JsoncItem& last,
                   const std::optional<std::string>& key, const Json& value, Patch& patch) {
  const std::size_t end = last.value.end;
  const std::size_t behind = last.comma ? *last.comma + 1 : end;
  Style style = style_at(editor, last.begin);
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

void insert_into_empty(const Editor& editor, const JsoncValue& container, const KeyPath& path,
                       const std::optional<std::string>& key, const Json& value, Patch& patch,
                       Traces& traces) {
  Style style = style_at(editor, container.begin);
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
  const std::size_t used = inner.find_last_not_of(kSpace) + 1;
  patch.insert(container.begin + 1 + used,
               fmt::format("{}{}{}", style.newline, style.indent, item));
}

// Puts a value at the end of the innermost container that is there, wrapped into
// those that are missing.
Result<std::string> put(const Editor& editor, const KeyPath& path, const Reached& reached,
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
  Patch patch;
  if (container.items.empty()) {
    const KeyPath holder(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(reached.keys));
    insert_into_empty(editor, container, holder, key, value, patch, traces);
  } else {
    insert_behind(editor, container.items.back(), key, value, patch);
  }
  return patch.apply(editor.text());
}

// The text to begin with: a blank one becomes an empty object, remembered.
std::string started(const Source& source, Traces& traces) {
  if (!is_blank(source.text)) return std::string(source.text);
  traces.blank = std::string(source.text);
  const std::string mark(source.text.substr(0, mark_length(source.text)));
  return mark + "{}" + std::string(line_ending(source.text));
}

Result<std::string> replace_value(const Editor& editor, std::size_t line_at,
                                  const JsoncValue& old_value, const Json& value) {
  LOCI_ASSIGN(const Json present, editor.document.value_of(old_value));
  if (canonical_text(present) == canonical_text(value)) return std::string(editor.text());
  Style style = style_at(editor, line_at);
  style.one_line = style.one_line || !is_first_on_line(editor.text(), line_at);
  Patch patch;
  patch.replace(old_value.begin, old_value.end, rendered(value, style));
  return patch.apply(editor.text());
}

// The item, the comma that is one too many without it, and the line it had to
// itself.
Patch cut(const Editor& editor, const JsoncValue& container, std::size_t index, bool with_line) {
  const std::string_view text = editor.text();
  const JsoncItem& item = container.items[index];
  std::size_t begin = item.begin;
  if (with_line) {
    const std::size_t before = text.substr(0, begin).find_last_not_of(" \t") + 1;
    begin = before;
    if (is_first_on_line(text, item.begin)) {
      begin = before - 1;  // the newline
      const bool crlf = line_ending(text).size() > 1;
      if (crlf && begin > 0 && text[begin - 1] == '\r') --begin;
    }
  }
  Patch patch;
  if (item.comma) {
    patch.erase(begin, item.value.end);
    // What stands between the value and its comma is not ours.
    patch.erase(*item.comma, *item.comma + 1);
    return patch;
  }
  if (index > 0) {
    const std::size_t comma = *container.items[index - 1].comma;
    patch.erase(comma, comma + 1);
    begin = std::max(begin, comma + 1);
  }
  patch.erase(begin, item.value.end);
  return patch;
}

bool same_but_for(const Jsonc& before, const Jsonc& after, const KeyPath& path, std::size_t index) {
  // Compares the shape of the container that lost an item; the bytes of the
  // others are not touched.
  const JsoncValue* old_node = &before.root;
  const JsoncValue* new_node = &after.root;
  for (const std::string& key : path) {
    const auto step = [&](const JsoncValue* node) -> const JsoncValue* {
      for (const JsoncItem& item : node->items) {
        if (item.key == key) return &item.value;
      }
      return nullptr;
    };
    old_node = step(old_node);
    new_node = step(new_node);
    if (old_node == nullptr || new_node == nullptr) return false;
  }
  if (new_node->items.size() + 1 != old_node->items.size()) return false;
  for (std::size_t i = 0; i < new_node->items.size(); ++i) {
    const JsoncItem& old_item = old_node->items[i < index ? i : i + 1];
    const JsoncItem& new_item = new_node->items[i];
    if (old_item.key != new_item.key ||
        old_item.value.end - old_item.value.begin != new_item.value.end - new_item.value.begin) {
      return false;
    }
  }
  return true;
}

// The text without an item of a container. The last of an empty-handed container
// leaves what the container held before.
Result<std::string> without_item(const Editor& editor, const JsoncValue& container,
                                 std::size_t index, const KeyPath& path, const Traces& traces) {
  const JsoncItem& item = container.items[index];
  if (container.items.size() == 1) {
    std::string rest(editor.text().substr(container.begin + 1, item.begin - container.begin - 1));
    std::size_t end = item.value.end;
    if (item.comma) {
      rest += editor.text().substr(end, *item.comma - end);
      end = *item.comma + 1;
    }
    rest += editor.text().substr(end, container.end - 1 - end);
    if (rest.find_first_not_of(kSpace) == std::string::npos) {
      const Gap* gap = traces.gap_of(path);
      Patch patch;
      patch.replace(container.begin + 1, container.end - 1, gap == nullptr ? "" : gap->bytes);
      return patch.apply(editor.text());
    }
  }
  std::string text = cut(editor, container, index, true).apply(editor.text());
  // A comment at the end of the line above would swallow what follows the item.
  const auto after = parse_jsonc({text, editor.source.label});
  if (after && same_but_for(editor.document, *after, path, index)) return text;
  return cut(editor, container, index, false).apply(editor.text());
}

Result<std::string> remove_at(const Source& source, KeyPath path, std::size_t index,
                              const Traces& traces) {
  // `path` leads to the container, and `index` is the item in it.
  std::string text(source.text);
  for (;;) {
    const Source now{text, source.label};
    LOCI_ASSIGN(const Editor editor, open(now));
    LOCI_ASSIGN(const Reached container, follow(editor, path));
    LOCI_ASSIGN(std::string next, without_item(editor, *container.value, index, path, traces));
    text = std::move(next);
    const Source then{text, source.label};
    LOCI_ASSIGN(const Editor left, open(then));
    LOCI_ASSIGN(const Reached rest, follow(left, path));
    if (path.empty()) {
      const bool all_gone =
          left.is_bare(*rest.value) && rest.value->items.empty() &&
          trim(text.substr(0, rest.value->begin).substr(mark_length(text))).empty() &&
          is_blank(text.substr(rest.value->end));
      if (traces.blank && all_gone) return *traces.blank;
      return text;
    }
    if (!left.is_bare(*rest.value) || !traces.made_container(path)) return text;
    index = rest.index;
    path.pop_back();
  }
}

Error missing(const Source& source, const KeyPath& path) {
  return not_found(fmt::format("{}: there is no '{}'", source.label, join(path, ".")));
}

}  // namespace

Result<std::optional<Entry>> find_member(const Source& source, const KeyPath& path) {
  if (is_blank(source.text)) return std::nullopt;
  LOCI_ASSIGN(const Editor editor, open(source));
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
  LOCI_ASSIGN(const Editor editor, open(source));
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
  LOCI_ASSIGN(const Editor editor, open(source));
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
  LOCI_ASSIGN(const Editor editor, open(from));
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
  LOCI_ASSIGN(const Editor editor, open(from));
  LOCI_ASSIGN(const Reached reached, follow(editor, path));
  if (reached.keys == path.size()) LOCI_TRY(need_array(editor, path, *reached.value));
  LOCI_ASSIGN(std::string after, put(editor, path, reached, value, true, mine));
  traces = std::move(mine);
  return after;
}

Result<std::string> replace_element(const Source& source, const KeyPath& path, std::size_t index,
                                    const Json& value) {
  LOCI_ASSIGN(const Editor editor, open(source));
  LOCI_ASSIGN(const Reached reached, follow(editor, path));
  if (reached.keys < path.size()) return fail(missing(source, path));
  LOCI_TRY(need_array(editor, path, *reached.value));
  if (index >= reached.value->items.size()) return fail(missing(source, path));
  const JsoncItem& item = reached.value->items[index];
  return replace_value(editor, item.begin, item.value, value);
}

Result<std::string> remove_member(const Source& source, const KeyPath& path, const Traces& traces) {
  if (is_blank(source.text)) return fail(missing(source, path));
  LOCI_ASSIGN(const Editor editor, open(source));
  LOCI_ASSIGN(const Reached reached, follow(editor, path));
  if (reached.keys < path.size()) return fail(missing(source, path));
  return remove_at(source, KeyPath(path.begin(), path.end() - 1), reached.index, traces);
}

Result<std::string> remove_element(const Source& source, const KeyPath& path, std::size_t index,
                                   const Traces& traces) {
  if (is_blank(source.text)) return fail(missing(source, path));
  LOCI_ASSIGN(const Editor editor, open(source));
  LOCI_ASSIGN(const Reached reached, follow(editor, path));
  if (reached.keys < path.size()) return fail(missing(source, path));
  LOCI_TRY(need_array(editor, path, *reached.value));
  if (index >= reached.value->items.size()) return fail(missing(source, path));
  return remove_at(source, path, index, traces);
}

std::string render_json(const Json& value) {
  return rendered(value, {false, "", std::string(kStandardIndent), "\n"}) + "\n";
}

}  // namespace loci::exchange
