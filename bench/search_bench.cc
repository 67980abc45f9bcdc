// How fast search is, beside SQLite FTS5, Xapian and ripgrep on the same notes in
// the same run.
//
//   loci_bench_search [--quick] [DIRECTORY]
//
// Notes are made in DIRECTORY (else $TMPDIR, else beside the program) and kept
// there for the next run. --quick takes a tenth of everything and forgives missed
// limits: to see that it works.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "engines.h"
#include "made_notes.h"
#include "measure.h"
#include "search/search.h"
#include "search/segment_builder.h"
#include "sweep.h"

namespace loci::bench {
namespace {

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

class SearchTable {
 public:
  void row(const std::string& what, const Times& times, const std::string& figure = "",
           const std::string& verdict = "") {
    fmt::print("  {:<46} {:>9.3f} {:>9.3f} {:>9.3f}  {:<34} {}\n", what, times.p50(), times.p95(),
               times.percentile(0.99), figure, verdict);
    std::fflush(stdout);
  }
  void fact(const std::string& what, const std::string& figure, const std::string& verdict = "") {
    fmt::print("  {:<76}  {:<34} {}\n", what, figure, verdict);
    std::fflush(stdout);
  }
  std::string verdict(bool kept) {
    if (!kept) ++missed_;
    return kept ? "ok" : "MISSED";
  }
  // At least `times` faster than a peer, by p50.
  void faster(const std::string& what, const Times& ours, const std::string& peer_name,
              const Times& peer, double times) {
    const double ratio = peer.p50() / ours.p50();
    row(what, ours, fmt::format("{:.1f} x faster than {}", ratio, peer_name),
        fmt::format(">= {:g} x  {}", times, verdict(ratio >= times)));
  }
  [[nodiscard]] int missed() const { return missed_; }

 private:
  int missed_ = 0;
};

struct Sizes {
  int files = 20'000;
  int notes = 100'000;
  int sections = 1'000'000;
  int queries = 1'000;
  int rounds = 15;
};

struct Paths {
  std::string base;
  std::string self;
  // The home of a `loci` whose global scope are the notes.
  [[nodiscard]] std::string home(int count) const { return fmt::format("{}/home-{}", base, count); }
  [[nodiscard]] std::string notes(int count) const { return home(count) + "/memory"; }
  [[nodiscard]] std::string catalog(int count) const {
    return fmt::format("{}/catalog-{}", base, count);
  }
  [[nodiscard]] std::string program(const char* name) const { return self + "/" + name; }
};

std::uint64_t bytes_in(const std::string& directory) {
  std::uint64_t sum = 0;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) sum += entry.file_size();
  return sum;
}

// Reads every file and gives FTS5 its sections, to be tokenised by FTS5's own
// means: what anybody would do.
double build_fts5(const std::string& notes, int count, const std::string& path) {
  return milliseconds_of([&] {
    const auto engine = make_fts5(path, "porter unicode61");
    engine->begin();
    for (int i = 0; i < count; ++i) {
      const std::string text = read_file(notes + "/" + MadeNotes::file_name(i));
      const std::size_t cut = text.find("\n## ", text.find("\n## ") + 1);
      engine->add_text(text.substr(0, cut));
      engine->add_text(text.substr(cut));
    }
    engine->finish();
  });
}

void measure_build(const Paths& paths, const Sizes& sizes, SearchTable& table) {
  const std::string notes = paths.notes(sizes.files);
  const std::string catalog = paths.catalog(sizes.files);
  Times build;
  Times by_words;
  Times build_peer;
  for (int i = 0; i < 3; ++i) {
    std::filesystem::remove_all(catalog);
    by_words.add(milliseconds_of([&] { SweptPlace(notes, catalog, nullptr).sweep(); }));
    std::filesystem::remove_all(catalog);
    build.add(milliseconds_of([&] { SweptPlace(notes, catalog).sweep(); }));
    build_peer.add(build_fts5(notes, sizes.files, paths.base + "/build.sqlite"));
  }
  table.row("build, FTS5", build_peer);
  table.faster("build, with reading the files", build, "FTS5", build_peer, 1);
  const double ratio = build.p50() / by_words.p50();
  table.row("the same without the table of words", by_words, fmt::format("with it {:.2f} x", ratio),
            "<= 1.3 x  " + table.verdict(ratio <= 1.3));
  table.row("", build, fmt::format("{:.0f} ms", build.p50()),
            "<= 1000 ms  " + table.verdict(build.p50() <= 1000));
}

// Processes that find out by themselves what changed.
void measure_refresh(const Paths& paths, const Sizes& sizes, SearchTable& table) {
  const std::string notes = paths.notes(sizes.files);
  const std::string catalog = paths.catalog(sizes.files);
  Times refresh;
  Times stat;
  Times change;
  const std::string swept = paths.program("swept_search");
  const std::string changing = notes + "/" + MadeNotes::file_name(77);
  const std::string before = read_file(changing);
  run_program({swept, notes, catalog});
  for (int i = 0; i < sizes.rounds; ++i) {
    stat.add(milliseconds_of([&] { run_program({paths.program("bare_stat"), notes}); }));
    refresh.add(milliseconds_of([&] { run_program({swept, notes, catalog}); }));
    std::ofstream(changing, std::ios::binary) << before << "one more " << i << "\n";
    change.add(milliseconds_of([&] { run_program({swept, notes, catalog}); }));
    ::usleep(60'000);
    run_program({swept, notes, catalog});
  }
  std::ofstream(changing, std::ios::binary) << before;
  ::usleep(60'000);
  run_program({swept, notes, catalog});
  table.row("a process that stats them", stat);
  const double ratio = refresh.p50() / stat.p50();
  table.row("no-op refresh, a process", refresh,
            fmt::format("{:.2f} x a process that stats", ratio),
            "<= 1.5 x  " + table.verdict(ratio <= 1.5));
  table.row("refresh after one change, a process", change);
}

void feed(Engine& engine, const search::Collection& place) {
  Analyser analyser;
  engine.begin();
  for (const search::Part& part : place.parts) {
    for (std::uint32_t i = 0; i < part.segment->sections(); ++i) {
      engine.add(analyser.words(*part.segment, i));
    }
  }
  engine.finish();
}

// Engines that are told which file changed; ours as by a watch.
void measure_one_change(const Paths& paths, const Sizes& sizes, SearchTable& table) {
  SweptPlace swept(paths.notes(sizes.files), paths.catalog(sizes.files));
  swept.sweep();
  search::Catalog& catalog = swept.catalog();
  const search::Collection place{"notes", catalog.parts()};
  const auto fts5 = make_fts5(paths.base + "/change.sqlite");
  const auto xapian = make_xapian(paths.base + "/change.xapian");
  feed(*fts5, place);
  feed(*xapian, place);
  constexpr int kFile = 78;
  constexpr std::uint32_t kRow = 2 * kFile;  // of two sections a file
  const std::string name = MadeNotes::file_name(kFile);
  const std::string text = read_file(paths.notes(sizes.files) + "/" + name);
  Analyser analyser;
  Words words = analyser.words(*place.parts[0].segment, kRow);
  Times ours;
  Times by_fts5;
  Times by_xapian;
  for (int i = 0; i < sizes.rounds; ++i) {
    const std::string more = fmt::format("one more {}", i);
    Words longer = words;
    longer.push_back(fmt::format("more{}", i));
    ours.add(milliseconds_of([&] {
      catalog.begin();
      const std::string changed = text + more + "\n";
      catalog.put({.key = name, .text = changed, .stamp = {.size = changed.size() + 1}});
      if (!catalog.finish(search::Coverage::Named)) std::exit(2);
    }));
    by_fts5.add(milliseconds_of([&] { fts5->replace(kRow, words, longer); }));
    by_xapian.add(milliseconds_of([&] { xapian->replace(kRow, words, longer); }));
    words = std::move(longer);
  }
  table.row("one file replaced, FTS5 (one of its sections)", by_fts5);
  table.row("one file replaced, Xapian (the same)", by_xapian);
  table.row("one file replaced, loci", ours);
  swept.sweep();
  std::filesystem::remove(paths.base + "/change.sqlite");
  std::filesystem::remove_all(paths.base + "/change.xapian");
}

// `loci search` itself.
void measure_cold(const Paths& paths, const Sizes& sizes, SearchTable& table) {
  const std::vector<std::string> environment = {"LOCI_HOME=" + paths.home(sizes.files),
                                                "HOME=" + paths.base};
  Times cold;
  Times ripgrep;
  MadeNotes made(11);
  const std::vector<std::string> queries = made.queries(sizes.rounds);
  run_program({LOCI_BINARY, "search", queries.front()}, environment);  // makes the catalog
  for (const std::string& words : queries) {
    std::vector<std::string> ours = {LOCI_BINARY, "search"};
    std::vector<std::string> peer = {"/usr/bin/rg", "-i", "-c"};
    std::istringstream stream(words);
    for (std::string word; stream >> word;) {
      ours.push_back(word);
      peer.insert(peer.end(), {"-e", word});
    }
    peer.push_back(paths.notes(sizes.files));
    ripgrep.add(milliseconds_of([&] { run_program(peer); }));
    cold.add(milliseconds_of([&] { run_program(ours, environment); }));
  }
  table.row("ripgrep for a query's words", ripgrep);
  table.faster("`loci search`, cold: sweep and answer", cold, "ripgrep", ripgrep, 2);
}

std::vector<search::Query> parse_all(const std::vector<std::string>& texts) {
  std::vector<search::Query> queries;
  for (const std::string& text : texts) {
    auto query = search::parse_query(text, Timestamp());
    if (query) queries.push_back(std::move(*query));
  }
  return queries;
}

search::RankedSections ranked(const search::Collection& place, const search::Query& query,
                              const search::Ranking& ranking) {
  search::Ranker ranker(std::span(&place, 1), query, ranking, Timestamp());
  auto found = ranker.rank();
  if (!found) std::exit(2);
  return std::move(*found);
}

search::Ranking bare_ranking() {
  search::Ranking bare;
  bare.own_words_only = true;
  bare.candidates = 10;
  return bare;
}

struct Warm {
  Times loci;
  Times meant;  // with the table of words
  Times bare;
  Times fts5;
  Times xapian;
};

// Every engine by itself, all in one run: a query of FTS5 takes so long that whoever came after it
// would find the processor's caches empty. The first round warms; FTS5 is too slow for two.
void ask_all(const search::Collection& place, const std::vector<search::Query>& queries,
             Engine& fts5, Engine* xapian, Warm& warm) {
  Analyser analyser;
  std::vector<Words> words;
  for (const search::Query& query : queries) words.push_back(analyser.words(query));
  search::Ranking meaning;
  meaning.embedder = search::Embedder::built_in();
  const auto ours = [&](const search::Ranking& ranking) {
    return [&](std::size_t i) { static_cast<void>(ranked(place, queries[i], ranking)); };
  };
  const auto theirs = [&](Engine& engine) {
    return [&](std::size_t i) { static_cast<void>(engine.search(words[i], 10)); };
  };
  const auto pass = [&](int rounds, Times& times, const auto& ask) {
    for (int round = 1; round <= rounds; ++round) {
      for (std::size_t i = 0; i < queries.size(); ++i) {
        const double took = milliseconds_of([&] { ask(i); });
        if (round == rounds) times.add(took);
      }
    }
  };
  const search::Ranking by_words;
  const search::Ranking bare = bare_ranking();
  pass(2, warm.loci, ours(by_words));
  pass(2, warm.meant, ours(meaning));
  pass(2, warm.bare, ours(bare));
  if (xapian != nullptr) pass(2, warm.xapian, theirs(*xapian));
  pass(1, warm.fts5, theirs(fts5));
}

int differences(const search::Collection& place, const std::vector<search::Query>& queries) {
  int differ = 0;
  search::Ranking best;
  best.embedder = search::Embedder::built_in();
  search::Ranking plain = best;
  plain.plainly = true;
  for (const search::Query& query : queries) {
    auto quick = ranked(place, query, best);
    auto slow = ranked(place, query, plain);
    quick.resize(std::min<std::size_t>(quick.size(), 10));
    slow.resize(std::min<std::size_t>(slow.size(), 10));
    const bool same = std::equal(
        quick.begin(), quick.end(), slow.begin(), slow.end(), [](const auto& a, const auto& b) {
          return a.part == b.part && a.section == b.section && a.score == b.score;
        });
    differ += same ? 0 : 1;
  }
  return differ;
}

std::string own_memory(const Paths& paths, const Sizes& sizes,
                       const std::vector<std::string>& texts) {
  const std::string list = paths.base + "/queries";
  std::ofstream(list) << fmt::format("{}\n", fmt::join(texts, "\n"));
  const std::string command =
      fmt::format("'{}' --memory '{}' '{}' '{}'", paths.program("swept_search"),
                  paths.notes(sizes.notes), paths.catalog(sizes.notes), list);
  FILE* pipe = ::popen(command.c_str(), "r");
  std::array<char, 64> line{};
  if (pipe == nullptr || std::fgets(line.data(), line.size(), pipe) == nullptr) std::exit(2);
  ::pclose(pipe);
  return line.data();
}

void measure_warm(const Paths& paths, const Sizes& sizes, SearchTable& table) {
  MadeNotes::write(paths.notes(sizes.notes), sizes.notes);
  fmt::print("{} notes, {} queries, warm\n", sizes.notes, sizes.queries);
  SweptPlace swept(paths.notes(sizes.notes), paths.catalog(sizes.notes));
  const double build = milliseconds_of([&] { swept.sweep(); });
  const search::Collection place{"notes", swept.catalog().parts()};
  MadeNotes made(5);
  const std::vector<std::string> texts = made.queries(sizes.queries);
  const std::vector<search::Query> queries = parse_all(texts);
  const auto fts5 = make_fts5(paths.base + "/warm.sqlite");
  const auto xapian = make_xapian(paths.base + "/warm.xapian");
  feed(*fts5, place);
  feed(*xapian, place);
  Warm warm;
  ask_all(place, queries, *fts5, xapian.get(), warm);
  table.row("FTS5", warm.fts5);
  table.row("Xapian", warm.xapian);
  table.faster("loci", warm.loci, "FTS5", warm.fts5, 40);
  table.faster("", warm.loci, "Xapian", warm.xapian, 4);
  table.row("", warm.loci, fmt::format("p95 {:.3f} ms", warm.loci.p95()),
            "<= 2 ms  " + table.verdict(warm.loci.p95() <= 2));
  const double more = warm.meant.p50() - warm.loci.p50();
  table.row("loci, with meaning", warm.meant, fmt::format("{:+.3f} ms", more),
            "<= 0.4 ms  " + table.verdict(more <= 0.4));
  table.row("", warm.meant, fmt::format("p95 {:.3f} ms", warm.meant.p95()),
            "<= 2 ms  " + table.verdict(warm.meant.p95() <= 2));
  table.faster("loci, own words only (bare BM25)", warm.bare, "FTS5", warm.fts5, 100);
  table.faster("", warm.bare, "Xapian", warm.xapian, 8);
  const int differ = differences(place, queries);
  table.fact("top 10 unlike an exhaustive scorer's",
             fmt::format("{} of {}", differ, queries.size()), "0  " + table.verdict(differ == 0));
  const std::uint64_t bytes = bytes_in(paths.catalog(sizes.notes));
  table.fact("bytes on disk: loci (with texts), FTS5 (without), Xapian (without)",
             fmt::format("{} MB, {} MB, {} MB", bytes >> 20U, fts5->bytes() >> 20U,
                         xapian->bytes() >> 20U));
  const std::string memory = own_memory(paths, sizes, texts);
  table.fact("private memory after all queries", memory.substr(0, memory.find('\n')),
             "<= 65536 kB  " + table.verdict(std::atoi(memory.c_str()) <= 65'536));
  if (build > 5'000) table.fact("built in this run", fmt::format("{:.1f} s", build / 1000));
}

// Sections that never were files.
search::Collection made_place(int sections) {
  search::Collection place{"made", {}};
  MadeNotes made;
  search::SegmentBuilder builder({}, search::Embedder::built_in());
  for (int i = 0; i < sections / 2; ++i) {
    const std::string key = MadeNotes::file_name(i);
    const std::string text = made.next_note();
    builder.add({.key = key, .text = text});
    if (builder.full()) place.parts.push_back({*search::Segment::open(builder.finish()), nullptr});
  }
  if (builder.files() > 0) {
    place.parts.push_back({*search::Segment::open(builder.finish()), nullptr});
  }
  return place;
}

void measure_files(const Paths& paths, const Sizes& sizes, SearchTable& table) {
  MadeNotes::write(paths.notes(sizes.files), sizes.files);
  fmt::print("{} files\n", sizes.files);
  measure_build(paths, sizes, table);
  // Long enough after the files were made that no stamp is in doubt.
  ::usleep(100'000);
  measure_refresh(paths, sizes, table);
  measure_one_change(paths, sizes, table);
  measure_cold(paths, sizes, table);
}

void measure_growth(const Paths& paths, const Sizes& sizes, SearchTable& table) {
  fmt::print("growth, without files\n");
  MadeNotes made(6);
  const std::vector<search::Query> queries = parse_all(made.queries(sizes.queries / 10));
  std::vector<Warm> steps;
  std::vector<int> counts = {sizes.sections / 10, sizes.sections};
  for (const int count : counts) {
    const search::Collection place = made_place(count);
    const auto fts5 = make_fts5(paths.base + "/growth.sqlite");
    feed(*fts5, place);
    steps.emplace_back();
    ask_all(place, queries, *fts5, nullptr, steps.back());
    table.row(fmt::format("FTS5, {} sections", count), steps.back().fts5);
    table.row(fmt::format("loci, {} sections", count), steps.back().loci);
    table.row(fmt::format("loci, {} sections, with meaning", count), steps.back().meant);
  }
  std::filesystem::remove(paths.base + "/growth.sqlite");
  const double ours = steps[1].loci.p50() / steps[0].loci.p50();
  const double peer = steps[1].fts5.p50() / steps[0].fts5.p50();
  table.fact("ten times as many sections take", fmt::format("{:.1f} x; FTS5 {:.1f} x", ours, peer),
             "< 10 x  " + table.verdict(ours < 10));
}

int run(int argc, char** argv) {
  bool quick = false;
  Paths paths;
  paths.self = std::filesystem::canonical("/proc/self/exe").parent_path().string();
  const char* temporary = std::getenv("TMPDIR");
  paths.base = (temporary != nullptr ? std::string(temporary) : paths.self) + "/search-bench";
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--quick") {
      quick = true;
    } else {
      paths.base = argv[i];
    }
  }
  std::filesystem::create_directories(paths.base);
  Sizes sizes;
  if (quick) sizes = {2'000, 10'000, 100'000, 100, 5};
  fmt::print("in {}; milliseconds\n  {:<46} {:>9} {:>9} {:>9}\n", paths.base, "", "p50", "p95",
             "p99");
  SearchTable table;
  measure_files(paths, sizes, table);
  measure_warm(paths, sizes, table);
  measure_growth(paths, sizes, table);
  return table.missed() == 0 || quick ? 0 : 1;
}

}  // namespace
}  // namespace loci::bench

int main(int argc, char** argv) { return loci::bench::run(argc, argv); }
