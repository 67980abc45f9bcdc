// What git says, read. Pure and never fails: of a text that is damaged or cut off, what can be
// read is taken and the rest left out.

#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace loci::upkeep {

// Of names in sources: letters, digits and the underscore.
[[nodiscard]] bool is_name_letter(char c);

struct GitCommit {
  std::string hash;
  std::string shown;     // short
  std::string parent{};  // the first; "" = none
};

// `log --format=%x01%H %h %P --name-only --diff-filter=D`: what was deleted, the youngest first.
struct GitDeletions {
  struct Path {
    std::string path;
    std::size_t commit = 0;  // in `commits`
  };
  std::vector<GitCommit> commits;
  std::vector<Path> paths;
};
[[nodiscard]] GitDeletions read_deletions(std::string_view log);

// `diff-tree --stdin --diff-filter=R --name-status`: for each commit new names by old ones.
using GitRenames = std::map<std::string, std::map<std::string, std::string>, std::less<>>;
[[nodiscard]] GitRenames read_renames(std::string_view answer);

// `log --raw --no-abbrev --format=%x01%H`: for each file the texts that commits took away, the
// youngest first; at most so many in all.
struct GitVersion {
  std::string text;    // its hash
  std::string commit;  // short
};
using GitVersions = std::map<std::string, std::vector<GitVersion>>;
[[nodiscard]] GitVersions read_versions(std::string_view log, std::size_t most);

// `cat-file --batch`: texts by their hashes, as parts of the answer.
using GitTexts = std::map<std::string, std::string_view, std::less<>>;
[[nodiscard]] GitTexts read_texts(std::string_view answer);
// `cat-file --batch-check`: what was asked for and is not there.
[[nodiscard]] std::set<std::string> read_missing(std::string_view answer);

// `grep` in commits: "COMMIT:path:line". Of these names, those that a line declares, each with the
// first commit: "class Name", "name:", "int name(". One of the environment only stands there.
[[nodiscard]] std::map<std::string, std::string> read_declared_names(
    std::string_view answer, const std::set<std::string>& names);
// `grep --only-matching` in commits: "COMMIT:path:name". The first commit for each name.
[[nodiscard]] std::map<std::string, std::string> read_found_names(std::string_view answer);

}  // namespace loci::upkeep
