#include "note/validate.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace loci::note {
namespace {

bool has_fault(const Note& note, FaultCode code, std::string_view start = "") {
  return std::any_of(note.faults.begin(), note.faults.end(), [&](const Fault& fault) {
    return fault.code == code && fault.message.starts_with(start);
  });
}

// In a frontmatter that is not YAML nobody can say which fields are missing: only the
// fault that is there is told.
bool is_readable(const Note& note) {
  return !has_fault(note, FaultCode::BrokenYaml) &&
         !has_fault(note, FaultCode::UnclosedFrontmatter) &&
         !has_fault(note, FaultCode::FrontmatterTooLarge);
}

}  // namespace

Requirements requirements_for_agent_scope() { return {.name = false, .type = false}; }

Requirements requirements_for_shared_scope() { return {}; }

std::vector<Fault> validate(const Note& note, const Requirements& requirements) {
  std::vector<Fault> faults;
  const auto need = [&](FaultCode code, bool required, bool present, std::string_view field) {
    if (!required || present || !is_readable(note)) return;
    if (has_fault(note, FaultCode::WrongKind, fmt::format("'{}'", field))) return;
    faults.push_back({code, 1, fmt::format("'{}' is missing", field)});
  };
  const bool anything = requirements.name || requirements.type || requirements.description;
  if (anything && !note.has_frontmatter && is_readable(note)) {
    faults.push_back({FaultCode::NoFrontmatter, 1, "no frontmatter"});
  }
  need(FaultCode::MissingName, requirements.name, !note.name.empty(), "name");
  need(FaultCode::MissingDescription, requirements.description, !note.description.empty(),
       "description");
  need(FaultCode::MissingType, requirements.type,
       note.type.has_value() || has_fault(note, FaultCode::BadType), "type");
  faults.insert(faults.end(), note.faults.begin(), note.faults.end());
  std::stable_sort(faults.begin(), faults.end(),
                   [](const Fault& a, const Fault& b) { return a.line < b.line; });
  return faults;
}

std::vector<Fault> new_faults(const std::vector<Fault>& before, const std::vector<Fault>& after) {
  const auto key = [](const Fault& fault) {
    return fmt::format("{} {}", static_cast<int>(fault.code), fault.message);
  };
  std::unordered_map<std::string, int> known;
  for (const Fault& fault : before) ++known[key(fault)];
  std::vector<Fault> fresh;
  for (const Fault& fault : after) {
    if (known[key(fault)]-- <= 0) fresh.push_back(fault);
  }
  return fresh;
}

std::string describe_faults(std::string_view file, const std::vector<Fault>& faults) {
  std::string text;
  for (const Fault& fault : faults) {
    if (!text.empty()) text += '\n';
    text += fmt::format("{}:{}: {}", file, fault.line, fault.message);
  }
  return text;
}

}  // namespace loci::note
