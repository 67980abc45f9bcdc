#include "sync/git_setup.h"

#include <fmt/format.h>

#include <array>

#include "base/path.h"
#include "base/text.h"
#include "compile/foreign_file.h"
#include "compile/lasting_program.h"
#include "store/git_config.h"
#include "store/repository.h"

namespace loci::sync {
namespace {

using memory::Memory;

constexpr std::size_t kMostBytes = std::size_t{1} << 20;
constexpr std::string_view kBegin = "# BEGIN loci\n";
constexpr std::string_view kEnd = "# END loci\n";

constexpr std::string_view kNotes =
    "**/.loci/memory/*.md merge=loci\n"
    "**/.loci/agents/*/memory/*.md merge=loci\n"
    "**/xcaf/agents/*/memory/*.md merge=loci\n";
constexpr std::string_view kTemporary = ".loci-*.tmp\n";

std::string quoted_for_shell(std::string_view text) {
  return fmt::format("'{}'", replace_all(text, "'", "'\\''"));
}

std::string quoted_for_config(std::string_view text) {
  return fmt::format("\"{}\"", replace_all(replace_all(text, "\\", "\\\\"), "\"", "\\\""));
}

// Without the program git merges as it does without a driver: a driver that is gone would
// leave one side's text alone.
std::string driver_config(const std::string& program) {
  const std::string quoted = quoted_for_shell(program);
  const std::string command = fmt::format(
      "if test -x {0}; then {0} merge-file %O %A %B %P; else git merge-file %A %O %B; fi", quoted);
  return fmt::format("[merge \"loci\"]\n\tname = notes, merged by loci\n\tdriver = {}\n",
                     quoted_for_config(command));
}

// The text without the block, or as it is where there is none.
std::string without_block(std::string_view text) {
  const std::size_t begin = text.find(kBegin);
  const std::size_t end = text.find(kEnd, begin == std::string_view::npos ? 0 : begin);
  if (begin == std::string_view::npos || end == std::string_view::npos) return std::string(text);
  return std::string(text.substr(0, begin)).append(text.substr(end + kEnd.size()));
}

std::string with_block(std::string_view text, std::string_view inner) {
  const std::string block = fmt::format("{}{}{}", kBegin, inner, kEnd);
  const std::size_t begin = text.find(kBegin);
  if (begin != std::string_view::npos && text.find(kEnd, begin) != std::string_view::npos) {
    return replace_all(text, text.substr(begin, text.find(kEnd, begin) + kEnd.size() - begin),
                       block);
  }
  std::string result(text);
  if (!result.empty() && !result.ends_with('\n')) result += '\n';
  return result + block;
}

struct GitFile {
  std::string_view path;  // below the directory
  std::string inner;
};

// The repository that the workspace is, or lies in.
Result<std::optional<std::string>> find_directory(Memory& memory) {
  LOCI_ASSIGN(const store::Workspace workspace, memory.need_workspace());
  for (std::string root = workspace.root;; root = parent_path(root)) {
    LOCI_ASSIGN(auto directory, store::read_common_directory(memory.store().files(), root));
    if (directory) return directory;
    const auto git = memory.store().files().stat(child_path(root, ".git"), false);
    if (git || root == "/" || root.empty()) return std::nullopt;
  }
}

Result<GitSetup> change(Memory& memory, bool dry_run, const std::string& directory, bool put) {
  GitSetup done{directory, {}, dry_run};
  std::string program = memory.session().program;
  if (put && compile::is_passing(program, memory.session().environment)) {
    if (!dry_run) LOCI_TRY(compile::keep_program(memory.store(), program));
    program = compile::lasting_path(memory.store());
  }
  const std::array files{GitFile{"config", driver_config(program)},
                         GitFile{"info/attributes", std::string(kNotes)},
                         GitFile{"info/exclude", std::string(kTemporary)}};
  for (const GitFile& file : files) {
    const std::string path = fmt::format("{}/{}", directory, file.path);
    const auto edited =
        [&](const compile::ForeignFile& there) -> Result<std::optional<std::string>> {
      const std::string text = there.text.value_or("");
      if (!put) {
        std::string left = without_block(text);
        if (!there.text || (left.empty() && left != text)) return std::nullopt;
        return left;
      }
      std::string wanted = with_block(text, file.inner);
      if (file.path == "config" && !store::parse_git_config(wanted)) {
        return fail(conflict(fmt::format("git cannot read '{}'", path),
                             "fix it, then run 'loci setup git' again"));
      }
      return wanted;
    };
    LOCI_ASSIGN(const compile::ForeignFile there,
                compile::read_foreign(memory.store().files(), path, directory, kMostBytes));
    LOCI_ASSIGN(const auto wanted, edited(there));
    if (wanted == there.text) continue;
    done.changed.push_back(path);
    if (dry_run) continue;
    LOCI_TRY(compile::change_foreign(memory.store().files(), path,
                                     {directory, kMostBytes, memory.now()}, edited,
                                     [](const compile::ForeignFile&) { return Result<>(); }));
  }
  return done;
}

Result<> need_access(Memory& memory, bool dry_run) {
  LOCI_TRY(memory.need_person("change how git merges"));
  if (memory.session().ephemeral) {
    return fail(denied("an ephemeral session leaves the workspace alone"));
  }
  return dry_run ? Result<>() : memory.need_enabled();
}

Result<std::string> need_directory(Memory& memory) {
  LOCI_ASSIGN(const auto directory, find_directory(memory));
  if (directory) return *directory;
  return fail(not_found("the workspace is not in a git repository of yours",
                        "run it in a clone, or run 'git init' first"));
}

}  // namespace

Result<GitSetup> setup_git(Memory& memory, bool dry_run) {
  LOCI_TRY(need_access(memory, dry_run));
  LOCI_ASSIGN(const std::string directory, need_directory(memory));
  return change(memory, dry_run, directory, true);
}

Result<GitSetup> unsetup_git(Memory& memory, bool dry_run) {
  LOCI_TRY(need_access(memory, dry_run));
  LOCI_ASSIGN(const std::string directory, need_directory(memory));
  return change(memory, dry_run, directory, false);
}

Result<GitSetup> setup_git_if_there(Memory& memory, bool dry_run) {
  LOCI_ASSIGN(const auto directory, find_directory(memory));
  if (!directory || memory.session().program.empty()) return GitSetup{};
  return change(memory, dry_run, *directory, true);
}

}  // namespace loci::sync
