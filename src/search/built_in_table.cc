// The table of words as part of the program: bytes of the file, on pages of their own that
// nobody reads before a search does.

#include "search/embedder.h"

#if defined(__ELF__)
asm(".section .rodata.loci_table, \"a\", %progbits\n"
    ".balign 4096\n"
    ".global loci_table_begin\n"
    "loci_table_begin:\n"
    ".incbin \"" LOCI_TABLE
    "\"\n"
    ".global loci_table_end\n"
    "loci_table_end:\n"
    ".byte 0\n"
    ".balign 4096\n"
    ".previous\n");
#endif

extern "C" {
extern const char loci_table_begin[];  // NOLINT(modernize-avoid-c-arrays)
extern const char loci_table_end[];    // NOLINT(modernize-avoid-c-arrays)
}

namespace loci::search {

std::shared_ptr<const Embedder> Embedder::built_in() {
  static const std::shared_ptr<const Embedder> table = [] {
    const std::string_view bytes(loci_table_begin,
                                 static_cast<std::size_t>(loci_table_end - loci_table_begin));
    auto opened = open(bytes);
    return opened ? *opened : nullptr;
  }();
  return table;
}

}  // namespace loci::search
