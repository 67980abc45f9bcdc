#include "guard/encoded.h"

#include <algorithm>
#include <array>

#include "guard/classes.h"
#include "guard/injection.h"

namespace loci::guard {
namespace {

constexpr std::size_t kEncodedInjection = rule_row("injection");
constexpr std::array<std::string_view, 3> kEncodedWords{"ase64", "ecode", "atob("};
// What orders begin with, in base64 and in hex digits: "ign", "dis", "for", "sys", "you", "rev",
// "ove", "byp", "ple" in small letters and in capitals. Nothing need tell that they are encoded.
constexpr std::array<std::string_view, 32> kEncodedBegins{
    "0x69676e",    "0x49676e", "0x646973", "0x666f72", "69 67 6e 6f", "49 67 6e 6f", "64 69 73 72",
    "44 69 73 72", "aWdu",     "SWdu",     "SUdO",     "ZGlz",        "RGlz",        "Zm9y",
    "Rm9y",        "c3lz",     "U3lz",     "U1lT",     "eW91",        "WW91",        "cmV2",
    "UmV2",        "b3Zl",     "T3Zl",     "Ynlw",     "QnlwYXNz",    "cGxl",        "UGxl",
    "69676e6f",    "49676e6f", "646973",   "666f72"};

constexpr Filter kEncodedFilter = [] {
  Filter filter;
  for (const std::string_view word : kEncodedWords) {
    const Kinds kind = Kinds{1} << filter.width++;
    let(filter.before, kind, any_byte);
    filter.here[byte_of(word[0])] |= kind;
    filter.next[byte_of(word[1])] |= kind;
    filter.third[byte_of(word[2])] |= kind;
  }
  const Kinds begins = Kinds{1} << filter.width++;
  let(filter.before, begins, [](char c) { return !in_class('b', c) || c == '='; });
  for (const std::string_view word : kEncodedBegins) {
    filter.here[byte_of(word[0])] |= begins;
    filter.next[byte_of(word[1])] |= begins;
    filter.third[byte_of(word[2])] |= begins;
  }
  return filter;
}();

// The letters that base64 stands for, "" where it stands for something else.
std::string decoded_letters(std::string_view encoded) {
  std::string letters;
  letters.reserve(encoded.size());
  unsigned bits = 0;
  unsigned count = 0;
  for (const char c : encoded) {
    const unsigned value = is_upper(c)   ? static_cast<unsigned>(c - 'A')
                           : is_lower(c) ? static_cast<unsigned>(c - 'a') + 26
                           : is_digit(c) ? static_cast<unsigned>(c - '0') + 52
                           : c == '+'    ? 62U
                                         : 63U;
    if (c == '=') break;
    bits = (bits << 6U) | value;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    const char letter = static_cast<char>((bits >> count) & 0xFFU);
    if (!is_space(letter) && (letter < ' ' || letter > '~')) return {};
    letters += letter;
  }
  return letters;
}

// The letters that hex digits stand for, "" where they stand for something else.
std::string letters_of_hex(std::string_view encoded) {
  const auto value = [](char c) {
    return is_digit(c)                                ? c - '0'
           : to_lower(c) >= 'a' && to_lower(c) <= 'f' ? to_lower(c) - 'a' + 10
                                                      : -1;
  };
  std::string letters;
  for (std::size_t i = 0; i + 1 < encoded.size(); i += 2) {
    const int high = value(encoded[i]);
    const int low = value(encoded[i + 1]);
    const int code = high * 16 + low;
    if (high < 0 || low < 0 || code < ' ' || code > '~') return {};
    letters += static_cast<char>(code);
  }
  return letters;
}

}  // namespace

const Filter& EncodedFinder::filter() const { return kEncodedFilter; }

void EncodedFinder::look(std::size_t at) {
  if (at < read_until_) return;
  for (const std::string_view word : kEncodedWords) {
    if (text_.substr(at).starts_with(word)) return read_behind(at + word.size());
  }
  const bool apart = at == 0 || !is_part(at - 1) || text_[at - 1] == '=';
  if (!apart) return;
  for (const std::string_view word : kEncodedBegins) {
    if (word.front() == text_[at] && text_.substr(at).starts_with(word)) return read_behind(at);
  }
}

bool EncodedFinder::is_part(std::size_t at) const {
  constexpr auto kBase64 = static_cast<ClassMask>(1U << class_index('b'));
  return (kClasses[byte_of(text_[at])] & kBase64) != 0;
}

// One past two digits and a blank, as often as they stand there.
std::size_t EncodedFinder::hex_pairs_end(std::size_t at) const {
  constexpr std::size_t kLongest = 1024;
  const auto is_hex = [&](std::size_t i) { return i < text_.size() && in_class('x', text_[i]); };
  std::size_t end = at;
  while (end - at < kLongest && is_hex(end) && is_hex(end + 1)) {
    end += 2;
    if (end >= text_.size() || text_[end] != ' ') break;
    ++end;
  }
  return end;
}

void EncodedFinder::read_behind(std::size_t at) {
  constexpr std::size_t kFar = 160;
  constexpr std::size_t kShortest = 24;
  constexpr std::size_t kLongest = 1024;
  const std::size_t most = std::min(text_.size(), at + kFar);
  std::size_t end = at;
  std::size_t begin = end;
  while (begin < most && end - begin < kShortest) {
    begin = end;
    while (begin < most && !is_part(begin)) ++begin;
    end = begin;
    while (end < text_.size() && end - begin < kLongest && is_part(end)) ++end;
  }
  std::string digits;  // of "69 67 6e …"
  if (end - begin < kShortest) {
    const std::size_t pairs = hex_pairs_end(at);
    if (pairs - at < kShortest) {
      read_until_ = end;
      return;
    }
    begin = at;
    end = pairs;
    for (const char c : text_.substr(begin, end - begin)) {
      if (c != ' ') digits += c;
    }
  }
  read_until_ = end;
  const std::string_view encoded = text_.substr(begin, end - begin);
  // Hostile texts say the same again and again: it is read once.
  if (!pieces_.empty() && pieces_.back().encoded == encoded) {
    pieces_.push_back({encoded, lines_});
    return;
  }
  const std::string_view hex = encoded.starts_with("0x") ? encoded.substr(2) : encoded;
  std::string piece = letters_of_hex(digits.empty() ? hex : std::string_view(digits));
  if (piece.empty()) piece = decoded_letters(encoded);
  if (piece.empty()) return;
  std::replace_if(piece.begin(), piece.end(), is_space, ' ');
  letters_ += piece;
  letters_ += ".\n";
  pieces_.push_back({encoded, ++lines_});
}

void EncodedFinder::report(Findings& findings) const {
  if (pieces_.empty()) return;
  Findings inside;
  find_orders(letters_, inside);
  std::vector<bool> orders(lines_ + 1);
  for (const Finding& one : inside.take()) orders[std::min(one.line, lines_)] = true;
  Lines lines(text_);
  for (const Piece& piece : pieces_) {
    const auto at = static_cast<std::size_t>(piece.encoded.data() - text_.data());
    if (orders[piece.line]) findings.add(kEncodedInjection, lines.at(at), piece.encoded);
  }
}

}  // namespace loci::guard
