// Replies of the application as JSON with stable keys: docs/json.md lists them.

#pragma once

#include "base/json.h"
#include "base/time.h"
#include "memory/change.h"
#include "memory/memory.h"
#include "memory/reading.h"
#include "note/index_file.h"
#include "past/history.h"
#include "upkeep/health.h"

namespace loci::api {

inline constexpr int kJsonVersion = 1;

// "scope" and "place".
[[nodiscard]] Json place_fields(const store::Place& place);
[[nodiscard]] Json to_json(const memory::NoteInfo& note, Timestamp now);
[[nodiscard]] Json to_json(const memory::NoteText& note, Timestamp now);
[[nodiscard]] Json to_json(const memory::CitationVerdict& citation);
[[nodiscard]] Json to_json(const memory::ChangeReply& change);
[[nodiscard]] Json to_json(const past::HistoryRow& row);
[[nodiscard]] Json to_json(const store::Revision& revision);
[[nodiscard]] Json to_json(const upkeep::HealthReply& health);
[[nodiscard]] Json to_json(const note::IndexState& state);
[[nodiscard]] Json to_json(const Error& error);

}  // namespace loci::api
