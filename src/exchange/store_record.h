// What an earlier import of a store left: which note each part of it became, and
// the text that was brought. With it the next import tells what the tool changed
// from what was changed here. Pure.

#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "base/result.h"

namespace loci::exchange {

struct ImportedNote {
  std::string file;        // the note it became
  std::string hash;        // of the text that was brought last
  std::string place = {};  // the key of the place it was moved to; "" = the record's own

  bool operator==(const ImportedNote&) const = default;
};

struct ImportRecord {
  std::string store;
  std::string path;                                        // where it was read
  std::string place;                                       // the key of the place its notes went to
  std::map<std::string, ImportedNote, std::less<>> notes;  // by source, as StoreDraft has it

  bool operator==(const ImportRecord&) const = default;
};

// The name of a record's file: the same store, path and place have the same one.
[[nodiscard]] std::string record_name(const ImportRecord& record);
// Corrupt when it is no record.
[[nodiscard]] Result<ImportRecord> parse_record(std::string_view text);
[[nodiscard]] std::string render_record(const ImportRecord& record);

}  // namespace loci::exchange
