#include "note/html.h"

#include <fmt/format.h>
#include <md4c.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/text.h"

namespace loci::note {
namespace {

// A definition that is long and used often makes much out of little.
constexpr std::size_t kGrowth = 16;
constexpr std::size_t kAlways = 64'000;

void put_escaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      case '\0':
        out += "\xEF\xBF\xBD";
        break;
      default:
        out += c;
    }
  }
}

bool is_of_entity(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// "&amp;", "&#39;": letters and digits between an ampersand and a semicolon.
bool is_plain_entity(std::string_view text) {
  if (text.size() < 3 || !text.starts_with('&') || !text.ends_with(';')) return false;
  std::string_view inner = text.substr(1, text.size() - 2);
  if (inner.starts_with('#')) inner.remove_prefix(1);
  return !inner.empty() && std::all_of(inner.begin(), inner.end(), is_of_entity);
}

// The character of a numeric reference; of a named one the few that addresses have.
// Others stay as they are written, and their '&' keeps them from being a scheme.
std::string decoded_entity(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, char>, 8> kNamed{{{"&amp;", '&'},
                                                                            {"&lt;", '<'},
                                                                            {"&gt;", '>'},
                                                                            {"&quot;", '"'},
                                                                            {"&colon;", ':'},
                                                                            {"&sol;", '/'},
                                                                            {"&Tab;", '\t'},
                                                                            {"&NewLine;", '\n'}}};
  for (const auto& [name, character] : kNamed) {
    if (text == name) return std::string(1, character);
  }
  if (!is_plain_entity(text) || !text.starts_with("&#")) return std::string(text);
  const bool hexadecimal = text[2] == 'x' || text[2] == 'X';
  const std::size_t begin = hexadecimal ? 3 : 2;
  const std::string_view digits = text.substr(begin, text.size() - begin - 1);
  std::uint32_t code = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), code, hexadecimal ? 16 : 10);
  constexpr std::uint32_t kAscii = 0x80;
  if (error != std::errc() || end != digits.data() + digits.size() || code >= kAscii) {
    return std::string(text);
  }
  return std::string(1, static_cast<char>(code));
}

std::string text_of(const MD_ATTRIBUTE& attribute) {
  std::string text;
  for (std::size_t i = 0; attribute.text != nullptr && attribute.substr_offsets[i] < attribute.size;
       ++i) {
    const std::string_view part(attribute.text + attribute.substr_offsets[i],
                                attribute.substr_offsets[i + 1] - attribute.substr_offsets[i]);
    switch (attribute.substr_types[i]) {
      case MD_TEXT_ENTITY:
        text += decoded_entity(part);
        break;
      case MD_TEXT_NULLCHAR:
        text += "\xEF\xBF\xBD";
        break;
      default:
        text += part;
    }
  }
  return text;
}

enum class Leads { Out, ToNote, Elsewhere };

// Browsers pass over control characters inside a scheme, so an address with one leads
// nowhere.
Leads where_leads(std::string_view address) {
  constexpr unsigned char kPrintable = 0x20;
  const auto is_control = [](char c) {
    return static_cast<unsigned char>(c) < kPrintable || c == '\x7f';
  };
  if (address.empty() || std::any_of(address.begin(), address.end(), is_control)) {
    return Leads::Elsewhere;
  }
  const std::size_t colon = address.find_first_of(":/?#");
  if (colon == std::string_view::npos || address[colon] != ':') {
    return address.starts_with("//") ? Leads::Elsewhere : Leads::ToNote;
  }
  const std::string scheme = ascii_lower(address.substr(0, colon));
  return scheme == "http" || scheme == "https" || scheme == "mailto" ? Leads::Out
                                                                     : Leads::Elsewhere;
}

class HtmlWriter {
 public:
  explicit HtmlWriter(std::size_t most) : most_(most) {}

  // Each is 0, or 1 to end the reading: there is too much already.
  int enter(MD_BLOCKTYPE type, const void* detail);
  int leave(MD_BLOCKTYPE type, const void* detail);
  int enter(MD_SPANTYPE type, const void* detail);
  int leave(MD_SPANTYPE type);
  int text(MD_TEXTTYPE type, std::string_view text);

  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  [[nodiscard]] int full() const { return out_.size() > most_ ? 1 : 0; }
  void put(std::string_view text) { out_ += text; }
  void put_attribute(std::string_view name, std::string_view value) {
    put(" ");
    put(name);
    put("=\"");
    put_escaped(out_, value);
    put("\"");
  }
  void open_link(const std::string& address, bool to_note);
  static int heading(const void* detail) {
    return std::min(static_cast<int>(static_cast<const MD_BLOCK_H_DETAIL*>(detail)->level) + 1, 6);
  }

  std::string out_;
  std::size_t most_;
  int pictures_ = 0;  // inside how many; their text has no tags
  std::string_view closing_link_;
};

void HtmlWriter::open_link(const std::string& address, bool to_note) {
  const Leads leads = to_note ? Leads::ToNote : where_leads(address);
  const bool blocked = leads == Leads::Elsewhere;
  put(blocked ? "<span" : "<a");
  put_attribute(blocked ? "data-blocked" : leads == Leads::ToNote ? "data-note" : "href", address);
  if (leads == Leads::Out) put_attribute("rel", "noopener noreferrer");
  put(">");
  closing_link_ = blocked ? "</span>" : "</a>";
}

int HtmlWriter::enter(MD_BLOCKTYPE type, const void* detail) {
  switch (type) {
    case MD_BLOCK_QUOTE:
      put("<blockquote>\n");
      break;
    case MD_BLOCK_UL:
      put("<ul>\n");
      break;
    case MD_BLOCK_OL: {
      const auto start = static_cast<const MD_BLOCK_OL_DETAIL*>(detail)->start;
      put("<ol");
      if (start != 1) put_attribute("start", std::to_string(start));
      put(">\n");
      break;
    }
    case MD_BLOCK_LI: {
      const auto* item = static_cast<const MD_BLOCK_LI_DETAIL*>(detail);
      put("<li>");
      if (item->is_task != 0) {
        put("<input type=\"checkbox\" disabled");
        if (item->task_mark != ' ') put(" checked");
        put(">");
      }
      break;
    }
    case MD_BLOCK_HR:
      put("<hr>\n");
      break;
    case MD_BLOCK_H:
      out_ += fmt::format("<h{}>", heading(detail));
      break;
    case MD_BLOCK_CODE: {
      const std::string language = text_of(static_cast<const MD_BLOCK_CODE_DETAIL*>(detail)->lang);
      put("<pre><code");
      if (!language.empty()) put_attribute("class", "language-" + language);
      put(">");
      break;
    }
    case MD_BLOCK_P:
      put("<p>");
      break;
    case MD_BLOCK_TABLE:
      put("<table>\n");
      break;
    case MD_BLOCK_THEAD:
      put("<thead>\n");
      break;
    case MD_BLOCK_TBODY:
      put("<tbody>\n");
      break;
    case MD_BLOCK_TR:
      put("<tr>");
      break;
    case MD_BLOCK_TH:
    case MD_BLOCK_TD: {
      const MD_ALIGN align = static_cast<const MD_BLOCK_TD_DETAIL*>(detail)->align;
      put(type == MD_BLOCK_TH ? "<th" : "<td");
      if (align != MD_ALIGN_DEFAULT) {
        put_attribute("align", align == MD_ALIGN_LEFT     ? "left"
                               : align == MD_ALIGN_CENTER ? "center"
                                                          : "right");
      }
      put(">");
      break;
    }
    default:
      break;
  }
  return full();
}

int HtmlWriter::leave(MD_BLOCKTYPE type, const void* detail) {
  switch (type) {
    case MD_BLOCK_QUOTE:
      put("</blockquote>\n");
      break;
    case MD_BLOCK_UL:
      put("</ul>\n");
      break;
    case MD_BLOCK_OL:
      put("</ol>\n");
      break;
    case MD_BLOCK_LI:
      put("</li>\n");
      break;
    case MD_BLOCK_H:
      out_ += fmt::format("</h{}>\n", heading(detail));
      break;
    case MD_BLOCK_CODE:
      put("</code></pre>\n");
      break;
    case MD_BLOCK_P:
      put("</p>\n");
      break;
    case MD_BLOCK_TABLE:
      put("</table>\n");
      break;
    case MD_BLOCK_THEAD:
      put("</thead>\n");
      break;
    case MD_BLOCK_TBODY:
      put("</tbody>\n");
      break;
    case MD_BLOCK_TR:
      put("</tr>\n");
      break;
    case MD_BLOCK_TH:
      put("</th>");
      break;
    case MD_BLOCK_TD:
      put("</td>");
      break;
    default:
      break;
  }
  return full();
}

int HtmlWriter::enter(MD_SPANTYPE type, const void* detail) {
  if (type == MD_SPAN_IMG) {
    if (pictures_++ == 0) {
      put("<span");
      put_attribute("data-image", text_of(static_cast<const MD_SPAN_IMG_DETAIL*>(detail)->src));
      put(">");
    }
    return full();
  }
  if (pictures_ > 0) return full();
  switch (type) {
    case MD_SPAN_EM:
      put("<em>");
      break;
    case MD_SPAN_STRONG:
      put("<strong>");
      break;
    case MD_SPAN_DEL:
      put("<del>");
      break;
    case MD_SPAN_CODE:
      put("<code>");
      break;
    case MD_SPAN_A:
      open_link(text_of(static_cast<const MD_SPAN_A_DETAIL*>(detail)->href), false);
      break;
    case MD_SPAN_WIKILINK:
      open_link(text_of(static_cast<const MD_SPAN_WIKILINK_DETAIL*>(detail)->target), true);
      break;
    default:
      break;
  }
  return full();
}

int HtmlWriter::leave(MD_SPANTYPE type) {
  if (type == MD_SPAN_IMG) {
    if (--pictures_ == 0) put("</span>");
    return full();
  }
  if (pictures_ > 0) return full();
  switch (type) {
    case MD_SPAN_EM:
      put("</em>");
      break;
    case MD_SPAN_STRONG:
      put("</strong>");
      break;
    case MD_SPAN_DEL:
      put("</del>");
      break;
    case MD_SPAN_CODE:
      put("</code>");
      break;
    case MD_SPAN_A:
    case MD_SPAN_WIKILINK:
      put(closing_link_);
      break;
    default:
      break;
  }
  return full();
}

int HtmlWriter::text(MD_TEXTTYPE type, std::string_view text) {
  switch (type) {
    case MD_TEXT_NULLCHAR:
      put("\xEF\xBF\xBD");
      break;
    case MD_TEXT_BR:
      put(pictures_ > 0 ? " " : "<br>\n");
      break;
    case MD_TEXT_SOFTBR:
      put(pictures_ > 0 ? " " : "\n");
      break;
    case MD_TEXT_ENTITY:
      if (is_plain_entity(text)) {
        put(text);
      } else {
        put_escaped(out_, text);
      }
      break;
    default:
      put_escaped(out_, text);
  }
  return full();
}

HtmlWriter& writer(void* user) { return *static_cast<HtmlWriter*>(user); }

}  // namespace

std::string markdown_html(std::string_view markdown) {
  HtmlWriter html(markdown.size() * kGrowth + kAlways);
  MD_PARSER parser{};
  parser.flags = MD_DIALECT_GITHUB | MD_FLAG_NOHTML | MD_FLAG_WIKILINKS;
  parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* user) {
    return writer(user).enter(type, detail);
  };
  parser.leave_block = [](MD_BLOCKTYPE type, void* detail, void* user) {
    return writer(user).leave(type, detail);
  };
  parser.enter_span = [](MD_SPANTYPE type, void* detail, void* user) {
    return writer(user).enter(type, detail);
  };
  parser.leave_span = [](MD_SPANTYPE type, void* /*detail*/, void* user) {
    return writer(user).leave(type);
  };
  parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* user) {
    return writer(user).text(type, {text, size});
  };
  if (md_parse(markdown.data(), static_cast<MD_SIZE>(markdown.size()), &parser, &html) == 0) {
    return html.take();
  }
  std::string plain = "<pre>";
  put_escaped(plain, markdown);
  return plain + "</pre>\n";
}

}  // namespace loci::note
