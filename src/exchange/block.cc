#include "exchange/block.h"

#include <fmt/format.h>

#include "base/text.h"

namespace loci::exchange {
namespace {

constexpr std::string_view kBegin = "<!-- BEGIN loci -->";
constexpr std::string_view kEnd = "<!-- END loci -->";

struct Block {
  std::size_t begin;        // of the first mark's line
  std::size_t inner_begin;  // behind that line
  std::size_t inner_end;    // before the second mark's line
  std::size_t end;          // behind that line, its ending included
};

std::string_view ending_of(std::string_view text) {
  const std::size_t feed = text.find('\n');
  // A lone return at the end would become part of a line feed that follows it.
  if (feed == std::string_view::npos) return text.ends_with('\r') ? "\r\n" : "\n";
  return feed > 0 && text[feed - 1] == '\r' ? "\r\n" : "\n";
}

Error bad_marks(std::string_view path, std::size_t line, std::string_view what) {
  return invalid_input(
      fmt::format("{}:{}: {}", path, line, what),
      fmt::format("leave one '{}' with one '{}' below it, or neither", kBegin, kEnd));
}

Result<std::optional<Block>> find_block(std::string_view text, std::string_view path) {
  std::optional<Block> block;
  bool open = false;
  std::size_t at = 0;
  std::size_t number = 0;
  for (const std::string_view line : split_lines(text)) {
    ++number;
    const std::string_view bare = trim(line);
    if (bare == kBegin) {
      if (block) return fail(bad_marks(path, number, "a second loci block begins"));
      block = Block{at, at + line.size(), 0, 0};
      open = true;
    } else if (bare == kEnd) {
      if (!open) return fail(bad_marks(path, number, "a loci block ends without a beginning"));
      block->inner_end = at;
      block->end = at + line.size();
      open = false;
    }
    at += line.size();
  }
  if (open) return fail(bad_marks(path, number, "a loci block has no end"));
  return block;
}

std::string rendered(std::string_view inner, std::string_view ending) {
  std::string text = fmt::format("{}\n{}{}", kBegin, inner, kEnd);
  return ending == "\n" ? text : replace_all(text, "\n", ending);
}

}  // namespace

Result<std::optional<std::string>> read_block(std::string_view text, std::string_view path) {
  LOCI_ASSIGN(const std::optional<Block> block, find_block(text, path));
  if (!block) return std::nullopt;
  const std::string_view inner =
      text.substr(block->inner_begin, block->inner_end - block->inner_begin);
  return ending_of(text) == "\n" ? std::string(inner) : replace_all(inner, "\r\n", "\n");
}

Result<std::string> put_block(std::string_view text, std::string_view inner,
                              std::string_view path) {
  LOCI_ASSIGN(const std::optional<Block> block, find_block(text, path));
  const std::string_view ending = ending_of(text);
  const std::string fresh = rendered(inner, ending);
  if (block) {
    const std::string_view old = text.substr(block->begin, block->end - block->begin);
    const std::string_view tail = old.substr(without_ending(old).size());
    return fmt::format("{}{}{}{}", text.substr(0, block->begin), fresh, tail,
                       text.substr(block->end));
  }
  // Exactly one line ending before it and one behind: that is what goes again.
  return fmt::format("{}{}{}{}", text, text.empty() ? "" : ending, fresh, ending);
}

Result<std::string> remove_block(std::string_view text, std::string_view path) {
  LOCI_ASSIGN(const std::optional<Block> block, find_block(text, path));
  if (!block) return std::string(text);
  std::string_view before = text.substr(0, block->begin);
  const std::string_view ending = ending_of(text);
  if (before.ends_with(ending)) {
    before.remove_suffix(ending.size());
  } else if (before.ends_with('\n')) {
    before.remove_suffix(1);
  }
  return fmt::format("{}{}", before, text.substr(block->end));
}

std::string without_marks(std::string_view text) {
  return replace_all(replace_all(text, kBegin, "<\\!-- BEGIN loci -->"), kEnd,
                     "<\\!-- END loci -->");
}

}  // namespace loci::exchange
