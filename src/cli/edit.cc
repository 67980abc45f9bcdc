#include "cli/edit.h"

#include <fmt/format.h>
#include <unistd.h>

#include "api/arguments.h"
#include "api/rows.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/text.h"
#include "cli/process.h"
#include "fs/absent.h"
#include "fs/atomic_file.h"
#include "memory/config.h"
#include "memory/inbox.h"
#include "memory/index_edit.h"
#include "memory/reading.h"
#include "memory/writing.h"
#include "note/index_file.h"
#include "note/unmerged.h"
#include "store/place.h"
#include "sync/resolve.h"

namespace loci::cli {
namespace {

// Where the copy lies while it is edited, and stays when something is wrong.
struct Draft {
  std::unique_ptr<fs::Root> directory;
  std::string name;

  [[nodiscard]] std::string path() const { return fmt::format("{}/{}", directory->path(), name); }
};

Result<Draft> make_draft(memory::Memory& memory, const std::string& file, const std::string& text) {
  Draft draft;
  const std::string directory = fmt::format("{}/{}", store::kStateDirectory, store::kEditDirectory);
  LOCI_ASSIGN(draft.directory, memory.store().home_directory(directory));
  // One that is there is somebody's text: the number of a process is given out again.
  for (int number = 0; draft.name.empty() || draft.directory->stat(draft.name); ++number) {
    draft.name = fmt::format("{}-{}-{}", ::getpid(), number, file);
  }
  LOCI_TRY(memory.store().write_home_file(directory, draft.name, text));
  return draft;
}

Result<std::string> edited(const Draft& draft, const std::string& editor,
                           const std::string& before) {
  // Through the shell, because $EDITOR may have arguments of its own.
  LOCI_ASSIGN(const int status,
              run_program({"/bin/sh", "-c", editor + " \"$1\"", "editor", draft.path()}, {}));
  auto text = draft.directory->read(draft.name, kFileBytes);
  if (status == 0) return text;
  std::string hint = fmt::format("nothing was changed; your text is in '{}'", draft.path());
  if (text && *text == before) {
    LOCI_TRY(draft.directory->remove(draft.name));
    hint = "nothing was changed; set EDITOR to use another one";
  }
  return fail(invalid_input(fmt::format("the editor '{}' exited with status {}", editor, status),
                            std::move(hint)));
}

}  // namespace

Result<api::Reply> edit_note(memory::Memory& memory, const Json& arguments, Terminal& terminal,
                             const Environment& environment) {
  if (!memory.config().disabled().empty()) {
    return fail(denied(fmt::format("memory is off: {}", memory.config().disabled())));
  }
  LOCI_ASSIGN(const memory::NoteText note, memory::read(memory, api::note_request(arguments)));
  LOCI_ASSIGN(const std::string editor, choose_editor(environment));
  LOCI_ASSIGN(const Draft draft, make_draft(memory, note.info.file, note.text));

  memory::WriteRequest request;
  request.file = note.info.file;
  request.raw = true;
  request.operation = "edit";
  request.if_hash = note.info.hash;
  request.dry_run = api::flag(arguments, "dry-run");
  request.allow = api::list_of(arguments, "allow");
  // Exactly the place it was read from.
  const store::Place& place = note.info.place;
  request.selector = {
      place.is_agent() ? fmt::format("agent:{}", place.agent) : place.label(),
      place.kind == store::Place::Kind::AgentPrivate,
      place.kind == store::Place::Kind::AgentShared || place.kind == store::Place::Kind::AgentXcaf,
      place.kind == store::Place::Kind::AgentUser};
  for (;;) {
    LOCI_ASSIGN(request.content, edited(draft, editor, note.text));
    if (trim(*request.content).empty()) {
      LOCI_TRY(draft.directory->remove(draft.name));
      return fail(invalid_input("the text came back empty; the note is unchanged",
                                fmt::format("to delete it, run 'loci delete {}'", request.file)));
    }
    auto written = memory::write(memory, request);
    if (written) {
      LOCI_TRY(draft.directory->remove(draft.name));
      return api::change_reply(*written);
    }
    Error error = std::move(written).error();
    const std::string kept = fmt::format("your text is kept in '{}'", draft.path());
    const bool again = error.kind == ErrorKind::InvalidInput && terminal.can_ask() &&
                       terminal.ask(fmt::format("{}\nOpen it again?", error.message));
    if (again) continue;
    error.hint =
        error.kind == ErrorKind::Conflict
            ? fmt::format("{}; compare it with 'loci read {}'", kept, request.file)
            : fmt::format("{}; fix it and store it with 'loci write {} --raw --content @FILE'",
                          kept, request.file);
    return fail(std::move(error));
  }
}

Result<api::Reply> edit_memory(memory::Memory& memory, const Json& arguments, Terminal& terminal,
                               const Environment& environment) {
  const std::string name = api::text_or(arguments, "name");
  if (!name.empty() && !api::is_index_name(name)) {
    return edit_note(memory, arguments, terminal, environment);
  }
  LOCI_TRY(memory.need_enabled());
  LOCI_ASSIGN(const memory::IndexText index, memory::read_index(memory, api::selector(arguments)));
  const std::string before = index.text.value_or("");
  LOCI_ASSIGN(const std::string editor, choose_editor(environment));
  LOCI_ASSIGN(const Draft draft, make_draft(memory, std::string(note::kIndexFile), before));
  memory::IndexWrite request{index.place, "", index.text ? sha256(before) : "",
                             api::flag(arguments, "dry-run")};
  for (;;) {
    LOCI_ASSIGN(request.text, edited(draft, editor, before));
    if (trim(request.text).empty()) {
      LOCI_TRY(draft.directory->remove(draft.name));
      if (before.empty())
        return fail(invalid_input("the text came back empty; nothing was created"));
      return fail(invalid_input("the text came back empty; the index is unchanged"));
    }
    auto written = memory::write_index(memory, request);
    if (written) {
      LOCI_TRY(draft.directory->remove(draft.name));
      return api::change_reply(*written);
    }
    Error error = std::move(written).error();
    const bool again = error.kind == ErrorKind::InvalidInput && terminal.can_ask() &&
                       terminal.ask(fmt::format("{}\nOpen it again?", error.message));
    if (again) continue;
    error.hint = fmt::format("your text is kept in '{}'; nothing was changed", draft.path());
    return fail(std::move(error));
  }
}

Result<api::Reply> edit_inbox(memory::Memory& memory, const Json& arguments,
                              const Environment& environment) {
  LOCI_TRY(memory.need_enabled());
  memory::InboxDecision decision{api::text_or(arguments, "id"), false,
                                 api::flag(arguments, "dry-run")};
  LOCI_ASSIGN(const memory::InboxItem item, memory::inbox_item(memory, decision.id));
  const memory::HeldChange& change = item.entry.changes.front();
  if (item.entry.changes.size() != 1 || !change.text) {
    return fail(invalid_input(fmt::format("'{}' is not the text of one note", item.entry.id),
                              "accept or reject it as it is"));
  }
  LOCI_ASSIGN(const std::string editor, choose_editor(environment));
  LOCI_ASSIGN(const Draft draft, make_draft(memory, change.file, *change.text));
  LOCI_ASSIGN(std::string text, edited(draft, editor, *change.text));
  auto done = memory::edit_held(memory, decision, std::move(text));
  if (!done) {
    Error error = std::move(done).error();
    error.hint = fmt::format(
        "your text is kept in '{}'; fix it and store it with 'loci inbox write {} --content @FILE'",
        draft.path(), item.entry.id);
    return fail(std::move(error));
  }
  LOCI_TRY(draft.directory->remove(draft.name));
  return api::held_edit_reply(*done);
}

Result<api::Reply> resolve_by_editor(memory::Memory& memory, Json arguments,
                                     const Environment& environment) {
  LOCI_TRY(memory.need_enabled());
  LOCI_ASSIGN(const sync::ResolveReply two, sync::resolve(memory, {api::note_request(arguments)}));
  const sync::Unsettled& found = two.found;
  const std::string text = note::in_one_file(found.first.text, found.second.text);
  LOCI_ASSIGN(const std::string editor, choose_editor(environment));
  LOCI_ASSIGN(const Draft draft, make_draft(memory, found.file, text));
  LOCI_ASSIGN(std::string saved, edited(draft, editor, text));
  arguments.erase("edit");
  arguments["text"] = std::move(saved);
  auto reply = api::find_operation("resolve")->run(memory, arguments);
  if (!reply) {
    Error error = std::move(reply).error();
    error.hint = fmt::format("your text is kept in '{}'; {}", draft.path(),
                             error.hint.empty() ? "nothing was changed" : error.hint);
    return fail(std::move(error));
  }
  LOCI_TRY(draft.directory->remove(draft.name));
  return reply;
}

Result<api::Reply> edit_config(memory::Memory& memory, const Json& arguments, Terminal& terminal,
                               const Environment& environment) {
  LOCI_TRY(memory.need_person("change settings"));
  fs::FileSystem& files = memory.store().files();
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> home, memory.store().home_directory(""));
  LOCI_ASSIGN(const std::optional<std::string> before,
              fs::if_there(home->read(store::kConfigFile, kFileBytes)));
  LOCI_ASSIGN(const std::string editor, choose_editor(environment));
  LOCI_ASSIGN(const Draft draft,
              make_draft(memory, std::string(store::kConfigFile), before.value_or("")));
  for (;;) {
    LOCI_ASSIGN(const std::string text, edited(draft, editor, before.value_or("")));
    // Read as it would be in a home, before it is in this one.
    LOCI_ASSIGN(const EphemeralHome trial, EphemeralHome::make(environment));
    LOCI_ASSIGN(const std::unique_ptr<fs::Root> root,
                fs::open_or_create(files, trial.path(), fs::Modes::Private));
    LOCI_TRY(fs::replace_file(*root, store::kConfigFile, text, fs::Durability::Unsynced));
    const auto config = memory::Config::load(files, trial.path(), Environment());
    if (config) {
      const bool dry_run = api::flag(arguments, "dry-run");
      if (!dry_run) LOCI_TRY(memory.store().write_home_file("", store::kConfigFile, text));
      LOCI_TRY(draft.directory->remove(draft.name));
      api::Reply reply;
      const bool changed = text != before.value_or("");
      reply.data = {{"changed", changed}, {"dry_run", dry_run}};
      reply.text = !changed  ? "unchanged\n"
                   : dry_run ? "would update config.toml\n"
                             : "updated config.toml\n";
      return reply;
    }
    const std::string message =
        replace_all(config.error().message, trial.path(), memory.store().home());
    if (terminal.can_ask() && terminal.ask(fmt::format("{}\nOpen it again?", message))) continue;
    return fail(invalid_input(
        message, fmt::format("nothing was changed; your text is in '{}'", draft.path())));
  }
}

}  // namespace loci::cli
