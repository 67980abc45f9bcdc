#include "note/unmerged.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/hash.h"
#include "base/limits.h"
#include "base/text.h"
#include "note/slug.h"
#include "note/split.h"

namespace loci::note {
namespace {

constexpr std::size_t kDigits = 8;
constexpr std::string_view kHeading = "# Unmerged: version ";
constexpr std::string_view kHeadingEnd = " of this note";
constexpr std::string_view kAbove =
    "Two edits of this note could not be merged. Above stands version ";
constexpr std::string_view kBelow = ", below version ";
constexpr std::string_view kWayOut = ". `loci resolve` settles it.";
constexpr std::string_view kHalf = "Unmerged: this is version ";
constexpr std::string_view kNamed = " of this note; the other version is [[";
constexpr std::string_view kOther = " of [[";
constexpr std::string_view kHalfEnd = "]]. `loci resolve` settles it.";
constexpr std::string_view kFence = "yaml";

bool is_hex(std::string_view digits) {
  return digits.size() == kDigits && std::all_of(digits.begin(), digits.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

// The 8 digits that stand between two texts on a line, or "".
std::string_view digits_between(std::string_view line, std::string_view before,
                                std::string_view after) {
  const std::size_t begin = line.find(before);
  if (begin == std::string_view::npos) return {};
  line.remove_prefix(begin + before.size());
  const std::string_view digits = line.substr(0, kDigits);
  return is_hex(digits) && line.substr(kDigits).starts_with(after) ? digits : std::string_view();
}

bool comes_first(std::string_view a, std::string_view b) {
  const std::string of_a = sha256(a);
  const std::string of_b = sha256(b);
  return of_a < of_b || (of_a == of_b && a <= b);
}

std::string ended(std::string_view text) {
  std::string result(text);
  if (!result.empty() && !result.ends_with('\n')) result += line_ending(text);
  return result;
}

// More backticks than the text has in a row.
std::string fence_for(std::string_view text) {
  std::size_t longest = 2;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return std::string(longest + 1, '`');
}

// The text whose hash the name stands for: as it is, or without the line ending that joining
// put behind it. Marked as edited where neither is.
Version version_called(std::string_view name, std::string_view text) {
  Version version{std::string(name), std::string(text), false};
  if (version_name(text) == name) return version;
  for (const std::string_view ending : {"\r\n", "\n"}) {
    if (!text.ends_with(ending)) continue;
    const std::string_view shorter = text.substr(0, text.size() - ending.size());
    if (version_name(shorter) != name) continue;
    version.text = shorter;
    return version;
  }
  version.edited = true;
  return version;
}

// The second text below its heading: frontmatter in a fence, then the body.
std::string second_text(std::string_view below) {
  const std::string_view fence_line = line_at(below, 0);
  const std::string_view opening = without_ending(fence_line);
  const std::size_t ticks = std::min(opening.find_first_not_of('`'), opening.size());
  if (ticks < 3 || opening.substr(ticks) != kFence) return std::string(below);
  const std::string_view fence = opening.substr(0, ticks);
  std::size_t at = fence_line.size();
  while (at < below.size()) {
    const std::string_view line = line_at(below, at);
    if (without_ending(line) == fence) {
      const std::string_view head = below.substr(fence_line.size(), at - fence_line.size());
      at += line.size();
      const std::string_view blank = line_at(below, at);
      if (without_ending(blank).empty()) at += blank.size();
      return std::string(head).append(below.substr(at));
    }
    at += line.size();
  }
  return std::string(below);
}

}  // namespace

std::string version_name(std::string_view text) { return sha256(text).substr(0, kDigits); }

std::string in_one_file(std::string_view a, std::string_view b) {
  const bool a_first = comes_first(a, b);
  const std::string_view first = a_first ? a : b;
  const std::string_view second = a_first ? b : a;
  const std::string_view feed = line_ending(first);
  std::string text = ended(first);
  text +=
      fmt::format("{0}{1}{2}{3}{0}{0}{4}{5}{6}{2}{7}{0}{0}", feed, kHeading, version_name(second),
                  kHeadingEnd, kAbove, version_name(first), kBelow, kWayOut);
  const Split split = split_note(second);
  if (split.closed) {
    const std::string head = ended(second.substr(0, split.body_begin));
    const std::string fence = fence_for(head);
    text += fmt::format("{}{}{}{}{}{}{}", fence, kFence, feed, head, fence, feed, feed);
    text += ended(second.substr(split.body_begin));
  } else {
    text += ended(second);
  }
  return text;
}

std::optional<TwoVersions> versions_in(std::string_view text) {
  if (text.find(kAbove) == std::string_view::npos) return std::nullopt;
  std::optional<TwoVersions> found;
  const std::vector<std::string_view> lines = split_lines(text);
  std::size_t at = 0;
  for (std::size_t i = 0; i + 2 < lines.size(); at += lines[i].size(), ++i) {
    const std::string_view heading = without_ending(lines[i]);
    if (!heading.starts_with(kHeading) || !heading.ends_with(kHeadingEnd)) continue;
    const std::string_view second = digits_between(heading, kHeading, kHeadingEnd);
    const std::string_view words = lines[i + 2];
    const std::string_view first = digits_between(words, kAbove, kBelow);
    if (second.empty() || first.empty() || digits_between(words, kBelow, kWayOut) != second) {
      continue;
    }
    // Without the blank line above the heading.
    std::string_view above = text.substr(0, at);
    if (i > 0 && without_ending(lines[i - 1]).empty()) above.remove_suffix(lines[i - 1].size());
    std::size_t below = at + lines[i].size() + lines[i + 1].size() + lines[i + 2].size();
    if (i + 3 < lines.size() && without_ending(lines[i + 3]).empty()) below += lines[i + 3].size();
    TwoVersions two{version_called(first, above), version_called(second, text.substr(below)),
                    i + 1};
    if (two.second.edited) two.second = version_called(second, second_text(text.substr(below)));
    // A version may itself hold such a heading: the one whose hashes are right counts.
    const auto right = [](const TwoVersions& one) {
      return (one.first.edited ? 0 : 1) + (one.second.edited ? 0 : 1);
    };
    if (!found || right(two) > right(*found)) found = std::move(two);
    if (right(*found) == 2) break;
  }
  return found;
}

bool holds_version(std::string_view file, std::string_view text) {
  const auto two = versions_in(file);
  return two && (two->first.text == text || two->second.text == text);
}

Pair as_pair(std::string_view file, std::string_view a, std::string_view b) {
  const bool a_first = comes_first(a, b);
  const std::string_view first = a_first ? a : b;
  const std::string_view second = a_first ? b : a;
  const std::string digits = version_name(second);
  const std::string_view base =
      cut_bytes(stem(file), kFileNameBytes - kDigits - std::string_view("-.md").size());
  Pair pair{std::string(file), {}, fmt::format("{}-{}.md", base, digits), {}};
  const std::string other_stem = fmt::format("{}-{}", base, digits);
  pair.text = fmt::format("{0}{1}{2}{3}{4}{5}{6}{1}", ended(first), line_ending(first), kHalf,
                          version_name(first), kNamed, other_stem, kHalfEnd);
  pair.other_text = fmt::format("{0}{1}{2}{3}{4}{5}{6}{1}", ended(second), line_ending(second),
                                kHalf, digits, kOther, stem(file), kHalfEnd);
  return pair;
}

std::optional<HalfOfPair> half_of_pair(std::string_view text) {
  if (text.find(kHalf) == std::string_view::npos) return std::nullopt;
  const std::vector<std::string_view> lines = split_lines(text);
  if (lines.empty()) return std::nullopt;
  std::size_t at = text.size();
  for (std::size_t i = lines.size(); i > 0; --i) {
    const std::string_view line = without_ending(lines[i - 1]);
    at -= lines[i - 1].size();
    if (trim(line).empty()) continue;
    if (!line.starts_with(kHalf) || !line.ends_with(kHalfEnd)) return std::nullopt;
    const std::string_view digits = line.substr(kHalf.size()).substr(0, kDigits);
    std::string_view rest = line.substr(std::min(line.size(), kHalf.size() + kDigits));
    const bool named = rest.starts_with(kNamed);
    if (!is_hex(digits) || (!named && !rest.starts_with(kOther))) return std::nullopt;
    rest.remove_prefix(named ? kNamed.size() : kOther.size());
    if (!rest.ends_with(kHalfEnd)) return std::nullopt;
    rest.remove_suffix(kHalfEnd.size());
    std::string_view own = text.substr(0, at);
    if (i > 1 && without_ending(lines[i - 2]).empty()) own.remove_suffix(lines[i - 2].size());
    return HalfOfPair{version_called(digits, own), fmt::format("{}.md", rest), named, i};
  }
  return std::nullopt;
}

bool is_half_of(std::string_view note, std::string_view text) {
  const auto half = half_of_pair(note);
  if (!half || !half->named) return false;
  const std::string name = version_name(text);
  return half->version.name == name || half->other.ends_with(fmt::format("-{}.md", name));
}

}  // namespace loci::note
