#include "upkeep/checker.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "base/limits.h"
#include "base/text.h"
#include "note/index_file.h"
#include "note/lifetime.h"
#include "note/markers.h"

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

}  // namespace

void Checker::add(std::string_view id, const SurveyedPlace& place, std::string_view file,
                  std::size_t line, std::string message) {
  findings_.push_back({&check_rule(id), fmt::format("{}/{}", place.path, file), line,
                       std::move(message), place.untrusted});
}

void Checker::see_refused(const Refused& place) {
  findings_.push_back({&check_rule("refused"), place.path, 1, place.message, place.untrusted});
}

void Checker::add(const NoteFacts::Fault& fault, const SurveyedPlace& place,
                  std::string_view file) {
  findings_.push_back({fault.rule, fmt::format("{}/{}", place.path, file), fault.line,
                       fault.message, place.untrusted});
}

void Checker::see_unread(const SurveyedPlace& place) {
  for (const Unread& one : place.unread) {
    if (one.directory) {
      see_refused({one.path.empty() ? place.path : fmt::format("{}/{}", place.path, one.path),
                   one.message, place.untrusted});
      continue;
    }
    const auto fault = one.path == note::kIndexFile ? std::nullopt : fault_of_name(one.path);
    if (fault) add(*fault, place, one.path);
    add("malformed", place, one.path, 1, one.message);
  }
}

void Checker::see_note(const SurveyedPlace& place, std::string_view file, const NoteFacts& facts) {
  for (const NoteFacts::Fault& fault : facts.faults) add(fault, place, file);
  if (facts.description && facts.description_line > 0 &&
      facts.outgrown != NoteFacts::Outgrown::No) {
    const std::string& description = *facts.description;
    Suspect suspect{
        place.place,
        std::string(file),
        description,
        facts.hash,
        {&check_rule("description-outgrown"), fmt::format("{}/{}", place.path, file),
         facts.description_line,
         fmt::format("'{}' is from an earlier text of the note", description), place.untrusted}};
    if (facts.outgrown == NoteFacts::Outgrown::Yes) {
      see_outgrown(std::move(suspect));
    } else {
      suspects_.push_back(std::move(suspect));
    }
  }
  check_dates(place, file, facts);
  check_scanned(place, file, facts);
}

void Checker::check_dates(const SurveyedPlace& place, std::string_view file,
                          const NoteFacts& facts) {
  const note::Lifetime& life = facts.life;
  if (life.is_expired(today_)) {
    add("expired", place, file, facts.metadata_line, fmt::format("expired on {}", life.expires));
  }
  if (life.is_due(today_)) {
    add("review-due", place, file, facts.metadata_line,
        fmt::format("was due for review by {}: run 'loci review'", life.review_by));
  }
  if (life.supersedes.empty()) return;
  superseding_.push_back({std::string(file), fmt::format("{}/{}", place.path, file),
                          facts.metadata_line, life.supersedes, place.untrusted});
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

void Checker::see_waiting(const std::string& path, std::string message) {
  findings_.push_back({&check_rule("git-waits"), path, 1, std::move(message)});
}

void Checker::check_scanned(const SurveyedPlace& place, std::string_view file,
                            const NoteFacts& facts) {
  if (!left_ || facts.scanned.empty()) return;
  for (const guard::Finding& found : left_(place.place, file, facts.scanned)) {
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
          fmt::format("its name differs from '{}' only in case or form", other->second));
    }
  }
  for (const Stray& stray : place.strays) {
    if (stray.kind == Stray::Kind::Nested) {
      add("nested-file", place, stray.path, 1,
          "notes must be directly in the memory directory: move it up");
    } else {
      add("no-file", place, stray.path, 1, "not a regular file, so it is ignored");
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
          fmt::format("'{}' already has a line above", entry.file));
    }
  }
  // xcaffold keeps no index beside its notes: prompts make one up, and tools get theirs.
  const bool kept_without =
      place.place.kind == store::Place::Kind::AgentXcaf && place.index.empty();
  for (const SurveyedNote& note : place.notes) {
    if (kept_without || !unlisted.contains(note.file)) continue;
    add("index-missing", place, note.file, 1,
        "not in the index: prompts make up a line, 'loci reindex' adds it");
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
          fmt::format("this line, written by loci, is out of date: '{}' has changed", file));
    } else if (one.author == store::HookAuthor::Outdated) {
      add("hook-outdated", place, note::kIndexFile, lines[file],
          fmt::format("the description of '{}' changed since this line was written by hand: check "
                      "whether it still fits",
                      file));
    }
  }
}

void Checker::check_links(const std::vector<SurveyedPlace>& places) {
  std::vector<LinkedNote> notes;
  std::optional<LinkResolver> resolver;  // for the first link that is not called as a note
  for (const SurveyedPlace& place : places) {
    for (const SurveyedNote& note : place.notes) {
      if (note.links.empty()) continue;
      if (!resolver) {
        notes = linked_notes(places);
        resolver.emplace(notes);
      }
      check_links(place, note, *resolver);
    }
  }
}

void Checker::check_links(const SurveyedPlace& place, const SurveyedNote& note,
                          const LinkResolver& resolver) {
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

// A broken link has a rule of its own.
void Checker::see_citations(const std::string& path, bool untrusted,
                            const memory::NoteVerdict& verdict) {
  for (const memory::CitationVerdict& one : verdict.citations) {
    if (one.verdict == memory::Verdict::Ok || one.kind == "note") continue;
    const std::string_view id =
        one.verdict == memory::Verdict::Missing ? "citation-missing" : "citation-stale";
    findings_.push_back({&check_rule(id), path, one.line,
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
      if (fresh || copy->second.second->hash == note.hash) continue;
      add("agent-copies-differ", place, note.file, 1,
          fmt::format("'{}/{}' has a different text", copy->second.first->path, note.file));
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
      findings_.push_back({&check_rule("supersedes-nothing"), by.path, by.line,
                           fmt::format("supersedes '{}', which does not exist", name),
                           by.untrusted});
    }
  }
}

void Checker::see_alike(const SurveyedPlace& place, std::string_view one, std::string_view other) {
  add("near-duplicate", place, other, 1,
      fmt::format("'{}' says the same: 'loci consolidate --force' shows how to merge them", one));
}

std::vector<Finding> Checker::finish(const std::vector<SurveyedPlace>& places,
                                     const std::vector<std::vector<LineApart>>& apart) {
  for (const SurveyedPlace& place : places) {
    check_names(place);
    check_index(place);
  }
  check_links(places);
  for (std::size_t i = 0; i < apart.size(); ++i) check_hooks(places[i], apart[i]);
  check_copies(places);
  check_superseded(places);
  std::stable_sort(findings_.begin(), findings_.end(), [](const Finding& a, const Finding& b) {
    return std::tie(a.path, a.line) < std::tie(b.path, b.line);
  });
  return std::move(findings_);
}

}  // namespace loci::upkeep
