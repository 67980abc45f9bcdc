#include "sync/server.h"

#include <algorithm>
#include <utility>

#include "base/hash.h"

namespace loci::sync::world {

std::string Server::chain_at(std::uint64_t version) const {
  const auto operation = data.log.find(version);
  return operation == data.log.end() ? "" : operation->second.chain;
}

std::string Server::cursor() const {
  return fmt::format("{} {} {}", data.epoch, data.version, chain_at(data.version));
}

Server::Cursor Server::parse(const std::string& cursor) {
  const auto first = cursor.find(' ');
  const auto second = cursor.find(' ', first + 1);
  return {std::stoull(cursor.substr(0, first)),
          std::stoull(cursor.substr(first + 1, second - first - 1)), cursor.substr(second + 1)};
}

bool Server::is_ours(const Cursor& cursor) const {
  const bool any_epoch = world.lacks(Without::EpochAndChain);
  if (!any_epoch && cursor.epoch != data.epoch) return false;
  if (any_epoch || world.lacks(Without::Chain)) return true;
  return cursor.version == 0 || chain_at(cursor.version) == cursor.chain;
}

void Server::push(Transaction transaction) {
  if (world.lacks(Without::RowLock)) {
    transaction.number = ++sequence;
    begin(std::move(transaction));
    return;
  }
  waiting.push_back(std::move(transaction));
  next();
}

void Server::next() {
  if (locked || waiting.empty()) return;
  locked = true;
  auto transaction = std::move(waiting.front());
  waiting.pop_front();
  begin(std::move(transaction));
}

bool Server::is_late(const Sending& sending) const {
  std::uint64_t since = 0;
  if (!sending.heard.empty()) {
    // Decided before a failover: the notes may be what they were, and not for the same reason.
    const auto heard = parse(sending.heard);
    since = heard.version;
    if (!is_ours(heard)) return true;
  }
  return std::ranges::any_of(sending.changes, [&](const Outgoing& change) {
    const auto present = data.notes.find(change.note);
    const auto version = present == data.notes.end() ? NoteVersion{} : present->second;
    if (version != change.base && !world.lacks(Without::BaseHash)) {
      trace("{} server: late, {} is {}, not {}", world.now(), change.note, version.value_or("-"),
            change.base.value_or("-"));
      return true;
    }
    if (!change.version) return false;
    // Begun anew on what others had gone beyond and deleted since: whoever sends it does not know.
    const bool is_again = !change.base && present != data.notes.end();
    if (is_again && is_superseded(change, since)) return true;
    const auto purge = data.purged.find({change.note, *change.version});
    return purge != data.purged.end() && purge->second > since;
  });
}

bool Server::is_superseded(const Outgoing& change, std::uint64_t since) const {
  return std::any_of(data.log.upper_bound(since), data.log.end(), [&](const auto& logged) {
    return std::ranges::any_of(logged.second.notes, [&](const Written& one) {
      return one.note == change.note &&
             std::ranges::find(one.past, *change.version) != one.past.end();
    });
  });
}

// Reads now, is visible later.
void Server::begin(Transaction transaction) {
  const auto& sending = transaction.sending;
  if (!world.lacks(Without::OperationId)) {
    if (const auto known = data.answers.find(sending.id); known != data.answers.end()) {
      auto sent = known->second.sent;
      sent.cursor.clear();  // what it changed may have changed since
      transaction.answer(sent, known->second.at);
      locked = false;
      return next();
    }
  }
  const bool late = is_late(sending);
  world.later(1 + world.below(30),
              [this, transaction = std::move(transaction), late, at = life]() mutable {
                if (at != life) return;  // it died in between: nothing was committed
                Sent sent{.answer = Sent::Answer::Moved};
                if (late) {
                  data.answers[transaction.sending.id] = {sent, 0, world.now()};
                } else {
                  sent = commit(transaction);
                }
                transaction.answer(sent, world.now());
                locked = false;
                next();
              });
}

Sent Server::commit(Transaction& transaction) {
  Sent sent;
  const auto before = cursor();
  const auto& id = transaction.sending.id;
  const auto version = transaction.number != 0 ? transaction.number : data.version + 1;
  Operation operation{.id = id, .chain = "", .at = world.now(), .notes = {}};
  write_changes(transaction, operation, sent);
  write_purges(transaction, version, operation);
  operation.chain = sha256(chain_at(version - 1) + id).substr(0, 12);
  data.log[version] = std::move(operation);
  data.version = std::max(data.version, version);
  data.counted[id] = world.now();
  if (transaction.sending.heard == before) sent.cursor = cursor();
  data.answers[id] = {sent, version, world.now()};
  return sent;
}

void Server::write_changes(Transaction& transaction, Operation& operation, Sent& sent) {
  for (const auto& change : transaction.sending.changes) {
    if (change.version && world.refuses(*change.version)) {
      ++world.counts().refused;
      sent.refused[change.note] = "it is not taken";
      continue;
    }
    trace("{} server: {} is {}", world.now(), change.note, change.version.value_or("-"));
    if (!change.version && world.lacks(Without::DeletionTombstone)) {
      data.notes.erase(change.note);
      continue;
    }
    data.notes[change.note] = change.version;
    operation.notes.push_back({change.note, change.version, change.past});
    if (!change.version) continue;
    data.texts.insert_or_assign(*change.version, transaction.texts.at(*change.version));
    data.purged.erase({change.note, *change.version});
  }
}

void Server::write_purges(const Transaction& transaction, std::uint64_t version,
                          Operation& operation) {
  for (const auto& purge : transaction.sending.purges) {
    trace("{} server: purge {} {}", world.now(), purge.note, purge.hash);
    auto& stands = data.notes[purge.note];
    if (stands == purge.hash) stands = std::nullopt;
    const bool elsewhere = std::ranges::any_of(
        data.notes, [&](const auto& note) { return note.second == purge.hash; });
    if (!elsewhere) data.texts.erase(purge.hash);
    operation.notes.push_back({purge.note, stands, {}});
    if (!world.lacks(Without::PurgeTombstone)) data.purged[purge] = version;
  }
}

Pulled Server::pull(const std::string& from, bool with_past) const {
  Pulled pulled;
  pulled.cursor = cursor();
  std::uint64_t since = 0;
  if (from.empty()) {
    pulled.answer = Pulled::Answer::Everything;
  } else {
    const auto heard = parse(from);
    const bool blind = world.lacks(Without::EpochAndChain);
    if (!blind && (heard.epoch != data.epoch || heard.version > data.version)) {
      pulled.answer = Pulled::Answer::Rewound;
    } else if (heard.version < data.oldest) {
      pulled.answer = Pulled::Answer::Everything;
    } else if (!is_ours(heard)) {
      pulled.answer = Pulled::Answer::Rewound;
    } else {
      since = heard.version;
    }
    if (pulled.answer == Pulled::Answer::Rewound) return pulled;
  }
  const bool everything = pulled.answer == Pulled::Answer::Everything;
  if (!everything || with_past) {
    for (auto at = data.log.upper_bound(since); at != data.log.end(); ++at) {
      for (const auto& entry : at->second.notes) {
        auto& note = pulled.notes[entry.note];
        if (note.version) note.ancestors.insert(note.ancestors.begin(), *note.version);
        note.ancestors.insert(note.ancestors.begin(), entry.past.begin(), entry.past.end());
        note.version = entry.hash;
      }
    }
  }
  if (everything) {
    std::erase_if(pulled.notes, [&](const auto& note) { return !data.notes.contains(note.first); });
    for (const auto& [name, version] : data.notes) {
      auto& note = pulled.notes[name];
      note.version = version;
      const auto kept = data.kept.find(name);
      if (kept == data.kept.end()) continue;
      note.ancestors.insert(note.ancestors.end(), kept->second.begin(), kept->second.end());
    }
  }
  for (const auto& [purge, version] : data.purged) {
    if (version > since) pulled.purged.push_back(purge);
  }
  return pulled;
}

void Server::keep_copy() {
  copy = data;
  copied_at = world.now();
}

void Server::fail_over(bool new_epoch) {
  trace("{} failover: from {} to {} *", world.now(), data.version, copy.version);
  // What machines merged of a lost tail, each for itself, may bring back a line that was removed
  // in that tail or later; what was removed before stays removed.
  for (const auto& [note, version] : data.notes) {
    const auto kept = copy.notes.find(note);
    if (kept == copy.notes.end() || kept->second != version) world.judge().forgot(note, copied_at);
  }
  const auto epoch = data.epoch;
  data = copy;
  data.epoch = epoch + (new_epoch ? 1 : 0);
  keep_copy();
  sequence = std::max(sequence, data.version);
  waiting.clear();
  locked = false;
  ++life;
}

void Server::trim(std::uint64_t before) {
  if (locked) return;
  std::uint64_t last = 0;
  for (const auto& [version, operation] : data.log) {
    if (operation.at < before) last = version;
  }
  if (last <= data.oldest) return;
  ++world.counts().trims;
  trace("{} server: trimmed to {} *", world.now(), last);
  std::erase_if(data.log, [&](const auto& logged) {
    const auto& [version, operation] = logged;
    if (version >= last) return false;
    for (const auto& entry : operation.notes) {
      if (world.lacks(Without::PastOfTrimmed)) continue;
      auto& kept = data.kept[entry.note];
      kept.insert(kept.begin(), entry.past.begin(), entry.past.end());
      if (entry.hash) kept.insert(kept.begin(), *entry.hash);
    }
    return true;
  });
  std::set<std::string> wanted;
  for (const auto& [note, version] : data.notes) {
    if (version) wanted.insert(*version);
  }
  for (const auto& [version, operation] : data.log) {
    for (const auto& entry : operation.notes) {
      if (entry.hash) wanted.insert(*entry.hash);
    }
  }
  std::erase_if(data.texts, [&](const auto& text) { return !wanted.contains(text.first); });
  // Who asks so late whether an operation counted finds out from the notes.
  std::erase_if(data.answers, [&](const auto& answer) {
    const auto& [id, known] = answer;
    const bool forgotten = known.version != 0 ? known.version < last : known.at < before;
    if (forgotten) data.counted.erase(id);
    return forgotten;
  });
  data.oldest = last;
}

}  // namespace loci::sync::world
