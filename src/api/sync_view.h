// What a sync did, as data and in words, for every command that tells of one.

#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "api/operation.h"
#include "base/json.h"
#include "remote/live.h"
#include "remote/sync.h"
#include "remote/write_through.h"

namespace loci::api {

[[nodiscard]] Json to_json(const remote::SyncReply& done);
enum class Side : std::uint8_t { Here, There };
// What happened to a note on one side, in words: "received", "deleted there".
[[nodiscard]] std::string news_word(std::string_view what, Side side);
// "hub: 2 received, 1 merged, 1 sent", or "hub: nothing new".
[[nodiscard]] std::string sync_line(const remote::SyncReply& done);

// A time such as 500ms, 5s or 2m; a number alone is seconds. InvalidInput for anything else, and
// for none at all.
[[nodiscard]] Result<std::chrono::milliseconds> duration_of(const Json& arguments, const char* name,
                                                            std::chrono::milliseconds standard);

// The same of what a remote that is kept up to date tells of; one line each.
[[nodiscard]] Json to_json(const remote::LiveNews& news);
[[nodiscard]] std::string live_line(const remote::LiveNews& news);

// Adds to the answer of a change what became of it at the remotes that it waited for.
void add_write_through(const std::vector<remote::WentThrough>& all, Json& data,
                       std::vector<std::string>& notes);

}  // namespace loci::api
