#include "base/diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/text.h"

namespace loci {
namespace {

using Lines = std::vector<std::string_view>;

constexpr std::size_t kContext = 3;

// Where two texts differ, between their equal ends.
struct Middle {
  std::size_t skip = 0;
  std::size_t before = 0;  // lines
  std::size_t after = 0;
};

// Myers' greedy comparison (1986) of the two middles. Diagonal k is where x - y == k; the
// frontier has the farthest x on each that d edits can reach. The frontier of every step is
// kept, so that the edits can be read off backwards. Gives up past the bounds: time and memory
// grow with the square of the edits, and in a text that repeats itself with its length, too.
bool shortest_edit(const LineNumbers& before, const LineNumbers& after, const Middle& middle,
                   const DiffBounds& bounds, std::vector<bool>& removed, std::vector<bool>& added) {
  const std::uint32_t* const a = before.data() + middle.skip;
  const std::uint32_t* const b = after.data() + middle.skip;
  const auto na = static_cast<std::ptrdiff_t>(middle.before);
  const auto nb = static_cast<std::ptrdiff_t>(middle.after);
  const std::ptrdiff_t limit = std::min(na + nb, bounds.edits);
  std::vector<std::int32_t> frontier(static_cast<std::size_t>(2 * limit + 3), 0);
  std::vector<std::vector<std::int32_t>> trace;
  const auto at = [&](std::ptrdiff_t k) -> std::int32_t& {
    return frontier[static_cast<std::size_t>(k + limit + 1)];
  };
  std::ptrdiff_t walked = 0;

  std::ptrdiff_t steps = -1;
  for (std::ptrdiff_t d = 0; d <= limit && steps < 0 && walked < bounds.steps; ++d) {
    // Only the part that step d can reach is kept: k in [-d-1, d+1].
    trace.emplace_back(frontier.begin() + (limit - d), frontier.begin() + (limit + d + 3));
    for (std::ptrdiff_t k = -d; k <= d; k += 2) {
      const bool down = k == -d || (k != d && at(k - 1) < at(k + 1));
      std::ptrdiff_t x = down ? at(k + 1) : at(k - 1) + 1;
      const std::ptrdiff_t from = x;
      const std::ptrdiff_t end = std::min(na, nb + k);
      while (x < end && a[x] == b[x - k]) ++x;
      walked += x - from;
      at(k) = static_cast<std::int32_t>(x);
      if (x >= na && x - k >= nb) {
        steps = d;
        break;
      }
    }
  }
  if (steps < 0) return false;

  // Back from the end: each step says whether a line was added or removed there.
  std::ptrdiff_t x = na;
  std::ptrdiff_t y = nb;
  for (std::ptrdiff_t d = steps; d > 0; --d) {
    const std::vector<std::int32_t>& reached = trace[static_cast<std::size_t>(d)];
    const auto reach = [&](std::ptrdiff_t k) -> std::ptrdiff_t {
      return reached[static_cast<std::size_t>(k + d + 1)];
    };
    const std::ptrdiff_t k = x - y;
    const bool down = k == -d || (k != d && reach(k - 1) < reach(k + 1));
    const std::ptrdiff_t from_k = down ? k + 1 : k - 1;
    const std::ptrdiff_t from_x = reach(from_k);
    const std::ptrdiff_t from_y = from_x - from_k;
    if (down) {
      added[middle.skip + static_cast<std::size_t>(from_y)] = true;
    } else {
      removed[middle.skip + static_cast<std::size_t>(from_x)] = true;
    }
    x = from_x;
    y = from_y;
  }
  return true;
}

template <typename Sequence>
Middle middle_of(const Sequence& before, const Sequence& after) {
  Middle middle;
  std::size_t& head = middle.skip;
  while (head < before.size() && head < after.size() && before[head] == after[head]) ++head;
  std::size_t tail = 0;
  while (tail < before.size() - head && tail < after.size() - head &&
         before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) {
    ++tail;
  }
  middle.before = before.size() - head - tail;
  middle.after = after.size() - head - tail;
  return middle;
}

std::string prefixed(char mark, std::string_view line) {
  std::string text = fmt::format("{}{}", mark, line);
  if (!line.ends_with('\n')) text += "\n\\ No newline at end of file\n";
  return text;
}

std::string range(std::size_t begin, std::size_t end) {
  const std::size_t length = end - begin;
  if (length == 1) return fmt::format("{}", begin + 1);
  return fmt::format("{},{}", length == 0 ? begin : begin + 1, length);
}

// One "@@" block over the runs [first, last).
std::string hunk(const Lines& before, const Lines& after, const std::vector<DiffRun>& runs,
                 std::size_t first, std::size_t last) {
  const std::size_t lead = std::min(kContext, runs[first].before_begin);
  const std::size_t trail = std::min(kContext, before.size() - runs[last - 1].before_end);
  const std::size_t begin = runs[first].before_begin - lead;
  const std::size_t end = runs[last - 1].before_end + trail;
  std::string text =
      fmt::format("@@ -{} +{} @@\n", range(begin, end),
                  range(runs[first].after_begin - lead, runs[last - 1].after_end + trail));
  std::size_t at = begin;
  for (std::size_t i = first; i < last; ++i) {
    for (; at < runs[i].before_begin; ++at) text += prefixed(' ', before[at]);
    for (; at < runs[i].before_end; ++at) text += prefixed('-', before[at]);
    for (std::size_t j = runs[i].after_begin; j < runs[i].after_end; ++j) {
      text += prefixed('+', after[j]);
    }
  }
  for (; at < end; ++at) text += prefixed(' ', before[at]);
  return text;
}

}  // namespace

std::vector<DiffRun> diff_numbers(const LineNumbers& before, const LineNumbers& after,
                                  const DiffBounds& bounds) {
  const Middle middle = middle_of(before, after);
  const DiffRun whole{middle.skip, middle.skip + middle.before, middle.skip,
                      middle.skip + middle.after};
  if (middle.before == 0 && middle.after == 0) return {};
  if (middle.before == 0 || middle.after == 0) return {whole};

  std::vector<bool> removed(before.size(), false);
  std::vector<bool> added(after.size(), false);
  if (!shortest_edit(before, after, middle, bounds, removed, added)) return {whole};
  std::vector<DiffRun> runs;
  std::size_t i = whole.before_begin;
  std::size_t j = whole.after_begin;
  while (i < whole.before_end || j < whole.after_end) {
    const bool gone = i < whole.before_end && removed[i];
    const bool come = j < whole.after_end && added[j];
    if (!gone && !come) {
      ++i, ++j;
      continue;
    }
    DiffRun run{i, i, j, j};
    while (run.before_end < whole.before_end && removed[run.before_end]) ++run.before_end;
    while (run.after_end < whole.after_end && added[run.after_end]) ++run.after_end;
    i = run.before_end;
    j = run.after_end;
    runs.push_back(run);
  }
  return runs;
}

std::vector<DiffRun> diff_lines(const Lines& before, const Lines& after) {
  const Middle middle = middle_of(before, after);
  LineNumbering numbering(middle.before + middle.after);
  const auto numbers = [&](const Lines& lines, std::size_t count) {
    const auto begin = lines.begin() + static_cast<std::ptrdiff_t>(middle.skip);
    return numbering.numbers({begin, begin + static_cast<std::ptrdiff_t>(count)});
  };
  const LineNumbers first = numbers(before, middle.before);
  std::vector<DiffRun> runs = diff_numbers(first, numbers(after, middle.after));
  for (DiffRun& run : runs) {
    for (std::size_t* const line :
         {&run.before_begin, &run.before_end, &run.after_begin, &run.after_end}) {
      *line += middle.skip;
    }
  }
  return runs;
}

std::string unified_diff(std::string_view before, std::string_view after,
                         std::string_view before_label, std::string_view after_label) {
  const Lines old_lines = split_lines(before);
  const Lines new_lines = split_lines(after);
  const std::vector<DiffRun> runs = diff_lines(old_lines, new_lines);
  if (runs.empty()) return {};
  std::string text = fmt::format("--- {}\n+++ {}\n", before_label, after_label);
  for (std::size_t first = 0; first < runs.size();) {
    std::size_t last = first + 1;
    while (last < runs.size() &&
           runs[last].before_begin - runs[last - 1].before_end <= 2 * kContext) {
      ++last;
    }
    text += hunk(old_lines, new_lines, runs, first, last);
    first = last;
  }
  return text;
}

Result<std::string> revert_lines(std::string_view before, std::string_view after,
                                 std::string_view now) {
  const Lines before_lines = split_lines(before);
  const Lines after_lines = split_lines(after);
  const Lines now_lines = split_lines(now);

  // Where each line of `after` stands in `now`; a changed one stands nowhere.
  constexpr auto kGone = static_cast<std::size_t>(-1);
  std::vector<std::size_t> place(after_lines.size(), kGone);
  std::size_t i = 0;
  std::size_t j = 0;
  for (const DiffRun& run : diff_lines(after_lines, now_lines)) {
    while (i < run.before_begin) place[i++] = j++;
    i = run.before_end;
    j = run.after_end;
  }
  while (i < after_lines.size()) place[i++] = j++;

  std::vector<bool> drop(now_lines.size(), false);
  std::vector<std::vector<std::string_view>> insert(now_lines.size() + 1);
  for (const DiffRun& run : diff_lines(before_lines, after_lines)) {
    for (std::size_t line = run.after_begin; line < run.after_end; ++line) {
      if (place[line] == kGone) {
        constexpr std::size_t kShown = 80;
        const std::string text = printable(without_ending(after_lines[line]), true);
        return fail(
            conflict(fmt::format("the line '{}' has changed since", shortened(text, kShown))));
      }
      drop[place[line]] = true;
    }
    // Removed lines go behind the nearest line before them that still stands.
    std::size_t target = 0;
    for (std::size_t line = run.after_begin; line > 0; --line) {
      if (place[line - 1] != kGone) {
        target = place[line - 1] + 1;
        break;
      }
    }
    for (std::size_t line = run.before_begin; line < run.before_end; ++line) {
      insert[target].push_back(before_lines[line]);
    }
  }

  std::string result;
  const auto put = [&](std::string_view line) {
    if (!result.empty() && !result.ends_with('\n')) result += '\n';
    result += line;
  };
  for (std::size_t line = 0; line <= now_lines.size(); ++line) {
    for (const std::string_view back : insert[line]) put(back);
    if (line < now_lines.size() && !drop[line]) put(now_lines[line]);
  }
  return result;
}

}  // namespace loci
