#include "upkeep/facts_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "base/kept_lines.h"
#include "base/parallel.h"

namespace loci::upkeep {
namespace {

using note::Citation;
using Fields = std::vector<std::string_view>;

KeptLines facts_form() { return {"loci checked", 1, rules_digest()}; }

constexpr std::string_view kOutgrown = "?-+";  // by NoteFacts::Outgrown
// What a citation may be besides, by bits.
constexpr std::array kMarks{&Citation::directory, &Citation::known_ending, &Citation::gone,
                            &Citation::supposed,  &Citation::proposed,     &Citation::doubtful,
                            &Citation::unread,    &Citation::target};

unsigned marks_of(const Citation& citation) {
  unsigned marks = 0;
  for (std::size_t i = 0; i < kMarks.size(); ++i) {
    if (citation.*kMarks.at(i)) marks |= 1U << i;
  }
  return marks;
}

void format_note(const std::string& file, const fs::Stamp& stamp, const NoteFacts& facts,
                 std::string& text) {
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "n\t{}\t{:x}\t{:x}\t{:x}\t{:x}\t{:x}\t{}\t{}{}\t{}", escaped_field(file),
                 stamp.size, stamp.mtime_ns, stamp.ctime_ns, stamp.inode, stamp.device, facts.hash,
                 kOutgrown[static_cast<std::size_t>(facts.outgrown)], facts.description_line,
                 escaped_field(facts.name));
  if (facts.description) fmt::format_to(out, "\t{}", escaped_field(*facts.description));
  text += '\n';
  for (const NoteFacts::Fault& one : facts.faults) {
    fmt::format_to(out, "f\t{}\t{}\t{}\n", one.rule->id, one.line, escaped_field(one.message));
  }
  for (const guard::Finding& one : facts.scanned) {
    fmt::format_to(out, "s\t{}\t{}\t{}\t{}\n", one.rule->id, one.line, one.mark,
                   one.and_more ? 1 : 0);
  }
  for (const NoteFacts::Links& one : facts.links) {
    const bool wiki = one.kind == note::Link::Kind::Wiki;
    fmt::format_to(out, "l\t{}\t{}\t{}\n", wiki ? 'w' : 'm', fmt::join(one.lines, ","),
                   escaped_field(one.target));
  }
  for (const Citation& one : facts.citations) {
    fmt::format_to(out, "c\t{}\t{}\t{:x}\t{}\t{}\t{}\t{}\t{}\t{}\n", static_cast<int>(one.kind),
                   static_cast<int>(one.weight), marks_of(one), one.first_line, one.last_line,
                   one.line, escaped_field(one.text), escaped_field(one.path),
                   escaped_field(one.word));
  }
  const note::Lifetime& life = facts.life;
  if (life.says_nothing()) return;
  fmt::format_to(out, "t\t{}\t{}\t{}", facts.metadata_line, escaped_field(life.expires),
                 escaped_field(life.review_by));
  for (const std::string& name : life.supersedes) fmt::format_to(out, "\t{}", escaped_field(name));
  text += '\n';
}

bool take_note(const Fields& fields, std::string& file, fs::Stamp& stamp, NoteFacts& facts) {
  if (fields.size() != 10 && fields.size() != 11) return false;
  if (!take_number(fields[2], stamp.size, 16) || !take_number(fields[3], stamp.mtime_ns, 16) ||
      !take_number(fields[4], stamp.ctime_ns, 16) || !take_number(fields[5], stamp.inode, 16) ||
      !take_number(fields[6], stamp.device, 16) || fields[8].empty()) {
    return false;
  }
  const std::size_t outgrown = kOutgrown.find(fields[8].front());
  if (outgrown == std::string_view::npos) return false;
  if (!take_number(fields[8].substr(1), facts.description_line)) return false;
  file = unescaped_field(fields[1]);
  facts.hash = fields[7];
  facts.outgrown = static_cast<NoteFacts::Outgrown>(outgrown);
  facts.name = unescaped_field(fields[9]);
  if (fields.size() == 11) facts.description = unescaped_field(fields[10]);
  return true;
}

bool take_fault(const Fields& fields, NoteFacts& facts) {
  if (fields.size() != 4) return false;
  const CheckRule* const rule = find_check_rule(fields[1]);
  NoteFacts::Fault fault{rule, 0, unescaped_field(fields[3])};
  if (rule == nullptr || !take_number(fields[2], fault.line)) return false;
  facts.faults.push_back(std::move(fault));
  return true;
}

bool take_scanned(const Fields& fields, NoteFacts& facts) {
  if (fields.size() != 5) return false;
  const guard::Rule* const rule = guard::find_rule(fields[1]);
  if (rule == nullptr) return false;
  guard::Finding found{rule, 0, std::string(fields[3]), rule->severity, fields[4] == "1"};
  if (!take_number(fields[2], found.line)) return false;
  facts.scanned.push_back(std::move(found));
  return true;
}

bool take_links(const Fields& fields, NoteFacts& facts) {
  if (fields.size() != 4 || (fields[1] != "w" && fields[1] != "m")) return false;
  NoteFacts::Links links{fields[1] == "w" ? note::Link::Kind::Wiki : note::Link::Kind::Markdown,
                         unescaped_field(fields[3]),
                         {}};
  links.lines.reserve(
      static_cast<std::size_t>(std::count(fields[2].begin(), fields[2].end(), ',')) + 1);
  for (std::string_view rest = fields[2]; !rest.empty();) {
    const std::string_view number = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(number.size() + 1, rest.size()));
    if (!take_number(number, links.lines.emplace_back())) return false;
  }
  facts.links.push_back(std::move(links));
  return true;
}

bool take_citation(const Fields& fields, NoteFacts& facts) {
  if (fields.size() != 10) return false;
  int kind = 0;
  int weight = 0;
  unsigned marks = 0;
  Citation citation;
  if (!take_number(fields[1], kind) || kind < 0 || kind > static_cast<int>(Citation::Kind::Note) ||
      !take_number(fields[2], weight) || weight < 0 ||
      weight > static_cast<int>(Citation::Weight::Declared) || !take_number(fields[3], marks, 16) ||
      !take_number(fields[4], citation.first_line) || !take_number(fields[5], citation.last_line) ||
      !take_number(fields[6], citation.line)) {
    return false;
  }
  citation.kind = static_cast<Citation::Kind>(kind);
  citation.weight = static_cast<Citation::Weight>(weight);
  for (std::size_t i = 0; i < kMarks.size(); ++i) {
    citation.*kMarks.at(i) = (marks & (1U << i)) != 0;
  }
  citation.text = unescaped_field(fields[7]);
  citation.path = unescaped_field(fields[8]);
  citation.word = unescaped_field(fields[9]);
  facts.citations.push_back(std::move(citation));
  return true;
}

bool take_life(const Fields& fields, NoteFacts& facts) {
  if (fields.size() < 4 || !take_number(fields[1], facts.metadata_line)) return false;
  facts.life.expires = unescaped_field(fields[2]);
  facts.life.review_by = unescaped_field(fields[3]);
  for (std::size_t i = 4; i < fields.size(); ++i) {
    facts.life.supersedes.push_back(unescaped_field(fields[i]));
  }
  return true;
}

bool take_detail(const Fields& fields, NoteFacts& facts) {
  if (fields[0] == "l") return take_links(fields, facts);
  if (fields[0] == "f") return take_fault(fields, facts);
  if (fields[0] == "s") return take_scanned(fields, facts);
  if (fields[0] == "c") return take_citation(fields, facts);
  return fields[0] == "t" && take_life(fields, facts);
}

}  // namespace

std::string format_facts(const KeptFacts& facts) {
  std::string text;
  if (!facts.alike.among.empty()) text += fmt::format("a\t{}\n", facts.alike.among);
  for (const auto& [one, other] : facts.alike.pairs) {
    text += fmt::format("p\t{}\t{}\n", escaped_field(one), escaped_field(other));
  }
  std::vector<const memory::Stamped<NoteFacts>::Entries::value_type*> sorted;
  sorted.reserve(facts.notes.size());
  for (const auto& note : facts.notes) sorted.push_back(&note);
  std::sort(sorted.begin(), sorted.end(),
            [](const auto* a, const auto* b) { return a->first < b->first; });
  for (const auto* note : sorted) {
    format_note(note->first, note->second.stamp, *note->second.found, text);
  }
  return facts_form().format(text);
}

namespace {

// Where the lines of a note begin, at `from` or behind it; else the end.
std::size_t next_note(std::string_view lines, std::size_t from) {
  if (from == 0) return 0;
  const std::size_t found = lines.find("\nn\t", from - 1);
  return found == std::string_view::npos ? lines.size() : found + 1;
}

// Some of the lines, from the first of a note on. Nothing where one of them is not understood.
std::optional<KeptFacts> parse_lines(std::string_view lines) {
  KeptFacts facts;
  std::shared_ptr<NoteFacts> note;
  facts.notes.reserve(lines.size() / 256);
  while (!lines.empty()) {
    const Fields fields = fields_of(take_line(lines));
    if (fields[0] == "n") {
      note = std::make_shared<NoteFacts>();
      std::string file;
      fs::Stamp stamp;
      if (!take_note(fields, file, stamp, *note)) return std::nullopt;
      facts.notes.insert_or_assign(std::move(file), memory::Stamped<NoteFacts>::Entry{stamp, note});
    } else if (fields[0] == "a" && fields.size() == 2) {
      facts.alike.among = fields[1];
    } else if (fields[0] == "p" && fields.size() == 3) {
      facts.alike.pairs.emplace_back(unescaped_field(fields[1]), unescaped_field(fields[2]));
    } else if (!note || !take_detail(fields, *note)) {
      return std::nullopt;
    }
  }
  return facts;
}

}  // namespace

KeptFacts parse_facts(std::string_view text) {
  constexpr std::size_t kWorth = std::size_t{256} << 10;  // bytes, for a thread more
  const std::string_view lines = facts_form().parse(text);
  std::mutex mutex;
  std::map<std::size_t, std::optional<KeptFacts>> parts;  // by where they begin
  in_parallel(
      lines.size(),
      [&](std::size_t begin, std::size_t end) {
        const std::size_t first = next_note(lines, begin);
        auto part = parse_lines(lines.substr(first, next_note(lines, end) - first));
        const std::lock_guard lock(mutex);
        parts.emplace(begin, std::move(part));
      },
      kWorth);
  KeptFacts facts;
  for (auto& [begin, part] : parts) {
    if (!part) return {};
    if (begin == 0) {
      facts = std::move(*part);
    } else {
      facts.notes.merge(part->notes);
    }
  }
  return facts;
}

bool is_later_facts(std::string_view text) { return facts_form().is_later(text); }

}  // namespace loci::upkeep
