// What a person is told when a sync stops and asks. Internal to remote/.

#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "base/error.h"
#include "remote/remotes.h"
#include "sync/run.h"

namespace loci::remote {

// `agreed`: how many notes both sides had agreed on. `refused_here`: why nothing could be changed
// here, where others were quicker each time. `not_accepted` stands before the hint where a person
// said yes to something else.
[[nodiscard]] Error stop_error(const Remote& remote, const sync::SyncRun& run, std::size_t agreed,
                               const std::optional<Error>& refused_here,
                               std::string_view not_accepted);

}  // namespace loci::remote
