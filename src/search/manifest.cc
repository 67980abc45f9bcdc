#include "search/manifest.h"

#include "base/hash.h"
#include "search/bytes.h"
#include "search/checksum.h"

namespace loci::search {
namespace {

constexpr std::uint64_t kMagic = 0x31544143'49434F4CU;  // "LOCICAT1"

class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  template <typename T>
  [[nodiscard]] bool take(T& value) {
    if (rest_.size() < sizeof(T)) return false;
    value = load<T>(rest_.data());
    rest_.remove_prefix(sizeof(T));
    return true;
  }
  [[nodiscard]] bool empty() const { return rest_.empty(); }
  [[nodiscard]] std::size_t left() const { return rest_.size(); }

 private:
  std::string_view rest_;
};

bool take_entry(Reader& reader, ManifestEntry& entry) {
  std::uint32_t gone = 0;
  std::uint32_t restamped = 0;
  if (!reader.take(entry.id) || !reader.take(entry.bytes) || !reader.take(entry.header) ||
      !reader.take(gone) || !reader.take(restamped)) {
    return false;
  }
  if (gone > reader.left() / 4 || restamped > reader.left() / sizeof(StampRecord)) return false;
  entry.gone.resize(gone);
  for (std::uint32_t& file : entry.gone) {
    if (!reader.take(file)) return false;
  }
  entry.restamped.resize(restamped);
  for (auto& [file, stamp] : entry.restamped) {
    if (!reader.take(file) || !reader.take(stamp)) return false;
  }
  return true;
}

}  // namespace

std::string segment_name(std::uint64_t id) { return hex(id, 16) + ".seg"; }

std::string write_manifest(const Manifest& manifest) {
  std::string bytes;
  append(bytes, kMagic);
  append(bytes, kSegmentVersion);
  append(bytes, static_cast<std::uint32_t>(manifest.segments.size()));
  append(bytes, manifest.generation);
  for (const ManifestEntry& entry : manifest.segments) {
    append(bytes, entry.id);
    append(bytes, entry.bytes);
    append(bytes, entry.header);
    append(bytes, static_cast<std::uint32_t>(entry.gone.size()));
    append(bytes, static_cast<std::uint32_t>(entry.restamped.size()));
    for (const std::uint32_t file : entry.gone) append(bytes, file);
    for (const auto& [file, stamp] : entry.restamped) {
      append(bytes, file);
      append(bytes, stamp);
    }
  }
  append(bytes, checksum(bytes));
  return bytes;
}

Result<Manifest> read_manifest(std::string_view bytes) {
  const Error damaged = corrupt("is damaged");
  if (bytes.size() < 8) return fail(damaged);
  const std::string_view body = bytes.substr(0, bytes.size() - 8);
  if (checksum(body) != load<std::uint64_t>(bytes.data() + body.size())) return fail(damaged);
  Reader reader(body);
  Manifest manifest;
  std::uint64_t magic = 0;
  std::uint32_t version = 0;
  std::uint32_t segments = 0;
  if (!reader.take(magic) || magic != kMagic || !reader.take(version)) return fail(damaged);
  if (version < kSegmentVersion) return fail(corrupt(std::string(kEarlierVersion)));
  if (version != kSegmentVersion) return fail(corrupt("has another version"));
  if (!reader.take(segments) || !reader.take(manifest.generation)) return fail(damaged);
  for (std::uint32_t i = 0; i < segments; ++i) {
    ManifestEntry entry;
    if (!take_entry(reader, entry)) return fail(damaged);
    manifest.segments.push_back(std::move(entry));
  }
  if (!reader.empty()) return fail(damaged);
  return manifest;
}

}  // namespace loci::search
