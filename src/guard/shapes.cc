#include "guard/shapes.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "guard/candidates.h"
#include "guard/classes.h"
#include "guard/plain_words.h"
#include "guard/secret_values.h"
#include "guard/words_inside.h"

namespace loci::guard {
namespace {

struct Shape {
  std::uint16_t rule = 0;
  bool common = false;  // "?": needs variety
  char before = 0;      // class of what stands before it, 0 = a boundary
  std::uint8_t before_count = 0;
  char second = 0;            // of the prefix, if it has one
  ClassMask first_class = 0;  // what must stand behind the prefix, and how often
  std::uint16_t first_count = 0;
  std::string_view prefix;  // literal that it is known by, at least one character
  std::string_view rest;    // of the description, from its first class on
};

constexpr std::size_t kNone = std::string_view::npos;

constexpr std::size_t count_shapes() {
  std::size_t count = 0;
  for (const Rule& rule : kRules) {
    if (rule.shapes.empty()) continue;
    ++count;
    for (const char c : rule.shapes) count += c == ' ' ? 1 : 0;
  }
  return count;
}

constexpr std::size_t number_at(std::string_view text, std::size_t& at) {
  std::size_t number = 0;
  while (at < text.size() && is_digit(text[at])) {
    number = number * 10 + static_cast<std::size_t>(text[at++] - '0');
  }
  return number;
}

constexpr char literal(char c) { return c == '~' ? ' ' : c == '^' ? '~' : c; }

constexpr Shape described(std::string_view text, std::size_t rule) {
  Shape shape;
  shape.rule = static_cast<std::uint16_t>(rule);
  if (text.front() == '?') {
    shape.common = true;
    text.remove_prefix(1);
  }
  if (text.front() == '<') {
    std::size_t at = 2;
    shape.before = text[1];
    shape.before_count = static_cast<std::uint8_t>(number_at(text, at));
    text.remove_prefix(at + 1);
  }
  std::size_t end = 0;
  while (end < text.size() && text[end] != '[') ++end;
  shape.prefix = text.substr(0, end);
  if (shape.prefix.size() > 1) shape.second = literal(shape.prefix[1]);
  shape.rest = text.substr(end);
  if (end + 2 < text.size() && kClassLetters.find(text[end + 1]) != kNone) {
    std::size_t at = end + 2;
    shape.first_class = static_cast<ClassMask>(1U << kClassLetters.find(text[end + 1]));
    shape.first_count = static_cast<std::uint16_t>(number_at(text, at));
  }
  return shape;
}

// Shapes by the first bytes of their prefix: four, three, or the first of shorter ones.
struct ShapeTable {
  static constexpr std::size_t kSlots = 1024;
  std::array<Shape, count_shapes()> shapes{};
  std::array<std::uint16_t, kSlots + 1> begin{};
  Filter filter{};

  static constexpr std::size_t slot(char a, char b = 0, char c = 0, char d = 0) {
    return (((byte_of(a) * 31 + byte_of(b)) * 31 + byte_of(c)) * 31 + byte_of(d)) % kSlots;
  }
};

constexpr std::size_t slot_of(const Shape& shape) {
  const std::string_view prefix = shape.prefix;
  const char first = literal(prefix[0]);
  if (prefix.size() < 3) return ShapeTable::slot(first);
  const char fourth = prefix.size() < 4 ? '\0' : literal(prefix[3]);
  return ShapeTable::slot(first, literal(prefix[1]), literal(prefix[2]), fourth);
}

// "\nghp_…" in JSON: a letter that ends an escape.
constexpr bool may_end_escape(char c) { return c == 'n' || c == 'r' || c == 't'; }

// Shapes with the same first byte are one kind, so that its second byte tells much.
constexpr void filter_for(const Shape& shape, Filter& filter) {
  constexpr std::size_t kBoundaryKinds = 21;
  constexpr std::size_t kKinds = 24;
  filter.width = kKinds;
  const char first = literal(shape.prefix.front());
  const bool boundary = shape.before == 0;
  const std::size_t kind = boundary ? byte_of(first) % kBoundaryKinds
                                    : kBoundaryKinds + byte_of(first) % (kKinds - kBoundaryKinds);
  const Kinds bit = Kinds{1} << kind;
  let(filter.before, bit, [&](char c) {
    return boundary ? !is_alnum(c) || may_end_escape(c) : in_class(shape.before, c);
  });
  filter.here[byte_of(first)] |= bit;
  const auto follows = [&](std::size_t place, KindTable& table) {
    if (place < shape.prefix.size()) {
      table[byte_of(literal(shape.prefix[place]))] |= bit;
    } else {
      const ClassMask mask = shape.first_class;
      let(table, bit, [&](char c) { return mask == 0 || (kClasses[byte_of(c)] & mask) != 0; });
    }
  };
  follows(1, filter.next);
  follows(2, filter.third);
}

constexpr ShapeTable make_table() {
  ShapeTable table;
  std::array<Shape, count_shapes()> listed{};
  std::size_t count = 0;
  for (std::size_t row = 0; row < kRules.size(); ++row) {
    std::string_view left = kRules[row].shapes;
    while (!left.empty()) {
      std::size_t end = 0;
      while (end < left.size() && left[end] != ' ') ++end;
      listed[count++] = described(left.substr(0, end), row);
      left.remove_prefix(end < left.size() ? end + 1 : end);
    }
  }
  for (const Shape& shape : listed) {
    ++table.begin[slot_of(shape) + 1];
    filter_for(shape, table.filter);
  }
  for (std::size_t i = 1; i < table.begin.size(); ++i) {
    table.begin[i] = static_cast<std::uint16_t>(table.begin[i] + table.begin[i - 1]);
  }
  auto next = table.begin;
  for (const Shape& shape : listed) table.shapes[next[slot_of(shape)]++] = shape;
  return table;
}

constexpr ShapeTable kTable = make_table();

class ShapeMatcher {
 public:
  explicit ShapeMatcher(std::string_view text) : text_(text) {}

  // One past what the shape matches at `at`, if it does.
  std::optional<std::size_t> match(const Shape& shape, std::size_t at) {
    if (text_.size() - at < shape.prefix.size()) return std::nullopt;
    for (std::size_t i = 0; i < shape.prefix.size(); ++i) {
      if (text_[at + i] != literal(shape.prefix[i])) return std::nullopt;
    }
    if (shape.before != 0 && !stands_before(shape, at)) return std::nullopt;
    return match_rest(shape.rest, at + shape.prefix.size());
  }

 private:
  static ClassMask mask_of(char letter) {
    return static_cast<ClassMask>(1U << class_index(letter));
  }
  bool has(std::size_t at, ClassMask mask) const {
    return (kClasses[byte_of(text_[at])] & mask) != 0;
  }

  // Where the run of a class that `at` is in ends. A run is walked once, however many
  // shapes begin in it: that is what keeps the whole linear.
  std::size_t run_end(char letter, std::size_t at) {
    const std::size_t index = class_index(letter);
    Run& run = runs_[index];
    if (at >= run.begin && at < run.end) return run.end;
    const auto mask = static_cast<ClassMask>(1U << index);
    std::size_t end = at;
    while (end < text_.size() && has(end, mask)) ++end;
    run = {at, end};
    return end;
  }

  bool stands_before(const Shape& shape, std::size_t at) const {
    const std::size_t count = shape.before_count;
    if (at < count) return false;
    const ClassMask mask = mask_of(shape.before);
    for (std::size_t i = 1; i <= count; ++i) {
      if (!has(at - i, mask)) return false;
    }
    // Of digits there may be some more.
    return at == count || shape.before == 'd' || shape.before == 'n' || !has(at - count - 1, mask);
  }

  std::optional<std::size_t> match_rest(std::string_view rest, std::size_t at) {
    for (std::size_t i = 0; i < rest.size();) {
      if (rest[i] != '[') {
        if (at >= text_.size() || text_[at] != literal(rest[i])) return std::nullopt;
        ++at;
        ++i;
        continue;
      }
      const char letter = rest[++i];
      ++i;
      if (letter == 'U') {
        if (!uuid(at)) return std::nullopt;
        at += kUuid.size();
        ++i;
        continue;
      }
      const std::size_t least = number_at(rest, i);
      std::size_t most = least;
      if (rest[i] == '+') {
        most = kNone;
        ++i;
      } else if (rest[i] == '-') {
        ++i;
        most = number_at(rest, i);
      }
      ++i;  // "]"
      const std::size_t length = run_end(letter, at) - at;
      if (length < least || length > most) return std::nullopt;
      at += length;
    }
    return at;
  }

  bool uuid(std::size_t at) const {
    if (text_.size() - at < kUuid.size()) return false;
    const ClassMask hex = mask_of('x');
    for (std::size_t i = 0; i < kUuid.size(); ++i) {
      if (kUuid[i] == '-' ? text_[at + i] != '-' : !has(at + i, hex)) return false;
    }
    return true;
  }

  struct Run {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  static constexpr std::string_view kUuid = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
  std::string_view text_;
  std::array<Run, kClassLetters.size()> runs_{};
};

constexpr std::size_t kLongRun = 24;
constexpr auto kBase64 = static_cast<ClassMask>(1U << class_index('b'));

// Whether a token may begin here: not inside a word, nor inside base64, where every few
// letters stand by chance.
bool is_boundary(std::string_view text, std::size_t at) {
  if (at == 0) return true;
  const char before = text[at - 1];
  // "\nghp_…" in JSON
  if (is_alnum(before)) {
    return at > 1 && text[at - 2] == '\\' && may_end_escape(before);
  }
  if (before != '/' && before != '+') return true;
  if (at < kLongRun) return true;
  for (std::size_t i = 1; i <= kLongRun; ++i) {
    if ((kClasses[byte_of(text[at - i])] & kBase64) == 0) return true;
  }
  return false;
}

constexpr std::array<std::string_view, 20> kPlaceholders{
    "example", "your",   "placeholder", "redacted", "changeme", "change-me", "change_me",
    "dummy",   "sample", "insert",      "replace",  "xxxx",     "****",      "....",
    "0000000", "_here",  "-here",       "foobar",   "notreal",  "fake"};
constexpr WordsInside kPlaceholdersInside(kPlaceholders);

}  // namespace

bool is_placeholder(std::string_view value) { return kPlaceholdersInside.has_one(value); }

bool is_known_example(std::string_view value) {
  return std::any_of(kKnownExamples.begin(), kKnownExamples.end(), [&](std::string_view one) {
    return value.find(one) != std::string_view::npos;
  });
}

bool is_varied(std::string_view value) {
  constexpr int kLeast = 7;  // different characters
  std::uint64_t seen = 0;
  bool digit = false;
  bool letter = false;
  for (const char c : value.substr(0, 128)) {
    digit = digit || is_digit(c);
    letter = letter || is_alpha(c);
    seen |= std::uint64_t{1} << (byte_of(c) & 63U);
  }
  return digit && letter && std::popcount(seen) >= kLeast;
}

namespace {

class ShapeFinder final : public Matcher {
 public:
  ShapeFinder(std::string_view text, Findings& findings)
      : text_(text), matcher_(text), lines_(text), findings_(findings) {}

  [[nodiscard]] const Filter& filter() const override { return kTable.filter; }

  void look(std::size_t at) override {
    if (at < end_ || at + 2 >= text_.size()) return;
    const bool boundary = is_boundary(text_, at);
    const char* const bytes = text_.data() + at;
    const char fourth = at + 3 < text_.size() ? bytes[3] : '\0';
    end_ = try_slot(ShapeTable::slot(bytes[0], bytes[1], bytes[2], fourth), at, boundary);
    if (end_ == at) end_ = try_slot(ShapeTable::slot(bytes[0], bytes[1], bytes[2]), at, boundary);
    if (end_ == at) end_ = try_slot(ShapeTable::slot(bytes[0]), at, boundary);
  }

 private:
  // One past what was found, or `at`.
  std::size_t try_slot(std::size_t slot, std::size_t at, bool boundary) {
    for (std::size_t i = kTable.begin[slot]; i < kTable.begin[slot + 1]; ++i) {
      const Shape& shape = kTable.shapes[i];
      if (shape.before == 0 && !boundary) continue;
      if (shape.second != 0 && text_[at + 1] != shape.second) continue;
      if (!may_follow(shape, at + shape.prefix.size())) continue;
      const auto end = matcher_.match(shape, at);
      // What was dull or a placeholder is so from a later beginning, too: each end is judged
      // once.
      if (!end || *end == dull_end_) continue;
      const std::size_t begin = at - shape.before_count;
      const std::string_view matched = text_.substr(begin, *end - begin);
      const std::string_view variable = matched.substr(shape.before_count + shape.prefix.size());
      const std::string_view judged = shape.before == 0 ? variable : matched;
      const bool varied =
          !shape.common ||
          (is_varied(judged) && !is_made_of_words(judged.substr(0, 128)) && !is_published(begin));
      if (!varied || is_placeholder(matched.substr(0, 256)) ||
          is_known_example(matched.substr(0, 256))) {
        dull_end_ = *end;
        continue;
      }
      findings_.add(shape.rule, lines_.at(begin), matched);
      return *end;
    }
    return at;
  }

  // "pk_live_…": what services give to pages.
  [[nodiscard]] bool is_published(std::size_t at) const {
    constexpr std::array<std::string_view, 6> kPublished{"pk_",     "pub_", "public_",
                                                         "public-", "pub-", "publishable_"};
    const std::string_view before = text_.substr(0, at);
    return std::any_of(kPublished.begin(), kPublished.end(),
                       [&](std::string_view one) { return before.ends_with(one); });
  }

  // Looks at a few characters of the first run before all of them.
  [[nodiscard]] bool may_follow(const Shape& shape, std::size_t at) const {
    if (shape.first_count == 0) return true;
    const std::size_t last = at + shape.first_count - 1;
    if (last >= text_.size()) return false;
    const auto fits = [&](std::size_t i) {
      return (kClasses[byte_of(text_[i])] & shape.first_class) != 0;
    };
    const std::size_t second = std::min(at + 1, last);
    const std::size_t third = std::min(at + 2, last);
    return fits(at) && fits(second) && fits(third) && fits(at + shape.first_count / 2) &&
           fits(last);
  }

  std::string_view text_;
  ShapeMatcher matcher_;
  Lines lines_;
  Findings& findings_;
  std::size_t dull_end_ = kNone;
  std::size_t end_ = 0;  // of what was found
};

}  // namespace

std::unique_ptr<Matcher> shape_matcher(std::string_view text, Findings& findings) {
  return std::make_unique<ShapeFinder>(text, findings);
}

}  // namespace loci::guard
