#include "prompt/seen_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/hash.h"
#include "base/text.h"
#include "fs/absent.h"
#include "fs/atomic_file.h"
#include "prompt/session_state.h"
#include "search/checksum.h"

namespace loci::prompt {
namespace {

constexpr std::string_view kAnySeen = "loci seen ";
constexpr std::string_view kSeenHeader = "loci seen 1 ";  // and the checksum of all behind it
constexpr std::size_t kSumDigits = 16;
constexpr std::size_t kSeenHeadBytes = 128;
constexpr std::size_t kMostSeenBytes = std::size_t{64} << 20;
constexpr std::chrono::hours kFresh{24};

std::string seen_name(std::string_view digest) { return fmt::format("{}{}", digest, kSeenEnding); }

// A digest comes from a file and becomes the name of another.
bool is_digest(std::string_view text) {
  return text.size() == kSumDigits && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

// Takes the line "<name> <value>"; nothing when another comes next.
std::optional<std::string> take_field(std::string_view& text, std::string_view name) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos || !text.starts_with(name)) return std::nullopt;
  std::string value(text.substr(name.size(), end - name.size()));
  text.remove_prefix(end + 1);
  return value;
}

// What stands before the lines; `text` is then without it.
struct SeenHead {
  std::string checksum;
  std::string made;
  std::string from;
  std::string bytes;  // of the lines: a torn file is seen without reading it
};
std::optional<SeenHead> take_head(std::string_view& text) {
  auto checksum = take_field(text, kSeenHeader);
  auto made = take_field(text, "made ");
  if (!checksum || !made) return std::nullopt;
  std::string from = take_field(text, "from ").value_or("");
  if (!from.empty() && !is_digest(from)) return std::nullopt;
  auto bytes = take_field(text, "lines ");
  if (!bytes) return std::nullopt;
  return SeenHead{std::move(*checksum), std::move(*made), std::move(from), std::move(*bytes)};
}

bool is_recent(std::string_view made, Timestamp now) {
  const auto time = parse_time(made);
  return time && *time <= now && now - *time < kFresh;
}

}  // namespace

std::string format_seen(const SeenNotes& seen, Timestamp now) {
  const bool builds = !seen.from.empty();
  std::string text =
      fmt::format("{}{}\nmade {}\n", kSeenHeader, hex(0, kSumDigits), format_utc(now));
  const std::size_t covered = text.find('\n');
  text.reserve(text.size() + seen.lines.size() + seen.since.size() + kSeenHeadBytes);
  if (builds) text.append("from ").append(seen.from).append("\n");
  const std::size_t bytes = seen.since.size() + (builds ? 0 : seen.lines.size());
  text += fmt::format("lines {}\n", bytes);
  if (!builds) text += seen.lines;
  text += seen.since;
  const std::uint64_t sum = search::checksum(std::string_view(text).substr(covered));
  return text.replace(kSeenHeader.size(), kSumDigits, hex(sum, kSumDigits));
}

std::optional<SeenNotes> parse_seen_file(std::string all) {
  std::string_view text = all;
  const std::string_view covered = text.substr(std::min(text.find('\n'), text.size()));
  std::optional<SeenHead> head = take_head(text);
  if (!head || head->checksum != hex(search::checksum(covered), kSumDigits)) return std::nullopt;
  all.erase(0, all.size() - text.size());
  SeenNotes seen;
  seen.made = std::move(head->made);
  seen.from = std::move(head->from);
  (seen.from.empty() ? seen.lines : seen.since) = std::move(all);
  return seen;
}

bool keeps_seen(store::Store& store, std::string_view digest, Timestamp now) {
  const auto root = open_sessions(store);
  if (!root || !*root) return false;
  const auto reader = (*root)->open_reader(seen_name(digest));
  if (!reader) return false;
  const auto begin = (*reader)->read_at(0, kSeenHeadBytes);
  if (!begin) return false;
  std::string_view text = *begin;
  const std::optional<SeenHead> head = take_head(text);
  if (!head || !is_recent(head->made, now)) return false;
  const std::uint64_t before = begin->size() - text.size();
  return head->bytes == std::to_string((*reader)->size() - before);
}

Result<std::optional<SeenNotes>> read_seen(store::Store& store, std::string_view digest) {
  LOCI_ASSIGN(const auto root, open_sessions(store));
  if (!root || !is_digest(digest)) return std::nullopt;
  const auto read = [&](std::string_view name) -> Result<std::optional<SeenNotes>> {
    LOCI_ASSIGN(auto text, fs::if_there(root->read(seen_name(name), kMostSeenBytes)));
    return text ? parse_seen_file(std::move(*text)) : std::nullopt;
  };
  LOCI_ASSIGN(std::optional<SeenNotes> seen, read(digest));
  if (!seen) return seen;
  if (seen->from.empty()) {
    seen->from = digest;
    return seen;
  }
  LOCI_ASSIGN(std::optional<SeenNotes> whole, read(seen->from));
  if (!whole || !whole->from.empty()) return std::nullopt;
  whole->since = std::move(seen->since);
  whole->from = std::move(seen->from);
  return whole;
}

// Not synced: see write_session().
Result<> keep_seen(store::Store& store, std::string_view digest, SeenNotes seen, Timestamp now) {
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> root, make_sessions(store));
  const std::string name = seen_name(digest);
  const auto reader = root->open_reader(name);
  const auto begin = reader ? (*reader)->read_at(0, kSeenHeader.size()) : Result<std::string>("");
  const bool later = begin && begin->starts_with(kAnySeen) && *begin != kSeenHeader;
  if (later) return {};  // which a session of ours cannot use, and does without
  // Others may build on one that is there.
  const bool builds = !seen.from.empty() && !reader && is_recent(seen.made, now);
  if (!builds) seen.from.clear();
  return fs::replace_file(*root, name, format_seen(seen, now), fs::Durability::Unsynced);
}

}  // namespace loci::prompt
