// Bringing in what other tools keep in files (exchange/stores.h): what is asked
// and answered.
//
// An import removes nothing, neither there nor here. It is one operation, and
// `undo` takes it back whole. What it brought is recorded in state/imports, so
// that a second import sees which side changed a text since.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "exchange/tool.h"
#include "memory/memory.h"

namespace loci::compile {

struct ImportRequest {
  std::string store;       // "claude"
  std::string path = {};   // a directory or file; "" = all places it is found at
  std::string scope = {};  // "" as the store's place says; global, workspace, private, shared
  bool dry_run = false;
  std::vector<std::string> allow = {};  // rules of the scanner that a person lets pass
};

enum class ImportStatus : std::uint8_t {
  Created,
  Updated,    // only the tool changed it since the last import
  Unchanged,  // it is here already
  Kept,       // only this side changed it since: it stays
  Beside,     // another text has the name, or both sides changed it: kept under a number
  Refused,    // the scanner blocks it, or it is too large
  Held,       // it waits in the inbox
};
[[nodiscard]] std::string_view status_name(ImportStatus status);

struct ImportRow {
  std::string source;  // "a.md", "memory.jsonl#Ada"
  std::string file;    // the note
  std::string wanted;  // the name it would have had, where it is kept beside
  ImportStatus status = ImportStatus::Unchanged;
};

// One place of a store.
struct ImportSource {
  std::string path;
  store::Place place;  // where its notes went
  std::vector<ImportRow> rows;
  std::vector<std::string> warnings;
};

struct ImportReply {
  std::string store;
  std::vector<ImportSource> sources;  // none: there is no such store here
  memory::ChangeReply change;
};

// A place of a store that holds something.
struct FoundStore {
  std::string store;
  std::string title;
  std::string path;
  std::size_t notes = 0;  // that it would give
  std::string scope;      // where they would go: "workspace" or "global"
};

// Every place that holds something of a known store.
Result<std::vector<FoundStore>> find_stores(memory::Memory& memory);
Result<ImportReply> import_store(memory::Memory& memory, const ImportRequest& request);
// Imports these places of a store, whoever chose them; `operation` is what the journal says.
Result<ImportReply> bring_stores(memory::Memory& memory, std::string operation,
                                 const exchange::Tool& tool,
                                 const std::vector<exchange::StorePlace>& at,
                                 const ImportRequest& request);

}  // namespace loci::compile
