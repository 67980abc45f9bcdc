#include "search/search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "support/notes.h"

namespace loci::search::search_test {
namespace {

using support::found;
using support::place_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

const Collection& notes() {
  static const Collection place =
      place_of({{"review-style.md",
                 "---\nname: Review Style\ndescription: findings first\ntype: user\n"
                 "tags: [Work, review]\n---\n\nPut blocking findings first.\n"},
                {"deploy.md",
                 "---\nname: Deploy\ntype: project\n---\n\n# Steps\n\nRun the deploy script "
                 "twice.\n\n# Rollback\n\nUse `--rollback v2.1` in src/deploy/main.cc.\n"},
                {"db.md",
                 "---\nname: Database\ntype: reference\ntags: [db]\n---\n\nPostgres timeouts, the "
                 "connection pool, camelCaseName and snake_case_name.\n"}});
  return place;
}

TEST(Search, FindsWordsByTheirStem) {
  EXPECT_THAT(found(notes(), "deploying"), ElementsAre("deploy.md"));
  EXPECT_THAT(found(notes(), "connections"), ElementsAre("db.md"));
  EXPECT_THAT(found(notes(), "nothing whatsoever"), IsEmpty());
}

TEST(Search, FindsIdentifiersByThemselvesAndByTheirParts) {
  for (const auto* words : {"camelCaseName", "camel", "snake_case_name", "snake"}) {
    EXPECT_THAT(found(notes(), words), ElementsAre("db.md")) << words;
  }
  for (const auto* words : {"main.cc", "src/deploy/main.cc", "--rollback", "v2.1"}) {
    EXPECT_THAT(found(notes(), words), ElementsAre("deploy.md")) << words;
  }
}

TEST(Search, TakesPhrasesWordForWord) {
  EXPECT_THAT(found(notes(), "\"blocking findings\""), ElementsAre("review-style.md"));
  EXPECT_THAT(found(notes(), "\"findings blocking\""), IsEmpty());
  EXPECT_THAT(found(notes(), "\"findings first\""), ElementsAre("review-style.md"));
  EXPECT_THAT(found(notes(), "\"timeout\""), IsEmpty());  // exact: timeouts
  EXPECT_THAT(found(notes(), "\"timeouts\""), ElementsAre("db.md"));
  EXPECT_THAT(found(notes(), "\"snake case name\""), ElementsAre("db.md"));
}

TEST(Search, LetsWordsBeRequiredExcludedAndBegun) {
  EXPECT_THAT(found(notes(), "+deploy findings"), ElementsAre("deploy.md"));
  EXPECT_THAT(found(notes(), "deploy findings -script"), ElementsAre("review-style.md"));
  EXPECT_THAT(found(notes(), "roll*"), ElementsAre("deploy.md"));
  EXPECT_THAT(found(notes(), "post* find*"), UnorderedElementsAre("db.md", "review-style.md"));
  EXPECT_THAT(found(notes(), "+deploy +findings"), IsEmpty());
}

TEST(Search, RequiresOfANoteWhatMayStandInAnotherSection) {
  EXPECT_THAT(found(notes(), "+twice +rollback"), ElementsAre("deploy.md"));
  EXPECT_THAT(found(notes(), "rollback -twice"), IsEmpty());
}

TEST(Search, FiltersByTypeScopeTagFileAndDate) {
  EXPECT_THAT(found(notes(), "type:user findings deploy"), ElementsAre("review-style.md"));
  EXPECT_THAT(found(notes(), "scope:global deploy"), ElementsAre("deploy.md"));
  EXPECT_THAT(found(notes(), "scope:workspace deploy"), IsEmpty());
  EXPECT_THAT(found(notes(), "tag:work"), ElementsAre("review-style.md"));
  EXPECT_THAT(found(notes(), "tag:none deploy"), IsEmpty());
  EXPECT_THAT(found(notes(), "file:DEPLOY findings deploy"), ElementsAre("deploy.md"));
  EXPECT_THAT(found(notes(), "after:2030 deploy"), IsEmpty());
}

TEST(Search, ShowsANoteOnceWithItsBestSections) {
  const auto query = parse_query("deploy rollback", Timestamp());
  SearchOptions options;
  options.explain = true;
  const auto answer = search(std::span(&notes(), 1), *query, options);
  ASSERT_TRUE(answer);
  ASSERT_THAT(answer->hits, SizeIs(1));
  const Hit& hit = answer->hits[0];
  EXPECT_EQ(hit.name, "Deploy");
  EXPECT_EQ(hit.type, "project");
  ASSERT_THAT(hit.sections, SizeIs(2));
  EXPECT_EQ(hit.sections[0].headings, "Rollback");
  EXPECT_EQ(hit.sections[0].line, 10U);
  EXPECT_THAT(hit.sections[0].snippet, HasSubstr("--rollback v2.1"));
  ASSERT_TRUE(hit.sections[0].reasons);
  EXPECT_GT(hit.sections[0].reasons->note, 0);
  EXPECT_FALSE(hit.name_only);
  EXPECT_EQ(hit.total_hits, 5U);
}

TEST(Search, MarksWhatOnlyItsNameMatches) {
  const auto query = parse_query("database", Timestamp());
  const auto answer = search(std::span(&notes(), 1), *query, {});
  ASSERT_TRUE(answer);
  ASSERT_THAT(answer->hits, SizeIs(1));
  EXPECT_TRUE(answer->hits[0].name_only);
}

TEST(Search, LooksInSeveralPlaces) {
  const std::vector<Collection> places = {place_of({{"a.md", "alpha"}}, "global"),
                                          place_of({{"a.md", "alpha beta"}}, "agent:reviewer")};
  const auto both = search(places, *parse_query("alpha", Timestamp()), {});
  ASSERT_TRUE(both);
  EXPECT_THAT(both->hits, SizeIs(2));
  const auto one = search(places, *parse_query("alpha scope:agent", Timestamp()), {});
  ASSERT_THAT(one->hits, SizeIs(1));
  EXPECT_EQ(one->hits[0].collection, 1U);
}

TEST(Search, GivesAsManyNotesAsAskedWhenOneHasAllTheBestSections) {
  std::string book;
  for (int i = 0; i < 900; ++i) book += "##\nalpha alpha alpha\n";
  const Collection place = place_of({{"book.md", book},
                                     {"one.md", "alpha " + std::string(200, 'x')},
                                     {"two.md", "alpha in a longer text of a few more words"}});
  EXPECT_THAT(found(place, "alpha", 3), SizeIs(3));
}

TEST(Search, CountsWhatIsNotShown) {
  support::NoteTexts texts;
  for (int i = 0; i < 30; ++i) texts.emplace_back(std::to_string(i) + ".md", "alpha");
  const Collection place = place_of(texts);
  SearchOptions options;
  options.limit = 10;
  const auto answer = search(std::span(&place, 1), *parse_query("alpha", Timestamp()), options);
  EXPECT_THAT(answer->hits, SizeIs(10));
  EXPECT_EQ(answer->more, 20U);
}

std::vector<std::string> keys_of(const Answer& answer) {
  std::vector<std::string> keys;
  for (const Hit& hit : answer.hits) keys.push_back(hit.key);
  return keys;
}

// rule: F16
TEST(Search, PutsANameBehindATextThatHasAsManyOfTheWords) {
  const Collection place = place_of(
      {{"broker.md", "---\nname: Broker\ndescription: Our broker\n---\n\nRabbit runs in Berlin.\n"},
       {"long.md", "One thing and another, and somewhere among much else the broker is named.\n"},
       {"other.md", "Nothing."}});
  const auto answer = search(std::span(&place, 1), *parse_query("broker", Timestamp()), {});
  EXPECT_THAT(keys_of(*answer), ElementsAre("long.md", "broker.md"));
  EXPECT_TRUE(answer->hits[1].name_only);
  EXPECT_EQ(excerpt(answer->hits[1]), "6: Rabbit runs in Berlin.\n");
  // Two words in a name are more than one in a text.
  const Collection more = place_of({{"broker-host.md", "Rabbit runs in Berlin.\n"},
                                    {"long.md", "Somewhere the broker is named.\n"}});
  const auto both = search(std::span(&more, 1), *parse_query("broker host", Timestamp()), {});
  EXPECT_THAT(keys_of(*both), ElementsAre("broker-host.md", "long.md"));
}

// rule: F16
TEST(Search, PutsAFileFirstThatIsToBeFirstWhenItsTextHasAllWords) {
  support::NoteTexts texts = {{"MEMORY.md", "# About\n\n" + std::string(3000, '.') +
                                                " The blue door and many other things.\n"}};
  for (int i = 0; i < 30; ++i) {
    texts.emplace_back(std::to_string(i) + ".md", "blue door blue door blue door\n");
  }
  const Collection place = place_of(texts);
  SearchOptions options;
  options.limit = 5;
  const auto plain = search(std::span(&place, 1), *parse_query("blue door", Timestamp()), options);
  EXPECT_NE(plain->hits[0].key, "MEMORY.md");
  options.first = "MEMORY.md";
  const auto all = search(std::span(&place, 1), *parse_query("blue door", Timestamp()), options);
  EXPECT_EQ(all->hits[0].key, "MEMORY.md");
  EXPECT_THAT(all->hits, SizeIs(5));
  EXPECT_EQ(all->more, 26U);
  const auto part =
      search(std::span(&place, 1), *parse_query("blue door hinge", Timestamp()), options);
  EXPECT_NE(part->hits[0].key, "MEMORY.md") << "it does not have every word";
}

// rule: F17
TEST(Rendering, ShowsLinesAroundMatches) {
  std::string text;
  for (int i = 1; i <= 60; ++i) {
    text += i == 10 || i == 12 || i == 50 ? "alpha\n" : "filler " + std::to_string(i) + "\n";
  }
  const Collection place = place_of({{"a.md", text}, {"alpha.md", "nothing here"}});
  const auto query = parse_query("alpha beta", Timestamp());
  const auto answer = search(std::span(&place, 1), *query, {});
  const std::vector<std::string> paths = {"/home/a.md", "/home/alpha.md"};
  const std::string shown = render(*answer, paths, 32'768);
  EXPECT_THAT(shown, ::testing::StartsWith("Searched 2 terms: alpha(2) beta(0) across 2 files. "
                                           "Showing top 2 by relevance.\n\n"
                                           "/home/a.md  [matched: alpha]\nfiller 7\n"));
  EXPECT_THAT(shown, HasSubstr("filler 15\n…\nfiller 47\n"));
  EXPECT_THAT(shown, Not(HasSubstr("filler 16\n")));
  EXPECT_THAT(shown,
              HasSubstr("/home/alpha.md  [matched: alpha] (filename match)\nnothing here\n"));
  EXPECT_THAT(excerpt(answer->hits[0]), HasSubstr("7: filler 7\n"));
}

TEST(Rendering, NeverOutgrowsItsRoom) {
  support::NoteTexts texts;
  for (int i = 0; i < 40; ++i) {
    std::string text;
    for (int line = 0; line < 300; ++line) text += "alpha größe " + std::to_string(line) + "\n";
    texts.emplace_back(std::to_string(i) + ".md", text);
  }
  texts.emplace_back("line.md", "alpha " + std::string(100'000, 'y'));
  const Collection place = place_of(texts);
  const auto query = parse_query("alpha", Timestamp());
  SearchOptions options;
  options.limit = 100;
  const auto answer = search(std::span(&place, 1), *query, options);
  for (const std::size_t room : {0U, 64U, 100U, 1'000U, 5'000U, 32'768U}) {
    const std::string shown = render(*answer, keys_of(*answer), room);
    EXPECT_LE(shown.size(), std::max<std::size_t>(room, 64));
    EXPECT_TRUE(is_valid_utf8(shown));
    EXPECT_THAT(shown, HasSubstr("more file(s) omitted]"));
  }
  const std::string shown = render(*answer, keys_of(*answer), 32'768);
  EXPECT_TRUE(shown.ends_with(" more file(s) omitted]\n"));
}

TEST(Rendering, ShowsAtMostFiveWindows) {
  std::string text;
  for (int i = 1; i <= 200; ++i) {
    text += i % 20 == 1 ? "alpha " + std::to_string(i) + "\n" : "filler\n";
  }
  const Collection place = place_of({{"a.md", text}});
  const auto query = parse_query("alpha", Timestamp());
  const std::string shown = render(*search(std::span(&place, 1), *query, {}), {}, 32'768);
  EXPECT_THAT(shown, HasSubstr("alpha 81\n"));
  EXPECT_THAT(shown, Not(HasSubstr("alpha 101\n")));
}

TEST(Rendering, MakesControlCharactersVisible) {
  const Collection place = place_of({{"a.md", "alpha \x1b[31mred\n"}});
  const auto query = parse_query("alpha", Timestamp());
  const std::string shown = render(*search(std::span(&place, 1), *query, {}), {}, 32'768);
  EXPECT_THAT(shown, Not(HasSubstr("\x1b")));
}

}  // namespace
}  // namespace loci::search::search_test
