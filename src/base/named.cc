#include "base/named.h"

#include <fmt/format.h>

#include "base/text.h"

namespace loci {

std::string did_you_mean(std::string_view given, const std::vector<std::string_view>& names,
                         std::string_view otherwise, std::string_view before) {
  const std::string_view near = closest(given, names);
  if (near.empty()) return std::string(otherwise);
  return fmt::format("did you mean '{}{}'?", before, near);
}

std::string one_of(std::string_view given, const std::vector<std::string_view>& names) {
  std::string all = "use one of ";
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) all += ", ";
    all += names[i];
  }
  return did_you_mean(given, names, all);
}

}  // namespace loci
