#include "compile/state_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "base/limits.h"
#include "exchange/provider.h"
#include "fs/absent.h"
#include "fs/atomic_file.h"

namespace loci::compile {
namespace {

constexpr std::string_view kStateFile = "apply.state";

struct FoundState {
  std::string name;    // of the file, that is there or will be
  std::string text{};  // "" where there is none
  bool is_there = false;
};

Result<FoundState> read_state(const fs::Root& root, std::string name) {
  FoundState found{std::move(name)};
  LOCI_ASSIGN(std::optional<std::string> text,
              fs::if_there(root.read(found.name, kIndexFileBytes)));
  found.is_there = text.has_value();
  found.text = std::move(text).value_or("");
  return found;
}

// Clones and worktrees of one project share a directory of the home and each has
// compiled files of its own: whoever comes second has a state with another name. A
// workspace that moved keeps the one it had.
Result<FoundState> find_state(fs::FileSystem& files, const fs::Root& root,
                              const std::string& workspace) {
  LOCI_ASSIGN(FoundState first, read_state(root, std::string(kStateFile)));
  const std::string_view owner = exchange::state_root(first.text);
  if (owner.empty() || owner == workspace) return first;
  LOCI_ASSIGN(FoundState own,
              read_state(root, fmt::format("apply-{}.state", sha256(workspace).substr(0, 8))));
  if (own.is_there) return own;
  LOCI_ASSIGN(const auto there, fs::if_there(files.stat(std::string(owner), true)));
  return there ? own : first;
}

}  // namespace

StateFile::StateFile(store::Store& store, exchange::ApplyScope scope, std::string slug,
                     std::string workspace)
    : store_(store),
      of_user_(scope == exchange::ApplyScope::User),
      slug_(std::move(slug)),
      workspace_(std::move(workspace)),
      file_(kStateFile) {}

Result<> StateFile::load() {
  const std::string directory =
      of_user_ ? store_.home() : store_.path_of(store::project_place(slug_));
  const auto root = store_.files().open(directory, fs::Modes::Private);
  if (!root) {
    if (root.error().kind != ErrorKind::NotFound) return fail(root.error());
    if (!of_user_) state_.root = workspace_;
    return {};
  }
  FoundState found;
  if (of_user_) {
    LOCI_ASSIGN(found, read_state(**root, std::string(kStateFile)));
  } else {
    LOCI_ASSIGN(found, find_state(store_.files(), **root, workspace_));
  }
  saved_ = std::move(found.text);
  file_ = std::move(found.name);
  if (found.is_there) {
    auto state = exchange::parse_state(saved_, fmt::format("{}/{}", directory, file_));
    if (state) {
      state_ = std::move(*state);
    } else if (state.error().kind == ErrorKind::Corrupt) {
      damage_ = fmt::format("{}; {}", state.error().message, state.error().hint);
      state_ = exchange::salvage_state(saved_);
    } else {
      return fail(std::move(state));
    }
  }
  moved_ = !of_user_ && !state_.root.empty() && state_.root != workspace_;
  if (!of_user_) state_.root = workspace_;
  return {};
}

Result<> StateFile::save() {
  std::string text = exchange::render_state(state_);
  const bool nothing =
      saved_.empty() && damage_.empty() && state_.providers.empty() && state_.imported.empty();
  if (text == saved_ || nothing) return {};
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> root,
              store_.home_directory(of_user_ ? "" : store::project_place(slug_).key));
  LOCI_TRY(fs::sweep_temporary_files(store_.files(), *root));
  LOCI_TRY(fs::replace_file(*root, file_, text));
  LOCI_TRY(root->sync());
  saved_ = std::move(text);
  damage_.clear();
  return {};
}

Result<bool> tells_by_hook(store::Store& store, std::string_view slug, const std::string& workspace,
                           std::string_view provider) {
  LOCI_ASSIGN(const auto root, fs::if_there(store.files().open(
                                   store.path_of(store::project_place(slug)), fs::Modes::Private)));
  if (!root) return false;
  LOCI_ASSIGN(const FoundState found, find_state(store.files(), **root, workspace));
  const std::vector<std::string> options =
      exchange::state_options(found.text, provider, exchange::ApplyScope::Project);
  const std::string by_hook = fmt::format("{}{}", exchange::kFallbackOption,
                                          exchange::fallback_name(exchange::Fallback::Hook));
  return std::find(options.begin(), options.end(), by_hook) != options.end();
}

Result<ApplyLock> lock_tool_files(store::Store& store) {
  ApplyLock held;
  auto root =
      store.files().open(fmt::format("{}/{}", store.home(), kApplyDirectory), fs::Modes::Private);
  if (!root && root.error().kind == ErrorKind::NotFound)
    root = store.home_directory(kApplyDirectory);
  if (!root) return fail(std::move(root));
  held.directory = std::move(*root);
  LOCI_ASSIGN(held.lock,
              fs::lock_patiently(store.files(), *held.directory, store::Store::kPatience));
  return held;
}

}  // namespace loci::compile
