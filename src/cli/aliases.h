// Other words for commands: those that people type because git, gh and the shell have them,
// and those that mean a command without being one.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loci::cli {

// A word that is a command: `loci ls` is `loci list`.
struct Alias {
  std::string_view name;
  std::string_view operation;
};
[[nodiscard]] std::span<const Alias> aliases();

// The operation that a word is another name of; the word itself where it is none. `mv` means
// `move` where a scope is given (`--to`), else `rename`.
[[nodiscard]] std::string_view operation_called(std::string_view word, bool to_scope = false);

// "Alias: loci ls", or "".
[[nodiscard]] std::string aliases_text(std::string_view operation);
// "ls (list), rm (delete), …"
[[nodiscard]] std::string all_aliases_text();

// The operation that somebody means who types a word which is none: "read" for "get"; "" where
// nothing is known of it.
[[nodiscard]] std::string_view meant_by(std::string_view word);
// The same of the second word of a command: "remove" for "rm" in a group that has it.
[[nodiscard]] std::string_view meant_by(std::string_view word,
                                        const std::vector<std::string_view>& subcommands);

// "-n" for "limit"; "" for what has no short form.
[[nodiscard]] std::string short_flag(std::string_view param);

}  // namespace loci::cli
