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
    "app"sv,          "config"sv,    "data"sv,   "index"sv,      "init"sv,     "lib"sv,
    "main"sv,         "manifest"sv,  "mod"sv,    "output"sv,     "package"sv,  "readme"sv,
    "requirements"sv, "schema"sv,    "script"sv, "server"sv,     "settings"sv, "setup"sv,
    "test"sv,         "types"sv,     "util"sv,   "utils"sv,      "makefile"sv, "dockerfile"sv,
    "claude"sv,       "agents"sv,    "memory"sv, "skill"sv,      "plan"sv,     "todo"sv,
    "license"sv,      "changelog"sv, "notes"sv,  "client"sv,     "spec"sv,     "log"sv,
    "page"sv,         "layout"sv,    "route"sv,  "middleware"sv, "globals"sv};
// What formats and tools prescribe: "pylock.toml" is a kind of file before it is one.
constexpr std::array kDataEndings{
    ".cfg"sv,   ".conf"sv,  ".css"sv,  ".csv"sv,  ".env"sv, ".html"sv,       ".ini"sv, ".json"sv,
    ".jsonc"sv, ".jsonl"sv, ".lock"sv, ".md"sv,   ".mod"sv, ".properties"sv, ".sql"sv, ".sum"sv,
    ".svg"sv,   ".toml"sv,  ".txt"sv,  ".work"sv, ".xml"sv, ".yaml"sv,       ".yml"sv};

// What texts that are written for any project tell their readers to look for.
constexpr std::array kGeneralTexts{
    "api"sv,    "architecture"sv, "claude"sv,       "agents"sv,  "changelog"sv, "contributing"sv,
    "design"sv, "deployment"sv,   "development"sv,  "guide"sv,   "index"sv,     "overview"sv,
    "prd"sv,    "readme"sv,       "requirements"sv, "roadmap"sv, "security"sv,  "spec"sv,
    "style"sv,  "structure"sv,    "tech"sv,         "testing"sv, "plan"sv,      "product"sv};

bool is_data(std::string_view path) {
  return std::any_of(kDataEndings.begin(), kDataEndings.end(),
                     [&](std::string_view ending) { return path.ends_with(ending); });
}

bool is_bare(const Citation& citation) { return citation.path.find('/') == std::string::npos; }

bool has_common_name(std::string_view path) {
  const std::string_view name = last_component(path);
  const std::string stem = ascii_lower(name.substr(0, name.find('.', 1)));
  return std::find(kCommonNames.begin(), kCommonNames.end(), stem) != kCommonNames.end() ||
         stem.starts_with('.') || stem.starts_with("__");
}

bool is_general_text(std::string_view path) {
  const std::string_view name = last_component(path);
  if (!name.ends_with(".md") && !name.ends_with(".mdx")) return false;
  const std::string stem = ascii_lower(name.substr(0, name.find_first_of("._-")));
  return std::find(kGeneralTexts.begin(), kGeneralTexts.end(), stem) != kGeneralTexts.end();
}

// Where a tool looks for its settings, in whatever project: ".vscode/settings.json",
// ".agents/skills".
bool is_of_tool(const Citation& citation) {
  const std::string_view path = citation.path;
  return path.starts_with('.') && !path.starts_with(".github/") &&
         (is_data(path) || !citation.known_ending);
}

CitationVerdict verdict_on(const Citation& citation, Verdict verdict, std::string reason = {}) {
  return {std::string(note::kind_name(citation.kind)), citation.text, citation.line, verdict,
          std::move(reason)};
}

// How far behind the end of a file a cited line is wrong, and not one that was counted otherwise.
constexpr std::size_t kLineMargin = 2;
constexpr std::size_t kSoundPaths = 3;  // that a note cites, for the missing one to tell something

// It names what the file is called now: a list of what was renamed.
bool cites_beside(const CitingNote& note, const Citation& citation, const std::string& path) {
  return std::any_of(note.citations.begin(), note.citations.end(), [&](const Citation& other) {
    return other.line == citation.line && other.kind == Kind::Path && other.path == path;
  });
}

// What the note says of it, or nobody can tell what it says.
bool is_denied(const Citation& citation) {
  return citation.gone || citation.proposed || citation.unread;
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
  if (citation.kind != Kind::Path) return false;
  const Place& place = place_of(citation);
  if (!place.paths.empty() || place.unknown) return false;
  if (citation.weight == Weight::Declared) return true;
  if (is_denied(citation) || tree_.ignored(citation.path) ||
      WorkspaceTree::likely_made(citation.path)) {
    return false;
  }
  if (!is_bare(citation)) return citation.weight == Weight::Meant || citation.known_ending;
  // "hooks/", "main.py", "plan.md": said of any repository.
  return citation.weight == Weight::Meant && citation.known_ending && !citation.supposed &&
         !is_data(citation.path) && !has_common_name(citation.path) && tree_.complete();
}

bool CitationJudge::strong_without_history(const Citation& citation) {
  if (citation.weight == Weight::Declared) return true;
  if (citation.weight != Weight::Meant || !citation.known_ending || citation.supposed ||
      is_bare(citation)) {
    return false;
  }
  if (WorkspaceTree::perhaps_made(citation.path) || !tree_.complete()) return false;
  // What the last commit has was there, whatever its directory holds now.
  if (history_ != nullptr)
    return in_head_.contains(citation.path) && !tree_.has_twin(citation.path);
  return tree_.has_alike(citation.path) && !tree_.has_twin(citation.path);
}

bool CitationJudge::knows_the_workspace(const CitingNote& note) {
  std::set<std::string_view> there;
  std::set<std::string_view> lost;
  for (const Citation& citation : note.citations) {
    if (citation.kind != Kind::Path || !citation.known_ending || is_bare(citation)) continue;
    (place_of(citation).paths.empty() ? lost : there).insert(citation.path);
  }
  return there.size() >= kSoundPaths && lost.size() * kSoundPaths <= there.size();
}

bool CitationJudge::fits(const Citation& citation, const GitHistory::Fate& fate,
                         const CitingNote& note) {
  if (citation.weight == Weight::Declared) return true;
  const bool whole = fate.path == citation.path;
  // A part of a path in a command may belong to any directory that it is run in.
  if (!whole && (citation.weight == Weight::Hint || citation.target || citation.doubtful ||
                 !citation.known_ending || has_common_name(citation.path))) {
    return false;
  }
  if (is_of_tool(citation)) return false;
  // A directory comes with what is put into it: "results go to `docs/patterns/`".
  if (!citation.known_ending && citation.supposed) return false;
  // A command may be run in another repository: where not even its first directory is here, it may
  // be that one's.
  if (citation.weight == Weight::Hint && fate.renamed_to.empty() && !has_top_of(fate.path)) {
    return false;
  }
  if (tree_.ignored(fate.path) || WorkspaceTree::likely_made(fate.path)) return false;
  if (is_general_text(citation.path) && !citation.target && !knows_the_workspace(note)) {
    return false;
  }
  if (!fate.renamed_to.empty()) {
    // One file of a directory went elsewhere; others of it may be in one of this name.
    const bool other_name = last_component(fate.renamed_to) != last_component(citation.path);
    if (!citation.known_ending && other_name && tree_.has_twin(fate.path)) return false;
    return ascii_lower(fate.renamed_to) != ascii_lower(citation.path);
  }
  if (!tree_.complete()) return false;
  // The whole path was there and is not: another file of its name is another file.
  const bool told = citation.weight == Weight::Meant && (!citation.supposed || citation.target);
  if (whole && citation.known_ending && told) {
    return !tree_.has_other_form(fate.path);
  }
  return !tree_.has_twin(fate.path);
}

bool CitationJudge::has_top_of(const std::string& path) {
  return tree_.at(path.substr(0, path.find('/'))).there == There::Yes;
}

void CitationJudge::look_up(const std::vector<const CitingNote*>& notes, bool names) {
  std::set<std::string> lost;
  std::set<std::string> commits;
  for (const CitingNote* note : notes) {
    if (!note->of_workspace) continue;
    for (const Citation& citation : note->citations) {
      if (worth_asking(citation)) lost.insert(citation.path);
      if (citation.kind == Kind::Commit && !citation.supposed) commits.insert(citation.text);
    }
  }
  if (history_ != nullptr && !lost.empty()) history_->begin_fates();
  ask_about_names(notes, names);
  if (history_ != nullptr) {
    const auto exists = [&](const std::string& path) { return tree_.at(path).there == There::Yes; };
    fates_ = history_->fates(lost, exists);
    std::erase_if(lost, [&](const std::string& path) { return fates_.contains(path); });
    in_head_ = history_->in_head(lost);
    unknown_commits_ = history_->unknown_commits(commits);
  }
}

// "SSL_CERT_FILE" is anybody's; this repository's begin as it, or a part of it, is called.
bool CitationJudge::is_of_repository(const Citation& citation) {
  if (citation.kind != Kind::Environment) return true;
  const std::string first = ascii_lower(citation.word.substr(0, citation.word.find('_')));
  return ascii_lower(name_).find(first) != std::string::npos || tree_.has_part_called(first);
}

void CitationJudge::ask_about_names(const std::vector<const CitingNote*>& notes,
                                    bool by_themselves) {
  std::set<std::string> names;
  std::set<std::string> told;
  std::set<GitHistory::NameInFile> lost;
  for (const CitingNote* note : notes) {
    if (!note->of_workspace) continue;
    for (const Citation& citation : note->citations) {
      if (!is_name(citation) || citation.gone) continue;
      names.insert(citation.word);
      if (!is_denied(citation) && is_of_repository(citation)) told.insert(citation.word);
      if (citation.path.empty() || citation.supposed) continue;
      Citation file;
      file.path = citation.path;
      const Place& place = place_of(file);
      if (place.paths.size() != 1) continue;
      const auto there = tree_.mentions(place.paths.front(), citation.word);
      if (there && !*there) lost.emplace(place.paths.front(), citation.word);
    }
  }
  if (!names.empty()) named_in_ = tree_.files_with(names);
  if (history_ == nullptr) return;
  lost_names_ = history_->lost_names(lost);
  if (!by_themselves) return;
  std::erase_if(told, [&](const std::string& name) { return named_in_.contains(name); });
  vanished_names_ = history_->vanished_names(told);
}

std::optional<CitationVerdict> CitationJudge::judge_lost(const Citation& citation,
                                                         const CitingNote& note) {
  if (!worth_asking(citation)) return std::nullopt;
  const auto known = fates_.find(citation.path);
  if (known != fates_.end()) {
    const GitHistory::Fate& fate = known->second;
    if (!fits(citation, fate, note)) return std::nullopt;
    if (fate.renamed_to.empty()) {
      return verdict_on(citation, Verdict::Missing, fmt::format("deleted in {}", fate.commit));
    }
    if (cites_beside(note, citation, fate.renamed_to)) return std::nullopt;
    return verdict_on(citation, Verdict::Stale,
                      fmt::format("renamed to '{}' in {}", fate.renamed_to, fate.commit));
  }
  if (!strong_without_history(citation)) return std::nullopt;
  if (in_head_.contains(citation.path)) {
    return verdict_on(citation, Verdict::Missing, "in the last commit, but not in the workspace");
  }
  // Who wrote a line had the file before him.
  const bool seen = citation.weight == Weight::Declared || citation.first_line > 0;
  if (!seen && !knows_the_workspace(note)) return std::nullopt;
  return verdict_on(citation, Verdict::Missing, "there is no such file");
}

std::optional<CitationVerdict> CitationJudge::judge_path(const Citation& citation,
                                                         const CitingNote& citing,
                                                         NoteVerdict& note) {
  const Place& place = place_of(citation);
  if (place.paths.empty()) return judge_lost(citation, citing);
  for (const std::string& path : place.paths) depend_on(path, note);
  const bool told = !citation.supposed && !citation.gone;
  if (citation.last_line == 0 || (!told && citation.weight != Weight::Declared)) {
    return verdict_on(citation, Verdict::Ok);
  }
  std::size_t most = 0;
  for (const std::string& path : place.paths) {
    const auto lines = tree_.lines_of(path);
    if (!lines || *lines + kLineMargin > citation.last_line) {
      return verdict_on(citation, Verdict::Ok);
    }
    most = std::max(most, *lines);
  }
  // "main.py:300" may be of another repository.
  const bool other =
      is_bare(citation) && place.paths.front() != citation.path && has_common_name(citation.path);
  if (other) return std::nullopt;
  return verdict_on(
      citation, Verdict::Stale,
      fmt::format("'{}' has {} line{}", place.paths.front(), most, most == 1 ? "" : "s"));
}

// Only a name that the file had which the note ties it to: another may be of a library, a service
// or a plan.
std::optional<CitationVerdict> CitationJudge::judge_name(const Citation& citation,
                                                         NoteVerdict& note) {
  if (!citation.path.empty()) {
    Citation file;
    file.path = citation.path;
    const Place& place = place_of(file);
    if (place.paths.size() == 1) {
      const std::string& path = place.paths.front();
      depend_on(path, note);
      const auto lost = lost_names_.find({path, citation.word});
      const bool told = !citation.gone && !citation.supposed;
      if (told && lost != lost_names_.end()) {
        return verdict_on(citation, Verdict::Stale,
                          fmt::format("not in '{}' since {}", path, lost->second));
      }
    }
  }
  const auto found = named_in_.find(citation.word);
  if (found == named_in_.end()) return std::nullopt;
  depend_on(found->second, note);
  return verdict_on(citation, Verdict::Ok);
}

std::optional<CitationVerdict> CitationJudge::judge_one(const Citation& citation,
                                                        const CitingNote& note,
                                                        NoteVerdict& verdict) {
  if (citation.kind == Kind::Note) {
    if (!note.broken_links.contains(citation.path)) return verdict_on(citation, Verdict::Ok);
    // It is `check`'s: double brackets and links to pages mean other things in other texts.
    return std::nullopt;
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
  if (citation.kind == Kind::Path) return judge_path(citation, note, verdict);
  if (is_name(citation)) return judge_name(citation, verdict);
  if (history_ == nullptr || citation.supposed) return std::nullopt;
  if (!unknown_commits_.contains(citation.text)) return verdict_on(citation, Verdict::Ok);
  // Another repository's, or one that was squashed, as often as not.
  if (citation.weight != Weight::Declared) return std::nullopt;
  return verdict_on(citation, Verdict::Missing, "the repository has no such commit");
}

std::vector<CitationVerdict> CitationJudge::perhaps(const CitingNote& note) {
  std::vector<CitationVerdict> result;
  if (!note.of_workspace) return result;
  for (const Citation& citation : note.citations) {
    const auto vanished = vanished_names_.find(citation.word);
    if (!is_name(citation) || vanished == vanished_names_.end()) continue;
    if (is_denied(citation) || !is_of_repository(citation)) continue;
    result.push_back(
        verdict_on(citation, Verdict::Stale,
                   fmt::format("in the sources of {}, but no longer in any", vanished->second)));
  }
  return result;
}

bool CitationJudge::is_still_gone(const Citation& citation) {
  if (citation.kind == Kind::Path) return place_of(citation).paths.empty();
  if (citation.kind != Kind::Symbol || citation.path.empty()) return false;
  Citation file;
  file.path = citation.path;
  const Place& place = place_of(file);
  return place.paths.size() == 1 &&
         !tree_.mentions(place.paths.front(), citation.word).value_or(true);
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
