// Links between notes: what a link means, and what becomes of links when a note
// gets another name. Pure.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "note/outline.h"
#include "store/place.h"

namespace loci::memory {

// A note as far as links are concerned.
struct LinkedNote {
  store::Place place;
  std::string file;
  std::string name;  // as shown; "" where titles do not matter
  bool untrusted = false;
};

// The file name a target stands for: ".md" may be left out.
[[nodiscard]] std::string target_file(std::string_view target);

// Finds the note a link means: by file name, then (for [[…]]) by title; exact
// before folded; in the linking note's own place first, then in the order given.
class LinkResolver {
 public:
  // `notes` in the order in which places are read; they must outlive it.
  explicit LinkResolver(const std::vector<LinkedNote>& notes);

  [[nodiscard]] const LinkedNote* resolve(const note::Link& link, const store::Place& from) const;

 private:
  using Names = std::unordered_map<std::string, std::vector<const LinkedNote*>>;
  [[nodiscard]] static const LinkedNote* choose(const Names& names, const std::string& name,
                                                const store::Place& from);
  const std::vector<LinkedNote>& notes_;
  std::unordered_map<std::string_view, std::vector<const LinkedNote*>> exact_;
  // Made for the first link that is not written as the file is called.
  mutable std::optional<Names> folded_;
  mutable std::optional<Names> titles_;
};

// One note that gets another name, among all the notes there are.
class Renaming {
 public:
  // `notes[subject]` will be called `new_file`.
  Renaming(std::vector<LinkedNote> notes, std::size_t subject, std::string new_file);

  struct Followed {
    std::optional<std::string> text;  // none: nothing changes
    std::vector<std::size_t> left;    // lines of links that would mean another note
  };
  // `text`, a note of `place`, with every link in its body that means the note by
  // its file name changed to the new one. Labels, anchors and every other byte
  // stay; so do links by title, for the title stays.
  [[nodiscard]] Followed follow(std::string_view text, const store::Place& place) const;

 private:
  std::vector<LinkedNote> before_;
  std::vector<LinkedNote> after_;
  std::size_t subject_;
  std::string folded_;
  LinkResolver then_;
  LinkResolver now_;
};

// Notes that are put aside in favour of others: links to them lead to those.
class Redirection {
 public:
  // `aside[i]` is the number, among `notes`, of the one that stands for notes[i]; its own
  // number: it stays. A note that is put aside with nothing for it keeps its links.
  Redirection(std::vector<LinkedNote> notes, std::vector<std::size_t> aside);

  // `text`, a note of `place`, with its links changed; nothing when none is.
  [[nodiscard]] std::optional<std::string> follow(std::string_view text,
                                                  const store::Place& place) const;

 private:
  std::vector<LinkedNote> notes_;
  std::vector<std::size_t> aside_;
  LinkResolver resolver_;
};

}  // namespace loci::memory
