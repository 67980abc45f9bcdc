// Notes that say the same: how many of the known pairs are found, how many look-alikes are taken
// for one, and how long twenty thousand notes take. `loci_bench_alike`; exits 1 when a limit is
// missed.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <set>

#include "support/alike_lists.h"
#include "support/alike_more_lists.h"
#include "support/alike_notes.h"
#include "support/alike_tables.h"
#include "upkeep/likeness.h"

namespace {

using namespace loci;  // NOLINT: a small program

std::vector<upkeep::Told> told_of(const support::AlikeSet& set) {
  std::vector<upkeep::Told> notes;
  for (const support::MadeNote& note : set.notes) {
    notes.push_back({note.title, note.description, note.body});
  }
  return notes;
}

// Whether nine of ten pairs are found and no look-alike is taken for one.
bool measure(const char* name, const support::Vocabulary& words, unsigned seed) {
  const support::AlikeSet set = support::AlikeNotes(words, seed).make(2'000, 200, 200);
  std::set<std::pair<std::size_t, std::size_t>> alike;
  for (const upkeep::LikePair& pair : upkeep::alike_pairs(told_of(set))) {
    alike.insert(std::minmax(pair.one, pair.other));
  }
  const auto among = [&](const std::vector<support::AlikeSet::Pair>& pairs) {
    return std::count_if(pairs.begin(), pairs.end(), [&](const auto& pair) {
      return alike.contains({pair.one, pair.other});
    });
  };
  for (const auto& pair : set.look_alikes) {
    if (!alike.contains({pair.one, pair.other})) continue;
    std::printf("  %s\n  %s\n", set.notes[pair.one].body.c_str(),
                set.notes[pair.other].body.c_str());
  }
  const auto found = among(set.pairs);
  const auto taken = among(set.look_alikes);
  std::printf("%-10s %3td of 200 pairs found, %td of 200 look-alikes taken for one\n", name, found,
              taken);
  return found >= 180 && taken == 0;
}

// Pairs that people wrote, each by itself.
bool measure_list(const char* name, const support::WrittenSet& set) {
  const auto count = [](const std::vector<support::WrittenPair>& pairs, bool guesses) {
    return std::count_if(pairs.begin(), pairs.end(), [&](const support::WrittenPair& pair) {
      const upkeep::Likeness like =
          upkeep::likeness({pair.title, "", pair.body}, {pair.other_title, "", pair.other_body});
      return guesses ? like.likely : like.alike;
    });
  };
  const auto guessed = count(set.pairs, true);
  const auto taken = count(set.look_alikes, false) + count(set.look_alikes, true);
  std::printf("%-10s %3td of %zu pairs found (%td of them guesses), %td of %zu look-alikes\n", name,
              count(set.pairs, false) + guessed, set.pairs.size(), guessed, taken,
              set.look_alikes.size());
  return taken == 0;
}

// Pairs that are worded freely, from a file.
bool measure_tables() {
  const auto pairs = support::note_pairs("pairs.tsv");
  const auto look_alikes = support::note_pairs("look_alikes.tsv");
  const auto found = [](const support::NotePair& pair) {
    const upkeep::Likeness like = upkeep::likeness({pair[0], "", pair[1]}, {pair[2], "", pair[3]});
    return like.alike || like.likely;
  };
  const auto taken = std::count_if(look_alikes.begin(), look_alikes.end(), found);
  std::printf("%-10s %3td of %zu pairs found, %td of %zu look-alikes\n", "freely",
              std::count_if(pairs.begin(), pairs.end(), found), pairs.size(), taken,
              look_alikes.size());
  return taken == 0 && !pairs.empty();
}

}  // namespace

int main() {
  bool good = measure_tables();
  good = measure_list("coding", support::coding_notes()) && good;
  good = measure_list("assistant", support::assistant_notes()) && good;
  good = measure_list("team", support::team_notes()) && good;
  good = measure_list("platform", support::platform_notes()) && good;
  for (unsigned seed = 11; seed < 14; ++seed) {
    good = measure("office", support::office_words(), seed) && good;
    good = measure("workshop", support::workshop_words(), seed) && good;
    good = measure("fleet", support::fleet_words(), seed) && good;
  }
  const support::AlikeSet many =
      support::AlikeNotes(support::fleet_words(), 5).make(20'000, 2'000, 2'000);
  const auto notes = told_of(many);
  const auto begin = std::chrono::steady_clock::now();
  const std::size_t pairs = upkeep::alike_pairs(notes).size();
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::printf("20,000 notes compared in %.2f s (limit 5 s), %zu pairs\n", seconds, pairs);
  return good && seconds <= 5.0 ? 0 : 1;
}
