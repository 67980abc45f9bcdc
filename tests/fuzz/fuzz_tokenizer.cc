// Texts as words, and notes as sections: every token points into the text, a
// word's own text gives that word again, and sections cover the body.

#include <cstdint>
#include <string>
#include <string_view>

#include "base/text.h"
#include "property.h"
#include "search/sections.h"
#include "search/tokenizer.h"
#include "search/words.h"

using namespace loci;
using namespace loci::search;

namespace {

void check_tokens(std::string_view text) {
  Tokens tokens;
  tokenize(text, tokens);
  std::size_t before = 0;
  for (const Token& token : tokens.list()) {
    LOCI_HOLDS(token.begin < token.end && token.end <= text.size());
    LOCI_HOLDS(token.begin + 2 >= before);  // a flag reaches back over its dashes
    before = token.begin;
    const std::string_view word = tokens.word(token);
    LOCI_HOLDS(!word.empty() && word.size() <= kWordBytes && is_valid_utf8(word));
    LOCI_HOLDS(!stem(word).empty());
    LOCI_HOLDS(!is_stop_word(word) || word.size() < 8);
    if (token.end - token.begin > kWordBytes / 2) continue;
    bool again = false;
    for (const std::string& same : words_of(text.substr(token.begin, token.end - token.begin))) {
      again = again || same == word;
    }
    LOCI_HOLDS(again);
  }
}

void check_sections(std::string_view file, std::string_view text) {
  const Document document = split_sections(file, text);
  LOCI_HOLDS(!document.sections.empty());
  std::size_t at = document.sections.front().begin;
  std::size_t line = 1;
  for (const Section& section : document.sections) {
    LOCI_HOLDS(section.begin >= at && section.begin <= section.body_begin);
    LOCI_HOLDS(section.body_begin <= section.end && section.end <= text.size());
    LOCI_HOLDS(section.line >= line && section.line <= section.end_line);
    at = section.end;
    line = section.line;
  }
  LOCI_HOLDS(document.importance >= 0 && document.importance <= 10);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_tokens(text);
  check_sections("x.md", text);
  check_sections(text.substr(0, text.find('\n')), text);
  return 0;
}
