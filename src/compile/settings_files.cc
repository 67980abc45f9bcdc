#include "compile/settings_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/diff.h"
#include "base/limits.h"
#include "compile/backups.h"
#include "fs/absent.h"
#include "fs/atomic_file.h"

namespace loci::compile {
namespace {

using exchange::RecordedFile;
using exchange::SetupScope;
using exchange::Wanted;
using Records = SettingsRecords;

constexpr std::string_view kRecordFile = "setup.json";
constexpr std::string_view kBackups = "state/setup";  // also what a setup locks

RecordedFile& record_of(Records& records, const std::string& path, const Wanted& first,
                        SetupScope scope) {
  for (RecordedFile& record : records) {
    if (record.path == path) return record;
  }
  RecordedFile fresh;
  fresh.path = path;
  fresh.scope = scope;
  fresh.format = first.format;
  return records.emplace_back(std::move(fresh));
}

// nullptr when there is none.
Result<std::unique_ptr<fs::Root>> open_state(store::Store& store) {
  LOCI_ASSIGN(auto state,
              fs::if_there(store.files().open(
                  fmt::format("{}/{}", store.home(), store::kStateDirectory), fs::Modes::Private)));
  return state ? std::move(*state) : nullptr;
}

Result<Records> read_records(fs::Root& state) {
  LOCI_ASSIGN(const auto text, fs::if_there(state.read(kRecordFile, kFileBytes)));
  if (!text) return Records();
  return exchange::parse_records(*text);
}

RecordedFile& find(Records& records, const std::string& path) {
  return *std::find_if(records.begin(), records.end(),
                       [&](const RecordedFile& file) { return file.path == path; });
}

// The file is not there, so whatever was written to it is gone too.
void start_anew(RecordedFile& record, const ForeignFile& file) {
  record.created = true;
  record.entries.clear();
  record.traces = {};
  for (const std::string& directory : file.missing) {
    const auto known = std::find(record.directories.begin(), record.directories.end(), directory);
    if (known == record.directories.end()) record.directories.push_back(directory);
  }
}

}  // namespace

Result<SettingsRecords> read_settings_records(store::Store& store) {
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> state, open_state(store));
  if (!state) return SettingsRecords();
  return read_records(*state);
}

SettingsFiles::SettingsFiles(store::Store& store, const SetupRequest& request,
                             std::string workspace)
    : store_(store),
      request_(request),
      workspace_(std::move(workspace)),
      limits_{request.scope == SetupScope::Project ? workspace_ : "", exchange::kSettingsBytes,
              store.clock().now()} {}

Result<> SettingsFiles::begin() {
  if (!request_.dry_run) {
    LOCI_ASSIGN(directory_, store_.home_directory(kBackups));
    LOCI_ASSIGN(lock_, fs::lock_patiently(store_.files(), *directory_, store::Store::kPatience));
    LOCI_TRY(fs::sweep_temporary_files(store_.files(), *directory_));
  }
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> state, open_state(store_));
  if (!state) return {};
  if (!request_.dry_run) {
    const auto lock = state->try_lock();
    if (lock) LOCI_TRY(fs::sweep_temporary_files(store_.files(), *state));
  }
  LOCI_ASSIGN(records_, read_records(*state));
  if (!request_.dry_run) sweep();
  return {};
}

Result<std::string> SettingsFiles::choose(const Wanted& wanted) const {
  if (wanted.other_file.empty()) return wanted.file;
  LOCI_ASSIGN(const auto there, fs::if_there(store_.files().stat(wanted.file, true)));
  LOCI_ASSIGN(const auto other, fs::if_there(store_.files().stat(wanted.other_file, true)));
  return !there && other ? wanted.other_file : wanted.file;
}

Result<SetupFile> SettingsFiles::change(const std::string& tool, const std::string& path,
                                        const Wanted* first, const Change& edit_text, bool really) {
  SetupFile done;
  done.tool = tool;
  done.path = path;
  const Records before = records_;
  Records after;
  ForeignFile seen;
  std::optional<std::string> text;
  ForeignLimits limits = limits_;
  if (first != nullptr && first->in_workspace) limits.within = workspace_;
  const auto edit = [&](const ForeignFile& file) -> Result<std::optional<std::string>> {
    after = before;
    seen = file;
    RecordedFile& record =
        first == nullptr ? find(after, path) : record_of(after, path, *first, request_.scope);
    if (first != nullptr && !file.text) start_anew(record, file);
    LOCI_ASSIGN(exchange::Connected connected, edit_text(file, record));
    done.rows = std::move(connected.rows);
    text = std::move(connected.text);
    return text;
  };
  if (!really) {
    LOCI_ASSIGN(const ForeignFile file,
                read_foreign(store_.files(), path, limits.within, limits.bytes));
    LOCI_TRY(edit(file));
    show(done, file, text);
    return done;
  }
  const auto prepare = [&](const ForeignFile& file) -> Result<> {
    LOCI_TRY(back_up(file, done));
    return first == nullptr ? Result<>() : save(after);
  };
  auto changed = change_foreign(store_.files(), path, limits, edit, prepare);
  if (!changed) {
    // A failure after the rename leaves the new text: then the record is right.
    const auto now = read_foreign(store_.files(), path, limits.within, limits.bytes);
    if (now && now->text == seen.text) (void)save(before);
    return fail(std::move(changed));
  }
  done.removed = seen.text && !text;
  finish(after, path, !text);
  LOCI_TRY(save(after));
  return done;
}

// A file is recorded before its new text is written beside it, so these are all.
void SettingsFiles::sweep() const {
  for (const RecordedFile& record : records_) {
    sweep_beside(store_.files(), record.path, limits_.now);
  }
}

void SettingsFiles::show(SetupFile& done, const ForeignFile& file,
                         const std::optional<std::string>& text) const {
  if (!request_.dry_run || text == file.text) return;
  done.removed = file.text && !text;
  done.diff = unified_diff(file.text.value_or(""), text.value_or(""),
                           file.text ? file.path : "/dev/null", text ? file.path : "/dev/null");
}

// A file that holds nothing of ours any more is forgotten. Directories that were made for
// it and are not empty yet are left to the next file in them.
void SettingsFiles::finish(Records& after, const std::string& path, bool removed) {
  std::vector<std::string> directories;
  std::erase_if(after, [&](const RecordedFile& record) {
    if (record.path != path || !record.entries.empty()) return false;
    if (removed) directories = record.directories;
    return true;
  });
  remove_empty_directories(store_.files(), directories);
  std::erase_if(directories, [&](const std::string& directory) {
    return fs::is_absent(store_.files().stat(directory, false));
  });
  if (directories.empty()) return;
  for (RecordedFile& record : after) {
    if (!record.path.starts_with(directories.back() + "/")) continue;
    record.directories.insert(record.directories.begin(), directories.begin(), directories.end());
    return;
  }
}

Result<> SettingsFiles::save(const Records& records) {
  LOCI_TRY(store_.write_home_file(store::kStateDirectory, kRecordFile,
                                  exchange::render_records(records)));
  records_ = records;
  return {};
}

Result<> SettingsFiles::back_up(const ForeignFile& file, SetupFile& done) {
  if (!file.text) return {};
  LOCI_ASSIGN(const std::string backup,
              keep_backup(*directory_, store_.clock().now(), file.path, *file.text));
  done.backup = fmt::format("{}/{}/{}", store_.home(), kBackups, backup);
  return {};
}

}  // namespace loci::compile
