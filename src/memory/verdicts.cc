#include "memory/verdicts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/hash.h"
#include "base/later_version.h"
#include "base/limits.h"
#include "base/text.h"
#include "fs/absent.h"

namespace loci::memory {
namespace {

constexpr std::string_view kVerifiedDirectory = "state/verified";
constexpr std::string_view kAnyVerified = "loci verified ";
// The number rises with the rules by which citations are found, too.
constexpr std::string_view kVerifiedHeader = "loci verified 2 ";
constexpr int kVerifiedVersion = 2;
constexpr std::size_t kVerifiedBytes = std::size_t{16} << 20;
constexpr std::array kVerdictNames{std::string_view("ok"), std::string_view("stale"),
                                   std::string_view("missing")};

std::string escaped(std::string_view field) {
  std::string result;
  for (const char c : field) {
    if (c == '\\') {
      result += "\\\\";
    } else if (c == '\t') {
      result += "\\t";
    } else if (c == '\n') {
      result += "\\n";
    } else {
      result += c;
    }
  }
  return result;
}

std::string unescaped(std::string_view field) {
  std::string result;
  for (std::size_t at = 0; at < field.size(); ++at) {
    if (field[at] != '\\' || at + 1 == field.size()) {
      result += field[at];
      continue;
    }
    const char next = field[++at];
    result += next == 't' ? '\t' : next == 'n' ? '\n' : next;
  }
  return result;
}

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  for (;;) {
    const std::size_t tab = line.find('\t');
    fields.push_back(line.substr(0, tab));
    if (tab == std::string_view::npos) return fields;
    line.remove_prefix(tab + 1);
  }
}

template <typename Number>
bool take_number(std::string_view field, Number& value) {
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  return error == std::errc() && end == field.data() + field.size();
}

bool take_verdict(std::string_view field, Verdict& verdict) {
  const auto* const found = std::find(kVerdictNames.begin(), kVerdictNames.end(), field);
  verdict = static_cast<Verdict>(found - kVerdictNames.begin());
  return found != kVerdictNames.end();
}

bool take_citation(const std::vector<std::string_view>& fields, NoteVerdict& note) {
  if (fields.size() != 6) return false;
  CitationVerdict citation{std::string(fields[1]), unescaped(fields[4])};
  citation.reason = unescaped(fields[5]);
  if (!take_number(fields[2], citation.line)) return false;
  if (!take_verdict(fields[3], citation.verdict)) return false;
  note.citations.push_back(std::move(citation));
  return true;
}

bool take_file(const std::vector<std::string_view>& fields, NoteVerdict& note) {
  if (fields.size() != 7) return false;
  SeenFile file{unescaped(fields[1]), {}};
  fs::Stamp& stamp = file.stamp;
  if (!take_number(fields[2], stamp.size) || !take_number(fields[3], stamp.mtime_ns) ||
      !take_number(fields[4], stamp.ctime_ns) || !take_number(fields[5], stamp.inode) ||
      !take_number(fields[6], stamp.device)) {
    return false;
  }
  note.files.push_back(std::move(file));
  return true;
}

// An earlier one is made anew.
bool is_later(std::string_view text) {
  if (!text.starts_with(kAnyVerified)) return false;
  text.remove_prefix(kAnyVerified.size());
  int version = 0;
  return take_number(text.substr(0, text.find(' ')), version) && version > kVerifiedVersion;
}

std::string workspace_of(const Memory& memory) {
  return memory.scopes().workspace() ? memory.scopes().workspace()->root : "";
}

std::string verified_file(const Memory& memory, const store::Place& place) {
  return sha256(fmt::format("{}\n{}", place.key, workspace_of(memory))).substr(0, 32);
}

}  // namespace

std::string_view verdict_name(Verdict verdict) {
  return kVerdictNames.at(static_cast<std::size_t>(verdict));
}

Verdict NoteVerdict::worst() const {
  Verdict worst = Verdict::Ok;
  for (const CitationVerdict& citation : citations) worst = std::max(worst, citation.verdict);
  return worst;
}

std::string format_verdicts(const Verdicts& verdicts) {
  std::string text;
  for (const auto& [file, note] : verdicts) {
    text += fmt::format("n\t{}\t{}\t{}\t{}\t{}\n", escaped(file), note.hash, note.date,
                        note.git ? 1 : 0, note.head);
    for (const CitationVerdict& one : note.citations) {
      text += fmt::format("c\t{}\t{}\t{}\t{}\t{}\n", one.kind, one.line, verdict_name(one.verdict),
                          escaped(one.text), escaped(one.reason));
    }
    for (const SeenFile& seen : note.files) {
      text += fmt::format("f\t{}\t{}\t{}\t{}\t{}\t{}\n", escaped(seen.path), seen.stamp.size,
                          seen.stamp.mtime_ns, seen.stamp.ctime_ns, seen.stamp.inode,
                          seen.stamp.device);
    }
  }
  return fmt::format("{}{}\n{}", kVerifiedHeader, hex(crc32(text), 8), text);
}

namespace {

// What stands below the header; nothing when it is damaged or of another version.
std::string_view sound_part(std::string_view text) {
  if (!text.starts_with(kVerifiedHeader)) return {};
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) return {};
  const std::string_view sum = text.substr(kVerifiedHeader.size(), end - kVerifiedHeader.size());
  text.remove_prefix(end + 1);
  return hex(crc32(text), 8) == sum ? text : std::string_view();
}

}  // namespace

BadNotes parse_bad_notes(std::string_view text) {
  text = sound_part(text);
  BadNotes bad;
  std::string_view note;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.starts_with("n\t")) note = line;
    const bool missing = line.find("\tmissing\t") != std::string_view::npos;
    if (!line.starts_with("c\t") ||
        (!missing && line.find("\tstale\t") == std::string_view::npos)) {
      continue;
    }
    const std::vector<std::string_view> said = fields_of(line);
    const std::vector<std::string_view> of = fields_of(note);
    Verdict verdict = Verdict::Ok;
    if (said.size() != 6 || of.size() != 6 || !take_verdict(said[3], verdict)) continue;
    if (verdict == Verdict::Ok) continue;  // the words stood in the text
    BadCitations& known = bad[unescaped(of[1])];
    known.hash = of[2];
    known.worst = std::max(known.worst, verdict);
  }
  return bad;
}

Verdicts parse_verdicts(std::string_view text) {
  Verdicts verdicts;
  text = sound_part(text);
  NoteVerdict* note = nullptr;
  for (const std::string_view raw : split_lines(text)) {
    const std::vector<std::string_view> fields = fields_of(without_ending(raw));
    if (fields[0] == "n" && fields.size() == 6) {
      note = &verdicts[unescaped(fields[1])];
      *note = {std::string(fields[2]), std::string(fields[3]), fields[4] == "1",
               std::string(fields[5])};
      continue;
    }
    const bool sound = note != nullptr && ((fields[0] == "c" && take_citation(fields, *note)) ||
                                           (fields[0] == "f" && take_file(fields, *note)));
    if (!sound) return {};
  }
  return verdicts;
}

namespace {

std::string kept_text(Memory& memory, const store::Place& place) {
  store::Store& store = memory.store();
  const auto root = store.files().open(fmt::format("{}/{}", store.home(), kVerifiedDirectory),
                                       fs::Modes::Private);
  if (!root) return {};
  return (*root)->read(verified_file(memory, place), kVerifiedBytes).value_or("");
}

}  // namespace

Verdicts read_verdicts(Memory& memory, const store::Place& place) {
  return parse_verdicts(kept_text(memory, place));
}

Result<> keep_verdicts(Memory& memory, const store::Place& place, const Verdicts& verdicts,
                       bool all) {
  const std::string name = verified_file(memory, place);
  return memory.store().change_home_file(
      kVerifiedDirectory, name,
      [&](const std::optional<std::string>& text) -> Result<std::optional<std::string>> {
        if (text && is_later(*text)) {
          return fail(later_version(
              fmt::format("{}/{}/{}", memory.store().home(), kVerifiedDirectory, name)));
        }
        Verdicts kept = all ? Verdicts() : parse_verdicts(text.value_or(""));
        for (const auto& [file, note] : verdicts) kept.insert_or_assign(file, note);
        std::string made = format_verdicts(kept);
        if (made == text.value_or("") || (!text && kept.empty())) return std::nullopt;
        return made;
      });
}

const NoteVerdict* KnownVerdicts::of(const store::Place& place, std::string_view file,
                                     std::string_view hash) {
  auto known = places_.find(place.key);
  if (known == places_.end()) {
    known = places_.emplace(place.key, read_verdicts(memory_, place)).first;
  }
  const auto found = known->second.find(file);
  return found != known->second.end() && found->second.hash == hash ? &found->second : nullptr;
}

const BadNotes& KnownVerdicts::bad_in(const store::Place& place) {
  const auto known = bad_.find(place.key);
  if (known != bad_.end()) return known->second;
  return bad_.emplace(place.key, parse_bad_notes(kept_text(memory_, place))).first->second;
}

std::string_view KnownVerdicts::mark_of(const store::Place& place, std::string_view file,
                                        std::string_view text) {
  const BadNotes& bad = bad_in(place);
  const auto found = bad.find(file);
  if (found == bad.end() || sha256(text) != found->second.hash) return {};
  return verdict_name(found->second.worst);
}

}  // namespace loci::memory
