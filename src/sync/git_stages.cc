#include "sync/git_stages.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/path.h"
#include "base/text.h"
#include "note/slug.h"
#include "store/repository.h"

namespace loci::sync {
namespace {

using memory::Memory;

// Below git's own directory while a rebase waits for somebody.
constexpr std::array<std::string_view, 2> kRebase{"rebase-merge", "rebase-apply"};

Result<std::optional<store::Head>> head_of(Memory& memory) {
  const auto& workspace = memory.scopes().workspace();
  if (!workspace || !memory.session().ask_git || memory.session().ephemeral) return std::nullopt;
  if (memory.untrusted(store::shared_place(workspace->root))) return std::nullopt;
  return store::read_head(memory.store().files(), workspace->root);
}

// "100644 1f0c… 2\tpath", each with a NUL behind it.
void read_stage(std::string_view row, const std::string& root, bool rebase,
                std::vector<UnmergedPath>& paths) {
  const std::size_t tab = row.find('\t');
  const std::size_t first = row.find(' ');
  const std::size_t second = row.find(' ', first == std::string_view::npos ? first : first + 1);
  if (tab == std::string_view::npos || second == std::string_view::npos || second + 2 != tab)
    return;
  std::size_t stage = static_cast<std::size_t>(row[second + 1] - '1');
  if (stage > 2) return;
  if (rebase && stage > 0) stage = 3 - stage;
  const std::string path = fmt::format("{}/{}", root, row.substr(tab + 1));
  if (paths.empty() || paths.back().path != path) paths.push_back({path, {}});
  paths.back().blobs.at(stage) = row.substr(first + 1, second - first - 1);
}

}  // namespace

Result<std::vector<UnmergedPath>> unmerged_paths(Memory& memory) {
  std::vector<UnmergedPath> paths;
  LOCI_ASSIGN(const auto head, head_of(memory));
  if (!head) return paths;
  const std::string& root = memory.scopes().workspace()->root;
  memory::GitQuestion question{*head};
  question.arguments = {"ls-files", "-u", "-z", "--", ".loci", "xcaf"};
  question.index = head->index;
  question.work_tree = root;
  const auto answer = memory.session().ask_git(question);
  if (!answer) return paths;
  const std::string own(parent_path(head->index));
  const bool rebase = std::any_of(kRebase.begin(), kRebase.end(), [&](std::string_view name) {
    return memory.store().files().stat(fmt::format("{}/{}", own, name), false).has_value();
  });
  for (std::string_view rest = *answer; !rest.empty();) {
    const std::string_view row = rest.substr(0, rest.find('\0'));
    rest.remove_prefix(std::min(rest.size(), row.size() + 1));
    read_stage(row, root, rebase, paths);
  }
  return paths;
}

std::string what_to_do(const UnmergedPath& path) {
  const std::string_view name = last_component(path.path);
  if (!path.is_deleted()) {
    return fmt::format("run 'loci resolve {}' if it has two versions, then 'git add'",
                       note::stem(name));
  }
  return fmt::format("{} deleted it and {} changed it: 'git add' keeps it, 'git rm' deletes it",
                     path.blobs[1].empty() ? "one side (mine)" : "one side (theirs)",
                     path.blobs[1].empty() ? "theirs" : "mine");
}

std::optional<std::string> blob_text(Memory& memory, const std::string& blob) {
  const auto head = head_of(memory);
  if (!head || !*head || blob.empty()) return std::nullopt;
  memory::GitQuestion question{**head};
  question.arguments = {"cat-file", "blob", blob};
  return memory.session().ask_git(question);
}

}  // namespace loci::sync
