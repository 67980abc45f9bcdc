// What memory has to say at a moment: notes whose triggers fit it, and notes that it calls
// to mind (recall.h), with the sentence of each that is told and why.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "memory/listing.h"
#include "memory/memory.h"
#include "prompt/recall.h"
#include "prompt/triggers.h"

namespace loci::prompt {

// At most so many notes are told at once.
inline constexpr std::size_t kMostRecalled = 5;

// What one note says to a moment.
struct Recalled {
  std::string key;         // the place and the file
  std::string hash;        // of its text
  std::string text;        // a line for the prompt
  bool triggered = false;  // by a trigger of its own
  bool wanted = false;     // what the user wants, as they wrote or accepted it
};

// A note that was found, and whether it is told.
struct Judged {
  store::Place place;
  std::string file;
  std::string name;
  double score = 0;
  Evidence evidence;
  std::string fact;     // the sentence that is told
  std::string trigger;  // why it is heard: "the command `git push`", or ""
  bool told = false;
  std::string why;  // told or not
  Recalled recalled;
};
struct Judgement {
  std::string query;  // what was searched for; "" when no word says something
  RecallLevel level = RecallLevel::Normal;
  std::optional<double> bar;       // that the evidence must reach; none where recall is off
  std::size_t notes_searched = 0;  // daily logs among them
  std::vector<Judged> notes;       // triggered ones first, then by evidence
  std::string text;                // what would be told, in a session that knows nothing yet
};
// `looked`: what the caller saw of the files just now, if anything.
Result<Judgement> judge(memory::Memory& memory, const Moment& moment,
                        const memory::Listings& looked = {});

// The notes that are told, in that order.
[[nodiscard]] std::vector<Recalled> told_of(const Judgement& judgement);
// The heading that stands above a line for a prompt.
[[nodiscard]] std::string_view heading_of(const Recalled& note);

}  // namespace loci::prompt
