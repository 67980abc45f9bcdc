// The journal and its packs, from a disk that may hold anything. An input is
// taken as lines, each as it is and once more with a right checksum, and as a
// pack: nothing crashes, and only what is whole is believed.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "base/text.h"
#include "property.h"
#include "store/backward_lines.h"
#include "store/journal_line.h"
#include "store/objects.h"
#include "support/memory_file_system.h"

namespace {

using namespace loci::store;

void check_line(std::string_view line) {
  const auto head = parse_head(line);
  const auto record = parse_record(line);
  if (!record) return;
  LOCI_HOLDS(has_valid_checksum(line));
  LOCI_HOLDS(head && head->sequence == record->sequence && head->open == record->open &&
             head->kind == record->kind && head->of == record->of);
  const std::string again = format_record(*record);
  LOCI_HOLDS(parse_record(again) == record);
  LOCI_HOLDS(again.find('\n') == again.size() - 1);

  // What is read in passing is what the whole record says.
  for (const FileRecord& file : record->files) {
    LOCI_HOLDS(again.find(file_record_start(file.place, file.file)) != std::string::npos);
    std::vector<const FileRecord*> same;
    for (const FileRecord& other : record->files) {
      if (other.place == file.place) same.push_back(&other);
    }
    const FilesView view = scan_files(again, place_record_start(file.place));
    LOCI_HOLDS(view.files.size() == same.size());
    for (std::size_t i = 0; i < same.size(); ++i) {
      LOCI_HOLDS(view.files[i].file == same[i]->file);
      LOCI_HOLDS(view.files[i].after == same[i]->after.value_or(""));
    }
  }
}

std::string with_checksum(std::string_view line) {
  std::string content(loci::without_ending(line));
  if (content.ends_with('}')) content.pop_back();
  const std::string checksum = loci::hex(loci::crc32(content), 8);
  return content + ",\"crc\":\"" + checksum + "\"}\n";
}

void check_backward(const loci::fs::Root& root, const std::vector<std::string_view>& lines) {
  const auto reader = root.open_reader("2026-11.pack");
  BackwardLines backward(**reader);
  std::uint64_t end = (*reader)->size();
  for (std::size_t i = lines.size(); i-- > 0;) {
    if (lines[i].ends_with('\n')) {
      const auto line = backward.next_line();
      LOCI_HOLDS(line && *line && **line == lines[i]);
      LOCI_HOLDS(backward.end_offset() == end);
    }
    end -= lines[i].size();
  }
  const auto none = backward.next_line();
  LOCI_HOLDS(none && !*none);
}

void check_pack(loci::fs::MemoryFileSystem& files, loci::fs::Root& root) {
  auto packs = list_packs(root);
  LOCI_HOLDS(packs.has_value());
  const auto hashes = list_objects(root, *packs);
  LOCI_HOLDS(hashes.has_value());
  const std::set<std::string> wanted(hashes->begin(), hashes->end());
  const auto texts = load_objects(root, wanted);
  LOCI_HOLDS(texts.has_value());
  for (const auto& [hash, text] : *texts) LOCI_HOLDS(loci::sha256(text) == hash);

  // Whatever stands before it, an object that is appended is found.
  const std::string added = "\n" + format_object(loci::sha256("added"), "added");
  files.put("/f/2026-11.pack", files.get("/f/2026-11.pack") + added);
  const auto found = load_objects(root, {loci::sha256("added")});
  LOCI_HOLDS(found && found->contains(loci::sha256("added")));

  packs = list_packs(root);
  LOCI_HOLDS(packs.has_value());
  for (const loci::store::PackPart& pack : *packs) {
    {
      const auto copy = root.create("copy");
      LOCI_HOLDS(copy.has_value());
      LOCI_HOLDS(loci::store::copy_pack(root, pack, wanted, copy->get()).has_value());
    }
    LOCI_HOLDS(root.rename("copy", pack.name).has_value());
  }
  const auto left = load_objects(root, wanted);
  LOCI_HOLDS(left && left->empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto lines = loci::split_lines(bytes);
  for (const std::string_view line : lines) {
    check_line(line);
    (void)scan_files(line, place_record_start("memory"));
    const std::string whole = with_checksum(line);
    LOCI_HOLDS(has_valid_checksum(whole));
    check_line(whole);
  }
  loci::fs::MemoryFileSystem files;
  files.put("/f/2026-11.pack", bytes);
  const auto root = files.open("/f", loci::fs::Modes::Private);
  check_backward(**root, lines);
  check_pack(files, **root);
  return 0;
}
