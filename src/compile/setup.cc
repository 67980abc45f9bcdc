// setup and unsetup: other tools' settings, outside the store. What is written
// there is recorded in the home before it is written.

#include "compile/setup.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/diff.h"
#include "base/limits.h"
#include "compile/backups.h"
#include "compile/foreign_file.h"
#include "fs/absent.h"
#include "fs/atomic_file.h"
#include "memory/memory.h"

namespace loci::compile {
namespace {

using memory::Memory;

using exchange::EntryStatus;
using exchange::RecordedFile;
using exchange::SetupScope;
using exchange::Tool;
using exchange::Wanted;
using Records = std::vector<RecordedFile>;

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

bool is_below(const std::string& path, const std::string& directory) {
  return path.starts_with(directory + "/");
}

bool on_path(fs::FileSystem& files, const Environment& environment, std::string_view program) {
  const std::string path = environment.get("PATH").value_or("");
  std::string_view rest = path;
  while (!rest.empty()) {
    const std::string_view directory = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(rest.size(), directory.size() + 1));
    if (!directory.starts_with('/')) continue;
    const auto stat = files.stat(fmt::format("{}/{}", directory, program), true);
    if (stat && stat->kind == fs::Kind::File && (stat->mode & 0111U) != 0) return true;
  }
  return false;
}

Result<bool> is_installed(fs::FileSystem& files, const Tool& tool,
                          const exchange::Surroundings& around) {
  if (on_path(files, around.environment, tool.settings->program)) return true;
  for (const std::string& directory : exchange::signs_of(tool, around)) {
    LOCI_ASSIGN(const auto stat, fs::if_there(files.stat(directory, true)));
    if (stat && stat->kind == fs::Kind::Directory) return true;
  }
  return false;
}

exchange::ToolList known_tools() { return exchange::tools_with(&Tool::settings); }

Result<const Tool*> tool_called(const std::string& name) {
  return exchange::choose_tool(known_tools(), name, "tool that loci knows");
}

// One setup or unsetup: the files it concerns and what the home knows of them.
class SettingsFiles {
 public:
  SettingsFiles(store::Store& store, const SetupRequest& request, std::string within)
      : store_(store),
        request_(request),
        limits_{std::move(within), exchange::kSettingsBytes, store.clock().now()} {}

  // Others wait until this is over; a dry run changes nothing and waits for none.
  Result<> begin() {
    if (!request_.dry_run) {
      LOCI_ASSIGN(directory_, store_.home_directory(kBackups));
      LOCI_ASSIGN(lock_, fs::lock_patiently(store_.files(), *directory_, store::Store::kPatience));
      LOCI_TRY(fs::sweep_temporary_files(store_.files(), *directory_));
    }
    LOCI_ASSIGN(const auto state, fs::if_there(store_.files().open(
                                      fmt::format("{}/{}", store_.home(), store::kStateDirectory),
                                      fs::Modes::Private)));
    if (!state) return {};
    if (!request_.dry_run) {
      const auto lock = (*state)->try_lock();
      if (lock) LOCI_TRY(fs::sweep_temporary_files(store_.files(), **state));
    }
    auto text = (*state)->read(kRecordFile, kFileBytes);
    if (!text) {
      if (text.error().kind == ErrorKind::NotFound) return {};
      return fail(std::move(text));
    }
    LOCI_ASSIGN(records_, exchange::parse_records(*text));
    if (!request_.dry_run) sweep();
    return {};
  }

  [[nodiscard]] const Records& records() const { return records_; }

  // The file a tool's entries go to.
  [[nodiscard]] Result<std::string> choose(const Wanted& wanted) const {
    if (wanted.other_file.empty()) return wanted.file;
    LOCI_ASSIGN(const auto there, fs::if_there(store_.files().stat(wanted.file, true)));
    LOCI_ASSIGN(const auto other, fs::if_there(store_.files().stat(wanted.other_file, true)));
    return !there && other ? wanted.other_file : wanted.file;
  }

  using Change =
      std::function<Result<exchange::Connected>(const ForeignFile& file, RecordedFile& record)>;

  // Does the change to one file; `really` false: only finds out what it would do.
  Result<SetupFile> change(const std::string& tool, const std::string& path, const Wanted* first,
                           const Change& edit_text, bool really) {
    SetupFile done;
    done.tool = tool;
    done.path = path;
    const Records before = records_;
    Records after;
    ForeignFile seen;
    std::optional<std::string> text;
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
                  read_foreign(store_.files(), path, limits_.within, limits_.bytes));
      LOCI_TRY(edit(file));
      show(done, file, text);
      return done;
    }
    // What is added is recorded first and what is removed last: whenever this is
    // killed, the record names at least what is there, and unsetup finds it.
    const auto prepare = [&](const ForeignFile& file) -> Result<> {
      LOCI_TRY(back_up(file, done));
      return first == nullptr ? Result<>() : save(after);
    };
    auto changed = change_foreign(store_.files(), path, limits_, edit, prepare);
    if (!changed) {
      // A failure after the rename leaves the new text: then the record is right.
      const auto now = read_foreign(store_.files(), path, limits_.within, limits_.bytes);
      if (now && now->text == seen.text) (void)save(before);
      return fail(std::move(changed));
    }
    done.removed = seen.text && !text;
    finish(after, path, !text);
    LOCI_TRY(save(after));
    return done;
  }

 private:
  // A file is recorded before its new text is written beside it, so these are all.
  void sweep() const {
    for (const RecordedFile& record : records_) {
      sweep_beside(store_.files(), record.path, limits_.now);
    }
  }

  static RecordedFile& find(Records& records, const std::string& path) {
    return *std::find_if(records.begin(), records.end(),
                         [&](const RecordedFile& file) { return file.path == path; });
  }

  // The file is not there, so whatever was written to it is gone too.
  static void start_anew(RecordedFile& record, const ForeignFile& file) {
    record.created = true;
    record.entries.clear();
    record.traces = {};
    for (const std::string& directory : file.missing) {
      const auto known = std::find(record.directories.begin(), record.directories.end(), directory);
      if (known == record.directories.end()) record.directories.push_back(directory);
    }
  }

  void show(SetupFile& done, const ForeignFile& file,
            const std::optional<std::string>& text) const {
    if (!request_.dry_run || text == file.text) return;
    done.removed = file.text && !text;
    done.diff = unified_diff(file.text.value_or(""), text.value_or(""),
                             file.text ? file.path : "/dev/null", text ? file.path : "/dev/null");
  }

  // A file that holds nothing of ours any more is forgotten. Directories that
  // were made for it and are not empty yet are left to the next file in them.
  void finish(Records& after, const std::string& path, bool removed) {
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
      if (!is_below(record.path, directories.back())) continue;
      record.directories.insert(record.directories.begin(), directories.begin(), directories.end());
      return;
    }
  }

  Result<> save(const Records& records) {
    LOCI_TRY(store_.write_home_file(store::kStateDirectory, kRecordFile,
                                    exchange::render_records(records)));
    records_ = records;
    return {};
  }

  Result<> back_up(const ForeignFile& file, SetupFile& done) {
    if (!file.text) return {};
    LOCI_ASSIGN(const std::string backup,
                keep_backup(*directory_, store_.clock().now(), file.path, *file.text));
    done.backup = fmt::format("{}/{}/{}", store_.home(), kBackups, backup);
    return {};
  }

  store::Store& store_;
  const SetupRequest& request_;
  ForeignLimits limits_;
  std::unique_ptr<fs::Root> directory_;
  std::unique_ptr<fs::Lock> lock_;
  Records records_;
};

// The files of a tool's wish, each with its entries, in order.
struct FileWish {
  std::string path;
  std::vector<Wanted> entries;
};

Result<std::vector<FileWish>> by_file(const SettingsFiles& settings,
                                      const std::vector<Wanted>& entries) {
  std::vector<FileWish> files;
  for (const Wanted& entry : entries) {
    LOCI_ASSIGN(const std::string path, settings.choose(entry));
    auto file = std::find_if(files.begin(), files.end(),
                             [&](const FileWish& wish) { return wish.path == path; });
    if (file == files.end()) file = files.insert(files.end(), {path, {}});
    file->entries.push_back(entry);
  }
  return files;
}

// `entries` are those of the file: each has its row.
void note_newer_form(const SetupFile& file, const std::vector<Wanted>& entries, SetupReply& reply) {
  for (std::size_t i = 0; i < file.rows.size(); ++i) {
    if (file.rows[i].status != EntryStatus::NewerForm) continue;
    reply.by_hand.push_back(
        {file.tool,
         fmt::format("{}:{} has a form that loci does not write", file.path, file.rows[i].line),
         {{file.path, entries[i].newer_entry}}});
  }
}

Result<> need_settings_access(const Memory& memory, const SetupRequest& request) {
  LOCI_TRY(memory.need_person("change other tools' settings"));
  if (memory.session().ephemeral) {
    return fail(denied("an ephemeral session leaves other tools' settings alone",
                       "run it without --ephemeral, outside of 'loci ephemeral'"));
  }
  if (!request.print && !request.dry_run) LOCI_TRY(memory.need_enabled());
  if (request.scope == SetupScope::Project) LOCI_TRY(memory.need_workspace());
  if (request.tools.empty() && !request.all) {
    return fail(invalid_input(
        "no tool is named",
        fmt::format("name one of {}, or give --all", exchange::tool_names(known_tools()))));
  }
  return {};
}

}  // namespace

exchange::Surroundings surroundings(const Memory& memory) {
  exchange::Surroundings around;
  around.user_home = memory.session().user_home;
  if (memory.scopes().workspace()) around.workspace = memory.scopes().workspace()->root;
  around.program = memory.session().program;
  around.environment = memory.session().environment;
  return around;
}

Result<SetupReply> setup(Memory& memory, const SetupRequest& request) {
  LOCI_TRY(need_settings_access(memory, request));
  const exchange::Surroundings around = surroundings(memory);
  std::vector<const Tool*> chosen;
  for (const std::string& name : request.tools) {
    LOCI_ASSIGN(const Tool* const tool, tool_called(name));
    chosen.push_back(tool);
  }
  for (const Tool* tool : known_tools()) {
    const bool named = std::find(chosen.begin(), chosen.end(), tool) != chosen.end();
    if (!request.all || named) continue;
    LOCI_ASSIGN(const bool installed, is_installed(memory.store().files(), *tool, around));
    if (installed) chosen.push_back(tool);
  }
  SetupReply reply;
  reply.dry_run = request.dry_run;
  if (request.print) {
    for (const Tool* tool : chosen) {
      reply.by_hand.push_back(
          {std::string(tool->name),
           exchange::wish_for(*tool, request.scope, request.parts, around).by_hand,
           exchange::snippets_for(*tool, request.scope, request.parts, around)});
    }
    return reply;
  }
  SettingsFiles settings(memory.store(), request,
                         request.scope == SetupScope::Project ? around.workspace : "");
  LOCI_TRY(settings.begin());
  // Once to see that every file can be read, then in earnest.
  for (const bool really : {false, true}) {
    if (really && request.dry_run) break;
    reply.files.clear();
    reply.by_hand.clear();
    for (const Tool* tool : chosen) {
      const exchange::Wish wish = exchange::wish_for(*tool, request.scope, request.parts, around);
      if (!wish.by_hand.empty()) {
        reply.by_hand.push_back(
            {std::string(tool->name), wish.by_hand,
             exchange::snippets_for(*tool, request.scope, request.parts, around)});
      }
      LOCI_ASSIGN(const std::vector<FileWish> files, by_file(settings, wish.entries));
      for (const FileWish& file : files) {
        const auto change = [&](const ForeignFile& now, RecordedFile& record) {
          return exchange::connect({now.text ? std::string_view(*now.text) : "", file.path},
                                   file.entries, tool->name, record);
        };
        LOCI_ASSIGN(SetupFile done, settings.change(std::string(tool->name), file.path,
                                                    &file.entries.front(), change, really));
        note_newer_form(done, file.entries, reply);
        reply.files.push_back(std::move(done));
      }
    }
  }
  for (const Tool* tool : chosen) {
    const std::string_view afterwards = tool->settings->afterwards;
    if (!afterwards.empty() && request.parts.hooks) reply.notes.emplace_back(afterwards);
  }
  return reply;
}

Result<SetupReply> unsetup(Memory& memory, const SetupRequest& request) {
  LOCI_TRY(need_settings_access(memory, request));
  const exchange::Surroundings around = surroundings(memory);
  SettingsFiles settings(memory.store(), request,
                         request.scope == SetupScope::Project ? around.workspace : "");
  LOCI_TRY(settings.begin());
  const auto concerns = [&](const RecordedFile& file) {
    return file.scope == request.scope &&
           (request.scope == SetupScope::User || is_below(file.path, around.workspace));
  };
  std::vector<std::string> chosen = request.tools;
  for (const std::string& name : chosen) LOCI_TRY(tool_called(name));
  for (const Tool* tool : known_tools()) {
    const std::string name(tool->name);
    const bool named = std::find(chosen.begin(), chosen.end(), name) != chosen.end();
    const bool has = std::any_of(
        settings.records().begin(), settings.records().end(),
        [&](const RecordedFile& file) { return concerns(file) && file.has_tool(name); });
    if (request.all && !named && has) chosen.push_back(name);
  }
  SetupReply reply;
  reply.dry_run = request.dry_run;
  for (const bool really : {false, true}) {
    if (really && request.dry_run) break;
    reply.files.clear();
    for (const std::string& tool : chosen) {
      const Records records = settings.records();
      for (const RecordedFile& file : records) {
        if (!concerns(file) || !file.has_tool(tool)) continue;
        const auto change = [&](const ForeignFile& now, RecordedFile& record) {
          return exchange::disconnect(now.text, tool, record);
        };
        LOCI_ASSIGN(SetupFile done, settings.change(tool, file.path, nullptr, change, really));
        reply.files.push_back(std::move(done));
      }
    }
  }
  return reply;
}

}  // namespace loci::compile
