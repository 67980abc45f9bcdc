#include "sync/world.h"

#include <fmt/format.h>
#include <algorithm>
#include <cstdlib>
#include <deque>

#include "base/hash.h"
#include "base/text.h"
#include "note/index_hooks.h"
#include "note/index_outline.h"
#include "note/unmerged.h"
#include "sync/merge.h"
#include "sync/outline.h"

namespace loci::sync::world {

Text::Text(std::string bytes) {
  auto said = std::make_shared<Said>();
  said->hash = sha256(bytes).substr(0, 16);
  for (const auto line : split_lines(bytes)) {
    if (line.starts_with('w')) said->lines.emplace(without_ending(line));
  }
  said->bytes = std::move(bytes);
  said_ = std::move(said);
}

Text Text::fresh(const std::string& field, const std::string& line) {
  std::string bytes = "---\nname: Note\ntype: project\nfield: " + field + "\n---\n\n";
  for (std::uint64_t i = 0; i < kSections; ++i) {
    bytes += fmt::format("Before part {0}.\nPart {0}:\n", i);
  }
  return Text(bytes + "The end.\n").with_line(0, line);
}

Text Text::with_line(std::uint64_t section, const std::string& line) const {
  const auto heading = fmt::format("\nPart {}:\n", section % kSections);
  auto bytes = this->bytes();
  const auto at = bytes.find(heading);
  bytes.insert(at == std::string::npos ? bytes.size() : at + heading.size(), line + "\n");
  return Text(std::move(bytes));
}

Text Text::without_line(const std::string& line) const {
  auto bytes = this->bytes();
  const auto at = bytes.find("\n" + line + "\n");
  if (at != std::string::npos) bytes.erase(at, line.size() + 1);
  return Text(std::move(bytes));
}

Text Text::with_field(const std::string& field) const {
  auto bytes = this->bytes();
  const auto at = bytes.find("\nfield: ");
  if (at == std::string::npos) return *this;
  bytes.replace(at + 8, bytes.find('\n', at + 1) - at - 8, field);
  return Text(std::move(bytes));
}

namespace {

// LOCI_TRACE=WORD prints what happens to notes and texts with that in their name.
template <typename... Parts>
void trace(fmt::format_string<Parts...> form, Parts&&... parts) {
  static const char* const wanted = std::getenv("LOCI_TRACE");
  if (wanted == nullptr) return;
  const auto line = fmt::format(form, std::forward<Parts>(parts)...);
  if (line.find(wanted) != std::string::npos) fmt::print("{}\n", line);
}

}  // namespace

// What the schema keeps, and one transaction after the other for the scope.
struct World::Server {
  struct Entry {
    std::uint64_t version;
    std::string note;
    NoteVersion hash;
    std::string chain;  // of all entries up to here
    std::vector<std::string> past;
  };
  struct Data {
    std::uint64_t epoch = 1;
    std::uint64_t version = 0;
    std::map<std::uint64_t, Entry> log;
    std::map<std::string, NoteVersion> notes;
    std::map<std::string, Text> texts;
    std::map<Purged, std::uint64_t> purged;  // and the version it was said at
    std::map<std::string, Sent> answers;
    std::set<std::string> counted;  // ids of what was committed; for the judge
  };
  struct Transaction {
    Sending sending;
    std::map<std::string, Text> texts;
    std::function<void(Sent)> answer;
    std::uint64_t number = 0;  // without the lock: taken before it is visible
  };

  explicit Server(World& w) : world(w) {}

  World& world;
  Data data;
  Data copy;  // of a while ago: what a failover finds
  std::uint64_t copied_at = 0;
  std::deque<Transaction> waiting;
  bool locked = false;
  std::uint64_t sequence = 0;
  std::uint64_t life = 0;  // transactions of an earlier one are gone

  [[nodiscard]] std::string chain_at(std::uint64_t version) const {
    const auto entry = data.log.find(version);
    return entry == data.log.end() ? "" : entry->second.chain;
  }

  [[nodiscard]] std::string cursor() const {
    return fmt::format("{} {} {}", data.epoch, data.version, chain_at(data.version));
  }

  [[nodiscard]] static std::uint64_t version_of(const std::string& cursor) {
    return cursor.empty() ? 0 : std::stoull(cursor.substr(cursor.find(' ') + 1));
  }

  [[nodiscard]] std::uint64_t epoch_of(const std::string& cursor) const {
    return cursor.empty() ? data.epoch : std::stoull(cursor);
  }

  void push(Transaction transaction) {
    if (world.setting_.without == Without::RowLock) {
      transaction.number = sequence + 1;
      sequence += transaction.sending.changes.size() + 1;
      begin(std::move(transaction));
      return;
    }
    waiting.push_back(std::move(transaction));
    next();
  }

  void next() {
    if (locked || waiting.empty()) return;
    locked = true;
    auto transaction = std::move(waiting.front());
    waiting.pop_front();
    begin(std::move(transaction));
  }

  // Reads now, is visible later.
  void begin(Transaction transaction) {
    const auto& sending = transaction.sending;
    if (world.setting_.without != Without::OperationId) {
      if (const auto known = data.answers.find(sending.id); known != data.answers.end()) {
        transaction.answer(known->second);
        locked = false;
        return next();
      }
    }
    Sent sent;
    // Decided before the failover: the notes may be what they were, and not for the same reason.
    if (epoch_of(sending.heard) != data.epoch && world.setting_.without != Without::Epoch) {
      sent.answer = Sent::Answer::Moved;
    }
    for (const auto& change : sending.changes) {
      const auto present = data.notes.find(change.note);
      const auto version = present == data.notes.end() ? NoteVersion{} : present->second;
      if (version != change.base && world.setting_.without != Without::BaseHash) {
        sent.answer = Sent::Answer::Moved;
      }
      if (!change.version) continue;
      const auto purge = data.purged.find({change.note, *change.version});
      if (purge != data.purged.end() && purge->second > version_of(sending.heard)) {
        sent.answer = Sent::Answer::Moved;
      }
    }
    world.later(1 + world.below(30),
                [this, transaction = std::move(transaction), sent, at = life]() mutable {
                  if (at != life) return;  // it died in between: nothing was committed
                  if (sent.answer == Sent::Answer::Accepted) commit(transaction);
                  data.answers[transaction.sending.id] = sent;
                  transaction.answer(sent);
                  locked = false;
                  next();
                });
  }

  void write(std::uint64_t version, const std::string& note, const NoteVersion& hash,
             const std::vector<std::string>& past = {}) {
    trace("{} server: {} is {} at {}", world.now_, note, hash.value_or("-"), version);
    const auto chain = sha256(chain_at(version - 1) + note + hash.value_or("-") +
                              std::to_string(version) + std::to_string(data.epoch));
    data.log[version] = {version, note, hash, chain.substr(0, 12), past};
    data.version = std::max(data.version, version);
  }

  void commit(Transaction& transaction) {
    data.counted.insert(transaction.sending.id);
    auto number = transaction.number;
    const auto following = [&] { return number != 0 ? number++ : data.version + 1; };
    for (const auto& change : transaction.sending.changes) {
      if (change.version) {
        data.notes[change.note] = change.version;
        data.texts.insert_or_assign(*change.version, transaction.texts.at(*change.version));
        data.purged.erase({change.note, *change.version});
        write(following(), change.note, change.version, change.past);
      } else {
        data.notes[change.note] = std::nullopt;
        if (world.setting_.without == Without::Tombstone) {
          data.notes.erase(change.note);
          std::erase_if(data.log, [&](const auto& e) { return e.second.note == change.note; });
          continue;
        }
        write(following(), change.note, change.version, change.past);
      }
    }
    for (const auto& purge : transaction.sending.purges) {
      trace("{} server: purge {} {}", world.now_, purge.note, purge.hash);
      if (data.notes[purge.note] == purge.hash) data.notes[purge.note] = std::nullopt;
      const bool elsewhere = std::ranges::any_of(
          data.notes, [&](const auto& note) { return note.second == purge.hash; });
      if (!elsewhere) data.texts.erase(purge.hash);
      const auto version = following();
      write(version, purge.note, data.notes[purge.note]);
      data.purged[purge] = version;
    }
  }

  [[nodiscard]] Pulled pull(const std::string& from) const {
    Pulled pulled;
    pulled.cursor = cursor();
    std::uint64_t since = 0;
    if (from.empty()) {
      pulled.answer = Pulled::Answer::Everything;
    } else {
      const auto first = from.find(' ');
      const auto second = from.find(' ', first + 1);
      const auto epoch = std::stoull(from.substr(0, first));
      since = std::stoull(from.substr(first + 1, second - first - 1));
      const auto chain = from.substr(second + 1);
      const bool blind = world.setting_.without == Without::Epoch;
      const bool same = chain_at(since) == chain || since == 0 ||
                        world.setting_.without == Without::Tombstone ||
                        world.setting_.without == Without::RowLock;
      if (!blind && (epoch != data.epoch || since > data.version || !same)) {
        pulled.answer = Pulled::Answer::Rewound;
        return pulled;
      }
    }
    for (auto at = data.log.upper_bound(since); at != data.log.end(); ++at) {
      const auto& entry = at->second;
      auto& note = pulled.notes[entry.note];
      if (note.version) note.ancestors.insert(note.ancestors.begin(), *note.version);
      note.ancestors.insert(note.ancestors.begin(), entry.past.begin(), entry.past.end());
      note.version = entry.hash;
    }
    for (const auto& [purge, version] : data.purged) {
      if (version > since) pulled.purged.push_back(purge);
    }
    return pulled;
  }

  void keep_copy() {
    copy = data;
    copied_at = world.now_;
  }

  // What fails over has the copy's state, and a new epoch; whatever runs is gone.
  void fail_over() {
    trace("{} failover: from {} to {} *", world.now_, data.version, copy.version);
    // What machines merged of a lost tail, each for itself, may bring back a line that was removed
    // in that tail or later; what was removed before stays removed.
    for (const auto& [note, version] : data.notes) {
      const auto kept = copy.notes.find(note);
      if (kept != copy.notes.end() && kept->second == version) continue;
      const auto [since, is_first] = world.unclear_since_.emplace(note, copied_at);
      if (!is_first) since->second = std::min(since->second, copied_at);
    }
    const auto epoch = data.epoch;
    data = copy;
    if (world.setting_.without != Without::Epoch) data.epoch = epoch + 1;
    keep_copy();
    sequence = std::max(sequence, data.version);
    waiting.clear();
    locked = false;
    ++life;
  }
};

namespace {

const std::string kIndex = "MEMORY.md";

// What a note makes of itself in the index.
note::NoteLine line_of(const std::string& note, const Text& text) {
  const auto& bytes = text.bytes();
  const auto at = bytes.find("\nfield: ");
  std::string field;
  if (at != std::string::npos) field = bytes.substr(at + 8, bytes.find('\n', at + 1) - at - 8);
  return {note, "Note " + field, field};
}

}  // namespace

struct World::Replica {
  struct Disk {
    std::map<std::string, Text> notes;
    std::string index;
    std::string taken;  // a version of the remote's of the index,
    std::string as;     // and what it came to here
    std::map<std::string, std::vector<std::string>> history;  // versions, oldest first
    std::map<std::string, Text> objects;
    ReplicaState state;
  };

  explicit Replica(World& w, int n) : world(w), number(n) {}

  World& world;
  int number;
  Disk disk;
  Disk backup;
  bool online = true;
  // Lost in a crash.
  std::unique_ptr<ReplicaState> working;
  std::unique_ptr<SyncRun> run;
  std::map<std::string, Text> heard;  // texts that came with the pull
  std::uint64_t question = 0;         // answers to another one are ignored

  void put(const std::string& note, const std::optional<Text>& text) {
    trace("{} replica {}: {} is {} {}", world.now_, number, note, text ? text->hash() : "-",
          text ? fmt::to_string(fmt::join(text->lines(), " ")) : "");
    list(note, text);
    if (!text) {
      disk.notes.erase(note);
      return;
    }
    disk.notes.insert_or_assign(note, *text);
    disk.history[note].push_back(text->hash());
    disk.objects.insert_or_assign(text->hash(), *text);
    world.texts_.insert_or_assign(text->hash(), *text);
    world.holders_[text->hash()].insert(note);
  }

  // The index follows its notes, as behind the one door.
  void list(const std::string& note, const std::optional<Text>& after) {
    note::IndexChange change;
    if (const auto before = disk.notes.find(note); before != disk.notes.end()) {
      change.before = line_of(note, before->second);
    }
    if (after) change.after = line_of(note, *after);
    if (change.before || change.after) {
      disk.index = note::update_index(disk.index, std::vector{change}).text;
    }
  }

  [[nodiscard]] std::vector<note::NoteLine> lines() const {
    std::vector<note::NoteLine> all;
    for (const auto& [note, text] : disk.notes) all.push_back(line_of(note, text));
    return all;
  }

  // Whose hooks somebody worded: what no note explains.
  [[nodiscard]] note::Files by_hand() const {
    note::Files files;
    for (const auto& entry : note::parse_index(disk.index)) {
      const auto note = disk.notes.find(entry.file);
      const bool made =
          note != disk.notes.end() && entry.hook == line_of(entry.file, note->second).description;
      if (!made && !entry.hook.empty()) files.insert(entry.file);
    }
    return files;
  }

  // What of the index travels.
  [[nodiscard]] std::optional<Text> outline() const {
    auto text = note::index_outline(disk.index, by_hand());
    if (text.empty()) return std::nullopt;
    return Text(std::move(text));
  }

  // Notes, and what travels of the index.
  [[nodiscard]] std::map<std::string, Text> all() const {
    auto texts = disk.notes;
    if (auto text = outline()) texts.insert_or_assign(kIndex, std::move(*text));
    return texts;
  }

  [[nodiscard]] Notes here() {
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
      world.texts_.insert_or_assign(hash, *text);
      world.holders_[hash].insert(kIndex);
    }
    return notes;
  }

  [[nodiscard]] std::vector<std::string> past(std::string_view note) const {
    const auto history = disk.history.find(std::string(note));
    if (history == disk.history.end()) return {};
    return {history->second.rbegin(), history->second.rend()};
  }

  void save() { disk.state = *working; }

  void forget() {
    run.reset();
    working.reset();
    heard.clear();
    ++question;
  }

  void start(bool accept) {
    if (run || !online) return;
    working = std::make_unique<ReplicaState>(disk.state);
    run = std::make_unique<SyncRun>(
        *working, [this](std::string_view note) { return past(note); }, accept);
    go_on();
  }

  void go_on() {
    switch (run->need()) {
      case Need::Send:
        save();
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
        save();
        run->looked(here(), world.id());
        return go_on();
      case Need::Finished:
        save();
        return forget();
      case Need::Stopped: {
        const bool again = run->why() != StopReason::Unsettled;
        forget();
        // A person looks at it and says yes.
        if (again) world.later(1 + world.below(50), [this] { start(true); });
        return;
      }
    }
  }

  void ask_pull() {
    const auto asked = ++question;
    const auto cursor = run->cursor();
    const auto ask = [this, asked, cursor] {
      const auto pulled = std::make_shared<Pulled>(world.server_->pull(cursor));
      std::map<std::string, Text> texts;
      for (const auto& [name, note] : pulled->notes) {
        if (!note.version) continue;
        const auto text = world.server_->data.texts.find(*note.version);
        if (text != world.server_->data.texts.end()) texts.insert(*text);
      }
      world.message([this, asked, pulled,
                     texts = std::make_shared<std::map<std::string, Text>>(std::move(texts))] {
        if (!run || question != asked) return;
        ++question;
        heard = *texts;
        run->pulled(*pulled, here());
        go_on();
      });
    };
    repeat(asked, ask);
  }

  void ask_send() {
    const auto asked = ++question;
    Server::Transaction transaction{.sending = run->sending(), .texts = {}, .answer = {}};
    for (const auto& change : transaction.sending.changes) {
      if (!change.version) continue;
      const auto text = disk.objects.find(*change.version);
      if (text != disk.objects.end())
        transaction.texts.insert_or_assign(*change.version, text->second);
    }
    transaction.answer = [this, asked, life = world.server_->life](const Sent& sent) {
      world.message([this, asked, sent, life] {
        if (!run || question != asked) return;
        ++question;
        ++world.counts_.pushes;
        if (sent.answer == Sent::Answer::Moved) {
          ++world.counts_.moved;
          const auto& server = *world.server_;
          if (server.life == life && server.data.counted.contains(run->sending().id)) {
            world.fault_ = "what counted was answered as too late";
          }
        }
        if (sent.answer == Sent::Answer::Accepted) accepted(run->sending());
        run->sent(sent);
        go_on();
      });
    };
    const bool whole = std::ranges::all_of(transaction.sending.changes, [&](const auto& change) {
      return !change.version || transaction.texts.contains(*change.version);
    });
    if (!whole) {  // a text was purged since: the rest is decided anew
      run->sent({.answer = Sent::Answer::Moved, .refused = {}});
      return go_on();
    }
    repeat(asked, [this, transaction] { world.server_->push(transaction); });
  }

  void accepted(const Sending& sending) {
    world.purged_.insert(sending.purges.begin(), sending.purges.end());
    for (const auto& change : sending.changes) {
      trace("{} replica {}: sent {} {} on {}", world.now_, number, change.note,
            change.version.value_or("-"), change.base.value_or("-"));
      if (change.version) world.acknowledged_.insert(*change.version);
      // An edit that beat a deletion brings its lines with it.
      if (!change.base && world.deletions_.contains(change.note))
        world.unclear_.insert(change.note);
      const auto before = change.base ? world.texts_.find(*change.base) : world.texts_.end();
      if (before == world.texts_.end()) continue;
      if (!change.version) {
        world.deletions_[change.note].push_back({before->second.lines()});
        continue;
      }
      const auto& after = world.texts_.at(*change.version);
      for (const auto& line : before->second.lines()) {
        if (!after.lines().contains(line)) {
          world.removed_lines_[change.note].emplace(line, world.now_);
        }
      }
    }
  }

  // Asks, and asks again when no answer comes.
  void repeat(std::uint64_t asked, const Event& ask) {
    world.message(ask);
    world.later(400, [this, asked, ask] {
      if (run && question == asked) repeat(asked, ask);
    });
  }

  void erase() {
    const auto& purge = run->purging();
    const auto note = disk.notes.find(purge.note);
    const bool went = note != disk.notes.end() && note->second.hash() == purge.hash;
    if (went) {
      list(purge.note, {});
      disk.notes.erase(note);
    }
    drop(purge);
    run->erased(went);
    go_on();
  }

  void drop(const Purged& purge) {
    trace("{} replica {}: erases {} {}", world.now_, number, purge.note, purge.hash);
    std::erase(disk.history[purge.note], purge.hash);
    const bool elsewhere = std::ranges::any_of(
        disk.notes, [&](const auto& note) { return note.second.hash() == purge.hash; });
    if (!elsewhere) disk.objects.erase(purge.hash);
  }

  void step() {
    const auto& step = run->step();
    trace("{} replica {}: step {} for {} : base {} mine {} theirs {}", world.now_, number,
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
    if (step.act == Act::Take) {
      if (!step.mine && step.base) world.unclear_.insert(step.note);
      put(step.note, heard.at(*step.theirs));
    } else if (step.act == Act::Remove) {
      put(step.note, {});
    } else if (step.act == Act::Keep) {
      world.unclear_.insert(step.note);
    } else if (step.act == Act::Merge) {
      merge_note(step);
    }
    finish_step();
  }

  void finish_step() {
    if (world.chance(2) && !world.calm_) return world.crash(*this);  // done, and not written down
    run->done(SyncRun::Came::Done);
    // To write it all down takes long where there is much of it.
    if (world.below(disk.state.agreed.size() + 100) < 50) save();
    go_on();
  }

  // As Local::prepare_index and plan_index do it.
  void step_index(const Step& step) {
    const auto now = here();
    const auto mine = now.contains(kIndex) ? now.at(kIndex) : NoteVersion{};
    if (mine != step.mine ||
        (step.theirs && !heard.contains(*step.theirs) && mine != step.theirs)) {
      run->done(SyncRun::Came::Skipped);
      return go_on();
    }
    if (step.act == Act::Keep) {
      world.unclear_.insert(kIndex);
      world.doubled_.insert(kIndex);  // the edit may have been of a hook, which is no line
    }
    if (step.act != Act::Take && step.act != Act::Remove && step.act != Act::Merge) {
      return finish_step();
    }
    const std::string theirs = step.theirs ? heard.at(*step.theirs).bytes() : "";
    std::string text = theirs;
    if (step.act == Act::Merge) {
      ++world.counts_.merges;
      const auto base = base_of(step);
      if (!base) world.unclear_.insert(kIndex);
      std::optional<std::string_view> bytes;
      if (base) bytes = base->bytes();
      const auto own = outline();
      text = *merge(Shape::Index, {bytes, own ? own->bytes() : "", theirs}).text;
    }
    disk.index = with_outline({disk.index, by_hand()}, text, lines());
    if (step.theirs) disk.objects.insert_or_assign(*step.theirs, heard.at(*step.theirs));
    if (step.theirs && text == theirs) {
      const auto own = outline();
      disk.taken = *step.theirs;
      disk.as = own ? own->hash() : "";
    }
    trace("{} replica {}: {} is now\n{}", world.now_, number, kIndex, disk.index);
    finish_step();
  }

  [[nodiscard]] std::optional<Text> base_of(const Step& step) const {
    if (!step.base) return std::nullopt;
    if (const auto known = disk.objects.find(*step.base); known != disk.objects.end()) {
      return known->second;
    }
    if (heard.contains(*step.base)) return heard.at(*step.base);
    return std::nullopt;
  }

  void merge_note(const Step& step) {
    const auto base = base_of(step);
    const auto mine = disk.notes.at(step.note);
    const auto& theirs = heard.at(*step.theirs);
    std::optional<std::string_view> base_bytes;
    if (base) base_bytes = base->bytes();
    const auto merged = merge(Shape::Note, {base_bytes, mine.bytes(), theirs.bytes()});
    std::string result = merged.text.value_or("");
    ++world.counts_.merges;
    if (!merged.text) {
      ++world.counts_.conflicts;
      const auto pair = note::as_pair(step.note, mine.bytes(), theirs.bytes());
      result = pair.text;
      world.unclear_.insert(step.note);
      world.unclear_.insert(pair.other_file);
      // Whoever meets the same conflict later leaves the same copy again.
      world.doubled_.insert(pair.other_file);
      world.doubled_.insert(step.note);
      const Text other(pair.other_text);
      const bool purged = working->purged.contains({pair.other_file, other.hash()});
      if (!disk.notes.contains(pair.other_file) && !purged) put(pair.other_file, other);
    }
    // What was merged belongs to the past of the result, in the same write.
    disk.history[step.note].push_back(*step.theirs);
    disk.objects.insert_or_assign(*step.theirs, heard.at(*step.theirs));
    put(step.note, Text(std::move(result)));
  }
};

World::World(Setting setting)
    : setting_(setting), random_(setting.seed), server_(std::make_unique<Server>(*this)) {
  for (int i = 0; i < setting_.replicas; ++i) {
    replicas_.push_back(std::make_unique<Replica>(*this, i));
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

// Somebody writes in the index by hand: prose, a hook, entries below headings.
void World::edit_index(Replica& replica, const std::string& fresh) {
  auto& index = replica.disk.index;
  auto rows = split_lines(index);
  const auto outline = replica.outline();
  const auto what = below(10);
  if (what < 2 && outline && !outline->lines().empty()) {
    auto at = outline->lines().begin();
    std::advance(at, static_cast<std::ptrdiff_t>(below(outline->lines().size())));
    std::erase_if(rows, [&](std::string_view row) { return without_ending(row) == *at; });
    taken_away_.insert(*at);
    index = fmt::to_string(fmt::join(rows, ""));
  } else if (what == 2 && !rows.empty()) {
    std::string text;
    const auto heading = fmt::format("## Part {}\n", below(3));
    const auto before = below(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i == before && index.find(heading) == std::string::npos) text += heading;
      text += rows[i];
    }
    index = text;
  } else if (what < 5) {
    const auto entries = note::parse_index(index);
    if (entries.empty()) return;
    const auto& entry = entries[below(entries.size())];
    std::string text;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      text += i == entry.line
                  ? fmt::format("- [{}]({}) — by hand {}\n", entry.name, entry.file, fresh)
                  : std::string(rows[i]);
    }
    index = text;
  } else {
    index.insert(index.find('\n', below(index.size() + 1)) == std::string::npos
                     ? index.size()
                     : index.find('\n', 0) + 1,
                 fresh + "\n");
  }
}

void World::edit(Replica& replica) {
  const auto fresh = fmt::format("w{}", ++names_);
  auto& notes = replica.disk.notes;
  if (chance(15)) return edit_index(replica, fresh);
  if (notes.empty() || chance(15)) {
    // A few names only, so that two make the same one.
    const auto note =
        fmt::format("n{}.md", below(static_cast<std::uint64_t>(setting_.acts) / 12 + 3));
    if (notes.contains(note)) return;
    return replica.put(note, Text::fresh("h" + fresh, fresh));
  }
  auto at = notes.begin();
  std::advance(at, static_cast<std::ptrdiff_t>(below(notes.size())));
  const auto note = at->first;
  auto text = at->second;
  if (chance(10)) {  // another name
    taken_away_.insert(text.lines().begin(), text.lines().end());
    replica.put(note, {});
    return replica.put(fmt::format("r{}.md", names_), Text::fresh("h" + fresh, fresh));
  }
  if (chance(12)) text = text.with_field("h" + fresh);
  if (chance(25) && !text.lines().empty()) {
    const auto gone = *text.lines().begin();
    text = text.without_line(gone);
    taken_away_.insert(gone);
  }
  replica.put(note, text.with_line(below(Text::kSections), fresh));
}

void World::remove(Replica& replica) {
  auto& notes = replica.disk.notes;
  if (notes.empty()) return;
  auto at = notes.begin();
  std::advance(at, static_cast<std::ptrdiff_t>(below(notes.size())));
  taken_away_.insert(at->second.lines().begin(), at->second.lines().end());
  replica.put(std::string(at->first), {});
}

void World::purge(Replica& replica) {
  auto& notes = replica.disk.notes;
  if (notes.empty() || replica.run) return;
  auto at = notes.begin();
  std::advance(at, static_cast<std::ptrdiff_t>(below(notes.size())));
  const Purged purge{at->first, at->second.hash()};
  taken_away_.insert(at->second.lines().begin(), at->second.lines().end());
  ++counts_.purges;
  replica.put(std::string(purge.note), {});
  replica.drop(purge);
  replica.disk.state.to_purge.insert(purge);
}

void World::crash(Replica& replica) {
  ++counts_.crashes;
  replica.forget();
}

// A backup of the home comes back. What was never sent is gone with it, as with any disk.
void World::restore_home(Replica& replica) {
  if (replica.backup.history.empty()) return;
  ++counts_.restored;
  replica.forget();
  // What the server does not have either, perhaps since it failed over, is beyond any promise.
  std::set<std::string> there;
  for (const auto& [note, version] : server_->data.notes) {
    if (!version) continue;
    const auto& lines = texts_.at(*version).lines();
    there.insert(lines.begin(), lines.end());
  }
  for (const auto& [note, text] : replica.all()) {
    std::ranges::set_difference(text.lines(), there, std::inserter(taken_away_, taken_away_.end()));
  }
  auto named = replica.disk.history;
  named[kIndex];
  for (const auto& [note, versions] : named) {
    const auto here = replica.here();
    const auto mine = here.contains(note) ? here.at(note) : NoteVersion{};
    const auto known = server_->data.notes.find(note);
    if (known != server_->data.notes.end() && known->second == mine) continue;
    doubled_.insert(note);
    unclear_.insert(note);
  }
  std::erase_if(purged_,
                [&](const Purged& purge) { return !server_->data.purged.contains(purge); });
  replica.disk = replica.backup;
  doubt_unsent(replica);
  server_->keep_copy();  // and so are two disasters with one text
}

// What was not yet sent is now in two places as if written twice: one may be sent and deleted
// before the other is sent.
void World::doubt_unsent(Replica& replica) {
  for (const auto& change : outgoing(replica.here(), replica.disk.state.agreed,
                                     [](std::string_view) { return std::vector<std::string>{}; })) {
    doubled_.insert(change.note);
    unclear_.insert(change.note);
  }
}

void World::copy_home(Replica& replica) {
  ++counts_.copied;
  auto copy = std::make_unique<Replica>(*this, static_cast<int>(replicas_.size()));
  copy->disk = replica.disk;
  doubt_unsent(replica);
  copy->backup = {};
  replicas_.push_back(std::move(copy));
}

void World::act() {
  auto& replica = *replicas_[below(replicas_.size())];
  const auto what = below(100);
  if (what < 50) return edit(replica);
  if (what < 55) return remove(replica);
  if (what < 57) return purge(replica);
  if (what < 60) return crash(replica);
  if (what < 64) {
    replica.online = !replica.online;
    if (!replica.online) replica.forget();
    return;
  }
  if (what < 66 && setting_.disasters) {
    replica.backup = replica.disk;
    return;
  }
  if (what == 66 && setting_.disasters) return restore_home(replica);
  if (what == 67 && setting_.disasters && replicas_.size() < 14) return copy_home(replica);
  if (what < 70) {
    server_->keep_copy();
    return;
  }
  if (what == 70 && setting_.disasters) {
    ++counts_.failovers;
    return server_->fail_over();
  }
  replica.start(false);
}

// Everything is mended, and all of them sync until nothing moves. False when that has no end.
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
        if (counts_.events > 20'000'000) return false;
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

std::string World::judge() {
  if (!fault_.empty()) return fault_;
  const auto first = replicas_.front()->here();
  for (const auto& replica : replicas_) {
    if (replica->here() != first) {
      for (const auto& [note, hash] : replica->here()) {
        if (!first.contains(note)) return fmt::format("{} is on {} alone", note, replica->number);
        if (first.at(note) != hash) return fmt::format("{} differs on {}", note, replica->number);
      }
      return fmt::format("replica {} lacks notes that the first one has", replica->number);
    }
  }
  // A machine may lack the entry of a note, never a word that somebody wrote.
  const auto words = replicas_.front()->all();
  for (const auto& replica : replicas_) {
    const auto own = replica->all();
    const bool none = !own.contains(kIndex);
    if (none != !words.contains(kIndex) ||
        (!none && own.at(kIndex).lines() != words.at(kIndex).lines())) {
      return fmt::format("the index of {} says something else", replica->number);
    }
  }
  for (const auto& [note, version] : server_->data.notes) {
    const auto at = first.find(note);
    if ((at == first.end() ? NoteVersion{} : at->second) != version) {
      return "the server differs on " + note;
    }
  }
  std::set<std::string> present;
  for (const auto& [note, text] : replicas_.front()->all()) {
    present.insert(text.lines().begin(), text.lines().end());
  }
  for (const auto& hash : acknowledged_) {
    for (const auto& line : texts_.at(hash).lines()) {
      if (!present.contains(line) && !taken_away_.contains(line)) {
        return "an acknowledged line was lost: " + line;
      }
    }
  }
  for (const auto& [note, text] : replicas_.front()->all()) {
    // An index may be hooks alone, which are no lines: what was written after a deletion looks like
    // nothing then, and nothing is in everything.
    const bool says_nothing = note == kIndex && text.lines().empty();
    for (const auto& deletion : deletions_[note]) {
      if (!says_nothing && !doubled_.contains(note) &&
          std::ranges::includes(deletion.seen, text.lines())) {
        return "a deleted note came back: " + note;
      }
    }
    if (unclear_.contains(note)) continue;
    const auto since = unclear_since_.find(note);
    for (const auto& [line, removed_at] : removed_lines_[note]) {
      if (since != unclear_since_.end() && removed_at > since->second) continue;
      if (text.lines().contains(line)) return "a removed line came back: " + line + " in " + note;
    }
  }
  for (const auto& purge : purged_) {
    if (holders_[purge.hash].size() > 1) continue;  // in another note's past too: it stays there
    if (first.contains(purge.note) && first.at(purge.note) == purge.hash) {
      return "a purged text came back: " + purge.note;
    }
    if (server_->data.texts.contains(purge.hash))
      return "the server kept a purged text of " + purge.note + " " + purge.hash;
    for (const auto& replica : replicas_) {
      if (replica->disk.objects.contains(purge.hash)) {
        return fmt::format("replica {} kept a purged text of {} {}", replica->number, purge.note,
                           purge.hash);
      }
    }
  }
  return "";
}

std::string World::play() {
  for (int i = 0; i < setting_.acts; ++i) {
    later(static_cast<std::uint64_t>(i) * 12 + below(12), [this] { act(); });
  }
  while (!due_.empty()) {
    auto due = due_.top();
    due_.pop();
    now_ = due.time;
    ++counts_.events;
    due.event();
    if (now_ > static_cast<std::uint64_t>(setting_.acts) * 12 + 2'000) break;
  }
  if (!settle()) return "it has no end";
  return judge();
}

}  // namespace loci::sync::world
