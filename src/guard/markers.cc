#include "guard/markers.h"

#include <algorithm>

#include "guard/classes.h"
#include "guard/sayings.h"
#include "guard/turns.h"

namespace loci::guard {
namespace {

constexpr std::size_t kTemplate = rule_row("chat-template");

constexpr std::size_t kHiddenOrder = rule_row("injection");

// Whom a comment speaks to, and what it then says where it is no remark on the text.
constexpr std::array<std::string_view, 12> kCommentNames{
    "assistant",    "ai",     "llm",   "llms",   "agent",   "ai agent",
    "ai assistant", "system", "model", "claude", "chatgpt", "copilot"};
constexpr std::array<std::string_view, 12> kHiddenOrders{"ignore the user",
                                                         "ignore all",
                                                         "not mention this",
                                                         "not tell the user",
                                                         "n't tell the user",
                                                         "n't mention this",
                                                         "backdoor",
                                                         "silently",
                                                         "secretly",
                                                         "without telling",
                                                         "| sh",
                                                         "exfiltrate"};

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
  filter.next[byte_of('!')] |= 1;  // "<!--"
  filter.third[byte_of('-')] |= 1;
  return filter;
}();

class MarkerFinder final : public Matcher {
 public:
  MarkerFinder(std::string_view text, Findings& findings)
      : text_(text), lines_(text), findings_(findings) {}

  [[nodiscard]] const Filter& filter() const override { return kMarkerFilter; }

  void look(std::size_t at) override {
    if (text_[at + 1] == '|') return special(at);
    if (text_[at + 1] == '!') return comment(at);
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

  // "<!-- assistant: do not tell the user …": said to a model where nobody who reads sees it.
  void comment(std::size_t at) {
    constexpr std::size_t kLongest = 240;
    if (at < comment_until_ || !text_.substr(at).starts_with("<!--")) return;
    const std::string_view inside = text_.substr(at + 4, kLongest);
    comment_until_ = at + 4 + std::min(inside.find("-->"), inside.size());
    std::string said;
    for (const char c : inside.substr(0, inside.find("-->"))) said += to_lower(c);
    const std::size_t name = said.find_first_not_of(" \n");
    if (name == std::string::npos) return;
    const std::string_view words = std::string_view(said).substr(name);
    const bool addressed =
        std::any_of(kCommentNames.begin(), kCommentNames.end(), [&](std::string_view one) {
          return words.starts_with(one) && words.size() > one.size() &&
                 std::string_view(":,").find(words[one.size()]) != std::string_view::npos;
        });
    if (addressed &&
        std::any_of(kHiddenOrders.begin(), kHiddenOrders.end(),
                    [&](std::string_view one) { return words.find(one) != words.npos; })) {
      findings_.add(kHiddenOrder, lines_.at(at), words);
    }
  }

  std::string_view text_;
  Lines lines_;
  Findings& findings_;
  std::size_t comment_until_ = 0;  // read so far
};

}  // namespace

std::unique_ptr<Matcher> marker_matcher(std::string_view text, Findings& findings) {
  return std::make_unique<MarkerFinder>(text, findings);
}

}  // namespace loci::guard
