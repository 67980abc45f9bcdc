#include "note/roff.h"

#include <fmt/format.h>

#include "base/text.h"

namespace loci::note {
namespace {

constexpr std::size_t kRoffColumns = 78;

// What would be a request at the start of a line.
bool is_request(std::string_view line) { return line.starts_with('.') || line.starts_with('\''); }

class RoffWriter {
 public:
  void blocks(const std::vector<Block>& children);
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  void block(const Block& block);
  void heading(const Block& block);
  void code(const Block& block);
  void list(const Block& block);
  void table(const Block& block);
  // A paragraph begins; none where a section or an item has just begun.
  void begin() {
    if (!fresh_) out_ += ".PP\n";
    fresh_ = false;
  }
  static std::string styled(const std::vector<Styled>& spans);

  std::string out_;
  bool fresh_ = true;
};

std::string RoffWriter::styled(const std::vector<Styled>& spans) {
  std::string text;
  for (const Styled& span : spans) {
    const std::string_view font = span.code || span.strong ? "B" : span.emphasis ? "I" : "";
    const std::string words = roff_text(span.text);
    text += font.empty() || words.empty() ? words : fmt::format("\\f{}{}\\fR", font, words);
    if (span.ends_line) text += "\n.br\n";
  }
  return text;
}

void RoffWriter::heading(const Block& block) {
  if (block.level == 1) return;
  const std::string title = roff_text(plain_text(block.spans));
  out_ += block.level == 2 ? fmt::format(".SH {}\n", title) : fmt::format(".SS {}\n", title);
  fresh_ = true;
}

void RoffWriter::code(const Block& block) {
  out_ += fresh_ ? "" : ".PP\n";
  out_ += ".RS 4\n.nf\n";
  const std::string text = plain_text(block.spans);
  for (const std::string_view line : split_lines(text)) {
    const std::string words = roff_text(without_ending(line));
    out_ += words.empty() ? "\\&\n" : fmt::format("{}\n", words);
  }
  out_ += ".fi\n.RE\n";
  fresh_ = false;
}

void RoffWriter::list(const Block& block) {
  int number = block.level;
  for (const Block& item : block.children) {
    out_ += block.level == 0 ? ".IP \\(bu 3\n" : fmt::format(".IP {}. 4\n", number++);
    if (item.level != 0) out_ += item.level == 1 ? "[ ] " : "[x] ";
    fresh_ = true;
    bool first = true;
    for (const Block& child : item.children) {
      if (first && child.kind == Block::Kind::Paragraph) {
        out_ += roff_lines(styled(child.spans));
        fresh_ = false;
      } else {
        out_ += ".RS 3\n";
        fresh_ = child.kind == Block::Kind::Paragraph || child.kind == Block::Kind::Code;
        this->block(child);
        out_ += ".RE\n";
      }
      first = false;
    }
  }
  fresh_ = false;
}

// The first cell is what a row is about; the others are told by the words of the head, where
// there are several.
void RoffWriter::table(const Block& block) {
  if (block.children.empty()) return;
  const std::vector<Block>& head = block.children.front().children;
  for (std::size_t i = 1; i < block.children.size(); ++i) {
    const std::vector<Block>& cells = block.children[i].children;
    if (cells.empty()) continue;
    const std::string tag(trim(replace_all(styled(cells.front().spans), "\n", " ")));
    out_ += ".TP\n" + (tag.empty() ? std::string("\\(em") : tag) + "\n";
    std::string rest;
    for (std::size_t k = 1; k < cells.size(); ++k) {
      const std::string cell = styled(cells[k].spans);
      if (trim(cell).empty()) continue;
      if (!rest.empty()) rest += "; ";
      if (cells.size() > 2 && k < head.size()) rest += styled(head[k].spans) + ": ";
      rest += cell;
    }
    out_ += rest.empty() ? std::string("\\&\n") : roff_lines(rest);
  }
  fresh_ = false;
}

void RoffWriter::block(const Block& block) {
  switch (block.kind) {
    case Block::Kind::Heading:
      return heading(block);
    case Block::Kind::Paragraph:
      begin();
      out_ += roff_lines(styled(block.spans));
      return;
    case Block::Kind::Code:
      return code(block);
    case Block::Kind::List:
      return list(block);
    case Block::Kind::Table:
      return table(block);
    case Block::Kind::Quote:
      out_ += ".RS 4\n";
      fresh_ = true;
      blocks(block.children);
      out_ += ".RE\n";
      fresh_ = false;
      return;
    case Block::Kind::Rule:
      return;
    default:
      blocks(block.children);
  }
}

void RoffWriter::blocks(const std::vector<Block>& children) {
  for (const Block& child : children) block(child);
}

}  // namespace

std::string roff_text(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const Decoded next = decode_utf8(text);
    const std::string_view bytes = text.substr(0, next.length);
    text.remove_prefix(next.length);
    switch (next.character) {
      case U'\\':
        out += "\\(rs";
        break;
      case U'-':
        out += "\\-";
        break;
      case U'\'':
        out += "\\(aq";
        break;
      case U'"':
        out += "\\(dq";
        break;
      case U'`':
        out += "\\(ga";
        break;
      case U'^':
        out += "\\(ha";
        break;
      case U'~':
        out += "\\(ti";
        break;
      case U'\t':
        out += "    ";
        break;
      case U'\n':
        out += ' ';
        break;
      case U'.':
        out += out.empty() ? "\\&." : ".";
        break;
      default:
        constexpr char32_t kFirstOfMany = 0x80;
        out += next.character < kFirstOfMany
                   ? std::string(bytes)
                   : fmt::format("\\[u{:04X}]", static_cast<std::uint32_t>(next.character));
    }
  }
  return out;
}

std::string roff_lines(std::string_view words) {
  std::string out;
  for (const std::string_view whole : split_lines(words)) {
    const std::string_view given = without_ending(whole);
    if (given == ".br") {
      out += ".br\n";
      continue;
    }
    std::string line;
    std::string_view rest = trim(given);
    while (!rest.empty()) {
      const std::size_t space = rest.find(' ');
      const std::string_view word = rest.substr(0, space);
      rest = space == std::string_view::npos ? std::string_view() : trim_left(rest.substr(space));
      if (!line.empty() && line.size() + 1 + word.size() > kRoffColumns) {
        out += line + "\n";
        line.clear();
      }
      if (line.empty() && is_request(word))
        line = "\\&";
      else if (!line.empty())
        line += ' ';
      line += word;
    }
    if (!line.empty()) out += line + "\n";
  }
  return out;
}

std::string roff_body(const Block& document) {
  RoffWriter writer;
  writer.blocks(document.children);
  return writer.take();
}

}  // namespace loci::note
