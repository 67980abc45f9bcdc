#include "support/memory_file_system.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <random>
#include <set>
#include <unordered_map>

#include "base/path.h"
#include "fs/faults.h"
#include "support/memory_state.h"

namespace loci::fs {

namespace {

constexpr std::uint32_t kPutDirectoryMode = 0700;
constexpr std::uint32_t kPutFileMode = 0600;

Error path_fault(int number, const std::string& path) {
  return file_error(number == ENOTDIR ? ENOENT : number, "find", path);
}

// The directory at `path`, made with what is missing above it.
NodePtr ensure_directory(MemoryState& state, const std::string& path) {
  if (NodePtr found = state.find(path, true)) return found;
  const std::size_t slash = path.rfind('/');
  const std::string name = path.substr(slash + 1);
  NodePtr parent = ensure_directory(state, slash == 0 ? "/" : path.substr(0, slash));
  if (name.empty()) return parent;
  NodePtr made = state.make_node(Kind::Directory, kPutDirectoryMode);
  parent->entries[name] = made;
  parent->durable[name] = made;
  state.touch(*parent);
  return made;
}

void put_node(MemoryState& state, const std::string& path, const NodePtr& node) {
  const std::size_t slash = path.rfind('/');
  const std::string name = path.substr(slash + 1);
  const NodePtr parent = ensure_directory(state, slash == 0 ? "/" : path.substr(0, slash));
  parent->entries[name] = node;
  parent->durable[name] = node;
  state.touch(*parent);
}

// Copies a tree as a power cut leaves it. Every node is copied once, whichever
// and however many names lead to it.
class Survivors {
 public:
  explicit Survivors(PowerCut cut)
      : data_lost_(cut == PowerCut::Data || cut == PowerCut::Both),
        entries_lost_(cut == PowerCut::Entries || cut == PowerCut::Both),
        all_durable_(cut != PowerCut::Nothing) {}
  // What is not synced is lost or kept as the coin falls.
  static Survivors by_chance(std::uint64_t seed) {
    Survivors survivors(PowerCut::Both);
    survivors.coin_.emplace(seed);
    return survivors;
  }

  NodePtr copy(const NodePtr& node) {
    if (const auto known = copies_.find(node.get()); known != copies_.end()) return known->second;
    auto made = std::make_shared<MemoryNode>();
    copies_[node.get()] = made;
    made->stat = node->stat;
    const bool keep_bytes = !data_lost_ || !node->is(Kind::File);
    made->bytes = keep_bytes ? node->bytes : surviving_bytes(*node);
    made->entries = copy(entries_lost_ ? surviving_entries(*node) : node->entries);
    // What a restarted machine finds is on its disk; a mere restart of the
    // process leaves unsynced what was.
    made->synced = all_durable_ ? made->bytes : node->synced;
    made->durable = all_durable_ ? made->entries : copy(node->durable);
    if (!all_durable_) {
      for (const Entries& step : node->steps) made->steps.push_back(copy(step));
    }
    return made;
  }

 private:
  std::string surviving_bytes(const MemoryNode& file) {
    if (!coin_ || !flip()) return file.synced;
    const bool appended = file.bytes.starts_with(file.synced);
    if (!appended || flip()) return file.bytes;
    const std::size_t more = file.bytes.size() - file.synced.size();
    return file.bytes.substr(0, file.synced.size() + (*coin_)() % (more + 1));
  }

  Entries surviving_entries(const MemoryNode& directory) {
    Entries survivors = directory.durable;
    if (!coin_) return survivors;
    const std::set<std::string> together = replay_exchanges(directory, survivors);
    for (const auto& [name, node] : directory.durable) {
      if (together.contains(name)) continue;
      if (!directory.entries.contains(name) && flip()) survivors.erase(name);
    }
    for (const auto& [name, node] : directory.entries) {
      if (together.contains(name)) continue;
      const auto durable = directory.durable.find(name);
      const bool changed = durable == directory.durable.end() || durable->second != node;
      if (changed && flip()) survivors.insert_or_assign(name, node);
    }
    return survivors;
  }

  // A file system writes an exchange, and the rename of a directory, down whole. So what happened
  // to such names is kept up to some step and no further; answers those names.
  std::set<std::string> replay_exchanges(const MemoryNode& directory, Entries& survivors) {
    std::map<std::string, std::string> other;  // in the same group, up to its last
    const auto last = [&](std::string name) {
      while (other.contains(name)) name = other[name];
      return name;
    };
    std::set<std::string> together;
    for (const Entries& step : directory.steps) {
      if (step.size() < 2) continue;
      const std::string one = last(step.begin()->first);
      const std::string two = last(step.rbegin()->first);
      if (one != two) other[one] = two;
      together.insert(step.begin()->first);
      together.insert(step.rbegin()->first);
    }
    std::map<std::string, std::size_t> kept;  // steps of each group
    for (const std::string& name : together) kept[last(name)] = 0;
    for (auto& [group, count] : kept) count = (*coin_)() % (directory.steps.size() + 1);
    for (std::size_t i = 0; i < directory.steps.size(); ++i) {
      for (const auto& [name, node] : directory.steps[i]) {
        if (!together.contains(name) || i >= kept[last(name)]) continue;
        if (node) {
          survivors.insert_or_assign(name, node);
        } else {
          survivors.erase(name);
        }
      }
    }
    return together;
  }

  bool flip() { return ((*coin_)() & 1U) != 0; }

  Entries copy(const Entries& entries) {
    Entries made;
    for (const auto& [name, node] : entries) made[name] = node ? copy(node) : nullptr;
    return made;
  }

  bool data_lost_;
  bool entries_lost_;
  bool all_durable_;
  std::optional<std::mt19937_64> coin_;
  std::unordered_map<const MemoryNode*, NodePtr> copies_;
};

void collect(const MemoryNode& directory, const std::string& path,
             std::vector<std::pair<std::string, std::string>>& files) {
  for (const auto& [name, node] : directory.entries) {
    const std::string below = child_path(path, name);
    if (node->is(Kind::File)) files.emplace_back(below, node->bytes);
    if (node->is(Kind::Directory)) collect(*node, below, files);
  }
}

}  // namespace

MemoryFileSystem::MemoryFileSystem() : state_(std::make_shared<MemoryState>()) {}
MemoryFileSystem::~MemoryFileSystem() = default;

Result<std::unique_ptr<Root>> MemoryFileSystem::open(const std::string& path, Modes modes) {
  LOCI_TRY(state_->look("open", path));
  LOCI_TRY(check_absolute(path));
  MemoryState::Found found;
  if (const int number = state_->walk(path, true, found); number != 0) {
    return fail(path_fault(number, path));
  }
  if (!found.node->is(Kind::Directory)) return fail(file_error(ENOTDIR, "open", path));
  return make_memory_root(state_, std::move(found.node), std::move(found.path), modes);
}

Result<std::string> MemoryFileSystem::canonical(const std::string& path) {
  LOCI_TRY(state_->look("resolve", path));
  LOCI_TRY(check_absolute(path));
  MemoryState::Found found;
  if (const int number = state_->walk(path, true, found); number != 0) {
    return fail(path_fault(number, path));
  }
  return std::move(found.path);
}

Result<Stat> MemoryFileSystem::stat(const std::string& path, bool follow) {
  LOCI_TRY(state_->look("stat", path));
  LOCI_TRY(check_absolute(path));
  MemoryState::Found found;
  if (const int number = state_->walk(path, follow, found); number != 0) {
    return fail(path_fault(number, path));
  }
  return found.node->examined();
}

std::uint32_t MemoryFileSystem::user() const { return kUser; }

// Siblings are named after the process of the test; after a restart it plays
// the next process, and those of the one before are orphans.
bool MemoryFileSystem::process_alive(int pid) const { return !state_->reborn && pid == ::getpid(); }

void MemoryFileSystem::sleep(std::chrono::microseconds /*time*/) {}

std::uint64_t MemoryFileSystem::calls() const { return state_->calls; }

void MemoryFileSystem::reset_calls() {
  // What was planned stays planned for the same call.
  if (state_->fail_call > state_->calls) state_->fail_call -= state_->calls;
  if (state_->die_call > state_->calls) state_->die_call -= state_->calls;
  if (state_->act_call > state_->all_calls) state_->act_call -= state_->all_calls;
  state_->calls = 0;
  state_->all_calls = 0;
  state_->trace.clear();
}

const std::vector<std::string>& MemoryFileSystem::trace() const { return state_->trace; }

void MemoryFileSystem::fail_at(std::uint64_t n, int error_number) {
  state_->fail_call = n == 0 ? 0 : state_->calls + n;
  state_->fail_number = error_number;
  state_->fail_late = false;
}

void MemoryFileSystem::fail_after_at(std::uint64_t n, int error_number) {
  fail_at(n, error_number);
  state_->fail_late = true;
}

void MemoryFileSystem::refuse_calls(std::function<int(const std::string&)> filter) {
  state_->refuse = std::move(filter);
}

void MemoryFileSystem::lack_exchange() { state_->lacks_exchange = true; }

void MemoryFileSystem::act_at(std::uint64_t n, std::function<void()> act) {
  state_->act_call = n == 0 ? 0 : state_->all_calls + n;
  state_->act = std::move(act);
}

std::uint64_t MemoryFileSystem::all_calls() const { return state_->all_calls; }

void MemoryFileSystem::die_at(std::uint64_t n) {
  state_->die_call = n == 0 ? 0 : state_->calls + n;
}

void MemoryFileSystem::before_lock(std::function<void(const std::string&)> meanwhile) {
  state_->before_lock = std::move(meanwhile);
}

void MemoryFileSystem::skip_calls(std::function<bool(const std::string&)> filter) {
  state_->skip = std::move(filter);
}

void MemoryFileSystem::note_looks() {
  state_->notes_looks = true;
  state_->looks.clear();
}

std::vector<std::string> MemoryFileSystem::looks() const { return state_->looks; }

void MemoryFileSystem::fail_look(LookFault fault) {
  state_->looks_to_fault = fault.occurrence;
  state_->fault = std::move(fault);
}

std::unique_ptr<MemoryFileSystem> MemoryFileSystem::after(PowerCut cut) const {
  return reborn(Survivors(cut).copy(state_->root));
}

std::unique_ptr<MemoryFileSystem> MemoryFileSystem::after_some(std::uint64_t seed) const {
  return reborn(Survivors::by_chance(seed).copy(state_->root));
}

std::unique_ptr<MemoryFileSystem> MemoryFileSystem::reborn(
    const std::shared_ptr<MemoryNode>& root) const {
  auto next = std::make_unique<MemoryFileSystem>();
  next->state_->root = root;
  next->state_->next_inode = state_->next_inode;
  next->state_->ticks = state_->ticks;
  next->state_->lacks_exchange = state_->lacks_exchange;
  next->state_->reborn = true;
  return next;
}

void MemoryFileSystem::put(const std::string& path, std::string_view bytes) {
  NodePtr node = state_->find(path, false);
  if (!node || !node->is(Kind::File)) {
    node = state_->make_node(Kind::File, kPutFileMode);
    put_node(*state_, path, node);
  }
  node->bytes = bytes;
  node->synced = bytes;
  state_->touch(*node);
}

void MemoryFileSystem::put_link(const std::string& path, std::string_view target) {
  NodePtr node = state_->make_node(Kind::Link, 0777);
  node->bytes = target;
  node->synced = target;
  put_node(*state_, path, node);
}

void MemoryFileSystem::take(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const NodePtr parent = state_->find(slash == 0 ? "/" : path.substr(0, slash), true);
  if (!parent) return;
  parent->entries.erase(path.substr(slash + 1));
  parent->durable.erase(path.substr(slash + 1));
  state_->touch(*parent);
}

void MemoryFileSystem::put_directory(const std::string& path) { ensure_directory(*state_, path); }

void MemoryFileSystem::put_device(const std::string& path, std::uint64_t device) {
  ensure_directory(*state_, path)->stat.device = device;
}

void MemoryFileSystem::put_owner(const std::string& path, std::uint32_t owner) {
  const NodePtr node = state_->find(path, false);
  if (node) node->stat.owner = owner;
}

std::string MemoryFileSystem::get(const std::string& path) const {
  const NodePtr node = state_->find(path, true);
  return node && node->is(Kind::File) ? node->bytes : "";
}

bool MemoryFileSystem::exists(const std::string& path) const {
  return state_->find(path, false) != nullptr;
}

std::vector<std::pair<std::string, std::string>> MemoryFileSystem::tree(
    const std::string& path) const {
  std::vector<std::pair<std::string, std::string>> files;
  MemoryState::Found found;
  if (state_->walk(path, true, found) != 0) return files;
  collect(*found.node, found.path, files);
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace loci::fs
