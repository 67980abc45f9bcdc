#include "note/triggers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "base/yaml.h"
#include "note/split.h"

namespace loci::note {
namespace {

constexpr std::size_t kMostTriggers = 64;      // of one kind, that are looked at
constexpr std::size_t kLongestTrigger = 256;   // bytes
constexpr std::size_t kMostAlternatives = 64;  // that braces of one glob may give
constexpr std::size_t kMostSteps = 20'000;     // of one comparison

struct TriggerKind {
  std::string_view name;
  std::vector<std::string> Triggers::*list;
};
constexpr std::array kKinds{TriggerKind{"paths", &Triggers::paths},
                            TriggerKind{"commands", &Triggers::commands},
                            TriggerKind{"words", &Triggers::words}};

// ---- globs

// `{a,b}` of the first braces, each with what stands around; the text itself without any.
bool expand_braces(std::string_view glob, std::vector<std::string>& all) {
  const std::size_t open = glob.find('{');
  if (open == std::string_view::npos) {
    if (all.size() >= kMostAlternatives) return false;
    all.emplace_back(glob);
    return true;
  }
  std::vector<std::string_view> parts;
  std::size_t depth = 0;
  std::size_t from = open + 1;
  for (std::size_t at = open; at < glob.size(); ++at) {
    if (glob[at] == '{') ++depth;
    const bool ends = glob[at] == '}' && --depth == 0;
    if (ends || (glob[at] == ',' && depth == 1)) {
      parts.push_back(glob.substr(from, at - from));
      from = at + 1;
    }
    if (!ends) continue;
    return std::all_of(parts.begin(), parts.end(), [&](std::string_view part) {
      return expand_braces(fmt::format("{}{}{}", glob.substr(0, open), part, glob.substr(at + 1)),
                           all);
    });
  }
  return false;  // never closed
}

// Behind a set that begins at `at`, or npos; whether it has the character.
std::size_t set_end(std::string_view glob, std::size_t at, char c, bool& has) {
  std::size_t i = at + 1;
  const bool not_in = i < glob.size() && (glob[i] == '!' || glob[i] == '^');
  if (not_in) ++i;
  has = false;
  for (bool first = true; i < glob.size(); first = false) {
    if (glob[i] == ']' && !first) {
      has = has != not_in;
      return i + 1;
    }
    if (i + 2 < glob.size() && glob[i + 1] == '-' && glob[i + 2] != ']') {
      has = has || (glob[i] <= c && c <= glob[i + 2]);
      i += 3;
    } else {
      has = has || glob[i] == c;
      ++i;
    }
  }
  return std::string_view::npos;
}

// Without braces. Every step is counted, so that no glob takes long.
bool glob_fits(std::string_view glob, std::string_view path, std::size_t& steps) {
  while (!glob.empty()) {
    if (++steps > kMostSteps) return false;
    if (glob.starts_with("**")) {
      std::string_view rest = glob.substr(2);
      const bool whole = rest.starts_with('/');  // "**/" is also no directory at all
      if (whole) rest.remove_prefix(1);
      for (std::size_t at = 0;; ++at) {
        const bool at_name = at == 0 || path[at - 1] == '/';
        if ((!whole || at_name) && glob_fits(rest, path.substr(at), steps)) return true;
        if (at == path.size()) return false;
      }
    }
    if (glob[0] == '*') {
      for (std::size_t at = 0;; ++at) {
        if (glob_fits(glob.substr(1), path.substr(at), steps)) return true;
        if (at == path.size() || path[at] == '/') return false;
      }
    }
    if (path.empty()) return false;
    if (glob[0] == '[') {
      bool has = false;
      const std::size_t end = set_end(glob, 0, path[0], has);
      if (end != std::string_view::npos) {
        if (!has || path[0] == '/') return false;
        glob.remove_prefix(end);
        path.remove_prefix(1);
        continue;
      }
    }
    if (glob[0] == '\\' && glob.size() > 1) glob.remove_prefix(1);
    const bool same = glob[0] == path[0] || (glob[0] == '?' && path[0] != '/');
    if (!same) return false;
    glob.remove_prefix(1);
    path.remove_prefix(1);
  }
  return path.empty();
}

bool has_open_set(std::string_view glob) {
  for (std::size_t at = 0; at < glob.size(); ++at) {
    if (glob[at] == '\\') {
      ++at;
    } else if (glob[at] == '[') {
      bool has = false;
      at = set_end(glob, at, 'a', has);
      if (at == std::string_view::npos) return true;
      --at;
    }
  }
  return false;
}

std::optional<TriggerFault> glob_fault(std::string_view glob) {
  std::vector<std::string> all;
  const auto broken = [&](std::string_view why) {
    return TriggerFault{fmt::format("the glob '{}' in paths {}", printable(glob, true), why)};
  };
  if (!expand_braces(glob, all)) {
    return broken(all.size() >= kMostAlternatives ? "has too many alternatives"
                                                  : "has an unclosed brace");
  }
  if (has_open_set(glob)) return broken("has an unclosed bracket");
  if (glob.ends_with('\\')) return broken("ends in a backslash");
  if (glob.starts_with("../") || glob.find("/../") != std::string_view::npos) {
    return broken("points out of the workspace");
  }
  // Names that nobody would mean together.
  const bool all_names =
      glob_matches(glob, "a") && glob_matches(glob, "b.cc") && glob_matches(glob, "src/x/y.md");
  const bool all_dotted = glob_matches(glob, "b.cc") && glob_matches(glob, "src/x/y.md") &&
                          glob_matches(glob, "docs/z.json");
  if (all_names || all_dotted) {
    return TriggerFault{fmt::format("the glob '{}' in paths matches every file", glob), true};
  }
  return std::nullopt;
}

std::optional<TriggerFault> command_fault(std::string_view command) {
  const std::string_view plain = trim(command);
  const bool says = std::any_of(plain.begin(), plain.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           static_cast<unsigned char>(c) >= 0x80;
  });
  if (says) return std::nullopt;
  return TriggerFault{
      fmt::format("the trigger '{}' in commands matches every command", printable(plain, true)),
      true};
}

std::optional<TriggerFault> word_fault(std::string_view words) {
  std::size_t letters = 0;
  for (std::string_view rest = trim(words); !rest.empty();) {
    const Decoded next = decode_utf8(rest);
    if (is_word_character(next.character)) ++letters;
    rest.remove_prefix(next.length);
  }
  if (letters > 1) return std::nullopt;
  return TriggerFault{
      fmt::format("the trigger '{}' in words matches every prompt", printable(words, true)), true};
}

// ---- what a note says

void add_trigger_texts(const Json& value, std::vector<std::string>& texts) {
  const auto add = [&](const Json& one) {
    if (!one.is_string() || texts.size() >= kMostTriggers) return;
    std::string text(trim(one.get<std::string>()));
    if (!text.empty() && text.size() <= kLongestTrigger) texts.push_back(std::move(text));
  };
  if (value.is_array()) {
    for (const Json& one : value) add(one);
  } else {
    add(value);
  }
}

const Json* said_triggers(const Note& note) {
  if (!note.metadata.is_object()) return nullptr;
  const auto found = note.metadata.find("triggers");
  return found == note.metadata.end() ? nullptr : &*found;
}

// ---- changing them

std::size_t blanks_before(std::string_view line) {
  const std::size_t at = line.find_first_not_of(" \t");
  return at == std::string_view::npos ? 0 : at;
}

// The lines of `triggers`, two blanks deeper than `indent`.
std::string trigger_lines(const Triggers& triggers, std::string_view indent,
                          std::string_view ending) {
  std::string text = fmt::format("{}triggers:{}", indent, ending);
  for (const TriggerKind& kind : kKinds) {
    const std::vector<std::string>& list = triggers.*kind.list;
    if (list.empty()) continue;
    text += fmt::format("{}  {}:{}", indent, kind.name, ending);
    for (const std::string& one : list) {
      text += fmt::format("{}    - {}{}", indent, yaml_quoted(one), ending);
    }
  }
  return text;
}

}  // namespace

Triggers triggers_of(const Note& note) {
  Triggers triggers;
  const Json* const said = said_triggers(note);
  if (said == nullptr || !said->is_object()) return triggers;
  for (const TriggerKind& kind : kKinds) {
    const auto found = said->find(std::string(kind.name));
    if (found != said->end()) add_trigger_texts(*found, triggers.*kind.list);
  }
  return triggers;
}

Triggers triggers_in(std::string_view text) {
  const Split split = split_note(text);
  const std::string_view yaml = text.substr(split.yaml_begin, split.yaml_end - split.yaml_begin);
  if (!split.closed || yaml.find("triggers") == std::string_view::npos) return {};
  return triggers_of(parse_note(text));
}

std::optional<TriggerFault> trigger_fault(std::string_view kind, std::string_view trigger) {
  if (trim(trigger).empty()) return TriggerFault{fmt::format("a trigger in {} is empty", kind)};
  if (trigger.size() > kLongestTrigger) {
    return TriggerFault{
        fmt::format("a trigger in {} has more than {} bytes", kind, kLongestTrigger)};
  }
  if (kind == "paths") return glob_fault(trigger);
  return kind == "commands" ? command_fault(trigger) : word_fault(trigger);
}

std::vector<TriggerFault> trigger_faults(const Note& note) {
  std::vector<TriggerFault> faults;
  const Json* const said = said_triggers(note);
  if (said == nullptr) return faults;
  if (!said->is_object()) {
    faults.push_back({"metadata.triggers is not a map of paths, commands and words"});
    return faults;
  }
  for (const auto& [key, value] : said->items()) {
    const bool known =
        std::any_of(kKinds.begin(), kKinds.end(),
                    [&name = key](const TriggerKind& kind) { return kind.name == name; });
    if (!known) {
      faults.push_back({fmt::format("metadata.triggers has '{}'; use paths, commands or words",
                                    printable(key, true))});
      continue;
    }
    const bool listed = value.is_array();
    const std::size_t count = listed ? value.size() : 1;
    for (std::size_t i = 0; i < count; ++i) {
      const Json& one = listed ? value[i] : value;
      if (!one.is_string()) {
        faults.push_back({fmt::format("a trigger in {} is not text", key)});
      } else if (auto fault = trigger_fault(key, one.get<std::string>())) {
        faults.push_back(std::move(*fault));
      }
    }
  }
  return faults;
}

Result<std::string> set_triggers(std::string_view text, const Triggers& triggers) {
  if (triggers_of(parse_note(text)) == triggers) return std::string(text);
  const Split split = split_note(text);
  const auto refuse = [] {
    return fail(invalid_input("the frontmatter cannot be changed line by line",
                              "set metadata.triggers with 'loci edit'"));
  };
  if (!split.closed) return refuse();
  const std::string_view ending = line_ending(text);
  std::string head(text.substr(0, split.yaml_begin));
  std::string inside;  // the map `metadata`, its key line included
  std::string before;
  std::string after;
  bool in_map = false;
  bool seen = false;
  std::size_t map_indent = 2;  // of its keys
  std::size_t skipped = 0;     // deeper than this belongs to the old triggers; 0: nothing
  const std::string_view yaml = text.substr(split.yaml_begin, split.yaml_end - split.yaml_begin);
  for (const std::string_view line : split_lines(yaml)) {
    const std::string_view word = trim(line);
    const std::size_t indent = blanks_before(line);
    if (!word.empty() && indent == 0) {
      in_map = word == "metadata:";
      if (in_map) {
        seen = true;
        inside = line;
        continue;
      }
    }
    if (!in_map) {
      (seen ? after : before) += line;
      continue;
    }
    if (skipped > 0 &&
        (word.empty() || indent > skipped || (indent == skipped && word.starts_with('-')))) {
      continue;
    }
    skipped = 0;
    if (word.starts_with("triggers:")) {
      skipped = std::max<std::size_t>(indent, 1);
      continue;
    }
    if (!word.empty() && !word.starts_with('#')) map_indent = indent;
    inside += line;
  }
  if (!seen) inside = fmt::format("metadata:{}", ending);
  const auto keys = split_lines(inside);
  if (!triggers.empty()) {
    inside += trigger_lines(triggers, std::string(map_indent, ' '), ending);
  } else if (keys.size() <= 1) {
    inside.clear();  // a map without a key would be no map
  }
  std::string changed = head + before + inside + after + std::string(text.substr(split.yaml_end));
  const Note now = parse_note(changed);
  if (now.faults.size() > parse_note(text).faults.size() || triggers_of(now) != triggers) {
    return refuse();
  }
  return changed;
}

bool glob_matches(std::string_view glob, std::string_view path) {
  if (glob.size() > kLongestTrigger) return false;
  while (glob.starts_with("./")) glob.remove_prefix(2);
  const bool anchored = glob.starts_with('/');
  if (anchored) glob.remove_prefix(1);
  std::string whole(glob);
  if (whole.ends_with('/')) whole += "**";
  const bool names = !anchored && whole.find('/') == std::string::npos;
  if (names) whole.insert(0, "**/");
  std::vector<std::string> all;
  if (has_open_set(whole) || !expand_braces(whole, all)) return false;
  std::size_t steps = 0;
  return std::any_of(all.begin(), all.end(),
                     [&](const std::string& one) { return glob_fits(one, path, steps); });
}

}  // namespace loci::note
