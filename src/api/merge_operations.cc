// merge, merge-file, resolve.

#include <fmt/format.h>

#include "api/arguments.h"
#include "api/codec.h"
#include "api/listing.h"
#include "api/rows.h"
#include "api/text_view.h"
#include "base/diff.h"
#include "base/text.h"
#include "memory/memory.h"
#include "note/frontmatter.h"
#include "note/note.h"
#include "note/slug.h"
#include "past/history.h"
#include "sync/merge.h"
#include "sync/resolve.h"

namespace loci::api {
namespace {

constexpr std::array kMergeFile{
    Param::text("base", "BASE", "the version both edits began with: git's %O").by_place().needed(),
    Param::text("mine", "MINE", "one edit, which the result overwrites: %A").by_place().needed(),
    Param::text("theirs", "THEIRS", "the other edit: %B").by_place().needed(),
    Param::text("path", "PATH", "its path in the repository: %P (default: MINE)").by_place()};

constexpr std::array kMerge = params(
    kNote,
    std::array{
        Param::text("base", "SHA", "the version the edit is based on").needed(),
        Param::content("content", "TEXT|@FILE|-", "the edit: a body, or with --raw a whole file")
            .needed(),
        Param::flag("raw", "the text is the whole file, frontmatter included")},
    kSelect);

constexpr std::array kResolve =
    params(std::array{Param::text("name", "NOTE", "the note (default: list them all)").by_place(),
                      Param::text("keep", "HEX", "keep this version: its name, or first digits"),
                      Param::flag("both", "keep both, as two notes"),
                      Param::flag("mine", "keep mine, if it is still known which one that is"),
                      Param::flag("theirs", "keep theirs"),
                      Param::flag("edit", "open both in your editor; what you save is kept"),
                      Param::text("text", "TEXT", "keep this text in place of the two")},
           kSelect, kDryRun);

// Nothing is written: who asks saves the result, on the hash that it comes with.
Result<Reply> merge(memory::Memory& memory, const Json& arguments) {
  const memory::NoteRequest request = reading_request(memory, arguments);
  LOCI_ASSIGN(const memory::NoteText now, memory::read(memory, request));
  LOCI_ASSIGN(const std::optional<std::string> base,
              past::version(memory, request, text_or(arguments, "base")));
  const bool raw = flag(arguments, "raw");
  const std::string edit = text_or(arguments, "content");
  // A body is one as 'write' stores it, in the file that the edit was made on.
  const std::string mine = raw || !base ? edit : note::replace_body(*base, edit);
  sync::Merged merged = sync::merge(sync::Shape::Note, {base, mine, now.text});
  if (merged.text && !raw) {
    const std::string body(note::parse_note(*merged.text).body);
    merged.text = body.starts_with('\n') ? body.substr(1) : body;
  }
  Reply reply;
  reply.data = {{"filename", now.info.file},
                {"hash", now.info.hash},
                {"merged", merged.text.has_value()},
                {"base_kept", base.has_value()},
                {"conflicts", merged.conflicts},
                {"content", merged.text ? Json(*merged.text) : Json(nullptr)}};
  if (now.info.untrusted) {
    reply.data["untrusted"] = true;
    reply.notes.push_back(untrusted_note());
  }
  if (merged.text) {
    reply.text = *merged.text;
    return reply;
  }
  reply.nothing = true;
  reply.notes.push_back(
      base ? fmt::format("the edit and '{}' change the same lines: take one of them, or write the "
                         "text yourself",
                         printable(now.info.file, true))
           : fmt::format(
                 "'{}' has no such version, or it is no longer kept; 'loci log {}' shows them",
                 printable(now.info.file, true), printable(now.info.file, true)));
  return reply;
}

Json json_of(const note::Version& version, const std::string& mine) {
  Json json = {{"version", version.name}, {"text", version.text}, {"edited", version.edited}};
  if (!mine.empty()) json["mine"] = version.name == mine;
  return json;
}

Json json_of(const sync::Unsettled& found, const std::string& mine) {
  return {{"filename", found.file},
          {"place", found.place.label()},
          {"other", found.other.empty() ? Json(nullptr) : Json(found.other)},
          {"versions", Json::array({json_of(found.first, mine), json_of(found.second, mine)})}};
}

Result<Reply> list_unsettled(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const std::vector<sync::Unsettled> all, sync::unsettled(memory, selector(arguments)));
  Reply reply;
  reply.list = "conflicts";
  reply.data = {{"conflicts", Json::array()}};
  std::vector<std::vector<std::string>> rows{{"FILE", "SCOPE", "VERSIONS"}};
  for (const sync::Unsettled& found : all) {
    reply.data["conflicts"].push_back(json_of(found, ""));
    rows.push_back({found.file, found.place.label(),
                    fmt::format("{} {}", found.first.name, found.second.name)});
  }
  if (all.empty()) {
    reply.notes.emplace_back("no note has two versions");
  } else {
    reply.text = table(rows, memory.session().columns);
    reply.notes.emplace_back("'loci resolve NOTE' shows one, --keep HEX settles it");
  }
  return reply;
}

Result<Reply> resolve(memory::Memory& memory, const Json& arguments) {
  if (!text_if(arguments, "name")) return list_unsettled(memory, arguments);
  sync::ResolveRequest request{note_request(arguments)};
  request.dry_run = flag(arguments, "dry-run");
  const auto choose = [&](bool given, sync::Choice choice) {
    if (!given) return true;
    const bool first = request.choice == sync::Choice::None;
    request.choice = choice;
    return first;
  };
  const auto keep = text_if(arguments, "keep");
  const auto text = text_if(arguments, "text");
  const bool one = choose(keep.has_value(), sync::Choice::Keep) &
                   choose(flag(arguments, "both"), sync::Choice::Both) &
                   choose(flag(arguments, "mine"), sync::Choice::Mine) &
                   choose(flag(arguments, "theirs"), sync::Choice::Theirs) &
                   choose(text.has_value(), sync::Choice::Text);
  if (!one)
    return fail(invalid_input("give only one of --keep, --both, --mine, --theirs and --text"));
  request.version = keep.value_or("");
  request.text = text.value_or("");
  LOCI_ASSIGN(const sync::ResolveReply done, sync::resolve(memory, request));
  const sync::Unsettled& found = done.found;
  if (!done.change) {
    Reply reply;
    reply.data = json_of(found, done.mine);
    const auto label = [&](const note::Version& version) {
      const std::string_view whose = done.mine.empty()           ? ""
                                     : version.name == done.mine ? " (mine)"
                                                                 : " (theirs)";
      return fmt::format("version {}{}", version.name, whose);
    };
    reply.text =
        unified_diff(found.first.text, found.second.text, label(found.first), label(found.second));
    reply.notes.push_back(
        fmt::format("'{}' has two versions: --keep {}, --keep {}, --both or --edit",
                    printable(found.file, true), found.first.name, found.second.name));
    reply.nothing = true;
    return reply;
  }
  Reply reply = change_reply(*done.change);
  if (!done.change->dry_run) {
    reply.text =
        fmt::format("settled {} in {}\n", printable(found.file, true), found.place.label());
    if (found.place.in_workspace()) {
      reply.notes.push_back(
          fmt::format("if git is waiting for it: 'git add' the note and continue"));
    }
  }
  return reply;
}

constexpr std::array kMergeRoutes{Route{"POST", "/api/memory/{filename}/merge", kFilename}};
constexpr std::array kResolveRoutes{Route{"POST", "/api/memory/{filename}/resolve", kFilename},
                                    Route{"POST", "/api/conflicts"}};

constexpr std::array kMergeOperations{
    Operation{Group::Upkeep, "resolve", "Settle a note whose two versions could not be merged",
              Effect::Writes, kResolve, "loci resolve deploys --keep 1a2b3c4d", resolve}
        .at(kResolveRoutes)
        .answering("Answer"),
    Operation{Group::Upkeep, "merge",
              "Merge an edit of an older version into the present note; writes nothing",
              Effect::Reads, kMerge, "loci merge deploys --base 1a2b… --content @edit.md", merge}
        .at(kMergeRoutes)
        .answering("Answer"),
    Operation{Group::Upkeep, "merge-file", "Merge two edits of a note; called by git",
              Effect::Writes, kMergeFile,
              "loci merge-file base.md mine.md theirs.md .loci/memory/deploys.md", kByFrontEnd},
};

}  // namespace

std::span<const Operation> merge_operations() { return kMergeOperations; }

}  // namespace loci::api
