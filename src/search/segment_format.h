// The bytes of a segment file. Internal to search/; docs/catalog.md has the
// grammar, with an example.
//
//   segment = header region{kRegions} checks
//   checks  = checksum:u64 for each kCheckedBytes of the regions
//
// The header's own checksum and that of `checks` are looked at when the segment
// is opened; the rest when it is first touched, so opening a large one is quick.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "fs/stamp.h"
#include "search/sections.h"

namespace loci::search {

inline constexpr std::uint64_t kSegmentMagic = 0x31474553'49434F4CU;  // "LOCISEG1"
// Any change to the bytes, the tokenizer, the stop list, the stemmer or the
// default Weights is a new version: what an older one wrote is built again.
inline constexpr std::uint32_t kSegmentVersion = 5;
inline constexpr std::size_t kCheckedBytes = 16'384;

enum class Region : std::uint8_t {
  WordPlaces,  // u32 a word, and one: where its letters begin in WordLetters
  WordLetters,
  WordTerms,   // u32 a word: its term
  TermPlaces,  // as for words; terms are stems
  TermLetters,
  Terms,      // TermRecord, sorted by letters as words are
  TermFiles,  // u32 a term: files it stands in
  Postings,   // postings.h
  Sections,   // SectionRecord
  Forward,    // the words of each section in order
  Files,      // FileRecord
  Stamps,     // StampRecord, as Files
  KeyTable,   // u32 a slot: 1 + file, 0 when free; by the hash of the key
  Links,      // u64 a link: hash of the stem it leads to
  Keys,
  SectionVectors,  // i8[kDimensions] a section: what it means; none without a table
  VectorSigns,     // 16 bytes a section: the signs of its vector
  NoteVectors,     // as SectionVectors, of files with more than one section
  Strings,         // names, descriptions, tags, heading paths
  Texts,           // the notes themselves
};
inline constexpr std::size_t kRegions = 20;

struct RegionPlace {
  std::uint64_t offset;
  std::uint64_t size;
};

struct SegmentHeader {
  std::uint64_t magic;
  std::uint32_t version;
  std::uint32_t words;
  std::uint32_t terms;
  std::uint32_t sections;
  std::uint32_t files;
  std::uint32_t key_slots;  // a power of two
  std::uint64_t file_bytes;
  std::uint64_t length_sum;  // words of all sections
  std::uint64_t dated;       // files that are
  std::uint64_t table;       // Embedder::id() the vectors are from; 0: there are none
  std::array<RegionPlace, kRegions> regions;
  std::uint64_t checks_checksum;
  std::uint64_t header_checksum;  // of all that stands before it
};

struct TermRecord {
  std::uint64_t postings;  // offset in Postings
  std::uint32_t bytes;
  std::uint32_t count;  // sections
};

struct StringPlace {
  std::uint32_t offset;
  std::uint32_t size;
};

struct SectionRecord {
  std::uint64_t forward = 0;  // offset in Forward
  std::uint32_t forward_bytes = 0;
  std::uint32_t file = 0;
  std::uint32_t begin = 0;  // in the file's text
  std::uint32_t body_begin = 0;
  std::uint32_t end = 0;
  std::uint32_t line = 0;
  std::uint32_t end_line = 0;
  std::uint32_t length = 0;  // words
  StringPlace headings = {0, 0};
};

struct FileRecord {
  std::uint64_t text;  // offset in Texts
  std::uint64_t stem_hash;
  std::int64_t date_ms;
  std::uint32_t text_bytes;
  std::uint32_t first_section;
  std::uint32_t sections;
  std::uint32_t first_link;
  std::uint32_t links;
  StringPlace name;
  StringPlace description;
  StringPlace tags;   // one a line
  std::uint8_t type;  // 0 none, else 1 + note::Type
  std::uint8_t importance;
  std::uint8_t says_date;     // the note does, not only the file system
  std::uint8_t dated;         // says how long it holds, what it supersedes or when to be heard
  std::uint32_t length;       // words of all its sections
  std::uint32_t note_vector;  // 1 + its number in NoteVectors; 0: as its first section
};

struct StampRecord {
  std::uint64_t key_hash;
  std::uint64_t size;
  std::int64_t mtime_ns;
  std::int64_t ctime_ns;
  std::uint64_t inode;
  std::uint64_t device;
  std::int64_t read_ns;   // when the text was read
  std::uint64_t content;  // checksum of the text
  StringPlace key;        // in Keys

  [[nodiscard]] fs::Stamp stamp() const { return {size, mtime_ns, ctime_ns, inode, device}; }
  void set(const fs::Stamp& stamp) {
    size = stamp.size;
    mtime_ns = stamp.mtime_ns;
    ctime_ns = stamp.ctime_ns;
    inode = stamp.inode;
    device = stamp.device;
  }
};

// Forward, for each section: the number of words of each field, then for each
// word its number and whether it is joined (Token::joined) in the lowest bit,
// all as varints.

static_assert(sizeof(SegmentHeader) == 80 + 16 * kRegions);
static_assert(sizeof(TermRecord) == 16);
static_assert(sizeof(SectionRecord) == 48);
static_assert(sizeof(FileRecord) == 80);
static_assert(sizeof(StampRecord) == 72);

}  // namespace loci::search
