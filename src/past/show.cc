#include "past/show.h"

#include <fmt/format.h>

#include <map>

#include "base/diff.h"
#include "base/text.h"
#include "base/time.h"
#include "memory/origins.h"

namespace loci::past {

using memory::Memory;

namespace {

Result<ShownChange> shown(Memory& memory, const store::FileRecord& file) {
  ShownChange change;
  change.file = file;
  std::set<std::string> wanted;
  if (file.before) wanted.insert(*file.before);
  if (file.after) wanted.insert(*file.after);
  LOCI_ASSIGN(const store::Texts texts, memory.store().journal().texts(wanted));
  const auto text_of = [&](const std::optional<std::string>& hash) {
    if (!hash) return std::string();
    const auto found = texts.find(*hash);
    if (found != texts.end()) return found->second;
    change.lost = true;
    return std::string();
  };
  const std::string before = text_of(file.before);
  const std::string after = text_of(file.after);
  if (change.lost) return change;
  change.diff = unified_diff(before, after, file.before ? file.file : "/dev/null",
                             file.after ? file.file : "/dev/null");
  return change;
}

}  // namespace

Result<ShownOperation> show_operation(Memory& memory, std::uint64_t number) {
  std::optional<HistoryRow> found;
  store::OperationScan scan;
  LOCI_TRY(visit_as_here(memory, [&](const store::Record& record) {
    const auto verdict = scan.add(record);
    const bool external = record.kind == store::Record::Kind::External;
    if (record.sequence != number || (!verdict.happened && !external)) return !found.has_value();
    if (!is_kept_back(memory, record)) {
      found = HistoryRow{record, verdict.undone, concerns_untrusted(memory, record)};
    }
    return false;
  }));
  if (!found) {
    return fail(not_found(fmt::format("there is no operation {}", number),
                          "'loci history' shows what was done"));
  }
  ShownOperation operation;
  operation.row = std::move(*found);
  for (const store::FileRecord& file : operation.row.record.files) {
    LOCI_ASSIGN(ShownChange change, shown(memory, file));
    operation.changes.push_back(std::move(change));
  }
  return operation;
}

Result<std::vector<DayOfChanges>> changes_by_day(Memory& memory, std::string_view month) {
  std::map<std::string, std::map<std::string, std::size_t>> days;
  store::OperationScan scan;
  const std::string slug = memory.scopes().slug();
  LOCI_TRY(visit_as_here(memory, [&](const store::Record& record) {
    const auto verdict = scan.add(record);
    const bool external = record.kind == store::Record::Kind::External;
    if ((!verdict.happened && !external) || is_kept_back(memory, record)) return true;
    if (!slug.empty() && record.workspace != slug) return true;
    const auto time = parse_time(record.time);
    if (!time) return true;
    const std::string date = local_date(*time);
    if (date.substr(0, month.size()) < month) return false;
    if (date.starts_with(month)) ++days[date][memory::origin_of(record.origin, record.actor)];
    return true;
  }));
  std::vector<DayOfChanges> rows;
  for (const auto& [date, by] : days) {
    DayOfChanges day{date, 0, {by.begin(), by.end()}};
    for (const auto& [who, count] : by) day.operations += count;
    rows.push_back(std::move(day));
  }
  return rows;
}

}  // namespace loci::past
