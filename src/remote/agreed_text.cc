#include "remote/agreed_text.h"

#include <algorithm>
#include <optional>

#include "base/json.h"

namespace loci::remote {
namespace {

// Whether JSON has it as it stands.
bool is_plain(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) >= 0x20 && static_cast<unsigned char>(c) < 0x7F &&
           c != '"' && c != '\\';
  });
}

void append_text(std::string& json, std::string_view text) {
  if (!is_plain(text)) {
    json += json_quote(text);
    return;
  }
  json += '"';
  json += text;
  json += '"';
}

void append_version(std::string& json, const sync::NoteVersion& version) {
  if (version) {
    append_text(json, *version);
  } else {
    json += "null";
  }
}

// Reads one token after the other. False for any other than is asked for.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : text_(text) {}

  bool take(std::string_view token) {
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  bool text(std::string& value) {
    if (!take("\"")) return false;
    const std::size_t end = text_.find('"', at_);
    if (end == std::string_view::npos) return false;
    const std::string_view plain = text_.substr(at_, end - at_);
    if (!is_plain(plain)) return escaped(value);
    value = plain;
    at_ = end + 1;
    return true;
  }
  bool version(sync::NoteVersion& value) {
    if (take("null")) return true;
    return text(value.emplace());
  }
  bool flag(bool& value) {
    value = take("true");
    return value || take("false");
  }
  bool texts(std::vector<std::string>& values) {
    if (!take("[")) return false;
    if (take("]")) return true;
    do {
      if (!text(values.emplace_back())) return false;
    } while (take(","));
    return take("]");
  }
  [[nodiscard]] std::size_t at() const { return at_; }

 private:
  // A string with escapes in it; behind its first quote.
  bool escaped(std::string& value) {
    std::size_t end = at_;
    while (end < text_.size() && text_[end] != '"') end += text_[end] == '\\' ? 2U : 1U;
    if (end >= text_.size()) return false;
    const auto json = parse_json(text_.substr(at_ - 1, end + 2 - at_));
    if (!json || !json->is_string()) return false;
    value = json->get<std::string>();
    at_ = end + 1;
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

bool take_entry(Tokens& tokens, sync::Agreement& agreed) {
  std::string note;
  sync::Agreed one;
  const bool sound = tokens.take("[") && tokens.text(note) && tokens.take(",") &&
                     tokens.version(one.here) && tokens.take(",") && tokens.version(one.there) &&
                     tokens.take(",") && tokens.flag(one.lost) && tokens.take(",") &&
                     tokens.texts(one.seen) && tokens.take(",") && tokens.flag(one.gone) &&
                     tokens.take("]");
  // They are written in order, so that each is the last so far.
  if (sound) agreed.insert_or_assign(agreed.end(), std::move(note), std::move(one));
  return sound;
}

constexpr std::string_view kKey = "\"agreed\":";

}  // namespace

void append_agreed(std::string& json, const sync::Agreement& agreed) {
  json += '[';
  for (const auto& [note, one] : agreed) {
    if (json.back() != '[') json += ',';
    json += '[';
    append_text(json, note);
    json += ',';
    append_version(json, one.here);
    json += ',';
    append_version(json, one.there);
    json += one.lost ? ",true,[" : ",false,[";
    for (std::size_t i = 0; i < one.seen.size(); ++i) {
      if (i > 0) json += ',';
      append_text(json, one.seen[i]);
    }
    json += one.gone ? "],true]" : "],false]";
  }
  json += ']';
}

bool take_agreed(std::string_view json, sync::Agreement& agreed, std::string& rest) {
  // In a text of JSON its quotes are escaped: this can only be the key.
  const std::size_t key = json.find(kKey);
  if (key == std::string_view::npos) return false;
  const std::size_t begin = key + kKey.size();
  Tokens tokens(json.substr(begin));
  sync::Agreement read;
  if (!tokens.take("[")) return false;
  if (!tokens.take("]")) {
    do {
      if (!take_entry(tokens, read)) return false;
    } while (tokens.take(","));
    if (!tokens.take("]")) return false;
  }
  agreed = std::move(read);
  rest = std::string(json.substr(0, begin)) + "[]";
  rest += json.substr(begin + tokens.at());
  return true;
}

}  // namespace loci::remote
