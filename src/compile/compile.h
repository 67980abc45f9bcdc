// Agents' memory on its way to a tool, up to the point where something would be
// written: sources are read, variables expanded, files rendered and compared
// with what is there. apply, status and import all begin like this.

#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compile/agents.h"
#include "compile/apply.h"
#include "compile/state_file.h"
#include "compile/tool_files.h"
#include "exchange/plan.h"
#include "exchange/tool.h"
#include "exchange/variables.h"
#include "store/store.h"

namespace loci::compile {

// One provider's share.
struct Compiled {
  const exchange::Tool* tool = nullptr;
  exchange::ApplyScope scope = exchange::ApplyScope::Project;
  exchange::Fallback fallback = exchange::Fallback::None;
  bool native = false;
  bool notes = false;
  exchange::Rendered rendered;
  std::vector<exchange::PlanRow> plan;
  // What the plan was made from, where that is more than the provider's own state.
  std::optional<exchange::ProviderState> known;
  std::shared_ptr<const exchange::Variables> variables;
};

class Compiler {
 public:
  // The request's scope says whose state and variables these are: the user's own, or
  // the project's, which its local scope shares.
  Compiler(store::Store& store, ApplyRequest request, exchange::Surroundings around,
           std::string slug);

  // InvalidInput for a provider that is not known.
  Result<> choose_providers();
  [[nodiscard]] const exchange::ToolList& providers() const { return providers_; }

  // What earlier runs left; nothing before state_file().load().
  [[nodiscard]] StateFile& state_file() { return state_file_; }
  [[nodiscard]] const StateFile& state_file() const { return state_file_; }
  [[nodiscard]] exchange::ApplyState& state() { return state_file_.state(); }
  [[nodiscard]] const exchange::ApplyState& state() const { return state_file_.state(); }

  // Whether notes that are no agent's are compiled for any provider.
  [[nodiscard]] bool wants_notes(exchange::ApplyScope scope) const;
  // `notes` are those. Definitions::Ignored compiles for agents, too, whose definition says
  // that the tool does not read it there: what is in the directory is compared with that.
  enum class Definitions : bool { Heeded, Ignored };
  Result<Compiled> compile(const exchange::Tool& tool, exchange::ApplyScope scope,
                           const AgentSources& sources, const AgentSource& notes,
                           Definitions definitions = Definitions::Heeded);
  // How the files stand against what was rendered.
  Result<> compare(Compiled& compiled);

  // Lines of vars files that were left out.
  [[nodiscard]] const std::set<std::string>& vars_warnings() const { return vars_warnings_; }

  // The variables of a provider, or of none (""); the same for all that have no file of their own.
  Result<std::shared_ptr<const exchange::Variables>> variables_for(std::string_view tool);

  // A path as the state and messages have it: relative to the workspace.
  [[nodiscard]] std::string state_path(const std::string& full) const;
  [[nodiscard]] ToolPath tool_path(const exchange::Tool& tool, const std::string& state_path) const;
  [[nodiscard]] ToolPath tool_path(const Compiled& compiled, const exchange::PlanRow& row) const;
  // What a source is called in messages and in the state.
  [[nodiscard]] std::string source_path(const store::Place& place, std::string_view file) const;
  // The text of a part as it stands, or nothing.
  Result<std::optional<std::string>> present(const ToolPath& path, exchange::Artifact::Part part);

  [[nodiscard]] ToolFiles& files() { return files_; }
  [[nodiscard]] const exchange::Surroundings& around() const { return around_; }
  // Where links may not lead out of.
  [[nodiscard]] std::string within(const ToolPath& path) const;

 private:
  struct Expanded {
    std::vector<exchange::AgentMemory> agents;
    std::vector<exchange::AgentMemory> notes;  // one or none
  };
  Result<std::shared_ptr<const Expanded>> expanded_for(const exchange::Tool& tool,
                                                       const AgentSources& sources,
                                                       const AgentSource& notes);
  struct FilesThere {
    std::vector<exchange::WantedPart> wanted;
    std::map<std::pair<std::string, exchange::Artifact::Part>, exchange::Present> others;
  };
  [[nodiscard]] Result<> follow_link(const exchange::Tool& tool, exchange::Artifact& artifact);
  [[nodiscard]] Result<bool> stays(const exchange::Tool& tool, exchange::ApplyScope scope,
                                   const exchange::ArtifactRecord& record) const;
  [[nodiscard]] std::vector<exchange::ArtifactRecord> blocks_of_others(
      const Compiled& compiled) const;
  Result<FilesThere> look_at(const Compiled& compiled, const exchange::ProviderState* known);
  Result<> add_prose(const AgentSource& agent, const exchange::Variables& variables,
                     exchange::AgentMemory& memory) const;
  Result<std::vector<exchange::VarsFile>> vars_files(std::string_view tool, bool& own) const;
  [[nodiscard]] Result<std::string> project_id(const exchange::Tool& tool) const;
  [[nodiscard]] bool of_user() const { return request_.scope == exchange::ApplyScope::User; }

  store::Store& store_;
  ApplyRequest request_;
  exchange::Surroundings around_;
  StateFile state_file_;
  ToolFiles files_;
  exchange::ToolList providers_;
  std::shared_ptr<const exchange::Variables> common_variables_;
  std::set<std::string> vars_warnings_;
  std::shared_ptr<const Expanded> common_;
  std::map<std::string, std::set<std::string_view>> wanted_blocks_;  // by path: for whom
};

}  // namespace loci::compile
