#include "memory/activity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "base/json.h"
#include "base/json_text.h"
#include "base/limits.h"
#include "base/text.h"
#include "base/time.h"
#include "fs/absent.h"
#include "fs/atomic_file.h"
#include "guard/redact.h"
#include "store/home_version.h"

namespace loci::memory {
namespace {

constexpr std::string_view kFile = "activity.jsonl";
// A file that has grown to the first is cut to the second.
constexpr std::size_t kMostBytes = std::size_t{256} << 10;
constexpr std::size_t kKeptBytes = std::size_t{128} << 10;
constexpr std::size_t kSummary = 256;

std::string line_of(const Activity& activity) {
  JsonText line;
  line.begin_object()
      .add("time", activity.time)
      .add("operation", activity.operation)
      .add("workspace", activity.workspace)
      .add("actor", activity.actor)
      .add("summary", cut_bytes(guard::redact(activity.summary), kSummary));
  if (activity.journal != 0) line.add("journal", activity.journal);
  line.end_object();
  return std::move(line).take() + "\n";
}

// The last lines of a file that has grown, in place of it.
void shorten(fs::Root& state) {
  const auto text = state.read(kFile, kFileBytes);
  if (!text) {
    // Larger than is ever read; what cannot be read is left alone.
    if (text.error().kind == ErrorKind::InvalidInput) (void)state.remove(kFile);
    return;
  }
  std::string_view kept =
      std::string_view(*text).substr(text->size() - std::min(text->size(), kKeptBytes));
  kept.remove_prefix(std::min(kept.find('\n'), kept.size() - 1) + 1);
  (void)fs::replace_file(state, kFile, kept, fs::Durability::Unsynced);
}

}  // namespace

// Another process may have cut the file, which makes it another.
bool ActivityLog::is_current() const {
  if (!file_) return false;
  const auto stat = state_->stat(kFile);
  return stat && stat->inode == inode_ && stat->size < kMostBytes;
}

void ActivityLog::open() {
  file_.reset();
  auto state = store_.files().open(fmt::format("{}/{}", store_.home(), store::kStateDirectory),
                                   fs::Modes::Private);
  if (!state || !store::check_home_version(store_.files(), store_.home())) return;
  state_ = std::move(*state);
  const auto before = state_->stat(kFile);
  if (before && before->size >= kMostBytes) shorten(*state_);
  auto file = state_->open_for_append(kFile);
  const auto stat = state_->stat(kFile);
  if (!file || !stat) return;
  file_ = std::move(*file);
  inode_ = stat->inode;
}

void ActivityLog::add(const Activity& activity) {
  const std::string line = line_of(activity);
  const std::lock_guard lock(mutex_);
  if (!is_current()) open();
  if (file_) (void)file_->write(line);
}

void ActivityLog::add_among_operations(Activity activity) {
  // Without a number it is passed over by `undo`, and still in `history`.
  (void)store_.journal().visit([&](const store::Record& newest) {
    activity.journal = newest.sequence;
    return false;
  });
  add(activity);
}

ActivityLine activity_line(std::string_view home, const Activity& activity) {
  return {fmt::format("{}/{}/{}", home, store::kStateDirectory, kFile), line_of(activity)};
}

namespace {

std::optional<Activity> parse_line(std::string_view line) {
  const auto json = parse_json(line);
  if (!json || !json->is_object()) return std::nullopt;
  const auto field = [&](const char* name) {
    const auto found = json->find(name);
    return found != json->end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  Activity row{field("time"), field("operation"), field("workspace"), field("actor"),
               field("summary")};
  const auto journal = json->find("journal");
  if (journal != json->end() && journal->is_number_unsigned()) {
    row.journal = journal->get<std::uint64_t>();
  }
  if (row.time.empty() || row.operation.empty()) return std::nullopt;
  return row;
}

}  // namespace

Result<> remove_activity(store::Store& store,
                         const std::function<bool(std::string_view summary)>& is_gone) {
  auto state = store.files().open(fmt::format("{}/{}", store.home(), store::kStateDirectory),
                                  fs::Modes::Private);
  if (!state && state.error().kind == ErrorKind::NotFound) return {};
  if (!state) return fail(std::move(state));
  const auto text = (*state)->read(kFile, kFileBytes);
  if (fs::is_absent(text)) return {};
  if (!text && text.error().kind != ErrorKind::InvalidInput) return fail(text.error());
  std::string kept;
  const std::string before = text ? *text : std::string();  // larger than is ever read: it goes
  for (const std::string_view line : split_lines(before)) {
    const auto row = parse_line(line);
    if (row && !is_gone(row->summary)) kept += line;
  }
  if (text && kept == before) return {};
  if (kept.empty()) {
    LOCI_TRY((*state)->remove(kFile));
  } else {
    LOCI_TRY(fs::replace_file(**state, kFile, kept));
  }
  return (*state)->sync();
}

Result<std::vector<Activity>> recent_activity(store::Store& store) {
  std::vector<Activity> rows;
  auto state = store.files().open(store.home(), fs::Modes::Private);
  if (state) state = (*state)->open(store::kStateDirectory);
  if (fs::is_absent(state)) return rows;
  if (!state) return fail(std::move(state));
  LOCI_ASSIGN(const auto text, fs::if_there((*state)->read(kFile, kFileBytes)));
  if (!text) return rows;
  for (const std::string_view line : split_lines(*text)) {
    if (auto row = parse_line(line)) rows.push_back(std::move(*row));
  }
  std::reverse(rows.begin(), rows.end());
  return rows;
}

}  // namespace loci::memory
