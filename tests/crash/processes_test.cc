// Real processes on a real disk: many that write at once, some that are killed,
// and some that read meanwhile. What is left is judged from the files, not by
// asking the program.

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "base/hash.h"
#include "base/json.h"
#include "base/time.h"
#include "fs/atomic_file.h"
#include "fs/file_system.h"
#include "note/index_file.h"
#include "note/note.h"
#include "store/journal.h"
#include "support/processes.h"

namespace loci::testing::processes_test {
namespace {

Words write_words(const std::string& file, const std::string& scope, const std::string& content) {
  return {"write",         file,        "--type", "project", "--description",
          "about " + file, "--content", content,  "--scope", scope};
}

// What a scope's directory holds.
struct Scope {
  std::map<std::string, std::string> notes;
  std::string index;
  std::vector<std::string> strangers;  // hidden files
};

Scope look(const disk::path& directory) {
  Scope scope;
  if (!disk::exists(directory)) return scope;
  for (const auto& entry : disk::directory_iterator(directory)) {
    const std::string name = entry.path().filename().string();
    if (name == note::kIndexFile) {
      scope.index = slurp(entry.path());
    } else if (name.starts_with('.')) {
      scope.strangers.push_back(name);
    } else {
      scope.notes.emplace(name, slurp(entry.path()));
    }
  }
  return scope;
}

// Exactly one line for each note, no line besides, each with the note's hook.
std::string index_fault(const Scope& scope) {
  std::map<std::string, int> lines;
  for (const note::IndexEntry& entry : note::parse_index(scope.index)) {
    ++lines[entry.file];
    const auto found = scope.notes.find(entry.file);
    if (found == scope.notes.end()) return fmt::format("a line for '{}', no note", entry.file);
    if (entry.hook != note::parse_note(found->second).description) {
      return fmt::format("the hook of '{}' is '{}'", entry.file, entry.hook);
    }
  }
  for (const auto& [file, text] : scope.notes) {
    if (lines[file] != 1) return fmt::format("{} lines for '{}'", lines[file], file);
  }
  return "";
}

// The whole journal of a home, checked line by line.
struct Record {
  std::vector<store::Record> records;  // oldest first
  std::uint64_t operations = 0;        // begun and not called off
  std::string fault;
};

Record read_journal(const disk::path& home) {
  Record result;
  std::set<std::uint64_t> open;
  std::vector<disk::path> months;
  for (const auto& entry : disk::directory_iterator(home / "state" / "journal")) {
    if (entry.path().extension() == ".jsonl") months.push_back(entry.path());
  }
  std::sort(months.begin(), months.end());
  for (const disk::path& month : months) {
    const std::string text = slurp(month);
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = text.find('\n', begin);
      if (end == std::string::npos) {
        result.fault = "a torn last line";
        return result;
      }
      auto record = store::parse_record(std::string_view(text).substr(begin, end - begin));
      begin = end + 1;
      if (!record) {
        result.fault = fmt::format("a damaged line after {}", result.records.size());
        return result;
      }
      if (record->sequence != result.records.size() + 1) {
        result.fault = fmt::format("{} follows {}", record->sequence, result.records.size());
        return result;
      }
      using Kind = store::Record::Kind;
      if (record->kind == Kind::Begin) {
        ++result.operations;
        open.insert(record->sequence);
      }
      if (record->kind == Kind::Abort) --result.operations;
      if (record->of != 0 && open.erase(record->of) != 1) {
        result.fault = fmt::format("{} was ended twice", record->of);
        return result;
      }
      result.records.push_back(std::move(*record));
    }
  }
  if (!open.empty()) result.fault = fmt::format("{} is not finished", *open.begin());
  return result;
}

// The journal's last word on each file of a place: its hash, "" when it is gone.
std::map<std::string, std::string> journaled(const Record& journal, std::string_view place) {
  std::map<std::string, std::string> result;
  for (const store::Record& record : journal.records) {
    for (const store::FileRecord& file : record.files) {
      if (file.place == place) result[file.file] = file.after.value_or("");
    }
  }
  // An index that only a dead process still held is a revision, and no note.
  std::erase_if(result,
                [](const auto& file) { return file.second.empty() || file.first == "MEMORY.md"; });
  return result;
}

std::map<std::string, std::string> hashes(const Scope& scope) {
  std::map<std::string, std::string> result;
  for (const auto& [file, text] : scope.notes) result[file] = sha256(text);
  return result;
}

void in_parallel(int count, const std::function<void(int)>& work) {
  std::vector<std::jthread> threads;
  threads.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) threads.emplace_back([&work, i] { work(i); });
}

constexpr int kWriters = 8;

// Every writer writes its own notes; the first failure of each is kept.
struct Failures {
  std::array<std::string, kWriters> first;
  std::atomic<int> count{0};

  void add(int writer, const Ended& ended) {
    if (ended.status == 0) return;
    if (count++ == 0 || first.at(static_cast<std::size_t>(writer)).empty()) {
      first.at(static_cast<std::size_t>(writer)) = fmt::format("{}: {}", ended.status, ended.err);
    }
  }
  void expect_none() const {
    EXPECT_EQ(count, 0);
    for (const std::string& text : first) EXPECT_EQ(text, "");
  }
};

void expect_all_written(const Scope& scope, int notes) {
  EXPECT_EQ(scope.notes.size(), static_cast<std::size_t>(notes));
  EXPECT_EQ(note::parse_index(scope.index).size(), static_cast<std::size_t>(notes));
  EXPECT_EQ(index_fault(scope), "");
  EXPECT_TRUE(scope.strangers.empty()) << scope.strangers.front();
}

// rule: W13 W10 J2
TEST(Processes, EightWritersLoseNothing) {
  const Ground ground;
  const int rounds = full() ? 250 : 40;
  const auto start = Watch::now();
  Failures failures;
  in_parallel(kWriters, [&](int writer) {
    for (int i = 0; i < rounds; ++i) {
      const std::string file = fmt::format("w{}-{}.md", writer, i);
      failures.add(writer, run(ground, write_words(file, "global", file + " has this text")));
    }
  });
  const Scope scope = look(ground.global());
  const Record journal = read_journal(ground.home());
  fmt::print(
      "{} processes x {} writes in {:.1f} s: {} notes, {} index lines, {} operations in {} "
      "journal lines\n",
      kWriters, rounds, seconds_since(start), scope.notes.size(),
      note::parse_index(scope.index).size(), journal.operations, journal.records.size());
  failures.expect_none();
  expect_all_written(scope, kWriters * rounds);
  EXPECT_EQ(journal.fault, "");
  EXPECT_EQ(journal.operations, static_cast<std::uint64_t>(kWriters * rounds));
  EXPECT_EQ(journaled(journal, "memory"), hashes(scope));
}

// rule: W13 W10
TEST(Processes, TwoHomesShareAWorkspace) {
  const Ground ground;
  must_run(ground, {"init"});
  const int rounds = full() ? 250 : 40;
  const auto start = Watch::now();
  Failures failures;
  in_parallel(kWriters, [&](int writer) {
    for (int i = 0; i < rounds; ++i) {
      const std::string file = fmt::format("w{}-{}.md", writer, i);
      failures.add(writer, run(ground, write_words(file, "shared", file), writer % 2));
    }
  });
  const Scope scope = look(ground.shared());
  failures.expect_none();
  expect_all_written(scope, kWriters * rounds);
  std::array<Record, 2> journals{read_journal(ground.home(0)), read_journal(ground.home(1))};
  fmt::print(
      "4 + 4 processes of two homes x {} writes in {:.1f} s: {} notes, {} index lines, {} + "
      "{} operations\n",
      rounds, seconds_since(start), scope.notes.size(), note::parse_index(scope.index).size(),
      journals[0].operations, journals[1].operations);
  std::map<std::string, std::string> known;
  for (const Record& journal : journals) {
    EXPECT_EQ(journal.fault, "");
    EXPECT_EQ(journal.operations, static_cast<std::uint64_t>(kWriters / 2 * rounds));
    known.merge(journaled(journal, ground.shared().string()));
  }
  EXPECT_EQ(known, hashes(scope));
}

// rule: W11 W13
TEST(Processes, MovesInOppositeDirectionsComeThrough) {
  const Ground ground;
  must_run(ground, {"init"});
  constexpr int kNotes = 12;
  std::map<std::string, std::string> texts;
  for (int i = 0; i < kNotes; ++i) {
    const std::string file = fmt::format("n{}.md", i);
    must_run(ground, write_words(file, i % 2 == 0 ? "global" : "shared", "text of " + file));
    texts[file] = slurp((i % 2 == 0 ? ground.global() : ground.shared()) / file);
  }
  const double seconds = full() ? 30 : 3;
  const auto start = Watch::now();
  const std::array<std::string, 2> scopes{"global", "shared"};
  std::array<int, 2> moved{};
  std::atomic<int> refused{0};
  std::array<std::string, 2> failure;
  in_parallel(2, [&](int mover) {
    const auto self = static_cast<std::size_t>(mover);
    std::mt19937 random(static_cast<unsigned>(mover));
    while (seconds_since(start) < seconds && failure.at(self).empty()) {
      const std::string& from = scopes.at(self);
      const std::string& to = scopes.at(1 - self);
      const auto notes = look(self == 0 ? ground.global() : ground.shared()).notes;
      if (notes.empty()) continue;
      const std::string file =
          std::next(notes.begin(), static_cast<int>(random() % notes.size()))->first;
      const Ended ended = run(ground, {"move", file, "--scope", from, "--to", to});
      if (ended.status == 0) ++moved.at(self);
      // The other was quicker, or the note is not there: an honest no.
      const bool honest = ended.status == 3 || ended.status == 4;
      if (honest) ++refused;
      if (ended.status != 0 && !honest) {
        failure.at(self) = fmt::format("{}: {}", ended.status, ended.err);
      }
    }
  });
  must_run(ground, {"list"});
  const Scope global = look(ground.global());
  const Scope shared = look(ground.shared());
  const Record journal = read_journal(ground.home());
  fmt::print("moves for {:.0f} s: {} there, {} back, {} refused; {} + {} notes\n", seconds,
             moved[0], moved[1], refused.load(), global.notes.size(), shared.notes.size());
  EXPECT_EQ(failure[0], "");
  EXPECT_EQ(failure[1], "");
  EXPECT_GT(moved[0], 0);
  EXPECT_GT(moved[1], 0);
  EXPECT_EQ(index_fault(global), "");
  EXPECT_EQ(index_fault(shared), "");
  EXPECT_EQ(journal.fault, "");
  EXPECT_EQ(journal.operations, static_cast<std::uint64_t>(kNotes + moved[0] + moved[1]));
  std::map<std::string, std::string> together = global.notes;
  for (const auto& [file, text] : shared.notes) {
    EXPECT_TRUE(together.emplace(file, text).second) << file << " is in both";
  }
  EXPECT_EQ(together, texts);
}

// rule: W12
TEST(Processes, AHeldLockIsNamedAfterFiveSeconds) {
  const Ground ground;
  must_run(ground, write_words("a", "global", "text"));
  const int directory = ::open(ground.global().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  ASSERT_GE(directory, 0);
  ASSERT_EQ(::flock(directory, LOCK_EX), 0);
  const auto start = Watch::now();
  const Ended ended = run(ground, write_words("b", "global", "text"));
  const double waited = seconds_since(start);
  ::close(directory);
  fmt::print("gave up after {:.2f} s: {}", waited, ended.err);
  EXPECT_EQ(ended.status, 6);
  EXPECT_NE(ended.err.find(fmt::format("pid {}", ::getpid())), std::string::npos) << ended.err;
  EXPECT_GE(waited, 4.9);
  EXPECT_LE(waited, 7.0);  // 5.1 on an idle machine
  EXPECT_FALSE(disk::exists(ground.global() / "b.md"));
  must_run(ground, write_words("b", "global", "text"));
}

// rule: W3 W13 W17
TEST(Processes, ReadersNeverSeeATornFile) {
  const Ground ground;
  constexpr int kNotes = 6;
  const auto text_of = [](int i, int round) {  // long, and all of one round
    std::string text;
    for (int line = 0; line < 400; ++line) text += fmt::format("n{} {}\n", i, round);
    return text;
  };
  for (int i = 0; i < kNotes; ++i) {
    must_run(ground, write_words(fmt::format("n{}", i), "global", text_of(i, 0)));
  }
  std::atomic<bool> stop{false};
  std::array<int, 2> reads{};
  std::array<std::string, 4> failure;
  const double seconds = full() ? 20 : 2;
  const auto start = Watch::now();
  int writes = 0;
  const auto write = [&] {
    for (int round = 1; seconds_since(start) < seconds; ++round) {
      const int i = round % kNotes;
      const Ended ended =
          run(ground, write_words(fmt::format("n{}", i), "global", text_of(i, round)));
      if (ended.status != 0) failure[0] = ended.err;
      ++writes;
    }
    stop = true;
  };
  const auto read = [&] {
    for (; !stop; ++reads[0]) {
      const int i = reads[0] % kNotes;
      const Ended ended = run(ground, {"read", fmt::format("n{}", i)});
      const std::string body(note::parse_note(ended.out).body);
      const std::string first = body.substr(0, body.find('\n') + 1);
      std::string whole;
      for (int line = 0; line < 400; ++line) whole += first;
      if (ended.status != 0 || first.empty() || body != whole || !ended.err.empty()) {
        failure[1] = fmt::format("{}: {}{}", ended.status, ended.err, ended.out);
      }
    }
  };
  const auto list = [&] {
    for (; !stop; ++reads[1]) {
      const Ended ended = run(ground, {"list", "--json"});
      const auto json = parse_json(ended.out);
      const bool good = ended.status == 0 && ended.err.empty() && json && json->is_object() &&
                        (*json)["notes"].size() == kNotes;
      if (!good) failure[2] = fmt::format("{}: {}{}", ended.status, ended.err, ended.out);
    }
  };
  const auto index = [&] {
    while (!stop) {
      const std::string text = slurp(ground.global() / note::kIndexFile);
      if (note::parse_index(text).size() != kNotes) failure[3] = "index: " + text;
    }
  };
  const std::array<std::function<void()>, 4> work{write, read, list, index};
  in_parallel(4, [&](int i) { work.at(static_cast<std::size_t>(i))(); });
  fmt::print("{} reads and {} lists beside {} writes in {:.0f} s\n", reads[0], reads[1], writes,
             seconds);
  for (const std::string& text : failure) EXPECT_EQ(text, "");
  EXPECT_GT(reads[0], 0);
  EXPECT_GT(reads[1], 0);
}

// The notes of both scopes, "global/x.md" → text.
using State = std::map<std::string, std::string>;

// A user who writes, edits, deletes, renames, moves and takes back, one command
// after another, each of which may be killed.
class Killing {
 public:
  explicit Killing(unsigned seed) : random_(seed) {
    must_run(ground_, {"init"});
    spill(ground_.path() / "editor", "#!/bin/sh\nsed -i \"s/^text.*/text $TEXT/\" \"$1\"\n");
    disk::permissions(ground_.path() / "editor", disk::perms::owner_all);
    for (int i = 0; i < 4; ++i) {
      const std::string file = fmt::format("start{}.md", i);
      must_run(ground_, write_words(file, i % 2 == 0 ? "global" : "shared", "text 0"));
      past_.push_back(state_);
      state_ = state();
    }
    calibrate();
  }

  void round(int number) {
    const std::string kind = choose();
    Command command = make(kind, number);
    const microseconds moment(
        std::uniform_int_distribution<std::int64_t>(0, longest_[kind].count())(random_));
    int status = 0;
    {
      RealProcess process(ground_, command.words, 0, command.environment);
      std::this_thread::sleep_for(moment);
      process.kill();
      status = process.wait();
    }
    const bool pending = !read_journal(ground_.home()).fault.empty();
    const bool temporary = has_temporary();
    // What comes next repairs it: a command that reads, or one that writes.
    const bool writes = number % 4 == 3;
    if (writes) {
      must_run(ground_, write_words("last.md", "global", fmt::format("text after {}", number)));
      must_run(ground_, write_words("last.md", "shared", fmt::format("text after {}", number)));
    } else {
      must_run(ground_, {"list"});
    }
    const State found = state();
    const std::string told = fmt::format("round {}: {} killed after {} us", number,
                                         fmt::join(command.words, " "), moment.count());
    const bool whole = same(found, command.after);
    const bool absent = same(found, state_);
    EXPECT_TRUE(whole || absent) << told << describe(found, command.after);
    EXPECT_TRUE(whole || status != 0) << told;
    check_scopes(told, writes);
    ++count_[kind];
    ++(whole ? whole_ : absent_);
    if (pending) ++repaired_;
    if (temporary) ++swept_;
    if (whole && kind == "undo") past_.pop_back();
    if (whole && kind != "undo") past_.push_back(state_);
    if (writes) past_.clear();  // undo would take "last" back first
    state_ = found;
  }

  void print(unsigned seed) const {
    std::string kinds;
    for (const auto& [kind, count] : count_) kinds += fmt::format(" {} {}", count, kind);
    fmt::print("seed {}:{}; {} whole, {} absent, {} with work for recovery, {} with temp files\n",
               seed, kinds, whole_, absent_, repaired_, swept_);
  }
  [[nodiscard]] int repaired() const { return repaired_; }

 private:
  struct Command {
    Words words;
    Words environment;
    State after;
  };

  [[nodiscard]] State state() const {
    State result;
    for (const auto& [file, text] : look(ground_.global()).notes) result["global/" + file] = text;
    for (const auto& [file, text] : look(ground_.shared()).notes) result["shared/" + file] = text;
    return result;
  }

  // "last.md" is what repairs, and may differ.
  static bool same(const State& a, const State& b) {
    const auto without_last = [](State state) {
      std::erase_if(state, [](const auto& note) { return note.first.ends_with("/last.md"); });
      return state;
    };
    return without_last(a) == without_last(b);
  }

  std::string describe(const State& found, const State& after) const {
    std::string text;
    for (const auto& [label, state] :
         {std::pair{"before", &state_}, {"found", &found}, {"after", &after}}) {
      text += fmt::format("\n{}:", label);
      for (const auto& [file, content] : *state) {
        text += fmt::format(" {} {}", file, sha256(content).substr(0, 6));
      }
    }
    return text;
  }

  [[nodiscard]] bool has_temporary() const {
    return !look(ground_.global()).strangers.empty() || !look(ground_.shared()).strangers.empty();
  }

  void check_scopes(const std::string& told, bool after_write) const {
    const Record journal = read_journal(ground_.home());
    EXPECT_EQ(journal.fault, "") << told;
    for (const auto& [place, directory] : {std::pair{std::string("memory"), ground_.global()},
                                           {ground_.shared().string(), ground_.shared()}}) {
      const Scope scope = look(directory);
      EXPECT_EQ(index_fault(scope), "") << told;
      EXPECT_EQ(journaled(journal, place), hashes(scope)) << told;
      EXPECT_TRUE(scope.strangers.empty() || !after_write) << told << scope.strangers.front();
    }
  }

  // How long each kind of command takes when nobody kills it.
  void calibrate() {
    int number = -100;
    for (const std::string kind : {"write", "edit", "rename", "move", "undo", "delete"}) {
      microseconds longest(8'000);
      for (int i = 0; i < 3; ++i) {
        const Command command = make(kind, ++number);
        const auto start = Watch::now();
        const Ended ended = run(ground_, command.words, 0, command.environment);
        longest = std::max(longest, std::chrono::duration_cast<microseconds>(Watch::now() - start));
        EXPECT_EQ(ended.status, 0) << kind << ended.err;
        EXPECT_TRUE(same(state(), command.after)) << kind << describe(state(), command.after);
        if (kind == "undo") {
          past_.pop_back();
        } else {
          past_.push_back(state_);
        }
        state_ = state();
      }
      longest_[kind] = longest;
    }
  }

  std::string choose() {
    static constexpr std::array<const char*, 8> kKinds{"write",  "write",  "update", "edit",
                                                       "delete", "rename", "move",   "undo"};
    const std::string kind = kKinds.at(random_() % kKinds.size());
    if (kind == "undo" && past_.empty()) return "write";
    if (kind == "delete" && state_.size() < 6) return "write";
    if (longest_.count(kind) == 0) longest_[kind] = longest_["write"];
    return kind;
  }

  Command make(const std::string& kind, int number) {
    Command command;
    command.after = state_;
    const bool shared = random_() % 2 == 0;
    const std::string scope = shared ? "shared" : "global";
    const std::string fresh = fmt::format("n{}.md", number);
    const std::string text = fmt::format("text {}", number);
    if (kind == "write") {
      command.words = write_words(fresh, scope, text);
      command.after[fmt::format("{}/{}", scope, fresh)] =
          fmt::format("---\nname: {}\ndescription: about {}\ntype: project\n---\n\n{}\n",
                      title(number), fresh, text);
      return command;
    }
    if (kind == "undo") {
      command.words = {"undo"};
      command.after = past_.back();
      return command;
    }
    const std::string key = pick();
    const std::string place = key.substr(0, 6);
    const std::string file = key.substr(7);
    const std::string before = state_[key];
    std::string body = before;
    const std::size_t at = body.rfind("\ntext") + 1;
    body.replace(at, body.size() - 1 - at, text);
    if (kind == "update") {
      command.words = {"write", file, "--scope", place, "--content", text};
      command.after[key] = body;
    } else if (kind == "edit") {
      command.words = {"edit", file, "--scope", place};
      command.environment = {fmt::format("EDITOR={}", (ground_.path() / "editor").string()),
                             fmt::format("TEXT={}", number)};
      command.after[key] = body;
    } else if (kind == "delete") {
      command.words = {"delete", file, "--scope", place};
      command.after.erase(key);
    } else if (kind == "rename") {
      command.words = {"rename", file, fresh, "--scope", place};
      command.after.erase(key);
      command.after[fmt::format("{}/{}", place, fresh)] = before;
    } else {
      const std::string other = place == "global" ? "shared" : "global";
      command.words = {"move", file, "--scope", place, "--to", other};
      command.after.erase(key);
      command.after[fmt::format("{}/{}", other, file)] = before;
    }
    return command;
  }

  static std::string title(int number) {
    return number < 0 ? fmt::format("N {}", -number) : fmt::format("N{}", number);
  }

  // A note that is not "last.md".
  std::string pick() {
    std::vector<std::string> keys;
    for (const auto& [key, text] : state_) {
      if (!key.ends_with("/last.md")) keys.push_back(key);
    }
    return keys.at(random_() % keys.size());
  }

  Ground ground_;
  std::mt19937 random_;
  State state_;             // before the round
  std::deque<State> past_;  // what each undo in a row would bring back
  std::map<std::string, microseconds> longest_;
  std::map<std::string, int> count_;
  int whole_ = 0;
  int absent_ = 0;
  int repaired_ = 0;
  int swept_ = 0;
};

// rule: W3 W14 W15 W17
TEST(Processes, AKilledCommandIsWholeOrAbsent) {
  const char* given = std::getenv("LOCI_TEST_SEED");
  const unsigned seed =
      given != nullptr ? static_cast<unsigned>(std::atoi(given)) : std::random_device()() % 100'000;
  const int rounds = full() ? 300 : 40;
  constexpr int kPatience = 5;
  Killing killing(seed);
  // Most of a short command's time is its start: a few more kills until one came in the middle.
  const auto go_on = [&](int i) {
    return i < rounds || (killing.repaired() == 0 && i < kPatience * rounds);
  };
  for (int i = 0; go_on(i) && !::testing::Test::HasFailure(); ++i) killing.round(i);
  killing.print(seed);
  EXPECT_GT(killing.repaired(), 0) << "no kill came in the middle of an operation";
}

}  // namespace
}  // namespace loci::testing::processes_test
