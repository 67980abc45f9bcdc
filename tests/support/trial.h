// Puts a Story on trial: tells it on a disk that misbehaves and looks whether
// what is found afterwards is what loci promises.

#pragma once

#include <set>

#include "fs/atomic_file.h"
#include "store/objects.h"
#include "support/story.h"

namespace loci::testing {

using Tree = std::map<std::string, std::string>;

// The files a user sees, and those that wait for them; the machine's own are left out.
inline Tree visible(const fs::MemoryFileSystem& files) {
  Tree tree;
  for (const std::string& top : {kHome, kWorkspace}) {
    for (auto& [path, bytes] : files.tree(top)) {
      const bool own = path.starts_with("/h/state/") && !path.starts_with("/h/state/inbox/");
      if (!own) tree.emplace(path, bytes);
    }
  }
  return tree;
}

// A process: it has a log and a store, and ends.
class Process {
 public:
  Process(fs::MemoryFileSystem& files, FixedClock& clock) : files_(files), clock_(clock) {
    auto store = store::Store::open(files, clock, log_, kHome);
    if (store) {
      store_ = std::move(*store);
    } else {
      error_ = store.error();
    }
  }
  // Runs one step; an error when the process did not even start.
  Result<> run(const Step& step) {
    if (!store_) return fail(*error_);
    World world{files_, clock_, *store_};
    return step(world);
  }
  store::Store* store() { return store_.get(); }
  [[nodiscard]] const std::vector<std::string>& said() const { return log_.messages(); }

 private:
  fs::MemoryFileSystem& files_;
  FixedClock& clock_;
  MemoryLog log_;
  std::unique_ptr<store::Store> store_;
  std::optional<Error> error_;
};

inline FixedClock story_clock() { return FixedClock(*parse_time("2026-11-15T10:00:00Z")); }

// A story told without trouble: where it begins, and what is seen after each step.
struct Told {
  const Story* story = nullptr;
  std::shared_ptr<fs::MemoryFileSystem> start;
  FixedClock clock = story_clock();
  std::vector<Tree> states;                     // steps + 1
  std::vector<std::set<std::string>> recorded;  // files the journal knows, likewise
  std::uint64_t calls = 0;                      // that change something, of all steps
};

inline std::string path_of(std::string_view key, std::string_view file) {
  return key.starts_with('/') ? fmt::format("{}/{}", key, file)
                              : fmt::format("{}/{}/{}", kHome, key, file);
}

// Where the next command writes.
inline store::Place probe_place() { return store::agent_user_place("probe"); }

// Every file a journal names, with the hash it was last left with.
inline Result<std::map<std::string, std::string>> recorded_files(store::Store& store) {
  std::map<std::string, std::string> files;
  std::vector<store::Place> places = all_places();
  places.push_back(probe_place());
  for (const store::Place& place : places) {
    LOCI_ASSIGN(const auto changes, store.journal().last_changes(place.key));
    for (const auto& [file, change] : changes) {
      if (file != note::kIndexFile) files[path_of(place.key, file)] = change.hash;
    }
  }
  return files;
}

inline std::unique_ptr<fs::MemoryFileSystem> begin(const Story& story, FixedClock& clock) {
  auto files = std::make_unique<fs::MemoryFileSystem>();
  files->put_directory(kWorkspace + "/.loci");
  Process process(*files, clock);
  const auto set_up = process.run(story.setup);
  if (!set_up) throw std::runtime_error(story.name + ": " + set_up.error().message);
  files->reset_calls();
  return files;
}

inline Told tell(const Story& story) {
  Told told;
  told.story = &story;
  told.start = begin(story, told.clock);
  const auto files = told.start->after(fs::PowerCut::Nothing);
  Process process(*files, told.clock);
  const auto look = [&] {
    told.states.push_back(visible(*files));
    // Not those that were edited by hand and not looked at since.
    std::set<std::string> known;
    const auto recorded = recorded_files(*process.store());
    for (const auto& [path, hash] : *recorded) {
      const auto file = told.states.back().find(path);
      if (hash == (file == told.states.back().end() ? "" : sha256(file->second))) {
        known.insert(path);
      }
    }
    told.recorded.push_back(std::move(known));
  };
  look();
  for (const Step& step : story.steps) {
    const auto done = process.run(step);
    if (!done) throw std::runtime_error(story.name + ": " + done.error().message);
    look();
  }
  told.calls = files->calls();
  return told;
}

// How many steps were acknowledged before the first that failed.
inline std::size_t run_steps(const Told& told, fs::MemoryFileSystem& files, FixedClock& clock) {
  Process process(files, clock);
  std::size_t acknowledged = 0;
  for (const Step& step : told.story->steps) {
    if (!process.run(step)) break;
    ++acknowledged;
  }
  return acknowledged;
}

inline std::string differences(const Tree& expected, const Tree& found) {
  std::string text;
  for (const auto& [path, bytes] : expected) {
    const auto other = found.find(path);
    if (other == found.end()) {
      text += fmt::format("  {} is not there\n", path);
    } else if (other->second != bytes) {
      text += fmt::format("  {} is {:?}\n  and not {:?}\n", path, other->second, bytes);
    }
  }
  for (const auto& [path, bytes] : found) {
    if (!expected.contains(path)) text += fmt::format("  {} is there\n", path);
  }
  return text;
}

// The next command: it writes to a place of its own, and locks all others.
inline const std::string kProbe = note_text("Probe", "that all works", "p");

inline Result<> probe(World& world) {
  std::vector<store::Place> places = all_places();
  places.push_back(probe_place());
  return commit(world, "write", places, {put(probe_place(), "probe.md", kProbe)});
}

inline std::set<std::string> with_probe(std::set<std::string> recorded) {
  recorded.insert(path_of(probe_place().key, "probe.md"));
  return recorded;
}

// The tree without what a process left that died before it logged anything:
// hidden files, which the next command that writes there sweeps.
inline Tree without_siblings(Tree tree) {
  std::erase_if(tree, [](const auto& file) {
    return fs::is_temporary_name(file.first.substr(file.first.rfind('/') + 1));
  });
  return tree;
}

// The tree without what probe() did to it.
inline Tree without_probe(Tree tree) {
  std::erase_if(tree, [](const auto& file) {
    return file.first.starts_with(path_of(probe_place().key, ""));
  });
  return tree;
}

// Looks for what must never be, in a home that nobody works in. "" or what is
// wrong. `known`: files that the journal must have a record of.
inline std::string faults_of(fs::MemoryFileSystem& files, FixedClock& clock,
                             const std::set<std::string>& known,
                             const std::vector<std::string>& erased) {
  Process process(files, clock);
  if (process.store() == nullptr) return "the home cannot be opened";
  store::Journal& journal = process.store()->journal();
  const Tree tree = visible(files);
  for (const auto& [path, bytes] : files.tree("/")) {
    // What is recorded behind an operation is no note: who records next sweeps there.
    const bool swept_later = path.starts_with(kHome + "/state/imports/") ||
                             path.starts_with(kHome + "/state/confirmed/") ||
                             path.starts_with(kHome + "/state/proposals/");
    if (fs::is_temporary_name(path.substr(path.rfind('/') + 1)) && !swept_later) {
      return "left behind: " + path;
    }
    for (const std::string& text : erased) {
      if (bytes.find(text) != std::string::npos) return fmt::format("'{}' is in {}", text, path);
    }
  }
  const auto pending = journal.pending();
  if (!pending) return pending.error().message;
  if (!pending->empty()) return "an operation is still open: " + pending->front().operation;
  const auto size = journal.size();
  if (!size) return size.error().message;
  if (size->damaged != 0) return "a line of the journal is damaged";

  const auto recorded = recorded_files(*process.store());
  if (!recorded) return recorded.error().message;
  for (const auto& [path, hash] : *recorded) {
    if (!known.contains(path) && tree.contains(path)) continue;
    const auto file = tree.find(path);
    const std::string present = file == tree.end() ? "" : sha256(file->second);
    if (present != hash) return fmt::format("{} is not what the journal says", path);
  }
  for (const std::string& path : known) {
    if (tree.contains(path) && !recorded->contains(path)) return "no record of " + path;
  }

  std::set<std::uint64_t> called_off;
  std::set<std::string> purged;
  std::set<std::string> hashes;
  std::uint64_t next = 0;
  std::string order;
  const auto visited = journal.visit([&](const store::Record& record) {
    if (next != 0 && record.sequence + 1 != next) order = "the sequence has a gap";
    next = record.sequence;
    if (record.kind == store::Record::Kind::Abort) called_off.insert(record.of);
    purged.insert(record.purged.begin(), record.purged.end());
    const bool happened =
        record.kind != store::Record::Kind::Abort && !called_off.contains(record.sequence);
    for (const store::FileRecord& file : record.files) {
      // The index is stored anew by each operation that brings one.
      if (file.file == note::kIndexFile && !happened) continue;
      if (file.before) hashes.insert(*file.before);
      if (!file.line.empty() && !called_off.contains(record.sequence)) hashes.insert(file.line);
      // The new text of an operation that never was may be lost.
      if (file.after && !called_off.contains(record.sequence)) hashes.insert(*file.after);
    }
    if (record.kind == store::Record::Kind::Abort) {
      for (const store::FileRecord& file : record.files) {
        if (file.before) hashes.erase(*file.before);
      }
    }
    return true;
  });
  if (!visited) return visited.error().message;
  if (!order.empty()) return order;
  const auto texts = journal.texts(hashes);
  if (!texts) return texts.error().message;
  for (const std::string& hash : hashes) {
    if (!texts->contains(hash) && !purged.contains(hash)) return "a text is lost: " + hash;
  }
  return "";
}

// After trouble: the next commands look and write, and the home must then be in
// one of the states [first, last] of the story. "" or what is wrong. `landed` is
// the state it is in.
inline std::string verdict(const Told& told, fs::MemoryFileSystem& files, FixedClock clock,
                           std::size_t first, std::size_t last, std::size_t* landed = nullptr) {
  {
    Process reader(files, clock);
    if (reader.store() == nullptr) return "the home cannot be opened";
    // A reader may recover, and must answer in any case.
    const auto view = reader.store()->view(all_places());
    if (!view) return "reading failed: " + view.error().message;
  }
  if (told.story->repeat && first == 0) {
    Process writer(files, clock);
    const auto done = writer.run(told.story->steps.front());
    if (!done) return "the step failed once more: " + done.error().message;
    first = 1;
  }
  const auto find_state = [&](const Tree& tree) -> std::optional<std::size_t> {
    for (std::size_t i = last + 1; i-- > first;) {
      if (told.states[i] == tree) return i;
    }
    return std::nullopt;
  };
  const Tree seen = without_siblings(visible(files));
  const auto state = find_state(seen);
  if (!state) {
    return "the home is in no state of the story:\n" + differences(told.states[last], seen);
  }
  if (landed != nullptr) *landed = *state;
  {
    Process writer(files, clock);
    if (const auto wrote = writer.run(probe); !wrote) {
      return "the next command failed: " + wrote.error().message;
    }
  }
  const Tree later = without_probe(visible(files));
  if (later != told.states[*state]) {
    return "the next command changed something:\n" + differences(told.states[*state], later);
  }
  const bool told_whole = *state + 1 == told.states.size();
  return faults_of(files, clock, with_probe(told.recorded[*state]),
                   told_whole ? told.story->erased : std::vector<std::string>());
}

inline std::string first_verdict(const Told& told, fs::MemoryFileSystem& files,
                                 const FixedClock& clock, std::size_t first, std::size_t last) {
  return verdict(told, files, clock, first, last);
}

// verdict(), and again after a power cut: what the next command left must stay.
inline std::string lasting_verdict(const Told& told, fs::MemoryFileSystem& files,
                                   const FixedClock& clock, std::size_t first, std::size_t last) {
  std::size_t landed = 0;
  std::string wrong = verdict(told, files, clock, first, last, &landed);
  if (!wrong.empty()) return wrong;
  const auto again = files.after(fs::PowerCut::Both);
  FixedClock now = clock;
  Process reader(*again, now);
  if (reader.store() == nullptr) return "the home cannot be opened after a later cut";
  std::vector<store::Place> places = all_places();
  places.push_back(probe_place());
  if (const auto view = reader.store()->view(places); !view) {
    return "reading failed after a later cut: " + view.error().message;
  }
  if (told.story->repeat) (void)reader.run(told.story->steps.front());
  const Tree later = visible(*again);
  if (!later.contains(path_of(probe_place().key, "probe.md"))) return "a later cut took the probe";
  if (without_probe(later) != told.states[landed]) {
    return "a later cut took something:\n" + differences(told.states[landed], without_probe(later));
  }
  wrong = faults_of(*again, now, with_probe(told.recorded[landed]), {});
  return wrong.empty() ? wrong : "after a later cut: " + wrong;
}

}  // namespace loci::testing
