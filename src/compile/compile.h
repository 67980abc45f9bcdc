// Agents' memory on its way to a tool, up to the point where something would be
// written: sources are read, variables expanded, files rendered and compared
// with what is there. apply, status and import all begin like this.

#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compile/agents.h"
#include "compile/apply.h"
#include "compile/tool_files.h"
#include "exchange/plan.h"
#include "exchange/state.h"
#include "exchange/tool.h"
#include "exchange/variables.h"
#include "memory/config.h"
#include "memory/memory.h"
#include "store/store.h"

namespace loci::compile {

// Whether a tool gets agents' memory by a hook: then it is told at a session's start.
[[nodiscard]] Result<bool> tells_by_hook(store::Store& store, std::string_view slug,
                                         const std::string& workspace, std::string_view provider);

// The directory of the home that whoever writes tools' files locks, and that has
// the copies from before. Opened without a sync when it is there.
inline constexpr std::string_view kApplyDirectory = "state/apply";
Result<std::unique_ptr<fs::Root>> apply_directory(store::Store& store);

// One provider's share.
struct Compiled {
  const exchange::Tool* tool = nullptr;
  exchange::ApplyScope scope = exchange::ApplyScope::Project;
  exchange::Fallback fallback = exchange::Fallback::None;
  bool native = false;
  bool notes = false;
  exchange::Rendered rendered;
  std::vector<exchange::PlanRow> plan;
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

  // Reads what the home knows of earlier runs.
  Result<> load_state();
  // Writes that, when it differs from what was loaded.
  Result<> save_state();
  exchange::ApplyState& state() { return state_; }
  // The state is of another path, where there is nothing any more.
  [[nodiscard]] bool moved() const { return moved_; }

  // Whether notes that are no agent's are compiled for any provider.
  [[nodiscard]] bool wants_notes(exchange::ApplyScope scope) const;
  // `notes` are those.
  Result<Compiled> compile(const exchange::Tool& tool, exchange::ApplyScope scope,
                           const AgentSources& sources, const AgentSource& notes);
  // How the files stand against what was rendered.
  Result<> compare(Compiled& compiled);

  // The variables of a provider; the same for all that have no file of their own.
  Result<std::shared_ptr<const exchange::Variables>> variables_for(const exchange::Tool& tool);

  // A path as the state and messages have it: relative to the workspace.
  [[nodiscard]] std::string state_path(const std::string& full) const;
  [[nodiscard]] ToolPath tool_path(const exchange::Tool& tool, const std::string& state_path) const;
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
  struct Standing {
    std::vector<exchange::WantedPart> wanted;
    std::map<std::pair<std::string, exchange::Artifact::Part>, exchange::Present> others;
  };
  Result<Standing> look_at(const Compiled& compiled, const exchange::ProviderState* known);
  Result<> add_prose(const AgentSource& agent, const exchange::Variables& variables,
                     exchange::AgentMemory& memory) const;
  Result<std::vector<exchange::VarsFile>> vars_files(std::string_view tool, bool& own) const;
  [[nodiscard]] Result<std::string> project_id(const exchange::Tool& tool) const;
  [[nodiscard]] bool of_user() const { return request_.scope == exchange::ApplyScope::User; }

  store::Store& store_;
  ApplyRequest request_;
  exchange::Surroundings around_;
  std::string slug_;
  ToolFiles files_;
  exchange::ToolList providers_;
  exchange::ApplyState state_;
  std::string saved_;                       // the state as it stands on the disk
  std::string state_file_ = "apply.state";  // where
  bool moved_ = false;
  std::shared_ptr<const exchange::Variables> common_variables_;
  std::shared_ptr<const Expanded> common_;
};

// Denied where other tools' directories must be left alone.
[[nodiscard]] Result<> need_tool_access(const memory::Memory& memory, bool changes);
// The request with what the settings add to it.
[[nodiscard]] ApplyRequest with_settings(const memory::Memory& memory, const ApplyRequest& request);

}  // namespace loci::compile
