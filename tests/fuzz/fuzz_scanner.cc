// The scanner: whatever it reads, it ends, names lines that there are, and says the same again.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "guard/scanner.h"
#include "property.h"

using namespace loci::guard;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::size_t lines = 1;
  for (const char c : text) lines += c == '\n' ? 1 : 0;

  const auto findings = scan(text);
  std::size_t last = 0;
  for (const Finding& finding : findings) {
    LOCI_HOLDS(finding.rule != nullptr && find_rule(finding.rule->id) == finding.rule);
    LOCI_HOLDS(finding.line >= 1 && finding.line <= lines);
    LOCI_HOLDS(finding.line >= last);
    LOCI_HOLDS(finding.mark.size() == 64);
    last = finding.line;
  }
  LOCI_HOLDS(new_findings(findings, findings).empty());
  LOCI_HOLDS(new_findings({}, findings).size() == findings.size());

  // Ordinary words in front move findings down and take none away, unless they gave context.
  const auto moved = scan("Words.\n\n" + std::string(text));
  for (const Finding& finding : moved) LOCI_HOLDS(finding.line <= lines + 2);
  return 0;
}
