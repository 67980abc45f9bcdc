#include "sync/sides_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json.h"
#include "base/later_version.h"
#include "base/path.h"
#include "store/place.h"

namespace loci::sync {
namespace {

constexpr std::string_view kSidesFile = "unmerged.json";
constexpr int kSidesVersion = 1;
constexpr std::size_t kMostSides = 256;
constexpr JsonLimits kSidesLimits{std::size_t{1} << 20, 8, 10'000};

std::string text_of(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Result<std::vector<OwnSide>> read_sides(std::string_view text) {
  std::vector<OwnSide> sides;
  if (text.empty()) return sides;
  const Error damaged = corrupt("'state/unmerged.json' is damaged",
                                "remove it; '--mine' will then not work for older notes");
  const auto json = parse_json(text, kSidesLimits);
  if (!json || !json->is_object()) return fail(damaged);
  const auto version = json->find("version");
  if (version == json->end() || !version->is_number_unsigned()) return fail(damaged);
  if (*version > kSidesVersion) return fail(later_version("state/unmerged.json"));
  const auto rows = json->find("sides");
  if (rows == json->end() || !rows->is_array()) return fail(damaged);
  for (const Json& row : *rows) {
    if (!row.is_object()) return fail(damaged);
    sides.push_back(
        {path_of_text(text_of(row, "place")), text_of(row, "file"), text_of(row, "mine")});
  }
  return sides;
}

}  // namespace

Result<std::string> with_sides(std::string_view file_text, const std::vector<OwnSide>& sides) {
  LOCI_ASSIGN(std::vector<OwnSide> all, read_sides(file_text));
  for (const OwnSide& side : sides) {
    std::erase_if(
        all, [&](const OwnSide& one) { return one.place == side.place && one.file == side.file; });
    all.push_back(side);
  }
  if (all.size() > kMostSides) {
    all.erase(all.begin(), all.end() - static_cast<std::ptrdiff_t>(kMostSides));
  }
  Json rows = Json::array();
  for (const OwnSide& side : all) {
    rows.push_back(
        {{"place", text_of_path(side.place)}, {"file", side.file}, {"mine", side.version}});
  }
  return dump_json({{"version", kSidesVersion}, {"sides", std::move(rows)}}, 1) + "\n";
}

std::string own_side_in(std::string_view file_text, std::string_view place, std::string_view file) {
  const auto sides = read_sides(file_text);
  if (!sides) return "";
  const auto found = std::find_if(sides->begin(), sides->end(), [&](const OwnSide& side) {
    return side.place == place && side.file == file;
  });
  return found == sides->end() ? "" : found->version;
}

Result<> keep_sides(store::Store& store, const std::vector<OwnSide>& sides) {
  if (sides.empty()) return {};
  return store.change_home_file(
      store::kStateDirectory, kSidesFile,
      [&](const std::optional<std::string>& before) -> Result<std::optional<std::string>> {
        LOCI_ASSIGN(std::string text, with_sides(before.value_or(""), sides));
        return text;
      });
}

std::string own_side(store::Store& store, std::string_view place, std::string_view file) {
  const auto root = store.files().open(fmt::format("{}/{}", store.home(), store::kStateDirectory),
                                       fs::Modes::Private);
  if (!root) return "";
  const auto text = (*root)->read(kSidesFile, kSidesLimits.bytes);
  return text ? own_side_in(*text, place, file) : "";
}

}  // namespace loci::sync
