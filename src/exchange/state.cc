#include "exchange/state.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "base/later_version.h"

namespace loci::exchange {
namespace {

constexpr std::string_view kHeader = "loci apply.state ";
constexpr std::string_view kVersion = "1";
constexpr std::string_view kHash = "sha256:";
constexpr std::string_view kSecret = "+env";
constexpr std::string_view kPending = "pending-";
constexpr std::string_view kSeen = "seen-";
constexpr std::size_t kDigits = 64;
constexpr std::array<std::string_view, 3> kParts{"file", "block", "line"};

std::string_view next_word(std::string_view& rest) {
  const std::string_view word = rest.substr(0, rest.find(' '));
  rest.remove_prefix(std::min(rest.size(), word.size() + 1));
  return word;
}

// "sha256:<digits>[+env][@<stamp>] path", or false.
bool parse_hashed(std::string_view rest, ArtifactRecord& record) {
  if (!rest.starts_with(kHash)) return false;
  rest.remove_prefix(kHash.size());
  std::string_view word = next_word(rest);
  record.hash = word.substr(0, kDigits);
  record.path = rest;
  word.remove_prefix(record.hash.size());
  record.secret = word.starts_with(kSecret);
  if (record.secret) word.remove_prefix(kSecret.size());
  if (!word.empty()) {
    if (word[0] != '@') return false;
    record.stamp = word.substr(1);
  }
  return record.hash.size() == kDigits && !record.path.empty();
}

bool parse_line(std::string_view line, ApplyState& state) {
  std::string_view rest = line;
  const std::string_view word = next_word(rest);
  if (word == "provider") {
    ProviderState provider;
    provider.provider = next_word(rest);
    const auto scope = apply_scope_called(next_word(rest));
    provider.time = next_word(rest);
    while (!rest.empty()) provider.options.emplace_back(next_word(rest));
    if (!scope || provider.provider.empty()) return false;
    provider.scope = *scope;
    state.providers.push_back(std::move(provider));
    return true;
  }
  if (word == "root") {
    state.root = rest;
    return !rest.empty();
  }
  if (word == "imported") {
    state.imported.push_back({std::string(rest), {}});
    return !rest.empty();
  }
  ArtifactRecord record;
  if (!parse_hashed(rest, record)) return false;
  if (word == "note") {
    if (state.imported.empty()) return false;
    state.imported.back().notes.push_back({std::move(record.path), std::move(record.hash)});
    return true;
  }
  if (state.providers.empty()) return false;
  if (word == "source") {
    state.providers.back().sources.push_back({std::move(record.path), std::move(record.hash)});
    return true;
  }
  ProviderState& provider = state.providers.back();
  std::vector<ArtifactRecord>* list = &provider.artifacts;
  std::string_view name = word;
  for (const auto& [prefix, other] :
       {std::pair(kPending, &provider.pending), std::pair(kSeen, &provider.seen)}) {
    if (!word.starts_with(prefix)) continue;
    name = word.substr(prefix.size());
    list = other;
  }
  const auto* part = std::find(kParts.begin(), kParts.end(), name);
  if (part == kParts.end()) return false;
  record.part = static_cast<Artifact::Part>(part - kParts.begin());
  list->push_back(std::move(record));
  return true;
}

constexpr auto kByPath = [](const auto& a, const auto& b) { return a.path < b.path; };

template <typename Record>
std::vector<const Record*> by_path(const std::vector<Record>& records) {
  std::vector<const Record*> sorted;
  sorted.reserve(records.size());
  for (const Record& record : records) sorted.push_back(&record);
  std::sort(sorted.begin(), sorted.end(),
            [](const Record* a, const Record* b) { return kByPath(*a, *b); });
  return sorted;
}

// About so many bytes; a text of a megabyte that grows is copied over and over.
template <typename Record>
std::size_t size_of(const std::vector<Record>& records) {
  constexpr std::size_t kBesides = 160;  // word, hash and stamp
  return std::accumulate(
      records.begin(), records.end(), std::size_t{0},
      [](std::size_t sum, const Record& one) { return sum + one.path.size() + kBesides; });
}

std::size_t size_of(const ApplyState& state) {
  constexpr std::size_t kLine = 256;
  std::size_t size = kLine;
  for (const ProviderState& one : state.providers) {
    size += kLine + size_of(one.sources) + size_of(one.artifacts) + size_of(one.pending) +
            size_of(one.seen);
  }
  for (const ImportedDirectory& one : state.imported) {
    size += kLine + one.place.size() + size_of(one.notes);
  }
  return size;
}

void add_hashed(std::string& text, std::string_view word, const std::string& hash,
                const std::string& path, std::string_view stamp = {}, bool secret = false) {
  text.append(word).append(" ").append(kHash).append(hash);
  if (secret) text.append(kSecret);
  if (!stamp.empty()) text.append("@").append(stamp);
  text.append(" ").append(path).append("\n");
}

}  // namespace

void ProviderState::sort() {
  std::sort(sources.begin(), sources.end(), kByPath);
  for (auto* list : {&artifacts, &pending, &seen}) std::sort(list->begin(), list->end(), kByPath);
}

std::size_t ProviderState::restamped(const ProviderState& other) const {
  std::size_t count = 0;
  const auto same = [&](const ArtifactRecord& a, const ArtifactRecord& b) {
    if (a.stamp != b.stamp) ++count;
    return a.path == b.path && a.part == b.part && a.hash == b.hash && a.secret == b.secret;
  };
  const bool all = provider == other.provider && scope == other.scope && time == other.time &&
                   options == other.options && sources == other.sources &&
                   pending == other.pending && seen == other.seen &&
                   std::equal(artifacts.begin(), artifacts.end(), other.artifacts.begin(),
                              other.artifacts.end(), same);
  return all ? count : std::string::npos;
}

const ProviderState* ApplyState::find(std::string_view provider, ApplyScope scope) const {
  for (const ProviderState& one : providers) {
    if (one.provider == provider && one.scope == scope) return &one;
  }
  return nullptr;
}

ProviderState* ApplyState::find(std::string_view provider, ApplyScope scope) {
  return const_cast<ProviderState*>(std::as_const(*this).find(provider, scope));
}

ProviderState& ApplyState::of(std::string_view provider, ApplyScope scope) {
  if (ProviderState* known = find(provider, scope)) return *known;
  ProviderState fresh;
  fresh.provider = provider;
  fresh.scope = scope;
  return providers.emplace_back(std::move(fresh));
}

Result<ApplyState> parse_state(std::string_view text, std::string_view path) {
  constexpr const char* kNext = "the next 'loci apply' makes a new one";
  if (text.empty()) return fail(corrupt(fmt::format("{}: it is empty", path), kNext));
  ApplyState state;
  std::size_t number = 0;
  while (!text.empty()) {
    ++number;
    const std::string_view line = text.substr(0, text.find('\n'));
    if (line.size() == text.size()) {
      return fail(corrupt(fmt::format("{}:{}: the file is cut off here", path, number), kNext));
    }
    text.remove_prefix(line.size() + 1);
    if (number == 1) {
      if (line == fmt::format("{}{}", kHeader, kVersion)) continue;
      if (line.starts_with(kHeader) && line.size() > kHeader.size())
        return fail(later_version(path));
      return fail(corrupt(fmt::format("{}:1: this version of loci cannot read it", path), kNext));
    }
    if (!parse_line(line, state)) {
      return fail(corrupt(fmt::format("{}:{}: this line is damaged", path, number), kNext));
    }
  }
  return state;
}

ApplyState salvage_state(std::string_view text) {
  ApplyState state;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    (void)parse_line(text.substr(0, end), state);
    text.remove_prefix(end + 1);
  }
  return state;
}

std::string_view state_root(std::string_view text) {
  constexpr std::string_view kRoot = "\nroot ";
  const std::size_t at = text.find('\n');
  if (at == std::string_view::npos || !text.substr(at).starts_with(kRoot)) return {};
  const std::string_view rest = text.substr(at + kRoot.size());
  return rest.substr(0, rest.find('\n'));
}

std::vector<std::string> state_options(std::string_view text, std::string_view provider,
                                       ApplyScope scope) {
  ApplyState state;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.starts_with("provider ")) (void)parse_line(line, state);
  }
  const ProviderState* known = state.find(provider, scope);
  return known == nullptr ? std::vector<std::string>() : known->options;
}

std::string render_state(const ApplyState& state) {
  std::string text;
  text.reserve(size_of(state));
  text += fmt::format("{}{}\n", kHeader, kVersion);
  if (!state.root.empty()) text += fmt::format("root {}\n", state.root);
  for (const ProviderState& provider : state.providers) {
    text += fmt::format("provider {} {} {}", provider.provider, apply_scope_name(provider.scope),
                        provider.time.empty() ? "-" : provider.time);
    for (const std::string& option : provider.options) text += fmt::format(" {}", option);
    text += '\n';
    for (const SourceRecord* source : by_path(provider.sources)) {
      add_hashed(text, "source", source->hash, source->path);
    }
    for (const auto& [prefix, list] :
         {std::pair(std::string_view(), &provider.artifacts),
          std::pair(kPending, &provider.pending), std::pair(kSeen, &provider.seen)}) {
      for (const ArtifactRecord* artifact : by_path(*list)) {
        text += prefix;
        add_hashed(text, kParts.at(static_cast<std::size_t>(artifact->part)), artifact->hash,
                   artifact->path, artifact->stamp, artifact->secret);
      }
    }
  }
  for (const ImportedDirectory& directory : state.imported) {
    text += fmt::format("imported {}\n", directory.place);
    for (const SourceRecord* note : by_path(directory.notes)) {
      add_hashed(text, "note", note->hash, note->path);
    }
  }
  return text;
}

}  // namespace loci::exchange
