#include "store/repository.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "base/text.h"

namespace loci::store {
namespace {

constexpr std::size_t kConfigLimit = std::size_t{1} << 20;
constexpr std::size_t kLogLine = 4'096;  // more than the first line of a log needs

std::string parent_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == 0 || slash == std::string::npos ? "/" : path.substr(0, slash);
}

std::string joined(const std::string& base, std::string_view path) {
  const std::filesystem::path full =
      path.starts_with('/') ? std::filesystem::path(path) : std::filesystem::path(base) / path;
  std::string normal = full.lexically_normal().string();
  if (normal.size() > 1 && normal.ends_with('/')) normal.pop_back();
  return normal;
}

std::optional<std::string> read_in(fs::FileSystem& files, const std::string& directory,
                                   std::string_view name) {
  const auto root = files.open(directory, fs::Modes::Umask);
  if (!root) return std::nullopt;
  auto text = (*root)->read(name, kConfigLimit);
  if (!text) return std::nullopt;
  return std::move(*text);
}

std::optional<std::string> read_start(fs::FileSystem& files, const std::string& directory,
                                      std::string_view name) {
  const auto root = files.open(directory, fs::Modes::Umask);
  if (!root) return std::nullopt;
  const auto reader = (*root)->open_reader(name);
  if (!reader) return std::nullopt;
  auto text = (*reader)->read_at(0, kLogLine);
  if (!text) return std::nullopt;
  return std::move(*text);
}

// A value as git reads it: quotes and escapes resolved, a comment cut off.
std::string config_value(std::string_view text) {
  std::string value;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && i + 1 < text.size()) {
      value += text[++i];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == '#' || c == ';')) {
      break;
    } else {
      value += c;
    }
  }
  return std::string(trim(value));
}

// "[remote "origin"]", with the spacing and case git allows.
bool is_origin_section(std::string_view line) {
  if (!line.starts_with('[')) return false;
  const std::size_t quote = line.find('"');
  if (quote == std::string_view::npos) return false;
  const std::string section = ascii_lower(trim(line.substr(1, quote - 1)));
  return section == "remote" && line.substr(quote).starts_with("\"origin\"");
}

std::string_view without_suffixes(std::string_view path) {
  for (;;) {
    const std::string_view before = path;
    while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
    if (path.size() > 4 && path.ends_with(".git") && path[path.size() - 5] != '/') {
      path.remove_suffix(4);
    }
    if (path == before) return path;
  }
}

std::string remote(std::string_view host, std::string_view path) {
  if (const std::size_t at = host.rfind('@'); at != std::string_view::npos) {
    host.remove_prefix(at + 1);
  }
  for (const std::string_view port : {":22", ":80", ":443", ":9418"}) {
    if (host.ends_with(port)) host.remove_suffix(port.size());
  }
  while (path.starts_with('/')) path.remove_prefix(1);
  return fmt::format("{}/{}", ascii_lower(host), without_suffixes(path));
}

}  // namespace

std::string origin_url(std::string_view config) {
  bool inside = false;
  for (const std::string_view raw : split_lines(config)) {
    const std::string_view line = trim(raw);
    if (line.starts_with('[')) {
      inside = is_origin_section(line);
      continue;
    }
    const std::size_t equals = line.find('=');
    if (!inside || equals == std::string_view::npos) continue;
    if (ascii_lower(trim(line.substr(0, equals))) == "url") {
      return config_value(line.substr(equals + 1));
    }
  }
  return {};
}

// "0000… 1f0c… Name <address> 1794736800 +0000\tcommit (initial): text"
std::string first_commit(std::string_view head_log) {
  const std::string_view line = head_log.substr(0, head_log.find('\n'));
  const std::string_view before = line.substr(0, line.find(' '));
  if (before.empty() || before.find_first_not_of('0') != std::string_view::npos) return {};
  if (line.find("\tcommit (initial)") == std::string_view::npos) return {};
  const std::string_view rest = line.substr(before.size() + 1);
  const std::string_view commit = rest.substr(0, rest.find(' '));
  const bool hex = commit.find_first_not_of("0123456789abcdef") == std::string_view::npos;
  return hex && commit.size() == before.size() ? std::string(commit) : std::string();
}

std::string normalised_url(std::string_view url, std::string_view root) {
  url = trim(url);
  if (url.empty()) return {};
  const std::size_t scheme = url.find("://");
  if (scheme != std::string_view::npos) {
    const std::string name = ascii_lower(url.substr(0, scheme));
    const std::string_view rest = url.substr(scheme + 3);
    const std::size_t slash = std::min(rest.find('/'), rest.size());
    if (name == "file") {
      return fmt::format("file:{}", without_suffixes(joined("/", rest.substr(slash))));
    }
    return remote(rest.substr(0, slash), rest.substr(slash));
  }
  // "host:path" unless a slash comes first: then it is a path.
  const std::size_t colon = url.find(':');
  if (colon != std::string_view::npos && url.find('/') > colon) {
    return remote(url.substr(0, colon), url.substr(colon + 1));
  }
  const std::string path = joined(std::string(root), url);
  return fmt::format("file:{}", without_suffixes(path));
}

std::optional<Repository> read_repository(fs::FileSystem& files, const std::string& root) {
  const std::string dot_git = root == "/" ? "/.git" : root + "/.git";
  const auto stat = files.stat(dot_git, true);
  if (!stat) return std::nullopt;
  std::string directory = dot_git;
  Repository repository;
  if (stat->kind == fs::Kind::File) {  // a linked worktree, or a submodule
    const auto link = read_in(files, root, ".git");
    constexpr std::string_view kMark = "gitdir:";
    if (!link || !link->starts_with(kMark)) return std::nullopt;
    directory = joined(root, trim(std::string_view(*link).substr(kMark.size())));
    if (const auto common = read_in(files, directory, "commondir")) {
      directory = joined(directory, trim(*common));
      if (directory.ends_with("/.git")) repository.main_root = parent_of(directory);
    }
  } else if (stat->kind != fs::Kind::Directory) {
    return std::nullopt;
  }
  if (const auto log = read_start(files, directory + "/logs", "HEAD")) {
    repository.first_commit = first_commit(*log);
  }
  repository.shallow = files.stat(directory + "/shallow", false).has_value();
  const auto config = read_in(files, directory, "config");
  if (!config) return repository;
  const std::string base = repository.main_root.empty() ? root : repository.main_root;
  repository.origin = normalised_url(origin_url(*config), base);
  return repository;
}

}  // namespace loci::store
