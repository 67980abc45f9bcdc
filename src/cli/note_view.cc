#include "cli/note_view.h"

#include <fmt/format.h>

#include "base/text.h"
#include "base/wrap.h"
#include "note/document.h"
#include "note/note.h"
#include "note/terminal_view.h"

namespace loci::cli {

std::string note_view(std::string_view text, std::size_t columns, bool color) {
  const note::Note note = note::parse_note(text);
  const auto styled = [&](std::string_view code, const std::string& line) {
    return color ? fmt::format("\x1b[{}m{}\x1b[0m\n", code, line) : line + "\n";
  };
  std::string page;
  const auto add = [&](std::string_view code, std::string_view words) {
    if (trim(words).empty()) return;
    for (const std::string& line : wrap(printable(words, true), columns))
      page += styled(code, line);
  };
  add("1", note.name);
  add("2", note.description);
  std::vector<std::string> facts;
  if (note.type) facts.emplace_back(note::type_name(*note.type));
  for (const std::string& tag : note.tags) facts.push_back("#" + tag);
  add("2", join(facts, " "));
  const std::string body = note::terminal_view(note::parse_document(note.body), columns, color);
  if (page.empty() || body.empty()) return page + body;
  return page + "\n" + body;
}

}  // namespace loci::cli
