// The core that every use case stands on: a store, the settings, and a session.
//
// It answers three questions for all of them: which places whoever asks may see
// (readable), what lies there (look), and how a change is made (commit, change).
// A use case is a function of this room or of one above it that takes a Memory; none
// of them opens a place, or asks who is asking, in a way of its own. A Memory
// belongs to one thread at a time.

#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/log.h"
#include "base/result.h"
#include "memory/activity.h"
#include "memory/catalogs.h"
#include "memory/change.h"
#include "memory/config.h"
#include "memory/scopes.h"
#include "memory/session.h"
#include "memory/word_table.h"

namespace loci::memory {

struct SeenFiles;

// What agents may see of the places a selector allows.
struct AgentView {
  std::vector<store::Place> places;
  std::string notice;  // about what is kept from them, or ""
};

// What became of a change: made, or held for a person to look at.
struct Committed : store::Outcome {
  std::vector<HeldWrite> held;
};

class Memory {
 public:
  // All of these must outlive it. A server gives what its memories know in common of files.
  Memory(store::Store& store, const Config& config, Log& log, Session session,
         SeenFiles* seen = nullptr);

  [[nodiscard]] store::Store& store() { return store_; }
  [[nodiscard]] const Config& config() const { return config_; }
  [[nodiscard]] Log& log() { return log_; }
  [[nodiscard]] const Session& session() const { return session_; }
  [[nodiscard]] const Scopes& scopes() const { return scopes_; }
  [[nodiscard]] Catalogs& catalogs() { return catalogs_; }
  [[nodiscard]] WordTable& word_table() { return word_table_; }
  [[nodiscard]] ActivityLog& activity() { return activity_; }
  // Nothing where files are looked at once only.
  [[nodiscard]] SeenFiles* seen() { return seen_; }
  [[nodiscard]] Timestamp now() const { return store_.clock().now(); }
  [[nodiscard]] std::string actor() const;  // as the journal has it: "user", "agent:reviewer"
  // A person at the command line or at the page: not an agent, and not a program with the
  // server's token.
  [[nodiscard]] bool is_person() const;
  // An agent, by its session or by the name it writes under.
  [[nodiscard]] bool is_agent() const;
  // From now on an agent that is not named otherwise is this client's: an MCP client
  // says its name with its requests.
  void serve_client(std::string_view name);

  // Denied, saying what turned memory off.
  [[nodiscard]] Result<> need_enabled() const;
  // Denied for an agent's session, saying how it was known: "only a person can …".
  [[nodiscard]] Result<> need_person(std::string_view what) const;
  [[nodiscard]] Result<store::Workspace> need_workspace() const;

  // The places a selector allows whoever asks, or an audience.
  Result<std::vector<store::Place>> readable(const Selector& selector);
  Result<std::vector<store::Place>> readable(const Selector& selector, Audience audience);
  // What agents may see: every list of places that is read for an agent or a prompt.
  Result<AgentView> what_agents_see(const Selector& selector = {});
  // Whether a place comes with this workspace's repository and that is not
  // trusted. What cannot be read is not trusted.
  [[nodiscard]] bool untrusted(const store::Place& place);
  // The one rule for agents: whether they may neither see nor write a place. It comes with
  // a repository that is not trusted, or with another workspace's, of which nothing is
  // known here; or it is the inbox, which is a person's.
  [[nodiscard]] bool kept_from_agents(const store::Place& place);
  // Fails when it cannot be read whether the repository is trusted. The two above only
  // log that and answer as if it were not.
  Result<> check_trust();
  // A process that lives long calls it before each request: what others may have
  // decided meanwhile is asked anew.
  void look_again() { trusted_.reset(); }
  // From now on the workspace continues the project of this slug: `projects` found out
  // that it was moved.
  void continue_project(std::string slug);

  // The files of some places; a dry run does not finish what others left.
  Result<std::unique_ptr<store::View>> look(const std::vector<store::Place>& places, bool dry_run);
  [[nodiscard]] store::Request request(std::string operation, std::vector<store::Place> places,
                                       bool dry_run) const;
  // Every change of every use case goes through here to the store, or waits in the inbox
  // (admission.h).
  Result<Committed> commit(store::Request request, const store::Planner& planner);
  // The same, answered by what became of the first file of the plan.
  Result<ChangeReply> change(store::Request request, const store::Planner& planner);

 private:
  // An error where that cannot be read, until look_again().
  Result<bool> trusts_repository();
  // Whether the directory of one of them is not there yet.
  Result<bool> has_missing(const std::vector<store::Place>& places);

  store::Store& store_;
  const Config& config_;
  Log& log_;
  Session session_;
  Scopes scopes_;
  WordTable word_table_;
  Catalogs catalogs_;
  ActivityLog activity_;
  SeenFiles* seen_;
  std::optional<Result<bool>> trusted_;
  std::set<std::string> present_;  // keys of places that were seen
  std::string client_;
};

}  // namespace loci::memory
