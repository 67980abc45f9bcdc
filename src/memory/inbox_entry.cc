#include "memory/inbox_entry.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/hash.h"
#include "base/json.h"
#include "base/later_version.h"
#include "base/limits.h"
#include "base/path.h"
#include "base/text.h"

namespace loci::memory {
namespace {

// The first line, a header as one line of JSON, then the texts as they are, one behind the
// other: a purge finds their lines, and a person who looks into the file reads them.
constexpr std::string_view kInboxForm = "loci-inbox ";
constexpr int kInboxVersion = 1;

Json size_of(const std::optional<std::string>& text) {
  return text ? Json(text->size()) : Json(nullptr);
}

Error no_entry(std::string_view file) {
  return corrupt(fmt::format("'{}' in the inbox is damaged", file),
                 "look at the file, or restore it with 'loci undo'");
}

std::string text_in(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

// The next text of the file, of the size that the header says; nothing for null.
bool take_text(std::string_view& rest, const Json& json, const char* key,
               std::optional<std::string>& text) {
  const auto found = json.find(key);
  if (found == json.end()) return false;
  if (found->is_null()) return true;
  if (!found->is_number_unsigned()) return false;
  const auto size = found->get<std::size_t>();
  if (size >= rest.size() || rest[size] != '\n') return false;
  text.emplace(rest.substr(0, size));
  rest.remove_prefix(size + 1);
  return true;
}

}  // namespace

std::string format_entry(const InboxEntry& entry) {
  Json header = {{"id", entry.id},
                 {"time", entry.time},
                 {"operation", entry.operation},
                 {"origin", entry.origin},
                 {"actor", entry.actor},
                 {"session", entry.session},
                 {"workspace", entry.workspace},
                 {"summary", entry.summary},
                 {"reasons", Json::array()},
                 {"changes", Json::array()}};
  for (const HoldReason& reason : entry.reasons) {
    header["reasons"].push_back({{"rule", reason.rule},
                                 {"file", reason.file},
                                 {"line", reason.line},
                                 {"message", reason.message}});
  }
  std::string texts;
  for (const HeldChange& change : entry.changes) {
    Json json = {{"place", text_of_path(change.place)},
                 {"file", change.file},
                 {"text", size_of(change.text)},
                 {"base", size_of(change.base)}};
    if (!change.from.empty()) json["from"] = change.from;
    if (!change.from_place.empty()) json["from_place"] = text_of_path(change.from_place);
    header["changes"].push_back(std::move(json));
    for (const auto* text : {&change.text, &change.base}) {
      if (*text) texts += **text + "\n";
    }
  }
  return fmt::format("{}{}\n{}\n{}", kInboxForm, kInboxVersion, dump_json(header), texts);
}

Result<InboxEntry> parse_entry(std::string_view text, std::string_view file) {
  const std::size_t first = text.find('\n');
  if (!text.starts_with(kInboxForm) || first == std::string_view::npos) return fail(no_entry(file));
  int version = 0;
  const std::string_view number = text.substr(kInboxForm.size(), first - kInboxForm.size());
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), version);
  if (error != std::errc() || end != number.data() + number.size() || version < 1) {
    return fail(no_entry(file));
  }
  if (version > kInboxVersion) return fail(later_version(fmt::format("state/inbox/{}", file)));
  const std::size_t second = text.find('\n', first + 1);
  if (second == std::string_view::npos) return fail(no_entry(file));
  // A rename may change as many notes as there are.
  constexpr JsonLimits kHeader{kIndexFileBytes, 8, 1'000'000};
  const auto header = parse_json(text.substr(first + 1, second - first - 1), kHeader);
  if (!header || !header->is_object()) return fail(no_entry(file));
  InboxEntry entry;
  entry.id = text_in(*header, "id");
  entry.time = text_in(*header, "time");
  entry.operation = text_in(*header, "operation");
  entry.origin = text_in(*header, "origin");
  entry.actor = text_in(*header, "actor");
  entry.session = text_in(*header, "session");
  entry.workspace = text_in(*header, "workspace");
  entry.summary = text_in(*header, "summary");
  const Json none = Json::array();
  const Json reasons = header->value("reasons", none);
  const Json changes = header->value("changes", none);
  if (!reasons.is_array() || !changes.is_array() || changes.empty()) return fail(no_entry(file));
  for (const Json& reason : reasons) {
    if (!reason.is_object()) return fail(no_entry(file));
    HoldReason& made = entry.reasons.emplace_back();
    made.rule = text_in(reason, "rule");
    made.file = text_in(reason, "file");
    made.message = text_in(reason, "message");
    const auto line = reason.find("line");
    if (line != reason.end() && line->is_number_unsigned()) made.line = line->get<std::size_t>();
  }
  std::string_view rest = text.substr(second + 1);
  for (const Json& change : changes) {
    if (!change.is_object()) return fail(no_entry(file));
    HeldChange& made = entry.changes.emplace_back();
    made.place = path_of_text(text_in(change, "place"));
    made.file = text_in(change, "file");
    made.from = text_in(change, "from");
    made.from_place = path_of_text(text_in(change, "from_place"));
    const bool whole =
        take_text(rest, change, "text", made.text) && take_text(rest, change, "base", made.base);
    if (!whole || made.place.empty() || made.file.empty()) return fail(no_entry(file));
  }
  if (!rest.empty()) return fail(no_entry(file));
  return entry;
}

std::string entry_id(const InboxEntry& entry, std::size_t length) {
  // Without i, l, o, 0 and 1. The first is a letter, so that an id is no operation's number.
  constexpr std::string_view kSigns = "abcdefghjkmnpqrstuvwxyz23456789";
  constexpr std::size_t kLetters = 23;
  InboxEntry nameless = entry;
  nameless.id.clear();
  const std::string digits = sha256(format_entry(nameless));
  std::string id;
  for (std::size_t i = 0; i < length; ++i) {
    unsigned value = 0;
    const char* const at = digits.data() + (i * 4) % (digits.size() - 4);
    std::from_chars(at, at + 4, value, 16);
    id += kSigns[value % (i == 0 ? kLetters : kSigns.size())];
  }
  return id;
}

std::string entry_file(std::string_view id) { return fmt::format("{}.md", id); }

std::string reasons_text(const std::vector<HoldReason>& reasons) {
  std::vector<std::string> texts;
  for (const HoldReason& reason : reasons) {
    std::string text =
        reason.rule == kByPolicy ? reason.message
        : reason.line == 0
            ? fmt::format("{}: {} ({})", reason.file, reason.message, reason.rule)
            : fmt::format("{}:{}: {} ({})", reason.file, reason.line, reason.message, reason.rule);
    // One line may break a rule in several words.
    if (std::find(texts.begin(), texts.end(), text) == texts.end()) {
      texts.push_back(std::move(text));
    }
  }
  return join(texts, "; ");
}

std::string accepted_origin(const InboxEntry& entry) {
  const bool imported = entry.origin.starts_with("import");
  return fmt::format("inbox:{}", imported ? entry.origin : entry.actor);
}

}  // namespace loci::memory
