// Makes the bytes of a segment from notes, or from files of other segments.
//
// Works in memory: about ten bytes a word, and the texts. Give it no more than
// full() allows.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "search/embedder.h"
#include "search/impact.h"
#include "search/interner.h"
#include "search/segment_format.h"
#include "search/source.h"
#include "search/tokenizer.h"
#include "search/words.h"

namespace loci::search {

class Segment;
class SegmentWriter;
class WordPieces;

class SegmentBuilder {
 public:
  // With an embedder every section gets a vector.
  explicit SegmentBuilder(const Weights& weights = {},
                          std::shared_ptr<const Embedder> embedder = nullptr)
      : weights_(weights), embedder_(std::move(embedder)) {}

  void add(const Source& note);
  // A file as it stands in another segment: its words are not read again.
  // False when that segment is damaged; then nothing was added.
  bool add(const Segment& from, std::uint32_t file, const StampRecord& stamp);

  [[nodiscard]] std::size_t files() const { return files_.size(); }
  [[nodiscard]] std::size_t sections() const { return sections_.size(); }
  // The segment should be finished, and another begun.
  [[nodiscard]] bool full() const;

  // The file's bytes. The builder is empty afterwards.
  [[nodiscard]] std::string finish();

 private:
  struct Draft {  // a section
    std::size_t first_token;
    std::array<std::uint32_t, kFields> counts;
    std::uint32_t dates = 0;   // words among its tags that say when
    std::uint32_t copied = 0;  // its vector in copied_, and one; 0: it is made of its words
  };

  StringPlace keep(std::string_view text);
  StringPlace keep_key(std::string_view key);
  std::uint32_t number_of(std::string_view word);
  void begin_section();
  // Answers how many.
  std::uint32_t add_words(Field field, std::string_view text);
  void add_token(std::uint32_t word, bool joined);
  void end_section(SectionRecord record);
  bool copy_vectors(const Segment& from, const FileRecord& old, FileRecord& file);
  void add_file(FileRecord record, std::string_view text);
  [[nodiscard]] std::span<const std::uint32_t> tokens_of(std::size_t section) const;
  // The regions of vectors; `word_order`: the words as tokens_ then numbers them.
  void write_vectors(SegmentWriter& writer, const std::vector<std::uint32_t>& word_order) const;
  struct VectorRoom;
  void make_vectors(std::size_t file, const WordPieces& pieces, VectorRoom& room) const;

  Weights weights_;
  std::shared_ptr<const Embedder> embedder_;
  Tokens scratch_;
  Interner words_;
  Interner terms_;
  std::vector<std::uint32_t> term_of_word_;
  std::vector<std::uint32_t> tokens_;  // word * 2 + joined
  std::vector<Draft> drafts_;
  std::vector<SectionRecord> sections_;
  std::vector<FileRecord> files_;
  std::vector<StampRecord> stamps_;
  std::vector<std::uint64_t> links_;
  std::string keys_;
  std::string strings_;
  std::string texts_;
  std::vector<Vector> copied_;          // of sections and files of other segments
  std::vector<std::uint32_t> of_note_;  // by file: as Draft::copied
  std::uint32_t note_vectors_ = 0;      // of files with several sections
  std::uint64_t length_sum_ = 0;
  std::uint32_t length_ = 0;  // of the section that is open
};

}  // namespace loci::search
