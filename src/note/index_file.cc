#include "note/index_file.h"

#include <algorithm>
#include <bitset>
#include <cstdint>
#include <cstring>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/text.h"
#include "note/index_entry.h"
#include "note/index_hooks.h"
#include "note/index_scan.h"
#include "note/split.h"

namespace loci::note {
namespace {

// Up to this many files it is faster to search the whole text for their names than
// to parse every line: an index may have 20,000, and a write changes one of them.
constexpr std::size_t kFewFiles = 256;

// An entry line that stands in the text.
struct Entry {
  std::size_t begin;
  std::size_t end;  // behind the line ending
  EntryParts parts;
};

struct LineEdit {
  std::size_t begin;
  std::size_t end;
  std::string text;
};

// How the names of some files end: with their last eight bytes. Asked for every ".md" of a text,
// which has 20,000 of them, and nearly always answered by one bit.
class Endings {
 public:
  static constexpr std::string_view kSuffix = ".md";
  static constexpr std::size_t kBytes = sizeof(std::uint64_t);

  static bool takes(std::string_view file) {
    return file.size() >= kBytes && file.ends_with(kSuffix);
  }
  void add(std::string_view file) {
    const std::uint64_t ending = number(file.substr(file.size() - kBytes));
    endings_.insert(ending);
    bits_.set(bit(ending));
  }
  [[nodiscard]] bool empty() const { return endings_.empty(); }
  // Whether one of them stands in the text before `end`.
  [[nodiscard]] bool stand_before(std::string_view text, std::size_t end) const {
    if (end < kBytes) return false;
    const std::uint64_t ending = number(text.substr(end - kBytes, kBytes));
    return bits_[bit(ending)] && endings_.contains(ending);
  }

 private:
  static constexpr int kBits = 12;

  static std::uint64_t number(std::string_view bytes) {
    std::uint64_t number = 0;
    std::memcpy(&number, bytes.data(), kBytes);
    return number;
  }
  static std::size_t bit(std::uint64_t ending) {
    constexpr std::uint64_t kFibonacci = 0x9E37'79B9'7F4A'7C15;
    return ending * kFibonacci >> (64 - kBits);
  }

  std::unordered_set<std::uint64_t> endings_;
  std::bitset<std::size_t{1} << kBits> bits_;
};

// Offsets in the lines that may name one of the files: those of the bare names, and
// of every backslash, because a name with an escape in it can be written in many
// ways. Too many are harmless, since the lines are parsed; too few are not.
std::vector<std::size_t> candidate_offsets(std::string_view text,
                                           const std::set<std::string, std::less<>>& files) {
  std::vector<std::size_t> offsets;
  const auto collect = [&](std::string_view needle) {
    for (std::size_t at = 0; at < text.size(); ++at) {
      // Not find(), which stops at every letter the name begins with.
      const void* found = memmem(text.data() + at, text.size() - at, needle.data(), needle.size());
      if (found == nullptr) return;
      at = static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
      offsets.push_back(at);
    }
  };
  collect("\\");
  Endings endings;
  for (const std::string_view file : files) {
    if (Endings::takes(file)) {
      endings.add(file);
    } else {
      collect(file);
    }
  }
  if (!endings.empty()) {
    // One byte is found many times as fast as three by memmem(), and few lines have two.
    for (std::size_t at = text.find('.'); at != kNowhere; at = text.find('.', at + 1)) {
      const std::size_t end = at + Endings::kSuffix.size();
      if (end > text.size()) break;
      if (endings.stand_before(text, end)) offsets.push_back(at);
    }
  }
  std::sort(offsets.begin(), offsets.end());
  return offsets;
}

// Entries for which `wants` is true; lines without a candidate offset are skipped unread.
template <typename Wants>
std::vector<Entry> find_entries(std::string_view text, const std::vector<HiddenRange>& hidden,
                                const std::vector<std::size_t>* candidates, Wants wants) {
  std::vector<Entry> entries;
  std::size_t next = 0;
  for_each_line(text, hidden, [&](std::size_t begin, std::size_t end, bool is_hidden) {
    if (candidates != nullptr) {
      while (next < candidates->size() && (*candidates)[next] < begin) ++next;
      if (next == candidates->size()) return false;
      if ((*candidates)[next] >= end) return true;
    }
    if (is_hidden) return true;
    auto parts = parse_entry(without_ending(text.substr(begin, end - begin)));
    if (parts && wants(parts->file)) entries.push_back({begin, end, std::move(*parts)});
    return true;
  });
  return entries;
}

// Where the first entry begins that stays. One that an edit removes is passed over:
// lines that are put in its place would not stand above an entry.
std::size_t first_entry(std::string_view text, const std::vector<HiddenRange>& hidden,
                        const std::vector<LineEdit>& edits) {
  std::size_t found = kNowhere;
  auto edit = edits.begin();
  for_each_line(text, hidden, [&](std::size_t begin, std::size_t end, bool is_hidden) {
    while (edit != edits.end() && edit->begin < begin) ++edit;
    const bool goes = edit != edits.end() && edit->begin == begin && edit->text.empty();
    if (is_hidden || goes || !parse_entry(without_ending(text.substr(begin, end - begin)))) {
      return true;
    }
    found = begin;
    return false;
  });
  return found;
}

// A blank line goes before the new ones, or Markdown would take them for a part of
// the paragraph above.
void append_at_end(std::string& text, const std::string& lines, std::string_view ending) {
  if (text.size() > first_line_begin(text)) {
    if (!text.ends_with('\n')) text += ending;
    const std::size_t before_last = text.size() < 2 ? kNowhere : text.rfind('\n', text.size() - 2);
    const std::string_view last =
        std::string_view(text).substr(before_last == kNowhere ? 0 : before_last + 1);
    if (!trim(last).empty()) text += ending;
  }
  text += lines;
}

// The text with some lines replaced, or removed where the new text is empty, and
// `added` above the first entry, or at the end where there is none. `edits` are in
// the order of the text. New lines go on top because a prompt shows only the first
// entries of a long index.
std::string with_edits(std::string_view text, const std::vector<HiddenRange>& hidden,
                       const std::vector<LineEdit>& edits, const std::vector<std::string>& added) {
  const std::string_view ending = line_ending(text);
  std::string lines;
  for (const std::string& line : added) lines.append(line).append(ending);
  const std::size_t insert_at = lines.empty() ? kNowhere : first_entry(text, hidden, edits);
  std::string result;
  result.reserve(text.size() + lines.size() + 64);
  std::size_t done = 0;
  // The new lines may have to go between two edits, or right in front of one.
  const auto copy_to = [&](std::size_t end) {
    if (insert_at >= done && insert_at < end) {
      result += text.substr(done, insert_at - done);
      result += lines;
      done = insert_at;
    }
    result += text.substr(done, end - done);
    done = end;
  };
  for (const LineEdit& edit : edits) {
    copy_to(edit.begin);
    if (insert_at == edit.begin) result += lines;
    result += edit.text;
    done = edit.end;
  }
  copy_to(text.size());
  if (!lines.empty() && insert_at == kNowhere) append_at_end(result, lines, ending);
  return result;
}

// Whether the file goes: nothing is left in it, and what stood in it was made by
// loci. An empty file that a person had written in stays.
bool is_gone(std::string_view text, const std::string& result, const std::vector<Entry>& removed) {
  if (removed.empty() || !trim(std::string_view(result).substr(first_line_begin(result))).empty()) {
    return false;
  }
  return std::all_of(removed.begin(), removed.end(), [&](const Entry& entry) {
    return is_generated(without_ending(text.substr(entry.begin, entry.end - entry.begin)),
                        entry.parts);
  });
}

std::string_view ending_of(std::string_view line) {
  return line.substr(without_ending(line).size());
}

// A line that a file is to have after all changes.
struct Wanted {
  NoteLine after;
  std::optional<NoteLine> before;
  std::optional<KeptLine> kept;
  std::vector<std::string> from;  // former names, the newest first
  std::size_t order = 0;          // among the changes
};

struct Outcome {
  std::map<std::string, Wanted, std::less<>> wanted;  // by file
  std::set<std::string, std::less<>> gone;            // files that are to have no line
};

// What a list of changes comes to for each file. One operation may rename a to b and
// b to c, or write a note that it renamed: only the last state counts, and the line
// is looked for under every former name.
Outcome sum_up(std::span<const IndexChange> changes) {
  Outcome outcome;
  std::size_t order = 0;
  for (const IndexChange& change : changes) {
    Wanted wanted;
    if (change.before) {
      wanted.before = change.before;
      if (const auto earlier = outcome.wanted.find(change.before->file);
          earlier != outcome.wanted.end()) {
        wanted.before = earlier->second.before;
        wanted.from = std::move(earlier->second.from);
        outcome.wanted.erase(earlier);
      }
      if (!change.after || change.after->file != change.before->file) {
        outcome.gone.insert(change.before->file);
        wanted.from.insert(wanted.from.begin(), change.before->file);
      }
    }
    if (change.after && can_be_listed(change.after->file)) {
      wanted.after = *change.after;
      wanted.kept = change.kept;
      wanted.order = order++;
      outcome.gone.erase(change.after->file);
      outcome.wanted.insert_or_assign(change.after->file, std::move(wanted));
    }
  }
  return outcome;
}

// A kept line behind the line it stood below, else above the first entry.
std::string put_back(const std::string& text, const KeptLine& kept) {
  const std::vector<HiddenRange> hidden = hidden_ranges(text);
  if (!kept.placed) return with_edits(text, hidden, {}, {kept.line});
  std::size_t at = kept.above.empty() ? first_line_begin(text) : kNowhere;
  std::size_t blanks = kept.blanks;
  for_each_line(text, hidden, [&](std::size_t begin, std::size_t end, bool) {
    const std::string_view line = without_ending(std::string_view(text).substr(begin, end - begin));
    if (at == kNowhere) {  // the first line that is the same will do
      if (line == kept.above) at = end;
      return true;
    }
    if (blanks == 0 || !trim(line).empty()) return false;
    --blanks;
    at = end;
    return true;
  });
  if (at == kNowhere) return with_edits(text, hidden, {}, {kept.line});
  std::string lines = text.substr(0, at);
  const std::string_view ending = line_ending(text);
  if (at > first_line_begin(text) && !lines.ends_with('\n')) lines += ending;
  return lines.append(kept.line).append(ending).append(text, at);
}

}  // namespace

std::optional<KeptLine> kept_line(std::string_view text, std::string_view file) {
  const std::vector<std::size_t> candidates = candidate_offsets(text, {std::string(file)});
  const std::vector<Entry> entries = find_entries(
      text, hidden_ranges(text), &candidates, [&](std::string_view name) { return name == file; });
  if (entries.empty()) return std::nullopt;
  const Entry& entry = entries.front();
  KeptLine kept;
  kept.line = without_ending(text.substr(entry.begin, entry.end - entry.begin));
  for_each_line(text.substr(0, entry.begin), {}, [&](std::size_t begin, std::size_t end, bool) {
    const std::string_view line = without_ending(text.substr(begin, end - begin));
    kept.blanks = trim(line).empty() ? kept.blanks + 1 : 0;
    if (kept.blanks == 0) kept.above = line;
    return true;
  });
  return kept;
}

std::vector<IndexEntry> parse_index(std::string_view text) {
  std::vector<IndexEntry> entries;
  std::size_t number = 0;
  for_each_line(text, hidden_ranges(text), [&](std::size_t begin, std::size_t end, bool hidden) {
    const std::string_view line = without_ending(text.substr(begin, end - begin));
    if (!hidden) {
      if (const auto parts = parse_entry(line)) {
        entries.push_back(
            {number, parts->file, entry_name(line, *parts), std::string(entry_hook(line, *parts))});
      }
    }
    ++number;
    return true;
  });
  return entries;
}

void for_each_entry(std::string_view text,
                    const std::function<bool(std::string_view line, std::string_view file)>& see) {
  for_each_line(text, hidden_ranges(text), [&](std::size_t begin, std::size_t end, bool hidden) {
    const std::string_view line = without_ending(text.substr(begin, end - begin));
    const auto parts = hidden ? std::nullopt : parse_entry(line);
    return !parts || see(line, parts->file);
  });
}

IndexUpdate update_index(std::string_view text, std::span<const IndexChange> changes,
                         std::span<const LineHook> own) {
  const Outcome outcome = sum_up(changes);
  std::unordered_multimap<std::string_view, std::string_view> own_hooks;
  for (const LineHook& line : own) own_hooks.emplace(line.file, line.hook);
  std::set<std::string, std::less<>> files = outcome.gone;
  for (const auto& [file, wanted] : outcome.wanted) files.insert(file);
  const std::vector<HiddenRange> hidden = hidden_ranges(text);
  std::vector<std::size_t> candidates;
  const bool few = files.size() <= kFewFiles;
  if (few) candidates = candidate_offsets(text, files);
  const std::vector<Entry> entries =
      find_entries(text, hidden, few ? &candidates : nullptr,
                   [&](std::string_view file) { return files.contains(file); });

  std::unordered_map<std::string_view, const Entry*> first_of;
  for (const Entry& entry : entries) first_of.try_emplace(entry.parts.file, &entry);

  // A renamed note takes over the first line of its former name, so that it keeps its
  // place and a hook that a person wrote.
  std::unordered_map<const Entry*, const Wanted*> taken_over;
  std::vector<const Wanted*> missing;
  for (const auto& [file, wanted] : outcome.wanted) {
    if (first_of.contains(file)) continue;
    const auto old = std::find_if(wanted.from.begin(), wanted.from.end(), [&](const auto& name) {
      return outcome.gone.contains(name) && first_of.contains(name);
    });
    if (old != wanted.from.end()) {
      taken_over.emplace(first_of.at(*old), &wanted);
    } else {
      missing.push_back(&wanted);
    }
  }

  IndexUpdate update;
  std::vector<LineEdit> edits;
  std::vector<Entry> removed;
  for (const Entry& entry : entries) {
    const std::string_view line = text.substr(entry.begin, entry.end - entry.begin);
    const Wanted* wanted = nullptr;
    if (const auto found = outcome.wanted.find(entry.parts.file); found != outcome.wanted.end()) {
      wanted = &found->second;
    } else if (const auto taken = taken_over.find(&entry); taken != taken_over.end()) {
      wanted = taken->second;
    }
    if (wanted == nullptr) {  // deleted, or a second line of a renamed note
      edits.push_back({entry.begin, entry.end, ""});
      removed.push_back(entry);
      continue;
    }
    const std::string_view hook = entry_hook(without_ending(line), entry.parts);
    const auto [first, last] = own_hooks.equal_range(entry.parts.file);
    const bool made =
        (wanted->before && hook == index_hook(wanted->before->description)) ||
        std::any_of(first, last, [&](const auto& known) { return known.second == hook; });
    if (!made && hook != index_hook(wanted->after.description)) {
      update.foreign.push_back({entry.parts.file, std::string(hook)});
    }
    std::string changed = changed_entry(without_ending(line), entry.parts, wanted->after, made);
    changed += ending_of(line);
    if (changed != line) edits.push_back({entry.begin, entry.end, std::move(changed)});
  }

  // The last one written on top, as if each had been written alone.
  std::sort(missing.begin(), missing.end(),
            [](const Wanted* a, const Wanted* b) { return a->order > b->order; });
  std::vector<std::string> added;
  for (const Wanted* wanted : missing) {
    if (!wanted->kept) added.push_back(index_line(wanted->after));
  }

  update.text = with_edits(text, hidden, edits, added);
  // One by one and last: a kept line may stand below another one that comes back.
  for (const Wanted* wanted : missing) {
    if (wanted->kept) update.text = put_back(update.text, *wanted->kept);
  }
  update.remove = is_gone(text, update.text, removed);
  return update;
}

IndexState compare_index(std::string_view text, std::span<const std::string> files) {
  std::unordered_set<std::string_view> known(files.begin(), files.end());
  std::unordered_map<std::string, int> lines;
  IndexState state;
  for_each_entry(text, [&](std::string_view, std::string_view file) {
    const int count = ++lines[std::string(file)];
    if (!known.contains(file)) {  // each file is told of once
      if (count == 1) state.dangling.emplace_back(file);
    } else if (count == 2) {
      state.doubled.emplace_back(file);
    }
    return true;
  });
  for (const std::string& file : files) {
    if (can_be_listed(file) && !lines.contains(file)) state.missing.push_back(file);
  }
  return state;
}

IndexUpdate reindex(std::string_view text, std::span<const NoteLine> notes) {
  std::unordered_set<std::string_view> known;
  for (const NoteLine& note : notes) known.insert(note.file);
  const std::vector<HiddenRange> hidden = hidden_ranges(text);
  const std::vector<Entry> entries =
      find_entries(text, hidden, nullptr, [](std::string_view) { return true; });
  std::unordered_set<std::string_view> listed;
  std::vector<LineEdit> edits;
  std::vector<Entry> removed;
  for (const Entry& entry : entries) {
    if (known.contains(entry.parts.file) && listed.insert(entry.parts.file).second) continue;
    edits.push_back({entry.begin, entry.end, ""});
    removed.push_back(entry);
  }
  std::vector<std::string> added;
  for (const NoteLine& note : notes) {
    if (can_be_listed(note.file) && listed.insert(note.file).second) {
      added.push_back(index_line(note));
    }
  }
  IndexUpdate update;
  update.text = with_edits(text, hidden, edits, added);
  update.remove = is_gone(text, update.text, removed);
  return update;
}

}  // namespace loci::note
