#include "remote/replica.h"

#include <fmt/format.h>

#include <random>

#include "base/hash.h"
#include "base/json.h"
#include "base/later_version.h"
#include "store/place.h"
#include "store/project.h"

namespace loci::remote {
namespace {

constexpr std::string_view kReplicaFile = "replica.json";
constexpr std::uint64_t kReplicaVersion = 1;

Json json_of(const std::string& id, const store::DirectoryId& home) {
  return {{"version", kReplicaVersion},
          {"id", id},
          {"device", home.device},
          {"inode", home.inode},
          {"birth_ns", home.birth_ns}};
}

struct Written {
  std::string id;
  std::uint64_t inode = 0;
  std::int64_t birth_ns = 0;
};

Result<std::optional<Written>> parse_replica(const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  const auto json = parse_json(*text);
  if (!json || !json->is_object()) return std::nullopt;
  const auto number = [&](const char* key) -> std::int64_t {
    return json->contains(key) && (*json)[key].is_number() ? (*json)[key].get<std::int64_t>() : 0;
  };
  if (number("version") > static_cast<std::int64_t>(kReplicaVersion)) {
    return fail(later_version("state/replica.json"));
  }
  if (!json->contains("id") || !(*json)["id"].is_string()) return std::nullopt;
  return Written{(*json)["id"].get<std::string>(), static_cast<std::uint64_t>(number("inode")),
                 number("birth_ns")};
}

}  // namespace

std::string random_id() {
  std::random_device source;
  std::string id;
  for (int i = 0; i < 4; ++i) id += hex(source(), 8);
  return id;
}

Result<Replica> this_replica(store::Store& store) {
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> state, store.home_directory(store::kStateDirectory));
  LOCI_ASSIGN(const fs::Stat stat, state->self());
  const store::DirectoryId here{stat.device, stat.inode, stat.birth_ns};
  Replica replica;
  LOCI_TRY(store.change_home_file(
      store::kStateDirectory, kReplicaFile,
      [&](const std::optional<std::string>& text) -> Result<std::optional<std::string>> {
        LOCI_ASSIGN(const std::optional<Written> known, parse_replica(text));
        // Another device number is what a restart may give the same disk.
        const bool same = known && known->inode == here.inode && known->birth_ns == here.birth_ns;
        replica = {same ? known->id : random_id(), known && !same};
        if (same) return std::nullopt;
        return dump_json(json_of(replica.id, here), 2) + "\n";
      }));
  return replica;
}

}  // namespace loci::remote
