#include "upkeep/check_rules.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace loci::upkeep {
namespace {

constexpr std::array kCheckRules{
    CheckRule{"malformed", Severity::Error, "a note breaks a rule of its form", false},
    CheckRule{"duplicate-key", Severity::Error, "a frontmatter key stands twice", false},
    CheckRule{"refused", Severity::Error, "a memory directory is a link or cannot be opened",
              false},
    CheckRule{"file-name", Severity::Error, "a file has a name no command accepts", false},
    CheckRule{"name-collision", Severity::Error, "two names are equal but for case or form", false},
    CheckRule{"agent-copies-differ", Severity::Error,
              "an agent has two notes of one name with different text", false},
    CheckRule{"index-missing", Severity::Error, "a note has no line in the index", true},
    CheckRule{"index-dangling", Severity::Error, "an index line leads to no note", true},
    CheckRule{"index-doubled", Severity::Error, "a note has several lines in the index", true},
    CheckRule{"index-behind", Severity::Error,
              "an index line that loci made says what its note said earlier", true},
    CheckRule{"secret", Severity::Error,
              "a note holds a key, a token or a password; a warning where it is not shared", false},
    CheckRule{"merge-conflict", Severity::Error,
              "a file holds both sides of a merge conflict of git", true},
    CheckRule{"unmerged", Severity::Error, "a note has two versions that could not be merged",
              false},
    CheckRule{"git-waits", Severity::Error,
              "one side of a merge deleted a note that the other changed", false},
    CheckRule{"hidden-characters", Severity::Warning,
              "a note holds characters that a person does not see", false},
    CheckRule{"injection-phrase", Severity::Warning,
              "a note gives orders to the model that reads it", false},
    CheckRule{"transcript", Severity::Warning, "a note holds a conversation as it was", false},
    CheckRule{"hook-outdated", Severity::Warning,
              "a hook was written by hand before the note's description changed", false},
    CheckRule{"broken-link", Severity::Warning, "a link leads to no note", false},
    CheckRule{"citation-missing", Severity::Warning, "a note cites what is not there", false},
    CheckRule{"citation-stale", Severity::Warning,
              "a note cites what was renamed, shortened or removed", false},
    CheckRule{"description-missing", Severity::Warning, "a note has no description", false},
    CheckRule{"description-vague", Severity::Warning,
              "a description does not say what the note is about", false},
    CheckRule{"description-outgrown", Severity::Warning,
              "a description that loci made is no longer a sentence of the note", false},
    CheckRule{"index-long", Severity::Warning, "an index is longer than a prompt shows", false},
    CheckRule{"expired", Severity::Warning, "a note is past the date in metadata.expires", false},
    CheckRule{"review-due", Severity::Warning, "a note has reached the date in metadata.review_by",
              false},
    CheckRule{"supersedes-nothing", Severity::Warning,
              "metadata.supersedes names a note that is not there", false},
    CheckRule{"trigger-broken", Severity::Warning,
              "metadata.triggers has what is no trigger, so the note is not heard", false},
    CheckRule{"trigger-everything", Severity::Warning,
              "a trigger in metadata.triggers means everything", false},
    CheckRule{"near-duplicate", Severity::Warning, "two notes say the same", false},
    CheckRule{"relative-date", Severity::Warning, "a date is relative to when it was written",
              false},
    CheckRule{"agent-name", Severity::Warning,
              "an agent note's name is not of lower-case letters, digits and hyphens", false},
    CheckRule{"nested-file", Severity::Warning, "a note lies in a directory below the scope",
              false},
    CheckRule{"no-file", Severity::Warning, "a link, a pipe or the like is named as a note", false},
    CheckRule{"index-case", Severity::Warning, "a file is called MEMORY.md in another case", false},
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
