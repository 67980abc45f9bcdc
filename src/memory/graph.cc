#include "memory/graph.h"

#include <fmt/format.h>

#include <algorithm>

#include "memory/survey.h"

namespace loci::memory {

Result<LinksReply> links(Memory& memory, const NoteRequest& request) {
  LOCI_ASSIGN(const Located located, locate(memory, request));
  LOCI_ASSIGN(const std::vector<store::Place> allowed, all_places(memory, {}));
  std::vector<Refused> refused;
  const std::vector<store::Place> places = present_places(memory, allowed, refused);
  LOCI_TRY(need_readable(refused));  // the others are said by check
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.store().view(places));
  LOCI_ASSIGN(const std::vector<SurveyedPlace> all, survey(memory, places, *view, nullptr));
  const std::vector<LinkedNote> notes = linked_notes(all);
  const LinkResolver resolver(notes);
  LinksReply reply;
  for (const SurveyedPlace& place : all) {
    for (const Unread& unread : place.unread) reply.unread.push_back(unread.message);
  }
  auto from = notes.begin();
  for (const SurveyedPlace& place : all) {
    for (const SurveyedNote& note : place.notes) {
      const bool self = place.place == located.found.place && note.file == located.found.file;
      if (self) reply.note = *from;
      for (const note::Link& link : note.links) {
        const LinkedNote* to = resolver.resolve(link, place.place);
        const LinkRow row{*from, to == nullptr ? std::nullopt : std::optional(*to), link.target,
                          link.line};
        const bool here =
            to != nullptr && to->place == located.found.place && to->file == located.found.file;
        if (self) (to == nullptr ? reply.broken : reply.out).push_back(row);
        if (here && !self) reply.in.push_back(row);
      }
      ++from;
    }
  }
  return reply;
}

Result<Relinking> relink_notes(const std::vector<store::Place>& places, const Found& old_note,
                               const std::string& new_file, store::View& view) {
  std::vector<LinkedNote> notes;
  std::size_t subject = 0;
  for (const store::Place& place : places) {
    LOCI_ASSIGN(std::vector<std::string> files, view.notes(place));
    for (std::string& file : files) {
      if (place == old_note.place && file == old_note.file) subject = notes.size();
      notes.push_back({place, std::move(file), ""});
    }
  }
  Relinking relinking;
  if (notes.empty()) return relinking;
  const Renaming renaming(notes, subject, new_file);
  for (const LinkedNote& note : notes) {
    const auto text = view.read(note.place, note.file);
    if (!text && text.error().kind == ErrorKind::InvalidInput) {
      relinking.warnings.push_back(
          fmt::format("{}; its links were not updated", text.error().message));
      continue;
    }
    if (!text) return fail(text.error());
    if (!*text) continue;  // gone meanwhile
    Renaming::Followed followed = renaming.follow(**text, note.place);
    for (const std::size_t line : followed.left) {
      relinking.warnings.push_back(
          fmt::format("{}:{}: this link still says '{}', because '{}' means another note there",
                      note.file, line, old_note.file, new_file));
    }
    if (!followed.text) continue;
    relinking.changes.push_back(
        store::FileChange::put(note.place, note.file, std::move(*followed.text)));
  }
  return relinking;
}

}  // namespace loci::memory
