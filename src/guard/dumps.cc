#include "guard/dumps.h"

#include "base/text.h"
#include "guard/classes.h"
#include "guard/shapes.h"

namespace loci::guard {
namespace {

constexpr std::size_t kPrivateKey = rule_row("private-key");
constexpr std::size_t kTranscript = rule_row("transcript");
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

// The lines of a text that hold something, with whether each stands in a fence of code.
template <typename Take>
void each_line(std::string_view text, Take take) {
  std::size_t number = 0;
  std::string_view fence;
  while (!text.empty()) {
    const std::size_t feed = text.front() == '\n' ? 0 : std::min(text.find('\n'), text.size() - 1);
    const std::string_view line = text.substr(0, feed + 1);
    text.remove_prefix(feed + 1);
    ++number;
    if (line.size() < 3) continue;
    const std::string_view begin = is_blank(line.front()) ? trim_left(line) : line;
    if (begin.starts_with("```") || begin.starts_with("~~~")) {
      if (fence.empty()) {
        fence = begin.substr(0, 3);
      } else if (begin.starts_with(fence)) {
        fence = {};
      }
    }
    take(line, number, !fence.empty());
  }
}

enum class Speaker : std::uint8_t { None, User, Model };

Speaker speaker_called(std::string_view name) {
  constexpr std::array<std::string_view, 15> kUsers{
      "nutzer",      "anwender", "user",   "human", "me",   "you said",     "prompt",  "benutzer",
      "utilisateur", "usuario",  "utente", "you",   "用户", "пользователь", "ユーザー"};
  constexpr std::array<std::string_view, 16> kModels{
      "assistant",  "ai",      "claude",    "chatgpt",     "chatgpt said", "gpt",
      "bot",        "copilot", "gemini",    "assistent",   "asistente",    "agent",
      "assistente", "助手",    "ассистент", "アシスタント"};
  const auto is_name = [&](std::string_view one) {
    return one.size() == name.size() && std::equal(one.begin(), one.end(), name.begin(),
                                                   [](char a, char b) { return a == to_lower(b); });
  };
  if (std::any_of(kUsers.begin(), kUsers.end(), is_name)) return Speaker::User;
  if (std::any_of(kModels.begin(), kModels.end(), is_name)) return Speaker::Model;
  return Speaker::None;
}

// "**User:** hello", "[10:32] Assistant: hi", "### Human", "> User: x"
Speaker speaker_of(std::string_view line) {
  constexpr std::size_t kLongest = 64;
  if (line.size() < 3) return Speaker::None;
  line = trim(line.substr(0, kLongest));
  bool heading = false;
  while (!line.empty() &&
         std::string_view("#>*_- \t").find(line.front()) != std::string_view::npos) {
    heading = heading || line.front() == '#' || line.front() == '*';
    line.remove_prefix(1);
  }
  if (line.starts_with('[') || line.starts_with('(')) {
    const std::size_t end = line.find_first_of("])");
    if (end != std::string_view::npos) line = trim_left(line.substr(end + 1));
  }
  std::size_t end = 0;
  while (end < line.size() &&
         (is_alpha(line[end]) || byte_of(line[end]) >= 0x80U || line[end] == ' ')) {
    if (line.substr(end).starts_with("：")) break;
    ++end;
  }
  const std::string_view name = trim(line.substr(0, end));
  std::string_view rest = line.substr(end);
  while (!rest.empty() && (rest.front() == '*' || rest.front() == '_')) rest.remove_prefix(1);
  if (!rest.starts_with(':') && !rest.starts_with("：") && !rest.starts_with("> ") &&
      !(heading && rest.empty())) {
    return Speaker::None;
  }
  // `user: "user",` is code.
  const std::string_view said = trim(rest.substr(std::min<std::size_t>(1, rest.size())));
  const bool literal = said.size() > 1 && (said.front() == '"' || said.front() == '\'') &&
                       (said.back() == ',' || said.back() == ';');
  return literal ? Speaker::None : speaker_called(name);
}

// `"role": "assistant"`, `"type":"user"` of a recorded conversation.
Speaker speaker_in_json(std::string_view line, std::size_t at) {
  std::size_t next = at;
  while (next < line.size() && (is_space(line[next]) || line[next] == ':')) ++next;
  const std::string_view value = line.substr(next, 12);
  if (value.starts_with("\"user\"") || value.starts_with("\"human\"")) return Speaker::User;
  if (value.starts_with("\"assistant\"") || value.starts_with("\"model\"")) return Speaker::Model;
  return Speaker::None;
}

class Turns {
 public:
  void add(Speaker speaker, std::size_t line) {
    if (speaker == Speaker::None || speaker == last_) return;
    if (first_ == 0) first_ = line;
    last_ = speaker;
    ++turns_;
  }
  [[nodiscard]] bool is_conversation() const { return turns_ >= 4; }
  [[nodiscard]] std::size_t first() const { return first_; }

 private:
  Speaker last_ = Speaker::None;
  std::size_t turns_ = 0;
  std::size_t first_ = 0;
};

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

void find_transcript(std::string_view text, Findings& findings) {
  Turns turns;
  const bool json =
      text.find("\"user\"") != std::string_view::npos &&
      text.find("\"role\"") + 1 + text.find("\"type\"") + 1 + text.find("\"from\"") + 1 != 0;
  each_line(text, [&](std::string_view line, std::size_t number, bool /*fenced*/) {
    turns.add(speaker_of(line), number);
    const std::string_view begin = trim_left(line);
    if (!json || begin.starts_with("*") || begin.starts_with("//")) return;
    for (const std::string_view key : {"\"role\"", "\"type\"", "\"from\""}) {
      for (std::size_t at = line.find(key); at != std::string_view::npos; at = line.find(key, at)) {
        at += key.size();
        turns.add(speaker_in_json(line, at), number);
      }
    }
  });
  if (turns.is_conversation()) findings.add(kTranscript, turns.first(), "");
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
