// Triggers: what was set is read again, and a note stays a note; sentences are pieces of the
// text in their order; command lines end.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "note/triggers.h"
#include "prompt/facts.h"
#include "prompt/triggers.h"
#include "property.h"

using namespace loci;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const note::Triggers said = note::triggers_in(text);
  (void)note::trigger_faults(note::parse_note(text));
  const note::Triggers wanted{{"src/**"}, {"git push"}, {"SEPA"}};
  if (const auto changed = note::set_triggers(text, wanted)) {
    LOCI_HOLDS(note::triggers_in(*changed) == wanted);
    if (const auto back = note::set_triggers(*changed, said)) {
      LOCI_HOLDS(note::triggers_in(*back) == said);
    }
  }
  const std::size_t half = size / 2;
  (void)note::glob_matches(text.substr(0, half), text.substr(half));
  (void)prompt::why_heard(said, {std::string(text), "", {}});
  (void)prompt::why_heard(said, {"", std::string(text), {}});
  std::size_t at = 0;
  for (const prompt::Sentence& one : prompt::sentences_in(text)) {
    LOCI_HOLDS(one.begin >= at && one.begin < one.end && one.end <= size);
    at = one.end;
  }
  return 0;
}
