#include "remote/sync.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.h"
#include "pipe/helper_url.h"
#include "remote/arrival_scan.h"
#include "remote/git_remote.h"
#include "remote/helper_remote.h"
#include "remote/last_sync.h"
#include "remote/names.h"
#include "remote/prepared.h"
#include "remote/replica.h"
#include "remote/stop_error.h"
#include "store/identity.h"

namespace loci::remote {
namespace {

using memory::Memory;
using sync::Need;
using sync::StopReason;
using sync::SyncRun;

// Of an index only what people wrote goes; its list stays.
std::string gone_word(std::string_view note) { return is_index(note) ? "emptied" : "deleted"; }

// One sync, from the lock to the last saved state.
class Syncing {
 public:
  Syncing(Memory& memory, const Remote& remote, const SyncRequest& request)
      : memory_(memory), remote_(remote), request_(request) {}

  // Under the lock of the remote.
  Result<SyncReply> run();
  // Whether it failed for what is kept here of the remote.
  [[nodiscard]] bool found_damage() const { return transport_ && transport_->is_damaged(); }
  // Of one that ended well; when that was is left out.
  [[nodiscard]] LastSync outcome() const;

 private:
  Result<> begin();
  Result<> know_names();
  void forget_moved(const Names& names);
  Result<> look_at_aside();
  Result<> pull(SyncRun& run);
  Result<> perform(SyncRun& run);
  Result<> send(SyncRun& run);
  Error not_taken(Error error);
  Result<std::map<std::string, std::string>> take_out_kept(sync::Sending& sending,
                                                           const Parcel& parcel);
  Result<> look(SyncRun& run);
  Result<> erase(SyncRun& run);
  Result<> say_what_would_be(SyncRun& run);
  Result<> keep_question();
  Result<std::unique_ptr<Transport>> open(const TransportOptions& options) {
    return request_.open ? request_.open(options) : open_remote(memory_, remote_, options);
  }
  // Which of the changes may go, where not all of them do.
  Result<> find_sendable(const sync::Notes& here);
  [[nodiscard]] bool may_go(const sync::Outgoing& change) const {
    return remote_.sends_all() || (change.version && sendable_.contains(change.note));
  }
  Result<> say_settled(const std::vector<std::string>& notes, const sync::Notes& here);
  void say_what_is_aside();
  void say_what_stays(const std::vector<sync::Outgoing>& withheld);
  Result<> save();
  void say_sent(const sync::Sending& sending);

  Memory& memory_;
  const Remote& remote_;
  const SyncRequest& request_;
  Replica replica_;
  SavedState saved_;
  SavedState written_;                 // as its file has it
  std::optional<sync::Notes> looked_;  // the notes here, while nothing was done to them
  std::unique_ptr<Transport> transport_;
  Names names_{remote_, {}, {}};
  SeenNotes seen_;
  Local local_{memory_, remote_, names_, saved_, seen_};
  SyncReply reply_;
  std::set<std::string> sendable_;
  std::optional<Error> refused_here_;  // what the last round wanted to change
  std::size_t refused_ = 0;            // changes that the remote does not take
};

// The remote's projects as it says them now, and as they were agreed on: it tells only what is new.
std::vector<RemoteProject> known_projects(const SavedState& saved,
                                          const std::vector<RemoteProject>& there) {
  std::vector<RemoteProject> all = there;
  for (const RemoteProject& one : saved.projects) {
    if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
  }
  return all;
}

// Of a directory that is another project here than it was, or none, nothing is agreed any more:
// that its notes are not there is no deletion.
void Syncing::forget_moved(const Names& names) {
  const Slugs now = names.slugs();
  for (const auto& [directory, slug] : saved_.slugs) {
    const auto found = now.find(directory);
    if (!names.wants(directory) || (found != now.end() && found->second == slug)) continue;
    const std::string below = fmt::format("projects/{}/", directory);
    const auto is_below = [&](const auto& one) { return one.first.starts_with(below); };
    std::erase_if(saved_.replica.agreed, is_below);
    std::erase_if(saved_.replica.refused, is_below);
    std::erase_if(saved_.indexes, is_below);
    std::erase_if(saved_.aside, is_below);
    saved_.replica.cursor.clear();
  }
}

// What the remote's projects are called here. Another list of them: the notes are looked at again.
Result<> Syncing::know_names() {
  LOCI_ASSIGN(const std::vector<store::Project> here, projects_here(memory_));
  Names names(remote_, here, known_projects(saved_, transport_->projects()), saved_.slugs);
  if (names.projects() != names_.projects()) looked_.reset();
  forget_moved(names);
  names_ = std::move(names);
  // Of those that are not chosen now it stays known which they were.
  const auto is_wanted = [&](const std::string& directory) { return names_.wants(directory); };
  std::erase_if(saved_.slugs, [&](const auto& one) { return is_wanted(one.first); });
  saved_.slugs.merge(names_.slugs());
  std::erase_if(saved_.projects, [&](const auto& one) { return is_wanted(one.directory); });
  const std::vector<RemoteProject> now = names_.identities();
  saved_.projects.insert(saved_.projects.end(), now.begin(), now.end());
  return {};
}

// A sync with nothing new need not wait for the disk.
Result<> Syncing::save() {
  if (saved_ == written_) return {};
  LOCI_TRY(write_state(memory_.store(), remote_, saved_));
  written_ = saved_;
  return {};
}

Result<> Syncing::begin() {
  reply_.remote = remote_.name;
  reply_.keeps_history = pipe::helper_kind(remote_.url).empty();
  reply_.dry_run = request_.dry_run;
  if (request_.repair && !request_.dry_run) LOCI_TRY(drop_mirror(memory_.store(), remote_));
  TransportOptions options;
  options.patience = request_.patience;
  // First of all: a helper starts and connects while what is known here is read.
  LOCI_ASSIGN(transport_, open(options));
  LOCI_ASSIGN(replica_, this_replica(memory_.store()));
  if (replica_.is_new) {
    reply_.remarks.push_back(
        fmt::format("this home is a copy of another one, or was restored: it is replica {} now",
                    replica_.id.substr(0, 8)));
  }
  LOCI_ASSIGN(saved_, read_state(memory_.store(), remote_));
  written_ = saved_;
  const std::set<std::string> rejoined = part_by_choice(saved_, remote_.chosen);
  if (!request_.repair) seen_ = read_seen(memory_.store(), remote_);
  if (request_.repair && !request_.dry_run) {
    saved_.replica.cursor.clear();
    saved_.replica.refused.clear();
    for (auto& [note, agreed] : saved_.replica.agreed) {
      if (agreed.held()) agreed.there = agreed.here;  // it is looked at again
    }
  }
  LOCI_TRY(know_names());
  LOCI_TRY(local_.settle_coming());
  if (saved_.replica.agreed.empty()) {
    // A home without notes needs nothing of the past.
    LOCI_ASSIGN(looked_, local_.look());
    if (looked_->empty()) transport_->leave_out_past();
  }
  LOCI_TRY(look_at_aside());
  LOCI_ASSIGN(const auto purged, local_.own_purges(rejoined));
  saved_.replica.to_purge.insert(purged.begin(), purged.end());
  return {};
}

// Where the name of a note that was put aside is free now, everything is asked for once more: the
// remote tells only what is new.
Result<> Syncing::look_at_aside() {
  if (saved_.aside.empty()) return {};
  if (!looked_) {
    LOCI_ASSIGN(looked_, local_.look());
  }
  std::set<std::string> taken;
  for (const auto& [name, version] : *looked_) taken.insert(fold(name));
  for (auto one = saved_.aside.begin(); one != saved_.aside.end();) {
    const auto& [name, why] = *one;
    if (!is_chosen(remote_.chosen, name)) {
      ++one;
      continue;
    }
    const auto agreed = saved_.replica.agreed.find(name);
    const bool waits =
        agreed != saved_.replica.agreed.end() && agreed->second.held() && !agreed->second.here;
    const bool is_free = why == kNameIsTaken && !taken.contains(fold(name));
    if (waits && !is_free) {
      ++one;
      continue;
    }
    if (waits) {
      agreed->second.there = agreed->second.here;
      saved_.replica.cursor.clear();
    }
    one = saved_.aside.erase(one);
  }
  return {};
}

Result<> Syncing::pull(SyncRun& run) {
  // The notes are looked at while the remote finds out what changed there. Each is read again
  // before it is changed (Local::prepare), so that it does not matter which of the two is later.
  // Another choice of notes wants all that the remote has, once it is known to be the same store.
  const bool hears_all = saved_.hears_all && !run.cursor().empty();
  if (!hears_all) LOCI_TRY(transport_->ask_ahead(run.cursor()));
  if (!looked_) {
    LOCI_ASSIGN(looked_, local_.look());
  }
  LOCI_ASSIGN(sync::Pulled pulled, transport_->pull(run.cursor()));
  if (hears_all && pulled.answer == sync::Pulled::Answer::Changes) {
    run.hear_all();
    LOCI_ASSIGN(pulled, transport_->pull(run.cursor()));
  }
  LOCI_TRY(know_names());
  if (!looked_) {
    LOCI_ASSIGN(looked_, local_.look());
  }
  std::erase_if(pulled.notes, [&](const auto& note) { return !names_.here(note.first); });
  // What a person wrote here travels. What comes is not to pass for another note.
  std::erase_if(pulled.notes, [&](const auto& one) {
    const auto& [name, note] = one;
    const bool is_new = note.version && !looked_->contains(name);
    if (!is_new || !is_disguised(name)) return false;
    saved_.aside.insert_or_assign(name, kNameIsDisguised);
    return true;
  });
  // What is known of notes that are not chosen now is no news, and not forgotten there either.
  std::erase_if(pulled.purged, [&](const sync::Purged& purge) {
    return !names_.here(purge.note) && !saved_.replica.purged.contains(purge);
  });
  std::erase_if(saved_.replica.ahead, [&](const std::string& note) { return !names_.here(note); });
  run.pulled(std::move(pulled), *looked_);
  return {};
}

Result<> Syncing::perform(SyncRun& run) {
  looked_.reset();
  for (const sync::Step& step : run.steps()) saved_.aside.erase(step.note);
  LOCI_ASSIGN(Local::Done done, local_.perform(run.steps(), *transport_, [&] { return save(); }));
  refused_here_ = done.conflict;
  for (const SyncRun::Came came : done.came) {
    // The note was not what it was taken for: nothing is taken for known any more.
    if (came == SyncRun::Came::Skipped) seen_.forget();
    run.done(came);
  }
  for (const News& news : done.news) {
    if (news.what == kPutAside) saved_.aside.insert_or_assign(news.note, news.why);
  }
  std::move(done.news.begin(), done.news.end(), std::back_inserter(reply_.here));
  if (done.operation != 0) reply_.operation = done.operation;
  // What became of a note the journal tells a later sync, but not of an index, nor of what waits.
  return done.is_told_by_journal ? Result<>() : save();
}

void Syncing::say_sent(const sync::Sending& sending) {
  for (const sync::Outgoing& change : sending.changes) {
    reply_.there.push_back({change.note, change.version ? "sent" : gone_word(change.note)});
  }
  std::set<std::string> purged;
  for (const sync::Purged& purge : sending.purges) purged.insert(purge.note);
  for (const std::string& note : purged) reply_.there.push_back({note, "purged"});
}

// What the scanner would block in a repository stays here, and why.
Result<std::map<std::string, std::string>> Syncing::take_out_kept(sync::Sending& sending,
                                                                  const Parcel& parcel) {
  std::map<std::string, std::string> kept;
  std::set<std::string> bases;
  for (const sync::Outgoing& change : sending.changes) {
    if (change.version && change.base) bases.insert(*change.base);
  }
  LOCI_ASSIGN(const Texts before, local_.texts(bases));
  ArrivalScan scan;
  for (const auto& text : parcel.texts) scan.add(text);
  const auto harmless = scan.finish();
  for (const sync::Outgoing& change : sending.changes) {
    if (!change.version || harmless.contains(*change.version)) continue;
    std::optional<std::string> base;
    if (change.base && before.contains(*change.base)) base = before.find(*change.base)->second;
    LOCI_ASSIGN(std::string why,
                local_.reason_to_keep(change.note, parcel.texts.at(*change.version), base));
    if (!why.empty()) kept.emplace(change.note, std::move(why));
  }
  std::erase_if(sending.changes,
                [&](const sync::Outgoing& change) { return kept.contains(change.note); });
  return kept;
}

// A remote that says no has changed nothing. The next sync hears of the others' changes before it
// asks again: who may only read would never hear of any.
Error Syncing::not_taken(Error error) {
  const bool is_no = error.kind == ErrorKind::Denied;
  if (!is_no && !transport_->is_remote_at_fault()) return error;
  saved_.replica.sending.reset();
  if (auto saved = save(); !saved) return std::move(saved).error();
  if (!is_no) return error;
  const std::string way =
      fmt::format("'loci remote set {} --read-only yes' receives and sends nothing", remote_.name);
  error.hint = error.hint.empty() ? way : fmt::format("{}; {}", error.hint, way);
  return error;
}

Result<> Syncing::send(SyncRun& run) {
  LOCI_TRY(local_.record_by_hand(run.sending().changes));
  LOCI_TRY(save());
  sync::Sending sending = run.sending();
  Parcel parcel;
  parcel.replica = replica_.id;
  parcel.carries_confirmed = remote_.mine;
  std::set<std::string> hashes;
  for (const sync::Outgoing& change : sending.changes) {
    if (change.version) hashes.insert(*change.version);
    if (remote_.mine && change.version) {
      LOCI_ASSIGN(Confirmed lines, local_.confirmed(change.note, *change.version));
      if (!lines.marks.empty()) parcel.confirmed.emplace(change.note, std::move(lines));
    }
    const Names::Project* const project = names_.project_of(change.note);
    if (project == nullptr || !change.version) continue;
    const auto& known = transport_->projects();
    if (std::find(known.begin(), known.end(), project->remote) != known.end()) continue;
    parcel.projects.push_back(project->remote);
  }
  LOCI_ASSIGN(parcel.texts, local_.texts(hashes));
  if (parcel.texts.size() != hashes.size()) {  // one changed or was purged since
    for (const sync::Outgoing& change : sending.changes) {
      const bool missing = change.version && !parcel.texts.contains(*change.version);
      if (missing && is_index(change.note)) local_.forget_index(change.note);
    }
    seen_.forget();
    run.sent({.answer = sync::Sent::Answer::Moved});
    return {};
  }
  LOCI_ASSIGN(const auto kept, take_out_kept(sending, parcel));
  sync::Sent sent;
  if (!sending.changes.empty() || !sending.purges.empty()) {
    auto answer = transport_->send(sending, parcel);
    if (!answer) return fail(not_taken(std::move(answer).error()));
    sent = std::move(*answer);
  }
  sent.refused.insert(kept.begin(), kept.end());
  run.sent(sent);
  if (sent.answer != sync::Sent::Answer::Accepted) return {};
  say_sent(sending);
  for (const auto& [note, why] : kept) reply_.there.push_back({note, "not sent", why});
  refused_ += kept.size();
  reply_.keeps_history = transport_->keeps_history();
  return {};
}

Result<> Syncing::find_sendable(const sync::Notes& here) {
  if (!remote_.sends_some()) return {};
  LOCI_ASSIGN(sendable_, local_.tagged(here, remote_.send_tag));
  return {};
}

// Each time, until it is here: who did not see it the first time would never know.
void Syncing::say_what_is_aside() {
  for (const auto& [name, why] : saved_.aside) {
    if (!is_chosen(remote_.chosen, name)) continue;
    const auto is_said = [&note = name](const News& news) { return news.note == note; };
    if (std::none_of(reply_.here.begin(), reply_.here.end(), is_said)) {
      reply_.remarks.push_back(fmt::format("{}: {}: {}", kPutAside, printable(name, true), why));
    }
  }
}

void Syncing::say_what_stays(const std::vector<sync::Outgoing>& withheld) {
  for (const sync::Outgoing& change : withheld) reply_.stays.push_back(change.note);
  std::set<std::string> purged;
  for (const sync::Purged& purge : saved_.replica.to_purge) {
    if (!remote_.sends_all()) purged.insert(purge.note);
  }
  const std::size_t count = withheld.size() + purged.size();
  if (count == 0) return;
  reply_.remarks.push_back(
      fmt::format("{} change{} here: {}", count, count == 1 ? " stays" : "s stay",
                  remote_.read_only ? fmt::format("'{}' is read-only", remote_.name)
                                    : fmt::format("only notes with the tag '{}' go to '{}'",
                                                  remote_.send_tag, remote_.name)));
}

// Of deletions that waited here until somebody edited the note, or deleted it, too.
Result<> Syncing::say_settled(const std::vector<std::string>& notes, const sync::Notes& here) {
  if (notes.empty()) return {};
  LOCI_ASSIGN(Local::Withdrawn done, local_.withdraw(notes, request_.dry_run));
  for (News& news : done.news) {
    news.why = here.contains(news.note) ? kEditCounts : "deleted there, and gone here, too";
    reply_.here.push_back(std::move(news));
  }
  if (reply_.operation == 0) reply_.operation = done.operation;
  return {};
}

// What is known is saved behind it, before anything is sent or at the end.
Result<> Syncing::look(SyncRun& run) {
  if (!looked_) {
    auto looked = local_.look();
    if (!looked) {
      static_cast<void>(save());
      return fail(std::move(looked));
    }
    looked_ = std::move(*looked);
  }
  const sync::Notes here = *std::exchange(looked_, std::nullopt);
  saved_.hears_all = false;
  LOCI_TRY(find_sendable(here));
  run.looked(here, random_id());
  // Before it is written down that they wait no more.
  LOCI_TRY(say_settled(run.settled(), here));
  refused_ = 0;
  for (const auto& [note, refused] : saved_.replica.refused) {
    const auto stands = here.find(note);
    const auto now = stands == here.end() ? std::nullopt : stands->second;
    const auto agreed = saved_.replica.agreed.find(note);
    const bool is_there = agreed != saved_.replica.agreed.end() && agreed->second.there == now;
    if (refused.version == now && !is_there) ++refused_;
  }
  return {};
}

// What was purged is told where something of it was here.
Result<> Syncing::erase(SyncRun& run) {
  const std::deque<sync::Purged> purges = run.purges();
  LOCI_ASSIGN(const std::vector<Local::Erased> erased,
              request_.dry_run ? local_.foresee_erase(purges)
                               : local_.erase(purges, [&](const std::string& note) {
                                   return run.is_gone_there(note);
                                 }));
  looked_.reset();
  std::set<std::string> said;
  for (std::size_t i = 0; i < purges.size(); ++i) {
    const bool known = erased[i].note || erased[i].held;
    if (known && said.insert(purges[i].note).second) {
      reply_.here.push_back({purges[i].note, "purged"});
    }
    run.erased(erased[i].note);
  }
  return request_.dry_run ? Result<>() : transport_->refresh();
}

// A dry run ends where the first note would be changed or sent. What would come after that is
// played on what is known; none of it is written down.
Result<> Syncing::say_what_would_be(SyncRun& run) {
  Local::Foreseen foreseen;
  if (run.need() == Need::Step) {
    LOCI_ASSIGN(foreseen, local_.foresee(run.steps(), *transport_));
  }
  std::move(foreseen.news.begin(), foreseen.news.end(), std::back_inserter(reply_.here));
  LOCI_ASSIGN(sync::Notes here, local_.look());
  for (const auto& [name, version] : foreseen.changed) {
    here.erase(name);
    if (version) here.emplace(name, version);
  }
  for (const SyncRun::Came came : foreseen.came) run.done(came);
  LOCI_TRY(find_sendable(here));
  LOCI_TRY(say_settled(sync::settle_deletions(here, saved_.replica.agreed), here));
  sync::Sending sending;
  for (sync::Outgoing& change : sync::unsent_changes(
           saved_.replica, here, [&](std::string_view note) { return local_.past(note); })) {
    if (may_go(change)) sending.changes.push_back(std::move(change));
  }
  if (remote_.sends_all()) sending.purges = saved_.replica.to_purge;
  run.looked(here, random_id());
  if (run.need() == Need::Stopped) {
    reply_.remarks.push_back(fmt::format(
        "a sync would stop and ask: it would delete {} of {} notes in one scope at '{}'",
        run.removals().gone, run.removals().of, remote_.name));
  }
  say_sent(sending);
  say_what_is_aside();
  say_what_stays(run.withheld());
  return {};
}

// Of a sync that stopped nothing else is kept.
Result<> Syncing::keep_question() {
  if (request_.dry_run || written_.replica.asked == saved_.replica.asked) return {};
  written_.replica.asked = saved_.replica.asked;
  return write_state(memory_.store(), remote_, written_);
}

LastSync Syncing::outcome() const {
  LastSync last;
  last.journal = newest_record(memory_.store());
  for (const auto& [directory, slug] : names_.slugs()) last.slugs.push_back(slug);
  last.stays = reply_.stays.size() + refused_;
  for (const auto& [name, agreed] : saved_.replica.agreed) {
    if (!agreed.held()) continue;
    ++(saved_.aside.contains(name) ? last.aside : last.held);
  }
  return last;
}

Result<SyncReply> Syncing::run() {
  LOCI_TRY(begin());
  const auto agreed = static_cast<std::size_t>(
      std::count_if(saved_.replica.agreed.begin(), saved_.replica.agreed.end(),
                    [](const auto& one) { return one.second.there.has_value(); }));
  if (request_.dry_run) saved_.replica.sending.reset();
  SyncRun run(
      saved_.replica, [&](std::string_view note) { return local_.past(note); },
      request_.accept ? sync::Consent::Asked : sync::Consent::None);
  if (!remote_.sends_all()) {
    run.send_only([&](const sync::Outgoing& change) { return may_go(change); });
  }
  for (;;) {
    const Need need = run.need();
    const bool changes = need == Need::Step || need == Need::Look;
    if (request_.dry_run && changes) {
      LOCI_TRY(say_what_would_be(run));
      return std::move(reply_);
    }
    switch (need) {
      case Need::Send:
        LOCI_TRY(send(run));
        break;
      case Need::Pull:
        LOCI_TRY(pull(run));
        break;
      case Need::Erase:
        LOCI_TRY(erase(run));
        break;
      case Need::Step:
        LOCI_TRY(perform(run));
        break;
      case Need::Look:
        LOCI_TRY(look(run));
        break;
      case Need::Finished:
        LOCI_TRY(save());
        if (!request_.dry_run) write_seen(memory_.store(), remote_, seen_);
        say_what_is_aside();
        say_what_stays(run.withheld());
        for (const std::string& odd : transport_->odd()) {
          reply_.remarks.push_back(fmt::format("skipped: {}", printable(odd, true)));
        }
        for (const std::string& name : names_.unmatched()) {
          reply_.remarks.push_back(fmt::format(
              "the project '{0}' there has no origin: run 'loci remote match {1} {0}' in its "
              "workspace",
              printable(name, true), remote_.name));
        }
        return std::move(reply_);
      case Need::Stopped: {
        const bool of_others = written_.replica.asked.contains(run.why());
        const std::string_view not_accepted =
            !request_.accept ? ""
            : of_others      ? "these are not the notes that were asked about: "
                             : "this was not asked before: ";
        // What was done before is known to the next one; else only what was asked is.
        LOCI_TRY(run.why() == StopReason::RemovesThere ? save() : keep_question());
        return fail(stop_error(remote_, run, agreed, refused_here_, not_accepted));
      }
    }
  }
}

}  // namespace

namespace {

// What `remote list` and `health` tell of it.
void keep_outcome(Memory& memory, const Remote& remote, const Result<SyncReply>& done,
                  LastSync now) {
  const LastSync before = read_last_sync(memory.store(), remote.name);
  if (done) {
    now.reached = format_utc(memory.now());
    write_last_sync(memory.store(), remote.name, now);
    return;
  }
  now = before;
  const Error& error = done.error();
  now.failing = {before.failing ? before.failing->since : format_utc(memory.now()), error.message,
                 error.hint, error.needs_consent};
  if (now != before) write_last_sync(memory.store(), remote.name, now);
}

}  // namespace

Result<SyncReply> sync_with(Memory& memory, const Remote& remote, const SyncRequest& request) {
  LOCI_TRY(memory.need_enabled());
  if (request.accept) LOCI_TRY(memory.need_person("accept what stopped a sync"));
  const auto until = std::chrono::steady_clock::now() + request.patience;
  LOCI_ASSIGN(const SyncLock held, lock_remote(memory.store(), remote, request.patience));
  const auto sync = [&](const SyncRequest& asked, bool& damaged) {
    Syncing syncing(memory, remote, asked);
    auto done = syncing.run();
    damaged = !done && syncing.found_damage();
    if (!asked.dry_run && !damaged) keep_outcome(memory, remote, done, syncing.outcome());
    return done;
  };
  bool damaged = false;
  auto done = sync(request, damaged);
  if (!damaged) return done;
  // It died there like a sync that was killed: the next one finds out what counted.
  memory.log().warn(
      fmt::format("what was kept of '{}' is damaged and is fetched anew", remote.name));
  LOCI_TRY(drop_mirror(memory.store(), remote));
  SyncRequest again = request;
  again.patience =
      std::max(std::chrono::milliseconds(1), std::chrono::duration_cast<std::chrono::milliseconds>(
                                                 until - std::chrono::steady_clock::now()));
  done = sync(again, damaged);
  if (damaged && !again.dry_run) keep_outcome(memory, remote, done, {});
  return done;
}

Result<std::unique_ptr<Transport>> open_remote(Memory& memory, const Remote& remote,
                                               const TransportOptions& options) {
  if (!pipe::helper_kind(remote.url).empty()) return open_helper_remote(memory, remote, options);
  return open_git_remote(memory, remote, options);
}

}  // namespace loci::remote
