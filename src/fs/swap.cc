#include "fs/swap.h"

#include "base/hash.h"
#include "base/limits.h"
#include "fs/absent.h"

namespace loci::fs {

namespace {

// How often an editor may save while its last save is being put back.
constexpr int kMostSwaps = 16;
constexpr std::size_t kBlock = std::size_t{1} << 16;

bool is(const auto& result, ErrorKind kind) { return !result && result.error().kind == kind; }

Result<bool> is_there(const Root& root, std::string_view name) {
  LOCI_ASSIGN(const auto found, if_there(root.stat(name)));
  return found.has_value();
}

Swap without(Root& root, const std::string& sibling, Swap swap) {
  swap.spent = !root.remove(sibling);
  return swap;
}

// rename() onto a name that is free; false when it is taken.
Result<bool> move_to_free(Root& root, std::string_view from, std::string_view to) {
  const auto moved = root.rename_new(from, to);
  if (is(moved, ErrorKind::Conflict)) return false;
  if (!moved) return fail(moved.error());
  if (*moved) return true;
  LOCI_ASSIGN(const bool taken, is_there(root, to));
  if (taken) return false;
  LOCI_TRY(root.rename(from, to));
  return true;
}

Result<Swap> put_where_none_was(Root& root, const std::string& sibling, std::string_view name) {
  LOCI_ASSIGN(const bool moved, move_to_free(root, sibling, name));
  if (moved) return Swap{};
  return without(root, sibling, {.overtaken = true});
}

// `sibling` has what somebody saved, `name` what we put there in its stead. They
// trade again, until what comes out is what was last put in: nobody saved
// meanwhile, and the newest text is in place.
Result<Swap> give_back(Root& root, const std::string& sibling, std::string_view name,
                       std::string_view bytes) {
  std::string put_in(bytes);
  bool ours = true;  // what was put in is
  for (int round = 0; round < kMostSwaps; ++round) {
    auto saved = root.read(sibling, kIndexFileBytes);
    const auto traded = root.exchange(sibling, name);
    // Somebody removed the file after saving it: it stays removed, and what was saved
    // is kept in the sibling.
    if (is_absent(traded)) return Swap{.overtaken = true, .leftover = true};
    if (!traded) return fail(traded.error());
    if (!*traded) return fail(io_error("the file system no longer exchanges files"));
    LOCI_ASSIGN(const bool undisturbed, holds(root, sibling, put_in));
    if (undisturbed && ours) return without(root, sibling, {.overtaken = true});
    if (undisturbed || !saved) break;
    put_in = std::move(*saved);
    ours = false;
  }
  return Swap{.overtaken = true, .leftover = true};
}

}  // namespace

Result<bool> holds(const Root& root, std::string_view name,
                   const std::optional<std::string_view>& text) {
  const auto reader = root.open_reader(name);
  if (is_absent(reader)) return !text;
  if (is(reader, ErrorKind::Denied)) {  // a link, a directory; or it may not be read
    const auto found = root.stat(name);
    if (found && found->kind != Kind::File) return false;
  }
  if (!reader) return fail(reader.error());
  if (!text || (*reader)->size() != text->size()) return false;
  std::string block;
  for (std::size_t at = 0; at < text->size(); at += kBlock) {
    LOCI_TRY((*reader)->read_into(block, at, kBlock));
    if (text->substr(at, kBlock) != block) return false;
  }
  return true;
}

Result<bool> holds(const Root& root, std::string_view name, const Expected& expected) {
  if (expected.hash.empty()) return holds(root, name, expected.text);
  const auto text = root.read(name, kIndexFileBytes);
  if (is(text, ErrorKind::NotFound) || is(text, ErrorKind::InvalidInput))
    return false;  // too large
  if (is(text, ErrorKind::Denied)) {
    const auto found = root.stat(name);
    if (found && found->kind != Kind::File) return false;
  }
  if (!text) return fail(text.error());
  return sha256(*text) == expected.hash;
}

Result<Swap> put_in_place(Root& root, const std::string& sibling, std::string_view name,
                          std::string_view bytes, const Expected& expected) {
  if (expected.is_no_file()) return put_where_none_was(root, sibling, name);
  const auto traded = root.exchange(sibling, name);
  if (is_absent(traded)) {
    LOCI_ASSIGN(const bool ours, is_there(root, sibling));
    if (ours) return without(root, sibling, {.overtaken = true});  // the file was removed
  }
  if (!traded) return fail(traded.error());
  if (!*traded) {
    LOCI_ASSIGN(const bool same, holds(root, name, expected));
    if (!same) return without(root, sibling, {.overtaken = true});
    LOCI_TRY(root.rename(sibling, name));
    return Swap{};
  }
  LOCI_ASSIGN(const bool same, holds(root, sibling, expected));
  if (same) return without(root, sibling, {});
  return give_back(root, sibling, name, bytes);
}

Result<Swap> take_away(Root& root, std::string_view name, const std::string& aside,
                       const Expected& expected) {
  const auto moved = move_to_free(root, name, aside);
  if (is_absent(moved)) return Swap{};
  if (!moved) return fail(moved.error());
  if (!*moved) return fail(conflict("a temporary name is already taken", "try again"));
  LOCI_ASSIGN(const bool same, holds(root, aside, expected));
  if (same) return without(root, aside, {});
  // Back where it was; unless somebody has saved once more meanwhile.
  LOCI_ASSIGN(const bool back, move_to_free(root, aside, name));
  return Swap{.overtaken = true, .leftover = !back};
}

}  // namespace loci::fs
