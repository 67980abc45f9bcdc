// How well search finds what is asked for, on public data with known answers, beside
// plain BM25 over whole notes and over sections, FTS5 and Xapian.
//
//   loci_bench_quality [DIRECTORY] [--chosen | --held-out] [--only NAME]… [--bare] [--set
//   name=value]… [--without WAY]…
//
// DIRECTORY, else $LOCI_BENCH_DATA, else ../shared/data holds `locomo`, `cranfield` and
// `retrieval`. --chosen takes the half of the queries that settings are chosen on, --held-out
// the other one. --only takes some sets, --bare asks loci and plain BM25 alone, and --set tries
// other settings of the ranker; --without leaves out a way of asking for other words than were
// written ("as good", "apart", …). Of each of those ways it says how many notes it brought among
// the first ten that are right, and that are not. Fails when a set is found worse than by plain
// BM25 over whole notes, or a promise is missed.

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>

#include "base/text.h"
#include "bm25.h"
#include "corpora.h"
#include "engines.h"
#include "judging.h"
#include "search/ranker.h"
#include "search/segment_builder.h"
#include "search/widening.h"

namespace loci::bench {
namespace {

constexpr int kDepth = 200;  // rows asked of an engine: enough for 20 notes
// A set is failed where loci is worse by more than this and it is no chance.
constexpr double kWorse = 0.02;

struct Settings {
  search::Ranking ranking;
  search::Weights weights;
  bool chosen = true;  // halves that are asked
  bool held_out = true;
  bool bare = false;
  std::vector<std::string> only;
  search::Widenings widenings;
};

// A way of asking for other words than were written, and what it did on all sets.
struct Way {
  const char* name;
  bool search::Widenings::*allowed;
  std::size_t queries = 0;  // that it changed
  std::size_t right = 0;    // notes it brought among the first ten
  std::size_t wrong = 0;
  double ndcg = 0;  // gained by it, summed up over those queries
};
using Ways = std::vector<Way>;

Ways all_ways() {
  return {{"as good", &search::Widenings::as_good}, {"together", &search::Widenings::together},
          {"apart", &search::Widenings::apart},     {"in parts", &search::Widenings::in_parts},
          {"inside", &search::Widenings::inside},   {"misspelled", &search::Widenings::misspelled}};
}

// A memory of notes, catalogued once, with an engine of each kind.
class Workspace {
 public:
  Workspace(const std::vector<TestNote>& notes, bool by_section, const Settings& settings)
      : by_section_(by_section), ranking_(settings.ranking), widenings_(settings.widenings) {
    ranking_.weights = settings.weights;
    search::SegmentBuilder builder(settings.weights, search::Embedder::built_in());
    for (const TestNote& note : notes) builder.add({.key = note.key, .text = note.text});
    auto segment = search::Segment::open(builder.finish());
    if (!segment) std::exit(2);
    place_.scope = "workspace";
    place_.parts.push_back({*segment, nullptr});
    feed(*sections_, true);
    if (!by_section_) feed(*notes_, false);
    for (std::uint32_t i = 0; i < (*segment)->sections(); ++i) {
      rows_by_line_[{file_of(i), (*segment)->section(i).line}] = i;
    }
    if (settings.bare) return;
    feed(*fts5_, by_section_);
    feed(*xapian_, by_section_);
  }

  [[nodiscard]] Grades grades(const TestQuery& query) const {
    if (!by_section_) return query.grades;
    Grades grades;
    for (const auto& place : query.sections) {
      const auto found = rows_by_line_.find(place);
      grades[found == rows_by_line_.end() ? ~0U : found->second] = 1;
    }
    return grades;
  }

  Rows by_notes(const search::Query& query) {
    return by_section_ ? by_sections(query) : ask(*notes_, query);
  }
  Rows by_sections(const search::Query& query) { return unit(ask(*sections_, query)); }
  Rows by_fts5(const search::Query& query) { return ask(*fts5_, query); }
  Rows by_xapian(const search::Query& query) { return ask(*xapian_, query); }
  Rows by_words(const search::Query& query) const { return by_loci(query, nullptr); }
  Rows by_loci(const search::Query& asked, std::shared_ptr<const search::Embedder> embedder) const {
    return by_loci_as_it_is(widened(asked, widenings_), std::move(embedder));
  }
  // What one way of widening does to a query.
  void try_way(const search::Query& asked, const Grades& grades, Way& way) const {
    search::Widenings without = widenings_;
    without.*way.allowed = false;
    const search::Query with_it = widened(asked, widenings_);
    const search::Query bare = widened(asked, without);
    if (with_it.clauses == bare.clauses) return;
    ++way.queries;
    Rows rows = by_loci_as_it_is(with_it, search::Embedder::built_in());
    Rows before = by_loci_as_it_is(bare, search::Embedder::built_in());
    way.ndcg += ndcg10(rows, grades) - ndcg10(before, grades);
    constexpr std::size_t kFirst = 10;
    rows.resize(std::min(rows.size(), kFirst));
    before.resize(std::min(before.size(), kFirst));
    for (const std::uint32_t row : rows) {
      if (std::find(before.begin(), before.end(), row) != before.end()) continue;
      const auto found = grades.find(row);
      (found != grades.end() && found->second > 0 ? way.right : way.wrong) += 1;
    }
  }

 private:
  [[nodiscard]] search::Query widened(const search::Query& asked,
                                      const search::Widenings& widenings) const {
    return search::widened(asked, std::span(&place_, 1), widenings);
  }
  Rows by_loci_as_it_is(const search::Query& query,
                        std::shared_ptr<const search::Embedder> embedder) const {
    search::Ranking ranking = ranking_;
    ranking.embedder = std::move(embedder);
    search::Ranker ranker(std::span(&place_, 1), query, ranking, Timestamp());
    const auto ranked = ranker.rank();
    Rows rows;
    for (const search::RankedSection& section : *ranked) rows.push_back(section.section);
    return unit(rows);
  }

  [[nodiscard]] std::uint32_t file_of(std::uint32_t section) const {
    return place_.parts[0].segment->section(section).file;
  }

  void feed(Engine& engine, bool sections) {
    const search::Segment& segment = *place_.parts[0].segment;
    engine.begin();
    Words words;
    for (std::uint32_t i = 0; i < segment.sections(); ++i) {
      const Words more = analyser_.words(segment, i);
      words.insert(words.end(), more.begin(), more.end());
      if (!sections && i + 1 < segment.sections() && file_of(i + 1) == file_of(i)) continue;
      engine.add(words);
      words.clear();
    }
    engine.finish();
  }

  Rows ask(Engine& engine, const search::Query& query) {
    return engine.search(analyser_.words(query), kDepth);
  }

  // Sections, or the notes they are in.
  [[nodiscard]] Rows unit(const Rows& sections) const {
    if (by_section_) return sections;
    Rows files;
    for (const std::uint32_t section : sections) {
      const std::uint32_t file = file_of(section);
      if (std::find(files.begin(), files.end(), file) == files.end()) files.push_back(file);
    }
    return files;
  }

  bool by_section_;
  search::Ranking ranking_;
  search::Widenings widenings_;
  std::unique_ptr<Engine> notes_ = make_bm25();
  std::unique_ptr<Engine> sections_ = make_bm25();
  std::unique_ptr<Engine> fts5_ = make_fts5("");
  std::unique_ptr<Engine> xapian_ = make_xapian("");
  Analyser analyser_;
  search::Collection place_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> rows_by_line_;
};

// Of one engine, a number a query.
struct Figures {
  std::vector<double> ndcg;
  std::vector<double> recall5;
  std::vector<double> recall10;
};

struct Contender {
  const char* name;
  std::function<Rows(Workspace&, const search::Query&)> ask;
};
using Kept = std::map<std::string, Figures>;  // by contender

std::vector<Contender> contenders(const Settings& settings) {
  std::vector<Contender> list = {
      {"BM25 notes", [](Workspace& w, const auto& q) { return w.by_notes(q); }}};
  if (!settings.bare) {
    list.push_back({"sections", [](Workspace& w, const auto& q) { return w.by_sections(q); }});
    list.push_back({"FTS5", [](Workspace& w, const auto& q) { return w.by_fts5(q); }});
    list.push_back({"Xapian", [](Workspace& w, const auto& q) { return w.by_xapian(q); }});
  }
  list.push_back({"loci, words", [](Workspace& w, const auto& q) { return w.by_words(q); }});
  list.push_back({"loci", [](Workspace& w, const auto& q) {
                    return w.by_loci(q, search::Embedder::built_in());
                  }});
  return list;
}

Kept measure(const TestSet& set, const Settings& settings, Ways& ways) {
  Kept kept;
  const std::vector<Contender> list = contenders(settings);
  for (const TestMemory& memory : set.memories) {
    const bool any =
        std::any_of(memory.queries.begin(), memory.queries.end(), [&](const TestQuery& query) {
          return query.held_out ? settings.held_out : settings.chosen;
        });
    if (!any) continue;
    Workspace workspace(memory.notes, set.by_section, settings);
    for (const TestQuery& wanted : memory.queries) {
      if (wanted.held_out ? !settings.held_out : !settings.chosen) continue;
      const auto query = search::parse_query(wanted.text, Timestamp());
      if (!query) continue;
      const Grades grades = workspace.grades(wanted);
      for (const Contender& contender : list) {
        const Rows rows = contender.ask(workspace, *query);
        Figures& figures = kept[contender.name];
        figures.ndcg.push_back(ndcg10(rows, grades));
        figures.recall5.push_back(recall(rows, grades, 5));
        figures.recall10.push_back(recall(rows, grades, 10));
      }
      for (Way& way : ways) workspace.try_way(*query, grades, way);
    }
  }
  return kept;
}

// One line of the table; false when loci is worse than BM25 over whole notes.
bool print_row(const TestSet& set, Kept& kept, const std::vector<Contender>& list) {
  fmt::print("{:<26} {:>5}", set.name, kept["loci"].ndcg.size());
  for (const Contender& contender : list) {
    const Figures& figures = kept[contender.name];
    fmt::print("   {:.3f} {:.3f}", mean(figures.ndcg), mean(figures.recall10));
  }
  std::vector<double> differences = kept["loci"].ndcg;
  for (std::size_t i = 0; i < differences.size(); ++i) differences[i] -= kept["BM25 notes"].ndcg[i];
  const Interval range = interval(differences);
  const bool worse = mean(differences) < -kWorse && range.high < 0;
  fmt::print("   {:+.3f} ({:+.3f} to {:+.3f}){}\n", mean(differences), range.low, range.high,
             worse ? "  WORSE" : "");
  std::fflush(stdout);
  return !worse;
}

// What is promised of all queries of a set.
struct Promise {
  const char* set;
  const char* what;
  std::vector<double> Figures::*figure;
  double least;
};
const std::vector<Promise> kPromises = {
    {"agentnotes", "nDCG@10", &Figures::ndcg, 0.70},
    {"cosqa-dev", "recall@10", &Figures::recall10, 0.60},
    {"cranfield", "nDCG@10", &Figures::ndcg, 0.42},
    {"locomo turns", "recall@10", &Figures::recall10, 0.79},
    {"locomo sessions", "recall@5", &Figures::recall5, 0.90},
};

bool keep_promises(std::map<std::string, Kept>& all) {
  bool good = true;
  for (const Promise& promise : kPromises) {
    const auto found = all.find(promise.set);
    if (found == all.end()) continue;
    const double value = mean(found->second["loci"].*promise.figure);
    const bool kept = value >= promise.least;
    fmt::print("  {:<26} {:<10} {:.3f} at least {:.3f}  {}\n", promise.set, promise.what, value,
               promise.least, kept ? "ok" : "MISSED");
    good = good && kept;
  }
  return good;
}

void print_ways(const Ways& ways) {
  fmt::print("{:<26} {:>7} {:>6} {:>6}   nDCG@10\n", "other words than asked for", "queries",
             "right", "wrong");
  for (const Way& way : ways) {
    fmt::print("  {:<24} {:>7} {:>6} {:>6}   {:+.4f}\n", way.name, way.queries, way.right,
               way.wrong, way.queries == 0 ? 0 : way.ndcg / static_cast<double>(way.queries));
  }
}

std::vector<TestSet> load_sets(const std::string& directory, const Settings& settings) {
  namespace filesystem = std::filesystem;
  std::vector<TestSet> sets;
  std::vector<std::string> names;
  if (filesystem::exists(directory + "/retrieval")) {
    for (const auto& entry : filesystem::directory_iterator(directory + "/retrieval")) {
      names.push_back(entry.path().string());
    }
  }
  std::sort(names.begin(), names.end());
  const auto wanted = [&](const std::string& name) {
    const auto& only = settings.only;
    return only.empty() || std::any_of(only.begin(), only.end(), [&](const std::string& part) {
             return name.find(part) != std::string::npos;
           });
  };
  for (const std::string& name : names) {
    if (wanted(name.substr(name.rfind('/') + 1))) sets.push_back(load_retrieval(name));
  }
  if (wanted("cranfield") && filesystem::exists(directory + "/cranfield")) {
    sets.push_back(load_cranfield(directory + "/cranfield"));
  }
  const std::string locomo = directory + "/locomo/locomo10.json";
  if (filesystem::exists(locomo)) {
    for (TestSet& set : load_locomo(locomo)) {
      if (wanted(set.name)) sets.push_back(std::move(set));
    }
  }
  return sets;
}

bool set(const std::string& assignment, search::Ranking& ranking, search::Weights& weights) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos) return false;
  const std::string name = assignment.substr(0, equals);
  const double value = std::atof(assignment.c_str() + equals + 1);
  const std::map<std::string, double*> doubles = {
      {"near", &ranking.near},           {"next", &ranking.next_to_near},
      {"note", &ranking.note},           {"note_k1", &ranking.note_k1},
      {"note_b", &ranking.note_b},       {"meaning", &ranking.meaning},
      {"bar", &ranking.meaning_bar},     {"turn", &ranking.turn},
      {"guess_bar", &ranking.guess_bar}, {"exact", &ranking.exact},
      {"together", &ranking.together},   {"recency", &ranking.recency}};
  const std::map<std::string, float*> floats = {{"k1", &weights.k1},
                                                {"b", &weights.b},
                                                {"pivot", &weights.pivot},
                                                {"name", weights.field.data()},
                                                {"description", weights.field.data() + 1},
                                                {"tags", weights.field.data() + 2},
                                                {"headings", weights.field.data() + 3}};
  const std::map<std::string, std::uint32_t*> counts = {{"candidates", &ranking.candidates},
                                                        {"rescored", &ranking.rescored},
                                                        {"meant", &ranking.meant}};
  if (const auto found = doubles.find(name); found != doubles.end()) {
    *found->second = value;
  } else if (const auto small = floats.find(name); small != floats.end()) {
    *small->second = static_cast<float>(value);
  } else if (const auto count = counts.find(name); count != counts.end()) {
    *count->second = static_cast<std::uint32_t>(value);
  } else {
    return false;
  }
  return true;
}

int run(int argc, char** argv) {
  const char* given = std::getenv("LOCI_BENCH_DATA");
  std::string directory = given != nullptr ? given : "../shared/data";
  Settings settings;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--without" && i + 1 < argc) {
      const std::string_view name = argv[++i];
      for (const Way& way : all_ways()) {
        if (way.name == name) settings.widenings.*way.allowed = false;
      }
    } else if (word == "--set" && i + 1 < argc) {
      if (set(argv[++i], settings.ranking, settings.weights)) continue;
      fmt::print(stderr, "bench: there is no setting '{}'\n", argv[i]);
      return 2;
    } else if (word == "--only" && i + 1 < argc) {
      settings.only.emplace_back(argv[++i]);
    } else if (word == "--bare") {
      settings.bare = true;
    } else if (word == "--chosen") {
      settings.held_out = false;
    } else if (word == "--held-out") {
      settings.chosen = false;
    } else {
      directory = word;
    }
  }
  const std::vector<TestSet> sets = load_sets(directory, settings);
  if (sets.empty()) {
    fmt::print("skipped: no data in '{}'\n", directory);
    return 0;
  }
  const std::vector<Contender> list = contenders(settings);
  fmt::print("nDCG@10 and recall@10\n{:<26} {:>5}", "set", "asked");
  for (const Contender& contender : list) fmt::print("   {:<11}", contender.name);
  fmt::print("   loci's nDCG beside BM25's over notes\n");
  std::map<std::string, Kept> all;
  std::map<std::string, std::vector<double>> ndcg;
  std::map<std::string, std::vector<double>> recall10;
  bool good = true;
  Ways ways = all_ways();
  for (const TestSet& set : sets) {
    Kept& kept = all[set.name] = measure(set, settings, ways);
    good = print_row(set, kept, list) && good;
    for (const Contender& contender : list) {
      ndcg[contender.name].push_back(mean(kept[contender.name].ndcg));
      recall10[contender.name].push_back(mean(kept[contender.name].recall10));
    }
  }
  fmt::print("{:<26} {:>5}", "mean of the sets", sets.size());
  for (const Contender& contender : list) {
    fmt::print("   {:.4f} {:.4f}", mean(ndcg[contender.name]), mean(recall10[contender.name]));
  }
  fmt::print("\n");
  print_ways(ways);
  if (settings.chosen && settings.held_out) good = keep_promises(all) && good;
  return good ? 0 : 1;
}

}  // namespace
}  // namespace loci::bench

int main(int argc, char** argv) { return loci::bench::run(argc, argv); }
