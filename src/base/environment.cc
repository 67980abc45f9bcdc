#include "base/environment.h"

#include <unistd.h>

namespace loci {

Environment Environment::of_process() {
  std::map<std::string, std::string, std::less<>> values;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view pair = *entry;
    const std::size_t equals = pair.find('=');
    if (equals != std::string_view::npos) {
      values.emplace(pair.substr(0, equals), pair.substr(equals + 1));
    }
  }
  return Environment(std::move(values));
}

std::optional<std::string> Environment::get(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end() || found->second.empty()) return std::nullopt;
  return found->second;
}

}  // namespace loci
