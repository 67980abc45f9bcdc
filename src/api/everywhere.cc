#include "api/everywhere.h"

#include <fmt/format.h>

namespace loci::api {

Result<Reply> run_everywhere(memory::Memories& memories, const Operation& operation,
                             const Json& arguments, const memory::Tenant& tenant) {
  LOCI_ASSIGN(std::vector<std::string> projects, memories.projects());
  projects.insert(projects.begin(), "");
  std::vector<memory::Memories::Loan> loans;
  std::vector<Lent> lent;
  std::vector<std::string> unread;
  loans.reserve(projects.size());
  for (std::string& project : projects) {
    memory::Tenant one = tenant;
    one.workspace = project;
    auto memory = memories.lend(one);
    if (!memory) {
      unread.push_back(fmt::format("{}: {}", project, memory.error().message));
      continue;
    }
    loans.push_back(std::move(*memory));
    lent.push_back({std::move(project), &*loans.back()});
  }
  if (lent.empty()) return fail(not_found("no memory could be opened", "see 'loci health'"));
  const bool agent = tenant.audience == memory::Audience::Agent;
  if (agent && !lent.front().memory->config().agents_search_everywhere()) {
    return fail(denied("agents see only the notes of their own project",
                       "the user can allow it: everywhere = true under [search] in config.toml"));
  }
  LOCI_ASSIGN(Reply reply, operation.run_over(lent, arguments));
  // What is lent goes back now.
  if (reply.long_text) reply.text = reply.long_text();
  reply.long_text = nullptr;
  if (reply.large) reply.data = reply.large();
  reply.large = nullptr;
  for (std::string& why : unread) {
    reply.notes.push_back(fmt::format("skipped: {}", why));
    reply.data["unread"].push_back(std::move(why));
  }
  return reply;
}

}  // namespace loci::api
