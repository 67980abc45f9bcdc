// A home in which notes are consolidated.

#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "support/house.h"
#include "upkeep/consolidate.h"
#include "upkeep/propose.h"

namespace loci::upkeep {

class ConsolidatingHouse : public House {
 protected:
  std::string note(std::string_view name, std::string_view body, std::string_view more = "") {
    return fmt::format(
        "---\nname: {}\ndescription: What {} is about here\ntype: project\n{}---\n\n{}\n", name,
        name, more, body);
  }
  void put(const std::string& file, std::string_view body, std::string_view more = "") {
    files.put(kPrivate + file + ".md", note(file, body, more));
  }
  // In step with the notes, so that nothing is proposed about it.
  void index(std::initializer_list<const char*> names) {
    std::string text;
    for (const char* name : names) {
      text += fmt::format("- [{}]({}.md) - What {} is about here\n", name, name, name);
    }
    files.put(kPrivate + "MEMORY.md", text);
  }
  Result<ProposeReply> propose(bool force = true) {
    ProposeRequest request;
    request.force = force;
    return upkeep::propose(*memory, request);
  }
  Result<ApplyReply> apply(std::vector<std::string> ids = {}) {
    ApplyRequest request;
    request.ids = std::move(ids);
    return apply_proposal(*memory, request);
  }
  std::vector<std::string> kinds(const Result<ProposeReply>& made) {
    std::vector<std::string> names;
    if (!made) return {made.error().message};
    for (const ProposedStep& step : made->proposal->steps) {
      names.emplace_back(kind_name(step.kind));
    }
    return names;
  }
  const std::string kArchive = kHome + "/projects/app-59a4a65d/archive/";
  const std::string kDaily = kHome + "/projects/app-59a4a65d/daily/";
};

}  // namespace loci::upkeep
