// The two file systems that every story of fs is told of: the machine's, in a
// directory of its own below /tmp, and the one in memory.

#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fs/file_system.h"
#include "support/memory_file_system.h"

namespace loci::fs::testing {

class World {
 public:
  virtual ~World() = default;
  virtual FileSystem& files() = 0;
  [[nodiscard]] virtual std::string home() const = 0;  // an empty directory; canonical
  // By path below home(); directories above are made.
  virtual void put(const std::string& name, std::string_view bytes) = 0;
  virtual void put_link(const std::string& name, const std::string& target) = 0;
  virtual void put_directory(const std::string& name) = 0;
  virtual void take_away(const std::string& name) = 0;
  [[nodiscard]] virtual std::string get(const std::string& name) const = 0;

  [[nodiscard]] std::string at(const std::string& name) const { return home() + "/" + name; }
};

class SystemWorld final : public World {
 public:
  SystemWorld() : files_(make_system_file_system()) {
    std::string pattern = std::filesystem::temp_directory_path() / "loci-fs-XXXXXX";
    home_ = std::filesystem::canonical(::mkdtemp(pattern.data()));
  }
  SystemWorld(const SystemWorld&) = delete;
  SystemWorld& operator=(const SystemWorld&) = delete;
  ~SystemWorld() override {
    std::error_code ignored;
    std::filesystem::remove_all(home_, ignored);
  }

  FileSystem& files() override { return *files_; }
  [[nodiscard]] std::string home() const override { return home_; }
  void put(const std::string& name, std::string_view bytes) override {
    make_parent(name);
    std::ofstream(at(name), std::ios::binary) << bytes;
  }
  void put_link(const std::string& name, const std::string& target) override {
    make_parent(name);
    std::filesystem::create_symlink(target, at(name));
  }
  void put_directory(const std::string& name) override {
    std::filesystem::create_directories(at(name));
  }
  void take_away(const std::string& name) override { std::filesystem::remove_all(at(name)); }
  [[nodiscard]] std::string get(const std::string& name) const override {
    std::ifstream file(at(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  void make_parent(const std::string& name) {
    std::filesystem::create_directories(std::filesystem::path(at(name)).parent_path());
  }

  std::unique_ptr<FileSystem> files_;
  std::string home_;
};

class MemoryWorld final : public World {
 public:
  MemoryWorld() { files_.put_directory(home()); }

  FileSystem& files() override { return files_; }
  [[nodiscard]] std::string home() const override { return "/h"; }
  void put(const std::string& name, std::string_view bytes) override {
    files_.put(at(name), bytes);
  }
  void put_link(const std::string& name, const std::string& target) override {
    files_.put_link(at(name), target);
  }
  void put_directory(const std::string& name) override { files_.put_directory(at(name)); }
  void take_away(const std::string& name) override {
    const std::size_t slash = at(name).rfind('/');
    auto root = files_.open(at(name).substr(0, slash), Modes::Private);
    const std::string last = at(name).substr(slash + 1);
    if (!(*root)->remove(last)) static_cast<void>((*root)->remove_directory(last));
  }
  [[nodiscard]] std::string get(const std::string& name) const override {
    return files_.get(at(name));
  }

 private:
  MemoryFileSystem files_;
};

enum class Which : std::uint8_t { System, Memory };

// The fixture of a suite that is run over both.
class BothWorlds : public ::testing::TestWithParam<Which> {
 protected:
  BothWorlds() {
    if (GetParam() == Which::System) {
      world_ = std::make_unique<SystemWorld>();
    } else {
      world_ = std::make_unique<MemoryWorld>();
    }
    root_ = *world_->files().open(world_->home(), Modes::Private);
  }

  World& world() { return *world_; }
  FileSystem& files() { return world_->files(); }
  Root& root() { return *root_; }
  // The names in the root, sorted.
  std::vector<std::string> names() {
    std::vector<std::string> found;
    const auto entries = root_->list();
    EXPECT_TRUE(entries.has_value());
    for (const Entry& entry : *entries) found.push_back(entry.name);
    std::sort(found.begin(), found.end());
    return found;
  }

 private:
  std::unique_ptr<World> world_;
  std::unique_ptr<Root> root_;
};

inline std::string world_name(const ::testing::TestParamInfo<Which>& info) {
  return info.param == Which::System ? "OnTheMachine" : "InMemory";
}

#define LOCI_IN_BOTH_WORLDS(suite) \
  INSTANTIATE_TEST_SUITE_P(Fs, suite, ::testing::Values(Which::System, Which::Memory), world_name)

// The kind of error a Result holds; anything that succeeded is a failed test.
template <typename T>
ErrorKind kind_of(const Result<T>& result) {
  EXPECT_FALSE(result.has_value()) << "expected an error";
  return result ? ErrorKind::Internal : result.error().kind;
}

template <typename T>
::testing::AssertionResult ok(const Result<T>& result) {
  if (result) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << result.error().message;
}

// Runs `body` in a child and gives its exit status. No destructors, no gtest.
template <typename Body>
int in_child(Body body) {
  const pid_t pid = ::fork();
  if (pid == 0) ::_exit(body());
  int status = 0;
  ::waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace loci::fs::testing
