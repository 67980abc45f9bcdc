// A JSON settings file that is being edited: where a path leads in it, how it is
// written, and changes to its text. Internal to exchange.

#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "exchange/jsonc.h"

namespace loci::exchange {

inline constexpr std::string_view kJsonSpace = " \t\r\n";

// How a piece of JSON is laid out.
struct JsonStyle {
  bool one_line = false;
  std::string indent;  // of the line it begins on
  std::string unit;
  std::string_view newline;
};
[[nodiscard]] std::string rendered(const Json& value, const JsonStyle& style);

// The white space the line of a position begins with.
[[nodiscard]] std::string indent_of_line(std::string_view text, std::size_t position);
// Whether only white space stands before it on its line, and that is not the first.
[[nodiscard]] bool is_first_on_line(std::string_view text, std::size_t position);

// Changes to a text, made together.
class TextPatch {
 public:
  void erase(std::size_t begin, std::size_t end) { parts_.push_back({begin, end, ""}); }
  void insert(std::size_t at, std::string bytes) { parts_.push_back({at, at, std::move(bytes)}); }
  void replace(std::size_t begin, std::size_t end, std::string bytes) {
    parts_.push_back({begin, end, std::move(bytes)});
  }
  [[nodiscard]] std::string patched(std::string_view text) const {
    std::vector<Part> parts = parts_;
    std::stable_sort(parts.begin(), parts.end(),
                     [](const Part& a, const Part& b) { return a.begin < b.begin; });
    std::string out;
    std::size_t at = 0;
    for (const Part& part : parts) {
      out += text.substr(at, part.begin - at);
      out += part.bytes;
      at = part.end;
    }
    return out += text.substr(at);
  }

 private:
  struct Part {
    std::size_t begin;
    std::size_t end;
    std::string bytes;
  };
  std::vector<Part> parts_;
};

struct JsoncEditor {
  const Source& source;
  Jsonc document;

  [[nodiscard]] std::string_view text() const { return source.text; }
  [[nodiscard]] std::string_view inner(const JsoncValue& container) const {
    return text().substr(container.begin + 1, container.end - container.begin - 2);
  }
  [[nodiscard]] bool is_bare(const JsoncValue& container) const {  // no item, no comment
    return inner(container).find_first_not_of(kJsonSpace) == std::string_view::npos;
  }
};

[[nodiscard]] Result<JsoncEditor> open_jsonc(const Source& source);

// How far a path leads.
struct Reached {
  const JsoncValue* value = nullptr;      // the innermost that is there
  const JsoncValue* container = nullptr;  // what holds it; none for the root
  std::size_t index = 0;                  // its place in that
  std::size_t keys = 0;                   // of the path, that lead there
};
// Every value on the way but the last must be an object.
[[nodiscard]] Result<Reached> follow(const JsoncEditor& editor, const KeyPath& path);
[[nodiscard]] Result<> need_array(const JsoncEditor& editor, const KeyPath& path,
                                  const JsoncValue& value);
// As the file is written around a position.
[[nodiscard]] JsonStyle style_at(const JsoncEditor& editor, std::size_t position);
[[nodiscard]] Error missing_entry(const Source& source, const KeyPath& path);

}  // namespace loci::exchange
