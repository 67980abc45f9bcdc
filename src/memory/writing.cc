#include "memory/writing.h"

#include <fmt/format.h>

#include <utility>

#include "base/limits.h"
#include "base/text.h"
#include "memory/checks.h"
#include "memory/reading.h"
#include "note/checklist.h"
#include "note/frontmatter.h"
#include "note/slug.h"
#include "note/validate.h"
#include "search/part.h"
#include "search/segment.h"

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

std::string new_text(const WriteRequest& request, const std::string& file) {
  note::Draft draft;
  draft.name = request.name.value_or(note::title_for_file_name(file));
  draft.description = request.description.value_or("");
  if (request.type) draft.type = ascii_lower(trim(*request.type));
  if (request.tags) draft.tags = *request.tags;
  draft.body = request.content.value_or("");
  return note::render_note(draft);
}

// A frontmatter that is not YAML has no fields to change: says where, and what
// to do.
Error cannot_change(std::string_view text, const std::string& file, Error error) {
  const std::vector<note::Fault> faults = note::parse_note(text).faults;
  if (faults.empty()) return error;
  std::string described = note::describe_faults(file, faults);
  while (described.ends_with('\n')) described.pop_back();
  return invalid_input(std::move(described),
                       fmt::format("its fields cannot be changed until that is mended: 'loci edit "
                                   "{}', or replace the whole file with --raw",
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
  if (request.tags) {
    auto changed = note::set_tags(text, *request.tags);
    if (!changed) return fail(cannot_change(text, file, std::move(changed).error()));
    text = std::move(*changed);
  }
  if (request.content) text = note::replace_body(text, *request.content);
  return text;
}

// The first sentence, on one line, at most 120 characters.
std::string first_sentence(std::string_view content) {
  std::string line;
  for (const std::string_view part : split_lines(content)) {
    std::string_view text = trim(part);
    while (text.starts_with('#')) text.remove_prefix(1);
    text = trim(text);
    if (!text.empty()) {
      line = text;
      break;
    }
  }
  for (std::size_t at = 0; at + 1 < line.size(); ++at) {
    const bool stop = line[at] == '.' || line[at] == '!' || line[at] == '?';
    if (stop && (line[at + 1] == ' ' || line[at + 1] == '\t')) {
      line.resize(at + 1);
      break;
    }
  }
  return std::string(trim(cut_characters(line, kDescriptionCharacters)));
}

std::string summary_of(std::string_view verb, std::string_view file, std::string_view text) {
  const note::Note parsed = note::parse_note(text);
  return fmt::format("{} {}: {}", verb, file, note::shown_description(parsed));
}

struct TitledNote {
  Found found;
  std::string text;
};

// Whether fold_with_space(name) is `wanted`; quick for the many that begin with
// another letter, and for those that are plain.
bool has_title(std::string_view name, std::string_view wanted) {
  const auto is_letter = [](char c) { return c > ' ' && c < 0x7F; };
  // A letter may become another with a mark that follows it.
  if (name.size() > 1 && is_letter(name[0]) && is_letter(name[1])) {
    const bool upper = name[0] >= 'A' && name[0] <= 'Z';
    const char first = upper ? static_cast<char>(name[0] - 'A' + 'a') : name[0];
    if (!wanted.starts_with(first)) return false;
  }
  const bool simple = is_plain(name) && name.find("  ") == std::string_view::npos;
  return simple ? folds_to(trim(name), wanted) : fold_with_space(name) == wanted;
}

// The files of a place that may have this title, as its catalog has them.
std::vector<std::string> titled_files(const search::Collection& place, std::string_view wanted) {
  std::vector<std::string> files;
  for (const search::Part& part : place.parts) {
    const search::Segment& segment = *part.segment;
    for (std::uint32_t i = 0; i < segment.files(); ++i) {
      if (!has_title(segment.string(segment.file(i).name), wanted)) continue;
      files.emplace_back(segment.key(i));
    }
  }
  return files;
}

using Candidates =
    std::function<Result<std::vector<std::string>>(const store::Place&, std::string_view)>;

// The note of `places` that has this title, whatever its file is called; one of
// those that `candidates` gives.
Result<std::optional<TitledNote>> find_title(store::View& view,
                                             const std::vector<store::Place>& places,
                                             std::string_view title, const Candidates& candidates) {
  const std::string wanted = fold_with_space(title);
  for (const store::Place& place : places) {
    LOCI_ASSIGN(const std::vector<std::string> notes, candidates(place, wanted));
    for (const std::string& file : notes) {
      if (!store::is_note_entry({file, fs::Kind::File})) continue;
      auto text = view.read(place, file);
      if (!text && text.error().kind == ErrorKind::InvalidInput) continue;  // too large for a note
      if (!text) return fail(std::move(text));                              // it may be the one
      if (!*text) continue;                                                 // gone meanwhile
      const note::Note parsed = note::parse_note(**text);
      if (fold_with_space(note::shown_name(parsed, file)) != wanted) continue;
      return TitledNote{{place, file}, std::move(**text)};
    }
  }
  return std::nullopt;
}

// The note of `places` whose file is called so.
Result<std::optional<TitledNote>> find_file(store::View& view,
                                            const std::vector<store::Place>& places,
                                            std::string_view name) {
  const auto file = note::note_file_name(name);
  if (!file) return std::nullopt;  // a title, then
  LOCI_ASSIGN(std::optional<Found> found, find_exact(view, places, *file));
  if (!found) return std::nullopt;
  LOCI_ASSIGN(std::optional<std::string> text, view.read(found->place, found->file));
  if (!text) return std::nullopt;
  return TitledNote{std::move(*found), std::move(*text)};
}

// What a fact says of its note. An addition leaves an old one's description.
WriteRequest remembered_fields(const RememberRequest& request, bool old) {
  WriteRequest fields;
  const bool added = old && request.append;
  if (!added) fields.content = request.content;
  if (!request.description.empty()) {
    fields.description = request.description;
  } else if (!added) {
    fields.description = first_sentence(request.content);
  }
  fields.type = request.type;
  return fields;
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
    if (!target) return fail(std::move(target));
    return Found{std::move(*target), request.file};
  }
  // One that differs in case or form only: the user may mean it, or not know of it.
  const bool elsewhere = type && target && target->key != similar->place.key;
  if (elsewhere) return Found{std::move(*target), request.file};
  return fail(conflict(fmt::format("'{}' and '{}' are the same name but for case or form",
                                   request.file, similar->file),
                       fmt::format("choose another name, or write to '{}'", similar->file)));
}

}  // namespace

Result<ChangeReply> write(Memory& memory, const WriteRequest& given) {
  WriteRequest request = given;
  LOCI_ASSIGN(request.file, note::note_file_name(given.file));
  if (request.content) {
    LOCI_TRY(check_size(*request.content, request.raw ? kFileBytes : kWriteBytes));
  }
  std::optional<note::Type> type;
  if (request.type) {
    LOCI_ASSIGN(type, check_type(*request.type));
  } else if (request.raw && request.content) {
    type = note::parse_note(*request.content).type;
  }

  LOCI_ASSIGN(const Found found, write_target(memory, request, type));
  const store::Place& place = found.place;
  const std::string& file = found.file;
  std::vector<std::string> warnings;
  const auto planner = [&](store::View& view) -> Result<store::Plan> {
    warnings.clear();
    LOCI_ASSIGN(const std::optional<std::string> before, view.read(place, file));
    LOCI_TRY(check_hash(request.if_hash, before, file));
    if (before && request.only_new) {
      return fail(conflict(fmt::format("there is a note '{}' already", file)));
    }
    if (!before && request.only_known) {
      return fail(not_found(fmt::format("there is no note '{}'", file)));
    }
    std::string text;
    if (request.raw) {
      if (!request.content) return fail(no_content());
      text = *request.content;
    } else if (before) {
      LOCI_ASSIGN(text, changed_text(request, *before, file));
    } else {
      LOCI_TRY(check_new(request, place));
      text = new_text(request, file);
    }
    LOCI_TRY(check_text(memory, place, file, text, before, warnings));
    store::Plan plan;
    plan.summary = summary_of(before ? "update" : "create", file, text);
    plan.changes.push_back(store::FileChange::put(place, file, std::move(text)));
    return plan;
  };
  LOCI_ASSIGN(ChangeReply reply,
              memory.change(memory.request(request.operation, {place}, request.dry_run), planner));
  reply.warnings = std::move(warnings);
  return reply;
}

Result<ChangeReply> remember(Memory& memory, const RememberRequest& request) {
  LOCI_TRY(check_size(request.content, kWriteBytes));
  if (trim(request.content).empty()) return fail(invalid_input("there is nothing to remember"));
  if (trim(request.title).empty()) {
    return fail(invalid_input("the title is empty", "say what it is about with --title"));
  }
  LOCI_ASSIGN(const note::Type type, check_type(request.type.value_or(request.new_type)));
  LOCI_ASSIGN(const store::Place target, memory.scopes().target(request.selector, type));
  LOCI_ASSIGN(const std::vector<store::Place> places, parts_of(memory, request.selector, target));

  std::vector<std::string> warnings;
  const auto planner = [&](store::View& view) -> Result<store::Plan> {
    warnings.clear();
    std::optional<TitledNote> old;
    if (request.by_file) {
      LOCI_ASSIGN(old, find_file(view, places, request.title));
    }
    if (!old) {
      // A server knows all names already; a command reads the notes, since making a
      // catalog is more than it was asked for.
      const Candidates by_reading = [&](const store::Place& place, std::string_view) {
        return view.notes(place);
      };
      const Candidates by_catalog =
          [&](const store::Place& place,
              std::string_view wanted) -> Result<std::vector<std::string>> {
        std::vector<std::string> unread;
        const auto catalog = memory.catalogs().refreshed(place, unread);
        if (!catalog || !unread.empty()) return view.notes(place);
        return titled_files(*catalog, wanted);
      };
      const bool knows = memory.session().lives_long && !request.dry_run;
      LOCI_ASSIGN(old, find_title(view, places, request.title, knows ? by_catalog : by_reading));
    }
    Found found;
    std::optional<std::string> before;
    std::string text;
    if (old) {
      found = std::move(old->found);
      before = std::move(old->text);
      LOCI_ASSIGN(text, changed_text(remembered_fields(request, true), *before, found.file));
      if (request.append) text = note::append_text(text, request.content);
    } else {
      WriteRequest fields = remembered_fields(request, false);
      fields.type = std::string(note::type_name(type));
      found.place = target;
      LOCI_ASSIGN(found.file, free_name(view, places, stem_of(request)));
      fields.name = title_of(request, found.file);
      text = new_text(fields, found.file);
    }
    LOCI_TRY(check_text(memory, found.place, found.file, text, before, warnings));
    store::Plan plan;
    plan.summary = summary_of(before ? "update" : "create", found.file, text);
    plan.changes.push_back(store::FileChange::put(found.place, found.file, std::move(text)));
    return plan;
  };
  LOCI_ASSIGN(ChangeReply reply,
              memory.change(memory.request(request.operation, places, request.dry_run), planner));
  reply.warnings = std::move(warnings);
  return reply;
}

}  // namespace loci::memory
