// Stories for crash tests: what users do to a home, step by step, through the
// door, on a file system in memory. A story is told once without trouble to
// know every state between its steps; then it is told again and again with a
// disk that fails, a process that dies or a machine that loses power, and the
// home must be found in one of those states.

#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/hash.h"
#include "base/log.h"
#include "base/time.h"
#include "note/index_file.h"
#include "note/note.h"
#include "store/identity.h"
#include "store/store.h"
#include "support/memory_file_system.h"

namespace loci::testing {

inline const std::string kHome = "/h";
inline const std::string kWorkspace = "/w";
inline const std::string kSlug = "w-1";

inline store::Place global() { return store::global_place(); }
inline store::Place personal() { return store::private_place(kSlug); }
inline store::Place shared() { return store::shared_place(kWorkspace); }
inline store::Place project() { return store::project_place(kSlug); }
inline std::vector<store::Place> all_places() {
  return {global(),
          personal(),
          shared(),
          project(),
          store::archive_place(""),
          store::archive_place(kSlug),
          store::inbox_place()};
}

inline std::string note_text(std::string_view name, std::string_view description,
                             std::string_view body) {
  return fmt::format("---\nname: {}\ndescription: {}\ntype: user\n---\n\n{}\n", name, description,
                     body);
}

// What a step works on: a process with its store.
struct World {
  fs::MemoryFileSystem& files;
  FixedClock& clock;
  store::Store& store;
};

using Step = std::function<Result<>(World&)>;

struct Story {
  std::string name;
  Step setup;  // durable when the story begins
  std::vector<Step> steps;
  // Texts that must be nowhere in the home once the story is told.
  std::vector<std::string> erased = {};
  // What the next command does, where that is to be the first step once more.
  bool repeat = false;
};

inline Result<> commit(World& world, std::string operation, std::vector<store::Place> places,
                       std::vector<store::FileChange> changes, std::vector<std::string> purge = {},
                       std::uint64_t undoes = 0) {
  store::Request request;
  request.operation = std::move(operation);
  request.places = std::move(places);
  request.workspace = kSlug;
  request.undoes = undoes;
  const auto outcome = world.store.commit(request, [&](store::View&) -> Result<store::Plan> {
    store::Plan plan{changes, "a summary"};
    if (!purge.empty()) plan.purge = purge;
    return plan;
  });
  if (!outcome) return fail(outcome.error());
  return {};
}

inline store::FileChange put(store::Place place, std::string file, std::string text) {
  return store::FileChange::put(std::move(place), std::move(file), std::move(text));
}
inline store::FileChange take(store::Place place, std::string file) {
  return store::FileChange::remove(std::move(place), std::move(file));
}
inline store::FileChange put_from(store::Place place, std::string file, std::string text,
                                  std::string from, std::string from_place = "") {
  if (from_place.empty()) from_place = place.key;
  return store::FileChange::moved(std::move(place), std::move(file), std::move(text),
                                  {std::move(from_place), std::move(from)});
}

inline const std::string kA = note_text("Alpha", "first", "Body of alpha.");
inline const std::string kB = note_text("Beta", "second", "Body of beta.");
inline const std::string kC = note_text("Gamma", "third", "Body of gamma.");
inline const std::string kSecret = note_text("Secret", "hidden", "The word is xyzzy.");

// A home with three notes, and an index in which the user wrote.
inline Result<> furnish(World& world) {
  LOCI_TRY(commit(world, "write", {global()}, {put(global(), "alpha.md", kA)}));
  LOCI_TRY(commit(world, "write", {global()}, {put(global(), "beta.md", kB)}));
  LOCI_TRY(commit(world, "write", {global()}, {put(global(), "gamma.md", kC)}));
  std::string index = world.files.get("/h/memory/MEMORY.md");
  index = "# What I know\n\nWritten by hand.\n\n" + index + "\nThe end, also by hand.\n";
  world.files.put("/h/memory/MEMORY.md", index);
  return {};
}

inline std::vector<store::FileChange> batch_of_twenty() {
  std::vector<store::FileChange> changes;
  const std::vector<store::Place> places{global(), personal(), shared()};
  for (int i = 0; i < 20; ++i) {
    changes.push_back(put(places[static_cast<std::size_t>(i) % 3], fmt::format("batch-{:02}.md", i),
                          note_text(fmt::format("Batch {}", i), "one of many", "x")));
  }
  changes[3] = put(global(), "alpha.md", note_text("Alpha", "first, changed", "New body."));
  changes[6] = take(global(), "beta.md");
  return changes;
}

inline Step update_alpha() {
  return [](World& world) {
    return commit(world, "write", {global()},
                  {put(global(), "alpha.md", note_text("Alpha", "first, changed", "New body."))});
  };
}
inline Step create_in_private() {
  return [](World& world) {
    return commit(world, "write", {personal()}, {put(personal(), "mine.md", kC)});
  };
}

inline std::vector<Story> stories() {
  const Step nothing = [](World&) -> Result<> { return {}; };
  std::vector<Story> all;
  all.push_back({"first write into an empty home",
                 nothing,
                 {[](World& world) {
                   return commit(world, "write", {global()}, {put(global(), "alpha.md", kA)});
                 }},
                 {}});
  all.push_back({"create",
                 furnish,
                 {[](World& world) {
                   return commit(world, "write", {global()},
                                 {put(global(), "delta.md", note_text("Delta", "fourth", "D."))});
                 }},
                 {}});
  all.push_back(
      {"update, then create elsewhere", furnish, {update_alpha(), create_in_private()}, {}});
  all.push_back({"delete",
                 furnish,
                 {[](World& world) {
                   return commit(world, "delete", {global()}, {take(global(), "beta.md")});
                 }},
                 {}});
  all.push_back({"rename",
                 furnish,
                 {[](World& world) {
                   return commit(
                       world, "rename", {global()},
                       {put_from(global(), "bravo.md", kB, "beta.md"), take(global(), "beta.md")});
                 }},
                 {}});
  all.push_back({"move between places, then update",
                 furnish,
                 {[](World& world) {
                    return commit(world, "move", {global(), personal()},
                                  {put_from(personal(), "beta.md", kB, "beta.md", global().key),
                                   take(global(), "beta.md")});
                  },
                  update_alpha()},
                 {}});
  all.push_back(
      {"batch of 20 files in 3 places",
       furnish,
       {[](World& world) {
         return commit(world, "import", {global(), personal(), shared()}, batch_of_twenty());
       }},
       {}});
  all.push_back({"delete, then take it back",
                 furnish,
                 {[](World& world) {
                    return commit(world, "delete", {global()}, {take(global(), "beta.md")});
                  },
                  [](World& world) {
                    return commit(world, "undo", {global()}, {put(global(), "beta.md", kB)}, {}, 7);
                  }},
                 {}});
  all.push_back({"reindex",
                 furnish,
                 {[](World& world) {
                   std::string index = world.files.get("/h/memory/MEMORY.md");
                   return commit(
                       world, "reindex", {global()},
                       {put(global(), std::string(note::kIndexFile), "<!-- new -->\n" + index)});
                 }},
                 {}});
  all.push_back({"purge, then create elsewhere",
                 [](World& world) -> Result<> {
                   LOCI_TRY(furnish(world));
                   return commit(world, "write", {global()}, {put(global(), "secret.md", kSecret)});
                 },
                 {[](World& world) {
                    return commit(world, "purge", {global()}, {take(global(), "secret.md")},
                                  {sha256(kSecret)});
                  },
                  create_in_private()},
                 {"xyzzy"}});
  all.push_back({"update after an edit by hand",
                 [](World& world) -> Result<> {
                   LOCI_TRY(furnish(world));
                   world.files.put("/h/memory/alpha.md", "Edited by hand, no frontmatter.\n");
                   return {};
                 },
                 {update_alpha()},
                 {}});
  all.push_back({"delete after an edit by hand",
                 [](World& world) -> Result<> {
                   LOCI_TRY(furnish(world));
                   world.files.put("/h/memory/alpha.md", "Edited by hand, no frontmatter.\n");
                   return {};
                 },
                 {[](World& world) {
                   return commit(world, "delete", {global()}, {take(global(), "alpha.md")});
                 }},
                 {}});
  all.push_back(
      {"batch after edits by hand",
       [](World& world) -> Result<> {
         LOCI_TRY(furnish(world));
         world.files.put("/h/memory/alpha.md", "Edited by hand, no frontmatter.\n");
         world.files.put("/h/memory/beta.md", "Edited by hand, too.\n");
         return {};
       },
       {[](World& world) {
         std::vector<store::FileChange> changes = batch_of_twenty();
         changes.resize(7);
         return commit(world, "import", {global(), personal(), shared()}, std::move(changes));
       }},
       {}});
  all.push_back({"the first update of a month, then create elsewhere",
                 [](World& world) -> Result<> {
                   LOCI_TRY(furnish(world));
                   world.clock.advance(std::chrono::days(40));
                   return {};
                 },
                 {update_alpha(), create_in_private()},
                 {}});
  all.push_back({"scratchpad",
                 furnish,
                 {[](World& world) {
                   return commit(world, "scratch", {project()},
                                 {put(project(), "SCRATCHPAD.md", "- [ ] one\n")});
                 }},
                 {}});
  all.push_back({"project file, then create",
                 furnish,
                 {[](World& world) {
                    return store::record_workspace(world.store, {kWorkspace, kSlug, true, false});
                  },
                  create_in_private()},
                 {},
                 true});
  return all;
}

}  // namespace loci::testing
