// Replies of the application as text for people.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "memory/change.h"
#include "memory/memory.h"
#include "memory/reading.h"
#include "past/history.h"
#include "store/identity.h"
#include "upkeep/health.h"

namespace loci::api {

// Rows as columns, each as wide as its widest cell; the last is not padded. A
// row of headings first. Control characters are made visible, and wide
// characters count for the columns they take. Where the terminal has fewer `columns`
// (0: as many as it takes) than that, the last one is broken between words into lines of its
// own, and where not even that is enough each row becomes a block of lines.
[[nodiscard]] std::string table(std::vector<std::vector<std::string>> rows,
                                std::size_t columns = 0);

// "shared", and "shared (untrusted)" for what an untrusted repository ships.
[[nodiscard]] std::string size_text(std::uint64_t bytes);  // "1.2 KiB"
[[nodiscard]] std::string place_text(const store::Place& place, bool untrusted);
// What to say beside an answer that comes from there.
[[nodiscard]] std::string untrusted_note();
[[nodiscard]] bool has_untrusted(const upkeep::HealthReply& health);

// "path 'src/a.cc' is stale (renamed to 'src/b.cc' in 1f0c2d3)", of one that is not ok.
[[nodiscard]] std::string citation_text(const memory::CitationVerdict& citation);
// `projects`: of each note, where the notes of several are listed; "" for what all have in common.
[[nodiscard]] std::string note_table(const std::vector<memory::NoteInfo>& notes, Timestamp now,
                                     std::size_t columns = 0,
                                     const std::vector<std::string>& projects = {});
// "created review-style.md in global", and with dry_run "would create …" and the diffs.
[[nodiscard]] std::string change_text(const memory::ChangeReply& change);
// The lines that went, "went: …", and the body as it now is.
[[nodiscard]] std::string updated_note_text(const memory::ChangeReply& change);
// The command with which whoever asked takes a change back: "loci undo 12".
[[nodiscard]] std::string undo_command(const memory::Memory& memory,
                                       const memory::ChangeReply& change);
// "zone.md in global has this title too, and was left alone".
[[nodiscard]] std::string same_title_text(const memory::NoteName& note, bool dry_run);
// `here` is the workspace's slug: what was done elsewhere has a column that says where.
[[nodiscard]] std::string history_table(const std::vector<past::HistoryRow>& rows, Timestamp now,
                                        std::string_view here, std::size_t columns = 0);
[[nodiscard]] std::string revision_table(const std::vector<store::Revision>& revisions,
                                         Timestamp now, std::size_t columns = 0);
[[nodiscard]] std::string health_text(const upkeep::HealthReply& health, Timestamp now,
                                      std::size_t columns = 0);
[[nodiscard]] std::string diffs(const std::vector<store::Changed>& changed);
[[nodiscard]] std::string limits_table(std::size_t columns = 0);
// The first `limit` problems, each with what mends it.
[[nodiscard]] std::string problems_text(const std::vector<upkeep::Problem>& problems,
                                        std::size_t limit);
// "prefs.md", "a.md to b.md", "a.md, b.md", "a.md and 7 more".
[[nodiscard]] std::string files_text(const store::Record& record);
// "just now", "3h ago".
[[nodiscard]] std::string ago(std::string_view time, Timestamp now);
// "3 notes", "1 note"; "2 indexes" where an s is not enough.
[[nodiscard]] std::string count(std::size_t number, std::string_view thing,
                                std::string_view things = {});
// What an attachment just decided means, and how to take it back.
[[nodiscard]] std::string attachment_text(const store::Attachment& attachment);

}  // namespace loci::api
