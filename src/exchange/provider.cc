#include "exchange/provider.h"

#include <array>

namespace loci::exchange {
namespace {

constexpr std::array<std::string_view, 4> kFallbacks{"none", "context", "rule", "hook"};

}  // namespace

std::string_view fallback_name(Fallback fallback) {
  return kFallbacks.at(static_cast<std::size_t>(fallback));
}

std::optional<Fallback> fallback_called(std::string_view name) {
  for (std::size_t i = 0; i < kFallbacks.size(); ++i) {
    if (kFallbacks.at(i) == name) return static_cast<Fallback>(i);
  }
  return std::nullopt;
}

ToolDirectory no_definitions(ApplyScope scope, const Surroundings& around) {
  (void)scope;
  (void)around;
  return {};
}

}  // namespace loci::exchange
