#include "measure.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>

extern char** environ;

namespace loci::bench {
namespace {

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> result;
  for (std::string& word : words) result.push_back(word.data());
  result.push_back(nullptr);
  return result;
}

// What a program needs to run at all, and nothing that says who starts it.
bool is_inherited(std::string_view variable) {
  const std::string_view name = variable.substr(0, variable.find('='));
  return name == "PATH" || name == "HOME" || name == "TMPDIR" || name == "TZ" || name == "LANG" ||
         name == "LC_ALL";
}

}  // namespace

double Times::percentile(double share) const {
  if (values_.empty()) return 0;
  std::vector<double> sorted = values_;
  std::sort(sorted.begin(), sorted.end());
  return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1) + 0.5)];
}

double milliseconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

void run_program(const std::vector<std::string>& words, const std::vector<std::string>& environment,
                 const std::string& input) {
  std::vector<std::string> arguments = words;
  std::vector<std::string> values = environment;
  for (char** value = environ; *value != nullptr; ++value) {
    if (is_inherited(*value)) values.emplace_back(*value);
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, input.c_str(), O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  pid_t pid = 0;
  int status = ::posix_spawn(&pid, words.front().c_str(), &actions, nullptr,
                             pointers(arguments).data(), pointers(values).data());
  posix_spawn_file_actions_destroy(&actions);
  if (status == 0) ::waitpid(pid, &status, 0);
  if (status == 0) return;
  fmt::print(stderr, "bench: '{}' failed\n", fmt::join(words, " "));
  std::exit(2);
}

void Table::add(const std::string& what, const Times& measured, const std::string& figure,
                const std::string& limit, const std::string& verdict) {
  rows_.push_back({what, fmt::format("{:.2f}", measured.percentile(0.10)),
                   fmt::format("{:.2f}", measured.p50()), fmt::format("{:.2f}", measured.p95()),
                   figure, limit, verdict});
}

void Table::compare(const std::string& what, const Times& measured, const std::string& peer_name,
                    const Times& peer, double factor) {
  const double ratio = measured.p50() / peer.p50();
  const bool kept = ratio <= factor;
  if (!kept) ++missed_;
  add(what, measured, fmt::format("{:.2f} x {} ({:.2f})", ratio, peer_name, peer.p50()),
      fmt::format("<= {:g} x", factor), kept ? "ok" : "MISSED");
}

void Table::limit(const std::string& what, const Times& measured, double milliseconds) {
  const bool kept = measured.p50() <= milliseconds;
  if (!kept) ++missed_;
  add(what, measured, fmt::format("{:.2f} ms", measured.p50()),
      fmt::format("<= {:g} ms", milliseconds), kept ? "ok" : "MISSED");
}

void Table::show(const std::string& what, const Times& measured) {
  add(what, measured, "", "", "");
}

void Table::print() const {
  std::vector<std::vector<std::string>> rows{
      {"what", "p10 ms", "p50 ms", "p95 ms", "figure", "limit", ""}};
  rows.insert(rows.end(), rows_.begin(), rows_.end());
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) line += fmt::format("{:{}}  ", row[i], widths[i]);
    while (line.ends_with(' ')) line.pop_back();
    fmt::print("{}\n", line);
  }
}

}  // namespace loci::bench
