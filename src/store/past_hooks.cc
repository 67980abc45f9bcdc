#include "store/past_hooks.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "base/hash.h"
#include "note/index_hooks.h"
#include "note/note.h"

namespace loci::store {
namespace {

// Up to this many notes a line is searched for each of them; beyond, its files are read.
constexpr std::size_t kFewNotes = 8;

// The questions that are open, by the name that their note had at the time of the record
// which is looked at: newest first, from name to former name.
class HookSearch {
 public:
  explicit HookSearch(const std::vector<HookQuestion>& questions)
      : questions_(questions), answers_(questions.size(), HookAuthor::Unknown) {
    for (std::size_t i = 0; i < questions.size(); ++i) {
      marks_.push_back(hook_mark(questions[i].hook));
      follow(i, questions[i].place, questions[i].file);
    }
  }

  [[nodiscard]] bool done() const { return open_.empty(); }

  // Whether a line of the journal, not parsed, names one of the notes.
  [[nodiscard]] bool names_one(std::string_view line) const {
    if (open_.size() <= kFewNotes) {
      return std::any_of(open_.begin(), open_.end(), [&](const auto& entry) {
        return line.find(entry.second.start) != std::string_view::npos;
      });
    }
    for (const auto& [place, start] : places_) {
      for (const FileView& file : scan_files(line, start).files) {
        if (open_.contains(key(place, file.file))) return true;
      }
    }
    return false;
  }

  void see(const Record& record) {
    std::vector<std::pair<std::size_t, NoteKey>> renamed;
    for (const FileRecord& file : record.files) {
      const auto found = open_.find(key(file.place, file.file));
      if (found == open_.end()) continue;
      std::erase_if(found->second.questions, [&](std::size_t i) {
        if (answer(i, file, record.kind)) return true;
        if (file.from.empty()) return false;
        const std::string& place = file.from_place.empty() ? file.place : file.from_place;
        renamed.push_back({i, {place, file.from}});
        return true;
      });
      if (found->second.questions.empty()) open_.erase(found);
    }
    for (const auto& [question, note] : renamed) follow(question, note.first, note.second);
  }

  // What only the texts can tell: those of lines that have no mark.
  Result<> read_texts(const Journal& journal) {
    std::set<std::string> hashes;
    const auto is_open = [&](std::size_t i) { return answers_[i] == HookAuthor::Unknown; };
    for (const auto& [hash, askers] : unmarked_) {
      if (std::any_of(askers.begin(), askers.end(), is_open)) hashes.insert(hash);
    }
    return journal.visit_texts(hashes, [&](const std::string& hash, const std::string& text) {
      const std::string hook = note::index_hook(note::parse_note(text).description);
      for (const std::size_t i : unmarked_[hash]) {
        if (is_open(i) && questions_[i].hook == hook) answers_[i] = HookAuthor::Loci;
      }
    });
  }

  [[nodiscard]] std::vector<HookAuthor> take() { return std::move(answers_); }

 private:
  struct Note {
    std::string start;  // how a line begins its record
    std::vector<std::size_t> questions;
  };

  static std::string key(std::string_view place, std::string_view file) {
    return fmt::format("{}\n{}", place, file);
  }

  void follow(std::size_t question, const std::string& place, const std::string& file) {
    Note& note = open_[key(place, file)];
    note.start = file_record_start(place, file) + ",";
    note.questions.push_back(question);
    places_.emplace(place, place_record_start(place));
  }

  // Whether the record of its note settles a question.
  bool answer(std::size_t i, const FileRecord& file, Record::Kind kind) {
    if (file.hook == marks_[i]) {
      answers_[i] = HookAuthor::Loci;
    } else if (file.stayed == marks_[i]) {
      answers_[i] = HookAuthor::Outdated;
    } else {
      const bool left_it = kind != Record::Kind::Abort && kind != Record::Kind::Done;
      if (left_it && file.hook.empty() && file.after) unmarked_[*file.after].push_back(i);
      return false;
    }
    return true;
  }

  const std::vector<HookQuestion>& questions_;
  std::vector<std::string> marks_;
  std::vector<HookAuthor> answers_;
  std::unordered_map<std::string, Note> open_;
  std::map<std::string, std::string> places_;                           // starts, by place
  std::unordered_map<std::string, std::vector<std::size_t>> unmarked_;  // questions, by text
};

}  // namespace

Result<std::vector<HookAuthor>> hook_authors(const Journal& journal,
                                             const std::vector<HookQuestion>& questions) {
  HookSearch search(questions);
  if (search.done()) return search.take();
  LOCI_TRY(journal.visit_some([&](std::string_view line) { return search.names_one(line); },
                              [&](const Record& record) {
                                search.see(record);
                                return !search.done();
                              }));
  LOCI_TRY(search.read_texts(journal));
  return search.take();
}

std::string hook_mark(std::string_view hook) { return fmt::format("{:016x}", fnv1a64(hook)); }

std::string hook_mark_of(const Place& place, std::string_view file,
                         const std::optional<std::string>& text) {
  if (!text || !place.indexed() || file == note::kIndexFile || !file.ends_with(".md")) return {};
  return hook_mark(note::index_hook(note::parse_note(*text).description));
}

}  // namespace loci::store
