#include "memory/survey.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/parallel.h"
#include "fs/absent.h"
#include "memory/seen_files.h"
#include "note/index_file.h"
#include "note/index_hooks.h"
#include "note/slug.h"

namespace loci::memory {
namespace {

using store::Place;

// The agents below a directory, each step a real directory: a link that a
// repository ships leads nowhere.
Result<std::set<std::string>> agents_below(fs::FileSystem& files, const std::string& base,
                                           std::initializer_list<std::string_view> steps) {
  std::set<std::string> agents;
  LOCI_ASSIGN(auto root, fs::if_there(files.open(base, fs::Modes::Umask)));
  for (const std::string_view step : steps) {
    if (!root) return agents;
    LOCI_ASSIGN(const auto stat, fs::if_there((*root)->stat(step)));
    if (!stat || stat->kind != fs::Kind::Directory) return agents;
    LOCI_ASSIGN(root, fs::if_there((*root)->open(step)));
  }
  if (!root) return agents;
  LOCI_ASSIGN(const std::vector<fs::Entry> entries, (*root)->list());
  for (const fs::Entry& entry : entries) {
    if (entry.kind == fs::Kind::Directory && note::agent_id(entry.name)) agents.insert(entry.name);
  }
  return agents;
}

Result<std::vector<fs::Entry>> entries_below(const fs::Root& root, std::string_view name) {
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> below, root.open(name));
  return below->list();
}

// What lies in a place and is no note of it, although its name says so.
std::vector<Stray> strays_in(const fs::Root& root, std::vector<Unread>& unread) {
  std::vector<Stray> strays;
  const auto entries = root.list();
  if (!entries) {
    unread.push_back({"", entries.error().message, true});
    return strays;
  }
  for (const fs::Entry& entry : *entries) {
    if (entry.name.starts_with('.') || entry.kind == fs::Kind::File) continue;
    if (entry.kind != fs::Kind::Directory) {
      if (entry.name.ends_with(".md")) strays.push_back({entry.name, Stray::Kind::NoFile});
      continue;
    }
    const auto nested = entries_below(root, entry.name);
    if (fs::is_absent(nested)) continue;  // gone meanwhile
    if (!nested) {
      unread.push_back({entry.name, nested.error().message, true});
      continue;
    }
    for (const fs::Entry& file : *nested) {
      if (file.kind != fs::Kind::File || !file.name.ends_with(".md")) continue;
      strays.push_back({fmt::format("{}/{}", entry.name, file.name), Stray::Kind::Nested});
    }
  }
  std::sort(strays.begin(), strays.end(),
            [](const Stray& a, const Stray& b) { return a.path < b.path; });
  return strays;
}

SurveyedNote kept_note(std::string file, const note::Note& parsed) {
  SurveyedNote note;
  if (auto line = note::readable_line(parsed, file)) {
    note.description = std::move(line->description);
  }
  note.name = note::shown_name(parsed, file);
  note.file = std::move(file);
  note.links = note::parse_outline(parsed.body).links;
  for (note::Link& link : note.links) link.line += parsed.body_line - 1;
  return note;
}

void add_new(std::vector<Place>& places, const std::vector<Place>& more) {
  for (const Place& place : more) {
    if (std::find(places.begin(), places.end(), place) == places.end()) places.push_back(place);
  }
}

}  // namespace

Result<> need_readable(const std::vector<Refused>& refused) {
  for (const Refused& place : refused) {
    if (place.unreadable) return fail(*place.unreadable);
  }
  return {};
}

Result<std::vector<Place>> repository_places(Memory& memory) {
  std::vector<Place> places;
  if (!memory.scopes().workspace() || memory.session().ephemeral) return places;
  const store::Workspace& workspace = *memory.scopes().workspace();
  const auto agents = [&](std::string_view directory) {
    return agents_below(memory.store().files(), workspace.root,
                        {directory, store::kAgentsDirectory});
  };
  if (workspace.has_loci) {
    places.push_back(store::shared_place(workspace.root));
    LOCI_ASSIGN(const auto all, agents(store::kWorkspaceDirectory));
    for (const std::string& agent : all) {
      places.push_back(store::agent_shared_place(workspace.root, agent));
    }
  }
  if (workspace.has_xcaf) {
    LOCI_ASSIGN(const auto all, agents(store::kXcafDirectory));
    for (const std::string& agent : all) {
      places.push_back(store::agent_xcaf_place(workspace.root, agent));
    }
  }
  return places;
}

Result<std::vector<Place>> all_places(Memory& memory, const Selector& selector) {
  if (!selector.scope.empty()) return memory.readable(selector);
  LOCI_ASSIGN(
      std::set<std::string> agents,
      agents_below(memory.store().files(), memory.store().home(), {store::kAgentsDirectory}));
  if (const auto& workspace = memory.scopes().workspace()) {
    LOCI_ASSIGN(
        std::set<std::string> own,
        agents_below(memory.store().files(), memory.store().home(),
                     {store::kProjectsDirectory, workspace->slug, store::kAgentsDirectory}));
    agents.merge(own);
    LOCI_ASSIGN(const std::vector<Place> shipped, repository_places(memory));
    for (const Place& place : shipped) {
      if (place.is_agent()) agents.insert(place.agent);
    }
  }
  std::vector<Place> places;
  if (!selector.in_user) {
    LOCI_ASSIGN(places, memory.readable(selector));
  }
  for (const std::string& agent : agents) {
    Selector of_agent = selector;
    of_agent.scope = "agent:" + agent;
    LOCI_ASSIGN(const std::vector<Place> more, memory.readable(of_agent));
    add_new(places, more);
  }
  return places;
}

std::vector<Place> present_places(Memory& memory, const std::vector<Place>& places,
                                  std::vector<Refused>& refused) {
  // A hundred agents have hundreds of places, each some directories deep.
  constexpr std::size_t kPlacesOfAThread = 32;
  std::vector<Result<bool>> there(places.size());
  in_parallel(
      places.size(),
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          there[i] = memory.store().open_place(places[i]).map(
              [](const auto& root) { return root != nullptr; });
        }
      },
      kPlacesOfAThread);
  std::vector<Place> present;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Place& place = places[i];
    if (!there[i]) {
      refused.push_back(
          {memory.store().path_of(place), there[i].error().message, memory.untrusted(place)});
      if (!memory.store().is_blocked(place)) refused.back().unreadable = there[i].error();
    } else if (*there[i]) {
      present.push_back(place);
    }
  }
  return present;
}

namespace {

using ReadNotes = std::vector<Result<std::optional<SurveyedNote>>>;

// The notes as a server knows them, in the order of `files`.
ReadNotes seen_in(Memory& memory, const Place& place, const std::vector<std::string>& files,
                  store::View& view) {
  ReadNotes notes(files.size(), std::nullopt);
  const auto seen = look_over(
      &memory.seen()->surveyed, memory.store(), place, files,
      [&](std::size_t i) -> std::shared_ptr<const SurveyedNote> {
        auto text = view.read(place, files[i]);
        if (!text) notes[i] = fail(text.error());
        if (!text || !*text) return nullptr;
        return std::make_shared<const SurveyedNote>(kept_note(files[i], note::parse_note(**text)));
      });
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (seen[i]) notes[i] = *seen[i];
  }
  return notes;
}

ReadNotes read_in(const Place& place, const std::vector<std::string>& files, store::View& view) {
  ReadNotes notes(files.size(), std::nullopt);
  for (std::size_t i = 0; i < files.size(); ++i) {
    const auto text = view.read(place, files[i]);
    if (!text) {
      notes[i] = fail(text.error());
    } else if (*text) {
      notes[i] = kept_note(files[i], note::parse_note(**text));
    }
  }
  return notes;
}

void survey_notes(Memory& memory, SurveyedPlace& place, const std::vector<std::string>& files,
                  store::View& view, NoteReader* reader, const FileNames& known) {
  ReadNotes notes = reader != nullptr          ? reader->read_notes(place, files, known)
                    : memory.seen() != nullptr ? seen_in(memory, place.place, files, view)
                                               : read_in(place.place, files, view);
  place.notes.reserve(files.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (!notes[i]) {
      place.unread.push_back({files[i], notes[i].error().message});
      place.notes.push_back({files[i], "", {}, ""});
    } else if (*notes[i]) {
      place.notes.push_back(std::move(**notes[i]));
    }
  }
  const bool no_file =
      std::any_of(place.strays.begin(), place.strays.end(),
                  [](const Stray& stray) { return stray.path == note::kIndexFile; });
  if (no_file) return;
  auto index = view.read(place.place, note::kIndexFile);
  if (index) {
    place.index = std::move(*index).value_or("");
  } else {
    place.unread.push_back({std::string(note::kIndexFile), index.error().message});
  }
}

}  // namespace

Result<std::vector<SurveyedPlace>> survey(Memory& memory, const std::vector<Place>& places,
                                          store::View& view, NoteReader* reader) {
  std::vector<SurveyedPlace> result;
  std::vector<std::vector<std::string>> files;
  for (const Place& place : places) {
    LOCI_ASSIGN(const std::unique_ptr<fs::Root> root, memory.store().open_place(place));
    if (!root) continue;
    std::vector<Unread> unread;
    std::vector<Stray> strays = strays_in(*root, unread);
    std::erase_if(strays, [](const Stray& stray) { return stray.path == note::kIndexFile; });
    const auto index = root->stat(note::kIndexFile);
    if (index && index->kind != fs::Kind::File) {
      strays.push_back({std::string(note::kIndexFile), Stray::Kind::NoFile});
    }
    result.push_back({place,
                      root->path(),
                      {},
                      "",
                      std::move(strays),
                      memory.untrusted(place),
                      std::move(unread)});
    LOCI_ASSIGN(std::vector<std::string> notes, view.notes(place));
    files.push_back(std::move(notes));
  }
  FileNames known;
  for (const auto& notes : files) known.insert(notes.begin(), notes.end());
  for (std::size_t i = 0; i < result.size(); ++i) {
    survey_notes(memory, result[i], files[i], view, reader, known);
  }
  return result;
}

// Counted by name; a directory that is not as it should be has none.
Result<std::size_t> shipped_notes(Memory& memory) {
  std::size_t count = 0;
  LOCI_ASSIGN(const std::vector<store::Place> places, repository_places(memory));
  std::vector<Refused> refused;
  const std::vector<store::Place> present = present_places(memory, places, refused);
  LOCI_TRY(need_readable(refused));
  LOCI_ASSIGN(const std::unique_ptr<store::View> view,
              memory.store().view(present, store::Recovery::No));
  for (const store::Place& place : present) {
    LOCI_ASSIGN(const std::vector<std::string> notes, view->notes(place));
    count += notes.size();
  }
  return count;
}

std::vector<LinkedNote> linked_notes(const std::vector<SurveyedPlace>& places) {
  std::vector<LinkedNote> notes;
  for (const SurveyedPlace& place : places) {
    notes.reserve(notes.size() + place.notes.size());
    for (const SurveyedNote& note : place.notes) {
      notes.push_back({place.place, note.file, note.name, place.untrusted});
    }
  }
  return notes;
}

}  // namespace loci::memory
