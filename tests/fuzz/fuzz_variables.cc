// Variables: expanding never crashes, what is escaped comes back as it was, and
// an edit that was taken back compiles to what the tool has.

#include <cstdint>
#include <string>
#include <string_view>

#include "exchange/merge.h"
#include "exchange/variables.h"
#include "property.h"

using namespace loci;
using namespace loci::exchange;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 4096) return 0;
  const std::string_view all(reinterpret_cast<const char*>(data), size);
  const std::size_t first = all.find('\0');
  const std::string vars(all.substr(0, first));
  const std::string_view rest =
      first == std::string_view::npos ? std::string_view() : all.substr(first + 1);
  const std::string_view source = rest.substr(0, rest.find('\0'));
  const std::string_view edited =
      source.size() == rest.size() ? std::string_view() : rest.substr(source.size() + 1);
  auto variables = Variables::read({{"vars", vars}});
  if (!variables) variables = Variables();
  const std::string escaped = escape_references(all);
  LOCI_HOLDS(!has_reference(escaped));
  const auto again = variables->expand(escaped, "f");
  LOCI_HOLDS(again && again->text == all);
  const auto compiled = variables->expand(source, "f");
  const auto back = bring_back(source, "f", edited, *variables);
  LOCI_HOLDS(compiled.has_value() == back.has_value());
  if (!back) return 0;
  if (back->conflict) {
    LOCI_HOLDS(back->text == source);
  } else {
    const auto now = variables->expand(back->text, "f");
    LOCI_HOLDS(now && now->text == edited);
  }
  const auto same = bring_back(source, "f", compiled->text, *variables);
  LOCI_HOLDS(same && !same->conflict && same->text == source);
  return 0;
}
