#include "note/document.h"

#include <md4c.h>

#include <array>

namespace loci::note {
namespace {

constexpr std::size_t kDeepest = 24;
// A definition that is long and used often makes much out of little.
constexpr std::size_t kMostGrowth = 16;
constexpr std::size_t kMostAlways = 64'000;

// The few entities that prose has; others stay as they are written.
std::string character_of(std::string_view entity) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kNamed{
      {{"&amp;", "&"},
       {"&lt;", "<"},
       {"&gt;", ">"},
       {"&quot;", "\""},
       {"&nbsp;", " "},
       {"&mdash;", "—"},
       {"&ndash;", "–"},
       {"&hellip;", "…"}}};
  for (const auto& [name, character] : kNamed) {
    if (entity == name) return std::string(character);
  }
  return std::string(entity);
}

class TreeMaker {
 public:
  explicit TreeMaker(std::size_t most) : most_(most) { open_.push_back(&root_); }

  void enter(MD_BLOCKTYPE type, const void* detail);
  void leave(MD_BLOCKTYPE type);
  void enter(MD_SPANTYPE type, const void* detail) { style(type, detail, 1); }
  void leave(MD_SPANTYPE type) { style(type, nullptr, -1); }
  void text(MD_TEXTTYPE type, std::string_view text);
  // 0, or 1 to end the reading: there is too much already.
  [[nodiscard]] int full() const { return taken_ > most_ ? 1 : 0; }

  [[nodiscard]] Block take() { return std::move(root_); }

 private:
  void style(MD_SPANTYPE type, const void* detail, int by);
  Styled& next_span();

  std::size_t most_;
  std::size_t taken_ = 0;
  Block root_;
  std::vector<Block*> open_;  // the innermost is the last
  std::size_t skipped_ = 0;   // blocks that are deeper than kDeepest
  int strong_ = 0;
  int emphasis_ = 0;
  int code_ = 0;
  int deleted_ = 0;
  std::string link_;
  bool apart_ = false;  // the next text is in another style than the last
};

void TreeMaker::enter(MD_BLOCKTYPE type, const void* detail) {
  Block block;
  switch (type) {
    case MD_BLOCK_QUOTE:
      block.kind = Block::Kind::Quote;
      break;
    case MD_BLOCK_UL:
      block.kind = Block::Kind::List;
      break;
    case MD_BLOCK_OL:
      block.kind = Block::Kind::List;
      block.level = static_cast<int>(static_cast<const MD_BLOCK_OL_DETAIL*>(detail)->start);
      break;
    case MD_BLOCK_LI: {
      const auto* item = static_cast<const MD_BLOCK_LI_DETAIL*>(detail);
      block.kind = Block::Kind::Item;
      if (item->is_task != 0) block.level = item->task_mark == ' ' ? 1 : 2;
      break;
    }
    case MD_BLOCK_HR:
      block.kind = Block::Kind::Rule;
      break;
    case MD_BLOCK_H:
      block.kind = Block::Kind::Heading;
      block.level = static_cast<int>(static_cast<const MD_BLOCK_H_DETAIL*>(detail)->level);
      break;
    case MD_BLOCK_CODE:
      block.kind = Block::Kind::Code;
      break;
    case MD_BLOCK_P:
      block.kind = Block::Kind::Paragraph;
      break;
    case MD_BLOCK_TABLE:
      block.kind = Block::Kind::Table;
      break;
    case MD_BLOCK_TR:
      block.kind = Block::Kind::Row;
      break;
    case MD_BLOCK_TH:
    case MD_BLOCK_TD:
      block.kind = Block::Kind::Cell;
      break;
    default:  // the document, and a table's head and body, which its rows tell
      return;
  }
  apart_ = true;
  const bool holds_text = block.kind == Block::Kind::Paragraph ||
                          block.kind == Block::Kind::Heading || block.kind == Block::Kind::Code;
  if (open_.size() >= kDeepest && !holds_text) {
    ++skipped_;
    return;
  }
  Block& parent = *open_.back();
  parent.children.push_back(std::move(block));
  open_.push_back(&parent.children.back());
}

void TreeMaker::leave(MD_BLOCKTYPE type) {
  switch (type) {
    case MD_BLOCK_DOC:
    case MD_BLOCK_THEAD:
    case MD_BLOCK_TBODY:
    case MD_BLOCK_HTML:
      return;
    default:
      break;
  }
  apart_ = true;
  const Block::Kind kind = open_.back()->kind;
  const bool holds_text =
      kind == Block::Kind::Paragraph || kind == Block::Kind::Heading || kind == Block::Kind::Code;
  if (skipped_ > 0 && !holds_text) {
    --skipped_;
  } else {
    open_.pop_back();
  }
}

void TreeMaker::style(MD_SPANTYPE type, const void* detail, int by) {
  apart_ = true;
  switch (type) {
    case MD_SPAN_EM:
      emphasis_ += by;
      break;
    case MD_SPAN_STRONG:
      strong_ += by;
      break;
    case MD_SPAN_CODE:
      code_ += by;
      break;
    case MD_SPAN_DEL:
      deleted_ += by;
      break;
    case MD_SPAN_A: {
      link_.clear();
      if (detail == nullptr) break;
      const MD_ATTRIBUTE& to = static_cast<const MD_SPAN_A_DETAIL*>(detail)->href;
      if (to.text != nullptr) link_.assign(to.text, to.size);
      break;
    }
    case MD_SPAN_WIKILINK: {
      link_.clear();
      if (detail == nullptr) break;
      const MD_ATTRIBUTE& to = static_cast<const MD_SPAN_WIKILINK_DETAIL*>(detail)->target;
      if (to.text != nullptr) link_.assign(to.text, to.size);
      break;
    }
    default:
      break;
  }
}

Styled& TreeMaker::next_span() {
  Block* block = open_.back();
  if (block->kind == Block::Kind::Item) {  // a tight one, whose paragraphs are not told
    if (block->children.empty() || block->children.back().kind != Block::Kind::Paragraph) {
      block->children.emplace_back().kind = Block::Kind::Paragraph;
    }
    block = &block->children.back();
  }
  std::vector<Styled>& spans = block->spans;
  if (spans.empty() || apart_ || spans.back().ends_line) {
    Styled span;
    span.strong = strong_ > 0;
    span.emphasis = emphasis_ > 0;
    span.code = code_ > 0;
    span.deleted = deleted_ > 0;
    span.link = link_;
    taken_ += sizeof(Styled) + link_.size();
    spans.push_back(std::move(span));
    apart_ = false;
  }
  return spans.back();
}

void TreeMaker::text(MD_TEXTTYPE type, std::string_view text) {
  taken_ += text.size();
  switch (type) {
    case MD_TEXT_NULLCHAR:
      next_span().text += "\xEF\xBF\xBD";
      break;
    case MD_TEXT_BR:
      next_span().ends_line = true;
      break;
    case MD_TEXT_SOFTBR:
      next_span().text += ' ';
      break;
    case MD_TEXT_ENTITY:
      next_span().text += character_of(text);
      break;
    default:
      next_span().text += text;
  }
}

TreeMaker& tree(void* user) { return *static_cast<TreeMaker*>(user); }

}  // namespace

Block parse_document(std::string_view markdown) {
  TreeMaker maker(markdown.size() * kMostGrowth + kMostAlways);
  MD_PARSER parser{};
  parser.flags = MD_DIALECT_GITHUB | MD_FLAG_NOHTML | MD_FLAG_WIKILINKS;
  parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* user) {
    tree(user).enter(type, detail);
    return 0;
  };
  parser.leave_block = [](MD_BLOCKTYPE type, void* /*detail*/, void* user) {
    tree(user).leave(type);
    return 0;
  };
  parser.enter_span = [](MD_SPANTYPE type, void* detail, void* user) {
    tree(user).enter(type, detail);
    return 0;
  };
  parser.leave_span = [](MD_SPANTYPE type, void* /*detail*/, void* user) {
    tree(user).leave(type);
    return 0;
  };
  parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* user) {
    tree(user).text(type, {text, size});
    return tree(user).full();
  };
  if (md_parse(markdown.data(), static_cast<MD_SIZE>(markdown.size()), &parser, &maker) == 0) {
    return maker.take();
  }
  Block as_it_is;
  as_it_is.kind = Block::Kind::Code;
  as_it_is.spans.emplace_back().text = std::string(markdown);
  Block document;
  document.children.push_back(std::move(as_it_is));
  return document;
}

std::string plain_text(const std::vector<Styled>& spans) {
  std::string text;
  for (const Styled& span : spans) {
    text += span.text;
    if (span.ends_line) text += ' ';
  }
  return text;
}

}  // namespace loci::note
