// How recall does on a memory and its prompts, at every bar: for tests that print the curve.

#pragma once

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace loci::prompt::curve {

struct Prompt {
  std::string kind;  // question, task, command, edit
  std::string file;  // the note it calls for, below the notes' directory; "-": none
  std::string text;
};

inline std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

inline std::vector<Prompt> prompts_in(const std::filesystem::path& path) {
  std::vector<Prompt> prompts;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find('\t');
    const std::size_t second = line.find('\t', first + 1);
    if (second == std::string::npos) continue;
    prompts.push_back({line.substr(0, first), line.substr(first + 1, second - first - 1),
                       line.substr(second + 1)});
  }
  return prompts;
}

// The evidence that decides of one prompt: of the note it calls for, or of the best where
// it calls for none.
struct Outcome {
  std::string kind;
  bool related = false;
  double evidence = 0;
};

struct Share {
  int of = 0;
  int told = 0;
  [[nodiscard]] double part() const { return of == 0 ? 0 : static_cast<double>(told) / of; }
};
struct Point {
  std::map<std::string, Share> related;  // by kind; "all" too
  std::map<std::string, Share> unrelated;
};

inline Point at(const std::vector<Outcome>& outcomes, double bar) {
  Point point;
  for (const Outcome& one : outcomes) {
    for (const std::string& kind : {one.kind, std::string("all")}) {
      Share& share = (one.related ? point.related : point.unrelated)[kind];
      ++share.of;
      share.told += one.evidence >= bar ? 1 : 0;
    }
  }
  return point;
}

inline void print(const char* name, double bar, const Point& point) {
  std::printf("%-10s bar %5.2f ", name, bar);
  for (const auto& [kind, share] : point.related) {
    const Share other = point.unrelated.at(kind);
    std::printf(" | %s %d of %d, %d of %d", kind.c_str(), share.told, share.of, other.told,
                other.of);
  }
  std::printf("\n");
}

}  // namespace loci::prompt::curve
