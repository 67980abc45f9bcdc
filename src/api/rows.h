// The rows of the operation table, by subject. Internal to api/.

#pragma once

#include <span>

#include "api/operation.h"
#include "memory/change.h"
#include "memory/preferences.h"
#include "upkeep/review.h"

namespace loci::api {

[[nodiscard]] std::span<const Operation> note_operations();
[[nodiscard]] std::span<const Operation> preference_operations();
[[nodiscard]] std::span<const Operation> target_operations();
[[nodiscard]] std::span<const Operation> search_operations();
[[nodiscard]] std::span<const Operation> context_operations();
[[nodiscard]] std::span<const Operation> server_operations();
[[nodiscard]] std::span<const Operation> past_operations();
[[nodiscard]] std::span<const Operation> inbox_operations();
[[nodiscard]] std::span<const Operation> review_operations();
[[nodiscard]] std::span<const Operation> export_operations();
[[nodiscard]] std::span<const Operation> upkeep_operations();
[[nodiscard]] std::span<const Operation> home_operations();
[[nodiscard]] std::span<const Operation> consolidate_operations();
[[nodiscard]] std::span<const Operation> repository_operations();
[[nodiscard]] std::span<const Operation> setup_operations();
[[nodiscard]] std::span<const Operation> merge_operations();
[[nodiscard]] std::span<const Operation> remote_operations();
[[nodiscard]] std::span<const Operation> agent_operations();
[[nodiscard]] std::span<const Operation> import_operations();
[[nodiscard]] std::span<const Operation> memory_operations();

// Whether `loci memory` means the index by it.
[[nodiscard]] bool is_index_name(std::string_view name);

// The reply every change gives.
[[nodiscard]] Reply change_reply(const memory::ChangeReply& change);
// The reply of an edit of what waits in the inbox.
[[nodiscard]] Reply held_edit_reply(const memory::ChangeReply& change);

// What review shows of one note: a heading and the lines in question.
[[nodiscard]] std::string noted_text(const memory::Preference& note);
[[nodiscard]] std::string due_text(const upkeep::DueNote& note);

}  // namespace loci::api
