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
#include "remote/last_sync.h"
#include "remote/names.h"
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
                    "a git repository that your git can reach, or a database, such as "
                    "postgresql://ann@db.example.com/memory")
            .by_place()
            .needed(),
        Param::flag("mine",
                    "it is yours alone: what you confirm on one machine counts on the others"),
        Param::list("scope", "SCOPE",
                    "global, agents, projects, workspace (this project alone), scratchpad or daily "
                    "(default: the first three)"),
        Param::list("project", "PROJECT",
                    "of the projects this one, by its slug or whole path; repeat it for more"),
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
    Param::flag("accept",
                "go ahead with what the last sync asked, or else with the first question"),
    Param::flag("repair", "fetch and compare everything again, and retry what was put aside"),
    Param::text(
        "timeout", "TIME",
        "give up after this long, all remotes together: 500ms, 5s, 2m (default: 10m each)")};
constexpr std::array kRemoteSet = params(
    std::array{
        Param::text("name", "NAME", "the remote's name").by_place().needed(),
        Param::list("scope", "SCOPE",
                    "what travels from now on, as with 'remote add'; nothing is deleted by that"),
        Param::list("project", "PROJECT",
                    "of the projects this one, by its slug or whole path; repeat it for more"),
        Param::choice("mine", kYesNo, "whether it is yours alone"),
        Param::text("url", "URL", "where the same store is reached now"),
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
  wanted.choice = {list_of(arguments, "scope"), list_of(arguments, "project")};
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
    Json row = {{"name", unread.name}, {"error", unread.fault.message}};
    if (!unread.fault.hint.empty()) row["hint"] = unread.fault.hint;
    reply.data["remotes"].push_back(std::move(row));
    reply.notes.push_back(fmt::format("{}; {}", unread.fault.message, unread.fault.hint));
    reply.incomplete = true;
  }
}

std::vector<std::string> scopes_of(const remote::Chosen& chosen) {
  std::vector<std::string> scopes = remote::chosen_words(chosen);
  scopes.insert(scopes.end(), chosen.only.begin(), chosen.only.end());
  return scopes;
}

// How it goes with it: as data, in words for the table, and what a person should know.
struct Standing {
  Json json = Json::object();
  std::string synced = "never";
  std::string waits = "not known";  // before the first sync, or as too much happened since
  std::vector<std::string> notes{};
};

Standing standing_of(memory::Memory& memory, const remote::Remote& remote) {
  const remote::LastSync last = remote::read_last_sync(memory.store(), remote.name);
  Standing standing;
  if (const auto reached = parse_time(last.reached)) {
    standing.json["synced"] = last.reached;
    standing.synced = age(*reached, memory.now());
  }
  if (const auto waits = remote::waiting_changes(memory, remote, last)) {
    standing.json["waits"] = *waits;
    standing.waits = fmt::format("{}", *waits);
  }
  const auto add = [&](const char* key, std::size_t count, std::string_view what) {
    if (count == 0) return;
    standing.json[key] = count;
    standing.notes.push_back(fmt::format("{}: {} {}", remote.name, count, what));
  };
  add("held", last.held, "from there held for review: see 'loci inbox'");
  add("put_aside", last.aside,
      fmt::format("from there put aside: 'loci sync {}' names them", remote.name));
  if (!last.failing) return standing;
  const remote::LastSync::Failing& failing = *last.failing;
  standing.json["failing"] = {
      {"since", failing.since}, {"error", failing.message}, {"needs_decision", failing.asks}};
  if (!failing.hint.empty()) standing.json["failing"]["hint"] = failing.hint;
  standing.notes.push_back(
      failing.asks ? fmt::format("{}: waits for a decision: {}; {}: 'loci sync {} --accept'",
                                 remote.name, failing.message, failing.hint, remote.name)
                   : fmt::format("{}: failing since {}: {}", remote.name,
                                 ago(failing.since, memory.now()), failing.message));
  return standing;
}

Result<Reply> remote_list(memory::Memory& memory, const Json&) {
  LOCI_ASSIGN(const remote::Remotes known, remote::read_remotes(memory.store()));
  Reply reply;
  reply.list = "remotes";
  reply.data = {{"remotes", Json::array()}};
  std::vector<std::vector<std::string>> rows{{"NAME", "URL", "WHOSE", "SCOPES", "SYNCED", "WAITS"}};
  for (const remote::Remote& remote : known.all) {
    Standing standing = standing_of(memory, remote);
    Json row = json_of(remote);
    row.update(standing.json);
    reply.data["remotes"].push_back(std::move(row));
    rows.push_back({remote.name, remote::shown_url(remote.url), words_of(remote),
                    join(scopes_of(remote.chosen), " "), standing.synced, standing.waits});
    std::move(standing.notes.begin(), standing.notes.end(), std::back_inserter(reply.notes));
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
  LOCI_ASSIGN(const remote::Remote before,
              remote::find_remote(memory.store(), text_or(arguments, "name")));
  remote::Remote wanted = before;
  LOCI_TRY(take_settings(arguments, wanted));
  if (const auto mine = text_if(arguments, "mine")) wanted.mine = *mine == "yes";
  if (const auto url = text_if(arguments, "url")) wanted.url = *url;
  const bool dry_run = flag(arguments, "dry-run");
  const remote::Choice choice{list_of(arguments, "scope"), list_of(arguments, "project")};
  LOCI_ASSIGN(const remote::Remote changed,
              remote::change_remote(memory, std::move(wanted), choice, dry_run));
  Reply reply;
  reply.data = json_of(changed);
  reply.text =
      fmt::format("{}{}: {}\n", dry_run ? "would be " : "", changed.name, words_of(changed));
  if (changed.url != before.url) {
    reply.text += fmt::format("  at: {}\n", remote::shown_url(changed.url));
    reply.notes.emplace_back("the next sync stops and asks if that is another store");
  }
  if (changed.chosen == before.chosen) return reply;
  reply.text += fmt::format("  scopes: {}\n", join(scopes_of(changed.chosen), " "));
  if (remote::is_wider(before.chosen, changed.chosen)) {
    reply.notes.emplace_back(
        "notes that do not travel any more stay, here and there; chosen again, they go on from "
        "what was agreed on");
  }
  if (remote::is_wider(changed.chosen, before.chosen)) {
    reply.notes.emplace_back("the next sync compares all notes with those that are there");
  }
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

// How long each of several remotes may take: where a time was given, it is one for all of them, and
// each gets an equal part of what is left, so that none takes the time of those behind it.
class Patience {
 public:
  Patience(std::chrono::milliseconds time, std::size_t remotes, bool together)
      : time_(time), remotes_(remotes), together_(together) {}
  [[nodiscard]] std::chrono::milliseconds of(std::size_t index) const {
    if (!together_) return time_;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        begin_ + time_ - std::chrono::steady_clock::now());
    const auto behind = static_cast<std::int64_t>(remotes_ - index);
    return std::max(std::chrono::milliseconds(1), left / behind);
  }

 private:
  std::chrono::milliseconds time_;
  std::size_t remotes_;
  bool together_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

// One yes is to one remote's question. "" where none has asked yet.
Result<std::string> the_one_that_asks(memory::Memory& memory,
                                      const std::vector<remote::Remote>& all) {
  std::vector<std::string> names;
  for (const remote::Remote& remote : all) {
    const auto state = remote::read_state(memory.store(), remote);
    if (state && !state->replica.asked.empty()) names.push_back(remote.name);
  }
  if (names.size() < 2) return names.empty() ? "" : names.front();
  return fail(invalid_input(
      fmt::format("several remotes wait for a decision: {}", join(names, ", ")),
      fmt::format("answer each by its name: 'loci sync {} --accept'", names.front())));
}

// The others are done.
void add_failure(const std::string& name, const Error& error, Reply& reply) {
  Json row = {{"name", name}, {"error", error.message}};
  std::string hint = error.hint;
  if (error.needs_consent) {
    hint = fmt::format("{}: 'loci sync {} --accept'", hint, name);
  }
  if (!hint.empty()) row["hint"] = hint;
  reply.notes.push_back(
      fmt::format("{}: {}{}{}", name, error.message, hint.empty() ? "" : "; ", hint));
  reply.data["remotes"].push_back(std::move(row));
  reply.incomplete = true;
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
  request.repair = flag(arguments, "repair");
  const bool accept = flag(arguments, "accept");
  if (accept) LOCI_TRY(memory.need_person("accept what stopped a sync"));
  std::string asked;
  if (accept && remotes.all.size() > 1) {
    LOCI_ASSIGN(asked, the_one_that_asks(memory, remotes.all));
  }
  LOCI_ASSIGN(request.patience, duration_of(arguments, "timeout", std::chrono::minutes(10)));
  const Patience patience(request.patience, remotes.all.size(), arguments.contains("timeout"));
  Reply reply;
  reply.list = "remotes";
  reply.data = {{"dry_run", request.dry_run}, {"remotes", Json::array()}};
  auto synced = std::make_shared<std::vector<remote::SyncReply>>();
  for (std::size_t i = 0; i < remotes.all.size(); ++i) {
    const remote::Remote& remote = remotes.all[i];
    request.accept = accept && (remotes.all.size() == 1 || remote.name == asked);
    request.patience = patience.of(i);
    auto done = remote::sync_with(memory, remote, request);
    if (!done) {
      if (count == 1) return fail(std::move(done));
      add_failure(remote.name, done.error(), reply);
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
