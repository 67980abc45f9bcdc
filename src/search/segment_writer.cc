#include "search/segment_writer.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "search/checksum.h"

namespace loci::search {

void SegmentWriter::end_region() {
  if (current_ < kRegions) places_[current_].size = bytes_.size() - places_[current_].offset;
}

void SegmentWriter::begin(Region region) {
  end_region();
  bytes_.resize((bytes_.size() + 7) / 8 * 8);
  current_ = static_cast<std::size_t>(region);
  places_[current_].offset = bytes_.size();
}

std::size_t SegmentWriter::add_room(std::size_t bytes) {
  const std::size_t at = bytes_.size();
  bytes_.resize(at + bytes);
  return at;
}

void SegmentWriter::write_key_table(std::span<const StampRecord> stamps) {
  key_slots_ = std::bit_ceil(static_cast<std::uint32_t>(stamps.size() * 2 + 1));
  std::vector<std::uint32_t> slots(key_slots_);
  for (std::uint32_t file = 0; file < stamps.size(); ++file) {
    std::uint32_t at = static_cast<std::uint32_t>(stamps[file].key_hash) & (key_slots_ - 1);
    while (slots[at] != 0) at = (at + 1) & (key_slots_ - 1);
    slots[at] = file + 1;
  }
  begin(Region::KeyTable);
  for (const std::uint32_t slot : slots) add(slot);
}

std::string SegmentWriter::finish(SegmentHeader header) {
  end_region();
  current_ = kRegions;
  bytes_.resize((bytes_.size() + 7) / 8 * 8);
  const std::size_t end = bytes_.size();
  const std::size_t checks = (end - sizeof header + kCheckedBytes - 1) / kCheckedBytes;
  header.magic = kSegmentMagic;
  header.version = kSegmentVersion;
  header.key_slots = key_slots_;
  header.file_bytes = end + checks * sizeof(std::uint64_t);
  header.regions = places_;
  for (std::size_t at = sizeof header; at < end; at += kCheckedBytes) {
    add(checksum(std::string_view(bytes_).substr(at, std::min(kCheckedBytes, end - at))));
  }
  header.checks_checksum = checksum(std::string_view(bytes_).substr(end));
  std::memcpy(bytes_.data(), &header, sizeof header);
  header.header_checksum =
      checksum(std::string_view(bytes_).substr(0, offsetof(SegmentHeader, header_checksum)));
  std::memcpy(bytes_.data(), &header, sizeof header);
  return std::move(bytes_);
}

Inversion::Inversion(const Weights& weights, const std::vector<std::uint32_t>& terms,
                     std::uint32_t count)
    : weights_(weights),
      terms_(terms),
      sections_of_(count),
      files_of_(count),
      seen_in_file_(count),
      seen_in_(count),
      weight_(count) {}

void Inversion::count(std::uint32_t file, std::span<const std::uint32_t> tokens) {
  ++section_;
  for (const std::uint32_t token : tokens) {
    const std::uint32_t term = terms_[token >> 1U];
    if (seen_in_[term] == section_) continue;
    seen_in_[term] = section_;
    ++sections_of_[term];
    files_of_[term] += seen_in_file_[term] == file + 1 ? 0U : 1U;
    seen_in_file_[term] = file + 1;
  }
}

void Inversion::begin_filling() {
  std::fill(seen_in_.begin(), seen_in_.end(), 0U);
  std::uint64_t total = 0;
  next_.reserve(sections_of_.size());
  for (const std::uint32_t sections : sections_of_) {
    next_.push_back(total);
    total += sections;
  }
  postings_.resize(total);
}

void Inversion::fill(std::uint32_t section, std::span<const std::uint32_t> tokens,
                     const std::array<std::uint32_t, kFields>& field_counts, std::uint32_t length) {
  touched_.clear();
  std::size_t at = 0;
  for (std::size_t field = 0; field < kFields; ++field) {
    const float weight = weights_.field[field];
    const std::size_t end = std::min(at + field_counts[field], tokens.size());
    for (; at < end; ++at) {
      const std::uint32_t term = terms_[tokens[at] >> 1U];
      if (seen_in_[term] != section + 1) {
        seen_in_[term] = section + 1;
        weight_[term] = 0;
        touched_.push_back(term);
      }
      weight_[term] += weight;
    }
  }
  for (const std::uint32_t term : touched_) {
    postings_[next_[term]++] = {section, impact(weights_, weight_[term], length)};
  }
}

void Inversion::write(SegmentWriter& writer) const {
  std::vector<TermRecord> records;
  records.reserve(sections_of_.size());
  writer.begin(Region::Postings);
  std::uint64_t first = 0;
  for (std::size_t term = 0; term < sections_of_.size(); ++term) {
    const std::uint64_t begin = writer.position();
    writer.add_postings(std::span(postings_).subspan(first, sections_of_[term]));
    records.push_back({.postings = begin,
                       .bytes = static_cast<std::uint32_t>(writer.position() - begin),
                       .count = sections_of_[term]});
    first += sections_of_[term];
  }
  writer.begin(Region::Terms);
  for (const TermRecord& record : records) writer.add(record);
  writer.begin(Region::TermFiles);
  for (const std::uint32_t files : files_of_) writer.add(files);
}

}  // namespace loci::search
