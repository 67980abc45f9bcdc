#include "memory/standing.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/diff.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/text.h"
#include "note/split.h"

namespace loci::memory {
namespace {

constexpr std::size_t kTexts = 20;  // as many revisions of a note gc keeps at least
constexpr std::string_view kNoHash = "-";

std::string_view take_word(std::string_view& line) {
  const std::string_view word = line.substr(0, line.find(' '));
  line.remove_prefix(std::min(word.size() + 1, line.size()));
  return word;
}

Marks marks_in(std::string_view line) {
  Marks marks;
  while (!line.empty()) marks.emplace(take_word(line));
  return marks;
}

std::string joined(const Marks& marks) {
  std::string text;
  for (const std::string& mark : marks) text.append(" ").append(mark);
  return text;
}

// For each line of `after`, the line of `before` it was, if it was one. With `in_place`
// a changed line was the one that stood there.
std::vector<std::optional<std::size_t>> earlier_lines(const note::Note& before,
                                                      const note::Note& after, bool in_place) {
  // As marks have them: white space says nothing.
  const auto folded = [](const note::Note& note) {
    std::vector<std::string> lines;
    for (const std::string_view line : split_lines(note.body))
      lines.push_back(note::one_line(line));
    return lines;
  };
  const std::vector<std::string> old_lines = folded(before);
  const std::vector<std::string> new_lines = folded(after);
  const std::vector<std::string_view> old(old_lines.begin(), old_lines.end());
  const std::vector<std::string_view> now(new_lines.begin(), new_lines.end());
  std::vector<std::optional<std::size_t>> was(now.size());
  std::size_t line = 0;
  std::size_t earlier = 0;
  const auto same_until = [&](std::size_t end) {
    for (; line < end; ++line) was[line] = earlier++;
  };
  for (const DiffRun& run : diff_lines(old, now)) {
    same_until(run.after_begin);
    const bool mapped =
        in_place && run.before_end - run.before_begin == run.after_end - run.after_begin;
    for (; line < run.after_end; ++line) {
      if (mapped) was[line] = run.before_begin + (line - run.after_begin);
    }
    earlier = run.before_end;
  }
  same_until(now.size());
  return was;
}

void put_last(NoteStanding& known, NoteStanding::Text text) {
  std::erase_if(known.confirmed,
                [&](const NoteStanding::Text& old) { return old.hash == text.hash; });
  known.confirmed.push_back(std::move(text));
  if (known.confirmed.size() > kTexts) known.confirmed.erase(known.confirmed.begin());
}

Marks confirmed_in(const NoteStanding& known, const note::Note& note) {
  Marks marks;
  for (note::Statement& line : note::statements(note)) {
    if (known.of(line.mark) == Standing::Confirmed) marks.insert(std::move(line.mark));
  }
  return marks;
}

// What of a text counts now, so that it counts again when the text comes back.
void keep_text(NoteStanding& known, const std::string& text, const note::Note& note) {
  if (known.confirmed.empty()) return;
  put_last(known, {sha256(text), confirmed_in(known, note)});
}

// The standing of each line of `after` that a line of `before` has handed on, and of
// new ones `fresh`.
NoteStanding handed_on(const NoteStanding& source, const NoteStep& step,
                       std::optional<Standing> fresh, bool in_place) {
  const note::Note before = note::parse_note(step.before.value_or(""));
  const note::Note after = note::parse_note(*step.after);
  const auto was = earlier_lines(before, after, in_place);
  std::map<std::size_t, std::string> old_marks;
  for (note::Statement& old : note::statements(before)) old_marks.emplace(old.line, old.mark);

  NoteStanding result = source;
  // The text before may come back: then it counts as it counted.
  if (step.before) keep_text(result, *step.before, before);
  NoteStanding::Text text{sha256(*step.after), {}};
  for (const note::Statement& now : note::statements(after)) {
    std::optional<Standing> standing = fresh;
    if (was[now.line]) {
      const auto mark = old_marks.find(*was[now.line]);
      if (mark != old_marks.end()) standing = source.of(mark->second);
    }
    if (standing == Standing::Confirmed) text.marks.insert(now.mark);
    if (standing == Standing::Imported) result.imported.insert(now.mark);
  }
  const bool known = !text.marks.empty() || !source.confirmed.empty();
  if (known) put_last(result, std::move(text));
  return result;
}

// After a change by others: what was confirmed, and stands where it stood, still is. New lines
// are `fresh`; what was imported stays so under another title.
NoteStanding stayed(const NoteStanding& source, const NoteStep& step,
                    std::optional<Standing> fresh) {
  const note::Note before = note::parse_note(step.before.value_or(""));
  const note::Note after = note::parse_note(*step.after);
  NoteStanding result = as_it_stands(source, step.before.value_or(""));
  NoteStanding::Text text{sha256(*step.after), confirmed_in(result, after)};
  if (fresh == Standing::Imported || !source.imported.empty()) {
    const NoteStanding moved = handed_on(source, step, fresh, false);
    result.imported = moved.imported;
    // What was confirmed, and now stands below other words, is the import's.
    if (fresh == Standing::Imported && !moved.confirmed.empty()) {
      for (const std::string& mark : moved.confirmed.back().marks) {
        if (!text.marks.contains(mark)) result.imported.insert(mark);
      }
    }
  }
  if (result.confirmed.empty()) return result;
  const bool comes_back =
      std::any_of(source.confirmed.begin(), source.confirmed.end(),
                  [&](const NoteStanding::Text& old) { return old.hash == text.hash; });
  if (!comes_back && text.marks == result.confirmed.back().marks) return result;
  if (step.before) keep_text(result, *step.before, before);
  put_last(result, std::move(text));
  return result;
}

}  // namespace

Standing NoteStanding::of(const std::string& mark) const {
  if (!confirmed.empty() && confirmed.back().marks.contains(mark)) return Standing::Confirmed;
  return imported.contains(mark) ? Standing::Imported : Standing::Noted;
}

Standings parse_standings(std::string_view text) {
  Standings standings;
  if (!text.starts_with(kStandingsHeader)) return standings;
  text.remove_prefix(kStandingsHeader.size());
  NoteStanding* note = nullptr;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::string_view kind = take_word(line);
    if (kind == "note") {
      note = line.empty() ? nullptr : &standings[std::string(line)];
    } else if (kind == "text" && note != nullptr) {
      const std::string_view hash = take_word(line);
      note->confirmed.push_back({hash == kNoHash ? "" : std::string(hash), marks_in(line)});
    } else if (kind == "imported" && note != nullptr) {
      note->imported = marks_in(line);
    }
  }
  return standings;
}

namespace {

constexpr std::string_view kNoteLine = "\nnote ";

// What is kept of one note, with its last texts; "" where there is nothing.
std::string format_note(const std::string& file, const NoteStanding& note, std::size_t texts) {
  // A name with a line feed would be two lines.
  if (note == NoteStanding() || file.find('\n') != std::string::npos) return "";
  std::string one = fmt::format("note {}\n", file);
  const std::size_t skipped = note.confirmed.size() - std::min(texts, note.confirmed.size());
  for (std::size_t i = skipped; i < note.confirmed.size(); ++i) {
    const NoteStanding::Text& text = note.confirmed[i];
    one += fmt::format("text {}{}\n", text.hash.empty() ? kNoHash : text.hash, joined(text.marks));
  }
  if (!note.imported.empty()) one += fmt::format("imported{}\n", joined(note.imported));
  return one;
}

// Where the lines of a note stand, or would stand: notes are in the order of their names.
std::pair<std::size_t, std::size_t> lines_of_note(std::string_view all, std::string_view file) {
  for (std::size_t at = all.find(kNoteLine); at != std::string_view::npos;) {
    const std::size_t name = at + kNoteLine.size();
    const std::string_view here = all.substr(name, all.find('\n', name) - name);
    const std::size_t next = all.find(kNoteLine, name);
    if (here == file) return {at + 1, next == std::string_view::npos ? all.size() : next + 1};
    if (here > file) return {at + 1, at + 1};
    at = next;
  }
  return {all.size(), all.size()};
}

}  // namespace

std::string format_standings(const Standings& standings) {
  const auto format = [&](std::size_t texts, std::size_t most) {
    std::string all(kStandingsHeader);
    for (const auto& [file, note] : standings) {
      const std::string one = format_note(file, note, texts);
      if (all.size() + one.size() <= most) all += one;
    }
    return all;
  };
  // What counts comes before what may count again; what has no room is asked again.
  std::string all = format(kTexts, std::string::npos);
  return all.size() <= kFileBytes ? all : format(1, kFileBytes);
}

std::string with_standings(std::string text, const Standings& changed) {
  bool fits = text.starts_with(kStandingsHeader) && text.ends_with('\n');
  for (const auto& [file, note] : changed) {
    if (!fits) break;
    const auto [begin, end] = lines_of_note(text, file);
    text.replace(begin, end - begin, format_note(file, note, kTexts));
    fits = text.size() <= kFileBytes;
  }
  if (fits) return text;
  Standings all = parse_standings(text);
  for (const auto& [file, note] : changed) all.insert_or_assign(file, note);
  return format_standings(all);
}

NoteStanding after_step(const NoteStanding& source, const NoteStep& step, Writer writer) {
  if (!step.after) {
    NoteStanding gone = source;
    if (writer == Writer::Person && !source.confirmed.empty()) {
      if (step.before) keep_text(gone, *step.before, note::parse_note(*step.before));
      put_last(gone, {"", {}});
    }
    return gone;
  }
  switch (writer) {
    case Writer::Person:
      return handed_on(source, step, Standing::Confirmed, false);
    case Writer::Import:
      return stayed(source, step, Standing::Imported);
    case Writer::Loci:
      return handed_on(source, step, std::nullopt, true);
    case Writer::Mover:
      return handed_on(source, step, std::nullopt, false);
    case Writer::Return: {
      NoteStanding result = source;
      const std::string hash = sha256(*step.after);
      for (const NoteStanding::Text& text : source.confirmed) {
        if (text.hash != hash) continue;
        put_last(result, NoteStanding::Text(text));
        break;
      }
      return result;
    }
    case Writer::Other:
      break;
  }
  return stayed(source, step, std::nullopt);
}

NoteStanding as_it_stands(const NoteStanding& known, std::string_view text) {
  if (known.confirmed.empty()) return known;
  NoteStanding result = known;
  Marks marks = confirmed_in(known, note::parse_note(text));
  if (marks != known.confirmed.back().marks) put_last(result, {"", std::move(marks)});
  return result;
}

NoteStanding accepted(const NoteStanding& known, std::string_view text,
                      const note::LineRange& lines) {
  NoteStanding result = known;
  const note::Note note = note::parse_note(text);
  NoteStanding::Text all{sha256(text), confirmed_in(known, note)};
  std::vector<const note::Statement*> headings;  // of the line that is looked at
  const auto accept = [&](const note::Statement& line) {
    all.marks.insert(line.mark);
    result.imported.erase(line.mark);
  };
  const std::vector<note::Statement> statements = note::statements(note);
  for (const note::Statement& line : statements) {
    if (line.heading > 0) {
      while (!headings.empty() && headings.back()->heading >= line.heading) headings.pop_back();
      headings.push_back(&line);
    }
    if (line.line < lines.begin || line.line >= lines.end) continue;
    accept(line);
    for (const note::Statement* heading : headings) accept(*heading);
  }
  put_last(result, std::move(all));
  return result;
}

NoteStanding withdrawn(const NoteStanding& known, std::string_view text) {
  NoteStanding result = known;
  put_last(result, {sha256(text), {}});
  return result;
}

}  // namespace loci::memory
