// Public collections with known answers, as notes.

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace loci::bench {

struct TestNote {
  std::string key;
  std::string text;
};

struct Question {
  std::string text;
  int category = 0;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> evidence;  // note, line of the section
};

// Each session a dated note, each turn a section.
struct Conversation {
  std::vector<TestNote> notes;
  std::vector<Question> questions;  // those with evidence that exists
};
[[nodiscard]] std::vector<Conversation> load_locomo(const std::string& path);

struct Judged {
  std::string text;
  std::map<std::uint32_t, int> grades;  // note → more than 0
};
// Each abstract a note.
struct Collection {
  std::vector<TestNote> notes;
  std::vector<Judged> queries;
};
[[nodiscard]] Collection load_cranfield(const std::string& directory);

}  // namespace loci::bench
