#include "remote/arrival_scan.h"

#include <utility>

#include "guard/scanner.h"

namespace loci::remote {

void ArrivalScan::scan(Work::Part& part) {
  std::erase_if(part, [](const Text* text) { return !guard::scan(text->second).empty(); });
  const std::lock_guard lock(mutex_);
  for (const Text* text : part) {
    harmless_.insert(text->first);
    if (told_) told_(*text);
  }
}

std::unordered_set<std::string_view> ArrivalScan::finish() {
  work_.finish();
  return std::move(harmless_);
}

}  // namespace loci::remote
