// setup and unsetup: other tools' settings, outside the store. What is written
// there is recorded in the home before it is written.

#include "compile/setup.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "compile/foreign_file.h"
#include "compile/import_store.h"
#include "compile/lasting_program.h"
#include "compile/settings_files.h"
#include "exchange/jsonc_edit.h"
#include "fs/absent.h"
#include "memory/memory.h"

namespace loci::compile {
namespace {

using memory::Memory;

using exchange::EntryStatus;
using exchange::RecordedFile;
using exchange::SetupScope;
using exchange::Tool;
using exchange::Wanted;

bool is_below(const std::string& path, const std::string& directory) {
  return path.starts_with(directory + "/");
}

bool has_server(const RecordedFile& file, const std::string& tool) {
  return std::any_of(file.entries.begin(), file.entries.end(), [&](const auto& entry) {
    return entry.what == Wanted::What::Server &&
           std::find(entry.tools.begin(), entry.tools.end(), tool) != entry.tools.end();
  });
}

// Every program of this name, in the order of the PATH.
std::vector<std::string> on_path(fs::FileSystem& files, const Environment& environment,
                                 std::string_view program) {
  std::vector<std::string> found;
  const std::string path = environment.get("PATH").value_or("");
  std::string_view rest = path;
  while (!rest.empty()) {
    const std::string_view directory = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(rest.size(), directory.size() + 1));
    if (!directory.starts_with('/')) continue;
    std::string file = fmt::format("{}/{}", directory, program);
    const auto stat = files.stat(file, true);
    if (stat && stat->kind == fs::Kind::File && (stat->mode & 0111U) != 0) {
      found.push_back(std::move(file));
    }
  }
  return found;
}

Result<bool> is_installed(fs::FileSystem& files, const Tool& tool,
                          const exchange::Surroundings& around) {
  if (!on_path(files, around.environment, tool.settings->program).empty()) return true;
  for (const std::string& directory : exchange::signs_of(tool, around)) {
    LOCI_ASSIGN(const auto stat, fs::if_there(files.stat(directory, true)));
    if (stat && stat->kind == fs::Kind::Directory) return true;
  }
  return false;
}

exchange::ToolList known_tools() { return exchange::tools_with(&Tool::settings); }

Result<const Tool*> tool_called(const std::string& name) {
  return exchange::choose_tool(known_tools(), name, "tool that loci supports");
}

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
         fmt::format("{}:{} is not in the form that loci writes", file.path, file.rows[i].line),
         {{file.path, entries[i].newer_entry}}});
  }
}

Result<> need_settings_access(const Memory& memory, const SetupRequest& request) {
  LOCI_TRY(memory.need_person("change other tools' settings"));
  if (memory.session().ephemeral) {
    return fail(denied("an ephemeral session does not change other tools' settings",
                       "run it without --ephemeral and outside 'loci ephemeral'"));
  }
  if (!request.print && !request.dry_run) LOCI_TRY(memory.need_enabled());
  if (request.scope == SetupScope::Project) LOCI_TRY(memory.need_workspace());
  if (request.tools.empty() && !request.all) {
    return fail(invalid_input("no tool given", fmt::format("give one of {}, or --all",
                                                           exchange::tool_names(known_tools()))));
  }
  return {};
}

// So that `undo` can say what takes this back: it is not in the journal.
void note_done(Memory& memory, std::string_view what, const SetupRequest& request,
               const SetupReply& reply) {
  std::vector<std::string> words;  // of the command, behind its name
  for (const SetupFile& file : reply.files) {
    const bool changed = std::any_of(file.rows.begin(), file.rows.end(), [](const auto& row) {
      using enum exchange::EntryStatus;
      return row.status == Added || row.status == Updated || row.status == Removed;
    });
    if (changed && std::find(words.begin(), words.end(), file.tool) == words.end()) {
      words.push_back(file.tool);
    }
  }
  if (words.empty() || request.dry_run) return;
  if (request.scope == SetupScope::Project) words.emplace_back("--scope project");
  memory.activity().add_among_operations({format_utc(memory.now()), std::string(what),
                                          memory.scopes().slug(), memory.actor(),
                                          join(words, " ")});
}

Result<std::vector<const Tool*>> choose_tools(fs::FileSystem& files, const SetupRequest& request,
                                              const exchange::Surroundings& around) {
  std::vector<const Tool*> chosen;
  for (const std::string& name : request.tools) {
    LOCI_ASSIGN(const Tool* const tool, tool_called(name));
    chosen.push_back(tool);
  }
  for (const Tool* tool : known_tools()) {
    const bool named = std::find(chosen.begin(), chosen.end(), tool) != chosen.end();
    if (!request.all || named) continue;
    LOCI_ASSIGN(const bool installed, is_installed(files, *tool, around));
    if (installed) chosen.push_back(tool);
  }
  return chosen;
}

bool can_be_native(const Tool* tool) {
  const exchange::OwnMemory* const own = tool->settings->memory;
  return own != nullptr && !own->native_file.empty();
}

Result<> check_native(const Memory& memory, const SetupRequest& request,
                      const std::vector<const Tool*>& chosen) {
  if (!request.parts.native) return {};
  LOCI_TRY(memory.need_workspace());
  if (std::any_of(chosen.begin(), chosen.end(), can_be_native)) return {};
  exchange::ToolList list = known_tools();
  std::erase_if(list, [](const Tool* tool) { return !can_be_native(tool); });
  return fail(invalid_input("--native needs a tool whose own memory can be kept in loci",
                            fmt::format("such as {}", exchange::tool_names(list))));
}

// What an earlier setup wrote and this one does not want: permissions that it takes back,
// a memory that is not kept in loci any more.
Result<> take_outdated(SettingsFiles& settings, const Tool& tool, const SetupRequest& request,
                       const exchange::Surroundings& around, bool really, SetupReply& reply) {
  const std::vector<Wanted> wanted =
      exchange::wish_for(tool, request.scope, request.parts, around).entries;
  exchange::Parts most = request.parts;
  most.allow = exchange::Allow::All;
  most.native = true;
  LOCI_ASSIGN(const auto files,
              by_file(settings, exchange::wish_for(tool, request.scope, most, around).entries));
  for (const FileWish& file : files) {
    std::vector<Wanted> here;
    for (const Wanted& one : wanted) {
      LOCI_ASSIGN(const std::string path, settings.choose(one));
      if (path == file.path) here.push_back(one);
    }
    const auto is_old = [&](const exchange::RecordedEntry& entry) {
      const bool asked =
          entry.what == Wanted::What::Memory ? request.parts.memory : request.parts.server;
      return asked && exchange::is_outdated(entry, tool.name, here);
    };
    const SettingsRecords records = settings.records();
    const auto record = std::find_if(records.begin(), records.end(),
                                     [&](const auto& one) { return one.path == file.path; });
    if (record == records.end()) continue;
    if (std::none_of(record->entries.begin(), record->entries.end(), is_old)) continue;
    const auto change = [&](const ForeignFile& now, RecordedFile& recorded) {
      return exchange::disconnect(now.text, tool.name, recorded, is_old);
    };
    LOCI_ASSIGN(SetupFile done,
                settings.change(std::string(tool.name), file.path, nullptr, change, really));
    reply.files.push_back(std::move(done));
  }
  return {};
}

// What the rows of the tool's own memory mean for its user.
void note_memory(const SetupFile& file, const Tool& tool, const SetupRequest& request,
                 const exchange::Surroundings& around, SetupReply& reply) {
  using State = SetupMemory::State;
  const exchange::OwnMemory* const own = tool.settings->memory;
  for (const exchange::EntryRow& row : file.rows) {
    if (row.what != Wanted::What::Memory || row.name != own->path) continue;
    SetupMemory memory;
    memory.tool = tool.name;
    memory.name = own->name;
    const bool changed = row.status == EntryStatus::Added || row.status == EntryStatus::Updated;
    memory.state = changed ? State::TurnedOff : State::Off;
    if (!own->plea.empty()) memory.state = State::NoSwitch;
    if (row.status == EntryStatus::Kept) {
      memory.state = State::On;
      memory.where = fmt::format("{}:{}", file.path, row.line);
    }
    if (request.parts.native && can_be_native(&tool)) {
      memory.state = State::InLoci;
      memory.where = around.private_memory;
    }
    const bool known = std::any_of(reply.memories.begin(), reply.memories.end(),
                                   [&](const auto& one) { return one.tool == memory.tool; });
    if (!known) reply.memories.push_back(std::move(memory));
  }
}

Result<> set_up_tool(SettingsFiles& settings, const Tool& tool, const SetupRequest& request,
                     const exchange::Surroundings& around, bool really, SetupReply& reply) {
  const exchange::Wish wish = exchange::wish_for(tool, request.scope, request.parts, around);
  if (!wish.by_hand.empty()) {
    reply.by_hand.push_back({std::string(tool.name), wish.by_hand,
                             exchange::snippets_for(tool, request.scope, request.parts, around)});
  }
  LOCI_ASSIGN(const std::vector<FileWish> files, by_file(settings, wish.entries));
  for (const FileWish& file : files) {
    const auto change = [&](const ForeignFile& now,
                            RecordedFile& record) -> Result<exchange::Connected> {
      LOCI_ASSIGN(exchange::Connected connected,
                  exchange::connect({now.text ? std::string_view(*now.text) : "", file.path},
                                    file.entries, tool.name, record));
      // A file that is not there is not made for nothing.
      if (!now.text && record.entries.empty()) connected.text.reset();
      return connected;
    };
    LOCI_ASSIGN(SetupFile done, settings.change(std::string(tool.name), file.path,
                                                &file.entries.front(), change, really));
    note_newer_form(done, file.entries, reply);
    note_memory(done, tool, request, around, reply);
    reply.files.push_back(std::move(done));
  }
  return {};
}

// A workspace's own settings go before the user's, and the local ones before all: a line
// of theirs that turns the memory on again is named.
void look_for_switch(fs::FileSystem& files, const SetupRequest& request,
                     const exchange::Surroundings& around, SetupMemory& memory) {
  using State = SetupMemory::State;
  const exchange::OwnMemory& own = *exchange::find_tool(memory.tool)->settings->memory;
  const bool off = memory.state == State::Off || memory.state == State::TurnedOff;
  if (!off || !own.usually_on || around.workspace.empty()) return;
  std::vector<std::string_view> names{own.native_file};
  if (request.scope == SetupScope::User) names.push_back(own.project_file);
  for (const std::string_view name : names) {
    const std::string path = fmt::format("{}/{}", around.workspace, name);
    const auto file = read_foreign(files, path, around.workspace, exchange::kSettingsBytes);
    if (!file || !file->text) continue;
    const auto found = exchange::find_member({*file->text, path}, {std::string(own.path)});
    if (!found || !*found) continue;
    if ((*found)->value == true) {
      memory.state = State::On;
      memory.where = fmt::format("{}:{}", path, (*found)->line);
    }
    return;
  }
}

// How much of what the tool remembers itself is not here yet; brings it when asked to.
Result<> bring_memory(Memory& memory, const SetupRequest& request, SetupMemory& own) {
  const Tool* const tool = exchange::find_tool(own.tool);
  if (tool->store == nullptr) return {};
  LOCI_ASSIGN(const std::vector<FoundStore> stores, find_stores(memory));
  const bool found = std::any_of(stores.begin(), stores.end(),
                                 [&](const FoundStore& store) { return store.store == own.tool; });
  if (!found) return {};
  const bool really = request.import && !request.dry_run;
  LOCI_ASSIGN(const ImportReply brought,
              import_store(memory, {.store = own.tool, .dry_run = !really}));
  for (const ImportSource& source : brought.sources) {
    for (const ImportRow& row : source.rows) {
      const bool is_new = row.status == ImportStatus::Created ||
                          row.status == ImportStatus::Updated || row.status == ImportStatus::Beside;
      if (is_new) ++(really ? own.imported : own.notes);
    }
  }
  return {};
}

bool is_build_directory(fs::FileSystem& files, const std::string& program) {
  std::string directory = program;
  for (int up = 0; up < 2; ++up) {
    directory = directory.substr(0, directory.rfind('/'));
    if (directory.empty()) return false;
    if (files.stat(directory + "/CMakeCache.txt", true)) return true;
  }
  return false;
}

// What else the user should know: what to do once, and what the entries depend on.
void add_notes(fs::FileSystem& files, const std::vector<const Tool*>& chosen,
               const SetupRequest& request, const exchange::Surroundings& around,
               SetupReply& reply) {
  std::vector<std::string> names;
  for (const Tool* tool : chosen) {
    names.emplace_back(tool->name);
    const std::string_view afterwards = tool->settings->afterwards;
    if (!afterwards.empty() && request.parts.hooks) reply.notes.emplace_back(afterwards);
    const exchange::AllowRules* const rules = tool->settings->allow;
    const bool only_user = rules != nullptr && rules->form != exchange::AllowForm::Modes &&
                           rules->project_file.empty();
    if (only_user && request.scope == SetupScope::Project && request.parts.server &&
        request.parts.allow != exchange::Allow::None) {
      reply.notes.push_back(
          fmt::format("{0} accepts no permissions from a repository: 'loci setup {0}' grants them",
                      tool->name));
    }
  }
  if (request.scope == SetupScope::Project && !around.loci_home.empty()) {
    reply.notes.push_back(fmt::format(
        "a repository cannot say that your home is {}: set LOCI_HOME where you start the tools",
        around.loci_home));
  }
  if (request.scope == SetupScope::Project || !is_build_directory(files, around.program)) return;
  std::vector<std::string> others = on_path(files, around.environment, "loci");
  std::erase_if(others, [&](const std::string& path) {
    return path == around.program || is_build_directory(files, path);
  });
  reply.notes.push_back(
      others.empty()
          ? fmt::format("the entries name {}, in a build directory: install loci and set up again",
                        around.program)
          : fmt::format("the entries name {}, in a build directory: '{} setup {}' names the "
                        "installed one",
                        around.program, others.front(), join(names, " ")));
}

}  // namespace

exchange::Surroundings surroundings(Memory& memory) {
  exchange::Surroundings around;
  around.user_home = memory.session().user_home;
  if (memory.scopes().workspace()) around.workspace = memory.scopes().workspace()->root;
  around.program = memory.session().program;
  around.environment = memory.session().environment;
  const std::string usual = around.user_home + "/.loci";
  if (memory.store().home() != usual) around.loci_home = memory.store().home();
  if (const auto place = memory.scopes().target({.scope = "private"}, std::nullopt)) {
    around.private_memory = memory.store().path_of(*place);
  }
  return around;
}

Result<bool> is_native(store::Store& store, const Tool& tool, const std::string& workspace) {
  const exchange::OwnMemory* const own = tool.settings ? tool.settings->memory : nullptr;
  if (own == nullptr || own->native_file.empty()) return false;
  LOCI_ASSIGN(const SettingsRecords records, read_settings_records(store));
  const std::string path = fmt::format("{}/{}", workspace, own->native_file);
  return std::any_of(records.begin(), records.end(), [&](const RecordedFile& file) {
    return file.path == path &&
           std::any_of(file.entries.begin(), file.entries.end(), [&](const auto& entry) {
             return entry.what == Wanted::What::Memory && entry.path.back() == own->native_path;
           });
  });
}

bool has_own_hook(Memory& memory, const Tool& tool, exchange::HookEvent event) {
  const std::string mark = exchange::hook_mark(tool, event);
  for (const Wanted& wanted :
       exchange::wish_for(tool, SetupScope::User, {.server = false}, surroundings(memory))
           .entries) {
    if (wanted.mark != mark) continue;
    const auto file =
        read_foreign(memory.store().files(), wanted.file, "", exchange::kSettingsBytes);
    return file && file->text && file->text->find(mark) != std::string::npos;
  }
  return false;
}

Result<SetupReply> setup(Memory& memory, const SetupRequest& request) {
  LOCI_TRY(need_settings_access(memory, request));
  exchange::Surroundings around = surroundings(memory);
  const std::string running = around.program;
  if (running.empty() && request.scope == SetupScope::User) {
    return fail(io_error("loci cannot find its own path, which the entries must name",
                         "run it by its full path, or mount /proc"));
  }
  const bool passing = request.scope == SetupScope::User && is_passing(running, around.environment);
  if (passing) around.program = lasting_path(memory.store());
  LOCI_ASSIGN(const std::vector<const Tool*> chosen,
              choose_tools(memory.store().files(), request, around));
  LOCI_TRY(check_native(memory, request, chosen));
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
  if (passing && !request.dry_run) LOCI_TRY(keep_program(memory.store(), running));
  SettingsFiles settings(memory.store(), request, around.workspace);
  LOCI_TRY(settings.begin());
  // Once to see that every file can be read, then in earnest.
  for (const bool really : {false, true}) {
    if (really && request.dry_run) break;
    reply.files.clear();
    reply.by_hand.clear();
    reply.memories.clear();
    for (const Tool* tool : chosen) {
      LOCI_TRY(take_outdated(settings, *tool, request, around, really, reply));
      LOCI_TRY(set_up_tool(settings, *tool, request, around, really, reply));
    }
  }
  note_done(memory, "setup", request, reply);
  for (SetupMemory& own : reply.memories) {
    look_for_switch(memory.store().files(), request, around, own);
    LOCI_TRY(bring_memory(memory, request, own));
  }
  add_notes(memory.store().files(), chosen, request, around, reply);
  if (passing) {
    reply.notes.push_back(
        fmt::format("the entries name {}, a copy of this program: {} will not "
                    "stay. Set up again after an update",
                    around.program, running));
  }
  return reply;
}

Result<SetupReply> unsetup(Memory& memory, const SetupRequest& request) {
  LOCI_TRY(need_settings_access(memory, request));
  const exchange::Surroundings around = surroundings(memory);
  SettingsFiles settings(memory.store(), request, around.workspace);
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
  exchange::EntryFilter which;
  if (!request.parts.server) {
    std::erase_if(chosen, [&](const std::string& tool) {
      return std::any_of(
          settings.records().begin(), settings.records().end(),
          [&](const RecordedFile& file) { return concerns(file) && has_server(file, tool); });
    });
    which = [](const exchange::RecordedEntry& entry) {
      return entry.what == Wanted::What::Hook || entry.what == Wanted::What::Frame;
    };
  }
  SetupReply reply;
  reply.dry_run = request.dry_run;
  for (const bool really : {false, true}) {
    if (really && request.dry_run) break;
    reply.files.clear();
    for (const std::string& tool : chosen) {
      const SettingsRecords records = settings.records();
      for (const RecordedFile& file : records) {
        if (!concerns(file) || !file.has_tool(tool)) continue;
        const auto change = [&](const ForeignFile& now, RecordedFile& record) {
          return exchange::disconnect(now.text, tool, record, which);
        };
        LOCI_ASSIGN(SetupFile done, settings.change(tool, file.path, nullptr, change, really));
        reply.files.push_back(std::move(done));
      }
    }
  }
  note_done(memory, "unsetup", request, reply);
  return reply;
}

Result<bool> is_here(Memory& memory, const Tool& tool) {
  return is_installed(memory.store().files(), tool, surroundings(memory));
}

}  // namespace loci::compile
