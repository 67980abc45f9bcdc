#include "sync/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/text.h"

namespace loci::sync::world {
namespace {

constexpr std::string_view kIndexName = "MEMORY.md";

bool has_all(const Lines& lines, const Lines& of) { return std::ranges::includes(lines, of); }

}  // namespace

Lines without(const Lines& lines, const Lines& these) {
  Lines rest;
  std::ranges::set_difference(lines, these, std::inserter(rest, rest.end()));
  return rest;
}

const char* name_of(Broken promise) {
  switch (promise) {
    case Broken::Lost:
      return "an acknowledged write was lost";
    case Broken::DeletedCameBack:
      return "a deleted note came back";
    case Broken::RemovedCameBack:
      return "a removed line came back";
    case Broken::PurgedCameBack:
      return "a purged text came back";
    case Broken::Differs:
      return "replicas differ";
    case Broken::NoEnd:
      return "it does not end";
    case Broken::Answer:
      return "what counted was answered as too late";
  }
  return "";
}

std::string said(const Faults& faults) {
  std::string all;
  for (const auto& [promise, what] : faults) {
    all += fmt::format("{}{}: {}", all.empty() ? "" : "; ", name_of(promise), what);
  }
  return all;
}

void Judge::wrote(const std::string& note, const Text& text) {
  texts_.insert_or_assign(text.hash(), text);
  holders_[text.hash()].insert(note);
}

void Judge::took_away(const std::string& note, const Lines& lines) {
  taken_away_[note].insert(lines.begin(), lines.end());
}

// What a conflict left in a second note, which goes with the first: nobody took it out.
Lines Judge::lines_beside(const Sending& sending, const std::string& note) const {
  Lines lines;
  const auto pairs = pairs_.find(note);
  if (pairs == pairs_.end()) return lines;
  for (const auto& change : sending.changes) {
    if (!change.version || !pairs->second.contains(change.note)) continue;
    const auto& all = text(*change.version).lines();
    lines.insert(all.begin(), all.end());
  }
  return lines;
}

void Judge::accepted(const Sending& sending, const Sent& answer, std::uint64_t at) {
  purged_.insert(sending.purges.begin(), sending.purges.end());
  for (const auto& change : sending.changes) {
    if (answer.refused.contains(change.note)) continue;
    if (change.version) acknowledged_.emplace(change.note, *change.version);
    const auto before = change.base ? texts_.find(*change.base) : texts_.end();
    if (before == texts_.end()) continue;
    if (!change.version) {
      deletions_[change.note].push_back({before->second.signs(), at, false});
      continue;
    }
    const auto moved = lines_beside(sending, change.note);
    for (const auto& line : without(before->second.lines(), text(*change.version).lines())) {
      if (!moved.contains(line)) removed_[change.note][line] = at;
    }
  }
}

void Judge::kept(const std::string& note, const Lines& lines, std::uint64_t at) {
  for (const auto& line : lines) {
    auto& since = back_[note][line];
    since = std::max(since, at);
  }
}

void Judge::joined(const std::string& note, const Text& mine, const Text& theirs,
                   std::uint64_t at) {
  kept(note, without(mine.lines(), theirs.lines()), at);
  kept(note, without(theirs.lines(), mine.lines()), at);
}

void Judge::split(const std::string& note, const std::string& other, const Text& mine,
                  const Text& theirs, std::uint64_t at) {
  pairs_[note].insert(other);
  joined(note, mine, theirs, at);
  joined(other, mine, theirs, at);
}

void Judge::kept_entries(const std::string& note, const std::vector<Text>& sides,
                         const Text& merged, std::uint64_t at) {
  std::string_view heading;
  for (const auto row : split_lines(merged.bytes())) {
    const std::string line(without_ending(row));
    if (line.starts_with("### ")) heading = row;
    for (const auto& side : sides) {
      if (side.bytes().find(heading) == std::string::npos) kept(note, {line}, at);
    }
  }
}

void Judge::remade(const std::string& note, std::uint64_t at) { remade_[note] = at; }

void Judge::taken_up(const std::string& note, const Text& text, std::uint64_t at) {
  kept(note, text.lines(), at);
  taken_up_[note][text.signs()] = at;
}

void Judge::unseen(const std::string& note, const Text& text) {
  unseen_[note].insert(text.lines().begin(), text.lines().end());
  unseen_[note].insert(text.signs().begin(), text.signs().end());
}

void Judge::forgot(const std::string& note, std::uint64_t since) {
  const auto [known, is_first] = forgot_.emplace(note, since);
  if (!is_first) known->second = std::min(known->second, since);
}

void Judge::lost_disk(const Texts& disk, const std::vector<Texts>& others,
                      const std::map<std::string, NoteVersion>& server,
                      const std::set<Purged>& known) {
  for (const auto& [note, text] : disk) {
    auto gone = text.lines();
    const auto stands = server.find(note);
    if (stands != server.end() && stands->second) {
      gone = without(gone, this->text(*stands->second).lines());
    }
    for (const auto& other : others) {
      const auto copy = other.find(note);
      if (copy != other.end()) gone = without(gone, copy->second.lines());
    }
    beyond_[note].merge(gone);
  }
  // What the server failed to keep, and only this machine may have known.
  const auto there = [&](const std::string& note) -> const Text* {
    const auto found = server.find(note);
    return found == server.end() || !found->second ? nullptr : &text(*found->second);
  };
  for (auto& [note, deletions] : deletions_) {
    const auto* now = there(note);
    if (now == nullptr && server.contains(note)) continue;
    for (auto& deletion : deletions) {
      deletion.let_off |= now == nullptr || has_all(deletion.seen, now->signs());
    }
  }
  for (auto& [note, lines] : removed_) {
    const auto* now = there(note);
    if (now == nullptr && server.contains(note)) continue;
    const auto forgotten = std::erase_if(lines, [&](const auto& line) {
      return now == nullptr || now->lines().contains(line.first);
    });
    if (forgotten != 0) let_off_.insert(note);
  }
  std::erase_if(purged_, [&](const Purged& purge) { return !known.contains(purge); });
}

std::set<std::string> Judge::family(const std::string& note) const {
  std::set<std::string> all{note};
  std::vector<std::string> open{note};
  while (!open.empty()) {
    const auto found = pairs_.find(open.back());
    open.pop_back();
    if (found == pairs_.end()) continue;
    for (const auto& other : found->second) {
      if (all.insert(other).second) open.push_back(other);
    }
  }
  return all;
}

void Judge::look_for_lost(const Machine& machine, Faults& faults) const {
  for (const auto& [note, hash] : acknowledged_) {
    const auto& lines = text(hash).lines();
    const auto stands = machine.notes.find(note);
    if (stands != machine.notes.end() && has_all(stands->second.lines(), lines)) continue;
    const auto notes = family(note);
    for (const auto& line : lines) {
      const bool is_there = std::ranges::any_of(notes, [&](const auto& one) {
        const auto found = machine.notes.find(one);
        const auto away = taken_away_.find(one);
        const auto beyond = beyond_.find(one);
        return (found != machine.notes.end() && found->second.lines().contains(line)) ||
               (away != taken_away_.end() && away->second.contains(line)) ||
               (beyond != beyond_.end() && beyond->second.contains(line));
      });
      if (is_there) continue;
      faults.emplace(Broken::Lost, fmt::format("{} of {} on {}", line, note, machine.number));
    }
  }
}

void Judge::look_for_deleted(const Machine& machine, Faults& faults) {
  for (const auto& [note, deletions] : deletions_) {
    const auto stands = machine.notes.find(note);
    const auto again = remade_.find(note);
    for (const auto& deletion : deletions) {
      if (deletion.let_off || (again != remade_.end() && again->second >= deletion.at)) {
        let_off_.insert(note);
        continue;
      }
      if (stands == machine.notes.end()) continue;
      // Of an index headings may be left alone, and who wrote them is not known.
      if (note == kIndexName && stands->second.signs().empty()) {
        let_off_.insert(note);
        continue;
      }
      if (!has_all(deletion.seen, stands->second.signs())) continue;
      // It was another version that was deleted, or one that was taken up later.
      const bool is_edit = std::ranges::any_of(taken_up_[note], [&](const auto& taken) {
        const auto& [signs, at] = taken;
        const bool is_other = signs != deletion.seen || at >= deletion.at;
        return is_other && has_all(signs, stands->second.signs());
      });
      if (is_edit || has_all(unseen_[note], stands->second.signs())) {
        let_off_.insert(note);
        continue;
      }
      faults.emplace(Broken::DeletedCameBack, fmt::format("{} on {}", note, machine.number));
    }
  }
}

void Judge::look_for_removed(const Machine& machine, Faults& faults) {
  for (const auto& [note, lines] : removed_) {
    const auto stands = machine.notes.find(note);
    const auto back = back_.find(note);
    const auto since = forgot_.find(note);
    for (const auto& [line, removed_at] : lines) {
      const bool later = since != forgot_.end() && removed_at > since->second;
      const auto again = back == back_.end()           ? std::uint64_t{0}
                         : back->second.contains(line) ? back->second.at(line)
                                                       : std::uint64_t{0};
      if (later || again >= removed_at || unseen_[note].contains(line)) {
        let_off_.insert(note);
        continue;
      }
      if (stands == machine.notes.end() || !stands->second.lines().contains(line)) continue;
      faults.emplace(Broken::RemovedCameBack,
                     fmt::format("{} in {} on {}", line, note, machine.number));
    }
  }
}

void Judge::look_for_purged(const Machine& machine, Faults& faults) const {
  for (const auto& purge : purged_) {
    const auto holders = holders_.find(purge.hash);
    // In another note's past too: it stays there.
    if (holders != holders_.end() && holders->second.size() > 1) continue;
    const auto stands = machine.notes.find(purge.note);
    const bool is_note = stands != machine.notes.end() && stands->second.hash() == purge.hash;
    if (!is_note && !machine.objects.contains(purge.hash)) continue;
    faults.emplace(Broken::PurgedCameBack,
                   fmt::format("{} of {} {} on {}", purge.hash, purge.note,
                               is_note ? "stands" : "is kept", machine.number));
  }
}

void Judge::look_at(const Machine& machine, Faults& faults) {
  look_for_lost(machine, faults);
  look_for_deleted(machine, faults);
  look_for_removed(machine, faults);
  look_for_purged(machine, faults);
}

void Judge::look_at_server(const Texts& texts, Faults& faults) const {
  for (const auto& purge : purged_) {
    const auto holders = holders_.find(purge.hash);
    if (holders != holders_.end() && holders->second.size() > 1) continue;
    if (!texts.contains(purge.hash)) continue;
    faults.emplace(Broken::PurgedCameBack,
                   fmt::format("{} of {} is kept by the server", purge.hash, purge.note));
  }
  if (answered_late_) faults.emplace(Broken::Answer, fmt::format("to {}", *answered_late_));
}

std::size_t Judge::promised() const {
  std::set<std::string> notes;
  for (const auto& [note, hash] : acknowledged_) notes.insert(note);
  return notes.size();
}

}  // namespace loci::sync::world
