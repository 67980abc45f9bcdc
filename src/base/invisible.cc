#include "base/invisible.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>

namespace loci {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

// In order.
constexpr std::array kDefaultIgnorable{
    Range{0x00AD, 0x00AD},   Range{0x034F, 0x034F},   Range{0x061C, 0x061C},
    Range{0x115F, 0x1160},   Range{0x17B4, 0x17B5},   Range{0x180B, 0x180F},
    Range{0x200B, 0x200F},   Range{0x202A, 0x202E},   Range{0x2060, 0x206F},
    Range{0x3164, 0x3164},   Range{0xFE00, 0xFE0F},   Range{0xFEFF, 0xFEFF},
    Range{0xFFA0, 0xFFA0},   Range{0xFFF0, 0xFFF8},   Range{0x1BCA0, 0x1BCA3},
    Range{0x1D173, 0x1D17A}, Range{0xE0000, 0xE0FFF},
};

}  // namespace

bool is_default_ignorable(char32_t c) {
  const auto* const range =
      std::find_if(kDefaultIgnorable.begin(), kDefaultIgnorable.end(),
                   [&](const Range& candidate) { return c <= candidate.last; });
  return range != kDefaultIgnorable.end() && c >= range->first;
}

bool is_hidden(char32_t c) {
  if (c < 0x20 || (c >= 0x7F && c < 0xA0)) return true;
  const bool separator = c == 0x2028 || c == 0x2029;
  const bool annotation = c >= 0xFFF9 && c <= 0xFFFB;
  const bool shapes = c == 0x200C || c == 0x200D || c == 0xFE0E || c == 0xFE0F;
  const bool blank = c == 0x2800;  // a Braille pattern without a dot
  return separator || annotation || blank || (is_default_ignorable(c) && !shapes);
}

char32_t common_form(char32_t c) {
  if (c < 0x80) return c >= U'A' && c <= U'Z' ? c + (U'a' - U'A') : c;  // most of what is asked
  constexpr auto kOptions =
      static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD);
  std::array<utf8proc_int32_t, 32> forms{};
  int boundary = 0;
  const auto count =
      utf8proc_decompose_char(static_cast<utf8proc_int32_t>(c), forms.data(),
                              static_cast<utf8proc_ssize_t>(forms.size()), kOptions, &boundary);
  return count == 1 ? static_cast<char32_t>(forms[0]) : c;
}

}  // namespace loci
