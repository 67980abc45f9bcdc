#include "upkeep/derived.h"

#include <map>
#include <set>
#include <utility>

#include "note/note.h"
#include "note/paragraphs.h"

namespace loci::upkeep {
namespace {

using Suspects = std::vector<Suspect>;

// The hashes of earlier texts, each with the notes that had it.
Result<std::map<std::string, std::set<std::size_t>>> earlier_texts(memory::Memory& memory,
                                                                   const Suspects& suspects) {
  std::map<std::pair<std::string, std::string>, std::size_t> numbers;
  for (std::size_t i = 0; i < suspects.size(); ++i) {
    numbers.emplace(std::pair(suspects[i].place.key, suspects[i].file), i);
  }
  std::map<std::string, std::set<std::size_t>> texts;
  LOCI_TRY(memory.store().journal().visit([&](const store::Record& record) {
    for (const store::FileRecord& file : record.files) {
      const auto found = numbers.find({file.place, file.file});
      if (found == numbers.end()) continue;
      for (const auto& hash : {file.before, file.after}) {
        if (hash && *hash != suspects[found->second].hash) texts[*hash].insert(found->second);
      }
    }
    return true;
  }));
  return texts;
}

}  // namespace

Result<Suspects> outgrown(memory::Memory& memory, Suspects suspects) {
  if (suspects.empty()) return suspects;
  LOCI_ASSIGN(const auto texts, earlier_texts(memory, suspects));
  std::set<std::string> hashes;
  for (const auto& [hash, notes] : texts) hashes.insert(hash);
  std::set<std::size_t> guilty;
  LOCI_TRY(memory.store().journal().visit_texts(
      hashes, [&](const std::string& hash, const std::string& text) {
        const note::Note parsed = note::parse_note(text);
        for (const std::size_t number : texts.at(hash)) {
          const std::string& description = suspects[number].description;
          const bool was =
              parsed.description == description && note::is_derived(description, parsed.body);
          if (was) guilty.insert(number);
        }
      }));
  Suspects found;
  for (const std::size_t number : guilty) found.push_back(std::move(suspects[number]));
  return found;
}

}  // namespace loci::upkeep
