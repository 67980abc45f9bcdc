// What a note is called at a remote, and where that is here: "global/deploys.md",
// "agents/reviewer/style.md", "projects/github.com-acme-app-1a2b3c4d/memory/build.md". A project
// is known by its origin, or by a name that people gave it, so that another path and another
// clone are the same project. Pure but for the list of projects.

#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "remote/remotes.h"
#include "remote/transport.h"
#include "store/place.h"
#include "store/project.h"

namespace loci::remote {

// The directory of a project at a remote.
[[nodiscard]] std::string project_directory(std::string_view origin, std::string_view name);

// Whether it is an index, "global/MEMORY.md". Of one of those its outline travels
// (note/index_outline.h), as a note of that name.
[[nodiscard]] bool is_index(std::string_view name);

// Whether it has characters that change the direction of text, or that nobody sees: it could pass
// for another name.
[[nodiscard]] bool is_disguised(std::string_view name);
inline constexpr std::string_view kNameIsDisguised =
    "its name has characters that nobody sees, or that change the direction of text; rename it "
    "where it was written";

// Whether a note of that name at a remote is among those that were chosen.
[[nodiscard]] bool is_chosen(const Chosen& chosen, std::string_view name);
// Whether some of them are that were not among `before`.
[[nodiscard]] bool is_wider(const Chosen& chosen, const Chosen& before);
// Where another choice was made since the last sync: what was agreed on for notes that do not
// travel any more is laid by, so that they do not seem deleted, and what was laid by of others
// counts again. Gives the names of these.
std::set<std::string> part_by_choice(SavedState& saved, const Chosen& chosen);

// A note that travels.
struct NotePlace {
  store::Place place;
  std::string file;
};

class Names {
 public:
  // `here` are the projects of this home, `there` those of the remote. One of the remote's that
  // has an origin and is not known here gets a slug; one that has a name only is passed over.
  // Of two here that are one there, the one counts that did when `agreed` was saved, so that no
  // note is in two places or seems deleted. What a project is called there it stays, also with
  // another origin or none.
  Names(const Remote& remote, const std::vector<store::Project>& here,
        const std::vector<RemoteProject>& there, const Slugs& agreed = {});

  // Where a note of the remote is here; nothing for what does not travel, or is no note.
  [[nodiscard]] std::optional<NotePlace> here(std::string_view name) const;
  // What a file here is called there; nothing for what does not travel.
  [[nodiscard]] std::optional<std::string> there(const store::Place& place,
                                                 std::string_view file) const;

  struct Project {
    std::string slug;
    RemoteProject remote;
    bool is_new = false;  // no workspace of it was seen here yet
    bool operator==(const Project&) const = default;
  };
  [[nodiscard]] const std::vector<Project>& projects() const { return projects_; }
  // Names of the remote's projects that nothing here is matched with.
  [[nodiscard]] const std::vector<std::string>& unmatched() const { return unmatched_; }
  [[nodiscard]] const Project* project_of(std::string_view name) const;
  // Whether the project of a directory there is among those that were chosen.
  [[nodiscard]] bool wants(const std::string& directory) const;
  [[nodiscard]] Slugs slugs() const;
  // Who they are there.
  [[nodiscard]] std::vector<RemoteProject> identities() const;

 private:
  void keep(const Remote& remote, const store::Project& project,
            const std::vector<RemoteProject>& there, const Slugs& agreed);
  void add(const Remote& remote, const store::Project& project, const Slugs* agreed);
  [[nodiscard]] bool is_known(const std::string& directory) const;
  [[nodiscard]] const Project* by_slug(std::string_view slug) const;

  Chosen chosen_;
  std::vector<Project> projects_;
  std::vector<std::string> unmatched_;
};

// Who a project is: its newest origin, or ""
[[nodiscard]] std::string origin_of_project(const store::Project& project);

}  // namespace loci::remote
