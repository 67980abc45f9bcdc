#include "sync/outline.h"

#include "sync/merge.h"

namespace loci::sync {

std::string with_outline(const IndexHere& index, std::string_view outline,
                         std::span<const note::NoteLine> notes) {
  const std::string before = note::index_outline(index.text, index.by_hand);
  if (before.empty()) return note::filled_in(outline, index.text, index.by_hand, notes);
  std::string skeleton = note::index_skeleton(index.text, index.by_hand);
  // Where both have an entry that nobody had said anything of, the outline's counts.
  note::Files said = note::listed_files(outline);
  for (const std::string& file : note::listed_files(before)) said.erase(file);
  if (!said.empty()) skeleton = note::without_entries(skeleton, said);
  const Merged merged = merge(Shape::Index, {before, skeleton, outline});
  return note::filled_in(*merged.text, index.text, index.by_hand, notes);
}

}  // namespace loci::sync
