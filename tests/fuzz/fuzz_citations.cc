// Citations: every one is a piece of the note, on a line that the note has.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "memory/verdicts.h"
#include "note/citations.h"
#include "property.h"

using namespace loci::note;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Note note = parse_note(text);
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  for (const Citation& one : citations(note, text)) {
    LOCI_HOLDS(!one.text.empty());
    LOCI_HOLDS(one.line >= 1 && one.line <= lines);
    LOCI_HOLDS(one.first_line <= one.last_line);
    if (one.kind == Citation::Kind::Path) {
      LOCI_HOLDS(!one.path.empty() && !one.path.starts_with('/'));
      LOCI_HOLDS(("/" + one.path + "/").find("/../") == std::string::npos);
    }
  }

  // What is kept of them: nothing that was damaged, and the same again otherwise.
  const loci::memory::Verdicts kept = loci::memory::parse_verdicts(text);
  const loci::memory::Verdicts again =
      loci::memory::parse_verdicts(loci::memory::format_verdicts(kept));
  LOCI_HOLDS(kept.size() == again.size());
  return 0;
}
