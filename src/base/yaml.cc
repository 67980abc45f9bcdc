#include "base/yaml.h"

#include <fmt/format.h>
#include <yaml.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/limits.h"
#include "base/text.h"
#include "base/yaml_keys.h"

namespace loci {
namespace {

// libyaml counts characters; we need bytes and lines. Positions come nearly in
// order, so a cursor that walks both ways is linear in practice and needs no table.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  void move_to(std::size_t index) {
    while (index_ < index && byte_ < text_.size()) {
      if (text_[byte_] == '\n') ++line_;
      ++byte_;
      while (byte_ < text_.size() && is_continuation(text_[byte_])) ++byte_;
      ++index_;
    }
    while (index_ > index && byte_ > 0) {
      --byte_;
      while (byte_ > 0 && is_continuation(text_[byte_])) --byte_;
      if (text_[byte_] == '\n') --line_;
      --index_;
    }
  }
  [[nodiscard]] std::size_t byte() const { return byte_; }
  [[nodiscard]] std::size_t line() const { return line_; }

 private:
  static bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

  std::string_view text_;
  std::size_t index_ = 0;
  std::size_t byte_ = 0;
  std::size_t line_ = 1;
};

std::string_view as_view(const yaml_char_t* text, std::size_t length) {
  return {reinterpret_cast<const char*>(text), length};
}

class Builder {
 public:
  // libyaml asserts that there is a text, also where it has no bytes.
  explicit Builder(std::string_view text)
      : text_(text.empty() ? std::string_view("") : text), cursor_(text_) {
    ready_ = yaml_parser_initialize(&parser_) == 1;
    if (!ready_) return;
    // Said outright, or a text that starts like a UTF-16 BOM would be read as such.
    yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text_.data()),
                                 text_.size());
  }
  Builder(const Builder&) = delete;
  Builder& operator=(const Builder&) = delete;
  ~Builder() {
    if (ready_) yaml_parser_delete(&parser_);
  }

  YamlDocument build() {
    document_.root.kind = YamlNode::Kind::Map;
    document_.root.line = 1;
    bool more = ready_;
    while (more) {
      yaml_event_t event;
      if (yaml_parser_parse(&parser_, &event) != 1) {
        add_parser_fault();
        break;
      }
      more = take(event);
      yaml_event_delete(&event);
    }
    finish();
    return std::move(document_);
  }

 private:
  // False when there is nothing more to read.
  bool take(const yaml_event_t& event) {
    switch (event.type) {
      case YAML_STREAM_END_EVENT:
        return false;
      case YAML_DOCUMENT_START_EVENT:
        if (++documents_ > 1) {
          return stop(event.start_mark, "more than one YAML document");
        }
        return true;
      case YAML_ALIAS_EVENT:
        complain(event.start_mark, "aliases ('*name') are not allowed");
        return place(event, YamlNode::Kind::Scalar) && close_leaf(event.end_mark);
      case YAML_SCALAR_EVENT: {
        const auto& scalar = event.data.scalar;
        check_properties(event.start_mark, scalar.anchor, scalar.tag);
        if (!place(event, YamlNode::Kind::Scalar)) return false;
        YamlNode& node = *open_.back();
        node.scalar = as_view(scalar.value, scalar.length);
        node.quoted = scalar.style != YAML_PLAIN_SCALAR_STYLE;
        const bool block =
            scalar.style == YAML_LITERAL_SCALAR_STYLE || scalar.style == YAML_FOLDED_SCALAR_STYLE;
        close_leaf(event.end_mark);
        // A block's mark is the start of the line behind it.
        if (block) node.end = node.begin + trim_right(slice(node.begin, node.end)).size();
        return true;
      }
      case YAML_SEQUENCE_START_EVENT:
        check_properties(event.start_mark, event.data.sequence_start.anchor,
                         event.data.sequence_start.tag);
        return place(event, YamlNode::Kind::List);
      case YAML_MAPPING_START_EVENT:
        check_properties(event.start_mark, event.data.mapping_start.anchor,
                         event.data.mapping_start.tag);
        return place(event, YamlNode::Kind::Map);
      case YAML_SEQUENCE_END_EVENT:
      case YAML_MAPPING_END_EVENT:
        close_collection(event);
        return true;
      default:
        return true;
    }
  }

  // Opens a node where the innermost open collection expects one.
  bool place(const yaml_event_t& event, YamlNode::Kind kind) {
    YamlNode* node = &document_.root;
    if (open_.empty()) {
      if (kind != YamlNode::Kind::Map) {
        return stop(event.start_mark, "the frontmatter is not a list of 'key: value' fields");
      }
    } else {
      YamlNode& parent = *open_.back();
      const bool is_key = parent.kind == YamlNode::Kind::Map && parent.items.size() % 2 == 0;
      if (kind != YamlNode::Kind::Scalar) {
        if (is_key) complain(event.start_mark, "a key must be text");
        if (open_.size() >= static_cast<std::size_t>(kFrontmatterDepth)) {
          return stop(event.start_mark,
                      fmt::format("nested deeper than {} levels", kFrontmatterDepth));
        }
      }
      node = &parent.items.emplace_back();
    }
    cursor_.move_to(event.start_mark.index);
    node->kind = kind;
    node->line = cursor_.line();
    node->begin = cursor_.byte();
    node->end = node->begin;
    open_.push_back(node);
    return true;
  }

  bool close_leaf(const yaml_mark_t& end) {
    cursor_.move_to(end.index);
    open_.back()->end = cursor_.byte();
    open_.pop_back();
    return true;
  }

  void close_collection(const yaml_event_t& event) {
    YamlNode& node = *open_.back();
    // The end of a flow collection is its bracket; the end of a block one is an
    // empty mark on whatever comes next.
    if (event.start_mark.index != event.end_mark.index) {
      cursor_.move_to(event.end_mark.index);
      node.end = cursor_.byte();
    } else if (!node.items.empty()) {
      node.end = node.items.back().end;
    }
    if (node.kind == YamlNode::Kind::Map) report_repeated_keys(node);
    open_.pop_back();
  }

  void report_repeated_keys(const YamlNode& map) {
    for_each_repeated_key(map, [&](std::size_t i) {
      document_.faults.push_back(
          {map.items[i].line,
           fmt::format("duplicate key '{}'", cut_characters(printable(map.items[i].scalar, true),
                                                            kDescriptionCharacters)),
           true});
    });
  }

  void check_properties(const yaml_mark_t& mark, const yaml_char_t* anchor,
                        const yaml_char_t* tag) {
    if (anchor != nullptr) complain(mark, "anchors ('&name') are not allowed");
    if (tag != nullptr) complain(mark, "tags ('!name') are not allowed");
  }

  void complain(const yaml_mark_t& mark, std::string message) {
    cursor_.move_to(mark.index);
    document_.faults.push_back({cursor_.line(), std::move(message), false});
  }

  bool stop(const yaml_mark_t& mark, std::string message) {
    complain(mark, std::move(message));
    document_.broken = true;
    break_line_ = document_.faults.back().line;
    return false;
  }

  void add_parser_fault() {
    document_.broken = true;
    std::string message = parser_.problem == nullptr ? "cannot be parsed" : parser_.problem;
    if (parser_.error == YAML_READER_ERROR) {
      const std::string_view before = text_.substr(0, parser_.problem_offset);
      const auto breaks = std::count(before.begin(), before.end(), '\n');
      break_line_ = static_cast<std::size_t>(breaks) + 1;
      document_.faults.push_back({break_line_, std::move(message), false});
      return;
    }
    // An open quote is noticed at the end of the text; where it opens is of use.
    const bool at_end = message.find("end of stream") != std::string::npos;
    if (parser_.context != nullptr) message += fmt::format(" {}", parser_.context);
    if (message.find("mapping values are not allowed") != std::string::npos) {
      message += "; put quotes around a value that contains ': '";
    }
    stop(at_end && parser_.context != nullptr ? parser_.context_mark : parser_.problem_mark,
         std::move(message));
  }

  void finish() {
    if (document_.broken) {
      // What was open stays as far as it came, less a key without its value.
      for (auto node = open_.rbegin(); node != open_.rend(); ++node) {
        YamlNode& open = **node;
        if (open.kind == YamlNode::Kind::Map && open.items.size() % 2 == 1) open.items.pop_back();
        // Nor is a value whole that the break was found in: "key: one: two".
        while (open.kind == YamlNode::Kind::Map && !open.items.empty() &&
               open.items.back().kind == YamlNode::Kind::Scalar &&
               open.items.back().line >= break_line_) {
          open.items.resize(open.items.size() - 2);
        }
        if (!open.items.empty()) open.end = open.items.back().end;
        if (open.kind == YamlNode::Kind::Map) report_repeated_keys(open);
      }
    }
    std::stable_sort(document_.faults.begin(), document_.faults.end(),
                     [](const YamlFault& a, const YamlFault& b) { return a.line < b.line; });
  }

  [[nodiscard]] std::string_view slice(std::size_t begin, std::size_t end) const {
    return text_.substr(begin, end - begin);
  }

  std::string_view text_;
  Cursor cursor_;
  yaml_parser_t parser_{};
  bool ready_ = false;
  int documents_ = 0;
  std::size_t break_line_ = 0;
  YamlDocument document_;
  std::vector<YamlNode*> open_;  // innermost last; a parent never grows while a child is open
};

// Frontmatter as loci and most people write it, line for line `key: some words`
// in letters that mean nothing to YAML, needs no YAML parser: nothing else takes
// as long in a list of many notes. Whatever is not surely of this form is left
// to the parser.
std::optional<YamlDocument> parse_simple(std::string_view text) {
  constexpr std::size_t kLongestKey = 64;
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  YamlDocument document;
  YamlNode& map = document.root;
  map.kind = YamlNode::Kind::Map;
  map.line = 1;
  const auto add = [&](std::size_t line, std::size_t begin, std::size_t end) {
    YamlNode& node = map.items.emplace_back();
    node.line = line;
    node.begin = begin;
    node.end = end;
    node.scalar = text.substr(begin, end - begin);
  };
  std::size_t at = 0;
  for (std::size_t line = 1; at < text.size(); ++line) {
    const std::size_t key = at;
    while (at < text.size() && (is_letter(text[at]) || text[at] == '_')) ++at;
    if (at == key || at - key > kLongestKey || !text.substr(at).starts_with(": ")) {
      return std::nullopt;
    }
    if (map.find(text.substr(key, at - key)) != nullptr) return std::nullopt;
    add(line, key, at);
    const std::size_t value = at += 2;
    const auto is_safe = [&](char c) {
      return is_letter(c) || is_digit(c) ||
             (at > value && std::string_view(" ,.;/()_+-").find(c) != std::string_view::npos);
    };
    while (at < text.size() && is_safe(text[at])) ++at;
    const bool ends = at == text.size() || text[at] == '\n';
    if (at == value || !ends || text[at - 1] == ' ') return std::nullopt;
    add(line, value, at);
    ++at;
  }
  if (map.items.empty()) return std::nullopt;
  map.end = map.items.back().end;
  return document;
}

}  // namespace

const YamlNode* YamlNode::find(std::string_view key) const {
  if (kind != Kind::Map) return nullptr;
  for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
    if (items[i].kind == Kind::Scalar && items[i].scalar == key) return &items[i + 1];
  }
  return nullptr;
}

YamlDocument parse_yaml(std::string_view text) {
  if (text.size() > kFrontmatterBytes) {
    YamlDocument document;
    document.root.kind = YamlNode::Kind::Map;
    document.broken = true;
    document.faults.push_back({1, fmt::format("longer than {} bytes", kFrontmatterBytes), false});
    return document;
  }
  if (auto simple = parse_simple(text)) return std::move(*simple);
  return Builder(text).build();
}

}  // namespace loci
