#include "guard/markers.h"

#include <algorithm>

#include "guard/classes.h"
#include "guard/phrases.h"
#include "guard/turns.h"

namespace loci::guard {
namespace {

constexpr std::size_t kTemplate = rule_row("chat-template");

constexpr Filter kMarkerFilter = [] {
  Filter filter;
  filter.width = 1;
  let(filter.before, 1, any_byte);
  let(filter.third, 1, is_lower);  // "<|im_sep|>"
  for (const std::string_view marker : kTurnMarkers) {
    filter.here[byte_of(marker[0])] |= 1;
    filter.next[byte_of(marker[1])] |= 1;
    filter.third[byte_of(marker[2])] |= 1;
  }
  return filter;
}();

class MarkerFinder final : public Matcher {
 public:
  MarkerFinder(std::string_view text, Findings& findings)
      : text_(text), lines_(text), findings_(findings) {}

  [[nodiscard]] const Filter& filter() const override { return kMarkerFilter; }

  void look(std::size_t at) override {
    if (text_[at + 1] == '|') return special(at);
    const auto* const marker =
        std::find_if(kTurnMarkers.begin(), kTurnMarkers.end(),
                     [&](std::string_view one) { return text_.substr(at).starts_with(one); });
    if (marker == kTurnMarkers.end()) return;
    // "<system>Linux</system>" tells nobody anything.
    if (*marker == "<system>" && !is_spoken_to(text_.substr(at + marker->size()))) return;
    findings_.add(kTemplate, lines_.at(at), *marker);
  }

 private:
  // "<|im_sep|>" and the like: a name between bars.
  void special(std::size_t at) {
    constexpr std::size_t kLongest = 28;
    const std::string_view inside = text_.substr(at + 2, kLongest);
    const std::size_t end = inside.find("|>");
    if (end == std::string_view::npos || end < 2) return;
    const std::string_view name = inside.substr(0, end);
    if (std::all_of(name.begin(), name.end(), [](char c) { return is_lower(c) || c == '_'; })) {
      findings_.add(kTemplate, lines_.at(at), name);
    }
  }
  std::string_view text_;
  Lines lines_;
  Findings& findings_;
};

}  // namespace

std::unique_ptr<Matcher> marker_matcher(std::string_view text, Findings& findings) {
  return std::make_unique<MarkerFinder>(text, findings);
}

}  // namespace loci::guard
