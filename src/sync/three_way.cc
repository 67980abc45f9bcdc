#include "sync/three_way.h"

#include <algorithm>

#include "base/diff.h"
#include "base/line_numbers.h"
#include "base/text.h"

namespace loci::sync {
namespace {

// One change of a side. Among equal lines it could as well stand elsewhere: `reach` is from
// where to where, and it is put as far down as it goes, so that the same change looks the same
// on both sides.
struct Edit {
  Span base;
  Span side;
  Span reach;
};

std::vector<Edit> edits_of(const LineNumbers& base, const LineNumbers& side,
                           const DiffBounds& bounds) {
  std::vector<Edit> edits;
  const std::vector<DiffRun> runs = diff_numbers(base, side, bounds);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    DiffRun run = runs[i];
    const std::size_t floor = i == 0 ? 0 : edits.back().base.end;
    const std::size_t ceiling = i + 1 < runs.size() ? runs[i + 1].before_begin : base.size();
    std::size_t up = 0;
    if (run.before_begin == run.before_end) {
      const std::size_t room = run.before_begin - floor;
      while (up < room && side[run.after_end - 1 - up] == base[run.before_begin - 1 - up]) ++up;
      const std::size_t lowest = run.before_begin - up;
      while (run.before_begin < ceiling && side[run.after_begin] == base[run.before_begin]) {
        run = {run.before_begin + 1, run.before_end + 1, run.after_begin + 1, run.after_end + 1};
      }
      edits.push_back({{run.before_begin, run.before_end},
                       {run.after_begin, run.after_end},
                       {lowest, run.before_end}});
    } else if (run.after_begin == run.after_end) {
      const std::size_t room = run.before_begin - floor;
      while (up < room && base[run.before_end - 1 - up] == base[run.before_begin - 1 - up]) ++up;
      const std::size_t lowest = run.before_begin - up;
      while (run.before_end < ceiling && base[run.before_begin] == base[run.before_end]) {
        run = {run.before_begin + 1, run.before_end + 1, run.after_begin + 1, run.after_end + 1};
      }
      edits.push_back({{run.before_begin, run.before_end},
                       {run.after_begin, run.after_end},
                       {lowest, run.before_end}});
    } else {
      edits.push_back({{run.before_begin, run.before_end},
                       {run.after_begin, run.after_end},
                       {run.before_begin, run.before_end}});
    }
  }
  return edits;
}

bool touch(const Edit& a, const Edit& b) {
  const bool near = a.base.begin <= b.base.end && b.base.begin <= a.base.end;
  const bool ambiguous = a.reach.begin < b.reach.end && b.reach.begin < a.reach.end;
  return near || ambiguous;
}

bool equal_spans(const LineNumbers& a, Span in_a, const LineNumbers& b, Span in_b) {
  return in_a.end - in_a.begin == in_b.end - in_b.begin &&
         std::equal(a.begin() + static_cast<std::ptrdiff_t>(in_a.begin),
                    a.begin() + static_cast<std::ptrdiff_t>(in_a.end),
                    b.begin() + static_cast<std::ptrdiff_t>(in_b.begin));
}

// Where the line of the base stands in a side, behind the edits that were taken.
struct Walk {
  const std::vector<Edit>& edits;
  std::size_t next = 0;
  std::size_t base = 0;  // walked so far
  std::size_t side = 0;

  [[nodiscard]] bool at_end() const { return next == edits.size(); }
  [[nodiscard]] const Edit& edit() const { return edits[next]; }
  // The side's lines for the base's up to `end`, with `count` edits.
  Span take(std::size_t end, std::size_t count) {
    const std::size_t begin = side;
    for (std::size_t i = 0; i < count; ++i, ++next) {
      side += edits[next].base.begin - base;
      side += edits[next].side.end - edits[next].side.begin;
      base = edits[next].base.end;
    }
    side += end - base;
    base = end;
    return {begin, side};
  }
};

void append(const LineNumbers& from, Span span, LineNumbers& to) {
  to.insert(to.end(), from.begin() + static_cast<std::ptrdiff_t>(span.begin),
            from.begin() + static_cast<std::ptrdiff_t>(span.end));
}

struct Counts {
  std::ptrdiff_t base = 0;
  std::ptrdiff_t mine = 0;
  std::ptrdiff_t theirs = 0;
  std::ptrdiff_t result = 0;

  [[nodiscard]] bool add_up() const {
    const std::ptrdiff_t from_mine = mine - base;
    const std::ptrdiff_t from_theirs = theirs - base;
    const std::ptrdiff_t sum = base + from_mine + from_theirs;
    // Both added it: once is enough. Both removed some: the same ones, or others.
    if (from_mine > 0 && from_theirs > 0) return result == base + std::max(from_mine, from_theirs);
    if (from_mine < 0 && from_theirs < 0) {
      return result >= sum && result <= base + std::min(from_mine, from_theirs);
    }
    return result == sum;
  }
};

// The three texts with one numbering.
struct Numbered {
  LineNumbering numbering;
  LineNumbers base;
  LineNumbers mine;
  LineNumbers theirs;

  Numbered(const Lines& b, const Lines& m, const Lines& t)
      : numbering(b.size()),
        base(numbering.numbers(b)),
        mine(numbering.numbers(m)),
        theirs(numbering.numbers(t)) {}
};

bool counts_add_up(const LineNumbering& numbering, const LineNumbers& base, const LineNumbers& mine,
                   const LineNumbers& theirs, const LineNumbers& result) {
  std::vector<Counts> counts(numbering.count());
  for (const std::uint32_t line : base) ++counts[line].base;
  for (const std::uint32_t line : mine) ++counts[line].mine;
  for (const std::uint32_t line : theirs) ++counts[line].theirs;
  for (const std::uint32_t line : result) ++counts[line].result;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i].add_up()) continue;
    if (says_something(numbering.line(static_cast<std::uint32_t>(i)))) return false;
  }
  return true;
}

struct Edited {
  const LineNumbers& lines;
  std::vector<Edit> edits;
};

std::vector<Region> regions_of(std::size_t lines, const Edited& mine, const Edited& theirs) {
  Walk m{mine.edits};
  Walk t{theirs.edits};
  std::vector<Region> regions;
  const auto add = [&](Region::Kind kind, std::size_t end, std::size_t from_mine,
                       std::size_t from_theirs) {
    Region region{kind, {m.base, end}, {}, {}};
    region.mine = m.take(end, from_mine);
    region.theirs = t.take(end, from_theirs);
    regions.push_back(region);
  };
  while (!m.at_end() || !t.at_end()) {
    // Every edit that touches one of the group joins it.
    const bool mine_first =
        t.at_end() || (!m.at_end() && m.edit().base.begin <= t.edit().base.begin);
    Span group = mine_first ? m.edit().base : t.edit().base;
    std::size_t from_mine = mine_first ? 1 : 0;
    std::size_t from_theirs = mine_first ? 0 : 1;
    for (bool grown = true; grown;) {
      grown = false;
      const auto joins = [&](const Walk& walk, std::size_t taken, const Walk& other,
                             std::size_t other_taken) {
        if (walk.next + taken >= walk.edits.size()) return false;
        const Edit& edit = walk.edits[walk.next + taken];
        for (std::size_t i = 0; i < other_taken; ++i) {
          if (touch(edit, other.edits[other.next + i])) return true;
        }
        return false;
      };
      if (joins(m, from_mine, t, from_theirs)) {
        const Edit& edit = m.edits[m.next + from_mine++];
        group = {std::min(group.begin, edit.base.begin), std::max(group.end, edit.base.end)};
        grown = true;
      }
      if (joins(t, from_theirs, m, from_mine)) {
        const Edit& edit = t.edits[t.next + from_theirs++];
        group = {std::min(group.begin, edit.base.begin), std::max(group.end, edit.base.end)};
        grown = true;
      }
    }
    if (group.begin > m.base) add(Region::Kind::Same, group.begin, 0, 0);
    if (from_theirs == 0) {
      add(Region::Kind::Mine, group.end, from_mine, 0);
    } else if (from_mine == 0) {
      add(Region::Kind::Theirs, group.end, 0, from_theirs);
    } else {
      add(Region::Kind::Clash, group.end, from_mine, from_theirs);
      Region& region = regions.back();
      if (equal_spans(mine.lines, region.mine, theirs.lines, region.theirs))
        region.kind = Region::Kind::Both;
    }
  }
  if (lines > m.base) add(Region::Kind::Same, lines, 0, 0);
  return regions;
}

// Lines of the regions; false where two sides clash.
bool joined(const std::vector<Region>& regions, const LineNumbers& mine, const LineNumbers& theirs,
            LineNumbers& result) {
  result.clear();
  result.reserve(std::max(mine.size(), theirs.size()));
  for (const Region& region : regions) {
    if (region.kind == Region::Kind::Clash) return false;
    if (region.kind == Region::Kind::Theirs) {
      append(theirs, region.theirs, result);
    } else {
      append(mine, region.mine, result);
    }
  }
  return true;
}

// What a merge may take of time: 1 MiB is merged, or found not to be, within 100 ms.
constexpr DiffBounds kOneSide{2'000, 12'000'000};
constexpr DiffBounds kBothSides{4'000, 24'000'000};  // of the result, which has the edits of both

}  // namespace

bool says_something(std::string_view line) {
  const std::string_view words = trim(line);
  if (words.starts_with("```") || words.starts_with("~~~")) return false;
  return std::any_of(words.begin(), words.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80U || (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
           (byte >= 'A' && byte <= 'Z');
  });
}

std::vector<Region> lay_over(const Lines& base, const Lines& mine, const Lines& theirs) {
  const Numbered all(base, mine, theirs);
  return regions_of(base.size(), {all.mine, edits_of(all.base, all.mine, kOneSide)},
                    {all.theirs, edits_of(all.base, all.theirs, kOneSide)});
}

bool merge_lines(const Lines& base, const Lines& mine, const Lines& theirs, Lines& result) {
  const Numbered all(base, mine, theirs);
  const Edited m{all.mine, edits_of(all.base, all.mine, kOneSide)};
  const Edited t{all.theirs, edits_of(all.base, all.theirs, kOneSide)};
  LineNumbers merged;
  if (!joined(regions_of(base.size(), m, t), all.mine, all.theirs, merged)) return false;
  if (!counts_add_up(all.numbering, all.base, all.mine, all.theirs, merged)) return false;
  // Among lines that stand there several times the result may compare otherwise than the sides
  // did. Merging it with one of them must give it again, or the edits are ambiguous.
  const Edited r{merged, edits_of(all.base, merged, kBothSides)};
  const auto is_stable = [&](const Edited& side) {
    LineNumbers again;
    return joined(regions_of(base.size(), r, side), merged, side.lines, again) && again == merged &&
           counts_add_up(all.numbering, all.base, merged, side.lines, merged);
  };
  if (!is_stable(m) || !is_stable(t)) return false;
  result.clear();
  result.reserve(merged.size());
  for (const std::uint32_t line : merged) result.push_back(all.numbering.line(line));
  return true;
}

bool merge_texts(std::string_view base, std::string_view mine, std::string_view theirs,
                 std::string& result) {
  if (const std::string_view* one = chosen(base, mine, theirs)) {
    result = *one;
    return true;
  }
  Lines merged;
  if (!merge_lines(split_lines(base), split_lines(mine), split_lines(theirs), merged)) return false;
  result.clear();
  result.reserve(std::max(mine.size(), theirs.size()));
  for (const std::string_view line : merged) result += line;
  return true;
}

}  // namespace loci::sync
