#include "remote/helper_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"

namespace loci::remote {
namespace {

constexpr std::size_t kPartNotes = 5'000;
constexpr std::size_t kPartBytes = std::size_t{16} << 20;
constexpr std::size_t kMostOdd = 100;

Error not_kept(std::string_view what) {
  return corrupt(fmt::format("the helper broke the protocol: {}", what),
                 "docs/remote-helpers.md describes it");
}

std::string member_text(const Json& line, const char* key) {
  if (!line.contains(key) || !line[key].is_string()) return "";
  return line[key].get<std::string>();
}

bool says(const Json& line, const char* key) {
  return line.contains(key) && line[key].is_boolean() && line[key].get<bool>();
}

bool is_version(const Json& json) {
  if (!json.is_string()) return false;
  const auto& text = json.get_ref<const std::string&>();
  return text.size() == 64 && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

const Json& list_in(const Json& line, const char* key) {
  static const Json kNone = Json::array();
  return line.contains(key) && line[key].is_array() ? line[key] : kNone;
}

bool is_name(const Json& json) {
  return json.is_string() && !json.get_ref<const std::string&>().empty() &&
         json.get_ref<const std::string&>().size() <= 1'024;
}

Json json_version(const sync::NoteVersion& version) {
  return version ? Json(*version) : Json(nullptr);
}

}  // namespace

Result<HelperGreeting> parse_greeting(const Json& line) {
  if (line.contains("error")) return fail(parse_helper_error(line));
  const bool known = line.contains("protocol") && line["protocol"].is_number_unsigned();
  if (!known || line["protocol"].get<std::uint64_t>() != pipe::kProtocol) {
    return fail(
        denied(fmt::format("the helper does not speak version {} of the protocol", pipe::kProtocol),
               "install the helper that came with this loci"));
  }
  HelperGreeting greeting;
  for (const Json& one : list_in(line, "can")) {
    if (one == "wait") greeting.waits = true;
    if (one == "upgrade") greeting.upgrades = true;
  }
  greeting.keeps_history = says(line, "keeps_history");
  return greeting;
}

Error parse_helper_error(const Json& line) {
  const Json& error = line.contains("error") ? line["error"] : line;
  if (!error.is_object()) return not_kept("an error is not an object");
  const std::string kind = member_text(error, "kind");
  const std::string said = shortened(printable(member_text(error, "message"), true), 500);
  Error result = io_error(said.empty() ? "the helper failed without a message" : said,
                          shortened(printable(member_text(error, "hint"), true), 500));
  constexpr std::array kKinds{ErrorKind::InvalidInput, ErrorKind::NotFound, ErrorKind::Conflict,
                              ErrorKind::Denied,       ErrorKind::Locked,   ErrorKind::Corrupt};
  for (const ErrorKind one : kKinds) {
    if (error_info(one).code == kind) result.kind = one;
  }
  return result;
}

Result<> add_pull_part(const Json& line, PullParts& parts) {
  using Answer = sync::Pulled::Answer;
  if (!parts.begun) {
    const std::string answer = member_text(line, "answer");
    if (answer == "changes") {
      parts.pulled.answer = Answer::Changes;
    } else if (answer == "everything") {
      parts.pulled.answer = Answer::Everything;
    } else if (answer == "foreign") {
      parts.pulled.answer = Answer::Foreign;
    } else if (answer == "rewound") {
      parts.pulled.answer = Answer::Rewound;
    } else {
      return fail(not_kept("it does not say what it answers"));
    }
    parts.pulled.cursor = member_text(line, "cursor");
    parts.begun = true;
  }
  const auto pass_over = [&](std::string what) {
    if (parts.odd.size() < kMostOdd) parts.odd.push_back(std::move(what));
  };
  for (const Json& one : list_in(line, "notes")) {
    const bool sound = one.is_array() && one.size() >= 2 && is_name(one[0]) &&
                       (one[1].is_null() || is_version(one[1]));
    if (!sound) {
      pass_over("a note that cannot be read");
      continue;
    }
    sync::RemoteNote& note = parts.pulled.notes[one[0].get<std::string>()];
    note.version = one[1].is_null() ? sync::NoteVersion() : one[1].get<std::string>();
    note.ancestors.clear();
    if (one.size() < 3 || !one[2].is_array()) continue;
    for (const Json& hash : one[2]) {
      if (is_version(hash)) note.ancestors.push_back(hash.get<std::string>());
    }
  }
  for (const Json& one : list_in(line, "purged")) {
    const bool sound = one.is_array() && one.size() == 2 && is_name(one[0]) && is_version(one[1]);
    if (sound)
      parts.pulled.purged.push_back({one[0].get<std::string>(), one[1].get<std::string>()});
    if (!sound) pass_over("a purge that cannot be read");
  }
  for (const Json& one : list_in(line, "projects")) {
    const bool sound = one.is_array() && one.size() == 3 && is_name(one[0]) && one[1].is_string() &&
                       one[2].is_string() &&
                       one[1].get_ref<const std::string&>().empty() !=
                           one[2].get_ref<const std::string&>().empty();
    if (sound) {
      parts.projects.push_back(
          {one[0].get<std::string>(), one[1].get<std::string>(), one[2].get<std::string>()});
    } else {
      pass_over("a project that cannot be read");
    }
  }
  return {};
}

Result<sync::Sent> parse_sent(const Json& line) {
  sync::Sent sent;
  const std::string answer = member_text(line, "answer");
  if (answer == "moved") {
    sent.answer = sync::Sent::Answer::Moved;
  } else if (answer != "accepted") {
    return fail(not_kept("it does not say what became of the changes"));
  }
  sent.cursor = member_text(line, "cursor");
  for (const Json& one : list_in(line, "refused")) {
    if (!one.is_array() || one.size() != 2 || !is_name(one[0]) || !one[1].is_string()) continue;
    sent.refused.emplace(one[0].get<std::string>(),
                         shortened(printable(one[1].get<std::string>(), true), 500));
  }
  return sent;
}

Result<> add_confirmed_part(const Json& line, ConfirmedNotes& notes) {
  for (const Json& one : list_in(line, "confirmed")) {
    const bool sound = one.is_array() && one.size() == 3 && is_name(one[0]) && is_version(one[1]) &&
                       one[2].is_array();
    if (!sound) continue;
    Confirmed& confirmed = notes[one[0].get<std::string>()];
    confirmed.hash = one[1].get<std::string>();
    for (const Json& mark : one[2]) {
      if (mark.is_string()) confirmed.marks.insert(mark.get<std::string>());
    }
  }
  return {};
}

std::vector<pipe::Message> send_messages(const sync::Sending& sending, const Parcel& parcel) {
  std::vector<pipe::Message> all(1);
  all.front().line = {{"do", "send"},
                      {"id", sending.id},
                      {"heard", sending.heard},
                      {"replica", parcel.replica},
                      {"carries_confirmed", parcel.carries_confirmed}};
  std::size_t notes = 0;
  std::size_t bytes = 0;
  const auto begin_part = [&](std::size_t more) {
    if (notes < kPartNotes && (bytes == 0 || bytes + more <= kPartBytes)) return;
    all.back().line["more"] = true;
    all.emplace_back();
    notes = bytes = 0;
  };
  const auto add = [&](const char* key, Json value) {
    Json& line = all.back().line;
    if (!line.contains(key)) line[key] = Json::array();
    line[key].push_back(std::move(value));
    ++notes;
  };
  std::set<std::string_view> carried;
  for (const sync::Outgoing& change : sending.changes) {
    const std::string* text = nullptr;
    if (change.version && carried.insert(*change.version).second) {
      text = &parcel.texts.find(*change.version)->second;
    }
    begin_part(text == nullptr ? 0 : text->size());
    add("changes", Json::array({change.note, json_version(change.base),
                                json_version(change.version), Json(change.past)}));
    bytes += 80 * (change.past.size() + 4);
    if (text == nullptr) continue;
    bytes += text->size();
    all.back().texts.emplace(*change.version, *text);
  }
  for (const sync::Purged& purge : sending.purges) {
    begin_part(0);
    add("purges", Json::array({purge.note, purge.hash}));
  }
  for (const RemoteProject& project : parcel.projects) {
    begin_part(0);
    add("projects", Json::array({project.directory, project.origin, project.name}));
  }
  for (const auto& [note, confirmed] : parcel.confirmed) {
    begin_part(0);
    add("confirmed", Json::array({note, confirmed.hash, Json(confirmed.marks)}));
    bytes += 20 * confirmed.marks.size();
  }
  return all;
}

}  // namespace loci::remote
