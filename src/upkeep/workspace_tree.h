// The files of a workspace, for whoever asks whether something is there. Only looks, never
// through a link, and never further than its bounds; what cannot be read is neither there
// nor missing.

#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "fs/file_system.h"
#include "fs/stamp.h"
#include "upkeep/ignored.h"

namespace loci::upkeep {

class WorkspaceTree {
 public:
  static constexpr std::size_t kMostEntries = 200'000;
  static constexpr std::size_t kFileLimit = std::size_t{4} << 20;
  static constexpr std::size_t kSearchedBytes = std::size_t{16} << 20;

  WorkspaceTree(fs::FileSystem& files, std::string root);

  enum class There : std::uint8_t { Yes, No, Unknown };
  struct Look {
    There there = There::Unknown;
    fs::Kind kind = fs::Kind::Other;
    fs::Stamp stamp{};
  };
  // Exactly this path. A link counts as there, whatever it leads to.
  [[nodiscard]] Look at(std::string_view path);
  // Everything whose path ends with these components. Walks the workspace once.
  [[nodiscard]] std::vector<std::string> ending_with(std::string_view path);
  // Whether the walk saw everything that is not ignored.
  [[nodiscard]] bool complete();
  // Whether a `.gitignore` leaves it out, or it is a tool's own or a submodule's.
  [[nodiscard]] bool ignored(std::string_view path);
  // Whether it is below a directory that builds or runs fill: "dist", "logs"; or one that
  // they fill in some repositories: "bin", "data".
  [[nodiscard]] static bool likely_made(std::string_view path);
  [[nodiscard]] static bool perhaps_made(std::string_view path);
  // Whether something that is there may be meant as well: the same path in other letters, a
  // file of this name elsewhere, in its directory one with another ending.
  [[nodiscard]] bool has_twin(std::string_view path);
  // The last of these only.
  [[nodiscard]] bool has_other_form(std::string_view path);
  // Whether a file or directory has this word, in small letters, as its name or the first of
  // it: "scale" of "scale-test".
  [[nodiscard]] bool has_part_called(std::string_view word);
  // Whether a directory has a file whose name ends as this one's does.
  [[nodiscard]] bool has_alike(std::string_view path);

  // How many lines a file has; nothing when it cannot be read or is no text.
  [[nodiscard]] std::optional<std::size_t> lines_of(const std::string& path);
  // Whether a name stands in a file; nothing when it cannot be read.
  [[nodiscard]] std::optional<bool> mentions(const std::string& path, std::string_view name);

  // Looks for names in all files but Markdown, which is what notes are made of, and among
  // the names of files: gives a file for each that was found. What is not there was found nowhere,
  // if `searched_all`.
  [[nodiscard]] std::map<std::string, std::string> files_with(const std::set<std::string>& names);
  [[nodiscard]] bool searched_all() const { return searched_all_; }

 private:
  [[nodiscard]] Result<std::unique_ptr<fs::Root>> directory(std::string_view path);
  [[nodiscard]] Result<std::string> read(std::string_view path);
  [[nodiscard]] bool of_submodule(std::string_view path);
  [[nodiscard]] bool left_out(std::string_view path, bool is_directory);
  void walk();
  void walk_below(const fs::Root& root, const std::string& path, int depth);
  [[nodiscard]] const IgnoreRules& rules_in(std::string_view directory);

  fs::FileSystem& files_;
  std::string root_;
  std::unique_ptr<fs::Root> open_;
  bool walked_ = false;
  bool complete_ = true;
  bool searched_all_ = true;
  std::vector<std::string> paths_;  // files and directories
  std::vector<std::string> texts_;  // of them, the files that may hold a name
  std::unordered_map<std::string, std::vector<std::size_t>> by_name_;
  std::unordered_map<std::string, std::vector<std::size_t>> by_small_name_;  // in small letters
  std::map<std::string, IgnoreRules, std::less<>> rules_;
  std::optional<std::vector<std::string>> submodules_;
};

}  // namespace loci::upkeep
