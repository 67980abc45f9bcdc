#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/hash.h"
#include "base/text.h"
#include "memory/checks.h"
#include "memory/links.h"
#include "memory/moving.h"
#include "memory/survey.h"
#include "note/index_file.h"
#include "note/slug.h"
#include "upkeep/consolidate.h"
#include "upkeep/proposals_file.h"
#include "upkeep/sentences.h"

namespace loci::upkeep {
namespace {

using memory::Memory;
using store::Expected;
using store::FileChange;

using NamedFile = std::pair<std::string, std::string>;  // place and file

void add_place(std::vector<store::Place>& places, const store::Place& place) {
  if (std::find(places.begin(), places.end(), place) == places.end()) places.push_back(place);
}

std::vector<std::string> body_sentences(const std::string& text) {
  return sentence_keys(note::parse_note(text).body);
}

// What the chosen operations do to the files as they stand, worked out under the locks.
class Applying {
 public:
  Applying(Memory& memory, const Proposal& proposal, const std::vector<const ProposedStep*>& chosen,
           const std::vector<store::Place>& noted)
      : memory_(memory), proposal_(proposal), chosen_(chosen), noted_(noted) {}

  std::vector<std::string> done;
  std::vector<std::pair<std::string, std::string>> dropped;
  std::size_t relinked = 0;

  Result<store::Plan> plan(store::View& view) {
    done.clear();
    dropped.clear();
    relinked = 0;
    before_.clear();
    after_.clear();
    archived_.clear();
    gone_.clear();
    names_.clear();
    std::vector<const ProposedStep*> steps;
    for (const ProposedStep* step : chosen_) {
      LOCI_ASSIGN(const std::string reason, reason_against(view, *step));
      if (!reason.empty()) {
        dropped.emplace_back(step->id, reason);
      } else {
        steps.push_back(step);
        done.push_back(step->id);
      }
    }
    store::Plan plan;
    plan.summary = fmt::format("consolidate: {} of {} operations of proposal {}", steps.size(),
                               proposal_.steps.size(), proposal_.id);
    for (const ProposedStep* step : steps) LOCI_TRY(take(view, *step, plan));
    LOCI_TRY(redirect(view, steps, plan));
    LOCI_TRY(check_loss(view));
    return plan;
  }

 private:
  Result<std::string> reason_against(store::View& view, const ProposedStep& step) {
    bool as_proposed = true;
    for (const FileStep& file : step.files) {
      LOCI_ASSIGN(const std::optional<std::string> text, view.read(file.place, file.file));
      as_proposed = as_proposed && (file.is_witness() || text == file.text);
    }
    if (as_proposed) return std::string("it is already done");
    for (const FileStep& file : step.files) {
      LOCI_ASSIGN(const std::optional<std::string> text, view.read(file.place, file.file));
      const std::string hash = text ? sha256(*text) : "";
      if (hash == file.expected) continue;
      if (!text) return fmt::format("'{}' is gone", file.file);
      return fmt::format("'{}' {} since the proposal was made", file.file,
                         file.expected.empty() ? "was written" : "changed");
    }
    return std::string();
  }

  Result<> take(store::View& view, const ProposedStep& step, store::Plan& plan) {
    for (const FileStep& file : step.files) {
      if (file.is_witness()) continue;
      LOCI_ASSIGN(std::optional<std::string> text, view.read(file.place, file.file));
      const NamedFile name{file.place.key, file.file};
      if (counts_for_loss(step, file, text)) before_[name] = text.value_or("");
      if (file.text) {
        // What a model wrote is looked at, whoever lets it.
        if (step.kind == StepKind::Rewrite || step.kind == StepKind::Merge) {
          memory::TextChecks checks;
          LOCI_TRY(memory::scan_text(memory_, file.place, file.file, *file.text, text, checks));
        }
        after_[name] = *file.text;
        plan.changes.push_back(FileChange::put(
            file.place, file.file, *file.text,
            file.expected.empty() ? Expected::absent() : Expected::text(file.expected)));
        continue;
      }
      const store::Place archive = store::archive_of(file.place, memory_.scopes().slug());
      LOCI_ASSIGN(const std::string kept,
                  memory::free_in_archive(view, archive, file.archived, names_));
      after_[name] = "";
      archived_.push_back(*text);
      plan.changes.push_back(FileChange::moved(archive, kept, std::move(*text),
                                               {file.place.key, file.file}, Expected::absent()));
      plan.changes.push_back(
          FileChange::remove(file.place, file.file, Expected::text(file.expected)));
      gone_.insert(name);
    }
    return {};
  }

  // Links to a note that another one stands for lead there from now on.
  Result<> redirect(store::View& view, const std::vector<const ProposedStep*>& steps,
                    store::Plan& plan) {
    std::map<NamedFile, std::string> into;
    for (const ProposedStep* step : steps) {
      if (step->into.empty()) continue;
      for (const FileStep& file : step->files) {
        if (!file.archived.empty()) into[{file.place.key, file.file}] = step->into;
      }
    }
    if (into.empty()) return {};
    std::vector<memory::LinkedNote> notes;
    std::vector<std::string> texts;
    std::map<NamedFile, std::size_t> numbers;
    for (const store::Place& place : noted_) {
      LOCI_ASSIGN(const std::vector<std::string> files, view.notes(place));
      for (const std::string& file : files) {
        const auto text = view.read(place, file);
        if (!text && text.error().kind != ErrorKind::InvalidInput) return fail(text.error());
        const bool there = text && text->has_value();
        numbers.emplace(NamedFile(place.key, file), notes.size());
        texts.push_back(there ? **text : "");
        notes.push_back({place, file, note::shown_name(note::parse_note(texts.back()), file)});
      }
    }
    std::vector<std::size_t> aside(notes.size());
    for (std::size_t i = 0; i < notes.size(); ++i) {
      aside[i] = i;
      const auto found = into.find({notes[i].place.key, notes[i].file});
      if (found == into.end()) continue;
      const auto stands = numbers.find({notes[i].place.key, found->second});
      if (stands != numbers.end()) aside[i] = stands->second;
    }
    const memory::Redirection redirection(notes, aside);
    for (std::size_t i = 0; i < notes.size(); ++i) {
      const NamedFile name{notes[i].place.key, notes[i].file};
      if (gone_.contains(name)) continue;
      const auto changed = after_.find(name);
      const std::string& text = changed == after_.end() ? texts[i] : changed->second;
      auto followed = redirection.follow(text, notes[i].place);
      if (!followed) continue;
      ++relinked;
      put_followed(plan, notes[i], texts[i], std::move(*followed));
    }
    return {};
  }

  // A sentence whose date is written out is the same sentence, as long as none goes; an index has
  // none.
  static bool counts_for_loss(const ProposedStep& step, const FileStep& file,
                              const std::optional<std::string>& before) {
    if (file.file == note::kIndexFile) return false;
    if (step.kind != StepKind::Date || !before || !file.text) return true;
    return body_sentences(*file.text).size() < body_sentences(*before).size();
  }

  void put_followed(store::Plan& plan, const memory::LinkedNote& note, const std::string& before,
                    std::string text) {
    for (FileChange& change : plan.changes) {
      if (change.place == note.place && change.file == note.file && change.text) {
        change.text = std::move(text);
        return;
      }
    }
    plan.changes.push_back(
        FileChange::put(note.place, note.file, std::move(text), Expected::text(sha256(before))));
  }

  // Sentences of the changed files that stand nowhere afterwards, against all there are.
  Result<> check_loss(store::View& view) {
    std::set<std::string> lost;
    for (const auto& [name, text] : before_) {
      for (std::string& key : body_sentences(text)) lost.insert(std::move(key));
    }
    for (const auto& [name, text] : after_) {
      for (const std::string& key : body_sentences(text)) lost.erase(key);
    }
    for (const std::string& text : archived_) {
      for (const std::string& key : body_sentences(text)) lost.erase(key);
    }
    if (lost.empty()) return {};
    std::size_t all = 0;
    for (const auto& [name, text] : before_) {
      const auto is_its = [&note = name](const store::Place& one) { return one.key == note.first; };
      const bool noted = std::any_of(noted_.begin(), noted_.end(), is_its);
      if (!noted) all += body_sentences(text).size();  // a log
    }
    for (const store::Place& place : noted_) {
      LOCI_ASSIGN(const std::vector<std::string> files, view.notes(place));
      for (const std::string& file : files) {
        const auto text = view.read(place, file);
        if (!text || !*text) continue;
        const bool changes = before_.contains({place.key, file});
        for (const std::string& key : body_sentences(**text)) {
          ++all;
          if (!changes) lost.erase(key);
        }
      }
    }
    const std::size_t cap = memory_.config().consolidation().loss_percent;
    if (lost.size() * 100 <= all * cap) return {};
    return fail(conflict(
        fmt::format("{} of {} sentences would be lost; the limit is {} %", lost.size(), all, cap),
        "choose some operations by number, or raise the limit with 'loci config set "
        "consolidate.loss_percent N'"));
  }

  Memory& memory_;
  const Proposal& proposal_;
  const std::vector<const ProposedStep*>& chosen_;
  const std::vector<store::Place>& noted_;
  std::map<NamedFile, std::string> before_;
  std::map<NamedFile, std::string> after_;
  std::vector<std::string> archived_;
  std::set<NamedFile> gone_;
  memory::TakenNames names_;  // in the archive
};

Result<Proposal> chosen_proposal(Memory& memory, const std::string& id) {
  LOCI_ASSIGN(ConsolidateStatus status, consolidate_status(memory));
  for (ProposalRow& row : status.proposals) {
    const bool waits = row.state == "open" || row.state == "undone";
    if (id.empty() ? waits : row.proposal.id == id) return std::move(row.proposal);
  }
  if (id.empty()) {
    return fail(not_found("there is no open proposal", "run 'loci consolidate' to make one"));
  }
  return fail(not_found(fmt::format("there is no proposal '{}' here", id),
                        "'loci consolidate --status' lists them"));
}

Result<std::vector<const ProposedStep*>> chosen_steps(const Proposal& proposal,
                                                      const ApplyRequest& request) {
  std::vector<const ProposedStep*> steps;
  for (const std::string& id : request.ids) {
    const bool known = std::any_of(proposal.steps.begin(), proposal.steps.end(),
                                   [&](const ProposedStep& step) { return step.id == id; });
    if (!known) {
      return fail(
          not_found(fmt::format("proposal {} has no operation '{}'", proposal.id, id),
                    fmt::format("'loci consolidate --proposal {}' lists them", proposal.id)));
    }
  }
  for (const ProposedStep& step : proposal.steps) {
    const bool wanted = request.ids.empty() || std::find(request.ids.begin(), request.ids.end(),
                                                         step.id) != request.ids.end();
    const bool guess = step.likely && request.ids.empty();
    if (wanted && !guess && !(step.confirmed && request.by_itself)) steps.push_back(&step);
  }
  return steps;
}

// The guesses that nobody named, with the way to do them.
std::vector<std::pair<std::string, std::string>> guesses(const Proposal& proposal,
                                                         const ApplyRequest& request) {
  std::vector<std::pair<std::string, std::string>> left;
  for (const ProposedStep& step : proposal.steps) {
    if (!step.likely || !request.ids.empty()) continue;
    left.emplace_back(
        step.id, fmt::format("it is a guess; 'loci consolidate --proposal {} --apply {}' does it",
                             proposal.id, step.id));
  }
  return left;
}

}  // namespace

Result<ApplyReply> apply_proposal(Memory& memory, const ApplyRequest& request) {
  LOCI_TRY(memory.need_enabled());
  if (!request.by_itself) LOCI_TRY(memory.need_person("apply a consolidation"));
  std::unique_ptr<RunLock> lock;
  if (!request.dry_run) {
    LOCI_ASSIGN(lock, RunLock::take(memory.store(), memory.log()));
  }
  ApplyReply reply;
  LOCI_ASSIGN(reply.proposal, chosen_proposal(memory, request.proposal));
  LOCI_ASSIGN(const std::vector<const ProposedStep*> steps, chosen_steps(reply.proposal, request));
  reply.dropped = guesses(reply.proposal, request);
  if (steps.empty() && !reply.dropped.empty()) return reply;
  // Notes of every place may link to one that goes, so all of them are locked.
  LOCI_ASSIGN(const std::vector<store::Place> everywhere, memory::all_places(memory, {}));
  std::vector<memory::Refused> refused;
  std::vector<store::Place> noted = memory::present_places(memory, everywhere, refused);
  LOCI_TRY(memory::need_readable(refused));
  std::erase_if(noted, [&](const store::Place& place) { return memory.untrusted(place); });
  std::vector<store::Place> places = noted;
  for (const ProposedStep* step : steps) {
    for (const FileStep& file : step->files) {
      add_place(places, file.place);
      if (!file.archived.empty())
        add_place(places, store::archive_of(file.place, memory.scopes().slug()));
    }
  }
  Applying applying(memory, reply.proposal, steps, noted);
  store::Request change = memory.request("consolidate", places, request.dry_run);
  if (request.by_itself) {
    change.origin = "consolidate";
    change.actor = "loci";
  }
  LOCI_ASSIGN(reply.change, memory.change(std::move(change),
                                          [&](store::View& view) { return applying.plan(view); }));
  reply.done = applying.done;
  reply.dropped.insert(reply.dropped.begin(), applying.dropped.begin(), applying.dropped.end());
  reply.relinked = applying.relinked;
  if (request.dry_run) return reply;
  reply.proposal.applied.push_back(
      {format_utc(memory.now()), reply.change.id, reply.done, reply.dropped});
  // The notes are changed; without this the proposal only looks open.
  const auto written = write_proposal(memory.store(), reply.proposal);
  if (!written) memory.log().warn(written.error().message);
  return reply;
}

}  // namespace loci::upkeep
