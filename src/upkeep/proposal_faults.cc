#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "note/index_file.h"
#include "note/statements.h"
#include "note/validate.h"
#include "upkeep/merges.h"
#include "upkeep/propose.h"

namespace loci::upkeep {
namespace {

bool is_shown_log(const Material& material, const FileStep& file) {
  return material.daily && file.place == *material.daily &&
         std::any_of(material.logs.begin(), material.logs.end(), [&](const DailyLog& log) {
           return log.date + ".md" == file.file && log.hash == file.expected;
         });
}

bool is_shown_index(const Material& material, const FileStep& file) {
  return std::any_of(material.indexes.begin(), material.indexes.end(),
                     [&](const IndexSource& index) {
                       return index.place == file.place && file.file == note::kIndexFile &&
                              index.hash == file.expected;
                     });
}

// Marks of the lines of a text.
std::set<std::string> marks_of(std::string_view text) {
  std::set<std::string> marks;
  for (note::Statement& line : note::statements(note::parse_note(text))) {
    marks.insert(std::move(line.mark));
  }
  return marks;
}

std::string text_fault(const FileStep& file, const std::optional<std::string>& before) {
  const note::Requirements needs = file.place.is_agent() ? note::requirements_for_agent_scope()
                                                         : note::requirements_for_shared_scope();
  std::vector<note::Fault> old;
  if (before) old = note::validate(note::parse_note(*before), needs);
  const auto fresh = note::new_faults(old, note::validate(note::parse_note(*file.text), needs));
  return fresh.empty() ? "" : fmt::format("{}: {}", file.file, fresh.front().message);
}

std::string note_fault(const FileStep& file, const Source& source, const ProposedStep& step,
                       const Material& material) {
  if (source.hash != file.expected) {
    return fmt::format("'{}' is not the text that was shown", file.file);
  }
  if (file.text) {
    const std::set<std::string> marks = marks_of(*file.text);
    if (!std::includes(marks.begin(), marks.end(), source.confirmed.begin(),
                       source.confirmed.end())) {
      return fmt::format("'{}' has lines that the user confirmed, which would change", file.file);
    }
    return text_fault(file, source.text);
  }
  const bool stays_here = file.is_witness() || source.confirmed.empty();
  if (stays_here || step.kind == StepKind::Expire) return "";
  const Source* const stays = step.into.empty() ? nullptr : material.find(source.place, step.into);
  const bool of_loci = step.kind == StepKind::Merge || step.kind == StepKind::Supersede;
  if (stays != nullptr && (keeps_confirmed(source, *stays) || (of_loci && is_confirmed(*stays)))) {
    return "";
  }
  return fmt::format("'{}' has lines that the user confirmed, which would go", file.file);
}

}  // namespace

std::string fault_of(const ProposedStep& step, const Material& material) {
  if (step.files.empty()) return "it changes nothing";
  std::set<std::pair<std::string, std::string>> seen;  // place and file
  for (const FileStep& file : step.files) {
    if (!seen.insert({file.place.key, file.file}).second) {
      return fmt::format("'{}' is in it twice", file.file);
    }
    if (file.text && !is_valid_utf8(*file.text)) return "a text is not UTF-8";
    const bool of_loci = step.kind == StepKind::Log || step.kind == StepKind::Fold;
    if (is_shown_log(material, file) && of_loci) continue;
    if (is_shown_index(material, file) && step.kind == StepKind::Index) continue;
    if (const Source* const source = material.find(file.place, file.file)) {
      std::string fault = note_fault(file, *source, step, material);
      if (!fault.empty()) return fault;
      continue;
    }
    const bool is_new = file.expected.empty() && file.text && of_loci;
    if (!is_new) return fmt::format("'{}' was not shown", file.file);
  }
  return "";
}

}  // namespace loci::upkeep
