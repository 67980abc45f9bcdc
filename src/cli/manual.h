// The manual pages, made from the tables that the program runs by and from the documents that
// docs/ has: none of their text is written a second time.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cli/command.h"

namespace loci::cli {

struct ManualPage {
  std::string name;   // "loci-list"
  int section;        // 1 commands, 5 files, 7 what else there is to know
  std::string about;  // one line

  [[nodiscard]] std::string file() const;  // "loci-list.1"
};

// loci(1), one page for each command and for the helper program, then those of files and of the
// query language.
[[nodiscard]] std::vector<ManualPage> manual_pages();
// What `given` means: "list", "loci-list", "config.5", "" for loci(1). NotFound for what is none.
[[nodiscard]] Result<ManualPage> find_manual_page(std::string_view given);
// The page in the macros of man(7).
[[nodiscard]] std::string manual_source(const ManualPage& page);

// A document of docs/ as it is, by its name without ".md".
[[nodiscard]] std::string_view manual_document(std::string_view name);

// `loci man`: at a terminal shows a page, into a pipe writes its source, with --into all of them.
[[nodiscard]] Result<int> run_man(const Invocation& invocation, const Environment& environment,
                                  Terminal& terminal);

}  // namespace loci::cli
