#include "note/slug.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>

#include "base/hash.h"
#include "base/limits.h"
#include "base/path.h"
#include "base/text.h"

namespace loci::note {
namespace {

constexpr std::string_view kExtension = ".md";
constexpr std::size_t kSlugCharacters = 40;

// Names that Windows gives to devices, whatever extension follows.
bool is_device(std::string_view folded) {
  constexpr std::array<std::string_view, 6> kDevices = {"con", "prn",    "aux",
                                                        "nul", "conin$", "conout$"};
  const std::string_view base = trim_right(folded.substr(0, folded.find('.')));
  if (std::find(kDevices.begin(), kDevices.end(), base) != kDevices.end()) return true;
  if (!base.starts_with("com") && !base.starts_with("lpt")) return false;
  const std::string_view number = base.substr(3);
  return (number.size() == 1 && number[0] >= '0' && number[0] <= '9') || number == "¹" ||
         number == "²" || number == "³";
}

bool is_reserved(std::string_view stem) {
  const std::string folded = fold(stem);
  return folded == "memory" || folded == "scratchpad" || is_device(folded);
}

// What one path component must fulfil; the message goes behind the quoted name.
std::optional<std::string> component_fault(std::string_view name) {
  if (!is_valid_utf8(name)) return "is not valid UTF-8";
  for (std::size_t at = 0; at < name.size();) {
    const Decoded decoded = decode_utf8(name.substr(at));
    const char32_t c = decoded.character;
    if (c == '/' || c == '\\') return "contains a path separator";
    if (c < 0x20 || (c >= 0x7F && c <= 0x9F) || c == 0x2028 || c == 0x2029) {
      return "contains a control character";
    }
    at += decoded.length;
  }
  if (name.starts_with('.')) return "starts with a dot";
  if (name.size() > kFileNameBytes) return fmt::format("is longer than {} bytes", kFileNameBytes);
  return std::nullopt;
}

std::string quoted(std::string_view name) {
  return fmt::format("'{}'", cut_characters(printable(name, true), kDescriptionCharacters));
}

char32_t to_lower(char32_t c) {
  return static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(c)));
}

std::string capitalised(std::string_view word) {
  std::string result;
  bool lower = true;
  for (std::size_t at = 0; at < word.size();) {
    const Decoded decoded = decode_utf8(word.substr(at));
    lower = lower && to_lower(decoded.character) == decoded.character;
    at += decoded.length;
  }
  if (!lower || word.empty()) return std::string(word);
  const Decoded first = decode_utf8(word);
  if (first.length == 1 && first.character >= 0x80) return std::string(word);
  append_utf8(result, static_cast<char32_t>(
                          utf8proc_totitle(static_cast<utf8proc_int32_t>(first.character))));
  result += word.substr(first.length);
  return result;
}

}  // namespace

std::string_view stem(std::string_view file) {
  return file.ends_with(kExtension) ? file.substr(0, file.size() - kExtension.size()) : file;
}

std::optional<std::string> file_name_fault(std::string_view file) {
  if (auto fault = component_fault(file)) return fault;
  if (!file.ends_with(kExtension)) return "does not end in '.md'";
  if (trim(stem(file)).empty()) return "is blank";
  if (is_reserved(stem(file))) return "is a reserved name";
  return std::nullopt;
}

Result<std::string> note_file_name(std::string_view given) {
  if (trim(given).empty()) return fail(invalid_input("a note's name must not be blank"));
  std::string file(given);
  if (!file.ends_with(kExtension)) {
    if (ascii_lower(file).ends_with(kExtension)) {
      return fail(invalid_input(fmt::format("the name {} does not end in '.md' but in '{}'",
                                            quoted(given), file.substr(file.size() - 3)),
                                "write '.md' in lower case"));
    }
    file += kExtension;
  }
  if (const auto fault = file_name_fault(file)) {
    return fail(invalid_input(fmt::format("the name {} {}", quoted(given), *fault)));
  }
  return file;
}

std::string file_name_for_title(std::string_view title) {
  std::string name;
  const std::string composed = nfc(title);
  for (std::size_t at = 0; at < composed.size();) {
    const Decoded decoded = decode_utf8(std::string_view(composed).substr(at));
    at += decoded.length;
    if (is_word_character(decoded.character)) {
      append_utf8(name, to_lower(decoded.character));
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
  }
  name = cut_bytes(nfc(name), kTitleStemBytes);
  while (name.ends_with('-')) name.pop_back();
  if (name.empty()) name = "note";
  if (is_reserved(name)) name += "-note";
  return name.append(kExtension);
}

std::string numbered_file_name(std::string_view file, int number) {
  const std::string suffix = fmt::format("-{}{}", number, kExtension);
  return std::string(cut_bytes(stem(file), kFileNameBytes - suffix.size())) + suffix;
}

std::string title_for_file_name(std::string_view file) {
  std::string title;
  const std::string_view words = stem(file);
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t end = std::min(words.find_first_of("-_. ", at), words.size());
    if (end > at) {
      if (!title.empty()) title += ' ';
      title += capitalised(words.substr(at, end - at));
    }
    at = end + 1;
  }
  return title.empty() ? std::string(words) : title;
}

std::string workspace_slug(std::string_view canonical_path) {
  const std::string_view last = last_component(canonical_path);
  std::string name;
  for (std::size_t at = 0; at < last.size() && name.size() < kSlugCharacters;) {
    const Decoded decoded = decode_utf8(last.substr(at));
    const char32_t c = decoded.character;
    const bool keep = c < 0x80 && (is_word_character(c) || c == '-' || c == '_');
    name += keep ? static_cast<char>(c) : '-';
    at += decoded.length;
  }
  if (name.empty()) name = "root";
  return fmt::format("{}-{}", name, hex(fnv1a64(canonical_path) & 0xFFFFFFFFU, 8));
}

Result<std::string> agent_id(std::string_view given) {
  if (trim(given).empty()) return fail(invalid_input("an agent's id must not be blank"));
  if (const auto fault = component_fault(given)) {
    return fail(invalid_input(fmt::format("the agent id {} {}", quoted(given), *fault)));
  }
  return std::string(given);
}

}  // namespace loci::note
