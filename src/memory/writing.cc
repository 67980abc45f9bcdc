#include "memory/writing.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/diff.h"
#include "base/limits.h"
#include "base/text.h"
#include "memory/checks.h"
#include "memory/reading.h"
#include "memory/standing_record.h"
#include "memory/titles.h"
#include "note/fields.h"
#include "note/frontmatter.h"
#include "note/paragraphs.h"
#include "note/slug.h"
#include "note/split.h"
#include "note/validate.h"

namespace loci::memory {
namespace {

Result<> check_size(std::string_view content, std::size_t limit) {
  if (content.size() <= limit) return {};
  return fail(invalid_input(
      fmt::format("the content has {} bytes; the limit is {}", content.size(), limit),
      limit == kWriteBytes ? "split it into several notes, or store a whole file with --raw"
                           : "split it into several notes"));
}

Error no_content() {
  return invalid_input("there is no content",
                       "give --content TEXT, --content @FILE, or pipe the text in");
}

// Whether a line is that of a field of a note.
bool is_field(std::string_view line) {
  const std::size_t colon = line.find(':');
  return colon != std::string_view::npos && note::find_field(line.substr(0, colon)) != nullptr;
}

// Whether a body begins with the fields of a note, be they well written or not, and not with a
// line between paragraphs.
bool begins_with_fields(std::string_view body) {
  const note::Split split = note::split_note(trim_left(body));
  if (!split.closed) return false;
  const std::vector<std::string_view> lines =
      split_lines(trim_left(body).substr(split.yaml_begin, split.yaml_end - split.yaml_begin));
  return std::any_of(lines.begin(), lines.end(), is_field);
}

Error blank_text(std::string_view file) {
  return invalid_input(
      "the text is blank",
      fmt::format("give the text to remember; 'loci delete {}' deletes a note", note::stem(file)));
}

Error fields_in_body(std::string_view file) {
  return invalid_input(
      "the content begins with frontmatter",
      fmt::format("leave it out, or store the whole file with 'loci write {} --raw'", file));
}

// What a write is about to store as a body.
Result<> check_body(WriteRequest& request) {
  if (!request.content || request.raw) return {};
  if (trim(*request.content).empty()) return fail(blank_text(request.file));
  if (!begins_with_fields(*request.content)) return {};
  const bool fields =
      request.type || request.description || request.name || request.tags || request.agent_name;
  if (fields) return fail(fields_in_body(note::stem(request.file)));
  request.raw = true;
  request.content = std::string(trim_left(*request.content));
  const std::size_t body = note::split_note(*request.content).after_close;
  if (trim(std::string_view(*request.content).substr(body)).empty()) {
    return fail(blank_text(request.file));
  }
  return {};
}

// The type that is asked for. Agents make types up; their fact counts more than the word.
Result<note::Type> type_for(const Memory& memory, const std::string& word,
                            std::vector<std::string>& warnings) {
  auto type = check_type(word);
  if (type || !memory.is_agent()) return type;
  warnings.push_back(
      fmt::format("'{}' is not a type: stored as 'project'; the types are user, feedback, project "
                  "and reference",
                  printable(cut_characters(word, 40), true)));
  return note::Type::Project;
}

Result<> check_new(const WriteRequest& request, const store::Place& place) {
  std::vector<std::string> missing;
  if (!request.type && !place.is_agent()) missing.emplace_back("--type");
  const bool described = request.description && !trim(*request.description).empty();
  if (!described && !request.undescribed) missing.emplace_back("--description");
  if (missing.empty()) {
    if (request.content) return {};
    return fail(no_content());
  }
  return fail(
      invalid_input(fmt::format("'{}' is new and needs {}", request.file, join(missing, " and ")),
                    "for example: loci write x.md --type user --description \"what it is "
                    "about\" --content \"the fact\""));
}

Result<> check_triggers(const std::optional<note::Triggers>& triggers) {
  if (!triggers) return {};
  const auto check = [](std::string_view kind, const std::vector<std::string>& list) -> Result<> {
    for (const std::string& one : list) {
      const auto fault = note::trigger_fault(kind, one);
      if (fault) {
        return fail(
            invalid_input(fault->message, "'loci remember --help' shows what triggers look like"));
      }
    }
    return {};
  };
  LOCI_TRY(check("paths", triggers->paths));
  LOCI_TRY(check("commands", triggers->commands));
  return check("words", triggers->words);
}

std::string new_text(const WriteRequest& request, const std::string& file) {
  note::Draft draft;
  draft.name = request.name.value_or(note::title_for_file_name(file));
  draft.description = request.description.value_or("");
  if (request.type) draft.type = ascii_lower(trim(*request.type));
  if (request.tags) draft.tags = *request.tags;
  draft.agent_name = request.agent_name.value_or("");
  draft.body = request.content.value_or("");
  std::string text = note::render_note(draft);
  if (!request.triggers) return text;
  return note::set_triggers(text, *request.triggers).value_or(text);
}

// A frontmatter that is not YAML has no fields to change: says where, and what
// to do.
Error cannot_change(std::string_view text, const std::string& file, Error error) {
  const std::vector<note::Fault> faults = note::parse_note(text).faults;
  if (faults.empty()) return error;
  std::string described = note::describe_faults(file, faults);
  while (described.ends_with('\n')) described.pop_back();
  return invalid_input(
      std::move(described),
      fmt::format("fix that first with 'loci edit {}', or replace the whole file with --raw",
                  file));
}

Result<std::string> changed_text(const WriteRequest& request, std::string text,
                                 const std::string& file) {
  const auto set = [&](std::string_view key, const std::optional<std::string>& value) -> Result<> {
    if (!value) return {};
    auto changed = note::set_field(text, key, *value);
    if (!changed) return fail(cannot_change(text, file, std::move(changed).error()));
    text = std::move(*changed);
    return {};
  };
  std::optional<std::string> type;
  if (request.type) type = ascii_lower(trim(*request.type));
  LOCI_TRY(set("name", request.name));
  LOCI_TRY(set("description", request.description));
  LOCI_TRY(set("type", type));
  LOCI_TRY(set("agent_name", request.agent_name));
  if (request.tags) {
    auto changed = note::set_tags(text, *request.tags);
    if (!changed) return fail(cannot_change(text, file, std::move(changed).error()));
    text = std::move(*changed);
  }
  if (request.triggers) {
    auto changed = note::set_triggers(text, *request.triggers);
    if (!changed) return fail(cannot_change(text, file, std::move(changed).error()));
    text = std::move(*changed);
  }
  if (request.content) text = note::replace_body(text, *request.content);
  return text;
}

// A description that loci made goes with the text it was made of. One that somebody wrote stays,
// and so does one that the new text says as well.
WriteRequest with_followed_description(WriteRequest request, std::string_view before) {
  if (request.description || !request.content) return request;
  const note::Note old = note::parse_note(before);
  const bool left_behind = !old.description.empty() &&
                           note::is_derived(old.description, old.body) &&
                           !note::is_derived(old.description, *request.content);
  if (left_behind) request.description = note::first_sentence(*request.content);
  return request;
}

std::string summary_of(std::string_view verb, std::string_view file, std::string_view text) {
  const note::Note parsed = note::parse_note(text);
  return fmt::format("{} {}: {}", verb, file, note::shown_description(parsed));
}

// The note of a place that a fact is about: by its file where the title may be one, else
// by its title.
Result<std::optional<TitledNote>> find_old(Memory& memory, store::View& view,
                                           const store::Place& place,
                                           const RememberRequest& request) {
  const auto file = note::note_file_name(request.title);
  if (request.by_file && file) {
    LOCI_ASSIGN(std::optional<std::string> text, view.read(place, *file));
    if (text) return TitledNote{{place, *file}, std::move(*text)};
  }
  LOCI_ASSIGN(std::vector<TitledNote> titled,
              find_titled(memory, view, place, request.title, request.dry_run));
  if (titled.empty()) return std::nullopt;
  return std::move(titled.front());
}

// An old note with a fact added, or in place of its text. A description that loci made
// follows; one that somebody wrote stays.
Result<std::string> remembered_in(const RememberRequest& request, const TitledNote& old,
                                  std::string_view today) {
  const note::Note parsed = note::parse_note(old.text);
  WriteRequest fields;
  // What is added to a note does not make it another kind of note.
  if (request.replace || !parsed.type) fields.type = request.type;
  const bool known = !request.replace && note::newest_saying(parsed, request.content);
  if (!request.description.empty()) {
    fields.description = request.description;
  } else if (!known &&
             (parsed.description.empty() || note::is_derived(parsed.description, parsed.body))) {
    fields.description = note::first_sentence(request.content);
  }
  if (request.replace) fields.content = request.content;
  fields.triggers = request.triggers;
  fields.agent_name = request.agent_name;
  LOCI_ASSIGN(std::string text, changed_text(fields, old.text, old.found.file));
  if (request.replace || known) return text;
  return note::add_paragraph(text, today, request.content);
}

// A title that is a file's name, as `x.md` is, gives the stem and a title.
bool names_file(const RememberRequest& request) {
  return request.by_file && request.title.ends_with(".md");
}
std::string_view stem_of(const RememberRequest& request) {
  return names_file(request) ? note::stem(request.title) : std::string_view(request.title);
}
std::string title_of(const RememberRequest& request, const std::string& file) {
  return names_file(request) ? note::title_for_file_name(file) : std::string(trim(request.title));
}

// What a new note of a fact is made from.
WriteRequest first_fields(const RememberRequest& request, note::Type type,
                          const std::string& file) {
  WriteRequest fields;
  fields.content = request.content;
  fields.description =
      request.description.empty() ? note::first_sentence(request.content) : request.description;
  fields.type = std::string(note::type_name(type));
  fields.name = title_of(request, file);
  fields.triggers = request.triggers;
  fields.agent_name = request.agent_name;
  return fields;
}

// The lines of the note's body that a change took away, blank ones aside.
std::vector<std::string> lines_gone(const ChangeReply& reply) {
  if (reply.status != Status::Updated) return {};
  const store::Changed& note = reply.changed.front();
  const std::string before = note::parse_note(note.before.value_or("")).body;
  const std::string after = note::parse_note(note.after.value_or("")).body;
  const std::vector<std::string_view> lines = split_lines(before);
  std::vector<std::string> gone;
  for (const DiffRun& run : diff_lines(lines, split_lines(after))) {
    for (std::size_t i = run.before_begin; i < run.before_end; ++i) {
      if (!trim(lines[i]).empty()) gone.emplace_back(without_ending(lines[i]));
    }
  }
  return gone;
}

// Names the notes elsewhere that have the title of a note that was just made. It is made
// whatever comes of this.
void name_others(Memory& memory, const RememberRequest& request, ChangeReply& reply) {
  const auto look = [&]() -> Result<> {
    LOCI_ASSIGN(const std::vector<store::Place> places, memory.readable({}));
    LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.look(places, true));
    for (const store::Place& place : places) {
      if (place == reply.place) continue;
      LOCI_ASSIGN(const std::vector<Found> others,
                  find_likely_titled(*view, place, title_of(request, reply.file)));
      for (const Found& other : others) reply.elsewhere.push_back({place, other.file});
    }
    return {};
  };
  if (const auto looked = look(); !looked) {
    reply.warnings.push_back("other places were not searched for this title: " +
                             looked.error().message);
  }
}

// What a person says again is theirs, whoever noted it first.
void confirm_again(Memory& memory, ChangeReply& reply, const note::LineRange& lines) {
  if (reply.status != Status::Unchanged || reply.dry_run || !memory.is_person()) return;
  const auto confirmed =
      record_said_again(memory.store(), reply.place, reply.file, reply.text, lines);
  if (!confirmed) {
    reply.warnings.push_back(confirmed.error().message);
  } else {
    reply.confirmed = *confirmed;
  }
}

// The name made from a title, with a number where a note of `places` has it.
Result<std::string> free_name(store::View& view, const std::vector<store::Place>& places,
                              std::string_view title) {
  return note::free_file_name(note::file_name_for_title(title),
                              [&](const std::string& file) -> Result<bool> {
                                for (const store::Place& place : places) {
                                  LOCI_ASSIGN(const bool taken, view.is_taken(place, file));
                                  if (taken) return true;
                                }
                                return false;
                              });
}

// Where a write goes: to the note of that name, or to the place for a new one.
Result<Found> write_target(Memory& memory, const WriteRequest& request,
                           std::optional<note::Type> type) {
  LOCI_ASSIGN(const std::vector<store::Place> places, memory.readable(request.selector));
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.look(places, request.dry_run));
  LOCI_ASSIGN(std::optional<Found> exact, find_exact(*view, places, request.file));
  if (exact) return std::move(*exact);
  if (request.only_known) return find_note(*view, places, request.file);
  auto target = memory.scopes().target(request.selector, type);
  // A new note by all signs: whether one of the target is called so but for case
  // or form, the door finds out, which must look anyway.
  if (type && target && request.description) return Found{std::move(*target), request.file};

  const auto similar = find_note(*view, places, request.file);
  if (!similar && similar.error().kind != ErrorKind::NotFound) return fail(similar.error());
  if (!similar) {
    // Without what a new note needs: a person who calls one that is there by its title.
    if (!type && !request.description && !request.raw && !memory.is_agent()) {
      auto titled =
          find_for_reading(memory, *view, places, note::stem(request.file), request.dry_run);
      if (titled || titled.error().kind != ErrorKind::NotFound) return titled;
    }
    if (!target) return fail(std::move(target));
    return Found{std::move(*target), request.file};
  }
  // One that differs in case or form only: the user may mean it, or not know of it.
  const bool elsewhere = type && target && target->key != similar->place.key;
  if (elsewhere) return Found{std::move(*target), request.file};
  return fail(conflict(fmt::format("the names '{}' and '{}' differ only in case or form",
                                   request.file, similar->file),
                       fmt::format("choose another name, or write to '{}'", similar->file)));
}

}  // namespace

Result<ChangeReply> write(Memory& memory, const WriteRequest& given) {
  WriteRequest request = given;
  LOCI_ASSIGN(request.file, note::note_file_name(given.file));
  LOCI_TRY(check_body(request));
  if (request.content) {
    LOCI_TRY(check_size(*request.content, request.raw ? kFileBytes : kWriteBytes));
  }
  LOCI_TRY(check_triggers(request.triggers));
  std::optional<note::Type> type;
  if (request.type) {
    LOCI_ASSIGN(type, check_type(*request.type));
  } else if (request.raw && request.content) {
    type = note::parse_note(*request.content).type;
  }

  LOCI_ASSIGN(const Found found, write_target(memory, request, type));
  const store::Place& place = found.place;
  const std::string& file = found.file;
  TextChecks checks(request.allow);
  const auto planner = [&](store::View& view) -> Result<store::Plan> {
    checks.begin();
    LOCI_ASSIGN(const std::optional<std::string> before, view.read(place, file));
    LOCI_TRY(check_hash(request.if_hash, before, file));
    if (before && request.only_new) {
      return fail(conflict(fmt::format("a note '{}' already exists", file)));
    }
    if (!before && request.only_known) {
      return fail(not_found(fmt::format("there is no note '{}'", file)));
    }
    std::string text;
    if (request.raw) {
      if (!request.content) return fail(no_content());
      text = *request.content;
    } else if (before) {
      LOCI_ASSIGN(text, changed_text(with_followed_description(request, *before), *before, file));
    } else {
      LOCI_TRY(check_new(request, place));
      text = new_text(request, file);
    }
    LOCI_TRY(check_text(memory, place, file, text, before, checks));
    store::Plan plan;
    plan.summary = summary_of(before ? "update" : "create", file, text);
    plan.changes.push_back(store::FileChange::put(place, file, std::move(text)));
    return plan;
  };
  store::Request change = memory.request(request.operation, {place}, request.dry_run);
  change.shares = true;
  LOCI_ASSIGN(ChangeReply reply, memory.change(std::move(change), planner));
  checks.finish(memory, reply);
  // An editor that is closed again says nothing.
  if (request.content && request.operation == "write") confirm_again(memory, reply, {});
  return reply;
}

Result<ChangeReply> remember(Memory& memory, const RememberRequest& given) {
  RememberRequest request = given;
  LOCI_TRY(check_size(request.content, kWriteBytes));
  LOCI_TRY(check_triggers(request.triggers));
  if (trim(request.content).empty()) {
    return fail(
        invalid_input("nothing to remember: the text is blank", "give the text to remember"));
  }
  if (begins_with_fields(request.content)) return fail(fields_in_body("FILE"));
  if (trim(request.title).empty()) {
    return fail(invalid_input("the title is empty", "say what it is about with --title"));
  }
  std::vector<std::string> warnings;
  LOCI_ASSIGN(const note::Type type,
              type_for(memory, request.type.value_or(request.new_type), warnings));
  if (request.type) request.type = std::string(note::type_name(type));
  LOCI_ASSIGN(const store::Place target, memory.scopes().target(request.selector, type));
  LOCI_ASSIGN(const std::vector<store::Place> places, parts_of(memory, request.selector, target));

  TextChecks checks(request.allow);
  const std::string today = local_date(memory.now());
  const auto planner = [&](store::View& view) -> Result<store::Plan> {
    checks.begin();
    LOCI_ASSIGN(std::optional<TitledNote> old, find_old(memory, view, target, request));
    std::string file;
    std::string text;
    std::optional<std::string> before;
    if (old) {
      LOCI_ASSIGN(text, remembered_in(request, *old, today));
      file = std::move(old->found.file);
      before = std::move(old->text);
    } else {
      LOCI_ASSIGN(file, free_name(view, places, stem_of(request)));
      text = new_text(first_fields(request, type, file), file);
    }
    LOCI_TRY(check_text(memory, target, file, text, before, checks));
    store::Plan plan;
    plan.summary = summary_of(before ? "update" : "create", file, text);
    plan.changes.push_back(store::FileChange::put(target, file, std::move(text)));
    return plan;
  };
  LOCI_ASSIGN(ChangeReply reply,
              memory.change(memory.request(request.operation, places, request.dry_run), planner));
  checks.finish(memory, reply);
  reply.warnings.insert(reply.warnings.begin(), warnings.begin(), warnings.end());
  reply.gone = lines_gone(reply);
  const auto said = note::newest_saying(note::parse_note(reply.text), request.content);
  if (said) confirm_again(memory, reply, *said);
  if (reply.status == Status::Created) name_others(memory, request, reply);
  return reply;
}

}  // namespace loci::memory
