// JSON that is written as it comes, without a tree in between: for answers that
// are asked for thousands of times a second.

#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "base/json.h"

namespace loci {

class JsonText {
 public:
  JsonText() = default;
  JsonText(const JsonText&) = delete;
  JsonText& operator=(const JsonText&) = delete;

  JsonText& begin_object() { return open('{'); }
  JsonText& end_object() { return close('}'); }
  JsonText& begin_array() { return open('['); }
  JsonText& end_array() { return close(']'); }

  JsonText& key(std::string_view name) {
    separate();
    put_string(name);
    put(':');
    return *this;
  }

  JsonText& value(std::string_view text) {
    separate();
    put_string(text);
    return *this;
  }
  JsonText& value(const char* text) { return value(std::string_view(text)); }
  JsonText& value(const std::string& text) { return value(std::string_view(text)); }
  JsonText& value(std::same_as<bool> auto truth) { return plain(truth ? "true" : "false"); }
  JsonText& value(std::unsigned_integral auto number) requires(
      !std::same_as<decltype(number), bool>) {
    return unsigned_value(number);
  }
  JsonText& value(std::signed_integral auto number) { return signed_value(number); }
  JsonText& value(double number);  // null for what is no number
  JsonText& value(std::nullptr_t) { return plain("null"); }
  JsonText& value(const Json& tree);

  template <typename Value>
  JsonText& add(std::string_view name, const Value& member) {
    return key(name).value(member);
  }
  // A name that stands in the program: letters, digits and signs that need no escape.
  template <std::size_t Size, typename Value>
  JsonText& add(const char (&name)[Size],
                const Value& member) {  // NOLINT(modernize-avoid-c-arrays)
    separate();
    need(Size + 2);
    *at_++ = '"';
    std::memcpy(at_, name, Size - 1);
    at_ += Size - 1;
    *at_++ = '"';
    *at_++ = ':';
    return value(member);
  }

  // What was written.
  [[nodiscard]] std::string_view view() const { return {text_.data(), size()}; }
  [[nodiscard]] std::string take() &&;
  // Room for so much more.
  void reserve(std::size_t bytes) { need(bytes); }
  // From the beginning, in the same memory.
  void clear() { at_ = text_.data(); }

 private:
  JsonText& open(char bracket) {
    separate();
    put(bracket);
    return *this;
  }
  JsonText& close(char bracket) {
    put(bracket);
    return *this;
  }
  JsonText& plain(std::string_view text) {
    separate();
    put(text);
    return *this;
  }
  JsonText& unsigned_value(std::uint64_t number);
  JsonText& signed_value(std::int64_t number);

  // A comma, unless this is the first of its kind.
  void separate() {
    const char last = at_ == text_.data() ? '[' : at_[-1];
    if (last != '[' && last != '{' && last != ':') put(',');
  }
  void put(char c) {
    need(1);
    *at_++ = c;
  }
  void put(std::string_view text) {
    need(text.size());
    std::memcpy(at_, text.data(), text.size());
    at_ += text.size();
  }
  void put_string(std::string_view text);
  void put_escape(char c);

  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(at_ - text_.data()); }
  void need(std::size_t bytes) {
    if (static_cast<std::size_t>(end_ - at_) < bytes) grow(bytes);
  }
  void grow(std::size_t bytes);

  // Written through pointers: a std::string that grows by one character at a time is
  // a function call each, and this is the inner loop of every answer.
  std::string text_;
  char* at_ = text_.data();
  char* end_ = text_.data();
};

// What was written, as a value of a tree: see WrittenJson.
[[nodiscard]] Json written_json(std::string_view text);

}  // namespace loci
