// The archive of a backup: whatever goes in, what is taken for a member lies in the archive and
// below one directory, and no two members meet.

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "property.h"
#include "upkeep/tar.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view archive(reinterpret_cast<const char*>(data), size);
  const auto members = loci::upkeep::tar_members(
      [&](std::uint64_t offset, std::size_t length) -> loci::Result<std::string> {
        return offset >= archive.size() ? std::string()
                                        : std::string(archive.substr(offset, length));
      },
      archive.size());
  if (!members) return 0;
  std::set<std::string> files;
  for (const loci::upkeep::TarMember& member : *members) {
    LOCI_HOLDS(!member.path.empty() && !member.path.starts_with('/'));
    LOCI_HOLDS(("/" + member.path + "/").find("/../") == std::string::npos);
    LOCI_HOLDS(member.offset + member.size <= archive.size());
    if (!member.directory) LOCI_HOLDS(files.insert(member.path).second);
  }
  return 0;
}
