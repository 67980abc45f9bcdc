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

void find_private_keys(std::string_view text, Findings& findings) {
  Lines lines(text);
  for (std::size_t at = text.find("--"); at != std::string_view::npos; at = text.find("--", at)) {
    std::size_t end = at;
    while (end < text.size() && text[end] == '-') ++end;
    std::size_t word = end;
    if (word < text.size() && text[word] == ' ') ++word;
    if (text.substr(word, 6) == "BEGIN ") {
      const std::string_view header = private_header(text, word + 6);
      const std::size_t body = word + 6 + header.size();
      if (!header.empty() && has_key_bytes(text, text.find_first_not_of('-', body))) {
        findings.add(kPrivateKey, lines.at(at), text.substr(body, 128));
      }
    }
    at = end;
  }
  constexpr std::string_view kPutty = "PuTTY-User-Key-File-";
  for (std::size_t at = text.find(kPutty); at != std::string_view::npos;
       at = text.find(kPutty, at + 1)) {
    const std::size_t feed = text.find('\n', at);
    if (feed == std::string_view::npos) break;
    if (text.substr(feed, 600).find("Public-Lines:") != std::string_view::npos) {
      findings.add(kPrivateKey, lines.at(at), text.substr(at, 128));
    }
    at = feed;
  }
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
