#include "sync/run.h"

#include <algorithm>

namespace loci::sync {

namespace {

bool knows(const RemoteNote& note, const NoteVersion& version) {
  return version == note.version ||
         (version && std::ranges::find(note.ancestors, *version) != note.ancestors.end());
}

constexpr std::size_t kMostSeen = 8;

std::vector<std::string> newest(std::vector<std::string> first,
                                const std::vector<std::string>& then) {
  first.insert(first.end(), then.begin(), then.end());
  if (first.size() > kMostSeen) first.resize(kMostSeen);
  return first;
}

}  // namespace

bool removes(StopReason why) {
  return why == StopReason::RemovesHere || why == StopReason::RemovesThere ||
         why == StopReason::PurgesHere;
}

SyncRun::SyncRun(ReplicaState& state, Past past, Consent consent)
    : state_(state),
      past_(std::move(past)),
      consent_(consent),
      need_(state.sending ? Need::Send : Need::Pull) {}

void SyncRun::stop(StopReason why) {
  why_ = why;
  need_ = Need::Stopped;
}

// A yes is one to what was seen: "older than at the last sync" says nothing of purges behind it.
// Where nothing goes anywhere but to the store that was known, there is nothing to lose.
bool SyncRun::may_pass(StopReason why) {
  if (consent_ == Consent::Anything) return true;
  const Question now = removes(why) ? question_ : Question{};
  const auto shown = state_.asked.find(why);
  const bool was_shown =
      shown != state_.asked.end() && std::ranges::includes(shown->second.notes, now.notes);
  const bool is_grave = removes(why) || why == StopReason::Foreign;
  const bool agreed =
      consent_ == Consent::Asked && (!is_grave || was_shown || state_.asked.empty());
  if (!agreed) stop(why);
  if (!agreed || !was_shown) state_.asked[why] = now;
  return agreed;
}

void SyncRun::finish() {
  state_.asked.clear();
  need_ = Need::Finished;
}

void SyncRun::pull_again() {
  if (++rounds_ > kMostRounds) return stop(StopReason::Unsettled);
  need_ = Need::Pull;
}

std::vector<std::string> SyncRun::seen(const std::string& note) const {
  const auto agreed = state_.agreed.find(note);
  return agreed == state_.agreed.end() ? std::vector<std::string>{} : agreed->second.seen;
}

std::vector<std::string> SyncRun::seen_after(const Outgoing& change) const {
  auto before = change.past;
  if (change.base) before.push_back(*change.base);
  return newest(std::move(before), seen(change.note));
}

void SyncRun::sent(const Sent& answer) {
  const auto sending = *std::exchange(state_.sending, std::nullopt);
  if (answer.answer == Sent::Answer::Moved) return pull_again();
  for (const auto& change : sending.changes) {
    if (const auto refused = answer.refused.find(change.note); refused != answer.refused.end()) {
      state_.refused[change.note] = {change.version, refused->second};
    } else if (change.version) {
      state_.agreed[change.note] = {change.version, change.version, false, seen_after(change),
                                    false};
      state_.purged.erase({change.note, *change.version});  // written again
    } else {
      // Should the remote forget its end, it is known what was deleted.
      state_.agreed[change.note] = {.seen = seen_after(change), .gone = true};
    }
  }
  if (!answer.cursor.empty() && sending.heard == state_.cursor) {
    state_.cursor = answer.cursor;
    state_.ahead.clear();
  } else {
    for (const auto& change : sending.changes) {
      if (!answer.refused.contains(change.note)) state_.ahead.insert(change.note);
    }
    for (const auto& purge : sending.purges) state_.ahead.insert(purge.note);
  }
  for (const auto& purge : sending.purges) {
    state_.to_purge.erase(purge);
    state_.purged.insert(purge);
    // The remote has none now where it did not take what was to stand there instead.
    const auto agreed = state_.agreed.find(purge.note);
    if (agreed != state_.agreed.end() && agreed->second.there == purge.hash) {
      agreed->second = {.seen = std::move(agreed->second.seen), .gone = true};
    }
  }
  // What an earlier sync left was answered; this one has not listened yet. Nor behind purges that
  // stand behind the cursor: should the remote forget its end, nothing else would tell that they
  // are gone.
  const bool has_listened = rounds_ > 0 || !heard_.cursor.empty();
  const bool is_behind = !sending.purges.empty() && answer.cursor.empty();
  if (has_listened && !is_behind) return finish();
  need_ = Need::Pull;
}

// Whether what was agreed on since the cursor is not among what came since then. A version that was
// purged meanwhile is in nobody's past any more.
bool SyncRun::forgets(const Pulled& answer) const {
  const auto is_purged = [&](const Purged& version) {
    return state_.purged.contains(version) || state_.to_purge.contains(version) ||
           std::ranges::find(answer.purged, version) != answer.purged.end();
  };
  return std::ranges::any_of(state_.ahead, [&](const std::string& note) {
    const auto there = answer.notes.find(note);
    if (there == answer.notes.end()) {
      return std::ranges::none_of(answer.purged, [&](const auto& one) { return one.note == note; });
    }
    const auto agreed = state_.agreed.find(note);
    return agreed != state_.agreed.end() && agreed->second.there &&
           !knows(there->second, agreed->second.there) && !is_purged({note, *agreed->second.there});
  });
}

void SyncRun::pulled(Pulled answer, Notes here) {
  using Answer = Pulled::Answer;
  if (answer.answer == Answer::Changes && forgets(answer)) answer.answer = Answer::Rewound;
  const bool asked_for_all = cursor().empty();
  const bool agreed_on_some = std::ranges::any_of(
      state_.agreed, [](const auto& agreed) { return agreed.second.there.has_value(); });
  if (answer.answer == Answer::Foreign || answer.answer == Answer::Rewound) {
    if (!may_pass(answer.answer == Answer::Foreign ? StopReason::Foreign : StopReason::Rewound)) {
      return;
    }
    anew_ = true;
    forgot_ = answer.answer == Answer::Rewound;
    return pull_again();
  }
  if (answer.answer == Answer::Everything) {
    if (agreed_on_some && answer.notes.empty() && !may_pass(StopReason::Empty)) return;
    if (!asked_for_all && !may_pass(StopReason::Resync)) return;
    for (const auto& purge : state_.purged) {
      if (std::ranges::find(answer.purged, purge) == answer.purged.end()) {
        state_.to_purge.insert(purge);
      }
    }
    // What the remote knows nothing of was lost there, not deleted. A note that it forgot together
    // with its end is deleted there once more: others may have it.
    for (auto& [note, agreed] : state_.agreed) {
      const auto there = answer.notes.find(note);
      const bool unknown = there == answer.notes.end();
      agreed.lost = agreed.there ? unknown || !knows(there->second, agreed.there)
                                 : forgot_ && unknown && agreed.gone && !agreed.seen.empty();
      agreed.gone = false;
    }
  }
  heard_ = std::move(answer);
  here_ = std::move(here);
  skipped_ = false;
  purges_.assign(heard_.purged.begin(), heard_.purged.end());
  if (purges_.empty()) return plan();
  weigh_purges();
  if (removals_.too_many() && !may_pass(StopReason::PurgesHere)) return;
  need_ = Need::Erase;
}

void SyncRun::weigh(const std::map<std::string, std::string>& gone,
                    const std::vector<std::string>& all) {
  std::vector<std::string> names;
  for (const auto& [note, version] : gone) names.push_back(note);
  removals_ = worst_removals(names, all);
  question_ = {removals_.gone, {}};
  for (const auto& note : too_many_of(names, all)) question_.notes.emplace(note, gone.at(note));
}

void SyncRun::weigh_purges() {
  std::map<std::string, std::string> gone;
  for (const auto& purge : purges_) {
    const auto mine = here_.find(purge.note);
    if (mine != here_.end() && mine->second == purge.hash) gone.emplace(purge.note, purge.hash);
  }
  std::vector<std::string> all;
  for (const auto& [note, version] : here_) all.push_back(note);
  weigh(gone, all);
}

// What both had before a version that was held back here, and is purged: the last that the remote
// had and that stood here, too.
Agreed SyncRun::before_held(const std::string& note, const Agreed& held) const {
  const auto mine = past_(note);
  for (auto version = held.seen.begin(); version != held.seen.end(); ++version) {
    if (state_.purged.contains({note, *version})) continue;
    if (*version != held.here && std::ranges::find(mine, *version) == mine.end()) continue;
    return {*version, *version, false, {std::next(version), held.seen.end()}, false};
  }
  return {};
}

bool SyncRun::is_gone_there(const std::string& note) const {
  const auto heard = heard_.notes.find(note);
  return heard != heard_.notes.end() && !heard->second.version;
}

void SyncRun::erased(bool went) {
  const auto& purge = purges_.front();
  if (went) here_.erase(purge.note);
  if (const auto agreed = state_.agreed.find(purge.note); agreed != state_.agreed.end()) {
    if (agreed->second.here == purge.hash) {
      state_.agreed.erase(agreed);
    } else if (agreed->second.there == purge.hash) {
      agreed->second = before_held(purge.note, agreed->second);
      if (agreed->second == Agreed{}) state_.agreed.erase(agreed);
    }
  }
  state_.purged.insert(purge);
  purges_.pop_front();
  if (purges_.empty()) plan();
}

// Whether the remote still has a text there that this replica erased for good, and is about to say
// so: what stands here, or that there is none, goes beyond it.
bool SyncRun::is_to_be_purged(const std::string& note, const RemoteNote& remote) const {
  if (!remote.version || !state_.to_purge.contains({note, *remote.version})) return false;
  const auto mine = here_.find(note);
  return mine == here_.end() || mine->second != remote.version;
}

// With the remote's version of now, of which only the end of this pull is written down.
void SyncRun::agreed_ahead(const std::string& note) {
  if (!state_.cursor.empty()) state_.ahead.insert(note);
}

void SyncRun::plan() {
  steps_.clear();
  settle_held(here_, state_.agreed, past_);
  std::map<std::string, std::string> gone;
  for (const auto& [note, remote] : heard_.notes) {
    const auto mine = here_.find(note);
    if (is_to_be_purged(note, remote)) {
      state_.agreed[note] = {remote.version, remote.version, false, remote.ancestors, false};
      agreed_ahead(note);
      continue;
    }
    const auto known = state_.agreed.find(note);
    const auto agreed =
        last_in_common(known == state_.agreed.end() ? Agreed{} : known->second, remote, past_(note),
                       mine == here_.end() ? NoteVersion{} : mine->second);
    const bool was_held = known != state_.agreed.end() && known->second.held();
    if (agreed == Agreed{}) {
      state_.agreed.erase(note);
    } else {
      state_.agreed[note] = agreed;
    }
    auto step =
        decide(note, mine == here_.end() ? NoteVersion{} : mine->second, agreed, remote.version);
    step.outdates = was_held || !remote.version;
    if (agreed.there == remote.version) agreed_ahead(note);
    if (step.act == Act::Nothing) continue;
    if (step.act == Act::Remove) gone.emplace(note, *step.mine);
    steps_.push_back(std::move(step));
  }
  std::vector<std::string> all;
  for (const auto& [note, version] : here_) all.push_back(note);
  weigh(gone, all);
  if (removals_.too_many() && !may_pass(StopReason::RemovesHere)) return;
  go_on();
}

void SyncRun::go_on() {
  if (!steps_.empty()) {
    need_ = Need::Step;
    return;
  }
  if (skipped_) return pull_again();
  state_.cursor = heard_.cursor;
  state_.ahead.clear();
  anew_ = false;
  for (auto& [note, agreed] : state_.agreed) agreed.gone = !agreed.here && !agreed.there;
  need_ = Need::Look;
}

void SyncRun::done(Came came) {
  const auto& step = steps_.front();
  if (came == Came::Skipped) {
    skipped_ = true;
  } else {
    if (step.theirs) state_.purged.erase({step.note, *step.theirs});  // written again there
    auto agreed = agreed_after(step, came == Came::Held);
    if (agreed.there || agreed.gone) {
      const auto& remote = heard_.notes.at(step.note);
      auto before = seen(step.note);
      // There is none on both sides, but the remote forgot versions that were deleted here: others
      // may still have them, and take them for newer than the deletion that it knows.
      agreed.lost =
          forgot_ && agreed.gone && !step.mine &&
          std::ranges::any_of(before, [&](const auto& hash) { return !knows(remote, hash); });
      agreed.seen = newest(remote.ancestors, before);
    }
    if (agreed == Agreed{}) {
      state_.agreed.erase(step.note);
    } else {
      state_.agreed[step.note] = std::move(agreed);
    }
    agreed_ahead(step.note);
  }
  steps_.pop_front();
  go_on();
}

std::vector<Outgoing> unsent_changes(ReplicaState& state, const Notes& here, const Past& past) {
  settle_held(here, state.agreed, past);
  settle_deletions(here, state.agreed);
  auto changes = outgoing(here, state.agreed, past);
  std::erase_if(changes, [&](const Outgoing& change) {
    const auto refused = state.refused.find(change.note);
    return refused != state.refused.end() && refused->second.version == change.version;
  });
  return changes;
}

void SyncRun::send_only(Sends which) {
  sends_ = std::move(which);
  // What an earlier sync left unanswered was decided when everything went. Whether it counted is
  // seen from what the remote says of the notes.
  state_.sending.reset();
  need_ = Need::Pull;
}

void SyncRun::looked(const Notes& here, std::string id) {
  settled_ = settle_deletions(here, state_.agreed);
  auto changes = unsent_changes(state_, here, past_);
  withheld_.clear();
  if (sends_) {
    const auto stays = std::stable_partition(changes.begin(), changes.end(), sends_);
    withheld_.assign(std::make_move_iterator(stays), std::make_move_iterator(changes.end()));
    changes.erase(stays, changes.end());
  }
  std::map<std::string, std::string> gone;
  for (const auto& change : changes) {
    if (!change.version && change.base) gone.emplace(change.note, *change.base);
  }
  std::vector<std::string> all;
  for (const auto& [note, agreed] : state_.agreed) {
    if (agreed.there) all.push_back(note);
  }
  weigh(gone, all);
  if (removals_.too_many() && !may_pass(StopReason::RemovesThere)) return;
  auto purges = sends_ ? std::set<Purged>() : state_.to_purge;
  if (changes.empty() && purges.empty()) return finish();
  state_.sending = Sending{std::move(id), std::move(changes), std::move(purges), state_.cursor};
  need_ = Need::Send;
}

}  // namespace loci::sync
