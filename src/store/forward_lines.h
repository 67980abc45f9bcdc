// The complete lines of a file from some place in it to its end, in blocks.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "fs/root.h"

namespace loci::store {

class ForwardLines {
 public:
  // `begin` is the start of a line.
  ForwardLines(const fs::Reader& reader, std::uint64_t begin) : reader_(reader), begin_(begin) {}

  // The next line, with its line feed, or nothing: a last line without one is not complete.
  // Valid until the next call.
  Result<std::optional<std::string_view>> next_line() {
    std::size_t end = buffer_.find('\n', at_);
    while (end == std::string::npos) {
      const std::uint64_t read = begin_ + buffer_.size();
      if (read >= reader_.size()) return std::nullopt;
      LOCI_ASSIGN(const std::string more, reader_.read_at(read, kBlock));
      if (more.empty()) return std::nullopt;
      begin_ += at_;
      buffer_.erase(0, at_);
      at_ = 0;
      const std::size_t looked = buffer_.size();
      buffer_ += more;
      end = buffer_.find('\n', looked);
    }
    const std::string_view line = std::string_view(buffer_).substr(at_, end + 1 - at_);
    at_ = end + 1;
    return line;
  }
  // Where in the file the line just given ends.
  [[nodiscard]] std::uint64_t end_offset() const { return begin_ + at_; }

 private:
  static constexpr std::size_t kBlock = std::size_t{1} << 18;

  const fs::Reader& reader_;
  std::uint64_t begin_;  // of the buffer, in the file
  std::string buffer_;
  std::size_t at_ = 0;
};

}  // namespace loci::store
