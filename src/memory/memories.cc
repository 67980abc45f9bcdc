#include "memory/memories.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "base/text.h"
#include "fs/absent.h"
#include "memory/seen_files.h"
#include "store/door.h"
#include "store/project.h"
#include "store/workspace.h"

namespace loci::memory {
namespace {

// As workspace_slug() makes them.
bool is_slug(std::string_view text) {
  constexpr std::size_t kLongest = 64;
  return !text.empty() && text.size() <= kLongest &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '-' || c == '_';
         });
}

}  // namespace

struct Memories::Opened {
  Tenant tenant;
  Snapshot snapshot;
  Config config;
  std::unique_ptr<store::Store> store;
  std::unique_ptr<Memory> memory;
};

bool Memories::Snapshot::operator==(const Snapshot& other) const {
  const auto same = [](const store::Workspace& a, const store::Workspace& b) {
    return a.root == b.root && a.slug == b.slug && a.has_loci == b.has_loci &&
           a.has_xcaf == b.has_xcaf;
  };
  if (config != other.config || workspace.has_value() != other.workspace.has_value()) return false;
  return !workspace || same(*workspace, *other.workspace);
}

Memories::Loan::Loan(Memories& owner, std::unique_ptr<Opened> opened)
    : owner_(&owner), opened_(std::move(opened)) {}
Memories::Loan::Loan(Loan&&) noexcept = default;
Memories::Loan::~Loan() {
  if (opened_) owner_->give_back(std::move(opened_));
}
Memory& Memories::Loan::operator*() const { return *opened_->memory; }

Memories::Memories(fs::FileSystem& files, const Clock& clock, Log& log, std::string home,
                   Environment environment, Session base)
    : files_(files),
      clock_(clock),
      log_(log),
      home_(std::move(home)),
      environment_(std::move(environment)),
      base_(std::move(base)),
      seen_(std::make_unique<SeenFiles>()),
      door_(std::make_shared<store::Door>()) {}
Memories::~Memories() = default;

Result<std::vector<std::string>> Memories::projects() const {
  std::vector<std::string> slugs;
  LOCI_ASSIGN(const auto root,
              fs::if_there(files_.open(fmt::format("{}/{}", home_, store::kProjectsDirectory),
                                       fs::Modes::Private)));
  if (!root) return slugs;
  LOCI_ASSIGN(const std::vector<fs::Entry> entries, (*root)->list());
  for (const fs::Entry& entry : entries) {
    if (entry.kind == fs::Kind::Directory && is_slug(entry.name)) slugs.push_back(entry.name);
  }
  std::sort(slugs.begin(), slugs.end());
  return slugs;
}

std::vector<std::string> Memories::newest(std::vector<std::string> slugs, std::size_t most) const {
  std::vector<std::pair<std::int64_t, std::string>> dated;
  for (std::string& slug : slugs) {
    const auto notes =
        files_.stat(fmt::format("{}/{}", home_, store::private_place(slug).key), false);
    dated.emplace_back(notes ? notes->mtime_ns : 0, std::move(slug));
  }
  std::stable_sort(dated.begin(), dated.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  if (dated.size() > most) dated.resize(most);
  slugs.clear();
  for (auto& [time, slug] : dated) slugs.push_back(std::move(slug));
  return slugs;
}

Result<> Memories::knows(const std::string& slug) const {
  if (!is_slug(slug)) {
    return fail(invalid_input(fmt::format("'{}' is not a project", printable(slug, true)),
                              "name a workspace by its project, as 'loci projects' lists it"));
  }
  LOCI_ASSIGN(const auto there,
              fs::if_there(files_.stat(
                  fmt::format("{}/{}/{}", home_, store::kProjectsDirectory, slug), false)));
  if (!there || there->kind != fs::Kind::Directory) {
    return fail(not_found(fmt::format("there is no project '{}'", slug),
                          "'loci projects' and GET /api/projects list them"));
  }
  return {};
}

// The newest of a project's directories that is there. A project whose
// directories are all gone still has its private notes.
Result<store::Workspace> Memories::workspace_of(const std::string& slug) {
  LOCI_TRY(knows(slug));
  LOCI_ASSIGN(const store::Project project, store::read_project(files_, home_, slug));
  store::Workspace workspace{project.newest_path(), slug, false, false};
  for (auto seen = project.paths.rbegin(); seen != project.paths.rend(); ++seen) {
    auto found = store::workspace_at(files_, seen->path, {home_, base_.user_home});
    if (!found && found.error().kind == ErrorKind::InvalidInput) continue;  // not there
    if (!found) return found;
    workspace = std::move(*found);
    workspace.slug = slug;
    break;
  }
  return workspace;
}

Result<Memories::Snapshot> Memories::look(const Tenant& tenant) {
  Snapshot snapshot;
  snapshot.config =
      files_.stat(fmt::format("{}/{}", home_, store::kConfigFile), true).value_or(fs::Stat());
  if (!tenant.workspace.empty()) {
    LOCI_ASSIGN(snapshot.workspace, workspace_of(tenant.workspace));
  }
  return snapshot;
}

Result<std::unique_ptr<Memories::Opened>> Memories::open(const Tenant& tenant, Snapshot snapshot) {
  auto opened = std::make_unique<Opened>();
  opened->tenant = tenant;
  LOCI_ASSIGN(opened->config, Config::load(files_, home_, environment_));
  LOCI_ASSIGN(opened->store, store::Store::open(files_, clock_, log_, home_, door_));
  Session session = base_;
  session.workspace = snapshot.workspace;
  session.agent = tenant.agent;
  session.origin = tenant.origin;
  // Whoever has the token is a program, not a person; one that an agent started says so.
  const bool program = session.audience == Audience::Person && tenant.origin == "http";
  if (program && tenant.agent.empty()) session.actor = "http";
  // A server that an agent started is an agent's, whoever calls it.
  if (tenant.audience == Audience::Agent) session.audience = Audience::Agent;
  session.lives_long = true;
  opened->snapshot = std::move(snapshot);
  opened->memory = std::make_unique<Memory>(*opened->store, opened->config, log_,
                                            std::move(session), seen_.get());
  return opened;
}

std::unique_ptr<Memories::Opened> Memories::take(const Tenant& tenant) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(idle_.begin(), idle_.end(),
                                  [&](const auto& opened) { return opened->tenant == tenant; });
  if (found == idle_.end()) return nullptr;
  auto opened = std::move(*found);
  idle_.erase(found);
  return opened;
}

void Memories::give_back(std::unique_ptr<Opened> opened) noexcept {
  std::unique_ptr<Opened> closed;  // outside of the lock
  const std::lock_guard lock(mutex_);
  try {
    idle_.push_front(std::move(opened));
  } catch (const std::bad_alloc&) {
    return;  // it is closed
  }
  if (idle_.size() <= kMostIdle) return;
  closed = std::move(idle_.back());
  idle_.pop_back();
}

Result<Memories::Loan> Memories::lend(const Tenant& tenant) {
  LOCI_ASSIGN(Snapshot snapshot, look(tenant));
  auto opened = take(tenant);
  if (!opened || !(opened->snapshot == snapshot)) {
    LOCI_ASSIGN(opened, open(tenant, std::move(snapshot)));
  }
  opened->memory->look_again();
  LOCI_TRY(opened->memory->check_trust());
  return Loan(*this, std::move(opened));
}

}  // namespace loci::memory
