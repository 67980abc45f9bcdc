#include "base/limits.h"

#include <array>

namespace loci {

std::span<const Limit> limits() {
  static constexpr std::array kLimits{
      Limit{"index_entry_lines", kIndexEntryLines, "lines", "entry lines of an index in a prompt"},
      Limit{"index_entry_bytes", kIndexEntryBytes, "bytes", "entry lines of an index in a prompt"},
      Limit{"context_bytes", kContextBytes, "bytes", "a context block or a rendered search"},
      Limit{"write_bytes", kWriteBytes, "bytes", "the content of one write"},
      Limit{"file_bytes", kFileBytes, "bytes", "a whole file given by --raw, edit or restore"},
      Limit{"index_file_bytes", kIndexFileBytes, "bytes", "a MEMORY.md on disk"},
      Limit{"frontmatter_bytes", kFrontmatterBytes, "bytes", "a note's frontmatter"},
      Limit{"frontmatter_depth", kFrontmatterDepth, "levels", "nesting in a note's frontmatter"},
      Limit{"history_rows", kHistoryRows, "rows", "one answer of history"},
      Limit{"search_hits", kSearchHits, "notes", "one answer of search"},
      Limit{"summary_bytes", kSummaryBytes, "bytes", "the summary in a journal line"},
      Limit{"file_name_bytes", kFileNameBytes, "bytes", "the name of a note's file"},
      Limit{"title_stem_bytes", kTitleStemBytes, "bytes", "a file name made from a title"},
      Limit{"description_characters", kDescriptionCharacters, "characters",
            "a description made from the body"},
  };
  return kLimits;
}

}  // namespace loci
