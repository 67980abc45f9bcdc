#include "fs/system_file.h"

#include <sys/stat.h>

#include <algorithm>

#include "fs/faults.h"
#include "fs/platform.h"

namespace loci::fs {

namespace {

class SystemFile final : public File {
 public:
  SystemFile(Descriptor file, std::string path) : file_(std::move(file)), path_(std::move(path)) {}

  Result<> write(std::string_view bytes) override {
    while (!bytes.empty()) {
      const ssize_t count = retry([&] { return ::write(file_.get(), bytes.data(), bytes.size()); });
      if (count < 0) return fail(file_error(errno, "write", path_));
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return {};
  }

  Result<> truncate(std::uint64_t size) override {
    const auto length = static_cast<off_t>(size);
    return answer(retry([&] { return ::ftruncate(file_.get(), length); }), "shorten");
  }

  Result<> set_mode(std::uint32_t mode) override {
    const auto bits = static_cast<mode_t>(mode);
    return answer(retry([&] { return ::fchmod(file_.get(), bits); }), "set the mode of");
  }

  Result<> sync() override {
    const int number = platform::sync_file(file_.get());
    if (number != 0) return fail(file_error(number, "sync", path_));
    return {};
  }

  void start_sync() override { platform::start_sync(file_.get()); }

 private:
  Result<> answer(int outcome, std::string_view action) const {
    if (outcome != 0) return fail(file_error(errno, action, path_));
    return {};
  }

  Descriptor file_;
  std::string path_;
};

class SystemReader final : public Reader {
 public:
  SystemReader(Descriptor file, std::string path, std::uint64_t size)
      : file_(std::move(file)), path_(std::move(path)), size_(size) {}

  [[nodiscard]] std::uint64_t size() const override { return size_; }

  Result<> read_into(std::string& buffer, std::uint64_t offset, std::size_t length) const override {
    const std::uint64_t left = size_ - std::min(size_, offset);
    buffer.resize(static_cast<std::size_t>(std::min<std::uint64_t>(left, length)));
    const ssize_t count = read_fully(file_.get(), buffer.data(), buffer.size(), offset);
    if (count < 0) return fail(file_error(errno, "read", path_));
    buffer.resize(static_cast<std::size_t>(count));
    return {};
  }

 private:
  Descriptor file_;
  std::string path_;
  std::uint64_t size_;
};

}  // namespace

ssize_t read_fully(int file, char* buffer, std::size_t length, std::uint64_t offset) {
  std::size_t done = 0;
  while (done < length) {
    const auto at = static_cast<off_t>(offset + done);
    const ssize_t got = retry([&] { return ::pread(file, buffer + done, length - done, at); });
    if (got < 0) return -1;
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return static_cast<ssize_t>(done);
}

std::unique_ptr<File> make_system_file(Descriptor file, std::string path) {
  return std::make_unique<SystemFile>(std::move(file), std::move(path));
}

std::unique_ptr<Reader> make_system_reader(Descriptor file, std::string path, std::uint64_t size) {
  return std::make_unique<SystemReader>(std::move(file), std::move(path), size);
}

}  // namespace loci::fs
