// How well citations are told from words that only look like them: the tables in
// tests/fixtures/citations, more than half of which cites nothing. One has lines of real
// repositories' notes, the other lines that were made up.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "base/text.h"
#include "note/citations.h"
#include "support/memory_file_system.h"
#include "upkeep/citation_judge.h"

namespace loci::upkeep::citation_table_test {
namespace {

using Fields = std::vector<std::string>;

std::vector<Fields> table_of(const std::string& name) {
  std::ifstream file(std::filesystem::path(LOCI_SOURCE_DIR) / "tests/fixtures/citations" / name);
  std::vector<Fields> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    Fields fields;
    for (std::string_view rest = line;;) {
      const std::size_t tab = rest.find('\t');
      fields.emplace_back(rest.substr(0, tab));
      if (tab == std::string_view::npos) break;
      rest.remove_prefix(tab + 1);
    }
    rows.push_back(std::move(fields));
  }
  return rows;
}

// A made-up repository: its files, and what git would say of its past.
struct MadeUpTree {
  std::string name;
  fs::MemoryFileSystem files;
  bool git = true;
  std::vector<std::string> gone;
  std::vector<std::pair<std::string, std::string>> renamed;
  std::vector<std::string> commits;
  std::vector<std::pair<std::string, std::string>> had;
  std::vector<std::string> vanished;
  std::string ignored;

  [[nodiscard]] std::string root() const { return "/w/" + name; }

  void take(const Fields& row) {
    const std::string& what = row[1];
    if (what == "nogit") git = false;
    if (what == "gone") gone.push_back(row[2]);
    if (what == "renamed") renamed.emplace_back(row[2], row[3]);
    if (what == "commit") commits.push_back(row[2]);
    if (what == "had") had.emplace_back(row[2], row[3]);
    if (what == "vanished") vanished.push_back(row[2]);
    if (what == "ignore") ignored += row[2] + "\n";
    if (what != "file") return;
    std::string text = row.size() > 4 ? replace_all(row[4], ",", " ") + " " : "";
    for (int line = 0; line < std::stoi(row[3]); ++line) text += "x\n";
    files.put(root() + "/" + row[2], text);
  }

  // As git would answer.
  [[nodiscard]] std::optional<std::string> answer(const memory::GitQuestion& question) const {
    const std::vector<std::string>& words_asked = question.arguments;
    const auto has = [&](std::string_view word) {
      return std::find(words_asked.begin(), words_asked.end(), word) != words_asked.end();
    };
    const std::string commit(40, 'c');
    std::string said;
    if (has("--diff-filter=D")) {
      said = "\x01" + commit + " c0ffee1 " + std::string(40, 'b') + "\n\n";
      for (const std::string& path : gone) said += path + "\n";
      for (const auto& [from, to] : renamed) said += from + "\n";
    } else if (has("--diff-filter=R")) {
      EXPECT_EQ(question.input, commit + " " + std::string(40, 'b') + "\n");
      said = commit + "\n";
      for (const auto& [from, to] : renamed) said += "R097\t" + from + "\t" + to + "\n";
    } else if (has("--raw")) {
      for (const auto& [path, name_lost] : had) {
        said +=
            "\x01"
            "c0ffee2\n\n:100644 100644 " +
            name_lost + " 1234 M\t" + path + "\n";
      }
    } else if (has("rev-list")) {
      said = commit + "\n";
    } else if (has("grep") && has("-w")) {
      for (const std::string& lost : vanished) said += commit + ":src/a.x:class " + lost + " {\n";
    } else if (has("--batch")) {  // a version's hash is the name that it has
      for (const std::string_view line : split_lines(question.input)) {
        const std::string text = "int " + std::string(trim(line)) + ";\n";
        said += fmt::format("{} blob {}\n{}\n", trim(line), text.size(), text);
      }
    } else if (has("--batch-check")) {
      for (const std::string_view line : split_lines(question.input)) {
        const std::string name_asked(trim(line));
        const bool known = std::find(commits.begin(), commits.end(), name_asked) != commits.end();
        said += known ? name_asked + " commit 100\n" : name_asked + " missing\n";
      }
    }
    return said;
  }
};

struct Judged {
  std::string text;
  std::string result;
  std::string reason = {};
  bool operator==(const Judged& other) const {
    return text == other.text && result == other.result;
  }
};

std::vector<Judged> judge_line(MadeUpTree& tree, const std::string& line) {
  const std::string text = "---\nname: N\ntype: project\n---\n\n" + replace_all(line, "\\n", "\n");
  CitingNote note{note::citations(note::parse_note(text), text)};
  WorkspaceTree files(tree.files, tree.root());
  GitHistory history([&](const memory::GitQuestion& question) { return tree.answer(question); },
                     {"/objects", std::string(40, 'a')});
  CitationJudge judge(files, tree.git ? &history : nullptr, tree.name);
  judge.look_up({&note}, true);
  std::vector<Judged> result;
  for (const memory::CitationVerdict& one : judge.judge(note).citations) {
    result.push_back({one.text, std::string(memory::verdict_name(one.verdict)), one.reason});
  }
  for (const memory::CitationVerdict& one : judge.perhaps(note)) {
    result.push_back({one.text, "perhaps", one.reason});
  }
  return result;
}

struct Figures {
  std::size_t rows = 0;
  std::size_t cites = 0;
  std::size_t found = 0;
  std::size_t reported = 0;
  std::size_t right = 0;
  std::size_t alarms = 0;
  std::size_t right_alarms = 0;

  static double share(std::size_t part, std::size_t all) {
    return static_cast<double>(part) / static_cast<double>(std::max<std::size_t>(all, 1));
  }
  [[nodiscard]] double precision() const { return share(right, reported); }
  [[nodiscard]] double precision_of_alarms() const { return share(right_alarms, alarms); }
  [[nodiscard]] double recall() const { return share(found, cites); }
};

Figures judge_table(const std::string& rows_file, const std::string& trees_file) {
  std::map<std::string, MadeUpTree> trees;
  for (const Fields& row : table_of(trees_file)) {
    trees[row[0]].name = row[0];
    trees[row[0]].take(row);
  }
  for (auto& [name, tree] : trees) tree.files.put(tree.root() + "/.gitignore", tree.ignored);
  Figures figures;
  for (const Fields& row : table_of(rows_file)) {
    EXPECT_EQ(row.size(), 4U) << row[0];
    if (row.size() != 4) continue;
    const std::vector<Judged> judged = judge_line(trees.at(row[0]), row[3]);
    const Judged wanted{row[1], row[2]};
    const bool cites = row[2] != "none";
    ++figures.rows;
    figures.cites += cites ? 1 : 0;
    const bool seen = cites && std::find(judged.begin(), judged.end(), wanted) != judged.end();
    figures.found += seen ? 1 : 0;
    if (cites && !seen) std::cout << "  not found: " << row[1] << ": " << row[3] << "\n";
    for (const Judged& one : judged) {
      const bool alarm = one.result == "stale" || one.result == "missing";
      const bool sound = one == wanted || (cites && !alarm);  // a line may cite more than one thing
      ++figures.reported;
      figures.right += sound ? 1 : 0;
      figures.alarms += alarm ? 1 : 0;
      figures.right_alarms += alarm && sound ? 1 : 0;
      if (sound) continue;
      std::cout << "  wrong: " << one.text << " " << one.result << " (" << one.reason
                << "): " << row[3] << "\n";
    }
  }
  std::cout << fmt::format(
      "citations: {} rows, {} cite nothing; precision {:.3f} of {} reported, {:.3f} of the {} "
      "stale or missing; recall {:.3f}\n",
      figures.rows, figures.rows - figures.cites, figures.precision(), figures.reported,
      figures.precision_of_alarms(), figures.alarms, figures.recall());
  return figures;
}

// rule: D1, D2, D3
TEST(CitationTable, TellsCitationsOfRealNotesFromWordsThatLookLikeThem) {
  const Figures figures = judge_table("rows.tsv", "trees.tsv");
  EXPECT_GE(figures.rows, 200U);
  EXPECT_GE(2 * (figures.rows - figures.cites), figures.rows);
  EXPECT_GE(figures.precision(), 0.97);
  EXPECT_GE(figures.precision_of_alarms(), 0.97);
  EXPECT_GE(figures.recall(), 0.9);
}

// Forms that are rare in real notes, in lines that were written for it.
TEST(CitationTable, HoldsOnLinesThatWereMadeUp) {
  const Figures figures = judge_table("made_rows.tsv", "made_trees.tsv");
  EXPECT_GE(figures.precision(), 0.97);
  EXPECT_GE(figures.precision_of_alarms(), 0.97);
  EXPECT_GE(figures.recall(), 0.95);
}

}  // namespace
}  // namespace loci::upkeep::citation_table_test
