#include "exchange/edit.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace loci::exchange {

bool Traces::made_container(const KeyPath& path) const {
  return std::find(made.begin(), made.end(), path) != made.end();
}

const Gap* Traces::gap_of(const KeyPath& path) const {
  const auto found =
      std::find_if(gaps.begin(), gaps.end(), [&](const Gap& gap) { return gap.path == path; });
  return found == gaps.end() ? nullptr : &*found;
}

void Traces::remember(const KeyPath& path, std::string_view bytes) {
  std::erase_if(gaps, [&](const Gap& gap) { return gap.path == path; });
  gaps.push_back({path, std::string(bytes)});
}

std::size_t line_of(std::string_view text, std::size_t position) {
  const std::string_view before = text.substr(0, position);
  return 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
}

constexpr std::string_view kMendIt =
    "nothing was changed: fix the file, or paste into it what --print shows";

Error fault_at(const Source& source, std::size_t position, std::string_view what,
               std::string_view hint) {
  return invalid_input(fmt::format("{}:{}: {}", source.label, line_of(source.text, position), what),
                       std::string(hint.empty() ? kMendIt : hint));
}

std::string_view line_ending(std::string_view text) {
  const std::size_t end = text.find('\n');
  const bool crlf = end != std::string_view::npos && end > 0 && text[end - 1] == '\r';
  return crlf ? "\r\n" : "\n";
}

std::size_t mark_length(std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  return text.starts_with(kMark) ? kMark.size() : 0;
}

Result<> check_size(const Source& source) {
  if (source.text.size() > kSettingsBytes) {
    return fail(fault_at(
        source, 0,
        fmt::format("{} bytes are more than the limit of {}", source.text.size(), kSettingsBytes)));
  }
  if (!is_valid_utf8(source.text)) return fail(fault_at(source, 0, "the file is not UTF-8"));
  return {};
}

std::string canonical_text(const Json& value) {
  // A plain object sorts its keys; the depth was limited when `value` was read.
  return nlohmann::json::parse(dump_json(value)).dump();
}

}  // namespace loci::exchange
