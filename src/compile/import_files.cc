#include "compile/import_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/limits.h"
#include "base/path.h"
#include "base/text.h"
#include "fs/absent.h"
#include "fs/walk.h"
#include "store/repository.h"

namespace loci::compile {
namespace {

constexpr std::size_t kMostFiles = 20'000;
constexpr std::size_t kDeepestImport = 16;
constexpr std::size_t kLinesBytes = std::size_t{64} << 20;  // of a file that holds many notes
constexpr std::size_t kSettingsBytes = std::size_t{16} << 20;

std::string directory_of(const std::string& path) { return std::string(parent_path(path)); }
std::string file_name_of(const std::string& path) { return std::string(last_component(path)); }

std::size_t most_bytes(std::string_view name) {
  return name.ends_with(".md") ? kFileBytes : kLinesBytes;
}

class Walk {
 public:
  Walk(const exchange::ForeignStore& store, StoreFiles& found) : store_(store), found_(found) {}

  Result<> enter(const fs::Root& root) {
    return fs::walk(root, [&](const fs::Walked& walked) { return see(walked); });
  }

  // What is there and cannot be read stops the import: a note without it would be
  // another, and the next import would take it for the tool's.
  Result<> read(const fs::Root& root, const std::string& name, const std::string& path) {
    auto text = root.read(name, most_bytes(name));
    if (text) {
      found_.files.push_back({path, std::move(*text)});
    } else if (text.error().kind == ErrorKind::InvalidInput) {  // too large
      skip(path, text.error().message);
    } else if (!fs::is_absent(text)) {
      return fail(std::move(text));
    }
    return {};
  }

 private:
  Result<bool> see(const fs::Walked& walked) {
    const std::string& path = walked.path;
    if (++seen_ > kMostFiles) {
      return fail(invalid_input(fmt::format("'{}' has more than {} files", found_.path, kMostFiles),
                                "name the memory directory itself with --path"));
    }
    switch (walked.entry.kind) {
      case fs::Kind::File:
        if (store_.reads(path)) LOCI_TRY(read(walked.directory, walked.entry.name, path));
        return false;
      case fs::Kind::Directory:
        if (!store_.enters(path)) return false;
        if (walked.depth == kDeepestImport) skip(path, "it is nested too deep");
        return walked.depth < kDeepestImport;
      case fs::Kind::Link:
        if (store_.reads(path) || store_.enters(path)) skip(path, "it is a link");
        return false;
      case fs::Kind::Other:
        break;
    }
    return false;
  }

  void skip(const std::string& path, std::string_view why) {
    found_.warnings.push_back(fmt::format("{}: left out, {}", printable(path, true), why));
  }

  const exchange::ForeignStore& store_;
  StoreFiles& found_;
  std::size_t seen_ = 0;
};

// What is at a path where a tool keeps its own; nothing where it has none.
Result<std::optional<fs::Kind>> kind_at(fs::FileSystem& files, const std::string& path,
                                        bool follow) {
  LOCI_ASSIGN(const auto stat, fs::if_there(files.stat(path, follow)));
  return stat ? std::optional(stat->kind) : std::nullopt;
}

Result<std::optional<std::string>> read_settings(fs::FileSystem& files, const std::string& path) {
  LOCI_ASSIGN(const auto kind, kind_at(files, path, false));
  if (kind != fs::Kind::File) return std::nullopt;
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> root,
              files.open(directory_of(path), fs::Modes::Private));
  return fs::if_there(root->read(file_name_of(path), kSettingsBytes));
}

Result<std::vector<std::string>> directories_in(fs::FileSystem& files, const std::string& path) {
  LOCI_ASSIGN(const auto kind, kind_at(files, path, true));
  if (kind != fs::Kind::Directory) return std::vector<std::string>();
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> root, files.open(path, fs::Modes::Private));
  return fs::sorted_names(*root, fs::Kind::Directory);
}

}  // namespace

Result<StoreFiles> read_store_files(fs::FileSystem& files, const exchange::ForeignStore& store,
                                    const std::string& path) {
  StoreFiles found;
  auto canonical = files.canonical(path);
  if (!canonical) {
    if (canonical.error().kind == ErrorKind::NotFound) return found;
    return fail(std::move(canonical));
  }
  LOCI_ASSIGN(const fs::Stat stat, files.stat(*canonical, false));
  found.path = std::move(*canonical);
  Walk walk(store, found);
  if (stat.kind == fs::Kind::Directory) {
    LOCI_ASSIGN(const std::unique_ptr<fs::Root> root, files.open(found.path, fs::Modes::Private));
    LOCI_TRY(walk.enter(*root));
    return found;
  }
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> root,
              files.open(directory_of(found.path), fs::Modes::Private));
  LOCI_TRY(walk.read(*root, file_name_of(found.path), file_name_of(found.path)));
  return found;
}

Result<exchange::StoreSearch> store_search(fs::FileSystem& files, exchange::Surroundings around,
                                           std::vector<Error>& faults) {
  exchange::StoreSearch search;
  const auto add = [&](const std::string& root) {
    const bool known =
        std::find(search.roots.begin(), search.roots.end(), root) != search.roots.end();
    if (!root.empty() && !known) search.roots.push_back(root);
  };
  add(around.workspace);
  for (std::string root = around.workspace; !root.empty(); root = directory_of(root)) {
    LOCI_ASSIGN(const auto git, fs::if_there(files.stat(root + "/.git", true)));
    if (git) {
      add(root);
      LOCI_ASSIGN(const auto repository, store::read_repository(files, root));
      if (repository) add(repository->main_root);
      break;
    }
    if (root == "/") break;
  }
  search.around = std::move(around);
  search.read = [&files, &faults](const std::string& path) -> std::optional<std::string> {
    auto text = read_settings(files, path);
    if (!text) faults.push_back(text.error());
    return std::move(text).value_or(std::nullopt);
  };
  search.directories = [&files, &faults](const std::string& path) {
    auto names = directories_in(files, path);
    if (!names) faults.push_back(names.error());
    return std::move(names).value_or(std::vector<std::string>());
  };
  return search;
}

}  // namespace loci::compile
