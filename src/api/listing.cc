#include "api/listing.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "api/codec.h"
#include "api/text_view.h"
#include "base/text.h"
#include "memory/reading.h"

namespace loci::api {
namespace {

constexpr std::size_t kFacetTags = 200;

struct Listed {
  std::vector<memory::NoteInfo> notes;
  std::vector<Json> projects;  // one a note, where several memories were asked
};

memory::ListRequest list_request(const Json& arguments, bool narrowed) {
  memory::ListRequest request;
  request.selector = selector(arguments);
  if (narrowed) {
    request.type = text_or(arguments, "type");
    request.tag = text_or(arguments, "tag");
  }
  request.since = text_or(arguments, "since");
  request.origin = ascii_lower(text_or(arguments, "origin"));
  return request;
}

Json counted(const std::map<std::string, std::size_t>& counts, const char* key, std::size_t most) {
  std::vector<std::pair<std::string, std::size_t>> rows(counts.begin(), counts.end());
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  if (rows.size() > most) rows.resize(most);
  Json json = Json::array();
  for (const auto& [value, count] : rows) json.push_back({{key, value}, {"notes", count}});
  return json;
}

// Of all notes, whatever type and tag are asked for: what a choice of them would give.
Json facets_of(const std::vector<memory::NoteInfo>& notes) {
  std::map<std::string, std::size_t> types;
  std::map<std::string, std::size_t> tags;
  std::map<std::string, std::size_t> places;
  for (const memory::NoteInfo& note : notes) {
    ++types[note.type];
    ++places[note.place.label()];
    for (const std::string& tag : note.tags) ++tags[tag];
  }
  return {{"notes", notes.size()},
          {"types", counted(types, "type", notes.size())},
          {"tags", counted(tags, "tag", kFacetTags)},
          {"places", counted(places, "place", notes.size())}};
}

// "types   project 3, user 1", a line for each kind of choice.
std::string facets_text(const Json& facets, std::size_t columns) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& [kind, key] :
       {std::pair("types", "type"), std::pair("tags", "tag"), std::pair("places", "place")}) {
    std::vector<std::string> counts;
    for (const Json& one : facets[kind]) {
      const std::string value = one[key];
      counts.push_back(
          fmt::format("{} {}", value.empty() ? "-" : value, one["notes"].get<std::size_t>()));
    }
    if (!counts.empty()) rows.push_back({kind, join(counts, ", ")});
  }
  return table(std::move(rows), columns);
}

bool is_asked_for(const memory::NoteInfo& note, const std::string& type, const std::string& tag) {
  if (!note.unreadable.empty()) return true;
  const auto has_tag = [&] {
    const std::string wanted = fold(tag);
    return std::any_of(note.tags.begin(), note.tags.end(),
                       [&](const std::string& one) { return folds_to(one, wanted); });
  };
  return (type.empty() || note.type == type) && (tag.empty() || has_tag());
}

void put_in_order(const std::string& sort, std::vector<std::size_t>& order, const Listed& listed) {
  const auto& notes = listed.notes;
  const auto by_name = [&](std::size_t a, std::size_t b) {
    return fold(notes[a].name) < fold(notes[b].name);
  };
  const auto newest = [&](std::size_t a, std::size_t b) {
    return notes[a].modified > notes[b].modified;
  };
  const auto oldest = [&](std::size_t a, std::size_t b) {
    return notes[a].modified < notes[b].modified;
  };
  if (sort == "name") {
    std::stable_sort(order.begin(), order.end(), by_name);
  } else if (sort == "oldest") {
    std::stable_sort(order.begin(), order.end(), oldest);
  } else if (!listed.projects.empty()) {
    std::stable_sort(order.begin(), order.end(), newest);
  }
}

Result<Reply> list_reply(Listed listed, const Json& arguments, Timestamp now, std::size_t columns) {
  const bool facets = flag(arguments, "facets");
  const std::string tag = text_or(arguments, "tag");
  std::string type = text_or(arguments, "type");
  if (!type.empty()) {
    LOCI_ASSIGN(const note::Type known, memory::check_type(type));
    type = note::type_name(known);
  }
  std::vector<std::size_t> order;
  order.reserve(listed.notes.size());
  for (std::size_t i = 0; i < listed.notes.size(); ++i) {
    if (!facets || is_asked_for(listed.notes[i], type, tag)) order.push_back(i);
  }
  put_in_order(text_or(arguments, "sort"), order, listed);
  Reply reply;
  reply.list = "notes";
  const std::size_t total = order.size();
  const std::size_t offset =
      std::min<std::size_t>(static_cast<std::size_t>(number_or(arguments, "offset", 0)), total);
  const std::size_t limit = arguments.contains("limit")
                                ? static_cast<std::size_t>(number_or(arguments, "limit", 0))
                                : total;
  const std::size_t end = offset + std::min(limit, total - offset);
  std::vector<memory::NoteInfo> notes;
  std::vector<Json> projects;
  notes.reserve(end - offset);
  Json counts = facets ? facets_of(listed.notes) : Json(nullptr);
  for (std::size_t i = offset; i < end; ++i) {
    notes.push_back(std::move(listed.notes[order[i]]));
    if (!listed.projects.empty()) projects.push_back(listed.projects[order[i]]);
  }
  std::vector<std::string> owners;
  owners.reserve(projects.size());
  for (const Json& project : projects) {
    owners.push_back(project.is_null() ? std::string() : project.get<std::string>());
  }
  reply.text = note_table(notes, now, columns, owners);
  if (facets && !listed.notes.empty()) reply.text += "\n" + facets_text(counts, columns);
  if (std::any_of(notes.begin(), notes.end(), [](const auto& note) { return note.untrusted; })) {
    reply.notes.push_back(untrusted_note());
  }
  const auto unread = static_cast<std::size_t>(std::count_if(
      notes.begin(), notes.end(), [](const auto& note) { return !note.unreadable.empty(); }));
  if (unread > 0) {
    reply.incomplete = true;
    reply.notes.push_back(fmt::format("{} could not be read", count(unread, "note")));
  }
  if (offset > 0 && offset == total && total > 0) {
    reply.notes.push_back(fmt::format("there are only {}", count(total, "note")));
  }
  if (end < total) {
    reply.notes.push_back(
        fmt::format("{} more: '--offset {}' shows the next ones", total - end, end));
  }
  reply.large = [notes = std::move(notes), projects = std::move(projects),
                 counts = std::move(counts), total, now] {
    Json rows = Json::array();
    for (std::size_t i = 0; i < notes.size(); ++i) {
      rows.push_back(to_json(notes[i], now));
      if (!projects.empty()) rows.back()["project"] = projects[i];
    }
    Json data{{"notes", std::move(rows)}, {"total", total}};
    if (!counts.is_null()) data["facets"] = counts;
    return data;
  };
  return reply;
}

}  // namespace

Json project_of(const store::Place& place, const std::string& project) {
  const bool common = project.empty() || place.is_common();
  return common ? Json(nullptr) : Json(project);
}

std::optional<Json> asked_of(const Lent& lent, const Json& arguments) {
  const std::string scope = text_or(arguments, "scope");
  const bool global = lent.project.empty();
  if (scope == "global" && !global) return std::nullopt;
  if ((scope == "workspace" || scope == "private" || scope == "shared") && global) {
    return std::nullopt;
  }
  Json asked = arguments;
  if (scope.empty()) asked["scope"] = global ? "global" : "workspace";
  return asked;
}

Result<Reply> list_notes(memory::Memory& memory, const Json& arguments) {
  LOCI_TRY(only_here(arguments));
  Listed listed;
  LOCI_ASSIGN(listed.notes,
              memory::list(memory, list_request(arguments, !flag(arguments, "facets"))));
  const bool none = listed.notes.empty();
  LOCI_ASSIGN(Reply reply,
              list_reply(std::move(listed), arguments, memory.now(), memory.session().columns));
  if (!none) return reply;
  const bool narrowed = !text_or(arguments, "scope").empty() || arguments.contains("type") ||
                        arguments.contains("tag") || arguments.contains("since") ||
                        arguments.contains("origin") || flag(arguments, "private") ||
                        flag(arguments, "shared") || flag(arguments, "user");
  reply.notes.emplace_back(narrowed ? "no matching notes"
                                    : "no notes yet: 'loci remember TEXT --title TITLE' makes one");
  return reply;
}

Result<Reply> list_notes_over(std::span<const Lent> lent, const Json& arguments) {
  Listed all;
  for (const Lent& one : lent) {
    const auto asked = asked_of(one, arguments);
    if (!asked) continue;
    LOCI_ASSIGN(std::vector<memory::NoteInfo> notes,
                memory::list(*one.memory, list_request(*asked, !flag(arguments, "facets"))));
    for (memory::NoteInfo& note : notes) {
      Json project = project_of(note.place, one.project);
      // What all have in common is told by global memory.
      if (project.is_null() && !one.project.empty()) continue;
      all.projects.push_back(std::move(project));
      all.notes.push_back(std::move(note));
    }
  }
  return list_reply(std::move(all), arguments, lent.front().memory->now(),
                    lent.front().memory->session().columns);
}

}  // namespace loci::api
