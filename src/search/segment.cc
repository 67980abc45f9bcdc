#include "search/segment.h"

#include <algorithm>
#include <bit>

#include "search/bytes.h"
#include "search/checksum.h"
#include "search/vectors.h"

namespace loci::search {
namespace {

Error not_a_segment(const char* why) { return corrupt(std::string("a catalog segment ") + why); }

// Compared so that no sum can overflow: the numbers may be anything.
bool regions_fit(const SegmentHeader& header, std::uint64_t end) {
  return std::all_of(header.regions.begin(), header.regions.end(), [end](const RegionPlace& place) {
    return place.offset >= sizeof(SegmentHeader) && place.offset <= end &&
           place.size <= end - place.offset;
  });
}

// What a region must at least have for the counts in the header: with that, a number
// below its count is always within its region, whatever the rest of the file says. The
// key table has a free slot, or a search for a missing key would not end.
bool counts_fit(const SegmentHeader& header) {
  const auto has = [&](Region region, std::uint64_t count, std::uint64_t size) {
    return header.regions[static_cast<std::size_t>(region)].size / size >= count;
  };
  return has(Region::WordPlaces, std::uint64_t{header.words} + 1, 4) &&
         has(Region::WordTerms, header.words, 4) &&
         has(Region::TermPlaces, std::uint64_t{header.terms} + 1, 4) &&
         has(Region::Terms, header.terms, sizeof(TermRecord)) &&
         has(Region::TermFiles, header.terms, 4) &&
         has(Region::Sections, header.sections, sizeof(SectionRecord)) &&
         has(Region::Files, header.files, sizeof(FileRecord)) &&
         has(Region::Stamps, header.files, sizeof(StampRecord)) &&
         (header.table == 0 || (has(Region::SectionVectors, header.sections, sizeof(Vector)) &&
                                has(Region::VectorSigns, header.sections, sizeof(Signs)))) &&
         has(Region::KeyTable, header.key_slots, 4) && header.sections <= kMostSections &&
         std::has_single_bit(header.key_slots) && header.key_slots > header.files;
}

// As take_varint() where four bytes are there and it ends in them; else false, and nothing is
// taken. How long a number is cannot be foretold: there is no branch on it.
bool take_short_varint(std::string_view& bytes, std::uint32_t& value) {
  if (bytes.size() < sizeof value) return false;
  const auto some = load<std::uint32_t>(bytes.data());
  const std::uint32_t ends = ~some & 0x80808080U;
  if (ends == 0) return false;
  const std::uint32_t own = some & (ends ^ (ends - 1));
  value =
      (own & 0x7FU) | (own >> 1U & 0x3F80U) | (own >> 2U & 0x1FC000U) | (own >> 3U & 0xFE00000U);
  bytes.remove_prefix(static_cast<std::size_t>(std::countr_zero(ends)) / 8 + 1);
  return true;
}

std::size_t piece_count(std::uint64_t checked_bytes) {
  return static_cast<std::size_t>((checked_bytes + kCheckedBytes - 1) / kCheckedBytes);
}

}  // namespace

Segment::Segment(const SegmentHeader& header, std::string_view bytes,
                 std::shared_ptr<const void> owner)
    : header_(header), bytes_(bytes), owner_(std::move(owner)) {
  // One flag a piece; all begin as false.
  checked_ = std::make_unique<std::atomic<bool>[]>(bytes_.size() / kCheckedBytes + 1);
}

Result<std::shared_ptr<const Segment>> Segment::open(std::string bytes) {
  auto owner = std::make_shared<const std::string>(std::move(bytes));
  const std::string_view view = *owner;
  return open(view, std::move(owner));
}

Result<std::shared_ptr<const Segment>> Segment::open(std::string_view bytes,
                                                     std::shared_ptr<const void> owner) {
  if (bytes.size() < sizeof(SegmentHeader)) return fail(not_a_segment("is too short"));
  const auto header = load<SegmentHeader>(bytes.data());
  if (header.magic != kSegmentMagic) return fail(not_a_segment("does not begin as one"));
  if (header.version != kSegmentVersion) return fail(not_a_segment("has another version"));
  if (checksum(bytes.substr(0, offsetof(SegmentHeader, header_checksum))) !=
      header.header_checksum) {
    return fail(not_a_segment("has a damaged header"));
  }
  if (header.file_bytes != bytes.size()) return fail(not_a_segment("has another size"));
  // The file is the header, the regions and a checksum of eight bytes for each piece of
  // the regions. How many pieces there are follows from the size alone, so no number
  // in the file is believed before the checksums over the checksums and the header are
  // right.
  const std::uint64_t rest = bytes.size() - sizeof(SegmentHeader);
  const std::uint64_t pieces = (rest + kCheckedBytes + 7) / (kCheckedBytes + 8);
  const std::uint64_t end = bytes.size() - std::min(rest, pieces * 8);
  if (checksum(bytes.substr(end)) != header.checks_checksum) {
    return fail(not_a_segment("has damaged checksums"));
  }
  if (piece_count(end - sizeof(SegmentHeader)) != pieces || !regions_fit(header, end) ||
      !counts_fit(header)) {
    return fail(not_a_segment("contradicts itself"));
  }
  return std::shared_ptr<const Segment>(
      new Segment(header, bytes.substr(0, bytes.size()), std::move(owner)));
}

// Several threads may check one piece at once: they read the same bytes and come to the
// same result, so the flags need no order.
const char* Segment::check(bool fits, std::uint64_t begin, std::uint64_t size) const {
  if (!fits) {
    damaged_.store(true, std::memory_order_relaxed);
    return nullptr;
  }
  const std::uint64_t end = size == 0 ? 0 : begin + size;
  const std::uint64_t pieces =
      (bytes_.size() - sizeof(SegmentHeader) + kCheckedBytes + 7) / (kCheckedBytes + 8);
  const std::uint64_t checks = bytes_.size() - pieces * 8;
  for (std::uint64_t piece = begin / kCheckedBytes; piece * kCheckedBytes < end; ++piece) {
    if (is_checked(piece)) continue;
    const std::uint64_t from = sizeof(SegmentHeader) + piece * kCheckedBytes;
    const std::string_view bytes =
        bytes_.substr(from, std::min<std::uint64_t>(kCheckedBytes, checks - from));
    if (piece >= pieces ||
        checksum(bytes) != load<std::uint64_t>(bytes_.data() + checks + piece * 8)) {
      damaged_.store(true, std::memory_order_relaxed);
      return nullptr;
    }
    checked_[piece].store(true, std::memory_order_relaxed);
  }
  return bytes_.data() + sizeof(SegmentHeader) + begin;
}

std::string_view Segment::letters(Region places, Region letters, std::uint32_t number) const {
  const char* place = at(places, std::uint64_t{number} * 4, 8);
  if (place == nullptr) return {};
  const auto begin = load<std::uint32_t>(place);
  const auto end = load<std::uint32_t>(place + 4);
  if (begin > end) {
    damaged_.store(true, std::memory_order_relaxed);
    return {};
  }
  const char* found = at(letters, begin, end - begin);
  return found == nullptr ? std::string_view() : std::string_view(found, end - begin);
}

// std::lower_bound needs iterators; these strings have none, and a damaged one is "".
std::uint32_t Segment::lower_bound(Region places, Region letters_region, std::uint32_t count,
                                   std::string_view text) const {
  std::uint32_t first = 0;
  while (count > 0) {
    const std::uint32_t half = count / 2;
    if (letters(places, letters_region, first + half) < text) {
      first += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  return first;
}

std::optional<std::uint32_t> Segment::find_term(std::string_view term) const {
  const std::uint32_t found =
      lower_bound(Region::TermPlaces, Region::TermLetters, header_.terms, term);
  if (found >= header_.terms) return std::nullopt;
  if (letters(Region::TermPlaces, Region::TermLetters, found) != term) return std::nullopt;
  return found;
}

PostingList Segment::postings(std::uint32_t term) const {
  if (term >= header_.terms) return {};
  const auto found = record<TermRecord>(Region::Terms, term);
  const char* bytes = at(Region::Postings, found.postings, found.bytes);
  if (bytes == nullptr || found.count > header_.sections) return {};
  return {std::string_view(bytes, found.bytes), found.count};
}

std::uint32_t Segment::files_with(std::uint32_t term) const {
  return std::min(record<std::uint32_t>(Region::TermFiles, term), header_.files);
}

PostingList Segment::postings(std::string_view term) const {
  const auto found = find_term(term);
  return found ? postings(*found) : PostingList();
}

std::string_view Segment::word(std::uint32_t number) const {
  return letters(Region::WordPlaces, Region::WordLetters, number);
}

std::uint32_t Segment::term_of(std::uint32_t word) const {
  return record<std::uint32_t>(Region::WordTerms, word);
}

const char* Segment::terms_of_words() const {
  return at(Region::WordTerms, 0, std::uint64_t{header_.words} * 4);
}

bool Segment::has_one_word(std::uint32_t term) const {
  std::call_once(words_counted_, [this] {
    const char* terms = terms_of_words();
    Bits seen(header_.terms);
    Bits again(header_.terms);
    for (std::size_t word = 0; word < header_.words && terms != nullptr; ++word) {
      const auto of = load<std::uint32_t>(terms + word * 4);
      if (seen.test(of)) again.set(of);
      seen.set(of);
    }
    of_several_words_ = std::move(again);
  });
  return !of_several_words_.test(term);
}

std::optional<std::uint32_t> Segment::find_word(std::string_view text) const {
  const std::uint32_t found =
      lower_bound(Region::WordPlaces, Region::WordLetters, header_.words, text);
  if (found >= header_.words || word(found) != text) return std::nullopt;
  return found;
}

std::pair<std::uint32_t, std::uint32_t> Segment::words_with(std::string_view prefix) const {
  const std::uint32_t first =
      lower_bound(Region::WordPlaces, Region::WordLetters, header_.words, prefix);
  // The first text behind all that begin so: the prefix with its last byte one up. 0xFF
  // has no next and is cut off; a prefix of nothing else reaches to the end.
  std::string after(prefix);
  while (!after.empty() && after.back() == '\xFF') after.pop_back();
  if (after.empty()) return {first, header_.words};
  after.back() = static_cast<char>(static_cast<unsigned char>(after.back()) + 1);
  return {first, lower_bound(Region::WordPlaces, Region::WordLetters, header_.words, after)};
}

// The letters of all words lie one behind the other: one pass over them, and what runs from
// one word into the next is no find.
std::vector<std::uint32_t> Segment::words_containing(std::string_view letters) const {
  std::vector<std::uint32_t> found;
  const std::uint64_t size = header_.regions[static_cast<std::size_t>(Region::WordLetters)].size;
  const char* first = at(Region::WordLetters, 0, size);
  const char* places = at(Region::WordPlaces, 0, (std::uint64_t{header_.words} + 1) * 4);
  if (first == nullptr || places == nullptr || letters.empty() || header_.words == 0) return found;
  const std::string_view all(first, size);
  const auto end_of = [&](std::uint32_t word) {
    return load<std::uint32_t>(places + (std::size_t{word} + 1) * 4);
  };
  std::uint32_t word = 0;
  for (std::size_t at = all.find(letters); at != std::string_view::npos;) {
    // Finds are often far apart: steps that double, then halve.
    std::uint32_t step = 1;
    while (word + step < header_.words && end_of(word + step - 1) <= at) {
      word += step;
      step *= 2;
    }
    for (; step > 0; step /= 2) {
      while (word + step < header_.words && end_of(word + step - 1) <= at) word += step;
    }
    if (end_of(word) <= at) break;  // behind the last word
    if (at + letters.size() <= end_of(word)) {
      found.push_back(word);
      at = all.find(letters, end_of(word));
    } else {
      at = all.find(letters, at + 1);
    }
  }
  return found;
}

FileRecord Segment::file(std::uint32_t number) const {
  const auto found = record<FileRecord>(Region::Files, number);
  const std::uint64_t links = header_.regions[static_cast<std::size_t>(Region::Links)].size / 8;
  if (found.first_section <= header_.sections &&
      found.sections <= header_.sections - found.first_section &&
      std::uint64_t{found.first_link} + found.links <= links) {
    return found;
  }
  damaged_.store(true, std::memory_order_relaxed);
  return {};
}

StampRecord Segment::stamp(std::uint32_t file) const {
  return record<StampRecord>(Region::Stamps, file);
}

std::string_view Segment::key(const StampRecord& stamp) const {
  const char* found = at(Region::Keys, stamp.key.offset, stamp.key.size);
  return found == nullptr ? std::string_view() : std::string_view(found, stamp.key.size);
}

std::string_view Segment::key(std::uint32_t file) const { return key(stamp(file)); }

std::uint64_t Segment::link(std::uint32_t number) const {
  return record<std::uint64_t>(Region::Links, number);
}

std::string_view Segment::string(StringPlace place) const {
  const char* found = at(Region::Strings, place.offset, place.size);
  return found == nullptr ? std::string_view() : std::string_view(found, place.size);
}

std::string_view Segment::text(const FileRecord& file) const {
  const char* found = at(Region::Texts, file.text, file.text_bytes);
  return found == nullptr ? std::string_view() : std::string_view(found, file.text_bytes);
}

// Most notes say nothing of the kind: where none does, no record is looked at.
std::vector<std::uint32_t> Segment::dated_files() const {
  std::vector<std::uint32_t> dated;
  for (std::uint32_t i = 0; i < header_.files && dated.size() < header_.dated; ++i) {
    if (file(i).dated != 0) dated.push_back(i);
  }
  return dated;
}

std::string_view Segment::text(const SectionRecord& section) const {
  const std::string_view all = text(file(section.file));
  if (section.begin > section.end || section.end > all.size()) return {};
  return all.substr(section.begin, section.end - section.begin);
}

// Open addressing, as write_key_table() laid it out. The hash is compared before the
// key: strings are touched for the one that is found, and hardly for another.
std::optional<std::uint32_t> Segment::find_file(std::string_view key,
                                                std::uint64_t key_hash) const {
  const std::uint32_t mask = header_.key_slots - 1;
  std::uint32_t slot = static_cast<std::uint32_t>(key_hash) & mask;
  for (std::uint32_t tries = 0; tries <= mask; ++tries, slot = (slot + 1) & mask) {
    const auto found = record<std::uint32_t>(Region::KeyTable, slot);
    if (found == 0) return std::nullopt;
    if (found > header_.files) break;
    const StampRecord candidate = stamp(found - 1);
    if (candidate.key_hash == key_hash && this->key(candidate) == key) return found - 1;
  }
  damaged_.store(true, std::memory_order_relaxed);
  return std::nullopt;
}

bool Segment::read_words(const SectionRecord& section, Words& words,
                         std::array<std::uint32_t, kFields>& field_counts) const {
  const char* found = at(Region::Forward, section.forward, section.forward_bytes);
  if (found == nullptr) return false;
  std::string_view rest(found, section.forward_bytes);
  for (std::uint32_t& count : field_counts) {
    if (!take_varint(rest, count)) count = 0;
  }
  // Every word of every section that is rescored goes through this loop. Room for the most words
  // there can be is made once, and given back below.
  const std::size_t before = words.size();
  words.resize(before + rest.size());  // a token has one byte at least
  Word* to = words.data() + before;
  std::uint32_t greatest = 0;
  while (!rest.empty()) {
    std::uint32_t token = 0;
    if (!take_short_varint(rest, token) && !take_varint(rest, token)) token = ~0U;  // cut off
    greatest = std::max(greatest, token);
    *to++ = Word(token);
  }
  words.resize(static_cast<std::size_t>(to - words.data()));
  if (words.size() == before || (greatest >> 1U) < header_.words) return true;
  damaged_.store(true, std::memory_order_relaxed);
  return false;
}

const char* Segment::vector(std::uint32_t section) const {
  if (header_.table == 0) return nullptr;
  return at(Region::SectionVectors, std::uint64_t{section} * sizeof(Vector), sizeof(Vector));
}

const char* Segment::vector(const FileRecord& file) const {
  if (header_.table == 0 || file.sections == 0) return nullptr;
  if (file.note_vector == 0) return vector(file.first_section);
  return at(Region::NoteVectors, std::uint64_t{file.note_vector - 1} * sizeof(Vector),
            sizeof(Vector));
}

const char* Segment::signs() const {
  if (header_.table == 0) return nullptr;
  return at(Region::VectorSigns, 0, std::uint64_t{header_.sections} * sizeof(Signs));
}

bool Segment::verify_stamps() const {
  for (const Region region : {Region::Stamps, Region::KeyTable, Region::Keys}) {
    const std::uint64_t size = header_.regions[static_cast<std::size_t>(region)].size;
    if (at(region, 0, size) == nullptr) return false;
  }
  return !damaged();
}

bool Segment::verify() const {
  for (std::size_t region = 0; region < kRegions; ++region) {
    if (at(static_cast<Region>(region), 0, header_.regions[region].size) == nullptr) return false;
  }
  return !damaged();
}

}  // namespace loci::search
