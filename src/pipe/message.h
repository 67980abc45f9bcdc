// What loci and a helper program say to each other over a pipe: a line of JSON and, where the line
// says so in "texts", the bytes of texts behind it. docs/remote-helpers.md has the protocol.
// Pure: bytes in, messages out; nothing that the other side says is believed.

#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace loci::pipe {

inline constexpr std::uint64_t kProtocol = 1;
inline constexpr std::size_t kLineBytes = std::size_t{8} << 20;
inline constexpr std::size_t kTextsBytes = std::size_t{64} << 20;  // of one message, together

struct Message {
  Json line = Json::object();
  std::map<std::string, std::string, std::less<>> texts{};  // by SHA-256
};

// The line gets its member "texts" from the texts.
[[nodiscard]] std::string format_message(const Message& message);

// Takes bytes as they come and gives messages.
class MessageReader {
 public:
  void add(std::string_view bytes);
  // None while it is not all there. Corrupt where the other side does not keep to the protocol: a
  // line that is too long or no JSON object, a text that is too long or not the one it is said to
  // be. Nothing more can be read then.
  Result<std::optional<Message>> next();
  // Whether bytes wait that are no message yet.
  [[nodiscard]] bool is_within() const { return at_ < bytes_.size() || line_; }

 private:
  Result<> read_line();
  [[nodiscard]] std::string_view rest() const { return std::string_view(bytes_).substr(at_); }
  void take(std::size_t count);

  std::string bytes_;
  std::size_t at_ = 0;        // what stands before it was read
  std::size_t searched_ = 0;  // of the rest, for the end of a line
  struct Named {
    std::string hash;
    std::size_t size;
  };
  std::optional<Json> line_;  // whose texts are not all there yet
  std::vector<Named> named_;  // these texts
  std::size_t needed_ = 0;    // their bytes
};

}  // namespace loci::pipe
