#include "cli/aliases.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/named.h"
#include "base/text.h"

namespace loci::cli {
namespace {

constexpr std::array kAliases{
    Alias{"ls", "list"},   Alias{"rm", "delete"}, Alias{"show", "read"}, Alias{"find", "search"},
    Alias{"mv", "rename"}, Alias{"cp", "copy"},   Alias{"new", "write"},
};

struct Meaning {
  std::string_view name;
  std::string_view operation;
};
// Words for what commands do, from other programs and from daily speech. A misspelt command is
// found by its letters; these are found first.
constexpr std::array kMeanings{
    Meaning{"get", "read"},
    Meaning{"cat", "read"},
    Meaning{"view", "read"},
    Meaning{"print", "read"},
    Meaning{"open", "edit"},
    Meaning{"display", "read"},
    Meaning{"add", "remember"},
    Meaning{"create", "write"},
    Meaning{"save", "remember"},
    Meaning{"store", "remember"},
    Meaning{"note", "remember"},
    Meaning{"put", "write"},
    Meaning{"set", "config set"},
    Meaning{"remove", "delete"},
    Meaning{"del", "delete"},
    Meaning{"erase", "purge"},
    Meaning{"forget", "delete"},
    Meaning{"destroy", "purge"},
    Meaning{"shred", "purge"},
    Meaning{"grep", "search"},
    Meaning{"query", "search"},
    Meaning{"lookup", "search"},
    Meaning{"ask", "search"},
    Meaning{"dir", "list"},
    Meaning{"notes", "list"},
    Meaning{"all", "list"},
    Meaning{"revert", "undo"},
    Meaning{"rollback", "undo"},
    Meaning{"back", "undo"},
    Meaning{"changes", "history"},
    Meaning{"commits", "history"},
    Meaning{"activity", "history"},
    Meaning{"revisions", "log"},
    Meaning{"versions", "log"},
    Meaning{"blame", "log"},
    Meaning{"compare", "diff"},
    Meaning{"settings", "config"},
    Meaning{"preferences", "config"},
    Meaning{"options", "config"},
    Meaning{"doctor", "health"},
    Meaning{"info", "health"},
    Meaning{"lint", "check"},
    Meaning{"validate", "check"},
    Meaning{"fsck", "check"},
    Meaning{"connect", "setup"},
    Meaning{"install", "setup"},
    Meaning{"disconnect", "unsetup"},
    Meaning{"uninstall", "unsetup"},
    Meaning{"todo", "scratch add"},
    Meaning{"todos", "scratch list"},
    Meaning{"tasks", "scratch list"},
    Meaning{"scratchpad", "scratch list"},
    Meaning{"today", "daily"},
    Meaning{"journal", "daily"},
    Meaning{"server", "serve"},
    Meaning{"start", "serve"},
    Meaning{"web", "serve"},
    Meaning{"ui", "serve"},
    Meaning{"compile", "apply"},
    Meaning{"clean", "gc"},
    Meaning{"prune", "gc"},
    Meaning{"tidy", "consolidate"},
    Meaning{"pending", "inbox"},
    Meaning{"approve", "inbox accept"},
    Meaning{"deny", "inbox reject"},
    Meaning{"backlinks", "links"},
    Meaning{"refs", "links"},
    Meaning{"index", "reindex"},
    Meaning{"rebuild", "reindex"},
    Meaning{"prompt", "context"},
    Meaning{"workspaces", "projects"},
    Meaning{"manual", "man"},
    Meaning{"completion", "completions"},
    Meaning{"dump", "backup"},
    Meaning{"archive", "review archive"},
    Meaning{"tmp", "ephemeral"},
};

// What second words mean; the first of each group's own that it has.
struct SecondMeaning {
  std::string_view name;
  std::array<std::string_view, 3> subcommands;
};
constexpr std::array kSecondMeanings{
    SecondMeaning{"ls", {"list"}},
    SecondMeaning{"show", {"show", "list", "get"}},
    SecondMeaning{"get", {"get", "show", "list"}},
    SecondMeaning{"read", {"read", "show", "get"}},
    SecondMeaning{"cat", {"read", "show", "get"}},
    SecondMeaning{"view", {"show", "get", "list"}},
    SecondMeaning{"rm", {"remove", "unset", "reject"}},
    SecondMeaning{"delete", {"remove", "unset", "reject"}},
    SecondMeaning{"del", {"remove", "unset", "reject"}},
    SecondMeaning{"remove", {"remove", "unset", "reject"}},
    SecondMeaning{"add", {"add", "set", "write"}},
    SecondMeaning{"new", {"add", "set", "write"}},
    SecondMeaning{"create", {"add", "set", "write"}},
    SecondMeaning{"append", {"add", "write"}},
    SecondMeaning{"change", {"set", "edit"}},
    SecondMeaning{"update", {"set", "edit"}},
    SecondMeaning{"approve", {"accept"}},
    SecondMeaning{"deny", {"reject"}},
    SecondMeaning{"tick", {"done"}},
    SecondMeaning{"finish", {"done"}},
};

struct ShortFlag {
  std::string_view name;
  std::string_view letter;
};
constexpr std::array kShortFlags{
    ShortFlag{"limit", "-n"}, ShortFlag{"output", "-o"},  ShortFlag{"help", "-h"},
    ShortFlag{"quiet", "-q"}, ShortFlag{"version", "-V"},
};

}  // namespace

std::span<const Alias> aliases() { return kAliases; }

std::string_view operation_called(std::string_view word, bool to_scope) {
  if (word == "mv" && to_scope) return "move";
  const Alias* const alias = find_named(kAliases, word);
  return alias == nullptr ? word : alias->operation;
}

std::string aliases_text(std::string_view operation) {
  if (operation == "move") return "Alias: loci mv --to SCOPE";
  for (const Alias& alias : kAliases) {
    if (alias.operation == operation) return fmt::format("Alias: loci {}", alias.name);
  }
  return {};
}

std::string all_aliases_text() {
  std::vector<std::string> names;
  for (const Alias& alias : kAliases) {
    names.push_back(fmt::format("{} ({})", alias.name, alias.operation));
  }
  return join(names, ", ") + "; mv with --to (move)";
}

std::string_view meant_by(std::string_view word) {
  const Meaning* const meaning = find_named(kMeanings, word);
  return meaning == nullptr ? std::string_view() : meaning->operation;
}

std::string_view meant_by(std::string_view word, const std::vector<std::string_view>& subcommands) {
  const SecondMeaning* const meaning = find_named(kSecondMeanings, word);
  if (meaning == nullptr) return {};
  for (const std::string_view one : meaning->subcommands) {
    if (!one.empty() && std::find(subcommands.begin(), subcommands.end(), one) != subcommands.end())
      return one;
  }
  return {};
}

std::string short_flag(std::string_view param) {
  const ShortFlag* const flag = find_named(kShortFlags, param);
  return flag == nullptr ? std::string() : std::string(flag->letter);
}

}  // namespace loci::cli
