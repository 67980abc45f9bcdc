#include "sync/text.h"

#include <fmt/format.h>

#include "base/hash.h"
#include "base/text.h"

namespace loci::sync::world {
namespace {

constexpr std::string_view kHeading = "### ";
constexpr std::string_view kByHand = "by hand ";

std::string clock_time(std::uint64_t minute) {
  return fmt::format("{:02}:{:02}", minute / 60 % 24, minute % 60);
}

}  // namespace

Text::Text(std::string bytes) {
  auto said = std::make_shared<Said>();
  said->hash = sha256(bytes).substr(0, 16);
  for (const auto row : split_lines(bytes)) {
    const auto line = without_ending(row);
    if (line.starts_with('w')) said->lines.emplace(line);
    const bool is_sign = line.starts_with('w') || line.starts_with("Unmerged: ") ||
                         line.find(kByHand) != std::string_view::npos;
    if (is_sign) said->signs.emplace(line);
  }
  said->bytes = std::move(bytes);
  said_ = std::move(said);
}

Text Text::fresh(const std::string& field, const std::string& line) {
  std::string bytes = "---\nname: Note\ntype: project\nfield: " + field +
                      "\nmetadata:\n  modified: 2026-11-15T00:00:00Z\n---\n\n";
  for (std::uint64_t i = 0; i < kSections; ++i) {
    bytes += fmt::format("Before part {0}.\nPart {0}:\n", i);
  }
  return Text(bytes + "The end.\n").with_line(0, line);
}

Text Text::day() { return Text("# A day\n"); }

Text Text::with_line(std::uint64_t section, const std::string& line) const {
  const auto heading = fmt::format("\nPart {}:\n", section % kSections);
  auto bytes = this->bytes();
  const auto at = bytes.find(heading);
  bytes.insert(at == std::string::npos ? bytes.size() : at + heading.size(), line + "\n");
  return Text(std::move(bytes));
}

Text Text::without_line(const std::string& line) const {
  auto bytes = this->bytes();
  const auto at = bytes.find("\n" + line + "\n");
  if (at != std::string::npos) bytes.erase(at, line.size() + 1);
  return Text(std::move(bytes));
}

Text Text::with_field(const std::string& field) const {
  auto bytes = this->bytes();
  const auto at = bytes.find("\nfield: ");
  if (at == std::string::npos) return *this;
  bytes.replace(at + 8, bytes.find('\n', at + 1) - at - 8, field);
  return Text(std::move(bytes));
}

Text Text::modified(std::uint64_t minute) const {
  constexpr std::string_view kKey = "\n  modified: ";
  auto bytes = this->bytes();
  const auto at = bytes.find(kKey);
  if (at == std::string::npos) return *this;
  const auto value = at + kKey.size();
  const auto date = fmt::format("2026-{:02}-{:02}T{}:00Z", 1 + minute / 40'320 % 12,
                                1 + minute / 1'440 % 28, clock_time(minute));
  bytes.replace(value, bytes.find('\n', value) - value, date);
  return Text(std::move(bytes));
}

Text Text::with_entry(std::uint64_t minute, const std::string& line) const {
  const auto time = clock_time(minute);
  std::string before;
  std::string after;
  for (const auto row : split_lines(bytes())) {
    const bool later = row.starts_with(kHeading) && row.substr(kHeading.size(), 5) > time;
    (later || !after.empty() ? after : before) += row;
  }
  return Text(fmt::format("{}{}{} — log\n{}\n{}", before, kHeading, time, line, after));
}

}  // namespace loci::sync::world
