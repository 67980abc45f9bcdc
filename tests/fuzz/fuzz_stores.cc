// The parsers of other tools' memory. The first byte of an input picks the store, '0' the first of
// the list; then come files, each a line with its path and the lines up to one that is "%%". Every
// draft is a valid note with a valid name, and the same files give the same.

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "exchange/store_record.h"
#include "exchange/tool.h"
#include "note/note.h"
#include "note/slug.h"
#include "note/validate.h"
#include "property.h"

namespace {

using namespace loci::exchange;

std::vector<StoreFile> files_of(std::string_view input) {
  std::vector<StoreFile> files;
  bool at_path = true;
  for (const std::string_view line : loci::split_lines(input)) {
    if (at_path) {
      files.push_back({std::string(loci::without_ending(line)), ""});
      at_path = false;
    } else if (loci::without_ending(line) == "%%") {
      at_path = true;
    } else {
      files.back().text += line;
    }
  }
  return files;
}

// A directory names each file once, and a store reads only its own.
std::vector<StoreFile> read_by(const ForeignStore& store, std::vector<StoreFile> files) {
  std::set<std::string> seen;
  std::erase_if(files, [&](const StoreFile& file) {
    const bool odd = file.path.empty() || file.path.starts_with('/') ||
                     file.path.find('\0') != std::string::npos || !loci::is_valid_utf8(file.path);
    return odd || !store.reads(file.path) || !seen.insert(file.path).second;
  });
  return files;
}

void check_places(std::string_view input) {
  StoreSearch search;
  search.around.user_home = "/home/u";
  const std::string deep(250, 'x');
  search.roots = {"/home/u/app", "/" + deep};
  search.read = [&](const std::string&) { return std::string(input); };
  search.directories = [&](const std::string&) {
    return std::vector<std::string>{"workspace-b", "-" + deep.substr(0, 199) + "-1a"};
  };
  for (const Tool* tool : tools_with(&Tool::store)) {
    for (const StorePlace& place : tool->store->places(search)) {
      LOCI_HOLDS(place.path.starts_with('/'));
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input(reinterpret_cast<const char*>(data), size);
  if (input.empty()) return 0;
  const ToolList tools = tools_with(&Tool::store);
  const ForeignStore& store =
      *tools[static_cast<unsigned char>(input[0] - '0') % tools.size()]->store;
  input.remove_prefix(1);
  check_places(input);
  if (const auto record = parse_record(input)) {
    LOCI_HOLDS(*parse_record(render_record(*record)) == *record);
  }
  const std::vector<StoreFile> files = read_by(store, files_of(input));
  for (const StoreFile& file : files) (void)store.enters(file.path);
  const StoreDrafts drafts = parse_store(store, files, StoreReach::Global);
  std::set<std::string> sources;
  for (const StoreDraft& note : drafts.notes) {
    LOCI_HOLDS(sources.insert(note.source).second);
    LOCI_HOLDS(!loci::note::file_name_fault(note.file));
    const auto parsed = loci::note::parse_note(note.text);
    LOCI_HOLDS(loci::note::validate(parsed, loci::note::requirements_for_shared_scope()).empty());
  }
  const StoreDrafts again = parse_store(store, {files.rbegin(), files.rend()}, StoreReach::Global);
  LOCI_HOLDS(again.notes.size() == drafts.notes.size());
  for (std::size_t i = 0; i < drafts.notes.size(); ++i) {
    LOCI_HOLDS(again.notes[i].text == drafts.notes[i].text);
  }
  return 0;
}
