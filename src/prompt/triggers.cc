#include "prompt/triggers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/path.h"
#include "base/text.h"
#include "search/tokenizer.h"
#include "search/words.h"

namespace loci::prompt {
namespace {

constexpr std::size_t kCommandBytes = 8'192;  // of a command line that are looked at
constexpr std::size_t kPromptBytesLooked = 16'384;

bool is_assignment(std::string_view word) {
  const std::size_t equals = word.find('=');
  if (equals == 0 || equals == std::string_view::npos) return false;
  return std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(equals), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

// Programs that run what follows them.
bool runs_another(std::string_view word) {
  constexpr std::array<std::string_view, 8> kRunners{"sudo", "time", "nohup",   "exec",
                                                     "nice", "env",  "command", "doas"};
  return std::find(kRunners.begin(), kRunners.end(), word) != kRunners.end();
}

class CommandReader {
 public:
  explicit CommandReader(std::string_view line) : line_(cut_bytes(line, kCommandBytes)) {}

  std::vector<std::vector<std::string>> read() {
    for (; at_ < line_.size(); ++at_) step(line_[at_]);
    end_command();
    return std::move(commands_);
  }

 private:
  void step(char c) {
    if (quote_ != 0) {
      if (c == quote_) {
        quote_ = 0;
      } else {
        word_ += c;
      }
    } else if (c == '\'' || c == '"') {
      quote_ = c;
      quoted_ = true;
    } else if (c == '\\' && at_ + 1 < line_.size()) {
      if (line_[++at_] != '\n') word_ += line_[at_];
    } else if (c == ';' || c == '|' || c == '&' || c == '\n' || c == '(' || c == ')' || c == '`') {
      end_command();
    } else if (c == ' ' || c == '\t' || c == '\r') {
      end_word();
    } else {
      word_ += c;
    }
  }
  void end_word() {
    if (word_.empty() && !quoted_) return;
    quoted_ = false;
    if (words_.empty()) {
      if (is_assignment(word_) || runs_another(word_)) {
        word_.clear();
        return;
      }
      word_ = std::string(last_component(word_));
    }
    words_.push_back(std::move(word_));
    word_.clear();
  }
  void end_command() {
    end_word();
    if (!words_.empty()) commands_.push_back(std::move(words_));
    words_.clear();
  }

  std::string_view line_;
  std::size_t at_ = 0;
  char quote_ = 0;
  bool quoted_ = false;
  std::string word_;
  std::vector<std::string> words_;
  std::vector<std::vector<std::string>> commands_;
};

std::vector<std::string> parts_of(std::string_view trigger) {
  std::vector<std::string> parts;
  std::string part;
  for (const char c : trigger) {
    if (c == ' ' || c == '\t') {
      if (!part.empty()) parts.push_back(std::move(part));
      part.clear();
    } else {
      part += c;
    }
  }
  if (!part.empty()) parts.push_back(std::move(part));
  return parts;
}

// A word of a trigger; with a star at its end, the beginning of one.
bool word_fits(std::string_view wanted, std::string_view word) {
  if (wanted.size() > 1 && wanted.ends_with('*')) {
    return word.starts_with(wanted.substr(0, wanted.size() - 1));
  }
  return wanted == word;
}

// The program is the first word, the others follow in their order, whatever stands between.
// One word alone may be any.
bool command_fits(const std::vector<std::string>& wanted, const std::vector<std::string>& words) {
  if (wanted.empty() || words.empty()) return false;
  if (wanted.size() == 1) {
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& word) { return word_fits(wanted[0], word); });
  }
  if (!word_fits(wanted[0], words[0])) return false;
  std::size_t next = 1;
  for (std::size_t i = 1; i < words.size() && next < wanted.size(); ++i) {
    if (word_fits(wanted[next], words[i])) ++next;
  }
  return next == wanted.size();
}

std::vector<std::string> stems_of(std::string_view text) {
  std::vector<std::string> stems;
  for (const std::string& word : search::words_of(text)) {
    stems.emplace_back(search::stem(word));
  }
  return stems;
}

// One behind the other.
bool has_words(const std::vector<std::string>& text, const std::vector<std::string>& wanted) {
  return !wanted.empty() &&
         std::search(text.begin(), text.end(), wanted.begin(), wanted.end()) != text.end();
}

// What looks like a path among words: it has a slash or an ending.
std::vector<std::string> paths_among(const std::vector<std::string>& words) {
  std::vector<std::string> paths;
  for (std::string_view word : words) {
    while (!word.empty() &&
           std::string_view("`'\"(<[,:;.!?)>]").find(word.back()) != std::string_view::npos) {
      word.remove_suffix(1);
    }
    while (!word.empty() &&
           std::string_view("`'\"(<[").find(word.front()) != std::string_view::npos) {
      word.remove_prefix(1);
    }
    while (word.starts_with("./")) word.remove_prefix(2);
    const std::size_t dot = word.rfind('.');
    const bool named = dot != std::string_view::npos && dot > 0 && dot + 1 < word.size();
    const bool is_path = !word.starts_with('-') && word.find("://") == std::string_view::npos &&
                         (named || word.find('/') != std::string_view::npos);
    if (is_path) paths.emplace_back(word);
  }
  return paths;
}

std::string why_path(const note::Triggers& triggers, const std::vector<std::string>& paths) {
  for (const std::string& glob : triggers.paths) {
    for (const std::string& path : paths) {
      if (note::glob_matches(glob, path)) return fmt::format("the path `{}`", glob);
    }
  }
  return {};
}

std::string why_command(const note::Triggers& triggers, std::string_view line) {
  if (triggers.commands.empty()) return {};
  const auto commands = commands_in(line);
  for (const std::string& trigger : triggers.commands) {
    const std::vector<std::string> wanted = parts_of(trigger);
    for (const std::vector<std::string>& words : commands) {
      if (command_fits(wanted, words)) return fmt::format("the command `{}`", trigger);
    }
  }
  return {};
}

std::string why_prompt(const note::Triggers& triggers, std::string_view prompt) {
  const std::vector<std::string> stems = stems_of(prompt);
  for (const std::string& words : triggers.words) {
    if (has_words(stems, stems_of(words))) return fmt::format("the word `{}`", words);
  }
  // A command that somebody asks for is named by its words.
  for (std::string_view command : triggers.commands) {
    if (command.ends_with('*')) continue;
    const bool several = command.find(' ') != std::string_view::npos;
    if (several && has_words(stems, stems_of(command))) {
      return fmt::format("the command `{}`", command);
    }
  }
  return triggers.paths.empty() ? std::string() : why_path(triggers, paths_among(parts_of(prompt)));
}

}  // namespace

std::string Moment::text() const {
  if (!prompt.empty()) return prompt;
  if (!command.empty()) return command;
  return join(paths, " ");
}

std::vector<std::vector<std::string>> commands_in(std::string_view line) {
  return CommandReader(line).read();
}

std::string why_heard(const note::Triggers& triggers, const Moment& moment) {
  if (triggers.empty()) return {};
  if (!moment.paths.empty()) {
    std::string why = why_path(triggers, moment.paths);
    if (!why.empty()) return why;
  }
  if (!moment.command.empty()) {
    std::string why = why_command(triggers, moment.command);
    if (!why.empty() || triggers.paths.empty()) return why;
    std::vector<std::string> words;
    for (const auto& command : commands_in(moment.command)) {
      words.insert(words.end(), command.begin() + 1, command.end());
    }
    return why_path(triggers, paths_among(words));
  }
  if (moment.prompt.empty()) return {};
  return why_prompt(triggers, cut_bytes(moment.prompt, kPromptBytesLooked));
}

}  // namespace loci::prompt
