// Names: whatever goes in, what comes out is a valid name or a refusal.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/limits.h"
#include "base/text.h"
#include "note/checklist.h"
#include "note/slug.h"
#include "property.h"

using namespace loci::note;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);

  const std::string made = file_name_for_title(text);
  LOCI_HOLDS(!file_name_fault(made).has_value());
  LOCI_HOLDS(loci::nfc(made) == made);
  LOCI_HOLDS(stem(made).size() <= loci::kTitleStemBytes + std::string_view("-note").size());
  LOCI_HOLDS(note_file_name(made) == made);
  LOCI_HOLDS(!file_name_fault(numbered_file_name(made, 17)).has_value());
  LOCI_HOLDS(!title_for_file_name(made).empty());
  LOCI_HOLDS(title_for_file_name(text).find('\n') == std::string::npos ||
             text.find('\n') != std::string_view::npos);

  if (const auto file = note_file_name(text)) {
    LOCI_HOLDS(!file_name_fault(*file).has_value());
    LOCI_HOLDS(file->size() <= loci::kFileNameBytes);
    LOCI_HOLDS(note_file_name(*file) == *file);
    LOCI_HOLDS(note_file_name(stem(*file)) == *file || stem(*file).ends_with(".md") ||
               loci::ascii_lower(stem(*file)).ends_with(".md"));
    LOCI_HOLDS(numbered_file_name(*file, 2).size() <= loci::kFileNameBytes);
  }

  const std::string slug = workspace_slug(text);
  LOCI_HOLDS(slug.size() >= 10 && slug.size() <= 49);
  LOCI_HOLDS(std::all_of(slug.begin(), slug.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
           c == '_';
  }));

  if (const auto id = agent_id(text)) {
    LOCI_HOLDS(*id == text && !id->starts_with('.'));
    LOCI_HOLDS(id->find_first_of(std::string_view("/\\\0\n", 4)) == std::string::npos);
  }

  // The scratchpad takes any words as one item and gives them back.
  const std::string pad = add_item(text, text);
  const auto items = checklist_items(pad);
  LOCI_HOLDS(!items.empty() && !items.back().done);
  const auto ticked = tick_item(pad, std::to_string(items.size()));
  LOCI_HOLDS(ticked.has_value() && ticked->size() == pad.size());
  LOCI_HOLDS(checklist_items(*ticked).back().done);
  LOCI_HOLDS(append_text(text, "x").ends_with("x\n") || append_text(text, "x").ends_with("x\r\n"));
  return 0;
}
