#include "exchange/store_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/path.h"
#include "base/text.h"
#include "base/yaml.h"
#include "note/frontmatter.h"
#include "note/index_file.h"
#include "note/note.h"
#include "note/paragraphs.h"
#include "note/slug.h"
#include "note/split.h"
#include "note/validate.h"

namespace loci::exchange {
namespace {

using note::FaultCode;

// The kind of a tool that calls its notes' kinds otherwise.
constexpr const char* kOriginalType = "original_type";
constexpr std::string_view kUntitled = "Note";

bool has_any(const std::vector<note::Fault>& faults, std::initializer_list<FaultCode> codes) {
  return std::any_of(faults.begin(), faults.end(), [&](const note::Fault& fault) {
    return std::find(codes.begin(), codes.end(), fault.code) != codes.end();
  });
}

std::vector<note::Fault> faults_of(std::string_view text) {
  return note::validate(note::parse_note(text), note::requirements_for_shared_scope());
}

// As yaml_to_json(), but a number that would be written otherwise stays a text.
Json kept_value(const YamlNode& node) {
  if (node.kind == YamlNode::Kind::List) {
    Json list = Json::array();
    for (const YamlNode& item : node.items) list.push_back(kept_value(item));
    return list;
  }
  if (node.kind == YamlNode::Kind::Map) {
    Json map = Json::object();
    for (std::size_t i = 0; i + 1 < node.items.size(); i += 2) {
      map[node.items[i].scalar] = kept_value(node.items[i + 1]);
    }
    return map;
  }
  Json value = yaml_to_json(node);
  const bool same = value.is_string() || value.is_null() || dump_json(value) == node.scalar;
  return same ? value : Json(node.scalar);
}

void put(Json& metadata, std::string key, Json value) {
  const std::string wanted = key;
  for (int number = 2; metadata.contains(key); ++number) {
    if (metadata[key] == value) return;
    key = fmt::format("{}-{}", wanted, number);
  }
  metadata[key] = std::move(value);
}

bool is_text(const YamlNode& value) {
  return value.kind == YamlNode::Kind::Scalar && !is_yaml_null(value) &&
         !trim(value.scalar).empty();
}

// A list of words, or words with commas between them; nothing for anything else.
std::optional<std::vector<std::string>> words_of(const YamlNode& value) {
  std::vector<std::string> words;
  if (value.kind == YamlNode::Kind::List) {
    for (const YamlNode& item : value.items) {
      if (item.kind != YamlNode::Kind::Scalar) return std::nullopt;
      words.push_back(item.scalar);
    }
    return words;
  }
  if (!is_text(value)) return std::nullopt;
  std::string_view rest = value.scalar;
  while (!rest.empty()) {
    const std::string_view word = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(rest.size(), word.size() + 1));
    if (!trim(word).empty()) words.emplace_back(trim(word));
  }
  return words;
}

// Whether a line is a field as frontmatters and headers of files have them.
bool is_field_line(std::string_view line) {
  const std::size_t end = line.find_first_not_of("abcdefghijklmnopqrstuvwxyz_-");
  return end != 0 && end != std::string_view::npos && line[end] == ':' &&
         (end + 1 == line.size() || line[end + 1] == ' ');
}

// What a text is about, for a note without a description: its first line of
// prose, for a name stands in the heading as well as in the note's own.
std::string described(std::string_view body) {
  bool header = true;
  for (const std::string_view line : split_lines(body)) {
    std::string_view text = trim(line);
    if (text.empty() || text.starts_with('#') || text == "---") continue;
    header = header && is_field_line(text);
    if (header) continue;
    for (const std::string_view mark : {"- ", "* ", "> "}) {
      if (text.starts_with(mark)) text = trim(text.substr(mark.size()));
    }
    if (!text.empty()) return note::cut_words(text);
  }
  note::Note content;
  content.body = body;
  return note::first_line(content);
}

// The fields of a frontmatter that has others beside a note's own.
class Rebuilding {
 public:
  explicit Rebuilding(const Missing& missing) : missing_(missing) {}

  note::Draft read(const YamlNode& root) {
    // What is under `metadata` already keeps its keys; the others give way.
    for (std::size_t i = 0; i + 1 < root.items.size(); i += 2) {
      if (root.items[i].scalar == "metadata" && root.items[i + 1].kind == YamlNode::Kind::Map) {
        draft_.metadata = kept_value(root.items[i + 1]);
      }
    }
    read_nested_type();
    for (std::size_t i = 0; i + 1 < root.items.size(); i += 2) {
      read_field(root.items[i].scalar, root.items[i + 1]);
    }
    if (draft_.name.empty()) draft_.name = title_.empty() ? missing_.name : title_;
    if (draft_.type.empty() && !nested_type_) {
      draft_.type = strange_type().empty() ? std::string(missing_.type)
                                           : std::string(note::type_name(note::Type::Project));
    }
    return std::move(draft_);
  }
  // A type that no note has, where it had one.
  [[nodiscard]] std::string strange_type() const {
    // What a tool calls every note of its says nothing.
    const bool says_nothing = strange_type_ == "note" || strange_type_ == "memory";
    return says_nothing ? "" : strange_type_;
  }

 private:
  void read_nested_type() {
    const auto found = draft_.metadata.find("type");
    if (found == draft_.metadata.end()) return;
    nested_type_ = found->is_string() && note::parse_type(found->get<std::string>()).has_value();
    if (nested_type_) return;
    Json value = *found;
    if (value.is_string()) strange_type_ = value.get<std::string>();
    draft_.metadata.erase("type");
    put(draft_.metadata, kOriginalType, std::move(value));
  }

  void read_field(const std::string& key, const YamlNode& value) {
    if (key == "metadata" && (value.kind == YamlNode::Kind::Map || is_yaml_null(value))) return;
    if (key == "type" && is_text(value)) {
      const auto type = note::parse_type(value.scalar);
      if (type) {
        draft_.type = note::type_name(*type);
      } else {
        put(draft_.metadata, kOriginalType, Json(value.scalar));
        strange_type_ = value.scalar;
      }
      return;
    }
    if (key == "tags") {
      if (auto words = words_of(value)) {
        draft_.tags = std::move(*words);
        return;
      }
    }
    if (std::string* into = text_field(key); into != nullptr && into->empty() && is_text(value)) {
      *into = trim(value.scalar);
      return;
    }
    if (!is_yaml_null(value) || !is_field(key)) put(draft_.metadata, key, kept_value(value));
  }

  std::string* text_field(std::string_view key) {
    if (key == "name") return &draft_.name;
    if (key == "title") return &title_;
    if (key == "description") return &draft_.description;
    if (key == "agent_name" || key == "agent") return &draft_.agent_name;
    return nullptr;
  }
  static bool is_field(std::string_view key) {
    return key == "name" || key == "description" || key == "type" || key == "tags" ||
           key == "agent_name" || key == "agent";
  }

  const Missing& missing_;
  note::Draft draft_;
  std::string title_;
  std::string strange_type_;
  bool nested_type_ = false;
};

std::optional<Adopted> rebuilt(std::string_view text, const Missing& missing) {
  const note::Split split = note::split_note(text);
  const std::string_view yaml = text.substr(split.yaml_begin, split.yaml_end - split.yaml_begin);
  const YamlDocument document = parse_yaml(yaml);
  if (document.broken) return std::nullopt;
  const YamlNode* title = document.root.find("title");
  const YamlNode* name = document.root.find("name");
  Rebuilding rebuilding(missing);
  note::Draft draft = rebuilding.read(document.root);
  // A title beside a name of another wording is somebody's own key.
  if (title != nullptr && name != nullptr && is_text(*title) && is_text(*name) &&
      trim(title->scalar) != trim(name->scalar)) {
    put(draft.metadata, "title", kept_value(*title));
  }
  draft.body = text.substr(split.body_begin);
  if (draft.description.empty()) draft.description = described(draft.body);
  std::string made = note::render_note(draft);
  if (!faults_of(made).empty()) return std::nullopt;
  return Adopted{std::move(made), false, rebuilding.strange_type()};
}

// The text with each field in quotes that is no YAML by itself but stands on one line:
// programs that do not quote write "description: Plots: how" and "name: `x`".
std::string with_quotes(std::string_view text) {
  // What begins so is meant as YAML and may go on in the next line.
  constexpr std::string_view kStructured = "\"'[{|>&*!#";
  const note::Split split = note::split_note(text);
  std::string quoted(text.substr(0, split.yaml_begin));
  for (const std::string_view line :
       split_lines(text.substr(split.yaml_begin, split.yaml_end - split.yaml_begin))) {
    const std::string_view value = is_field_line(trim_right(line))
                                       ? trim(line.substr(line.find(':') + 1))
                                       : std::string_view();
    if (value.empty() || kStructured.find(value.front()) != std::string_view::npos ||
        !parse_yaml(line).broken) {
      quoted += line;
      continue;
    }
    const std::string_view before = line.substr(0, line.find(':'));
    const std::string_view end = line.substr(trim_right(line).size());
    quoted += fmt::format("{}: {}{}", before, yaml_quoted(value), end);
  }
  return quoted.append(text.substr(split.yaml_end));
}

// The whole text as the body of a note, with what can be guessed of its fields.
std::string wrapped(std::string_view text, const Missing& missing) {
  const note::Note parsed = note::parse_note(text);
  Missing fields = missing;
  if (!parsed.name.empty()) fields.name = parsed.name;
  if (!parsed.description.empty()) fields.description = parsed.description;
  if (parsed.type) fields.type = note::type_name(*parsed.type);
  return new_note(text, fields);
}

}  // namespace

std::string new_note(std::string_view body, const Missing& missing, Json metadata) {
  note::Draft draft;
  draft.name = trim(missing.name).empty() ? std::string(kUntitled) : missing.name;
  draft.description = missing.description;
  if (draft.description.empty()) draft.description = described(body);
  draft.type = missing.type;
  draft.metadata = std::move(metadata);
  draft.body = body;
  return note::render_note(draft);
}

Adopted adopt(std::string_view text, const Missing& missing) {
  const std::vector<note::Fault> faults = faults_of(text);
  if (faults.empty()) return {std::string(text)};
  const bool readable = !has_any(faults, {FaultCode::BrokenYaml, FaultCode::UnclosedFrontmatter,
                                          FaultCode::FrontmatterTooLarge, FaultCode::DuplicateKey});
  if (readable && has_any(faults, {FaultCode::NoFrontmatter})) {
    return {new_note(text.substr(note::split_note(text).start), missing)};
  }
  if (readable &&
      !has_any(faults, {FaultCode::UnknownKey, FaultCode::WrongKind, FaultCode::BadType})) {
    Result<std::string> filled = std::string(text);
    if (has_any(faults, {FaultCode::MissingType})) {
      filled = note::set_field(*filled, "type", missing.type);
    }
    if (filled && has_any(faults, {FaultCode::MissingName})) {
      filled = note::set_field(*filled, "name", missing.name);
    }
    const note::Note made = note::parse_note(filled ? *filled : text);
    if (filled && made.description.empty() && !described(made.body).empty()) {
      filled = note::set_field(*filled, "description", described(made.body));
    }
    if (filled && faults_of(*filled).empty()) return {std::move(*filled)};
  }
  if (readable) {
    if (auto made = rebuilt(text, missing)) return std::move(*made);
  } else if (std::string quoted = with_quotes(text); quoted != text) {
    Adopted made = adopt(quoted, missing);
    if (!made.unreadable) return made;
  }
  return {wrapped(text, missing), true};
}

bool is_markdown(std::string_view path) {
  const std::string_view name = last_component(path);
  return name.ends_with(".md") && !name.starts_with('.');
}

bool is_open_directory(std::string_view path) { return !last_component(path).starts_with('.'); }
bool no_directory(std::string_view /*path*/) { return false; }

std::string store_home(const StoreSearch& search, std::string_view variable,
                       std::string_view in_home) {
  const auto set = search.around.environment.get(variable);
  if (set && set->starts_with('/')) return *set;
  return fmt::format("{}/{}", search.around.user_home, in_home);
}

std::string data_home(const StoreSearch& search) {
  return store_home(search, "XDG_DATA_HOME", ".local/share");
}

std::string flat_name(std::string_view path) {
  std::string name = replace_all(path, "/", "-");
  while (name.starts_with('-')) name.erase(0, 1);
  return note::file_name_fault(name) ? note::file_name_for_title(note::stem(name)) : name;
}

std::string title_of(std::string_view path) {
  std::string title = note::title_for_file_name(last_component(path));
  return trim(title).empty() ? std::string(kUntitled) : title;
}

void add_warnings(StoreDrafts& drafts, std::string_view path, const Adopted& adopted) {
  if (adopted.unreadable) {
    drafts.warnings.push_back(
        fmt::format("{}: its frontmatter cannot be read and stays part of the text", path));
  }
  if (!adopted.strange_type.empty()) {
    drafts.strange_types[adopted.strange_type].emplace_back(path);
  }
}

void add_file(StoreDrafts& drafts, const StoreFile& file, std::string_view type) {
  if (trim(file.text).empty()) return;
  Adopted adopted = adopt(file.text, {title_of(file.path), type});
  add_warnings(drafts, file.path, adopted);
  drafts.notes.push_back({file.path, flat_name(file.path), std::move(adopted.text)});
}

StoreDrafts parse_notes(const std::vector<StoreFile>& files, std::string_view type) {
  StoreDrafts drafts;
  for (const StoreFile& file : files) add_file(drafts, file, type);
  return drafts;
}

IndexFacts index_facts(std::string_view index, const std::vector<StoreFile>& files) {
  std::set<std::string_view> known;
  for (const StoreFile& file : files) known.insert(file.path);
  IndexFacts facts;
  std::set<std::size_t> listed;
  for (const note::IndexEntry& entry : note::parse_index(index)) {
    if (!known.contains(entry.file)) continue;
    listed.insert(entry.line);
    if (!entry.hook.empty()) facts.hooks.emplace(entry.file, entry.hook);
  }
  bool says_something = false;
  std::size_t number = 0;
  for (const std::string_view line : split_lines(index)) {
    if (listed.contains(number++)) continue;
    const std::string_view text = trim(line);
    if (!facts.prose.empty() || !text.empty()) facts.prose += line;
    says_something = says_something || (!text.empty() && !text.starts_with('#'));
  }
  facts.prose = says_something ? fmt::format("{}\n", trim_right(facts.prose)) : "";
  return facts;
}

StoreDrafts parse_indexed(const std::vector<StoreFile>& files, std::string_view type,
                          const StoreDraft& own, const Missing& own_fields) {
  StoreDrafts drafts;
  std::map<std::string, std::string> hooks;  // by path
  for (const StoreFile& file : files) {
    if (last_component(file.path) != note::kIndexFile) continue;
    const std::string directory = file.path.substr(0, file.path.size() - note::kIndexFile.size());
    std::vector<StoreFile> here;
    for (const StoreFile& other : files) {
      if (other.path.starts_with(directory) && other.path != file.path) {
        here.push_back({other.path.substr(directory.size()), ""});
      }
    }
    const IndexFacts facts = index_facts(file.text, here);
    for (const auto& [name, hook] : facts.hooks) hooks.emplace(directory + name, hook);
    if (facts.prose.empty()) continue;
    const std::string name = directory.empty() ? own.file : flat_name(directory + "memory.md");
    drafts.notes.push_back({file.path, name, adopt(facts.prose, own_fields).text});
  }
  for (const StoreFile& file : files) {
    if (last_component(file.path) == note::kIndexFile) continue;
    const std::size_t before = drafts.notes.size();
    add_file(drafts, file, type);
    const auto hook = hooks.find(file.path);
    if (drafts.notes.size() == before || hook == hooks.end()) continue;
    const note::Note made = note::parse_note(drafts.notes.back().text);
    if (made.description != hook->second) drafts.notes.back().hook = hook->second;
  }
  return drafts;
}

}  // namespace loci::exchange
