// What loci says to people beside its answer: warnings and notes, on stderr or
// wherever the front end sends them. Redacted by the caller that builds them.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace loci {

enum class LogLevel : std::uint8_t { Note, Warning };

class Log {
 public:
  virtual ~Log() = default;
  virtual void say(LogLevel level, std::string_view message) = 0;
  // How far long work is, for whoever looks on: "" when it is over. From one thread.
  virtual void progress(std::string_view /*what*/) {}

  void note(std::string_view message) { say(LogLevel::Note, message); }
  void warn(std::string_view message) { say(LogLevel::Warning, message); }
};

// "loci: message" and "loci: warning: message" on stderr, in lines of so many columns (0: as long
// as they are); notes only unless quiet.
class StderrLog final : public Log {
 public:
  explicit StderrLog(bool quiet = false, std::size_t columns = 0)
      : quiet_(quiet), columns_(columns) {}
  void say(LogLevel level, std::string_view message) override;

 private:
  bool quiet_;
  std::size_t columns_;
};

// Keeps what was said, for tests and for replies.
class MemoryLog final : public Log {
 public:
  void say(LogLevel level, std::string_view message) override;
  [[nodiscard]] const std::vector<std::string>& messages() const { return messages_; }

 private:
  std::vector<std::string> messages_;
};

}  // namespace loci
