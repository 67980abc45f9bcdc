// Settings in TOML: what is set is there and nothing else changed, setting it
// again changes nothing, taking it away gives the same bytes, and every result
// is read again.

#include <cstdint>
#include <string>
#include <string_view>

#include "exchange/toml_edit.h"
#include "exchange/toml_scan.h"
#include "property.h"

using namespace loci;
using namespace loci::exchange;

namespace {

const KeyPath kTable{"mcp_servers", "loci"};

Json meaning(std::string_view text) {
  const auto all = find_table({text, "f"}, {});
  LOCI_HOLDS(all && *all);
  return (*all)->value;
}

Json without_table(Json all) {
  if (!all.contains(kTable[0])) return all;
  Json& outer = all[kTable[0]];
  if (outer.is_object()) outer.erase(kTable[1]);
  if (outer.empty()) all.erase(kTable[0]);
  return all;
}

void check_set(std::string_view text, const Json& fields) {
  const auto before = find_table({text, "f"}, kTable);
  Traces traces;
  const auto with = set_table({text, "f"}, kTable, fields, traces);
  if (!before) {
    LOCI_HOLDS(!with);
    return;
  }
  if (!with) return;
  const auto found = find_table({*with, "f"}, kTable);
  LOCI_HOLDS(found && *found && canonical_text((*found)->value) == canonical_text(fields));
  Traces again = traces;
  LOCI_HOLDS(set_table({*with, "f"}, kTable, fields, again).value_or("") == *with);
  LOCI_HOLDS(again == traces);
  LOCI_HOLDS(canonical_text(without_table(meaning(*with))) ==
             canonical_text(without_table(meaning(text))));
  const auto without = remove_table({*with, "f"}, kTable, traces);
  LOCI_HOLDS(*before || without.value_or("?") == text);
  if (without) LOCI_HOLDS(find_table({*without, "f"}, kTable).has_value());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 4096) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::size_t at = 0;
  for (const TomlStatement& statement : scan_toml(text)) {
    LOCI_HOLDS(statement.begin >= at && statement.begin < statement.end);
    LOCI_HOLDS(statement.end <= text.size());
    at = statement.end;
  }
  static const Json kFields = Json::parse(R"({"command": "/a b/loci", "args": ["mcp"]})");
  check_set(text, kFields);
  check_set(text, {{"on", true}});
  return 0;
}
