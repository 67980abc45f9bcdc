#include "remote/seen_notes.h"

#include <fmt/format.h>

#include <charconv>
#include <iterator>
#include <optional>

#include "base/hash.h"

namespace loci::remote {
namespace {

constexpr std::string_view kHead = "loci-seen 1 ";  // and the sum of what follows, so that a file
constexpr std::size_t kSumDigits = 8;               // that a power loss tore is noticed
constexpr std::size_t kHashDigits = 64;

// The words of a line, one after the other.
class Words {
 public:
  explicit Words(std::string_view line) : rest_(line) {}

  template <typename Number>
  bool number(Number& value, int base = 10) {
    const char* const end = rest_.data() + rest_.size();
    const auto [stop, error] = std::from_chars(rest_.data(), end, value, base);
    if (error != std::errc() || stop == end || *stop != ' ') return false;
    rest_.remove_prefix(static_cast<std::size_t>(stop - rest_.data()) + 1);
    return true;
  }
  bool hash(std::string& value) {
    if (rest_.size() <= kHashDigits || rest_[kHashDigits] != ' ') return false;
    value = rest_.substr(0, kHashDigits);
    rest_.remove_prefix(kHashDigits + 1);
    return true;
  }
  [[nodiscard]] std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

bool add_note(std::string_view line, SeenPlace& place) {
  Words words(line);
  SeenNote note;
  fs::Stamp& stamp = note.stamp;
  const bool sound = words.number(stamp.size) && words.number(stamp.mtime_ns) &&
                     words.number(stamp.ctime_ns) && words.number(stamp.inode) &&
                     words.number(stamp.device) && words.hash(note.hash) &&
                     words.number(note.hook, 16) && !words.rest().empty();
  if (sound) place.emplace(words.rest(), std::move(note));
  return sound;
}

// What follows the head and its sum, if that is right.
std::optional<std::string_view> body_of(std::string_view text) {
  if (!text.starts_with(kHead)) return std::nullopt;
  text.remove_prefix(kHead.size());
  if (text.size() <= kSumDigits || text[kSumDigits] != '\n') return std::nullopt;
  const std::string_view sum = text.substr(0, kSumDigits);
  text.remove_prefix(kSumDigits + 1);
  if (hex(crc32(text), kSumDigits) != sum) return std::nullopt;
  return text;
}

}  // namespace

SeenNotes SeenNotes::parse(std::string_view text) {
  SeenNotes seen;
  const auto body = body_of(text);
  if (!body) return seen;
  SeenPlace* place = nullptr;
  for (std::string_view rest = *body; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    if (line.starts_with('@')) {
      place = &seen.places_[std::string(line.substr(1))];
    } else if (place == nullptr || !add_note(line, *place)) {
      return {};
    }
  }
  return seen;
}

std::string SeenNotes::format() const {
  std::string body;
  const auto add = std::back_inserter(body);
  for (const auto& [key, notes] : places_) {
    fmt::format_to(add, "@{}\n", key);
    for (const auto& [file, note] : notes) {
      const fs::Stamp& stamp = note.stamp;
      fmt::format_to(add, "{} {} {} {} {} {} {:x} {}\n", stamp.size, stamp.mtime_ns, stamp.ctime_ns,
                     stamp.inode, stamp.device, note.hash, note.hook, file);
    }
  }
  return fmt::format("{}{}\n{}", kHead, hex(crc32(body), kSumDigits), body);
}

const SeenPlace& SeenNotes::of(const std::string& place) const {
  static const SeenPlace kNone;
  const auto found = places_.find(place);
  return found == places_.end() ? kNone : found->second;
}

void SeenNotes::keep(const std::string& place, SeenPlace notes) {
  SeenPlace& known = places_[place];
  if (known == notes) return;
  known = std::move(notes);
  has_news_ = true;
}

void SeenNotes::forget() {
  has_news_ = has_news_ || !places_.empty();
  places_.clear();
}

}  // namespace loci::remote
