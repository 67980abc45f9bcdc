// accept.

#include <fmt/format.h>

#include "api/arguments.h"
#include "api/codec.h"
#include "api/rows.h"
#include "api/text_view.h"
#include "base/text.h"
#include "memory/preferences.h"

namespace loci::api {
namespace {

using memory::Preference;
using memory::PreferenceLine;

constexpr std::array kAccept = params(
    std::array{Param::text("note", "NOTE", "the note (default: list those that wait)").by_place(),
               Param::flag("all", "accept all notes that wait"),
               Param::flag("withdraw", "take back what was accepted in the note")},
    kSelect, kDryRun);

std::size_t lines_that_wait(const Preference& note) {
  return static_cast<std::size_t>(std::count_if(
      note.lines.begin(), note.lines.end(),
      [](const PreferenceLine& line) { return line.standing != memory::Standing::Confirmed; }));
}

Json json_of(const Preference& note) {
  Json json = place_fields(note.place);
  json["filename"] = note.file;
  json["name"] = note.name;
  json["lines"] = Json::array();
  for (const PreferenceLine& line : note.lines) {
    if (line.standing == memory::Standing::Confirmed) continue;
    json["lines"].push_back(
        {{"text", line.text},
         {"from", line.standing == memory::Standing::Imported ? "import" : "agent"}});
  }
  return json;
}

// The lines that nobody has confirmed yet.
std::string lines_text(const Preference& note) {
  std::string text;
  for (const PreferenceLine& line : note.lines) {
    if (line.standing == memory::Standing::Confirmed) continue;
    text += fmt::format("  {}{}\n", printable(line.text, true),
                        line.standing == memory::Standing::Imported ? "  (imported)" : "");
  }
  return text;
}

Result<Reply> accept(memory::Memory& memory, const Json& arguments) {
  const bool all = flag(arguments, "all");
  const bool dry_run = flag(arguments, "dry-run");
  const std::string name = text_or(arguments, "note");
  if (all && !name.empty()) {
    return fail(invalid_input("a note and --all cannot be combined", "give one of them"));
  }
  const bool withdraw = flag(arguments, "withdraw");
  if (withdraw && name.empty()) {
    return fail(
        invalid_input("--withdraw needs a note", "for example: loci accept NOTE --withdraw"));
  }
  const bool only_list = !all && name.empty();
  const auto accepted = [&]() -> Result<memory::AcceptReply> {
    if (only_list) return memory::waiting(memory, selector(arguments));
    if (all) return memory::accept_all(memory, selector(arguments), dry_run);
    memory::NoteRequest request = note_request(arguments);
    request.name = name;
    return memory::accept(memory, request, withdraw);
  }();
  if (!accepted) return fail(accepted.error());
  Reply reply;
  reply.list = "notes";
  reply.data = {{"notes", Json::array()}};
  for (const Preference& note : accepted->notes) {
    reply.data["notes"].push_back(json_of(note));
    if (withdraw) {
      reply.text +=
          fmt::format("no line of {} in {} {} confirmed any more\n", printable(note.file, true),
                      note.place.label(), dry_run ? "would be" : "is");
      continue;
    }
    const std::size_t lines = lines_that_wait(note);
    if (!only_list && lines == 0) {
      reply.notes.push_back(
          fmt::format("every line of {} is already confirmed", printable(note.file, true)));
      continue;
    }
    const std::string where =
        fmt::format("{} in {}", printable(note.file, true), note.place.label());
    reply.text += only_list ? fmt::format("{}: {} to confirm\n", where, count(lines, "line"))
                            : fmt::format("{} {} of {}\n", dry_run ? "would accept" : "accepted",
                                          count(lines, "line"), where);
    reply.text += lines_text(note);
  }
  if (accepted->notes.empty()) reply.notes.emplace_back("no notes to accept");
  if (only_list && !accepted->notes.empty()) {
    reply.notes.emplace_back("'loci accept NOTE' confirms one, 'loci accept --all' all of them");
  }
  return reply;
}

constexpr std::array kPreferenceOperations{
    Operation{Group::Notes, "accept", "Confirm what agents noted about your preferences",
              Effect::Writes, kAccept, "loci accept review-style", accept},
};

}  // namespace

std::span<const Operation> preference_operations() { return kPreferenceOperations; }

}  // namespace loci::api
