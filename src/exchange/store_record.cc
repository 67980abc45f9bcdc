#include "exchange/store_record.h"

#include <fmt/format.h>

#include "base/hash.h"
#include "base/json.h"
#include "base/later_version.h"
#include "base/path.h"

namespace loci::exchange {
namespace {

constexpr int kRecordVersion = 1;
constexpr std::size_t kNameDigits = 16;
constexpr JsonLimits kRecordLimits{std::size_t{64} << 20, 8, 1'000'000};

std::string word_at(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

}  // namespace

std::string record_name(const ImportRecord& record) {
  const std::string whole = fmt::format("{}\n{}\n{}", record.store, record.path, record.place);
  return fmt::format("{}-{}.json", record.store, sha256(whole).substr(0, kNameDigits));
}

Result<ImportRecord> parse_record(std::string_view text) {
  LOCI_ASSIGN(const Json json, parse_json(text, kRecordLimits));
  const Error damaged =
      corrupt("the import record is damaged",
              "remove the files in state/imports of the home; the next import makes new ones");
  if (!json.is_object()) return fail(damaged);
  const auto version = json.find("version");
  if (version == json.end() || !version->is_number()) return fail(damaged);
  if (*version > kRecordVersion) return fail(later_version("state/imports"));
  if (*version != kRecordVersion) return fail(damaged);
  ImportRecord record{word_at(json, "store"),
                      path_of_text(word_at(json, "path")),
                      path_of_text(word_at(json, "place")),
                      {}};
  const auto notes = json.find("notes");
  if (notes == json.end() || !notes->is_array()) return fail(damaged);
  for (const Json& note : *notes) {
    if (!note.is_object()) return fail(damaged);
    record.notes[word_at(note, "source")] = {word_at(note, "file"), word_at(note, "hash"),
                                             path_of_text(word_at(note, "place"))};
  }
  return record;
}

std::string render_record(const ImportRecord& record) {
  Json notes = Json::array();
  for (const auto& [source, note] : record.notes) {
    notes.push_back({{"source", source}, {"file", note.file}, {"hash", note.hash}});
    if (!note.place.empty()) notes.back()["place"] = text_of_path(note.place);
  }
  return dump_json({{"version", kRecordVersion},
                    {"store", record.store},
                    {"path", text_of_path(record.path)},
                    {"place", text_of_path(record.place)},
                    {"notes", std::move(notes)}},
                   1) +
         "\n";
}

}  // namespace loci::exchange
