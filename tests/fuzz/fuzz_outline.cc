// What of an index travels. An input is two indexes with a line "====" between them, of this
// machine and of another one: no line that the other's people wrote is lost here, and every note
// has an entry.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "note/index_outline.h"
#include "property.h"
#include "sync/outline.h"

namespace {

using namespace loci;

constexpr std::string_view kBetween = "\n====\n";

// Half of the worded hooks are a person's; the others are loci's own.
note::Files worded_by_hand(std::string_view index) {
  note::Files files;
  for (const std::string& file : note::hooked_files(index)) {
    if (file.size() % 2 == 0) files.insert(file);
  }
  return files;
}

// Every note that is named, and two more. What loci wrote of a note here is what the note says.
std::vector<note::NoteLine> all_notes(std::string_view here, const note::Files& by_hand,
                                      std::string_view outline) {
  note::Files files = note::listed_files(here);
  files.merge(note::listed_files(outline));
  files.insert({"a.md", "bb.md"});
  std::map<std::string, std::string, std::less<>> said;
  for (const note::IndexEntry& entry : note::parse_index(here)) {
    if (!by_hand.contains(entry.file)) said.emplace(entry.file, entry.hook);
  }
  std::vector<note::NoteLine> notes;
  for (const std::string& file : files) notes.push_back({file, "Name", said[file]});
  return notes;
}

// Its lines, less the blank ones and byte order marks.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> lines;
  for (const std::string_view line : split_lines(text)) {
    const std::string plain = replace_all(line, "\xEF\xBB\xBF", "");
    if (!trim(plain).empty()) lines.emplace_back(trim(plain));
  }
  return lines;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 4096) return 0;
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t between = input.find(kBetween);
  const std::string_view here = input.substr(0, between);
  const std::string_view there =
      between == std::string_view::npos ? "" : input.substr(between + kBetween.size());
  const note::Files by_hand = worded_by_hand(here);
  const note::Files by_hand_there = worded_by_hand(there);

  const std::string outline = note::index_outline(there, by_hand_there);
  const std::vector<note::NoteLine> notes = all_notes(here, by_hand, outline);
  const std::string text = sync::with_outline({here, by_hand}, outline, notes);
  // What a comment hides moves with what stands around it.
  if (input.find("<!--") != std::string_view::npos) return 0;
  const std::vector<std::string> here_now = words_of(text);
  for (const std::string& line :
       words_of(note::without_entries(outline, note::listed_files(outline)))) {
    LOCI_HOLDS(std::find(here_now.begin(), here_now.end(), line) != here_now.end());
  }
  const note::Files listed = note::listed_files(text);
  for (const note::NoteLine& note : notes) LOCI_HOLDS(listed.contains(note.file));
  return 0;
}
