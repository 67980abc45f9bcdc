#include "cli/merge_file.h"

#include <fmt/format.h>

#include <fstream>

#include "api/arguments.h"
#include "base/limits.h"
#include "base/text.h"
#include "cli/setting.h"
#include "note/slug.h"
#include "note/unmerged.h"
#include "sync/merge.h"

namespace loci::cli {
namespace {

constexpr int kFailed = 129;

Result<int> merge_files(const Json& arguments) {
  const std::string mine_file = api::text_or(arguments, "mine");
  const std::string path = api::text_or(arguments, "path", mine_file);
  LOCI_ASSIGN(const std::string base,
              read_user_file(api::text_or(arguments, "base"), kIndexFileBytes));
  LOCI_ASSIGN(const std::string mine, read_user_file(mine_file, kIndexFileBytes));
  LOCI_ASSIGN(const std::string theirs,
              read_user_file(api::text_or(arguments, "theirs"), kIndexFileBytes));
  const sync::Merged merged = sync::merge(sync::shape_of(path), {base, mine, theirs});
  std::ofstream file(mine_file, std::ios::binary | std::ios::trunc);
  file << (merged.text ? *merged.text : note::in_one_file(mine, theirs));
  file.close();
  if (!file) return fail(io_error(fmt::format("cannot write '{}'", mine_file)));
  if (merged.text) return 0;
  const std::size_t slash = path.rfind('/');
  const std::string name = slash == std::string::npos ? path : path.substr(slash + 1);
  say(fmt::format(
      "loci: {}: both versions are kept ({}): 'loci resolve {}' settles it, then 'git add'",
      printable(path, true), join(merged.conflicts, ", "), note::stem(name)));
  return 1;
}

}  // namespace

Result<int> run_merge_file(const Invocation& invocation, const Environment& /*environment*/,
                           Terminal& /*terminal*/) {
  const auto status = merge_files(invocation.arguments);
  if (status) return *status;
  say(fmt::format("loci: {}", status.error().message));
  return kFailed;
}

}  // namespace loci::cli
