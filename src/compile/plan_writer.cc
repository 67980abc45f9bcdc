#include "compile/plan_writer.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/limits.h"
#include "base/text.h"
#include "compile/backups.h"
#include "compile/foreign_file.h"
#include "exchange/block.h"
#include "exchange/claude.h"
#include "exchange/fallback.h"
#include "fs/atomic_file.h"

namespace loci::compile {
namespace {

using exchange::Action;
using exchange::Artifact;
using exchange::PlanRow;
using exchange::ProviderState;

Result<std::string> with_block(const ForeignFile& file, const PlanRow& row) {
  const std::string before = file.text ? *file.text : row.wanted->head;
  return exchange::put_block(before, row.wanted->text.str(), row.path);
}

Result<std::optional<std::string>> line_edit(const ForeignFile& file, const PlanRow& row,
                                             bool remove) {
  if (!file.text) return std::nullopt;
  const auto definition = exchange::parse_definition(file.path, *file.text);
  if (!definition || (remove && definition->memory.empty())) return file.text;
  return exchange::with_memory_line(*file.text, *definition, remove ? "" : row.wanted->text.str());
}

}  // namespace

Result<> PlanWriter::begin() {
  if (request_.dry_run) return {};
  LOCI_ASSIGN(held_, lock_tool_files(store_));
  // Copies of tools' files that were not finished.
  LOCI_TRY(fs::sweep_temporary_files(store_.files(), *held_.directory));
  return {};
}

// What could not be read again is not written.
Result<> PlanWriter::check_sizes(const std::vector<Compiled>& all) {
  for (const Compiled& compiled : all) {
    for (const PlanRow& row : compiled.plan) {
      if (row.action != Action::Write || row.part == Artifact::Part::Line) continue;
      std::size_t size = row.wanted->text.str().size();
      if (row.part == Artifact::Part::Block) {
        const ToolPath path = compiler_.tool_path(compiled, row);
        LOCI_ASSIGN(const ForeignFile file,
                    read_foreign(store_.files(), fmt::format("{}/{}", path.base, path.path),
                                 compiler_.within(path), kFileBytes));
        LOCI_ASSIGN(const std::string text, with_block(file, row));
        size = text.size();
      }
      if (size <= kFileBytes) continue;
      return fail(invalid_input(fmt::format("'{}' would have {} bytes, which is more than {}",
                                            row.path, size, kFileBytes),
                                "nothing was written; shorten the notes it is made from"));
    }
  }
  return {};
}

Result<> PlanWriter::run(std::vector<Compiled>& all, std::vector<ApplyRow>& rows) {
  LOCI_TRY(sweep(all));
  LOCI_TRY(note_pending(all));
  if (request_.backup) LOCI_TRY(back_up(all, rows));
  for (const Compiled& compiled : all) {
    for (const PlanRow& row : compiled.plan) {
      if (row.part != Artifact::Part::File || row.action == Action::None) continue;
      if (row.action == Action::Write) {
        LOCI_TRY(compiler_.files().replace(compiler_.tool_path(compiled, row),
                                           row.wanted->text.str(), row.present));
      } else {
        LOCI_TRY(compiler_.files().remove(compiler_.tool_path(compiled, row), row.present));
      }
    }
  }
  const auto changed = std::count_if(
      rows.begin(), rows.end(), [](const ApplyRow& row) { return row.action != Action::None; });
  log_.progress(fmt::format("writing {} files", changed));
  LOCI_TRY(compiler_.files().commit([&] { return look_again(all); }));
  LOCI_TRY(check_overtaken(all));
  for (const Compiled& compiled : all) {
    for (const PlanRow& row : compiled.plan) {
      if (row.action == Action::None) continue;
      if (row.part != Artifact::Part::File) LOCI_TRY(change_part(compiled, row));
      const bool gone = row.wanted == nullptr && !row.present.is_there();
      if (row.action == Action::Remove || gone)
        compiler_.files().prune(compiler_.tool_path(compiled, row));
    }
  }
  return stamp(all);
}

// An apply that was killed leaves siblings beside files that are in step already: where
// it was about to write, and where it removed something.
Result<> PlanWriter::sweep(const std::vector<Compiled>& all) {
  for (const Compiled& compiled : all) {
    const ProviderState* state = compiler_.state().find(compiled.tool->name, request_.scope);
    const bool killed = state != nullptr && !state->pending.empty();
    for (const PlanRow& row : compiled.plan) {
      if (!killed && row.wanted != nullptr) continue;
      const ToolPath path = compiler_.tool_path(compiled, row);
      if (row.part == Artifact::Part::File) {
        LOCI_TRY(compiler_.files().sweep(path));
      } else {
        sweep_beside(store_.files(), fmt::format("{}/{}", path.base, path.path),
                     store_.clock().now());
      }
    }
  }
  return {};
}

// Before the first file changes: whoever comes after a kill knows these texts.
Result<> PlanWriter::note_pending(const std::vector<Compiled>& all) {
  bool any = false;
  for (const Compiled& compiled : all) {
    const bool writes = std::any_of(compiled.plan.begin(), compiled.plan.end(),
                                    [](const auto& row) { return row.action == Action::Write; });
    if (!writes) continue;
    any = true;
    ProviderState& state = compiler_.state().of(compiled.tool->name, request_.scope);
    state.pending.clear();
    for (const PlanRow& row : compiled.plan) {
      if (row.action == Action::Write) {
        state.pending.push_back(
            {row.path, row.part, row.wanted_hash, "", !row.wanted->environment.empty()});
      }
    }
  }
  return any ? compiler_.state_file().save() : Result<>();
}

Result<> PlanWriter::back_up(const std::vector<Compiled>& all, std::vector<ApplyRow>& rows) {
  std::size_t at = 0;
  for (const Compiled& compiled : all) {
    for (const PlanRow& row : compiled.plan) {
      ApplyRow& shown = rows[at++];
      if (row.action == Action::None || !row.present.is_there()) continue;
      const ToolPath path = compiler_.tool_path(compiled, row);
      const std::string full = fmt::format("{}/{}", path.base, path.path);
      LOCI_ASSIGN(const ForeignFile file,
                  read_foreign(store_.files(), full, compiler_.within(path), kFileBytes));
      if (!file.text) continue;
      LOCI_ASSIGN(const std::string name,
                  keep_backup(*held_.directory, store_.clock().now(), full, *file.text));
      shown.backup = fmt::format("{}/{}/{}", store_.home(), kApplyDirectory, name);
    }
  }
  return {};
}

// A tool may have written meanwhile: what nobody has seen is not overwritten.
Result<> PlanWriter::look_again(const std::vector<Compiled>& all) {
  LOCI_ASSIGN(const PlanRow* const changed, find_changed(all, true));
  if (changed == nullptr) return {};
  return fail(changed_meanwhile(*changed, "nothing was written; run the command again"));
}

// The others are written and noted as pending, so the next apply knows them.
Result<> PlanWriter::check_overtaken(const std::vector<Compiled>& all) {
  const auto& overtaken = compiler_.files().overtaken();
  if (overtaken.empty()) return {};
  std::string hint = "it was left unchanged; run the command again";
  for (const fs::FileBatch::Overtaken& one : overtaken) {
    const std::string kept = keep_saved(one);
    if (!kept.empty()) hint += fmt::format("; what was saved before that is in '{}'", kept);
  }
  LOCI_ASSIGN(const PlanRow* const changed, find_changed(all, false));
  if (changed == nullptr) return {};  // to what was to be written
  return fail(changed_meanwhile(*changed, std::move(hint)));
}

Error PlanWriter::changed_meanwhile(const PlanRow& row, std::string hint) {
  if (const auto forgotten = forget_stamp(row); !forgotten) return forgotten.error();
  return conflict(fmt::format("'{}' was changed in the meantime", row.path), std::move(hint));
}

// The first file that is not what is wanted, nor, before it is written, what it was;
// nullptr when there is none.
Result<const PlanRow*> PlanWriter::find_changed(const std::vector<Compiled>& all, bool before) {
  std::vector<ToolPath> paths;
  std::vector<const PlanRow*> rows;
  for (const Compiled& compiled : all) {
    for (const PlanRow& row : compiled.plan) {
      if (row.part != Artifact::Part::File || row.action == Action::None) continue;
      paths.push_back(compiler_.tool_path(compiled, row));
      rows.push_back(&row);
    }
  }
  LOCI_ASSIGN(const std::vector<ToolFiles::Seen> now,
              compiler_.files().look_at(paths, store_.clock().now()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool as_it_was = before && now[i].present == rows[i]->present;
    if (!as_it_was && !now[i].present.is(rows[i]->wanted_hash)) return rows[i];
  }
  return nullptr;
}

// The next one reads the file, whatever its stamp was good for.
Result<> PlanWriter::forget_stamp(const PlanRow& row) {
  for (ProviderState& provider : compiler_.state().providers) {
    for (exchange::ArtifactRecord& record : provider.artifacts) {
      if (record.path == row.path) record.stamp.clear();
    }
  }
  return compiler_.state_file().save();
}

// What was written is read once more, so that the stamps are of these bytes.
Result<> PlanWriter::stamp(std::vector<Compiled>& all) {
  std::vector<ToolPath> paths;
  std::vector<std::string_view> hashes;
  std::vector<PlanRow*> rows;
  for (Compiled& compiled : all) {
    for (PlanRow& row : compiled.plan) {
      if (row.part != Artifact::Part::File || row.action != Action::Write) continue;
      paths.push_back(compiler_.tool_path(compiled, row));
      hashes.push_back(row.wanted_hash);
      rows.push_back(&row);
    }
  }
  LOCI_ASSIGN(std::vector<std::string> stamps,
              compiler_.files().stamps_of(paths, hashes, store_.clock().now()));
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i]->stamp = std::move(stamps[i]);
  return {};
}

// A block or a line of a file that is somebody's.
Result<> PlanWriter::change_part(const Compiled& compiled, const PlanRow& row) {
  const ToolPath path = compiler_.tool_path(compiled, row);
  const std::string full = fmt::format("{}/{}", path.base, path.path);
  const auto edit = [&](const ForeignFile& file) -> Result<std::optional<std::string>> {
    const bool remove = row.action == Action::Remove;
    if (row.part == Artifact::Part::Line) return line_edit(file, row, remove);
    if (remove) {
      if (!file.text) return std::nullopt;
      LOCI_ASSIGN(std::string rest, exchange::remove_block(*file.text, row.path));
      // A file that was made for the block holds nothing else.
      const std::string_view head =
          exchange::head_around_block(*compiled.tool, compiled.scope, path.path);
      if (rest.empty() || (!head.empty() && trim(head) == trim(rest))) return std::nullopt;
      return rest;
    }
    LOCI_ASSIGN(std::string text, with_block(file, row));
    return text;
  };
  const ForeignLimits limits{compiler_.within(path), kFileBytes, store_.clock().now()};
  LOCI_TRY(change_foreign(store_.files(), full, limits, edit,
                          [](const ForeignFile&) { return Result<>(); }));
  return {};
}

}  // namespace loci::compile
