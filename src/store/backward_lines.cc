#include "store/backward_lines.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace loci::store {
namespace {

constexpr std::uint64_t kFirstBlock = 4'096;  // the usual question is about the last line
constexpr std::uint64_t kBlock = std::uint64_t{1} << 18;  // stays in the processor's cache
constexpr std::string_view kUnreadable = "\n";            // in place of a line that is too long

// memrchr, because rfind() looks at one byte at a time.
std::size_t last_line_feed(std::string_view text) {
  if (text.empty()) return std::string_view::npos;
  const void* found = ::memrchr(text.data(), '\n', text.size());
  if (found == nullptr) return std::string_view::npos;
  return static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

}  // namespace

// Behind the last line feed before `end`, or 0. What is passed over is not kept:
// a file may end in a gigabyte of zeros.
Result<std::uint64_t> BackwardLines::line_start(std::uint64_t end) {
  for (std::uint64_t size = kFirstBlock; end > 0; size = kBlock) {
    const std::uint64_t begin = end - std::min(end, size);
    LOCI_TRY(reader_.read_into(buffer_, begin, static_cast<std::size_t>(end - begin)));
    const std::size_t found = last_line_feed(buffer_);
    if (found != std::string_view::npos) return begin + found + 1;
    end = begin;
  }
  return 0;
}

Result<std::optional<std::string_view>> BackwardLines::next_block() {
  const std::uint64_t size = first_ ? kFirstBlock : kBlock;
  if (std::exchange(first_, false)) {  // half a line at the end is none
    LOCI_ASSIGN(end_, line_start(end_));
  }
  given_end_ = end_;
  if (end_ == 0) return std::nullopt;
  const std::uint64_t begin = end_ - std::min(end_, size);
  LOCI_TRY(reader_.read_into(buffer_, begin, static_cast<std::size_t>(end_ - begin)));
  std::string_view block = buffer_;
  if (block.size() < end_ - begin) {  // the file was made shorter meanwhile
    end_ = 0;
    return std::nullopt;
  }
  // The first line of a block that begins inside the file may be cut.
  const std::size_t skip = begin == 0 ? 0 : block.find('\n') + 1;
  if (skip < block.size()) {
    end_ = begin + skip;
    return block.substr(skip);
  }
  return one_line();
}

// The line that ends at `end_` and is longer than a block.
Result<std::optional<std::string_view>> BackwardLines::one_line() {
  LOCI_ASSIGN(const std::uint64_t begin, line_start(end_ - 1));
  const std::uint64_t length = std::exchange(end_, begin) - begin;
  if (length > kLongestLine) return kUnreadable;
  LOCI_TRY(reader_.read_into(buffer_, begin, static_cast<std::size_t>(length)));
  return std::string_view(buffer_);
}

Result<std::optional<std::string_view>> BackwardLines::next_line() {
  if (rest_.empty()) {
    LOCI_ASSIGN(const std::optional<std::string_view> block, next_block());
    if (!block) return std::nullopt;
    rest_ = *block;
    rest_end_ = given_end_;
  }
  const std::size_t before = last_line_feed(rest_.substr(0, rest_.size() - 1));
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  const std::string_view line = rest_.substr(begin);
  given_end_ = rest_end_;
  rest_end_ -= line.size();
  rest_ = rest_.substr(0, begin);
  return line;
}

}  // namespace loci::store
