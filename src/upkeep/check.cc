#include "upkeep/check.h"

#include "memory/index_view.h"
#include "memory/scanning.h"
#include "memory/survey.h"
#include "sync/git_stages.h"
#include "sync/settle.h"
#include "upkeep/derived.h"
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

// Notes are read once for both.
class CheckAndCollect final : public memory::Surveyor {
 public:
  CheckAndCollect(Checker& checker, CitationCollector& collector)
      : checker_(checker), collector_(collector) {}

  void see_note(const SurveyedPlace& place, std::string_view file, std::string_view text,
                const note::Note& parsed) override {
    checker_.see_note(place, file, text, parsed);
    collector_.see_note(place, file, text, parsed);
  }
  void see_unreadable(const SurveyedPlace& place, std::string_view file,
                      std::string message) override {
    checker_.see_unreadable(place, file, std::move(message));
  }
  void see_refused(const Refused& place) override { checker_.see_refused(place); }

 private:
  Checker& checker_;
  CitationCollector& collector_;
};

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
  const auto scanned = [&](const store::Place& place, std::string_view file,
                           std::string_view text) {
    auto found = memory::findings_in(memory, place, file, text);
    if (!found) fault = found.error();
    return std::move(found).value_or(std::vector<guard::Finding>());
  };
  Checker checker(local_date(memory.now()), scanned);
  for (const Refused& place : refused) checker.see_refused(place);
  LOCI_ASSIGN(const std::vector<sync::UnmergedPath> waiting, sync::unmerged_paths(memory));
  for (const sync::UnmergedPath& path : waiting) {
    if (path.is_deleted()) checker.see_waiting(path.path, sync::what_to_do(path));
  }
  CitationCollector collector;
  CheckAndCollect both(checker, collector);
  LOCI_ASSIGN(const std::vector<SurveyedPlace> all, survey(memory, places, *view, &both));
  if (fault) return fail(*fault);
  LOCI_ASSIGN(std::vector<Suspect> found, outgrown(memory, checker.take_suspects()));
  for (Suspect& suspect : found) checker.see_outgrown(std::move(suspect));
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
  for (const VerifiedNote& note : judge_collected(memory, all, collector).notes) {
    checker.see_citations(note.path, note.untrusted, note.verdict);
  }
  reply.findings = checker.finish(all, apart);
  if (memory.scopes().workspace()) reply.base = memory.scopes().workspace()->root;
  return reply;
}

}  // namespace loci::upkeep
