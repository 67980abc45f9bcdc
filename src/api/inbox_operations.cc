// inbox.

#include <fmt/format.h>

#include "api/arguments.h"
#include "api/codec.h"
#include "api/rows.h"
#include "api/text_view.h"
#include "base/diff.h"
#include "base/text.h"
#include "memory/blocked_files.h"
#include "memory/inbox.h"
#include "note/index_file.h"

namespace loci::api {
namespace {

using memory::InboxEntry;
using memory::InboxItem;

constexpr std::array kHeldId{
    Param::text("id", "ID", "its id, as 'loci inbox' shows it").by_place().needed()};
constexpr std::array kDecide = params(kHeldId, kDryRun);
constexpr std::array kAcceptHeld =
    params(kHeldId,
           std::array{Param::flag("force",
                                  "even if the note has changed since; its text stays in history")},
           kDryRun);
constexpr std::array kRewrite = params(
    kHeldId,
    std::array{Param::content("content", "TEXT|@FILE|-",
                              "the whole file, frontmatter included (default: standard input)")},
    kDryRun);

std::string_view change_word(const memory::HeldChange& change) {
  return !change.text ? "delete" : change.base ? "update" : "create";
}

Json json_of(const InboxEntry& entry) {
  Json json = {{"id", entry.id},
               {"time", entry.time},
               {"operation", entry.operation},
               {"origin", entry.origin},
               {"actor", entry.actor},
               {"session", entry.session.empty() ? Json(nullptr) : Json(entry.session)},
               {"workspace", entry.workspace.empty() ? Json(nullptr) : Json(entry.workspace)},
               {"summary", entry.summary},
               {"reasons", Json::array()},
               {"files", Json::array()}};
  for (const memory::HoldReason& reason : entry.reasons) {
    json["reasons"].push_back({{"rule", reason.rule},
                               {"filename", reason.file},
                               {"line", reason.line == 0 ? Json(nullptr) : Json(reason.line)},
                               {"message", reason.message}});
  }
  for (const memory::HeldChange& change : entry.changes) {
    Json file = place_fields(store::place_of_key(change.place));
    file["filename"] = change.file;
    file["change"] = change_word(change);
    json["files"].push_back(std::move(file));
  }
  return json;
}

// "create prefs.md in global", "rename a.md to b.md in shared", "update 3 files".
std::string what_of(const InboxEntry& entry) {
  const memory::HeldChange& first = entry.changes.front();
  const std::string place = store::place_of_key(first.place).label();
  const std::string file = printable(first.file, true);
  if (!first.from.empty() && first.from != first.file) {
    return fmt::format("rename {} to {} in {}", printable(first.from, true), file, place);
  }
  if (entry.changes.size() == 1) return fmt::format("{} {} in {}", change_word(first), file, place);
  return fmt::format("{} {} in {} and {} more", entry.operation, file, place,
                     entry.changes.size() - 1);
}

std::string waiting_text(std::size_t number) {
  return fmt::format("{} for review",
                     number == 1 ? "1 write waits" : fmt::format("{} writes wait", number));
}

// What is held back from prompts as it lies there: where it is, never what it says.
void add_blocked(const memory::BlockedFiles& blocked, std::size_t columns, Reply& reply) {
  reply.data["held_back"] = Json::array();
  std::vector<std::vector<std::string>> rows{{"HELD BACK", "WHERE", "LINE", "RULE", "ABOUT"}};
  bool notes = false;
  bool others = false;
  for (const memory::BlockedFile& file : blocked.files) {
    const bool is_note = file.place.indexed() && file.file != note::kIndexFile;
    (is_note ? notes : others) = true;
    Json json = place_fields(file.place);
    json["filename"] = file.file;
    json["path"] = file.path;
    json["findings"] = Json::array();
    for (const guard::Finding& finding : file.findings) {
      json["findings"].push_back(
          {{"rule", finding.rule->id}, {"line", finding.line}, {"message", finding.rule->about}});
      rows.push_back({printable(is_note ? file.file : file.path, true), file.place.label(),
                      std::to_string(finding.line), std::string(finding.rule->id),
                      std::string(finding.rule->about)});
    }
    reply.data["held_back"].push_back(std::move(json));
  }
  if (notes || others) {
    reply.text += (reply.text.empty() ? "" : "\n") + table(rows, columns);
    reply.notes.emplace_back(
        "lines that are held back do not reach prompts; the files are unchanged");
  }
  if (notes) {
    reply.notes.emplace_back(
        "remove the line with 'loci edit NOTE', or allow it with 'loci allow NOTE RULE'");
  }
  if (others) reply.notes.emplace_back("edit files that are not notes where they are");
  for (const std::string& why : blocked.unread) {
    reply.incomplete = true;
    reply.notes.push_back(why);
  }
}

Result<Reply> list_inbox(memory::Memory& memory, const Json& /*arguments*/) {
  Reply reply;
  if (memory.session().audience == memory::Audience::Agent) {
    LOCI_ASSIGN(const std::size_t number, memory::count_waiting(memory));
    reply.data = {{"waiting", number}};
    reply.text = number == 0 ? "" : waiting_text(number) + "\n";
    reply.notes.emplace_back(number == 0 ? "the inbox is empty"
                                         : "only a person can read it: 'loci inbox'");
    return reply;
  }
  LOCI_ASSIGN(const memory::InboxList inbox, memory::inbox(memory));
  LOCI_ASSIGN(const memory::BlockedFiles blocked, memory::blocked_files(memory));
  reply.list = "entries";
  reply.data = {{"waiting", inbox.entries.size()}, {"entries", Json::array()}};
  std::vector<std::vector<std::string>> rows{{"ID", "AGE", "BY", "WHAT", "WHY"}};
  for (const InboxEntry& entry : inbox.entries) {
    reply.data["entries"].push_back(json_of(entry));
    const auto time = parse_time(entry.time);
    std::string what = what_of(entry);
    const bool elsewhere = !entry.workspace.empty() && entry.workspace != memory.scopes().slug();
    if (elsewhere) what += fmt::format(" ({})", entry.workspace);
    rows.push_back({entry.id, time ? age(*time, memory.now()) : "-", entry.actor, what,
                    memory::reasons_text(entry.reasons)});
  }
  if (!inbox.entries.empty()) {
    reply.text = table(rows, memory.session().columns);
    reply.notes.emplace_back(
        "'loci inbox show ID' shows one; 'accept', 'edit' and 'reject' decide");
  } else if (inbox.faults.empty() && blocked.files.empty()) {
    reply.notes.emplace_back("the inbox is empty");
  }
  add_blocked(blocked, memory.session().columns, reply);
  for (const Error& fault : inbox.faults) {
    reply.incomplete = true;
    reply.notes.push_back(fmt::format("{}: {}", fault.message, fault.hint));
  }
  return reply;
}

// What waits, and what is held back in global memory and in every project.
Result<Reply> list_inbox_over(std::span<const Lent> lent, const Json& arguments) {
  LOCI_ASSIGN(Reply reply, list_inbox(*lent.front().memory, arguments));
  if (!reply.data.contains("held_back")) return reply;  // an agent is told the number only
  for (Json& file : reply.data["held_back"]) file["project"] = nullptr;
  for (const Lent& one : lent) {
    if (one.project.empty()) continue;
    LOCI_ASSIGN(const memory::BlockedFiles blocked, memory::blocked_files(*one.memory, true));
    Reply own;
    add_blocked(blocked, 0, own);
    for (Json& file : own.data["held_back"]) {
      file["project"] = one.project;
      reply.data["held_back"].push_back(std::move(file));
    }
    for (const std::string& why : blocked.unread) reply.data["unread"].push_back(why);
  }
  return reply;
}

Result<Reply> show_held(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const InboxItem item, memory::inbox_item(memory, text_or(arguments, "id")));
  const InboxEntry& entry = item.entry;
  Reply reply;
  reply.data = json_of(entry);
  reply.text =
      fmt::format("{}  {}\nby {}, {}{}\nwaits because {}\n", entry.id, what_of(entry),
                  printable(entry.actor, true), ago(entry.time, memory.now()),
                  entry.session.empty() ? "" : ", session " + printable(entry.session, true),
                  printable(memory::reasons_text(entry.reasons), true));
  for (std::size_t i = 0; i < item.files.size(); ++i) {
    const InboxItem::File& file = item.files[i];
    const memory::HeldChange& change = entry.changes[i];
    const std::string name = fmt::format("{}/{}", file.place.label(), file.file);
    const std::string diff =
        unified_diff(file.now.value_or(""), file.then.value_or(""), file.now ? name : "/dev/null",
                     file.then ? name : "/dev/null");
    Json& json = reply.data["files"][i];
    json["text"] = change.text ? Json(*change.text) : Json(nullptr);
    json["base"] = change.base ? Json(*change.base) : Json(nullptr);
    json["diff"] = diff;
    if (!file.trouble.empty()) {
      json["conflict"] = file.trouble;
      reply.notes.push_back(file.trouble + ": shown as a difference from the current text");
    }
    reply.text += "\n" + printable(diff);
  }
  return reply;
}

memory::InboxDecision inbox_decision(const Json& arguments) {
  return {text_or(arguments, "id"), flag(arguments, "force"), flag(arguments, "dry-run")};
}

Result<Reply> let_in(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const memory::ChangeReply change,
              memory::accept_held(memory, inbox_decision(arguments)));
  Reply reply = change_reply(change);
  if (!change.dry_run) {
    reply.notes.push_back(fmt::format("'loci undo {}' puts it back into the inbox", change.id));
  }
  return reply;
}

Result<Reply> turn_down(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const memory::ChangeReply change,
              memory::reject_held(memory, inbox_decision(arguments)));
  Reply reply;
  reply.data = to_json(change);
  reply.data["status"] = "rejected";
  reply.text =
      fmt::format("{} the write to {} in {}\n", change.dry_run ? "would reject" : "rejected",
                  printable(change.file, true), change.place.label());
  if (!change.dry_run)
    reply.notes.push_back(fmt::format("'loci undo {}' brings it back", change.id));
  return reply;
}

Result<Reply> rewrite_held(memory::Memory& memory, const Json& arguments) {
  if (!arguments.contains("content")) {
    return fail(invalid_input("there is no content",
                              "give --content TEXT, --content @FILE, or pipe the text in"));
  }
  LOCI_ASSIGN(const memory::ChangeReply change,
              memory::edit_held(memory, inbox_decision(arguments), text_or(arguments, "content")));
  return held_edit_reply(change);
}

constexpr std::array kInboxRoutes{Route{"GET", "/api/inbox"}};
constexpr std::array kInboxShowRoutes{Route{"GET", "/api/inbox/{id}"}};
constexpr std::array kInboxAcceptRoutes{Route{"POST", "/api/inbox/{id}/accept"}};
constexpr std::array kInboxRejectRoutes{Route{"POST", "/api/inbox/{id}/reject"}};
constexpr std::array kInboxWriteRoutes{Route{"PUT", "/api/inbox/{id}"}};

constexpr std::array kInboxOperations{
    Operation{Group::Review, "inbox",
              "Show writes that wait for your review, and what is held back", Effect::Reads,
              kNoParams, "loci inbox", list_inbox}
        .at(kInboxRoutes)
        .over_projects(list_inbox_over)
        .answering("Inbox"),
    Operation{Group::Review, "inbox list", "The same as 'loci inbox'", Effect::Reads, kNoParams,
              "loci inbox list", list_inbox},
    Operation{Group::Review, "inbox show", "Show what a waiting write would change", Effect::Reads,
              kHeldId, "loci inbox show k3fb", show_held}
        .at(kInboxShowRoutes),
    Operation{Group::Review, "inbox accept", "Accept a waiting write", Effect::Writes, kAcceptHeld,
              "loci inbox accept k3fb", let_in}
        .at(kInboxAcceptRoutes),
    Operation{Group::Review, "inbox edit", "Open the text of a waiting write in your editor",
              Effect::Writes, kDecide, "EDITOR=vim loci inbox edit k3fb", kByFrontEnd},
    Operation{Group::Review, "inbox write", "Replace the text of a waiting write", Effect::Writes,
              kRewrite, "loci inbox write k3fb --content @better.md", rewrite_held}
        .at(kInboxWriteRoutes),
    Operation{Group::Review, "inbox reject", "Reject a waiting write; undo brings it back",
              Effect::Deletes, kDecide, "loci inbox reject k3fb", turn_down}
        .at(kInboxRejectRoutes),
};

}  // namespace

std::span<const Operation> inbox_operations() { return kInboxOperations; }

Reply held_edit_reply(const memory::ChangeReply& change) {
  Reply reply;
  reply.data = to_json(change);
  const bool changed = change.status != memory::Status::Unchanged;
  reply.text = fmt::format("{} the waiting text of {}\n",
                           !changed         ? "unchanged:"
                           : change.dry_run ? "would change"
                                            : "changed",
                           printable(change.file, true));
  for (const std::string& warning : change.warnings) reply.notes.push_back("warning: " + warning);
  if (changed && !change.dry_run) {
    reply.notes.emplace_back("it still waits: 'loci inbox accept' accepts it");
  }
  return reply;
}

}  // namespace loci::api
