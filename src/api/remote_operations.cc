// remote add, list, set, remove, init, match; sync.

#include <fmt/format.h>

#include <algorithm>

#include "api/arguments.h"
#include "api/listing.h"
#include "api/rows.h"
#include "api/sync_view.h"
#include "api/text_view.h"
#include "base/text.h"
#include "remote/git_remote.h"
#include "remote/sync.h"

namespace loci::api {
namespace {

constexpr std::array<std::string_view, 3> kYesNoDefault{"yes", "no", "default"};
constexpr std::array<std::string_view, 2> kYesNo{"yes", "no"};
constexpr std::array<std::string_view, 3> kWriteWords{"wait", "later", "default"};
constexpr std::array kRemoteAdd = params(
    std::array{
        Param::text("name", "NAME", "its name here, such as home").by_place().needed(),
        Param::text("url", "URL",
                    "a git repository that your git can reach, or postgresql://host/database")
            .by_place()
            .needed(),
        Param::flag("mine",
                    "it is yours alone: what you confirm on one machine counts on the others"),
        Param::list("scope", "SCOPE",
                    "global, agents, projects, workspace (this project alone), scratchpad or daily "
                    "(default: the first three)"),
        Param::text("branch", "BRANCH",
                    "the branch of its notes, in PostgreSQL the scope (default: loci)"),
        Param::flag("read-only", "receive notes, but send none"),
        Param::text("send-tagged", "TAG", "send only notes with this tag, for a throw-away home"),
        Param::flag("live", "let 'loci serve' and 'loci mcp' sync with it"),
        Param::choice(
            "write", kWriteWords,
            "wait: a change is done once the remote has it; later: the next sync sends it"),
        Param::text("as", "NAME",
                    "the name there of this workspace's project, which has no origin")},
    kDryRun);
constexpr std::array kRemoteName = params(
    std::array{Param::text("name", "NAME", "the remote's name").by_place().needed()}, kDryRun);
constexpr std::array kRemoteInit = params(
    std::array{
        Param::text("name", "NAME", "the remote's name").by_place().needed(),
        Param::flag("upgrade", "upgrade an existing remote of an older form; PostgreSQL only")},
    kDryRun);
constexpr std::array kRemoteMatch = params(
    std::array{Param::text("name", "NAME", "the remote's name").by_place().needed(),
               Param::text("project", "PROJECT", "the name there of this workspace's project")
                   .by_place()
                   .needed()},
    kDryRun);
constexpr std::array kSync{
    Param::text("name", "NAME", "the remote's name (default: all)").by_place(),
    Param::flag("once", "sync once, which is the default"),
    Param::flag("watch", "keep running, and sync whenever something changes here or there"),
    Param::text("every", "TIME", "with --watch: how often to look at the remote (default: 30s)"),
    Param::flag("dry-run", "show what would be done, but do nothing"),
    Param::flag("accept", "go ahead where a person has to decide first"),
    Param::flag("repair", "fetch and compare everything again, and retry what was put aside"),
    Param::text("timeout", "TIME",
                "give up after this long, such as 500ms, 5s or 2m (default: 10m)")};
constexpr std::array kRemoteSet = params(
    std::array{
        Param::text("name", "NAME", "the remote's name").by_place().needed(),
        Param::choice("read-only", kYesNo, "receive notes, but send none"),
        Param::text("send-tagged", "TAG", "send only notes with this tag; all: every note"),
        Param::choice("live", kYesNoDefault,
                      "let 'serve' and 'mcp' sync with it; default: as [sync] live says"),
        Param::choice(
            "write", kWriteWords,
            "whether a change waits until the remote has it; default: as [sync] write says")},
    kDryRun);

Json json_of(const remote::Remote& remote) {
  Json scopes = remote::chosen_words(remote.chosen);
  if (!remote.chosen.only.empty()) scopes.push_back("workspace");
  Json json = {{"name", remote.name},         {"url", remote::shown_url(remote.url)},
               {"branch", remote.branch},     {"mine", remote.mine},
               {"scopes", std::move(scopes)}, {"only", remote.chosen.only}};
  if (remote.read_only) json["read_only"] = true;
  if (!remote.send_tag.empty()) json["send_tagged"] = remote.send_tag;
  if (remote.live) json["live"] = *remote.live;
  if (remote.waits) json["write"] = *remote.waits ? "wait" : "later";
  return json;
}

Result<> take_settings(const Json& arguments, remote::Remote& remote) {
  const auto yes = [&](const char* key) { return text_or(arguments, key) == "yes"; };
  if (const auto tag = text_if(arguments, "send-tagged")) {
    remote.send_tag = *tag == "all" ? "" : std::string(trim(*tag));
    if (trim(*tag).empty()) {
      return fail(invalid_input("--send-tagged needs a tag", "such as 'keep'"));
    }
  }
  if (const auto write = text_if(arguments, "write")) {
    remote.waits = *write == "wait";
    if (*write == "default") remote.waits.reset();
  }
  if (arguments.contains("live")) {
    remote.live = arguments["live"].is_boolean() ? flag(arguments, "live") : yes("live");
    if (arguments["live"] == "default") remote.live.reset();
  }
  if (arguments.contains("read-only")) {
    remote.read_only =
        arguments["read-only"].is_boolean() ? flag(arguments, "read-only") : yes("read-only");
  }
  if (remote.read_only && remote.waits.value_or(false)) {
    return fail(invalid_input("--read-only and --write wait cannot be combined",
                              "leave one of them out: nothing is sent to a read-only remote"));
  }
  return {};
}

// "mine read-only live".
std::string words_of(const remote::Remote& remote) {
  std::string words = remote.mine ? "mine" : "others'";
  if (remote.read_only) words += " read-only";
  if (!remote.send_tag.empty()) words += fmt::format(" sends:{}", remote.send_tag);
  if (remote.live) words += *remote.live ? " live" : " not-live";
  if (remote.waits) words += *remote.waits ? " waits" : " later";
  return words;
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
  LOCI_TRY(take_settings(arguments, remote));
  wanted.dry_run = flag(arguments, "dry-run");
  const bool dry_run = wanted.dry_run;
  LOCI_ASSIGN(const remote::Remote added, remote::add_remote(memory, std::move(wanted)));
  Reply reply;
  reply.data = json_of(added);
  reply.text = fmt::format("{} {}: {}\n", dry_run ? "would add" : "added", added.name,
                           remote::shown_url(added.url));
  if (dry_run) return reply;
  reply.notes.push_back(fmt::format(
      "'loci sync {0}' fetches what is there; 'loci remote init {0}' sets up an empty one",
      added.name));
  return reply;
}

// One that cannot be used is named, and what to do; the others are done.
void add_unread(const std::vector<remote::UnreadRemote>& all, Reply& reply) {
  for (const remote::UnreadRemote& unread : all) {
    reply.data["remotes"].push_back({{"name", unread.name}, {"error", unread.fault.message}});
    reply.notes.push_back(fmt::format("{}; {}", unread.fault.message, unread.fault.hint));
    reply.incomplete = true;
  }
}

Result<Reply> remote_list(memory::Memory& memory, const Json&) {
  LOCI_ASSIGN(const remote::Remotes known, remote::read_remotes(memory.store()));
  Reply reply;
  reply.list = "remotes";
  reply.data = {{"remotes", Json::array()}};
  std::vector<std::vector<std::string>> rows{{"NAME", "URL", "WHOSE", "SCOPES"}};
  for (const remote::Remote& remote : known.all) {
    reply.data["remotes"].push_back(json_of(remote));
    std::vector<std::string> scopes = remote::chosen_words(remote.chosen);
    scopes.insert(scopes.end(), remote.chosen.only.begin(), remote.chosen.only.end());
    rows.push_back(
        {remote.name, remote::shown_url(remote.url), words_of(remote), join(scopes, " ")});
  }
  add_unread(known.unread, reply);
  if (known.all.empty() && known.unread.empty()) {
    reply.notes.emplace_back("no remotes yet: 'loci remote add NAME URL' adds one");
  } else if (!known.all.empty()) {
    reply.text = table(rows, memory.session().columns);
  }
  return reply;
}

Result<Reply> remote_remove(memory::Memory& memory, const Json& arguments) {
  LOCI_TRY(memory.need_person("remove a remote"));
  const std::string name = text_or(arguments, "name");
  const auto found = remote::find_remote(memory.store(), name);
  // A damaged one is removed, too: that is the way to begin anew.
  if (!found && found.error().kind != ErrorKind::Corrupt) return fail(found.error());
  const bool dry_run = flag(arguments, "dry-run");
  if (!dry_run) LOCI_TRY(remote::remove_remote(memory.store(), name));
  Reply reply;
  reply.data = found ? json_of(*found) : Json{{"name", name}, {"error", found.error().message}};
  reply.text = fmt::format("{} {}: notes stay as they are, here and there\n",
                           dry_run ? "would remove" : "removed", name);
  return reply;
}

Result<Reply> remote_set(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(remote::Remote remote,
              remote::find_remote(memory.store(), text_or(arguments, "name")));
  LOCI_TRY(take_settings(arguments, remote));
  const bool dry_run = flag(arguments, "dry-run");
  LOCI_TRY(remote::change_remote(memory, remote, dry_run));
  Reply reply;
  reply.data = json_of(remote);
  reply.text = fmt::format("{}{}: {}\n", dry_run ? "would be " : "", remote.name, words_of(remote));
  return reply;
}

Result<Reply> remote_init(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const remote::Remote found,
              remote::find_remote(memory.store(), text_or(arguments, "name")));
  const bool dry_run = flag(arguments, "dry-run");
  const bool upgrade = flag(arguments, "upgrade");
  LOCI_TRY(remote::init_remote(memory, found, {.dry_run = dry_run, .upgrade = upgrade}));
  Reply reply;
  reply.data = json_of(found);
  if (upgrade) {
    reply.text = fmt::format("{} {}\n", found.name, dry_run ? "can be upgraded" : "is up to date");
    return reply;
  }
  reply.text = dry_run ? fmt::format("would set up {}\n", found.name)
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

void add_text(const remote::SyncReply& done, Reply& reply) {
  reply.text += sync_line(done) + "\n";
  const auto list = [&](const std::vector<remote::News>& all, Side side) {
    for (const remote::News& news : all) {
      reply.text +=
          fmt::format("  {}: {}{}\n", news_word(news.what, side), printable(news.note, true),
                      news.why.empty() ? "" : fmt::format(" ({})", news.why));
    }
  };
  list(done.here, Side::Here);
  list(done.there, Side::There);
  const auto is = [&](std::string_view what) {
    return std::any_of(done.here.begin(), done.here.end(),
                       [&](const remote::News& news) { return news.what == what; });
  };
  if (is("two versions")) reply.notes.emplace_back("'loci resolve' settles what has two versions");
  if (is("held")) reply.notes.emplace_back("'loci inbox' shows what is held");
  if (done.keeps_history &&
      std::any_of(done.there.begin(), done.there.end(),
                  [](const remote::News& news) { return news.what == "purged"; })) {
    reply.notes.push_back(
        fmt::format("the history of '{}' still has purged texts: rewrite it, or start a new "
                    "repository (docs/remotes.md)",
                    done.remote));
  }
  for (const std::string& remark : done.remarks) reply.notes.push_back(remark);
}

Result<Reply> run_sync(memory::Memory& memory, const Json& arguments) {
  if (flag(arguments, "watch")) {
    return fail(invalid_input("--watch works only on the command line",
                              "run 'loci sync --watch' in a terminal"));
  }
  if (arguments.contains("every")) {
    return fail(invalid_input("--every needs --watch", "add --watch"));
  }
  remote::Remotes remotes;
  if (const auto name = text_if(arguments, "name")) {
    LOCI_ASSIGN(remote::Remote found, remote::find_remote(memory.store(), *name));
    remotes.all.push_back(std::move(found));
  } else {
    LOCI_ASSIGN(remotes, remote::read_remotes(memory.store()));
  }
  const std::size_t count = remotes.all.size() + remotes.unread.size();
  if (count == 1 && remotes.all.empty()) return fail(std::move(remotes.unread.front().fault));
  if (count == 0) {
    return fail(not_found("no remote to sync with", "'loci remote add NAME URL' adds one"));
  }
  remote::SyncRequest request;
  request.dry_run = flag(arguments, "dry-run");
  request.accept = flag(arguments, "accept");
  request.repair = flag(arguments, "repair");
  LOCI_ASSIGN(request.patience, duration_of(arguments, "timeout", std::chrono::minutes(10)));
  Reply reply;
  reply.list = "remotes";
  reply.data = {{"dry_run", request.dry_run}, {"remotes", Json::array()}};
  auto synced = std::make_shared<std::vector<remote::SyncReply>>();
  for (const remote::Remote& remote : remotes.all) {
    auto done = remote::sync_with(memory, remote, request);
    if (!done) {
      if (count == 1) return fail(std::move(done));
      reply.notes.push_back(fmt::format("{}: {}", remote.name, done.error().message));
      reply.data["remotes"].push_back({{"name", remote.name}, {"error", done.error().message}});
      reply.incomplete = true;
      continue;
    }
    reply.data["remotes"].push_back(nullptr);
    add_text(*done, reply);
    synced->push_back(std::move(*done));
  }
  add_unread(remotes.unread, reply);
  reply.large = [data = reply.data, synced]() mutable {
    auto done = synced->begin();
    for (Json& row : data["remotes"]) {
      if (row.is_null()) row = to_json(*done++);
    }
    return std::move(data);
  };
  return reply;
}

constexpr std::array kRemoteOperations{
    Operation{Group::Machines, "remote add", "Add a remote to sync notes with", Effect::Writes,
              kRemoteAdd, "loci remote add home git@example.com:me/memory.git --mine", remote_add},
    Operation{Group::Machines, "remote list", "List the remotes of this home", Effect::Reads,
              kNoParams, "loci remote list", remote_list},
    Operation{Group::Machines, "remote set", "Change a remote's settings", Effect::Writes,
              kRemoteSet, "loci remote set home --live yes --write wait", remote_set},
    Operation{Group::Machines, "remote init", "Set up an empty remote", Effect::Writes, kRemoteInit,
              "loci remote init home", remote_init},
    Operation{Group::Machines, "remote match", "Match this workspace with a project of a remote",
              Effect::Writes, kRemoteMatch, "loci remote match home dotfiles", remote_match}
        .in_workspace(),
    Operation{Group::Machines, "remote remove", "Forget a remote; notes stay, here and there",
              Effect::Writes, kRemoteName, "loci remote remove home", remote_remove},
    Operation{Group::Machines, "sync", "Sync this home with its remotes", Effect::Writes, kSync,
              "loci sync --dry-run", run_sync}
        .with_consent("accept"),
};

}  // namespace

std::span<const Operation> remote_operations() { return kRemoteOperations; }

}  // namespace loci::api
