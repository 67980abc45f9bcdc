#include "guard/turns.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/text.h"
#include "guard/classes.h"
#include "guard/each_line.h"
#include "guard/turn_names.h"

namespace loci::guard {
namespace {

constexpr std::size_t kTranscript = rule_row("transcript");
constexpr std::size_t kFrame = rule_row("chat-template");

bool is_called(std::string_view name, std::string_view one) {
  return one.size() == name.size() && std::equal(one.begin(), one.end(), name.begin(),
                                                 [](char a, char b) { return a == to_lower(b); });
}
template <std::size_t N>
bool is_among(std::string_view name, const std::array<std::string_view, N>& names) {
  return std::any_of(names.begin(), names.end(),
                     [&](std::string_view one) { return is_called(name, one); });
}

Speaker speaker_called(std::string_view name) {
  if (name.empty() || name.size() > kLongestSpeaker) return Speaker::None;
  if (is_among(name, kUsers)) return Speaker::User;
  if (is_among(name, kModels)) return Speaker::Model;
  return is_among(name, kSystems) ? Speaker::System : Speaker::None;
}

// "**User:** hello", "[10:32] Assistant: hi", "### Human", "> User: x", "[SYSTEM] x"
struct Turn {
  Speaker speaker = Speaker::None;
  std::string_view name;
  std::string_view said;  // on the same line
  bool marked = false;    // by a capital and a colon or brackets, as no heading or setting is
};

// What a list, a heading, emphasis or a picture puts before a name.
std::string_view without_marks(std::string_view line, bool& heading) {
  while (!line.empty()) {
    const char c = line.front();
    if (std::string_view("#>*_- \t").find(c) != std::string_view::npos) {
      heading = heading || c == '#' || c == '*';
      line.remove_prefix(1);
      continue;
    }
    // A picture and a blank: "🤖 AI: hello"
    const std::size_t blank = byte_of(c) == 0xF0U ? line.find(' ') : std::string_view::npos;
    if (blank > 8) break;
    line.remove_prefix(blank);
  }
  return line;
}

// "GPT-4o: hi", "Claude 3.5: hi": one past what tells which one it is.
std::size_t behind_version(std::string_view line, std::size_t at) {
  constexpr std::size_t kLongest = 12;
  std::size_t end = at;
  bool number = false;
  while (end < line.size() && end - at < kLongest &&
         (is_alnum(line[end]) || line[end] == '-' || line[end] == '.')) {
    number = number || is_digit(line[end]);
    ++end;
  }
  return number ? end : at;
}

Turn turn_of(std::string_view line) {
  constexpr std::size_t kLongest = 64;
  if (line.size() < 3) return {};
  line = trim(line);
  bool heading = false;
  line = without_marks(line, heading);
  if (line.starts_with('[') || line.starts_with('(')) {
    const std::size_t end = line.substr(0, kLongest).find_first_of("])");
    if (end == std::string_view::npos) return {};
    const Speaker inside = speaker_called(line.substr(1, end - 1));
    const std::string_view said = trim_left(line.substr(end + 1));
    if (inside == Speaker::System)
      return {inside, line.substr(1, end - 1), said, is_upper(line[1])};
    line = said;
  }
  std::size_t end = 0;
  const std::size_t most = std::min(line.size(), kLongest);
  while (end < most && (is_alpha(line[end]) || byte_of(line[end]) >= 0x80U || line[end] == ' ')) {
    if (line.substr(end).starts_with("：")) break;
    ++end;
  }
  const std::string_view name = trim(line.substr(0, end));
  end = behind_version(line, end);
  std::string_view rest = line.substr(end);
  // "USER (10:32): hi"
  const std::size_t closed = rest.starts_with('(') ? rest.substr(0, kLongest).find(')') : kNoPlace;
  if (closed != kNoPlace) rest.remove_prefix(closed + 1);
  while (!rest.empty() && (rest.front() == '*' || rest.front() == '_')) rest.remove_prefix(1);
  const std::size_t mark = rest.starts_with("：") ? 3 : rest.starts_with(':') ? 1U : 0U;
  if (mark == 0 && !rest.starts_with("> ") && !(heading && rest.empty())) return {};
  // `user: "user",` and `user: {` are code.
  const std::string_view said =
      trim(rest.substr(std::min(std::max<std::size_t>(mark, 1), rest.size())));
  const bool literal =
      said.size() > 1 &&
      (std::string_view(",;{[(").find(said.back()) != kNoPlace || said.front() == '{');
  if (literal) return {};
  return {speaker_called(name), name, said, mark != 0 && !name.empty() && is_upper(name.front())};
}

// "<user>", "- role: user"
Speaker speaker_in_markup(std::string_view line) {
  if (line.starts_with('<')) {
    const std::size_t end = line.substr(0, kLongestSpeaker + 2).find('>');
    return end == std::string_view::npos ? Speaker::None : speaker_called(line.substr(1, end - 1));
  }
  if (line.starts_with("- ")) line = trim_left(line.substr(2));
  return line.starts_with("role:") ? speaker_called(trim(line.substr(5, kLongestSpeaker + 2)))
                                   : Speaker::None;
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
    if (speaker == Speaker::None || speaker == Speaker::System || speaker == last_) return;
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

// What a terminal shows of an agent's session: its words and calls behind a dot, what came of
// them below a corner.
class Session {
 public:
  void add(std::string_view line, std::size_t number) {
    if (byte_of(line.front()) < 0x80U) return;
    const bool dot = starts_with_one(line, kSessionDots);
    const bool corner = line.starts_with(kSessionCorner);
    if (!dot && !corner) return;
    if (first_ == 0) first_ = number;
    dots_ += dot ? 1U : 0U;
    corners_ += corner ? 1U : 0U;
    sparks_ += line.starts_with(kSessionSpark) ? 1U : 0U;
  }
  [[nodiscard]] bool is_recorded() const { return (corners_ > 0 && dots_ > 1) || sparks_ > 1; }
  [[nodiscard]] std::size_t first() const { return first_; }

 private:
  template <std::size_t N>
  static bool starts_with_one(std::string_view line, const std::array<std::string_view, N>& marks) {
    return std::any_of(marks.begin(), marks.end(),
                       [&](std::string_view one) { return line.starts_with(one); });
  }
  std::size_t dots_ = 0, corners_ = 0, sparks_ = 0, first_ = 0;
};

// What a role is told to do that no product needs.
constexpr std::array<std::string_view, 7> kRoleOrders{
    "You must approve", "You are now", "you are now", "You have no",
    "Skip all",         "isregard",    "gnore "};

// Lines that only the frame of a prompt has.
class Frames {
 public:
  void add(const Turn& turn, std::string_view line, std::size_t number) {
    if (speaks_ == number && is_spoken_to(line)) found_ = found_ == 0 ? number : found_;
    if (turn.speaker == Speaker::System && turn.marked) {
      const bool quoted =
          !turn.said.empty() && (turn.said.front() == '"' || turn.said.front() == '\'');
      if (!quoted && is_spoken_to(turn.said)) found_ = found_ == 0 ? number : found_;
      if (turn.said.empty()) speaks_ = number + 1;
      return;
    }
    human_ = human_ || (turn.marked && turn.name == "Human");
    if (human_ && turn.marked && turn.name == "Assistant" && found_ == 0) found_ = number;
    instruction_ = instruction_ || line.starts_with("### Instruction:");
    if (instruction_ && line.starts_with("### Response:") && found_ == 0) found_ = number;
  }
  // "role: system" with "content: You must …" below it
  void add_role(std::string_view line, std::size_t number) {
    if (role_ == number && line.starts_with("content:") && is_command_to(line)) {
      found_ = found_ == 0 ? number : found_;
    }
    if (line.starts_with("- ")) line = trim_left(line.substr(2));
    if (line.starts_with("role: system") || line.starts_with("role: \"system\"")) {
      role_ = number + 1;
    }
  }
  [[nodiscard]] std::size_t found() const { return found_; }

 private:
  // "You are a helpful assistant" is none.
  static bool is_command_to(std::string_view line) {
    return std::any_of(kRoleOrders.begin(), kRoleOrders.end(), [&](std::string_view one) {
      return line.find(one) != std::string_view::npos;
    });
  }
  std::size_t found_ = 0;   // the line
  std::size_t role_ = 0;    // the line behind "role: system"
  std::size_t speaks_ = 0;  // the line behind "### System:"
  bool human_ = false;
  bool instruction_ = false;
};

}  // namespace

bool is_spoken_to(std::string_view said) {
  constexpr std::size_t kFar = 160;
  said = said.substr(0, kFar);
  for (std::size_t at = 0; at < said.size(); ++at) {
    if (at > 0 && is_alpha(said[at - 1])) continue;
    for (const std::string_view word : kAddressed) {
      const std::string_view here = said.substr(at, word.size());
      const bool apart = at + word.size() >= said.size() || !is_alpha(said[at + word.size()]);
      if (apart && is_called(here, word)) return true;
    }
  }
  return false;
}

void find_turns(std::string_view text, Findings& findings) {
  Turns turns;
  Turns named;  // "user" and "codex" alone on their lines
  Session session;
  Frames frames;
  const bool json =
      text.find("\"user\"") != std::string_view::npos &&
      text.find("\"role\"") + 1 + text.find("\"type\"") + 1 + text.find("\"from\"") + 1 != 0;
  each_line(text, [&](std::string_view line, std::size_t number, bool /*fenced*/) {
    const Turn turn = turn_of(line);
    const std::string_view begin = trim_left(line);
    turns.add(turn.speaker, number);
    if (begin.empty()) return;
    turns.add(speaker_in_markup(begin), number);
    frames.add(turn, begin, number);
    frames.add_role(begin, number);
    session.add(begin, number);
    const std::string_view whole = without_ending(line);
    if (whole == "user") named.add(Speaker::User, number);
    if (whole == "codex") named.add(Speaker::Model, number);
    if (!json || begin.starts_with("*") || begin.starts_with("//")) return;
    for (const std::string_view key : {"\"role\"", "\"type\"", "\"from\""}) {
      for (std::size_t at = line.find(key); at != std::string_view::npos; at = line.find(key, at)) {
        at += key.size();
        turns.add(speaker_in_json(line, at), number);
      }
    }
  });
  if (turns.is_conversation()) {
    findings.add(kTranscript, turns.first(), "");
  } else if (named.is_conversation()) {
    findings.add(kTranscript, named.first(), "");
  } else if (session.is_recorded()) {
    findings.add(kTranscript, session.first(), "");
  }
  if (frames.found() != 0) findings.add(kFrame, frames.found(), "");
}

}  // namespace loci::guard
