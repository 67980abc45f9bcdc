#include "sync/replica.h"

#include <algorithm>
#include <ranges>
#include <utility>

#include "note/index_hooks.h"
#include "note/unmerged.h"
#include "sync/merge.h"
#include "sync/outline.h"
#include "sync/server.h"

namespace loci::sync::world {
namespace {

// What a note makes of itself in the index.
note::NoteLine line_of(const std::string& note, const Text& text) {
  const auto& bytes = text.bytes();
  const auto at = bytes.find("\nfield: ");
  std::string field;
  if (at != std::string::npos) field = bytes.substr(at + 8, bytes.find('\n', at + 1) - at - 8);
  return {note, "Note " + field, field};
}

// The index lists the notes of its own directory.
bool is_listed(const std::string& note) { return note.find('/') == std::string::npos; }

NoteVersion version_of(const std::optional<Text>& text) {
  return text ? NoteVersion(text->hash()) : std::nullopt;
}

}  // namespace

void Replica::see(const std::string& note, const Text& text) { world.judge().wrote(note, text); }

// What an editor left is recorded before anything else is done to the note.
void Replica::record(const std::string& note) {
  if (disk.unrecorded.erase(note) == 0) return;
  const auto stands = disk.notes.find(note);
  if (stands == disk.notes.end()) return;
  disk.history[note].push_back(stands->second.hash());
  disk.objects.insert_or_assign(stands->second.hash(), stands->second);
}

void Replica::put(const std::string& note, const std::optional<Text>& text) {
  trace("{} replica {}: {} is {} {}", world.now(), number, note, text ? text->hash() : "-",
        text ? fmt::to_string(fmt::join(text->lines(), " ")) : "");
  record(note);
  list(note, text);
  if (!text) {
    disk.notes.erase(note);
    return;
  }
  disk.notes.insert_or_assign(note, *text);
  disk.history[note].push_back(text->hash());
  disk.objects.insert_or_assign(text->hash(), *text);
  see(note, *text);
}

void Replica::save_outside(const std::string& note, const Text& text) {
  trace("{} replica {}: {} is saved as {} {}", world.now(), number, note, text.hash(),
        fmt::join(text.lines(), " "));
  list(note, text);
  // What the other home with this disk does with the text that stood here nobody can tell now.
  const bool unseen = !disk.unrecorded.insert(note).second && twins.contains(note);
  if (unseen) world.judge().unseen(note, disk.notes.at(note));
  disk.notes.insert_or_assign(note, text);
  see(note, text);
}

// The index follows its notes, as behind the one door.
void Replica::list(const std::string& note, const std::optional<Text>& after) {
  if (!is_listed(note)) return;
  note::IndexChange change;
  if (const auto before = disk.notes.find(note); before != disk.notes.end()) {
    change.before = line_of(note, before->second);
  }
  if (after) change.after = line_of(note, *after);
  if (change.before || change.after) {
    disk.index = note::update_index(disk.index, std::vector{change}).text;
  }
}

std::vector<note::NoteLine> Replica::lines() const {
  std::vector<note::NoteLine> all;
  for (const auto& [note, text] : disk.notes) {
    if (is_listed(note)) all.push_back(line_of(note, text));
  }
  return all;
}

// Whose hooks somebody worded: what no note explains.
note::Files Replica::by_hand() const {
  note::Files files;
  for (const auto& entry : note::parse_index(disk.index)) {
    const auto note = disk.notes.find(entry.file);
    const bool made =
        note != disk.notes.end() && entry.hook == line_of(entry.file, note->second).description;
    if (!made && !entry.hook.empty()) files.insert(entry.file);
  }
  return files;
}

std::optional<Text> Replica::outline() const {
  auto text = note::index_outline(disk.index, by_hand());
  if (text.empty()) return std::nullopt;
  return Text(std::move(text));
}

Texts Replica::all() const {
  auto texts = disk.notes;
  if (auto text = outline()) texts.insert_or_assign(kIndex, std::move(*text));
  return texts;
}

Notes Replica::here() {
  Notes notes;
  for (const auto& [note, text] : disk.notes) notes[note] = text.hash();
  const auto text = outline();
  const auto hash = text ? text->hash() : "";
  const auto& state = working ? *working : disk.state;
  const auto agreed = state.agreed.find(kIndex);
  if (agreed != state.agreed.end() && !disk.taken.empty() && agreed->second.here == disk.taken &&
      disk.as == hash) {
    notes[kIndex] = disk.taken;
  } else if (text) {
    notes[kIndex] = hash;
  }
  if (text) {
    disk.objects.insert_or_assign(hash, *text);
    see(kIndex, *text);
  }
  return notes;
}

Notes Replica::look() {
  auto notes = here();
  const auto index = notes.find(kIndex);
  outlined = index == notes.end() ? NoteVersion{} : index->second;
  is_twin = false;
  return notes;
}

std::vector<std::string> Replica::past(std::string_view note) const {
  std::vector<std::string> versions;
  const auto history = disk.history.find(std::string(note));
  if (history != disk.history.end()) {
    versions.assign(history->second.rbegin(), history->second.rend());
  }
  const bool is_new = note == kIndex && outlined && (versions.empty() || versions[0] != *outlined);
  if (is_new) versions.insert(versions.begin(), *outlined);
  return versions;
}

void Replica::share_disk() {
  is_twin = true;
  twins = disk.unrecorded;
}

Lines Replica::unlooked() const {
  const auto text = outline();
  auto lines = text ? text->lines() : Lines();
  for (const auto& version : past(kIndex)) {
    for (const auto& line : world.judge().text(version).lines()) lines.erase(line);
  }
  return lines;
}

std::set<std::string> Replica::exceptions() {
  std::set<std::string> notes;
  for (const auto& [note, refused] : disk.state.refused) notes.insert(note);
  for (const auto& [note, agreed] : disk.state.agreed) {
    if (agreed.held()) notes.insert(note);
  }
  if (sends == Sending::All) return notes;
  auto state = disk.state;
  for (const auto& change :
       unsent_changes(state, here(), [this](std::string_view note) { return past(note); })) {
    if (!may_go(change)) notes.insert(change.note);
  }
  return notes;
}

bool Replica::may_go(const Outgoing& change) const {
  if (sends == Sending::All) return true;
  // A tag that half of the notes have.
  return sends == Sending::Tagged && change.version && change.note.size() % 2 == 0;
}

// As SeenIndex::stood(), oldest first.
void Replica::stood(const std::string& version) {
  constexpr std::size_t kMostHad = 32;
  auto& had = disk.history[kIndex];
  if (had.empty() || had.back() != version) had.push_back(version);
  if (had.size() > kMostHad) had.erase(had.begin());
}

void Replica::save() {
  disk.state = *working;
  if (outlined) stood(*outlined);
}

void Replica::forget() {
  outlined.reset();
  run.reset();
  working.reset();
  heard.clear();
  ++question;
}

// The machine loses power here, or goes on.
bool Replica::dies() {
  if (world.calm() || !world.chance(1)) return false;
  ++world.counts().crashes;
  forget();
  return true;
}

void Replica::start(bool accept) {
  if (run || !online) return;
  working = std::make_unique<ReplicaState>(disk.state);
  run = std::make_unique<SyncRun>(
      *working, [this](std::string_view note) { return past(note); },
      accept ? Consent::Asked : Consent::None);
  if (sends != Sending::All) {
    run->send_only([this](const Outgoing& change) { return may_go(change); });
  }
  go_on();
}

void Replica::go_on() {
  switch (run->need()) {
    case Need::Send:
      if (dies()) return;
      save();
      if (dies()) return;
      return ask_send();
    case Need::Pull:
      return ask_pull();
    case Need::Erase:
      return erase();
    case Need::Step:
      return world.later(world.below(3), [this, at = question] {
        if (run && at == question) step();
      });
    case Need::Look:
      if (dies()) return;
      save();
      if (dies()) return;
      run->looked(look(), world.id());
      for (const auto& note : run->settled()) disk.inbox.erase(note);
      world.counts().withheld += run->withheld().size();
      return go_on();
    case Need::Finished:
      if (dies()) return;
      save();
      return forget();
    case Need::Stopped: {
      const bool again = run->why() != StopReason::Unsettled;
      // What was done before is known to the next one; else only what was asked is.
      if (run->why() == StopReason::RemovesThere) {
        save();
      } else {
        disk.state.asked = working->asked;
      }
      forget();
      // A person looks at it and says yes.
      if (again) world.later(1 + world.below(50), [this] { start(true); });
      return;
    }
  }
}

// Asks, and asks again when no answer comes.
void Replica::repeat(std::uint64_t asked, const World::Event& ask) {
  world.message(ask);
  world.later(400, [this, asked, ask] {
    if (run && question == asked) repeat(asked, ask);
  });
}

void Replica::ask_pull() {
  const auto asked = ++question;
  const auto cursor = run->cursor();
  const bool with_past = !disk.notes.empty() || !working->agreed.empty();
  Lines bases;
  for (const auto& [note, agreed] : working->agreed) {
    if (agreed.there) bases.insert(*agreed.there);
  }
  const auto ask = [this, asked, cursor, with_past, bases] {
    const auto& server = world.server();
    const auto pulled = std::make_shared<Pulled>(server.pull(cursor, with_past));
    auto wanted = bases;
    for (const auto& [name, note] : pulled->notes) {
      if (note.version) wanted.insert(*note.version);
      wanted.insert(note.ancestors.begin(), note.ancestors.end());
    }
    const auto texts = std::make_shared<Texts>();
    for (const auto& hash : wanted) {
      const auto text = server.data.texts.find(hash);
      if (text != server.data.texts.end()) texts->insert(*text);
    }
    world.message([this, asked, cursor, pulled, texts] {
      if (!run || question != asked) return;
      ++question;
      heard = *texts;
      trace("{} replica {}: heard {} to {} as {}, * {}", world.now(), number, cursor,
            pulled->cursor, static_cast<int>(pulled->answer),
            fmt::join(std::views::keys(pulled->notes), " "));
      run->pulled(*pulled, look());
      go_on();
    });
  };
  repeat(asked, ask);
}

std::optional<Text> Replica::text_of(const std::string& hash) const {
  const auto known = disk.objects.find(hash);
  if (known != disk.objects.end()) return known->second;
  const auto stands = std::ranges::find_if(
      disk.notes, [&](const auto& note) { return note.second.hash() == hash; });
  return stands == disk.notes.end() ? std::nullopt : std::optional(stands->second);
}

void Replica::ask_send() {
  const auto asked = ++question;
  Server::Transaction transaction{.sending = run->sending(), .texts = {}, .answer = {}};
  bool whole = true;
  for (const auto& change : transaction.sending.changes) {
    if (!change.version) continue;
    const auto text = text_of(*change.version);
    if (text) transaction.texts.insert_or_assign(*change.version, *text);
    whole = whole && text;
    if (!text) {
      trace("{} replica {}: has no text {} of {}", world.now(), number, *change.version,
            change.note);
    }
  }
  if (!whole) {  // a text was purged since, or saved over: the rest is decided anew
    run->sent({.answer = Sent::Answer::Moved});
    return go_on();
  }
  transaction.answer = [this, asked, life = world.server().life](const Sent& sent,
                                                                 std::uint64_t at) {
    world.message([this, asked, sent, at, life] {
      if (!run || question != asked) return;
      ++question;
      hear_answer(sent, at, life);
    });
  };
  repeat(asked, [this, transaction] { world.server().push(transaction); });
}

void Replica::hear_answer(const Sent& sent, std::uint64_t at, std::uint64_t life) {
  ++world.counts().pushes;
  const auto& sending = run->sending();
  if (sent.answer == Sent::Answer::Accepted) {
    for (const auto& change : sending.changes) {
      trace("{} replica {}: sent {} {} on {}{}", world.now(), number, change.note,
            change.version.value_or("-"), change.base.value_or("-"),
            sent.refused.contains(change.note) ? ", refused" : "");
    }
    world.judge().accepted(sending, sent, at);
  } else {
    ++world.counts().moved;
    const auto& server = world.server();
    if (server.life == life && server.data.counted.contains(sending.id)) {
      world.judge().answered_late(number);
    }
  }
  run->sent(sent);
  go_on();
}

void Replica::erase() {
  const auto purge = run->purging();
  const auto note = disk.notes.find(purge.note);
  const bool went = note != disk.notes.end() && note->second.hash() == purge.hash;
  if (went) {
    disk.unrecorded.erase(purge.note);
    list(purge.note, {});
    disk.notes.erase(note);
  }
  // An edit of it stays, whatever becomes of the note elsewhere.
  if (note != disk.notes.end() && !went) {
    world.judge().kept(purge.note, note->second.lines(), world.now());
  }
  if (dies()) return;
  const auto waits = disk.inbox.find(purge.note);
  if (waits != disk.inbox.end() && waits->second.theirs == purge.hash) disk.inbox.erase(waits);
  drop(purge);
  if (dies()) return;
  run->erased(went);
  go_on();
}

void Replica::drop(const Purged& purge) {
  trace("{} replica {}: erases {} {}", world.now(), number, purge.note, purge.hash);
  const bool elsewhere = std::ranges::any_of(
      disk.notes, [&](const auto& note) { return note.second.hash() == purge.hash; });
  if (!elsewhere) disk.objects.erase(purge.hash);
}

void Replica::step() {
  const auto step = run->step();
  trace("{} replica {}: step {} for {} : base {} mine {} theirs {}", world.now(), number,
        static_cast<int>(step.act), step.note, step.base.value_or("-"), step.mine.value_or("-"),
        step.theirs.value_or("-"));
  if (step.note == kIndex) return step_index(step);
  const auto present = disk.notes.find(step.note);
  const auto mine =
      present == disk.notes.end() ? NoteVersion{} : NoteVersion{present->second.hash()};
  const bool missing = step.theirs && !heard.contains(*step.theirs) && mine != step.theirs;
  if (mine != step.mine || missing) {
    run->done(SyncRun::Came::Skipped);
    return go_on();
  }
  if (step.act == Act::Keep && present != disk.notes.end()) {
    world.judge().kept(step.note, present->second.lines(), world.now());
  }
  if (step.act != Act::Take && step.act != Act::Remove && step.act != Act::Merge) {
    return finish_step();
  }
  std::optional<Merged> result;
  if (step.act == Act::Take) result = Merged{heard.at(*step.theirs)};
  if (step.act == Act::Merge) {
    result = merged(step.note, base_of(step), present->second, heard.at(*step.theirs));
  }
  // Of a deletion what goes is doubted, as by a policy that agents' writes wait.
  const bool doubted = holds && world.doubts(step.theirs ? *step.theirs : *step.base);
  if (step.held || doubted) return hold(step, result);
  // What was merged belongs to the past of the result, in the same write.
  if (step.act == Act::Merge) {
    record(step.note);
    disk.history[step.note].push_back(*step.theirs);
  }
  if (result) put_merged(step.note, *result);
  if (!result) put(step.note, {});
  finish_step();
}

// It waits for a person, and so does what comes of this note after it.
void Replica::hold(const Step& step, std::optional<Merged> merged) {
  const auto stands = disk.notes.find(step.note);
  ++world.counts().held;
  trace("{} replica {}: holds {} {}", world.now(), number, step.note, step.theirs.value_or("-"));
  disk.inbox.insert_or_assign(
      step.note,
      Waiting{std::move(merged), step.theirs,
              stands == disk.notes.end() ? std::nullopt : std::optional(stands->second)});
  run->done(SyncRun::Came::Held);
  go_on();
}

void Replica::accept_waiting() {
  for (const auto& [note, waits] : std::exchange(disk.inbox, {})) {
    const auto stands = disk.notes.find(note);
    const auto mine = stands == disk.notes.end() ? std::nullopt : std::optional(stands->second);
    trace("{} replica {}: accepts {} {}", world.now(), number, note, waits.theirs.value_or("-"));
    if (!waits.merged) {
      // Who edited it meanwhile keeps it.
      if (version_of(mine) == version_of(waits.mine)) put(note, {});
      continue;
    }
    // Whatever became of it elsewhere meanwhile: a person wants it.
    world.judge().written_again(note, world.now());
    world.judge().kept(note, waits.merged->text.lines(), world.now());
    auto result = *waits.merged;
    if (version_of(mine) != version_of(waits.mine) && mine) {
      // The others may have gone on with the second note since.
      const bool is_new = result.other && !disk.notes.contains(result.other_note);
      if (is_new) put(result.other_note, *result.other);
      result = merged(note, waits.mine, *mine, result.text);
    }
    // The version that was held belongs to the past of what was made of it.
    record(note);
    disk.history[note].push_back(*waits.theirs);
    put_merged(note, result);
  }
}

void Replica::finish_step() {
  if (run->step().outdates) disk.inbox.erase(run->step().note);
  if (dies()) return;  // done, and not written down
  run->done(SyncRun::Came::Done);
  // To write it all down takes long where there is much of it.
  if (world.below(disk.state.agreed.size() + 100) < 50) save();
  go_on();
}

// As Local::prepare_index and plan_index do it.
void Replica::step_index(const Step& step) {
  const auto now = here();
  const auto mine = now.contains(kIndex) ? now.at(kIndex) : NoteVersion{};
  if (mine != step.mine || (step.theirs && !heard.contains(*step.theirs) && mine != step.theirs)) {
    run->done(SyncRun::Came::Skipped);
    return go_on();
  }
  const auto before = outline();
  const bool emptied =
      step.base && (step.act == Act::Keep || (step.act == Act::Take && !step.mine));
  const bool merges = step.act == Act::Merge || emptied;
  if (!merges && step.act != Act::Take && step.act != Act::Remove) return finish_step();
  const std::string theirs = step.theirs ? heard.at(*step.theirs).bytes() : "";
  std::string text = theirs;
  if (merges) {
    ++world.counts().merges;
    const auto base = base_of(step);
    if (!base) {
      world.judge().joined(kIndex, before.value_or(Text("")), Text(theirs), world.now());
    }
    std::optional<std::string_view> bytes;
    if (base) bytes = base->bytes();
    text = *merge(Shape::Index, {bytes, before ? before->bytes() : "", theirs}).text;
    trace("{} replica {}: {} from\n{}<<< and\n{}<<< and\n{}<<<:\n{}", world.now(), number, kIndex,
          bytes.value_or("none"), before ? before->bytes() : "", theirs, text);
  }
  if (outlined) stood(*outlined);
  if (step.theirs) stood(*step.theirs);  // the journal tells of it
  outlined.reset();
  disk.index = with_outline({disk.index, by_hand()}, text, lines());
  if (step.theirs) disk.objects.insert_or_assign(*step.theirs, heard.at(*step.theirs));
  if (step.theirs && text == theirs) {
    const auto own = outline();
    disk.taken = *step.theirs;
    disk.as = own ? own->hash() : "";
  } else if (const auto own = outline()) {
    stood(own->hash());
    see(kIndex, *own);
  }
  trace("{} replica {}: {} is now\n{}", world.now(), number, kIndex, disk.index);
  finish_step();
}

std::optional<Text> Replica::base_of(const Step& step) const {
  if (!step.base) return std::nullopt;
  if (auto known = text_of(*step.base)) return known;
  if (heard.contains(*step.base)) return heard.at(*step.base);
  return std::nullopt;
}

Replica::Merged Replica::merged(const std::string& note, const std::optional<Text>& base,
                                const Text& mine, const Text& theirs) {
  std::optional<std::string_view> base_bytes;
  if (base) base_bytes = base->bytes();
  const auto result = merge(shape_of(note), {base_bytes, mine.bytes(), theirs.bytes()});
  trace("{} replica {}: {} from\n{}\n<<< and\n{}\n<<< and\n{}\n<<<: {}", world.now(), number, note,
        base_bytes.value_or("none"), mine.bytes(), theirs.bytes(),
        result.text.value_or("a conflict"));
  ++world.counts().merges;
  if (is_daily(note)) ++world.counts().daily;
  auto& judge = world.judge();
  if (result.text) {
    const Text merged(*result.text);
    if (!base) judge.joined(note, mine, theirs, world.now());
    if (is_daily(note)) judge.kept_entries(note, {mine, theirs}, merged, world.now());
    return {merged};
  }
  ++world.counts().conflicts;
  const auto slash = note.rfind('/');
  const auto directory = slash == std::string::npos ? "" : note.substr(0, slash + 1);
  const auto pair = note::as_pair(note.substr(directory.size()), mine.bytes(), theirs.bytes());
  const auto other_note = directory + pair.other_file;
  judge.split(note, other_note, mine, theirs, world.now());
  return {Text(pair.text), other_note, Text(pair.other_text)};
}

void Replica::put_merged(const std::string& note, const Merged& merged) {
  const auto& state = working ? *working : disk.state;
  if (merged.other && !disk.notes.contains(merged.other_note) &&
      !state.purged.contains({merged.other_note, merged.other->hash()})) {
    world.judge().remade(merged.other_note, world.now());
    put(merged.other_note, *merged.other);
  }
  put(note, merged.text);
}

}  // namespace loci::sync::world
