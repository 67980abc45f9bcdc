// links, check, init, projects, trust, untrust.

#include <fmt/format.h>

#include <map>

#include "api/arguments.h"
#include "api/codec.h"
#include "api/listing.h"
#include "api/rows.h"
#include "api/sarif.h"
#include "api/text_view.h"
#include "base/text.h"
#include "base/version.h"
#include "guard/scanner.h"
#include "memory/graph.h"
#include "memory/links.h"
#include "memory/memory.h"
#include "memory/whole_graph.h"
#include "projects/init.h"
#include "projects/projects.h"
#include "projects/rescue.h"
#include "projects/trust.h"
#include "upkeep/check.h"
#include "upkeep/checker.h"

namespace loci::api {
namespace {

constexpr std::array kLinks = params(kNote, kSelect);
constexpr std::array<std::string_view, 3> kCheckFormats{"text", "json", "sarif"};
constexpr std::array kCheck = params(
    std::array{Param::flag("strict", "warnings count as errors"),
               Param::flag("rules", "list the rules, including the scanner's, and check nothing"),
               Param::flag("fix", "fix what is safe to fix; undo takes it back"),
               Param::choice("format", kCheckFormats, "the output format (default: text)")},
    kSelect, kDryRun);
constexpr std::array kInit = params(kDryRun);
constexpr std::array kRelink =
    params(std::array{Param::text("project", "PROJECT", "the project this workspace continues")
                          .by_place()
                          .needed()},
           kDryRun);
constexpr std::array kDetach = params(kDryRun);
constexpr std::array kRescue = params(
    std::array{Param::text("id", "ID", "its id (default: list them all)").by_place()}, kDryRun);
constexpr std::array kTrust = params(kDryRun);

Json note_fields(const memory::LinkedNote& note) {
  Json json = {{"filename", note.file}, {"place", note.place.label()}};
  if (note.untrusted) json["untrusted"] = true;
  return json;
}

Json json_of(const memory::LinkRow& row) {
  Json json = note_fields(row.from);
  json["line"] = row.line;
  json["target"] = row.target;
  json["to"] = row.to ? note_fields(*row.to) : Json(nullptr);
  return json;
}

Result<Reply> links(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const memory::LinksReply found,
              memory::links(memory, reading_request(memory, arguments)));
  Reply reply;
  reply.data = note_fields(found.note);
  std::vector<std::vector<std::string>> rows{{"LINK", "FROM", "LINE", "TO"}};
  bool untrusted = found.note.untrusted;
  const auto called = [&](const memory::LinkedNote& note) {
    untrusted = untrusted || note.untrusted;
    return fmt::format("{} in {}", note.file, place_text(note.place, note.untrusted));
  };
  const auto add = [&](const char* kind, const std::vector<memory::LinkRow>& links) {
    reply.data[kind] = Json::array();
    for (const memory::LinkRow& row : links) {
      reply.data[kind].push_back(json_of(row));
      rows.push_back({kind, called(row.from), std::to_string(row.line),
                      row.to ? called(*row.to) : row.target});
    }
  };
  add("in", found.in);
  add("out", found.out);
  add("broken", found.broken);
  if (!found.unread.empty()) {
    reply.incomplete = true;
    reply.data["unread"] = found.unread;
    for (const std::string& why : found.unread) {
      reply.notes.push_back(fmt::format("its links are unknown: {}", why));
    }
  }
  if (rows.size() == 1) {
    reply.notes.emplace_back("no links");
  } else {
    reply.text = table(rows, memory.session().columns);
  }
  if (untrusted) reply.notes.push_back(untrusted_note());
  return reply;
}

Result<Reply> graph(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const memory::NoteGraph found, memory::whole_graph(memory, selector(arguments)));
  Reply reply;
  reply.data = {{"notes", Json::array()}, {"links", Json::array()}, {"broken", found.broken}};
  for (const memory::LinkedNote& note : found.notes) {
    Json json = note_fields(note);
    json["scope"] = note.place.scope();
    json["name"] = note.name;
    reply.data["notes"].push_back(std::move(json));
  }
  for (const auto& [from, to] : found.links) {
    reply.data["links"].push_back(Json::array({from, to}));
    reply.text += fmt::format("{} - {}\n", printable(found.notes[from].file, true),
                              printable(found.notes[to].file, true));
  }
  if (!found.unread.empty()) {
    reply.incomplete = true;
    reply.data["unread"] = found.unread;
  }
  reply.notes.push_back(fmt::format("{}, {} between them, {} broken",
                                    count(found.notes.size(), "note"),
                                    count(found.links.size(), "link"), found.broken));
  return reply;
}

// The notes of one memory and the links between them, behind those that are there already.
void add_graph(const memory::NoteGraph& found, const std::string& project,
               std::map<std::string, std::size_t>& known, Json& data) {
  std::vector<std::size_t> numbers;
  for (const memory::LinkedNote& note : found.notes) {
    // What is global is in every memory.
    const auto [at, fresh] = known.try_emplace(note.place.key + "/" + note.file, known.size());
    numbers.push_back(at->second);
    if (!fresh) continue;
    Json json = note_fields(note);
    json["scope"] = note.place.scope();
    json["name"] = note.name;
    json["project"] = project_of(note.place, project);
    data["notes"].push_back(std::move(json));
  }
  for (const auto& [from, to] : found.links) {
    const auto is_common = [&](std::size_t number) {
      return data["notes"][numbers[number]]["project"].is_null();
    };
    if (!project.empty() && is_common(from) && is_common(to)) continue;
    data["links"].push_back(Json::array({numbers[from], numbers[to]}));
  }
}

Result<Reply> graph_over(std::span<const Lent> lent, const Json& arguments) {
  Reply reply;
  reply.data = {{"notes", Json::array()}, {"links", Json::array()}};
  std::map<std::string, std::size_t> known;
  std::size_t broken = 0;
  for (const Lent& one : lent) {
    LOCI_ASSIGN(const memory::NoteGraph found,
                memory::whole_graph(*one.memory, selector(arguments)));
    add_graph(found, one.project, known, reply.data);
    broken += found.broken;
    for (const std::string& why : found.unread) reply.data["unread"].push_back(why);
  }
  reply.data["broken"] = broken;
  return reply;
}

std::string_view severity_name(upkeep::Severity severity) {
  return severity == upkeep::Severity::Error ? "error" : "warning";
}

// What there is to be found: by check itself, and by the scanner as it is configured.
Reply list_rules(const memory::Memory& memory) {
  Reply reply;
  reply.list = "rules";
  reply.data = {{"rules", Json::array()}};
  std::vector<std::vector<std::string>> rows{{"RULE", "KIND", "LEVEL", "ABOUT"}};
  const auto add = [&](std::string_view id, std::string_view kind, std::string_view level,
                       std::string_view about) {
    reply.data["rules"].push_back({{"id", id}, {"kind", kind}, {"level", level}, {"about", about}});
    rows.push_back({std::string(id), std::string(kind), std::string(level), std::string(about)});
  };
  for (const upkeep::CheckRule& rule : upkeep::check_rules()) {
    add(rule.id, "check", severity_name(rule.severity), rule.about);
  }
  for (const guard::Rule& rule : guard::rules()) {
    const memory::ScanLevel* level = memory.config().scan_level(rule.id);
    const auto severity = level == nullptr ? rule.severity : level->severity;
    add(rule.id, guard::kind_name(rule.kind), severity ? guard::severity_name(*severity) : "off",
        rule.about);
    reply.data["rules"].back()["why"] = rule.why;
  }
  reply.text = table(rows, memory.session().columns);
  return reply;
}

Result<Reply> check(memory::Memory& memory, const Json& arguments) {
  if (flag(arguments, "rules")) return list_rules(memory);
  const std::string format = text_or(arguments, "format", "text");
  LOCI_ASSIGN(const upkeep::CheckReply checked,
              upkeep::check(memory, selector(arguments), flag(arguments, "fix"),
                            flag(arguments, "dry-run")));
  Reply reply;
  reply.list = "findings";
  std::size_t errors = 0;
  bool untrusted = false;
  Json findings = Json::array();
  for (const upkeep::Finding& finding : checked.findings) {
    const bool error = finding.severity() == upkeep::Severity::Error;
    errors += error ? 1 : 0;
    findings.push_back({{"path", finding.path},
                        {"line", finding.line},
                        {"rule", finding.rule->id},
                        {"severity", severity_name(finding.severity())},
                        {"message", finding.message},
                        {"fixable", finding.rule->fixable}});
    if (finding.untrusted) findings.back()["untrusted"] = true;
    untrusted = untrusted || finding.untrusted;
    reply.text += fmt::format("{}:{}: {}: {} [{}{}]\n", printable(finding.path, true), finding.line,
                              severity_name(finding.severity()), printable(finding.message, true),
                              finding.rule->id, finding.untrusted ? ", untrusted" : "");
  }
  const std::size_t warnings = checked.findings.size() - errors;
  reply.data = {{"notes", checked.notes},
                {"errors", errors},
                {"warnings", warnings},
                {"findings", std::move(findings)}};
  if (checked.fixed) {
    reply.data["fixed"] = api::to_json(*checked.fixed);
    if (checked.fixed->dry_run) reply.text += diffs(checked.fixed->changed);
    const std::size_t number = checked.fixed->changed.size();
    reply.notes.push_back(number == 0
                              ? "no index needed fixing"
                              : fmt::format("{} {}", checked.fixed->dry_run ? "would fix" : "fixed",
                                            count(number, "index", "indexes")));
  }
  if (checked.merged) {
    reply.data["merged"] = api::to_json(*checked.merged);
    if (checked.merged->dry_run) reply.text += diffs(checked.merged->changed);
    reply.notes.push_back(fmt::format("{} conflicts that git left: {} changed",
                                      checked.merged->dry_run ? "would merge" : "merged",
                                      count(checked.merged->changed.size(), "file")));
  }
  if (format == "json") reply.text = dump_json(reply.data, 2) + "\n";
  if (format == "sarif") {
    reply.data = to_sarif(checked.findings, checked.base, kVersion);
    reply.list.clear();
    reply.text = dump_json(reply.data, 2) + "\n";
  }
  reply.nothing = errors > 0 || (flag(arguments, "strict") && warnings > 0);
  reply.notes.push_back(fmt::format("{} checked: {}, {}", count(checked.notes, "note"),
                                    count(errors, "error"), count(warnings, "warning")));
  if (checked.notes > upkeep::kComparedNotes) {
    reply.notes.push_back(fmt::format(
        "duplicates were looked for among {} notes only: 'loci consolidate' has no limit",
        upkeep::kComparedNotes));
  }
  if (untrusted) reply.notes.push_back(untrusted_note());
  return reply;
}

Result<Reply> init(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const projects::InitReply made, projects::init(memory, flag(arguments, "dry-run")));
  Reply reply;
  reply.data = {{"path", made.path},
                {"created", made.created},
                {"trusted", made.trusted},
                {"private_notes", made.private_notes},
                {"dry_run", made.dry_run}};
  const std::string_view verb = !made.created  ? "already exists:"
                                : made.dry_run ? "would create"
                                               : "created";
  reply.text = fmt::format("{} {}\n", verb, made.path);
  if (!made.trusted) reply.notes.push_back(untrusted_note());
  if (!made.git.directory.empty()) {
    reply.data["git"] = {{"directory", made.git.directory}, {"changed", made.git.changed}};
  }
  if (!made.git.changed.empty()) {
    reply.notes.push_back(
        fmt::format("git {} notes with loci in this clone; 'loci unsetup git' undoes that",
                    made.dry_run ? "would merge" : "merges"));
  }
  if (made.private_notes > 0) {
    reply.notes.push_back(fmt::format("{} {} private; 'loci move NOTE --to shared' shares one",
                                      count(made.private_notes, "note"),
                                      made.private_notes == 1 ? "stays" : "stay"));
  }
  return reply;
}

// What only git can tell, and only the `projects` commands ask.
Result<> attach_by_commit(memory::Memory& memory, bool dry_run, Reply& reply) {
  LOCI_ASSIGN(const auto attached, projects::attach_by_commit(memory, dry_run));
  if (attached) reply.notes.push_back(attachment_text(*attached));
  return {};
}

Result<Reply> projects(memory::Memory& memory, const Json& /*arguments*/) {
  Reply reply;
  LOCI_TRY(attach_by_commit(memory, false, reply));
  LOCI_ASSIGN(const std::vector<projects::ProjectRow> rows, projects::list_projects(memory));
  reply.list = "projects";
  reply.data = {{"projects", Json::array()}};
  if (memory.session().ephemeral) reply.data["ephemeral"] = true;  // the home is thrown away
  std::vector<std::vector<std::string>> cells{{"PROJECT", "NOTES", "WHERE", "ORIGIN"}};
  for (const projects::ProjectRow& row : rows) {
    Json paths = Json::array();
    std::string origin;
    for (const store::SeenPath& seen : row.project.paths) {
      paths.push_back(seen.path);
      if (!seen.origin.empty()) origin = seen.origin;
    }
    const std::string where = row.project.paths.empty() ? "-" : row.project.newest_path();
    cells.push_back({fmt::format("{}{}", row.current ? "* " : "  ", row.project.slug),
                     std::to_string(row.notes + row.shared), row.gone ? where + " (gone)" : where,
                     origin.empty() ? "-" : origin});
    reply.data["projects"].push_back(
        {{"project", row.project.slug},
         {"notes", row.notes},
         {"shared_notes", row.unread.empty() ? Json(row.shared) : Json(nullptr)},
         {"paths", std::move(paths)},
         {"gone", row.gone},
         {"current", row.current},
         {"origin", origin.empty() ? Json(nullptr) : Json(origin)}});
    if (!row.unread.empty()) {
      reply.data["projects"].back()["unread"] = row.unread;
      reply.notes.push_back(fmt::format("the notes that '{}' shares are not counted: {}",
                                        row.project.slug, row.unread));
    }
  }
  if (rows.empty()) {
    reply.notes.emplace_back("no projects yet: the first note of a workspace creates one");
  } else {
    reply.text = table(cells, memory.session().columns);
  }
  return reply;
}

Reply project_reply(const projects::ProjectChange& change) {
  Reply reply;
  reply.data = {{"path", change.path},
                {"before", change.before},
                {"project", change.after},
                {"left", change.left},
                {"dry_run", change.dry_run}};
  const std::string path = printable(change.path, true);
  reply.text = change.before == change.after
                   ? fmt::format("unchanged {}: it belongs to {}\n", path, change.after)
                   : fmt::format("{} {} from {} to {}\n", change.dry_run ? "would link" : "linked",
                                 path, change.before, change.after);
  if (change.left > 0) {
    reply.notes.push_back(
        fmt::format("{} {} in {}: 'loci projects relink {}' links back", count(change.left, "file"),
                    change.left == 1 ? "stays" : "stay", change.before, change.before));
  }
  return reply;
}

Result<Reply> relink(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const projects::ProjectChange change,
              projects::relink(memory, text_or(arguments, "project"), flag(arguments, "dry-run")));
  return project_reply(change);
}

Result<Reply> detach(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const projects::ProjectChange change,
              projects::detach(memory, flag(arguments, "dry-run")));
  return project_reply(change);
}

Json json_of(const projects::Orphan& orphan) {
  const auto or_null = [](const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
  };
  return {{"id", orphan.id},
          {"workspace", or_null(orphan.path)},
          {"directory", orphan.directory},
          {"files", orphan.names},
          {"fits", or_null(orphan.fits)},
          {"belongs_to", or_null(orphan.belongs_to)}};
}

std::string orphan_text(const projects::Orphan& orphan) {
  std::string text = fmt::format(
      "{}  {}, was {}{}\n", printable(orphan.id, true), count(orphan.names.size(), "file"),
      orphan.path.empty() ? "at an unknown path" : printable(orphan.path, true),
      orphan.fits.empty() ? "" : fmt::format(" ({})", orphan.fits));
  for (const std::string& name : orphan.names) {
    text += fmt::format("    {}\n", printable(name, true));
  }
  if (orphan.fits.empty() && !orphan.belongs_to.empty()) {
    text += fmt::format("    belongs to {}\n", printable(orphan.belongs_to, true));
  }
  return text;
}

Result<Reply> list_orphans(memory::Memory& memory, bool dry_run) {
  Reply reply;
  LOCI_TRY(attach_by_commit(memory, dry_run, reply));
  LOCI_ASSIGN(const std::vector<projects::Orphan> orphans, projects::orphans(memory));
  reply.list = "orphans";
  reply.data = {{"orphans", Json::array()}};
  for (const projects::Orphan& orphan : orphans) {
    reply.data["orphans"].push_back(json_of(orphan));
    reply.text += orphan_text(orphan);
  }
  reply.notes.emplace_back(orphans.empty()
                               ? "no orphaned memory"
                               : "run 'loci projects rescue ID' in the workspace it belongs to");
  return reply;
}

Result<Reply> rescue(memory::Memory& memory, const Json& arguments) {
  const auto id = text_if(arguments, "id");
  const bool dry_run = flag(arguments, "dry-run");
  if (!id) return list_orphans(memory, dry_run);
  LOCI_ASSIGN(const projects::RescueReply rescued, projects::rescue(memory, *id, dry_run));
  Reply reply = change_reply(rescued.change);
  reply.data["rescued"] = json_of(rescued.orphan);
  reply.data["continued"] = rescued.continued;
  reply.text = fmt::format("{} {} of {}{}\n", dry_run ? "would rescue" : "rescued",
                           count(rescued.orphan.names.size(), "file"), printable(*id, true),
                           rescued.continued ? ": this workspace continues that project" : "");
  if (dry_run) reply.text += diffs(rescued.change.changed);
  return reply;
}

Reply trust_reply(const projects::TrustReply& trust) {
  Reply reply;
  reply.data = {{"trusted", trust.trusted},
                {"changed", trust.changed},
                {"path", trust.path},
                {"origin", trust.origin.empty() ? Json(nullptr) : Json(trust.origin)},
                {"notes", trust.notes},
                {"dry_run", trust.dry_run}};
  const std::string_view state = trust.trusted ? "trusted" : "not trusted";
  const std::string_view before = !trust.changed ? "already " : trust.dry_run ? "would be " : "";
  reply.text =
      fmt::format("{}{}: {} ({}), {} shipped\n", before, state, printable(trust.path, true),
                  trust.origin.empty() ? "no origin" : printable(trust.origin, true),
                  count(trust.notes, "note"));
  return reply;
}

Result<Reply> trust(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const projects::TrustReply reply,
              projects::trust(memory, true, flag(arguments, "dry-run")));
  return trust_reply(reply);
}

Result<Reply> untrust(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const projects::TrustReply reply,
              projects::trust(memory, false, flag(arguments, "dry-run")));
  return trust_reply(reply);
}

constexpr std::array kLinksRoutes{Route{"GET", "/api/memory/{filename}/links", kFilename}};
constexpr std::array kCheckRoutes{Route{"POST", "/api/memory/check"}};
constexpr std::array kGraphRoutes{Route{"GET", "/api/graph"}};
constexpr std::array kProjectsRoutes{Route{"GET", "/api/projects"}};

constexpr std::array kRepositoryOperations{
    Operation{Group::Notes, "links", "Show the links of a note: in, out and broken", Effect::Reads,
              kLinks, "loci links review-style", links}
        .at(kLinksRoutes),
    Operation{Group::Notes, "graph", "Show all notes and the links between them", Effect::Reads,
              kSelect, "loci graph --json", graph}
        .at(kGraphRoutes)
        .over_projects(graph_over),
    Operation{Group::Upkeep, "check", "Check memory for problems; exit 1 if there are errors",
              Effect::Writes, kCheck, "loci check --strict --format sarif", check}
        .at(kCheckRoutes)
        .answering("Answer"),
    Operation{Group::Workspaces, "init", "Create shared memory in this workspace", Effect::Writes,
              kInit, "loci init", init}
        .in_workspace(),
    Operation{Group::Workspaces, "projects list",
              "List the projects of this home and where they are", Effect::Reads, kNoParams,
              "loci projects list", projects}
        .at(kProjectsRoutes),
    Operation{Group::Workspaces, "projects relink", "Link this workspace to a known project",
              Effect::Writes, kRelink, "loci projects relink app-59a4a65d", relink}
        .in_workspace(),
    Operation{Group::Workspaces, "projects detach", "Give this workspace its own project again",
              Effect::Writes, kDetach, "loci projects detach", detach}
        .in_workspace(),
    Operation{Group::Workspaces, "projects rescue",
              "Find memory whose workspace is gone, and bring it here", Effect::Writes, kRescue,
              "loci projects rescue app-59a4a65d --dry-run", rescue},
    Operation{Group::Workspaces, "trust", "Let agents use the notes that this repository ships",
              Effect::Writes, kTrust, "loci trust", trust}
        .in_workspace(),
    Operation{Group::Workspaces, "untrust", "Stop agents from using this repository's notes",
              Effect::Writes, kTrust, "loci untrust", untrust}
        .in_workspace(),
};

}  // namespace

std::span<const Operation> repository_operations() { return kRepositoryOperations; }

}  // namespace loci::api
