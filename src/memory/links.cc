#include "memory/links.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "note/slug.h"
#include "note/split.h"

namespace loci::memory {
namespace {

const LinkedNote* nearest(const std::vector<const LinkedNote*>& notes, const store::Place& from) {
  for (const LinkedNote* note : notes) {
    if (note->place == from) return note;
  }
  return notes.front();
}

// The new target, spelt as the link was: with or without ".md", and in angle
// brackets where Markdown needs them.
std::string written(const note::Link& link, std::string_view body, std::string_view new_file) {
  const std::string_view old = body.substr(link.begin, link.end - link.begin);
  if (link.kind == note::Link::Kind::Wiki) {
    return std::string(old.ends_with(".md") ? new_file : note::stem(new_file));
  }
  const bool bracketed = link.begin > 0 && body[link.begin - 1] == '<';
  const bool needs = new_file.find_first_of(" ()<>\\") != std::string_view::npos;
  if (bracketed || !needs) return std::string(new_file);
  return fmt::format("<{}>", new_file);
}

std::vector<LinkedNote> renamed(std::vector<LinkedNote> notes, std::size_t subject,
                                std::string new_file) {
  notes[subject].file = std::move(new_file);
  return notes;
}

}  // namespace

std::string target_file(std::string_view target) {
  std::string file(target);
  if (!target.ends_with(".md")) file += ".md";
  return file;
}

LinkResolver::LinkResolver(const std::vector<LinkedNote>& notes) : notes_(notes) {
  exact_.reserve(notes.size());
  for (const LinkedNote& note : notes) exact_[note.file].push_back(&note);
}

const LinkedNote* LinkResolver::choose(const Names& names, const std::string& name,
                                       const store::Place& from) {
  const auto found = names.find(name);
  return found == names.end() ? nullptr : nearest(found->second, from);
}

const LinkedNote* LinkResolver::resolve(const note::Link& link, const store::Place& from) const {
  const std::string file = target_file(link.target);
  const auto exact = exact_.find(file);
  if (exact != exact_.end()) return nearest(exact->second, from);
  if (!folded_) {
    folded_.emplace();
    for (const LinkedNote& note : notes_) (*folded_)[fold(note.file)].push_back(&note);
  }
  if (const LinkedNote* note = choose(*folded_, fold(file), from)) return note;
  if (link.kind == note::Link::Kind::Markdown) return nullptr;
  if (!titles_) {
    titles_.emplace();
    for (const LinkedNote& note : notes_) (*titles_)[fold_with_space(note.name)].push_back(&note);
  }
  return choose(*titles_, fold_with_space(link.target), from);
}

Redirection::Redirection(std::vector<LinkedNote> notes, std::vector<std::size_t> aside)
    : notes_(std::move(notes)), aside_(std::move(aside)), resolver_(notes_) {}

std::optional<std::string> Redirection::follow(std::string_view text,
                                               const store::Place& place) const {
  const std::size_t start = note::split_note(text).body_begin;
  const std::string_view body = text.substr(start);
  if (body.find('[') == std::string_view::npos) return std::nullopt;
  std::string result(text.substr(0, start));
  std::size_t done = 0;
  for (const note::Link& link : note::parse_outline(body).links) {
    const LinkedNote* const meant = resolver_.resolve(link, place);
    if (meant == nullptr) continue;
    const auto number = static_cast<std::size_t>(meant - notes_.data());
    if (aside_[number] == number) continue;
    result += body.substr(done, link.begin - done);
    result += written(link, body, notes_[aside_[number]].file);
    done = link.end;
  }
  if (done == 0) return std::nullopt;
  result += body.substr(done);
  return result;
}

Renaming::Renaming(std::vector<LinkedNote> notes, std::size_t subject, std::string new_file)
    : before_(std::move(notes)),
      after_(renamed(before_, subject, std::move(new_file))),
      subject_(subject),
      folded_(fold(before_[subject].file)),
      then_(before_),
      now_(after_) {}

Renaming::Followed Renaming::follow(std::string_view text, const store::Place& place) const {
  Followed followed;
  const std::size_t start = note::split_note(text).body_begin;
  const std::string_view body = text.substr(start);
  if (body.find('[') == std::string_view::npos) return followed;
  const std::string& new_file = after_[subject_].file;
  std::string result(text.substr(0, start));
  std::size_t done = 0;
  for (const note::Link& link : note::parse_outline(body).links) {
    if (!folds_to(target_file(link.target), folded_)) continue;
    if (then_.resolve(link, place) != &before_[subject_]) continue;
    note::Link there = link;
    there.target = new_file;
    if (now_.resolve(there, place) != &after_[subject_]) {
      const auto lines = std::count(text.begin(), text.begin() + static_cast<long>(start), '\n');
      followed.left.push_back(static_cast<std::size_t>(lines) + link.line);
      continue;
    }
    result += body.substr(done, link.begin - done);
    result += written(link, body, new_file);
    done = link.end;
  }
  if (done == 0) return followed;
  result += body.substr(done);
  followed.text = std::move(result);
  return followed;
}

}  // namespace loci::memory
