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
    "delete"sv,     "deletes"sv,      "remove"sv,      "removes"sv, "absorbed"sv,  "consolidated"sv,
    "deleted"sv,    "discontinued"sv, "dropped"sv,     "extinct"sv, "extracted"sv, "former"sv,
    "formerly"sv,   "gone"sv,         "historical*"sv, "instead"sv, "legacy"sv,    "merged"sv,
    "migrated"sv,   "moved"sv,        "obsolete"sv,    "old"sv,     "older"sv,     "previous"sv,
    "previously"sv, "removed"sv,      "removing"sv,    "renamed"sv, "replac*"sv,   "retired"sv,
    "supersed*"sv,  "vanished"sv,     "was"sv,         "were"sv,
};
constexpr std::array kGonePhrases{
    "no longer"sv,     "used to"sv,     "not exist"sv,  "n't exist"sv, "there is no "sv,
    "there are no "sv, "rather than"sv, "has no "sv,    "have no "sv,  "there's no "sv,
    "not yet"sv,       "split into"sv,  "split from"sv, "ported to"sv,
};
constexpr std::array kSupposed{
    "ephemeral"sv, "author"sv,     "authors"sv,     "implement"sv,
    "introduce"sv, "add"sv,        "adding"sv,      "adds"sv,
    "artifact*"sv, "artefact*"sv,  "assume"sv,      "cached"sv,
    "caches"sv,    "consumer*"sv,  "convention*"sv, "copied"sv,
    "copies"sv,    "copy"sv,       "could"sv,       "create"sv,
    "created"sv,   "creates"sv,    "creating"sv,    "download*"sv,
    "dump*"sv,     "eg"sv,         "emit"sv,        "emits"sv,
    "emitted"sv,   "example*"sv,   "export"sv,      "exported"sv,
    "future"sv,    "generat*"sv,   "gitignored"sv,  "hypothetical*"sv,
    "ignored"sv,   "imagine"sv,    "install"sv,     "installed"sv,
    "installs"sv,  "like"sv,       "may"sv,         "might"sv,
    "named"sv,     "naming"sv,     "never"sv,       "new"sv,
    "optional"sv,  "optionally"sv, "output*"sv,     "pattern*"sv,
    "plan"sv,      "planned"sv,    "proposal"sv,    "proposed"sv,
    "produc*"sv,   "save"sv,       "saved"sv,       "saves"sv,
    "scaffold*"sv, "should"sv,     "stored"sv,      "stores"sv,
    "suggested"sv, "template*"sv,  "temporary"sv,   "todo"sv,
    "untracked"sv, "upstream"sv,   "will"sv,        "would"sv,
    "write"sv,     "writes"sv,     "writing"sv,     "written"sv,
    "wrote"sv,     "yet"sv,        "if"sv,          "when"sv,
    "repo"sv,      "repos"sv,      "repository"sv,  "sibling"sv,
    "external"sv,  "elsewhere"sv,  "your"sv,        "downstream"sv,
    "e.g"sv,       "i.e"sv,        "persist*"sv,    "runtime"sv,
    "build*"sv,    "compil*"sv,    "any"sv,         "each"sv,
    "every"sv,     "format"sv,     "such"sv,        "imaginary"sv,
    "local"sv,
};
constexpr std::array kSupposedPhrases{
    "do not"sv,        "don't"sv, "not committed"sv, "for instance"sv, "to be "sv,
    "in a separate"sv, "e.g."sv,  "\xE2\x86\x92"sv,  "->"sv,           "=>"sv};
constexpr std::array kCommits{"bisect*"sv,  "cherry*"sv,    "commit"sv, "commits"sv, "committed"sv,
                              "fixed"sv,    "introduced"sv, "landed"sv, "revert*"sv, "sha"sv,
                              "regress*"sv, "since"sv,      "broke"sv};

constexpr std::array kPlans{
    "plan"sv,      "plans"sv,          "proposal*"sv, "draft*"sv,     "rfc"sv,
    "roadmap*"sv,  "idea*"sv,          "template*"sv, "todo*"sv,      "brainstorm*"sv,
    "backlog*"sv,  "refactor*"sv,      "prompt*"sv,   "review*"sv,    "history"sv,
    "changelog"sv, "retrospective*"sv, "archive*"sv,  "postmortem*"sv};

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

}  // namespace

Tone tone_of(std::string_view sentence) {
  const std::string text = ascii_lower(without_code(sentence));
  Tone tone;
  tone.gone = holds(kGonePhrases, text);
  tone.supposed = holds(kSupposedPhrases, text);
  for (std::string_view rest = text; !rest.empty();) {
    const auto* const begin = std::find_if(rest.begin(), rest.end(), is_word_letter);
    const auto* const end = std::find_if_not(begin, rest.end(), is_word_letter);
    const std::string_view word(begin, static_cast<std::size_t>(end - begin));
    if (!word.empty()) {
      tone.gone = tone.gone || speaks(kGone, word);
      tone.supposed = tone.supposed || speaks(kSupposed, word);
      tone.plans = tone.plans || speaks(kPlans, word);
      tone.commits = tone.commits || speaks(kCommits, word);
    }
    rest.remove_prefix(static_cast<std::size_t>(end - rest.begin()));
  }
  return tone;
}

}  // namespace loci::note
