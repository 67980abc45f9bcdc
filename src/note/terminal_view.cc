#include "note/terminal_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace loci::note {
namespace {

constexpr std::size_t kNarrowest = 20;

class ScreenWriter {
 public:
  ScreenWriter(std::size_t columns, bool color) : columns_(columns), color_(color) {}

  void blocks(const std::vector<Block>& children);
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  void block(const Block& block);
  void heading(const Block& block);
  void code(const Block& block);
  void list(const Block& block);
  void table(const Block& block);
  // An empty line between two blocks.
  void apart() {
    if (!out_.empty() && !tight_) out_ += blank(indent_);
    tight_ = false;
  }
  static std::string blank(std::string_view indent) {
    return std::string(trim_right(indent)) + "\n";
  }
  [[nodiscard]] std::size_t room() const {
    const std::size_t used = display_width(indent_);
    return columns_ > used + kNarrowest ? columns_ - used : kNarrowest;
  }
  [[nodiscard]] std::string styled(std::string_view codes, std::string_view text) const {
    return color_ && !codes.empty() ? fmt::format("\x1b[{}m{}\x1b[0m", codes, text)
                                    : std::string(text);
  }
  // The words of spans in lines of at most `width` columns.
  [[nodiscard]] std::vector<std::string> lines(const std::vector<Styled>& spans, std::size_t width,
                                               std::string_view all = {}) const;
  void put(const std::vector<std::string>& lines);

  std::string out_;
  std::size_t columns_;
  bool color_;
  std::string indent_;  // of lines behind the first
  std::string first_;   // of the next line alone, where it differs: a bullet
  bool has_first_ = false;
  bool tight_ = false;
};

std::string codes_of(const Styled& span, std::string_view all) {
  std::string codes(all);
  const auto add = [&](bool wanted, std::string_view code) {
    if (wanted) codes += (codes.empty() ? "" : ";") + std::string(code);
  };
  add(span.strong, "1");
  add(span.emphasis, "3");
  add(span.code, "36");
  add(span.deleted, "9");
  add(!span.link.empty(), "4");
  return codes;
}

// What is only seen by its style needs a sign where there is none.
std::string shown_text(const Styled& span, bool color) {
  std::string text = printable(replace_all(span.text, "\t", " "), true);
  if (!color && span.code) text = fmt::format("`{}`", text);
  if (!color && span.deleted) text = fmt::format("~~{}~~", text);
  return text;
}

// Where a link leads, behind its text; none where the text says it.
std::string shown_link(const Styled& span) {
  if (span.link.empty() || span.link == span.text) return {};
  const bool outside = span.link.find("://") != std::string::npos;
  return outside ? fmt::format(" <{}>", printable(span.link, true)) : std::string();
}

std::vector<std::string> ScreenWriter::lines(const std::vector<Styled>& spans, std::size_t width,
                                             std::string_view all) const {
  std::vector<std::string> result(1);
  std::size_t used = 0;
  std::string word;
  std::size_t word_width = 0;
  const auto end_word = [&] {
    if (word.empty()) return;
    if (used > 0 && used + 1 + word_width > width) {
      result.emplace_back();
      used = 0;
    }
    if (used > 0) {
      result.back() += ' ';
      ++used;
    }
    result.back() += word;
    used += word_width;
    word.clear();
    word_width = 0;
  };
  const auto add = [&](std::string_view text, const std::string& codes) {
    while (!text.empty()) {
      const std::size_t space = text.find(' ');
      const std::string_view part = text.substr(0, space);
      if (!part.empty()) {
        word += styled(codes, part);
        word_width += display_width(part);
      }
      if (space == std::string_view::npos) break;
      end_word();
      text.remove_prefix(space + 1);
    }
  };
  for (const Styled& span : spans) {
    add(shown_text(span, color_), codes_of(span, all));
    add(shown_link(span), color_ ? "2" : "");
    if (!span.ends_line) continue;
    end_word();
    result.emplace_back();
    used = 0;
  }
  end_word();
  return result;
}

void ScreenWriter::put(const std::vector<std::string>& lines) {
  for (const std::string& line : lines) {
    const std::string& before = has_first_ ? first_ : indent_;
    has_first_ = false;
    out_ += line.empty() ? blank(before) : before + line + "\n";
  }
}

void ScreenWriter::heading(const Block& block) {
  apart();
  put(lines(block.spans, room(), block.level <= 2 ? "1;4" : "1"));
  if (color_ || block.level > 2) return;
  const std::size_t width =
      std::min(room(), display_width(printable(plain_text(block.spans), true)));
  put({std::string(width, block.level == 1 ? '=' : '-')});
}

void ScreenWriter::code(const Block& block) {
  apart();
  std::vector<std::string> rows;
  const std::string text = plain_text(block.spans);
  for (const std::string_view line : split_lines(text)) {
    const std::string shown = printable(replace_all(without_ending(line), "\t", "    "), true);
    rows.push_back(shown.empty() ? "" : "    " + styled("36", shown));
  }
  put(rows);
}

void ScreenWriter::list(const Block& block) {
  apart();
  int number = block.level;
  const std::string outer = indent_;
  for (const Block& item : block.children) {
    std::string mark = block.level == 0 ? "• " : fmt::format("{}. ", number++);
    if (item.level != 0) mark = item.level == 1 ? "[ ] " : "[x] ";
    indent_ = outer + std::string(display_width(mark), ' ');
    first_ = outer + mark;
    has_first_ = true;
    tight_ = true;
    if (item.children.empty()) put({""});
    for (const Block& child : item.children) {
      tight_ = tight_ || child.kind == Block::Kind::List;
      this->block(child);
    }
    indent_ = outer;
  }
}

// Columns as wide as their widest cell; what does not fit into the last is broken into lines.
// Where the others leave no room for that, a row is a line of cells.
void ScreenWriter::table(const Block& block) {
  apart();
  std::vector<std::size_t> widths;
  for (const Block& row : block.children) {
    widths.resize(std::max(widths.size(), row.children.size()), 0);
    for (std::size_t i = 0; i < row.children.size(); ++i) {
      std::size_t width = 0;
      for (const Styled& span : row.children[i].spans) {
        width += display_width(shown_text(span, color_)) + display_width(shown_link(span));
      }
      widths[i] = std::max(widths[i], width);
    }
  }
  std::size_t before = 0;
  for (std::size_t i = 0; i + 1 < widths.size(); ++i) before += widths[i] + 2;
  const bool fits = before + kNarrowest <= room();
  for (const Block& row : block.children) {
    const bool head = &row == &block.children.front();
    std::vector<std::string> rows(1);
    for (std::size_t i = 0; i < row.children.size(); ++i) {
      const bool last = i + 1 == row.children.size();
      const std::size_t width =
          fits && last ? std::max(room() - before, kNarrowest) : std::size_t{1'000'000};
      const std::vector<std::string> cell = lines(row.children[i].spans, width, head ? "1" : "");
      rows.back() += cell.front();
      for (std::size_t k = 1; k < cell.size(); ++k) {
        rows.push_back(std::string(before, ' ') + cell[k]);
      }
      if (last) break;
      std::size_t wide = 0;
      for (const Styled& span : row.children[i].spans) {
        wide += display_width(shown_text(span, color_)) + display_width(shown_link(span));
      }
      rows.back().append(fits ? widths[i] - wide + 2 : 2, ' ');
    }
    put(rows);
  }
}

void ScreenWriter::block(const Block& block) {
  switch (block.kind) {
    case Block::Kind::Heading:
      return heading(block);
    case Block::Kind::Paragraph:
      apart();
      return put(lines(block.spans, room()));
    case Block::Kind::Code:
      return code(block);
    case Block::Kind::List:
      return list(block);
    case Block::Kind::Table:
      return table(block);
    case Block::Kind::Quote: {
      apart();
      const std::string outer = indent_;
      indent_ += "│ ";
      tight_ = true;
      blocks(block.children);
      indent_ = outer;
      return;
    }
    case Block::Kind::Rule:
      apart();
      return put({std::string(std::min<std::size_t>(room(), 20), '-')});
    default:
      blocks(block.children);
  }
}

void ScreenWriter::blocks(const std::vector<Block>& children) {
  for (const Block& child : children) block(child);
}

}  // namespace

std::string terminal_view(const Block& document, std::size_t columns, bool color) {
  ScreenWriter writer(columns, color);
  writer.blocks(document.children);
  return writer.take();
}

}  // namespace loci::note
