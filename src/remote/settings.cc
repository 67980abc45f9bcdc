#include "remote/settings.h"

#include <string>
#include <string_view>

namespace loci::remote {
namespace {

std::string setting(const memory::Config& config, std::string_view key) {
  const auto found = config.get(key);
  return found ? found->value : "";
}

std::chrono::seconds seconds_of(const memory::Config& config, std::string_view key) {
  return std::chrono::seconds(std::stoi(setting(config, key)));
}

}  // namespace

bool is_live(const Remote& remote, const memory::Config& config) {
  return remote.live.value_or(setting(config, "sync.live") == "true");
}

bool is_waited_for(const Remote& remote, const memory::Config& config) {
  return !remote.read_only && remote.waits.value_or(setting(config, "sync.write") == "wait");
}

std::chrono::milliseconds look_every(const memory::Config& config) {
  return seconds_of(config, "sync.every_seconds");
}

std::chrono::milliseconds longest_wait(const memory::Config& config) {
  return seconds_of(config, "sync.wait_seconds");
}

}  // namespace loci::remote
