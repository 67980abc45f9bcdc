// Hidden siblings that a dead process left beside the files of a place. One of
// them may have the only copy of what somebody saved while that process was
// putting its own text in place, so none is removed unread. Internal to store/.

#pragma once

#include <string_view>

#include "base/result.h"
#include "fs/file_system.h"
#include "store/journal.h"
#include "store/open_places.h"

namespace loci::store {

// Removes them from a place that is locked and in which nothing is staged. A text
// that the journal does not know is recorded first, as an edit by hand of the
// file it was beside. Answers how many.
Result<int> sweep_place(fs::FileSystem& files, Journal& journal, const OpenPlaces::Item& item);

}  // namespace loci::store
