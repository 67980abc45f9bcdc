#include "note/note.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "base/limits.h"
#include "base/text.h"
#include "base/yaml.h"
#include "note/fields.h"
#include "note/paragraphs.h"
#include "note/slug.h"
#include "note/split.h"

namespace loci::note {
namespace {

constexpr std::array<std::string_view, 4> kTypeNames = {"user", "feedback", "project", "reference"};

// Offset of the first byte that is not UTF-8; nearly all notes are ASCII, so
// eight bytes at a time.
std::size_t find_invalid_utf8(std::string_view text) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080U;
  for (std::size_t at = 0; at < text.size();) {
    std::uint64_t word = 0;
    if (at + sizeof word <= text.size()) {
      std::memcpy(&word, text.data() + at, sizeof word);
      if ((word & kHighBits) == 0) {
        at += sizeof word;
        continue;
      }
    }
    if (static_cast<unsigned char>(text[at]) < 0x80U) {
      ++at;
      continue;
    }
    const std::size_t length = decode_utf8(text.substr(at)).length;
    if (length == 1) return at;
    at += length;
  }
  return kNowhere;
}

std::size_t line_of(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  return static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
}

std::string_view kind_name(YamlNode::Kind kind) {
  switch (kind) {
    case YamlNode::Kind::Scalar:
      return "text";
    case YamlNode::Kind::List:
      return "a list";
    case YamlNode::Kind::Map:
      break;
  }
  return "a map";
}

std::string shown_word(std::string_view word) {
  return std::string(cut_characters(printable(word, true), kDescriptionCharacters));
}

// Reads the fields of one frontmatter into a note.
class FieldReader {
 public:
  explicit FieldReader(Note& note) : note_(note) {}

  void read(const YamlNode& root) {
    for (std::size_t i = 0; i + 1 < root.items.size(); i += 2) {
      const YamlNode& key = root.items[i];
      if (key.kind != YamlNode::Kind::Scalar) continue;  // YAML's own fault
      read_field(key, root.items[i + 1]);
    }
    if (note_.agent_name.empty()) note_.agent_name = std::move(alias_agent_);
    if (!type_given_) read_nested_type();
  }

 private:
  void read_field(const YamlNode& key, const YamlNode& value) {
    const std::string_view name = key.scalar;
    if (name == "name") {
      read_text(name, value, note_.name);
    } else if (name == "description") {
      read_text(name, value, note_.description);
    } else if (name == "type") {
      read_type(value);
    } else if (name == "agent_name") {
      read_text(name, value, note_.agent_name);
    } else if (name == "agent") {
      read_text(name, value, alias_agent_);
    } else if (name == "tags") {
      read_tags(value);
    } else if (name == "metadata") {
      read_metadata(value);
    } else {
      report_unknown(key);
    }
  }

  // The first of a repeated key counts; the repetition is a fault already.
  void read_text(std::string_view key, const YamlNode& value, std::string& into) {
    if (value.kind != YamlNode::Kind::Scalar) {
      wrong_kind(value, key, "text");
    } else if (into.empty() && !is_yaml_null(value)) {
      into = trim(value.scalar);
    }
  }

  void read_type(const YamlNode& value) {
    if (value.kind != YamlNode::Kind::Scalar) {
      wrong_kind(value, "type", "text");
      type_given_ = true;
      return;
    }
    if (type_given_ || is_yaml_null(value) || trim(value.scalar).empty()) return;
    type_given_ = true;
    set_type(value.scalar, value.line + 1);
  }

  void set_type(std::string_view text, std::size_t line) {
    note_.type = parse_type(text);
    if (note_.type) return;
    add(FaultCode::BadType, line,
        fmt::format("type '{}' is not one of user, feedback, project, reference",
                    shown_word(trim(text))));
  }

  void read_tags(const YamlNode& value) {
    if (is_yaml_null(value)) return;
    if (value.kind != YamlNode::Kind::List) wrong_kind(value, "tags", "a list");
    if (!note_.tags.empty()) return;
    if (value.kind == YamlNode::Kind::Scalar) note_.tags.push_back(value.scalar);
    if (value.kind != YamlNode::Kind::List) return;
    note_.tags.reserve(value.items.size());
    for (const YamlNode& item : value.items) {
      if (item.kind != YamlNode::Kind::Scalar) {
        wrong_kind(item, "tags", "a list of words");
      } else if (!item.scalar.empty()) {
        note_.tags.push_back(item.scalar);
      }
    }
  }

  void read_metadata(const YamlNode& value) {
    if (is_yaml_null(value)) return;
    if (value.kind != YamlNode::Kind::Map) {
      wrong_kind(value, "metadata", "a map");
      return;
    }
    if (metadata_ != nullptr) return;
    metadata_ = &value;
    note_.metadata = yaml_to_json(value);
  }

  void read_nested_type() {
    const YamlNode* nested = metadata_ == nullptr ? nullptr : metadata_->find("type");
    if (nested == nullptr || nested->kind != YamlNode::Kind::Scalar) return;
    if (!is_yaml_null(*nested) && !trim(nested->scalar).empty()) {
      set_type(nested->scalar, nested->line + 1);
    }
  }

  void report_unknown(const YamlNode& key) {
    constexpr std::size_t kLongestSlip = 32;
    std::string_view near;
    if (key.scalar.size() <= kLongestSlip) {
      near = closest(key.scalar, {"name", "description", "type", "agent_name", "tags", "metadata"});
    }
    add(FaultCode::UnknownKey, key.line + 1,
        near.empty()
            ? fmt::format("unknown key '{}': put it under 'metadata'", shown_word(key.scalar))
            : fmt::format("unknown key '{}': did you mean '{}'? Other keys go under "
                          "'metadata'",
                          shown_word(key.scalar), near));
  }

  void wrong_kind(const YamlNode& value, std::string_view key, std::string_view wanted) {
    add(FaultCode::WrongKind, value.line + 1,
        fmt::format("'{}' must be {}, not {}", key, wanted, kind_name(value.kind)));
  }

  void add(FaultCode code, std::size_t line, std::string message) {
    note_.faults.push_back({code, line, std::move(message)});
  }

  Note& note_;
  std::string alias_agent_;
  bool type_given_ = false;
  const YamlNode* metadata_ = nullptr;
};

// The value of a "key: value" line in a frontmatter that is not YAML: what its
// author most likely meant.
std::string_view simple_value(std::string_view value) {
  value = trim(value);
  if (value.starts_with('"') || value.starts_with('\'')) {
    const char quote = value.front();
    value.remove_prefix(1);
    return value.substr(0, value.rfind(quote));
  }
  if (value.starts_with('#')) return {};
  value = trim_right(value.substr(0, value.find(" #")));
  const bool is_block_mark = value.find_first_not_of("|>+-0123456789") == kNowhere;
  return is_block_mark && value.find_first_of("|>") == 0 ? std::string_view() : value;
}

// Fills what is still empty from simple lines, so that a broken note stays listable.
void recover_fields(Note& note, std::string_view yaml) {
  for (std::size_t at = 0; at < yaml.size();) {
    const std::string_view line = line_at(yaml, at);
    at += line.size();
    const std::size_t colon = line.find(':');
    if (colon == kNowhere) continue;
    const std::string_view key = line.substr(0, colon);
    const auto fill = [&](std::string& field) {
      if (field.empty()) field = simple_value(line.substr(colon + 1));
    };
    if (key == "name") {
      fill(note.name);
    } else if (key == "description") {
      fill(note.description);
    } else if (key == "agent_name" || key == "agent") {
      fill(note.agent_name);
    } else if (key == "type" && !note.type) {
      note.type = parse_type(simple_value(line.substr(colon + 1)));
    }
  }
}

// The lines behind an opening `---` that nobody closed, as far as they look like fields.
std::string_view unclosed_fields(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::string_view line = line_at(text, at);
    const std::size_t word = line.find_first_not_of("abcdefghijklmnopqrstuvwxyz_");
    if (word == 0 || word == kNowhere || line[word] != ':') break;
    at += line.size();
  }
  return text.substr(0, at);
}

void read_yaml(Note& note, std::string_view yaml) {
  const YamlDocument document = parse_yaml(yaml);
  for (const YamlFault& fault : document.faults) {
    const FaultCode code = fault.duplicate_key ? FaultCode::DuplicateKey : FaultCode::BrokenYaml;
    note.faults.push_back({code, fault.line + 1,
                           fault.duplicate_key ? fault.message : "broken YAML: " + fault.message});
  }
  FieldReader(note).read(document.root);
  if (document.broken) recover_fields(note, yaml);
}

}  // namespace

std::string_view type_name(Type type) { return kTypeNames[static_cast<std::size_t>(type)]; }

std::optional<Type> parse_type(std::string_view text) {
  const std::string_view word = trim(text);
  for (std::size_t i = 0; i < kTypeNames.size(); ++i) {
    if (word.size() == kTypeNames[i].size() && ascii_lower(word) == kTypeNames[i]) {
      return static_cast<Type>(i);
    }
  }
  return std::nullopt;
}

Note parse_note(std::string_view text) {
  Note note;
  const Split split = split_note(text);
  note.has_frontmatter = split.closed;
  note.body_begin = split.body_begin;
  note.body = text.substr(split.body_begin);
  note.body_line = line_of(text, split.body_begin);

  const std::size_t invalid = find_invalid_utf8(text);
  if (invalid != kNowhere) {
    note.faults.push_back({FaultCode::InvalidUtf8, line_of(text, invalid), "not valid UTF-8"});
  }
  const std::string_view yaml = text.substr(split.yaml_begin, split.yaml_end - split.yaml_begin);
  if (split.opened && !split.closed) {
    note.faults.push_back(
        {FaultCode::UnclosedFrontmatter, 1, "the frontmatter is not closed: no second '---' line"});
    recover_fields(note, unclosed_fields(yaml.substr(0, kFrontmatterBytes)));
  } else if (yaml.size() > kFrontmatterBytes) {
    note.faults.push_back(
        {FaultCode::FrontmatterTooLarge, 1,
         fmt::format("the frontmatter is longer than {} bytes", kFrontmatterBytes)});
    recover_fields(note, yaml.substr(0, kFrontmatterBytes));
  } else if (split.closed && invalid < split.yaml_end) {
    recover_fields(note, yaml);  // YAML must be UTF-8; one fault says so
  } else if (split.closed) {
    read_yaml(note, yaml);
  }
  if (note.faults.size() > 1) {
    std::stable_sort(note.faults.begin(), note.faults.end(),
                     [](const Fault& a, const Fault& b) { return a.line < b.line; });
  }
  return note;
}

namespace {

std::string first_words(const Note& note) {
  for (std::size_t at = 0; at < note.body.size();) {
    const std::string_view line = line_at(note.body, at);
    at += line.size();
    std::string_view words = trim(line);
    const std::size_t marks = std::min(words.find_first_not_of('#'), words.size());
    // "#tag" is a word, "# Title" and a bare "##" are headings.
    if (marks > 0 && marks <= 6 &&
        (marks == words.size() || words[marks] == ' ' || words[marks] == '\t')) {
      words = trim(words.substr(marks));
    }
    if (words.empty() || words.find_first_not_of('-') == kNowhere) continue;
    return one_line(words);
  }
  return {};
}

}  // namespace

std::string first_line(const Note& note) { return cut_words(first_words(note)); }

std::string shown_description(const Note& note) {
  std::string own = one_line(note.description);
  return own.empty() ? first_line(note) : own;
}

std::string compiled_description(const Note& note) {
  std::string own = one_line(note.description);
  if (!own.empty()) return own;
  return std::string(cut_characters(first_words(note), kDescriptionCharacters));
}

std::string shown_name(const Note& note, std::string_view file) {
  std::string own = one_line(note.name);
  return own.empty() ? std::string(stem(file)) : own;
}

std::string metadata_text(const Note& note, std::string_view key) {
  if (!note.metadata.is_object()) return {};
  const auto found = note.metadata.find(key);
  if (found == note.metadata.end() || found->is_null()) return {};
  return found->is_string() ? found->get<std::string>() : dump_json(*found);
}

}  // namespace loci::note
