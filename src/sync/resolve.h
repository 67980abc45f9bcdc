// Settling what could not be merged: two versions in one note, or a pair of notes (unmerged.h).

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "memory/memory.h"
#include "memory/reading.h"
#include "note/unmerged.h"

namespace loci::sync {

enum class Choice : std::uint8_t {
  None,  // only say what there is
  Keep,  // one version, by its name
  Both,  // two notes, which have nothing to do with each other any more
  Text,  // what somebody made of the two
  Mine,  // the version of this machine, where git or a record still knows it
  Theirs,
};

struct ResolveRequest {
  memory::NoteRequest note;
  Choice choice = Choice::None;
  std::string version{};  // of Keep: its first digits
  std::string text{};     // of Text
  bool dry_run = false;
};

// A note that has two versions.
struct Unsettled {
  store::Place place;
  std::string file;   // the one that keeps the name
  std::string other;  // the other note of a pair, or "" where both are in one
  note::Version first;
  note::Version second;
};

struct ResolveReply {
  Unsettled found;
  std::string mine{};  // the name of the version that is mine, where that is known
  std::optional<memory::ChangeReply> change{};
};

// InvalidInput for a note that has one version only, or for digits that name none. One
// operation, which undo takes back.
Result<ResolveReply> resolve(memory::Memory& memory, const ResolveRequest& request);

// All notes that `places` have in two versions, for lists and for check.
Result<std::vector<Unsettled>> unsettled(memory::Memory& memory, const memory::Selector& selector);

}  // namespace loci::sync
