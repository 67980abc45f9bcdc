#include "sync/merge.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "note/frontmatter.h"
#include "note/index_file.h"
#include "note/note.h"
#include "note/paragraphs.h"
#include "note/split.h"
#include "note/unmerged.h"
#include "sync/entries_merge.h"
#include "sync/fields_merge.h"
#include "sync/three_way.h"

namespace loci::sync {
namespace {

constexpr std::string_view kMark = "\xEF\xBB\xBF";
constexpr std::string_view kScratchpad = "SCRATCHPAD.md";

// How a text is written, apart from what it says.
struct Writing {
  bool mark = false;
  bool carriage = false;   // every line ends in "\r\n"
  bool mixed = false;      // some do
  bool final_feed = true;  // the last line has an ending
};

// A text that says the same with plain "\n" behind each line.
struct Plain {
  Writing writing;
  std::string text;
};

Plain plain(std::string_view text) {
  Plain result;
  if (text.starts_with(kMark)) {
    result.writing.mark = true;
    text.remove_prefix(kMark.size());
  }
  if (std::size_t at = text.find("\r\n"); at != std::string_view::npos) {
    std::ptrdiff_t carriages = 0;
    for (; at != std::string_view::npos; at = text.find("\r\n", at + 2)) ++carriages;
    result.writing.carriage = carriages == std::count(text.begin(), text.end(), '\n');
    result.writing.mixed = !result.writing.carriage;
  }
  result.text = result.writing.carriage ? replace_all(text, "\r\n", "\n") : std::string(text);
  if (!text.empty() && !text.ends_with('\n')) {
    result.writing.final_feed = false;
    result.text += '\n';
  }
  return result;
}

bool either(bool base, bool mine, bool theirs) { return mine == theirs ? mine : !base; }

std::string written(std::string text, const Writing& base, const Writing& mine,
                    const Writing& theirs) {
  if (!either(base.final_feed, mine.final_feed, theirs.final_feed) && text.ends_with('\n')) {
    text.pop_back();
  }
  if (either(base.carriage, mine.carriage, theirs.carriage) && !mine.mixed && !theirs.mixed) {
    text = replace_all(text, "\n", "\r\n");
  }
  if (either(base.mark, mine.mark, theirs.mark)) text.insert(0, kMark);
  return text;
}

struct Pages {
  bool has_fields = false;
  std::string_view open;  // the first `---` line
  std::string_view yaml;
  std::string_view close;  // the second, and the blank line below it
  std::string_view body;
};

Pages pages_of(std::string_view text) {
  const note::Split split = note::split_note(text);
  if (!split.closed) return {false, {}, {}, {}, text};
  return {true, text.substr(split.start, split.yaml_begin - split.start),
          text.substr(split.yaml_begin, split.yaml_end - split.yaml_begin),
          text.substr(split.yaml_end, split.body_begin - split.yaml_end),
          text.substr(split.body_begin)};
}

std::string_view one_of(std::string_view base, std::string_view mine, std::string_view theirs) {
  const std::string_view* one = chosen(base, mine, theirs);
  return one == nullptr ? std::max(mine, theirs) : *one;
}

class NoteMerger {
 public:
  NoteMerger(std::string_view base, std::string_view mine, std::string_view theirs)
      : texts_{base, mine, theirs},
        base_(pages_of(base)),
        mine_(pages_of(mine)),
        theirs_(pages_of(theirs)) {}

  Merged merge() {
    std::string body;
    if (!merge_texts(base_.body, mine_.body, theirs_.body, body)) {
      merged_.conflicts.emplace_back("body");
    }
    std::string head;
    merge_head(body, head);
    if (!merged_.conflicts.empty()) return std::move(merged_);
    std::string text = head + body;
    text = with_description(std::move(text), body);
    if (!is_sound(text)) {
      merged_.conflicts.emplace_back("frontmatter");
      return std::move(merged_);
    }
    merged_.text = std::move(text);
    return std::move(merged_);
  }

 private:
  void merge_head(std::string_view body, std::string& head) {
    if (!mine_.has_fields && !theirs_.has_fields) return;
    if (mine_.has_fields != theirs_.has_fields) {
      const Pages& left = mine_.has_fields ? mine_ : theirs_;
      if (base_.has_fields) {  // the other side removed it
        if (left.yaml != base_.yaml) merged_.conflicts.emplace_back("frontmatter");
        return;
      }
      head = std::string(left.open).append(left.yaml).append(left.close);
      return;
    }
    MergedFields fields =
        merge_fields({base_.yaml, mine_.yaml, theirs_.yaml}, description_of_two(body));
    if (!fields.text) {
      merged_.conflicts.insert(merged_.conflicts.end(), fields.conflicts.begin(),
                               fields.conflicts.end());
      return;
    }
    head = one_of(base_.open, mine_.open, theirs_.open);
    head += *fields.text;
    head += one_of(base_.close, mine_.close, theirs_.close);
  }

  // What the description is to be where both sides changed it; nothing where both wrote
  // one by hand.
  std::optional<std::string> description_of_two(std::string_view body) const {
    const std::string mine = note::parse_note(texts_[1]).description;
    const std::string theirs = note::parse_note(texts_[2]).description;
    if (mine == theirs || mine.empty() || theirs.empty()) return std::nullopt;
    const bool my_own = !note::is_derived(mine, mine_.body);
    const bool their_own = !note::is_derived(theirs, theirs_.body);
    if (my_own && their_own) return std::nullopt;
    if (my_own != their_own) return my_own ? mine : theirs;
    return note::first_sentence(note::newest_paragraph(body));
  }

  // A description that a side made from its body, and that the merged body does not give any
  // more, is made again.
  std::string with_description(std::string text, std::string_view body) const {
    const std::string now = note::parse_note(text).description;
    if (now.empty()) return text;
    const auto made = [&](std::size_t side, const Pages& pages) {
      return note::parse_note(texts_[side]).description == now && note::is_derived(now, pages.body);
    };
    if ((!made(1, mine_) && !made(2, theirs_)) || note::is_derived(now, body)) return text;
    auto changed =
        note::set_field(text, "description", note::first_sentence(note::newest_paragraph(body)));
    return changed ? std::move(*changed) : std::move(text);
  }

  // The result is no worse formed than the sides are.
  [[nodiscard]] bool is_sound(std::string_view text) const {
    const note::Note result = note::parse_note(text);
    const note::Note mine = note::parse_note(texts_[1]);
    const note::Note theirs = note::parse_note(texts_[2]);
    const auto has = [](const note::Note& note, note::FaultCode code) {
      return std::any_of(note.faults.begin(), note.faults.end(),
                         [&](const note::Fault& fault) { return fault.code == code; });
    };
    return result.has_frontmatter == (mine.has_frontmatter || theirs.has_frontmatter) &&
           std::all_of(result.faults.begin(), result.faults.end(), [&](const note::Fault& fault) {
             return has(mine, fault.code) || has(theirs, fault.code);
           });
  }

  std::array<std::string_view, 3> texts_;
  Pages base_;
  Pages mine_;
  Pages theirs_;
  Merged merged_;
};

bool is_day(std::string_view name) {
  constexpr std::string_view kForm = "0000-00-00.md";
  return name.size() == kForm.size() &&
         std::equal(name.begin(), name.end(), kForm.begin(), [](char c, char form) {
           return form == '0' ? c >= '0' && c <= '9' : c == form;
         });
}

Merged merge_plain(Shape shape, bool has_base, std::string_view base, std::string_view mine,
                   std::string_view theirs) {
  switch (shape) {
    case Shape::Index:
      return {merge_indexes({base, mine, theirs}), {}};
    case Shape::Scratchpad:
      return {merge_scratchpads({base, mine, theirs}), {}};
    case Shape::Daily:
      return {merge_daily_logs({base, mine, theirs}), {}};
    case Shape::Note:
      break;
  }
  if (!has_base) return {std::nullopt, {"body"}};
  return NoteMerger(base, mine, theirs).merge();
}

}  // namespace

Shape shape_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  const std::string_view directory =
      slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
  if (name == note::kIndexFile) return Shape::Index;
  if (name == kScratchpad) return Shape::Scratchpad;
  if (is_day(name) && (directory == "daily" || directory.ends_with("/daily"))) return Shape::Daily;
  return Shape::Note;
}

Merged merge(Shape shape, const Sides& sides) {
  const bool has_base = sides.base && !sides.base->empty();
  const std::string_view before = sides.base.value_or("");
  if (sides.mine == sides.theirs) return {std::string(sides.mine), {}};
  if (sides.base) {
    if (const std::string_view* one = chosen(before, sides.mine, sides.theirs)) {
      return {std::string(*one), {}};
    }
  }
  if (note::holds_version(sides.mine, sides.theirs)) return {std::string(sides.mine), {}};
  if (note::holds_version(sides.theirs, sides.mine)) return {std::string(sides.theirs), {}};
  if (note::is_half_of(sides.mine, sides.theirs)) return {std::string(sides.mine), {}};
  if (note::is_half_of(sides.theirs, sides.mine)) return {std::string(sides.theirs), {}};
  const Plain base = plain(before);
  const Plain mine = plain(sides.mine);
  const Plain theirs = plain(sides.theirs);
  // What only one side did to line endings and the like is no edit of a line.
  Merged merged;
  if (mine.text == theirs.text) {
    merged.text = mine.text;
  } else {
    merged = merge_plain(shape, has_base, base.text, mine.text, theirs.text);
  }
  if (merged.text) {
    merged.text = written(std::move(*merged.text), base.writing, mine.writing, theirs.writing);
  }
  return merged;
}

}  // namespace loci::sync
