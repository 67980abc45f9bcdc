// How well search finds what is asked for, on public data with known answers,
// beside a count of terms as ripgrep gives it, FTS5 and Xapian.
//
//   loci_bench_quality [DIRECTORY] [--set name=value]…
//
// DIRECTORY, else $LOCI_BENCH_DATA, else ../shared/data holds `locomo` and
// `cranfield`. --set tries other settings of the ranker.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <sstream>

#include "base/text.h"
#include "corpora.h"
#include "engines.h"
#include "search/ranker.h"
#include "search/segment_builder.h"
#include "search/tokenizer.h"

namespace loci::bench {
namespace {

constexpr int kDepth = 200;  // rows asked of an engine: enough for 20 notes

using Rows = std::vector<std::uint32_t>;

// A workspace of notes, catalogued once, with an engine of each kind.
class Workspace {
 public:
  Workspace(const std::vector<TestNote>& notes, const search::Weights& weights) {
    search::SegmentBuilder builder(weights);
    for (const TestNote& note : notes) builder.add({.key = note.key, .text = note.text});
    auto segment = search::Segment::open(builder.finish());
    if (!segment) std::exit(2);
    place_.scope = "workspace";
    place_.parts.push_back({*segment, nullptr});
    for (const auto& engine : {fts5_.get(), xapian_.get()}) {
      engine->begin();
      for (std::uint32_t i = 0; i < (*segment)->sections(); ++i) {
        engine->add(analyser_.words(**segment, i));
      }
      engine->finish();
    }
    for (std::uint32_t i = 0; i < (*segment)->sections(); ++i) {
      rows_by_line_[{(*segment)->section(i).file, (*segment)->section(i).line}] = i;
      plain_.push_back(search::words_of((*segment)->text((*segment)->section(i))));
    }
  }

  [[nodiscard]] const search::Segment& segment() const { return *place_.parts[0].segment; }
  // The section that begins at a line of a note.
  [[nodiscard]] std::uint32_t section_at(std::uint32_t file, std::uint32_t line) const {
    const auto found = rows_by_line_.find({file, line});
    return found == rows_by_line_.end() ? ~0U : found->second;
  }
  [[nodiscard]] std::uint32_t file_of(std::uint32_t row) const {
    return segment().section(row).file;
  }

  Rows by_count(const search::Query& query) const {
    std::vector<std::pair<int, std::uint32_t>> counted;
    for (std::uint32_t row = 0; row < plain_.size(); ++row) {
      int count = 0;
      for (const std::string& word : plain_[row]) {
        for (const search::Clause& clause : query.clauses) count += clause.words[0] == word ? 1 : 0;
      }
      if (count > 0) counted.emplace_back(-count, row);
    }
    std::sort(counted.begin(), counted.end());
    Rows rows;
    for (const auto& [count, row] : counted) rows.push_back(row);
    rows.resize(std::min<std::size_t>(rows.size(), kDepth));
    return rows;
  }
  Rows by_fts5(const search::Query& query) { return fts5_->search(analyser_.words(query), kDepth); }
  Rows by_xapian(const search::Query& query) {
    return xapian_->search(analyser_.words(query), kDepth);
  }
  Rows by_loci(const search::Query& query, const search::Ranking& ranking) const {
    search::Ranker ranker(std::span(&place_, 1), query, ranking, Timestamp());
    const auto ranked = ranker.rank();
    Rows rows;
    for (const search::RankedSection& section : *ranked) rows.push_back(section.section);
    return rows;
  }

 private:
  std::unique_ptr<Engine> fts5_ = make_fts5("");
  std::unique_ptr<Engine> xapian_ = make_xapian("");
  Analyser analyser_;
  search::Collection place_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> rows_by_line_;
  std::vector<Words> plain_;
};

// What a list of things is worth against the ones that were wanted.
struct Score {
  double recall5 = 0;
  double recall10 = 0;
  double recall20 = 0;
  double hit10 = 0;
  double mrr10 = 0;
  int count = 0;

  void add(const Rows& found, const std::set<std::uint32_t>& wanted) {
    const auto recall = [&](std::size_t depth) {
      double got = 0;
      for (std::size_t i = 0; i < std::min(depth, found.size()); ++i) {
        got += static_cast<double>(wanted.count(found[i]));
      }
      return got / static_cast<double>(wanted.size());
    };
    recall5 += recall(5);
    recall10 += recall(10);
    recall20 += recall(20);
    hit10 += recall(10) > 0 ? 1 : 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(10, found.size()); ++i) {
      if (wanted.count(found[i]) == 0) continue;
      mrr10 += 1.0 / static_cast<double>(i + 1);
      break;
    }
    ++count;
  }
  [[nodiscard]] std::string text() const {
    const double n = std::max(count, 1);
    return fmt::format("{:.3f} {:.3f} {:.3f}  {:.3f} {:.3f}", recall5 / n, recall10 / n,
                       recall20 / n, hit10 / n, mrr10 / n);
  }
};

Rows distinct_files(const Workspace& workspace, const Rows& rows) {
  Rows files;
  for (const std::uint32_t row : rows) {
    const std::uint32_t file = workspace.file_of(row);
    if (std::find(files.begin(), files.end(), file) == files.end()) files.push_back(file);
  }
  return files;
}

struct Scores {
  std::array<Score, 2> turn;  // by half
  std::array<Score, 2> session;
  std::map<int, Score> category;
};

Score both(const std::array<Score, 2>& halves) {
  Score sum = halves[0];
  sum.recall5 += halves[1].recall5;
  sum.recall10 += halves[1].recall10;
  sum.recall20 += halves[1].recall20;
  sum.hit10 += halves[1].hit10;
  sum.mrr10 += halves[1].mrr10;
  sum.count += halves[1].count;
  return sum;
}

using Asker = std::function<Rows(Workspace&, const search::Query&)>;

std::vector<std::pair<std::string, Asker>> askers(const search::Ranking& ranking) {
  search::Ranking bare = ranking;
  bare.own_words_only = true;
  return {
      {"terms counted (ripgrep)", [](Workspace& w, const auto& q) { return w.by_count(q); }},
      {"FTS5 BM25", [](Workspace& w, const auto& q) { return w.by_fts5(q); }},
      {"Xapian", [](Workspace& w, const auto& q) { return w.by_xapian(q); }},
      {"loci, own words only", [bare](Workspace& w, const auto& q) { return w.by_loci(q, bare); }},
      {"loci", [ranking](Workspace& w, const auto& q) { return w.by_loci(q, ranking); }}};
}

void limit(const std::string& what, double value, double least, bool& good) {
  const bool kept = value >= least;
  fmt::print("  {:<46} {:.3f} at least {:.3f}  {}\n", what, value, least, kept ? "ok" : "MISSED");
  good = good && kept;
}

bool measure_locomo(const std::string& directory, const search::Ranking& ranking,
                    const search::Weights& weights) {
  const auto conversations = load_locomo(directory + "/locomo/locomo10.json");
  std::map<std::string, Scores> scores;
  const auto list = askers(ranking);
  int questions = 0;
  for (std::size_t number = 0; number < conversations.size(); ++number) {
    const Conversation& conversation = conversations[number];
    Workspace workspace(conversation.notes, weights);
    for (const Question& question : conversation.questions) {
      std::set<std::uint32_t> turns;
      std::set<std::uint32_t> sessions;
      for (const auto& [file, line] : question.evidence) {
        turns.insert(workspace.section_at(file, line));
        sessions.insert(file);
      }
      const auto query = search::parse_query(question.text, Timestamp());
      if (!query) continue;
      ++questions;
      for (const auto& [name, ask] : list) {
        const Rows rows = ask(workspace, *query);
        Scores& score = scores[name];
        score.turn[number % 2].add(rows, turns);
        score.session[number % 2].add(distinct_files(workspace, rows), sessions);
        score.category[question.category].add(rows, turns);
      }
    }
  }
  fmt::print("LoCoMo: {} questions in {} workspaces\n", questions, conversations.size());
  for (const char* level : {"turns", "sessions"}) {
    fmt::print("  {:<25} {:<31} {:<31} {}\n", level, "all: r@5 r@10 r@20  hit@10 mrr", "chosen on",
               "held out");
    for (const auto& [name, ask] : list) {
      const auto& halves = level[0] == 't' ? scores[name].turn : scores[name].session;
      fmt::print("  {:<25} {:<31} {:<31} {}\n", name, both(halves).text(), halves[0].text(),
                 halves[1].text());
    }
  }
  constexpr std::array<const char*, 5> kCategories = {"multi-hop", "temporal", "open-domain",
                                                      "single-hop", "adversarial"};
  fmt::print("  {:<25}", "turns, r@10 by category");
  for (std::size_t i = 0; i < 5; ++i) fmt::print(" {:>11}", kCategories[i]);
  for (const auto& [name, ask] : list) {
    fmt::print("\n  {:<25}", name);
    for (int i = 1; i <= 5; ++i) {
      const Score& score = scores[name].category[i];
      fmt::print(" {:>11.3f}", score.recall10 / std::max(score.count, 1));
    }
  }
  fmt::print("\n");
  bool good = true;
  const Score turn = both(scores["loci"].turn);
  const Score session = both(scores["loci"].session);
  const Score fts_turn = both(scores["FTS5 BM25"].turn);
  const Score fts_session = both(scores["FTS5 BM25"].session);
  const double n = std::max(questions, 1);
  limit("turns, recall@10", turn.recall10 / n, 0.76, good);
  limit("turns, recall@10, over FTS5", turn.recall10 / n, fts_turn.recall10 / n + 0.09, good);
  limit("sessions, recall@5", session.recall5 / n, 0.88, good);
  limit("sessions, recall@5, over FTS5", session.recall5 / n, fts_session.recall5 / n + 0.01, good);
  return good;
}

double ndcg10(const Rows& files, const std::map<std::uint32_t, int>& grades) {
  double gain = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(10, files.size()); ++i) {
    const auto found = grades.find(files[i]);
    if (found != grades.end()) gain += found->second / std::log2(static_cast<double>(i) + 2);
  }
  std::vector<int> best;
  for (const auto& [file, grade] : grades) best.push_back(grade);
  std::sort(best.rbegin(), best.rend());
  double ideal = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(10, best.size()); ++i) {
    ideal += best[i] / std::log2(static_cast<double>(i) + 2);
  }
  return ideal > 0 ? gain / ideal : 0;
}

bool measure_cranfield(const std::string& directory, const search::Ranking& ranking,
                       const search::Weights& weights) {
  const Collection collection = load_cranfield(directory + "/cranfield");
  Workspace workspace(collection.notes, weights);
  std::map<std::string, double> sums;
  const auto list = askers(ranking);
  int count = 0;
  for (const Judged& judged : collection.queries) {
    if (judged.grades.empty()) continue;
    const auto query = search::parse_query(judged.text, Timestamp());
    if (!query) continue;
    ++count;
    for (const auto& [name, ask] : list) {
      sums[name] += ndcg10(distinct_files(workspace, ask(workspace, *query)), judged.grades);
    }
  }
  fmt::print("Cranfield: {} queries, {} notes, nDCG@10\n", count, collection.notes.size());
  for (const auto& [name, ask] : list) fmt::print("  {:<25} {:.3f}\n", name, sums[name] / count);
  bool good = true;
  limit("nDCG@10, against FTS5", sums["loci"] / count, sums["FTS5 BM25"] / count, good);
  return good;
}

void set(const std::string& assignment, search::Ranking& ranking, search::Weights& weights) {
  const std::size_t equals = assignment.find('=');
  const std::string name = assignment.substr(0, equals);
  const double value = std::atof(assignment.c_str() + equals + 1);
  const std::map<std::string, double*> doubles = {
      {"near", &ranking.near},   {"next", &ranking.next_to_near}, {"file", &ranking.file},
      {"exact", &ranking.exact}, {"together", &ranking.together}, {"recency", &ranking.recency}};
  const std::map<std::string, float*> floats = {{"k1", &weights.k1},
                                                {"b", &weights.b},
                                                {"pivot", &weights.pivot},
                                                {"name", weights.field.data()},
                                                {"description", weights.field.data() + 1},
                                                {"tags", weights.field.data() + 2},
                                                {"headings", weights.field.data() + 3}};
  if (const auto found = doubles.find(name); found != doubles.end()) *found->second = value;
  if (const auto found = floats.find(name); found != floats.end()) {
    *found->second = static_cast<float>(value);
  }
  if (name == "candidates") ranking.candidates = static_cast<std::uint32_t>(value);
  if (name == "rescored") ranking.rescored = static_cast<std::uint32_t>(value);
}

int run(int argc, char** argv) {
  const char* given = std::getenv("LOCI_BENCH_DATA");
  std::string directory = given != nullptr ? given : "../shared/data";
  search::Ranking ranking;
  search::Weights weights;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--set" && i + 1 < argc) {
      set(argv[++i], ranking, weights);
    } else {
      directory = argv[i];
    }
  }
  if (!std::filesystem::exists(directory + "/locomo/locomo10.json") ||
      !std::filesystem::exists(directory + "/cranfield")) {
    fmt::print("skipped: no data in '{}'\n", directory);
    return 0;
  }
  const bool locomo = measure_locomo(directory, ranking, weights);
  const bool cranfield = measure_cranfield(directory, ranking, weights);
  return locomo && cranfield ? 0 : 1;
}

}  // namespace
}  // namespace loci::bench

int main(int argc, char** argv) { return loci::bench::run(argc, argv); }
