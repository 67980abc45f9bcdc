#include "upkeep/proposals_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/json.h"
#include "base/later_version.h"
#include "base/limits.h"
#include "base/text.h"
#include "fs/absent.h"
#include "fs/atomic_file.h"

namespace loci::upkeep {
namespace {

constexpr std::string_view kProposals = "state/proposals";
constexpr std::string_view kRuns = "runs.json";
constexpr std::string_view kRunDirectory = "state/consolidate";
constexpr std::string_view kRunFile = "running";
constexpr std::size_t kMostProposals = 100;
constexpr std::chrono::milliseconds kGlance{250};  // a look at who runs is as short

Result<std::unique_ptr<fs::Root>> directory_of(store::Store& store, std::string_view path) {
  auto root = store.files().open(fmt::format("{}/{}", store.home(), path), fs::Modes::Private);
  if (!root && root.error().kind == ErrorKind::NotFound) return nullptr;
  return root;
}

// The number of a proposal's file; 0 for what is none.
std::uint64_t number_of(std::string_view file) {
  if (!file.ends_with(".json")) return 0;
  file.remove_suffix(5);
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(file.data(), file.data() + file.size(), number);
  return error == std::errc() && end == file.data() + file.size() ? number : 0;
}

Result<std::vector<std::uint64_t>> numbers_in(const fs::Root& root) {
  std::vector<std::uint64_t> numbers;
  LOCI_ASSIGN(const std::vector<fs::Entry> entries, root.list());
  for (const fs::Entry& entry : entries) {
    const std::uint64_t number = entry.kind == fs::Kind::File ? number_of(entry.name) : 0;
    if (number != 0) numbers.push_back(number);
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

// Proposals may be larger than other files of the home.
Result<> put(store::Store& store, fs::Root& root, const Proposal& proposal) {
  LOCI_TRY(fs::sweep_temporary_files(store.files(), root));
  LOCI_TRY(fs::replace_file(root, proposal.id + ".json", format_proposal(proposal)));
  return root.sync();
}

// "pid 812 (loci serve)" as a person reads it.
std::string named_process(const std::string& holder) {
  if (holder.empty()) return "another process";
  return holder.starts_with("pid ") ? "process " + holder.substr(4) : holder;
}

Result<RunningNow> who_runs(const fs::Root& root) {
  RunningNow running;
  LOCI_ASSIGN(const auto since, fs::if_there(root.read(kRunFile, kSummaryBytes)));
  running.since = trim(since.value_or(""));
  running.who = named_process(root.lock_holder());
  return running;
}

}  // namespace

Result<std::vector<Proposal>> read_proposals(store::Store& store, const std::string& workspace,
                                             std::vector<std::string>& unread) {
  std::vector<Proposal> proposals;
  LOCI_ASSIGN(const auto root, directory_of(store, kProposals));
  if (!root) return proposals;
  LOCI_ASSIGN(const std::vector<std::uint64_t> numbers, numbers_in(*root));
  for (const std::uint64_t number : numbers) {
    const std::string name = fmt::format("{}.json", number);
    LOCI_ASSIGN(const auto text, fs::if_there(root->read(name, kIndexFileBytes)));
    if (!text) continue;
    auto proposal = parse_proposal(*text, fmt::format("{}/{}", kProposals, name));
    if (!proposal) {
      unread.push_back(proposal.error().message);
    } else if (proposal->workspace == workspace) {
      proposals.push_back(std::move(*proposal));
    }
  }
  return proposals;
}

Result<> add_proposal(store::Store& store, Proposal& proposal) {
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> root, store.home_directory(kProposals));
  LOCI_ASSIGN(const auto lock, fs::lock_patiently(store.files(), *root, store::Store::kPatience));
  LOCI_ASSIGN(const std::vector<std::uint64_t> numbers, numbers_in(*root));
  proposal.id = std::to_string(numbers.empty() ? 1 : numbers.back() + 1);
  LOCI_TRY(put(store, *root, proposal));
  for (std::size_t i = 0; i + kMostProposals <= numbers.size(); ++i) {
    LOCI_TRY(root->remove(fmt::format("{}.json", numbers[i])));
  }
  return {};
}

Result<> write_proposal(store::Store& store, const Proposal& proposal) {
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> root, store.home_directory(kProposals));
  LOCI_ASSIGN(const auto lock, fs::lock_patiently(store.files(), *root, store::Store::kPatience));
  return put(store, *root, proposal);
}

namespace {

constexpr int kRunsVersion = 1;

struct Runs {
  Json json;
  bool later = false;  // a later version's
};

// {"version":1,"runs":{"<slug>":{"at":…,"sessions":…}}}; what is not understood is as if it were
// not there, because a run too many does no harm.
Runs parse_runs(const std::optional<std::string>& text) {
  Runs runs;
  runs.json = {{"version", kRunsVersion}, {"runs", Json::object()}};
  if (!text) return runs;
  auto json = parse_json(*text);
  if (!json || !json->is_object()) return runs;
  const auto version = json->find("version");
  runs.later = version != json->end() && version->is_number() && *version > kRunsVersion;
  const auto known = json->find("runs");
  if (known != json->end() && known->is_object()) runs.json["runs"] = *known;
  return runs;
}

}  // namespace

Result<LastRun> read_last_run(store::Store& store, const std::string& workspace) {
  LastRun last;
  LOCI_ASSIGN(const auto root, directory_of(store, kProposals));
  if (!root) return last;
  LOCI_ASSIGN(const auto text, fs::if_there(root->read(kRuns, kFileBytes)));
  const Runs runs = parse_runs(text);
  const Json& known = runs.json["runs"];
  const auto run = known.find(workspace);
  if (run == known.end() || !run->is_object()) return last;
  if (run->contains("at") && (*run)["at"].is_string()) {
    last.at = parse_time((*run)["at"].get<std::string>());
  }
  if (run->contains("sessions") && (*run)["sessions"].is_number_unsigned()) {
    last.sessions = (*run)["sessions"].get<std::uint64_t>();
  }
  return last;
}

Result<> write_last_run(store::Store& store, const std::string& workspace, const LastRun& run) {
  return store.change_home_file(
      kProposals, kRuns,
      [&](const std::optional<std::string>& text) -> Result<std::optional<std::string>> {
        Runs runs = parse_runs(text);
        if (runs.later) return fail(later_version(fmt::format("{}/{}", kProposals, kRuns)));
        runs.json["runs"][workspace] = {{"at", run.at ? format_utc(*run.at) : ""},
                                        {"sessions", run.sessions}};
        return dump_json(runs.json) + "\n";
      });
}

RunLock::RunLock(std::unique_ptr<fs::Root> root, std::unique_ptr<fs::Lock> lock)
    : root_(std::move(root)), lock_(std::move(lock)) {}

RunLock::~RunLock() { (void)root_->remove(kRunFile); }

Result<std::unique_ptr<RunLock>> RunLock::take(store::Store& store, Log& log) {
  LOCI_ASSIGN(std::unique_ptr<fs::Root> root, store.home_directory(kRunDirectory));
  auto lock = fs::lock_patiently(store.files(), *root, kGlance);
  if (!lock) {
    if (lock.error().kind != ErrorKind::Locked) return fail(std::move(lock));
    LOCI_ASSIGN(const RunningNow other, who_runs(*root));
    return fail(locked(gates({{}, 0, 0, other}, store.clock().now(), {}).back().reason,
                       "wait until it has finished, or stop that process"));
  }
  LOCI_ASSIGN(const auto left, fs::if_there(root->read(kRunFile, kSummaryBytes)));
  if (left) {
    log.warn(fmt::format("a consolidation that began {} did not finish; this one takes over",
                         trim(*left)));
  }
  // Only for people to read, so that it need not be whole; the lock is what counts.
  if (left) LOCI_TRY(root->remove(kRunFile));
  LOCI_ASSIGN(const std::unique_ptr<fs::File> file, root->create(kRunFile));
  LOCI_TRY(file->write(format_utc(store.clock().now()) + "\n"));
  return std::unique_ptr<RunLock>(new RunLock(std::move(root), std::move(*lock)));
}

Result<std::optional<RunningNow>> running_now(store::Store& store) {
  LOCI_ASSIGN(const auto root, directory_of(store, kRunDirectory));
  if (!root) return std::nullopt;
  const auto lock = root->try_lock();
  if (lock || lock.error().kind != ErrorKind::Locked) return std::nullopt;
  LOCI_ASSIGN(RunningNow running, who_runs(*root));
  return std::optional(std::move(running));
}

}  // namespace loci::upkeep
