#include "guard/hidden.h"

#include "base/invisible.h"
#include "base/text.h"
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

class HiddenFinder {
 public:
  HiddenFinder(std::string_view text, Findings& findings)
      : text_(text), lines_(text), findings_(findings) {}

  void run() {
    for (std::size_t at = 0; at < text_.size();) {
      const unsigned char byte = static_cast<unsigned char>(text_[at]);
      if (byte < 0x80U) {
        if (byte < 0x20U || byte == 0x7FU) see_control(at, text_[at]);
        before_ = byte;
        ++at;
        continue;
      }
      if (byte < 0xC2U || byte > 0xF4U) {  // begins no character
        before_ = 0xFFFD;
        ++at;
        continue;
      }
      const Character decoded = character_at(text_, at);
      see(at, decoded.code, decoded.length);
      before_ = decoded.code;
      at += decoded.length;
    }
  }

 private:
  void add(std::size_t rule, std::size_t at, std::size_t length) {
    if (findings_.wants(rule)) findings_.add(rule, lines_.at(at), text_.substr(at, length));
  }

  void see_control(std::size_t at, char c) {
    if (c == '\n') {
      right_to_left_ = false;
      return;
    }
    if (c == '\t' || c == '\r' || c == '\f') return;
    add(c == '\x1B' ? kEscape : kControl, at, 1);
  }

  void see(std::size_t at, char32_t c, std::size_t length) {
    if (c >= 0x80 && c <= 0x9F)
      return add(c == 0x9B || c == 0x9D || c == 0x90 ? kEscape : kControl, at, length);
    right_to_left_ = right_to_left_ || (is_right_to_left(c) && !is_direction_mark(c));
    if (is_tag(c)) return see_tag(at, c, length);
    flag_ = c == kBlackFlag;
    if (is_selector(c)) {
      if (!fits_selector(c)) add(kInvisible, at, length);
      return;
    }
    if (!may_be_hidden(c) || !is_default_ignorable(c)) return;
    if (is_bidi_control(c)) return add(kBidi, at, length);
    if (is_direction_mark(c)) {
      if (!right_to_left_ && !right_to_left_follows(at + length)) add(kMark, at, length);
      return;
    }
    if (is_joiner(c) && fits_joiner(at + length)) return;
    if (c == 0xFEFF && at == 0) return;      // a byte order mark
    if (c == 0x00AD || c == 0x034F) return;  // hyphenation; a joiner of combining marks
    add(kInvisible, at, length);
  }

  // The ranges that default-ignorable characters are in, so that few are looked up.
  static bool may_be_hidden(char32_t c) {
    return c == 0xAD || c == 0x34F || c == 0x61C || (c >= 0x115F && c <= 0x1160) ||
           (c >= 0x17B4 && c <= 0x17B5) || (c >= 0x180B && c <= 0x180F) ||
           (c >= 0x200B && c <= 0x206F) || c == 0x3164 || c == 0xFEFF || c == 0xFFA0 ||
           (c >= 0xFFF0 && c <= 0xFFF8) || (c >= 0x1BCA0 && c <= 0x1BCA3) ||
           (c >= 0x1D173 && c <= 0x1D17A) || c >= 0xE0000;
  }

  // A flag of England and the like is a black flag with tags behind it.
  void see_tag(std::size_t at, char32_t c, std::size_t length) {
    if (!flag_) return add(kTags, at, length);
    flag_ = c != 0xE007F;
  }

  // One behind what has several looks; more than one carries something else.
  [[nodiscard]] bool fits_selector(char32_t c) const {
    if (is_selector(before_)) return false;
    if (c >= 0xE0100) return is_ideograph(before_);
    return is_pictorial(before_) || is_keycap(before_) || is_ideograph(before_) || before_ >= 0x80;
  }

  [[nodiscard]] bool fits_joiner(std::size_t next) const {
    if (next >= text_.size()) return false;
    const char32_t after = character_at(text_, next).code;
    const bool picture = is_pictorial(before_) || is_selector(before_);
    if (picture && is_pictorial(after)) return true;
    return is_joined_script(before_) && (is_joined_script(after) || after < 0x80);
  }

  // Whether such a letter comes later on the line. Each part of a line is read once.
  [[nodiscard]] bool right_to_left_follows(std::size_t at) {
    at = std::max(at, read_until_);
    while (at < text_.size() && text_[at] != '\n') {
      const Character decoded = character_at(text_, at);
      at += decoded.length;
      if (is_right_to_left(decoded.code) && !is_direction_mark(decoded.code)) {
        right_to_left_ = true;
        return true;
      }
    }
    read_until_ = at;
    return false;
  }

  std::string_view text_;
  Lines lines_;
  Findings& findings_;
  char32_t before_ = 0;
  bool flag_ = false;           // tags may follow
  bool right_to_left_ = false;  // the line has such a letter
  std::size_t read_until_ = 0;  // no such letter up to here
};

}  // namespace

void find_hidden(std::string_view text, Findings& findings) { HiddenFinder(text, findings).run(); }

}  // namespace loci::guard
