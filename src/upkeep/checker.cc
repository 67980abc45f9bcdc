#include "upkeep/checker.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "base/hash.h"
#include "base/limits.h"
#include "base/text.h"
#include "note/index_file.h"
#include "note/lifetime.h"
#include "note/markers.h"
#include "note/paragraphs.h"
#include "note/slug.h"
#include "note/triggers.h"
#include "note/unmerged.h"
#include "note/validate.h"
#include "upkeep/check.h"
#include "upkeep/likeness.h"
#include "upkeep/phrases.h"

namespace loci::upkeep {
namespace {

using memory::LineApart;
using memory::linked_notes;
using memory::LinkedNote;
using memory::LinkResolver;
using memory::Refused;
using memory::Stray;
using memory::SurveyedNote;
using memory::SurveyedPlace;
using memory::Unread;

constexpr std::array kRules{
    CheckRule{"malformed", Severity::Error, "a note breaks a rule of its form", false},
    CheckRule{"duplicate-key", Severity::Error, "a frontmatter key stands twice", false},
    CheckRule{"refused", Severity::Error, "a memory directory is a link or cannot be opened",
              false},
    CheckRule{"file-name", Severity::Error, "a file has a name no command accepts", false},
    CheckRule{"name-collision", Severity::Error, "two names are equal but for case or form", false},
    CheckRule{"agent-copies-differ", Severity::Error,
              "an agent has two notes of one name with different text", false},
    CheckRule{"index-missing", Severity::Error, "a note has no line in the index", true},
    CheckRule{"index-dangling", Severity::Error, "an index line leads to no note", true},
    CheckRule{"index-doubled", Severity::Error, "a note has several lines in the index", true},
    CheckRule{"index-behind", Severity::Error,
              "an index line that loci made says what its note said earlier", true},
    CheckRule{"secret", Severity::Error,
              "a note holds a key, a token or a password; a warning where it is not shared", false},
    CheckRule{"merge-conflict", Severity::Error,
              "a file holds both sides of a merge conflict of git", true},
    CheckRule{"unmerged", Severity::Error, "a note has two versions that could not be merged",
              false},
    CheckRule{"git-waits", Severity::Error,
              "one side of a merge deleted a note that the other changed", false},
    CheckRule{"hidden-characters", Severity::Warning,
              "a note holds characters that a person does not see", false},
    CheckRule{"injection-phrase", Severity::Warning,
              "a note gives orders to the model that reads it", false},
    CheckRule{"transcript", Severity::Warning, "a note holds a conversation as it was", false},
    CheckRule{"hook-outdated", Severity::Warning,
              "a hook was written by hand before the note's description changed", false},
    CheckRule{"broken-link", Severity::Warning, "a link leads to no note", false},
    CheckRule{"citation-missing", Severity::Warning, "a note cites what is not there", false},
    CheckRule{"citation-stale", Severity::Warning,
              "a note cites what was renamed, shortened or removed", false},
    CheckRule{"description-missing", Severity::Warning, "a note has no description", false},
    CheckRule{"description-vague", Severity::Warning,
              "a description does not say what the note is about", false},
    CheckRule{"description-outgrown", Severity::Warning,
              "a description that loci made is no longer a sentence of the note", false},
    CheckRule{"index-long", Severity::Warning, "an index is longer than a prompt shows", false},
    CheckRule{"expired", Severity::Warning, "a note is past the date in metadata.expires", false},
    CheckRule{"review-due", Severity::Warning, "a note has reached the date in metadata.review_by",
              false},
    CheckRule{"supersedes-nothing", Severity::Warning,
              "metadata.supersedes names a note that is not there", false},
    CheckRule{"trigger-broken", Severity::Warning,
              "metadata.triggers has what is no trigger, so the note is not heard", false},
    CheckRule{"trigger-everything", Severity::Warning,
              "a trigger in metadata.triggers means everything", false},
    CheckRule{"near-duplicate", Severity::Warning, "two notes say the same", false},
    CheckRule{"relative-date", Severity::Warning, "a date is relative to when it was written",
              false},
    CheckRule{"agent-name", Severity::Warning,
              "an agent note's name is not of lower-case letters, digits and hyphens", false},
    CheckRule{"nested-file", Severity::Warning, "a note lies in a directory below the scope",
              false},
    CheckRule{"no-file", Severity::Warning, "a link, a pipe or the like is named as a note", false},
    CheckRule{"index-case", Severity::Warning, "a file is called MEMORY.md in another case", false},
};

const CheckRule& rule(std::string_view id) {
  return *std::find_if(kRules.begin(), kRules.end(),
                       [&](const CheckRule& candidate) { return candidate.id == id; });
}

// The line of a top-level key in the frontmatter, else the first.
std::size_t line_of_key(std::string_view text, std::string_view key) {
  std::size_t number = 1;
  for (const std::string_view line : split_lines(text)) {
    if (line.starts_with(key) && line.substr(key.size()).starts_with(':')) return number;
    if (number > 1 && trim(line) == "---") break;
    ++number;
  }
  return 1;
}

bool is_plain_name(std::string_view name) {
  return std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
}

}  // namespace

std::span<const CheckRule> check_rules() { return kRules; }

void Checker::add(std::string_view id, const SurveyedPlace& place, std::string_view file,
                  std::size_t line, std::string message) {
  findings_.push_back({&rule(id), fmt::format("{}/{}", place.path, file), line, std::move(message),
                       place.untrusted});
}

void Checker::see_refused(const Refused& place) {
  findings_.push_back({&rule("refused"), place.path, 1, place.message, place.untrusted});
}

void Checker::see_unreadable(const SurveyedPlace& place, std::string_view file,
                             std::string message) {
  check_file_name(place, file);
  add("malformed", place, file, 1, std::move(message));
}

void Checker::check_file_name(const SurveyedPlace& place, std::string_view file) {
  const auto fault = note::file_name_fault(file);
  if (!fault) return;
  if (ascii_lower(file) == "memory.md") {
    add("index-case", place, file, 1, "read as a note; the index is called 'MEMORY.md'");
  } else {
    add("file-name", place, file, 1, *fault);
  }
}

void Checker::see_note(const SurveyedPlace& place, std::string_view file, std::string_view text,
                       const note::Note& parsed) {
  check_file_name(place, file);
  const bool agent = place.place.is_agent();
  const note::Requirements needs =
      agent ? note::requirements_for_agent_scope() : note::requirements_for_shared_scope();
  for (const note::Fault& fault : note::validate(parsed, needs)) {
    const bool twice = fault.code == note::FaultCode::DuplicateKey;
    add(twice ? "duplicate-key" : "malformed", place, file, fault.line, fault.message);
  }
  if (agent && !is_plain_name(parsed.name)) {
    add("agent-name", place, file, line_of_key(text, "name"),
        fmt::format("the name '{}' is used as it is; other tools expect lower-case letters, "
                    "digits and hyphens",
                    parsed.name));
  }
  // Agents' notes need no description: they are shown with what they begin with.
  const bool needs_none = agent && !note::first_line(parsed).empty();
  if (parsed.description.empty()) {
    if (!needs_none) {
      add("description-missing", place, file, 1, "no description: nobody can tell when to read it");
    }
  } else if (is_vague(parsed.description, parsed.name)) {
    add("description-vague", place, file, line_of_key(text, "description"),
        fmt::format("'{}' does not say when the note matters", parsed.description));
  }
  if (!parsed.description.empty() && !note::is_derived(parsed.description, parsed.body)) {
    suspects_.push_back(
        {place.place,
         std::string(file),
         parsed.description,
         sha256(text),
         {&rule("description-outgrown"), fmt::format("{}/{}", place.path, file),
          line_of_key(text, "description"),
          fmt::format("'{}' is from an earlier text of the note", parsed.description),
          place.untrusted}});
  }
  note::Lifetime life = note::lifetime_of(parsed);
  const std::size_t metadata = line_of_key(text, "metadata");
  if (life.is_expired(today_)) {
    add("expired", place, file, metadata, fmt::format("expired on {}", life.expires));
  }
  if (life.is_due(today_)) {
    add("review-due", place, file, metadata,
        fmt::format("was to be reviewed by {}: 'loci review' goes through it", life.review_by));
  }
  for (const note::TriggerFault& fault : note::trigger_faults(parsed)) {
    add(fault.everything ? "trigger-everything" : "trigger-broken", place, file, metadata,
        fault.message);
  }
  if (!life.supersedes.empty()) {
    superseding_.push_back({std::string(file), fmt::format("{}/{}", place.path, file), metadata,
                            std::move(life.supersedes), place.untrusted});
  }
  check_versions(place, file, text);
  check_scanned(place, file, text);
  seen_.push_back({std::string(file), fmt::format("{}/{}", place.path, file), place.path,
                   parsed.name.empty() ? std::string(note::stem(file)) : parsed.name,
                   parsed.description, parsed.body, place.untrusted});
  for (const Phrase& phrase : relative_dates(parsed.body)) {
    add("relative-date", place, file, parsed.body_line + phrase.line - 1,
        fmt::format("'{}' means another day to every reader: write the date", phrase.text));
  }
}

// The rules of check that stand for the scanner's.
std::string_view check_rule_of(guard::RuleKind kind) {
  switch (kind) {
    case guard::RuleKind::Secret:
      return "secret";
    case guard::RuleKind::Hidden:
      return "hidden-characters";
    case guard::RuleKind::Injection:
      return "injection-phrase";
    case guard::RuleKind::Transcript:
      return "transcript";
    case guard::RuleKind::Conflict:
      break;
  }
  return "merge-conflict";
}

void Checker::check_versions(const SurveyedPlace& place, std::string_view file,
                             std::string_view text) {
  const auto told = [&](std::size_t line, std::string_view versions) {
    add("unmerged", place, file, line,
        fmt::format("{}: 'loci resolve {}' settles it", versions, note::stem(file)));
  };
  if (text.find("nmerged: ") == std::string_view::npos) return;
  if (const auto two = note::versions_in(text)) {
    told(two->line, fmt::format("two versions, {} and {}", two->first.name, two->second.name));
  } else if (const auto half = note::half_of_pair(text)) {
    told(half->line, fmt::format("the other version is '{}'", half->other));
  }
}

void Checker::see_waiting(const std::string& path, std::string message) {
  findings_.push_back({&rule("git-waits"), path, 1, std::move(message)});
}

void Checker::check_scanned(const SurveyedPlace& place, std::string_view file,
                            std::string_view text) {
  if (!scan_) return;
  for (const guard::Finding& found : scan_(place.place, file, text)) {
    add(check_rule_of(found.rule->kind), place, file, found.line,
        fmt::format("{} ({})", found.rule->about, found.rule->id));
    const bool conflict = found.rule->kind == guard::RuleKind::Conflict;
    findings_.back().lenient =
        (!place.place.in_workspace() && !conflict) || found.severity == guard::Severity::Warn;
  }
}

void Checker::check_names(const SurveyedPlace& place) {
  std::unordered_map<std::string, std::string_view> seen;
  seen.reserve(place.notes.size());
  for (const SurveyedNote& note : place.notes) {
    const auto [other, fresh] = seen.emplace(fold(note.file), note.file);
    if (!fresh) {
      add("name-collision", place, note.file, 1,
          fmt::format("the same name as '{}' but for case or form", other->second));
    }
  }
  for (const Stray& stray : place.strays) {
    if (stray.kind == Stray::Kind::Nested) {
      add("nested-file", place, stray.path, 1,
          "notes lie directly in the memory directory: move it up");
    } else {
      add("no-file", place, stray.path, 1, "not a regular file, so it is not read");
    }
  }
}

void Checker::check_index(const SurveyedPlace& place) {
  const bool unread = std::any_of(place.unread.begin(), place.unread.end(),
                                  [](const Unread& one) { return one.path == note::kIndexFile; });
  if (unread) return;  // and said so
  if (const auto marked = note::split_markers(place.index)) {
    add("merge-conflict", place, note::kIndexFile, marked->line,
        "the markers of a merge conflict (merge-conflict)");
  }
  std::unordered_set<std::string_view> unlisted;
  unlisted.reserve(place.notes.size());
  for (const SurveyedNote& note : place.notes) unlisted.insert(note.file);
  const std::unordered_set<std::string_view> known = unlisted;
  const std::vector<note::IndexEntry> entries = note::parse_index(place.index);
  const std::vector<std::string_view> lines = split_lines(place.index);
  std::size_t bytes = 0;
  for (const note::IndexEntry& entry : entries) {
    bytes += lines[entry.line].size();
    if (!known.contains(entry.file)) {
      add("index-dangling", place, note::kIndexFile, entry.line + 1,
          fmt::format("there is no note '{}'", entry.file));
    } else if (unlisted.erase(entry.file) == 0) {
      add("index-doubled", place, note::kIndexFile, entry.line + 1,
          fmt::format("'{}' has a line above already", entry.file));
    }
  }
  // xcaffold keeps no index beside its notes: prompts make one up, and tools get theirs.
  const bool kept_without =
      place.place.kind == store::Place::Kind::AgentXcaf && place.index.empty();
  for (const SurveyedNote& note : place.notes) {
    if (kept_without || !unlisted.contains(note.file)) continue;
    add("index-missing", place, note.file, 1,
        "no line in the index: prompts make one up, 'loci reindex' adds it");
  }
  if (entries.size() > kIndexEntryLines || bytes > kIndexEntryBytes) {
    add("index-long", place, note::kIndexFile, 1,
        fmt::format("{} entries of {} bytes; a prompt shows {} lines and {} bytes", entries.size(),
                    bytes, kIndexEntryLines, kIndexEntryBytes));
  }
}

void Checker::check_hooks(const SurveyedPlace& place, const std::vector<LineApart>& apart) {
  if (apart.empty()) return;
  std::unordered_map<std::string, std::size_t> lines;
  for (note::IndexEntry& entry : note::parse_index(place.index)) {
    lines.emplace(std::move(entry.file), entry.line + 1);
  }
  for (const LineApart& one : apart) {
    const std::string& file = one.line.file;
    if (one.author == store::HookAuthor::Loci) {
      add("index-behind", place, note::kIndexFile, lines[file],
          fmt::format("loci made this line; '{}' now says something else", file));
    } else if (one.author == store::HookAuthor::Outdated) {
      add("hook-outdated", place, note::kIndexFile, lines[file],
          fmt::format("the description of '{}' changed since this line was written by hand: see "
                      "whether it still holds",
                      file));
    }
  }
}

void Checker::check_links(const SurveyedPlace& place, const LinkResolver& resolver) {
  for (const SurveyedNote& note : place.notes) {
    std::string_view before;  // a note links to the same one often
    for (const note::Link& link : note.links) {
      if (link.target == before || resolver.resolve(link, place.place) != nullptr) {
        before = link.target;
        continue;
      }
      add("broken-link", place, note.file, link.line,
          fmt::format("there is no note '{}'", link.target));
    }
  }
}

// A broken link has a rule of its own.
void Checker::see_citations(const std::string& path, bool untrusted,
                            const memory::NoteVerdict& verdict) {
  for (const memory::CitationVerdict& one : verdict.citations) {
    if (one.verdict == memory::Verdict::Ok || one.kind == "note") continue;
    const std::string_view id =
        one.verdict == memory::Verdict::Missing ? "citation-missing" : "citation-stale";
    findings_.push_back({&rule(id), path, one.line,
                         fmt::format("{} '{}': {}", one.kind, one.text, one.reason), untrusted});
  }
}

// The places of one agent in one project are read together, so one name must
// mean one text.
void Checker::check_copies(const std::vector<SurveyedPlace>& places) {
  using Copy = std::pair<const SurveyedPlace*, const SurveyedNote*>;
  std::map<std::pair<std::string_view, std::string_view>, Copy> first;  // by agent and file
  for (const SurveyedPlace& place : places) {
    if (!place.place.is_agent() || place.place.kind == store::Place::Kind::AgentUser) continue;
    for (const SurveyedNote& note : place.notes) {
      const auto [copy, fresh] =
          first.emplace(std::pair(std::string_view(place.place.agent), std::string_view(note.file)),
                        Copy(&place, &note));
      if (fresh || copy->second.second->text == note.text) continue;
      add("agent-copies-differ", place, note.file, 1,
          fmt::format("'{}/{}' has another text", copy->second.first->path, note.file));
    }
  }
}

void Checker::check_superseded(const std::vector<SurveyedPlace>& places) {
  const auto is_there = [&](const Superseding& by, const std::string& name) {
    return std::any_of(places.begin(), places.end(), [&](const SurveyedPlace& place) {
      return std::any_of(place.notes.begin(), place.notes.end(), [&](const SurveyedNote& note) {
        const bool itself = fmt::format("{}/{}", place.path, note.file) == by.path;
        return !itself && note::names_note(name, note.file, note.name);
      });
    });
  };
  for (const Superseding& by : superseding_) {
    for (const std::string& name : by.names) {
      if (is_there(by, name)) continue;
      findings_.push_back({&rule("supersedes-nothing"), by.path, by.line,
                           fmt::format("supersedes '{}', and there is no such note", name),
                           by.untrusted});
    }
  }
}

// Only what is proven: two notes that are likely to say the same are for `consolidate` to show.
void Checker::check_likeness() {
  std::vector<Told> told;
  told.reserve(seen_.size());
  std::unordered_map<std::string_view, std::size_t> groups;
  for (const Seen& one : seen_) {
    const std::size_t group = groups.emplace(one.place, groups.size()).first->second;
    told.push_back({one.title, one.description, one.body, group});
  }
  std::unordered_set<std::size_t> said;
  for (const LikePair& pair : alike_pairs(told)) {
    if (!pair.likeness.alike || !said.insert(pair.other).second) continue;
    const Seen& other = seen_[pair.other];
    findings_.push_back({&rule("near-duplicate"), other.path, 1,
                         fmt::format("'{}' says the same: 'loci consolidate --force' shows how to "
                                     "merge them",
                                     seen_[pair.one].file),
                         other.untrusted});
  }
}

std::vector<Finding> Checker::finish(const std::vector<SurveyedPlace>& places,
                                     const std::vector<std::vector<LineApart>>& apart) {
  const std::vector<LinkedNote> notes = linked_notes(places);
  const LinkResolver resolver(notes);
  for (const SurveyedPlace& place : places) {
    check_names(place);
    check_index(place);
    check_links(place, resolver);
  }
  for (std::size_t i = 0; i < apart.size(); ++i) check_hooks(places[i], apart[i]);
  check_copies(places);
  check_superseded(places);
  if (seen_.size() <= kComparedNotes) check_likeness();
  std::stable_sort(findings_.begin(), findings_.end(), [](const Finding& a, const Finding& b) {
    return std::tie(a.path, a.line) < std::tie(b.path, b.line);
  });
  return std::move(findings_);
}

}  // namespace loci::upkeep
