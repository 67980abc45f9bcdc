// Random edits of one base, merged: what must hold for every pair of them. LOCI_MERGE_SEED in the
// environment repeats a run.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "base/text.h"
#include "base/yaml.h"
#include "note/index_file.h"
#include "note/note.h"
#include "note/split.h"
#include "note/unmerged.h"
#include "support/rounds.h"
#include "sync/merge.h"

namespace loci::sync::merge_property_test {
namespace {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : generator_(seed) {}
  std::size_t below(std::size_t end) { return end == 0 ? 0 : generator_() % end; }
  bool one_in(std::size_t n) { return below(n) == 0; }

 private:
  std::mt19937_64 generator_;
};

using Texts = std::vector<std::string>;

// A note as parts that edits change: fields, items of a set, lines of a block, paragraphs.
struct Made {
  std::vector<std::pair<std::string, std::string>> fields;
  Texts tags;
  bool block_tags = false;
  Texts scalar;  // a block scalar under an unknown key
  std::map<std::string, std::string> metadata;
  Texts lines;
};

std::string text_of(const Made& made) {
  std::string text = "---\n";
  for (const auto& [key, value] : made.fields) text += fmt::format("{}: {}\n", key, value);
  if (!made.tags.empty() && !made.block_tags)
    text += fmt::format("tags: [{}]\n", join(made.tags, ", "));
  if (!made.tags.empty() && made.block_tags) {
    text += "tags:\n";
    for (const std::string& tag : made.tags) text += fmt::format("  - {}\n", tag);
  }
  if (!made.scalar.empty()) {
    text += "recipe: |\n";
    for (const std::string& line : made.scalar) text += fmt::format("  {}\n", line);
  }
  if (!made.metadata.empty()) {
    text += "metadata:\n";
    for (const auto& [key, value] : made.metadata) text += fmt::format("  {}: {}\n", key, value);
  }
  text += "---\n\n";
  for (const std::string& line : made.lines) text += line + "\n";
  return text;
}

class Maker {
 public:
  explicit Maker(Dice& dice) : dice_(dice) {}

  std::string word() { return fmt::format("w{}", ++count_); }

  std::string line() {
    // Common lines too: what stands there several times is what merges get wrong.
    switch (dice_.below(10)) {
      case 0:
      case 1:
        return "";
      case 2:
        return "same words";
      case 3:
        return "---";
      default:
        return fmt::format("line {} of it", ++count_);
    }
  }

  Made base() {
    Made made;
    made.fields = {
        {"name", "N " + word()}, {"description", "About " + word()}, {"type", "project"}};
    for (std::size_t i = dice_.below(4); i > 0; --i)
      made.fields.emplace_back("x-" + word(), word());
    for (std::size_t i = dice_.below(4); i > 0; --i) made.tags.push_back(word());
    made.block_tags = dice_.one_in(2);
    if (dice_.one_in(2)) {
      for (std::size_t i = 1 + dice_.below(5); i > 0; --i) made.scalar.push_back("step " + word());
    }
    for (std::size_t i = dice_.below(3); i > 0; --i) made.metadata["k" + word()] = word();
    const std::size_t lines = dice_.one_in(20) ? 0 : dice_.below(dice_.one_in(10) ? 200 : 24);
    for (std::size_t i = 0; i < lines; ++i) made.lines.push_back(line());
    return made;
  }

  void edit_list(Texts& list, const std::string& fresh) {
    const std::size_t at = dice_.below(list.size() + 1);
    const auto place = list.begin() + static_cast<std::ptrdiff_t>(at);
    switch (dice_.below(4)) {
      case 0:
        if (at < list.size()) list.erase(place);
        break;
      case 1:
        if (at < list.size()) *place = fresh;
        break;
      case 2:  // moved
        if (at < list.size()) {
          std::string moved = *place;
          list.erase(place);
          list.insert(list.begin() + static_cast<std::ptrdiff_t>(dice_.below(list.size() + 1)),
                      std::move(moved));
        }
        break;
      default:
        list.insert(place, fresh);
    }
  }

  Made edited(Made made) {
    for (std::size_t edits = 1 + dice_.below(4); edits > 0; --edits) {
      switch (dice_.below(9)) {
        case 0: {
          auto& field = made.fields[dice_.below(made.fields.size())];
          if (field.first != "type") field.second = word();
          break;
        }
        case 1:
          made.fields.insert(made.fields.begin() +
                                 static_cast<std::ptrdiff_t>(dice_.below(made.fields.size() + 1)),
                             {"y-" + word(), word()});
          break;
        case 2: {
          Texts tags = made.tags;
          edit_list(tags, word());
          if (!tags.empty()) made.tags = tags;
          break;
        }
        case 3:
          if (!made.scalar.empty()) edit_list(made.scalar, "step " + word());
          break;
        case 4:
          made.metadata["k" + word()] = word();
          break;
        default:
          edit_list(made.lines, line());
      }
    }
    return made;
  }

 private:
  Dice& dice_;
  int count_ = 0;
};

std::map<std::string, int> counts(std::string_view text) {
  std::map<std::string, int> result;
  for (const std::string_view line : split_lines(text)) ++result[std::string(without_ending(line))];
  return result;
}

int count_of(const std::map<std::string, int>& counts, const std::string& line) {
  const auto found = counts.find(line);
  return found == counts.end() ? 0 : found->second;
}

// Lines that stand in each text at most once say exactly whether something was lost, came back
// or was doubled.
void expect_lines(const std::string& base, const std::string& mine, const std::string& theirs,
                  const std::string& result) {
  const auto b = counts(base);
  const auto m = counts(mine);
  const auto t = counts(theirs);
  const auto r = counts(result);
  std::set<std::string> all;
  for (const auto* some : {&b, &m, &t, &r}) {
    for (const auto& [line, count] : *some) all.insert(line);
  }
  for (const std::string& line : all) {
    if (!line.starts_with("line ")) continue;
    const int before = count_of(b, line);
    const int expected = count_of(m, line) == before ? count_of(t, line) : count_of(m, line);
    EXPECT_EQ(count_of(r, line), expected) << "'" << line << "'";
  }
}

std::set<std::string> set_of(const Texts& texts) { return {texts.begin(), texts.end()}; }

void expect_fields(const note::Note& b, const note::Note& m, const note::Note& t,
                   const note::Note& r) {
  EXPECT_TRUE(std::none_of(r.faults.begin(), r.faults.end(), [](const note::Fault& fault) {
    return fault.code == note::FaultCode::BrokenYaml || fault.code == note::FaultCode::DuplicateKey;
  }));
  std::set<std::string> tags;
  for (const std::set<std::string>& side : {set_of(m.tags), set_of(t.tags)}) {
    for (const std::string& tag : side) {
      const bool removed = set_of(b.tags).contains(tag) &&
                           !(set_of(m.tags).contains(tag) && set_of(t.tags).contains(tag));
      if (!removed) tags.insert(tag);
    }
  }
  EXPECT_EQ(set_of(r.tags), tags);
}

Json fields_of(const std::string& text) {
  const note::Split split = note::split_note(text);
  return yaml_to_json(
      parse_yaml(std::string_view(text).substr(split.yaml_begin, split.yaml_end - split.yaml_begin))
          .root);
}

// Every key, also below metadata, is what the three-way rule says.
void expect_values(const Json& b, const Json& m, const Json& t, const Json& r,
                   const std::string& path) {
  std::set<std::string> keys;
  for (const Json* side : {&b, &m, &t, &r}) {
    for (const auto& [key, value] : side->items()) keys.insert(key);
  }
  for (const std::string& key : keys) {
    if (key == "tags") continue;
    const Json none;
    const auto value = [&](const Json& side) { return side.contains(key) ? side[key] : none; };
    const Json before = value(b);
    const Json of_m = value(m);
    const Json of_t = value(t);
    if (of_m == of_t || of_t == before) {
      EXPECT_EQ(value(r), of_m) << path << key;
    } else if (of_m == before) {
      EXPECT_EQ(value(r), of_t) << path << key;
    } else if (key == "metadata" && of_m.is_object() && of_t.is_object()) {
      expect_values(before.is_object() ? before : Json::object(), of_m, of_t,
                    value(r).is_object() ? value(r) : Json::object(), "metadata.");
    } else if (key == "recipe") {
      const std::string text = value(r).is_string() ? value(r).get<std::string>() : "";
      expect_lines(replace_all(before.is_string() ? before.get<std::string>() : "", "step", "line"),
                   replace_all(of_m.get<std::string>(), "step", "line"),
                   replace_all(of_t.get<std::string>(), "step", "line"),
                   replace_all(text, "step", "line"));
    } else {
      ADD_FAILURE() << path << key << " was changed by both and merged";
    }
  }
}

std::uint64_t seed_of_run() {
  const char* given = std::getenv("LOCI_MERGE_SEED");
  return given != nullptr ? std::strtoull(given, nullptr, 10) : std::random_device{}();
}

// rule: MG1, MG2, MG3, MG4
TEST(MergeProperty, LosesNothingAndDoublesNothingAndIsTheSameFromBothSides) {
  const std::uint64_t first = seed_of_run();
  const std::size_t cases = testing::full() ? 100'000 : 3'000;
  std::size_t clean = 0;
  for (std::size_t i = 0; i < cases; ++i) {
    const std::uint64_t seed = first + i;
    Dice dice(seed);
    Maker maker(dice);
    const Made made = maker.base();
    const std::string base = text_of(made);
    const std::string mine = text_of(maker.edited(made));
    const std::string theirs = text_of(maker.edited(made));
    const Merged result = merge(Shape::Note, {base, mine, theirs});
    ASSERT_EQ(merge(Shape::Note, {base, theirs, mine}).text, result.text) << "seed " << seed;
    if (!result.text) {
      const std::string both = note::in_one_file(mine, theirs);
      const auto two = note::versions_in(both);
      ASSERT_TRUE(two && both == note::in_one_file(theirs, mine)) << "seed " << seed;
      ASSERT_TRUE((two->first.text == mine && two->second.text == theirs) ||
                  (two->first.text == theirs && two->second.text == mine))
          << "seed " << seed;
      continue;
    }
    ++clean;
    expect_lines(base, mine, theirs, *result.text);
    expect_fields(note::parse_note(base), note::parse_note(mine), note::parse_note(theirs),
                  note::parse_note(*result.text));
    expect_values(fields_of(base), fields_of(mine), fields_of(theirs), fields_of(*result.text), "");
    EXPECT_EQ(merge(Shape::Note, {base, *result.text, theirs}).text, result.text);
    EXPECT_EQ(merge(Shape::Note, {base, mine, *result.text}).text, result.text);
    ASSERT_FALSE(HasFailure()) << "seed " << seed << "\n--- base\n"
                               << base << "\n--- mine\n"
                               << mine << "\n--- theirs\n"
                               << theirs << "\n--- result\n"
                               << *result.text;
  }
  std::printf("seed %llu: %zu cases, %zu merged without a conflict\n",
              static_cast<unsigned long long>(first), cases, clean);
  EXPECT_GT(clean, cases / 4);
  EXPECT_LT(clean, cases);
}

std::set<std::string> files_of(std::string_view index) {
  std::set<std::string> files;
  for (const note::IndexEntry& entry : note::parse_index(index)) files.insert(entry.file);
  return files;
}

// rule: MG6
TEST(MergeProperty, AnIndexHasEveryEntryOnceAndLosesNoProse) {
  const std::uint64_t first = seed_of_run();
  const std::size_t cases = testing::full() ? 100'000 : 1'000;
  for (std::size_t i = 0; i < cases; ++i) {
    const std::uint64_t seed = first + i;
    Dice dice(seed);
    Maker maker(dice);
    const auto fresh = [&] {
      return dice.one_in(3) ? maker.line() : fmt::format("- [T](f{}.md) - about", maker.word());
    };
    Texts lines;
    for (std::size_t n = dice.below(20); n > 0; --n) lines.push_back(fresh());
    const auto edited = [&](Texts list) {
      for (std::size_t edits = 1 + dice.below(4); edits > 0; --edits)
        maker.edit_list(list, fresh());
      return join(list, "\n") + "\n";
    };
    const std::string base = join(lines, "\n") + "\n";
    const std::string mine = edited(lines);
    const std::string theirs = edited(lines);
    const auto result = merge(Shape::Index, {base, mine, theirs}).text;
    ASSERT_TRUE(result) << "seed " << seed;
    EXPECT_EQ(merge(Shape::Index, {base, theirs, mine}).text, result);
    const std::set<std::string> before = files_of(base);
    const std::set<std::string> in_mine = files_of(mine);
    const std::set<std::string> in_theirs = files_of(theirs);
    const auto in_base = counts(base);
    std::set<std::string> expected;
    for (const std::set<std::string>* side : {&in_mine, &in_theirs}) {
      for (const std::string& file : *side) {
        const bool removed =
            before.contains(file) && !(in_mine.contains(file) && in_theirs.contains(file));
        if (!removed) expected.insert(file);
      }
    }
    EXPECT_EQ(files_of(*result), expected);
    EXPECT_EQ(note::parse_index(*result).size(), expected.size()) << "an entry stands twice";
    // Prose that a side added and nobody had before.
    const auto r = counts(*result);
    for (const std::string* side : {&mine, &theirs}) {
      for (const auto& [line, count] : counts(*side)) {
        if (line.starts_with("line ") && count_of(in_base, line) == 0) {
          EXPECT_GE(count_of(r, line), 1) << line;
        }
      }
    }
    // Words that stand in a text several times cannot be told apart, and may move.
    const auto several = [](const std::string& text) {
      return count_of(counts(text), "same words") > 1;
    };
    if (!several(base) && !several(mine) && !several(theirs)) {
      EXPECT_EQ(merge(Shape::Index, {base, *result, theirs}).text, result);
      EXPECT_EQ(merge(Shape::Index, {base, mine, *result}).text, result);
    }
    ASSERT_FALSE(HasFailure()) << "seed " << seed << "\n--- base\n"
                               << base << "\n--- mine\n"
                               << mine << "\n--- theirs\n"
                               << theirs << "\n--- result\n"
                               << *result;
  }
  std::printf("seed %llu: %zu cases\n", static_cast<unsigned long long>(first), cases);
}

// Lines that all stand in one order, which no edit contradicts: prose, headings and entries.
Texts whole_index(Dice& dice, Maker& maker) {
  Texts lines;
  for (std::size_t n = 2 + dice.below(24); n > 0; --n) {
    const std::size_t kind = dice.below(6);
    if (kind == 0) lines.push_back("## Heading " + maker.word());
    if (kind == 1) lines.push_back("line " + maker.word());
    if (kind > 1) lines.push_back(fmt::format("- [T](f{}.md)", maker.word()));
  }
  return lines;
}

Texts some_of(Dice& dice, const Texts& lines, std::size_t one_in) {
  Texts some;
  for (const std::string& line : lines) {
    if (!dice.one_in(one_in)) some.push_back(line);
  }
  return some;
}

std::string joined(const Texts& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

bool is_entry(const std::string& line) { return line.starts_with("- ["); }

// The lines of a text that stand in the other, too.
Texts lines_in(std::string_view text, const std::set<std::string>& wanted) {
  Texts lines;
  for (const std::string_view line : split_lines(text)) {
    std::string bare(without_ending(line));
    if (wanted.contains(bare)) lines.push_back(std::move(bare));
  }
  return lines;
}

// rule: MG31
TEST(MergeProperty, AnIndexKeepsTheOrderOfBothSides) {
  const std::uint64_t first = seed_of_run();
  const std::size_t cases = testing::full() ? 100'000 : 500;
  for (std::size_t i = 0; i < cases; ++i) {
    const std::uint64_t seed = first + i;
    Dice dice(seed);
    Maker maker(dice);
    const Texts all = whole_index(dice, maker);
    Texts before = some_of(dice, all, 2);
    // What two machines last agreed on says nothing of entries that stand in one list.
    if (dice.one_in(2)) std::erase_if(before, is_entry);
    const std::string base = joined(before);
    const std::string mine = joined(some_of(dice, all, 4));
    const std::string theirs = joined(some_of(dice, all, 4));
    const std::string result = *merge(Shape::Index, {base, mine, theirs}).text;
    EXPECT_EQ(merge(Shape::Index, {base, theirs, mine}).text, result);
    EXPECT_EQ(merge(Shape::Index, {base, result, theirs}).text, result);
    EXPECT_EQ(merge(Shape::Index, {base, mine, result}).text, result);
    const std::set<std::string> left = set_of(lines_in(result, set_of(all)));
    for (const std::string* side : {&mine, &theirs}) {
      const Texts of_side = lines_in(*side, left);
      EXPECT_EQ(lines_in(result, set_of(of_side)), of_side);
    }
    ASSERT_FALSE(HasFailure()) << "seed " << seed << "\n--- base\n"
                               << base << "\n--- mine\n"
                               << mine << "\n--- theirs\n"
                               << theirs << "\n--- result\n"
                               << result;
  }
}

// The heading that an entry stands below, "" above the first.
std::map<std::string, std::string> headings_of(std::string_view index) {
  std::map<std::string, std::string> headings;
  std::string heading;
  for (const std::string_view line : split_lines(index)) {
    std::string bare(without_ending(line));
    if (is_entry(bare)) {
      headings[bare] = heading;
    } else {
      heading = bare;
    }
  }
  return headings;
}

// rule: MG31
TEST(MergeProperty, AnIndexKeepsTheGroupsOfBothSidesThoughTheirListsHadAnotherOrder) {
  const std::uint64_t first = seed_of_run();
  const std::size_t cases = testing::full() ? 100'000 : 500;
  for (std::size_t i = 0; i < cases; ++i) {
    const std::uint64_t seed = first + i;
    Dice dice(seed);
    Texts entries;
    for (std::size_t n = 2 + dice.below(12); n > 0; --n) {
      entries.push_back(fmt::format("- [T](f{:02}.md)", n));
    }
    // Each puts some of them below a heading of its own, nobody one that the other has there.
    std::map<std::string, std::size_t> group;
    for (const std::string& entry : entries) group[entry] = dice.below(3);
    const auto side = [&](std::size_t own, const std::string& heading) {
      for (std::size_t n = entries.size(); n > 1; --n) {
        std::swap(entries[n - 1], entries[dice.below(n)]);
      }
      std::string top;
      std::string below;
      for (const std::string& entry : entries) (group[entry] == own ? below : top) += entry + "\n";
      return "Intro.\n" + top + heading + "\n" + below;
    };
    const std::string base = "Intro.\n";
    const std::string mine = side(1, "## One");
    const std::string theirs = side(2, "## Two");
    const std::string result = *merge(Shape::Index, {base, mine, theirs}).text;
    EXPECT_EQ(merge(Shape::Index, {base, theirs, mine}).text, result);
    EXPECT_EQ(merge(Shape::Index, {base, result, theirs}).text, result);
    EXPECT_EQ(merge(Shape::Index, {base, mine, result}).text, result);
    const auto headings = headings_of(result);
    EXPECT_EQ(headings.size(), entries.size());
    constexpr std::array<std::string_view, 3> kHeadings{"Intro.", "## One", "## Two"};
    for (const auto& [entry, heading] : headings) EXPECT_EQ(heading, kHeadings[group[entry]]);
    ASSERT_FALSE(HasFailure()) << "seed " << seed << "\n--- mine\n"
                               << mine << "\n--- theirs\n"
                               << theirs << "\n--- result\n"
                               << result;
  }
}

}  // namespace
}  // namespace loci::sync::merge_property_test
