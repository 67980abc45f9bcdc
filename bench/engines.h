// The engines loci's search is measured beside: SQLite FTS5 and Xapian, fed the
// same analysed words, section by section, and asked for the same.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "search/part.h"
#include "search/query.h"
#include "search/words.h"

namespace loci::bench {

using Words = std::vector<std::string>;

// Stems of the words of a text, without stop words: what every engine is given.
class Analyser {
 public:
  [[nodiscard]] Words words(std::string_view text);
  // Of a catalogued section, all its fields.
  [[nodiscard]] Words words(const search::Segment& segment, std::uint32_t section);
  // Of a query's clauses.
  [[nodiscard]] Words words(const search::Query& query);
};

// Rows are numbered from 0 as they are added.
class Engine {
 public:
  virtual ~Engine() = default;
  virtual void begin() = 0;
  virtual void add(const Words& words) = 0;
  // A text to be analysed by the engine itself, where it can.
  virtual void add_text(const std::string& text) = 0;
  virtual void finish() = 0;  // and optimise
  // Rows, best first.
  [[nodiscard]] virtual std::vector<std::uint32_t> search(const Words& words, int limit) = 0;
  [[nodiscard]] virtual std::uint64_t bytes() const = 0;  // on disk
  // The words of one row become others.
  virtual void replace(std::uint32_t row, const Words& old, const Words& words) = 0;
};

// An empty path is a database in memory.
[[nodiscard]] std::unique_ptr<Engine> make_fts5(const std::string& path,
                                                const std::string& tokenizer = "ascii");
[[nodiscard]] std::unique_ptr<Engine> make_xapian(const std::string& path);

}  // namespace loci::bench
