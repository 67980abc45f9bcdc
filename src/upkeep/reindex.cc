#include "upkeep/reindex.h"

#include <fmt/format.h>

#include "memory/index_view.h"
#include "memory/search.h"
#include "note/index_hooks.h"
#include "note/note.h"

namespace loci::upkeep {
namespace {

using memory::LineApart;
using memory::lines_apart;
using memory::Memory;
using memory::own_hooks;
using memory::rebuild_catalogs;
using memory::Selector;

struct NoteLines {
  std::vector<note::NoteLine> all;       // one that is gone or too large has a name only
  std::vector<note::NoteLine> readable;  // those that say what they say
};

Result<NoteLines> note_lines(store::View& view, const store::Place& place,
                             const std::vector<std::string>& files) {
  NoteLines lines;
  for (const std::string& file : files) {
    const auto text = view.read(place, file);
    if (!text && text.error().kind != ErrorKind::InvalidInput) return fail(text.error());
    const bool there = text && text->has_value();
    const note::Note parsed = note::parse_note(there ? std::string_view(**text) : "");
    lines.all.push_back({file, note::shown_name(parsed, file), parsed.description});
    if (there && note::readable_line(parsed, file)) lines.readable.push_back(lines.all.back());
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
  if (dry_run) return reply;
  LOCI_TRY(rebuild_catalogs(memory, selector));
  if (reply.change.id == 0 && !memory.session().ephemeral) {
    // No operation, since nothing changed; that it was done is worth a line all the same.
    memory.activity().add({format_utc(memory.now()), "reindex", memory.scopes().slug(),
                           memory.actor(),
                           fmt::format("{} of {} indexes changed", 0, places.size())});
  }
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
      LOCI_ASSIGN(const NoteLines lines, note_lines(view, place, files));
      LOCI_ASSIGN(const std::vector<LineApart> apart,
                  lines_apart(memory, place, text.value_or(""), lines.readable));
      const std::vector<note::LineHook> own = own_hooks(apart);
      for (const note::LineHook& line : own) row.state.behind.push_back(line.file);
      if (row.state.stale()) {
        note::IndexUpdate update =
            note::reindex(note::bring_in_step(text.value_or(""), lines.readable, own), lines.all);
        for (const auto* made : {&row.state.missing, &row.state.behind}) {
          for (const std::string& file : *made) {
            auto note = view.read(place, file);
            if (!note && note.error().kind != ErrorKind::InvalidInput) return fail(note.error());
            if (note && *note) plan.noticed.push_back({place, file, std::move(**note)});
          }
        }
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
