#include "guard/dumps.h"

#include "base/text.h"
#include "guard/classes.h"
#include "guard/each_line.h"
#include "guard/shapes.h"

namespace loci::guard {
namespace {

constexpr std::size_t kPrivateKey = rule_row("private-key");
constexpr std::size_t kConflict = rule_row("merge-conflict");

bool is_base64(char c) {
  constexpr auto kMask = static_cast<ClassMask>(1U << kClassLetters.find('b'));
  return (kClasses[byte_of(c)] & kMask) != 0;
}

// Whether a line of base64 begins soon behind a header: a text that only names the header
// has none.
bool has_key_bytes(std::string_view text, std::size_t at) {
  constexpr std::size_t kFar = 160;
  constexpr std::size_t kShortest = 16;
  constexpr std::size_t kHex = 32;
  const std::size_t most = std::min(text.size(), at + kFar);
  std::size_t run = 0;
  bool digit = false;
  bool upper = false;
  for (; at < most; ++at) {
    if (text.substr(at).starts_with("--")) return false;  // the next header or the end
    if (!is_base64(text[at])) {
      run = 0;
      digit = upper = false;
      continue;
    }
    ++run;
    digit = digit || is_digit(text[at]);
    upper = upper || is_upper(text[at]);
    if (run >= kShortest && digit && (upper || run >= kHex)) return true;
  }
  return false;
}

// The rest of a header behind its "BEGIN ", or "" where it is none of a private key.
std::string_view private_header(std::string_view text, std::size_t at) {
  constexpr std::size_t kLongest = 48;
  const std::string_view header = text.substr(at, kLongest);
  const std::size_t end = header.find("---");
  if (end == std::string_view::npos) return {};
  const std::string_view name = header.substr(0, end);
  const bool is_private = name.find("PRIVATE KEY") != std::string_view::npos ||
                          name.find("OpenVPN Static key") != std::string_view::npos;
  return is_private ? name : std::string_view();
}

}  // namespace

namespace {

// "-BEGIN", " BEGIN" and "PuTTY"
constexpr Filter kKeyFilter = [] {
  Filter filter;
  filter.width = 2;
  const auto is = [](char wanted) { return [wanted](char c) { return c == wanted; }; };
  let(filter.before, 1, [](char c) { return c == '-' || c == ' '; });
  let(filter.before, 2, any_byte);
  let(filter.here, 1, is('B'));
  let(filter.next, 1, is('E'));
  let(filter.third, 1, is('G'));
  let(filter.here, 2, is('P'));
  let(filter.next, 2, is('u'));
  let(filter.third, 2, is('T'));
  return filter;
}();

class PrivateKeyFinder final : public Matcher {
 public:
  PrivateKeyFinder(std::string_view text, Findings& findings)
      : text_(text), lines_(text), findings_(findings) {}

  [[nodiscard]] const Filter& filter() const override { return kKeyFilter; }

  void look(std::size_t at) override { text_[at] == 'B' ? header(at) : putty(at); }

 private:
  void header(std::size_t at) {
    if (text_.substr(at, 6) != "BEGIN ") return;
    std::size_t dashes = at;
    if (dashes > 0 && text_[dashes - 1] == ' ') --dashes;
    if (!text_.substr(0, dashes).ends_with("--")) return;
    const std::string_view name = private_header(text_, at + 6);
    const std::size_t body = at + 6 + name.size();
    if (!name.empty() && has_key_bytes(text_, text_.find_first_not_of('-', body))) {
      findings_.add(kPrivateKey, lines_.at(at), text_.substr(body, 128));
    }
  }

  void putty(std::size_t at) {
    constexpr std::size_t kFar = 600;
    if (!text_.substr(at).starts_with("PuTTY-User-Key-File-")) return;
    const std::string_view rest = text_.substr(at, kFar);
    const std::size_t feed = rest.find('\n');
    if (feed != std::string_view::npos && rest.find("Public-Lines:", feed) != rest.npos) {
      findings_.add(kPrivateKey, lines_.at(at), text_.substr(at, 128));
    }
  }

  std::string_view text_;
  Lines lines_;
  Findings& findings_;
};

}  // namespace

std::unique_ptr<Matcher> private_key_matcher(std::string_view text, Findings& findings) {
  return std::make_unique<PrivateKeyFinder>(text, findings);
}

// Both an arrow with a name behind it and the line between the versions. In a fence of code
// it is about conflicts.
void find_conflict(std::string_view text, Findings& findings) {
  if (text.find("=======") == std::string_view::npos) return;
  std::size_t first = 0;
  bool arrow = false;
  bool middle = false;
  each_line(text, [&](std::string_view line, std::size_t number, bool fenced) {
    if (fenced) return;
    const bool is_arrow =
        (line.starts_with("<<<<<<< ") || line.starts_with(">>>>>>> ")) && line.size() > 9;
    const bool is_middle = without_ending(line) == "=======";
    if (is_arrow && first == 0) first = number;
    arrow = arrow || is_arrow;
    middle = middle || is_middle;
  });
  if (arrow && middle) findings.add(kConflict, first, "");
}

}  // namespace loci::guard
