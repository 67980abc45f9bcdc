#include "prompt/compaction.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "memory/targets.h"

namespace loci::prompt {

using memory::ChangeReply;
using memory::daily_add;
using memory::Memory;

namespace {

constexpr std::size_t kHeadLines = 2;
constexpr std::size_t kOpenLines = 8;

// "### 14:05 — heading" begins an entry of a log; the heading, or nothing.
std::optional<std::string_view> entry_heading(std::string_view line) {
  constexpr std::string_view kMarks = "### ";
  constexpr std::string_view kDash = " — ";
  constexpr std::size_t kClock = 5;
  if (!line.starts_with(kMarks) || line.size() < kMarks.size() + kClock) return std::nullopt;
  if (line[kMarks.size() + 2] != ':') return std::nullopt;
  line.remove_prefix(kMarks.size() + kClock);
  if (!line.starts_with(kDash)) return std::nullopt;
  return trim(line.substr(kDash.size()));
}

// A title within a summary: "## Pending Tasks", "7. Pending Tasks:", "**Next steps**".
bool is_title(std::string_view line) {
  return line.starts_with('#') || line.starts_with("**") || line.ends_with(':');
}

bool names_open_ends(std::string_view title) {
  static constexpr std::array<std::string_view, 7> kWords{
      "pending", "next step", "todo", "to do", "open ", "remaining", "current work"};
  const std::string lower = ascii_lower(title);
  return std::any_of(kWords.begin(), kWords.end(),
                     [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

std::string gist(std::string_view heading, std::string_view summary) {
  std::string text = fmt::format("### {}\n", heading);
  std::size_t head = 0;
  std::size_t open = 0;
  bool in_open = false;
  for (const std::string_view whole : split_lines(summary)) {
    const std::string_view line = trim(without_ending(whole));
    if (line.empty()) continue;
    if (is_title(line)) in_open = names_open_ends(line);
    const bool unticked = line.starts_with("- [ ]") || line.starts_with("* [ ]");
    if ((in_open || unticked) && open < kOpenLines) {
      text.append(line).append("\n");
      ++open;
    } else if (head < kHeadLines && !is_title(line)) {
      text.append(line).append("\n");
      ++head;
    }
  }
  return text;
}

}  // namespace

DayWithSummaries without_summaries(std::string_view day) {
  DayWithSummaries result;
  std::string heading;  // of the summary we are in, or ""
  std::string summary;
  const auto end_summary = [&] {
    if (!heading.empty()) result.summaries.insert(result.summaries.begin(), gist(heading, summary));
    heading.clear();
    summary.clear();
  };
  for (const std::string_view line : split_lines(day)) {
    if (const auto title = entry_heading(without_ending(line))) {
      end_summary();
      if (title->starts_with(memory::kSummaryHeading)) {
        heading = std::string(trim(line.substr(4)));
        continue;
      }
    }
    (heading.empty() ? result.log : summary).append(line);
  }
  end_summary();
  return result;
}

std::string compaction_heading(std::optional<std::size_t> messages) {
  if (!messages) return std::string(memory::kSummaryHeading);
  return fmt::format("{} ({} msgs)", memory::kSummaryHeading, *messages);
}

std::string_view without_thoughts(std::string_view summary) {
  constexpr std::string_view kThink = "<analysis>";
  constexpr std::string_view kThought = "</analysis>";
  constexpr std::string_view kOpen = "<summary>";
  constexpr std::string_view kClose = "</summary>";
  std::string_view text = trim(summary);
  if (text.starts_with(kThink)) {
    const std::size_t end = text.find(kThought);
    if (end != std::string_view::npos) text = trim(text.substr(end + kThought.size()));
  }
  if (text.starts_with(kOpen) && text.ends_with(kClose)) {
    text = trim(text.substr(kOpen.size(), text.size() - kOpen.size() - kClose.size()));
  }
  return text.empty() ? trim(summary) : text;
}

Result<ChangeReply> flush_compaction_summary(Memory& memory, std::string_view summary,
                                             std::optional<std::size_t> messages, bool dry_run) {
  return daily_add(memory, compaction_heading(messages), without_thoughts(summary), dry_run);
}

}  // namespace loci::prompt
