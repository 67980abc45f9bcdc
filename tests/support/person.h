// Somebody at a terminal in /home/u/app, on a file system in memory: what the tests
// that kill, cut and fill disks run their commands as.

#pragma once

#include <memory>
#include <optional>
#include <string>

#include "memory/config.h"
#include "memory/memory.h"
#include "memory/session.h"
#include "store/workspace.h"
#include "support/memory_file_system.h"

namespace loci::testing {

inline const std::string kUserHome = "/home/u";
inline const std::string kPersonHome = "/home/u/.loci";
inline const std::string kRoot = "/home/u/app";

class Person {
 public:
  explicit Person(fs::MemoryFileSystem& files) {
    config_.emplace(*memory::Config::load(files, kPersonHome, Environment()));
    store_ = *store::Store::open(files, clock_, log_, kPersonHome);
    memory::Session session;
    session.workspace = *store::find_workspace(files, kRoot, {kPersonHome, kUserHome});
    session.user_home = kUserHome;
    session.program = "/opt/loci";
    memory_ = std::make_unique<memory::Memory>(*store_, *config_, log_, session);
  }
  memory::Memory& operator*() { return *memory_; }
  memory::Memory* operator->() { return memory_.get(); }

 private:
  FixedClock clock_{*parse_time("2026-11-15T10:00:00Z")};
  MemoryLog log_;
  std::optional<memory::Config> config_;
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<memory::Memory> memory_;
};

}  // namespace loci::testing
