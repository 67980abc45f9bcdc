// search.

#include <fmt/format.h>

#include <algorithm>

#include "api/arguments.h"
#include "api/listing.h"
#include "api/rows.h"
#include "api/text_view.h"
#include "base/json_object.h"
#include "base/json_text.h"
#include "base/limits.h"
#include "base/text.h"
#include "memory/memory.h"
#include "memory/search.h"

namespace loci::api {
namespace {

constexpr std::int64_t kLeastRendered = 256;

constexpr std::array kSearch = params(
    std::array{
        Param::words("query", "WORDS",
                     "what to look for: words, \"a phrase\", +must, -not, pre*, *part*, type:, "
                     "tag:, file:, after:, before:")
            .by_place()
            .needed(),
        Param::text("type", "TYPE", "only notes of this type"),
        Param::text("since", "WHEN", "24h, 7d or a date"),
        Param::integer("limit", "N", "at most this many notes (default: 10)")
            .at_least(1)
            .at_most(kSearchHits),
        Param::flag("explain", "show how each score is made up"),
        Param::integer("render", "BYTES",
                       "one text of at most this many bytes: the number of notes with each word, "
                       "and the lines around the words")
            .at_least(kLeastRendered)
            .at_most(kFileBytes),
        kEverywhere},
    kSelect);

Json json_of(const std::vector<search::Term>& terms) {
  Json list = Json::array();
  for (const search::Term& term : terms) {
    Json one = {{"term", term.text}, {"notes", term.notes}};
    if (term.guessed) one["as"] = term.as;
    list.push_back(std::move(one));
  }
  return list;
}

// In how many notes each word is: said when there are several, or a guess among them.
std::string terms_text(const std::vector<search::Term>& terms) {
  const bool guessed = std::any_of(terms.begin(), terms.end(),
                                   [](const search::Term& term) { return term.guessed; });
  if (terms.size() < 2 && !guessed) return {};
  std::string text;
  for (const search::Term& term : terms) {
    text += fmt::format("{}{} {}", text.empty() ? "notes with each word: " : ", ",
                        printable(term.text, true), term.notes);
    if (!term.as.empty()) text += fmt::format(" (as {})", printable(join(term.as, ", "), true));
  }
  return text;
}

Json json_of(const search::Reasons& reasons) {
  Json words = Json::array();
  for (const search::Reasons::Word& word : reasons.words) {
    Json fields = Json::object();
    for (std::size_t i = 0; i < search::kFields; ++i) {
      if (word.fields[i] == 0) continue;
      fields[std::string(search::field_name(static_cast<search::Field>(i)))] = word.fields[i];
    }
    words.push_back({{"word", word.text},
                     {"rarity", word.rarity},
                     {"score", word.score},
                     {"exact", word.exact},
                     {"fields", std::move(fields)}});
  }
  return {{"words", std::move(words)},  {"near", reasons.near},
          {"note", reasons.note},       {"link", reasons.link},
          {"exact", reasons.exact},     {"together", reasons.together},
          {"recency", reasons.recency}, {"importance", reasons.importance},
          {"meaning", reasons.meaning}};
}

void put(JsonText& out, const search::SectionHit& section) {
  out.begin_object()
      .add("headings", section.headings)
      .add("line", section.line)
      .add("end_line", section.end_line)
      .add("score", section.score)
      .add("snippet", section.snippet);
  if (section.reasons) out.add("why", json_of(*section.reasons));
  out.end_object();
}

void put(JsonText& out, const search::Hit& hit, const memory::FoundNote& note,
         const Json& project = Json::value_t::discarded) {
  out.begin_object()
      .add("path", note.path)
      .add("filename", hit.key)
      .add("name", hit.name)
      .add("type", hit.type.empty() ? Json(nullptr) : Json(hit.type))
      .add("scope", note.place.scope())
      .add("place", note.place.label());
  if (!project.is_discarded()) out.add("project", project);
  out.add("description", hit.description);
  out.key("tags").begin_array();
  for (const std::string& tag : hit.tags) out.value(tag);
  out.end_array();
  out.add("date", utc_date(hit.date)).add("score", hit.score);
  out.key("matched_terms").begin_object();
  for (auto word = hit.words.begin(); word != hit.words.end(); ++word) {
    const auto same = [&](const search::WordCount& other) { return other.text == word->text; };
    if (std::none_of(word + 1, hit.words.end(), same)) out.add(word->text, word->count);
  }
  out.end_object()
      .add("total_hits", hit.total_hits)
      .add("filename_only", hit.name_only)
      .add("is_memory_md", note.is_index)
      .add("body", search::excerpt(hit));
  out.key("sections").begin_array();
  for (const search::SectionHit& section : hit.sections) put(out, section);
  out.end_array();
  if (note.untrusted) out.add("untrusted", true);
  if (!note.citations.empty()) out.add("citations", note.citations);
  if (hit.by_meaning) out.add("by_meaning", true);
  if (!hit.outdated.empty()) out.add("outdated", hit.outdated);
  if (!hit.due.empty()) out.add("due", hit.due);
  out.end_object();
}

std::string why_text(const search::Reasons& why) {
  constexpr double kShown = 0.005;
  std::string text;
  const auto add = [&](std::string_view name, double value) {
    if (value < kShown) return;
    text += fmt::format("{}{} {:.2f}", text.empty() ? "" : " + ", name, value);
  };
  for (const search::Reasons::Word& word : why.words) {
    add(printable(word.text, true), word.score);
  }
  add("near", why.near);
  add("note", why.note);
  add("link", why.link);
  add("exact", why.exact);
  add("together", why.together);
  if (text.empty()) text = "words 0.00";
  text += fmt::format(", times recency {:.2f}, importance {:.2f}", why.recency, why.importance);
  if (why.meaning != 0) text += fmt::format(", plus meaning {:.2f}", why.meaning);
  return text;
}

std::string section_text(const search::SectionHit& section) {
  std::string text =
      fmt::format("  {}: {}{}\n", section.line,
                  section.headings.empty() ? "" : printable(section.headings, true) + ": ",
                  printable(section.snippet, true));
  if (section.reasons) {
    text += fmt::format("      {:.2f} = {}\n", section.score, why_text(*section.reasons));
  }
  return text;
}

std::string hit_text(const search::Hit& hit, const memory::FoundNote& note, Timestamp now) {
  std::string text = fmt::format("{}  {} ({}, {}{}{}{}{}{})\n", printable(hit.key, true),
                                 printable(hit.name, true), place_text(note.place, note.untrusted),
                                 age(hit.date, now), hit.by_meaning ? ", by meaning" : "",
                                 hit.outdated.empty() ? "" : ", " + printable(hit.outdated, true),
                                 hit.due.empty() ? "" : ", " + hit.due,
                                 note.citations.empty() ? "" : ", cites ", note.citations);
  if (hit.name_only) {  // why it is here, and how it begins
    if (!hit.description.empty()) text += fmt::format("  {}\n", printable(hit.description, true));
    if (!hit.sections.empty()) text += section_text(hit.sections.front());
    return text;
  }
  for (const search::SectionHit& section : hit.sections) text += section_text(section);
  return text;
}

// The words of the query as they stand in the texts of the hits, those of a phrase one by one.
void add_marked(const search::Answer& answer, std::vector<std::string>& words) {
  constexpr std::string_view kSpaces = " \t\r\n";
  for (const search::Hit& hit : answer.hits) {
    for (const search::Match& match : hit.matches) {
      std::string_view rest = hit.text.substr(match.begin, match.end - match.begin);
      while (!rest.empty()) {
        const std::size_t end = std::min(rest.find_first_of(kSpaces), rest.size());
        const std::string word = printable(rest.substr(0, end), true);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (word.empty()) continue;
        if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
      }
    }
  }
}

memory::SearchRequest search_request(const Json& arguments) {
  memory::SearchRequest request;
  request.query = text_or(arguments, "query");
  request.selector = selector(arguments);
  request.type = text_or(arguments, "type");
  request.since = text_or(arguments, "since");
  // A text has room for more notes than a list.
  request.limit = number_or(arguments, "limit", arguments.contains("render") ? kSearchHits : 10);
  request.explain = flag(arguments, "explain");
  return request;
}

// The best of all memories, by score.
Result<Reply> search_over(std::span<const Lent> lent, const Json& arguments) {
  struct One {
    const Lent* lent;
    memory::SearchReply found;
  };
  std::vector<One> all;
  struct Rank {
    double score;
    std::size_t memory;
    std::size_t hit;
  };
  std::vector<Rank> ranks;
  std::size_t more = 0;
  Json unread = Json::array();
  for (const Lent& one : lent) {
    const auto asked = asked_of(one, arguments);
    if (!asked) continue;
    LOCI_ASSIGN(memory::SearchReply found, memory::search(*one.memory, search_request(*asked)));
    for (std::size_t i = 0; i < found.notes.size(); ++i) {
      if (project_of(found.notes[i].place, one.project).is_null() && !one.project.empty()) continue;
      ranks.push_back({found.answer.hits[i].score, all.size(), i});
    }
    more += found.answer.more;
    for (const std::string& why : found.unread) unread.push_back(why);
    all.push_back({&one, std::move(found)});
  }
  std::stable_sort(ranks.begin(), ranks.end(),
                   [](const Rank& a, const Rank& b) { return a.score > b.score; });
  const std::size_t limit = number_or(arguments, "limit", 10);
  if (ranks.size() > limit) {
    more += ranks.size() - limit;
    ranks.resize(limit);
  }
  Json hits = Json::array();
  JsonText text;
  std::string shown;
  std::vector<std::string> marked;
  for (const One& one : all) add_marked(one.found.answer, marked);
  for (const Rank& rank : ranks) {
    const One& from = all[rank.memory];
    const memory::FoundNote& note = from.found.notes[rank.hit];
    put(text, from.found.answer.hits[rank.hit], note, project_of(note.place, from.lent->project));
    hits.push_back(written_json(text.view()));
    text.clear();
    const std::string& project = from.lent->project;
    if (!project.empty()) shown += fmt::format("{}/", printable(project, true));
    shown += hit_text(from.found.answer.hits[rank.hit], note, from.lent->memory->now());
  }
  Reply reply;
  reply.list = "hits";
  reply.text = std::move(shown);
  reply.marked = [marked = std::move(marked)] { return marked; };
  reply.nothing = ranks.empty();
  if (reply.nothing) reply.notes.emplace_back("nothing found");
  reply.data = {{"hits", std::move(hits)}, {"more", more}};
  if (!unread.empty()) reply.data["unread"] = std::move(unread);
  return reply;
}

Result<Reply> search(memory::Memory& memory, const Json& arguments) {
  LOCI_TRY(only_here(arguments));
  const memory::SearchRequest request = search_request(arguments);
  LOCI_ASSIGN(memory::SearchReply answer, memory::search(memory, request));
  const auto found = std::make_shared<const memory::SearchReply>(std::move(answer));
  Reply reply;
  reply.list = "hits";
  const std::size_t room = number_or(arguments, "render", 0);
  const auto rendered = [found, room] {
    std::vector<std::string> paths;
    for (const memory::FoundNote& note : found->notes) paths.push_back(note.path);
    return search::render(found->answer, paths, room);
  };
  reply.long_text = [found, rendered, room, now = memory.now()] {
    if (room > 0) return rendered();
    std::string text;
    for (std::size_t i = 0; i < found->notes.size(); ++i) {
      if (i > 0) text += '\n';
      text += hit_text(found->answer.hits[i], found->notes[i], now);
    }
    const std::string terms = terms_text(found->answer.terms);
    if (!text.empty() && !terms.empty()) text += fmt::format("\n  {}\n", terms);
    return text;
  };
  reply.marked = [found] {
    std::vector<std::string> words;
    add_marked(found->answer, words);
    return words;
  };
  reply.large = [found, rendered, room] {
    Json hits = Json::array();
    JsonText hit;
    for (std::size_t i = 0; i < found->notes.size(); ++i) {
      put(hit, found->answer.hits[i], found->notes[i]);
      hits.push_back(written_json(hit.view()));
      hit.clear();
    }
    Json data = JsonObject(5)
                    .add("hits", std::move(hits))
                    .add("more", found->answer.more)
                    .add("terms", json_of(found->answer.terms))
                    .take();
    if (room > 0) data["rendered"] = rendered();
    if (!found->unread.empty()) data["unread"] = found->unread;
    return data;
  };
  if (std::any_of(found->notes.begin(), found->notes.end(),
                  [](const memory::FoundNote& note) { return note.untrusted; })) {
    reply.notes.push_back(untrusted_note());
  }
  for (const std::string& why : found->unread) {
    reply.incomplete = true;
    reply.notes.push_back(fmt::format("searched in an older form: {}", why));
  }
  reply.nothing = found->notes.empty();
  if (reply.nothing) reply.notes.emplace_back("nothing found");
  if (found->answer.more > 0 && room == 0) {
    const std::size_t all = found->notes.size() + found->answer.more;
    reply.notes.push_back(fmt::format(
        "{}: {}", count(found->answer.more, "more note"),
        all > kSearchHits
            ? std::string("add words, type: or --since to narrow the search")
            : fmt::format("'--limit {}' shows {}", all, found->answer.more == 1 ? "it" : "them")));
  }
  return reply;
}

constexpr std::array kSearchRoutes{Route{"GET", "/api/memory/search", "q=query"}};

constexpr std::array kSearchOperations{
    Operation{Group::Notes, "search", "Search notes by words and by meaning", Effect::Reads,
              kSearch, "loci search review style --type user", search}
        .at(kSearchRoutes)
        .over_projects(search_over)
        .answering("Hits"),
};

}  // namespace

std::span<const Operation> search_operations() { return kSearchOperations; }

}  // namespace loci::api
