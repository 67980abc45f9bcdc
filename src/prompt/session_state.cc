#include "prompt/session_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/hash.h"
#include "base/later_version.h"
#include "base/limits.h"
#include "base/text.h"
#include "fs/absent.h"
#include "fs/atomic_file.h"
#include "prompt/seen_file.h"
#include "search/checksum.h"

namespace loci::prompt {
namespace {

constexpr std::string_view kDirectory = "state/sessions";
constexpr std::string_view kCountFile = "sessions.count";
constexpr std::string_view kHeader = "loci session ";
constexpr std::string_view kFirstLine = "loci session 1\n";
constexpr std::size_t kMostBytes = std::size_t{16} << 20;
constexpr std::size_t kIdBytes = 100;
constexpr std::chrono::hours kKept{7 * 24};

// A directory of the home, or nullptr.
Result<std::unique_ptr<fs::Root>> open_directory(store::Store& store, std::string_view path) {
  auto root = store.files().open(store.home(), fs::Modes::Private);
  while (root && !path.empty()) {
    const std::string_view name = path.substr(0, path.find('/'));
    path.remove_prefix(std::min(name.size() + 1, path.size()));
    root = (*root)->open(name);
  }
  if (fs::is_absent(root)) return nullptr;
  return root;
}

// "word rest"
std::string_view take_word(std::string_view& line) {
  const std::string_view word = line.substr(0, line.find(' '));
  line.remove_prefix(std::min(word.size() + 1, line.size()));
  return word;
}

SessionCount parse_count(std::string_view text) {
  SessionCount count;
  std::string_view line = trim(text);
  const std::string_view number = take_word(line);
  (void)std::from_chars(number.data(), number.data() + number.size(), count.ended);
  count.last = line;
  return count;
}

}  // namespace

std::string short_hash(std::string_view text) { return hex(fnv1a64(text), 16); }

std::string session_file(std::string_view id) {
  const bool plain =
      !id.empty() && id.size() <= kIdBytes && std::all_of(id.begin(), id.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '-' || c == '_';
      });
  return plain ? std::string(id) : fmt::format("{}.hashed", short_hash(id));
}

std::string digest_of(const SeenLines& places) {
  std::string text;
  for (const auto& [place, hash] : places) text += fmt::format("{} {}\n", hash, place);
  return hex(search::checksum(text), 16);
}

// An earlier version kept here what is now seen_file.h's: "looked", a hash for each place, and
// the lines, which may be of 20,000 notes.
SessionState parse_session_state(std::string all) {
  SessionState state;
  SeenLines places;
  bool looked = false;
  std::string_view text = all;
  if (!text.starts_with(kFirstLine)) return state;
  text.remove_prefix(kFirstLine.size());
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::string_view kind = take_word(line);
    if (kind == "looked") looked = true;
    if (kind == "ended") state.ended = true;
    if (kind == "flushed" && !line.empty()) state.flushed.emplace(line);
    if (kind == "saw") state.saw = line;
    if (kind == "lines") {
      all.erase(0, all.size() - text.size());
      state.lines = std::move(all);
      break;
    }
    if (kind != "index" && kind != "recalled") continue;
    const std::string_view hash = take_word(line);
    if (line.empty()) continue;
    (kind == "index" ? places : state.recalled).emplace(line, hash);
  }
  if (looked && state.saw.empty()) state.saw = digest_of(places);
  if (state.saw.empty()) state.lines.clear();
  return state;
}

// "saw" is nothing to an earlier version: to it the session never looked.
std::string format_session_state(SessionState state) {
  std::string text(kFirstLine);
  if (!state.saw.empty()) text += fmt::format("saw {}\n", state.saw);
  if (state.ended) text += "ended\n";
  for (const std::string& hash : state.flushed) text += fmt::format("flushed {}\n", hash);
  for (const auto& [name, hash] : state.recalled)
    text += fmt::format("recalled {} {}\n", hash, name);
  if (state.lines.empty()) return text;
  return std::move(state.lines.insert(0, text.append("lines\n")));
}

Result<std::unique_ptr<fs::Root>> open_sessions(store::Store& store) {
  return open_directory(store, kDirectory);
}

Result<std::unique_ptr<fs::Root>> make_sessions(store::Store& store) {
  return store.home_directory(kDirectory);
}

Result<SessionState> read_session(store::Store& store, std::string_view id) {
  LOCI_ASSIGN(const auto root, open_sessions(store));
  if (!root) return SessionState();
  LOCI_ASSIGN(auto text, fs::if_there(root->read(session_file(id), kMostBytes)));
  return text ? parse_session_state(std::move(*text)) : SessionState();
}

// Not synced: what a power cut takes of it is said once more.
Result<> write_session(store::Store& store, std::string_view id, SessionState state) {
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> root, make_sessions(store));
  const auto reader = root->open_reader(session_file(id));
  const auto present = reader ? (*reader)->read_at(0, kFirstLine.size()) : Result<std::string>("");
  if (present && present->starts_with(kHeader) && *present != kFirstLine) {
    return fail(later_version(fmt::format("{}/{}", root->path(), session_file(id))));
  }
  return fs::replace_file(*root, session_file(id), format_session_state(std::move(state)),
                          fs::Durability::Unsynced);
}

void sweep_sessions(store::Store& store, Timestamp now) {
  const auto opened = open_directory(store, kDirectory);
  if (!opened || !*opened) return;
  fs::Root* const root = opened->get();
  const auto before = [&](std::chrono::hours time) {
    return std::chrono::nanoseconds((now - time).time_since_epoch()).count();
  };
  std::vector<std::string> old;
  const auto seen = root->for_each_file([&](std::string_view name, const fs::Stat& stat) {
    if (stat.mtime_ns < before(name.ends_with(kSeenEnding) ? kSeenKept : kKept)) {
      old.emplace_back(name);
    }
  });
  if (!seen) return;  // another session's start does it
  for (const std::string& name : old) (void)root->remove(name);
}

Result<SessionCount> count_sessions(store::Store& store) {
  LOCI_ASSIGN(const auto root, open_directory(store, store::kStateDirectory));
  if (!root) return SessionCount();
  LOCI_ASSIGN(const auto text, fs::if_there(root->read(kCountFile, kSummaryBytes)));
  return text ? parse_count(*text) : SessionCount();
}

Result<> add_ended_session(store::Store& store, Timestamp now) {
  const auto add =
      [&](const std::optional<std::string>& text) -> Result<std::optional<std::string>> {
    const SessionCount count = parse_count(text.value_or(""));
    return fmt::format("{} {}\n", count.ended + 1, format_utc(now));
  };
  return store.change_home_file(store::kStateDirectory, kCountFile, add);
}

}  // namespace loci::prompt
