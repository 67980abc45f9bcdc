// The complete lines of a file from its end, in blocks: what is wanted of a
// journal is nearly always near its end.
//
// Whatever stands in the file, no more of it is in memory than its longest line,
// and of that no more than kLongestLine.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "fs/root.h"

namespace loci::store {

// Nothing longer is written. A line that is longer was not written by loci, and
// is given as an empty one.
inline constexpr std::uint64_t kLongestLine = std::uint64_t{64} << 20;

class BackwardLines {
 public:
  // A last line without a line feed is not complete and is passed over.
  explicit BackwardLines(const fs::Reader& reader) : reader_(reader), end_(reader.size()) {}

  // The next block of whole lines towards the beginning, or nothing. Valid
  // until the next call.
  Result<std::optional<std::string_view>> next_block();
  // The next line, with its line feed. Do not mix with next_block().
  Result<std::optional<std::string_view>> next_line();
  // Where in the file the line or block just given ends.
  [[nodiscard]] std::uint64_t end_offset() const { return given_end_; }

 private:
  Result<std::uint64_t> line_start(std::uint64_t end);
  Result<std::optional<std::string_view>> one_line();

  const fs::Reader& reader_;
  std::uint64_t end_;  // of what was not given yet; at the start of a line
  std::uint64_t given_end_ = 0;
  bool first_ = true;
  std::string buffer_;
  std::string_view rest_;  // of the block that next_line() takes lines from
  std::uint64_t rest_end_ = 0;
};

}  // namespace loci::store
