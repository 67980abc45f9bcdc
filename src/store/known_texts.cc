#include "store/known_texts.h"

#include <charconv>

#include "base/hash.h"

namespace loci::store {
namespace {

constexpr std::uint64_t kNoFile = 0;

// The first 16 of a hash's digits.
std::uint64_t fingerprint(std::string_view hash) {
  constexpr std::size_t kDigits = 16;
  std::uint64_t number = kNoFile;
  const std::string_view digits = hash.substr(0, kDigits);
  std::from_chars(digits.data(), digits.data() + digits.size(), number, 16);
  return number;
}

}  // namespace

Result<bool> KnownTexts::last_was(const Journal& journal, const std::string& place,
                                  std::string_view file, const std::optional<std::string>& hash) {
  Followed& known = places_[place];
  if (known.asked < kSearches) {
    ++known.asked;
    return false;
  }
  const std::string start = place_record_start(place);
  const auto note = [&](std::string_view line) {
    for (const FileView& named : scan_files(line, start).files) {
      known.files.insert_or_assign(fnv1a64(named.file), fingerprint(named.after));
    }
  };
  LOCI_ASSIGN(bool followed, journal.follow(known.position, note));
  if (!followed) {  // gc or a purge wrote it anew
    known.position = {};
    known.files.clear();
    LOCI_ASSIGN(followed, journal.follow(known.position, note));
    if (!followed) return false;
  }
  const auto last = known.files.find(fnv1a64(file));
  const std::uint64_t wanted = hash ? fingerprint(*hash) : kNoFile;
  return (last == known.files.end() ? kNoFile : last->second) == wanted;
}

}  // namespace loci::store
