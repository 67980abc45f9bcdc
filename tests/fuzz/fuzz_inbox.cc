// An entry of the inbox, from a disk that may hold anything: nothing crashes, and what is
// believed is written again as it was read. The same text as a note that says how long it holds:
// a date that is set is read back, and taken away it is gone.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "memory/inbox_entry.h"
#include "note/lifetime.h"
#include "property.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (const auto entry = loci::memory::parse_entry(bytes, "x.md")) {
    LOCI_HOLDS(!entry->changes.empty());
    const auto again = loci::memory::parse_entry(loci::memory::format_entry(*entry), "x.md");
    LOCI_HOLDS(again && *again == *entry);
    LOCI_HOLDS(loci::memory::entry_id(*entry).size() == 4);
    (void)loci::memory::reasons_text(entry->reasons);
  }
  (void)loci::note::lifetime_in(bytes);
  for (const std::string_view key : {"expires", "review_by"}) {
    if (const auto set = loci::note::set_date(bytes, key, "2026-11-15")) {
      const loci::note::Lifetime life = loci::note::lifetime_of(loci::note::parse_note(*set));
      LOCI_HOLDS((key == "expires" ? life.expires : life.review_by) == "2026-11-15");
    }
    if (const auto gone = loci::note::set_date(bytes, key, std::nullopt)) {
      LOCI_HOLDS(loci::note::metadata_text(loci::note::parse_note(*gone), key).empty());
    }
  }
  return 0;
}
