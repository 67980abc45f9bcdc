// Tools' directories of agents' memory, one after another, against what loci has: what
// changed there comes back, what changed on both sides is kept twice, nothing is removed.
//
// Nothing is written here: the notes as they will be are in notes(), and what is to be
// told of them in the reply.

#pragma once

#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "compile/agents.h"
#include "compile/compile.h"
#include "compile/import_agents.h"
#include "compile/note_drafts.h"
#include "exchange/provider.h"
#include "memory/allowances.h"
#include "memory/memory.h"

namespace loci::compile {

class AgentMerge {
 public:
  // `allow` are rules of the scanner that a person lets pass.
  AgentMerge(memory::Memory& memory, AgentImportReply& reply, std::vector<std::string> allow)
      : memory_(memory), reply_(reply), allow_(std::move(allow)) {}

  // What loci has of the project's agents and of the user's.
  void begin(AgentSources project, AgentSources user);
  // One directory of a tool. Of one that is not `listed`, only which agents it has.
  Result<> read(Compiler& compiler, const exchange::Tool& tool,
                const exchange::ToolDirectory& directory, bool listed);

  [[nodiscard]] const NoteDrafts& notes() const { return notes_; }
  // What a person let pass, to be kept when the notes are written.
  [[nodiscard]] const std::vector<memory::Allowance>& allowed() const { return allowed_; }
  // Directories of agents that any tool has.
  [[nodiscard]] const std::set<std::string>& found_agents() const { return found_agents_; }
  // Places that had no notes before, by key.
  [[nodiscard]] const std::map<std::string, store::Place>& made() const { return made_; }
  // The notes of a place before the import.
  [[nodiscard]] std::vector<SourceNote> notes_at(const store::Place& place) const;

  // What was read is what the tool has: the next apply may write over it.
  void record(Compiler& compiler, exchange::ApplyScope scope) const;

 private:
  struct Side;  // what one directory is compared with
  using Hashes = std::map<std::string, std::string, std::less<>>;  // by path

  AgentSource* agent_of(const Side& side, const std::string& directory);
  [[nodiscard]] const SourceNote* source_of(const Side& side, const exchange::Imported& note);
  struct Counterpart {
    const SourceNote* source = nullptr;          // none: it is new here
    const exchange::Artifact* wanted = nullptr;  // what loci would write for it
  };
  [[nodiscard]] Counterpart counterpart_of(const Side& side, const exchange::Imported& note,
                                           std::string_view recorded);
  Result<bool> was_undone(const Side& side, const exchange::Imported& note,
                          const SourceNote* source);
  Result<bool> was_undone_beside(const exchange::Imported& note, const SourceNote* source);
  Result<store::Place> place_of(const Side& side, const exchange::Imported& note,
                                const SourceNote* source);
  Result<store::Place> place_for(const Side& side, const std::string& directory);
  void add_row(const Side& side, const exchange::Imported& note, const store::Place& place,
               const std::string& file, AgentImportStatus status, std::string message = "");
  void remember_read(const Side& side, const exchange::Imported& note, std::string_view text);
  Result<bool> passes(const Side& side, const exchange::Imported& note);
  Result<> take_note(const Side& side, const exchange::Imported& note);
  Result<> take_edit(const Side& side, const exchange::Imported& note, const SourceNote& source,
                     const std::string& text);
  Result<> take_new(const Side& side, const exchange::Imported& note, const std::string& text);
  Result<> keep_both(const Side& side, const exchange::Imported& note, const store::Place& place,
                     const std::string& file, const std::string& text, const std::string& why);
  Result<> take_index(const Side& side, const exchange::Imported& index,
                      const std::set<std::string, std::less<>>& there);

  memory::Memory& memory_;
  AgentImportReply& reply_;
  std::vector<std::string> allow_;
  std::vector<memory::Allowance> allowed_;
  std::array<AgentSources, 2> sources_;  // of the project, of the user
  NoteDrafts notes_;
  std::set<std::string> known_places_;
  std::map<std::string, store::Place> made_;
  std::set<std::string> found_agents_;
  struct Read {
    std::string hash;
    bool whole = false;  // of the file as it is, not of what loci would write for it
  };
  // By scope and provider, then by path.
  std::map<std::pair<exchange::ApplyScope, std::string>, std::map<std::string, Read, std::less<>>>
      read_;
};

}  // namespace loci::compile
