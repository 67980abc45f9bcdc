#include "note/citation_words.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/text.h"

namespace loci::note {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kLongestPath = 400;
constexpr std::size_t kMostDigits = 7;  // of a line number

// Sorted: looked up by halving.
constexpr std::array kEndings{
    "adoc"sv,   "astro"sv,      "avsc"sv,  "bash"sv,   "bat"sv,     "bazel"sv,  "bzl"sv,
    "c"sv,      "cc"sv,         "cfg"sv,   "cjs"sv,    "clj"sv,     "cljs"sv,   "cmake"sv,
    "conf"sv,   "cpp"sv,        "cs"sv,    "csproj"sv, "css"sv,     "csv"sv,    "cts"sv,
    "cu"sv,     "cxx"sv,        "dart"sv,  "diff"sv,   "edn"sv,     "ejs"sv,    "el"sv,
    "env"sv,    "erb"sv,        "erl"sv,   "ex"sv,     "exs"sv,     "fish"sv,   "fs"sv,
    "fsi"sv,    "fsproj"sv,     "fsx"sv,   "go"sv,     "gql"sv,     "gradle"sv, "graphql"sv,
    "groovy"sv, "h"sv,          "hbs"sv,   "hcl"sv,    "hh"sv,      "hpp"sv,    "hs"sv,
    "htm"sv,    "html"sv,       "hxx"sv,   "ini"sv,    "inl"sv,     "ipp"sv,    "ipynb"sv,
    "j2"sv,     "java"sv,       "jinja"sv, "jl"sv,     "js"sv,      "json"sv,   "json5"sv,
    "jsonc"sv,  "jsonl"sv,      "jsx"sv,   "kdl"sv,    "kt"sv,      "kts"sv,    "less"sv,
    "lock"sv,   "lua"sv,        "m"sv,     "md"sv,     "mdx"sv,     "mjs"sv,    "mk"sv,
    "ml"sv,     "mli"sv,        "mm"sv,    "mod"sv,    "mts"sv,     "nim"sv,    "nix"sv,
    "patch"sv,  "php"sv,        "pl"sv,    "plist"sv,  "pm"sv,      "pri"sv,    "prisma"sv,
    "pro"sv,    "properties"sv, "proto"sv, "ps1"sv,    "psm1"sv,    "py"sv,     "pyi"sv,
    "pyx"sv,    "qml"sv,        "r"sv,     "rake"sv,   "rb"sv,      "rs"sv,     "rst"sv,
    "sass"sv,   "sbt"sv,        "scala"sv, "scss"sv,   "service"sv, "sh"sv,     "slnx"sv,
    "snap"sv,   "sol"sv,        "sql"sv,   "sum"sv,    "svelte"sv,  "svg"sv,    "swift"sv,
    "t"sv,      "tcl"sv,        "tf"sv,    "tfvars"sv, "thrift"sv,  "tmpl"sv,   "toml"sv,
    "tpl"sv,    "ts"sv,         "tsv"sv,   "tsx"sv,    "txt"sv,     "vim"sv,    "vue"sv,
    "work"sv,   "xml"sv,        "yaml"sv,  "yml"sv,    "zig"sv,     "zsh"sv,
};
static_assert(std::is_sorted(kEndings.begin(), kEndings.end()));

// Names of files without an ending.
constexpr std::array kPlainFiles{"Brewfile"sv,  "BUILD"sv,       "CODEOWNERS"sv, "Dockerfile"sv,
                                 "Gemfile"sv,   "Jenkinsfile"sv, "Justfile"sv,   "LICENSE"sv,
                                 "Makefile"sv,  "Procfile"sv,    "Rakefile"sv,   "Vagrantfile"sv,
                                 "WORKSPACE"sv, "justfile"sv};

constexpr std::array kMadeUp{
    "abc"sv,     "bar"sv,       "baz"sv,       "blah"sv,        "dd"sv,   "dummy"sv,
    "example"sv, "filename"sv,  "foo"sv,       "foobar"sv,      "mm"sv,   "name"sv,
    "nn"sv,      "nnn"sv,       "nnnn"sv,      "placeholder"sv, "qux"sv,  "sample"sv,
    "some"sv,    "something"sv, "somewhere"sv, "whatever"sv,    "xx"sv,   "xxx"sv,
    "xxxx"sv,    "xyz"sv,       "your"sv,      "yours"sv,       "yyyy"sv, "zzz"sv,
};
static_assert(std::is_sorted(kMadeUp.begin(), kMadeUp.end()));

constexpr std::array kMediaTypes{"application"sv, "audio"sv,     "font"sv, "image"sv, "message"sv,
                                 "model"sv,       "multipart"sv, "text"sv, "video"sv};
constexpr std::array kDomains{".ai"sv,  ".app"sv, ".cloud"sv, ".co"sv, ".com"sv,   ".dev"sv,
                              ".edu"sv, ".gov"sv, ".in"sv,    ".io"sv, ".local"sv, ".me"sv,
                              ".net"sv, ".org"sv, ".sh"sv,    ".uk"sv, ".us"sv,    ".xyz"sv};
// Names in capitals that files really have.
constexpr std::array kCapitals{
    "AGENTS"sv,    "AUTHORS"sv,      "BUILD"sv,     "CHANGELOG"sv,    "CHANGES"sv,
    "CLAUDE"sv,    "CODEOWNERS"sv,   "CONTEXT"sv,   "CONTRIBUTING"sv, "COPYING"sv,
    "DESIGN"sv,    "GEMINI"sv,       "HISTORY"sv,   "INSTALL"sv,      "LICENSE"sv,
    "MEMORY"sv,    "NEWS"sv,         "NOTES"sv,     "NOTICE"sv,       "PLAN"sv,
    "README"sv,    "ROADMAP"sv,      "SECURITY"sv,  "SKILL"sv,        "SPEC"sv,
    "TESTING"sv,   "THIRD"sv,        "TODO"sv,      "USAGE"sv,        "VERSION"sv,
    "WORKSPACE"sv, "ARCHITECTURE"sv, "API"sv,       "DEVELOPMENT"sv,  "DEPLOYMENT"sv,
    "STYLE"sv,     "RELEASE"sv,      "RELEASING"sv, "MIGRATION"sv,    "CONVENTIONS"sv};

template <typename Table>
bool is_in(const Table& table, std::string_view word) {
  return std::find(table.begin(), table.end(), word) != table.end();
}
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_character(char c) { return is_lower(c) || is_upper(c) || is_digit(c) || c == '_'; }
bool is_path_character(char c) {
  return is_name_character(c) || c == '/' || c == '.' || c == '-' || c == '+' || c == '@' ||
         static_cast<unsigned char>(c) >= 0x80U;
}
bool all_digits(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), is_digit);
}

std::optional<std::size_t> number(std::string_view word) {
  if (word.starts_with('L')) word.remove_prefix(1);
  if (!all_digits(word) || word.size() > kMostDigits) return std::nullopt;
  std::size_t value = 0;
  for (const char c : word) value = value * 10 + static_cast<std::size_t>(c - '0');
  return value;
}

// "12", "12-20", "L12-L20", "12:5", "12,30": the lines behind a path.
bool take_lines(std::string_view written, PathWord& result) {
  std::size_t lowest = 0;
  std::size_t highest = 0;
  bool column = false;
  while (!written.empty()) {
    const std::size_t end = std::min(written.find_first_of("-,:"), written.size());
    const auto value = number(written.substr(0, end));
    if (!value || *value == 0) return false;
    if (!column) {
      lowest = lowest == 0 ? *value : std::min(lowest, *value);
      highest = std::max(highest, *value);
    }
    column = end < written.size() && written[end] == ':';
    if (end + 1 == written.size()) return false;
    written.remove_prefix(std::min(end + 1, written.size()));
  }
  result.first_line = lowest;
  result.last_line = highest;
  return lowest > 0;
}

bool is_identifier(std::string_view word) {
  return !word.empty() && !is_digit(word.front()) &&
         std::all_of(word.begin(), word.end(), is_name_character);
}

// Takes ":12", "#L12", "::name" and "#anchor" off the end; false when what is there is
// none of these.
bool take_suffix(std::string_view& word, PathWord& result) {
  const std::size_t at = word.find_first_of(":#");
  if (at == std::string_view::npos) return true;
  std::string_view suffix = word.substr(at + 1);
  const bool anchor = word[at] == '#';
  word = word.substr(0, at);
  if (suffix.empty()) return !anchor;  // "src/a.cc:" in front of something
  if (take_lines(suffix, result)) return true;
  result.first_line = 0;
  result.last_line = 0;
  if (suffix.starts_with(':')) suffix.remove_prefix(1);
  if (anchor && (word.ends_with(".md") || word.ends_with(".mdx") || word.ends_with(".html"))) {
    return true;  // a heading of it
  }
  if (suffix.ends_with("()")) suffix.remove_suffix(2);
  const std::size_t last = suffix.rfind("::");
  if (last != std::string_view::npos) suffix.remove_prefix(last + 2);
  if (!is_identifier(suffix)) return false;
  result.symbol = suffix;
  return true;
}

bool has_known_ending(std::string_view name) {
  if (is_in(kPlainFiles, name)) return true;
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return false;
  return std::binary_search(kEndings.begin(), kEndings.end(), name.substr(dot + 1));
}

template <typename Says>
bool any_part(std::string_view component, const Says& says) {
  for (std::string_view rest = component; !rest.empty();) {
    const std::size_t end = std::min(rest.find_first_of("_-."), rest.size());
    if (says(std::string_view(ascii_lower(rest.substr(0, end))))) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

// Part of a name that somebody put in for another: "foo", "your".
bool is_made_up_name(std::string_view component) {
  return any_part(component, [](std::string_view part) {
    return std::binary_search(kMadeUp.begin(), kMadeUp.end(), part);
  });
}

// Perhaps put in for another, perhaps a name: "NAME.md", "my-site".
bool is_doubtful_name(std::string_view component) {
  const std::string_view stem = component.substr(0, component.find('.'));
  const std::string_view head = stem.substr(0, stem.find_first_of("_-"));
  const bool capitals = stem.size() > 1 && std::any_of(stem.begin(), stem.end(), is_upper) &&
                        std::none_of(stem.begin(), stem.end(), is_lower) &&
                        std::none_of(stem.begin(), stem.end(), is_digit);
  return (capitals && !is_in(kCapitals, head) && stem != component) ||
         any_part(component, [](std::string_view part) { return part == "my"; });
}

template <typename Says>
bool any_component(std::string_view path, const Says& says) {
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    if (says(path.substr(0, end))) return true;
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return false;
}

bool is_made_up_path(std::string_view path) {
  if (path.starts_with("path/to/") || path.find("/path/to/") != std::string_view::npos) return true;
  return any_component(path, [&](std::string_view component) {
    const bool letter = component.size() == 1 && path.find('/') != std::string_view::npos;  // a/b.c
    return letter || is_made_up_name(component);
  });
}

bool is_domain(std::string_view component) {
  return std::any_of(kDomains.begin(), kDomains.end(), [&](std::string_view ending) {
    return component.size() > ending.size() && component.ends_with(ending);
  });
}

bool has_foreign_character(std::string_view word) {
  return !std::all_of(word.begin(), word.end(), is_path_character) ||
         word.find("\xE2\x80\xA6") != std::string_view::npos ||  // …
         word.find("\xE2\x86") != std::string_view::npos;        // arrows
}

// Every component a name that a file can have, and no two dots among them.
std::optional<std::vector<std::string_view>> components_of(std::string_view path) {
  std::vector<std::string_view> result;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    const std::string_view component = path.substr(0, end);
    const bool dots = component.find_first_not_of('.') == std::string_view::npos;
    if (dots || component.find("..") != std::string_view::npos || component.ends_with('.') ||
        component.starts_with('-') || component.starts_with('+')) {
      return std::nullopt;
    }
    result.push_back(component);
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return result;
}

bool is_hump(std::string_view word, std::size_t at) {
  return is_lower(word[at - 1]) && is_upper(word[at]);
}

// More than a word of a language: an underscore inside, or a capital after a small letter.
bool looks_coded(std::string_view name) {
  const std::size_t underscore = name.find('_', 1);
  if (underscore != std::string_view::npos && underscore + 1 < name.size()) return true;
  for (std::size_t at = 1; at < name.size(); ++at) {
    if (is_hump(name, at)) return true;
  }
  return false;
}

bool is_constant(std::string_view name) {
  return name.find('_') != std::string_view::npos && is_upper(name.front()) &&
         !name.ends_with('_') && std::none_of(name.begin(), name.end(), is_lower) &&
         std::all_of(name.begin(), name.end(), is_name_character);
}

constexpr std::size_t kShortestName = 5;

}  // namespace

std::optional<PathWord> path_word(std::string_view word) {
  PathWord result;
  if (word.starts_with("./")) word.remove_prefix(2);
  if (word.size() < 3 || word.size() > kLongestPath) return std::nullopt;
  if (word.find("//") != std::string_view::npos) return std::nullopt;
  if (!take_suffix(word, result)) return std::nullopt;
  if (word.empty() || has_foreign_character(word)) return std::nullopt;
  if (word.starts_with('/') || word.starts_with('@')) return std::nullopt;
  result.directory = word.ends_with('/');
  if (result.directory) word.remove_suffix(1);
  const auto components = components_of(word);
  if (!components || components->empty()) return std::nullopt;
  const std::string_view name = components->back();
  result.parts = components->size();
  result.known_ending = !result.directory && has_known_ending(name);
  if (result.parts == 1 && !result.directory && !result.known_ending) return std::nullopt;
  if (!result.known_ending && (result.first_line > 0 || !result.symbol.empty())) {
    return std::nullopt;  // host:port, key:value
  }
  // A domain, or a module that is called as one: "mvdan.cc/sh".
  const std::string_view first = components->front();
  const bool dotted = first.find('.', 1) != std::string_view::npos;
  if (result.parts > 1 && (is_domain(first) || (dotted && !result.known_ending))) {
    return std::nullopt;
  }
  const bool counted =
      std::all_of(components->begin(), components->end(), [](std::string_view one) {
        return one.find_first_not_of("0123456789.") == std::string_view::npos;
      });
  if (counted) return std::nullopt;  // a date, a fraction, a version
  if (result.parts == 2 && !result.known_ending && !result.directory &&
      is_in(kMediaTypes, components->front())) {
    return std::nullopt;
  }
  result.made_up = is_made_up_path(word);
  result.doubtful = any_component(word, is_doubtful_name);
  result.path = word;
  return result;
}

std::string symbol_word(std::string_view word) {
  bool called = false;
  if (const std::size_t open = word.find('('); open != std::string_view::npos) {
    if (word.substr(open) != "()") return {};
    called = true;
    word = word.substr(0, open);
  }
  const bool scoped = word.find("::") != std::string_view::npos;
  for (std::string_view rest = word; !rest.empty();) {
    const std::size_t end = std::min(rest.find_first_of(":."), rest.size());
    if (!is_identifier(rest.substr(0, end))) return {};
    const std::size_t length = rest.substr(end).starts_with("::") ? 2 : 1;
    if (end < rest.size() && rest[end] == ':' && length != 2) return {};
    if (end + length == rest.size()) return {};
    rest.remove_prefix(std::min(end + length, rest.size()));
  }
  const std::size_t last = word.find_last_of(":.");
  const bool dotted = word.find('.') != std::string_view::npos;
  const std::string_view name = last == std::string_view::npos ? word : word.substr(last + 1);
  if (name.size() < kShortestName || is_constant(name)) return {};
  if (dotted && !called) return {};  // a key of some settings, as often as not
  if (!looks_coded(name) && !scoped) return {};
  return std::string(name);
}

std::string environment_word(std::string_view word) {
  if (word.starts_with("${") && word.ends_with('}')) {
    word = word.substr(2, word.size() - 3);
  } else if (word.starts_with('$')) {
    word.remove_prefix(1);
  }
  word = word.substr(0, word.find('='));
  if (word.size() < kShortestName || !is_constant(word)) return {};
  return std::string(word);
}

bool is_commit_word(std::string_view word) {
  if (word.size() < 7 || word.size() > 40) return false;
  if (word.find_first_not_of("0123456789abcdef") != std::string_view::npos) return false;
  return word.size() == 40 || (std::any_of(word.begin(), word.end(), is_digit) &&
                               std::any_of(word.begin(), word.end(), is_lower));
}

bool is_made_up_commit(std::string_view word) {
  constexpr std::array kStarts{"abc123"sv,   "abcdef"sv,   "a1b2c3"sv, "1a2b3c"sv,
                               "deadbeef"sv, "cafebabe"sv, "123abc"sv, "def456"sv,
                               "0123456"sv,  "1234567"sv,  "0000000"sv};
  return std::any_of(kStarts.begin(), kStarts.end(),
                     [&](std::string_view start) { return word.starts_with(start); });
}

bool is_url_word(std::string_view word) {
  return word.starts_with("http://") || word.starts_with("https://");
}

bool is_sound_url(std::string_view url) {
  if (!is_url_word(url)) return false;
  url.remove_prefix(url.find("//") + 2);
  const std::string_view host = url.substr(0, url.find_first_of("/?#:"));
  if (host.empty() || host.starts_with('.') || host.starts_with('-')) return false;
  if (host.find("..") != std::string_view::npos) return false;
  return std::none_of(url.begin(), url.end(), [](char c) {
    return static_cast<unsigned char>(c) <= 0x20U || c == '<' || c == '>' || c == '"';
  });
}

Tone& Tone::operator|=(const Tone& other) {
  gone = gone || other.gone;
  supposed = supposed || other.supposed;
  proposed = proposed || other.proposed;
  makes = makes || other.makes;
  commits = commits || other.commits;
  plans = plans || other.plans;
  designs = designs || other.designs;
  unread = unread || other.unread;
  return *this;
}

}  // namespace loci::note
