#include "sync/settle.h"

#include <fmt/format.h>

#include "base/hash.h"
#include "note/index_file.h"
#include "note/markers.h"
#include "note/unmerged.h"
#include "sync/git_stages.h"
#include "sync/merge.h"
#include "sync/sides_file.h"

namespace loci::sync {
namespace {

using memory::Memory;

struct MarkedFile {
  store::Place place;
  std::string file;
  std::string text;
};

Result<std::vector<MarkedFile>> marked_files(Memory& memory,
                                             const std::vector<store::Place>& places) {
  std::vector<MarkedFile> marked;
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.look(places, true));
  for (const store::Place& place : places) {
    LOCI_ASSIGN(std::vector<std::string> files, view->notes(place));
    if (place.indexed()) files.emplace_back(note::kIndexFile);
    for (const std::string& file : files) {
      auto text = view->read(place, file);
      if (!text && text.error().kind == ErrorKind::InvalidInput)
        continue;  // too large: check says so
      if (!text) return fail(std::move(text));
      if (*text && note::split_markers(**text)) marked.push_back({place, file, std::move(**text)});
    }
  }
  return marked;
}

// The three texts that git still has of a file, or what stands between its markers.
struct ThreeTexts {
  std::optional<std::string> base;
  std::string mine;
  std::string theirs;
  bool own = false;  // mine is this machine's, as git's index says; else whoever merged last's
};

ThreeTexts texts_of(Memory& memory, const MarkedFile& file,
                    const std::vector<UnmergedPath>& unmerged) {
  const std::string path = fmt::format("{}/{}", memory.store().path_of(file.place), file.file);
  for (const UnmergedPath& one : unmerged) {
    if (one.path != path || one.is_deleted()) continue;
    auto mine = blob_text(memory, one.blobs[1]);
    auto theirs = blob_text(memory, one.blobs[2]);
    auto base = blob_text(memory, one.blobs[0]);
    if (mine && theirs && (base || one.blobs[0].empty())) {
      return {std::move(base), std::move(*mine), std::move(*theirs), true};
    }
  }
  note::Marked marked = *note::split_markers(file.text);
  return {std::move(marked.base), std::move(marked.mine), std::move(marked.theirs)};
}

void add_changes(const MarkedFile& file, const ThreeTexts& texts, store::Plan& plan,
                 std::vector<OwnSide>& sides) {
  const auto expected = store::Expected::text(sha256(file.text));
  std::optional<std::string_view> base;
  if (texts.base) base = *texts.base;
  const Merged merged = merge(shape_of(file.file), {base, texts.mine, texts.theirs});
  if (merged.text) {
    plan.changes.push_back(store::FileChange::put(file.place, file.file, *merged.text, expected));
    return;
  }
  const note::Pair pair = note::as_pair(file.file, texts.mine, texts.theirs);
  plan.changes.push_back(store::FileChange::put(file.place, pair.file, pair.text, expected));
  plan.changes.push_back(store::FileChange::put(file.place, pair.other_file, pair.other_text));
  if (texts.own) sides.push_back({file.place.key, pair.file, note::version_name(texts.mine)});
}

}  // namespace

Result<std::optional<memory::ChangeReply>> settle_markers(Memory& memory,
                                                          const std::vector<store::Place>& places,
                                                          bool dry_run) {
  LOCI_ASSIGN(const std::vector<MarkedFile> marked, marked_files(memory, places));
  if (marked.empty()) return std::nullopt;
  LOCI_ASSIGN(const std::vector<UnmergedPath> unmerged, unmerged_paths(memory));
  store::Plan plan;
  std::vector<store::Place> touched;
  std::vector<OwnSide> sides;
  for (const MarkedFile& file : marked) {
    add_changes(file, texts_of(memory, file, unmerged), plan, sides);
    if (touched.empty() || touched.back().key != file.place.key) touched.push_back(file.place);
  }
  plan.summary = fmt::format("merged {} files that had conflict markers", marked.size());
  LOCI_ASSIGN(memory::ChangeReply done,
              memory.change(memory.request("merge", touched, dry_run),
                            [&](store::View&) -> Result<store::Plan> { return plan; }));
  if (!dry_run) {
    // The notes are made; without this only --mine and --theirs are not known.
    const auto kept = keep_sides(memory.store(), sides);
    if (!kept) memory.log().warn(kept.error().message);
  }
  return done;
}

}  // namespace loci::sync
