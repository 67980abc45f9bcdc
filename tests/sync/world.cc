#include "sync/world.h"

#include <algorithm>
#include <limits>

#include "base/hash.h"
#include "base/text.h"
#include "note/index_file.h"
#include "sync/replica.h"
#include "sync/server.h"

namespace loci::sync::world {
namespace {

constexpr std::uint64_t kActTime = 12;
constexpr std::size_t kMostEvents = 20'000'000;
constexpr std::size_t kMostReplicas = 14;
constexpr auto kForever = std::numeric_limits<std::uint64_t>::max();

}  // namespace

World::World(Setting setting)
    : setting_(setting), random_(setting.seed), server_(std::make_unique<Server>(*this)) {
  for (int i = 0; i < setting_.replicas; ++i) {
    auto& replica = *replicas_.emplace_back(std::make_unique<Replica>(*this, i));
    replica.clock = below(100'000);
    if (!setting_.special || i == 0) continue;  // one at least is as all are
    if (i % 4 == 1) replica.holds = true;
    if (i % 8 == 2) replica.sends = Replica::Sending::Nothing;
    if (i % 8 == 6) replica.sends = Replica::Sending::Tagged;
  }
}

World::~World() = default;

void World::later(std::uint64_t delay, Event event) {
  due_.push({now_ + delay, ++order_, std::move(event)});
}

void World::message(Event event) {
  if (!calm_ && chance(8)) {
    ++counts_.lost_messages;
    return;
  }
  if (!calm_ && chance(5)) later(below(900), event);
  later(calm_ ? 1 : 1 + below(chance(10) ? 300 : 20), std::move(event));
}

std::uint64_t World::below(std::uint64_t limit) { return limit < 2 ? 0 : random_() % limit; }
bool World::chance(int percent) { return below(100) < static_cast<std::uint64_t>(percent); }
std::string World::id() { return hex(random_(), 16); }

bool World::refuses(const std::string& hash) const {
  return setting_.special && !ordinary_ && hash[2] == '0';
}
bool World::doubts(const std::string& hash) const {
  return setting_.special && !ordinary_ && hash[1] < '4';
}

std::string World::some_note(const Replica& replica) {
  auto at = replica.disk.notes.begin();
  std::advance(at, static_cast<std::ptrdiff_t>(below(replica.disk.notes.size())));
  return at->first;
}

// Somebody writes in the index by hand: prose, a hook, entries below headings.
void World::edit_index(Replica& replica, const std::string& fresh) {
  auto& index = replica.disk.index;
  const std::string before = index;
  const auto rows = split_lines(before);
  const auto with = [&](std::size_t at, const std::string& line) {
    std::string text;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i == at) text += line;
      text += rows[i];
    }
    return at < rows.size() ? text : text + line;
  };
  const auto outline = replica.outline();
  // The other home with this disk may send what stands there. Nothing tells, once it is another
  // text: its lines are taken for new ones.
  if (replica.is_twin && outline) judge_.kept(kIndex, replica.unlooked(), kForever);
  const auto what = below(10);
  if (what < 2 && outline && !outline->lines().empty()) {
    auto at = outline->lines().begin();
    std::advance(at, static_cast<std::ptrdiff_t>(below(outline->lines().size())));
    judge_.took_away(kIndex, {*at});
    index.clear();
    for (const auto row : rows) {
      if (without_ending(row) != *at) index += row;
    }
  } else if (what == 2 && !rows.empty()) {
    const auto heading = fmt::format("## Part {}\n", below(3));
    const auto at = below(rows.size());
    if (before.find(heading) == std::string::npos) index = with(at, heading);
  } else if (what < 5) {
    const auto entries = note::parse_index(before);
    if (entries.empty()) return;
    const auto& entry = entries[below(entries.size())];
    index.clear();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      index += i == entry.line
                   ? fmt::format("- [{}]({}) — by hand {}\n", entry.name, entry.file, fresh)
                   : std::string(rows[i]);
    }
  } else {
    index = with(below(rows.size() + 1), fresh + "\n");
  }
}

// An earlier text of a note is taken up again. False where there is none.
bool World::undo(Replica& replica) {
  if (replica.disk.notes.empty()) return false;
  const auto note = some_note(replica);
  const auto past = replica.past(note);
  if (past.size() < 2) return false;
  const auto earlier = replica.disk.objects.find(past[1 + below(past.size() - 1)]);
  const auto& now = replica.disk.notes.at(note);
  if (earlier == replica.disk.objects.end() || earlier->first == now.hash()) return false;
  const auto text = earlier->second;
  judge_.took_away(note, without(now.lines(), text.lines()));
  judge_.taken_up(note, text, now_);
  // That they went may be accepted only after this.
  judge_.kept(note, without(text.lines(), now.lines()), kForever);
  ++counts_.undone;
  replica.put(note, text);
  return true;
}

void World::edit(Replica& replica) {
  const auto fresh = fmt::format("w{}", ++names_);
  auto& notes = replica.disk.notes;
  if (setting_.undoes && chance(6) && undo(replica)) return;
  if (chance(15)) return edit_index(replica, fresh);
  if (chance(6)) {
    const auto day = fmt::format("daily/2026-11-{:02}.md", 1 + below(4));
    const auto known = notes.find(day);
    const auto log = known == notes.end() ? Text::day() : known->second;
    return replica.put(day, log.with_entry(replica.minute(), fresh));
  }
  const auto begun = [&] { return Text::fresh("h" + fresh, fresh).modified(replica.minute()); };
  if (notes.empty() || chance(15)) {
    const auto number = below(static_cast<std::uint64_t>(setting_.names));
    const auto note = fmt::format("{}n{}.md", number % 3 == 0 ? "p/" : "", number);
    if (notes.contains(note)) return;
    return replica.put(note, begun());
  }
  const auto note = some_note(replica);
  auto text = notes.at(note);
  if (chance(10)) {  // another name
    judge_.took_away(note, text.lines());
    replica.put(note, {});
    return replica.put(fmt::format("r{}.md", names_), begun());
  }
  if (chance(12)) text = text.with_field("h" + fresh);
  if (chance(25) && !text.lines().empty()) {
    const auto gone = *text.lines().begin();
    text = text.without_line(gone);
    judge_.took_away(note, {gone});
  }
  text = is_daily(note) ? text.with_entry(replica.minute(), fresh)
                        : text.with_line(below(Text::kSections), fresh);
  text = text.modified(replica.minute());
  if (!chance(15)) return replica.put(note, text);
  ++counts_.outside;
  replica.save_outside(note, text);
}

void World::remove(Replica& replica) {
  auto& notes = replica.disk.notes;
  if (notes.empty()) return;
  const auto note = some_note(replica);
  judge_.took_away(note, notes.at(note).lines());
  replica.put(note, {});
}

void World::purge(Replica& replica) {
  auto& notes = replica.disk.notes;
  if (notes.empty() || replica.run) return;
  const auto note = some_note(replica);
  const Purged purge{note, notes.at(note).hash()};
  judge_.took_away(note, notes.at(note).lines());
  ++counts_.purges;
  replica.put(note, {});
  replica.drop(purge);
  replica.disk.state.to_purge.insert(purge);
}

// A backup of the home comes back. What was never sent is gone with it, as with any disk.
void World::restore_home(Replica& replica) {
  if (replica.backup.history.empty()) return;
  ++counts_.restored;
  trace("{} replica {}: restored *", now_, replica.number);
  replica.forget();
  std::vector<Texts> others;
  std::set<Purged> purged;
  for (const auto& [purge, version] : server_->data.purged) purged.insert(purge);
  for (const auto& other : replicas_) {
    if (other.get() == &replica) continue;
    others.push_back(other->all());
    const auto& state = other->disk.state;
    purged.insert(state.purged.begin(), state.purged.end());
    purged.insert(state.to_purge.begin(), state.to_purge.end());
  }
  judge_.lost_disk(replica.all(), others, server_->data.notes, purged);
  replica.disk = replica.backup;
  replica.share_disk();
  server_->keep_copy();  // two disasters with one text are beyond any promise
}

void World::copy_home(Replica& replica) {
  ++counts_.copied;
  trace("{} replica {}: copied to {} *", now_, replica.number, replicas_.size());
  auto copy = std::make_unique<Replica>(*this, static_cast<int>(replicas_.size()));
  copy->disk = replica.disk;
  replica.share_disk();
  copy->share_disk();
  copy->holds = replica.holds;
  copy->sends = replica.sends;
  replicas_.push_back(std::move(copy));
}

void World::disaster(Replica& replica) {
  const auto what = below(5);
  if (what < 2) {
    replica.backup = replica.disk;
  } else if (what == 2) {
    restore_home(replica);
  } else if (what == 3 && replicas_.size() < kMostReplicas) {
    copy_home(replica);
  } else {
    ++counts_.failovers;
    server_->fail_over(chance(50));
  }
}

void World::act() {
  auto& replica = *replicas_[below(replicas_.size())];
  const auto what = below(100);
  if (what < 50) return edit(replica);
  if (what < 55) return remove(replica);
  if (what < 57) return purge(replica);
  if (what < 60) {
    ++counts_.crashes;
    return replica.forget();
  }
  if (what < 64) {
    replica.online = !replica.online;
    if (!replica.online) replica.forget();
    return;
  }
  if (what < 69) {
    if (setting_.disasters) disaster(replica);
    return;
  }
  if (what < 71) return server_->keep_copy();
  if (what == 71 && setting_.trims) return server_->trim(now_ < 1'000 ? 0 : now_ - 1'000);
  if (what == 72) {  // its battery was empty, or somebody set it
    replica.clock = below(100'000);
    return;
  }
  if (what == 73 && !replica.run) return replica.accept_waiting();
  if (what == 74 && setting_.special && !replica.run && replica.number != 0) {
    using Sending = Replica::Sending;
    replica.sends = replica.sends == Sending::All ? Sending::Nothing : Sending::All;
    return;
  }
  replica.start(false);
}

bool World::settle() {
  calm_ = true;
  for (auto& replica : replicas_) {
    replica->online = true;
    replica->forget();
  }
  std::string before;
  for (int round = 0; round < 60; ++round) {
    for (auto& replica : replicas_) {
      replica->start(true);
      while (!due_.empty()) {
        auto due = due_.top();
        due_.pop();
        now_ = due.time;
        ++counts_.events;
        due.event();
        if (counts_.events > kMostEvents) return false;
      }
    }
    std::string after = server_->cursor();
    for (const auto& replica : replicas_) {
      for (const auto& [note, hash] : replica->here()) after += note + *hash;
    }
    if (after == before) return true;
    before = std::move(after);
  }
  return false;
}

// What one machine holds back, does not send or was refused is its own; of all else it has what
// the others have.
void World::look_whether_others_agree() {
  const auto& server = server_->data.notes;
  for (const auto& replica : replicas_) {
    const auto here = replica->here();
    const auto own = replica->exceptions();
    std::set<std::string> notes;
    for (const auto& [note, version] : here) notes.insert(note);
    for (const auto& [note, version] : server) notes.insert(note);
    for (const auto& note : notes) {
      if (own.contains(note)) continue;
      const auto mine = here.find(note);
      const auto theirs = server.find(note);
      if ((mine == here.end() ? NoteVersion{} : mine->second) ==
          (theirs == server.end() ? NoteVersion{} : theirs->second)) {
        continue;
      }
      trace("{} replica {}: differs in {}, heard {}, sends {}", now_, replica->number, note,
            replica->disk.state.cursor, static_cast<int>(replica->sends));
      faults_.emplace(Broken::Differs,
                      fmt::format("{} on {}, where others were excepted", note, replica->number));
    }
  }
}

// Policies go, the server takes everything, and people accept what waits.
void World::end_exceptions() {
  ordinary_ = true;
  for (auto& replica : replicas_) {
    replica->holds = false;
    replica->sends = Replica::Sending::All;
    replica->disk.state.refused.clear();
    replica->accept_waiting();
  }
}

void World::look_whether_all_agree() {
  const auto first = replicas_.front()->here();
  const auto words = replicas_.front()->all();
  const auto differs = [&](const std::string& note, const Replica& replica) {
    faults_.emplace(Broken::Differs, fmt::format("{} on {}", note, replica.number));
  };
  for (const auto& replica : replicas_) {
    const auto here = replica->here();
    for (const auto& [note, hash] : here) {
      const auto other = first.find(note);
      if (other == first.end() || other->second != hash) differs(note, *replica);
    }
    for (const auto& [note, hash] : first) {
      if (!here.contains(note)) differs(note, *replica);
    }
    // A machine may lack the entry of a note, never a word that somebody wrote.
    const auto own = replica->all();
    const auto mine = own.find(kIndex);
    const auto theirs = words.find(kIndex);
    const bool same = mine == own.end()
                          ? theirs == words.end()
                          : theirs != words.end() && mine->second.lines() == theirs->second.lines();
    if (!same) differs("what the index says", *replica);
  }
  for (const auto& [note, version] : server_->data.notes) {
    const auto at = first.find(note);
    if ((at == first.end() ? NoteVersion{} : at->second) == version) continue;
    faults_.emplace(Broken::Differs, note + " on the server");
  }
}

void World::look_at_promises() {
  for (const auto& replica : replicas_) {
    Judge::Machine machine{replica->number, replica->all(), {}};
    for (const auto& [hash, text] : replica->disk.objects) machine.objects.insert(hash);
    judge_.look_at(machine, faults_);
  }
  judge_.look_at_server(server_->data.texts, faults_);
  counts_.promised = judge_.promised();
  counts_.let_off = judge_.let_off();
}

Faults World::play() {
  // When somebody acts does not depend on what happened: a shorter life is the beginning of a
  // longer one.
  std::mt19937_64 times(setting_.seed);
  for (int i = 0; i < setting_.acts; ++i) {
    later(static_cast<std::uint64_t>(i) * kActTime + times() % kActTime, [this] { act(); });
  }
  const auto end = static_cast<std::uint64_t>(setting_.acts) * kActTime + 2'000;
  while (!due_.empty() && now_ <= end) {
    auto due = due_.top();
    due_.pop();
    now_ = due.time;
    ++counts_.events;
    due.event();
  }
  if (!settle()) return {{Broken::NoEnd, "while some are excepted"}};
  look_whether_others_agree();
  end_exceptions();
  if (!settle()) return {{Broken::NoEnd, "at last"}};
  look_whether_all_agree();
  look_at_promises();
  return faults_;
}

}  // namespace loci::sync::world
