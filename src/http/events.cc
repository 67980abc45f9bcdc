#include "http/events.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "api/schema.h"
#include "base/hash.h"
#include "memory/files.h"
#include "memory/memory.h"
#include "rpc/watcher.h"

namespace loci::http {
namespace {

using Time = std::chrono::steady_clock;

// Often enough for proxies and clients that give up after half a minute.
constexpr std::chrono::seconds kCommentEvery{15};
constexpr std::string_view kComment = ": still here\n\n";
constexpr int kRetryMilliseconds = 2'000;

memory::Tenant tenant_of(const std::string& workspace) {
  memory::Tenant tenant;
  tenant.workspace = workspace;
  return tenant;
}

// The directories that a person may look into, open.
Result<std::vector<rpc::Watcher::Directory>> directories(memory::Memory& memory) {
  LOCI_ASSIGN(const std::vector<store::Place> places, memory::shown_places(memory));
  std::vector<rpc::Watcher::Directory> open;
  for (const store::Place& place : places) {
    auto root = memory.store().open_place(place);
    if (root && *root) open.push_back({place, std::move(*root)});
  }
  return open;
}

Json described(memory::Memory& memory, const memory::FileName& file) {
  Json json = {{"filename", file.file},
               {"scope", file.place.scope()},
               {"place", file.place.label()},
               {"project", file.place.is_common() ? Json(nullptr) : Json(memory.scopes().slug())},
               {"hash", nullptr}};
  if (const auto text = memory::file_text(memory, file); text && *text)
    json["hash"] = sha256(**text);
  if (memory.untrusted(file.place)) json["untrusted"] = true;
  return json;
}

}  // namespace

std::string event_text(std::string_view name, const Json& data) {
  return fmt::format("event: {}\ndata: {}\n\n", name, dump_json(data));
}

// What is watched for one workspace, and who listens.
class Events::Feed {
 public:
  Feed(memory::Memories& memories, std::string workspace)
      : memories_(memories),
        workspace_(std::move(workspace)),
        watcher_([this](const rpc::Watcher::Changes& changes) { tell(changes); },
                 [this] { renew(); }) {}
  ~Feed() { watcher_.stop(); }
  Feed(const Feed&) = delete;
  Feed& operator=(const Feed&) = delete;

  void watch(memory::Memory& memory) {
    if (auto open = directories(memory)) watcher_.watch(std::move(*open));
  }
  // `own`: only what is the project's own; another feed tells what all have in common.
  void add(std::shared_ptr<Stream> stream, bool own) {
    const std::lock_guard lock(mutex_);
    listeners_.push_back({std::move(stream), own});
  }
  std::size_t listeners() {
    const std::lock_guard lock(mutex_);
    std::erase_if(listeners_, [](const Listener& one) { return !one.stream->open(); });
    return listeners_.size();
  }

 private:
  struct Listener {
    std::shared_ptr<Stream> stream;
    bool own;
  };
  // To each what it listens for; "" is not sent.
  void send(const std::string& all, const std::string& own) {
    const std::lock_guard lock(mutex_);
    for (const Listener& one : listeners_) {
      const std::string& bytes = one.own ? own : all;
      if (!bytes.empty()) (void)one.stream->send(bytes);
    }
  }
  // Both on the watcher's thread.
  void tell(const rpc::Watcher::Changes& changes) {
    const auto memory = memories_.lend(tenant_of(workspace_));
    if (!memory) return;  // the project is gone; the next connection is told so
    Json rows = Json::array();
    Json own = Json::array();
    for (const memory::FileName& file : changes.files) {
      rows.push_back(described(**memory, file));
      if (!file.place.is_common()) own.push_back(rows.back());
    }
    const std::string of_own =
        own.empty() ? "" : event_text("change", {{"changes", std::move(own)}});
    send(event_text("change", {{"changes", std::move(rows)}}), of_own);
  }
  void renew() {
    if (const auto memory = memories_.lend(tenant_of(workspace_))) watch(**memory);
    const Time::time_point now = Time::now();
    if (now - last_comment_ < kCommentEvery) return;
    last_comment_ = now;
    send(std::string(kComment), std::string());
  }

  memory::Memories& memories_;
  const std::string workspace_;
  std::mutex mutex_;
  std::vector<Listener> listeners_;
  Time::time_point last_comment_ = Time::now();
  rpc::Watcher watcher_;  // last: its thread uses all of the above
};

Events::Events(memory::Memories& memories, Workers& workers)
    : memories_(memories), workers_(workers) {}
Events::~Events() = default;

void Events::sweep() {
  std::vector<std::shared_ptr<Feed>> ended;  // outside of the lock: it waits for its thread
  const std::lock_guard lock(mutex_);
  for (auto feed = feeds_.begin(); feed != feeds_.end();) {
    if (feed->second->listeners() > 0) {
      ++feed;
      continue;
    }
    ended.push_back(std::move(feed->second));
    feed = feeds_.erase(feed);
  }
}

std::shared_ptr<Events::Feed> Events::feed_of(const std::string& workspace) {
  // Made before it gets a place: there may be no thread for it.
  const auto known = feeds_.find(workspace);
  const auto feed =
      known != feeds_.end() ? known->second : std::make_shared<Feed>(memories_, workspace);
  feeds_[workspace] = feed;
  return feed;
}

void Events::subscribe(const std::shared_ptr<Exchange>& exchange, const std::string& workspace) {
  const bool all = workspace == kAllProjects;
  auto memory = memories_.lend(tenant_of(all ? "" : workspace));
  if (!memory) {
    exchange->answer(error_response(memory.error()));
    return;
  }
  std::vector<std::string> projects;
  if (all) projects = memories_.projects().value_or(std::vector<std::string>());
  const std::size_t unwatched =
      projects.size() > kMostProjects ? projects.size() - kMostProjects : 0;
  if (unwatched > 0) projects = memories_.newest(std::move(projects), kMostProjects);
  const std::lock_guard lock(mutex_);
  // One that listens to all projects listens to global memory once.
  std::size_t listeners = 0;
  for (const auto& [slug, feed] : feeds_) listeners += feed->listeners();
  if (listeners >= kMostListeners + projects.size() * kMostListeners) {
    exchange->answer(busy_response("too many clients are listening already"));
    return;
  }
  const auto feed = feed_of(all ? "" : workspace);
  feed->watch(**memory);
  std::vector<std::shared_ptr<Feed>> others;
  for (const std::string& project : projects) {
    const auto its = memories_.lend(tenant_of(project));
    if (!its) continue;  // what cannot be read now is not watched
    others.push_back(feed_of(project));
    others.back()->watch(**its);
  }
  Response head = text_response(200, "text/event-stream", "");
  head.set("X-Accel-Buffering", "no");
  const auto stream = exchange->stream(std::move(head));
  Json hello = {{"workspace", workspace.empty() ? Json(nullptr) : Json(workspace)}};
  if (unwatched > 0) hello["unwatched"] = unwatched;
  (void)stream->send(fmt::format("retry: {}\n{}", kRetryMilliseconds, event_text("hello", hello)));
  feed->add(stream, false);
  for (const auto& other : others) other->add(stream, true);
  exchange->when_gone([this] { (void)workers_.post(Lane::Reads, [this] { sweep(); }); });
}

Site::Endpoint Events::endpoint() {
  return [this](const std::shared_ptr<Exchange>& exchange, const Target& target) {
    if (exchange->request().method != "GET") {
      Response response = refusal(405, "events are read with GET");
      response.set("Allow", "GET");
      exchange->answer(std::move(response));
      return;
    }
    Json given = Json::object();
    for (const auto& [name, value] : target.query) given[name] = value;
    if (const auto checked = api::check({&kWatched, 1}, std::move(given)); !checked) {
      exchange->answer(error_response(checked.error()));
      return;
    }
    const std::string workspace(target.value(kWorkspaceParam));
    const bool taken = workers_.post(Lane::Reads, [this, exchange, workspace] {
      try {
        subscribe(exchange, workspace);
      } catch (const std::exception& fault) {
        exchange->answer(fault_response(fault));
      }
    });
    if (!taken) exchange->answer(busy_response("too many requests are waiting"));
  };
}

}  // namespace loci::http
