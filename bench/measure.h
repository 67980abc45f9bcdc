// Times, percentiles, and a table of promises kept and missed.

#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace loci::bench {

// Milliseconds, one for each time something was done.
class Times {
 public:
  void add(double milliseconds) { values_.push_back(milliseconds); }
  [[nodiscard]] double percentile(double share) const;
  [[nodiscard]] double p50() const { return percentile(0.50); }
  [[nodiscard]] double p95() const { return percentile(0.95); }

 private:
  std::vector<double> values_;
};

[[nodiscard]] double milliseconds_of(const std::function<void()>& work);

// Runs a program to its end with its output thrown away and a file as its input.
// Ends the benchmark when it fails.
void run_program(const std::vector<std::string>& words,
                 const std::vector<std::string>& environment = {},
                 const std::string& input = "/dev/null");

class Table {
 public:
  // p50 of `measured` is at most `factor` times that of `peer`.
  void compare(const std::string& what, const Times& measured, const std::string& peer_name,
               const Times& peer, double factor);
  // p50 of `measured` is at most `milliseconds`.
  void limit(const std::string& what, const Times& measured, double milliseconds);
  // For reading only.
  void show(const std::string& what, const Times& measured);

  void print() const;
  [[nodiscard]] bool all_kept() const { return missed_ == 0; }

 private:
  void add(const std::string& what, const Times& measured, const std::string& figure,
           const std::string& limit, const std::string& verdict);

  std::vector<std::vector<std::string>> rows_;
  int missed_ = 0;
};

}  // namespace loci::bench
