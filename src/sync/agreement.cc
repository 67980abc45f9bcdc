#include "sync/agreement.h"

#include <algorithm>
#include <utility>

namespace loci::sync {

Step decide(std::string note, const NoteVersion& mine, const Agreed& agreed,
            const NoteVersion& theirs) {
  Step step{.note = std::move(note),
            // Of a note that is held back: the last that stood on both sides.
            .base = agreed.held() ? agreed.here : agreed.there,
            .mine = mine,
            .theirs = theirs,
            // A deletion brings nothing that a person would have to look at.
            .held = agreed.held() && theirs};
  const bool changed_here = mine != agreed.here;
  const bool changed_there = theirs != agreed.there;
  if (mine == theirs) {
    step.act = changed_here || changed_there || agreed.held() ? Act::Agree : Act::Nothing;
  } else if (!changed_there) {
    step.act = Act::Nothing;
  } else if (!changed_here) {
    step.act = theirs ? Act::Take : Act::Remove;
  } else if (!theirs) {
    step.act = Act::Keep;
  } else {
    step.act = mine ? Act::Merge : Act::Take;  // an edit beats a deletion
  }
  return step;
}

Agreed last_in_common(const Agreed& agreed, const RemoteNote& remote,
                      const std::vector<std::string>& past, const NoteVersion& mine) {
  std::vector<std::string> theirs;
  if (remote.version) theirs.push_back(*remote.version);
  theirs.insert(theirs.end(), remote.ancestors.begin(), remote.ancestors.end());
  // A deletion that the remote forgot is no agreement: whatever it deleted is not new there.
  if (agreed.gone && !agreed.lost) {
    const bool came = mine && std::ranges::find(theirs, *mine) != theirs.end();
    return came ? Agreed{mine, mine, false, agreed.seen, false} : agreed;
  }
  // An edit from outside loci may have been sent before any journal knew it.
  const auto has = [](const std::vector<std::string>& all, const std::string& hash) {
    return std::ranges::find(all, hash) != all.end();
  };
  if (mine && mine != agreed.there && !has(past, *mine) && has(theirs, *mine)) {
    return {mine, mine, false, agreed.seen, false};
  }
  // Without what was agreed the whole past counts.
  const bool forgotten = !agreed.there || agreed.lost;
  const auto end = forgotten ? past.end() : std::ranges::find(past, *agreed.there);
  // It was agreed on unknown to any journal, or is held back and never stood here: all that is
  // known of the past is older, but for what the remote forgot and got again.
  if (!forgotten && end == past.end()) {
    const auto older = std::ranges::find(agreed.seen, *agreed.there);
    const auto again = std::find_if(agreed.seen.begin(), older, [&](const std::string& hash) {
      return older != agreed.seen.end() && has(theirs, hash) && has(past, hash);
    });
    return again == older ? agreed : Agreed{*again, *again, false, agreed.seen, false};
  }
  // In the order of this replica's past: in the remote's, what others merged stands where they tell
  // it. A text that was taken up again, as an undo does, counts where it stood first: the second
  // time it is an edit, which the remote's past says nothing of.
  for (auto hash = past.begin(); hash != end; ++hash) {
    const bool is_again = std::find(std::next(hash), past.end(), *hash) != past.end();
    if (!is_again && has(theirs, *hash)) return {*hash, *hash, false, agreed.seen, false};
  }
  // What the remote had before a version that is held back need not have stood here.
  for (const auto& hash : theirs) {
    const bool was_here = forgotten && !agreed.held() && has(agreed.seen, hash);
    if (!was_here) continue;
    Agreed found{hash, hash, false, agreed.seen, false};
    if (agreed.there) found.seen.insert(found.seen.begin(), *agreed.there);
    return found;
  }
  return forgotten ? Agreed{} : agreed;
}

Agreed agreed_after(const Step& step, bool held) {
  if (held) return {step.base, step.theirs, false, {}, false};
  switch (step.act) {
    case Act::Nothing:
      break;
    case Act::Agree:
    case Act::Take:
    case Act::Remove:
    case Act::Merge:
    case Act::Keep:
      return {step.theirs, step.theirs, false, {}, !step.theirs};
  }
  return {step.mine, step.theirs, false, {}, false};
}

namespace {

constexpr std::size_t kMostPast = 32;

// What a note was before it became what is sent. Not only since the base: a version that was
// merged into it stands there before what this replica had of its own.
std::vector<std::string> superseded(const NoteVersion& version, std::vector<std::string> past,
                                    const std::vector<std::string>& seen = {}) {
  for (const auto& hash : seen) {
    if (std::ranges::find(past, hash) == past.end()) past.push_back(hash);
  }
  if (version) std::erase(past, *version);
  if (past.size() > kMostPast) past.resize(kMostPast);
  return past;
}

}  // namespace

std::vector<Outgoing> outgoing(const Notes& here, const Agreement& agreed, const Past& past) {
  std::vector<Outgoing> out;
  const auto send = [&](const std::string& note, const NoteVersion& base,
                        const NoteVersion& version, const std::vector<std::string>& seen = {}) {
    out.push_back({note, base, version, superseded(version, past(note), seen)});
  };
  for (const auto& [note, version] : here) {
    const auto known = agreed.find(note);
    const auto last = known == agreed.end() ? Agreed{} : known->second;
    if (last.lost) {
      // The remote forgot what it had before, which this replica need not have had.
      send(note, {}, version, last.seen);
    } else if (!last.held() && version != last.here) {
      send(note, last.there, version);
    }
  }
  for (const auto& [note, last] : agreed) {
    const bool gone = !here.contains(note) && last.here;
    if (gone && !last.held() && !last.lost) send(note, last.there, {}, last.seen);
    const bool forgotten = last.lost && !last.here && !last.there && !here.contains(note);
    if (forgotten) send(note, {}, {}, last.seen);
  }
  return out;
}

namespace {

std::string_view scope_of(std::string_view note) {
  return note.substr(0, note.rfind('/') == std::string_view::npos ? 0 : note.rfind('/'));
}

std::map<std::string_view, Removals> removals_by_scope(const std::vector<std::string>& gone,
                                                       const std::vector<std::string>& all) {
  std::map<std::string_view, Removals> scopes;
  for (const auto& note : gone) ++scopes[scope_of(note)].gone;
  for (const auto& note : all) ++scopes[scope_of(note)].of;
  return scopes;
}

}  // namespace

Removals worst_removals(const std::vector<std::string>& gone, const std::vector<std::string>& all) {
  Removals worst;
  for (const auto& [name, one] : removals_by_scope(gone, all)) {
    const bool worse = one.too_many() != worst.too_many() ? one.too_many() : one.gone > worst.gone;
    if (worse) worst = one;
  }
  return worst;
}

std::vector<std::string> too_many_of(const std::vector<std::string>& gone,
                                     const std::vector<std::string>& all) {
  const auto scopes = removals_by_scope(gone, all);
  std::vector<std::string> notes;
  for (const auto& note : gone) {
    if (scopes.at(scope_of(note)).too_many()) notes.push_back(note);
  }
  return notes;
}

namespace {

// Whether the version that was held stood here since: newer than what stood here then, be that
// back. What is gone now and was new then was it only where the note never had that text there
// before.
bool was_accepted(const Agreed& last, bool is_here, const std::vector<std::string>& past) {
  const auto held = std::ranges::find(past, *last.there);
  if (held == past.end()) return false;
  if (last.here) {
    const auto oldest = std::find(past.rbegin(), past.rend(), *last.here);
    return oldest == past.rend() || held < std::prev(oldest.base());
  }
  return is_here || std::ranges::find(last.seen, *last.there) == last.seen.end();
}

}  // namespace

void settle_held(const Notes& here, Agreement& agreed, const Past& past) {
  for (auto& [note, last] : agreed) {
    if (!last.held() || !last.there) continue;
    const auto present = here.find(note);
    const bool is_here = present != here.end();
    const bool settled =
        (is_here && present->second == last.there) || was_accepted(last, is_here, past(note));
    if (settled) last.here = last.there;
  }
}

std::vector<std::string> settle_deletions(const Notes& here, Agreement& agreed) {
  std::vector<std::string> settled;
  for (auto& [note, last] : agreed) {
    if (!last.held() || last.there) continue;
    const auto present = here.find(note);
    if (present != here.end() && present->second == last.here) continue;
    last = {.seen = std::move(last.seen), .gone = true};
    settled.push_back(note);
  }
  return settled;
}

}  // namespace loci::sync
