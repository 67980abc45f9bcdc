#include "guard/hidden.h"

#include "base/invisible.h"
#include "base/text.h"
#include "guard/candidates.h"
#include "guard/classes.h"

namespace loci::guard {
namespace {

constexpr std::size_t kTags = rule_row("tag-characters");
constexpr std::size_t kBidi = rule_row("bidi-control");
constexpr std::size_t kEscape = rule_row("terminal-escape");
constexpr std::size_t kInvisible = rule_row("invisible-characters");
constexpr std::size_t kControl = rule_row("control-character");
constexpr std::size_t kMark = rule_row("direction-mark");

bool is_tag(char32_t c) { return c >= 0xE0000 && c <= 0xE007F; }
bool is_selector(char32_t c) {
  return (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xE0100 && c <= 0xE01EF);
}
bool is_bidi_control(char32_t c) {
  return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}
bool is_direction_mark(char32_t c) { return c == 0x200E || c == 0x200F || c == 0x061C; }
bool is_joiner(char32_t c) { return c == 0x200C || c == 0x200D; }
bool is_right_to_left(char32_t c) {
  return (c >= 0x0590 && c <= 0x08FF) || (c >= 0xFB1D && c <= 0xFDFF) ||
         (c >= 0xFE70 && c <= 0xFEFC);
}
// Scripts whose letters joiners shape: Arabic, Syriac, the Indic ones to Khmer, Mongolian.
bool is_joined_script(char32_t c) {
  return (c >= 0x0600 && c <= 0x1C7F) || (c >= 0xA800 && c <= 0xABFF) || is_right_to_left(c);
}
bool is_pictorial(char32_t c) {
  return (c >= 0x2190 && c <= 0x2BFF) || (c >= 0x3000 && c <= 0x32FF) ||
         (c >= 0x1F000 && c <= 0x1FAFF) || c == 0x00A9 || c == 0x00AE || c == 0x203C ||
         c == 0x2049 || (c >= 0x20D0 && c <= 0x20FF) || c == 0x2122 || c == 0x2139;
}
bool is_keycap(char32_t c) { return (c >= '0' && c <= '9') || c == '#' || c == '*'; }
bool is_ideograph(char32_t c) {
  return (c >= 0x3400 && c <= 0x9FFF) || (c >= 0xF900 && c <= 0xFAFF) ||
         (c >= 0x20000 && c <= 0x3FFFF);
}
constexpr char32_t kBlackFlag = 0x1F3F4;

constexpr bool is_control(char c) {
  return (byte_of(c) < 0x20U && !is_space(c)) || c == '\v' || c == '\x7F';
}

// Controls, and the first bytes of what HiddenFinder::see() may report.
constexpr Filter kHiddenFilter = [] {
  Filter filter;
  filter.width = 9;
  let(filter.before, (Kinds{1} << filter.width) - 1, any_byte);
  let(filter.here, 1, is_control);
  let(filter.next, 1, any_byte);
  let(filter.third, 1, any_byte);
  Kinds kind = 1;
  const auto add = [&](std::string_view here, auto next, auto third) {
    kind <<= 1U;
    let(filter.here, kind, [&](char c) { return here.find(c) != std::string_view::npos; });
    let(filter.next, kind, next);
    let(filter.third, kind, third);
  };
  const auto among = [](std::string_view set) {
    return [set](char c) { return set.find(c) != std::string_view::npos; };
  };
  const auto between = [](std::size_t first, std::size_t last) {
    return [=](char c) { return byte_of(c) >= first && byte_of(c) <= last; };
  };
  add(
      "\xC2", [](char c) { return byte_of(c) <= 0x9FU; }, any_byte);  // U+0080 to U+009F
  add("\xD8", among("\x9C"), any_byte);                               // U+061C
  add("\xE1", among("\x85\x9E\xA0"), any_byte);         // U+115F, U+17B4, U+180B and the next
  add("\xE2", among("\x80\x81"), between(0x8B, 0xAF));  // U+200B to U+206F
  add("\xE3", among("\x85"), among("\xA4"));            // U+3164
  add("\xEF", among("\xB8\xBB\xBE\xBF"), between(0x80, 0xBF));  // U+FE00 and the next
  add("\xF0", among("\x9B\x9D"), among("\xB2\x85"));            // U+1BCA0, U+1D173
  add("\xF3", any_byte, any_byte);                              // U+E0000 and above
  return filter;
}();

class HiddenFinder final : public Matcher {
 public:
  HiddenFinder(std::string_view text, Findings& findings)
      : text_(text), lines_(text), findings_(findings) {}

  [[nodiscard]] const Filter& filter() const override { return kHiddenFilter; }

  void look(std::size_t at) override {
    if (byte_of(text_[at]) < 0x80U) return add(text_[at] == '\x1B' ? kEscape : kControl, at, 1);
    const Character decoded = character_at(text_, at);
    see(at, decoded.code, decoded.length);
  }

 private:
  void add(std::size_t rule, std::size_t at, std::size_t length) {
    findings_.add(rule, lines_.at(at), text_.substr(at, length));
  }

  void see(std::size_t at, char32_t c, std::size_t length) {
    if (c >= 0x80 && c <= 0x9F) {
      return add(c == 0x9B || c == 0x9D || c == 0x90 ? kEscape : kControl, at, length);
    }
    if (is_tag(c)) return see_tag(at, c, length);
    if (is_selector(c)) {
      if (!fits_selector(c, character_before(at))) add(kInvisible, at, length);
      return;
    }
    if (!is_default_ignorable(c)) return;
    if (is_bidi_control(c)) return add(kBidi, at, length);
    if (is_direction_mark(c)) {
      if (!line_is_right_to_left(at)) add(kMark, at, length);
      return;
    }
    if (is_joiner(c) && fits_joiner(character_before(at), at + length)) return;
    if (c == 0xFEFF && at == 0) return;  // a byte order mark
    add(kInvisible, at, length);
  }

  // The character that ends before `at`; U+FFFD where none does.
  [[nodiscard]] char32_t character_before(std::size_t at) const {
    for (std::size_t length = 1; length <= std::min<std::size_t>(at, 4); ++length) {
      const std::size_t begin = at - length;
      if ((byte_of(text_[begin]) & 0xC0U) == 0x80U) continue;
      const Character decoded = character_at(text_, begin);
      return decoded.length == length ? decoded.code : 0xFFFD;
    }
    return 0xFFFD;
  }

  // A flag of England and the like is a black flag with tags behind it.
  void see_tag(std::size_t at, char32_t c, std::size_t length) {
    const bool of_flag = at == flag_until_ || character_before(at) == kBlackFlag;
    if (!of_flag) return add(kTags, at, length);
    if (c != 0xE007F) flag_until_ = at + length;
  }

  // One behind what has several looks; more than one carries something else.
  static bool fits_selector(char32_t c, char32_t before) {
    if (is_selector(before)) return false;
    if (c >= 0xE0100) return is_ideograph(before);
    return is_pictorial(before) || is_keycap(before) || is_ideograph(before) || before >= 0x80;
  }

  [[nodiscard]] bool fits_joiner(char32_t before, std::size_t next) const {
    if (next >= text_.size()) return false;
    const char32_t after = character_at(text_, next).code;
    const bool picture = is_pictorial(before) || is_selector(before);
    if (picture && is_pictorial(after)) return true;
    return is_joined_script(before) && (is_joined_script(after) || after < 0x80);
  }

  // Whether the line has a letter that is written so. Each line is read once.
  [[nodiscard]] bool line_is_right_to_left(std::size_t at) {
    if (at < line_end_) return right_to_left_;
    const std::size_t feed = at == 0 ? std::string_view::npos : text_.rfind('\n', at - 1);
    std::size_t next = feed == std::string_view::npos ? 0 : feed + 1;
    line_end_ = std::min(text_.find('\n', at), text_.size());
    right_to_left_ = false;
    while (next < line_end_ && !right_to_left_) {
      const Character decoded = character_at(text_, next);
      right_to_left_ = is_right_to_left(decoded.code) && !is_direction_mark(decoded.code);
      next += decoded.length;
    }
    return right_to_left_;
  }

  std::string_view text_;
  Lines lines_;
  Findings& findings_;
  std::size_t flag_until_ = static_cast<std::size_t>(-1);  // where a tag may follow
  std::size_t line_end_ = 0;                               // of the line that was read
  bool right_to_left_ = false;                             // it is
};

}  // namespace

std::unique_ptr<Matcher> hidden_matcher(std::string_view text, Findings& findings) {
  return std::make_unique<HiddenFinder>(text, findings);
}

}  // namespace loci::guard
