// Which segments make up a catalog, and what changed in them since they were
// written: one small file that is replaced whole.
//
//   manifest = magic:u64 version:u32 segments:u32 generation:u64
//              (id:u64 bytes:u64 header:u64 gone:u32 restamped:u32
//               file:u32{gone} (file:u32 stamp){restamped}){segments}
//              checksum:u64
//
// Pure.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "search/segment_format.h"

namespace loci::search {

struct ManifestEntry {
  std::uint64_t id = 0;  // of the file: segment_name()
  std::uint64_t bytes = 0;
  std::uint64_t header = 0;              // its header's checksum: it is that file and no other
  std::vector<std::uint32_t> gone = {};  // files deleted or replaced, ascending
  // Files whose stamp changed and whose text did not.
  std::vector<std::pair<std::uint32_t, StampRecord>> restamped = {};
};

struct Manifest {
  std::uint64_t generation = 0;
  std::vector<ManifestEntry> segments;
};

// What the error says of one that an earlier version of loci wrote.
inline constexpr std::string_view kEarlierVersion = "is of an earlier version";

[[nodiscard]] std::string write_manifest(const Manifest& manifest);
// Corrupt, with what is to be said of the catalog ("is damaged"), when it is not
// a whole manifest of this version.
[[nodiscard]] Result<Manifest> read_manifest(std::string_view bytes);

inline constexpr std::string_view kManifestName = "manifest";
// "000000000000002a.seg"
[[nodiscard]] std::string segment_name(std::uint64_t id);

}  // namespace loci::search
