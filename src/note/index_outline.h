// What of an index travels between machines: what people wrote in it. Its prose, the hooks that
// they worded themselves, and, where they put its entries below several headings, which stands
// where. The lines that loci makes of notes are made again on each machine. Pure.
//
// Here an entry that loci made is "- [deploys](deploys.md)", whatever its note is called, and
// one that a person worded keeps its hook behind such a link. Lines end in "\n".

#pragma once

#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "note/index_file.h"

namespace loci::note {

using Files = std::set<std::string, std::less<>>;

// The index with all its entries in that form. `by_hand` are the notes whose hook in it a person
// worded. Of doubled entries the first stays.
[[nodiscard]] std::string index_skeleton(std::string_view index, const Files& by_hand);
// The same without the entries that loci made, unless these stand in several lists with prose
// between them: then where each stands is a person's word. "" where nobody wrote anything.
[[nodiscard]] std::string index_outline(std::string_view index, const Files& by_hand);

// Notes whose entry has a hook: all of them worded by hand where loci writes none.
[[nodiscard]] Files hooked_files(std::string_view index);
[[nodiscard]] Files listed_files(std::string_view index);
[[nodiscard]] std::string without_entries(std::string_view index, const Files& files);

// An index from a skeleton: each of `notes` has an entry, as it stands in `index` where it says
// the same there, else as its note makes it; an entry without a hook and without a note goes.
[[nodiscard]] std::string filled_in(std::string_view skeleton, std::string_view index,
                                    const Files& by_hand, std::span<const NoteLine> notes);

}  // namespace loci::note
