#include "memory/verdicts.h"

#include <gtest/gtest.h>

namespace loci::memory::verdicts_test {
namespace {

Verdicts some() {
  Verdicts all;
  NoteVerdict& note = all["a.md"];
  note = {"hash", "2026-11-15T10:00:00.000Z", true, "c0ffee"};
  note.citations = {{"path", "src/a\tb.cc", 7, Verdict::Missing, "deleted\nin \\ 1"},
                    {"symbol", "x_y", 9, Verdict::Ok}};
  note.files = {{"src/c.cc", {1, 2, 3, 4, 5}}};
  all["b.md"] = {"other", "2026-11-15T10:00:00.000Z", false};
  return all;
}

// rule: D6
TEST(Verdicts, ComeBackAsTheyWereKept) {
  const Verdicts back = parse_verdicts(format_verdicts(some()));
  ASSERT_EQ(back.size(), 2U);
  const NoteVerdict& note = back.at("a.md");
  EXPECT_EQ(note.worst(), Verdict::Missing);
  EXPECT_EQ(note.citations.at(0).text, "src/a\tb.cc");
  EXPECT_EQ(note.citations.at(0).reason, "deleted\nin \\ 1");
  EXPECT_EQ(note.files.at(0).stamp, (fs::Stamp{1, 2, 3, 4, 5}));
  EXPECT_TRUE(note.git);
  EXPECT_EQ(note.head, "c0ffee");
  EXPECT_EQ(back.at("b.md").worst(), Verdict::Ok);
}

// rule: D7
TEST(BadNotes, AreThoseWithSomethingStaleOrMissing) {
  Verdicts all = some();
  all["ok.md"] = {"h", "d", false};
  all["ok.md"].citations = {{"path", "a\tstale\tb", 1, Verdict::Ok}};
  const BadNotes bad = parse_bad_notes(format_verdicts(all));
  ASSERT_EQ(bad.size(), 1U);
  EXPECT_EQ(bad.at("a.md").hash, "hash");
  EXPECT_EQ(bad.at("a.md").worst, Verdict::Missing);
  EXPECT_TRUE(parse_bad_notes("broken").empty());
}

// rule: D6
TEST(Verdicts, AreNoneWhenOneByteIsDamaged) {
  const std::string sound = format_verdicts(some());
  for (std::size_t i = 0; i < sound.size(); ++i) {
    std::string damaged = sound;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    EXPECT_TRUE(parse_verdicts(damaged).empty()) << i;
    EXPECT_TRUE(parse_verdicts(sound.substr(0, i)).empty()) << i;
  }
}

}  // namespace
}  // namespace loci::memory::verdicts_test
