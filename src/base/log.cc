#include "base/log.h"

#include <cstdio>

#include "base/text.h"
#include "base/wrap.h"

namespace loci {

void StderrLog::say(LogLevel level, std::string_view message) {
  if (quiet_ && level == LogLevel::Note) return;
  const std::string said = printable(message);
  const std::string line = (level == LogLevel::Warning ? "loci: warning: " : "loci: ") + said;
  std::fprintf(stderr, "%s\n", wrap_lines(line, columns_).c_str());
}

void MemoryLog::say(LogLevel /*level*/, std::string_view message) {
  messages_.emplace_back(message);
}

}  // namespace loci
