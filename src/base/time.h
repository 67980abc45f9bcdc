// Time, passed in. Nothing below a front end asks the system for the time; it
// is handed a Clock, so a test can stand still.

#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace loci {

using Timestamp = std::chrono::sys_time<std::chrono::milliseconds>;

class Clock {
 public:
  virtual ~Clock() = default;
  [[nodiscard]] virtual Timestamp now() const = 0;
};

class SystemClock final : public Clock {
 public:
  [[nodiscard]] Timestamp now() const override;
};

// Stands still until told otherwise.
class FixedClock final : public Clock {
 public:
  explicit FixedClock(Timestamp at) : at_(at) {}
  [[nodiscard]] Timestamp now() const override { return at_; }
  void set(Timestamp at) { at_ = at; }
  void advance(std::chrono::milliseconds by) { at_ += by; }

 private:
  Timestamp at_;
};

// "2026-11-15T10:00:00.000Z", and back: the fraction and the zone (`Z` or
// `+hh:mm`; none is UTC) may be missing, and a bare date is its midnight.
[[nodiscard]] std::string format_utc(Timestamp at);
// The day of it: "2026-11-15".
[[nodiscard]] std::string utc_date(Timestamp at);
[[nodiscard]] std::optional<Timestamp> parse_time(std::string_view text);

// In the local time zone of the process: "2026-11-15", "10:00".
[[nodiscard]] std::string local_date(Timestamp at);
[[nodiscard]] std::string local_time(Timestamp at);
// True for a real calendar day written YYYY-MM-DD.
[[nodiscard]] bool is_date(std::string_view text);

// "24h", "30m", "7d", "2w" as a duration.
[[nodiscard]] std::optional<std::chrono::milliseconds> parse_duration(std::string_view text);
// How long ago, for people: "now", "5m", "3h", "12d", "8mo", "2y".
[[nodiscard]] std::string age(Timestamp then, Timestamp now);

}  // namespace loci
