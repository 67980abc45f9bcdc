// What the notes were when a sync last read them, so that those that were not touched since need
// not be read again: 2,000 files take longer to read than all the rest of a sync with nothing new.
// What changed is still decided by hashes; a stamp (fs/stamp.h) only says that a file is the very
// one whose hash is known. Kept in a file beside what was agreed on; without it all is read.

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>

#include "fs/stamp.h"

namespace loci::remote {

struct SeenNote {
  fs::Stamp stamp;
  std::string hash;
  // Of the hook that its index had for it (fnv1a64), where the text explained that one; else 0.
  std::uint64_t hook = 0;
  bool operator==(const SeenNote&) const = default;
};
using SeenPlace = std::unordered_map<std::string, SeenNote>;  // by file

class SeenNotes {
 public:
  // Pure: the text of the file. One that is damaged or of another version says nothing.
  static SeenNotes parse(std::string_view text);
  [[nodiscard]] std::string format() const;

  [[nodiscard]] const SeenPlace& of(const std::string& place) const;  // by Place::key
  void keep(const std::string& place, SeenPlace notes);
  void forget();  // all is read again
  // Whether there is something to write down.
  [[nodiscard]] bool has_news() const { return has_news_; }
  void written() { has_news_ = false; }

 private:
  std::map<std::string, SeenPlace> places_;
  bool has_news_ = false;
};

}  // namespace loci::remote
