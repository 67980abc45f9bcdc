// parse_yaml(): every place is right, and what yaml_scalar() writes reads back.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/limits.h"
#include "base/text.h"
#include "base/yaml.h"
#include "property.h"

namespace {

using loci::YamlDocument;
using loci::YamlNode;

std::size_t line_of(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  return static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
}

void check_node(std::string_view text, const YamlNode& node, int depth) {
  LOCI_HOLDS(depth <= loci::kFrontmatterDepth + 1);
  LOCI_HOLDS(node.begin <= node.end && node.end <= text.size());
  LOCI_HOLDS(node.line == line_of(text, node.begin));
  if (node.kind == YamlNode::Kind::Map) LOCI_HOLDS(node.items.size() % 2 == 0);
  if (node.kind == YamlNode::Kind::Scalar) LOCI_HOLDS(node.items.empty());
  const std::string_view written = text.substr(node.begin, node.end - node.begin);
  const bool one_line = written.find_first_of("\r\n") == std::string_view::npos;
  // A plain scalar on one line stands there as it reads, unless something was
  // put before it that is a fault anyway.
  if (node.kind == YamlNode::Kind::Scalar && !node.quoted && one_line && !written.empty() &&
      written.find_first_of("&*!\xC2\xE2") == std::string_view::npos) {
    LOCI_HOLDS(written == node.scalar);
  }
  std::size_t at = node.begin;
  for (const YamlNode& item : node.items) {
    LOCI_HOLDS(item.begin >= at || item.begin == item.end);
    at = std::max(at, item.begin);
    check_node(text, item, depth + 1);
  }
}

void check_scalar(std::string_view text) {
  for (const std::string& written :
       {loci::yaml_scalar(text), loci::yaml_scalar(text, true), loci::yaml_quoted(text)}) {
    LOCI_HOLDS(written.find_first_of("\r\n") == std::string::npos);
  }
  if (text.size() > 1000) return;
  const auto reads_back = [&](const YamlNode* node) {
    LOCI_HOLDS(node != nullptr && node->kind == YamlNode::Kind::Scalar);
    if (loci::is_valid_utf8(text)) LOCI_HOLDS(node->scalar == text);
    LOCI_HOLDS(!loci::is_yaml_null(*node));
    LOCI_HOLDS(loci::yaml_to_json(*node).is_string());
  };
  const YamlDocument block = loci::parse_yaml("k: " + loci::yaml_scalar(text) + " # c\n");
  LOCI_HOLDS(block.faults.empty());
  reads_back(block.root.find("k"));
  const YamlDocument flow = loci::parse_yaml("k: [a, " + loci::yaml_scalar(text, true) + ", b]\n");
  LOCI_HOLDS(flow.faults.empty());
  LOCI_HOLDS(flow.root.find("k")->items.size() == 3);
  reads_back(&flow.root.find("k")->items[1]);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const YamlDocument document = loci::parse_yaml(text);
  LOCI_HOLDS(document.root.kind == YamlNode::Kind::Map);
  LOCI_HOLDS(!document.broken || !document.faults.empty());
  for (const auto& fault : document.faults) {
    LOCI_HOLDS(fault.line >= 1 && fault.line <= line_of(text, text.size()));
  }
  if (!document.root.items.empty()) check_node(text, document.root, 1);
  LOCI_HOLDS(!loci::dump_json(loci::yaml_to_json(document.root)).empty());
  check_scalar(text);
  return 0;
}
