// write, remember, read, list, edit, delete, rename, move, copy.

#include <fmt/format.h>

#include <algorithm>

#include "api/arguments.h"
#include "api/codec.h"
#include "api/listing.h"
#include "api/rows.h"
#include "api/text_view.h"
#include "base/text.h"
#include "memory/change.h"
#include "memory/memory.h"
#include "memory/moving.h"
#include "memory/origins.h"
#include "memory/reading.h"
#include "memory/unsettled.h"
#include "memory/writing.h"
#include "note/html.h"
#include "note/lifetime.h"
#include "note/note.h"
#include "note/triggers.h"
#include "prompt/text_size.h"

namespace loci::api {
namespace {

constexpr std::array kTriggers{
    Param::list("on-path", "GLOB",
                "show the note before a file like this changes (migrations/**); may be repeated"),
    Param::list("on-command", "WORDS",
                "show the note before a command like this (git push); may be repeated"),
    Param::list("on-word", "WORDS", "show the note at a prompt with this word; may be repeated"),
    Param::flag("no-triggers", "remove the triggers the note has")};
constexpr std::array kWrite = params(
    std::array{
        Param::text("file", "FILE", "the note's file, with or without .md").by_place().needed(),
        Param::text("type", "TYPE", "user, feedback, project or reference; needed for a new note"),
        Param::text("description", "TEXT",
                    "one sentence on when it matters; needed for a new note"),
        Param::text("name", "NAME", "the title people see (default: made from the file name)"),
        Param::list("tag", "TAG", "a tag; may be repeated"),
        Param::text("agent-name", "WHO", "who wrote it, as the note will say"),
        Param::content("content", "TEXT|@FILE|-",
                       "the body (default: standard input; empty keeps the present body)"),
        Param::flag("raw", "the content is the whole file, frontmatter included")},
    kTriggers, kIfHash, kAllow, kSelect, kDryRun);
constexpr std::array kRemember = params(
    std::array{
        Param::content("content", "TEXT", "the fact (default, or -: standard input)")
            .by_place()
            .needed(),
        Param::text("title", "TITLE", "what it is about").needed(),
        Param::text("type", "TYPE", "the type (default: project; an existing note keeps its own)"),
        Param::text("description", "TEXT",
                    "one sentence on when it matters (default: the first sentence)"),
        Param::text("agent-name", "WHO", "who wrote it, as the note will say"),
        Param::flag("replace", "replace the note's text instead of adding to it")},
    kTriggers, kAllow, kSelect, kDryRun);
constexpr std::array kRead =
    params(kNote,
           std::array{Param::flag("raw", "print its bytes as they are, even at a terminal"),
                      Param::flag("meta", "print what is known about it instead of its text"),
                      Param::flag("html", "print its body as HTML that is safe to show")},
           kSelect);
constexpr std::array kRender{
    Param::content("content", "TEXT|@FILE|-", "the Markdown (default: standard input)")
        .by_place()
        .needed()};
constexpr std::array kEdit = params(kNote, kAllow, kSelect, kDryRun);
constexpr std::array kDelete = params(kNote, kIfHash, kSelect, kDryRun);
constexpr std::array kRename =
    params(kNote, std::array{Param::text("new-name", "NEW", "its new name").by_place().needed()},
           kIfHash, kSelect, kDryRun);
constexpr std::array kMove = params(
    kNote, std::array{Param::text("to", "SCOPE", "global, private, shared or agent:ID").needed()},
    kIfHash, kAllow, kSelect, kDryRun);

// Those that are given take the place of all that the note has.
std::optional<note::Triggers> triggers(const Json& arguments) {
  const note::Triggers given{list_of(arguments, "on-path"), list_of(arguments, "on-command"),
                             list_of(arguments, "on-word")};
  if (given.empty() && !flag(arguments, "no-triggers")) return std::nullopt;
  return given;
}

Result<Reply> write(memory::Memory& memory, const Json& arguments) {
  memory::WriteRequest request;
  request.file = text_or(arguments, "file");
  request.selector = selector(arguments);
  request.type = text_if(arguments, "type");
  request.description = text_if(arguments, "description");
  request.name = text_if(arguments, "name");
  if (arguments.contains("tag")) request.tags = arguments["tag"].get<std::vector<std::string>>();
  request.agent_name = text_if(arguments, "agent-name");
  request.content = text_if(arguments, "content");
  request.triggers = triggers(arguments);
  request.raw = flag(arguments, "raw");
  request.if_hash = text_if(arguments, "if-hash");
  // Of routes only: what HTTP asks for by its method and its headers.
  request.only_new = flag(arguments, "only-new");
  request.only_known = flag(arguments, "only-known");
  request.undescribed = flag(arguments, "undescribed");
  request.allow = list_of(arguments, "allow");
  request.dry_run = flag(arguments, "dry-run");
  LOCI_ASSIGN(const memory::ChangeReply change, memory::write(memory, request));
  return change_reply(change);
}

Result<Reply> remember(memory::Memory& memory, const Json& arguments) {
  memory::RememberRequest request;
  request.content = text_or(arguments, "content");
  request.title = text_or(arguments, "title");
  request.type = text_if(arguments, "type");
  request.description = text_or(arguments, "description");
  request.selector = selector(arguments);
  request.triggers = triggers(arguments);
  request.agent_name = text_if(arguments, "agent-name");
  request.replace = flag(arguments, "replace");
  request.allow = list_of(arguments, "allow");
  request.dry_run = flag(arguments, "dry-run");
  LOCI_ASSIGN(const memory::ChangeReply change, memory::remember(memory, request));
  Reply reply = change_reply(change);
  reply.data["text"] = change.text;
  reply.data["gone"] = change.gone;
  reply.data["elsewhere"] = Json::array();
  for (const memory::NoteName& other : change.elsewhere) {
    Json entry = place_fields(other.place);
    entry["filename"] = other.file;
    reply.data["elsewhere"].push_back(std::move(entry));
    reply.notes.push_back(same_title_text(other, change.dry_run));
  }
  if (change.status == memory::Status::Updated && !change.dry_run) {
    reply.text += updated_note_text(change);
    reply.notes.push_back(fmt::format("'{}' takes it back", undo_command(memory, change)));
  }
  return reply;
}

Json triggers_json(const note::Triggers& triggers) {
  return {{"paths", triggers.paths}, {"commands", triggers.commands}, {"words", triggers.words}};
}

// Who wrote a note last, how long it holds and how large it is.
void add_meta(const memory::NoteOrigin& by, const note::Lifetime& life, std::string_view text,
              Json& data) {
  const auto or_null = [](const std::string& one) {
    return one.empty() ? Json(nullptr) : Json(one);
  };
  data["origin"] = by.origin;
  data["session"] = or_null(by.session);
  data["revision"] = by.revision == 0 ? Json(nullptr) : Json(by.revision);
  data["expires"] = or_null(life.expires);
  data["review_by"] = or_null(life.review_by);
  data["supersedes"] = life.supersedes;
  data["triggers"] = triggers_json(note::triggers_in(text));
  data["bytes"] = text.size();
  data["tokens"] = prompt::estimate_tokens(text);
}

// A note with its body as HTML, and what is known of it.
Result<Reply> read_html(memory::Memory& memory, memory::NoteText note) {
  LOCI_ASSIGN(note.info.modified, memory::date_of(memory, note.info));
  LOCI_ASSIGN(const memory::Origins origins, memory::origins_in(memory.store(), note.info.place));
  Reply reply;
  reply.text = note::markdown_html(note::parse_note(note.text).body);
  reply.data = to_json(note, memory.now());
  add_meta(memory::origin_of_text(origins, note.info.file, note.info.hash),
           note::lifetime_in(note.text), note.text, reply.data);
  reply.data["html"] = reply.text;
  if (note.info.untrusted) reply.notes.push_back(untrusted_note());
  if (const std::string why = memory::unsettled_in(note.info.file, note.text); !why.empty()) {
    reply.notes.push_back(why);
  }
  return reply;
}

Result<Reply> render(memory::Memory& /*memory*/, const Json& arguments) {
  Reply reply;
  const std::string content = text_or(arguments, "content");
  reply.text = note::markdown_html(content);
  reply.data = {{"html", reply.text},
                {"bytes", content.size()},
                {"tokens", prompt::estimate_tokens(content)}};
  return reply;
}

// What is known of a note beside its text.
Result<Reply> read_meta(memory::Memory& memory, memory::NoteText note) {
  LOCI_ASSIGN(note.info.modified, memory::date_of(memory, note.info));
  LOCI_ASSIGN(const memory::Origins origins, memory::origins_in(memory.store(), note.info.place));
  const memory::NoteOrigin by = memory::origin_of_text(origins, note.info.file, note.info.hash);
  const note::Lifetime life = note::lifetime_in(note.text);
  Reply reply;
  reply.data = to_json(note.info, memory.now());
  add_meta(by, life, note.text, reply.data);
  std::vector<std::vector<std::string>> rows;
  const auto add = [&](std::string_view key, std::string value) {
    if (!value.empty()) rows.push_back({std::string(key), std::move(value)});
  };
  add("file", note.info.file);
  add("scope", place_text(note.info.place, note.info.untrusted));
  add("name", note.info.name);
  add("type", note.info.type);
  add("description", note.info.description);
  add("tags", join(note.info.tags, ", "));
  add("agent", note.info.agent_name);
  add("origin", by.origin);
  add("session", by.session);
  add("changed", fmt::format("{} ({})", format_utc(note.info.modified),
                             age(note.info.modified, memory.now())));
  add("revision", by.revision == 0 ? "" : std::to_string(by.revision));
  add("expires", life.expires);
  add("review by", life.review_by);
  add("supersedes", join(life.supersedes, ", "));
  const note::Triggers heard = note::triggers_in(note.text);
  add("on paths", join(heard.paths, ", "));
  add("on commands", join(heard.commands, ", "));
  add("on words", join(heard.words, ", "));
  add("hash", note.info.hash);
  reply.text = table(std::move(rows), memory.session().columns);
  if (note.info.untrusted) reply.notes.push_back(untrusted_note());
  return reply;
}

Result<Reply> read(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(memory::NoteText note, memory::read(memory, reading_request(memory, arguments)));
  const std::string unsettled = memory::unsettled_in(note.info.file, note.text);
  note.text = memory::without_sides(memory, std::move(note.text));
  if (flag(arguments, "meta")) return read_meta(memory, std::move(note));
  if (flag(arguments, "html")) return read_html(memory, std::move(note));
  Reply reply;
  reply.text = note.text;
  if (note.info.untrusted) reply.notes.push_back(untrusted_note());
  if (!unsettled.empty()) reply.notes.push_back(unsettled);
  for (const memory::CitationVerdict& one : note.stale) {
    reply.notes.push_back(fmt::format("line {}: {}", one.line, citation_text(one)));
  }
  reply.large = [&memory, unsettled, note = std::move(note)]() mutable {
    const auto date = memory::date_of(memory, note.info);
    note.info.modified = date.value_or(note.info.modified);
    // The text is all there; only its age is not known.
    if (!date) note.info.unreadable = date.error().message;
    Json json = to_json(note, memory.now());
    if (!unsettled.empty()) json["unsettled"] = unsettled;
    return json;
  };
  return reply;
}

Result<Reply> remove(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const memory::ChangeReply change, memory::remove(memory, note_request(arguments)));
  Reply reply = change_reply(change);
  if (!change.dry_run && change.status != memory::Status::Held) {
    reply.notes.push_back(fmt::format("'{}' brings it back", undo_command(memory, change)));
  }
  return reply;
}

Result<Reply> rename(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const memory::ChangeReply change,
              memory::rename(memory, note_request(arguments), text_or(arguments, "new-name")));
  Reply reply = change_reply(change);
  reply.data["relinked"] = change.relinked;
  if (change.relinked > 0 && change.status != memory::Status::Held) {
    reply.notes.push_back(fmt::format("{} the links in {}",
                                      change.dry_run ? "would update" : "updated",
                                      count(change.relinked, "note")));
  }
  return reply;
}

Result<Reply> move(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const memory::ChangeReply change,
              memory::move(memory, note_request(arguments), text_or(arguments, "to")));
  return change_reply(change);
}

Result<Reply> copy(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const memory::ChangeReply change,
              memory::copy(memory, note_request(arguments), text_or(arguments, "to")));
  return change_reply(change);
}

constexpr std::array kWriteRoutes{
    Route{"PUT", kNotePath, "filename=file", "undescribed"},
    Route{"PATCH", kNotePath, "filename=file", "only-known"},
};
constexpr std::array kRememberRoutes{Route{"POST", "/api/memory/remember"}};
constexpr std::array kReadRoutes{Route{"GET", kNotePath, kFilename}};
constexpr std::array kRenderRoutes{Route{"POST", "/api/render"}};
constexpr std::array kListRoutes{Route{"GET", "/api/memory"}};
constexpr std::array kDeleteRoutes{Route{"DELETE", kNotePath, kFilename}};
constexpr std::array kRenameRoutes{Route{"POST", "/api/memory/{filename}/rename", kFilename}};
constexpr std::array kMoveRoutes{Route{"POST", "/api/memory/{filename}/move", kFilename}};
constexpr std::array kCopyRoutes{Route{"POST", "/api/memory/{filename}/copy", kFilename}};

constexpr std::array kNoteOperations{
    Operation{Group::Notes, "write", "Create a note, or replace its body and the fields given",
              Effect::Writes, kWrite,
              "loci write review-style.md --type user --description \"Wants findings first\" "
              "--content \"Put blocking findings first.\"",
              write}
        .at(kWriteRoutes)
        .or_only_new(),
    Operation{Group::Notes, "remember", "Remember one fact under a title", Effect::Writes,
              kRemember,
              "loci remember \"The staging database is reset every night.\" --title \"Staging "
              "resets\"",
              remember}
        .at(kRememberRoutes),
    Operation{Group::Notes, "read", "Show a note", Effect::Reads, kRead, "loci read review-style",
              read}
        .at(kReadRoutes)
        .answering("Note"),
    Operation{Group::Notes, "list", "List notes, newest first", Effect::Reads, kList,
              "loci list --type feedback", list_notes}
        .at(kListRoutes)
        .over_projects(list_notes_over)
        .answering("Notes"),
    Operation{Group::Notes, "render", "Turn Markdown into HTML that is safe to show", Effect::Reads,
              kRender, "loci render @notes.md", render}
        .at(kRenderRoutes)
        .answering("Answer"),
    Operation{Group::Notes, "edit", "Open a note in your editor", Effect::Writes, kEdit,
              "EDITOR=vim loci edit review-style", kByFrontEnd},
    Operation{Group::Notes, "delete", "Delete a note; undo brings it back", Effect::Deletes,
              kDelete, "loci delete review-style", remove}
        .at(kDeleteRoutes),
    Operation{Group::Notes, "rename", "Rename a note; links to it follow", Effect::Writes, kRename,
              "loci rename review-style code-review", rename}
        .at(kRenameRoutes),
    Operation{Group::Notes, "move", "Move a note to another scope", Effect::Writes, kMove,
              "loci move staging-resets --to shared", move}
        .at(kMoveRoutes),
    Operation{Group::Notes, "copy", "Copy a note to another scope", Effect::Writes, kMove,
              "loci copy staging-resets --to global", copy}
        .at(kCopyRoutes),
};

}  // namespace

std::span<const Operation> note_operations() { return kNoteOperations; }

Reply change_reply(const memory::ChangeReply& change) {
  Reply reply;
  reply.data = to_json(change);
  reply.text = change_text(change);
  reply.notes = change.warnings;
  for (std::string& note : reply.notes) note = "warning: " + note;
  if (change.confirmed > 0) {
    reply.notes.emplace_back("agents had noted this; now that you said it, it is confirmed");
  }
  if (change.untrusted) reply.notes.push_back(untrusted_note());
  if (change.status == memory::Status::Held && !change.dry_run) {
    reply.notes.push_back(
        fmt::format("nothing is changed until a person accepts it: {}", change.held.front().why));
  }
  return reply;
}

}  // namespace loci::api
