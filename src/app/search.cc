// Searching, and what is noted about it.

#include <fmt/format.h>

#include <algorithm>

#include "app/memory.h"
#include "app/search.h"
#include "base/limits.h"
#include "base/text.h"

namespace loci::app {
namespace {

// Sections that a search shows of a note.
constexpr std::size_t kSections = 3;

Result<search::Query> query_of(const SearchRequest& request, Timestamp now) {
  LOCI_ASSIGN(search::Query query, search::parse_query(request.query, now));
  if (!request.type.empty()) {
    const auto type = note::parse_type(request.type);
    if (!type) {
      return fail(invalid_input(fmt::format("'{}' is not a type", request.type),
                                "use user, feedback, project or reference"));
    }
    query.types = {std::string(note::type_name(*type))};
  }
  if (!request.since.empty()) {
    const auto since = search::parse_period(request.since, now);
    if (!since) {
      return fail(invalid_input(fmt::format("'{}' is no time", request.since),
                                "write 24h, 7d, 2w or a date such as 2026-11-15"));
    }
    query.after = std::max(query.after.value_or(since->begin), since->begin);
  }
  return query;
}

}  // namespace

// What a selector allows, and with it what has no notes: the scratchpad and the
// daily logs belong to the workspace.
Result<std::vector<store::Place>> Memory::searched_places(const Selector& selector,
                                                          Audience audience) {
  LOCI_ASSIGN(std::vector<store::Place> places, readable(selector, audience));
  const bool part = selector.in_private || selector.in_shared || selector.in_user;
  const bool workspace = selector.scope.empty() || selector.scope == "workspace";
  if (!scopes_.workspace() || part || !workspace) return places;
  LOCI_ASSIGN(store::Place scratchpad, scopes_.scratchpad());
  LOCI_ASSIGN(store::Place daily, scopes_.daily());
  places.push_back(std::move(scratchpad));
  places.push_back(std::move(daily));
  return places;
}

// What is kept for searching is made anew; nothing depends on it.
Result<> Memory::rebuild_catalogs(const Selector& selector) {
  LOCI_ASSIGN(const std::vector<store::Place> places, searched_places(selector, session_.audience));
  for (const store::Place& place : places) {
    LOCI_TRY(catalogs_.forget(place, ""));
    std::vector<std::string> unread;
    LOCI_TRY(catalogs_.refreshed(place, unread));
    for (const std::string& why : unread) log_.warn(why);
  }
  return {};
}

void Memory::note_activity(std::string_view operation, std::string summary) {
  if (!config_.records_searches() || session_.ephemeral) return;
  activity_.add(
      {format_utc(now()), std::string(operation), scopes_.slug(), actor(), std::move(summary)});
}

Result<SearchReply> Memory::search(const SearchRequest& request) {
  return search_as(session_.audience, request);
}

Result<SearchReply> Memory::search_as(Audience audience, const SearchRequest& request) {
  if (request.limit == 0 || request.limit > kSearchHits) {
    return fail(invalid_input(fmt::format("the limit must be from 1 to {}", kSearchHits)));
  }
  SearchReply reply;
  LOCI_ASSIGN(reply.query, query_of(request, now()));
  LOCI_ASSIGN(const std::vector<store::Place> places, searched_places(request.selector, audience));
  search::SearchOptions options;
  options.limit = request.limit;
  options.sections_of_a_note = kSections;
  options.explain = request.explain;
  options.now = now();
  for (int round = 0;; ++round) {
    reply.places.clear();
    reply.unread.clear();
    for (const store::Place& place : places) {
      LOCI_ASSIGN(search::Collection refreshed, catalogs_.refreshed(place, reply.unread));
      reply.places.push_back(std::move(refreshed));
    }
    auto answer = search::search(reply.places, reply.query, options);
    if (answer) {
      reply.answer = std::move(*answer);
      break;
    }
    if (answer.error().kind != ErrorKind::Corrupt || round > 0) return fail(std::move(answer));
    for (const store::Place& place : places) LOCI_TRY(catalogs_.forget(place, "is damaged"));
  }
  // An index without a word in its prose has nothing to show but its name.
  std::erase_if(reply.answer.hits, [](const search::Hit& hit) {
    return hit.name_only && hit.key == note::kIndexFile;
  });
  for (const search::Hit& hit : reply.answer.hits) {
    const store::Place& place = places[hit.collection];
    reply.notes.push_back({place, fmt::format("{}/{}", store_.path_of(place), hit.key),
                           hit.key == note::kIndexFile, untrusted(place)});
  }
  if (request.recorded) note_activity("search", request.query);
  return reply;
}

}  // namespace loci::app
