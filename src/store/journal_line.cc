#include "store/journal_line.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

#include "base/hash.h"
#include "base/json.h"
#include "base/path.h"

namespace loci::store {
namespace {

// Written by hand, not by the JSON library, because the head must stand first
// and in this order, and because this is on the path of every write.
constexpr std::string_view kSequence = R"({"seq":)";
constexpr std::string_view kOpen = R"(,"open":)";
constexpr std::string_view kKind = R"(,"kind":")";
constexpr std::string_view kOf = R"(,"of":)";
constexpr std::string_view kChecksum = R"(,"crc":")";
constexpr std::size_t kHashLength = 64;
constexpr std::size_t kTailLength = kChecksum.size() + 8 + 2;  // eight digits, `"}`

struct KindName {
  Record::Kind kind;
  std::string_view name;
};
constexpr std::array<KindName, 5> kKinds{{
    {Record::Kind::Begin, "begin"},
    {Record::Kind::Done, "done"},
    {Record::Kind::Abort, "abort"},
    {Record::Kind::External, "external"},
    {Record::Kind::Purged, "purged"},
}};

bool take(std::string_view& text, std::string_view expected) {
  if (!text.starts_with(expected)) return false;
  text.remove_prefix(expected.size());
  return true;
}

bool take_number(std::string_view& text, std::uint64_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

void put_key(std::string& line, std::string_view key) {
  line.append(",\"").append(key).append("\":");
}

void put_text(std::string& line, std::string_view key, std::string_view value) {
  if (value.empty()) return;
  put_key(line, key);
  line += json_quote(value);
}

void put_hash(std::string& line, std::string_view key, const std::optional<std::string>& value) {
  put_key(line, key);
  value ? line.append("\"").append(*value).append("\"") : line.append("null");
}

// `start` is place_record_start() of the file's place.
void put_file(std::string& line, const FileRecord& file, const std::string& start) {
  line.append(start).append(json_quote(file.file));
  put_hash(line, "before", file.before);
  put_hash(line, "after", file.after);
  put_text(line, "from", file.from);
  put_text(line, "from_place", text_of_path(file.from_place));
  put_text(line, "line", file.line);
  put_text(line, "hook", file.hook);
  put_text(line, "stayed", file.stayed);
  put_text(line, "heard", file.heard);
  line += '}';
}

std::string text_at(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::uint64_t number_at(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

// False when something stands there that is no hash.
bool read_hash(const Json& object, const char* key, std::optional<std::string>& hash) {
  std::string text = text_at(object, key);
  if (text.empty()) return true;
  if (text.size() != kHashLength) return false;
  if (text.find_first_not_of("0123456789abcdef") != std::string::npos) return false;
  hash = std::move(text);
  return true;
}

bool read_files(const Json& json, Record& record) {
  const auto files = json.find("files");
  if (files == json.end()) return true;
  if (!files->is_array()) return false;
  for (const Json& file : *files) {
    if (!file.is_object()) return false;
    FileRecord& read = record.files.emplace_back();
    read.place = path_of_text(text_at(file, "place"));
    read.file = text_at(file, "file");
    read.from = text_at(file, "from");
    read.from_place = path_of_text(text_at(file, "from_place"));
    read.line = text_at(file, "line");
    read.hook = text_at(file, "hook");
    read.stayed = text_at(file, "stayed");
    read.heard = text_at(file, "heard");
    if (!read_hash(file, "before", read.before)) return false;
    if (!read_hash(file, "after", read.after)) return false;
  }
  return true;
}

bool read_purged(const Json& json, Record& record) {
  const auto purged = json.find("purged");
  if (purged == json.end()) return true;
  if (!purged->is_array()) return false;
  for (const Json& hash : *purged) {
    if (!hash.is_string()) return false;
    record.purged.push_back(hash.get<std::string>());
  }
  return true;
}

}  // namespace

std::string_view kind_name(Record::Kind kind) {
  return kKinds.at(static_cast<std::size_t>(kind)).name;
}

Record external_record(std::string workspace) {
  Record record;
  record.kind = Record::Kind::External;
  record.operation = "external";
  record.origin = "external";
  record.workspace = std::move(workspace);
  return record;
}

std::set<std::string> hashes_of(const Record& record) {
  std::set<std::string> hashes;
  for (const FileRecord& file : record.files) {
    if (file.before) hashes.insert(*file.before);
    if (file.after) hashes.insert(*file.after);
    if (!file.line.empty()) hashes.insert(file.line);
  }
  return hashes;
}

std::string format_record(const Record& record) {
  std::string line = fmt::format("{}{}{}{}{}{}\"", kSequence, record.sequence, kOpen, record.open,
                                 kKind, kind_name(record.kind));
  if (record.of != 0) line += fmt::format("{}{}", kOf, record.of);
  if (record.undoes != 0) line += fmt::format(R"(,"undoes":{})", record.undoes);
  put_text(line, "time", record.time);
  put_text(line, "operation", record.operation);
  put_text(line, "origin", record.origin);
  put_text(line, "actor", record.actor);
  put_text(line, "session", record.session);
  put_text(line, "workspace", record.workspace);
  put_text(line, "directory", record.directory);
  if (!record.files.empty()) {
    line += R"(,"files":[)";
    std::string start;
    for (const FileRecord& file : record.files) {
      const bool first = &file == &record.files.front();
      if (!first) line += ',';
      if (first || (&file - 1)->place != file.place) start = place_record_start(file.place);
      put_file(line, file, start);
    }
    line += ']';
  }
  if (!record.purged.empty()) {
    line += fmt::format(R"(,"purged":{})", dump_json(Json(record.purged)));
  }
  put_text(line, "summary", record.summary);
  line += fmt::format("{}{}\"}}\n", kChecksum, hex(crc32(line), 8));
  return line;
}

std::optional<RecordHead> parse_head(std::string_view line) {
  RecordHead head;
  if (!take(line, kSequence) || !take_number(line, head.sequence) || !take(line, kOpen) ||
      !take_number(line, head.open) || !take(line, kKind)) {
    return std::nullopt;
  }
  const std::string_view name = line.substr(0, line.find('"'));
  for (const KindName& kind : kKinds) {
    if (kind.name != name) continue;
    head.kind = kind.kind;
    line.remove_prefix(std::min(line.size(), name.size() + 1));
    if (take(line, kOf) && !take_number(line, head.of)) return std::nullopt;
    return head;
  }
  return std::nullopt;
}

bool has_valid_checksum(std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  if (line.size() < kTailLength) return false;
  const std::string_view content = line.substr(0, line.size() - kTailLength);
  return line.substr(content.size()) == fmt::format("{}{}\"}}", kChecksum, hex(crc32(content), 8));
}

std::string place_record_start(std::string_view place) {
  return fmt::format(R"({{"place":{},"file":)", json_quote(text_of_path(place)));
}

std::string file_record_start(std::string_view place, std::string_view file) {
  return place_record_start(place) + json_quote(file);
}

FilesView scan_files(std::string_view line, std::string_view place_start) {
  FilesView view;
  std::size_t at = line.find(place_start);
  if (at == std::string_view::npos) return view;
  constexpr std::string_view kTime = R"(,"time":")";
  if (const std::size_t time = line.find(kTime); time != std::string_view::npos) {
    view.time = line.substr(time + kTime.size());
    view.time = view.time.substr(0, view.time.find('"'));
  }
  for (; at != std::string_view::npos; at = line.find(place_start, at)) {
    at += place_start.size();
    std::size_t end = at + 1;
    while (end < line.size() && line[end] != '"') end += line[end] == '\\' ? 2U : 1U;
    if (end >= line.size()) break;
    const std::string_view quoted = line.substr(at, end + 1 - at);
    FileView file;
    if (quoted.find('\\') == std::string_view::npos) {
      file.file = quoted.substr(1, quoted.size() - 2);
    } else if (const auto text = parse_json(quoted); text && text->is_string()) {
      file.file = text->get<std::string>();
    }
    constexpr std::string_view kAfter = R"(,"after":")";
    const std::size_t after = line.substr(0, line.find('}', end)).find(kAfter, end);
    if (after != std::string_view::npos) {
      file.after = line.substr(after + kAfter.size());
      file.after = file.after.substr(0, file.after.find('"'));
    }
    view.files.push_back(std::move(file));
    at = end;
  }
  return view;
}

std::optional<Record> parse_record(std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  const auto head = parse_head(line);
  if (!head || !has_valid_checksum(line)) return std::nullopt;
  const auto json =
      parse_json(line, {.bytes = std::size_t{1} << 30, .depth = 8, .keys = std::size_t{1} << 30});
  if (!json || !json->is_object()) return std::nullopt;

  Record record;
  record.sequence = head->sequence;
  record.open = head->open;
  record.kind = head->kind;
  record.of = head->of;
  record.undoes = number_at(*json, "undoes");
  record.time = text_at(*json, "time");
  record.operation = text_at(*json, "operation");
  record.origin = text_at(*json, "origin");
  record.actor = text_at(*json, "actor");
  record.session = text_at(*json, "session");
  record.workspace = text_at(*json, "workspace");
  record.directory = text_at(*json, "directory");
  record.summary = text_at(*json, "summary");
  if (!read_files(*json, record) || !read_purged(*json, record)) return std::nullopt;
  return record;
}

}  // namespace loci::store
