// What stands at the place of something that loci compiles, as far as a plan asks.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace loci::exchange {

class Present {
 public:
  // Nothing is there.
  Present() = default;
  // A text with this SHA-256.
  [[nodiscard]] static Present text(std::string hash) { return {Kind::Text, std::move(hash)}; }
  // A file too large to be read, and so none that loci wrote.
  [[nodiscard]] static Present too_large() { return {Kind::TooLarge, {}}; }

  [[nodiscard]] bool is_there() const { return kind_ != Kind::Absent; }
  [[nodiscard]] bool is_too_large() const { return kind_ == Kind::TooLarge; }
  [[nodiscard]] std::string_view hash() const { return hash_; }  // of a text, else ""
  // Whether it is the text with this hash.
  [[nodiscard]] bool is(std::string_view hash) const {
    return kind_ == Kind::Text && hash_ == hash;
  }

  bool operator==(const Present&) const = default;

 private:
  enum class Kind : std::uint8_t { Absent, Text, TooLarge };
  Present(Kind kind, std::string hash) : kind_(kind), hash_(std::move(hash)) {}

  Kind kind_ = Kind::Absent;
  std::string hash_;
};

}  // namespace loci::exchange
