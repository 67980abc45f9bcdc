#include "memory/whole_graph.h"

#include <set>

#include "memory/survey.h"

namespace loci::memory {

Result<NoteGraph> whole_graph(Memory& memory, const Selector& selector) {
  LOCI_ASSIGN(const std::vector<store::Place> allowed,
              selector.scope.empty() ? all_places(memory, selector) : memory.readable(selector));
  std::vector<Refused> refused;
  const std::vector<store::Place> places = present_places(memory, allowed, refused);
  LOCI_TRY(need_readable(refused));
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.store().view(places));
  LOCI_ASSIGN(const std::vector<SurveyedPlace> all, survey(memory, places, *view, nullptr));
  NoteGraph graph;
  graph.notes = linked_notes(all);
  const LinkResolver resolver(graph.notes);
  std::set<std::pair<std::size_t, std::size_t>> links;
  std::size_t from = 0;
  for (const SurveyedPlace& place : all) {
    for (const Unread& unread : place.unread) graph.unread.push_back(unread.message);
    for (const SurveyedNote& note : place.notes) {
      for (const note::Link& link : note.links) {
        const LinkedNote* to = resolver.resolve(link, place.place);
        if (to == nullptr) {
          ++graph.broken;
          continue;
        }
        const auto number = static_cast<std::size_t>(to - graph.notes.data());
        if (number != from) links.emplace(std::min(from, number), std::max(from, number));
      }
      ++from;
    }
  }
  graph.links.assign(links.begin(), links.end());
  return graph;
}

}  // namespace loci::memory
