// One immutable part of the catalog, read in place: a memory-mapped file, or
// bytes that were just made.
//
// Opening looks at the header only. Every piece of 16 KiB is compared with its
// checksum when it is first touched, and every number read from it is checked
// against the bounds it points into, so damage is never followed: the call
// answers with nothing, damaged() is true from then on, and whatever was
// computed meanwhile is to be thrown away.
//
// May be read by several threads at once.

#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "search/bits.h"
#include "search/bytes.h"
#include "search/postings.h"
#include "search/segment_format.h"

namespace loci::search {

class Segment {
 public:
  // `bytes` stay where they are for as long as `owner` lives. Corrupt when the
  // header is not that of a whole segment of this version.
  [[nodiscard]] static Result<std::shared_ptr<const Segment>> open(
      std::string_view bytes, std::shared_ptr<const void> owner);
  [[nodiscard]] static Result<std::shared_ptr<const Segment>> open(std::string bytes);

  [[nodiscard]] std::uint32_t sections() const { return header_.sections; }
  [[nodiscard]] std::uint32_t files() const { return header_.files; }
  [[nodiscard]] std::uint64_t bytes() const { return header_.file_bytes; }
  // Words of all sections.
  [[nodiscard]] std::uint64_t length_sum() const { return header_.length_sum; }
  // Files that say how long they hold, what they supersede or when they want to be heard.
  [[nodiscard]] std::vector<std::uint32_t> dated_files() const;
  [[nodiscard]] std::string_view all_bytes() const { return bytes_; }
  [[nodiscard]] bool damaged() const { return damaged_.load(std::memory_order_relaxed); }

  // Terms are stems; their postings say which sections they stand in.
  [[nodiscard]] PostingList postings(std::string_view term) const;
  [[nodiscard]] std::optional<std::uint32_t> find_term(std::string_view term) const;
  [[nodiscard]] PostingList postings(std::uint32_t term) const;
  // How many files a term stands in.
  [[nodiscard]] std::uint32_t files_with(std::uint32_t term) const;

  // Words are numbered in byte order, so those with a prefix are a range.
  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> words_with(std::string_view prefix) const;
  [[nodiscard]] std::optional<std::uint32_t> find_word(std::string_view word) const;
  // Those that have these letters anywhere, ascending.
  [[nodiscard]] std::vector<std::uint32_t> words_containing(std::string_view letters) const;
  [[nodiscard]] std::uint32_t words() const { return header_.words; }
  [[nodiscard]] std::string_view word(std::uint32_t number) const;
  [[nodiscard]] std::uint32_t term_of(std::uint32_t word) const;
  // The same for many words: four bytes a word; nullptr when damaged.
  [[nodiscard]] const char* terms_of_words() const;
  // Whether a term has one word only; found out for all of them when first asked.
  [[nodiscard]] bool has_one_word(std::uint32_t term) const;

  // Numbers in a record are checked where it is read, so that whoever uses them need not.
  [[nodiscard]] SectionRecord section(std::uint32_t number) const {
    const auto found = record<SectionRecord>(Region::Sections, number);
    if (found.file < header_.files) return found;
    damaged_.store(true, std::memory_order_relaxed);
    return {};
  }
  [[nodiscard]] FileRecord file(std::uint32_t number) const;
  // It will be read soon.
  void expect_section(std::uint32_t number) const {
    expect(Region::Sections, std::uint64_t{number} * sizeof(SectionRecord));
  }
  void expect_file(std::uint32_t number) const {
    expect(Region::Files, std::uint64_t{number} * sizeof(FileRecord));
  }
  [[nodiscard]] StampRecord stamp(std::uint32_t file) const;
  [[nodiscard]] std::string_view key(std::uint32_t file) const;
  [[nodiscard]] std::string_view key(const StampRecord& stamp) const;
  [[nodiscard]] std::uint64_t link(std::uint32_t number) const;
  [[nodiscard]] std::string_view string(StringPlace place) const;
  [[nodiscard]] std::string_view text(const FileRecord& file) const;
  [[nodiscard]] std::string_view text(const SectionRecord& section) const;
  // The file with this key; keys are unique within a segment.
  [[nodiscard]] std::optional<std::uint32_t> find_file(std::string_view key,
                                                       std::uint64_t key_hash) const;

  // The words of a section in order, field after field.
  class Word {
   public:
    Word() {}  // NOLINT(modernize-use-equals-default): not zeroed, thousands are read a search
    explicit Word(std::uint32_t token) : token_(token) {}
    [[nodiscard]] std::uint32_t number() const { return token_ >> 1U; }
    [[nodiscard]] bool joined() const { return (token_ & 1U) != 0; }

   private:
    std::uint32_t token_;  // as it is stored
  };
  using Words = std::vector<Word>;
  bool read_words(const SectionRecord& section, Words& words,
                  std::array<std::uint32_t, kFields>& field_counts) const;

  // What a section and a file mean: kDimensions bytes each; nullptr when there are no
  // vectors, or it is damaged.
  [[nodiscard]] const char* vector(std::uint32_t section) const;
  [[nodiscard]] const char* vector(const FileRecord& file) const;
  // The signs of all sections, 16 bytes each; nullptr likewise.
  [[nodiscard]] const char* signs() const;
  // The table that the vectors are from; 0: there are none.
  [[nodiscard]] std::uint64_t table() const { return header_.table; }

  // Compares everything with its checksum: for `health`, and before a merge.
  [[nodiscard]] bool verify() const;
  // The same for what tells whether files are fresh.
  [[nodiscard]] bool verify_stamps() const;

 private:
  Segment(const SegmentHeader& header, std::string_view bytes, std::shared_ptr<const void> owner);

  // The bytes [offset, offset + size) of a region, or nullptr. The one way to them: every other
  // function goes through here, and so nothing is read that was not checked. Nearly always they
  // are in one piece that was.
  [[nodiscard]] const char* at(Region region, std::uint64_t offset, std::uint64_t size) const {
    const RegionPlace& place = header_.regions[static_cast<std::size_t>(region)];
    const std::uint64_t begin = place.offset + offset - sizeof(SegmentHeader);
    const bool fits = offset <= place.size && size <= place.size - offset;
    const std::uint64_t piece = begin / kCheckedBytes;
    if (fits && begin + size <= (piece + 1) * kCheckedBytes && is_checked(piece)) {
      return bytes_.data() + sizeof(SegmentHeader) + begin;
    }
    return check(fits, begin, size);
  }
  void expect(Region region, std::uint64_t offset) const {
    __builtin_prefetch(bytes_.data() + header_.regions[static_cast<std::size_t>(region)].offset +
                       offset);
  }
  [[nodiscard]] bool is_checked(std::uint64_t piece) const {
    return checked_[piece].load(std::memory_order_relaxed);
  }
  [[nodiscard]] const char* check(bool fits, std::uint64_t begin, std::uint64_t size) const;
  // A record of zeros where there is none. Callers need not ask: zeros point to nothing,
  // and damaged() is true.
  template <typename T>
  [[nodiscard]] T record(Region region, std::uint32_t number) const {
    const char* found = at(region, std::uint64_t{number} * sizeof(T), sizeof(T));
    return found == nullptr ? T{} : load<T>(found);
  }
  [[nodiscard]] std::string_view letters(Region places, Region letters, std::uint32_t number) const;
  // The first of `count` sorted strings that is not before `text`.
  [[nodiscard]] std::uint32_t lower_bound(Region places, Region letters, std::uint32_t count,
                                          std::string_view text) const;

  SegmentHeader header_;
  std::string_view bytes_;
  std::shared_ptr<const void> owner_;
  std::unique_ptr<std::atomic<bool>[]> checked_;  // a piece each
  mutable std::atomic<bool> damaged_ = false;
  mutable std::once_flag words_counted_;
  mutable Bits of_several_words_;  // terms
};

}  // namespace loci::search
