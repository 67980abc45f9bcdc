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

struct TestQuery {
  std::string text;
  std::map<std::uint32_t, int> grades = {};  // note → more than 0
  // Where single sections are wanted: note and line, instead of `grades`.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> sections = {};
  bool held_out = false;  // no setting is chosen by it
};

// Notes that are searched together.
struct TestMemory {
  std::vector<TestNote> notes;
  std::vector<TestQuery> queries;  // those with an answer that exists
};

struct TestSet {
  std::string name;
  bool by_section = false;  // what is wanted are sections, else notes
  std::vector<TestMemory> memories;
};

// LoCoMo three times: turns as sections of dated sessions, the sessions, and a note for each
// turn. Every second conversation is held out.
[[nodiscard]] std::vector<TestSet> load_locomo(const std::string& path);
[[nodiscard]] TestSet load_cranfield(const std::string& directory);
// A directory with corpus.jsonl.gz, queries.jsonl.gz and qrels.tsv.gz. Of these and of Cranfield
// every second query is held out.
[[nodiscard]] TestSet load_retrieval(const std::string& directory);

}  // namespace loci::bench
