// An argument as every front end knows it. One list of these is the flags of a
// command, the parameters of a route and the input schema of a tool.
//
//   Param::text("to", "SCOPE", "global, private, shared or agent:ID").needed()

#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

namespace loci::api {

// A copy with one member changed, for builders of rows.
template <typename Row, typename Member>
[[nodiscard]] constexpr Row with(Row row, Member Row::*member, Member value) {
  row.*member = value;
  return row;
}

enum class ParamType : std::uint8_t {
  Text,
  Integer,
  Flag,
  TextList,     // may be repeated
  IntegerList,  // of JSON only
  Content,      // text; on the command line TEXT, @FILE or - for standard input
  Words,        // text; on the command line any number of words, -word among them
};

struct Param {
  static constexpr std::int64_t kNoLeast = std::numeric_limits<std::int64_t>::min();
  static constexpr std::int64_t kNoMost = std::numeric_limits<std::int64_t>::max();

  std::string_view name;  // "limit": --limit, "limit" in JSON, ?limit= in a URL
  ParamType type = ParamType::Text;
  std::string_view value = {};  // what stands for it in usage lines: "FILE"
  std::string_view help = {};   // one line, no final stop
  bool required = false;
  bool positional = false;  // on the command line by its place, not by a flag
  bool rest = false;        // of a positional list: every word behind it, flags among them
  bool path = false;        // of a file; on the command line from the working directory
  std::int64_t least = 0;   // of an integer
  std::int64_t most = kNoMost;
  std::span<const std::string_view> choices = {};  // a text is one of these; none: any text

  static constexpr Param of(ParamType type, std::string_view name, std::string_view value,
                            std::string_view help) {
    Param param;
    param.name = name;
    param.type = type;
    param.value = value;
    param.help = help;
    return param;
  }
  static constexpr Param text(std::string_view name, std::string_view value,
                              std::string_view help) {
    return of(ParamType::Text, name, value, help);
  }
  // One of `words`, which stand for it in usage lines.
  static constexpr Param choice(std::string_view name, std::span<const std::string_view> words,
                                std::string_view help) {
    Param param = of(ParamType::Text, name, "", help);
    param.choices = words;
    return param;
  }
  static constexpr Param integer(std::string_view name, std::string_view value,
                                 std::string_view help) {
    return of(ParamType::Integer, name, value, help);
  }
  static constexpr Param flag(std::string_view name, std::string_view help) {
    return of(ParamType::Flag, name, "", help);
  }
  static constexpr Param list(std::string_view name, std::string_view value,
                              std::string_view help) {
    return of(ParamType::TextList, name, value, help);
  }
  static constexpr Param integers(std::string_view name, std::string_view help) {
    return of(ParamType::IntegerList, name, "", help);
  }
  static constexpr Param content(std::string_view name, std::string_view value,
                                 std::string_view help) {
    return of(ParamType::Content, name, value, help);
  }
  static constexpr Param words(std::string_view name, std::string_view value,
                               std::string_view help) {
    return of(ParamType::Words, name, value, help);
  }

  // The same with something more said of it.
  [[nodiscard]] constexpr Param needed() const { return with(*this, &Param::required, true); }
  [[nodiscard]] constexpr Param by_place() const { return with(*this, &Param::positional, true); }
  [[nodiscard]] constexpr Param and_the_rest() const { return with(*this, &Param::rest, true); }
  [[nodiscard]] constexpr Param of_a_file() const { return with(*this, &Param::path, true); }
  [[nodiscard]] constexpr Param shown_as(std::string_view text) const {
    return with(*this, &Param::value, text);
  }
  [[nodiscard]] constexpr Param at_least(std::int64_t number) const {
    return with(*this, &Param::least, number);
  }
  [[nodiscard]] constexpr Param at_most(std::int64_t number) const {
    return with(*this, &Param::most, number);
  }
};

}  // namespace loci::api
