#include "search/interner.h"

#include <algorithm>
#include <bit>

#include "search/bytes.h"

namespace loci::search {
namespace {

// Up to eight bytes as one number, padded with zeros: no word has any.
std::uint64_t first_letters(std::string_view text) {
  const char* at = text.data();
  if (text.size() >= 8) return load<std::uint64_t>(at);
  if (text.size() >= 4) {
    const std::uint64_t low = load<std::uint32_t>(at);
    const std::uint64_t high = load<std::uint32_t>(at + text.size() - 4);
    return low | high << (text.size() - 4) * 8;
  }
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    word |= std::uint64_t{static_cast<unsigned char>(at[i])} << (8 * i);
  }
  return word;
}

std::uint32_t hash_of(std::string_view text, std::uint64_t first) {
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15U;
  std::uint64_t state = (first ^ text.size()) * kOdd;
  for (std::size_t at = 8; at < text.size(); at += 8) {
    state = (std::rotl(state, 31) ^ first_letters(text.substr(at))) * kOdd;
  }
  return static_cast<std::uint32_t>(state >> 32U);
}

}  // namespace

Interner::Interner() : slots_(4096) {}

std::string_view Interner::at(std::uint32_t number) const {
  const std::uint64_t begin = number == 0 ? 0 : ends_[number - 1];
  return std::string_view(letters_).substr(begin, ends_[number] - begin);
}

Interner::Interned Interner::intern(std::string_view text) {
  const std::uint64_t first = first_letters(text);
  const std::uint32_t hash = hash_of(text, first);
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash & mask;
  for (; slots_[at].number != kFree; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.hash != hash || slot.letters != first) continue;
    // Seven letters and a zero say all; eight may be the first of more.
    if (text.size() < 8 || this->at(slot.number) == text) return {slot.number, false};
  }
  const std::uint32_t number = size();
  slots_[at] = {first, hash, number};
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
  struct Entry {
    std::uint64_t first;  // letters as a number that sorts as they do
    std::uint32_t number;
  };
  std::vector<Entry> entries;
  entries.reserve(size());
  for (std::uint32_t number = 0; number < size(); ++number) {
    entries.push_back({__builtin_bswap64(first_letters(at(number))), number});
  }
  std::sort(entries.begin(), entries.end(), [this](const Entry& a, const Entry& b) {
    return a.first != b.first ? a.first < b.first : at(a.number) < at(b.number);
  });
  std::vector<std::uint32_t> numbers;
  numbers.reserve(entries.size());
  for (const Entry& entry : entries) numbers.push_back(entry.number);
  return numbers;
}

}  // namespace loci::search
