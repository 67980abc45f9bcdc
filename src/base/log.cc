#include "base/log.h"

#include <cstdio>

#include "base/text.h"

namespace loci {

void StderrLog::say(LogLevel level, std::string_view message) {
  if (quiet_ && level == LogLevel::Note) return;
  const std::string line = printable(message);
  std::fprintf(stderr, "loci: %s%s\n", level == LogLevel::Warning ? "warning: " : "", line.c_str());
}

void MemoryLog::say(LogLevel /*level*/, std::string_view message) {
  messages_.emplace_back(message);
}

}  // namespace loci
