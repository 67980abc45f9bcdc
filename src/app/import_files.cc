#include "app/import_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/limits.h"
#include "base/text.h"
#include "store/repository.h"

namespace loci::app {
namespace {

constexpr std::size_t kMostFiles = 20'000;
constexpr std::size_t kDeepest = 16;
constexpr std::size_t kLinesBytes = std::size_t{64} << 20;  // of a file that holds many notes
constexpr std::size_t kSettingsBytes = std::size_t{16} << 20;

std::string parent_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == 0 || slash == std::string::npos ? "/" : path.substr(0, slash);
}
std::string name_of(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::size_t most_bytes(std::string_view name) {
  return name.ends_with(".md") ? kFileBytes : kLinesBytes;
}

class Walk {
 public:
  Walk(const exchange::ForeignStore& store, StoreFiles& found) : store_(store), found_(found) {}

  Result<> enter(const fs::Root& root, const std::string& prefix, std::size_t depth) {
    LOCI_ASSIGN(std::vector<fs::Entry> entries, root.list());
    std::sort(entries.begin(), entries.end(),
              [](const fs::Entry& a, const fs::Entry& b) { return a.name < b.name; });
    for (const fs::Entry& entry : entries) {
      const std::string path = prefix + entry.name;
      if (++seen_ > kMostFiles) {
        return fail(
            invalid_input(fmt::format("'{}' has more than {} files", found_.path, kMostFiles),
                          "name the memory directory itself with --path"));
      }
      if (entry.kind == fs::Kind::File && store_.reads(path)) {
        read(root, entry.name, path);
      } else if (entry.kind == fs::Kind::Directory && store_.enters(path)) {
        const auto below = root.open(entry.name);
        if (!below || depth == kDeepest) {
          skip(path, below ? "it is too deep" : below.error().message);
          continue;
        }
        LOCI_TRY(enter(**below, path + "/", depth + 1));
      } else if (entry.kind == fs::Kind::Link && (store_.reads(path) || store_.enters(path))) {
        skip(path, "it is a link");
      }
    }
    return {};
  }

  void read(const fs::Root& root, const std::string& name, const std::string& path) {
    auto text = root.read(name, most_bytes(name));
    if (text) {
      found_.files.push_back({path, std::move(*text)});
    } else {
      skip(path, text.error().message);
    }
  }

 private:
  void skip(const std::string& path, std::string_view why) {
    found_.warnings.push_back(fmt::format("{}: left out, {}", printable(path, true), why));
  }

  const exchange::ForeignStore& store_;
  StoreFiles& found_;
  std::size_t seen_ = 0;
};

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
    LOCI_TRY(walk.enter(*root, "", 0));
    return found;
  }
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> root,
              files.open(parent_of(found.path), fs::Modes::Private));
  walk.read(*root, name_of(found.path), name_of(found.path));
  return found;
}

exchange::StoreSearch store_search(fs::FileSystem& files, exchange::Surroundings around) {
  exchange::StoreSearch search;
  const auto add = [&](const std::string& root) {
    const bool known =
        std::find(search.roots.begin(), search.roots.end(), root) != search.roots.end();
    if (!root.empty() && !known) search.roots.push_back(root);
  };
  add(around.workspace);
  for (std::string root = around.workspace; !root.empty(); root = parent_of(root)) {
    if (files.stat(root + "/.git", true)) {
      add(root);
      const auto repository = store::read_repository(files, root);
      if (repository) add(repository->main_root);
      break;
    }
    if (root == "/") break;
  }
  search.around = std::move(around);
  search.read = [&files](const std::string& path) -> std::optional<std::string> {
    const auto root = files.open(parent_of(path), fs::Modes::Private);
    if (!root) return std::nullopt;
    auto text = (*root)->read(name_of(path), kSettingsBytes);
    if (!text) return std::nullopt;
    return std::move(*text);
  };
  search.directories = [&files](const std::string& path) {
    std::vector<std::string> names;
    const auto root = files.open(path, fs::Modes::Private);
    const auto entries = root ? (*root)->list() : Result<std::vector<fs::Entry>>();
    if (!root || !entries) return names;
    for (const fs::Entry& entry : *entries) {
      if (entry.kind == fs::Kind::Directory) names.push_back(entry.name);
    }
    std::sort(names.begin(), names.end());
    return names;
  };
  return search;
}

}  // namespace loci::app
