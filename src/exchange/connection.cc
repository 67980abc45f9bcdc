#include "exchange/connection.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/hash.h"
#include "base/later_version.h"
#include "base/path.h"
#include "base/text.h"
#include "exchange/jsonc.h"
#include "exchange/jsonc_edit.h"
#include "exchange/toml_edit.h"

namespace loci::exchange {
namespace {

using What = Wanted::What;

std::string hash_of(const Json& value) { return sha256(canonical_text(value)); }

// The editors of both formats as one.
class File {
 public:
  File(std::string text, std::string_view label, SettingsFormat format, Traces& traces)
      : text_(std::move(text)), label_(label), format_(format), traces_(traces) {}

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] bool is_json() const { return format_ == SettingsFormat::Json; }

  [[nodiscard]] Result<std::optional<Entry>> find(const KeyPath& path) const {
    return is_json() ? find_member(source(), path) : find_table(source(), path);
  }
  [[nodiscard]] Result<std::vector<Entry>> elements(const KeyPath& path) const {
    return list_elements(source(), path);
  }
  [[nodiscard]] Result<bool> root_has_only(const std::vector<std::string>& keys) const {
    return has_only(source(), {}, keys);
  }
  Result<> set(const KeyPath& path, const Json& value) {
    return take(is_json()            ? set_member(source(), path, value, traces_)
                : value.is_boolean() ? set_truth(source(), path, value.get<bool>())
                                     : set_table(source(), path, value, traces_));
  }
  Result<> append(const KeyPath& path, const Json& value) {
    return take(append_element(source(), path, value, traces_));
  }
  Result<> replace(const KeyPath& path, std::size_t index, const Json& value) {
    return take(replace_element(source(), path, index, value));
  }
  Result<> remove(const KeyPath& path) {
    return take(is_json() ? remove_member(source(), path, traces_)
                          : remove_table(source(), path, traces_));
  }
  Result<> remove(const KeyPath& path, std::size_t index) {
    return take(remove_element(source(), path, index, traces_));
  }

 private:
  [[nodiscard]] Source source() const { return {text_, label_}; }
  Result<> take(Result<std::string> next) {
    if (!next) return fail(std::move(next));
    text_ = std::move(*next);
    return {};
  }

  std::string text_;
  std::string_view label_;
  SettingsFormat format_;
  Traces& traces_;
};

// Elements of one array are told apart by their marks.
bool is_same(const RecordedEntry& entry, const Wanted& wanted) {
  return entry.path == wanted.path && entry.element == wanted.element &&
         (!entry.element || entry.mark == wanted.mark);
}

RecordedEntry* recorded(RecordedFile& record, const Wanted& wanted) {
  for (RecordedEntry& entry : record.entries) {
    if (is_same(entry, wanted)) return &entry;
  }
  return nullptr;
}

void add_tool(RecordedEntry& entry, std::string_view tool) {
  if (std::find(entry.tools.begin(), entry.tools.end(), tool) == entry.tools.end()) {
    entry.tools.emplace_back(tool);
  }
}

void note_down(RecordedFile& record, const Wanted& wanted, std::string_view tool) {
  if (RecordedEntry* old = recorded(record, wanted)) {
    old->hash = hash_of(wanted.value);
    add_tool(*old, tool);
    return;
  }
  record.entries.push_back({{std::string(tool)},
                            wanted.what,
                            wanted.path,
                            wanted.element,
                            hash_of(wanted.value),
                            wanted.mark,
                            ""});
}

// What stands at an entry's place: itself, ours of another value, another's, or
// nothing.
struct FoundEntry {
  enum class Kind : std::uint8_t { Missing, Same, Ours, Foreign };
  Kind kind = Kind::Missing;
  std::size_t index = 0;  // of an element
  std::size_t line = 0;
  std::string value = {};  // of a member, as JSON
};

Result<FoundEntry> look(const File& file, const Wanted& wanted, const RecordedEntry* old) {
  using Kind = FoundEntry::Kind;
  const std::string hash = hash_of(wanted.value);
  if (!wanted.element) {
    LOCI_ASSIGN(const std::optional<Entry> found, file.find(wanted.path));
    if (!found) return FoundEntry{};
    const std::string present = hash_of(found->value);
    const Kind kind = present == hash                          ? Kind::Same
                      : old != nullptr && old->hash == present ? Kind::Ours
                                                               : Kind::Foreign;
    return FoundEntry{kind, 0, found->line, dump_json(found->value)};
  }
  LOCI_ASSIGN(const std::vector<Entry> elements, file.elements(wanted.path));
  std::optional<FoundEntry> other;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const std::string present = hash_of(elements[i].value);
    if (present == hash) return FoundEntry{Kind::Same, i, elements[i].line};
    const bool ours = old != nullptr && old->hash == present;
    const bool like = dump_json(elements[i].value).find(wanted.mark) != std::string::npos;
    if (ours) other = FoundEntry{Kind::Ours, i, elements[i].line};
    if (like && !other) other = FoundEntry{Kind::Foreign, i, elements[i].line};
  }
  return other.value_or(FoundEntry{});
}

Result<EntryRow> connect_one(File& file, const Wanted& wanted, std::string_view tool,
                             RecordedFile& record) {
  using Kind = FoundEntry::Kind;
  EntryRow row{wanted.what, join(wanted.path, "."), EntryStatus::Unchanged, 0};
  if (!wanted.newer.empty()) {
    LOCI_ASSIGN(const std::optional<Entry> newer, file.find(wanted.newer));
    if (newer) {
      row.status = EntryStatus::NewerForm;
      row.line = newer->line;
      return row;
    }
  }
  RecordedEntry* old = recorded(record, wanted);
  LOCI_ASSIGN(const FoundEntry standing, look(file, wanted, old));
  switch (standing.kind) {
    case Kind::Same:
      if (old != nullptr) note_down(record, wanted, tool);
      return row;
    case Kind::Foreign:
      row.status = wanted.what == What::Frame ? EntryStatus::Unchanged : EntryStatus::Kept;
      row.line = standing.line;
      // A form that cannot be edited is left, as what somebody changed is.
      if (!wanted.replaces || !file.set(wanted.path, wanted.value)) return row;
      row.status = EntryStatus::Updated;
      note_down(record, wanted, tool);
      recorded(record, wanted)->before = standing.value;
      return row;
    case Kind::Ours:
      row.status = EntryStatus::Updated;
      LOCI_TRY(wanted.element ? file.replace(wanted.path, standing.index, wanted.value)
                              : file.set(wanted.path, wanted.value));
      break;
    case Kind::Missing:
      if (wanted.if_other) return row;
      row.status = EntryStatus::Added;
      LOCI_TRY(wanted.element ? file.append(wanted.path, wanted.value)
                              : file.set(wanted.path, wanted.value));
      break;
  }
  note_down(record, wanted, tool);
  return row;
}

Result<EntryRow> disconnect_one(File& file, const RecordedEntry& entry, bool present) {
  EntryRow row{entry.what, join(entry.path, "."), EntryStatus::Gone, 0};
  if (!present) return row;
  if (!entry.element) {
    LOCI_ASSIGN(const std::optional<Entry> found, file.find(entry.path));
    if (!found) return row;
    if (!entry.before.empty() && dump_json(found->value) == entry.before) return row;
    row.line = found->line;
    row.status = EntryStatus::Kept;
    if (hash_of(found->value) != entry.hash) return row;
    if (!entry.before.empty()) {
      LOCI_ASSIGN(const Json before, parse_json(entry.before));
      LOCI_TRY(file.set(entry.path, before));
      row.status = EntryStatus::Removed;
      return row;
    }
    if (entry.what == What::Frame) {
      LOCI_ASSIGN(const bool alone, file.root_has_only({entry.path.front()}));
      if (!alone) return row;
    }
    LOCI_TRY(file.remove(entry.path));
    row.status = EntryStatus::Removed;
    return row;
  }
  LOCI_ASSIGN(const std::vector<Entry> elements, file.elements(entry.path));
  const auto found = std::find_if(elements.begin(), elements.end(), [&](const Entry& element) {
    return hash_of(element.value) == entry.hash;
  });
  if (found != elements.end()) {
    LOCI_TRY(file.remove(entry.path, static_cast<std::size_t>(found - elements.begin())));
    row.status = EntryStatus::Removed;
    return row;
  }
  const auto like = std::find_if(elements.begin(), elements.end(), [&](const Entry& element) {
    return dump_json(element.value).find(entry.mark) != std::string::npos;
  });
  if (like != elements.end()) {
    row.status = EntryStatus::Kept;
    row.line = like->line;
  }
  return row;
}

Json to_json(const KeyPath& path) {
  Json json = Json::array();
  for (const std::string& key : path) json.push_back(key);
  return json;
}

Json texts_of(const std::vector<std::string>& paths) {
  Json json = Json::array();
  for (const std::string& path : paths) json.push_back(text_of_path(path));
  return json;
}

constexpr std::array<std::string_view, 5> kWhats{"server", "hook", "frame", "permission", "memory"};

Json to_json(const RecordedFile& file) {
  Json entries = Json::array();
  for (const RecordedEntry& entry : file.entries) {
    entries.push_back({{"tools", entry.tools},
                       {"what", kWhats.at(static_cast<std::size_t>(entry.what))},
                       {"path", to_json(entry.path)},
                       {"element", entry.element},
                       {"sha256", entry.hash},
                       {"mark", entry.mark}});
    if (!entry.before.empty()) entries.back()["before"] = entry.before;
  }
  Json made = Json::array();
  for (const KeyPath& path : file.traces.made) made.push_back(to_json(path));
  Json gaps = Json::array();
  for (const Gap& gap : file.traces.gaps) {
    gaps.push_back({{"path", to_json(gap.path)}, {"bytes", gap.bytes}});
  }
  return {{"file", text_of_path(file.path)},
          {"scope", scope_name(file.scope)},
          {"format", file.format == SettingsFormat::Json ? "json" : "toml"},
          {"created", file.created},
          {"directories", texts_of(file.directories)},
          {"entries", std::move(entries)},
          {"made", std::move(made)},
          {"gaps", std::move(gaps)},
          {"blank", file.traces.blank ? Json(*file.traces.blank) : Json(nullptr)}};
}

RecordedFile from_json(const Json& json) {
  RecordedFile file;
  file.path = path_of_text(json.at("file").get<std::string>());
  file.scope = scope_called(json.at("scope").get<std::string>()).value_or(SetupScope::User);
  file.format = json.at("format") == "toml" ? SettingsFormat::Toml : SettingsFormat::Json;
  file.created = json.at("created").get<bool>();
  for (const Json& path : json.at("directories")) {
    file.directories.push_back(path_of_text(path.get<std::string>()));
  }
  for (const Json& entry : json.at("entries")) {
    const auto* what = std::find(kWhats.begin(), kWhats.end(), entry.at("what").get<std::string>());
    file.entries.push_back(
        {entry.at("tools").get<std::vector<std::string>>(),
         what == kWhats.end() ? What::Server : static_cast<What>(what - kWhats.begin()),
         entry.at("path").get<KeyPath>(), entry.at("element").get<bool>(),
         entry.at("sha256").get<std::string>(), entry.at("mark").get<std::string>(),
         entry.value("before", "")});
  }
  for (const Json& path : json.at("made")) file.traces.made.push_back(path.get<KeyPath>());
  for (const Json& gap : json.at("gaps")) {
    file.traces.gaps.push_back({gap.at("path").get<KeyPath>(), gap.at("bytes").get<std::string>()});
  }
  if (json.at("blank").is_string()) file.traces.blank = json.at("blank").get<std::string>();
  return file;
}

}  // namespace

bool RecordedFile::has_tool(std::string_view tool) const {
  return std::any_of(entries.begin(), entries.end(), [&](const RecordedEntry& entry) {
    return std::find(entry.tools.begin(), entry.tools.end(), tool) != entry.tools.end();
  });
}

std::string_view status_name(EntryStatus status) {
  static constexpr std::array<std::string_view, 8> kNames{
      "added", "updated", "removed", "unchanged", "kept", "shared", "gone", "newer_form"};
  return kNames.at(static_cast<std::size_t>(status));
}

Result<Connected> connect(const Source& source, const std::vector<Wanted>& wanted,
                          std::string_view tool, RecordedFile& record) {
  File file(std::string(source.text), source.label, record.format, record.traces);
  Connected connected;
  for (const Wanted& one : wanted) {
    LOCI_ASSIGN(EntryRow row, connect_one(file, one, tool, record));
    connected.rows.push_back(std::move(row));
  }
  connected.text = file.text();
  return connected;
}

bool is_outdated(const RecordedEntry& entry, std::string_view tool,
                 const std::vector<Wanted>& wanted) {
  if (entry.what != What::Permission && entry.what != What::Memory) return false;
  if (std::find(entry.tools.begin(), entry.tools.end(), tool) == entry.tools.end()) return false;
  return std::none_of(wanted.begin(), wanted.end(),
                      [&](const Wanted& one) { return is_same(entry, one); });
}

Result<Connected> disconnect(const std::optional<std::string>& text, std::string_view tool,
                             RecordedFile& record, const EntryFilter& which) {
  File file(text.value_or(""), record.path, record.format, record.traces);
  Connected connected;
  // The last first, so that a container is empty when its own turn comes.
  const std::vector<RecordedEntry> entries(record.entries.rbegin(), record.entries.rend());
  for (const RecordedEntry& entry : entries) {
    if (which && !which(entry)) continue;
    const auto mine = std::find(record.entries.begin(), record.entries.end(), entry);
    if (std::erase(mine->tools, tool) == 0) continue;
    if (!mine->tools.empty()) {
      connected.rows.push_back({entry.what, join(entry.path, "."), EntryStatus::Shared, 0});
      continue;
    }
    LOCI_ASSIGN(EntryRow row, disconnect_one(file, entry, text.has_value()));
    connected.rows.push_back(std::move(row));
    record.entries.erase(mine);
  }
  if (text) connected.text = file.text();
  if (text && record.created && record.entries.empty() && is_blank(file.text())) {
    connected.text.reset();
  }
  return connected;
}

Result<std::vector<RecordedFile>> parse_records(std::string_view text) {
  std::vector<RecordedFile> files;
  const auto json = parse_json(text);
  try {
    const Json version = json ? json->at("version") : Json();
    if (version.is_number() && version > 1) return fail(later_version("state/setup.json"));
    if (version == 1) {
      for (const Json& file : json->at("files")) files.push_back(from_json(file));
      return files;
    }
  } catch (const Json::exception&) {  // said below
  }
  return fail(corrupt("the record of what setup wrote cannot be read",
                      "move 'state/setup.json' out of the home; entries then stay as they are"));
}

std::string render_records(const std::vector<RecordedFile>& files) {
  Json all = Json::array();
  for (const RecordedFile& file : files) all.push_back(to_json(file));
  return dump_json({{"version", 1}, {"files", std::move(all)}}, 2) + "\n";
}

}  // namespace loci::exchange
