#include "cli/parse.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "api/schema.h"
#include "base/named.h"
#include "base/text.h"
#include "cli/aliases.h"

namespace loci::cli {
namespace {

using api::Operation;
using api::Param;
using api::ParamType;

const Param* find_param(std::span<const Param> params, std::string_view name) {
  for (const Param& param : params) {
    if (!param.positional && param.name == name) return &param;
  }
  return nullptr;
}

// The words after the program's name, and how far they are read.
class Words {
 public:
  explicit Words(const std::vector<std::string>& words) : words_(words) {}
  [[nodiscard]] bool done() const { return at_ == words_.size(); }
  [[nodiscard]] const std::string& peek() const { return words_[at_]; }
  const std::string& take() { return words_[at_++]; }
  // Whether a flag is still to come, be it with its value behind a "=".
  [[nodiscard]] bool has(std::string_view flag) const {
    for (std::size_t i = at_; i < words_.size() && words_[i] != "--"; ++i) {
      if (words_[i].substr(0, words_[i].find('=')) == flag) return true;
    }
    return false;
  }

 private:
  const std::vector<std::string>& words_;
  std::size_t at_ = 0;
};

// A flag is known by its dashes, what has a place by what usage lines call it.
std::string shown_name(const Param& param) {
  return param.positional ? std::string(param.value) : fmt::format("--{}", param.name);
}

api::Naming naming_of(const Operation* operation) {
  api::Naming naming;
  naming.name = shown_name;
  naming.also = kGlobalParams;
  naming.thing = "flag";
  naming.where_all = operation == nullptr
                         ? "run 'loci --help' to see all flags"
                         : fmt::format("run 'loci {} --help' to see its flags", operation->name);
  if (operation != nullptr) naming.example = fmt::format("for example: {}", operation->example);
  naming.content_comes_later = true;  // perhaps on standard input
  return naming;
}

Error unknown_flag(std::string_view flag, const Operation* operation) {
  return api::unknown_argument(operation == nullptr ? std::span<const Param>() : operation->params,
                               flag, naming_of(operation));
}

// By what a word means before how it is spelt: "get" is "read", though "gc" is nearer.
Error unknown_command(std::string_view word) {
  if (const std::string_view meant = meant_by(ascii_lower(word)); !meant.empty()) {
    return invalid_input(fmt::format("unknown command '{}'", word),
                         fmt::format("did you mean 'loci {}'?", meant));
  }
  std::vector<std::string_view> names;
  for (const Operation& operation : api::operations()) {
    if (operation.is_hidden) continue;
    names.push_back(operation.name.substr(0, operation.name.find(' ')));
    names.push_back(operation.name);
  }
  // A beginning says more than letters that are alike: "rem" is "remember", not "read".
  const auto begun = std::find_if(names.begin(), names.end(), [&](std::string_view name) {
    return word.size() >= 2 && name.starts_with(word);
  });
  if (begun != names.end()) {
    return invalid_input(fmt::format("unknown command '{}'", word),
                         fmt::format("did you mean 'loci {}'?", *begun));
  }
  return invalid_input(fmt::format("unknown command '{}'", word),
                       did_you_mean(word, names, "run 'loci --help' to see all commands", "loci "));
}

bool is_group(std::string_view word) {
  return std::any_of(
      api::operations().begin(), api::operations().end(), [&](const Operation& operation) {
        return operation.name.size() > word.size() && operation.name.starts_with(word) &&
               operation.name[word.size()] == ' ';
      });
}

// "-n 5" and "-n5" are limits, of what has one.
std::string limit_form(std::string_view word, const Operation& operation) {
  if (find_param(operation.params, "limit") == nullptr) return std::string(word);
  const std::string_view number = word.substr(2);
  const bool digits =
      std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!digits) return std::string(word);
  return number.empty() ? "--limit" : fmt::format("--limit={}", number);
}

std::string long_form(std::string_view word, const Operation* operation = nullptr) {
  if (word == "-o") return "--output";
  if (word == "-h") return "--help";
  if (word == "-q") return "--quiet";
  if (word == "-V") return "--version";
  if (word == "--ephemeral-memory") return "--ephemeral";
  if (word.starts_with("-n") && operation != nullptr) return limit_form(word, *operation);
  return std::string(word);
}

const Operation* first_of(std::string_view group) {
  for (const Operation& operation : api::operations()) {
    if (operation.name.starts_with(fmt::format("{} ", group))) return &operation;
  }
  return nullptr;
}

// "available: scratch list, scratch add".
std::string all_of(std::string_view group) {
  std::vector<std::string> names;
  for (const Operation& operation : api::operations()) {
    const bool alone = operation.name == group;
    if (alone || operation.name.starts_with(fmt::format("{} ", group))) {
      names.emplace_back(operation.name);
    }
  }
  return fmt::format("available: {}", join(names, ", "));
}

Error incomplete(std::string_view group) {
  return invalid_input(fmt::format("'loci {}' needs a subcommand", group), all_of(group));
}

Error unknown_subcommand(std::string_view group, std::string_view word) {
  std::vector<std::string_view> names;
  for (const Operation& operation : api::operations()) {
    if (operation.name.starts_with(fmt::format("{} ", group))) {
      names.push_back(operation.name.substr(group.size() + 1));
    }
  }
  const std::string before = fmt::format("loci {} ", group);
  const std::string message = fmt::format("unknown command '{} {}'", group, word);
  if (const std::string_view meant = meant_by(ascii_lower(word), names); !meant.empty()) {
    return invalid_input(message, fmt::format("did you mean '{}{}'?", before, meant));
  }
  return invalid_input(message, did_you_mean(word, names, all_of(group), before));
}

// Whether a command takes a word that is no flag.
bool takes_words(const Operation& operation) {
  return std::any_of(operation.params.begin(), operation.params.end(),
                     [](const Param& param) { return param.positional; });
}

// The operation that `first` and perhaps the next word name.
Result<const Operation*> choose(std::string_view given, Words& words, bool for_help) {
  const std::string first(operation_called(given, words.has("--to")));
  if (is_group(first)) {
    if (!words.done()) {
      const std::string both = fmt::format("{} {}", first, words.peek());
      if (const Operation* operation = api::find_operation(both)) {
        words.take();
        return operation;
      }
    }
    const Operation* alone = api::find_operation(first);
    const bool word = !words.done() && !words.peek().starts_with('-');
    if (alone != nullptr && (!word || takes_words(*alone))) return alone;
    if (!word) {
      if (const Operation* list = api::find_operation(fmt::format("{} list", first))) return list;
      const bool help = for_help || (!words.done() && long_form(words.peek()) == "--help");
      return help ? Result<const Operation*>(first_of(first)) : fail(incomplete(first));
    }
    return fail(unknown_subcommand(first, words.peek()));
  }
  if (const Operation* operation = api::find_operation(first)) return operation;
  return fail(unknown_command(given));
}

std::optional<Format> format_called(std::string_view name) {
  if (name == "human") return Format::Human;
  if (name == "json") return Format::Json;
  if (name == "jsonl") return Format::JsonLines;
  return std::nullopt;
}

Result<> set_global(const Param& param, const std::string& value, Globals& globals) {
  Json given = Json::object();
  given[std::string(param.name)] = api::from_text(param, value);
  LOCI_TRY(api::check({&param, 1}, given, naming_of(nullptr)));
  if (param.name == "workspace") globals.workspace = value;
  if (param.name == "home") globals.home = value;
  if (param.name == "agent") globals.agent = value;
  if (param.name == "json") globals.format = Format::Json;
  if (param.name == "output") globals.format = *format_called(value);
  if (param.name == "ephemeral") globals.ephemeral = true;
  if (param.name == "quiet") globals.quiet = true;
  if (param.name == "no-color") globals.no_color = true;
  if (param.name == "no-pager") globals.no_pager = true;
  if (param.name == "help") globals.help = true;
  if (param.name == "version") globals.version = true;
  return {};
}

// Reads one flag, its value included.
Result<> take_flag(Words& words, const Operation* operation, Globals& globals, Json& arguments) {
  std::string flag = long_form(words.take(), operation);
  std::optional<std::string> value;
  if (const std::size_t equals = flag.find('='); equals != std::string::npos) {
    value = flag.substr(equals + 1);
    flag.resize(equals);
  }
  if (!flag.starts_with("--")) return fail(unknown_flag(flag, operation));
  const std::string_view name = std::string_view(flag).substr(2);
  const Param* global = find_param(kGlobalParams, name);
  const Param* own = operation == nullptr ? nullptr : find_param(operation->params, name);
  const Param* param = own != nullptr ? own : global;
  if (param == nullptr) return fail(unknown_flag(flag, operation));
  if (param->type == ParamType::Flag) {
    if (value) return fail(invalid_input(fmt::format("'{}' takes no value", flag)));
  } else if (!value) {
    if (words.done()) {
      return fail(
          invalid_input(fmt::format("'{}' needs a value: {} {}", flag, flag, usage_value(*param))));
    }
    value = words.take();
  }
  if (own == nullptr) return set_global(*param, value.value_or(""), globals);
  const std::string key(param->name);
  if (param->type == ParamType::TextList) {
    arguments[key].push_back(*value);
  } else {
    arguments[key] = api::from_text(*param, value.value_or(""));
  }
  return {};
}

// What looks like a flag and is none.
struct UnknownFlag {
  std::string word;
  Error error;
};

// The words that an operation asks for, or nullptr.
const Param* words_of(const Operation* operation) {
  if (operation == nullptr) return nullptr;
  const auto found =
      std::find_if(operation->params.begin(), operation->params.end(),
                   [](const Param& param) { return param.type == ParamType::Words; });
  return found == operation->params.end() ? nullptr : &*found;
}

// "--race" where words are asked for; not a flag with a letter wrong.
bool may_be_word(const Operation* operation, const std::string& word) {
  if (words_of(operation) == nullptr || !word.starts_with("--")) return false;
  const std::string name = word.substr(2, word.find('=') - 2);
  if (find_param(kGlobalParams, name) != nullptr) return false;
  if (find_param(operation->params, name) != nullptr) return false;
  return unknown_flag(word, operation).hint.find("did you mean") == std::string::npos;
}

std::string without_minus(std::string word) {
  const std::size_t at = word.find_first_not_of('-');
  return at == std::string::npos ? word : word.substr(at);
}

// A "-word" where words are asked for is one of them.
bool is_minus_word(const Operation* operation, std::string_view word) {
  if (word.starts_with("--") || long_form(word, operation) != word) return false;
  return words_of(operation) != nullptr;
}

Error too_many(const Operation& operation, std::string_view word) {
  const bool takes_text =
      std::any_of(operation.params.begin(), operation.params.end(), [](const Param& param) {
        return param.positional && (param.value == "TEXT" || param.value == "WHICH");
      });
  return invalid_input(fmt::format("unexpected argument '{}' for 'loci {}'", word, operation.name),
                       takes_text
                           ? "put text of several words into quotes"
                           : fmt::format("run 'loci {} --help' to see its usage", operation.name));
}

// Puts a word in the place that is the next: `at` counts those that are filled.
Result<> take_positional(const std::string& word, Words& words, const Operation& operation,
                         std::size_t& at, Json& arguments) {
  std::vector<const Param*> places;
  for (const Param& param : operation.params) {
    if (param.positional) places.push_back(&param);
  }
  if (at >= places.size()) return fail(too_many(operation, word));
  const Param& param = *places[at];
  const std::string key(param.name);
  if (param.type == ParamType::TextList) {
    arguments[key].push_back(word);
    while (param.rest && !words.done()) arguments[key].push_back(words.take());
  } else if (param.type == ParamType::Words) {  // flags may stand between them
    const std::string before = arguments.value(key, "");
    arguments[key] = before.empty() ? word : before + " " + word;
  } else {
    arguments[key] = api::from_text(param, word);
    ++at;
  }
  return {};
}

}  // namespace

Format wanted_format(const std::vector<std::string>& words) {
  constexpr std::string_view kLong = "--output=";
  Format format = Format::Human;
  for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    const std::string_view word = words[i];
    if (word == "--json") format = Format::Json;
    const bool apart = (word == "-o" || word == "--output") && i + 1 < words.size();
    if (apart) format = format_called(words[i + 1]).value_or(format);
    if (word.starts_with(kLong)) {
      format = format_called(word.substr(kLong.size())).value_or(format);
    }
  }
  return format;
}

Result<Invocation> parse(const std::vector<std::string>& given, Globals& globals) {
  Invocation invocation;
  Words words(given);
  bool only_positional = false;
  std::size_t positional = 0;
  bool help_command = false;
  std::optional<UnknownFlag> unknown;
  while (!words.done()) {
    const Operation* operation = invocation.operation;
    if (!only_positional && words.peek() == "--") {
      words.take();
      only_positional = true;
      continue;
    }
    const bool flag = !only_positional && words.peek().size() > 1 && words.peek().starts_with('-');
    if (flag && !unknown && may_be_word(operation, words.peek())) {
      unknown = UnknownFlag{words.peek(), unknown_flag(words.peek(), operation)};
      words.take();
      continue;
    }
    if (flag && !is_minus_word(operation, words.peek())) {
      LOCI_TRY(take_flag(words, operation, globals, invocation.arguments));
      continue;
    }
    const std::string word = words.take();
    if (operation == nullptr) {
      if (word == "help" && !help_command) {
        help_command = true;
        globals.help = true;
        continue;
      }
      const std::string second = words.done() ? "" : words.peek();
      LOCI_ASSIGN(invocation.operation, choose(word, words, help_command));
      // Both words of "target write", also where "target" alone would do.
      const std::string_view name = invocation.operation->name;
      invocation.topic = name.substr(0, name.find(' '));
      if (name == fmt::format("{} {}", invocation.topic, second)) invocation.topic = name;
      continue;
    }
    const bool plain = only_positional && words_of(operation) != nullptr;
    LOCI_TRY(take_positional(plain ? without_minus(word) : word, words, *operation, positional,
                             invocation.arguments));
  }
  if (unknown) {
    // Alone it is a word to look for; beside others it is a mistake.
    const std::string key(words_of(invocation.operation)->name);
    if (invocation.arguments.contains(key)) return fail(std::move(unknown->error));
    invocation.arguments[key] = without_minus(unknown->word);
  }
  invocation.globals = globals;
  if (invocation.operation != nullptr && !globals.help) {
    LOCI_ASSIGN(invocation.arguments,
                api::check(invocation.operation->params, std::move(invocation.arguments),
                           naming_of(invocation.operation)));
  }
  return invocation;
}

}  // namespace loci::cli
