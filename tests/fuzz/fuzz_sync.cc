// What a git remote holds and what git says of it: anybody may have written it. Whatever it is,
// it is read to the end, what is written is read back, and no name leads out of the places of
// notes.

#include <cstdint>
#include <string>
#include <string_view>

#include "property.h"
#include "remote/git_texts.h"
#include "remote/names.h"
#include "remote/remotes.h"

using namespace loci;
using namespace loci::remote;

namespace {

void check_names(std::string_view text) {
  static const std::vector<RemoteProject> kProjects{
      {project_directory("example.com/acme/app", ""), "example.com/acme/app", ""}};
  Remote remote;
  remote.chosen.scratchpad = true;
  remote.chosen.daily = true;
  const Names names(remote, {}, kProjects);
  const auto at = names.here(text);
  if (!at) return;
  LOCI_HOLDS(at->file.find('/') == std::string::npos && !at->file.starts_with('.'));
  LOCI_HOLDS(at->place.key.find("..") == std::string::npos || !at->place.agent.empty());
  LOCI_HOLDS(names.there(at->place, at->file) == text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 8192) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto marker = parse_marker(text)) {
    const auto again = parse_marker(format_marker(*marker));
    LOCI_HOLDS(again && *again == *marker);
  }
  if (const auto cursor = parse_cursor(text)) LOCI_HOLDS(format_cursor(*cursor).size() > 40);
  const auto purged = parse_purged(text);
  LOCI_HOLDS(parse_purged(format_purged(purged)) == purged);
  const auto confirmed = parse_confirmed(text);
  const std::string written = format_confirmed(confirmed);
  LOCI_HOLDS(format_confirmed(parse_confirmed(written)) == written);
  if (const auto project = parse_remote_project("d", text)) {
    LOCI_HOLDS(project->origin.empty() != project->name.empty());
    LOCI_HOLDS(project_directory(project->origin, project->name).find('/') == std::string::npos);
  }
  for (const RawChange& change : parse_raw_log(text)) LOCI_HOLDS(!change.path.empty());
  for (const auto& [path, blob] : parse_tree(text)) LOCI_HOLDS(!path.empty() && blob.size() >= 40);
  for (const auto& [blob, bytes] : parse_blobs(text)) LOCI_HOLDS(bytes.size() <= text.size());
  if (const auto state = parse_state(text)) {
    const std::string state_text = format_state(*state);
    const auto again = parse_state(state_text);
    LOCI_HOLDS(again && format_state(*again) == state_text);
  }
  if (const auto remote = parse_remote("r", text)) {
    const std::string remote_text = format_remote(*remote);
    const auto again = parse_remote("r", remote_text);
    LOCI_HOLDS(again && format_remote(*again) == remote_text);
  }
  check_names(text);
  return 0;
}
