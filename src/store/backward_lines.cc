#include "store/backward_lines.h"

#include <algorithm>
#include <cstring>

namespace loci::store {
namespace {

constexpr std::uint64_t kFirstBlock = 4'096;  // the usual question is about the last line
constexpr std::uint64_t kBlock = std::uint64_t{1} << 18;  // stays in the processor's cache

}  // namespace

Result<std::optional<std::string_view>> BackwardLines::next_block() {
  for (std::uint64_t size = first_ ? kFirstBlock : kBlock; end_ > 0; size *= 2) {
    const std::uint64_t begin = end_ - std::min(end_, size);
    LOCI_TRY(reader_.read_into(buffer_, begin, static_cast<std::size_t>(end_ - begin)));
    std::string_view block = buffer_;
    const std::size_t last = block.rfind('\n');
    if (last != std::string_view::npos) block = block.substr(0, last + 1);
    // The first line of a block that begins inside the file may be cut.
    const std::size_t skip = begin == 0 ? 0 : block.find('\n') + 1;
    const bool whole = last != std::string_view::npos && skip < block.size();
    if (!whole && begin > 0) continue;  // a line longer than the block
    first_ = false;
    given_end_ = begin + block.size();
    end_ = begin + skip;
    if (!whole) break;
    block.remove_prefix(skip);
    return block;
  }
  end_ = 0;
  return std::nullopt;
}

Result<std::optional<std::string_view>> BackwardLines::next_line() {
  if (rest_.empty()) {
    LOCI_ASSIGN(const std::optional<std::string_view> block, next_block());
    if (!block) return std::nullopt;
    rest_ = *block;
    rest_begin_ = end_;
  }
  // memrchr, because rfind() looks at one byte at a time.
  const void* before = ::memrchr(rest_.data(), '\n', rest_.size() - 1);
  const std::size_t begin =
      before == nullptr
          ? 0
          : static_cast<std::size_t>(static_cast<const char*>(before) - rest_.data()) + 1;
  const std::string_view line = rest_.substr(begin);
  given_end_ = rest_begin_ + rest_.size();
  rest_ = rest_.substr(0, begin);
  return line;
}

}  // namespace loci::store
