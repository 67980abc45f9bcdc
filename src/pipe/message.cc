#include "pipe/message.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "base/json_text.h"
#include "base/limits.h"

namespace loci::pipe {
namespace {

Error broken(std::string_view what) {
  return corrupt(fmt::format("the other side broke the protocol: {}", what),
                 "docs/remote-helpers.md describes it");
}

bool is_hash(const Json& json) {
  if (!json.is_string()) return false;
  const auto& text = json.get_ref<const std::string&>();
  return text.size() == 64 && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

}  // namespace

std::string format_message(const Message& message) {
  JsonText line;
  line.begin_object();
  for (const auto& [name, member] : message.line.get_ref<const Json::object_t&>()) {
    line.add(std::string_view(name), member);
  }
  std::size_t bytes = 1;
  if (!message.texts.empty()) {
    line.key("texts").begin_array();
    for (const auto& [hash, text] : message.texts) {
      line.begin_array().value(hash).value(text.size()).end_array();
      bytes += text.size();
    }
    line.end_array();
  }
  std::string result = std::move(line.end_object()).take();
  result.reserve(result.size() + bytes);
  result += '\n';
  for (const auto& [hash, text] : message.texts) result += text;
  return result;
}

void MessageReader::add(std::string_view bytes) {
  if (at_ > bytes_.size() / 2) {
    bytes_.erase(0, at_);
    at_ = 0;
  }
  bytes_ += bytes;
}

void MessageReader::take(std::size_t count) { at_ += count; }

Result<> MessageReader::read_line() {
  const std::string_view text = rest();
  const std::size_t end = text.find('\n', searched_);
  searched_ = end == std::string_view::npos ? text.size() : 0;
  if (std::min(end, text.size()) > kLineBytes) return fail(broken("a line is too long"));
  if (end == std::string_view::npos) return {};
  auto line = parse_json(text.substr(0, end), {.bytes = kLineBytes, .depth = 8, .keys = 1'000});
  if (!line || !line->is_object()) return fail(broken("a line is not a JSON object"));
  needed_ = 0;
  named_.clear();
  const auto texts = line->find(std::string_view("texts"));
  if (texts != line->end()) {
    if (!texts->is_array()) return fail(broken("\"texts\" is not a list"));
    for (const Json& one : *texts) {
      const bool sound =
          one.is_array() && one.size() == 2 && is_hash(one[0]) && one[1].is_number_unsigned();
      if (!sound || one[1].get<std::uint64_t>() > kFileBytes) {
        return fail(broken("a text is not a pair of a SHA-256 and at most one mebibyte"));
      }
      named_.push_back({one[0].get_ref<const std::string&>(), one[1].get<std::size_t>()});
      needed_ += named_.back().size;
      if (needed_ > kTextsBytes) return fail(broken("the texts of a message are too long"));
    }
    line->erase(texts);
  }
  take(end + 1);
  line_ = std::move(*line);
  return {};
}

Result<std::optional<Message>> MessageReader::next() {
  if (!line_) LOCI_TRY(read_line());
  if (!line_ || rest().size() < needed_) return std::nullopt;
  Message message;
  message.line = std::move(*line_);
  line_.reset();
  for (Named& one : named_) {
    const std::string_view text = rest().substr(0, one.size);
    if (sha256(text) != one.hash) return fail(broken("a text does not match its hash"));
    message.texts.insert_or_assign(std::move(one.hash), std::string(text));
    take(one.size);
  }
  return message;
}

}  // namespace loci::pipe
