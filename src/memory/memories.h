// Opened memories for a server that answers several at once.
//
// A Memory belongs to one thread at a time. Here are a few of them for each
// workspace, each with a store and catalogs of its own, lent to one thread until
// it gives the loan back; so two searches can run at once, and the next one finds
// its catalogs open. Those that nobody asked for longest are closed.

#pragma once

#include <compare>
#include <list>
#include <memory>
#include <mutex>
#include <string>

#include "base/environment.h"
#include "base/log.h"
#include "base/result.h"
#include "base/time.h"
#include "fs/file_system.h"
#include "memory/config.h"
#include "memory/memory.h"

namespace loci::memory {

// For whom memory is opened.
struct Tenant {
  std::string workspace;  // the slug of a project, "" = none
  std::string agent;      // whose notes are meant too; who asks is `audience`
  std::string origin = "http";
  Audience audience = Audience::Person;

  bool operator==(const Tenant&) const = default;
};

class Memories {
 private:
  struct Opened;

 public:
  // A memory until it is destroyed.
  class Loan {
   public:
    Loan(Memories& owner, std::unique_ptr<Opened> opened);
    Loan(Loan&&) noexcept;
    Loan& operator=(Loan&&) = delete;
    ~Loan();
    Memory& operator*() const;
    Memory* operator->() const { return &**this; }

   private:
    Memories* owner_;
    std::unique_ptr<Opened> opened_;
  };

  // `base` says what all sessions have in common: the user's home, and whether
  // this one is thrown away. All of these must outlive it.
  Memories(fs::FileSystem& files, const Clock& clock, Log& log, std::string home,
           Environment environment, Session base);
  ~Memories();

  // From any thread. A workspace is a slug that `loci projects` lists: NotFound
  // when it does not, InvalidInput when it is a path. What was changed meanwhile
  // (settings, trust, a repository's memory) counts from this loan on. An error where
  // it cannot be read whether the repository is trusted.
  Result<Loan> lend(const Tenant& tenant);

  // The slugs of all projects, sorted.
  [[nodiscard]] Result<std::vector<std::string>> projects() const;
  // At most `most` of them: those whose own notes changed last.
  [[nodiscard]] std::vector<std::string> newest(std::vector<std::string> slugs,
                                                std::size_t most) const;
  // Whether there is such a workspace, without opening it: as lend() says it.
  [[nodiscard]] Result<> knows(const std::string& slug) const;

  static constexpr std::size_t kMostIdle = 24;

 private:
  // What decides how a workspace is opened, as it stands on disk.
  struct Snapshot {
    fs::Stat config;
    std::optional<store::Workspace> workspace;
    bool operator==(const Snapshot& other) const;
  };
  Result<Snapshot> look(const Tenant& tenant);
  Result<store::Workspace> workspace_of(const std::string& slug);
  Result<std::unique_ptr<Opened>> open(const Tenant& tenant, Snapshot snapshot);
  std::unique_ptr<Opened> take(const Tenant& tenant);
  void give_back(std::unique_ptr<Opened> opened) noexcept;

  fs::FileSystem& files_;
  const Clock& clock_;
  Log& log_;
  const std::string home_;
  const Environment environment_;
  const Session base_;
  const std::unique_ptr<SeenFiles> seen_;  // of all of them
  // So that writes of several threads to one place wait for the disk together.
  const std::shared_ptr<store::Door> door_;
  std::mutex mutex_;
  std::list<std::unique_ptr<Opened>> idle_;  // the last used is first
};

}  // namespace loci::memory
