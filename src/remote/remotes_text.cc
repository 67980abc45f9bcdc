// The files of a remote, as text.

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/json.h"
#include "base/later_version.h"
#include "base/text.h"
#include "remote/agreed_text.h"
#include "remote/remotes.h"

namespace loci::remote {
namespace {

constexpr std::uint64_t kFormVersion = 1;
constexpr std::size_t kMostStateBytes = std::size_t{256} << 20;

Error not_understood(std::string_view what) {
  return corrupt(fmt::format("{} of this remote cannot be read", what),
                 "'loci remote remove' and 'loci remote add' start over; no note is lost");
}

// The others go on without it, so it says which one it is.
Error damaged_settings(std::string_view name) {
  return corrupt(
      fmt::format("the remote '{0}' cannot be used: 'state/remotes/{0}/remote.json' is damaged",
                  name),
      fmt::format("mend that file, or start over with 'loci remote remove {0}' and 'loci remote "
                  "add {0} URL'; no note is lost",
                  name));
}

Result<Json> parse_form(std::string_view text, std::string_view what) {
  const JsonLimits limits{.bytes = kMostStateBytes, .depth = 16, .keys = 2'000'000};
  auto json = parse_json(text, limits);
  if (!json || !json->is_object() || !json->contains("version") ||
      !(*json)["version"].is_number_unsigned()) {
    return fail(not_understood(what));
  }
  if ((*json)["version"].get<std::uint64_t>() > kFormVersion) return fail(later_version(what));
  return json;
}

Json json_of(const sync::NoteVersion& version) { return version ? Json(*version) : Json(nullptr); }

// Reads values out of JSON that may be anything; one that is not as expected is noted.
class Reader {
 public:
  std::string text(const Json& json) {
    if (json.is_string()) return json.get<std::string>();
    sound = false;
    return "";
  }
  sync::NoteVersion version(const Json& json) {
    if (json.is_null()) return std::nullopt;
    return text(json);
  }
  std::vector<std::string> texts(const Json& json) {
    std::vector<std::string> all;
    for (const Json& one : array(json, 0)) all.push_back(text(one));
    return all;
  }
  // Of at least so many values.
  const Json& array(const Json& json, std::size_t least) {
    static const Json kNone = Json::array();
    static const Json kNulls = Json::array({nullptr, nullptr, nullptr, nullptr, nullptr, nullptr});
    if (json.is_array() && json.size() >= least) return json;
    sound = false;
    return least == 0 ? kNone : kNulls;
  }
  const Json& object(const Json& json) {
    static const Json kNone = Json::object();
    if (json.is_object()) return json;
    sound = false;
    return kNone;
  }
  const Json& member(const Json& json, const char* key) {
    static const Json kNull = nullptr;
    if (json.is_object() && json.contains(key)) return json[key];
    sound = false;
    return kNull;
  }
  bool flag(const Json& json) {
    if (!json.is_boolean()) sound = false;
    return json.is_boolean() && json.get<bool>();
  }
  std::uint64_t number(const Json& json) {
    if (!json.is_number_unsigned()) sound = false;
    return json.is_number_unsigned() ? json.get<std::uint64_t>() : 0;
  }

  bool sound = true;
};

Json json_of(const std::set<sync::Purged>& purges) {
  Json all = Json::array();
  for (const sync::Purged& purge : purges) all.push_back(Json::array({purge.note, purge.hash}));
  return all;
}

std::set<sync::Purged> purges_in(Reader& reader, const Json& json) {
  std::set<sync::Purged> purges;
  for (const Json& one : reader.array(json, 0)) {
    const Json& pair = reader.array(one, 2);
    purges.insert({reader.text(pair[0]), reader.text(pair[1])});
  }
  return purges;
}

Json json_of(const sync::Sending& sending) {
  Json changes = Json::array();
  for (const sync::Outgoing& change : sending.changes) {
    changes.push_back(Json::array(
        {change.note, json_of(change.base), json_of(change.version), Json(change.past)}));
  }
  return {{"id", sending.id},
          {"heard", sending.heard},
          {"changes", std::move(changes)},
          {"purges", json_of(sending.purges)}};
}

sync::Sending sending_in(Reader& reader, const Json& json) {
  sync::Sending sending;
  sending.id = reader.text(reader.member(json, "id"));
  sending.heard = reader.text(reader.member(json, "heard"));
  sending.purges = purges_in(reader, reader.member(json, "purges"));
  for (const Json& one : reader.array(reader.member(json, "changes"), 0)) {
    const Json& change = reader.array(one, 4);
    sending.changes.push_back({reader.text(change[0]), reader.version(change[1]),
                               reader.version(change[2]), reader.texts(change[3])});
  }
  return sending;
}

Json json_of(const sync::Agreement& agreed) {
  Json all = Json::array();
  for (const auto& [name, one] : agreed) {
    all.push_back(Json::array(
        {name, json_of(one.here), json_of(one.there), one.lost, Json(one.seen), one.gone}));
  }
  return all;
}

void agreed_in(Reader& reader, const Json& json, sync::Agreement& agreed) {
  for (const Json& one : reader.array(json, 0)) {
    const Json& entry = reader.array(one, 6);
    agreed[reader.text(entry[0])] = {reader.version(entry[1]), reader.version(entry[2]),
                                     reader.flag(entry[3]), reader.texts(entry[4]),
                                     reader.flag(entry[5])};
  }
}

struct AskedWord {
  sync::StopReason why;
  std::string_view word;
};
constexpr std::array<AskedWord, 7> kAskedWords{{
    {sync::StopReason::Foreign, "another store"},
    {sync::StopReason::Rewound, "older"},
    {sync::StopReason::Empty, "empty"},
    {sync::StopReason::Resync, "unknown"},
    {sync::StopReason::RemovesHere, "deletes here"},
    {sync::StopReason::RemovesThere, "deletes there"},
    {sync::StopReason::PurgesHere, "erases here"},
}};

// The notes stand behind the count, which is all that an earlier version reads.
Json json_of(const std::map<sync::StopReason, sync::Question>& asked) {
  Json all = Json::array();
  for (const auto& [word, question] : asked) {
    Json notes = Json::array();
    for (const auto& [note, hash] : question.notes) notes.push_back(Json::array({note, hash}));
    for (const AskedWord& known : kAskedWords) {
      if (known.why == word) all.push_back(Json::array({known.word, question.gone, notes}));
    }
  }
  return all;
}

// A question of a later version is asked again.
std::map<sync::StopReason, sync::Question> asked_in(Reader& reader, const Json& json) {
  std::map<sync::StopReason, sync::Question> asked;
  for (const Json& one : reader.array(json, 0)) {
    const Json& entry = reader.array(one, 2);
    const std::string word = reader.text(entry[0]);
    sync::Question question{static_cast<std::size_t>(reader.number(entry[1])), {}};
    if (entry.size() > 2) {
      for (const Json& note : reader.array(entry[2], 0)) {
        const Json& pair = reader.array(note, 2);
        question.notes.emplace(reader.text(pair[0]), reader.text(pair[1]));
      }
    }
    for (const AskedWord& known : kAskedWords) {
      if (known.word == word) asked[known.why] = question;
    }
  }
  return asked;
}

}  // namespace

Result<Chosen> parse_chosen(const std::vector<std::string>& words) {
  Chosen chosen{false, false, false, false, false, {}};
  for (const std::string& word : words) {
    if (word == "global")
      chosen.global = true;
    else if (word == "agents")
      chosen.agents = true;
    else if (word == "projects")
      chosen.projects = true;
    else if (word == "scratchpad")
      chosen.scratchpad = true;
    else if (word == "daily")
      chosen.daily = true;
    else {
      return fail(invalid_input(fmt::format("'{}' cannot be synced", word),
                                "use global, agents, projects, workspace, scratchpad or daily"));
    }
  }
  return chosen;
}

std::vector<std::string> chosen_words(const Chosen& chosen) {
  std::vector<std::string> words;
  if (chosen.global) words.emplace_back("global");
  if (chosen.agents) words.emplace_back("agents");
  if (chosen.projects) words.emplace_back("projects");
  if (chosen.scratchpad) words.emplace_back("scratchpad");
  if (chosen.daily) words.emplace_back("daily");
  return words;
}

Result<> check_remote_name(std::string_view name) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
  };
  const bool good = !name.empty() && name.size() <= 64 && name.front() != '.' &&
                    name.front() != '-' && std::all_of(name.begin(), name.end(), plain);
  if (good) return {};
  return fail(
      invalid_input(fmt::format("'{}' cannot be the name of a remote", printable(name, true)),
                    "use letters, digits, '-', '_' and '.', such as 'home'"));
}

std::string format_remote(const Remote& remote) {
  Json names = Json::array();
  for (const auto& [slug, name] : remote.names) names.push_back(Json::array({slug, name}));
  Json json = {{"version", kFormVersion},
               {"url", remote.url},
               {"branch", remote.branch},
               {"mine", remote.mine},
               {"scopes", chosen_words(remote.chosen)},
               {"only", remote.chosen.only},
               {"names", std::move(names)}};
  if (remote.read_only) json["read_only"] = true;
  if (!remote.send_tag.empty()) json["send_tag"] = remote.send_tag;
  if (remote.live) json["live"] = *remote.live;
  if (remote.waits) json["write"] = *remote.waits ? "wait" : "later";
  return dump_json(json, 2) + "\n";
}

Result<Remote> parse_remote(std::string_view name, std::string_view text) {
  auto form = parse_form(text, fmt::format("state/remotes/{}/remote.json", name));
  if (!form && form.error().kind == ErrorKind::Corrupt) return fail(damaged_settings(name));
  LOCI_ASSIGN(const Json json, std::move(form));
  Reader reader;
  Remote remote;
  remote.name = name;
  remote.url = reader.text(reader.member(json, "url"));
  remote.branch = reader.text(reader.member(json, "branch"));
  remote.mine = reader.flag(reader.member(json, "mine"));
  const auto chosen = parse_chosen(reader.texts(reader.member(json, "scopes")));
  if (chosen) remote.chosen = *chosen;
  remote.chosen.only = reader.texts(reader.member(json, "only"));
  for (const Json& one : reader.array(reader.member(json, "names"), 0)) {
    const Json& pair = reader.array(one, 2);
    remote.names[reader.text(pair[0])] = reader.text(pair[1]);
  }
  if (json.contains("read_only")) remote.read_only = reader.flag(json["read_only"]);
  if (json.contains("send_tag")) remote.send_tag = reader.text(json["send_tag"]);
  if (json.contains("live")) remote.live = reader.flag(json["live"]);
  if (json.contains("write")) {
    const std::string word = reader.text(json["write"]);
    remote.waits = word == "wait";
    if (word != "wait" && word != "later") return fail(damaged_settings(name));
  }
  if (!reader.sound || !chosen) return fail(damaged_settings(name));
  return remote;
}

std::string format_state(const SavedState& saved) {
  const sync::ReplicaState& state = saved.replica;
  Json refused = Json::array();
  for (const auto& [note, one] : state.refused) {
    refused.push_back(Json::array({note, json_of(one.version), one.why}));
  }
  Json merged = Json::array();
  for (const auto& [text, theirs] : saved.merged) merged.push_back(Json::array({text, theirs}));
  Json indexes = Json::array();
  for (const auto& [name, one] : saved.indexes) {
    indexes.push_back(Json::array({name, one.text, one.outline, one.taken, one.as, Json(one.had),
                                   one.coming, one.coming_after}));
  }
  Json aside = Json::array();
  for (const auto& [name, why] : saved.aside) aside.push_back(Json::array({name, why}));
  Json projects = Json::array();
  for (const RemoteProject& one : saved.projects) {
    projects.push_back(Json::array({one.directory, one.origin, one.name}));
  }
  Json json = {{"version", kFormVersion},
               {"cursor", state.cursor},
               {"sending", state.sending ? json_of(*state.sending) : Json(nullptr)},
               {"refused", std::move(refused)},
               {"to_purge", json_of(state.to_purge)},
               {"purged", json_of(state.purged)},
               {"ahead", state.ahead},
               {"merged", std::move(merged)},
               {"slugs", saved.slugs},
               {"projects", std::move(projects)},
               {"indexes", std::move(indexes)},
               {"aside", std::move(aside)},
               {"journal", saved.journal}};
  if (!state.asked.empty()) json["asked"] = json_of(state.asked);
  if (saved.chosen) {
    json["chosen"] = {{"scopes", chosen_words(*saved.chosen)}, {"only", saved.chosen->only}};
    json["apart_since"] = saved.apart_since;
    json["hears_all"] = saved.hears_all;
  }
  if (!saved.unchosen.empty()) json["unchosen"] = json_of(saved.unchosen);
  std::string text = dump_json(json);
  text.pop_back();  // the object goes on
  text += ",\"agreed\":";
  append_agreed(text, state.agreed);
  return text + "}\n";
}

Result<SavedState> parse_state(std::string_view text) {
  Reader reader;
  SavedState saved;
  sync::ReplicaState& state = saved.replica;
  std::string rest;
  if (take_agreed(text, state.agreed, rest)) text = rest;
  LOCI_ASSIGN(const Json json, parse_form(text, "agreed.json"));
  state.cursor = reader.text(reader.member(json, "cursor"));
  agreed_in(reader, reader.member(json, "agreed"), state.agreed);
  if (const Json& sending = reader.member(json, "sending"); !sending.is_null()) {
    state.sending = sending_in(reader, sending);
  }
  for (const Json& one : reader.array(reader.member(json, "refused"), 0)) {
    const Json& entry = reader.array(one, 3);
    state.refused[reader.text(entry[0])] = {reader.version(entry[1]), reader.text(entry[2])};
  }
  state.to_purge = purges_in(reader, reader.member(json, "to_purge"));
  state.purged = purges_in(reader, reader.member(json, "purged"));
  if (json.contains("ahead")) {  // not in those of versions that did not look
    const auto ahead = reader.texts(json["ahead"]);
    state.ahead.insert(ahead.begin(), ahead.end());
  }
  for (const Json& one : reader.array(reader.member(json, "merged"), 0)) {
    const Json& pair = reader.array(one, 2);
    saved.merged[reader.text(pair[0])] = reader.text(pair[1]);
  }
  // Not in those of versions that kept none.
  if (json.contains("slugs")) {
    for (const auto& [directory, slug] : reader.object(json["slugs"]).items()) {
      saved.slugs[directory] = reader.text(slug);
    }
  }
  if (json.contains("projects")) {
    for (const Json& one : reader.array(json["projects"], 0)) {
      const Json& project = reader.array(one, 3);
      saved.projects.push_back(
          {reader.text(project[0]), reader.text(project[1]), reader.text(project[2])});
    }
  }
  if (json.contains("indexes")) {
    for (const Json& one : reader.array(json["indexes"], 0)) {
      const Json& seen = reader.array(one, 5);
      SeenIndex& index = saved.indexes[reader.text(seen[0])];
      index = {reader.text(seen[1]), reader.text(seen[2]), reader.text(seen[3]),
               reader.text(seen[4])};
      if (seen.size() < 8) continue;  // of a version that kept no past of indexes
      index.had = reader.texts(seen[5]);
      index.coming = reader.text(seen[6]);
      index.coming_after = reader.number(seen[7]);
    }
  }
  if (json.contains("aside")) {
    for (const Json& one : reader.array(json["aside"], 0)) {
      const Json& pair = reader.array(one, 2);
      saved.aside[reader.text(pair[0])] = reader.text(pair[1]);
    }
  }
  if (json.contains("chosen")) {
    const auto chosen = parse_chosen(reader.texts(reader.member(json["chosen"], "scopes")));
    if (!chosen) return fail(not_understood("agreed.json"));
    saved.chosen = *chosen;
    saved.chosen->only = reader.texts(reader.member(json["chosen"], "only"));
    saved.apart_since = reader.number(reader.member(json, "apart_since"));
    saved.hears_all = reader.flag(reader.member(json, "hears_all"));
  }
  if (json.contains("unchosen")) agreed_in(reader, json["unchosen"], saved.unchosen);
  if (json.contains("asked")) state.asked = asked_in(reader, json["asked"]);
  saved.journal = reader.number(reader.member(json, "journal"));
  if (!reader.sound) return fail(not_understood("agreed.json"));
  return saved;
}

}  // namespace loci::remote
