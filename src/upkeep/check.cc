#include "upkeep/check.h"

#include "memory/index_view.h"
#include "memory/scanning.h"
#include "memory/survey.h"
#include "sync/git_stages.h"
#include "sync/settle.h"
#include "upkeep/derived.h"
#include "upkeep/fact_survey.h"
#include "upkeep/reindex.h"
#include "upkeep/verify.h"

namespace loci::upkeep {

using memory::all_places;
using memory::LineApart;
using memory::lines_apart;
using memory::Memory;
using memory::present_places;
using memory::Refused;
using memory::Selector;
using memory::SurveyedNote;
using memory::SurveyedPlace;

namespace {

// Descriptions that notes have outgrown, as the journal knows; of most it was asked before.
Result<> see_outgrown(Memory& memory, Checker& checker, FactSurvey& facts) {
  const std::vector<Suspect> suspects = checker.take_suspects();
  LOCI_ASSIGN(std::vector<Suspect> found, outgrown(memory, suspects));
  for (const Suspect& suspect : suspects) facts.set_outgrown(suspect.place, suspect.file, false);
  for (Suspect& suspect : found) {
    facts.set_outgrown(suspect.place, suspect.file, true);
    checker.see_outgrown(std::move(suspect));
  }
  return {};
}

void see_citations(Memory& memory, Checker& checker, const std::vector<SurveyedPlace>& places,
                   const FactSurvey& facts, bool dry_run) {
  CitationCollector collector;
  for (const SurveyedPlace& place : places) {
    for (const FactSurvey::NoteOf& note : facts.notes_of(place.place)) {
      if (note.facts->citations.empty()) continue;
      collector.see_note(place.place, note.file, *note.facts, false);
    }
  }
  JudgeDepth depth;
  depth.checks = true;
  const VerifyReply verified = judge_collected(memory, places, collector, {}, depth);
  for (const VerifiedNote& note : verified.notes) {
    checker.see_citations(note.path, note.untrusted, note.verdict);
  }
  if (!dry_run) keep_for_check(memory, verified);
}

void see_alike(Checker& checker, const std::vector<SurveyedPlace>& places, FactSurvey& facts) {
  for (const SurveyedPlace& place : places) {
    for (const auto& [one, other] : facts.alike(place.place)) checker.see_alike(place, one, other);
  }
}

}  // namespace

Result<CheckReply> check(Memory& memory, const Selector& selector, bool fix, bool dry_run) {
  CheckReply reply;
  std::vector<Refused> refused;
  LOCI_ASSIGN(const std::vector<store::Place> allowed, all_places(memory, selector));
  const std::vector<store::Place> places = present_places(memory, allowed, refused);
  if (fix) {
    LOCI_ASSIGN(reply.merged, sync::settle_markers(memory, places, dry_run));
    LOCI_ASSIGN(ReindexReply fixed, reindex_places(memory, places, dry_run));
    reply.fixed = std::move(fixed.change);
  }
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.look(places, dry_run));
  std::optional<Error> fault;  // of what was allowed: without it nothing is
  memory::ScanFilter filter(memory);
  const auto left = [&](const store::Place& place, std::string_view file,
                        std::vector<guard::Finding> findings) {
    auto found = filter.left(place, file, std::move(findings));
    if (!found) fault = found.error();
    return std::move(found).value_or(std::vector<guard::Finding>());
  };
  Checker checker(local_date(memory.now()), left);
  for (const Refused& place : refused) checker.see_refused(place);
  LOCI_ASSIGN(const std::vector<sync::UnmergedPath> waiting, sync::unmerged_paths(memory));
  for (const sync::UnmergedPath& path : waiting) {
    if (path.is_deleted()) checker.see_waiting(path.path, sync::what_to_do(path));
  }
  FactSurvey facts(memory, *view);
  LOCI_ASSIGN(const std::vector<SurveyedPlace> all, survey(memory, places, *view, &facts));
  for (const SurveyedPlace& place : all) {
    checker.see_unread(place);
    for (const FactSurvey::NoteOf& note : facts.notes_of(place.place)) {
      checker.see_note(place, note.file, *note.facts);
    }
  }
  if (fault) return fail(*fault);
  LOCI_TRY(see_outgrown(memory, checker, facts));
  std::vector<std::vector<LineApart>> apart;
  for (const SurveyedPlace& place : all) {
    reply.notes += place.notes.size();
    std::vector<note::NoteLine> lines;
    lines.reserve(place.notes.size());
    for (const SurveyedNote& note : place.notes) {
      if (note.description) lines.push_back({note.file, note.name, *note.description});
    }
    LOCI_ASSIGN(std::vector<LineApart> of_place,
                lines_apart(memory, place.place, place.index, lines));
    apart.push_back(std::move(of_place));
  }
  see_citations(memory, checker, all, facts, dry_run);
  if (reply.notes <= kComparedNotes) see_alike(checker, all, facts);
  if (!dry_run) facts.keep();
  reply.findings = checker.finish(all, apart);
  if (memory.scopes().workspace()) reply.base = memory.scopes().workspace()->root;
  return reply;
}

}  // namespace loci::upkeep
