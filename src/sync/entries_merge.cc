#include "sync/entries_merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/text.h"
#include "note/checklist.h"
#include "note/index_file.h"
#include "sync/ordered_keys.h"
#include "sync/three_way.h"

namespace loci::sync {
namespace {

// A line that can be told from all others, an entry by its file or its words, with the lines
// above it that cannot: blank ones, rulers, and those that stand in a text several times.
struct Piece {
  std::string lead;
  std::string_view line;
  bool entry = false;
  std::string above{};               // the key that it follows, "" for none
  std::optional<std::string> gap{};  // the lead of the next one
};

// What a key begins with. Of what two people put at one place prose goes first, and headings last,
// so that what stands below one stays below it.
constexpr char kProse = 'a';
constexpr char kEntry = 'e';
constexpr char kHeading = 'h';

Role role_of(std::string_view key) {
  return key.front() == kEntry ? Role::Item : key.front() == kHeading ? Role::Heading : Role::Prose;
}

struct Listed {
  Keys keys;
  std::unordered_map<std::string, Piece> pieces;
  std::string tail;  // what would be the lead of a line behind the last

  [[nodiscard]] const Piece* find(const std::string& key) const {
    const auto found = pieces.find(key);
    return found == pieces.end() ? nullptr : &found->second;
  }
};

// One line of a text, and the key that it has as an entry.
struct Row {
  std::string_view line;
  std::optional<std::string> key{};
};
using Rows = std::vector<Row>;

using LineSet = std::unordered_set<std::string_view>;

// Lines that stand in one of the texts several times.
LineSet repeated_lines(const std::array<const Rows*, 3>& texts) {
  LineSet repeated;
  for (const Rows* rows : texts) {
    LineSet seen;
    for (const Row& row : *rows) {
      if (!row.key && !seen.insert(row.line).second) repeated.insert(row.line);
    }
  }
  return repeated;
}

// Lines of the base that a side has nowhere any more.
LineSet removed_lines(const Rows& base, const Rows& mine, const Rows& theirs) {
  const auto lines = [](const Rows& rows) {
    LineSet result;
    for (const Row& row : rows) result.insert(row.line);
    return result;
  };
  const LineSet of_mine = lines(mine);
  const LineSet of_theirs = lines(theirs);
  LineSet removed;
  for (const Row& row : base) {
    const bool kept = of_mine.contains(row.line) && of_theirs.contains(row.line);
    if (!row.key && !kept && !trim(row.line).empty()) removed.insert(row.line);
  }
  return removed;
}

Listed listed(const Rows& rows, const LineSet& repeated, const LineSet& removed) {
  Listed result;
  bool behind_removed = false;  // of two blank lines around it, one stays
  for (const Row& row : rows) {
    const bool blank = trim(row.line).empty();
    const bool gap = std::exchange(behind_removed, false);
    if (!row.key && removed.contains(row.line)) {
      behind_removed = true;
      continue;
    }
    if (blank && gap && trim(result.tail).empty() && !result.tail.empty()) continue;
    if (!row.key && (!says_something(row.line) || repeated.contains(row.line))) {
      result.tail += row.line;
      continue;
    }
    std::string key = row.key
                          ? kEntry + *row.key
                          : (row.line.starts_with('#') ? kHeading : kProse) + std::string(row.line);
    // A doubled entry, as `merge=union` leaves them: the first stays.
    if (result.find(key) != nullptr) continue;
    const std::string above = result.keys.empty() ? "" : result.keys.back();
    if (!above.empty()) result.pieces.at(above).gap = result.tail;
    result.pieces.emplace(key, Piece{result.tail, row.line, row.key.has_value(), above});
    result.keys.push_back(std::move(key));
    result.tail.clear();
  }
  return result;
}

// Whether what the base has is in the result: where a side removed it, only an entry that the
// other changed is.
bool stays(const std::string& key, const Listed& base, const Listed& mine, const Listed& theirs) {
  const Piece* before = base.find(key);
  const Piece* m = mine.find(key);
  const Piece* t = theirs.find(key);
  if (m != nullptr && t != nullptr) return true;
  const Piece* left = m == nullptr ? t : m;
  return left != nullptr && left->entry && left->line != before->line;
}

bool is_blank(std::string_view lead) { return trim(lead).empty(); }

// The blank lines that a side has behind a line, where it has something below.
const std::string* gap_behind(const std::string& key, const Listed& mine, const Listed& theirs) {
  const std::string* gap = nullptr;
  for (const Listed* side : {&mine, &theirs}) {
    const Piece* piece = side->find(key);
    if (piece == nullptr || !piece->gap || !is_blank(*piece->gap)) continue;
    if (gap == nullptr || *gap < *piece->gap) gap = &*piece->gap;
  }
  return gap;
}

// Entries that both sides have and the base does not.
Keys new_to_both(const Listed& base, const Listed& side, const Listed& other) {
  Keys keys;
  std::copy_if(side.keys.begin(), side.keys.end(), std::back_inserter(keys),
               [&](const std::string& key) {
                 return role_of(key) == Role::Item && base.find(key) == nullptr &&
                        other.find(key) != nullptr;
               });
  return keys;
}

// A side whose new entries can be laid over the other's. Below one line of prose they stand in any
// order, since each machine puts its own lines as they come: where the two do not have the same
// order there, what the other has in one list stands together, and that by name.
Keys laid_out(const Listed& base, const Listed& side, const Listed& other) {
  if (new_to_both(base, side, other) == new_to_both(base, other, side)) return side.keys;
  using Place = std::pair<std::size_t, std::string_view>;  // the other's list, the entry
  std::unordered_map<std::string_view, Place> place_of;
  std::size_t lists = 0;
  for (const std::string& key : other.keys) {
    if (role_of(key) != Role::Item) ++lists;
    place_of.emplace(key, Place(lists, key));
  }
  Keys keys;
  std::vector<std::pair<Place, std::string_view>> list;
  const auto end_list = [&] {
    std::stable_sort(list.begin(), list.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [place, key] : list) keys.emplace_back(key);
    list.clear();
  };
  for (const std::string& key : side.keys) {
    if (role_of(key) != Role::Item || base.find(key) != nullptr) {
      end_list();
      keys.push_back(key);
      continue;
    }
    const auto found = place_of.find(key);
    const Place above = list.empty() ? Place() : list.back().first;
    list.emplace_back(found == place_of.end() ? above : found->second, key);
  }
  end_list();
  return keys;
}

std::string merge_listed(const Listed& base, const Listed& mine, const Listed& theirs) {
  // What one side changed and the other removed stands where the one has it, as if it were new.
  Keys before;
  for (const std::string& key : base.keys) {
    const bool in_both = mine.find(key) != nullptr && theirs.find(key) != nullptr;
    if (in_both || !stays(key, base, mine, theirs)) before.push_back(key);
  }
  const Keys keys =
      merge_order(before, laid_out(base, mine, theirs), laid_out(base, theirs, mine), role_of);
  std::string result;
  std::string last;  // the key above
  for (const std::string& key : keys) {
    static const Piece kNone;
    const Piece* b = base.find(key);
    const Piece* m = mine.find(key);
    const Piece* t = theirs.find(key);
    const Piece& of_base = b == nullptr ? kNone : *b;
    const Piece& of_mine = m == nullptr ? *t : *m;
    const Piece& of_theirs = t == nullptr ? *m : *t;
    const std::string* lead = chosen(of_base.lead, of_mine.lead, of_theirs.lead);
    const std::string_view* line = chosen(of_base.line, of_mine.line, of_theirs.line);
    if (lead == nullptr) lead = &std::max(of_mine.lead, of_theirs.lead);
    if (of_mine.entry && is_blank(of_mine.lead) && is_blank(of_theirs.lead)) {
      // Blank lines above an entry belong to the place, not to the entry.
      const bool my_place = of_mine.above == last;
      const bool their_place = of_theirs.above == last;
      if (my_place != their_place) lead = my_place ? &of_mine.lead : &of_theirs.lead;
      const std::string* gap = my_place || their_place ? nullptr : gap_behind(last, mine, theirs);
      if (gap != nullptr) lead = gap;
    }
    result += *lead;
    result += line == nullptr ? std::min(of_mine.line, of_theirs.line) : *line;
    last = key;
  }
  const std::string* tail = chosen(base.tail, mine.tail, theirs.tail);
  return result + (tail == nullptr ? std::max(mine.tail, theirs.tail) : *tail);
}

std::string merge_rows(const Rows& base, const Rows& mine, const Rows& theirs) {
  const LineSet repeated = repeated_lines({&base, &mine, &theirs});
  const LineSet removed = removed_lines(base, mine, theirs);
  return merge_listed(listed(base, repeated, removed), listed(mine, repeated, removed),
                      listed(theirs, repeated, removed));
}

Rows index_rows(std::string_view text) {
  Rows rows;
  for (const std::string_view line : split_lines(text)) rows.push_back({line});
  for (note::IndexEntry& entry : note::parse_index(text)) {
    rows[entry.line].key = std::move(entry.file);
  }
  return rows;
}

Rows item_rows(std::string_view text) {
  Rows rows;
  for (const std::string_view line : split_lines(text)) rows.push_back({line});
  std::unordered_map<std::string, int> seen;  // two items may have the same words
  for (const note::ChecklistItem& item : note::checklist_items(text)) {
    std::string words(trim(item.text));
    const int number = ++seen[words];
    rows[item.line - 1].key = fmt::format("{} {}", words, number);
  }
  return rows;
}

Rows line_rows(std::string_view text) {
  Rows rows;
  for (const std::string_view line : split_lines(text)) rows.push_back({line});
  return rows;
}

// Which lines stand several times depends on all three texts, so that the result may meet a side
// otherwise than the sides met. It is merged with both again until it does not change any more.
template <typename Read>
std::string merge_settled(const ListSides& sides, Read read) {
  const Rows base = read(sides.base);
  const Rows mine = read(sides.mine);
  const Rows theirs = read(sides.theirs);
  std::string merged = merge_rows(base, mine, theirs);
  constexpr int kRounds = 8;
  for (int i = 0; i < kRounds; ++i) {
    const Rows rows = read(merged);
    std::string with_mine = merge_rows(base, rows, mine);
    std::string with_theirs = merge_rows(base, rows, theirs);
    if (with_mine == merged && with_theirs == merged) break;
    if (with_mine == merged || with_theirs == merged) {
      merged = std::move(with_mine == merged ? with_theirs : with_mine);
    } else {
      merged = std::move(std::min(with_mine, with_theirs));
    }
  }
  return merged;
}

std::string joined_lines(const Lines& lines) {
  std::string text;
  for (const std::string_view line : lines) text += line;
  return text;
}

std::string merge_loosely(const Lines& base, const Lines& mine, const Lines& theirs) {
  const std::string before = joined_lines(base);
  const std::string of_mine = joined_lines(mine);
  const std::string of_theirs = joined_lines(theirs);
  return merge_settled({before, of_mine, of_theirs}, line_rows);
}

// "10:00" of "### 10:00 — release", or "".
std::string_view time_of(std::string_view line) {
  constexpr std::string_view kMark = "### ";
  constexpr std::size_t kLength = 5;
  if (!line.starts_with(kMark)) return {};
  const std::string_view time = line.substr(kMark.size(), kLength);
  const auto digit = [&](std::size_t at) { return time[at] >= '0' && time[at] <= '9'; };
  if (time.size() < kLength || time[2] != ':') return {};
  return digit(0) && digit(1) && digit(3) && digit(4) ? time : std::string_view();
}

struct DayLog {
  Lines top;  // above the first entry
  Keys keys;  // heading lines, the second of equal ones with a number
  std::map<std::string, Lines, std::less<>> entries;
  bool in_order = true;
};

DayLog read_day(std::string_view text) {
  DayLog day;
  Lines* lines = &day.top;
  std::string_view last;
  for (const std::string_view line : split_lines(text)) {
    if (const std::string_view time = time_of(line); !time.empty()) {
      day.in_order = day.in_order && last <= time;
      last = time;
      std::string key(line);
      for (int copy = 2; day.entries.contains(key); ++copy) key = fmt::format("{}{}", line, copy);
      lines = &day.entries[key];
      day.keys.push_back(std::move(key));
    }
    lines->push_back(line);
  }
  return day;
}

}  // namespace

std::string merge_indexes(const ListSides& sides) { return merge_settled(sides, index_rows); }

std::string merge_scratchpads(const ListSides& sides) { return merge_settled(sides, item_rows); }

std::string merge_daily_logs(const ListSides& sides) {
  const DayLog base = read_day(sides.base);
  const DayLog mine = read_day(sides.mine);
  const DayLog theirs = read_day(sides.theirs);
  std::string result;
  const auto put = [&](const Lines& lines) {
    for (const std::string_view line : lines) result += line;
  };
  result += merge_loosely(base.top, mine.top, theirs.top);
  static const Lines kNone;
  const auto entry = [](const DayLog& day, const std::string& key) -> const Lines& {
    const auto found = day.entries.find(key);
    return found == day.entries.end() ? kNone : found->second;
  };
  Keys keys = merge_order(base.keys, mine.keys, theirs.keys);
  // What one side removed and the other wrote on.
  for (const std::string& key : base.keys) {
    const Lines& m = entry(mine, key);
    const Lines& t = entry(theirs, key);
    const Lines& left = m.empty() ? t : m;
    if (m.empty() != t.empty() && left != entry(base, key)) keys.push_back(key);
  }
  if (base.in_order && mine.in_order && theirs.in_order) {
    std::stable_sort(keys.begin(), keys.end(), [](const std::string& a, const std::string& b) {
      return time_of(a) < time_of(b);
    });
  }
  for (const std::string& key : keys) {
    const Lines& m = entry(mine, key);
    const Lines& t = entry(theirs, key);
    if (m.empty() || t.empty()) {
      put(m.empty() ? t : m);
    } else {
      result += merge_loosely(entry(base, key), m, t);
    }
  }
  return result;
}

}  // namespace loci::sync
