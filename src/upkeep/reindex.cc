#include "upkeep/reindex.h"

#include <fmt/format.h>

#include "memory/search.h"
#include "note/note.h"

namespace loci::upkeep {
namespace {

using memory::Memory;
using memory::rebuild_catalogs;
using memory::Selector;

// A note as its index line needs it: one that is gone or too large has a name only.
Result<std::string> text_for_line(store::View& view, const store::Place& place,
                                  const std::string& file) {
  auto text = view.read(place, file);
  if (!text && text.error().kind == ErrorKind::InvalidInput) return std::string();
  if (!text) return fail(std::move(text));
  return std::move(*text).value_or("");
}

Result<std::vector<note::NoteLine>> note_lines(store::View& view, const store::Place& place) {
  std::vector<note::NoteLine> lines;
  LOCI_ASSIGN(const std::vector<std::string> files, view.notes(place));
  for (const std::string& file : files) {
    LOCI_ASSIGN(const std::string text, text_for_line(view, place, file));
    const note::Note parsed = note::parse_note(text);
    lines.push_back({file, note::shown_name(parsed, file), parsed.description});
  }
  return lines;
}

}  // namespace

Result<ReindexReply> reindex(Memory& memory, const Selector& selector, bool dry_run) {
  LOCI_ASSIGN(const std::vector<store::Place> allowed, memory.readable(selector));
  std::vector<store::Place> places;
  for (const store::Place& place : allowed) {  // those that are there
    LOCI_ASSIGN(const std::unique_ptr<fs::Root> root, memory.store().open_place(place));
    if (root) places.push_back(place);
  }
  LOCI_ASSIGN(ReindexReply reply, reindex_places(memory, places, dry_run));
  if (!dry_run) LOCI_TRY(rebuild_catalogs(memory, selector));
  return reply;
}

Result<ReindexReply> reindex_places(Memory& memory, const std::vector<store::Place>& places,
                                    bool dry_run) {
  ReindexReply reply;
  if (places.empty()) return reply;
  const auto planner = [&](store::View& view) -> Result<store::Plan> {
    store::Plan plan;
    reply.rows.clear();
    for (const store::Place& place : places) {
      LOCI_ASSIGN(const std::optional<std::string> text, view.read(place, note::kIndexFile));
      LOCI_ASSIGN(const std::vector<std::string> files, view.notes(place));
      ReindexRow row{place, note::compare_index(text.value_or(""), files), memory.untrusted(place)};
      if (row.state.stale()) {
        LOCI_ASSIGN(const std::vector<note::NoteLine> lines, note_lines(view, place));
        note::IndexUpdate update = note::reindex(text.value_or(""), lines);
        std::optional<std::string> after;
        if (!update.remove) after = std::move(update.text);
        plan.changes.push_back({place, std::string(note::kIndexFile), std::move(after)});
      }
      reply.rows.push_back(std::move(row));
    }
    plan.summary = fmt::format("reindex {} of {} indexes", plan.changes.size(), places.size());
    return plan;
  };
  LOCI_ASSIGN(reply.change, memory.change(memory.request("reindex", places, dry_run), planner));
  return reply;
}

}  // namespace loci::upkeep
