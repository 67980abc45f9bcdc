#include "remote/last_sync.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/json.h"
#include "base/path.h"
#include "base/time.h"
#include "fs/atomic_file.h"
#include "note/index_file.h"

namespace loci::remote {
namespace {

constexpr std::string_view kLastFile = "last.json";
constexpr std::uint64_t kLastVersion = 1;
constexpr std::size_t kMostLastBytes = std::size_t{1} << 20;
constexpr std::size_t kMostRecords = 1'000;  // that are read to count changes
constexpr std::chrono::hours kTooLong{24};

std::string text_at(const Json& json, const char* key) {
  return json.contains(key) && json[key].is_string() ? json[key].get<std::string>() : "";
}

std::uint64_t number_at(const Json& json, const char* key) {
  return json.contains(key) && json[key].is_number_unsigned() ? json[key].get<std::uint64_t>() : 0;
}

// As Local::places() has them.
bool travels(const store::Place& place, const Chosen& chosen,
             const std::vector<std::string>& slugs) {
  using Kind = store::Place::Kind;
  if (place.kind == Kind::Global) return chosen.global;
  if (place.kind == Kind::AgentUser) return chosen.agents;
  const bool kind = place.kind == Kind::Private ||
                    (place.kind == Kind::AgentPrivate && chosen.agents) ||
                    (place.kind == Kind::Project && chosen.scratchpad) ||
                    (place.kind == Kind::Daily && chosen.daily);
  std::string_view key = place.key;
  if (!kind || take_component(key) != store::kProjectsDirectory) return false;
  return std::find(slugs.begin(), slugs.end(), take_component(key)) != slugs.end();
}

}  // namespace

std::string format_last_sync(const LastSync& last) {
  Json json = {{"version", kLastVersion}, {"reached", last.reached}, {"journal", last.journal},
               {"slugs", last.slugs},     {"stays", last.stays},     {"held", last.held},
               {"aside", last.aside}};
  if (last.failing) {
    json["failing"] = {{"since", last.failing->since},
                       {"message", last.failing->message},
                       {"hint", last.failing->hint},
                       {"asks", last.failing->asks}};
  }
  return dump_json(json, 2) + "\n";
}

LastSync parse_last_sync(std::string_view text) {
  LastSync last;
  const auto json = parse_json(text);
  if (!json || !json->is_object() || number_at(*json, "version") != kLastVersion) return last;
  last.reached = text_at(*json, "reached");
  last.journal = number_at(*json, "journal");
  last.stays = number_at(*json, "stays");
  last.held = number_at(*json, "held");
  last.aside = number_at(*json, "aside");
  if (json->contains("slugs") && (*json)["slugs"].is_array()) {
    for (const Json& slug : (*json)["slugs"]) {
      if (slug.is_string()) last.slugs.push_back(slug.get<std::string>());
    }
  }
  if (json->contains("failing") && (*json)["failing"].is_object()) {
    const Json& failing = (*json)["failing"];
    last.failing = {text_at(failing, "since"), text_at(failing, "message"),
                    text_at(failing, "hint"), failing.value("asks", Json(false)) == Json(true)};
  }
  return last;
}

LastSync read_last_sync(store::Store& store, std::string_view remote) {
  const auto root = store.files().open(fmt::format("{}/{}", store.home(), remote_directory(remote)),
                                       fs::Modes::Private);
  if (!root) return {};
  const auto text = (*root)->read(kLastFile, kMostLastBytes);
  return text ? parse_last_sync(*text) : LastSync();
}

// Not synced: what a power loss tears is noticed, and then nothing is known.
void write_last_sync(store::Store& store, std::string_view remote, const LastSync& last) {
  const auto root = store.home_directory(remote_directory(remote));
  if (!root) return;
  (void)fs::replace_file(**root, kLastFile, format_last_sync(last), fs::Durability::Unsynced);
}

std::optional<std::size_t> waiting_changes(memory::Memory& memory, const Remote& remote,
                                           const LastSync& last) {
  if (last.reached.empty()) return std::nullopt;
  std::set<store::NoteKey> changed;
  std::size_t records = 0;
  const auto read = memory.store().journal().visit([&](const store::Record& record) {
    if (record.sequence <= last.journal || ++records > kMostRecords) return false;
    if (record.kind != store::Record::Kind::Begin) return true;
    if (record.origin == fmt::format("sync:{}", remote.name)) return true;
    for (const store::FileRecord& file : record.files) {
      if (file.file == note::kIndexFile || file.before == file.after) continue;
      if (travels(store::place_of_key(file.place), remote.chosen, last.slugs)) {
        changed.insert({file.place, file.file});
      }
    }
    return true;
  });
  if (!read || records > kMostRecords) return std::nullopt;
  return last.stays + changed.size();
}

std::optional<NeedsAttention> needs_attention(const Remote& remote, const LastSync& last,
                                              Timestamp now) {
  if (!last.failing) return std::nullopt;
  const LastSync::Failing& failing = *last.failing;
  if (failing.asks) {
    return NeedsAttention{
        fmt::format("the sync with '{}' waits for a decision: {}", remote.name, failing.message),
        fmt::format("{}: 'loci sync {} --accept'", failing.hint, remote.name)};
  }
  const auto since = parse_time(failing.since);
  if (!since || now - *since < kTooLong) return std::nullopt;
  return NeedsAttention{
      fmt::format("no sync with '{}' succeeded since {}: {}", remote.name, failing.since,
                  failing.message),
      failing.hint.empty() ? fmt::format("run 'loci sync {}'", remote.name) : failing.hint};
}

}  // namespace loci::remote
