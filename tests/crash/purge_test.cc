// What a purge leaves of a note, whatever its past: nothing, anywhere below the home.
// A canary is written into the note; afterwards every byte of every file is looked at.
// And what happens between a lock that is asked for and the lock that is got: at each
// of them another process does its worst, and nothing of anybody else is lost.

#include <gtest/gtest.h>

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <thread>

#include "base/environment.h"
#include "memory/config.h"
#include "memory/kept.h"
#include "memory/memory.h"
#include "memory/moving.h"
#include "memory/reading.h"
#include "memory/scopes.h"
#include "memory/search.h"
#include "memory/session.h"
#include "memory/targets.h"
#include "memory/writing.h"
#include "past/gc.h"
#include "past/history.h"
#include "past/purge.h"
#include "past/undo.h"
#include "store/journal_copy.h"
#include "support/trouble.h"
#include "upkeep/reindex.h"

namespace loci::testing::purge_test {
namespace {

const std::string kCanary = "xyzzycanary";
const std::string kBody = "The door opens with xyzzycanary, says the canary.";
const std::string kDescription = "How xyzzycanary is spelt";
const memory::NoteRequest kLeaked{"leaked", {}, std::nullopt, false};

struct Home {
  std::unique_ptr<fs::MemoryFileSystem> files = std::make_unique<fs::MemoryFileSystem>();
  FixedClock clock = story_clock();

  Home() {
    files->put_directory(kWorkspace + "/.git");
    files->put_directory(kWorkspace + "/.loci/memory");
  }
  // A process: it opens the home, works, and ends.
  Result<> work(const std::function<Result<>(memory::Memory&)>& what,
                const std::string& agent = "") {
    MemoryLog log;
    LOCI_ASSIGN(const auto store, store::Store::open(*files, clock, log, kHome));
    LOCI_ASSIGN(const memory::Config config, memory::Config::load(*files, kHome, Environment()));
    memory::Session session;
    session.workspace = store::Workspace{kWorkspace, kSlug, true, false};
    session.user_home = "/u";
    session.agent = agent;
    memory::Memory memory(*store, config, log, session);
    return what(memory);
  }
  // The next process after this one died.
  void be_reborn() { files = files->after(fs::PowerCut::Nothing); }

  // A search that came later made new catalogs, which are not to be counted.
  [[nodiscard]] std::vector<std::string> with_canary(bool count_catalogs = true) const {
    std::vector<std::string> found;
    for (const std::string& top : {kHome, kWorkspace}) {
      for (const auto& [path, bytes] : files->tree(top)) {
        // The words of a catalog are not there as bytes: it must be gone.
        if ((count_catalogs && path.ends_with(".seg")) || bytes.find(kCanary) != std::string::npos)
          found.push_back(path);
      }
    }
    return found;
  }
};

Result<> done(const auto& result) {
  if (!result) return fail(result.error());
  return {};
}

Result<> write(memory::Memory& memory, const std::string& file, const std::string& body,
               const std::string& description, const memory::Selector& selector = {}) {
  memory::WriteRequest request;
  request.file = file;
  request.type = "user";
  request.description = description;
  request.content = body;
  request.selector = selector;
  return done(memory::write(memory, request));
}
Result<> leak(memory::Memory& memory) { return write(memory, "leaked", kBody, kDescription); }
Result<> search(memory::Memory& memory, const std::string& query) {
  memory::SearchRequest request;
  request.query = query;
  return done(memory::search(memory, request));
}
Result<> purge(memory::Memory& memory, bool copies = false) {
  return done(past::purge(memory, {kLeaked, 0, copies, true}));
}

struct PastOfNote {
  const char* name;
  std::function<Result<>(Home&)> live;
  const char* scope = "";  // where it is at last, when a name alone does not tell
};

Result<> in_turn(Home& home, const std::vector<std::function<Result<>(memory::Memory&)>>& steps) {
  for (const auto& step : steps) LOCI_TRY(home.work(step));
  return {};
}

std::vector<PastOfNote> pasts() {
  using memory::Memory;
  const auto rename = [](const char* from, const char* to) {
    return [=](Memory& memory) {
      return done(memory::rename(memory, {from, {}, std::nullopt, false}, to));
    };
  };
  const auto move = [](const char* to) {
    return [=](Memory& memory) { return done(memory::move(memory, kLeaked, to)); };
  };
  const auto remove = [](const char* name) {
    return [=](Memory& memory) {
      return done(memory::remove(memory, {name, {}, std::nullopt, false}));
    };
  };
  const auto undo = [](Memory& memory) {
    return done(past::undo(memory, {0, true, false, false}));
  };
  const auto find = [](Memory& memory) { return search(memory, "door " + kCanary); };
  const auto harmless = [](Memory& memory) {
    return write(memory, "leaked", "Nothing to see.", "harmless");
  };
  const auto other = [](const char* name) {
    return [=](Memory& memory) { return write(memory, name, "Somebody else's.", "other"); };
  };
  const auto put = [](const std::string& path, const std::string& text) {
    return [=](Home& home) -> Result<> {
      LOCI_TRY(home.work(leak));
      home.files->put(path, text);
      return {};
    };
  };
  std::vector<PastOfNote> all{
      {"written", [=](Home& home) { return in_turn(home, {leak}); }},
      {"changed since",
       [=](Home& home) {
         return in_turn(home, {leak, harmless});
       }},
      {"changed and changed back",
       [=](Home& home) {
         return in_turn(home, {leak, harmless, undo});
       }},
      {"deleted",
       [=](Home& home) {
         return in_turn(home, {leak, remove("leaked")});
       }},
      {"deleted and brought back",
       [=](Home& home) {
         return in_turn(home, {leak, remove("leaked"), undo});
       }},
      {"deleted and written anew",
       [=](Home& home) {
         return in_turn(home, {leak, remove("leaked"), harmless});
       }},
      {"renamed",
       [=](Home& home) {
         return in_turn(home,
                        {[](Memory& memory) { return write(memory, "first", kBody, kDescription); },
                         rename("first", "second"), rename("second", "leaked")});
       }},
      {"its old name taken by another",
       [=](Home& home) {
         return in_turn(home,
                        {[](Memory& memory) { return write(memory, "first", kBody, kDescription); },
                         rename("first", "leaked"), other("first")});
       }},
      {"moved from place to place and searched in each",
       [=](Home& home) {
         return in_turn(home,
                        {leak, find, move("private"), find, move("shared"), find, move("global")});
       }},
      {"moved to an agent",
       [=](Home& home) {
         return in_turn(home, {leak, find, move("agent:bob")});
       },
       "agent:bob"},
      {"searched for",
       [=](Home& home) {
         return in_turn(home, {leak, find, other("x"), find});
       }},
      {"its neighbour deleted",
       [=](Home& home) {
         return in_turn(home, {other("below"), leak, remove("below")});
       }},
      {"long-term memory written while its line stood there",
       [=](Home& home) {
         return in_turn(home, {leak, [](Memory& memory) {
                                 memory::TargetWrite text;
                                 text.target = memory::Target::LongTerm;
                                 text.content = "Prose of my own.";
                                 return done(memory::write_to(memory, text));
                               }});
       }},
      {"reindexed, with a hook by hand",
       [=](Home& home) -> Result<> {
         LOCI_TRY(in_turn(home, {leak, other("x")}));
         home.files->put("/h/memory/MEMORY.md", "- [L](leaked.md) - by hand: " + kCanary + "\n");
         return in_turn(home,
                        {[](Memory& memory) { return done(upkeep::reindex(memory, {}, false)); }});
       }},
      {"edited by hand",
       [=](Home& home) -> Result<> {
         LOCI_TRY(home.work(harmless));
         home.files->put("/h/memory/leaked.md", note_text("L", kDescription, kBody));
         return {};
       }},
      {"edited by hand, and noticed",
       [=](Home& home) -> Result<> {
         LOCI_TRY(home.work(harmless));
         home.files->put("/h/memory/leaked.md", note_text("L", kDescription, kBody));
         return home.work(harmless);
       }},
      {"first in a process that died before it logged",
       [=](Home& home) -> Result<> {
         home.files->put(
             fmt::format("/h/memory/.loci-2147483647-{}.tmp", fs::sibling_number("leaked.md")),
             kBody);
         return in_turn(home, {other("x"), leak});
       }},
      {"in several months",
       [=](Home& home) -> Result<> {
         LOCI_TRY(home.work(leak));
         home.clock.advance(std::chrono::days(40));
         return in_turn(home, {harmless, undo});
       }},
      {"an edit that was not finished", put("/h/state/edit/812-leaked.md", "half of " + kCanary)},
      {"a backup of a compiled file",
       put("/h/state/apply/leaked.md.0011.20261115", "# Memory\n\n- " + kBody + "\n")},
      {"a backup of a compiled index, which shows a description on one line",
       [=](Home& home) -> Result<> {
         LOCI_TRY(home.work([](Memory& memory) {
           return write(memory, "leaked", "Nothing to see.", "How  " + kCanary + "\tis spelt");
         }));
         home.files->put("/h/state/apply/MEMORY.md.0011.20261115",
                         "- [Leaked](leaked.md): How " + kCanary + " is spelt\n");
         return {};
       }},
      {"a backup of a compiled index, which shows the first line for want of a description",
       [=](Home& home) -> Result<> {
         home.files->put("/h/memory/leaked.md", "A *" + kCanary + "* sings\n\nMore of it.\n");
         home.files->put("/h/state/apply/MEMORY.md.0011.20261115",
                         "- [leaked](leaked.md): A *" + kCanary + "* sings\n");
         return {};
       }},
      {"a backup of a tool's settings",
       put("/h/state/setup/settings.json.0011.20261115", R"({"text": ")" + kBody + R"("})")},
      {"half a text in a pack",
       [=](Home& home) -> Result<> {
         LOCI_TRY(home.work(leak));
         const std::string pack = "/h/state/objects/2026-11.pack";
         home.files->put(pack, home.files->get(pack) + "object 00 99\nhalf " + kCanary);
         return home.work(harmless);
       }},
      {"a damaged line in the journal",
       [=](Home& home) -> Result<> {
         LOCI_TRY(home.work(leak));
         const std::string lines = "/h/state/journal/2026-11.jsonl";
         home.files->put(lines, home.files->get(lines) + R"({"summary":")" + kCanary + "\"}\n");
         return home.work(harmless);
       }},
      {"purged before",
       [=](Home& home) {
         return in_turn(home, {leak, [](Memory& memory) { return purge(memory); }, leak});
       }},
  };
  return all;
}

Result<> purge_in(Home& home, const char* scope) {
  const memory::NoteRequest note{"leaked", {scope, false, false, false}, std::nullopt, false};
  return home.work([&](memory::Memory& memory) {
    return done(past::purge(memory, {note, 0, false, true}));
  });
}
Result<> purge_it(Home& home) { return purge_in(home, ""); }

// rule: U12, U18
TEST(Purged, LeavesNoByteWhateverThePast) {
  for (const PastOfNote& past : pasts()) {
    Home home;
    const auto lived = past.live(home);
    ASSERT_TRUE(lived) << past.name << ": " << lived.error().message;
    EXPECT_FALSE(home.with_canary().empty()) << past.name;
    const auto purged = purge_in(home, past.scope);
    EXPECT_TRUE(purged) << past.name << ": " << purged.error().message;
    for (const std::string& path : home.with_canary()) ADD_FAILURE() << past.name << ": " << path;
    for (const auto& [path, bytes] : home.files->tree(kHome)) {
      EXPECT_NE(memory::kept_file(path.substr(kHome.size() + 1)), nullptr)
          << path << " has no row in the table of what is kept";
    }
  }
  std::printf("purged after %zu pasts\n", pasts().size());
}

// What another note has as a text of its own is that note's. rule: U18
TEST(Purged, NamesCopiesAndTakesThemWhenAsked) {
  for (const bool copies : {false, true}) {
    Home home;
    ASSERT_TRUE(home.work(leak));
    ASSERT_TRUE(home.work(
        [](memory::Memory& memory) { return done(memory::copy(memory, kLeaked, "private")); }));
    ASSERT_TRUE(home.work([](memory::Memory& memory) { return search(memory, "door"); }));
    ASSERT_TRUE(home.work([&](memory::Memory& memory) -> Result<> {
      const past::PurgeRequest request{
          {"leaked", {"global", false, false, false}, std::nullopt, false}, 0, copies, true};
      LOCI_ASSIGN(const past::PurgeReply reply, past::purge(memory, request));
      EXPECT_EQ(reply.copies.size(), copies ? 0U : 1U);
      EXPECT_FALSE(reply.unreached.empty());
      return {};
    }));
    const bool left = !home.with_canary().empty();
    EXPECT_EQ(left, !copies);
    const std::string copy = home.files->get("/h/projects/w-1/memory/leaked.md");
    EXPECT_EQ(copy.empty(), copies);
    if (!copies) {  // and its past is whole
      ASSERT_TRUE(
          home.work([](memory::Memory& memory) { return done(memory::remove(memory, kLeaked)); }));
      ASSERT_TRUE(home.work([](memory::Memory& memory) { return done(past::undo(memory, {})); }));
      EXPECT_EQ(home.files->get("/h/projects/w-1/memory/leaked.md"), copy);
    }
  }
}

// A write of the canary fails, or its process dies, at each of its calls. rule: U12, U18
TEST(Purged, LeavesNoByteOfWhatWasNeverFinished) {
  std::size_t cases = 0;
  for (const bool dies : {false, true}) {
    for (const bool searches : {false, true}) {
      for (std::uint64_t n = 1;; ++n) {
        Home home;
        ASSERT_TRUE(home.work([](memory::Memory& memory) {
          return write(memory, "leaked", "Nothing.", "harmless");
        }));
        if (searches) {
          ASSERT_TRUE(home.work(leak));
        }
        const std::uint64_t before = home.files->calls();
        if (dies) {
          home.files->die_at(n);
        } else {
          home.files->fail_at(n, ENOSPC);
        }
        (void)home.work([&](memory::Memory& memory) {
          return searches ? search(memory, "door " + kCanary) : leak(memory);
        });
        const bool reached = home.files->calls() - before >= n;
        if (dies) {
          home.be_reborn();
        } else {
          home.files->fail_at(0, 0);
        }
        const auto purged = purge_it(home);
        ASSERT_TRUE(purged) << n << ": " << purged.error().message;
        for (const std::string& path : home.with_canary()) {
          ADD_FAILURE() << (dies ? "died" : "failed") << " at call " << n << ": " << path;
        }
        ++cases;
        if (!reached) break;
      }
    }
  }
  std::printf("purged after %zu operations that failed or died\n", cases);
}

// The purge itself dies at each of its calls; the next command finishes it. rule: U12, U18
TEST(Purged, LeavesNoByteWhenThePurgeDies) {
  std::size_t cases = 0;
  std::vector<PastOfNote> all = pasts();
  if (!full())
    std::erase_if(all, [](const PastOfNote& past) {
      return std::string_view(past.name) != "edited by hand" &&
             !std::string_view(past.name).starts_with("moved from") &&
             !std::string_view(past.name).starts_with("a backup of a compiled");
    });
  for (const PastOfNote& past : all) {
    for (std::uint64_t n = 1;; ++n) {
      Home home;
      ASSERT_TRUE(past.live(home));
      home.files->reset_calls();
      home.files->die_at(n);
      (void)purge_in(home, past.scope);
      const bool reached = home.files->calls() >= n;
      home.be_reborn();
      const auto again = purge_in(home, past.scope);
      // It may be all gone: then there is no such note, or only names that it had.
      EXPECT_TRUE(again || again.error().kind == ErrorKind::NotFound ||
                  again.error().kind == ErrorKind::InvalidInput)
          << past.name << ", call " << n << ": " << again.error().message;
      for (const std::string& path : home.with_canary()) {
        ADD_FAILURE() << past.name << ", died at call " << n << ": " << path;
      }
      ++cases;
      if (!reached) break;
    }
  }
  std::printf("finished %zu purges that died\n", cases);
}

enum class Copies : bool { Stay, Purged };

// Every text that the journal names is there, but for those of the purged note.
std::string lost_texts(Home& home, Copies copies = Copies::Stay) {
  MemoryLog log;
  const auto store = store::Store::open(*home.files, home.clock, log, kHome);
  const auto records = (*store)->journal().records();
  std::set<std::string> hashes;
  std::set<std::uint64_t> aborted;
  std::set<std::string> purged;
  for (const store::Record& record : *records) {
    if (record.kind == store::Record::Kind::Abort) aborted.insert(record.of);
  }
  for (const store::Record& record : *records) {
    purged.insert(record.purged.begin(), record.purged.end());
    if (aborted.contains(record.sequence) || record.kind == store::Record::Kind::Abort) continue;
    for (const store::FileRecord& file : record.files) {
      if (file.file == note::kIndexFile) continue;
      if (file.place == "memory" && file.file == "leaked.md") continue;
      if (file.before) hashes.insert(*file.before);
      if (file.after) hashes.insert(*file.after);
    }
  }
  const auto texts = (*store)->journal().texts(hashes);
  std::string lost;
  for (const std::string& hash : hashes) {
    if (copies == Copies::Purged && purged.contains(hash)) continue;
    if (!texts->contains(hash)) lost += hash.substr(0, 8) + " ";
  }
  return lost;
}

struct Meanwhile {
  const char* name;
  std::function<Result<>(memory::Memory&)> act;
};

std::vector<Meanwhile> others() {
  using memory::Memory;
  return {
      {"write to it",
       [](Memory& memory) { return write(memory, "leaked", kBody + " Again.", "d"); }},
      {"copy it", [](Memory& memory) { return done(memory::copy(memory, kLeaked, "private")); }},
      {"move it", [](Memory& memory) { return done(memory::move(memory, kLeaked, "private")); }},
      {"write the same elsewhere",
       [](Memory& memory) {
         return write(memory, "twin", kBody, kDescription, {"private", false, false, false});
       }},
      {"restore another",
       [](Memory& memory) {
         return done(past::restore(memory, {"busy", {}, std::nullopt, false}, 3));
       }},
      {"undo",
       [](Memory& memory) {
         return done(past::undo(memory, {0, true, false, false}));
       }},
      {"search", [](Memory& memory) { return search(memory, kCanary); }},
  };
}

struct Raced {
  std::size_t cases = 0;
  std::size_t got_in = 0;  // the other was not refused
};

// Runs `act` with another process at each lock that it asks for.
void race(const std::function<void(Home&)>& prepare, const Meanwhile& other,
          const std::function<Result<>(Home&)>& act,
          const std::function<void(Home&, const std::string&)>& check, Raced& raced) {
  for (std::size_t at = 1;; ++at) {
    Home home;
    prepare(home);
    std::size_t locks = 0;
    std::string where;
    home.files->before_lock([&](const std::string& path) {
      if (++locks != at) return;
      const bool there = home.files->exists("/h/memory/leaked.md");
      where = fmt::format("{} at lock {} ({}){}", other.name, at, path,
                          there ? "" : ", the note is gone");
      if (home.work(other.act)) ++raced.got_in;
    });
    const auto acted = act(home);
    home.files->before_lock(nullptr);
    if (locks < at) break;
    EXPECT_TRUE(acted || acted.error().kind == ErrorKind::NotFound ||
                acted.error().kind == ErrorKind::Conflict)
        << where << ": " << acted.error().message;
    check(home, where);
    ++raced.cases;
  }
}

// rule: J8, U18
TEST(LockDelays, LoseNothingAndKeepNothingWhenPurging) {
  Raced raced;
  const auto prepare = [](Home& home) {
    ASSERT_TRUE(home.work(leak));
    for (int i = 0; i < 3; ++i) {
      ASSERT_TRUE(home.work([&](memory::Memory& memory) {
        return write(memory, "busy", fmt::format("Text {}", i), "busy");
      }));
    }
    ASSERT_TRUE(home.work([](memory::Memory& memory) { return search(memory, "door"); }));
  };
  const auto check = [](Home& home, const std::string& where) {
    EXPECT_EQ(lost_texts(home), "") << where;
    // Where the note went meanwhile, or another came, it is purged in its turn.
    const auto again = home.work([](memory::Memory& memory) -> Result<> {
      for (const char* name : {"twin", "leaked"}) {
        const auto purged = past::purge(memory, {{name, {}, std::nullopt, false}, 0, true, true});
        if (!purged && purged.error().kind != ErrorKind::NotFound) return fail(purged.error());
      }
      return {};
    });
    EXPECT_TRUE(again) << where << ": " << again.error().message;
    // Who asks for its words when the note is gone already asks anew.
    const bool asked_later = where.ends_with("the note is gone");
    for (const std::string& path : home.with_canary(false)) {
      if (!asked_later || path != "/h/state/activity.jsonl") ADD_FAILURE() << where << ": " << path;
    }
    EXPECT_EQ(lost_texts(home, Copies::Purged), "") << where;
  };
  for (const Meanwhile& other : others()) race(prepare, other, purge_it, check, raced);
  std::printf("purge: another process at %zu locks, %zu times it got in\n", raced.cases,
              raced.got_in);
  EXPECT_GT(raced.got_in, 0U);
}

// A write that commits while the purge waits goes with the note. rule: U18
TEST(LockDelays, TakeWhatWasWrittenWhileThePurgeWaited) {
  std::size_t cases = 0;
  for (std::size_t at = 1;; ++at) {
    Home home;
    ASSERT_TRUE(home.work(
        [](memory::Memory& memory) { return write(memory, "leaked", "Nothing.", "harmless"); }));
    std::size_t locks = 0;
    home.files->before_lock([&](const std::string&) {
      if (++locks == at) (void)home.work(leak);
    });
    const auto purged = purge_it(home);
    home.files->before_lock(nullptr);
    if (locks < at) break;
    ASSERT_TRUE(purged) << purged.error().message;
    // Unless it came when the purge was over: then the note is there.
    if (!home.files->exists("/h/memory/leaked.md")) {
      for (const std::string& path : home.with_canary()) ADD_FAILURE() << at << ": " << path;
      ++cases;
    }
  }
  EXPECT_GT(cases, 0U);
  std::printf("a write came before %zu locks of a purge and went with the note\n", cases);
}

// rule: J8, U14
TEST(LockDelays, LoseNothingInGc) {
  Raced raced;
  const auto prepare = [](Home& home) {
    ASSERT_TRUE(home.work(leak));
    for (int i = 0; i < 60; ++i) {
      ASSERT_TRUE(home.work([&](memory::Memory& memory) {
        return write(memory, "busy", fmt::format("Text {}", i), "busy");
      }));
    }
    home.clock.advance(std::chrono::days(200));
  };
  const auto gc = [](Home& home) {
    return home.work([](memory::Memory& memory) { return done(past::gc(memory, false)); });
  };
  const auto check = [](Home& home, const std::string& where) {
    EXPECT_EQ(lost_texts(home), "") << where;
  };
  for (const Meanwhile& other : others()) race(prepare, other, gc, check, raced);
  std::printf("gc: another process at %zu locks, %zu times it got in\n", raced.cases, raced.got_in);
  EXPECT_GT(raced.got_in, 0U);
}

// How often files are read while a purge holds the lock of the note's place, for a note
// with so many revisions.
std::size_t reads_under_the_lock(int revisions) {
  Home home;
  for (int i = 0; i < revisions; ++i) {
    EXPECT_TRUE(home.work([&](memory::Memory& memory) {
      return write(memory, "leaked", fmt::format("{} {}", kBody, i), kDescription);
    }));
  }
  home.files->before_lock([&](const std::string& path) {
    if (path == "/h/memory") home.files->note_looks();  // the last time counts: it gets the lock
  });
  EXPECT_TRUE(home.work([](memory::Memory& memory) { return purge(memory); }));
  home.files->before_lock(nullptr);
  const std::vector<std::string> looks = home.files->looks();
  return static_cast<std::size_t>(
      std::count_if(looks.begin(), looks.end(),
                    [](const std::string& line) { return line.starts_with("read "); }));
}

// The texts that go are read before, so that writers do not wait the longer the more there
// are. rule: J8
TEST(LockDelays, AreNotLongerForANoteWithManyTexts) {
  const std::size_t few = reads_under_the_lock(4);
  EXPECT_GT(few, 0U);
  EXPECT_LE(reads_under_the_lock(44), few + 10);
}

// On a real disk, with texts of a gigabyte (in the short round of 32 megabytes): how long a
// writer waits at most while a purge copies and swaps. rule: J8
TEST(LockDelays, WritersWaitLessThanASecond) {
  const std::string home =
      (std::filesystem::temp_directory_path() / fmt::format("loci-purge-{}", ::getpid())).string();
  const std::size_t texts = (full() ? std::size_t{1} << 30 : std::size_t{32} << 20) / 8192;
  const auto files = fs::make_system_file_system();
  const FixedClock clock = story_clock();
  store::Journal journal(*files, home, clock);
  for (std::size_t i = 0; i < texts;) {
    std::vector<store::Record> records;
    std::vector<std::string> objects;
    for (std::size_t end = std::min(texts, i + 2'000); i < end; ++i) {
      const std::string text = fmt::format("{:08}\n{}", i, std::string(8'100, 'x'));
      store::Record record;
      record.kind = store::Record::Kind::External;
      record.operation = "external";
      record.files = {
          {"memory", fmt::format("n{}.md", i % 1'000), std::nullopt, sha256(text), "", ""}};
      records.push_back(std::move(record));
      objects.push_back(store::format_object(sha256(text), text));
    }
    const std::vector<std::string_view> views(objects.begin(), objects.end());
    ASSERT_TRUE(journal.append(records, views, store::Journal::Sync::No));
  }
  store::Record purge;
  purge.sequence = ~std::uint64_t{0};
  purge.files = {{"memory", "n7.md", std::nullopt, std::nullopt, "", ""}};
  const auto before = journal.records();
  ASSERT_TRUE(before);
  const std::set<std::string> gone = store::Past({{"memory", "n7.md"}}, *before).texts();
  purge.purged.assign(gone.begin(), gone.end());

  using Steady = std::chrono::steady_clock;
  std::atomic<bool> over{false};
  std::size_t writes = 0;
  Steady::duration longest{0};
  std::thread writer([&] {
    const auto own_files = fs::make_system_file_system();
    store::Journal own(*own_files, home, clock);
    while (!over) {
      store::Record record;
      record.kind = store::Record::Kind::External;
      record.operation = "write";
      const std::string text = fmt::format("while it is copied: {}", writes);
      record.files = {{"memory", "w.md", std::nullopt, sha256(text), "", ""}};
      std::vector<store::Record> records{record};
      const std::string object = store::format_object(sha256(text), text);
      const auto start = Steady::now();
      if (!own.append(records, {object}, store::Journal::Sync::Yes)) break;
      longest = std::max(longest, Steady::now() - start);
      ++writes;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  });
  const auto start = Steady::now();
  const auto decide = [&](const auto& records, const auto&) {
    return store::forgotten_by(purge, records);
  };
  const auto copy = journal.copy(decide);
  ASSERT_TRUE(copy) << copy.error().message;
  const auto took = Steady::now() - start;
  const auto removed = journal.swap(**copy, decide);
  const auto held = Steady::now() - start - took;
  over = true;
  writer.join();
  ASSERT_TRUE(removed) << removed.error().message;
  EXPECT_EQ(removed->objects, gone.size());
  EXPECT_TRUE(journal.texts(gone)->empty());
  std::set<std::string> written;
  for (std::size_t i = 0; i < writes; ++i) {
    written.insert(sha256(fmt::format("while it is copied: {}", i)));
  }
  EXPECT_EQ(journal.texts(written)->size(), writes);
  const auto ms = [](Steady::duration time) {
    return static_cast<long>(std::chrono::duration_cast<std::chrono::milliseconds>(time).count());
  };
#ifdef __SANITIZE_ADDRESS__
  const long limit = 5'000;  // the sanitizer makes the same work five times as long and more
#else
  const long limit = 1'000;
#endif
  EXPECT_LT(ms(longest), limit);
  EXPECT_GT(writes, 0U);
  std::printf(
      "texts of %zu MB copied in %ld ms and swapped in %ld; %zu writes meanwhile, the longest %ld "
      "ms\n",
      texts * 8192 >> 20U, ms(took), ms(held), writes, ms(longest));
  std::filesystem::remove_all(home);
}

}  // namespace
}  // namespace loci::testing::purge_test
