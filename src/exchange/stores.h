// Memory that other tools keep in files: where each has it, and how its files
// become notes. Nothing here touches a file.
//
// A parser is given the texts of a store and gives drafts of notes. It loses
// nothing that the tool wrote: a text that is a note already stays as it is to
// the byte, keys that a note cannot have go under `metadata`, a frontmatter that
// nobody can read stays in the body. The same files always give the same drafts.

#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exchange/surroundings.h"

namespace loci::exchange {

// Whether what a store holds is about one workspace, or about everything.
enum class StoreReach : std::uint8_t { Workspace, Global };

struct StoreFile {
  std::string path;  // below the store, "team/x.md"
  std::string text;
};

struct StoreDraft {
  std::string source;  // what it was made from; no two of a store have the same
  std::string file;    // the name it should have
  std::string text;    // the whole note, a valid one
  std::string hook{};  // of its index line, where that is not the description; or ""
};

struct StoreDrafts {
  std::vector<StoreDraft> notes;
  std::vector<std::string> warnings;  // what is not as it was: "team/x.md: …"
  // Files whose type no note has, by that type: one line for each is enough.
  std::map<std::string, std::vector<std::string>> strange_types{};
};

// One directory (or file) that may hold a store.
struct StorePlace {
  std::string path;
  StoreReach reach = StoreReach::Workspace;
};

// What a store is looked for with. The functions answer nothing for what is not
// there.
struct StoreSearch {
  Surroundings around;
  std::vector<std::string> roots;  // the workspace, and the work tree it belongs to
  std::function<std::optional<std::string>(const std::string& path)> read;
  std::function<std::vector<std::string>(const std::string& path)> directories;  // names in one
};

struct ForeignStore {
  std::string_view title;  // "Claude Code auto memory"
  StoreReach reach;        // of a place the user names
  // Where it may be on this machine; some of these may not be there.
  std::vector<StorePlace> (*places)(const StoreSearch& search);
  // Whether a file is part of it, and whether a directory is looked into.
  bool (*reads)(std::string_view path);
  bool (*enters)(std::string_view directory);
  StoreDrafts (*parse)(const std::vector<StoreFile>& files, std::string_view type);
};

// The drafts of a store's files, in an order that does not depend on theirs.
// What is not UTF-8 is left out, with a warning.
[[nodiscard]] StoreDrafts parse_store(const ForeignStore& store, std::vector<StoreFile> files,
                                      StoreReach reach);

}  // namespace loci::exchange
