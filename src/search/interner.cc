#include "search/interner.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

namespace loci::search {
namespace {

// Words are short: two overlapping loads read nearly all of them.
std::uint32_t hash_of(std::string_view text) {
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15U;
  std::uint64_t state = text.size() * kOdd;
  const char* at = text.data();
  std::size_t left = text.size();
  std::uint64_t word = 0;
  for (; left > 8; left -= 8, at += 8) {
    std::memcpy(&word, at, 8);
    state = std::rotl((state ^ word) * kOdd, 31);
  }
  word = 0;
  std::memcpy(&word, at, left);
  state = (state ^ word) * kOdd;
  return static_cast<std::uint32_t>(state >> 32U);
}

}  // namespace

Interner::Interner() : slots_(4096) {}

std::string_view Interner::at(std::uint32_t number) const {
  const std::uint64_t begin = number == 0 ? 0 : ends_[number - 1];
  return std::string_view(letters_).substr(begin, ends_[number] - begin);
}

Interner::Found Interner::intern(std::string_view text) {
  const std::uint32_t hash = hash_of(text);
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash & mask;
  for (; slots_[at].number != kFree; at = (at + 1) & mask) {
    if (slots_[at].hash == hash && this->at(slots_[at].number) == text) {
      return {slots_[at].number, false};
    }
  }
  const std::uint32_t number = size();
  slots_[at] = {hash, number};
  letters_ += text;
  ends_.push_back(letters_.size());
  if (std::size_t{number} * 2 > slots_.size()) grow();
  return {number, true};
}

void Interner::grow() {
  std::vector<Slot> larger(slots_.size() * 4);
  const std::size_t mask = larger.size() - 1;
  for (const Slot& slot : slots_) {
    if (slot.number == kFree) continue;
    std::size_t at = slot.hash & mask;
    while (larger[at].number != kFree) at = (at + 1) & mask;
    larger[at] = slot;
  }
  slots_ = std::move(larger);
}

std::vector<std::uint32_t> Interner::sorted() const {
  std::vector<std::uint32_t> numbers(size());
  std::iota(numbers.begin(), numbers.end(), 0U);
  std::sort(numbers.begin(), numbers.end(),
            [this](std::uint32_t a, std::uint32_t b) { return at(a) < at(b); });
  return numbers;
}

}  // namespace loci::search
