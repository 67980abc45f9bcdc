// A store as the PostgreSQL schema keeps it, in memory: one transaction after the other.

#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "sync/world.h"

namespace loci::sync::world {

struct Server {
  struct Written {
    std::string note;
    NoteVersion hash;
    std::vector<std::string> past;
  };
  struct Operation {
    std::string id;
    std::string chain;  // of all operations up to this one
    std::uint64_t at = 0;
    std::vector<Written> notes;
  };
  struct Answer {
    Sent sent;
    std::uint64_t version = 0;  // 0: it came too late
    std::uint64_t at = 0;
  };
  struct Data {
    std::uint64_t epoch = 1;
    std::uint64_t version = 0;
    std::uint64_t oldest = 0;  // the log begins there
    std::map<std::uint64_t, Operation> log;
    std::map<std::string, NoteVersion> notes;
    std::map<std::string, std::vector<std::string>> kept;  // hashes of a log that was trimmed
    Texts texts;
    std::map<Purged, std::uint64_t> purged;  // and the version it was said at
    std::map<std::string, Answer> answers;
    std::map<std::string, std::uint64_t> counted;  // ids, and when; for the judge
  };
  struct Transaction {
    Sending sending;
    Texts texts;
    std::function<void(Sent, std::uint64_t at)> answer;
    std::uint64_t number = 0;  // without the lock: taken before it is visible
  };

  explicit Server(World& w) : world(w) {}

  void push(Transaction transaction);
  [[nodiscard]] Pulled pull(const std::string& from, bool with_past) const;
  [[nodiscard]] std::string cursor() const;

  void keep_copy();
  // What fails over has the copy's state, and perhaps a new epoch; whatever runs is gone.
  void fail_over(bool new_epoch);
  // Forgets operations that are older.
  void trim(std::uint64_t before);

  World& world;
  Data data;
  Data copy;  // of a while ago: what a failover finds
  std::uint64_t copied_at = 0;
  std::deque<Transaction> waiting;
  bool locked = false;
  std::uint64_t sequence = 0;
  std::uint64_t life = 0;  // transactions of an earlier one are gone

 private:
  struct Cursor {
    std::uint64_t epoch = 0;
    std::uint64_t version = 0;
    std::string chain;
  };
  [[nodiscard]] static Cursor parse(const std::string& cursor);
  [[nodiscard]] std::string chain_at(std::uint64_t version) const;
  // Of this store, and of its present past.
  [[nodiscard]] bool is_ours(const Cursor& cursor) const;
  [[nodiscard]] bool is_late(const Sending& sending) const;
  // Whether others wrote over that text of the note since then.
  [[nodiscard]] bool is_superseded(const Outgoing& change, std::uint64_t since) const;
  void next();
  void begin(Transaction transaction);
  Sent commit(Transaction& transaction);
  void write_changes(Transaction& transaction, Operation& operation, Sent& sent);
  void write_purges(const Transaction& transaction, std::uint64_t version, Operation& operation);
};

}  // namespace loci::sync::world
