#include "prompt/preference_items.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "guard/fence.h"

namespace loci::prompt {
namespace {

using memory::Preference;
using memory::PreferenceLine;
using memory::Standing;

// More of one note is not essential: the note can be read.
constexpr std::size_t kItemLines = 12;
constexpr std::size_t kItemBytes = 800;

std::string as_shown(std::string_view text) { return guard::escape_fence(printable(text, true)); }

// "- x" as "x", where it is the only line.
std::string_view without_bullet(std::string_view line) {
  line = trim(line);
  if (line.starts_with("- ") || line.starts_with("* ")) return trim(line.substr(2));
  return line;
}

struct Essence {
  std::string text;      // "" when the note has no such line
  std::size_t said = 0;  // so many of its lines
};

// The lines for which `belongs` is true, below the headings they stand under.
template <typename Belongs>
class EssenceOf {
 public:
  EssenceOf(const Preference& note, Belongs belongs) : note_(note), belongs_(belongs) {}

  Essence take() {
    for (const PreferenceLine& line : note_.lines) {
      if (line.heading > 0) {
        enter(line);
      } else if (belongs_(line) && !add(line.text)) {
        break;
      }
    }
    if (lines_.empty()) return {};
    if (cut_) lines_.emplace_back("(more: read the note)");
    return {text(), said_};
  }

 private:
  struct Heading {
    int level;
    std::string text;
    bool shown;
  };

  void enter(const PreferenceLine& line) {
    while (!headings_.empty() && headings_.back().level >= line.heading) headings_.pop_back();
    const std::string_view words =
        trim(std::string_view(line.text).substr(static_cast<std::size_t>(line.heading)));
    headings_.push_back({line.heading, fmt::format("{}:", words), false});
  }

  // False when there is no room for it: a line is shown whole or not at all.
  bool add(const std::string& line) {
    std::size_t more = line.size();
    for (const Heading& heading : headings_) more += heading.shown ? 0 : heading.text.size();
    if (said_ >= kItemLines || bytes_ + more > kItemBytes) {
      cut_ = true;
      if (lines_.empty()) lines_.emplace_back("");
      return false;
    }
    for (Heading& heading : headings_) {
      if (!std::exchange(heading.shown, true)) lines_.push_back(heading.text);
    }
    bytes_ += more;
    ++said_;
    lines_.push_back(line);
    return true;
  }

  [[nodiscard]] std::string text() const {
    const std::string title = note_.name.empty() ? "" : as_shown(note_.name) + ":";
    std::vector<std::string> lines;
    for (const std::string& line : lines_) {
      if (!line.empty()) lines.push_back(line);
    }
    if (lines.size() == 1) {
      return fmt::format("- {}{}{}\n", title, title.empty() ? "" : " ",
                         as_shown(without_bullet(lines.front())));
    }
    std::string all = fmt::format("- {}\n", title.empty() ? "Of a note without a title:" : title);
    for (const std::string& line : lines) all += fmt::format("  {}\n", as_shown(line));
    return all;
  }

  const Preference& note_;
  Belongs belongs_;
  std::vector<Heading> headings_;
  std::vector<std::string> lines_;
  std::size_t said_ = 0;
  std::size_t bytes_ = 0;
  bool cut_ = false;
};

}  // namespace

void add_items(PreferenceItems& all, const Preference& note, bool trust_agents) {
  const auto is_wanted = [&](const PreferenceLine& line) {
    return line.standing == Standing::Confirmed ||
           (trust_agents && line.standing == Standing::Noted);
  };
  const auto is_noted = [&](const PreferenceLine& line) {
    return !trust_agents && line.standing == Standing::Noted;
  };
  const auto lines = static_cast<std::size_t>(
      std::count_if(note.lines.begin(), note.lines.end(),
                    [](const PreferenceLine& line) { return line.heading == 0; }));
  if (Essence item = EssenceOf(note, is_wanted).take(); !item.text.empty()) {
    all.items.wanted.push_back(std::move(item.text));
    all.wanted.push_back({note.place, note.file, item.said, lines});
  }
  if (Essence item = EssenceOf(note, is_noted).take(); !item.text.empty()) {
    all.items.noted.push_back(std::move(item.text));
    all.noted.push_back({note.place, note.file, item.said, lines});
  }
}

PreferenceItems preference_items(const std::vector<Preference>& notes, bool trust_agents) {
  PreferenceItems all;
  for (const Preference& note : notes) {
    const bool waits =
        std::any_of(note.lines.begin(), note.lines.end(), [&](const PreferenceLine& line) {
          return line.standing == Standing::Imported ||
                 (line.standing == Standing::Noted && !trust_agents);
        });
    if (waits) ++all.items.waiting;
    add_items(all, note, trust_agents);
  }
  return all;
}

}  // namespace loci::prompt
