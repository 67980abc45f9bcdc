// What a sentence says of the files that it names, by its words.

#include <algorithm>
#include <array>

#include "base/text.h"
#include "note/citation_words.h"

namespace loci::note {
namespace {

using namespace std::string_view_literals;

// A mark at the end stands for every word that begins so.
constexpr std::array kGone{
    "absent"sv,     "absorbed"sv,   "collapsed"sv,    "consolidated"sv, "converted"sv,
    "dead"sv,       "delete"sv,     "deleted"sv,      "deletes"sv,      "deleting"sv,
    "deletion"sv,   "deprecated"sv, "discontinued"sv, "drop"sv,         "dropped"sv,
    "drops"sv,      "eliminated"sv, "extinct"sv,      "extracted"sv,    "folded"sv,
    "former"sv,     "formerly"sv,   "gone"sv,         "historical*"sv,  "inlined"sv,
    "instead"sv,    "legacy"sv,     "lost"sv,         "merged"sv,       "migrate"sv,
    "migrated"sv,   "migrates"sv,   "missing"sv,      "move"sv,         "moved"sv,
    "moves"sv,      "moving"sv,     "nonexistent"sv,  "obsolete"sv,     "old"sv,
    "older"sv,      "originally"sv, "orphan*"sv,      "ported"sv,       "previous"sv,
    "previously"sv, "purged"sv,     "relocated"sv,    "removal"sv,      "remove"sv,
    "removed"sv,    "removes"sv,    "removing"sv,     "rename"sv,       "renamed"sv,
    "renames"sv,    "retire"sv,     "retired"sv,      "rewritten"sv,    "rewrote"sv,
    "stale"sv,      "stripped"sv,   "sunset"sv,       "supersed*"sv,    "replac*"sv,
    "unified"sv,    "unused"sv,     "vanished"sv,     "was"sv,          "were"sv};
constexpr std::array kGonePhrases{"split into"sv,  "split from"sv,   "split out"sv,
                                  "no longer"sv,   "used to"sv,      "not exist"sv,
                                  "n't exist"sv,   "there is no "sv, "there are no "sv,
                                  "rather than"sv, "has no "sv,      "have no "sv,
                                  "there's no "sv, "not yet"sv,      "does not have"sv,
                                  "do not have"sv, "doesn't have"sv, "~~"sv};
// Of what is to be made, what a run makes, and what stands elsewhere.
constexpr std::array kProposed{
    "artefact*"sv, "artifact*"sv, "download*"sv,  "downstream"sv,    "draft"sv,     "dump*"sv,
    "eg"sv,        "e.g"sv,       "elsewhere"sv,  "emit"sv,          "emits"sv,     "emitted"sv,
    "ephemeral"sv, "example*"sv,  "external"sv,   "fictional"sv,     "fixture*"sv,  "future"sv,
    "generat*"sv,  "codegen*"sv,  "gitignored"sv, "hypothetical*"sv, "imaginary"sv, "imagine"sv,
    "invent*"sv,   "mock*"sv,     "output*"sv,    "plan"sv,          "planned"sv,   "planning"sv,
    "plans"sv,     "produc*"sv,   "proposal"sv,   "proposed"sv,      "proposes"sv,  "sample*"sv,
    "save"sv,      "saved"sv,     "saves"sv,      "scaffold*"sv,     "sibling"sv,   "submodule*"sv,
    "suggested"sv, "template*"sv, "temporary"sv,  "todo"sv,          "tutorial*"sv, "untracked"sv,
    "upcoming"sv,  "upstream"sv,  "will"sv,       "would"sv,         "writes"sv,    "written"sv,
    "wrote"sv,     "yet"sv};
constexpr std::array kProposedPhrases{
    "for instance"sv,   "to be "sv,        "such as"sv,       "in a separate"sv, "not committed"sv,
    "other repo"sv,     "another repo"sv,  "files changed"sv, "changed files"sv, "files modified"sv,
    "modified files"sv, "files touched"sv, "touched files"sv, "changes made"sv,  "what changed"sv,
    "files created"sv,  "files updated"sv, "e.g."sv,          "placeholder"sv,   "pseudo"sv};
// Of what is to be made where the file follows at once: "add `x.cc`", but not "add it in `x.cc`".
constexpr std::array kMaking{
    "add"sv,     "added"sv,    "adding"sv,   "adds"sv,      "create"sv,     "created"sv,
    "creates"sv, "creating"sv, "creation"sv, "introduce"sv, "introduces"sv, "implement"sv,
    "new"sv,     "write"sv,    "writing"sv,  "touch"sv,     "mkdir"sv};
constexpr std::array kBetween{"a"sv,    "an"sv,    "the"sv,       "this"sv,  "its"sv,    "own"sv,
                              "file"sv, "files"sv, "module"sv,    "named"sv, "called"sv, "script"sv,
                              "test"sv, "page"sv,  "component"sv, "and"sv};
// Of what may be there as well as not.
constexpr std::array kSupposed{
    "may"sv,         "might"sv,     "could"sv,      "author"sv,     "authors"sv,  "any"sv,
    "assume"sv,      "build*"sv,    "cached"sv,     "caches"sv,     "compil*"sv,  "consumer*"sv,
    "convention*"sv, "copied"sv,    "copies"sv,     "copy"sv,       "each"sv,     "every"sv,
    "export"sv,      "exported"sv,  "format"sv,     "i.e"sv,        "if"sv,       "ignored"sv,
    "install"sv,     "installed"sv, "installs"sv,   "like"sv,       "local"sv,    "named"sv,
    "naming"sv,      "never"sv,     "optional"sv,   "optionally"sv, "pattern*"sv, "persist*"sv,
    "repo"sv,        "repos"sv,     "repository"sv, "runtime"sv,    "should"sv,   "stored"sv,
    "stores"sv,      "such"sv,      "when"sv,       "your"sv};
constexpr std::array kSupposedPhrases{"do not"sv, "don't"sv, "\xE2\x86\x92"sv, "->"sv, "=>"sv};
constexpr std::array kCommits{"bisect*"sv,  "cherry*"sv,    "commit"sv, "commits"sv, "committed"sv,
                              "fixed"sv,    "introduced"sv, "landed"sv, "revert*"sv, "sha"sv,
                              "regress*"sv, "since"sv,      "broke"sv};

// A plan, or a record of what was done or found on some day.
constexpr std::array kPlans{"plan"sv,
                            "plans"sv,
                            "planning"sv,
                            "proposal*"sv,
                            "draft*"sv,
                            "rfc"sv,
                            "rfcs"sv,
                            "roadmap*"sv,
                            "idea*"sv,
                            "template*"sv,
                            "todo*"sv,
                            "brainstorm*"sv,
                            "backlog*"sv,
                            "refactor*"sv,
                            "prompt*"sv,
                            "review*"sv,
                            "history"sv,
                            "changelog"sv,
                            "retro"sv,
                            "retrospective*"sv,
                            "archive*"sv,
                            "postmortem*"sv,
                            "blueprint*"sv,
                            "handoff*"sv,
                            "handover*"sv,
                            "worklog"sv,
                            "journal"sv,
                            "milestone*"sv,
                            "sprint*"sv,
                            "wishlist"sv,
                            "vision"sv,
                            "scratch*"sv,
                            "deprecated"sv,
                            "obsolete"sv,
                            "superseded"sv,
                            "audit*"sv,
                            "diagnos*"sv,
                            "findings"sv,
                            "incident*"sv,
                            "investigation*"sv,
                            "issue*"sv,
                            "migrat*"sv,
                            "prp"sv,
                            "prps"sv,
                            "report*"sv,
                            "session*"sv,
                            "summary"sv,
                            "task*"sv,
                            "ticket*"sv,
                            "upgrad*"sv,
                            "fixed"sv,
                            "fixes"sv,
                            "completed"sv,
                            "completion"sv,
                            "implemented"sv,
                            "done"sv,
                            "overhaul*"sv,
                            "redesign*"sv,
                            "recommendation*"sv,
                            "enhancement*"sv,
                            "rewrite"sv};
// A heading that is ticked off.
constexpr std::array kTicked{"\xE2\x9C\x85"sv, "\xE2\x9C\x94"sv, "\xE2\x9C\x93"sv};
constexpr std::array kDesigns{
    "adr"sv,      "adrs"sv,  "analysis"sv,       "checklist*"sv,     "decision*"sv, "design*"sv,
    "fix"sv,      "fixes"sv, "implementation"sv, "phase*"sv,         "prd"sv,       "research"sv,
    "skeleton"sv, "spec"sv,  "specs"sv,          "specification*"sv, "status"sv,    "step*"sv,
    "strategy"sv, "story"sv, "stories"sv,        "tutorial*"sv,      "example*"sv};

// Words that every sentence has, and that are none of English's.
constexpr std::array kOtherLanguages{
    "el"sv,   "los"sv,  "las"sv,  "una"sv,   "para"sv, "que"sv,  "del"sv,  "como"sv,  "es"sv,
    "y"sv,    "com"sv,  "uma"sv,  "dos"sv,   "das"sv,  "os"sv,   "em"sv,   "le"sv,    "la"sv,
    "les"sv,  "des"sv,  "une"sv,  "est"sv,   "dans"sv, "pour"sv, "avec"sv, "et"sv,    "du"sv,
    "der"sv,  "und"sv,  "ist"sv,  "nicht"sv, "mit"sv,  "ein"sv,  "eine"sv, "wird"sv,  "auf"sv,
    "von"sv,  "zu"sv,   "il"sv,   "della"sv, "che"sv,  "di"sv,   "nel"sv,  "gli"sv,   "het"sv,
    "een"sv,  "van"sv,  "voor"sv, "niet"sv,  "zijn"sv, "och"sv,  "att"sv,  "som"sv,   "inte"sv,
    "og"sv,   "ve"sv,   "bir"sv,  "ile"sv,   "bu"sv,   "dan"sv,  "yang"sv, "untuk"sv, "nie"sv,
    "jest"sv, "oraz"sv, "dla"sv,  "na"sv,    "se"sv};
constexpr std::array kEnglish{"the"sv,  "of"sv,   "is"sv,   "are"sv, "and"sv, "to"sv, "for"sv,
                              "with"sv, "this"sv, "that"sv, "be"sv,  "it"sv,  "in"sv, "on"sv};

constexpr std::array kMonths{"january"sv,   "february"sv, "march"sv,    "april"sv,
                             "may"sv,       "june"sv,     "july"sv,     "august"sv,
                             "september"sv, "october"sv,  "november"sv, "december"sv};
// Of a text that is kept in step: its day is that of the last look at it.
constexpr std::array kKept{"updat"sv,  "modified"sv, "verified"sv, "reviewed on"sv,
                           "active"sv, "stable"sv,   "current"sv,  "maintained"sv};

bool is_word_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '\'' ||
         static_cast<unsigned char>(c) >= 0x80U;
}

template <typename Table>
bool speaks(const Table& table, std::string_view word) {
  return std::any_of(table.begin(), table.end(), [&](std::string_view entry) {
    if (!entry.ends_with('*')) return entry == word;
    return word.starts_with(entry.substr(0, entry.size() - 1));
  });
}

template <typename Table>
bool holds(const Table& table, std::string_view sentence) {
  return std::any_of(table.begin(), table.end(), [&](std::string_view phrase) {
    return sentence.find(phrase) != std::string_view::npos;
  });
}

// "[lua/drop-inferior.lua](…)": the name of a file says nothing of it.
std::string without_paths(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    const std::string_view word = text.substr(0, end);
    const bool path = word.find('/') != std::string_view::npos && word.find('.') < word.size() - 1;
    if (!path) result += word;
    if (end < text.size()) result += text[end];
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

// Code is what the sentence is about, not what it says.
std::string without_code(std::string_view sentence) {
  std::string result;
  bool code = false;
  for (const char c : sentence) {
    if (c == '`') {
      code = !code;
      if (!result.ends_with(' ')) result += ' ';
    } else if (!code) {
      // "there is **no**", and what a line's end cuts in two.
      const bool blank = c == '\n' || c == '*' || c == ' ';
      if (!blank || !result.ends_with(' ')) result += blank ? ' ' : c;
    }
  }
  return code ? std::string(sentence) : result + ' ';
}

// The words above are English: what a sentence in another script says is not known. Dashes,
// quotes, arrows and pictures are no script.
bool is_in_other_script(std::string_view sentence) {
  int letters = 0;
  for (const char c : sentence) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0xC3U && byte < 0xEFU && byte != 0xE2U) ++letters;
  }
  return letters > 1;
}

}  // namespace

Tone tone_of(std::string_view sentence) {
  const std::string text = ascii_lower(without_paths(without_code(sentence)));
  Tone tone;
  tone.gone = holds(kGonePhrases, text);
  tone.proposed = holds(kProposedPhrases, text);
  tone.unread = is_in_other_script(text);
  tone.plans = holds(kTicked, text);
  tone.supposed = holds(kSupposedPhrases, text) || tone.unread;
  for (std::string_view rest = text; !rest.empty();) {
    const auto* const begin = std::find_if(rest.begin(), rest.end(), is_word_letter);
    const auto* const end = std::find_if_not(begin, rest.end(), is_word_letter);
    const std::string_view word(begin, static_cast<std::size_t>(end - begin));
    if (!word.empty()) {
      tone.gone = tone.gone || speaks(kGone, word);
      tone.proposed = tone.proposed || speaks(kProposed, word);
      tone.makes = tone.makes || speaks(kMaking, word);
      tone.supposed = tone.supposed || speaks(kSupposed, word);
      tone.plans = tone.plans || speaks(kPlans, word);
      tone.designs = tone.designs || speaks(kDesigns, word);
      tone.commits = tone.commits || speaks(kCommits, word);
    }
    rest.remove_prefix(static_cast<std::size_t>(end - rest.begin()));
  }
  tone.supposed = tone.supposed || tone.proposed || tone.makes;
  return tone;
}

Tone title_tone(std::string_view title) {
  const Tone said = tone_of(title);
  Tone tone;
  tone.proposed = said.plans || has_date(title) || has_version(title);
  tone.supposed = tone.proposed || said.designs;
  return tone;
}

bool opens_as_record(std::string_view body) {
  constexpr std::size_t kLines = 12;
  std::size_t read = 0;
  for (const std::string_view raw : split_lines(body)) {
    const std::string line = ascii_lower(trim(raw));
    if (line.empty()) continue;
    if (line.starts_with("##") || ++read > kLines) return false;
    if (line.starts_with("# ") || holds(kKept, line)) continue;
    const std::string text = without_code(line);
    const auto begin = std::find_if(text.begin(), text.end(), is_word_letter);
    const auto end = std::find_if_not(begin, text.end(), is_word_letter);
    const std::string first(begin, end);
    const bool day =
        has_date(line) || (holds(kMonths, line) && line.find(" 20") != std::string::npos);
    if (day || first == "status" || speaks(kPlans, first)) return true;
  }
  return false;
}

bool names_files(std::string_view lead) {
  const std::string text = ascii_lower(lead);
  return text.find("file") != std::string::npos || text.find("following") != std::string::npos ||
         text.find("these") != std::string::npos;
}

bool ends_with_making(std::string_view before) {
  std::string text = ascii_lower(before);
  for (std::string_view rest = text; !rest.empty();) {
    while (!rest.empty() && !is_word_letter(rest.back())) {
      if (rest.back() == '.' || rest.back() == '\n' || rest.back() == '|') return false;
      rest.remove_suffix(1);
    }
    std::size_t begin = rest.size();
    while (begin > 0 && is_word_letter(rest[begin - 1])) --begin;
    const std::string_view word = rest.substr(begin);
    if (speaks(kMaking, word)) return true;
    if (!speaks(kBetween, word)) return false;
    rest = rest.substr(0, begin);
  }
  return false;
}

bool ties_to_file(std::string_view between) {
  constexpr std::array kTies{"in"sv,
                             "of"sv,
                             "from"sv,
                             "at"sv,
                             "is in"sv,
                             "lives in"sv,
                             "defined in"sv,
                             "is defined in"sv,
                             "implemented in"sv,
                             "is implemented in"sv};
  const std::string words = ascii_lower(between);
  std::string_view rest = words;
  if (rest == "(" || rest == "(see") return true;
  if (rest.starts_with('(')) rest.remove_prefix(1);
  if (rest.starts_with(", ")) rest.remove_prefix(2);
  return std::find(kTies.begin(), kTies.end(), rest) != kTies.end();
}

bool is_in_other_language(std::string_view text) {
  constexpr std::size_t kFew = 3;
  std::size_t english = 0;
  std::size_t other = 0;
  const std::string words = ascii_lower(without_code(text));
  for (std::string_view rest = words; !rest.empty();) {
    const auto* const begin = std::find_if(rest.begin(), rest.end(), is_word_letter);
    const auto* const end = std::find_if_not(begin, rest.end(), is_word_letter);
    const std::string_view word(begin, static_cast<std::size_t>(end - begin));
    if (speaks(kEnglish, word)) ++english;
    if (speaks(kOtherLanguages, word)) ++other;
    rest.remove_prefix(static_cast<std::size_t>(end - rest.begin()));
  }
  return other > kFew && other > english;
}

bool has_date(std::string_view text) {
  constexpr std::string_view kForm = "dddd-dd-dd";
  for (std::size_t at = 0; at + kForm.size() <= text.size(); ++at) {
    std::size_t i = 0;
    while (i < kForm.size()) {
      const char c = text[at + i];
      if (kForm[i] == 'd' ? (c < '0' || c > '9') : c != '-' && c != '_' && c != '/') break;
      ++i;
    }
    if (i == kForm.size()) return true;
  }
  return false;
}

bool has_version(std::string_view text) {
  constexpr std::size_t kParts = 3;
  std::size_t parts = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
    if (at == begin) {
      parts = 0;
      ++at;
      continue;
    }
    if (++parts == kParts) return true;
    if (at < text.size() && text[at] == '.') {
      ++at;
    } else {
      parts = 0;
    }
  }
  return false;
}

}  // namespace loci::note
