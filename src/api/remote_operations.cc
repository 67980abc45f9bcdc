// remote add, list, remove, init, match; sync.

#include <fmt/format.h>

#include <algorithm>

#include "api/arguments.h"
#include "api/listing.h"
#include "api/rows.h"
#include "base/text.h"
#include "remote/git_remote.h"
#include "remote/sync.h"

namespace loci::api {
namespace {

constexpr std::array kRemoteAdd = params(
    std::array{
        Param::text("name", "NAME", "what it is called here, such as home").by_place().needed(),
        Param::text("url", "URL", "a git repository: any URL or path that your git reaches")
            .by_place()
            .needed(),
        Param::flag("mine", "it is yours alone: what is confirmed on one machine is on the others"),
        Param::list(
            "scope", "SCOPE",
            "global, agents, projects, workspace (this project alone), scratchpad or daily; "
            "the first three unless given"),
        Param::text("branch", "BRANCH", "where its files are; loci unless given"),
        Param::text("as", "NAME",
                    "what this workspace's project is called there; it has no origin")},
    kDryRun);
constexpr std::array kRemoteName =
    params(std::array{Param::text("name", "NAME", "which remote").by_place().needed()}, kDryRun);
constexpr std::array kRemoteMatch = params(
    std::array{Param::text("name", "NAME", "which remote").by_place().needed(),
               Param::text("project", "PROJECT", "what this workspace's project is called there")
                   .by_place()
                   .needed()},
    kDryRun);
constexpr std::array kSync{
    Param::text("name", "NAME", "which remote; all of them when absent").by_place(),
    Param::flag("once", "one time, as always; for scripts that say so"),
    Param::flag("dry-run", "show what would be done, and do nothing"),
    Param::flag("accept", "go on where a person has to decide first"),
    Param::flag("repair", "fetch and compare everything anew, and try again what was put aside"),
    Param::integer("timeout", "SECONDS", "give up after so long; 600 unless given").at_least(1)};

Json json_of(const remote::Remote& remote) {
  Json scopes = remote::chosen_words(remote.chosen);
  if (!remote.chosen.only.empty()) scopes.push_back("workspace");
  return {{"name", remote.name},         {"url", remote::shown_url(remote.url)},
          {"branch", remote.branch},     {"mine", remote.mine},
          {"scopes", std::move(scopes)}, {"only", remote.chosen.only}};
}

Result<Reply> remote_add(memory::Memory& memory, const Json& arguments) {
  remote::NewRemote wanted;
  remote::Remote& remote = wanted.remote;
  remote.name = text_or(arguments, "name");
  remote.url = text_or(arguments, "url");
  remote.mine = flag(arguments, "mine");
  remote.branch = text_if(arguments, "branch").value_or("loci");
  wanted.given = text_or(arguments, "as");
  std::vector<std::string> scopes = list_of(arguments, "scope");
  if (!scopes.empty()) {
    wanted.only_workspace = std::erase(scopes, "workspace") > 0;
    LOCI_ASSIGN(remote.chosen, remote::parse_chosen(scopes));
  }
  wanted.dry_run = flag(arguments, "dry-run");
  const bool dry_run = wanted.dry_run;
  LOCI_ASSIGN(const remote::Remote added, remote::add_remote(memory, std::move(wanted)));
  Reply reply;
  reply.data = json_of(added);
  reply.text = fmt::format("{} {}: {}\n", dry_run ? "would add" : "added", added.name,
                           remote::shown_url(added.url));
  if (dry_run) return reply;
  reply.notes.push_back(
      fmt::format("'loci sync {0}' takes what is there; 'loci remote init {0}' begins an empty one",
                  added.name));
  return reply;
}

Result<Reply> remote_list(memory::Memory& memory, const Json&) {
  LOCI_ASSIGN(const std::vector<remote::Remote> all, remote::read_remotes(memory.store()));
  Reply reply;
  reply.list = "remotes";
  reply.data = {{"remotes", Json::array()}};
  std::vector<std::vector<std::string>> rows{{"NAME", "URL", "WHOSE", "SCOPES"}};
  for (const remote::Remote& remote : all) {
    reply.data["remotes"].push_back(json_of(remote));
    std::vector<std::string> scopes = remote::chosen_words(remote.chosen);
    scopes.insert(scopes.end(), remote.chosen.only.begin(), remote.chosen.only.end());
    rows.push_back({remote.name, remote::shown_url(remote.url), remote.mine ? "mine" : "others'",
                    join(scopes, " ")});
  }
  if (all.empty()) {
    reply.notes.emplace_back("there is no remote; 'loci remote add NAME URL' adds one");
  } else {
    reply.text = table(rows);
  }
  return reply;
}

Result<Reply> remote_remove(memory::Memory& memory, const Json& arguments) {
  LOCI_TRY(memory.need_person("remove a remote"));
  LOCI_ASSIGN(const remote::Remote found,
              remote::find_remote(memory.store(), text_or(arguments, "name")));
  const bool dry_run = flag(arguments, "dry-run");
  if (!dry_run) LOCI_TRY(remote::remove_remote(memory.store(), found));
  Reply reply;
  reply.data = json_of(found);
  reply.text = fmt::format("{} {}: notes stay as they are, here and there\n",
                           dry_run ? "would remove" : "removed", found.name);
  return reply;
}

Result<Reply> remote_init(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const remote::Remote found,
              remote::find_remote(memory.store(), text_or(arguments, "name")));
  const bool dry_run = flag(arguments, "dry-run");
  LOCI_TRY(remote::init_remote(memory, found, dry_run));
  Reply reply;
  reply.data = json_of(found);
  reply.text = dry_run ? fmt::format("would begin {}\n", found.name)
                       : fmt::format("{} is ready: 'loci sync {}' sends your notes\n", found.name,
                                     found.name);
  return reply;
}

Result<Reply> remote_match(memory::Memory& memory, const Json& arguments) {
  LOCI_TRY(memory.need_workspace());
  LOCI_ASSIGN(const remote::Remote found,
              remote::find_remote(memory.store(), text_or(arguments, "name")));
  const std::string given = text_or(arguments, "project");
  const bool dry_run = flag(arguments, "dry-run");
  LOCI_ASSIGN(const remote::Remote changed, remote::match_project(memory, found, given, dry_run));
  Reply reply;
  reply.data = json_of(changed);
  reply.text = fmt::format("this workspace's project {} '{}' at {}\n", dry_run ? "would be" : "is",
                           given, changed.name);
  return reply;
}

Json json_of(const std::vector<remote::News>& all) {
  Json list = Json::array();
  for (const remote::News& news : all) {
    Json one = {{"note", news.note}, {"status", news.what}};
    if (!news.why.empty()) one["reason"] = news.why;
    list.push_back(std::move(one));
  }
  return list;
}

// "2 taken, 1 merged".
std::string counted_news(const std::vector<remote::News>& all) {
  std::vector<std::pair<std::string, int>> counts;
  for (const remote::News& news : all) {
    const auto known = std::find_if(counts.begin(), counts.end(),
                                    [&](const auto& one) { return one.first == news.what; });
    if (known == counts.end()) {
      counts.emplace_back(news.what, 1);
    } else {
      ++known->second;
    }
  }
  std::vector<std::string> parts;
  for (const auto& [what, count] : counts) parts.push_back(fmt::format("{} {}", count, what));
  return join(parts, ", ");
}

void add_text(const remote::SyncReply& done, Reply& reply) {
  const std::string here = counted_news(done.here);
  const std::string there = counted_news(done.there);
  if (here.empty() && there.empty()) {
    reply.text += fmt::format("{}: nothing new\n", done.remote);
  } else {
    std::vector<std::string> parts;
    if (!here.empty()) parts.push_back(fmt::format("here {}", here));
    if (!there.empty()) parts.push_back(fmt::format("there {}", there));
    reply.text += fmt::format("{}{}: {}\n", done.dry_run ? "would sync " : "", done.remote,
                              join(parts, "; "));
  }
  const auto list = [&](const std::vector<remote::News>& all, std::string_view side) {
    for (const remote::News& news : all) {
      reply.text += fmt::format("  {} {} {}{}\n", side, news.what, printable(news.note, true),
                                news.why.empty() ? "" : fmt::format(": {}", news.why));
    }
  };
  list(done.here, "here");
  list(done.there, "there");
  const auto is = [&](std::string_view what) {
    return std::any_of(done.here.begin(), done.here.end(),
                       [&](const remote::News& news) { return news.what == what; });
  };
  if (is("two versions")) reply.notes.emplace_back("'loci resolve' settles what has two versions");
  if (is("held")) reply.notes.emplace_back("'loci inbox' shows what is held");
  if (std::any_of(done.there.begin(), done.there.end(),
                  [](const remote::News& news) { return news.what == "purged"; })) {
    reply.notes.push_back(fmt::format(
        "the history of '{}' keeps purged texts: rewrite it, or begin another repository "
        "(docs/remotes.md)",
        done.remote));
  }
  for (const std::string& remark : done.remarks) reply.notes.push_back(remark);
}

Result<Reply> run_sync(memory::Memory& memory, const Json& arguments) {
  std::vector<remote::Remote> remotes;
  if (const auto name = text_if(arguments, "name")) {
    LOCI_ASSIGN(remote::Remote found, remote::find_remote(memory.store(), *name));
    remotes.push_back(std::move(found));
  } else {
    LOCI_ASSIGN(remotes, remote::read_remotes(memory.store()));
  }
  if (remotes.empty()) {
    return fail(
        not_found("there is no remote to sync with", "'loci remote add NAME URL' adds one"));
  }
  remote::SyncRequest request;
  request.dry_run = flag(arguments, "dry-run");
  request.accept = flag(arguments, "accept");
  request.repair = flag(arguments, "repair");
  request.patience = std::chrono::seconds(number_or(arguments, "timeout", 600));
  Reply reply;
  reply.list = "remotes";
  reply.data = {{"dry_run", request.dry_run}, {"remotes", Json::array()}};
  std::optional<Error> first;
  for (const remote::Remote& remote : remotes) {
    auto done = remote::sync_with(memory, remote, request);
    if (!done) {
      if (remotes.size() == 1) return fail(std::move(done));
      reply.notes.push_back(fmt::format("{}: {}", remote.name, done.error().message));
      reply.data["remotes"].push_back({{"name", remote.name}, {"error", done.error().message}});
      if (!first) first = done.error();
      continue;
    }
    reply.data["remotes"].push_back({{"name", remote.name},
                                     {"here", json_of(done->here)},
                                     {"there", json_of(done->there)},
                                     {"operation", done->operation},
                                     {"remarks", done->remarks}});
    add_text(*done, reply);
  }
  reply.incomplete = first.has_value();
  return reply;
}

constexpr std::array kRemoteOperations{
    Operation{Group::Machines, "remote add", "Add a remote to sync notes with", Effect::Writes,
              kRemoteAdd, "loci remote add home git@example.com:me/memory.git --mine", remote_add},
    Operation{Group::Machines, "remote list", "List the remotes of this home", Effect::Reads,
              kNoParams, "loci remote list", remote_list},
    Operation{Group::Machines, "remote init", "Begin an empty remote", Effect::Writes, kRemoteName,
              "loci remote init home", remote_init},
    Operation{Group::Machines, "remote match", "Say which project of a remote this workspace is",
              Effect::Writes, kRemoteMatch, "loci remote match home dotfiles", remote_match}
        .in_workspace(),
    Operation{Group::Machines, "remote remove", "Forget a remote; notes stay, here and there",
              Effect::Writes, kRemoteName, "loci remote remove home", remote_remove},
    Operation{Group::Machines, "sync", "Bring this home and its remotes together", Effect::Writes,
              kSync, "loci sync --dry-run", run_sync}
        .with_consent("accept"),
};

}  // namespace

std::span<const Operation> remote_operations() { return kRemoteOperations; }

}  // namespace loci::api
