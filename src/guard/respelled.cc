#include "guard/respelled.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "guard/classes.h"

namespace loci::guard {
namespace {

// The number that digits of a base stand for, and how many of them there are.
struct CodeRead {
  char32_t code = 0;
  std::size_t digits = 0;
};
CodeRead code_at(std::string_view text, std::size_t at, bool hex, std::size_t most) {
  CodeRead read;
  for (; at < text.size() && read.digits < most; ++at, ++read.digits) {
    const char c = to_lower(text[at]);
    const bool letter = hex && c >= 'a' && c <= 'f';
    if (!is_digit(c) && !letter) break;
    read.code =
        read.code * (hex ? 16U : 10U) + static_cast<char32_t>(letter ? c - 'a' + 10 : c - '0');
  }
  return read;
}

// A character that stands for a code; none of them begins a line.
void put_code(std::string& text, char32_t code) {
  const bool seen = code > ' ' && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
  append_utf8(text, seen ? code : U' ');
}

std::string without_percents(std::string_view line) {
  std::string read;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const CodeRead code = line[at] == '%' ? code_at(line, at + 1, true, 2) : CodeRead{};
    if (code.digits != 2) {
      read += line[at];
      continue;
    }
    const char byte = static_cast<char>(code.code);
    read += byte_of(byte) < 0x20U ? ' ' : byte;
    at += 2;
  }
  return read;
}

std::string without_references(std::string_view line) {
  constexpr std::size_t kMostDigits = 7;
  std::string read;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const bool begins = line.substr(at).starts_with("&#");
    const bool hex = begins && at + 2 < line.size() && to_lower(line[at + 2]) == 'x';
    const std::size_t first = at + (hex ? 3 : 2);
    const CodeRead code = begins ? code_at(line, first, hex, kMostDigits) : CodeRead{};
    const std::size_t end = first + code.digits;
    if (code.digits == 0) {
      read += line[at];
      continue;
    }
    put_code(read, code.code);
    at = end < line.size() && line[end] == ';' ? end : end - 1;
  }
  return read;
}

std::string without_escapes(std::string_view line) {
  std::string read;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char kind = line[at] == '\\' && at + 1 < line.size() ? line[at + 1] : '\0';
    const std::size_t wanted = kind == 'u' ? 4 : kind == 'x' ? 2 : 0;
    const CodeRead code = wanted == 0 ? CodeRead{} : code_at(line, at + 2, true, wanted);
    if (wanted == 0 || code.digits != wanted) {
      read += line[at];
      continue;
    }
    put_code(read, code.code);
    at += 1 + wanted;
  }
  return read;
}

std::string moved_by_thirteen(std::string_view line) {
  std::string read(line);
  for (char& c : read) {
    if (is_lower(c)) c = static_cast<char>('a' + (c - 'a' + 13) % 26);
    if (is_upper(c)) c = static_cast<char>('A' + (c - 'A' + 13) % 26);
  }
  return read;
}

std::string backwards(std::string_view line) { return {line.rbegin(), line.rend()}; }

// The signs of what is decoded by them, by their first bytes.
struct RespellingSign {
  std::string_view bytes;
  std::string (*read)(std::string_view);
};
constexpr std::array kRespellings{
    RespellingSign{"%20", without_percents}, RespellingSign{"&#", without_references},
    RespellingSign{"\\u00", without_escapes}, RespellingSign{"\\x", without_escapes}};

}  // namespace

Respelled::Respelled(std::string_view text) : text_(text) {}

void Respelled::read_signs() {
  for (const RespellingSign& sign : kRespellings) {
    until_ = 0;
    line_ = Lines(text_);
    for (std::size_t at = text_.find(sign.bytes[0]); at != std::string_view::npos;
         at = text_.find(sign.bytes[0], std::max(at + 1, until_))) {
      if (text_.substr(at).starts_with(sign.bytes)) take_line(at, sign.read);
    }
  }
}

void Respelled::read_words(const std::vector<std::size_t>& moved,
                           const std::vector<std::size_t>& turned) {
  for (const bool backward : {false, true}) {
    until_ = 0;
    line_ = Lines(text_);
    for (const std::size_t at : backward ? turned : moved) {
      if (at >= until_) take_line(at, backward ? backwards : moved_by_thirteen);
    }
  }
}

void Respelled::take_line(std::size_t at, std::string (*read)(std::string_view)) {
  constexpr std::size_t kLongest = 2048;  // of a line before its sign, and behind it
  const std::size_t least = std::max(until_, at > kLongest ? at - kLongest : 0);
  const std::size_t feed = text_.substr(least, at - least).rfind('\n');
  const std::size_t begin = feed == std::string_view::npos ? least : least + feed + 1;
  const std::string_view rest = text_.substr(at, kLongest);
  until_ = at + std::min(rest.find('\n'), rest.size());
  read_ += read(text_.substr(begin, until_ - begin));
  read_ += '\n';
  lines_.push_back(line_.at(at));
}

}  // namespace loci::guard
