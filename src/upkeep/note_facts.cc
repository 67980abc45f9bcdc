#include "upkeep/note_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/hash.h"
#include "base/text.h"
#include "memory/links.h"
#include "note/index_hooks.h"
#include "note/note.h"
#include "note/paragraphs.h"
#include "note/slug.h"
#include "note/triggers.h"
#include "note/unmerged.h"
#include "note/validate.h"
#include "upkeep/phrases.h"

namespace loci::upkeep {
namespace {

using Fault = NoteFacts::Fault;

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

class FactReader {
 public:
  FactReader(const store::Place& place, std::string_view file, std::string_view text)
      : agent_(place.is_agent()), file_(file), text_(text), parsed_(note::parse_note(text)) {}

  NoteFacts read() {
    facts_.hash = sha256(text_);
    facts_.name = note::shown_name(parsed_, file_);
    if (auto line = note::readable_line(parsed_, file_)) {
      facts_.description = std::move(line->description);
    }
    if (auto fault = fault_of_name(file_)) facts_.faults.push_back(std::move(*fault));
    read_form();
    read_description();
    read_metadata();
    read_versions();
    for (const Phrase& phrase : relative_dates(parsed_.body)) {
      add("relative-date", parsed_.body_line + phrase.line - 1,
          fmt::format("'{}' means a different day to every reader: write the date", phrase.text));
    }
    facts_.scanned = guard::scan(text_);
    read_citations();
    return std::move(facts_);
  }

 private:
  void add(std::string_view id, std::size_t line, std::string message) {
    facts_.faults.push_back({&check_rule(id), line, std::move(message)});
  }

  void read_form() {
    const note::Requirements needs =
        agent_ ? note::requirements_for_agent_scope() : note::requirements_for_shared_scope();
    for (const note::Fault& fault : note::validate(parsed_, needs)) {
      const bool twice = fault.code == note::FaultCode::DuplicateKey;
      add(twice ? "duplicate-key" : "malformed", fault.line, fault.message);
    }
    if (!agent_ || is_plain_name(parsed_.name)) return;
    add("agent-name", line_of_key(text_, "name"),
        fmt::format("the name '{}' is used as it is; other tools expect lower-case letters, "
                    "digits and hyphens",
                    parsed_.name));
  }

  void read_description() {
    if (parsed_.description.empty()) {
      // Agents' notes need no description: they are shown with what they begin with.
      const bool needs_none = agent_ && !note::first_line(parsed_).empty();
      if (needs_none) return;
      return add("description-missing", 1, "no description, so nobody can tell when to read it");
    }
    if (is_vague(parsed_.description, parsed_.name)) {
      add("description-vague", line_of_key(text_, "description"),
          fmt::format("'{}' does not say when the note matters", parsed_.description));
    }
    if (note::is_derived(parsed_.description, parsed_.body)) return;
    facts_.description_line = line_of_key(text_, "description");
  }

  void read_metadata() {
    facts_.life = note::lifetime_of(parsed_);
    const std::vector<note::TriggerFault> faults = note::trigger_faults(parsed_);
    if (facts_.life.says_nothing() && faults.empty()) return;
    facts_.metadata_line = line_of_key(text_, "metadata");
    for (const note::TriggerFault& fault : faults) {
      add(fault.everything ? "trigger-everything" : "trigger-broken", facts_.metadata_line,
          fault.message);
    }
  }

  void read_versions() {
    const auto told = [&](std::size_t line, std::string_view versions) {
      add("unmerged", line,
          fmt::format("{}: 'loci resolve {}' settles it", versions, note::stem(file_)));
    };
    if (text_.find("nmerged: ") == std::string_view::npos) return;
    if (const auto two = note::versions_in(text_)) {
      told(two->line, fmt::format("two versions, {} and {}", two->first.name, two->second.name));
    } else if (const auto half = note::half_of_pair(text_)) {
      told(half->line, fmt::format("the other version is '{}'", half->other));
    }
  }

  void read_citations() {
    const std::vector<note::Link> links = note::parse_outline(parsed_.body).links;
    std::map<std::pair<note::Link::Kind, std::string_view>, std::size_t> numbers;
    for (const note::Link& link : links) {
      const std::size_t line = parsed_.body_line + link.line - 1;
      const auto [known, fresh] =
          numbers.emplace(std::pair(link.kind, std::string_view(link.target)), facts_.links.size());
      if (fresh) facts_.links.push_back({link.kind, link.target, {}});
      facts_.links[known->second].lines.push_back(line);
    }
    facts_.citations = note::citations_without_notes(parsed_, text_);
  }

  bool agent_;
  std::string_view file_;
  std::string_view text_;
  note::Note parsed_;
  NoteFacts facts_;
};

}  // namespace

std::optional<Fault> fault_of_name(std::string_view file) {
  const auto fault = note::file_name_fault(file);
  if (!fault) return std::nullopt;
  if (ascii_lower(file) == "memory.md") {
    return Fault{&check_rule("index-case"), 1, "read as a note; the index is called 'MEMORY.md'"};
  }
  return Fault{&check_rule("file-name"), 1, *fault};
}

NoteFacts facts_of(const store::Place& place, std::string_view file, std::string_view text) {
  return FactReader(place, file, text).read();
}

memory::SurveyedNote as_surveyed(const NoteFacts& facts, std::string file,
                                 const memory::FileNames& known) {
  memory::SurveyedNote note{std::move(file), facts.name, {}, facts.hash, facts.description};
  for (const NoteFacts::Links& links : facts.links) {
    const bool whole = links.target.ends_with(".md");
    if (whole ? known.contains(links.target) : known.contains(memory::target_file(links.target))) {
      continue;
    }
    for (const std::size_t line : links.lines) {
      note.links.push_back({links.kind, links.target, line, 0, 0});
    }
  }
  std::stable_sort(note.links.begin(), note.links.end(),
                   [](const note::Link& a, const note::Link& b) { return a.line < b.line; });
  return note;
}

std::vector<note::Citation> all_citations(const NoteFacts& facts) {
  std::vector<note::Citation> all = facts.citations;
  for (const NoteFacts::Links& links : facts.links) {
    for (const std::size_t line : links.lines) {
      note::Citation citation{.kind = note::Citation::Kind::Note, .text = links.target};
      citation.path = links.target;
      citation.line = line;
      all.push_back(std::move(citation));
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const note::Citation& a, const note::Citation& b) {
    return a.line < b.line;
  });
  return all;
}

}  // namespace loci::upkeep
