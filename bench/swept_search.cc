// The smallest program that keeps a catalog fresh and searches it: what a cold
// command costs, beside ripgrep and a bare stat of the same files.
//
//   swept_search NOTES CATALOG [WORD…]            sweeps; searches when there are words
//   swept_search --memory NOTES CATALOG QUERIES   asks every line of a file, and says
//                                                 how many kB are the process's own

#include <fmt/format.h>

#include <fstream>
#include <string>

#include "search/search.h"
#include "sweep.h"

namespace {

using namespace loci;

search::Answer ask(const search::Catalog& catalog, const std::string& words) {
  const search::Collection place{"notes", catalog.parts()};
  const auto query = search::parse_query(words, SystemClock().now());
  if (!query) return {};
  search::SearchOptions options;
  options.now = SystemClock().now();
  options.ranking.embedder = search::Embedder::built_in();
  auto answer = search::search(std::span(&place, 1), *query, options);
  return answer ? std::move(*answer) : search::Answer();
}

// Not shared with the file system's cache.
std::string own_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("RssAnon:")) return line.substr(line.find_first_of("0123456789"));
  }
  return "";
}

int measure_memory(char** words) {
  bench::SweptPlace place(words[0], words[1]);
  place.sweep();
  std::ifstream queries(words[2]);
  std::size_t hits = 0;
  for (std::string line; std::getline(queries, line);) {
    hits += ask(place.catalog(), line).hits.size();
  }
  fmt::print("{}\n", own_memory());
  return hits > 0 ? 0 : 1;
}

}  // namespace

int main(int count, char** words) {
  if (count == 5 && std::string(words[1]) == "--memory") return measure_memory(words + 2);
  if (count < 3) return 2;
  bench::SweptPlace place(words[1], words[2]);
  const int reads = place.sweep();
  if (count == 3) {
    fmt::print("{} files read\n", reads);
    return 0;
  }
  std::string query;
  for (int i = 3; i < count; ++i) query += std::string(words[i]) + " ";
  const search::Answer answer = ask(place.catalog(), query);
  for (const search::Hit& hit : answer.hits) {
    fmt::print("{}:{}: {}\n", hit.key, hit.sections[0].line, hit.sections[0].snippet);
  }
  return answer.hits.empty() ? 1 : 0;
}
