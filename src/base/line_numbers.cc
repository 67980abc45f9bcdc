#include "base/line_numbers.h"

#include <algorithm>
#include <bit>
#include <functional>

namespace loci {
namespace {

constexpr std::size_t kFewestSlots = 64;
constexpr std::size_t kMostSlotsAtFirst = 4'096;  // most texts repeat few lines, or have few

}  // namespace

LineNumbering::LineNumbering(std::size_t expected)
    : slots_(std::bit_ceil(std::clamp(2 * expected, kFewestSlots, kMostSlotsAtFirst))) {}

std::uint32_t LineNumbering::number(std::string_view line) {
  const auto hash = static_cast<std::uint32_t>(std::hash<std::string_view>{}(line));
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash & mask;
  for (; slots_[at].next != 0; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.hash == hash && lines_[slot.next - 1] == line) return slot.next - 1;
  }
  lines_.push_back(line);
  slots_[at] = {hash, static_cast<std::uint32_t>(lines_.size())};
  if (2 * lines_.size() > slots_.size()) grow();
  return static_cast<std::uint32_t>(lines_.size() - 1);
}

LineNumbers LineNumbering::numbers(const std::vector<std::string_view>& lines) {
  LineNumbers result;
  result.reserve(lines.size());
  for (const std::string_view line : lines) result.push_back(number(line));
  return result;
}

void LineNumbering::grow() {
  std::vector<Slot> larger(4 * slots_.size());
  const std::size_t mask = larger.size() - 1;
  for (const Slot& slot : slots_) {
    if (slot.next == 0) continue;
    std::size_t at = slot.hash & mask;
    while (larger[at].next != 0) at = (at + 1) & mask;
    larger[at] = slot;
  }
  slots_ = std::move(larger);
}

}  // namespace loci
