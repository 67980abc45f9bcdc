#include "cli/first_commits.h"

#include "base/text.h"
#include "cli/git.h"

namespace loci::cli {

std::vector<std::string> git_first_commits(const Environment& environment, const store::Head& head,
                                           std::chrono::milliseconds patience) {
  memory::GitQuestion question{.head = head};
  question.arguments = {"rev-list", "--max-parents=0", head.commit};
  question.patience = patience;
  std::vector<std::string> commits;
  const auto answer = ask_git(environment, question);
  if (!answer) return commits;
  for (const std::string_view line : split_lines(*answer)) commits.emplace_back(trim(line));
  return commits;
}

}  // namespace loci::cli
