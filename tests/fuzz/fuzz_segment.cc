// Segments and manifests from bytes that nobody wrote. As they are they are
// refused; with their checksums made right they are read to the last number,
// and whatever they say, no read leaves its bounds and every call comes back.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "property.h"
#include "search/bytes.h"
#include "search/checksum.h"
#include "search/manifest.h"
#include "search/search.h"
#include "search/segment_builder.h"

using namespace loci;
using namespace loci::search;

namespace {

std::string resealed(std::string bytes) {
  constexpr std::size_t kHeader = sizeof(SegmentHeader);
  if (bytes.size() < kHeader) return bytes;
  auto header = load<SegmentHeader>(bytes.data());
  const std::size_t rest = bytes.size() - kHeader;
  const std::size_t pieces = (rest + kCheckedBytes + 7) / (kCheckedBytes + 8);
  const std::size_t end = bytes.size() - std::min(rest, pieces * 8);
  for (std::size_t piece = 0; piece < pieces && end + piece * 8 + 8 <= bytes.size(); ++piece) {
    const std::size_t at = kHeader + piece * kCheckedBytes;
    if (at >= end) break;
    const std::uint64_t sum =
        checksum(std::string_view(bytes).substr(at, std::min(kCheckedBytes, end - at)));
    std::memcpy(bytes.data() + end + piece * 8, &sum, 8);
  }
  header.magic = kSegmentMagic;
  header.version = kSegmentVersion;
  header.file_bytes = bytes.size();
  header.checks_checksum = checksum(std::string_view(bytes).substr(end));
  std::memcpy(bytes.data(), &header, kHeader);
  header.header_checksum =
      checksum(std::string_view(bytes).substr(0, offsetof(SegmentHeader, header_checksum)));
  std::memcpy(bytes.data(), &header, kHeader);
  return bytes;
}

void ask(const Collection& place, std::string_view words) {
  const auto query = parse_query(words, Timestamp());
  SearchOptions options;
  options.explain = true;
  options.ranking.candidates = 8;
  options.ranking.embedder = Embedder::built_in();
  const auto answer = search::search(std::span(&place, 1), *query, options);
  if (!answer) return;
  static_cast<void>(render(*answer, {}, 2048));
}

void read_all(const Segment& segment) {
  Segment::Words words;
  std::array<std::uint32_t, kFields> counts{};
  for (std::uint32_t i = 0; i < std::min(segment.sections(), 64U); ++i) {
    const SectionRecord section = segment.section(i);
    words.clear();
    static_cast<void>(segment.read_words(section, words, counts));
    static_cast<void>(segment.string(section.headings));
    static_cast<void>(segment.text(section));
    if (const char* vector = segment.vector(i)) static_cast<void>(load<Vector>(vector));
  }
  for (std::uint32_t i = 0; i < std::min(segment.files(), 64U); ++i) {
    const FileRecord file = segment.file(i);
    const std::string key(segment.key(i));
    static_cast<void>(segment.find_file(key, checksum(key)));
    static_cast<void>(segment.link(file.first_link));
    static_cast<void>(segment.string(file.tags));
    if (const char* vector = segment.vector(file)) static_cast<void>(load<Vector>(vector));
  }
  SegmentBuilder builder({}, segment.table() == 0 ? nullptr : Embedder::built_in());
  for (std::uint32_t i = 0; i < std::min(segment.files(), 16U); ++i) {
    if (segment.file(i).sections > 64) break;
    if (!builder.add(segment, i, segment.stamp(i))) break;
  }
  if (!segment.damaged()) static_cast<void>(builder.finish());
  static_cast<void>(segment.words_containing("e"));
  static_cast<void>(segment.verify_stamps());
  static_cast<void>(segment.verify());
}

void check_segment(std::string bytes) {
  const auto opened = Segment::open(std::move(bytes));
  if (!opened) return;
  Collection place{"global", {}};
  place.parts.push_back({*opened, nullptr});
  for (const std::string_view words :
       {"review findings first", "\"blocking findings\" dep*", "+cite -twice",
        "type:user tag:a file:review after:2020", "*ind* *ing", "eploy", "fnidings blokcing",
        "reviewfindings last week"}) {
    ask(place, words);
  }
  read_all(**opened);
}

void check_manifest(std::string bytes) {
  static_cast<void>(read_manifest(bytes));
  if (bytes.size() < 8) return;
  const std::uint64_t sum = checksum(std::string_view(bytes).substr(0, bytes.size() - 8));
  std::memcpy(bytes.data() + bytes.size() - 8, &sum, 8);
  const auto manifest = read_manifest(bytes);
  if (manifest) LOCI_HOLDS(write_manifest(*manifest) == bytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  check_segment(bytes);
  check_segment(resealed(bytes));
  check_manifest(bytes);
  return 0;
}
