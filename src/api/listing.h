// list, of one memory and of several together. Internal to api/.

#pragma once

#include <array>
#include <string_view>

#include "api/arguments.h"
#include "api/operation.h"

namespace loci::api {

inline constexpr std::array<std::string_view, 3> kListOrders{"newest", "oldest", "name"};
inline constexpr std::array kList = params(
    std::array{Param::text("type", "TYPE", "only notes of this type"),
               Param::text("tag", "TAG", "only notes with this tag"),
               Param::text("since", "WHEN", "only notes changed since then: 24h, 7d or a date"),
               Param::text("origin", "WHO",
                           "only notes last written by user, agent, agent:NAME, import or "
                           "external; all: show who wrote each"),
               Param::choice("sort", kListOrders, "the order (default: newest)"),
               Param::integer("limit", "N", "at most this many (default: all)").at_least(1),
               Param::integer("offset", "N", "skip this many first"),
               Param::flag("facets", "also count them by type, tag and place"), kEverywhere},
    kSelect);

[[nodiscard]] Result<Reply> list_notes(memory::Memory& memory, const Json& arguments);
[[nodiscard]] Result<Reply> list_notes_over(std::span<const Lent> lent, const Json& arguments);

// The scope that one of several memories is asked for, so that no note is told twice:
// global memory has what is global, a project what is its own. Nothing where the scope
// asked for is not there.
[[nodiscard]] std::optional<Json> asked_of(const Lent& lent, const Json& arguments);
// The project that a place belongs to; null for what all have in common.
[[nodiscard]] Json project_of(const store::Place& place, const std::string& project);

}  // namespace loci::api
