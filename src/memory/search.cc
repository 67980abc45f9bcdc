#include "memory/search.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/limits.h"
#include "base/path.h"
#include "memory/origins.h"
#include "memory/targets.h"
#include "memory/verdicts.h"
#include "note/index_file.h"

namespace loci::memory {
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
      return fail(invalid_input(fmt::format("'{}' is not a time", request.since),
                                "write 24h, 7d, 2w or a date such as 2026-11-15"));
    }
    query.after = std::max(query.after.value_or(since->begin), since->begin);
  }
  return query;
}

}  // namespace

// What a selector allows, and with it what has no notes: the scratchpad and the
// daily logs belong to the workspace.
Result<std::vector<store::Place>> searched_places(Memory& memory, const Selector& selector,
                                                  Audience audience) {
  LOCI_ASSIGN(std::vector<store::Place> places, memory.readable(selector, audience));
  const bool part = selector.in_private || selector.in_shared || selector.in_user;
  const bool workspace = selector.scope.empty() || selector.scope == "workspace";
  if (!memory.scopes().workspace() || part || !workspace) return places;
  LOCI_ASSIGN(store::Place scratchpad, memory.scopes().scratchpad());
  LOCI_ASSIGN(store::Place daily, memory.scopes().daily());
  places.push_back(std::move(scratchpad));
  places.push_back(std::move(daily));
  return places;
}

// What is kept for searching is made anew; nothing depends on it.
Result<> rebuild_catalogs(Memory& memory, const Selector& selector) {
  LOCI_ASSIGN(const std::vector<store::Place> places,
              searched_places(memory, selector, memory.session().audience));
  for (const store::Place& place : places) {
    LOCI_TRY(memory.catalogs().forget(place, ""));
    std::vector<std::string> unread;
    LOCI_TRY(memory.catalogs().refreshed(place, unread));
    for (const std::string& why : unread) memory.log().warn(why);
  }
  return {};
}

namespace {

void note_activity(Memory& memory, std::string_view operation, std::string summary) {
  if (!memory.config().records_searches() || memory.session().ephemeral) return;
  memory.activity().add({format_utc(memory.now()), std::string(operation), memory.scopes().slug(),
                         memory.actor(), std::move(summary)});
}

// Who wrote which note last is in the journal, which is read when a query asks for it.
Result<> find_origins(Memory& memory, const std::vector<store::Place>& places,
                      search::Query& query) {
  if (query.origins.empty()) return {};
  for (const store::Place& place : places) {
    std::unordered_set<std::string>& wanted = query.of_origins.emplace_back();
    LOCI_ASSIGN(const Origins origins, origins_in(memory.store(), place));
    for (const auto& [file, origin] : origins) {
      const bool fits = std::any_of(
          query.origins.begin(), query.origins.end(),
          [&of = origin](const std::string& one) { return origin_fits(of.origin, one); });
      if (fits) wanted.insert(file);
    }
  }
  return {};
}

// A summary of a conversation names everything that came up in it: it counts half, so that
// the note on a subject comes before it.
void put_summaries_back(const std::vector<store::Place>& places, std::vector<search::Hit>& hits) {
  constexpr double kSummaryCounts = 0.5;
  for (std::size_t i = hits.size(); i-- > 0;) {
    const bool daily = places[hits[i].collection].kind == store::Place::Kind::Daily;
    if (!daily || hits[i].sections.empty()) continue;
    if (hits[i].sections.front().headings.find(kSummaryHeading) == std::string::npos) continue;
    hits[i].score *= kSummaryCounts;
    for (std::size_t k = i; k + 1 < hits.size() && hits[k + 1].score > hits[k].score; ++k) {
      std::swap(hits[k], hits[k + 1]);
    }
  }
}

}  // namespace

std::vector<std::string> SearchReply::labels() const {
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < notes.size(); ++i) {
    labels.push_back(fmt::format("{}/{}", notes[i].place.label(), answer.hits[i].key));
  }
  return labels;
}

Result<SearchReply> search(Memory& memory, const SearchRequest& request,
                           std::optional<Audience> audience) {
  if (request.limit == 0 || request.limit > kSearchHits) {
    return fail(invalid_input(fmt::format("the limit must be from 1 to {}", kSearchHits)));
  }
  SearchReply reply;
  LOCI_ASSIGN(reply.query, query_of(request, memory.now()));
  LOCI_ASSIGN(
      const std::vector<store::Place> places,
      searched_places(memory, request.selector, audience.value_or(memory.session().audience)));
  search::SearchOptions options;
  options.limit = request.limit;
  options.sections_of_a_note = kSections;
  options.snippet_characters = request.snippet_characters;
  options.explain = request.explain;
  options.first = note::kIndexFile;
  if (request.meaning) {
    options.ranking.embedder = memory.word_table().get();
  } else {
    options.widenings = search::Widenings::none();
  }
  options.now = memory.now();
  options.today = local_date(memory.now());
  LOCI_TRY(find_origins(memory, places, reply.query));
  for (int round = 0;; ++round) {
    reply.places.clear();
    reply.unread.clear();
    for (const store::Place& place : places) {
      LOCI_ASSIGN(
          search::Collection refreshed,
          memory.catalogs().refreshed(place, reply.unread, listing_of(request.looked, place)));
      reply.places.push_back(std::move(refreshed));
    }
    auto answer = search::search(reply.places, reply.query, options);
    if (answer) {
      reply.answer = std::move(*answer);
      break;
    }
    if (answer.error().kind != ErrorKind::Corrupt || round > 0) return fail(std::move(answer));
    for (const store::Place& place : places)
      LOCI_TRY(memory.catalogs().forget(place, "is damaged"));
  }
  // An index without a word in its prose has nothing to show but its name.
  std::erase_if(reply.answer.hits, [](const search::Hit& hit) {
    return hit.name_only && hit.key == note::kIndexFile;
  });
  put_summaries_back(places, reply.answer.hits);
  KnownVerdicts known(memory);
  reply.notes.reserve(reply.answer.hits.size());
  for (const search::Hit& hit : reply.answer.hits) {
    const store::Place& place = places[hit.collection];
    reply.notes.push_back({place, child_path(memory.store().path_of(place), hit.key),
                           hit.key == note::kIndexFile, memory.untrusted(place),
                           known.mark_of(place, hit.key, hit.text)});
  }
  if (request.recorded) note_activity(memory, "search", request.query);
  return reply;
}

}  // namespace loci::memory
