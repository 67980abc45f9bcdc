#include "http/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/hash.h"
#include "http/target.h"

namespace loci::http {
namespace {

constexpr std::string_view kFiles = "/web/";
constexpr std::string_view kIndex = "index.html";
constexpr std::string_view kIcon = "/favicon.ico";
constexpr std::size_t kMostBytes = std::size_t{4} << 20;
// As web/app.js has them.
constexpr std::array<std::string_view, 14> kScreens{
    "",      "notes",  "note",  "new",     "timeline", "agent",   "decide",
    "tools", "upkeep", "graph", "scratch", "calendar", "welcome", "help"};

constexpr std::string_view kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types loci";

// "lib/api.js": plain names, nothing hidden, no way up.
bool is_plain_name(std::string_view name) {
  constexpr std::size_t kLongest = 100;
  char before = '/';
  for (const char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '_' || c == '.' || c == '/';
    if (!plain || (before == '/' && (c == '/' || c == '.'))) return false;
    before = c;
  }
  return !name.empty() && name.size() <= kLongest && before != '/';
}

}  // namespace

std::string_view page_type(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kTypes{{
      {".html", "text/html; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".svg", "image/svg+xml"},
      {".md", "text/plain; charset=utf-8"},
  }};
  for (const auto& [ending, type] : kTypes) {
    if (name.ends_with(ending)) return type;
  }
  return {};
}

Page::Page(fs::FileSystem& files, std::string directory)
    : files_(files), directory_(std::move(directory)) {}

bool Page::has(std::string_view path) {
  if (path.starts_with(kFiles) || path == kIcon) return true;
  if (!path.starts_with('/')) return false;
  path.remove_prefix(1);
  const std::string_view first = path.substr(0, path.find('/'));
  return std::find(kScreens.begin(), kScreens.end(), first) != kScreens.end();
}

std::optional<std::string> Page::text_of(std::string_view name) const {
  if (!is_plain_name(name) || page_type(name).empty()) return std::nullopt;
  if (directory_.empty()) {
    const auto files = page_files();
    const auto found = std::find_if(files.begin(), files.end(),
                                    [&](const PageFile& file) { return file.name == name; });
    if (found == files.end()) return std::nullopt;
    return std::string(found->text);
  }
  auto root = files_.open(directory_, fs::Modes::Umask);
  while (root && name.find('/') != std::string_view::npos) {
    root = (*root)->open(name.substr(0, name.find('/')));
    name.remove_prefix(name.find('/') + 1);
  }
  if (!root) return std::nullopt;
  auto text = (*root)->read(name, kMostBytes);
  if (!text) return std::nullopt;
  return std::move(*text);
}

Response Page::answer(const Request& request) const {
  if (request.method != "GET" && request.method != "HEAD") {
    Response response = refusal(405, "only GET and HEAD work here");
    response.set("Allow", "GET, HEAD");
    return response;
  }
  const std::string_view path = path_of(request.target);
  const std::string_view name = path == kIcon              ? std::string_view("icon.svg")
                                : path.starts_with(kFiles) ? path.substr(kFiles.size())
                                                           : kIndex;
  const auto text = text_of(name);
  if (!text) return refusal(404, "there is no such file");
  const std::string tag = fmt::format("\"{}\"", sha256(*text).substr(0, 16));
  Response response = text_response(200, page_type(name), *text);
  if (request.header("If-None-Match") == tag) {
    response = Response();
    response.status = 304;
  }
  response.set("ETag", tag);
  response.set("Content-Security-Policy", kPolicy);
  response.set("Cache-Control", "no-cache");
  return response;
}

}  // namespace loci::http
