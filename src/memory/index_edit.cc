#include "memory/index_edit.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/hash.h"
#include "base/limits.h"
#include "base/text.h"
#include "memory/scanning.h"
#include "note/index_file.h"

namespace loci::memory {
namespace {

// How often each file has an entry.
std::map<std::string, std::size_t> counted_entries(std::string_view index) {
  std::map<std::string, std::size_t> counts;
  for (const note::IndexEntry& entry : note::parse_index(index)) ++counts[entry.file];
  return counts;
}

// Entries that lead nowhere or stand twice, and did not before: "MEMORY.md:3: …".
std::vector<std::string> new_index_faults(std::string_view before, std::string_view after,
                                          const std::vector<std::string>& files) {
  const std::map<std::string, std::size_t> had = counted_entries(before);
  std::map<std::string, std::size_t> seen;
  std::vector<std::string> faults;
  for (const note::IndexEntry& entry : note::parse_index(after)) {
    const std::size_t count = ++seen[entry.file];
    const auto known = had.find(entry.file);
    if (known != had.end() && count <= known->second) continue;
    const bool there = std::find(files.begin(), files.end(), entry.file) != files.end();
    if (!there) {
      faults.push_back(fmt::format("{}:{}: there is no note '{}'", note::kIndexFile, entry.line + 1,
                                   entry.file));
    } else if (count > 1) {
      faults.push_back(fmt::format("{}:{}: '{}' already has a line above", note::kIndexFile,
                                   entry.line + 1, entry.file));
    }
  }
  return faults;
}

Result<> check_index_text(std::string_view text) {
  if (text.size() > kFileBytes) {
    return fail(invalid_input(
        fmt::format("the index has {} bytes; the limit is {}", text.size(), kFileBytes)));
  }
  if (!is_valid_utf8(text)) return fail(invalid_input("the index is not UTF-8"));
  return {};
}

}  // namespace

Result<IndexText> read_index(Memory& memory, const Selector& given) {
  Selector selector = given;
  const bool bare = given.scope.empty() && !given.in_private && !given.in_shared && !given.in_user;
  if (bare) selector.scope = memory.session().agent.empty() ? "global" : "agent";
  LOCI_ASSIGN(std::vector<store::Place> places, memory.readable(selector));
  std::erase_if(places, [](const store::Place& place) { return !place.indexed(); });
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.look(places, false));
  std::vector<IndexText> found;
  for (const store::Place& place : places) {
    LOCI_ASSIGN(std::optional<std::string> text, view->read(place, note::kIndexFile));
    if (text) found.push_back({place, std::move(text), memory.untrusted(place)});
  }
  if (found.size() > 1) {
    return fail(invalid_input(fmt::format("there are indexes in {} and in {}",
                                          found[0].place.label(), found[1].place.label()),
                              "choose one with --private, --shared or --user"));
  }
  if (!found.empty()) return std::move(found.front());
  if (places.empty()) return fail(not_found("there is no index yet"));
  // The part that new notes go to.
  const auto own = std::find_if(places.begin(), places.end(),
                                [](const store::Place& place) { return !place.in_workspace(); });
  return IndexText{own == places.end() ? places.front() : *own, std::nullopt, false};
}

Result<ChangeReply> write_index(Memory& memory, const IndexWrite& request) {
  LOCI_TRY(check_index_text(request.text));
  TextChecks checks;
  std::vector<std::string> unlisted;
  const auto planner = [&](store::View& view) -> Result<store::Plan> {
    checks.begin();
    LOCI_ASSIGN(const std::optional<std::string> before,
                view.read(request.place, note::kIndexFile));
    const std::string hash = before ? sha256(*before) : "";
    if (hash != request.if_hash) {
      return fail(conflict("the index changed since it was read",
                           "look at it with 'loci memory MEMORY' and edit it again"));
    }
    LOCI_ASSIGN(const std::vector<std::string> files, view.notes(request.place));
    const std::vector<std::string> faults =
        new_index_faults(before.value_or(""), request.text, files);
    if (!faults.empty()) return fail(invalid_input(join(faults, "\n"), "nothing was written"));
    const std::vector<std::string> had = note::compare_index(before.value_or(""), files).missing;
    unlisted = note::compare_index(request.text, files).missing;
    std::erase_if(unlisted, [&](const std::string& file) {
      return std::find(had.begin(), had.end(), file) != had.end();
    });
    LOCI_TRY(scan_text(memory, request.place, note::kIndexFile, request.text, before, checks));
    store::Plan plan;
    plan.summary = fmt::format("edit {}", note::kIndexFile);
    plan.changes.push_back(
        store::FileChange::put(request.place, std::string(note::kIndexFile), request.text));
    return plan;
  };
  LOCI_ASSIGN(ChangeReply reply,
              memory.change(memory.request("edit", {request.place}, request.dry_run), planner));
  checks.finish(memory, reply);
  if (!unlisted.empty()) {
    reply.warnings.push_back(
        fmt::format("{} {} no index line any more: prompts make one up, and 'loci reindex' adds it",
                    join(unlisted, ", "), unlisted.size() == 1 ? "has" : "have"));
  }
  return reply;
}

Result<std::vector<PlaceFiles>> files_on_disk(Memory& memory, const Selector& selector) {
  LOCI_ASSIGN(const std::vector<store::Place> places, memory.readable(selector));
  std::vector<PlaceFiles> all;
  for (const store::Place& place : places) {
    LOCI_ASSIGN(const std::unique_ptr<fs::Root> root, memory.store().open_place(place));
    if (!root) continue;
    PlaceFiles found{place, memory.store().path_of(place), {}, {}, memory.untrusted(place)};
    LOCI_ASSIGN(const std::vector<fs::Entry> entries, root->list());
    for (const fs::Entry& entry : entries) {
      const bool index = entry.name == note::kIndexFile && entry.kind == fs::Kind::File;
      if (!index && !store::is_note_entry(entry)) continue;
      LOCI_ASSIGN(const fs::Stat stat, root->stat(entry.name));
      if (index) {
        found.index_bytes = stat.size;
      } else {
        found.notes.push_back({entry.name, stat.size});
      }
    }
    std::sort(found.notes.begin(), found.notes.end(),
              [](const auto& a, const auto& b) { return a.name < b.name; });
    all.push_back(std::move(found));
  }
  return all;
}

}  // namespace loci::memory
