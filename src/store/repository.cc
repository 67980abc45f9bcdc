#include "store/repository.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "base/path.h"
#include "base/text.h"
#include "fs/absent.h"
#include "store/git_config.h"
#include "store/remote_url.h"

namespace loci::store {
namespace {

constexpr std::size_t kConfigLimit = std::size_t{1} << 20;
constexpr std::size_t kRefsLimit = std::size_t{1} << 26;
constexpr std::size_t kLogLine = 4'096;  // more than the first line of a log needs

using Settings = std::vector<GitSetting>;

// Looks at git's files, and keeps the first fault: a repository of which a part
// cannot be read would be taken for another, or for none.
class Looks {
 public:
  explicit Looks(fs::FileSystem& files) : files_(files) {}

  [[nodiscard]] std::uint32_t user() const { return files_.user(); }
  [[nodiscard]] Result<fs::Stat> stat(const std::string& path, bool follow) {
    return kept(files_.stat(path, follow));
  }
  [[nodiscard]] Result<std::string> canonical(const std::string& path) {
    return kept(files_.canonical(path));
  }
  [[nodiscard]] Result<std::unique_ptr<fs::Root>> open(const std::string& path, fs::Modes modes) {
    return kept(files_.open(path, modes));
  }
  template <typename T>
  Result<T> kept(Result<T> result) {
    if (!result && !fault_ && fs::is_refused_by_system(result.error())) fault_ = result.error();
    return result;
  }
  // What was made of these looks, if nothing was in their way.
  template <typename T>
  Result<T> answer(T found) {
    if (fault_) return fail(*fault_);
    return found;
  }

 private:
  fs::FileSystem& files_;
  std::optional<Error> fault_;
};

// Where a repository's files are: the same directory twice but in a linked worktree.
struct GitDirectories {
  std::string own;        // HEAD and config.worktree
  std::string common;     // config, refs and objects
  std::string main_root;  // of a linked worktree
  Settings settings;
  bool there = false;     // there is a `.git` of some kind
  bool readable = false;  // and its settings are known
  bool believed = false;  // and it is this directory's own
};

Result<std::string> read_in(Looks& files, const std::string& directory, std::string_view name,
                            std::size_t limit = kConfigLimit) {
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> root, files.open(directory, fs::Modes::Umask));
  return files.kept(root->read(name, limit));
}

bool is_absent(Looks& files, const std::string& path) {
  return fs::is_absent(files.stat(path, false));
}

std::optional<std::string> read_start(Looks& files, const std::string& directory,
                                      std::string_view name) {
  const auto root = files.open(directory, fs::Modes::Umask);
  if (!root) return std::nullopt;
  const auto reader = files.kept((*root)->open_reader(name));
  if (!reader) return std::nullopt;
  auto text = files.kept((*reader)->read_at(0, kLogLine));
  if (!text) return std::nullopt;
  return std::move(*text);
}

bool is_users_directory(Looks& files, const std::string& path) {
  const auto stat = files.stat(path, true);
  return stat && stat->kind == fs::Kind::Directory && stat->owner == files.user();
}

// Whether two paths lead to one directory that is there.
bool same_directory(Looks& files, const std::string& one, const std::string& other) {
  const auto first = files.canonical(one);
  const auto second = files.canonical(other);
  return first && second && *first == *second;
}

// All settings that git sees in a repository, its own worktree's last.
std::optional<Settings> read_settings(Looks& files, const GitDirectories& git) {
  const auto config = read_in(files, git.common, "config");
  if (!config) {
    if (is_absent(files, git.common + "/config")) return Settings();
    return std::nullopt;
  }
  auto settings = parse_git_config(*config);
  if (!settings || !setting_of(*settings, "extensions", "worktreeconfig")) return settings;
  constexpr std::string_view kOwn = "config.worktree";
  if (is_absent(files, fmt::format("{}/{}", git.own, kOwn))) return settings;
  const auto text = read_in(files, git.own, kOwn);
  auto own = text ? parse_git_config(*text) : std::nullopt;
  if (!own) return std::nullopt;
  settings->insert(settings->end(), own->begin(), own->end());
  return settings;
}

// Where the file or link `.git` in `root` leads, or "".
std::string led_to(Looks& files, const std::string& root, fs::Kind kind) {
  if (kind == fs::Kind::Link) return files.canonical(root + "/.git").value_or("");
  const auto text = read_in(files, root, ".git");
  constexpr std::string_view kMark = "gitdir:";
  if (!text || !text->starts_with(kMark)) return {};
  const std::string path = joined_path(root, trim(std::string_view(*text).substr(kMark.size())));
  return files.canonical(path).value_or("");
}

// Whether the repository lists `root` as its linked worktree `git.own`.
bool lists_worktree(Looks& files, const GitDirectories& git, const std::string& root) {
  const auto back = read_in(files, git.own, "gitdir");
  if (!back || parent_path(git.own) != git.common + "/worktrees") return false;
  const std::string link = joined_path(git.own, trim(*back));
  return link.ends_with("/.git") && same_directory(files, std::string(parent_path(link)), root);
}

// A submodule's repository names its work tree, from where it is itself. One that
// lies in its work tree need not, but must not name another.
bool owns_work_tree(Looks& files, const GitDirectories& git, const std::string& root, bool here) {
  const auto tree = setting_of(git.settings, "core", "worktree");
  if (!tree) return here;
  const bool absolute = tree->starts_with('/');
  return same_directory(files, absolute ? *tree : fmt::format("{}/{}", git.own, *tree), root);
}

// What `.git` in a directory leads to.
GitDirectories look_at_git(Looks& files, const std::string& root) {
  const std::string dot_git = child_path(root, ".git");
  const auto stat = files.stat(dot_git, false);
  GitDirectories git;
  git.there = stat || stat.error().kind != ErrorKind::NotFound;
  if (!stat || stat->owner != files.user()) return git;
  const bool here = stat->kind == fs::Kind::Directory;
  git.own = here ? dot_git : led_to(files, root, stat->kind);
  if (git.own.empty() || !is_users_directory(files, git.own)) return git;
  git.common = git.own;
  const bool linked = !is_absent(files, git.own + "/commondir");
  if (linked) {
    const auto common = read_in(files, git.own, "commondir");
    if (here || !common) return git;
    git.common = files.canonical(joined_path(git.own, trim(*common))).value_or("");
    if (!is_users_directory(files, git.common)) return git;
    if (git.common.ends_with("/.git")) git.main_root = parent_path(git.common);
  }
  auto settings = read_settings(files, git);
  if (!settings) return git;
  git.settings = std::move(*settings);
  git.readable = true;
  git.believed = linked ? lists_worktree(files, git, root) : owns_work_tree(files, git, root, here);
  return git;
}

std::optional<GitDirectories> find_git(Looks& files, const std::string& root) {
  GitDirectories git = look_at_git(files, root);
  if (!git.believed) return std::nullopt;
  return git;
}

// Whether ".." in a directory's path means to the system what it means on paper:
// behind a link it leads elsewhere.
bool is_plain_path(Looks& files, const std::string& path) {
  if (path.find("/..") == std::string::npos) return true;
  return same_directory(files, path, joined_path("/", path));
}

void read_origin(Looks& files, const GitDirectories& git, const std::string& root,
                 Repository& repository) {
  const auto url = origin_url(git.settings);
  if (!url || url->empty()) return;
  const Remote remote = parse_remote(*url, git.main_root.empty() ? root : git.main_root);
  repository.doubtful_url =
      remote.identity.empty() || (!remote.path.empty() && !is_plain_path(files, remote.path));
  if (!repository.doubtful_url) repository.origin = remote.identity;
}

// Remotes in files of their own, as git had them once and still reads them.
std::string former_remotes(Looks& files, const GitDirectories& git) {
  std::string text;
  for (const char* name : {"/remotes", "/branches"}) {
    std::string directory = git.common + name;
    if (is_absent(files, directory)) continue;
    const auto root = files.open(directory, fs::Modes::Umask);
    if (!root) return directory;
    auto entries = files.kept((*root)->list());
    if (!entries) return directory;
    std::sort(entries->begin(), entries->end(),
              [](const fs::Entry& a, const fs::Entry& b) { return a.name < b.name; });
    for (const fs::Entry& entry : *entries) {
      text +=
          directory + '/' + entry.name + '\0' + read_in(files, directory, entry.name).value_or("");
    }
  }
  return text;
}

std::string sources_at(Looks& files, const std::string& root) {
  const GitDirectories git = look_at_git(files, root);
  if (!git.there) return {};
  std::string text = git.believed ? "" : "not believed";
  if (git.readable) text += fetch_settings(git.settings) + former_remotes(files, git);
  return text.empty() ? text : sha256(text);
}

bool is_commit(std::string_view text) {
  return (text.size() == 40 || text.size() == 64) &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// A file below `directory`, no link followed on the way.
std::string read_below(Looks& files, const std::string& directory, std::string_view path) {
  auto root = files.open(directory, fs::Modes::Umask);
  while (root) {
    const std::string_view name = take_component(path);
    if (path.empty()) return files.kept((*root)->read(name, kLogLine)).value_or("");
    root = files.kept((*root)->open(name));
  }
  return {};
}

// "1f0c… refs/heads/main" in the file of all refs.
std::string packed_ref(Looks& files, const std::string& directory, std::string_view ref) {
  const auto text = read_in(files, directory, "packed-refs", kRefsLimit);
  if (!text) return {};
  for (const std::string_view raw : split_lines(*text)) {
    const std::string_view line = without_ending(raw);
    const std::size_t space = std::min(line.find(' '), line.size());
    if (line.substr(space).substr(space < line.size() ? 1 : 0) == ref) {
      return std::string(line.substr(0, space));
    }
  }
  return {};
}

}  // namespace

// "0000… 1f0c… Name <address> 1794736800 +0000\tcommit (initial): text"
std::string first_commit(std::string_view head_log) {
  const std::string_view line = head_log.substr(0, head_log.find('\n'));
  const std::string_view before = line.substr(0, line.find(' '));
  if (before.empty() || before.find_first_not_of('0') != std::string_view::npos) return {};
  if (line.find("\tcommit (initial)") == std::string_view::npos) return {};
  const std::string_view rest = line.substr(before.size() + 1);
  const std::string_view commit = rest.substr(0, rest.find(' '));
  return is_commit(commit) && commit.size() == before.size() ? std::string(commit) : std::string();
}

namespace {

std::optional<Repository> believed_repository(Looks& files, const std::string& root) {
  const auto git = find_git(files, root);
  if (!git) return std::nullopt;
  Repository repository;
  repository.main_root = git->main_root;
  const auto log = read_start(files, git->common + "/logs", "HEAD");
  // Where git is sent elsewhere, its history is no more believed than its origin.
  if (log && origin_url(git->settings)) repository.first_commit = first_commit(*log);
  repository.shallow = files.stat(git->common + "/shallow", false).has_value();
  read_origin(files, *git, root, repository);
  return repository;
}

std::optional<Head> believed_head(Looks& files, const std::string& root) {
  const auto git = find_git(files, root);
  if (!git || !origin_url(git->settings)) return std::nullopt;
  const auto text = read_in(files, git->own, "HEAD");
  if (!text) return std::nullopt;
  std::string commit(trim(*text));
  constexpr std::string_view kMark = "ref:";
  if (commit.starts_with(kMark)) {
    const std::string ref(trim(std::string_view(commit).substr(kMark.size())));
    if (!ref.starts_with("refs/")) return std::nullopt;
    commit = trim(read_below(files, git->common, ref));
    if (commit.empty()) commit = packed_ref(files, git->common, ref);
  }
  if (!is_commit(commit)) return std::nullopt;
  return Head{git->common + "/objects", commit, git->own + "/index",
              files.stat(git->common + "/shallow", false).has_value()};
}

// A name with ".." would lead out of the repository.
bool is_ref_name(std::string_view name) {
  return !name.empty() && name.find("..") == std::string_view::npos && !name.starts_with('/') &&
         !name.ends_with('/') && name.find("//") == std::string_view::npos;
}

std::string believed_ref(Looks& files, const std::string& root, std::string_view name) {
  const auto git = find_git(files, root);
  if (!git || !is_ref_name(name)) return {};
  for (const std::string_view start : {"refs/heads/", "refs/tags/", "refs/remotes/", ""}) {
    const std::string ref = fmt::format("{}{}", start, name);
    if (!ref.starts_with("refs/")) continue;
    std::string commit(trim(read_below(files, git->common, ref)));
    if (commit.empty()) commit = packed_ref(files, git->common, ref);
    if (is_commit(commit)) return commit;
  }
  return {};
}

}  // namespace

Result<std::optional<Repository>> read_repository(fs::FileSystem& files, const std::string& root) {
  Looks looks(files);
  return looks.answer(believed_repository(looks, root));
}

Result<std::optional<std::string>> read_common_directory(fs::FileSystem& files,
                                                         const std::string& root) {
  Looks looks(files);
  const auto git = find_git(looks, root);
  std::optional<std::string> found;
  if (git && !is_absent(looks, git->own + "/HEAD")) found = git->common;
  return looks.answer(std::move(found));
}

Result<std::string> read_sources(fs::FileSystem& files, const std::string& root) {
  Looks looks(files);
  return looks.answer(sources_at(looks, root));
}

Result<std::string> read_ref(fs::FileSystem& files, const std::string& root,
                             std::string_view name) {
  Looks looks(files);
  return looks.answer(believed_ref(looks, root, name));
}

Result<std::optional<Head>> read_head(fs::FileSystem& files, const std::string& root) {
  Looks looks(files);
  return looks.answer(believed_head(looks, root));
}

}  // namespace loci::store
