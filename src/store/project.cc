#include "store/project.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/later_version.h"
#include "base/limits.h"
#include "base/path.h"
#include "fs/absent.h"
#include "fs/walk.h"
#include "store/place.h"

namespace loci::store {
namespace {

constexpr int kFormat = 1;
constexpr JsonLimits kLimits{.keys = 100'000};  // each path has up to five

std::string word_at(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : "";
}

template <typename Number>
Number number_at(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_number_integer() ? found->get<Number>() : 0;
}

const Json& list_at(const Json& json, const char* key) {
  static const Json kEmpty = Json::array();
  const auto found = json.find(key);
  return found != json.end() && found->is_array() ? *found : kEmpty;
}

DirectoryId id_at(const Json& json) {
  return {number_at<std::uint64_t>(json, "device"), number_at<std::uint64_t>(json, "inode"),
          number_at<std::int64_t>(json, "birth_ns")};
}

void put_id(Json& json, const DirectoryId& id) {
  json["device"] = id.device;
  json["inode"] = id.inode;
  json["birth_ns"] = id.birth_ns;
}

Json path_fields(const SeenPath& seen) {
  Json json = {{"path", text_of_path(seen.path)}};
  put_id(json, seen.id);
  if (!seen.origin.empty()) json["origin"] = seen.origin;
  return json;
}

Json trust_fields(const Trust& trust) {
  Json json = Json::object();
  if (trust.origin.empty()) {
    json["path"] = text_of_path(trust.path);
    put_id(json, trust.id);
    if (!trust.sources.empty()) json["sources"] = trust.sources;
  } else {
    json["origin"] = trust.origin;
  }
  json["time"] = trust.time;
  return json;
}

constexpr const char* kMend = "fix it, or move it away: it is then made again";

Error damaged_file(std::string_view path, const Error& error) {
  return corrupt(fmt::format("'{}': {}", path, error.message), kMend);
}

}  // namespace

bool Project::has_path(std::string_view path) const {
  return std::any_of(paths.begin(), paths.end(),
                     [&](const SeenPath& seen) { return seen.path == path; });
}

bool Project::trusts(const SeenPath& seen, std::string_view sources) const {
  return std::any_of(trusted.begin(), trusted.end(), [&](const Trust& trust) {
    if (trust.origin != seen.origin) return false;
    if (!seen.origin.empty()) return true;
    // Where nothing tells directories apart, the path must do as well.
    const bool same = trust.id.same(seen.id) ||
                      (trust.id.birth_ns == 0 && trust.id == seen.id && trust.path == seen.path);
    return same && trust.sources == sources;
  });
}

Result<Project> parse_project(std::string_view slug, std::string_view text) {
  auto json = parse_json(text, kLimits);
  if (!json) return fail(std::move(json));
  if (!json->is_object()) return fail(invalid_input("not a JSON object"));
  Project project;
  project.slug = slug;
  for (const Json& entry : list_at(*json, "paths")) {
    if (entry.is_string())
      project.paths.push_back({path_of_text(entry.get<std::string>()), {}, ""});
    if (!entry.is_object()) continue;
    project.paths.push_back(
        {path_of_text(word_at(entry, "path")), id_at(entry), word_at(entry, "origin")});
  }
  project.root_commit = word_at(*json, "root_commit");
  for (const Json& path : list_at(*json, "detached")) {
    if (path.is_string()) project.detached.push_back(path_of_text(path.get<std::string>()));
  }
  for (const Json& entry : list_at(*json, "trusted")) {
    if (!entry.is_object()) continue;
    project.trusted.push_back({word_at(entry, "origin"), id_at(entry),
                               path_of_text(word_at(entry, "path")), word_at(entry, "sources"),
                               word_at(entry, "time")});
  }
  for (const char* key : {"version", "slug", "paths", "root_commit", "detached", "trusted"}) {
    json->erase(key);
  }
  project.other = std::move(*json);
  return project;
}

std::string format_project(const Project& project) {
  Json json = {{"version", kFormat}, {"slug", project.slug}, {"paths", Json::array()}};
  for (const SeenPath& seen : project.paths) json["paths"].push_back(path_fields(seen));
  if (!project.root_commit.empty()) json["root_commit"] = project.root_commit;
  for (const std::string& path : project.detached) json["detached"].push_back(text_of_path(path));
  for (const Trust& trust : project.trusted) json["trusted"].push_back(trust_fields(trust));
  json.update(project.other);
  return dump_json(json, 2) + "\n";
}

Result<Project> read_project(fs::FileSystem& files, const std::string& home,
                             std::string_view slug) {
  Project project;
  project.slug = slug;
  auto opened = files.open(home, fs::Modes::Private);
  if (opened) opened = (*opened)->open(kProjectsDirectory);
  if (opened) opened = (*opened)->open(slug);
  LOCI_ASSIGN(const auto root, fs::if_there(std::move(opened)));
  if (!root) return project;
  auto read = (*root)->read(kProjectFile, kFileBytes);
  if (!read && read.error().kind == ErrorKind::InvalidInput) {  // larger than any that loci writes
    return fail(corrupt(read.error().message, kMend));
  }
  LOCI_ASSIGN(const auto text, fs::if_there(std::move(read)));
  if (!text) return project;
  auto parsed = parse_project(slug, *text);
  if (parsed) return parsed;
  return fail(damaged_file(child_path((*root)->path(), kProjectFile), parsed.error()));
}

Result<std::vector<Project>> read_projects(fs::FileSystem& files, const std::string& home,
                                           std::vector<std::string>& damaged) {
  std::vector<Project> projects;
  auto opened = files.open(home, fs::Modes::Private);
  if (opened) opened = (*opened)->open(kProjectsDirectory);
  LOCI_ASSIGN(const auto root, fs::if_there(std::move(opened)));
  if (!root) return projects;
  LOCI_ASSIGN(const std::vector<std::string> slugs, fs::sorted_names(**root, fs::Kind::Directory));
  for (const std::string& slug : slugs) {
    auto project = read_project(files, home, slug);
    if (project) {
      projects.push_back(std::move(*project));
    } else if (project.error().kind == ErrorKind::Corrupt) {
      damaged.push_back(project.error().message);
    } else {
      return fail(std::move(project));
    }
  }
  return projects;
}

namespace {

// Of a form that this version would not keep.
bool is_later(std::string_view text) {
  const auto json = parse_json(text, kLimits);
  if (!json || !json->is_object()) return false;
  const auto version = json->find("version");
  return version != json->end() && version->is_number() && *version > kFormat;
}

}  // namespace

Result<> update_project(Store& store, std::string_view slug,
                        const std::function<void(Project&)>& change) {
  const Place place = project_place(slug);
  return store.change_home_file(
      place.key, kProjectFile,
      [&](const std::optional<std::string>& before) -> Result<std::optional<std::string>> {
        Project project;
        project.slug = slug;
        if (before) {
          auto parsed = parse_project(slug, *before);
          if (!parsed) {
            const std::string path = fmt::format("{}/{}", store.path_of(place), kProjectFile);
            return fail(damaged_file(path, parsed.error()));
          }
          project = std::move(*parsed);
        }
        if (before && is_later(*before)) {
          return fail(later_version(fmt::format("{}/{}", store.path_of(place), kProjectFile)));
        }
        const std::string as_it_was = format_project(project);
        change(project);
        std::string after = format_project(project);
        if (before && after == as_it_was) return before;
        return after;
      });
}

}  // namespace loci::store
