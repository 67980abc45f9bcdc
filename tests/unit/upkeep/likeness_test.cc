#include "upkeep/likeness.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <map>
#include <string>

#include "support/alike_lists.h"
#include "support/alike_more_lists.h"
#include "support/alike_notes.h"
#include "support/alike_tables.h"

namespace loci::upkeep {
namespace {

Likeness of(std::string_view one, std::string_view other) {
  return likeness({"Fact", "", one}, {"Fact", "", other});
}

struct Figures {
  std::size_t found = 0;
  std::size_t pairs = 0;
  std::size_t merged = 0;  // look-alikes
  std::size_t look_alikes = 0;
};

Figures measure(const support::AlikeSet& set, const char* name) {
  std::vector<Told> notes;
  for (const support::MadeNote& note : set.notes) {
    notes.push_back({note.title, note.description, note.body});
  }
  std::map<std::pair<std::size_t, std::size_t>, bool> alike;
  for (const LikePair& pair : alike_pairs(notes)) {
    alike[std::minmax(pair.one, pair.other)] = true;
  }
  Figures figures;
  for (const auto& pair : set.pairs) {
    ++figures.pairs;
    const bool found = alike.contains({pair.one, pair.other});
    figures.found += found ? 1 : 0;
    if (!found && std::getenv("LOCI_SHOW_MISSED") != nullptr) {
      std::printf("missed (%s): %s\n  %s%s  %s%s", pair.how.c_str(),
                  likeness(notes[pair.one], notes[pair.other]).why.c_str(),
                  set.notes[pair.one].title.c_str(), (" | " + set.notes[pair.one].body).c_str(),
                  set.notes[pair.other].title.c_str(),
                  (" | " + set.notes[pair.other].body).c_str());
    }
  }
  for (const auto& pair : set.look_alikes) {
    ++figures.look_alikes;
    if (!alike.contains({pair.one, pair.other})) continue;
    ++figures.merged;
    std::printf("merged (%s):\n  %s  %s", pair.how.c_str(), set.notes[pair.one].body.c_str(),
                set.notes[pair.other].body.c_str());
  }
  std::printf("%s: %zu of %zu pairs found, %zu of %zu look-alikes taken for one, %zu notes\n", name,
              figures.found, figures.pairs, figures.merged, figures.look_alikes, set.notes.size());
  return figures;
}

TEST(Likeness, SeesTheSameFactInOtherWords) {
  const std::pair<const char*, const char*> same[] = {
      {"We deploy to production on Fridays.", "On Fridays we deploy to production."},
      {"Do not force-push to the main branch.", "Never force push to the main branch!"},
      {"The configuration of the gateway is in `conf/app.json`.",
       "The gateway config is in conf/app.json"},
      {"Requests time out after 30 seconds.", "A request times out after 30 s."},
      {"Use pnpm, cmake and ninja for the frontend.",
       "For the frontend use:\n- pnpm\n- cmake\n- ninja\n"},
      {"Pull requests need two approvals from the core team.",
       "PRs require 2 approvals from the core team."},
      {"The cache is flushed nightly.",
       "The cache is flushed nightly, because the upstream catalogue changes in the evening."},
      {"Colours follow the organisation's style guide.",
       "Colors follow the organization's style guide."},
      {"Run the tests before deploying the billing service.",
       "Before deploying the billing service, run the tests."},
  };
  for (const auto& [one, other] : same) {
    EXPECT_TRUE(of(one, other).alike) << one << "\n" << other << "\n" << of(one, other).why;
  }
}

TEST(Likeness, KeepsFactsApartThatDifferInOneThing) {
  const std::pair<const char*, const char*> apart[] = {
      {"The API listens on port 8080 of atlas.", "The API listens on port 8081 of atlas."},
      {"Requests time out after 30 seconds.", "Requests time out after 30 minutes."},
      {"The link carries 10 Mb of data.", "The link carries 10 MB of data."},
      {"Restart the worker after a deploy.", "Do not restart the worker after a deploy."},
      {"We deploy on Fridays after lunch.", "We no longer deploy on Fridays after lunch."},
      {"We deploy on Fridays after lunch.", "We used to deploy on Fridays after lunch."},
      {"Enable the shadow flag for billing.", "Disable the shadow flag for billing."},
      {"Turn the alarm on at night.", "Turn the alarm off at night."},
      {"Allow logins from the office network.", "Deny logins from the office network."},
      {"Run migrations before the deploy.", "Run migrations after the deploy."},
      {"Run migrations before the deploy.", "Run the deploy before migrations."},
      {"Copy the dump from atlas to borealis.", "Copy the dump from borealis to atlas."},
      {"Bazel is faster than ninja here.", "Ninja is faster than bazel here."},
      {"Prefer tabs over spaces in makefiles.", "Prefer spaces over tabs in makefiles."},
      {"Ask Maria about the invoices.", "Ask Jonas about the invoices."},
      {"The gateway calls the ledger service.", "The ledger calls the gateway service."},
      {"Run `make test` before every push.", "Run `make tests` before every push."},
      {"The service is written in Go by us.", "The service is written in Make by us."},
      {"Build with the cache enabled.", "Build without the cache enabled."},
      {"The parser is safe for user input.", "The parser is unsafe for user input."},
      {"Restart the service on failure.", "Restart the billing service on failure."},
      {"Logins must use the token.", "Logins may use the token."},
      {"Timeout is 30 and retries are 5.", "Timeout is 5 and retries are 30."},
      {"Deploy on Friday with care.", "Deploy only on Friday with care."},
      {"Keep at least 5 copies of it.", "Keep at most 5 copies of it."},
      {"Install version 1.2 on the runner.", "Install version 1.3 on the runner."},
      {"The limit is more than ten users.", "The limit is less than ten users."},
      {"Edit `src/main.cc` for the banner.", "Edit `src/main.h` for the banner."},
      {"Type hints are required in src and optional in tests.",
       "Type hints are optional in src and required in tests."},
      {"Before merging a model, execute `dbt test`.", "Merge a model before running dbt test."},
      {"Migrate the database, then restart the workers.",
       "Restart the workers, then migrate the database."},
      {"Empty strings are read as NULL by the parser.",
       "NULL is read as an empty string by the parser."},
      {"The release manager is Odalys.", "The release manager was Odalys."},
  };
  for (const auto& [one, other] : apart) {
    EXPECT_FALSE(of(one, other).alike) << one << "\n" << other;
    EXPECT_FALSE(of(one, other).likely) << one << "\n" << other;
  }
}

TEST(Likeness, ReadsTitlesAndDescriptionsToo) {
  const std::string_view body = "Restart it with systemctl; its logs are in the journal.";
  EXPECT_FALSE(likeness({"Server atlas", "", body}, {"Server borealis", "", body}).alike);
  EXPECT_FALSE(likeness({"Staging", "", body}, {"Production", "", body}).alike);
  EXPECT_FALSE(likeness({"Server", "Of 12 users", body}, {"Server", "Of 14 users", body}).alike);
  EXPECT_FALSE(likeness({"Release 1.2", "", body}, {"Release 1.3", "", body}).alike);
  EXPECT_TRUE(likeness({"note-0421", "", body}, {"note-0977", "", body}).alike);
  EXPECT_TRUE(likeness({"Notes on the journal", "How", body}, {"Journal logs", "", body}).alike);
}

TEST(Likeness, TellsWhatDecided) {
  EXPECT_EQ(of("The API listens on port 8080.", "The API listens on port 8081.").why,
            "'8080' is only in one of them");
}

// rule: D38
TEST(Likeness, GuessesWhereOnlyWordsDifferThatCanBeSaidOtherwise) {
  const auto guess = of("We use CSS modules; no Tailwind.",
                        "Styling is done with CSS modules, Tailwind is not used.");
  EXPECT_FALSE(guess.alike);
  EXPECT_TRUE(guess.likely) << guess.why;
  // One word for another may be another fact.
  EXPECT_FALSE(of("Tokens are validated by the gateway.", "The gateway issues tokens.").likely);
}

// rule: D28
TEST(Likeness, FindsATextInOneThatHasAllItsSentences) {
  EXPECT_TRUE(of("Run the linter on Fridays.",
                 "Never skip a review.\n\n- Run the linter on Fridays\n- Port 80 is closed\n")
                  .alike);
  EXPECT_TRUE(
      of("Updated 2026-03-01: run the linter on Fridays.", "Run the linter on Fridays.").alike);
}

// Written by hand, and used to mend the comparison since they were first measured: they guard.
TEST(Likeness, HoldsOnListsThatWereWrittenByHand) {
  struct List {
    const char* name;
    support::WrittenSet set;
    std::size_t least;
  };
  for (const List& list :
       {List{"coding", support::coding_notes(), 42},
        List{"assistant", support::assistant_notes(), 32}, List{"team", support::team_notes(), 80},
        List{"platform", support::platform_notes(), 80}}) {
    std::size_t found = 0;
    for (const support::WrittenPair& pair : list.set.pairs) {
      const Likeness like =
          likeness({pair.title, "", pair.body}, {pair.other_title, "", pair.other_body});
      found += like.alike || like.likely ? 1U : 0U;
    }
    for (const support::WrittenPair& pair : list.set.look_alikes) {
      const Likeness like =
          likeness({pair.title, "", pair.body}, {pair.other_title, "", pair.other_body});
      EXPECT_FALSE(like.alike || like.likely) << pair.body << "\n" << pair.other_body;
    }
    std::printf("%s: %zu of %zu pairs found, of %zu look-alikes none may be\n", list.name, found,
                list.set.pairs.size(), list.set.look_alikes.size());
    EXPECT_GE(found, list.least) << list.name;
  }
}

TEST(Likeness, HoldsOnPairsThatAreWordedFreely) {
  const auto found = [](const support::NotePair& pair) {
    const Likeness like = likeness({pair[0], "", pair[1]}, {pair[2], "", pair[3]});
    return like.alike || like.likely;
  };
  const auto pairs = support::note_pairs("pairs.tsv");
  const auto look_alikes = support::note_pairs("look_alikes.tsv");
  ASSERT_GE(pairs.size(), 160U);
  ASSERT_GE(look_alikes.size(), 160U);
  const auto count = std::count_if(pairs.begin(), pairs.end(), found);
  for (const support::NotePair& pair : look_alikes) {
    EXPECT_FALSE(found(pair)) << pair[1] << "\n" << pair[3];
  }
  std::printf("worded freely: %td of %zu pairs found, of %zu look-alikes none may be\n", count,
              pairs.size(), look_alikes.size());
  EXPECT_GE(count, 118);
}

// rule: D38
TEST(Likeness, GuessesByWhatPlainWordsMean) {
  const auto guessed = [](const char* one, const char* other) { return of(one, other).likely; };
  EXPECT_TRUE(guessed("Sam is allergic to peanuts, tell the cook in Oslo.",
                      "Tell the cook in Oslo that Sam has a peanut allergy."));
  // Opposites and roles are near in meaning, and are never taken for one another.
  EXPECT_FALSE(guessed("Rows are sorted in ascending order of age on atlas.",
                       "On atlas rows are sorted in descending order of age."));
  EXPECT_FALSE(
      guessed("The employer pays the ticket to Oslo.", "The employee pays the ticket to Oslo."));
  EXPECT_FALSE(
      guessed("Ninja is faster than make on atlas.", "Ninja is slower than make on atlas."));
  EXPECT_FALSE(guessed("Lists are sorted by name.", "Lists are sorted by date."));
}

// rule: X3
TEST(Likeness, ProvenAloneIsTheSameAsAmongWhatIsLikely) {
  const support::AlikeSet set = support::AlikeNotes(support::office_words(), 4).make(300, 60, 60);
  std::vector<Told> notes;
  for (const support::MadeNote& note : set.notes) {
    notes.push_back({note.title, note.description, note.body});
  }
  std::vector<std::pair<std::size_t, std::size_t>> wanted;
  for (const LikePair& pair : alike_pairs(notes)) {
    if (pair.likeness.alike) wanted.emplace_back(pair.one, pair.other);
  }
  std::vector<std::pair<std::size_t, std::size_t>> proven;
  for (const LikePair& pair : proven_pairs(notes)) proven.emplace_back(pair.one, pair.other);
  EXPECT_FALSE(proven.empty());
  EXPECT_EQ(proven, wanted);
}

// Thresholds and words were chosen on all three, so these figures guard; they do not foretell.
TEST(Likeness, FindsMostPairsAndTakesNoLookAlikeForOne) {
  const Figures office =
      measure(support::AlikeNotes(support::office_words(), 1).make(2'000, 200, 200), "office");
  const Figures workshop =
      measure(support::AlikeNotes(support::workshop_words(), 2).make(2'000, 200, 200), "workshop");
  const Figures fleet =
      measure(support::AlikeNotes(support::fleet_words(), 3).make(2'000, 200, 200), "fleet");
  for (const Figures& figures : {office, workshop, fleet}) {
    EXPECT_GE(figures.found * 10, figures.pairs * 9);
    EXPECT_EQ(figures.merged, 0U);
  }
}

}  // namespace
}  // namespace loci::upkeep
