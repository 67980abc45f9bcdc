#include "api/text_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/diff.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/text.h"
#include "base/wrap.h"
#include "guard/redact.h"
#include "memory/catalogs.h"
#include "memory/change.h"
#include "memory/origins.h"
#include "memory/reading.h"
#include "note/note.h"
#include "note/slug.h"
#include "past/history.h"
#include "store/place.h"
#include "upkeep/health.h"

namespace loci::api {
namespace {

constexpr std::size_t kShownDescription = 80;

// What of a field a table shows: the rest is one `loci read` away.
std::string cell(std::string_view text) {
  if (is_plain(text) && text.size() <= kShownDescription) return std::string(text);
  return shortened(printable(text, true), kShownDescription);
}

std::string age_of(std::string_view time, Timestamp now) {
  const auto parsed = parse_time(time);
  return parsed ? age(*parsed, now) : "-";
}

std::string scope_of(const past::HistoryRow& row) {
  if (row.record.files.empty()) return "-";
  return place_text(store::place_of_key(row.record.files.front().place), row.untrusted);
}

std::string_view infinitive(memory::Status status) {
  switch (status) {
    case memory::Status::Created:
      return "create";
    case memory::Status::Updated:
      return "update";
    case memory::Status::Deleted:
      return "delete";
    case memory::Status::Renamed:
      return "rename";
    case memory::Status::Moved:
      return "move";
    case memory::Status::Copied:
      return "copy";
    case memory::Status::Held:
      return "hold";
    case memory::Status::Unchanged:
      break;
  }
  return "leave";
}

// " prefs.md in global", " a.md to b.md in global", " a.md from global to shared".
std::string subject(const memory::ChangeReply& change) {
  if (change.file.empty()) return {};
  const std::string file = printable(change.file, true);
  const std::string place = place_text(change.place, change.untrusted);
  switch (change.status) {
    case memory::Status::Renamed:
      return fmt::format(" {} to {} in {}", printable(change.from, true), file, place);
    case memory::Status::Moved:
    case memory::Status::Copied:
      return fmt::format(" {} from {} to {}", file, change.from, place);
    case memory::Status::Deleted:
      return fmt::format(" {} from {}", file, place);
    default:
      return fmt::format(" {} in {}", file, place);
  }
}

// Who a revision is from, and who let it in.
std::string by_text(const store::Revision& revision) {
  if (revision.actor.empty()) return "-";
  const std::string by = memory::origin_of(revision.origin, revision.actor);
  const bool accepted = revision.origin.starts_with("inbox:");
  return accepted ? fmt::format("{}, accepted by {}", by, revision.actor) : by;
}

std::string index_fill(const upkeep::ScopeHealth& scope) {
  const std::size_t full = std::max(scope.index_lines * 100 / kIndexEntryLines,
                                    scope.index_bytes * 100 / kIndexEntryBytes);
  return fmt::format("{}, {} ({}% full)", count(scope.index_lines, "line"),
                     count(scope.index_bytes, "byte"), full);
}

// As narrow as a column of sentences can be read.
constexpr std::size_t kLeastLastColumn = 20;

// Lines behind the first begin where it does.
std::string hanging(std::string_view text, std::size_t columns, std::size_t indent) {
  std::string lines;
  for (const std::string& line : wrap(text, columns)) {
    if (!lines.empty()) lines += "\n" + std::string(indent, ' ');
    lines += line;
  }
  return lines;
}

std::size_t widest_word(std::string_view text) {
  std::size_t widest = 0;
  for (const std::string& word : wrap(text, 1)) widest = std::max(widest, display_width(word));
  return widest;
}

bool is_heading(const std::vector<std::string>& row) {
  return std::all_of(row.begin(), row.end(), [](const std::string& cell) {
    return !cell.empty() && std::all_of(cell.begin(), cell.end(),
                                        [](char c) { return (c >= 'A' && c <= 'Z') || c == ' '; });
  });
}

// What has no room beside one another stands below: the first cell, those in the middle in a
// line of their own, the last one as a paragraph.
std::string blocks(const std::vector<std::vector<std::string>>& rows, std::size_t columns) {
  constexpr std::size_t kIndent = 2;
  std::string text;
  for (const auto& row : rows) {
    if (row.empty() || (&row == &rows.front() && rows.size() > 1 && is_heading(row))) continue;
    text += std::string(trim_right(row.front())) + "\n";
    const std::size_t width = columns > kIndent ? columns - kIndent : 1;
    std::string middle;
    for (std::size_t i = 1; i + 1 < row.size(); ++i) {
      if (!middle.empty()) middle += "  ";
      middle += row[i];
    }
    if (display_width(middle) > width) middle = hanging(middle, width, kIndent);
    for (const std::string& cell :
         {middle, row.size() > 1 ? hanging(row.back(), width, kIndent) : std::string()}) {
      if (!cell.empty()) text += fmt::format("  {}\n", trim_right(cell));
    }
  }
  return text;
}

}  // namespace

std::string table(std::vector<std::vector<std::string>> rows, std::size_t columns) {
  std::vector<std::size_t> widths;
  for (auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (!is_plain(row[i])) row[i] = printable(row[i], true);
      widths[i] = std::max(widths[i], display_width(row[i]));
    }
  }
  // Where the last column begins, and what is left for it.
  std::size_t before = 0;
  for (std::size_t i = 0; i + 1 < widths.size(); ++i) before += widths[i] + 2;
  const bool fits = columns == 0 || widths.empty() || before + widths.back() <= columns;
  if (!fits && before + kLeastLastColumn > columns) return blocks(rows, columns);
  std::string text;
  for (const auto& row : rows) {
    const std::size_t begin = text.size();
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool last = i + 1 == row.size();
      // A word that has no room here, such as a path, begins a line of its own.
      if (last && !fits && widest_word(row[i]) > columns - before) {
        text.resize(begin + trim_right(std::string_view(text).substr(begin)).size());
        text += "\n  " + hanging(row[i], columns - 2, 2);
        continue;
      }
      text += last && !fits ? hanging(row[i], columns - before, before) : row[i];
      if (!last) text.append(widths[i] - display_width(row[i]) + 2, ' ');
    }
    text.resize(begin + trim_right(std::string_view(text).substr(begin)).size());
    text += '\n';
  }
  return text;
}

std::string count(std::size_t number, std::string_view thing, std::string_view things) {
  if (number != 1 && !things.empty()) return fmt::format("{} {}", number, things);
  return fmt::format("{} {}{}", number, thing, number == 1 ? "" : "s");
}

std::string attachment_text(const store::Attachment& attachment) {
  return fmt::format("{}; 'loci projects detach' takes that back", store::describe(attachment));
}

std::string place_text(const store::Place& place, bool untrusted) {
  return untrusted ? place.label() + " (untrusted)" : place.label();
}

std::string size_text(std::uint64_t bytes) {
  if (bytes < 1'024) return fmt::format("{} B", bytes);
  if (bytes < 1'024 * 1'024) {
    return fmt::format("{:.1f} KiB", static_cast<double>(bytes) / 1'024);
  }
  return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / 1'024 / 1'024);
}

std::string untrusted_note() {
  return "untrusted: this comes with the repository; 'loci trust' lets agents use it";
}

bool has_untrusted(const upkeep::HealthReply& health) {
  return std::any_of(health.scopes.begin(), health.scopes.end(),
                     [](const upkeep::ScopeHealth& scope) { return scope.untrusted; });
}

std::string citation_text(const memory::CitationVerdict& citation) {
  return fmt::format("{} '{}' is {} ({})", citation.kind, printable(citation.text, true),
                     memory::verdict_name(citation.verdict), printable(citation.reason, true));
}

namespace {

// "Fact about x" for fact-about-x: the usual case of the question below, without making a title.
bool spells(std::string_view stem, std::string_view name) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  bool between = true;  // two words
  for (std::size_t i = 0; i < stem.size() && i < name.size(); ++i) {
    const char c = lower(name[i]);
    const bool word = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (word ? lower(stem[i]) != c : between || c != ' ' || stem[i] != '-') return false;
    between = !word;
  }
  return stem.size() == name.size() && !between;
}

// Whether a file's name tells the name of its note.
bool tells_name(const memory::NoteInfo& note) {
  if (spells(note::stem(note.file), note.name)) return true;
  const std::string name = fold(note.name);
  return folds_to(note::title_for_file_name(note.file), name) ||
         folds_to(note::stem(note.file), name);
}

}  // namespace

std::string note_table(const std::vector<memory::NoteInfo>& notes, Timestamp now,
                       std::size_t columns, const std::vector<std::string>& projects) {
  if (notes.empty()) return {};
  std::vector<std::vector<std::string>> rows;
  rows.reserve(notes.size() + 1);
  const bool origins = std::any_of(notes.begin(), notes.end(), [](const memory::NoteInfo& note) {
    return !note.origin.empty();
  });
  // A name that the file's name tells already, and an agent that no note names, take no column.
  const bool names = !std::all_of(notes.begin(), notes.end(), tells_name);
  const bool agents = std::any_of(notes.begin(), notes.end(), [](const memory::NoteInfo& note) {
    return !note.agent_name.empty();
  });
  std::vector<std::string>& head = rows.emplace_back();
  for (const auto& [shown, title] :
       {std::pair(true, "FILE"), std::pair(names, "NAME"), std::pair(true, "TYPE"),
        std::pair(true, "SCOPE"), std::pair(true, "AGE"), std::pair(origins, "ORIGIN"),
        std::pair(agents, "AGENT"), std::pair(true, "DESCRIPTION")}) {
    if (shown) head.emplace_back(title);
  }
  for (const memory::NoteInfo& note : notes) {
    std::string about = cell(note.description);
    if (!note.unreadable.empty()) {
      about = fmt::format("[unreadable: {}]", note.unreadable);
    } else if (!note.faults.empty()) {
      about = fmt::format("[malformed: {}] {}", cell(note.faults.front().message), about);
    }
    for (const std::string& mark : {note.due, note.outdated}) {
      if (!mark.empty()) about = fmt::format("[{}] {}", cell(mark), about);
    }
    if (note.citations == "stale" || note.citations == "missing") {
      about = fmt::format("[cites {}] {}", note.citations, about);
    }
    std::vector<std::string>& row = rows.emplace_back();  // a list in braces would be copied
    row.reserve(rows.front().size());
    const auto index = static_cast<std::size_t>(&note - notes.data());
    const bool elsewhere = index < projects.size() && !projects[index].empty();
    row.push_back(elsewhere ? fmt::format("{}/{}", projects[index], note.file) : note.file);
    if (names) row.push_back(cell(note.name));
    row.push_back(note.type.empty() ? "-" : note.type);
    row.push_back(place_text(note.place, note.untrusted));
    row.push_back(age(note.modified, now));
    if (origins) row.push_back(note.origin);
    if (agents) row.push_back(note.agent_name.empty() ? "-" : cell(note.agent_name));
    row.push_back(std::move(about));
  }
  return table(std::move(rows), columns);
}

std::string diffs(const std::vector<store::Changed>& changed) {
  std::string text;
  for (const store::Changed& file : changed) {
    const std::string name = fmt::format("{}/{}", file.place.label(), file.file);
    text += unified_diff(file.before.value_or(""), file.after.value_or(""),
                         file.before ? name : "/dev/null", file.after ? name : "/dev/null");
  }
  return printable(text);
}

std::string files_text(const store::Record& record) {
  std::vector<std::string> names;
  for (const store::FileRecord& file : record.files) {
    const bool renamed = !file.from.empty() && file.from != file.file;
    if (renamed) return printable(fmt::format("{} to {}", file.from, file.file), true);
  }
  for (const store::FileRecord& file : record.files) {
    std::string name = printable(file.file, true);
    if (std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(std::move(name));
  }
  // One that moved is there twice; notes of many agents may have one name.
  constexpr std::size_t kFew = 4;
  if (names.size() <= 2 && record.files.size() <= kFew) return join(names, ", ");
  return fmt::format("{} and {} more", names.front(), record.files.size() - 1);
}

std::string ago(std::string_view time, Timestamp now) {
  const auto then = parse_time(time);
  if (!then) return "at an unknown time";
  const std::string how_long = age(*then, now);
  return how_long == "now" ? "just now" : how_long + " ago";
}

std::string change_text(const memory::ChangeReply& change) {
  const std::string what = subject(change);
  if (change.status == memory::Status::Held) {
    const memory::HeldWrite& held = change.held.front();
    return held.id.empty() ? fmt::format("would store{} for review: {}\n", what, held.why)
                           : fmt::format("stored for review as {}:{}\n", held.id, what);
  }
  if (change.status == memory::Status::Unchanged) return fmt::format("unchanged{}\n", what);
  if (!change.dry_run) return fmt::format("{}{}\n", memory::status_name(change.status), what);
  return fmt::format("would {}{}\n{}", infinitive(change.status), what, diffs(change.changed));
}

std::string updated_note_text(const memory::ChangeReply& change) {
  std::string text;
  for (const std::string& line : change.gone) text += fmt::format("removed: {}\n", line);
  if (!text.empty()) text += '\n';
  text += note::parse_note(change.text).body;
  return printable(text);
}

std::string undo_command(const memory::Memory& memory, const memory::ChangeReply& change) {
  const std::string command = fmt::format("loci undo {}", change.id);
  if (memory.session().audience == memory::Audience::Person || change.changed.empty()) {
    return command;
  }
  // An agent takes back what agents did, and shows with the hash which it means.
  constexpr std::size_t kDigits = 12;
  const store::Changed& first = change.changed.front();
  const std::string left = sha256(first.after ? *first.after : first.before.value_or(""));
  return fmt::format("{} --hash {}", command, std::string_view(left).substr(0, kDigits));
}

std::string same_title_text(const memory::NoteName& note, bool dry_run) {
  return fmt::format("{} in {} has this title too, and {}", printable(note.file, true),
                     note.place.label(), dry_run ? "would be left alone" : "was left alone");
}

std::string history_table(const std::vector<past::HistoryRow>& rows, Timestamp now,
                          std::string_view here, std::size_t columns) {
  if (rows.empty()) return {};
  // Where all of it was done here the column would say one thing over and over.
  const bool workspaces = std::any_of(rows.begin(), rows.end(), [&](const past::HistoryRow& row) {
    return !row.record.workspace.empty() && row.record.workspace != here;
  });
  std::vector<std::vector<std::string>> cells{
      {"OPERATION", "AGE", "KIND", "BY", "SCOPE", "FILES", "SUMMARY"}};
  if (workspaces) cells.front().insert(cells.front().end() - 2, "WORKSPACE");
  for (const past::HistoryRow& row : rows) {
    // What changed nothing has no number: it cannot be undone.
    const std::string number = row.record.sequence == 0 ? "-" : std::to_string(row.record.sequence);
    cells.push_back({fmt::format("{}{}", number, row.undone ? " (undone)" : ""),
                     age_of(row.record.time, now), row.record.operation,
                     row.record.actor.empty() ? "-" : row.record.actor, scope_of(row),
                     files_text(row.record), cell(guard::redact(row.record.summary))});
    if (!workspaces) continue;
    const std::string& of = row.record.workspace;
    cells.back().insert(cells.back().end() - 2, of.empty() ? "-" : printable(of, true));
  }
  return table(cells, columns);
}

std::string revision_table(const std::vector<store::Revision>& revisions, Timestamp now,
                           std::size_t columns) {
  if (revisions.empty()) return {};
  std::vector<std::vector<std::string>> cells{{"REV", "AGE", "KIND", "BY", "FILE", "HASH"}};
  for (const store::Revision& revision : revisions) {
    cells.push_back({revision.id == 0 ? "now" : std::to_string(revision.id),
                     age_of(revision.time, now), revision.operation, by_text(revision),
                     revision.file, revision.after ? revision.after->substr(0, 12) : "(deleted)"});
  }
  return table(cells, columns);
}

std::string health_text(const upkeep::HealthReply& health, Timestamp now, std::size_t columns) {
  std::string text =
      fmt::format("memory     {}\n", health.disabled.empty() ? "on" : "off: " + health.disabled);
  text += fmt::format("home       {}\n", printable(health.home, true));
  text += fmt::format("workspace  {}\n\n",
                      health.workspace.empty() ? "-" : printable(health.workspace, true));
  std::vector<std::vector<std::string>> rows{{"SCOPE", "NOTES", "INDEX", "DIRECTORY"}};
  for (const upkeep::ScopeHealth& scope : health.scopes) {
    rows.push_back({place_text(scope.place, scope.untrusted), std::to_string(scope.notes),
                    index_fill(scope), scope.path});
  }
  text += table(rows, columns);
  memory::CatalogHealth all;
  std::size_t stale = 0;
  for (const memory::CatalogHealth& catalog : health.catalogs) {
    all.files += catalog.files;
    all.sections += catalog.sections;
    all.bytes += catalog.bytes;
    stale += catalog.stale;
  }
  text += fmt::format("\ncatalog    {} in {}, {}{}", count(all.sections, "section"),
                      count(all.files, "file"), size_text(all.bytes),
                      stale == 0 ? "" : fmt::format("; {} to be read by the next search", stale));
  text += fmt::format("\njournal    {}, {}, {}; {}, {}\n", count(health.operations, "operation"),
                      count(health.journal.records, "record"), size_text(health.journal.bytes),
                      count(health.journal.objects.objects, "text"),
                      size_text(health.journal.objects.bytes));
  if (!health.last_reindex.empty()) {
    text += fmt::format("reindexed  {}\n", ago(health.last_reindex, now));
  }
  if (health.inbox > 0) {
    text += fmt::format(
        "inbox      {} for you: 'loci inbox'\n",
        health.inbox == 1 ? "1 write waits" : fmt::format("{} writes wait", health.inbox));
  }
  const std::string blocked = upkeep::what_blocks(health.gates, false);
  text += fmt::format("tidying    {}", blocked.empty() ? "due" : "not due: " + blocked);
  text += health.open_proposal.empty()
              ? "\n"
              : fmt::format("; proposal {} is open\n", health.open_proposal);
  if (!health.latest.empty())
    text += "\n" + history_table(health.latest, now, health.slug, columns);
  text += health.problems.empty() ? "\nno problems\n"
                                  : "\n" + problems_text(health.problems, health.problems.size());
  return text;
}

std::string problems_text(const std::vector<upkeep::Problem>& problems, std::size_t limit) {
  std::string text = fmt::format("{}:\n", count(problems.size(), "problem"));
  for (std::size_t i = 0; i < std::min(limit, problems.size()); ++i) {
    text += fmt::format("  {}\n    fix: {}\n", printable(problems[i].what, true),
                        printable(problems[i].fix, true));
  }
  if (problems.size() > limit) {
    text += fmt::format("  and {} more: run 'loci health'\n", problems.size() - limit);
  }
  return text;
}

std::string limits_table(std::size_t columns) {
  std::vector<std::vector<std::string>> rows{{"LIMIT", "VALUE", "UNIT", "OF"}};
  for (const Limit& limit : limits()) {
    rows.push_back({std::string(limit.name), std::to_string(limit.value), std::string(limit.unit),
                    std::string(limit.about)});
  }
  return table(rows, columns);
}

}  // namespace loci::api
