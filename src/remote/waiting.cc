// What waits to go to a remote, as this machine knows it: the remote is not asked.

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "remote/names.h"
#include "remote/prepared.h"
#include "remote/replica.h"
#include "remote/sync.h"
#include "store/identity.h"

namespace loci::remote {

using memory::Memory;

Result<std::vector<store::Project>> projects_here(Memory& memory) {
  std::vector<std::string> damaged;
  LOCI_ASSIGN(std::vector<store::Project> all,
              store::read_projects(memory.store().files(), memory.store().home(), damaged));
  const auto& workspace = memory.session().workspace;
  const auto has = [&](const store::Project& one) { return one.slug == workspace->slug; };
  if (!workspace || std::any_of(all.begin(), all.end(), has)) return all;
  LOCI_ASSIGN(const store::Evidence evidence,
              store::gather_evidence(memory.store().files(), workspace->root));
  store::Project& own = all.emplace_back();
  own.slug = workspace->slug;
  own.paths.push_back(evidence.seen);
  return all;
}

std::uint64_t newest_record(store::Store& store) {
  std::uint64_t newest = 0;
  (void)store.journal().visit([&](const store::Record& record) {
    newest = record.sequence;
    return false;
  });
  return newest;
}

Result<std::size_t> unsent(Memory& memory, const Remote& remote) {
  if (remote.read_only) return 0;
  LOCI_ASSIGN(SavedState saved, read_state(memory.store(), remote));
  LOCI_ASSIGN(const std::vector<store::Project> projects, projects_here(memory));
  const Names names(remote, projects, saved.projects, saved.slugs);
  SeenNotes seen = read_seen(memory.store(), remote);
  Local local(memory, remote, names, saved, seen);
  LOCI_ASSIGN(const sync::Notes here, local.look());
  // Only what is held needs its past: outgoing() without it finds the same notes.
  std::size_t count = 0;
  std::set<std::string> sendable;
  if (remote.sends_some()) {
    LOCI_ASSIGN(sendable, local.tagged(here, remote.send_tag));
  }
  for (const sync::Outgoing& change : sync::unsent_changes(
           saved.replica, here, [&](std::string_view note) { return local.held_past(note); })) {
    const bool goes = remote.sends_all() || (change.version && sendable.contains(change.note));
    if (goes && names.here(change.note)) ++count;
  }
  if (!remote.sends_all()) return count;
  LOCI_ASSIGN(const auto purged, local.own_purges());
  return count + purged.size() + saved.replica.to_purge.size();
}

namespace {

// Why a note that differs from what the remote has does not go there by itself.
std::string reason_to_wait(const SavedState& saved, const Remote& remote, const std::string& note,
                           const sync::NoteVersion& mine, bool may_go) {
  if (!may_go) return fmt::format("only notes with the tag '{}' go there", remote.send_tag);
  const auto aside = saved.aside.find(note);
  if (aside != saved.aside.end()) {
    return fmt::format("another version of it came from there and was put aside: {}",
                       aside->second);
  }
  const auto agreed = saved.replica.agreed.find(note);
  if (agreed != saved.replica.agreed.end() && agreed->second.held()) {
    return "another version of it came from there and waits in 'loci inbox'";
  }
  const auto refused = saved.replica.refused.find(note);
  if (refused != saved.replica.refused.end() && refused->second.version == mine) {
    return refused->second.why;
  }
  return "it was changed once more meanwhile";
}

}  // namespace

Result<WaitingNotes> waiting_notes(Memory& memory, const Remote& remote,
                                   const ChangedNotes& changed) {
  LOCI_ASSIGN(SavedState saved, read_state(memory.store(), remote));
  LOCI_ASSIGN(const std::vector<store::Project> projects, projects_here(memory));
  const Names names(remote, projects, saved.projects, saved.slugs);
  std::map<std::string, bool> ours;  // by name: whether it is an index
  for (const store::NoteKey& note : changed) {
    const auto name = names.there(store::place_of_key(note.first), note.second);
    if (name) ours.emplace(*name, is_index(*name));
  }
  const auto is_of_a_note = [](const auto& one) { return !one.second; };
  if (std::any_of(ours.begin(), ours.end(), is_of_a_note)) {
    std::erase_if(ours, [&](const auto& one) { return !is_of_a_note(one); });
  }
  WaitingNotes waiting;
  if (ours.empty()) return waiting;
  SeenNotes seen = read_seen(memory.store(), remote);
  Local local(memory, remote, names, saved, seen);
  LOCI_ASSIGN(const sync::Notes here, local.look());
  sync::settle_held(here, saved.replica.agreed,
                    [&](std::string_view note) { return local.held_past(note); });
  sync::settle_deletions(here, saved.replica.agreed);
  std::set<std::string> sendable;
  if (remote.sends_some()) {
    LOCI_ASSIGN(sendable, local.tagged(here, remote.send_tag));
  }
  LOCI_ASSIGN(std::set<sync::Purged> purges, local.own_purges());
  purges.insert(saved.replica.to_purge.begin(), saved.replica.to_purge.end());
  for (const auto& [name, of_index] : ours) {
    const auto stands = here.find(name);
    const sync::NoteVersion mine = stands == here.end() ? std::nullopt : stands->second;
    const auto agreed = saved.replica.agreed.find(name);
    const sync::NoteVersion there =
        agreed == saved.replica.agreed.end() ? std::nullopt : agreed->second.there;
    const auto purge = purges.lower_bound({name, ""});
    const bool purged = purge != purges.end() && purge->note == name;
    if (!of_index) waiting.travels = waiting.travels || mine || there;
    if (mine == there && !purged) continue;
    const bool may_go = remote.sends_all() || (mine && sendable.contains(name));
    waiting.why.emplace(name, reason_to_wait(saved, remote, name, mine, may_go));
  }
  return waiting;
}

}  // namespace loci::remote
