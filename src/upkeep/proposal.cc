#include "upkeep/proposal.h"

#include <fmt/format.h>

#include <array>

#include "base/later_version.h"
#include "base/limits.h"
#include "base/path.h"

namespace loci::upkeep {
namespace {

constexpr std::array<std::string_view, 10> kKinds{
    "merge", "supersede", "expire", "date", "describe", "index", "fold", "log", "stale", "rewrite"};

std::optional<StepKind> parse_kind(std::string_view name) {
  for (std::size_t i = 0; i < kKinds.size(); ++i) {
    if (kKinds.at(i) == name) return static_cast<StepKind>(i);
  }
  return std::nullopt;
}

std::string text_at(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::vector<std::string> texts_at(const Json& json, const char* key) {
  std::vector<std::string> texts;
  const auto found = json.find(key);
  if (found == json.end() || !found->is_array()) return texts;
  for (const Json& text : *found) {
    if (text.is_string()) texts.push_back(text.get<std::string>());
  }
  return texts;
}

// The members of an array that are objects.
template <typename Take>
void each_object(const Json& json, const char* key, Take take) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_array()) return;
  for (const Json& one : *found) {
    if (one.is_object()) take(one);
  }
}

Json json_of_step(const ProposedStep& step) {
  Json files = Json::array();
  for (const FileStep& file : step.files) {
    Json one = {
        {"place", text_of_path(file.place.key)}, {"file", file.file}, {"expected", file.expected}};
    if (file.text) one["text"] = *file.text;
    if (!file.archived.empty()) one["archived"] = file.archived;
    files.push_back(std::move(one));
  }
  Json json = {{"id", step.id}, {"kind", kind_name(step.kind)}, {"why", step.why}};
  if (!step.into.empty()) json["into"] = step.into;
  if (step.confirmed) json["confirmed"] = true;
  if (step.likely) json["likely"] = true;
  json["files"] = std::move(files);
  return json;
}

Json json_of_application(const Application& done) {
  Json dropped = Json::array();
  for (const auto& [id, why] : done.dropped) dropped.push_back({{"id", id}, {"why", why}});
  return {{"at", done.at},
          {"operation", done.operation},
          {"done", done.done},
          {"dropped", std::move(dropped)}};
}

std::optional<ProposedStep> step_of(const Json& json) {
  ProposedStep step;
  const auto kind = parse_kind(text_at(json, "kind"));
  if (!kind) return std::nullopt;
  step.kind = *kind;
  step.id = text_at(json, "id");
  step.why = text_at(json, "why");
  step.into = text_at(json, "into");
  step.confirmed = json.value("confirmed", false);
  step.likely = json.value("likely", false);
  each_object(json, "files", [&](const Json& one) {
    FileStep file;
    file.place = store::place_of_key(path_of_text(text_at(one, "place")));
    file.file = text_at(one, "file");
    file.expected = text_at(one, "expected");
    if (one.contains("text")) file.text = text_at(one, "text");
    file.archived = text_at(one, "archived");
    step.files.push_back(std::move(file));
  });
  return step;
}

}  // namespace

std::string_view kind_name(StepKind kind) { return kKinds.at(static_cast<std::size_t>(kind)); }

std::string format_proposal(const Proposal& proposal) {
  Json steps = Json::array();
  for (const ProposedStep& step : proposal.steps) steps.push_back(json_of_step(step));
  Json applied = Json::array();
  for (const Application& done : proposal.applied) applied.push_back(json_of_application(done));
  const Json json = {{"version", kProposalVersion},
                     {"id", proposal.id},
                     {"made", proposal.made},
                     {"workspace", proposal.workspace},
                     {"engine", proposal.engine},
                     {"operations", std::move(steps)},
                     {"refused", proposal.refused},
                     {"applied", std::move(applied)},
                     {"replaced_by", proposal.replaced_by}};
  return dump_json(json, 1) + "\n";
}

Result<Proposal> parse_proposal(std::string_view text, std::string_view name) {
  constexpr std::size_t kKeys = 2'000'000;
  const auto json = parse_json(text, {kIndexFileBytes, 16, kKeys});
  if (!json || !json->is_object()) {
    return fail(corrupt(fmt::format("the proposal '{}' cannot be read", name),
                        "run 'loci consolidate --force' to make a new one"));
  }
  const auto version = json->find("version");
  if (version == json->end() || !version->is_number_integer() ||
      version->get<std::int64_t>() != kProposalVersion) {
    return fail(later_version(name));
  }
  Proposal proposal;
  proposal.id = text_at(*json, "id");
  proposal.made = text_at(*json, "made");
  proposal.workspace = text_at(*json, "workspace");
  proposal.engine = text_at(*json, "engine");
  proposal.refused = texts_at(*json, "refused");
  proposal.replaced_by = text_at(*json, "replaced_by");
  each_object(*json, "operations", [&](const Json& one) {
    if (auto step = step_of(one)) proposal.steps.push_back(std::move(*step));
  });
  each_object(*json, "applied", [&](const Json& one) {
    Application done;
    done.at = text_at(one, "at");
    const auto number = one.find("operation");
    if (number != one.end() && number->is_number_unsigned()) {
      done.operation = number->get<std::uint64_t>();
    }
    done.done = texts_at(one, "done");
    each_object(one, "dropped", [&](const Json& drop) {
      done.dropped.emplace_back(text_at(drop, "id"), text_at(drop, "why"));
    });
    proposal.applied.push_back(std::move(done));
  });
  return proposal;
}

}  // namespace loci::upkeep
