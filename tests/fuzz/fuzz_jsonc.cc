// Settings in JSON: what is set is there and nothing else changed, setting it
// again changes nothing, taking it away gives the same bytes, and every result
// is read again.

#include <cstdint>
#include <string>
#include <string_view>

#include "exchange/jsonc.h"
#include "exchange/jsonc_edit.h"
#include "property.h"

using namespace loci;
using namespace loci::exchange;

namespace {

const KeyPath kMember{"mcpServers", "loci"};
const KeyPath kArray{"hooks", "SessionStart"};

Json meaning(std::string_view text) {
  if (is_blank(text)) return Json();
  const auto document = parse_jsonc({text, "f"});
  LOCI_HOLDS(document.has_value());
  const auto value = document->value_of(document->root);
  return value ? *value : Json();
}

bool has_duplicates(const JsoncValue& node) {
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    for (std::size_t j = 0; node.kind == JsoncValue::Kind::Object && j < i; ++j) {
      if (node.items[i].key == node.items[j].key) return true;
    }
    if (has_duplicates(node.items[i].value)) return true;
  }
  return false;
}

void check_member(std::string_view text, const Json& value) {
  const auto before = find_member({text, "f"}, kMember);
  Traces traces;
  const auto with = set_member({text, "f"}, kMember, value, traces);
  LOCI_HOLDS(before.has_value() == with.has_value());
  if (!with) return;
  const auto found = find_member({*with, "f"}, kMember);
  LOCI_HOLDS(found && *found && canonical_text((*found)->value) == canonical_text(value));
  Traces again = traces;
  LOCI_HOLDS(set_member({*with, "f"}, kMember, value, again).value_or("") == *with);
  LOCI_HOLDS(again == traces);
  const auto without = remove_member({*with, "f"}, kMember, traces);
  LOCI_HOLDS(without.has_value());
  LOCI_HOLDS(*before || *without == text);
}

void check_element(std::string_view text, const Json& value) {
  const auto before = list_elements({text, "f"}, kArray);
  Traces traces;
  const auto with = append_element({text, "f"}, kArray, value, traces);
  LOCI_HOLDS(before.has_value() == with.has_value());
  if (!with) return;
  const auto after = list_elements({*with, "f"}, kArray);
  LOCI_HOLDS(after && after->size() == before->size() + 1 && after->back().value == value);
  const auto other = replace_element({*with, "f"}, kArray, before->size(), 1);
  LOCI_HOLDS(other && list_elements({*other, "f"}, kArray)->back().value == 1);
  LOCI_HOLDS(remove_element({*other, "f"}, kArray, before->size(), traces).value_or("?") == text);
  LOCI_HOLDS(remove_element({*with, "f"}, kArray, before->size(), traces).value_or("?") == text);
}

// Any member can go, and the others mean what they meant.
void check_removal(std::string_view text) {
  const auto document = parse_jsonc({text, "f"});
  if (!document || document->root.kind != JsoncValue::Kind::Object) return;
  if (has_duplicates(document->root)) return;
  Json rest = meaning(text);
  if (rest.is_null()) return;
  for (const JsoncItem& item : document->root.items) {
    const auto without = remove_member({text, "f"}, {item.key}, {});
    LOCI_HOLDS(without.has_value());
    Json expected = rest;
    expected.erase(item.key);
    LOCI_HOLDS(meaning(*without) == expected);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 4096) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static const Json kServer = Json::parse(R"({"command": "/a b/loci", "args": ["mcp"]})");
  static const Json kGroup = Json::parse(R"({"hooks": [{"command": "x"}, []]})");
  check_member(text, kServer);
  check_member(text, 1);
  check_element(text, kGroup);
  check_removal(text);
  const auto document = parse_jsonc({text, "f"});
  if (document && document->root.kind == JsoncValue::Kind::Object) {
    LOCI_HOLDS(has_only({text, "f"}, {}, {}).value() == document->root.items.empty());
  }
  return 0;
}
