#include "api/sarif.h"

#include <fmt/format.h>

#include <string>

namespace loci::api {
namespace {

// A path as part of a URI: what is no letter, digit or one of "-._~/" is
// percent-encoded.
std::string uri_path(std::string_view path) {
  std::string result;
  for (const char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("-._~/").find(c) != std::string_view::npos;
    result += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return result;
}

std::string_view level(upkeep::Severity severity) {
  return severity == upkeep::Severity::Error ? "error" : "warning";
}

}  // namespace

Json to_sarif(const std::vector<upkeep::Finding>& findings, std::string_view base,
              std::string_view version) {
  Json rules = Json::array();
  for (const upkeep::CheckRule& entry : upkeep::check_rules()) {
    rules.push_back({{"id", entry.id},
                     {"shortDescription", {{"text", entry.about}}},
                     {"defaultConfiguration", {{"level", level(entry.severity)}}}});
  }
  Json results = Json::array();
  for (const upkeep::Finding& finding : findings) {
    std::string_view path = finding.path;
    const bool inside = !base.empty() && path.size() > base.size() && path.starts_with(base) &&
                        path[base.size()] == '/';
    Json location = {{"uri", inside ? uri_path(path.substr(base.size() + 1))
                                    : fmt::format("file://{}", uri_path(path))}};
    if (inside) location["uriBaseId"] = "WORKSPACE";
    results.push_back(
        {{"ruleId", finding.rule->id},
         {"ruleIndex", static_cast<std::size_t>(finding.rule - upkeep::check_rules().data())},
         {"level", level(finding.severity())},
         {"message", {{"text", finding.message}}},
         {"locations", Json::array({{{"physicalLocation",
                                      {{"artifactLocation", std::move(location)},
                                       {"region", {{"startLine", finding.line}}}}}}})}});
  }
  Json run = {
      {"tool", {{"driver", {{"name", "loci"}, {"version", version}, {"rules", std::move(rules)}}}}},
      {"columnKind", "unicodeCodePoints"},
      {"results", std::move(results)}};
  if (!base.empty()) {
    run["originalUriBaseIds"] = {
        {"WORKSPACE", {{"uri", fmt::format("file://{}/", uri_path(base))}}}};
  }
  return {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
          {"version", "2.1.0"},
          {"runs", Json::array({std::move(run)})}};
}

}  // namespace loci::api
