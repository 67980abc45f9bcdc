#include "compile/told_variables.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "base/text.h"
#include "compile/compile.h"

namespace loci::compile {

using exchange::ApplyScope;
using exchange::Variables;

// Whether the workspace's variables count: what a clone ships tells agents nothing.
bool ToldVariables::unlocked() {
  const auto& workspace = memory_.scopes().workspace();
  return workspace && !memory_.untrusted(store::shared_place(workspace->root));
}

Result<ToldVariables::Known> ToldVariables::known(bool of_user) {
  if (const auto found = known_.find(of_user); found != known_.end()) return found->second;
  const auto read = [&]() -> Result<Known> {
    ApplyRequest request = with_settings(memory_, {});
    request.scope = of_user ? ApplyScope::User : ApplyScope::Project;
    if (of_user || unlocked()) {
      Compiler compiler(memory_.store(), request, surroundings(memory_), memory_.scopes().slug());
      return compiler.variables_for(tool_);
    }
    Variables none;
    none.allow_environment(request.allowed_env, memory_.session().environment);
    return std::make_shared<const Variables>(std::move(none));
  };
  return known_.emplace(of_user, read()).first->second;
}

void ToldVariables::warn(const Error& fault, bool of_user) {
  if (std::exchange(warned_, true)) return;
  const bool locked = !of_user && memory_.scopes().workspace() && !unlocked();
  memory_.log().warn(
      fmt::format("{}: told as it stands{}", fault.message,
                  locked ? "; variables of this repository count after 'loci trust'" : ""));
}

std::string ToldVariables::expand(const store::Place& place, std::string_view file,
                                  std::string text) {
  if (!place.is_agent() || !Variables::has_references(text)) return text;
  const bool of_user = place.kind == store::Place::Kind::AgentUser;
  const std::string path = fmt::format("{}/{}", memory_.store().path_of(place), file);
  const Result<Known> variables = known(of_user);
  if (!variables) {
    warn(variables.error(), of_user);
    return text;
  }
  std::string told;
  std::vector<std::size_t> number{0};
  for (const std::string_view line : split_lines(text)) {
    ++number.front();
    Result<exchange::Expansion> expansion = (*variables)->expand(line, path, number);
    if (!expansion) warn(expansion.error(), of_user);
    told += expansion ? expansion->text : line;
  }
  return told;
}

}  // namespace loci::compile
