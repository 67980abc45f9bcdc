// The two halves of making a segment's bytes: laying out regions behind a
// header, and turning "sections with words" into "words with sections".
// Internal to search/.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "search/bytes.h"
#include "search/impact.h"
#include "search/postings.h"
#include "search/segment_format.h"

namespace loci::search {

// Regions are begun once each, in any order, and filled one after the other.
class SegmentWriter {
 public:
  SegmentWriter() : bytes_(sizeof(SegmentHeader), '\0') {}

  void reserve(std::size_t bytes) { bytes_.reserve(bytes); }
  void begin(Region region);
  [[nodiscard]] std::uint64_t position() const { return bytes_.size() - places_[current_].offset; }
  template <typename T>
  void add(const T& value) {
    append(bytes_, value);
  }
  void add_varint(std::uint32_t value) { append_varint(bytes_, value); }
  void add_bytes(std::string_view bytes) { bytes_ += bytes; }
  // Bytes to be filled in later, at data() + what this answers.
  [[nodiscard]] std::size_t add_room(std::size_t bytes);
  [[nodiscard]] char* data() { return bytes_.data(); }
  void add_postings(std::span<const Posting> postings) { append_postings(postings, bytes_); }
  // A table half full of the files, by the hashes of their keys.
  void write_key_table(std::span<const StampRecord> stamps);
  // The header with `counts`, the regions, the checksums.
  [[nodiscard]] std::string finish(SegmentHeader counts);

 private:
  void end_region();

  std::string bytes_;
  std::array<RegionPlace, kRegions> places_{};
  std::size_t current_ = kRegions;
  std::uint32_t key_slots_ = 0;
};

// Words are numbered as they stand sorted; `terms` gives the term of each. Every
// section is counted first and filled in afterwards, in the same order: so the
// postings of a term are laid out once, without growing.
class Inversion {
 public:
  Inversion(const Weights& weights, const std::vector<std::uint32_t>& terms, std::uint32_t count);

  void count(std::uint32_t file, std::span<const std::uint32_t> tokens);
  void begin_filling();
  void fill(std::uint32_t section, std::span<const std::uint32_t> tokens,
            const std::array<std::uint32_t, kFields>& field_counts, std::uint32_t length);
  // The regions Terms, TermFiles and Postings.
  void write(SegmentWriter& writer) const;

 private:
  const Weights& weights_;
  const std::vector<std::uint32_t>& terms_;
  std::vector<std::uint32_t> sections_of_;   // a term
  std::vector<std::uint32_t> files_of_;      // a term
  std::vector<std::uint32_t> seen_in_file_;  // the last file, and one
  std::vector<std::uint32_t> seen_in_;       // the last section, and one
  std::vector<float> weight_;                // of the term in the section at hand
  std::vector<std::uint32_t> touched_;
  std::vector<std::uint64_t> next_;  // place in postings_ for the term's next section
  std::vector<Posting> postings_;
  std::uint32_t section_ = 0;
};

}  // namespace loci::search
