#include "upkeep/facts_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "store/place.h"

namespace loci::upkeep::facts_file_test {
namespace {

// Everything that a note can show.
const std::string kText =
    "---\nname: A \\ b\ndescription: Misc notes\ntype: user\nmetadata:\n  expires: 2026-01-01\n"
    "  review_by: 2026-02-01\n  supersedes: [old, older]\n  cites: [src/x.cc]\n---\n\n"
    "Since yesterday in `src/a.cc:3` and `flush_all` in `src/b.cc`, see [t](other.md).\n"
    "Removed: `docs/` at https://example.org/x, [[Some Title]], [u](other.md).\n"
    "Token ghp_x9Kq2mZr7vLp4TnWb8YsHd3FgJc6RtUeQa1B.\n";

KeptFacts some() {
  KeptFacts kept;
  const auto add = [&](const std::string& file, const std::string& text, const fs::Stamp& stamp) {
    NoteFacts facts = facts_of(store::global_place(), file, text);
    facts.outgrown = NoteFacts::Outgrown::No;
    kept.notes.emplace(file, memory::Stamped<NoteFacts>::Entry{
                                 stamp, std::make_shared<const NoteFacts>(std::move(facts))});
  };
  add("a\tb.md", kText, {1, -2, 3, 4, 5});
  add("broken.md", "---\nname: [\n---\n", {6, 7, 8, 9, 10});
  add("plain.md", "---\nname: P\ndescription: Which port it is\ntype: user\n---\n\nText.\n", {});
  kept.alike = {"digest", {{"one.md", "two\n.md"}}};
  return kept;
}

// rule: X10
TEST(FactsFile, HasAllThatWasFoundOut) {
  const KeptFacts kept = some();
  const KeptFacts back = parse_facts(format_facts(kept));
  ASSERT_EQ(back.notes.size(), 3U);
  EXPECT_EQ(back.notes.at("a\tb.md").stamp, (fs::Stamp{1, -2, 3, 4, 5}));
  EXPECT_EQ(back.alike.among, "digest");
  EXPECT_EQ(back.alike.pairs, kept.alike.pairs);
  EXPECT_EQ(format_facts(back), format_facts(kept));
  for (const auto& [file, entry] : kept.notes) {
    const NoteFacts& was = *entry.found;
    const NoteFacts& is = *back.notes.at(file).found;
    EXPECT_EQ(is.hash, was.hash);
    EXPECT_EQ(is.name, was.name);
    EXPECT_EQ(is.description, was.description);
    EXPECT_EQ(is.faults, was.faults);
    EXPECT_EQ(is.links, was.links);
    EXPECT_EQ(is.outgrown, was.outgrown);
    EXPECT_EQ(is.description_line, was.description_line);
    EXPECT_EQ(is.life.supersedes, was.life.supersedes);
  }
  const NoteFacts& full = *back.notes.at("a\tb.md").found;
  EXPECT_EQ(full.life.expires, "2026-01-01");
  EXPECT_EQ(full.metadata_line, 5U);
  ASSERT_EQ(full.scanned.size(), 1U);
  EXPECT_EQ(full.scanned[0].rule->id, "github-token");
  EXPECT_EQ(full.scanned[0].severity, full.scanned[0].rule->severity);
  ASSERT_EQ(full.links.size(), 2U);
  EXPECT_EQ(full.links[0].lines, (std::vector<std::size_t>{12, 13}));
  EXPECT_GE(full.citations.size(), 5U);
  EXPECT_FALSE(full.faults.empty());
  EXPECT_FALSE(back.notes.at("broken.md").found->description);
}

// rule: X11
TEST(FactsFile, IsNoneWhenOneByteIsDamaged) {
  const std::string sound = format_facts(some());
  for (std::size_t i = 0; i < sound.size(); ++i) {
    std::string damaged = sound;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    EXPECT_TRUE(parse_facts(damaged).notes.empty()) << i;
    EXPECT_TRUE(parse_facts(sound.substr(0, i)).notes.empty()) << i;
  }
}

// Every citation that facts leave to the links, and every other one, is what citations() gives.
TEST(Facts, HaveEveryCitation) {
  const NoteFacts facts = facts_of(store::global_place(), "a.md", kText);
  const std::vector<note::Citation> all = all_citations(facts);
  const std::vector<note::Citation> wanted = note::citations(note::parse_note(kText), kText);
  ASSERT_EQ(all.size(), wanted.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i].line, wanted[i].line);
  }
}

}  // namespace
}  // namespace loci::upkeep::facts_file_test
