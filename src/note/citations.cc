#include "note/citations.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "base/text.h"
#include "note/citation_blocks.h"
#include "note/citation_words.h"
#include "note/inline.h"
#include "note/outline.h"
#include "note/split.h"

namespace loci::note {
namespace {

using Kind = Citation::Kind;
using Weight = Citation::Weight;

constexpr std::size_t kMostCitations = 2'000;  // of one note
constexpr std::size_t kMostTiedBytes = 24;     // between a symbol and its file

struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// The sentence around a place in a block: up to a full stop before a blank.
Range sentence_at(std::string_view text, std::size_t at) {
  const auto ends = [&](std::size_t i) {
    return (text[i] == '.' || text[i] == ';' || text[i] == '!' || text[i] == '?') &&
           (i + 1 == text.size() || text[i + 1] == ' ' || text[i + 1] == '\n') &&
           !(i > 1 && text[i] == '.' && text[i - 2] == '.');  // "e.g."
  };
  std::size_t begin = at;
  while (begin > 0 && !ends(begin - 1)) --begin;
  std::size_t end = at;
  while (end < text.size() && !ends(end)) ++end;
  return {begin, end};
}

// Where a path stood among the words of a block, to tie symbols to it.
struct Span {
  std::size_t begin;
  std::size_t end;
  std::size_t citation;
};

class CitationReader {
 public:
  CitationReader(std::vector<Citation>& result, std::size_t body_line)
      : result_(result), body_line_(body_line) {}

  void read(const CitationBlock& block) {
    block_ = &block;
    spans_.clear();
    sentence_ = {};
    counted_ = {};
    label_ = result_.size();
    if (block.commands) {
      read_words(0, block.text.size(), Weight::Hint);
      return;
    }
    const std::string_view text = block.text;
    std::size_t plain = 0;
    for (std::size_t at = 0; at < text.size();) {
      if (text[at] == '`') {
        read_words(plain, at, Weight::Meant);
        at = plain = read_code(at);
      } else if (text[at] == '[' &&
                 (at == 0 || std::string_view(" \t\n(|").find(text[at - 1]) != kNowhere)) {
        read_words(plain, at, Weight::Meant);
        label_ = result_.size();
        plain = ++at;
      } else if (text[at] == ']' && text.substr(at).starts_with("]:")) {
        read_words(plain, at, Weight::Meant);
        disown_label();
        plain = ++at;
      } else if (text[at] == ']' && text.substr(at).starts_with("](")) {
        read_words(plain, at, Weight::Meant);
        at = plain = read_target(at + 1);
      } else {
        ++at;
      }
    }
    read_words(plain, text.size(), Weight::Meant);
    tie_symbols();
  }

 private:
  // What a link to another place is called is not where it leads.
  void disown_label() {
    for (std::size_t i = label_; i < result_.size(); ++i) {
      result_[i].proposed = result_[i].supposed = true;
    }
    label_ = result_.size();
  }

  std::size_t read_code(std::size_t at) {
    const std::string_view text = block_->text;
    const std::size_t run = std::min(text.find_first_not_of('`', at), text.size()) - at;
    const std::size_t close = text.find(text.substr(at, run), at + run);
    if (run > 2 || close == std::string_view::npos) return at + run;
    const std::string_view inside = trim(text.substr(at + run, close - at - run));
    const std::size_t before = result_.size();
    const std::size_t end = close + run;
    if (inside.find_first_of(" \t\n") != std::string_view::npos) {
      read_words(at + run, close, Weight::Hint);
    } else {
      add_code(inside, at);
      if (result_.size() > before) spans_.push_back({at, end, before});
    }
    return end;
  }

  std::size_t read_target(std::size_t open) {
    const std::string_view text = block_->text;
    const auto destination = parse_destination(text, open);
    if (!destination) return open + 1;
    const std::string_view target =
        text.substr(destination->begin, destination->end - destination->begin);
    if (is_url_word(target)) {
      disown_label();
      add_url(target, open, Weight::Meant);
    } else if (const auto path = path_word(target); path && path->parts > 1) {
      const std::size_t before = result_.size();
      add_path(*path, target, open, Weight::Meant);
      // Whoever clicks on it wants to be there, in whatever language.
      if (result_.size() > before) {
        result_[before].target = true;
        result_[before].unread = false;
      }
    }
    return destination->after;
  }

  // Words of prose, and of commands.
  void read_words(std::size_t begin, std::size_t end, Weight weight) {
    const std::string_view text = std::string_view(block_->text).substr(0, end);
    constexpr std::string_view kBlank = " \t\n|";
    for (std::size_t at = begin; at < end;) {
      at = std::min(text.find_first_not_of(kBlank, at), end);
      const std::size_t stop = std::min(text.find_first_of(kBlank, at), end);
      std::string_view word = text.substr(at, stop - at);
      while (!word.empty() && std::string_view("([{<\"'*").find(word[0]) != kNowhere) {
        word.remove_prefix(1);
      }
      while (!word.empty() && std::string_view(")]}>\"'*,;.!?:").find(word.back()) != kNowhere) {
        word.remove_suffix(1);
      }
      if (!word.empty()) add_word(word, at, weight);
      at = stop;
    }
  }

  void add_word(std::string_view word, std::size_t at, Weight weight) {
    if (is_url_word(word)) return add_url(word, at, weight);
    if (weight == Weight::Meant && is_commit_word(word)) return add_commit(word, at);
    const auto path = path_word(word);
    // "and/or", "client/server": prose has paths with a known ending only.
    if (!path || !path->known_ending) return;
    if (path->parts > 1 || path->first_line > 0) add_path(*path, word, at, weight);
  }

  void add_code(std::string_view code, std::size_t at) {
    if (is_url_word(code)) return add_url(code, at, Weight::Meant);
    if (is_commit_word(code)) return add_commit(code, at);
    if (const auto path = path_word(code)) return add_path(*path, code, at, Weight::Meant);
    if (std::string word = environment_word(code); !word.empty()) {
      Citation& added = add(Kind::Environment, Weight::Meant, code, at);
      added.word = std::move(word);
    } else if (std::string name = symbol_word(code); !name.empty()) {
      Citation& added = add(Kind::Symbol, Weight::Meant, code, at);
      added.word = std::move(name);
    }
  }

  void add_path(const PathWord& path, std::string_view text, std::size_t at, Weight weight) {
    Citation& added = add(Kind::Path, weight, text, at);
    added.path = path.path;
    added.first_line = path.first_line;
    added.last_line = path.last_line;
    added.directory = path.directory;
    added.known_ending = path.known_ending;
    added.supposed = added.supposed || path.made_up || path.doubtful;
    added.proposed = added.proposed || path.made_up;
    added.doubtful = path.doubtful;
    if (path.symbol.empty()) return;
    const bool supposed = added.supposed;
    Citation& symbol = add(Kind::Symbol, weight, text, at);
    symbol.path = path.path;
    symbol.word = path.symbol;
    symbol.supposed = supposed;
  }

  void add_commit(std::string_view word, std::size_t at) {
    const Tone tone = tone_at(at);
    if (!tone.commits) return;
    Citation& added = add(Kind::Commit, Weight::Meant, word, at);
    added.supposed = added.supposed || is_made_up_commit(word);
  }

  void add_url(std::string_view word, std::size_t at, Weight weight) {
    if (is_sound_url(word)) add(Kind::Url, weight, word, at);
  }

  Citation& add(Kind kind, Weight weight, std::string_view text, std::size_t at) {
    const Tone tone = tone_at(at);
    Citation citation{.kind = kind, .weight = weight, .text = std::string(text)};
    citation.line = body_line_ + block_->line - 1 + lines_before(at);
    citation.gone = tone.gone;
    constexpr std::size_t kLookedBack = 60;
    const std::size_t from = at > kLookedBack ? at - kLookedBack : 0;
    citation.proposed =
        tone.proposed || ends_with_making(std::string_view(block_->text).substr(from, at - from));
    citation.supposed = tone.supposed || tone.proposed;
    citation.unread = tone.unread;
    if (result_.size() >= kMostCitations) result_.pop_back();
    return result_.emplace_back(std::move(citation));
  }

  Tone tone_at(std::size_t at) {
    if (at < sentence_.begin || at >= sentence_.end) {
      sentence_ = sentence_at(block_->text, at);
      tone_ = tone_of(
          std::string_view(block_->text).substr(sentence_.begin, sentence_.end - sentence_.begin));
      tone_ |= block_->tone;
      // "`src/a.cc` did that. It was removed."
      const Range next =
          sentence_at(block_->text, std::min(sentence_.end + 1, block_->text.size()));
      tone_.gone =
          tone_.gone ||
          tone_of(std::string_view(block_->text).substr(next.begin, next.end - next.begin)).gone;
    }
    return tone_;
  }

  // The block is read from left to right, so each line feed is counted once.
  std::size_t lines_before(std::size_t at) {
    for (; counted_.begin < at; ++counted_.begin) {
      if (block_->text[counted_.begin] == '\n') ++counted_.end;
    }
    return counted_.end;
  }

  // "`commit_batch` in `src/store/commit.cc`".
  void tie_symbols() {
    const std::string_view text = block_->text;
    for (std::size_t i = 0; i + 1 < spans_.size(); ++i) {
      Citation& symbol = result_[spans_[i].citation];
      const Citation& path = result_[spans_[i + 1].citation];
      if (symbol.kind != Kind::Symbol || path.kind != Kind::Path || !path.known_ending) continue;
      const std::size_t length = spans_[i + 1].begin - spans_[i].end;
      if (length > kMostTiedBytes) continue;
      if (!ties_to_file(trim(text.substr(spans_[i].end, length)))) continue;
      symbol.path = path.path;
    }
  }

  std::vector<Citation>& result_;
  std::size_t body_line_;
  const CitationBlock* block_ = nullptr;
  std::vector<Span> spans_;
  Range sentence_;
  Range counted_;          // up to where, and how many
  std::size_t label_ = 0;  // in result_: what stands behind the last '['
  Tone tone_;
};

// Whether a body has anything that a citation is known by: few words decide
// it. Code, a slash, "a.cc:12" and "a.cc#L3", seven digits of a commit.
bool may_cite(std::string_view body) {
  constexpr std::size_t kLeastCommit = 7;
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
  std::size_t digits = 0;
  for (std::size_t i = 0; i < body.size(); ++i) {
    const char c = body[i];
    if (c == '`' || c == '/') return true;
    const bool hex = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    digits = hex ? digits + 1 : 0;
    if (digits >= kLeastCommit) return true;
    const bool inside = (c == ':' || c == '#') && i > 0 && i + 1 < body.size();
    if (inside && !is_blank(body[i - 1]) && !is_blank(body[i + 1])) return true;
  }
  return false;
}

// `find(some_pattern)`: a word that the note itself gives a call of its own as an argument.
bool is_argument(std::string_view body, std::string_view word) {
  for (std::size_t at = body.find(word, 1); at != kNowhere; at = body.find(word, at + 1)) {
    if (std::string_view("([]<{=").find(body[at - 1]) != kNowhere) return true;
  }
  return false;
}

std::size_t line_of(std::string_view text, std::string_view wanted) {
  const std::size_t at = text.find(wanted);
  if (at == kNowhere) return 1;
  return 1 + static_cast<std::size_t>(
                 std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

void add_declared(const Note& note, std::string_view text, std::vector<Citation>& result) {
  const auto cites = note.metadata.find("cites");
  if (cites == note.metadata.end()) return;
  const std::string_view frontmatter = text.substr(0, std::min(note.body_begin, text.size()));
  const auto declare = [&](const Json& value) {
    if (!value.is_string()) return;
    const auto& written = value.get_ref<const std::string&>();
    const std::string_view word = trim(written);
    if (word.empty()) return;
    Citation citation{.weight = Weight::Declared, .text = std::string(word)};
    citation.line = line_of(frontmatter, word);
    if (const auto path = path_word(word)) {
      citation.path = path->path;
      citation.first_line = path->first_line;
      citation.last_line = path->last_line;
      citation.directory = path->directory;
      citation.known_ending = path->known_ending;
    } else if (word.find("://") != kNowhere) {
      citation.kind = Kind::Url;
    } else if (is_commit_word(word)) {
      citation.kind = Kind::Commit;
    } else if (word.find_first_of("*?<>{}[]() ") == kNowhere && !word.starts_with('/') &&
               !word.starts_with('~') && word.find("..") == kNowhere) {
      citation.path = word;  // whoever declares it means a file: "Makefile", "bin/run"
    } else {
      return;
    }
    result.push_back(std::move(citation));
  };
  if (cites->is_array()) {
    for (const Json& value : *cites) declare(value);
  } else {
    declare(*cites);
  }
}

}  // namespace

std::string_view kind_name(Citation::Kind kind) {
  switch (kind) {
    case Kind::Path:
      return "path";
    case Kind::Symbol:
      return "symbol";
    case Kind::Commit:
      return "commit";
    case Kind::Environment:
      return "environment";
    case Kind::Url:
      return "url";
    case Kind::Note:
      break;
  }
  return "note";
}

std::vector<Citation> citations_without_notes(const Note& note, std::string_view text) {
  std::vector<Citation> result;
  add_declared(note, text, result);
  if (!may_cite(note.body)) return result;
  CitationReader reader(result, note.body_line);
  for (const CitationBlock& block : citation_blocks(note.name, note.body)) reader.read(block);
  for (Citation& citation : result) {
    if (citation.kind != Kind::Symbol || citation.proposed) continue;
    citation.proposed = is_argument(note.body, citation.word);
  }
  return result;
}

std::vector<Citation> citations(const Note& note, std::string_view text) {
  std::vector<Citation> result = citations_without_notes(note, text);
  for (const Link& link : parse_outline(note.body).links) {
    Citation citation{.kind = Kind::Note, .text = link.target, .path = link.target};
    citation.line = note.body_line + link.line - 1;
    result.push_back(std::move(citation));
  }
  std::stable_sort(result.begin(), result.end(),
                   [](const Citation& a, const Citation& b) { return a.line < b.line; });
  return result;
}

}  // namespace loci::note
