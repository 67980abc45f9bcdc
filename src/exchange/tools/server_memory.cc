// The MCP project's server-memory: a graph as JSON lines, entities with their
// observations and relations between them. An entity becomes a note.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>

#include "base/json.h"
#include "base/text.h"
#include "exchange/store_notes.h"
#include "exchange/tool.h"
#include "note/paragraphs.h"
#include "note/slug.h"

namespace loci::exchange::server_memory {
namespace {

constexpr const char* kVariable = "MEMORY_FILE_PATH";
// Settings of tools that start MCP servers, below the user's home; what a
// repository ships names no file of its user's.
constexpr std::array<std::string_view, 4> kSettings{".claude.json", ".cursor/mcp.json",
                                                    ".codeium/windsurf/mcp_config.json",
                                                    ".config/Claude/claude_desktop_config.json"};
constexpr JsonLimits kLine{std::size_t{1} << 20, 16, 1'000};
constexpr JsonLimits kSettingsLimits{std::size_t{16} << 20, 64, 200'000};

struct Entity {
  std::string name;
  Json metadata = Json::object();
  std::vector<std::string> observations;
  std::vector<std::string> relations;
  std::string file;
};

std::string text_at(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

// A text as one item of a list: its further lines are indented.
std::string item(std::string_view text) {
  std::string lines = "-";
  for (const std::string_view line : split_lines(text)) {
    const std::string_view content = without_ending(line);
    if (lines.size() > 1) lines += '\n';
    if (!content.empty()) lines += fmt::format("{}{}", lines == "-" ? " " : "  ", content);
  }
  return lines + "\n";
}

std::string first_words(std::string_view text) {
  const std::vector<std::string_view> lines = split_lines(trim(text));
  if (lines.empty()) return {};
  return note::cut_words(trim(lines.front()));
}

std::string body_of(const Entity& entity) {
  std::string body;
  for (const std::string& observation : entity.observations) body += item(observation);
  if (entity.relations.empty()) return body;
  if (!body.empty()) body += '\n';
  body += "## Relations\n\n";
  for (const std::string& relation : entity.relations) body += item(relation);
  return body;
}

class Graph {
 public:
  // Whether the line says something that is understood.
  bool add(const Json& line) {
    if (!line.is_object()) return false;
    const std::string type = text_at(line, "type");
    if (type == "relation") {
      relations_.push_back(line);
      return line.contains("from") && line["from"].is_string() && line.contains("to") &&
             line["to"].is_string();
    }
    if (type != "entity" || text_at(line, "name").empty()) return false;
    Entity& entity = entity_called(text_at(line, "name"));
    for (const auto& [key, value] : line.items()) {
      if (key == "type" || key == "name") continue;
      if (key == "observations" && value.is_array()) {
        for (const Json& one : value) {
          entity.observations.push_back(one.is_string() ? one.get<std::string>() : dump_json(one));
        }
      } else if (!entity.metadata.contains(key)) {
        entity.metadata[key] = value;
      } else if (entity.metadata[key] != value) {
        entity.observations.push_back(fmt::format("{}: {}", key, dump_json(value)));
      }
    }
    return true;
  }

  StoreDrafts drafts(std::string_view path, std::string_view type) {
    name_files();
    for (const Json& relation : relations_) relate(relation);
    StoreDrafts drafts;
    for (const Entity& entity : entities_) {
      Missing fields{entity.name, type, ""};
      if (!entity.observations.empty()) fields.description = first_words(entity.observations[0]);
      const std::string body = body_of(entity);
      drafts.notes.push_back({fmt::format("{}#{}", path, entity.name), entity.file,
                              new_note(body, fields, entity.metadata)});
    }
    return drafts;
  }

 private:
  Entity& entity_called(const std::string& name) {
    const auto known = places_.find(name);
    if (known != places_.end()) return entities_[known->second];
    places_.emplace(name, entities_.size());
    Entity& entity = entities_.emplace_back();
    entity.name = name;
    return entity;
  }

  // Before the relations are written, which name them.
  void name_files() {
    for (const Json& relation : relations_) {
      if (!text_at(relation, "from").empty()) (void)entity_called(text_at(relation, "from"));
    }
    std::set<std::string> taken;
    for (Entity& entity : entities_) {
      entity.file = *note::free_file_name(
          note::file_name_for_title(entity.name),
          [&](const std::string& file) -> Result<bool> { return taken.contains(fold(file)); });
      taken.insert(fold(entity.file));
    }
  }

  // A link where the other end is a note, else its name.
  void relate(const Json& relation) {
    const std::string from = text_at(relation, "from");
    const std::string to = text_at(relation, "to");
    if (from.empty() || to.empty()) return;
    std::string kind = text_at(relation, "relationType");
    if (kind.empty()) kind = "related to";
    const auto known = places_.find(to);
    std::string line =
        known == places_.end()
            ? fmt::format("{} {}", kind, to)
            : fmt::format("{} [[{}]]", kind, note::stem(entities_[known->second].file));
    for (const auto& [key, value] : relation.items()) {
      if (key == "type" || key == "from" || key == "to" || key == "relationType") continue;
      line += fmt::format(" ({}: {})", key, dump_json(value));
    }
    if (known != places_.end() && note::stem(entities_[known->second].file) != to) {
      line += fmt::format(" ({})", to);
    }
    entity_called(from).relations.push_back(std::move(line));
  }

  std::vector<Entity> entities_;
  std::map<std::string, std::size_t> places_;  // of entities_, by name
  std::vector<Json> relations_;
};

// Every text under a key of that name, however deep.
void find_values(const Json& json, const char* key, std::vector<std::string>& found) {
  if (json.is_array() || json.is_object()) {
    for (const auto& [name, value] : json.items()) {
      if (name == key && value.is_string()) found.push_back(value.get<std::string>());
      find_values(value, key, found);
    }
  }
}

std::vector<StorePlace> server_memory_places(const StoreSearch& search) {
  std::vector<std::string> paths;
  if (const auto set = search.around.environment.get(kVariable)) paths.push_back(*set);
  for (const std::string_view file : kSettings) {
    const auto text = search.read(fmt::format("{}/{}", search.around.user_home, file));
    if (!text || text->find(kVariable) == std::string::npos) continue;
    const auto json = parse_json(*text, kSettingsLimits);
    if (json) find_values(*json, kVariable, paths);
  }
  std::vector<StorePlace> places;
  std::set<std::string> known;
  for (const std::string& path : paths) {
    if (!path.starts_with('/') || !known.insert(path).second) continue;
    places.push_back({path, StoreReach::Global});
  }
  return places;
}

bool reads_server_memory(std::string_view path) {
  return path.ends_with(".jsonl") || path == "memory.json";
}

StoreDrafts parse_server_memory(const std::vector<StoreFile>& files, std::string_view type) {
  StoreDrafts all;
  for (const StoreFile& file : files) {
    Graph graph;
    std::vector<std::string> warnings;
    std::size_t number = 0;
    for (const std::string_view line : split_lines(file.text)) {
      ++number;
      if (trim(line).empty()) continue;
      const auto json = parse_json(trim(line), kLine);
      if (json && graph.add(*json)) continue;
      warnings.push_back(fmt::format("{}:{}: left out, it is neither an entity nor a relation",
                                     printable(file.path, true), number));
    }
    StoreDrafts drafts = graph.drafts(file.path, type);
    std::move(drafts.notes.begin(), drafts.notes.end(), std::back_inserter(all.notes));
    std::move(warnings.begin(), warnings.end(), std::back_inserter(all.warnings));
  }
  return all;
}

constexpr ForeignStore kStore{.title = "MCP server-memory",
                              .reach = StoreReach::Global,
                              .places = server_memory_places,
                              .reads = reads_server_memory,
                              .enters = no_directory,
                              .parse = parse_server_memory};

}  // namespace

extern constinit const Tool kTool{
    .name = "server-memory",
    .title = "MCP server-memory",
    .store = &kStore,
};

}  // namespace loci::exchange::server_memory
