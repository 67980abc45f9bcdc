#include "sync/fields_merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "base/text.h"
#include "base/yaml.h"
#include "sync/ordered_keys.h"
#include "sync/three_way.h"

namespace loci::sync {
namespace {

// One key of a map, or one item of a list, with its lines.
struct Part {
  std::string key;
  std::string_view lead;  // comment lines above it
  std::string_view text;  // its own lines
  const YamlNode* value = nullptr;
};

struct Parts {
  std::vector<Part> parts;
  std::string_view tail;  // comment lines below the last

  [[nodiscard]] const Part* find(std::string_view key) const {
    const auto found =
        std::find_if(parts.begin(), parts.end(), [&](const Part& part) { return part.key == key; });
    return found == parts.end() ? nullptr : &*found;
  }
  [[nodiscard]] Keys keys() const {
    Keys result;
    for (const Part& part : parts) result.push_back(part.key);
    return result;
  }
};

std::size_t begin_of_line(std::string_view text, std::size_t at) {
  const std::size_t feed = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  return feed == std::string_view::npos ? 0 : feed + 1;
}

bool is_comment(std::string_view line) { return trim_left(line).starts_with('#'); }
bool is_empty_line(std::string_view line) { return trim(line).empty(); }

// Where the comments above the next part begin: at the first of the comment and blank lines
// that the text ends with. A comment inside a block scalar is text, and indented.
std::size_t begin_of_lead(std::string_view text, std::size_t indent) {
  const std::vector<std::string_view> lines = split_lines(text);
  std::size_t at = text.size();
  std::size_t lead = text.size();
  for (std::size_t i = lines.size(); i > 1; --i) {  // the first is the part's own
    const std::string_view line = lines[i - 1];
    at -= line.size();
    if (is_comment(line) && line.find('#') <= indent) {
      lead = at;
    } else if (!is_empty_line(line)) {
      break;
    }
  }
  return lead;
}

// The parts of `text[begin, end)`, whose lines begin at `starts`.
Parts cut(std::string_view text, std::size_t begin, std::size_t end,
          const std::vector<std::size_t>& starts, std::size_t indent) {
  Parts result;
  std::size_t lead_begin = begin;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const std::size_t stop = i + 1 < starts.size() ? starts[i + 1] : end;
    const std::string_view whole = text.substr(starts[i], stop - starts[i]);
    const std::size_t own = begin_of_lead(whole, indent);
    result.parts.push_back(
        {{}, text.substr(lead_begin, starts[i] - lead_begin), whole.substr(0, own), nullptr});
    lead_begin = starts[i] + own;
  }
  result.tail = text.substr(lead_begin, end - lead_begin);
  return result;
}

// A block map's keys, or a block list's items, each on lines of its own and equally far in.
std::optional<Parts> split_block(std::string_view text, const YamlNode& node, std::size_t begin,
                                 std::size_t end) {
  const bool map = node.kind == YamlNode::Kind::Map;
  if (node.kind == YamlNode::Kind::Scalar || node.items.empty()) return std::nullopt;
  const std::size_t step = map ? 2 : 1;
  std::vector<std::size_t> starts;
  std::optional<std::size_t> indent;
  for (std::size_t i = 0; i < node.items.size(); i += step) {
    const YamlNode& key = node.items[i];
    if (key.kind != YamlNode::Kind::Scalar) return std::nullopt;
    const std::size_t start = begin_of_line(text, key.begin);
    if (start < begin || (!starts.empty() && start <= starts.back())) return std::nullopt;
    const std::string_view before = text.substr(start, key.begin - start);
    const std::size_t blanks = before.size() - trim_left(before).size();
    const std::string_view marks = trim(before);
    if (map ? !marks.empty() : marks != "-") return std::nullopt;
    if (indent && *indent != blanks) return std::nullopt;
    indent = blanks;
    starts.push_back(start);
  }
  Parts parts = cut(text, begin, end, starts, *indent);
  for (std::size_t i = 0; i < parts.parts.size(); ++i) {
    parts.parts[i].key = node.items[i * step].scalar;
    parts.parts[i].value = map ? &node.items[i * 2 + 1] : &node.items[i];
  }
  Keys keys = parts.keys();
  std::sort(keys.begin(), keys.end());
  if (std::adjacent_find(keys.begin(), keys.end()) != keys.end()) return std::nullopt;
  return parts;
}

// A list or map in brackets, as "tags: [a, b] # why" has it.
struct Flow {
  std::string_view head;  // up to the bracket, and with it
  std::string_view foot;  // from the closing one on
  Keys keys;
  std::map<std::string, std::string_view, std::less<>> items;  // as written
};

std::optional<Flow> split_flow(std::string_view text, const Part& part) {
  const YamlNode& node = *part.value;
  const auto begin = static_cast<std::size_t>(part.text.data() - text.data());
  if (node.kind == YamlNode::Kind::Scalar || node.end <= node.begin + 1) return std::nullopt;
  const char open = text[node.begin];
  if (open != '[' && open != '{') return std::nullopt;
  Flow flow{text.substr(begin, node.begin + 1 - begin),
            text.substr(node.end - 1, begin + part.text.size() - (node.end - 1)),
            {},
            {}};
  const std::size_t step = node.kind == YamlNode::Kind::Map ? 2 : 1;
  std::size_t at = node.begin + 1;
  for (std::size_t i = 0; i < node.items.size(); i += step) {
    const YamlNode& first = node.items[i];
    const YamlNode& last = node.items[i + step - 1];
    if (first.kind != YamlNode::Kind::Scalar || last.end < first.begin) return std::nullopt;
    if (text.substr(at, first.begin - at).find_first_not_of(" \t,") != std::string_view::npos) {
      return std::nullopt;  // a comment, a line break
    }
    at = last.end;
    flow.keys.push_back(first.scalar);
    const auto item = text.substr(first.begin, last.end - first.begin);
    if (!flow.items.emplace(first.scalar, item).second) return std::nullopt;
  }
  if (text.substr(at, node.end - 1 - at).find_first_not_of(" \t,") != std::string_view::npos) {
    return std::nullopt;
  }
  return flow;
}

// Lists whose order says nothing.
bool is_set(std::string_view path) {
  static constexpr std::array<std::string_view, 6> kSets{"tags",
                                                         "metadata.supersedes",
                                                         "metadata.cites",
                                                         "metadata.triggers.paths",
                                                         "metadata.triggers.commands",
                                                         "metadata.triggers.words"};
  return std::find(kSets.begin(), kSets.end(), path) != kSets.end();
}

struct Side {
  std::string_view text;
  YamlDocument document;
};

class FieldMerger {
 public:
  FieldMerger(const FieldSides& sides, const std::optional<std::string>& description)
      : base_{sides.base, parse_yaml(sides.base)},
        mine_{sides.mine, parse_yaml(sides.mine)},
        theirs_{sides.theirs, parse_yaml(sides.theirs)},
        description_(description) {}

  MergedFields merge() {
    std::string text;
    if (!merge_root(text)) return {std::nullopt, std::move(conflicts_)};
    if (!conflicts_.empty()) return {std::nullopt, std::move(conflicts_)};
    return {std::move(text), {}};
  }

 private:
  // One value in the three texts; a side without it has none.
  struct Three {
    const Part* base = nullptr;
    const Part* mine = nullptr;
    const Part* theirs = nullptr;
  };

  static std::string_view lines_of(const Part* part) {
    return part == nullptr ? std::string_view() : part->text;
  }
  static std::string_view lead_of(const Part* part) {
    return part == nullptr ? std::string_view() : part->lead;
  }

  void cannot(std::string_view path) { conflicts_.emplace_back(path); }

  static std::optional<Parts> root_of(const Side& side) {
    if (trim(side.text).empty()) return Parts{{}, side.text};
    if (side.document.broken || !side.document.faults.empty()) return std::nullopt;
    if (side.document.root.items.empty()) return Parts{{}, side.text};
    return split_block(side.text, side.document.root, 0, side.text.size());
  }

  bool merge_root(std::string& text) {
    const auto base = root_of(base_);
    const auto mine = root_of(mine_);
    const auto theirs = root_of(theirs_);
    if (!base || !mine || !theirs) {
      if (merge_texts(base_.text, mine_.text, theirs_.text, text)) return true;
      cannot("frontmatter");
      return false;
    }
    merge_map("", *base, *mine, *theirs, text);
    return true;
  }

  // Every key for itself; `text` gets the lines.
  void merge_map(std::string_view path, const Parts& base, const Parts& mine, const Parts& theirs,
                 std::string& text) {
    Keys order = merge_order(base.keys(), mine.keys(), theirs.keys());
    // A key that one side removed and the other changed.
    for (const Part& part : base.parts) {
      const Part* m = mine.find(part.key);
      const Part* t = theirs.find(part.key);
      const Part* left = m == nullptr ? t : m;
      if ((m == nullptr) != (t == nullptr) && left->text != part.text) {
        cannot(path_of(path, part.key));
      }
    }
    for (const std::string& key : order) {
      const Three three{base.find(key), mine.find(key), theirs.find(key)};
      if (three.mine == nullptr || three.theirs == nullptr) {
        const Part& only = three.mine == nullptr ? *three.theirs : *three.mine;
        text += only.lead;
        text += only.text;
        continue;
      }
      merge_comments(path_of(path, key), lead_of(three.base), three.mine->lead, three.theirs->lead,
                     text);
      merge_value(path_of(path, key), three, text);
    }
    merge_comments(path_of(path, "end"), base.tail, mine.tail, theirs.tail, text);
  }

  static std::string path_of(std::string_view path, std::string_view key) {
    return path.empty() ? std::string(key) : fmt::format("{}.{}", path, key);
  }

  void merge_comments(const std::string& path, std::string_view base, std::string_view mine,
                      std::string_view theirs, std::string& text) {
    std::string merged;
    if (!merge_texts(base, mine, theirs, merged)) cannot(path);
    text += merged;
  }

  void merge_value(const std::string& path, const Three& three, std::string& text) {
    const std::string_view base = lines_of(three.base);
    const std::string_view mine = three.mine->text;
    const std::string_view theirs = three.theirs->text;
    if (const std::string_view* one = chosen(base, mine, theirs)) {
      text += *one;
      return;
    }
    std::string merged;
    if (merge_derived(path, three, merged) || merge_parts(path, three, merged) ||
        merge_block_text(three, merged)) {
      text += merged;
      return;
    }
    cannot(path);
  }

  // Dates of modification: the later one. The description: as the caller says.
  bool merge_derived(const std::string& path, const Three& three, std::string& text) const {
    const std::string& mine = three.mine->value->scalar;
    const std::string& theirs = three.theirs->value->scalar;
    if (three.mine->value->kind != YamlNode::Kind::Scalar ||
        three.theirs->value->kind != YamlNode::Kind::Scalar) {
      return false;
    }
    if (path == "metadata.modified") {
      text = mine > theirs || (mine == theirs && three.mine->text > three.theirs->text)
                 ? three.mine->text
                 : three.theirs->text;
      return true;
    }
    if (path != "description" || !description_) return false;
    for (const Part* part : {three.mine, three.theirs}) {
      if (part->value->scalar == *description_) {
        text = part->text;
        return true;
      }
    }
    text = fmt::format("description: {}\n", yaml_scalar(*description_));
    return true;
  }

  // Maps by key, sets by item.
  bool merge_parts(const std::string& path, const Three& three, std::string& text) {
    const YamlNode::Kind kind = three.mine->value->kind;
    if (kind == YamlNode::Kind::Scalar || kind != three.theirs->value->kind) return false;
    if (three.base != nullptr && three.base->value->kind != kind) return false;
    if (kind == YamlNode::Kind::List && !is_set(path)) return false;
    return merge_flow(three, text) || merge_nested(path, three, text);
  }

  bool merge_flow(const Three& three, std::string& text) const {
    const auto mine = split_flow(mine_.text, *three.mine);
    const auto theirs = split_flow(theirs_.text, *three.theirs);
    const auto before =
        three.base == nullptr ? std::optional<Flow>(Flow{}) : split_flow(base_.text, *three.base);
    if (!mine || !theirs || !before) return false;
    const Flow& base = *before;
    const std::string_view* head = chosen(base.head, mine->head, theirs->head);
    const std::string_view* foot = chosen(base.foot, mine->foot, theirs->foot);
    if (head == nullptr || foot == nullptr) return false;
    if (removed_and_changed(base, *mine, *theirs)) return false;
    std::vector<std::string> items;
    for (const std::string& key : merge_order(base.keys, mine->keys, theirs->keys)) {
      const auto item = [&](const Flow& flow) {
        const auto found = flow.items.find(key);
        return found == flow.items.end() ? std::string_view() : found->second;
      };
      const std::string_view of_mine = item(*mine);
      const std::string_view of_theirs = item(*theirs);
      if (of_mine.empty() || of_theirs.empty()) {
        items.emplace_back(of_mine.empty() ? of_theirs : of_mine);
        continue;
      }
      const std::string_view of_base = item(base);
      const std::string_view* one = chosen(of_base, of_mine, of_theirs);
      if (one == nullptr) return false;
      items.emplace_back(*one);
    }
    text = fmt::format("{}{}{}", *head, join(items, ", "), *foot);
    return true;
  }

  static bool removed_and_changed(const Flow& base, const Flow& mine, const Flow& theirs) {
    return std::any_of(base.items.begin(), base.items.end(), [&](const auto& item) {
      const auto m = mine.items.find(item.first);
      const auto t = theirs.items.find(item.first);
      if ((m == mine.items.end()) == (t == theirs.items.end())) return false;
      return (m == mine.items.end() ? t : m)->second != item.second;
    });
  }

  // Lines of a value below its key's own line.
  struct Nested {
    std::string_view head;
    Parts parts;
  };
  static std::optional<Nested> nested(const Side& side, const Part& part) {
    const auto begin = static_cast<std::size_t>(part.text.data() - side.text.data());
    const std::size_t feed = part.text.find('\n');
    if (feed == std::string_view::npos) return std::nullopt;
    auto parts = split_block(side.text, *part.value, begin + feed + 1, begin + part.text.size());
    if (!parts) return std::nullopt;
    return Nested{part.text.substr(0, feed + 1), std::move(*parts)};
  }

  bool merge_nested(const std::string& path, const Three& three, std::string& text) {
    const auto mine = nested(mine_, *three.mine);
    const auto theirs = nested(theirs_, *three.theirs);
    const auto base =
        three.base == nullptr ? std::optional<Nested>(Nested{}) : nested(base_, *three.base);
    if (!mine || !theirs || !base) return false;
    const std::string_view* head = chosen(base->head, mine->head, theirs->head);
    if (head == nullptr) return false;
    const std::size_t known = conflicts_.size();
    std::string inner;
    merge_map(path, base->parts, mine->parts, theirs->parts, inner);
    if (conflicts_.size() > known) {
      text = inner;  // said which; nobody uses the text
      return true;
    }
    if (inner.empty()) return false;  // nothing is left of it, and no side says that
    text = fmt::format("{}{}", *head, inner);
    return true;
  }

  // A block scalar, or a list whose order counts: text of several lines.
  static bool merge_block_text(const Three& three, std::string& text) {
    const auto several = [](std::string_view lines) {
      return std::count(lines.begin(), lines.end(), '\n') > 1;
    };
    if (three.base == nullptr || !several(three.mine->text) || !several(three.theirs->text)) {
      return false;
    }
    return merge_texts(three.base->text, three.mine->text, three.theirs->text, text);
  }

  Side base_;
  Side mine_;
  Side theirs_;
  const std::optional<std::string>& description_;
  std::vector<std::string> conflicts_;
};

}  // namespace

MergedFields merge_fields(const FieldSides& sides, const std::optional<std::string>& description) {
  return FieldMerger(sides, description).merge();
}

}  // namespace loci::sync
