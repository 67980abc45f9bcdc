#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "base/path.h"
#include "fs/clear.h"
#include "fs/faults.h"
#include "support/memory_state.h"

namespace loci::fs {

namespace {

constexpr std::uint32_t kUmask = 022;
constexpr std::size_t kNameBytes = 255;

class MemoryLock final : public Lock {
 public:
  explicit MemoryLock(NodePtr directory) : directory_(std::move(directory)) {
    directory_->locked = true;
  }
  MemoryLock(const MemoryLock&) = delete;
  MemoryLock& operator=(const MemoryLock&) = delete;
  ~MemoryLock() override { directory_->locked = false; }

 private:
  NodePtr directory_;
};

// Nobody runs beside a test in memory.
class MemoryTicket final : public Ticket {
 public:
  [[nodiscard]] bool first() const override { return true; }
  void wait() override {}
};

class MemoryMapping final : public Mapping {
 public:
  explicit MemoryMapping(std::string bytes) : bytes_(std::move(bytes)) {}
  [[nodiscard]] std::string_view bytes() const override { return bytes_; }

 private:
  std::string bytes_;
};

class MemoryRoot final : public Root, public Clearable {
 public:
  MemoryRoot(std::shared_ptr<MemoryState> state, NodePtr directory, std::string path, Modes modes)
      : state_(std::move(state)),
        directory_(std::move(directory)),
        path_(std::move(path)),
        modes_(modes) {}

  [[nodiscard]] const std::string& path() const override { return path_; }
  [[nodiscard]] Modes modes() const override { return modes_; }

  [[nodiscard]] Result<Stat> self() const override;
  [[nodiscard]] Result<Stat> stat(std::string_view name) const override;
  [[nodiscard]] Result<std::vector<Entry>> list() const override;
  [[nodiscard]] Result<bool> is_empty() const override;
  [[nodiscard]] Result<std::string> read(std::string_view name, std::size_t limit) const override;
  [[nodiscard]] Result<std::unique_ptr<Reader>> open_reader(std::string_view name) const override;
  [[nodiscard]] Result<std::unique_ptr<Mapping>> map(std::string_view name) const override;
  Result<> for_each_file(
      const std::function<void(std::string_view name, const Stat& stat)>& see) const override;
  [[nodiscard]] Result<std::unique_ptr<Root>> open(std::string_view name) const override;
  Result<> make_directory(std::string_view name) override;
  Result<> remove_directory(std::string_view name) override;
  [[nodiscard]] Result<std::unique_ptr<File>> create(std::string_view name) override;
  [[nodiscard]] Result<std::unique_ptr<File>> open_for_append(std::string_view name) override;
  Result<> rename(std::string_view from, std::string_view to) override;
  Result<bool> exchange(std::string_view one, std::string_view other) override;
  Result<bool> rename_new(std::string_view from, std::string_view to) override;
  Result<> remove(std::string_view name) override;
  Result<> remove_link(std::string_view name) override;
  Result<> sync() override;
  Result<> sync_file_system() override;
  [[nodiscard]] Result<std::unique_ptr<Lock>> try_lock() override;
  [[nodiscard]] std::unique_ptr<Ticket> line_up() const override;
  [[nodiscard]] std::string lock_holder() const override;

 private:
  [[nodiscard]] Result<> check_call(std::string_view name) const;
  [[nodiscard]] NodePtr entry(std::string_view name) const;
  [[nodiscard]] Result<NodePtr> present(std::string_view name, std::string_view action) const;
  [[nodiscard]] Result<NodePtr> regular(std::string_view name) const;
  [[nodiscard]] Result<> check_free(std::string_view name) const;
  // All names of one step: each leads to its file then, or nowhere.
  void change(Entries step);
  void enter(std::string_view name, NodePtr node);
  void leave(std::string_view name);
  Result<> move(const NodePtr& node, std::string_view from, std::string_view to);
  [[nodiscard]] Effect moved(const NodePtr& file, std::string_view from, std::string_view to) const;
  [[nodiscard]] std::string path_of(std::string_view name) const { return child_path(path_, name); }
  [[nodiscard]] std::uint32_t mode(std::uint32_t personal, std::uint32_t open) const {
    return modes_ == Modes::Private ? personal : open & ~kUmask;
  }

  std::shared_ptr<MemoryState> state_;
  NodePtr directory_;
  std::string path_;
  Modes modes_;
};

Result<> MemoryRoot::check_call(std::string_view name) const {
  LOCI_TRY(state_->check_alive());
  LOCI_TRY(check_name(name));
  if (name.size() > kNameBytes) return fail(file_error(ENAMETOOLONG, "find", path_of(name)));
  return {};
}

NodePtr MemoryRoot::entry(std::string_view name) const {
  const auto found = directory_->entries.find(name);
  return found == directory_->entries.end() ? nullptr : found->second;
}

// What a name leads to; a link is Denied.
Result<NodePtr> MemoryRoot::present(std::string_view name, std::string_view action) const {
  NodePtr node = entry(name);
  if (!node) return fail(file_error(ENOENT, action, path_of(name)));
  if (node->is(Kind::Link)) return fail(link_error(path_of(name)));
  return node;
}

Result<NodePtr> MemoryRoot::regular(std::string_view name) const {
  LOCI_ASSIGN(NodePtr node, present(name, "read"));
  if (node->is(Kind::Directory)) return fail(file_error(EISDIR, "read", path_of(name)));
  return node;
}

Result<> MemoryRoot::check_free(std::string_view name) const {
  const NodePtr node = entry(name);
  if (directory_->gone) return fail(file_error(ENOENT, "create", path_of(name)));
  if (!node) return {};
  if (node->is(Kind::Link)) return fail(link_error(path_of(name)));
  return fail(file_error(EEXIST, "create", path_of(name)));
}

void MemoryRoot::change(Entries step) {
  for (const auto& [name, node] : step) {
    if (node) {
      directory_->entries.insert_or_assign(name, node);
    } else {
      directory_->entries.erase(name);
    }
  }
  directory_->steps.push_back(std::move(step));
  state_->touch(*directory_);
}

void MemoryRoot::enter(std::string_view name, NodePtr node) {
  if (const NodePtr before = entry(name)) before->gone = true;
  change({{std::string(name), std::move(node)}});
}

void MemoryRoot::leave(std::string_view name) { change({{std::string(name), nullptr}}); }

Effect MemoryRoot::moved(const NodePtr& file, std::string_view from, std::string_view to) const {
  if (state_->dead) return Effect::Unknown;
  if (entry(from) == file) return Effect::None;
  return entry(to) == file ? Effect::Done : Effect::Unknown;
}

Result<Stat> MemoryRoot::self() const {
  LOCI_TRY(state_->look("self", path_));
  return directory_->examined();
}

Result<Stat> MemoryRoot::stat(std::string_view name) const {
  LOCI_TRY(check_call(name));
  LOCI_TRY(state_->look("stat", path_of(name)));
  const NodePtr node = entry(name);
  if (!node) return fail(file_error(ENOENT, "examine", path_of(name)));
  return node->examined();
}

Result<std::vector<Entry>> MemoryRoot::list() const {
  LOCI_TRY(state_->look("list", path_));
  std::vector<Entry> entries;
  for (const auto& [name, node] : directory_->entries) entries.push_back({name, node->stat.kind});
  return entries;
}

Result<bool> MemoryRoot::is_empty() const {
  LOCI_TRY(state_->look("list", path_));
  return directory_->entries.empty();
}

Result<std::string> MemoryRoot::read(std::string_view name, std::size_t limit) const {
  LOCI_TRY(check_call(name));
  LOCI_TRY(state_->look("read", path_of(name)));
  LOCI_ASSIGN(const NodePtr node, regular(name));
  if (node->bytes.size() > limit) return fail(too_large_error(path_of(name), limit));
  return node->bytes;
}

Result<std::unique_ptr<Reader>> MemoryRoot::open_reader(std::string_view name) const {
  LOCI_TRY(check_call(name));
  LOCI_TRY(state_->look("read", path_of(name)));
  LOCI_ASSIGN(NodePtr node, regular(name));
  return make_memory_reader(state_, std::move(node), path_of(name));
}

Result<std::unique_ptr<Mapping>> MemoryRoot::map(std::string_view name) const {
  LOCI_TRY(check_call(name));
  LOCI_ASSIGN(const NodePtr node, regular(name));
  LOCI_ASSIGN(std::string bytes, read(name, node->bytes.size()));
  return std::make_unique<MemoryMapping>(std::move(bytes));
}

Result<> MemoryRoot::for_each_file(
    const std::function<void(std::string_view name, const Stat& stat)>& see) const {
  LOCI_ASSIGN(const std::vector<Entry> entries, list());
  for (const Entry& entry : entries) {
    if (entry.kind != Kind::File) continue;
    LOCI_ASSIGN(const Stat found, stat(entry.name));
    see(entry.name, found);
  }
  return {};
}

Result<std::unique_ptr<Root>> MemoryRoot::open(std::string_view name) const {
  LOCI_TRY(check_call(name));
  LOCI_TRY(state_->look("open", path_of(name)));
  LOCI_ASSIGN(NodePtr node, present(name, "open"));
  if (!node->is(Kind::Directory)) return fail(file_error(ENOTDIR, "open", path_of(name)));
  return make_memory_root(state_, std::move(node), path_of(name), modes_);
}

Result<> MemoryRoot::make_directory(std::string_view name) {
  LOCI_TRY(check_call(name));
  LOCI_TRY(check_free(name));
  const Verdict verdict = state_->count(fmt::format("mkdir {}", path_of(name)));
  if (verdict.error_number != 0) return fail(verdict_error(verdict, "create", path_of(name)));
  if (!verdict.skipped) enter(name, state_->make_node(Kind::Directory, mode(0700, 0777)));
  return {};
}

Result<> MemoryRoot::remove_directory(std::string_view name) {
  LOCI_TRY(check_call(name));
  LOCI_ASSIGN(const NodePtr node, present(name, "remove"));
  if (!node->is(Kind::Directory)) return fail(file_error(ENOTDIR, "remove", path_of(name)));
  if (!node->entries.empty()) return fail(file_error(ENOTEMPTY, "remove", path_of(name)));
  const Verdict verdict = state_->count(fmt::format("rmdir {}", path_of(name)));
  if (verdict.error_number != 0) return fail(verdict_error(verdict, "remove", path_of(name)));
  if (verdict.skipped) return {};
  node->gone = true;
  leave(name);
  return {};
}

Result<std::unique_ptr<File>> MemoryRoot::create(std::string_view name) {
  LOCI_TRY(check_call(name));
  LOCI_TRY(check_free(name));
  const Verdict verdict = state_->count(fmt::format("create {}", path_of(name)));
  if (verdict.error_number != 0) return fail(verdict_error(verdict, "create", path_of(name)));
  NodePtr node = state_->make_node(Kind::File, mode(0600, 0666));
  if (!verdict.skipped) enter(name, node);
  return make_memory_file(state_, std::move(node), path_of(name));
}

Result<std::unique_ptr<File>> MemoryRoot::open_for_append(std::string_view name) {
  LOCI_TRY(check_call(name));
  if (!entry(name)) return create(name);
  LOCI_ASSIGN(NodePtr node, regular(name));
  return make_memory_file(state_, std::move(node), path_of(name));
}

Result<> MemoryRoot::rename(std::string_view from, std::string_view to) {
  LOCI_TRY(check_call(from));
  LOCI_TRY(check_call(to));
  LOCI_ASSIGN(NodePtr node, present(from, "rename"));
  const NodePtr target = entry(to);
  if (target && target->is(Kind::Link)) return fail(link_error(path_of(to)));
  if (target && target != node) {
    const bool over_directory = target->is(Kind::Directory);
    int number = 0;
    if (over_directory && !node->is(Kind::Directory)) number = EISDIR;
    if (!over_directory && node->is(Kind::Directory)) number = ENOTDIR;
    if (number == 0 && !target->entries.empty()) number = ENOTEMPTY;
    if (number != 0) return fail(file_error(number, "rename", path_of(to)));
  }
  return move(node, from, to);
}

Result<> MemoryRoot::move(const NodePtr& node, std::string_view from, std::string_view to) {
  Verdict verdict;
  const auto call = [&] {
    verdict = state_->count(fmt::format("rename {} -> {}", path_of(from), to));
    if (verdict.stops() || from == to) return verdict.error_number;
    state_->touch_attributes(*node);
    if (node->is(Kind::Directory)) {  // no disk has it under both names
      if (const NodePtr before = entry(to)) before->gone = true;
      change({{std::string(from), nullptr}, {std::string(to), node}});
    } else {
      leave(from);
      enter(to, node);
    }
    return verdict.error_number;
  };
  const int number = certainly(call, [&] { return moved(node, from, to); });
  if (number != 0) return fail(verdict_error(verdict, "rename", path_of(from)));
  return {};
}

Result<bool> MemoryRoot::exchange(std::string_view one, std::string_view other) {
  LOCI_TRY(check_call(one));
  LOCI_TRY(check_call(other));
  if (state_->lacks_exchange) return false;
  const NodePtr first = entry(one);
  const NodePtr second = entry(other);
  if (!first) return fail(file_error(ENOENT, "exchange", path_of(one)));
  if (!second) return fail(file_error(ENOENT, "replace", path_of(other)));
  Verdict verdict;
  const auto call = [&] {
    verdict = state_->count(fmt::format("exchange {} -> {}", path_of(one), other));
    if (verdict.stops()) return verdict.error_number;
    state_->touch_attributes(*first);
    state_->touch_attributes(*second);
    change({{std::string(one), second}, {std::string(other), first}});
    return verdict.error_number;
  };
  const int number = certainly(call, [&] { return moved(first, one, other); });
  if (number != 0) return fail(verdict_error(verdict, "replace", path_of(other)));
  return true;
}

Result<bool> MemoryRoot::rename_new(std::string_view from, std::string_view to) {
  LOCI_TRY(check_call(from));
  LOCI_TRY(check_call(to));
  if (state_->lacks_exchange) return false;
  LOCI_ASSIGN(const NodePtr node, present(from, "rename"));
  if (entry(to)) return fail(file_error(EEXIST, "rename", path_of(to)));
  LOCI_TRY(move(node, from, to));
  return true;
}

Result<> MemoryRoot::remove(std::string_view name) {
  LOCI_TRY(check_call(name));
  LOCI_ASSIGN(const NodePtr node, present(name, "remove"));
  if (node->is(Kind::Directory)) return fail(file_error(EISDIR, "remove", path_of(name)));
  Verdict verdict;
  const auto call = [&] {
    verdict = state_->count(fmt::format("remove {}", path_of(name)));
    if (!verdict.stops()) leave(name);
    return verdict.error_number;
  };
  const int number = certainly(call, [&] {
    if (state_->dead) return Effect::Unknown;
    return entry(name) == node ? Effect::None : Effect::Done;
  });
  if (number != 0) return fail(verdict_error(verdict, "remove", path_of(name)));
  return {};
}

Result<> MemoryRoot::remove_link(std::string_view name) {
  LOCI_TRY(check_call(name));
  const NodePtr node = entry(name);
  if (!node) return fail(file_error(ENOENT, "remove", path_of(name)));
  if (!node->is(Kind::Link)) return fail(file_error(EEXIST, "remove", path_of(name)));
  const Verdict verdict = state_->count(fmt::format("remove {}", path_of(name)));
  if (verdict.error_number != 0) return fail(verdict_error(verdict, "remove", path_of(name)));
  if (!verdict.skipped) leave(name);
  return {};
}

Result<> MemoryRoot::sync() {
  LOCI_TRY(state_->check_alive());
  const Verdict verdict = state_->count(fmt::format("sync-directory {}", path_));
  if (!verdict.stops()) {
    directory_->durable = directory_->entries;
    directory_->steps.clear();
  }
  if (verdict.error_number != 0) return fail(verdict_error(verdict, "sync", path_));
  return {};
}

Result<> MemoryRoot::sync_file_system() {
  LOCI_TRY(state_->check_alive());
  const Verdict verdict = state_->count("sync-file-system");
  if (verdict.error_number != 0) return fail(verdict_error(verdict, "sync", path_));
  if (verdict.skipped) return {};
  std::vector<MemoryNode*> ahead{state_->root.get()};
  while (!ahead.empty()) {
    MemoryNode& node = *ahead.back();
    ahead.pop_back();
    node.synced = node.bytes;
    node.durable = node.entries;
    node.steps.clear();
    for (const auto& [name, child] : node.entries) ahead.push_back(child.get());
  }
  return {};
}

Result<std::unique_ptr<Lock>> MemoryRoot::try_lock() {
  LOCI_TRY(state_->check_alive());
  if (state_->before_lock) {
    const auto meanwhile = std::exchange(state_->before_lock, nullptr);
    meanwhile(path_);
    if (!state_->before_lock) state_->before_lock = meanwhile;
  }
  if (directory_->locked) return fail(lock_held_error(path_));
  const NodePtr now = state_->find(path_, true);
  if (!now) return fail(file_error(ENOENT, "lock", path_));
  if (now != directory_) return fail(lock_replaced_error(path_));
  return std::make_unique<MemoryLock>(directory_);
}

std::unique_ptr<Ticket> MemoryRoot::line_up() const { return std::make_unique<MemoryTicket>(); }

std::string MemoryRoot::lock_holder() const {
  return directory_->locked ? fmt::format("pid {}", ::getpid()) : "";
}

}  // namespace

std::unique_ptr<Root> make_memory_root(std::shared_ptr<MemoryState> state, NodePtr directory,
                                       std::string path, Modes modes) {
  return std::make_unique<MemoryRoot>(std::move(state), std::move(directory), std::move(path),
                                      modes);
}

}  // namespace loci::fs
