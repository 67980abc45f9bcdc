// Taking entries away: remove_member() and remove_element().

#include <algorithm>

#include "base/text.h"
#include "exchange/jsonc_edit.h"
#include "exchange/jsonc_editor.h"

namespace loci::exchange {
namespace {

// The item, the comma that is one too many without it, and the line it had to
// itself.
TextPatch cut(const JsoncEditor& editor, const JsoncValue& container, std::size_t index,
              bool with_line) {
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
  TextPatch patch;
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
Result<std::string> without_item(const JsoncEditor& editor, const JsoncValue& container,
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
    if (rest.find_first_not_of(kJsonSpace) == std::string::npos) {
      const Gap* gap = traces.gap_of(path);
      TextPatch patch;
      patch.replace(container.begin + 1, container.end - 1, gap == nullptr ? "" : gap->bytes);
      return patch.patched(editor.text());
    }
  }
  std::string text = cut(editor, container, index, true).patched(editor.text());
  // A comment at the end of the line above would swallow what follows the item.
  const auto after = parse_jsonc({text, editor.source.label});
  if (after && same_but_for(editor.document, *after, path, index)) return text;
  return cut(editor, container, index, false).patched(editor.text());
}

Result<std::string> remove_at(const Source& source, KeyPath path, std::size_t index,
                              const Traces& traces) {
  // `path` leads to the container, and `index` is the item in it.
  std::string text(source.text);
  for (;;) {
    const Source now{text, source.label};
    LOCI_ASSIGN(const JsoncEditor editor, open_jsonc(now));
    LOCI_ASSIGN(const Reached container, follow(editor, path));
    LOCI_ASSIGN(std::string next, without_item(editor, *container.value, index, path, traces));
    text = std::move(next);
    const Source then{text, source.label};
    LOCI_ASSIGN(const JsoncEditor left, open_jsonc(then));
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

}  // namespace

Result<std::string> remove_member(const Source& source, const KeyPath& path, const Traces& traces) {
  if (is_blank(source.text)) return fail(missing_entry(source, path));
  LOCI_ASSIGN(const JsoncEditor editor, open_jsonc(source));
  LOCI_ASSIGN(const Reached reached, follow(editor, path));
  if (reached.keys < path.size()) return fail(missing_entry(source, path));
  return remove_at(source, KeyPath(path.begin(), path.end() - 1), reached.index, traces);
}

Result<std::string> remove_element(const Source& source, const KeyPath& path, std::size_t index,
                                   const Traces& traces) {
  if (is_blank(source.text)) return fail(missing_entry(source, path));
  LOCI_ASSIGN(const JsoncEditor editor, open_jsonc(source));
  LOCI_ASSIGN(const Reached reached, follow(editor, path));
  if (reached.keys < path.size()) return fail(missing_entry(source, path));
  LOCI_TRY(need_array(editor, path, *reached.value));
  if (index >= reached.value->items.size()) return fail(missing_entry(source, path));
  return remove_at(source, path, index, traces);
}

}  // namespace loci::exchange
