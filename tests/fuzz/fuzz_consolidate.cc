// Consolidation: whatever a model answers, it touches what it was shown; whatever a note says, no
// sentence of it is lost, and comparing it ends.

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "base/hash.h"
#include "property.h"
#include "upkeep/dates.h"
#include "upkeep/likeness.h"
#include "upkeep/model.h"
#include "upkeep/proposal.h"
#include "upkeep/sentences.h"

using namespace loci;
using namespace loci::upkeep;

namespace {

Source shown_note(const std::string& file, const std::string& body) {
  Source source;
  source.place = store::global_place();
  source.file = file;
  source.text = "---\nname: A\ndescription: About it\ntype: user\n---\n\n" + body;
  source.hash = sha256(source.text);
  source.note = note::parse_note(source.text);
  return source;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 4096) return 0;
  const std::string text(reinterpret_cast<const char*>(data), size);
  Material shown;
  shown.notes = {shown_note("a.md", "One. Two. Three. Four. Five. Six."),
                 shown_note("b.md", "One. Two.")};
  if (const auto steps = read_model_steps(text, shown)) {
    for (const ProposedStep& step : steps->steps) {
      LOCI_HOLDS(fault_of(step, shown).empty());
      for (const FileStep& file : step.files) LOCI_HOLDS(shown.find(file.place, file.file));
    }
  }
  if (const auto proposal = parse_proposal(text, "x")) {
    LOCI_HOLDS(parse_proposal(format_proposal(*proposal), "x").has_value());
  }
  const std::size_t half = size / 2;
  const std::string one = text.substr(0, half);
  const std::string other = text.substr(half);
  LOCI_HOLDS(likeness({"t", "", one}, {"t", "", one}).alike ||
             !likeness({"t", "", one}, {"t", "", one}).why.empty());
  (void)likeness({"t", "", one}, {"t", "", other});
  (void)with_dates(text, [](std::size_t) { return std::optional<std::string>("2026-11-17"); });
  return 0;
}
