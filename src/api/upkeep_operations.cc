// health, reindex, verify, ephemeral, version, man, completions.

#include <fmt/format.h>

#include "api/arguments.h"
#include "api/codec.h"
#include "api/rows.h"
#include "api/text_view.h"
#include "base/limits.h"
#include "base/text.h"
#include "memory/memory.h"
#include "memory/scanning.h"
#include "upkeep/health.h"
#include "upkeep/reindex.h"
#include "upkeep/verify.h"

namespace loci::api {
namespace {

constexpr std::array kHealth{Param::flag("limits", "print all limits instead")};
constexpr std::array kReindex = params(kSelect, kDryRun);
constexpr std::array kVerify = params(
    std::array{Param::list("notes", "NOTE", "the notes (default: all)").by_place(),
               Param::flag("changed", "only notes that cite what differs from HEAD"),
               Param::text("since", "REV", "like --changed, compared with this commit"),
               Param::flag("names", "also report names that no source has any more; less certain")},
    kSelect);
constexpr std::array kAllowNote = params(
    kNote,
    std::array{
        Param::text("rule", "RULE", "the scanner's rule, as 'check' names it").by_place().needed(),
        Param::flag("remove", "stop allowing it")},
    kSelect, kDryRun);
constexpr std::array<std::string_view, 3> kShells{"bash", "zsh", "fish"};
constexpr std::array kCompletions{
    Param::choice("shell", kShells, "the shell that will load it: bash, zsh or fish")
        .shown_as("SHELL")
        .by_place()
        .needed()};
constexpr std::array kComplete{
    Param::list("words", "WORD", "the words of the line; the last one is completed")
        .by_place()
        .and_the_rest()};
constexpr std::array kMan{
    Param::text("page", "PAGE", "a command, config.5, format or query (default: loci itself)")
        .by_place(),
    Param::text("into", "DIR", "write all pages below this directory instead").of_a_file()};
constexpr std::array kEphemeral{
    Param::list("command", "COMMAND",
                "the command to run, with its arguments (default: your shell)")
        .by_place()
        .and_the_rest()};

Result<Reply> health(memory::Memory& memory, const Json& arguments) {
  Reply reply;
  if (flag(arguments, "limits")) {
    reply.list = "limits";
    reply.data = {{"limits", Json::array()}};
    for (const Limit& limit : limits()) {
      reply.data["limits"].push_back({{"name", limit.name},
                                      {"value", limit.value},
                                      {"unit", limit.unit},
                                      {"about", limit.about}});
    }
    reply.text = limits_table(memory.session().columns);
    return reply;
  }
  LOCI_ASSIGN(const upkeep::HealthReply state, upkeep::health(memory));
  reply.data = to_json(state);
  reply.text = health_text(state, memory.now(), memory.session().columns);
  if (has_untrusted(state)) reply.notes.push_back(untrusted_note());
  return reply;
}

std::string reindexed_text(const note::IndexState& state, bool dry_run) {
  if (!state.stale()) return "in step";
  std::string text =
      fmt::format("{} {}, {} {}, {} {}", dry_run ? "would add" : "added", state.missing.size(),
                  dry_run ? "remove" : "removed", state.dangling.size(),
                  dry_run ? "merge" : "merged", state.doubled.size());
  if (!state.behind.empty()) {
    text += fmt::format(", {} {}", dry_run ? "renew" : "renewed", state.behind.size());
  }
  return text;
}

Result<Reply> reindex(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const upkeep::ReindexReply done,
              upkeep::reindex(memory, selector(arguments), flag(arguments, "dry-run")));
  Reply reply;
  reply.data = to_json(done.change);
  reply.data["indexes"] = Json::array();
  for (const upkeep::ReindexRow& row : done.rows) {
    Json entry = to_json(row.state);
    entry["place"] = row.place.label();
    if (row.untrusted) entry["untrusted"] = true;
    reply.data["indexes"].push_back(std::move(entry));
    reply.text += fmt::format("{}: {}\n", place_text(row.place, row.untrusted),
                              reindexed_text(row.state, done.change.dry_run));
  }
  if (done.change.dry_run) reply.text += diffs(done.change.changed);
  if (done.rows.empty()) reply.notes.emplace_back("no notes here yet");
  return reply;
}

Result<Reply> allow(memory::Memory& memory, const Json& arguments) {
  const std::string rule = text_or(arguments, "rule");
  const bool take_back = flag(arguments, "remove");
  const memory::NoteRequest request = note_request(arguments);
  LOCI_ASSIGN(const memory::AllowReply done, memory::allow(memory, request, rule, take_back));
  Reply reply;
  reply.data = place_fields(done.place);
  reply.data["filename"] = done.file;
  reply.data["rule"] = rule;
  reply.data["findings"] = done.findings;
  reply.data["allowed"] = !take_back;
  reply.data["dry_run"] = request.dry_run;
  const std::string_view verb = take_back ? "no longer allow" : "allow";
  reply.text = fmt::format("{}{} {} in {} of {}\n", request.dry_run ? "would " : "",
                           request.dry_run ? verb
                           : take_back     ? "no longer allowed:"
                                           : "allowed",
                           rule, done.file, done.place.label());
  return reply;
}

Result<Reply> verify(memory::Memory& memory, const Json& arguments) {
  upkeep::VerifyRequest request;
  request.notes = list_of(arguments, "notes");
  request.selector = selector(arguments);
  request.since = text_or(arguments, "since");
  request.changed = flag(arguments, "changed") || !request.since.empty();
  request.names = flag(arguments, "names");
  const auto begin = memory.now();
  LOCI_ASSIGN(const upkeep::VerifyReply verified, upkeep::verify(memory, request));
  Reply reply;
  reply.list = "notes";
  std::size_t stale = 0;
  std::size_t missing = 0;
  std::size_t citations = 0;
  std::size_t perhaps = 0;
  Json notes = Json::array();
  for (const upkeep::VerifiedNote& note : verified.notes) {
    Json entry = {{"filename", note.file},
                  {"place", note.place.label()},
                  {"path", note.path},
                  {"result", memory::verdict_name(note.verdict.worst())},
                  {"verified", note.verdict.date},
                  {"citations", Json::array()}};
    if (note.untrusted) entry["untrusted"] = true;
    for (const memory::CitationVerdict& one : note.verdict.citations) {
      entry["citations"].push_back(to_json(one));
      ++citations;
      if (one.verdict == memory::Verdict::Ok) continue;
      ++(one.verdict == memory::Verdict::Stale ? stale : missing);
      reply.text +=
          fmt::format("{}:{}: {}\n", printable(note.path, true), one.line, citation_text(one));
    }
    for (const memory::CitationVerdict& one : note.perhaps) {
      entry["perhaps"].push_back(
          {{"kind", one.kind}, {"text", one.text}, {"line", one.line}, {"reason", one.reason}});
      reply.text += fmt::format("{}:{}: {} '{}' may be stale ({})\n", printable(note.path, true),
                                one.line, one.kind, printable(one.text, true), one.reason);
    }
    perhaps += note.perhaps.size();
    notes.push_back(std::move(entry));
  }
  reply.data = {{"notes", std::move(notes)},
                {"citations", citations},
                {"stale", stale},
                {"missing", missing},
                {"git", verified.git}};
  if (request.names) reply.data["perhaps"] = perhaps;
  if (verified.git_fell_silent) reply.data["git_incomplete"] = true;
  reply.data["elapsed_ms"] =
      std::chrono::duration_cast<std::chrono::milliseconds>(memory.now() - begin).count();
  reply.nothing = stale + missing > 0;
  reply.notes.push_back(fmt::format(
      "{} in {}: {} stale, {} missing{}{}", count(citations, "citation"),
      count(verified.notes.size(), "note"), stale, missing,
      request.names ? fmt::format(", {} perhaps", perhaps) : "",
      verified.git_fell_silent ? "; git did not answer everything, so some may be missing"
      : verified.git           ? ""
                               : "; git was not asked"));
  return reply;
}

constexpr std::array kHealthRoutes{Route{"GET", "/api/memory/health"}};
constexpr std::array kReindexRoutes{Route{"POST", "/api/memory/reindex"}};
constexpr std::array kVerifyRoutes{Route{"GET", "/api/memory/verify"}};

constexpr std::array kUpkeepOperations{
    Operation{Group::Upkeep, "health", "Show the state of memory and its problems", Effect::Reads,
              kHealth, "loci health --json", health}
        .at(kHealthRoutes)
        .answering("Health"),
    Operation{Group::Upkeep, "reindex", "Bring the indexes up to date with the notes",
              Effect::Writes, kReindex, "loci reindex --dry-run", reindex}
        .at(kReindexRoutes),
    Operation{Group::Upkeep, "verify",
              "Check what notes cite; exit 1 if something is stale or missing", Effect::Reads,
              kVerify, "loci verify --changed", verify}
        .at(kVerifyRoutes),
    Operation{Group::Upkeep, "allow", "Allow what a scanner rule finds in a note", Effect::Writes,
              kAllowNote, "loci allow staging-resets password-value", allow},
    Operation{Group::Upkeep, "ephemeral", "Run a command with a throw-away home", Effect::Writes,
              kEphemeral, "loci ephemeral -- loci remember \"gone soon\" --title Test",
              kByFrontEnd},
    Operation{Group::Upkeep, "version", "Print the version", Effect::Reads, kNoParams,
              "loci version --json", kByFrontEnd},
    Operation{Group::Upkeep, "man", "Show a page of the manual", Effect::Reads, kMan,
              "loci man search", kByFrontEnd},
    Operation{Group::Upkeep, "completions", "Print the completion script for a shell",
              Effect::Reads, kCompletions, "loci completions bash", kByFrontEnd},
    Operation{Group::Upkeep, "complete", "Print completions for the last word of a line",
              Effect::Reads, kComplete, "loci complete -- read sta", kByFrontEnd}
        .hidden(),
};

}  // namespace

std::span<const Operation> upkeep_operations() { return kUpkeepOperations; }

}  // namespace loci::api
