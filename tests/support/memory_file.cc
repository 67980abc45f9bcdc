#include <fmt/format.h>

#include <algorithm>

#include "support/memory_state.h"

namespace loci::fs {

namespace {

class MemoryFile final : public File {
 public:
  MemoryFile(std::shared_ptr<MemoryState> state, NodePtr node, std::string path)
      : state_(std::move(state)), node_(std::move(node)), path_(std::move(path)) {}

  Result<> write(std::string_view bytes) override {
    LOCI_TRY(state_->check_alive());
    const Verdict verdict = state_->count(fmt::format("write {} {}", path_, bytes.size()));
    if (verdict.skipped) return {};
    const bool failed = verdict.error_number != 0;
    node_->bytes.append(verdict.stops() ? bytes.substr(0, bytes.size() / 2) : bytes);
    state_->touch(*node_);
    if (failed) return fail(verdict_error(verdict, "write", path_));
    return {};
  }

  Result<> truncate(std::uint64_t size) override {
    LOCI_TRY(state_->check_alive());
    const Verdict verdict = state_->count(fmt::format("truncate {} {}", path_, size));
    if (verdict.error_number != 0) return fail(verdict_error(verdict, "shorten", path_));
    if (verdict.skipped) return {};
    node_->bytes.resize(static_cast<std::size_t>(size), '\0');
    state_->touch(*node_);
    return {};
  }

  Result<> set_mode(std::uint32_t mode) override {
    LOCI_TRY(state_->check_alive());
    const Verdict verdict = state_->count(fmt::format("chmod {} {:o}", path_, mode));
    if (verdict.error_number != 0) return fail(verdict_error(verdict, "set the mode of", path_));
    if (verdict.skipped) return {};
    node_->stat.mode = mode;
    state_->touch_attributes(*node_);
    return {};
  }

  Result<> sync() override {
    LOCI_TRY(state_->check_alive());
    const Verdict verdict = state_->count(fmt::format("sync {}", path_));
    if (!verdict.stops()) node_->synced = node_->bytes;
    if (verdict.error_number != 0) return fail(verdict_error(verdict, "sync", path_));
    return {};
  }

 private:
  std::shared_ptr<MemoryState> state_;
  NodePtr node_;
  std::string path_;
};

class MemoryReader final : public Reader {
 public:
  MemoryReader(std::shared_ptr<MemoryState> state, NodePtr node, std::string path)
      : state_(std::move(state)),
        node_(std::move(node)),
        path_(std::move(path)),
        size_(node_->bytes.size()) {}

  [[nodiscard]] std::uint64_t size() const override { return size_; }

  Result<> read_into(std::string& buffer, std::uint64_t offset, std::size_t length) const override {
    LOCI_TRY(state_->look("read", path_));
    buffer.clear();
    if (offset >= size_ || offset >= node_->bytes.size()) return {};
    const auto left = static_cast<std::size_t>(size_ - offset);
    buffer.assign(node_->bytes, static_cast<std::size_t>(offset), std::min(left, length));
    return {};
  }

 private:
  std::shared_ptr<MemoryState> state_;
  NodePtr node_;
  std::string path_;
  std::uint64_t size_;
};

}  // namespace

std::unique_ptr<File> make_memory_file(std::shared_ptr<MemoryState> state, NodePtr file,
                                       std::string path) {
  return std::make_unique<MemoryFile>(std::move(state), std::move(file), std::move(path));
}

std::unique_ptr<Reader> make_memory_reader(std::shared_ptr<MemoryState> state, NodePtr file,
                                           std::string path) {
  return std::make_unique<MemoryReader>(std::move(state), std::move(file), std::move(path));
}

}  // namespace loci::fs
