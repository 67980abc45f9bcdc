#include "upkeep/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/path.h"
#include "memory/links.h"
#include "memory/reading.h"
#include "store/repository.h"
#include "upkeep/fact_survey.h"

namespace loci::upkeep {

using memory::Memory;
using memory::NoteVerdict;
using memory::SurveyedPlace;
using memory::Verdict;
using memory::Verdicts;

namespace {

bool is_of_workspace(const store::Place& place) {
  return place.kind != store::Place::Kind::Global && place.kind != store::Place::Kind::AgentUser;
}

// Only of a repository that a person trusts, and that has commits.
std::optional<store::Head> history_of(Memory& memory) {
  const auto& workspace = memory.scopes().workspace();
  if (!workspace || !memory.session().ask_git) return std::nullopt;
  if (memory.untrusted(store::shared_place(workspace->root))) return std::nullopt;
  auto head = store::read_head(memory.store().files(), workspace->root);
  if (!head) {
    memory.log().warn(fmt::format("git was not asked: {}", head.error().message));
    return std::nullopt;
  }
  return std::move(*head);
}

// What was gone is gone still: no commit since, and no file that may be meant.
bool is_still_gone(const NoteVerdict& kept, const CitingNote& note, WorkspaceTree& tree) {
  return std::all_of(kept.citations.begin(), kept.citations.end(), [&](const auto& one) {
    if (one.verdict == Verdict::Ok) return true;
    return std::all_of(note.citations.begin(), note.citations.end(), [&](const auto& cited) {
      if (cited.line != one.line || cited.text != one.text || cited.path.empty()) return true;
      const bool was_there = std::any_of(
          kept.files.begin(), kept.files.end(),
          [&](const memory::SeenFile& seen) { return seen.path.ends_with(cited.path); });
      return was_there || tree.ending_with(cited.path).empty();
    });
  });
}

// The links that lead to a note are those that did.
bool links_as_before(const NoteVerdict& kept, const CitingNote& note) {
  return std::all_of(note.citations.begin(), note.citations.end(), [&](const auto& cited) {
    if (cited.kind != note::Citation::Kind::Note) return true;
    const bool did =
        std::any_of(kept.citations.begin(), kept.citations.end(), [&](const auto& one) {
          return one.kind == note::kind_name(cited.kind) && one.text == cited.text;
        });
    return did != note.broken_links.contains(cited.path);
  });
}

// Whether what is kept of a note holds without another look: no file that it depends on was
// touched, and nothing that was wrong can have become right.
bool still_holds(const NoteVerdict& kept, const CitingNote& note, bool git, const std::string& head,
                 WorkspaceTree& tree) {
  if (kept.git != git) return false;
  const auto date = parse_time(kept.date);
  if (!date) return false;
  const std::int64_t looked =
      std::chrono::duration_cast<std::chrono::nanoseconds>(date->time_since_epoch()).count();
  const bool untouched =
      std::all_of(kept.files.begin(), kept.files.end(), [&](const memory::SeenFile& seen) {
        const auto look = tree.at(seen.path);
        if (look.there != WorkspaceTree::There::Yes) return false;
        if (seen.stamp == fs::Stamp()) return look.kind == fs::Kind::Directory;
        return look.stamp == seen.stamp && !fs::is_doubtful(seen.stamp, looked);
      });
  if (!untouched || kept.worst() == Verdict::Ok) return untouched;
  return git && kept.head == head && is_still_gone(kept, note, tree);
}

// The files that a note cites or may mean, and those named like them.
bool cites_any(const CitingNote& note, const std::set<std::string>& changed) {
  return std::any_of(note.citations.begin(), note.citations.end(), [&](const auto& citation) {
    if (citation.path.empty()) return false;
    return std::any_of(changed.begin(), changed.end(), [&](const std::string& path) {
      const std::string_view cited = citation.path;
      const std::size_t at = path.find(cited);
      if (at == std::string::npos || (at > 0 && path[at - 1] != '/')) return false;
      const std::size_t end = at + cited.size();
      return end == path.size() || path[end] == '/';
    });
  });
}

// What differs from a commit, for --changed.
Result<std::set<std::string>> changed_files(Memory& memory, const std::string& since) {
  LOCI_ASSIGN(const store::Workspace workspace, memory.need_workspace());
  if (memory.untrusted(store::shared_place(workspace.root))) {
    return fail(denied("git is only asked about trusted repositories",
                       "'loci trust' trusts this one; without --changed all notes are verified"));
  }
  const auto head = history_of(memory);
  if (!head) {
    return fail(not_found("no git history to compare with",
                          "run it in a repository with a commit, or without --changed"));
  }
  GitHistory history(memory.session().ask_git, *head);
  std::string commit = head->commit;
  if (!since.empty()) {
    LOCI_ASSIGN(commit, store::read_ref(memory.store().files(), workspace.root, since));
    if (commit.empty()) commit = history.commit_of(since);
    if (commit.empty()) {
      return fail(not_found(fmt::format("there is no commit '{}'", since),
                            "name a commit, a branch, a tag or HEAD~1"));
    }
  }
  auto changed = history.changed_since(commit, workspace.root);
  if (!changed) {
    return fail(Error{ErrorKind::Io, "git did not say what changed",
                      "'git status' may say why; without --changed all notes are verified"});
  }
  return std::move(*changed);
}

// All that one run needs.
class VerifyRun {
 public:
  VerifyRun(Memory& memory, const std::vector<SurveyedPlace>& places, CitationCollector& collector,
            const JudgeDepth& depth)
      : memory_(memory),
        places_(places),
        collected_(collector.notes()),
        all_commits_(depth.commits >= GitHistory::kAllCommits),
        names_(depth.names),
        checks_(depth.checks) {
    const auto& workspace = memory.scopes().workspace();
    reply_.base = workspace ? workspace->root : "";
    tree_ = std::make_unique<WorkspaceTree>(memory.store().files(), reply_.base);
    if (auto head = history_of(memory)) {
      head_ = head->commit;
      history_ =
          std::make_unique<GitHistory>(memory.session().ask_git, std::move(*head), depth.commits);
    }
    reply_.git = history_ != nullptr;
  }

  VerifyReply run(const WantNote& wanted) {
    if (!checks_) find_broken_links();
    memory::KnownVerdicts known(memory_);
    memory::KnownVerdicts checked(memory_, kCitedDirectory);
    const auto holds = [&](const NoteVerdict* kept, const CitingNote& note) {
      return kept != nullptr && !names_ && links_as_before(*kept, note) &&
             still_holds(*kept, note, reply_.git, head_, *tree_);
    };
    if (collected_.empty()) return std::move(reply_);
    for (const SurveyedPlace& place : places_) {
      for (const memory::SurveyedNote& note : place.notes) {
        const auto found = collected_.find({place.place.key, note.file});
        if (found == collected_.end()) continue;
        CitationCollector::Collected& one = found->second;
        if (reply_.base.empty()) one.note.of_workspace = false;
        if (wanted && !wanted(place.place, note.file, one.note)) continue;
        VerifiedNote verified{place.place,
                              note.file,
                              fmt::format("{}/{}", place.path, note.file),
                              place.untrusted,
                              {}};
        const NoteVerdict* kept = known.of(place.place, note.file, one.hash);
        bool same = holds(kept, one.note);
        if (!same && checks_) {
          kept = checked.of(place.place, note.file, one.hash);
          same = holds(kept, one.note);
        }
        if (same) {
          verified.verdict = *kept;
        } else {
          fresh_.push_back(reply_.notes.size());
          citing_.push_back(&one.note);
          hashes_.push_back(&one.hash);
          earlier_.push_back(kept != nullptr && reply_.git && !kept->head.empty() ? *kept
                                                                                  : NoteVerdict());
        }
        reply_.notes.push_back(std::move(verified));
      }
    }
    judge_fresh();
    reply_.looked_up = fresh_.size();
    reply_.git_fell_silent = history_ && history_->fell_silent();
    return std::move(reply_);
  }

 private:
  void find_broken_links() {
    const std::vector<memory::LinkedNote> notes = memory::linked_notes(places_);
    const memory::LinkResolver resolver(notes);
    for (const SurveyedPlace& place : places_) {
      for (const memory::SurveyedNote& note : place.notes) {
        const auto found = collected_.find({place.place.key, note.file});
        if (found == collected_.end()) continue;
        for (const note::Link& link : note.links) {
          if (resolver.resolve(link, place.place) != nullptr) continue;
          found->second.note.broken_links.insert(link.target);
        }
      }
    }
  }

  void judge_fresh() {
    if (fresh_.empty()) return;
    CitationJudge judge(*tree_, history_.get(), std::string(last_component(reply_.base)));
    judge.look_up(citing_, names_);
    const std::string now = format_utc(memory_.now());
    for (std::size_t i = 0; i < fresh_.size(); ++i) {
      NoteVerdict& verdict = reply_.notes[fresh_[i]].verdict;
      verdict = judge.judge(*citing_[i]);
      reply_.notes[fresh_[i]].perhaps = judge.perhaps(*citing_[i]);
      if (!all_commits_) keep_earlier(judge, i, verdict);
      verdict.hash = *hashes_[i];
      verdict.date = now;
      // What git was not asked, or did not answer, is asked next time.
      verdict.git = reply_.git && all_commits_ && !history_->fell_silent();
      verdict.head = head_;
    }
  }

  // Few commits were looked at: what all of them showed to be wrong, and is not there yet, is so
  // still.
  void keep_earlier(CitationJudge& judge, std::size_t i, NoteVerdict& verdict) {
    for (const memory::CitationVerdict& wrong : earlier_[i].citations) {
      if (wrong.verdict == Verdict::Ok) continue;
      const auto is_same = [&](const auto& one) {
        return one.line == wrong.line && one.text == wrong.text;
      };
      const bool gone = std::any_of(
          citing_[i]->citations.begin(), citing_[i]->citations.end(), [&](const auto& cited) {
            return is_same(cited) && note::kind_name(cited.kind) == wrong.kind &&
                   judge.is_still_gone(cited);
          });
      if (!gone) continue;
      const auto found =
          std::find_if(verdict.citations.begin(), verdict.citations.end(),
                       [&](const auto& one) { return is_same(one) && one.kind == wrong.kind; });
      if (found == verdict.citations.end()) {
        verdict.citations.push_back(wrong);
      } else if (found->verdict == Verdict::Ok) {
        *found = wrong;
      }
    }
    std::stable_sort(verdict.citations.begin(), verdict.citations.end(),
                     [](const auto& a, const auto& b) { return a.line < b.line; });
  }

  Memory& memory_;
  const std::vector<SurveyedPlace>& places_;
  std::map<CitationCollector::Key, CitationCollector::Collected>& collected_;
  bool all_commits_;
  bool names_;
  bool checks_;
  std::string head_;  // the last commit
  std::unique_ptr<WorkspaceTree> tree_;
  std::unique_ptr<GitHistory> history_;
  VerifyReply reply_;
  std::vector<std::size_t> fresh_;  // in reply_.notes
  std::vector<const CitingNote*> citing_;
  std::vector<const std::string*> hashes_;
  std::vector<NoteVerdict> earlier_;  // what is kept of them
};

// What a later command shows. A home that cannot be written is no reason to fail.
void keep(Memory& memory, const VerifyReply& reply, bool all,
          std::string_view directory = memory::kVerifiedDirectory) {
  std::map<std::string, std::pair<store::Place, Verdicts>> places;
  for (const VerifiedNote& note : reply.notes) {
    auto& entry = places[note.place.key];
    entry.first = note.place;
    entry.second.emplace(note.file, note.verdict);
  }
  for (const auto& [key, entry] : places) {
    const auto kept = memory::keep_verdicts(memory, entry.first, entry.second, all, directory);
    if (!kept) memory.log().warn(fmt::format("not kept: {}", kept.error().message));
  }
}

}  // namespace

void CitationCollector::see_note(const store::Place& place, const std::string& file,
                                 const NoteFacts& facts, bool links) {
  Collected collected{facts.hash, {links ? all_citations(facts) : facts.citations}};
  collected.note.of_workspace = is_of_workspace(place);
  notes_.emplace(Key(place.key, file), std::move(collected));
}

void keep_for_check(Memory& memory, const VerifyReply& reply) {
  if (reply.looked_up >= kWorthKeeping) keep(memory, reply, true, kCitedDirectory);
}

VerifyReply judge_collected(Memory& memory, const std::vector<SurveyedPlace>& places,
                            CitationCollector& collector, const WantNote& wanted,
                            const JudgeDepth& depth) {
  return VerifyRun(memory, places, collector, depth).run(wanted);
}

Result<VerifyReply> verify(Memory& memory, const VerifyRequest& request) {
  std::set<CitationCollector::Key> asked;
  for (const std::string& name : request.notes) {
    memory::NoteRequest note{name, request.selector, std::nullopt, false};
    note.by_title = true;
    LOCI_ASSIGN(const memory::Located located, memory::locate(memory, note));
    asked.emplace(located.found.place.key, located.found.file);
  }
  std::set<std::string> changed;
  if (request.changed) {
    LOCI_ASSIGN(changed, changed_files(memory, request.since));
  }
  std::vector<memory::Refused> refused;
  LOCI_ASSIGN(const std::vector<store::Place> allowed,
              memory::all_places(memory, request.selector));
  const std::vector<store::Place> places = memory::present_places(memory, allowed, refused);
  for (const memory::Refused& place : refused) {
    memory.log().warn(fmt::format("'{}' is not verified: {}", place.path, place.message));
  }
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.look(places, false));
  FactSurvey facts(memory, *view);
  LOCI_ASSIGN(const std::vector<SurveyedPlace> all, memory::survey(memory, places, *view, &facts));
  CitationCollector collector;
  for (const SurveyedPlace& place : all) {
    for (const FactSurvey::NoteOf& note : facts.notes_of(place.place)) {
      collector.see_note(place.place, note.file, *note.facts, true);
    }
  }
  facts.keep();
  const std::string base =
      memory.scopes().workspace() ? memory.scopes().workspace()->root + "/" : "/";
  const auto wanted = [&](const store::Place& place, const std::string& file,
                          const CitingNote& note) {
    if (!asked.empty() && !asked.contains({place.key, file})) return false;
    if (!request.changed) return true;
    const std::string path = fmt::format("{}/{}", memory.store().path_of(place), file);
    const bool itself = path.starts_with(base) && changed.contains(path.substr(base.size()));
    return itself || cites_any(note, changed);
  };
  JudgeDepth depth;
  depth.names = request.names && !request.changed;
  if (request.changed) depth.commits = GitHistory::kFewCommits;
  VerifyReply reply = judge_collected(memory, all, collector, wanted, depth);
  keep(memory, reply, asked.empty() && !request.changed);
  return reply;
}

}  // namespace loci::upkeep
