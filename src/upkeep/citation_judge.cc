#include "upkeep/citation_judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/path.h"
#include "base/text.h"

namespace loci::upkeep {
namespace {

using memory::CitationVerdict;
using memory::NoteVerdict;
using memory::Verdict;
using note::Citation;
using Kind = note::Citation::Kind;
using Weight = note::Citation::Weight;
using There = WorkspaceTree::There;
using namespace std::string_view_literals;

// Names that many repositories have, and that notes speak of in general.
constexpr std::array kCommonNames{
    "app"sv,          "config"sv,    "data"sv,   "index"sv,  "init"sv,     "lib"sv,
    "main"sv,         "manifest"sv,  "mod"sv,    "output"sv, "package"sv,  "readme"sv,
    "requirements"sv, "schema"sv,    "script"sv, "server"sv, "settings"sv, "setup"sv,
    "test"sv,         "types"sv,     "util"sv,   "utils"sv,  "makefile"sv, "dockerfile"sv,
    "claude"sv,       "agents"sv,    "memory"sv, "skill"sv,  "plan"sv,     "todo"sv,
    "license"sv,      "changelog"sv, "notes"sv,  "client"sv, "spec"sv,     "log"sv};
// Names that tools outside every repository read.
constexpr std::array kForeignNames{"AWS_"sv,       "CARGO_"sv, "CI_"sv,   "CLAUDE_"sv, "CMAKE_"sv,
                                   "DOCKER_"sv,    "GH_"sv,    "GIT_"sv,  "GITHUB_"sv, "GO"sv,
                                   "LC_"sv,        "LD_"sv,    "NODE_"sv, "NPM_"sv,    "OPENAI_"sv,
                                   "ANTHROPIC_"sv, "PYTHON"sv, "RUST_"sv, "XDG_"sv,    "HTTP"sv,
                                   "SQLITE_"sv,    "NEXT_"sv,  "VITE_"sv, "JAVA_"sv};

bool is_bare(const Citation& citation) { return citation.path.find('/') == std::string::npos; }

bool has_common_name(std::string_view path) {
  const std::string_view name = last_component(path);
  const std::string stem = ascii_lower(name.substr(0, name.find('.', 1)));
  return std::find(kCommonNames.begin(), kCommonNames.end(), stem) != kCommonNames.end() ||
         stem.starts_with('.') || stem.starts_with("__");
}

bool is_foreign_name(std::string_view name) {
  if (name.find("_API_") != std::string_view::npos) return true;  // a service's own
  return std::any_of(kForeignNames.begin(), kForeignNames.end(),
                     [&](std::string_view start) { return name.starts_with(start); });
}

// What stands in double brackets in code: attributes of C++, tests of a shell, tables of TOML.
bool is_no_link(std::string_view target) {
  constexpr std::array kAttributes{
      "nodiscard"sv, "maybe_unused"sv, "noreturn"sv,          "fallthrough"sv, "deprecated"sv,
      "likely"sv,    "unlikely"sv,     "no_unique_address"sv, "bin"sv,         "package"sv,
      "test"sv,      "bench"sv,        "example"sv,           "workspace"sv};
  return target.find_first_of("$=(<>{}:*\"'") != std::string_view::npos ||
         target.starts_with('-') || target.starts_with('!') || target.starts_with('.') ||
         std::find(kAttributes.begin(), kAttributes.end(), target) != kAttributes.end();
}

CitationVerdict verdict_on(const Citation& citation, Verdict verdict, std::string reason = {}) {
  return {std::string(note::kind_name(citation.kind)), citation.text, citation.line, verdict,
          std::move(reason)};
}

bool is_name(const Citation& citation) {
  return citation.kind == Kind::Symbol || citation.kind == Kind::Environment;
}

}  // namespace

void CitationJudge::depend_on(const std::string& path, NoteVerdict& note) {
  const bool known = std::any_of(note.files.begin(), note.files.end(),
                                 [&](const memory::SeenFile& seen) { return seen.path == path; });
  if (known) return;
  const auto look = tree_.at(path);
  if (look.there != There::Yes) return;
  // A directory's own stamp changes with every file in it; that it is one is enough.
  if (look.kind == fs::Kind::Directory) {
    note.files.push_back({path, {}});
  } else {
    note.files.push_back({path, look.stamp});
  }
}

const CitationJudge::Place& CitationJudge::place_of(const Citation& citation) {
  const auto [found, fresh] = places_.try_emplace(citation.path);
  Place& place = found->second;
  if (!fresh) return place;
  const auto look = tree_.at(citation.path);
  if (look.there == There::Yes) {
    place.paths.push_back(citation.path);
    return place;
  }
  place.unknown = look.there == There::Unknown;
  const std::string_view rest =
      std::string_view(citation.path)
          .substr(std::min(citation.path.find('/') + 1, citation.path.size()));
  const bool named =
      !name_.empty() && citation.path.size() > name_.size() &&
      ascii_lower(citation.path.substr(0, name_.size() + 1)) == ascii_lower(name_) + "/";
  if (named && !rest.empty() && tree_.at(rest).there == There::Yes) {
    place.paths.emplace_back(rest);
    return place;
  }
  place.paths = tree_.ending_with(citation.path);
  return place;
}

bool CitationJudge::worth_asking(const Citation& citation) {
  if (citation.kind != Kind::Path || citation.gone) return false;
  const Place& place = place_of(citation);
  if (!place.paths.empty() || place.unknown) return false;
  if (citation.weight == Weight::Declared) return true;
  if (is_bare(citation)) {
    // "hooks/", "main.py", "plan.md": said of any repository.
    return citation.weight == Weight::Meant && citation.known_ending && !citation.supposed &&
           !citation.path.ends_with(".md") && !has_common_name(citation.path) && tree_.complete();
  }
  return !tree_.ignored(citation.path);
}

bool CitationJudge::strong_without_history(const Citation& citation) {
  if (citation.weight == Weight::Declared) return true;
  // What no commit ever had was planned, made up or another repository's.
  if (history_ != nullptr) return false;
  if (citation.weight != Weight::Meant || !citation.known_ending || citation.supposed ||
      citation.gone || is_bare(citation)) {
    return false;
  }
  if (tree_.ignored(citation.path) || WorkspaceTree::perhaps_made(citation.path)) return false;
  if (!tree_.complete()) return false;
  const std::string_view path = citation.path;
  const auto first = tree_.at(path.substr(0, path.find('/')));
  if (first.there != There::Yes || first.kind != fs::Kind::Directory) return false;
  return citation.first_line > 0 || tree_.has_alike(path);
}

void CitationJudge::look_up(const std::vector<const CitingNote*>& notes) {
  std::set<std::string> lost;
  std::set<std::string> commits;
  for (const CitingNote* note : notes) {
    if (!note->of_workspace) continue;
    for (const Citation& citation : note->citations) {
      if (worth_asking(citation)) lost.insert(citation.path);
      if (citation.kind == Kind::Commit && !citation.supposed) commits.insert(citation.text);
    }
  }
  if (history_ != nullptr) {
    const auto exists = [&](const std::string& path) { return tree_.at(path).there == There::Yes; };
    if (!lost.empty()) fates_ = history_->fates(lost, exists);
    unknown_commits_ = history_->unknown_commits(commits);
  }
  ask_about_names(notes);
}

void CitationJudge::ask_about_names(const std::vector<const CitingNote*>& notes) {
  std::set<std::string> names;
  std::set<std::string> asked;
  for (const CitingNote* note : notes) {
    if (!note->of_workspace) continue;
    for (const Citation& citation : note->citations) {
      if (!is_name(citation) || citation.gone) continue;
      names.insert(citation.word);
      if (!citation.supposed && !is_foreign_name(citation.word)) asked.insert(citation.word);
    }
  }
  if (names.empty()) return;
  named_in_ = tree_.files_with(names);
  if (history_ == nullptr || !tree_.searched_all()) return;
  std::erase_if(asked, [&](const std::string& name) { return named_in_.contains(name); });
  names_removed_ = history_->last_with(asked);
}

std::optional<CitationVerdict> CitationJudge::judge_lost(const Citation& citation) {
  if (!worth_asking(citation)) return std::nullopt;
  const auto known = fates_.find(citation.path);
  if (known != fates_.end()) {
    const GitHistory::Fate& fate = known->second;
    if (fate.renamed_to.empty()) {
      return verdict_on(citation, Verdict::Missing, fmt::format("deleted in {}", fate.commit));
    }
    return verdict_on(citation, Verdict::Stale,
                      fmt::format("renamed to '{}' in {}", fate.renamed_to, fate.commit));
  }
  if (!strong_without_history(citation)) return std::nullopt;
  const std::vector<std::string> alike = tree_.ending_with(last_component(citation.path));
  if (alike.size() == 1 && !has_common_name(citation.path)) {
    return verdict_on(citation, Verdict::Missing,
                      fmt::format("there is no such file; '{}' has this name", alike.front()));
  }
  return verdict_on(citation, Verdict::Missing, "there is no such file");
}

std::optional<CitationVerdict> CitationJudge::judge_path(const Citation& citation,
                                                         NoteVerdict& note) {
  const Place& place = place_of(citation);
  if (place.paths.empty()) return judge_lost(citation);
  for (const std::string& path : place.paths) depend_on(path, note);
  if (citation.last_line == 0 || citation.supposed) return verdict_on(citation, Verdict::Ok);
  std::size_t most = 0;
  for (const std::string& path : place.paths) {
    const auto lines = tree_.lines_of(path);
    if (!lines || *lines >= citation.last_line) return verdict_on(citation, Verdict::Ok);
    most = std::max(most, *lines);
  }
  return verdict_on(
      citation, Verdict::Stale,
      fmt::format("'{}' has {} line{}", place.paths.front(), most, most == 1 ? "" : "s"));
}

std::optional<CitationVerdict> CitationJudge::judge_name(const Citation& citation,
                                                         NoteVerdict& note) {
  const auto found = named_in_.find(citation.word);
  if (!citation.path.empty() && !citation.gone && !citation.supposed) {
    Citation file;
    file.path = citation.path;
    const Place& place = place_of(file);
    if (place.paths.size() == 1) {
      const std::string& path = place.paths.front();
      const auto there = tree_.mentions(path, citation.word);
      if (there) depend_on(path, note);
      if (there && *there) return verdict_on(citation, Verdict::Ok);
      if (there && found != named_in_.end()) {
        return verdict_on(citation, Verdict::Stale,
                          fmt::format("not in '{}' any more, but in '{}'", path, found->second));
      }
      if (there) return verdict_on(citation, Verdict::Stale, fmt::format("not in '{}'", path));
    }
  }
  if (found != named_in_.end()) {
    depend_on(found->second, note);
    return verdict_on(citation, Verdict::Ok);
  }
  const auto removed = names_removed_.find(citation.word);
  if (removed == names_removed_.end() || citation.gone || citation.supposed) return std::nullopt;
  return verdict_on(citation, Verdict::Stale,
                    fmt::format("in no source now; it was in {}", removed->second));
}

std::optional<CitationVerdict> CitationJudge::judge_one(const Citation& citation,
                                                        const CitingNote& note,
                                                        NoteVerdict& verdict) {
  if (citation.kind == Kind::Note) {
    if (!note.broken_links.contains(citation.path)) return verdict_on(citation, Verdict::Ok);
    // A file of the workspace, named as a note would be.
    if (note.of_workspace && !citation.wiki && !tree_.ending_with(citation.path).empty()) {
      return verdict_on(citation, Verdict::Ok);
    }
    if (citation.wiki && is_no_link(citation.path)) return std::nullopt;
    return verdict_on(citation, Verdict::Missing, "there is no such note");
  }
  if (citation.kind == Kind::Url) {
    const bool declared = citation.weight == Weight::Declared;
    if (!declared || citation.text.starts_with("http://") ||
        citation.text.starts_with("https://")) {
      return verdict_on(citation, Verdict::Ok);
    }
    return std::nullopt;
  }
  if (!note.of_workspace) return std::nullopt;
  if (citation.kind == Kind::Path) return judge_path(citation, verdict);
  if (is_name(citation)) return judge_name(citation, verdict);
  if (history_ == nullptr || citation.supposed) return std::nullopt;
  if (!unknown_commits_.contains(citation.text)) return verdict_on(citation, Verdict::Ok);
  return verdict_on(citation, Verdict::Missing, "the repository has no such commit");
}

NoteVerdict CitationJudge::judge(const CitingNote& note) {
  NoteVerdict verdict;
  verdict.git = history_ != nullptr;
  for (const Citation& citation : note.citations) {
    auto one = judge_one(citation, note, verdict);
    if (!one) continue;
    // A link whose label is its target is one citation.
    const auto same = [&](const CitationVerdict& other) {
      return other.line == one->line && other.text == one->text && other.kind == one->kind;
    };
    const auto& known = verdict.citations;
    if (std::none_of(known.begin(), known.end(), same))
      verdict.citations.push_back(std::move(*one));
  }
  return verdict;
}

}  // namespace loci::upkeep
