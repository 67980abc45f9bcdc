// What `verify` found of the things that notes cite, as it is kept: state/verified, a file
// for each place as seen from a workspace. A cache: all of it may be deleted at any time,
// and what is damaged is as if it were not there.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "fs/stamp.h"
#include "memory/memory.h"

namespace loci::memory {

enum class Verdict : std::uint8_t { Ok, Stale, Missing };
[[nodiscard]] std::string_view verdict_name(Verdict verdict);

struct CitationVerdict {
  std::string kind;  // note::kind_name()
  std::string text;  // as written
  std::size_t line = 1;
  Verdict verdict = Verdict::Ok;
  std::string reason{};  // of what is not ok: "renamed to 'src/b.cc' in 1f0c2d3"
};

// A file of the workspace that a verdict depends on.
struct SeenFile {
  std::string path;
  fs::Stamp stamp;
};

struct NoteVerdict {
  std::string hash;    // of the note that was looked at
  std::string date;    // when
  bool git = false;    // whether git could be asked
  std::string head{};  // the last commit then, "" = none
  std::vector<CitationVerdict> citations{};
  std::vector<SeenFile> files{};

  [[nodiscard]] Verdict worst() const;
};
using Verdicts = std::map<std::string, NoteVerdict, std::less<>>;  // by the note's file

// The file's text, and back; nothing is read from one that is damaged.
[[nodiscard]] std::string format_verdicts(const Verdicts& verdicts);
[[nodiscard]] Verdicts parse_verdicts(std::string_view text);

// Of these, only the notes that have something stale or missing: quick, for prompts.
struct BadCitations {
  std::string hash;  // of the note
  Verdict worst = Verdict::Stale;
};
using BadNotes = std::map<std::string, BadCitations, std::less<>>;
[[nodiscard]] BadNotes parse_bad_notes(std::string_view text);

inline constexpr std::string_view kVerifiedDirectory = "state/verified";

// What is kept of a place, seen from the workspace of this memory.
[[nodiscard]] Verdicts read_verdicts(Memory& memory, const store::Place& place,
                                     std::string_view directory = kVerifiedDirectory);
// Notes that are not in `verdicts` keep what was kept of them, unless `all`.
Result<> keep_verdicts(Memory& memory, const store::Place& place, const Verdicts& verdicts,
                       bool all, std::string_view directory = kVerifiedDirectory);

// For lists and prompts: looks at nothing but what is kept, each place once.
class KnownVerdicts {
 public:
  explicit KnownVerdicts(Memory& memory, std::string_view directory = kVerifiedDirectory)
      : memory_(memory), directory_(directory) {}

  // Of a note with this hash, or nullptr: it was changed since, or never looked at.
  [[nodiscard]] const NoteVerdict* of(const store::Place& place, std::string_view file,
                                      std::string_view hash);
  // "stale" or "missing" where something is that a note with this text cites, else "".
  [[nodiscard]] std::string_view mark_of(const store::Place& place, std::string_view file,
                                         std::string_view text);
  // The notes of a place that may have a mark.
  [[nodiscard]] const BadNotes& bad_in(const store::Place& place);

 private:
  Memory& memory_;
  std::string_view directory_;
  std::map<std::string, Verdicts, std::less<>> places_;  // by key
  std::map<std::string, BadNotes, std::less<>> bad_;
};

}  // namespace loci::memory
