#include "grown_home.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/hash.h"
#include "base/time.h"
#include "note/frontmatter.h"
#include "note/index_file.h"
#include "store/journal_line.h"
#include "store/objects.h"
#include "store/place.h"

namespace loci::bench {
namespace {

constexpr std::size_t kBodyBytes = 900;

void spill(const std::filesystem::path& path, std::string_view bytes) {
  std::ofstream file(path, std::ios::binary);
  file << bytes;
  file.close();
  if (file) return;
  fmt::print(stderr, "bench: cannot write '{}'\n", path.string());
  std::exit(2);
}

store::Record begin_record(std::uint64_t sequence, const std::string& file, const std::string& hash,
                           const std::string& time) {
  store::Record record;
  record.sequence = sequence;
  record.open = sequence;
  record.time = time;
  record.operation = "write";
  record.origin = "cli";
  record.actor = "user";
  record.workspace = "app-59a4a65d";
  record.summary = fmt::format("create {}: what {} is about", file, file);
  record.files.push_back({store::global_place().key, file, std::nullopt, hash, "", ""});
  return record;
}

store::Record done_record(std::uint64_t sequence) {
  store::Record record;
  record.kind = store::Record::Kind::Done;
  record.sequence = sequence;
  record.open = sequence + 1;
  record.of = sequence - 1;
  return record;
}

}  // namespace

std::string note_file(int number) { return fmt::format("fact-about-module-{}.md", number); }

std::string note_body(int number) {
  std::string body;
  for (int line = 0; body.size() < kBodyBytes; ++line) {
    body += fmt::format("Line {} of what is known about module {}, with a [link]({}).\n", line,
                        number, note_file(number / 2));
  }
  return body;
}

void make_grown_home(const std::string& home, int notes) {
  const std::filesystem::path base(home);
  const std::filesystem::path memory = base / store::global_place().key;
  const std::filesystem::path state = base / store::kStateDirectory;
  std::filesystem::create_directories(memory);
  std::filesystem::create_directories(state / store::kJournalDirectory);
  std::filesystem::create_directories(state / store::kObjectsDirectory);

  const std::string time = format_utc(SystemClock().now());
  const std::string month = time.substr(0, 7);
  std::string index;
  std::string lines;
  std::string pack;
  std::uint64_t sequence = 0;
  for (int i = 0; i < notes; ++i) {
    const std::string file = note_file(i);
    note::Draft draft;
    draft.name = fmt::format("Fact about module {}", i);
    draft.description = fmt::format("What module {} does and why it does it that way", i);
    draft.type = "user";
    draft.body = note_body(i);
    const std::string text = note::render_note(draft);
    spill(memory / file, text);
    index += note::index_line({file, draft.name, draft.description}) + "\n";
    const std::string hash = sha256(text);
    pack += (pack.empty() ? "" : "\n") + store::format_object(hash, text);
    ++sequence;
    lines += store::format_record(begin_record(sequence, file, hash, time));
    ++sequence;
    lines += store::format_record(done_record(sequence));
  }
  spill(memory / note::kIndexFile, index);
  spill(state / store::kJournalDirectory / (month + ".jsonl"), lines);
  spill(state / store::kObjectsDirectory / (month + ".pack"), pack);
}

}  // namespace loci::bench
