// Notes as tools and people write them, at random: valid ones, with keys of their
// own, without frontmatter, broken.

#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <vector>

namespace loci::support {

class RandomNotes {
 public:
  explicit RandomNotes(unsigned seed) : random_(seed) {}

  std::string note() {
    std::string text;
    if (chance(80)) {
      text = "---" + ending();
      for (std::size_t i = below(6); i > 0; --i) text += pick(kFields) + ending();
      if (chance(90)) text += "---" + ending();
      if (chance(70)) text += ending();
    }
    for (std::size_t i = below(5); i > 0; --i) text += pick(kLines) + (chance(95) ? ending() : "");
    return text;
  }

  std::size_t below(std::size_t end) { return random_() % end; }
  bool chance(std::size_t percent) { return below(100) < percent; }

 private:
  std::string ending() { return chance(10) ? "\r\n" : "\n"; }
  std::string pick(const std::vector<std::string>& from) { return from[below(from.size())]; }

  const std::vector<std::string> kFields{"name: A name",
                                         "name: \"quoted: #1\"",
                                         "description: 'it''s'",
                                         "type: user",
                                         "type: note",
                                         "type: [a]",
                                         "tags: [x, \"y z\"]",
                                         "tags: a, b",
                                         "metadata:\n  type: feedback\n  k: {a: [1, ~]}",
                                         "metadata: none",
                                         "title: Überschrift",
                                         "permalink: a/b",
                                         "created: 2025-01-10T14:30:00Z",
                                         "version: 1.10",
                                         "big: 1e400",
                                         "list:\n  - 1\n  - {a: b}",
                                         "# only a comment",
                                         "agent: dev",
                                         "agent_name: x",
                                         "broken: \"",
                                         "? complex",
                                         "description: |\n  two\n  lines",
                                         "~: null"};
  const std::vector<std::string> kLines{
      "",          "# Heading", "- item [[link]]",    "text with 日本語",
      "---",       "\ttab",     "- [A](a.md) - hook", "```",
      "<!-- x -->"};
  std::mt19937 random_;
};

}  // namespace loci::support
