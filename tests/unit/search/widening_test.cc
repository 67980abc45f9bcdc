#include "search/widening.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/same_words.h"
#include "search/tokenizer.h"
#include "search/words.h"
#include "support/notes.h"

namespace loci::search::widening_test {
namespace {

using support::found;
using support::place_of;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

struct Case {
  const char* query;
  const char* text;
};

// What one note says, and what somebody asks for it.
void expect_found(const std::vector<Case>& cases) {
  for (const Case& one : cases) {
    const auto place = place_of({{"a.md", one.text}, {"b.md", "Nothing of that kind here"}});
    EXPECT_THAT(found(place, one.query), ElementsAre("a.md")) << one.query << " in: " << one.text;
  }
}

void expect_nothing(const std::vector<Case>& cases) {
  for (const Case& one : cases) {
    const auto place = place_of({{"a.md", one.text}});
    EXPECT_THAT(found(place, one.query), IsEmpty()) << one.query << " in: " << one.text;
  }
}

// rule: F10
TEST(PartsOfWords, AreFoundWhereAStarStands) {
  const auto place = place_of({{"a.md", "Keep the websocket open"},
                               {"b.md", "A socketpair for tests"},
                               {"c.md", "Every socket is closed"},
                               {"d.md", "Nothing"}});
  EXPECT_THAT(found(place, "*socket*"), UnorderedElementsAre("a.md", "b.md", "c.md"));
  EXPECT_THAT(found(place, "*socket"), UnorderedElementsAre("a.md", "c.md"));
  EXPECT_THAT(found(place, "socket*"), UnorderedElementsAre("b.md", "c.md"));
  EXPECT_THAT(found(place, "+*pair* socket"), ElementsAre("b.md"));
  EXPECT_THAT(found(place, "*socket* -*web*"), UnorderedElementsAre("b.md", "c.md"));
  EXPECT_THAT(found(place, "*ocketp*"), ElementsAre("b.md"));
  EXPECT_THAT(found(place, "*nowhere*"), IsEmpty());
}

// rule: F10
TEST(PartsOfWords, MeanTheLettersAndNotTheStem) {
  const auto place = place_of({{"a.md", "reconnected twice"}, {"b.md", "reconnecting now"}});
  EXPECT_THAT(found(place, "*connected"), ElementsAre("a.md"));
  EXPECT_THAT(found(place, "*connect*"), UnorderedElementsAre("a.md", "b.md"));
}

// rule: F11
TEST(PartsOfWords, AreFoundByThemselvesWhenNoNoteHasTheWord) {
  expect_found({{"socket", "Keep the websocket open"},
                {"configure", "Reconfigure it after the move"},
                {"configure", "Reconfiguring takes a minute"},
                {"script", "All of it is TypeScripts"},
                {"Verbindung", "Die Datenbankverbindung bricht ab"}});
  const auto place = place_of({{"a.md", "Keep the websocket open"}, {"b.md", "A socket"}});
  EXPECT_THAT(found(place, "socket"), ElementsAre("b.md")) << "as a word it is there";
  EXPECT_THAT(found(place, "socket nowhere"), ElementsAre("b.md"));
  EXPECT_THAT(found(place_of({{"a.md", "websocket"}}), "+socket"), IsEmpty());
  EXPECT_THAT(found(place_of({{"a.md", "websocket"}}), "\"socket\""), IsEmpty());
}

// rule: F13
TEST(Compounds, MeetHoweverTheyAreWritten) {
  for (const char* query : {"signin", "sign-in", "sign_in", "sign in", "signIn"}) {
    for (const char* text : {"The signin page", "The sign-in page", "call sign_in() first",
                             "They sign in with a key", "call signIn() first"}) {
      expect_found({{query, text}});
    }
  }
  expect_found({{"datefns", "we use date-fns"},
                {"date-fns", "import datefns"},
                {"date fns", "import datefns"},
                {"datefns", "the date fns package"},
                {"e-mail", "send an email"},
                {"email", "send an e-mail"},
                {"emails", "no e-mails"},
                {"utf8", "as UTF-8"},
                {"utf-8", "as utf8"},
                {"max_tokens", "maxTokens is 4"},
                {"maxTokens", "--max-tokens max-tokens"},
                {"nodejs", "Node.js 22"},
                {"node.js", "nodejs 22"},
                {"websocket", "an open web socket"},
                {"web socket", "an open websocket"}});
  // Dates, numbers and ranges are no compounds.
  expect_nothing({{"20261115", "on 2026-11-15"}, {"12", "1-2 of them"}});
  EXPECT_EQ(stem("2026-11-15"), "2026-11-15");
  EXPECT_EQ(stem("--dry-run"), "--dry-run");
  EXPECT_EQ(stem("a/b-c"), "a/b-c");
}

// rule: F13
TEST(Compounds, OfGermanAreFoundByTheirParts) {
  expect_found({{"Datenbankmigration", "Die Datenbank und ihre Migration"},
                {"Datenbankmigration", "Jede Migration ist klein"},
                {"Verbindungsabbruch", "Abbruch der Verbindung"},
                {"Benutzerverwaltung", "Die Verwaltung der Gruppen"}});
  const auto place = place_of({{"both.md", "Datenbank vor der Migration"},
                               {"one.md", "Die Datenbank liegt woanders"},
                               {"none.md", "Bank und Ration"}});
  EXPECT_THAT(found(place, "Datenbankmigration"), ElementsAre("both.md", "one.md"));
  expect_nothing({{"+Datenbankmigration", "Die Datenbank"}, {"Kindergarten", "art des hauses"}});
}

// rule: F14
TEST(Abbreviations, AreFoundInSingularAndPlural) {
  expect_found({{"API", "All APIs"},
                {"APIs", "the API"},
                {"apis", "the API"},
                {"PR", "Open PRs"},
                {"PRs", "one PR"},
                {"prs", "one PR"},
                {"cpu", "four cpus"},
                {"CPUs", "one cpu"},
                {"pdfs", "a PDF"},
                {"kpi", "three KPIs"},
                {"kpis", "one KPI"},
                {"xyzs", "one XYZ"},
                {"LLM", "local LLMs"},
                {"IDs", "the id"},
                {"dtos", "a DTO"}});
  EXPECT_THAT(words_of("APIs and PRs"), ElementsAre("api", "and", "pr"));
  EXPECT_THAT(words_of("HTTPServers useAPIs"),
              ElementsAre("httpservers", "http", "servers", "useapis", "use", "ap", "is"));
  // What only looks like a plural, where it is there as a word.
  for (const std::string word : {"dns", "tls", "https", "css", "status", "bus"}) {
    const auto place = place_of({{"a.md", "http dn tl cs statu bu"}, {"b.md", "the " + word}});
    EXPECT_THAT(found(place, word), ElementsAre("b.md")) << word;
  }
}

// rule: F14
TEST(Abbreviations, WithANumberInsideMeanTheWord) {
  expect_found({{"k8s", "It runs on Kubernetes"},
                {"kubernetes", "the k8s cluster"},
                {"i18n", "internationalisation of dates"},
                {"internationalization", "see i18n"},
                {"l10n", "localization"},
                {"a11y", "accessibility"},
                {"observability", "our o11y stack"}});
  // Only the ones that are in use: by rule "automatically" would be a11y.
  expect_nothing({{"automatically", "our a11y rules"}, {"a11y", "automatically done"}});
  for (const std::string_view word : {"k8s", "i18n", "nov"}) {
    for (const std::string_view other : same_words(word)) {
      EXPECT_THAT(same_words(other), ::testing::Contains(word));
    }
  }
}

// rule: F15
TEST(Misspellings, AreGuessedOfWordsThatNoNoteHas) {
  expect_found({{"kuberntes", "It runs on Kubernetes"},
                {"migratoin", "One migration a day"},
                {"postgress", "Postgres 16"},
                {"deploymemt", "The deployment waits"},
                {"kuberntes deploy", "It runs on Kubernetes"}});
  // Two letters: only long words, and only when nothing else is there.
  expect_found({{"configuartoin", "The configuration is in TOML"},
                {"authentification", "Authentication by key"}});
  expect_nothing({{"pastgers", "fastgers"},  // another first letter
                  {"red", "rod"},            // short
                  {"drift", "draft2"},       // no word of letters
                  {"postgras", "progress"},  // two letters, too short a word
                  {"+kuberntes", "Kubernetes"},
                  {"\"kuberntes\"", "Kubernetes"},
                  {"20261", "20262"}});
  const auto place =
      place_of({{"a.md", "The configuration is in TOML"}, {"b.md", "Deploy it twice"}});
  EXPECT_THAT(found(place, "configuartoin deploy"), ElementsAre("b.md"));
}

TEST(Misspellings, AreMeasuredInLetters) {
  EXPECT_EQ(letters_apart("abc", "abc", 2), 0U);
  EXPECT_EQ(letters_apart("abc", "acb", 2), 1U);
  EXPECT_EQ(letters_apart("abc", "abcd", 2), 1U);
  EXPECT_EQ(letters_apart("kitten", "sitting", 2), 3U);
  EXPECT_EQ(letters_apart("kitten", "sitting", 3), 3U);
  EXPECT_EQ(letters_apart("", "ab", 2), 2U);
  EXPECT_EQ(letters_apart(std::string(80, 'a'), std::string(80, 'a'), 2), 3U);
}

TEST(Widening, LeavesWordsThatAreThereAsTheyAre) {
  const auto place = place_of({{"a.md", "deploy the socket"}});
  const auto query = parse_query("deploy +socket \"a b\" pre* -x", Timestamp());
  EXPECT_EQ(widened(*query, std::span(&place, 1)).clauses, query->clauses);
}

TEST(Widening, DoesNotCountWordsOfNotesThatAreGone) {
  auto place = place_of({{"a.md", "A socket"}, {"b.md", "Keep the websocket open"}});
  auto alive = std::make_shared<Bits>(2);
  alive->set(1);
  place.parts[0].alive = alive;
  EXPECT_THAT(found(place, "socket"), ElementsAre("b.md"));
}

TEST(Widening, SaysWhatBecameOfEachWord) {
  const auto place =
      place_of({{"a.md", "Keep the websocket open, one websocket"}, {"b.md", "Open at nine"}});
  const auto ask = [&](const char* text) {
    return *search(std::span(&place, 1), *parse_query(text, Timestamp()), {});
  };
  const Answer plain = ask("websocket open");
  ASSERT_EQ(plain.terms.size(), 2U);
  EXPECT_EQ(plain.terms[0].notes, 1U);
  EXPECT_EQ(plain.terms[1].notes, 2U);
  EXPECT_FALSE(plain.terms[0].guessed);
  const Answer guessed = ask("socket");
  ASSERT_EQ(guessed.terms.size(), 1U);
  EXPECT_TRUE(guessed.terms[0].guessed);
  EXPECT_THAT(guessed.terms[0].as, ElementsAre("websocket"));
  EXPECT_EQ(guessed.hits[0].words[0].count, 2U);
}

}  // namespace
}  // namespace loci::search::widening_test
