// Replies of the application as JSON with stable keys: docs/json.md lists them.

#pragma once

#include "app/memory.h"
#include "base/json.h"
#include "base/time.h"

namespace loci::api {

inline constexpr int kJsonVersion = 1;

// "scope" and "place".
[[nodiscard]] Json place_fields(const store::Place& place);
[[nodiscard]] Json to_json(const app::NoteInfo& note, Timestamp now);
[[nodiscard]] Json to_json(const app::NoteText& note, Timestamp now);
[[nodiscard]] Json to_json(const app::ChangeReply& change);
[[nodiscard]] Json to_json(const app::HistoryRow& row);
[[nodiscard]] Json to_json(const store::Revision& revision);
[[nodiscard]] Json to_json(const app::HealthReply& health);
[[nodiscard]] Json to_json(const note::IndexState& state);
[[nodiscard]] Json to_json(const Error& error);

}  // namespace loci::api
