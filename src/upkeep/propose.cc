#include "upkeep/propose.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "base/hash.h"
#include "base/text.h"
#include "base/time.h"
#include "memory/targets.h"
#include "note/frontmatter.h"
#include "note/index_file.h"
#include "note/paragraphs.h"
#include "note/slug.h"
#include "note/split.h"
#include "note/statements.h"
#include "note/validate.h"
#include "upkeep/dates.h"
#include "upkeep/merges.h"
#include "upkeep/phrases.h"
#include "upkeep/sentences.h"

namespace loci::upkeep {
namespace {

constexpr std::size_t kRepeats = 3;            // logs that have a line: it is a note's
constexpr int kFreshDays = 2;                  // logs that agents still see are left alone
constexpr int kSummaryDays = 7;                // after which summaries leave a log
constexpr std::size_t kLongDescription = 160;  // characters

using FileKey = std::pair<std::string, std::string>;  // place and file

FileKey key_of(const Source& source) { return {source.place.key, source.file}; }

class Proposer {
 public:
  explicit Proposer(const Material& material) : material_(material) {}

  std::vector<ProposedStep> steps() {
    propose_expired();
    propose_superseded();
    propose_merges();
    propose_stale();
    propose_tidy();
    propose_folded();
    propose_logs();
    propose_indexes();
    for (std::size_t i = 0; i < steps_.size(); ++i) steps_[i].id = std::to_string(i + 1);
    return std::move(steps_);
  }

 private:
  [[nodiscard]] bool is_free(const FileKey& key) const { return !taken_.contains(key); }

  // Takes a step that keeps the promises; others are left out.
  bool add(ProposedStep step) {
    for (const FileStep& file : step.files) {
      if (!is_free({file.place.key, file.file})) return false;
    }
    if (!fault_of(step, material_).empty()) return false;
    for (const FileStep& file : step.files) taken_.insert({file.place.key, file.file});
    steps_.push_back(std::move(step));
    return true;
  }

  void propose_expired() {
    for (const Source& source : material_.notes) {
      const std::string expires = note::metadata_text(source.note, "expires");
      const std::string day = expires.substr(0, 10);
      if (!is_date(day) || day >= material_.today) continue;
      ProposedStep step;
      step.kind = StepKind::Expire;
      step.why = fmt::format("'{}' expired on {}", source.file, day);
      step.confirmed = !source.confirmed.empty();
      step.files.push_back(aside(source));
      add(std::move(step));
    }
  }

  void propose_superseded() {
    std::map<FileKey, std::size_t> by_name;
    for (std::size_t i = 0; i < material_.notes.size(); ++i) {
      by_name.emplace(key_of(material_.notes[i]), i);
    }
    for (const Source& newer : material_.notes) {
      if (!newer.note.metadata.is_object() || !is_free(key_of(newer))) continue;
      const auto named = newer.note.metadata.find("supersedes");
      if (named == newer.note.metadata.end()) continue;
      std::vector<std::string> names;
      if (named->is_string()) names.push_back(named->get<std::string>());
      if (named->is_array()) {
        for (const Json& name : *named) {
          if (name.is_string()) names.push_back(name.get<std::string>());
        }
      }
      ProposedStep step;
      step.kind = StepKind::Supersede;
      step.into = newer.file;
      step.files.push_back(witness(newer));
      std::vector<std::string> older_names;
      for (std::string& name : names) {
        if (!name.ends_with(".md")) name += ".md";
        const auto found = by_name.find({newer.place.key, name});
        if (found == by_name.end()) continue;
        const Source& older = material_.notes[found->second];
        if (older.file == newer.file || !is_free(key_of(older))) continue;
        const bool kept = keeps_confirmed(older, newer);
        if (!kept && !is_confirmed(newer)) continue;
        step.confirmed = step.confirmed || !kept;
        older_names.push_back(fmt::format("'{}'", older.file));
        step.files.push_back(aside(older));
      }
      step.why =
          fmt::format("'{}' says that it supersedes {}", newer.file, join(older_names, " and "));
      if (!older_names.empty()) add(std::move(step));
    }
  }

  void propose_merges() {
    for (ProposedStep& step : merge_steps(material_)) add(std::move(step));
  }

  // Notes that cite what is not there any more: a mark in front of the description.
  void propose_stale() {
    for (const auto& [number, why] : material_.stale) {
      const Source& source = material_.notes[number];
      const auto text =
          note::set_field(source.text, "description",
                          fmt::format("(stale: {}) {}", why, note::shown_description(source.note)));
      if (!text || source.note.description.starts_with("(stale")) continue;
      ProposedStep step;
      step.kind = StepKind::Stale;
      step.why = fmt::format("'{}' cites what is gone: {}", source.file, why);
      step.files.push_back(changed(source, *text));
      add(std::move(step));
    }
  }

  // Dates and descriptions, of one note at a time.
  void propose_tidy() {
    for (const Source& source : material_.notes) {
      if (!is_free(key_of(source)) || !source.note.has_frontmatter) continue;
      propose_dates(source);
      propose_description(source);
    }
  }

  void propose_dates(const Source& source) {
    if (!is_free(key_of(source))) return;
    const DatedBody dated = with_dates(
        source.note.body, [&](std::size_t line) { return material_.written_on(source, line); });
    if (dated.changes.empty()) return;
    std::vector<std::string> changes;
    for (const DateChange& change : dated.changes) {
      changes.push_back(fmt::format("'{}' is {}", change.from, change.to));
    }
    ProposedStep step;
    step.kind = StepKind::Date;
    step.why = fmt::format("in '{}', {}", source.file, join(changes, ", "));
    std::string text = source.text.substr(0, source.note.body_begin) + dated.text;
    step.files.push_back(changed(source, std::move(text)));
    add(std::move(step));
  }

  void propose_description(const Source& source) {
    if (!is_free(key_of(source)) || !source.note.faults.empty()) return;
    const std::string& description = source.note.description;
    const std::string first = note::first_sentence(source.note.body);
    if (first.empty() || is_vague(first, source.note.name) || first == description) return;
    std::string why;
    if (description.empty()) {
      why = "has no description";
    } else if (is_vague(description, source.note.name)) {
      why = fmt::format("is described as '{}', which says nothing", description);
    } else if (count_characters(description) > kLongDescription && stands_in(source)) {
      why = fmt::format("has a description of {} characters that repeats its text",
                        count_characters(description));
    } else {
      return;
    }
    const auto text = note::set_field(source.text, "description", first);
    if (!text) return;
    ProposedStep step;
    step.kind = StepKind::Describe;
    step.why = fmt::format("'{}' {}", source.file, why);
    step.files.push_back(changed(source, *text));
    add(std::move(step));
  }

  // Whether every sentence of the description is in the body.
  static bool stands_in(const Source& source) {
    std::set<std::string> keys;
    for (std::string& key : sentence_keys(source.note.body)) keys.insert(std::move(key));
    const std::vector<std::string> wanted = sentence_keys(source.note.description);
    return std::all_of(wanted.begin(), wanted.end(),
                       [&](const std::string& key) { return keys.contains(key); });
  }

  [[nodiscard]] bool is_older(const DailyLog& log, int days) const {
    return day_after(log.date, days) < material_.today;
  }

  // Items and paragraphs that several logs repeat. They stay in the logs that agents still see.
  void propose_folded() {
    if (!material_.daily || !material_.own_notes) return;
    struct Repeated {
      std::string text;
      std::vector<std::string> dates;
    };
    std::map<std::string, Repeated> lines;
    for (const DailyLog& log : material_.logs) {
      std::set<std::string> here;
      for (const Block& block : blocks_of(log.text)) {
        if (block.kind != Block::Kind::Item && block.kind != Block::Kind::Paragraph) continue;
        if (block.sentences.size() != 1 || count_characters(block.sentences[0]) < 12) continue;
        const std::string key = sentence_key(block.sentences[0]);
        if (!here.insert(key).second) continue;
        Repeated& line = lines[key];
        line.text = block.sentences[0];
        line.dates.push_back(log.date);
      }
    }
    std::erase_if(lines, [](const auto& line) { return line.second.dates.size() < kRepeats; });
    if (lines.empty()) return;
    constexpr std::string_view kFile = "recurring-in-daily-logs.md";
    ProposedStep step;
    step.kind = StepKind::Fold;
    const Source* old = nullptr;
    for (const Source& source : material_.notes) {
      if (source.place == *material_.own_notes && source.file == kFile) old = &source;
    }
    std::string items;
    std::set<std::string> known;
    if (old != nullptr) {
      for (std::string& key : sentence_keys(old->note.body)) known.insert(std::move(key));
    }
    for (const auto& [key, line] : lines) {
      if (known.contains(key)) continue;
      const bool stops = std::string_view(".!?").find(line.text.back()) != std::string_view::npos;
      items += fmt::format("- {}{} ({} to {}, on {} days)\n", line.text, stops ? "" : ".",
                           line.dates.front(), line.dates.back(), line.dates.size());
    }
    step.why = fmt::format("{} line{} stand{} in {} daily logs or more", lines.size(),
                           lines.size() == 1 ? "" : "s", lines.size() == 1 ? "s" : "", kRepeats);
    if (old != nullptr && !items.empty()) {
      const std::string body = with_paragraph(old->note.body, trim_right(items));
      step.files.push_back(changed(*old, note::replace_body(old->text, body)));
    } else if (old == nullptr) {
      note::Draft draft;
      draft.name = "Recurring in daily logs";
      draft.description = "What many daily logs of this workspace repeat";
      draft.type = "project";
      draft.body = items;
      step.files.push_back(
          {*material_.own_notes, std::string(kFile), "", note::render_note(draft), ""});
    }
    for (const DailyLog& log : material_.logs) {
      if (!is_older(log, kFreshDays)) continue;
      // One that goes to the archive whole need not be changed first.
      if (is_older(log, static_cast<int>(material_.settings.log_days))) continue;
      std::string text = without_blocks(log.text, [&](const Block& block) {
        return block.sentences.size() == 1 && lines.contains(sentence_key(block.sentences[0]));
      });
      if (text == log.text) continue;
      step.files.push_back({*material_.daily, log.date + ".md", log.hash, std::move(text), ""});
    }
    if (!step.files.empty()) add(std::move(step));
  }

  // The text less the lines of some blocks.
  template <typename Goes>
  static std::string without_blocks(std::string_view text, Goes goes) {
    std::string kept;
    std::size_t done = 0;
    for (const Block& block : blocks_of(text)) {
      const bool is_line = block.kind == Block::Kind::Item || block.kind == Block::Kind::Paragraph;
      const std::size_t at = text.find(block.text, done);
      if (at == std::string_view::npos) return std::string(text);  // CRLF inside a block
      std::size_t end = at + block.text.size();
      if (is_line && goes(block)) {
        kept += text.substr(done, at - done);
        if (end < text.size() && text[end] == '\r') ++end;
        if (end < text.size() && text[end] == '\n') ++end;
      } else {
        kept += text.substr(done, end - done);
      }
      done = end;
    }
    kept += text.substr(done);
    return kept;
  }

  void propose_logs() {
    if (!material_.daily) return;
    const int days = static_cast<int>(material_.settings.log_days);
    for (const DailyLog& log : material_.logs) {
      if (is_older(log, days)) {
        ProposedStep step;
        step.kind = StepKind::Log;
        step.why = fmt::format("the log of {} is older than {} days", log.date, days);
        step.files.push_back({*material_.daily, log.date + ".md", log.hash, std::nullopt,
                              fmt::format("daily-{}.md", log.date)});
        add(std::move(step));
      } else if (is_older(log, kSummaryDays)) {
        propose_summaries(log);
      }
    }
  }

  // "### 10:00 — compaction summary (12 msgs)" and what is below it.
  void propose_summaries(const DailyLog& log) {
    std::string kept;
    std::string moved;
    bool summary = false;
    for (const std::string_view line : split_lines(log.text)) {
      if (line.starts_with("### ")) {
        summary = line.find(memory::kSummaryHeading) != std::string_view::npos;
      } else if (line.starts_with("# ") || line.starts_with("## ")) {
        summary = false;
      }
      (summary ? moved : kept) += line;
    }
    if (moved.empty() || !material_.daily) return;
    ProposedStep step;
    step.kind = StepKind::Log;
    step.why = fmt::format("the log of {} has summaries of conversations older than {} days",
                           log.date, kSummaryDays);
    // Where nothing else is in it, the log goes as it is.
    if (trim(kept).empty()) {
      step.files.push_back({*material_.daily, log.date + ".md", log.hash, std::nullopt,
                            fmt::format("daily-{}.md", log.date)});
    } else {
      const std::string slug = slug_of(*material_.daily);
      step.files.push_back({*material_.daily, log.date + ".md", log.hash, std::move(kept), ""});
      step.files.push_back({store::archive_place(slug), fmt::format("summaries-{}.md", log.date),
                            "", std::move(moved), ""});
    }
    add(std::move(step));
  }

  static std::string slug_of(const store::Place& daily) {
    const std::size_t end = daily.key.rfind('/');
    const std::size_t begin = daily.key.rfind('/', end - 1);
    return daily.key.substr(begin + 1, end - begin - 1);
  }

  void propose_indexes() {
    for (const IndexSource& index : material_.indexes) {
      if (index.text == index.tightened) continue;
      ProposedStep step;
      step.kind = StepKind::Index;
      step.why = fmt::format("the index of {} is not in step with its notes", index.place.label());
      step.files.push_back(
          {index.place, std::string(note::kIndexFile), index.hash, index.tightened, ""});
      add(std::move(step));
    }
  }

  const Material& material_;
  std::vector<ProposedStep> steps_;
  std::set<FileKey> taken_;
};

}  // namespace

const Source* Material::find(const store::Place& place, const std::string& file) const {
  if (by_name_.empty()) {
    for (std::size_t i = 0; i < notes.size(); ++i) {
      by_name_.emplace(notes[i].place.key + "/" + notes[i].file, i);
    }
  }
  const auto found = by_name_.find(place.key + "/" + file);
  return found == by_name_.end() ? nullptr : &notes[found->second];
}

std::vector<ProposedStep> propose_steps(const Material& material) {
  return Proposer(material).steps();
}

}  // namespace loci::upkeep
