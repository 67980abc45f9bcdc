// What people write in the worlds of the simulation: each line once in a whole world, so that it
// is known of each where it belongs, who took it away, and whether it is back.

#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>

namespace loci::sync::world {

// A note or a day's log. Copies share what they say: a thousand replicas have it.
class Text {
 public:
  explicit Text(std::string bytes);
  // A note with a field of its own and one line.
  [[nodiscard]] static Text fresh(const std::string& field, const std::string& line);
  // A day's log with nothing in it.
  [[nodiscard]] static Text day();

  [[nodiscard]] Text with_line(std::uint64_t section, const std::string& line) const;
  [[nodiscard]] Text without_line(const std::string& line) const;
  [[nodiscard]] Text with_field(const std::string& field) const;
  // As a machine dates it whose clock says so.
  [[nodiscard]] Text modified(std::uint64_t minute) const;
  // An entry of a day's log at a time of that day, behind the last one that is not later.
  [[nodiscard]] Text with_entry(std::uint64_t minute, const std::string& line) const;

  [[nodiscard]] const std::string& bytes() const { return said_->bytes; }
  [[nodiscard]] const std::string& hash() const { return said_->hash; }
  [[nodiscard]] const std::set<std::string>& lines() const { return said_->lines; }
  // The lines, the hooks that somebody worded, and what a conflict wrote below its two notes: a
  // text has all signs of the texts that it was made of, or was edited since.
  [[nodiscard]] const std::set<std::string>& signs() const { return said_->signs; }

  // How many parts its body has: edits in two of them merge, in one they do not.
  static constexpr std::uint64_t kSections = 8;

 private:
  struct Said {
    std::string bytes;
    std::string hash;
    std::set<std::string> lines;
    std::set<std::string> signs;
  };
  std::shared_ptr<const Said> said_;
};

}  // namespace loci::sync::world
