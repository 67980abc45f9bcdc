#include "cli/review.h"

#include <fmt/format.h>

#include "api/arguments.h"
#include "api/rows.h"
#include "base/text.h"
#include "cli/edit.h"
#include "memory/moving.h"
#include "memory/preferences.h"
#include "upkeep/review.h"

namespace loci::cli {
namespace {

using memory::NoteRequest;

// Exactly the place a note was found in.
memory::Selector selector_of(const store::Place& place) {
  using Kind = store::Place::Kind;
  return {place.is_agent() ? fmt::format("agent:{}", place.agent) : place.label(),
          place.kind == Kind::AgentPrivate,
          place.kind == Kind::AgentShared || place.kind == Kind::AgentXcaf,
          place.kind == Kind::AgentUser};
}

Json arguments_of(const store::Place& place, const std::string& file) {
  const memory::Selector selector = selector_of(place);
  Json arguments = {{"name", file}, {"scope", selector.scope}};
  if (selector.in_private) arguments["private"] = true;
  if (selector.in_shared) arguments["shared"] = true;
  if (selector.in_user) arguments["user"] = true;
  return arguments;
}

class Walk {
 public:
  Walk(memory::Memory& memory, Terminal& terminal, const Environment& environment)
      : memory_(memory), terminal_(terminal), environment_(environment) {}

  // Whether to go on.
  Result<bool> noted(const memory::Preference& note) {
    say(std::string(trim_right(api::noted_text(note))));
    const char key = terminal_.ask_key("[a]ccept, [e]dit, [r]eject, [s]kip or [q]uit?", "aersq");
    if (key == 'q') return false;
    const NoteRequest request{note.file, selector_of(note.place), std::nullopt, false};
    if (key == 'a') return after(memory::accept(memory_, request), "accepted", note.file);
    if (key == 'r') return after(upkeep::reject_noted(memory_, request), "rejected", note.file);
    return edit_if(key, note.place, note.file);
  }

  Result<bool> due(const upkeep::DueNote& note) {
    say(std::string(trim_right(api::due_text(note))));
    const char key =
        terminal_.ask_key("[k]eep, [e]dit, [a]rchive, [d]elete, [s]kip or [q]uit?", "keadsq");
    if (key == 'q') return false;
    const NoteRequest request{note.file, selector_of(note.place), std::nullopt, false};
    if (key == 'k') return after(upkeep::keep(memory_, request, ""), "kept", note.file);
    if (key == 'a') return after(memory::archive(memory_, request), "archived", note.file);
    if (key == 'd') return after(memory::remove(memory_, request), "deleted", note.file);
    return edit_if(key, note.place, note.file);
  }

  [[nodiscard]] std::size_t decided() const { return decided_; }

 private:
  Result<bool> edit_if(char key, const store::Place& place, const std::string& file) {
    if (key != 'e') return true;
    return after(edit_note(memory_, arguments_of(place, file), terminal_, environment_), "edited",
                 file);
  }

  // What cannot be done with one note is said, and the next one comes.
  template <typename T>
  Result<bool> after(const Result<T>& done, std::string_view what, const std::string& file) {
    if (done) {
      ++decided_;
      say(fmt::format("{} {}\n", what, printable(file, true)));
    } else {
      say(fmt::format("loci: {}\n", done.error().message));
    }
    return true;
  }

  memory::Memory& memory_;
  Terminal& terminal_;
  const Environment& environment_;
  std::size_t decided_ = 0;
};

}  // namespace

Result<api::Reply> walk_through_review(memory::Memory& memory, const Json& arguments,
                                       Terminal& terminal, const Environment& environment) {
  LOCI_ASSIGN(const upkeep::ReviewReply found, upkeep::review(memory, api::selector(arguments)));
  Walk walk(memory, terminal, environment);
  bool go_on = true;
  for (std::size_t i = 0; go_on && i < found.noted.size(); ++i) {
    LOCI_ASSIGN(go_on, walk.noted(found.noted[i]));
  }
  for (std::size_t i = 0; go_on && i < found.due.size(); ++i) {
    LOCI_ASSIGN(go_on, walk.due(found.due[i]));
  }
  api::Reply reply;
  const std::size_t all = found.noted.size() + found.due.size();
  reply.text =
      all == 0 ? "nothing to review\n" : fmt::format("decided {} of {}\n", walk.decided(), all);
  if (found.held > 0) {
    reply.notes.push_back(
        fmt::format("{} in the inbox: 'loci inbox'",
                    found.held == 1 ? "1 write waits" : fmt::format("{} writes wait", found.held)));
  }
  return reply;
}

}  // namespace loci::cli
