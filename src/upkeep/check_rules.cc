#include "upkeep/check_rules.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace loci::upkeep {
namespace {

constexpr std::array kCheckRules{
    CheckRule{"malformed", Severity::Error, "a note is malformed", false},
    CheckRule{"duplicate-key", Severity::Error, "a frontmatter key occurs twice", false},
    CheckRule{"refused", Severity::Error, "a memory directory is a link or cannot be opened",
              false},
    CheckRule{"file-name", Severity::Error, "a file has a name that no command accepts", false},
    CheckRule{"name-collision", Severity::Error, "two names differ only in case or form", false},
    CheckRule{"agent-copies-differ", Severity::Error,
              "an agent has two notes of the same name with different texts", false},
    CheckRule{"index-missing", Severity::Error, "a note has no line in the index", true},
    CheckRule{"index-dangling", Severity::Error, "an index line points to no note", true},
    CheckRule{"index-doubled", Severity::Error, "a note has several lines in the index", true},
    CheckRule{"index-behind", Severity::Error, "an index line written by loci is out of date",
              true},
    CheckRule{"secret", Severity::Error,
              "a note contains a key, a token or a password; only a warning if it is not shared",
              false},
    CheckRule{"merge-conflict", Severity::Error, "a file contains conflict markers from git", true},
    CheckRule{"unmerged", Severity::Error, "a note has two versions that could not be merged",
              false},
    CheckRule{"git-waits", Severity::Error,
              "one side of a merge deleted a note that the other changed", false},
    CheckRule{"hidden-characters", Severity::Warning, "a note contains invisible characters",
              false},
    CheckRule{"injection-phrase", Severity::Warning,
              "a note gives orders to the model that reads it", false},
    CheckRule{"transcript", Severity::Warning, "a note contains a raw conversation", false},
    CheckRule{"hook-outdated", Severity::Warning,
              "an index line was written by hand before the note's description changed", false},
    CheckRule{"broken-link", Severity::Warning, "a link points to no note", false},
    CheckRule{"citation-missing", Severity::Warning, "a note cites something that does not exist",
              false},
    CheckRule{"citation-stale", Severity::Warning,
              "a note cites something that was renamed, shortened or removed", false},
    CheckRule{"description-missing", Severity::Warning, "a note has no description", false},
    CheckRule{"description-vague", Severity::Warning,
              "a description does not say what the note is about", false},
    CheckRule{"description-outgrown", Severity::Warning,
              "a description written by loci is no longer a sentence of the note", false},
    CheckRule{"index-long", Severity::Warning, "an index is longer than a prompt shows", false},
    CheckRule{"expired", Severity::Warning, "a note is past the date in metadata.expires", false},
    CheckRule{"review-due", Severity::Warning, "a note has reached the date in metadata.review_by",
              false},
    CheckRule{"supersedes-nothing", Severity::Warning,
              "metadata.supersedes names a note that does not exist", false},
    CheckRule{"trigger-broken", Severity::Warning,
              "metadata.triggers has an invalid trigger, so the note is not recalled by it", false},
    CheckRule{"trigger-everything", Severity::Warning,
              "a trigger in metadata.triggers matches everything", false},
    CheckRule{"near-duplicate", Severity::Warning, "two notes say the same", false},
    CheckRule{"relative-date", Severity::Warning, "a date is relative to when it was written",
              false},
    CheckRule{"agent-name", Severity::Warning,
              "the name of an agent's note is not made of lower-case letters, digits and hyphens",
              false},
    CheckRule{"nested-file", Severity::Warning, "a note is in a subdirectory of the scope", false},
    CheckRule{"no-file", Severity::Warning, "a link, a pipe or the like has the name of a note",
              false},
    CheckRule{"index-case", Severity::Warning, "a file is named like MEMORY.md in different case",
              false},
};

}  // namespace

std::span<const CheckRule> check_rules() { return kCheckRules; }

const CheckRule* find_check_rule(std::string_view id) {
  const auto* const found =
      std::find_if(kCheckRules.begin(), kCheckRules.end(),
                   [&](const CheckRule& candidate) { return candidate.id == id; });
  return found == kCheckRules.end() ? nullptr : found;
}

const CheckRule& check_rule(std::string_view id) {
  const CheckRule* const found = find_check_rule(id);
  assert(found != nullptr);
  return *found;
}

}  // namespace loci::upkeep
