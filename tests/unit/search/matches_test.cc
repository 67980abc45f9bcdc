#include "search/matches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/notes.h"

namespace loci::search::matches_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const support::NoteTexts kNotes{
    {"a.md", "---\nname: A\ntype: user\ntags: [db, Ops]\n---\n\nthe garden gate is blue\n"},
    {"b.md", "---\nname: B\ntype: project\n---\n\nblue gate of the garden\n"},
    {"dir/c.md", "---\nname: Garden\ndescription: Gate\n---\n\nhe went home\n"},
};

// The notes with the first clause of a query that pass its filters.
std::vector<std::string> found(std::string_view words, const Collection& place) {
  const auto query = parse_query(words, Timestamp());
  if (!query) return {query.error().message};
  const Matches matches(std::span(&place, 1), *query);
  std::vector<std::string> keys;
  for (const PartMatches& part : matches.parts()) {
    visit_all(part.words[0].postings, [&](std::uint32_t section, std::uint8_t) {
      if (part.allowed != nullptr && !part.allowed->test(section)) return;
      keys.emplace_back(part.segment->key(part.segment->section(section).file));
    });
  }
  return keys;
}
std::vector<std::string> found(std::string_view words) {
  return found(words, support::place_of(kNotes));
}

TEST(Matches, OfAWordAreAllWithItsStem) {
  EXPECT_THAT(found("gardens"), ElementsAre("a.md", "b.md", "dir/c.md"));
  EXPECT_THAT(found("go"), ElementsAre("dir/c.md"));
  EXPECT_THAT(found("absent"), IsEmpty());
}

TEST(Matches, OfAPhraseAreItsWordsOneBehindTheOther) {
  EXPECT_THAT(found("\"garden gate\""), ElementsAre("a.md"))
      << "no phrase runs from a name into a description";
  EXPECT_THAT(found("\"gate of the garden\""), ElementsAre("b.md"));
  EXPECT_THAT(found("\"gardens gate\""), IsEmpty()) << "word for word";
  EXPECT_THAT(found("\"gone\""), IsEmpty());
}

TEST(Matches, OfAPrefixAreWordsThatBeginSo) {
  EXPECT_THAT(found("gar*"), ElementsAre("a.md", "b.md", "dir/c.md"));
  EXPECT_THAT(found("wen*"), ElementsAre("dir/c.md"));
  EXPECT_THAT(found("goi*"), IsEmpty()) << "'went' has its stem and not its beginning";
}

TEST(Matches, AreNarrowedByWhatTheNoteIs) {
  EXPECT_THAT(found("garden type:user"), ElementsAre("a.md"));
  EXPECT_THAT(found("garden type:user type:project"), ElementsAre("a.md", "b.md"));
  EXPECT_THAT(found("garden tag:ops tag:db"), ElementsAre("a.md"));
  EXPECT_THAT(found("garden tag:op"), IsEmpty()) << "a tag is a whole one";
  EXPECT_THAT(found("garden file:C.m"), ElementsAre("dir/c.md"));
}

TEST(Matches, AreNarrowedByWordsOfTheWholeNote) {
  EXPECT_THAT(found("garden +blue"), ElementsAre("a.md", "b.md"));
  EXPECT_THAT(found("garden -blue"), ElementsAre("dir/c.md"));
  EXPECT_THAT(found("garden -\"garden gate\""), ElementsAre("b.md", "dir/c.md"));
  EXPECT_THAT(found("garden +absent"), IsEmpty());
}

TEST(Matches, AreNarrowedToAScopeAndWhatIsInIt) {
  EXPECT_THAT(found("home scope:global"), ElementsAre("dir/c.md"));
  EXPECT_THAT(found("home scope:workspace"), IsEmpty());
  const Collection agents = support::place_of(kNotes, "agent:dev");
  EXPECT_THAT(found("home scope:agent", agents), ElementsAre("dir/c.md"));
  EXPECT_THAT(found("home scope:agent:dev", agents), ElementsAre("dir/c.md"));
  EXPECT_THAT(found("home scope:agent:ops", agents), IsEmpty());
}

TEST(Matches, LeaveOutWhatIsGone) {
  Collection place = support::place_of(kNotes);
  auto alive = std::make_shared<Bits>(place.parts[0].segment->sections());
  alive->set(place.parts[0].segment->file(1).first_section);
  place.parts[0].alive = alive;
  EXPECT_THAT(found("garden", place), ElementsAre("b.md"));
  EXPECT_THAT(found("garden +blue", place), ElementsAre("b.md")) << "also with a filter";
}

TEST(Matches, WeighARareWordMoreThanACommonOne) {
  const Collection place = support::place_of(kNotes);
  const auto query = parse_query("garden home", Timestamp());
  const Matches matches(std::span(&place, 1), *query);
  const PartMatches& part = matches.parts().front();
  EXPECT_GT(part.words[1].weight, part.words[0].weight);
  EXPECT_FALSE(matches.damaged());
}

}  // namespace
}  // namespace loci::search::matches_test
