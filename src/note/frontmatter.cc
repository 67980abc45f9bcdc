#include "note/frontmatter.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "base/text.h"
#include "base/yaml.h"
#include "note/fields.h"
#include "note/split.h"

namespace loci::note {
namespace {

std::string flow_value(const Json& value, bool in_flow) {
  if (value.is_string()) return yaml_scalar(value.get_ref<const std::string&>(), in_flow);
  std::string text;
  if (value.is_array()) {
    for (const Json& item : value) {
      text += fmt::format("{}{}", text.empty() ? "" : ", ", flow_value(item, true));
    }
    return fmt::format("[{}]", text);
  }
  if (value.is_object()) {
    for (const auto& [key, item] : value.items()) {
      text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", yaml_scalar(key, true),
                          flow_value(item, true));
    }
    return fmt::format("{{{}}}", text);
  }
  return dump_json(value);
}

void append_map(std::string& text, const Json& map, std::size_t indent) {
  for (const auto& [key, value] : map.items()) {
    text.append(indent, ' ');
    text += yaml_scalar(key, true);
    text += ':';
    if (value.is_object() && !value.empty()) {
      text += '\n';
      append_map(text, value, indent + 2);
    } else {
      text += fmt::format(" {}\n", flow_value(value, false));
    }
  }
}

Json as_list(const std::vector<std::string>& tags) {
  Json list = Json::array();
  for (const std::string& tag : tags) list.push_back(tag);
  return list;
}

// What is to be written under a key: the ways to write it, the shortest first,
// and how to tell that a parser reads it as meant.
struct Value {
  std::vector<std::string> written;
  std::function<bool(const YamlNode&)> is_meant;
};

Value text_value(std::string_view value) {
  return {.written = {yaml_scalar(value), yaml_quoted(value)},
          .is_meant = [text = std::string(value)](const YamlNode& node) {
            return node.kind == YamlNode::Kind::Scalar && node.scalar == text &&
                   !is_yaml_null(node);
          }};
}

Value list_value(const std::vector<std::string>& tags) {
  return {.written = {flow_value(as_list(tags), true)}, .is_meant = [tags](const YamlNode& node) {
            return node.kind == YamlNode::Kind::List &&
                   std::equal(node.items.begin(), node.items.end(), tags.begin(), tags.end(),
                              [](const YamlNode& item, const std::string& tag) {
                                return item.kind == YamlNode::Kind::Scalar && item.scalar == tag;
                              });
          }};
}

// Where a field stands: the map that holds it, and the place of its key there.
struct Location {
  const YamlNode* map = nullptr;
  std::size_t key = 0;  // place in map->items
  [[nodiscard]] bool found() const { return map != nullptr; }
};

Location locate_key(const YamlNode& map, std::string_view key) {
  for (std::size_t i = 0; !key.empty() && i + 1 < map.items.size(); i += 2) {
    if (map.items[i].kind == YamlNode::Kind::Scalar && map.items[i].scalar == key) return {&map, i};
  }
  return {};
}

// The line that a reader takes the field from: its own key, its alias, or for
// the type Claude's `metadata.type`.
Location locate(const YamlNode& root, const Field& field) {
  Location place = locate_key(root, field.key);
  if (!place.found()) place = locate_key(root, field.alias);
  if (!place.found() && field.key == "type") {
    const YamlNode* metadata = root.find("metadata");
    if (metadata != nullptr && metadata->kind == YamlNode::Kind::Map) {
      place = locate_key(*metadata, "type");
    }
  }
  return place;
}

bool is_same(const YamlNode& a, const YamlNode& b, const YamlNode* except_a,
             const YamlNode* except_b) {
  if (&a == except_a && &b == except_b) return true;
  return a.kind == b.kind && a.quoted == b.quoted && a.scalar == b.scalar &&
         std::equal(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(),
                    [&](const YamlNode& x, const YamlNode& y) {
                      return is_same(x, y, except_a, except_b);
                    });
}

// A comment behind the mark of a block scalar: "| # why".
std::string_view block_comment(std::string_view yaml, const YamlNode& value) {
  if (!value.quoted || (yaml[value.begin] != '|' && yaml[value.begin] != '>')) return {};
  const std::string_view header = without_ending(line_at(yaml, value.begin));
  const std::size_t comment = header.find(" #");
  return comment == kNowhere ? std::string_view() : header.substr(comment);
}

std::string replace_value(std::string_view yaml, const YamlNode& key, const YamlNode& value,
                          std::string_view written) {
  std::string result;
  if (value.begin == value.end) {
    result = fmt::format("{} {}{}", yaml.substr(0, value.begin), written, yaml.substr(value.end));
  } else if (value.line == key.line) {
    result = fmt::format("{}{}{}{}", yaml.substr(0, value.begin), written,
                         block_comment(yaml, value), yaml.substr(value.end));
  } else {
    // The value begins below its key: it moves up, and its own lines go.
    const std::size_t colon = std::min(yaml.find(':', key.end), yaml.size() - 1) + 1;
    const std::string_view rest = without_ending(line_at(yaml, colon));
    result = fmt::format("{} {}{}{}", yaml.substr(0, colon), written, rest, yaml.substr(value.end));
  }
  return result;
}

// Where a new field goes: below the nearest field that stands before it in the
// order of fields(), else on top; and where that cannot be read, at the end.
std::vector<std::size_t> places_for(std::string_view yaml, const YamlNode& root,
                                    const Field& field) {
  std::size_t at = 0;
  for (const Field& earlier : fields()) {
    if (earlier.key == field.key) break;
    Location place = locate_key(root, earlier.key);
    if (!place.found()) place = locate_key(root, earlier.alias);
    if (!place.found()) continue;
    const std::size_t end = root.items[place.key + 1].end;
    at = std::max(at, end + line_at(yaml, end).size());
  }
  return {at, yaml.size()};
}

Error broken(std::size_t line, std::string_view why) {
  return invalid_input(fmt::format("the frontmatter cannot be changed, line {}: {}", line, why),
                       "edit the file by hand");
}

// The frontmatter with the field set, or why not.
Result<std::string> edit_yaml(std::string_view yaml, const Field& field, const Value& value,
                              std::string_view ending) {
  const YamlDocument before = parse_yaml(yaml);
  if (before.broken) {
    const auto fault = std::find_if(before.faults.begin(), before.faults.end(),
                                    [](const YamlFault& f) { return !f.duplicate_key; });
    return fail(broken(fault->line + 1, fault->message));
  }
  const Location place = locate(before.root, field);
  if (place.found()) {
    const YamlNode& old_value = place.map->items[place.key + 1];
    if (value.is_meant(old_value)) return std::string(yaml);
    for (const std::string& written : value.written) {
      std::string edited = replace_value(yaml, place.map->items[place.key], old_value, written);
      const YamlDocument after = parse_yaml(edited);
      const Location now = locate(after.root, field);
      if (after.broken || !now.found() || now.key != place.key) continue;
      const YamlNode& new_value = now.map->items[now.key + 1];
      if (value.is_meant(new_value) && is_same(before.root, after.root, &old_value, &new_value)) {
        return edited;
      }
    }
    return fail(
        broken(old_value.line + 1,
               fmt::format("'{}' is written in a form that loci cannot change", field.key)));
  }
  const std::size_t first = before.root.items.empty() ? 0 : before.root.items.front().begin;
  const std::size_t line_start = yaml.substr(0, first).rfind('\n') + 1;
  const std::string_view indent = yaml.substr(line_start, first - line_start);
  for (const std::size_t at : places_for(yaml, before.root, field)) {
    for (const std::string& written : value.written) {
      std::string edited = fmt::format("{}{}{}: {}{}{}", yaml.substr(0, at), indent, field.key,
                                       written, ending, yaml.substr(at));
      YamlDocument after = parse_yaml(edited);
      const Location now = locate_key(after.root, field.key);
      if (after.broken || !now.found() || !value.is_meant(after.root.items[now.key + 1])) continue;
      const auto added = after.root.items.begin() + static_cast<std::ptrdiff_t>(now.key);
      after.root.items.erase(added, added + 2);
      if (is_same(before.root, after.root, nullptr, nullptr)) return edited;
    }
  }
  return fail(broken(2, fmt::format("a line '{}: …' cannot be added", field.key)));
}

Result<std::string> set_value(std::string_view text, const Field& field, const Value& value) {
  const Split split = split_note(text);
  const std::string_view ending = line_ending(text);
  if (split.opened && !split.closed) return fail(broken(1, "it is not closed"));
  const std::string_view yaml = text.substr(split.yaml_begin, split.yaml_end - split.yaml_begin);
  LOCI_ASSIGN(const std::string edited, edit_yaml(yaml, field, value, ending));
  if (split.closed) {
    return fmt::format("{}{}{}", text.substr(0, split.yaml_begin), edited,
                       text.substr(split.yaml_end));
  }
  const std::string_view body = text.substr(split.start);
  return fmt::format("{0}---{1}{2}---{1}{3}{4}", text.substr(0, split.start), ending, edited,
                     body.empty() ? "" : ending, body);
}

std::string with_endings(std::string_view body, std::string_view ending) {
  std::string result = replace_all(body, "\r\n", "\n");
  if (!result.empty() && !result.ends_with('\n')) result += '\n';
  return ending == "\n" ? result : replace_all(result, "\n", ending);
}

}  // namespace

std::string render_note(const Draft& draft) {
  std::string text = "---\n";
  const auto add = [&](std::string_view key, std::string_view value) {
    if (!value.empty()) text += fmt::format("{}: {}\n", key, yaml_scalar(value));
  };
  add("name", draft.name);
  add("description", draft.description);
  add("type", draft.type);
  add("agent_name", draft.agent_name);
  if (!draft.tags.empty()) text += fmt::format("tags: {}\n", flow_value(as_list(draft.tags), true));
  if (draft.metadata.is_object() && !draft.metadata.empty()) {
    text += "metadata:\n";
    append_map(text, draft.metadata, 2);
  }
  text += "---\n";
  if (draft.body.empty()) return text;
  text += '\n';
  text += draft.body;
  if (!text.ends_with('\n')) text += '\n';
  return text;
}

Result<std::string> set_field(std::string_view text, std::string_view key, std::string_view value) {
  const Field* field = find_field(key);
  if (field == nullptr || field->kind != FieldKind::Text) {
    return fail(
        invalid_input(fmt::format("'{}' is not a text field of a note", printable(key, true))));
  }
  if (!is_valid_utf8(value)) {
    return fail(invalid_input(fmt::format("the value of '{}' is not valid UTF-8", field->key)));
  }
  return set_value(text, *field, text_value(value));
}

Result<std::string> set_tags(std::string_view text, const std::vector<std::string>& tags) {
  if (!std::all_of(tags.begin(), tags.end(), [](const auto& tag) { return is_valid_utf8(tag); })) {
    return fail(invalid_input("a tag is not valid UTF-8"));
  }
  return set_value(text, *find_field("tags"), list_value(tags));
}

std::string replace_body(std::string_view text, std::string_view body) {
  const Split split = split_note(text);
  const std::string_view ending = line_ending(text);
  std::string result(text.substr(0, split.body_begin));
  const std::string fresh = with_endings(body, ending);
  if (fresh.empty()) return result;
  if (split.closed && !result.ends_with('\n')) result += ending;
  const bool has_blank = split.body_begin > split.after_close;
  const bool had_body = split.body_begin < text.size();
  const std::string_view first = line_at(fresh, 0);
  if (split.closed && !has_blank && (!had_body || trim(first).empty())) result += ending;
  // Without a frontmatter a body must not begin like one.
  if (!split.closed && split_note(fresh).opened) result += ending;
  return result + fresh;
}

}  // namespace loci::note
