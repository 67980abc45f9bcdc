// Where proposals, the times of runs and the process that runs are kept: below state/.

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/store.h"
#include "upkeep/gates.h"
#include "upkeep/proposal.h"

namespace loci::upkeep {

// Those of a workspace (by slug; "" = none), oldest first. One that cannot be read is passed over,
// and said in `unread`.
Result<std::vector<Proposal>> read_proposals(store::Store& store, const std::string& workspace,
                                             std::vector<std::string>& unread);
// Gives a new proposal its id and keeps it; the oldest go when there are more than a hundred.
Result<> add_proposal(store::Store& store, Proposal& proposal);
Result<> write_proposal(store::Store& store, const Proposal& proposal);

// When a workspace was last consolidated, and how many sessions had ended by then.
struct LastRun {
  std::optional<Timestamp> at;
  std::uint64_t sessions = 0;
};
Result<LastRun> read_last_run(store::Store& store, const std::string& workspace);
Result<> write_last_run(store::Store& store, const std::string& workspace, const LastRun& run);

// Held by the one process that consolidates; the system lets go of it when the process dies.
class RunLock {
 public:
  // Locked, with since when and by whom, when another one runs. One that died is taken over, and
  // said in the log.
  static Result<std::unique_ptr<RunLock>> take(store::Store& store, Log& log);
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;
  ~RunLock();

 private:
  RunLock(std::unique_ptr<fs::Root> root, std::unique_ptr<fs::Lock> lock);
  std::unique_ptr<fs::Root> root_;
  std::unique_ptr<fs::Lock> lock_;
};
// Who runs now, if somebody does.
Result<std::optional<RunningNow>> running_now(store::Store& store);

}  // namespace loci::upkeep
