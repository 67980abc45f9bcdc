#include "store/home_version.h"

#include <charconv>

#include "base/later_version.h"
#include "base/path.h"
#include "base/text.h"
#include "fs/absent.h"
#include "store/place.h"

namespace loci::store {

Result<> check_home_version(fs::FileSystem& files, const std::string& home) {
  constexpr std::string_view kFile = "version";
  constexpr std::size_t kLimit = 64;
  LOCI_ASSIGN(const auto state,
              fs::if_there(files.open(child_path(home, kStateDirectory), fs::Modes::Private)));
  if (!state) return {};
  const auto text = (*state)->read(kFile, kLimit);
  if (fs::is_absent(text)) return {};
  if (!text && fs::is_refused_by_system(text.error())) return fail(text.error());
  int version = 0;
  if (text) {
    const std::string_view number = trim(*text);
    const char* const end = number.data() + number.size();
    if (std::from_chars(number.data(), end, version).ptr != end) version = 0;
  }
  if (version == kHomeVersion) return {};
  return fail(later_version(home));  // also what is no number: this one never wrote it
}

}  // namespace loci::store
