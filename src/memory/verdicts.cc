#include "memory/verdicts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/hash.h"
#include "base/kept_lines.h"
#include "base/later_version.h"
#include "base/limits.h"
#include "fs/absent.h"

namespace loci::memory {
namespace {

// The number rises with the rules by which citations are found, too.
constexpr KeptLines kVerified("loci verified", 2);
constexpr std::size_t kVerifiedBytes = std::size_t{16} << 20;
constexpr std::array kVerdictNames{std::string_view("ok"), std::string_view("stale"),
                                   std::string_view("missing")};

bool take_verdict(std::string_view field, Verdict& verdict) {
  const auto* const found = std::find(kVerdictNames.begin(), kVerdictNames.end(), field);
  verdict = static_cast<Verdict>(found - kVerdictNames.begin());
  return found != kVerdictNames.end();
}

bool take_citation(const std::vector<std::string_view>& fields, NoteVerdict& note) {
  if (fields.size() != 6) return false;
  CitationVerdict citation{std::string(fields[1]), unescaped_field(fields[4])};
  citation.reason = unescaped_field(fields[5]);
  if (!take_number(fields[2], citation.line)) return false;
  if (!take_verdict(fields[3], citation.verdict)) return false;
  note.citations.push_back(std::move(citation));
  return true;
}

bool take_file(const std::vector<std::string_view>& fields, NoteVerdict& note) {
  if (fields.size() != 7) return false;
  SeenFile file{unescaped_field(fields[1]), {}};
  fs::Stamp& stamp = file.stamp;
  if (!take_number(fields[2], stamp.size) || !take_number(fields[3], stamp.mtime_ns) ||
      !take_number(fields[4], stamp.ctime_ns) || !take_number(fields[5], stamp.inode) ||
      !take_number(fields[6], stamp.device)) {
    return false;
  }
  note.files.push_back(std::move(file));
  return true;
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
    text += fmt::format("n\t{}\t{}\t{}\t{}\t{}\n", escaped_field(file), note.hash, note.date,
                        note.git ? 1 : 0, note.head);
    for (const CitationVerdict& one : note.citations) {
      text += fmt::format("c\t{}\t{}\t{}\t{}\t{}\n", one.kind, one.line, verdict_name(one.verdict),
                          escaped_field(one.text), escaped_field(one.reason));
    }
    for (const SeenFile& seen : note.files) {
      text += fmt::format("f\t{}\t{}\t{}\t{}\t{}\t{}\n", escaped_field(seen.path), seen.stamp.size,
                          seen.stamp.mtime_ns, seen.stamp.ctime_ns, seen.stamp.inode,
                          seen.stamp.device);
    }
  }
  return kVerified.format(text);
}

BadNotes parse_bad_notes(std::string_view text) {
  text = kVerified.parse(text);
  BadNotes bad;
  std::string_view note;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
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
    BadCitations& known = bad[unescaped_field(of[1])];
    known.hash = of[2];
    known.worst = std::max(known.worst, verdict);
  }
  return bad;
}

Verdicts parse_verdicts(std::string_view text) {
  Verdicts verdicts;
  text = kVerified.parse(text);
  NoteVerdict* note = nullptr;
  while (!text.empty()) {
    const std::vector<std::string_view> fields = fields_of(take_line(text));
    if (fields[0] == "n" && fields.size() == 6) {
      note = &verdicts[unescaped_field(fields[1])];
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

std::string kept_text(Memory& memory, const store::Place& place, std::string_view directory) {
  store::Store& store = memory.store();
  const auto root =
      store.files().open(fmt::format("{}/{}", store.home(), directory), fs::Modes::Private);
  if (!root) return {};
  return (*root)->read(verified_file(memory, place), kVerifiedBytes).value_or("");
}

}  // namespace

Verdicts read_verdicts(Memory& memory, const store::Place& place, std::string_view directory) {
  return parse_verdicts(kept_text(memory, place, directory));
}

Result<> keep_verdicts(Memory& memory, const store::Place& place, const Verdicts& verdicts,
                       bool all, std::string_view directory) {
  const std::string name = verified_file(memory, place);
  return memory.store().change_home_file(
      directory, name,
      [&](const std::optional<std::string>& text) -> Result<std::optional<std::string>> {
        if (text && kVerified.is_later(*text)) {
          return fail(
              later_version(fmt::format("{}/{}/{}", memory.store().home(), directory, name)));
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
    known = places_.emplace(place.key, read_verdicts(memory_, place, directory_)).first;
  }
  const auto found = known->second.find(file);
  return found != known->second.end() && found->second.hash == hash ? &found->second : nullptr;
}

const BadNotes& KnownVerdicts::bad_in(const store::Place& place) {
  const auto known = bad_.find(place.key);
  if (known != bad_.end()) return known->second;
  return bad_.emplace(place.key, parse_bad_notes(kept_text(memory_, place, directory_)))
      .first->second;
}

std::string_view KnownVerdicts::mark_of(const store::Place& place, std::string_view file,
                                        std::string_view text) {
  const BadNotes& bad = bad_in(place);
  const auto found = bad.find(file);
  if (found == bad.end() || sha256(text) != found->second.hash) return {};
  return verdict_name(found->second.worst);
}

}  // namespace loci::memory
