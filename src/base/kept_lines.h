// State files that may be deleted at any time: lines of fields between tabs, below a header
// "<what> <version> <checksum>". What is damaged, or of another version, is as if it were not
// there; what a later version wrote is left alone.

#pragma once

#include <charconv>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace loci {

class KeptLines {
 public:
  // "loci verified", 2. `making` is part of the version for those who read, not for those who
  // write: by which program, or by which rules.
  constexpr KeptLines(std::string_view what, int version, std::string_view making = {})
      : what_(what), version_(version), making_(making) {}

  [[nodiscard]] std::string format(std::string_view lines) const;
  // The lines; "" when they are damaged or of another version.
  [[nodiscard]] std::string_view parse(std::string_view text) const;
  [[nodiscard]] bool is_later(std::string_view text) const;

 private:
  [[nodiscard]] std::string header() const;

  std::string_view what_;
  int version_;
  std::string_view making_;
};

// The next line, without its ending, taken from the front of `lines`.
[[nodiscard]] std::string_view take_line(std::string_view& lines);
[[nodiscard]] std::vector<std::string_view> fields_of(std::string_view line);
// A field that has tabs, line feeds and backslashes as "\t", "\n" and "\\".
[[nodiscard]] std::string escaped_field(std::string_view field);
[[nodiscard]] std::string unescaped_field(std::string_view field);

template <typename Number>
[[nodiscard]] bool take_number(std::string_view field, Number& value, int base = 10) {
  const char* const end = field.data() + field.size();
  const auto [stop, error] = std::from_chars(field.data(), end, value, base);
  return error == std::errc() && stop == end;
}

}  // namespace loci
