#include "support/memory_state.h"

#include <fmt/format.h>

#include <cerrno>
#include <deque>
#include <utility>

#include "base/path.h"
#include "base/text.h"
#include "fs/faults.h"

namespace loci::fs {

namespace {

constexpr std::int64_t kEpoch = 1'700'000'000'000'000'000;
constexpr std::int64_t kTick = 1'000'000;
constexpr int kMostLinks = 40;  // as Linux has it
constexpr std::uint64_t kDevice = 1;

std::vector<std::string> components_of(std::string_view path) {
  std::vector<std::string> parts;
  while (!path.empty()) {
    const std::string_view part = path.substr(0, path.find('/'));
    if (!part.empty() && part != ".") parts.emplace_back(part);
    path.remove_prefix(std::min(part.size() + 1, path.size()));
  }
  return parts;
}

}  // namespace

Stat MemoryNode::examined() const {
  Stat answer = stat;
  answer.size = is(Kind::Directory) ? 4096 : bytes.size();
  return answer;
}

MemoryState::MemoryState() { root = make_node(Kind::Directory, 0755); }

NodePtr MemoryState::make_node(Kind kind, std::uint32_t mode) {
  auto node = std::make_shared<MemoryNode>();
  node->stat.kind = kind;
  node->stat.mode = mode;
  node->stat.owner = MemoryFileSystem::kUser;
  node->stat.device = kDevice;
  node->stat.inode = next_inode++;
  touch(*node);
  node->stat.birth_ns = node->stat.mtime_ns;
  return node;
}

void MemoryState::touch(MemoryNode& node) {
  touch_attributes(node);
  node.stat.mtime_ns = node.stat.ctime_ns;
}

void MemoryState::touch_attributes(MemoryNode& node) {
  node.stat.ctime_ns = kEpoch + ++ticks * kTick;
}

Verdict MemoryState::count(std::string line) {
  ++calls;
  Verdict verdict;
  if (die_call != 0 && calls >= die_call) {
    dead = true;
    verdict.died = true;
    verdict.error_number = EIO;
  } else if (calls == fail_call) {
    verdict.error_number = fail_number;
    verdict.late = fail_late;
  } else {
    verdict.skipped = skip && skip(line);
    if (refuse) verdict.error_number = refuse(line);
  }
  trace.push_back(std::move(line));
  return verdict;
}

Result<> MemoryState::check_alive() {
  if (++all_calls == act_call && act) std::exchange(act, nullptr)();
  if (dead) return fail(process_gone_error());
  return {};
}

Result<> MemoryState::look(std::string_view action, const std::string& path) {
  LOCI_TRY(check_alive());
  if (!notes_looks && !fault) return {};
  const std::lock_guard guard(looking);
  std::string line = fmt::format("{} {}", action, path);
  bool fails = false;
  if (fault && looks_to_fault == 0) {
    fails = fault->lasting && path == fault->path;
  } else if (fault && line == fault->line) {
    fails = --looks_to_fault == 0;
    fault->path = path;
  }
  if (notes_looks) looks.push_back(std::move(line));
  if (fails) return fail(file_error(fault->error_number, action, path));
  return {};
}

int MemoryState::walk(const std::string& path, bool follow, Found& found) const {
  const auto parts = components_of(path);
  std::deque<std::string> ahead(parts.begin(), parts.end());
  std::vector<Found> above{{root, "/"}};
  int links = 0;
  while (!ahead.empty()) {
    const std::string name = std::move(ahead.front());
    ahead.pop_front();
    const Found& here = above.back();
    if (!here.node->is(Kind::Directory)) return ENOTDIR;
    if (name == "..") {
      if (above.size() > 1) above.pop_back();
      continue;
    }
    const auto entry = here.node->entries.find(name);
    if (entry == here.node->entries.end()) return ENOENT;
    const NodePtr next = entry->second;
    if (!next->is(Kind::Link) || (ahead.empty() && !follow)) {
      above.push_back({next, child_path(here.path, name)});
      continue;
    }
    if (++links > kMostLinks) return ELOOP;
    if (next->bytes.starts_with('/')) above.resize(1);
    const auto target = components_of(next->bytes);
    ahead.insert(ahead.begin(), target.begin(), target.end());
  }
  found = above.back();
  return 0;
}

NodePtr MemoryState::find(const std::string& path, bool follow) const {
  Found found;
  return walk(path, follow, found) == 0 ? found.node : nullptr;
}

Error process_gone_error() {
  return io_error("the process is gone", "the test stopped it at this call");
}

Error verdict_error(const Verdict& verdict, std::string_view action, std::string_view path) {
  return verdict.died ? process_gone_error() : file_error(verdict.error_number, action, path);
}

}  // namespace loci::fs
