// The environment variables of the process, taken once in main and passed in.

#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace loci {

class Environment {
 public:
  Environment() = default;
  explicit Environment(std::map<std::string, std::string, std::less<>> values)
      : values_(std::move(values)) {}

  // The variables of this process.
  [[nodiscard]] static Environment of_process();

  // A variable that is set and not empty.
  [[nodiscard]] std::optional<std::string> get(std::string_view name) const;

 private:
  std::map<std::string, std::string, std::less<>> values_;
};

}  // namespace loci
