#include "compile/agents.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/named.h"
#include "base/parallel.h"
#include "base/path.h"
#include "base/text.h"
#include "memory/survey.h"
#include "note/index_file.h"
#include "note/markers.h"
#include "note/note.h"
#include "note/slug.h"

namespace loci::compile {
namespace {

using memory::all_places;
using memory::Memory;
using memory::need_readable;
using memory::present_places;
using memory::Refused;
using memory::Selector;

using store::Place;

struct Job {
  const Place* place;
  std::string file;
  Result<std::optional<std::string>> text;
};

constexpr std::size_t kPlacesOfAThread = 8;

// What is odd among the entries of a place.
std::vector<std::string> odd_among(const fs::Root& root, const std::string& directory,
                                   const std::vector<fs::Entry>& entries) {
  std::vector<std::string> odd;
  const std::string index = fold(note::kIndexFile);
  for (const fs::Entry& entry : entries) {
    if (entry.name.starts_with('.')) continue;
    if (entry.kind == fs::Kind::Directory) {
      const auto below = root.open(entry.name);
      const auto nested = below ? (*below)->list() : Result<std::vector<fs::Entry>>();
      if (!below || !nested) {
        odd.push_back(below ? nested.error().message : below.error().message);
        continue;
      }
      for (const fs::Entry& file : *nested) {
        if (file.kind != fs::Kind::File || !file.name.ends_with(".md")) continue;
        odd.push_back(fmt::format("{}/{}/{}: notes in directories are not read", directory,
                                  entry.name, file.name));
      }
    } else if (store::is_note_entry(entry) && folds_to(entry.name, index)) {
      odd.push_back(
          fmt::format("{}/{}: its name differs from MEMORY.md in case only; tools with a MEMORY.md "
                      "do not get it",
                      directory, entry.name));
    }
  }
  std::sort(odd.begin(), odd.end());
  return odd;
}

// The names of the notes in a place, sorted, and what is odd there: one look for both.
struct Listing {
  std::vector<std::string> notes;
  std::vector<std::string> odd;
};

Result<Listing> list_place(store::Store& store, const Place& place) {
  Listing listing;
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> root, store.open_place(place));
  if (!root) return listing;
  LOCI_ASSIGN(std::vector<fs::Entry> entries, root->list());
  listing.odd = odd_among(*root, store.path_of(place), entries);
  for (fs::Entry& entry : entries) {
    if (store::is_note_entry(entry)) listing.notes.push_back(std::move(entry.name));
  }
  std::sort(listing.notes.begin(), listing.notes.end());
  return listing;
}

// Whether a file beside an agent's memory, or beside its directory, defines the agent.
Result<bool> has_definition(store::Store& store, const Place& place) {
  constexpr std::string_view kDefinition = ".xcaf";
  const std::string directory(parent_path(store.path_of(place)));
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> root,
              store.files().open(directory, fs::Modes::Umask));
  LOCI_ASSIGN(const std::vector<fs::Entry> entries, root->list());
  return std::any_of(entries.begin(), entries.end(),
                     [&](const fs::Entry& entry) { return entry.name.ends_with(kDefinition); }) ||
         store.files().stat(directory + std::string(kDefinition), false).has_value();
}

}  // namespace

std::vector<std::string> odd_entries(store::Store& store, const Place& place) {
  const auto root = store.open_place(place);
  if (!root) return {root.error().message};
  if (!*root) return {};
  const auto entries = (*root)->list();
  if (!entries) return {entries.error().message};
  return odd_among(**root, store.path_of(place), *entries);
}

Result<AgentSources> read_agent_sources(store::Store& store, store::View& view,
                                        const std::vector<Place>& places) {
  std::vector<Job> jobs;
  AgentSources sources;
  std::map<std::string, AgentSource> agents;
  std::vector<Result<Listing>> listings(places.size());
  in_parallel(
      places.size(),
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) listings[i] = list_place(store, places[i]);
      },
      kPlacesOfAThread);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Place& place = places[i];
    if (!listings[i]) return fail(std::move(listings[i]));
    for (std::string& file : listings[i]->notes) {
      if (const auto fault = note::file_name_fault(file);
          fault && fold(file) != fold(note::kIndexFile)) {
        sources.warnings.push_back(fmt::format("{}/{}: {}; it is left out", store.path_of(place),
                                               printable(file, true), *fault));
        continue;
      }
      jobs.push_back({&place, std::move(file), {}});
    }
    jobs.push_back({&place, std::string(note::kIndexFile), {}});
    for (std::string& odd : listings[i]->odd) sources.warnings.push_back(std::move(odd));
    AgentSource& agent = agents[place.agent];
    agent.id = place.agent;
    agent.places.push_back(place);
  }
  in_parallel(jobs.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      jobs[i].text = view.read(*jobs[i].place, jobs[i].file);
  });
  std::map<std::string, std::set<std::string>> seen;
  for (Job& job : jobs) {
    if (!job.text) return fail(std::move(job.text));
    if (!*job.text) continue;  // gone meanwhile, or no index
    if (const auto marked = note::split_markers(**job.text)) {
      return fail(
          conflict(fmt::format("{}/{}:{}: conflict markers from git", store.path_of(*job.place),
                               printable(job.file, true), marked->line),
                   "'loci check --fix' merges them or makes two notes"));
    }
    AgentSource& agent = agents[job.place->agent];
    SourceNote note{*job.place, std::move(job.file), SharedText(std::move(**job.text))};
    if (note.file == note::kIndexFile) {
      agent.indexes.push_back(std::move(note));
      continue;
    }
    if (seen[agent.id].insert(fold(note.file)).second) {
      agent.notes.push_back(std::move(note));
      continue;
    }
    const auto first =
        std::find_if(agent.notes.begin(), agent.notes.end(),
                     [&](const SourceNote& other) { return fold(other.file) == fold(note.file); });
    if (first->text.str() == note.text.str()) continue;
    sources.warnings.push_back(fmt::format("{}/{}: {} has a different text, which is used",
                                           store.path_of(note.place), note.file,
                                           first->place.label()));
  }
  for (auto& [id, agent] : agents) {
    std::sort(agent.notes.begin(), agent.notes.end(),
              [](const SourceNote& a, const SourceNote& b) { return a.file < b.file; });
    sources.agents.push_back(std::move(agent));
  }
  return sources;
}

std::vector<std::string> undefined_agents(store::Store& store, const AgentSources& sources) {
  constexpr std::size_t kNamed = 3;
  struct Asked {
    const AgentSource* agent;
    const Place* place;
    Result<bool> defined;
  };
  std::vector<Asked> asked;
  for (const AgentSource& agent : sources.agents) {
    const auto place = std::find_if(agent.places.begin(), agent.places.end(), [](const Place& one) {
      return one.kind == Place::Kind::AgentXcaf;
    });
    if (place == agent.places.end() || agent.notes.empty()) continue;
    asked.push_back({&agent, &*place, false});
  }
  in_parallel(
      asked.size(),
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
          asked[i].defined = has_definition(store, *asked[i].place);
      },
      kPlacesOfAThread);
  std::vector<std::string> unread;
  std::vector<std::string> names;
  std::size_t others = 0;
  for (const Asked& one : asked) {
    if (!one.defined) {
      unread.push_back(fmt::format("{}; so it is unknown whether {} has a definition",
                                   one.defined.error().message, printable(one.agent->id, true)));
      continue;
    }
    if (*one.defined) continue;
    if (names.size() < kNamed) {
      names.push_back(printable(one.agent->id, true));
    } else {
      ++others;
    }
  }
  if (names.empty()) return unread;
  const std::string more = others == 0 ? "" : fmt::format(" and {} more", others);
  unread.push_back(
      fmt::format("xcaf/agents: no definition (*.xcaf) for {}{}; their memory is compiled anyway",
                  join(names, ", "), more));
  return unread;
}

Result<std::vector<Place>> agent_places(Memory& memory) {
  LOCI_ASSIGN(std::vector<Place> places, all_places(memory, {}));
  std::erase_if(places, [](const Place& place) { return !place.is_agent(); });
  // An audience that may not see a repository's places does not get them above.
  std::vector<Refused> refused;
  std::vector<Place> present = present_places(memory, places, refused);
  LOCI_TRY(need_readable(refused));
  for (const Refused& place : refused)
    memory.log().warn(fmt::format("{}: {}", place.path, place.message));
  return present;
}

Result<AgentsReply> list_agents(Memory& memory) {
  LOCI_ASSIGN(const std::vector<Place> places, agent_places(memory));
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.look(places, false));
  AgentsReply reply;
  std::map<std::string, AgentRow> rows;
  for (const Place& place : places) {
    LOCI_ASSIGN(const std::vector<std::string> notes, view->notes(place));
    for (std::string& odd : odd_entries(memory.store(), place))
      reply.warnings.push_back(std::move(odd));
    if (notes.empty()) continue;
    AgentRow& row = rows[place.agent];
    row.id = place.agent;
    row.places.push_back(
        {place, memory.store().path_of(place), notes.size(), memory.untrusted(place)});
  }
  for (auto& [id, row] : rows) reply.agents.push_back(std::move(row));
  return reply;
}

Result<AgentReply> show_agent(Memory& memory, std::string_view id) {
  LOCI_ASSIGN(std::vector<Place> places, agent_places(memory));
  std::vector<std::string> ids;
  for (const Place& place : places) ids.push_back(place.agent);
  std::erase_if(places, [&](const Place& place) { return place.agent != id; });
  if (places.empty()) {
    return fail(
        not_found(fmt::format("there is no agent '{}' with memory", id),
                  did_you_mean(id, {ids.begin(), ids.end()}, "run 'loci agents' to list them")));
  }
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.look(places, false));
  AgentReply reply;
  reply.id = id;
  for (const Place& place : places) {
    LOCI_ASSIGN(const std::vector<std::string> files, view->notes(place));
    const bool kept_back = memory.untrusted(place);
    reply.places.push_back({place, memory.store().path_of(place), files.size(), kept_back});
    for (const std::string& file : files) {
      LOCI_ASSIGN(const std::optional<std::string> text, view->read(place, file));
      if (!text) continue;
      const note::Note parsed = note::parse_note(*text);
      reply.notes.push_back({place, file, note::shown_name(parsed, file),
                             note::shown_description(parsed), kept_back});
    }
    for (std::string& odd : odd_entries(memory.store(), place))
      reply.warnings.push_back(std::move(odd));
  }
  return reply;
}

Result<AgentSources> agent_sources(Memory& memory, bool of_user, bool dry_run) {
  LOCI_ASSIGN(std::vector<store::Place> places, agent_places(memory));
  std::erase_if(places, [&](const store::Place& place) {
    return (place.kind == store::Place::Kind::AgentUser) != of_user;
  });
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.look(places, dry_run));
  return read_agent_sources(memory.store(), *view, places);
}

Result<AgentSource> note_sources(Memory& memory, bool of_user, bool dry_run) {
  std::vector<store::Place> places;
  Selector selector;
  selector.scope = of_user ? "global" : "workspace";
  LOCI_ASSIGN(places, memory.readable(selector));
  std::vector<Refused> refused;
  places = present_places(memory, places, refused);
  LOCI_TRY(need_readable(refused));
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.look(places, dry_run));
  LOCI_ASSIGN(AgentSources sources, read_agent_sources(memory.store(), *view, places));
  if (sources.agents.empty()) return AgentSource();
  sources.agents.front().indexes.clear();
  return std::move(sources.agents.front());
}

}  // namespace loci::compile
