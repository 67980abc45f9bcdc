#include "prompt/context.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "guard/fence.h"

namespace loci::prompt {
namespace {

constexpr std::size_t kShares = 5;  // a section's own is one of so many

std::string truncated(std::string_view title) {
  return fmt::format("…[section truncated: {}]\n", title);
}
std::string omitted(std::string_view title) {
  return fmt::format("…[section omitted: {}]\n", title);
}

// A section as it will stand in the block, with a blank line behind it.
struct Piece {
  const ContextSection* section;
  std::string heading;  // and marker when it is cut
  std::string text;
  TextSize whole;
  TextSize least;  // what it gets at any rate: itself, its share, or a marker
};

// Without blank lines around it; white space before its first word may mean something.
std::string tidy(std::string_view text) {
  for (std::string_view first = text; !first.empty();) {
    const std::size_t end = first.find('\n');
    if (end == std::string_view::npos || !trim(first.substr(0, end)).empty()) break;
    first.remove_prefix(end + 1);
    text = first;
  }
  return guard::escape_fence(trim_right(text)).append("\n");
}

std::vector<Piece> pieces_of(const ContextParts& parts) {
  std::vector<Piece> pieces;
  for (const ContextSection& section : parts.sections) {
    if (trim(section.text).empty()) continue;
    Piece piece{&section, fmt::format("## {}\n", section.title), tidy(section.text), {}, {}};
    piece.whole = measure(piece.heading) + measure(piece.text) + measure("\n");
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

struct Frame {
  std::string guide;        // and the notice
  std::string noted;        // the fence of what agents noted, or ""
  std::string noted_close;  // and its end
  std::string waiting;      // how many notes wait, or ""
  std::string before;       // the fence of the sections, or ""
  std::string after;

  [[nodiscard]] TextSize size() const {
    TextSize size;
    for (const std::string* part : {&guide, &noted, &noted_close, &waiting, &before, &after}) {
      size += measure(*part);
    }
    return size;
  }
};

Frame frame_of(const ContextParts& parts, Fence fence, bool any_section) {
  const bool tags = fence == Fence::Tags;
  Frame frame;
  frame.guide = fmt::format("# Persistent Memory\n\n{}\n", trim(parts.guide));
  if (!parts.notice.empty()) frame.guide += fmt::format("\n{}\n", parts.notice);
  if (!parts.preferences.noted.empty()) {
    frame.noted = fmt::format("\n{}\n", tags ? guard::kNotedFenceOpen : guard::kNotedFenceLine);
    frame.noted_close = fmt::format("{}\n", tags ? guard::kFenceClose : guard::kNotedFenceLineEnd);
  }
  if (const std::size_t waiting = parts.preferences.waiting; waiting > 0) {
    frame.waiting =
        fmt::format("\n{} for the user to confirm with `loci accept`.\n",
                    waiting == 1 ? "1 note waits" : fmt::format("{} notes wait", waiting));
  }
  if (!any_section) return frame;
  frame.before =
      tags ? fmt::format("\n{}\n", guard::kFenceOpen) : fmt::format("\n{}\n\n", guard::kFenceLine);
  frame.after =
      tags ? fmt::format("{}\n", guard::kFenceClose) : fmt::format("\n{}\n", guard::kFenceLineEnd);
  return frame;
}

constexpr std::string_view kWantedTitle = "What the user wants";
constexpr std::string_view kNotedTitle = "Noted by agents";
constexpr std::string_view kWantedHeading =
    "\n## What the user wants\nFollow these unless the user now says otherwise.\n";

TextSize size_of(std::string_view heading, const std::vector<std::string>& items) {
  TextSize size = measure(heading);
  for (const std::string& item : items) size += measure(item);
  return size;
}

// One part of the preferences: as many items, from the first on, as `room` allows.
struct Part {
  std::string text;
  std::size_t shown = 0;
  ReceiptRow row;
};
Part part_of(std::string_view title, std::string_view why, std::string_view heading,
             const std::vector<std::string>& items, const TextSize& room) {
  Part part;
  part.row = {
      std::string(title), std::string(why), ReceiptRow::Fate::Whole, {}, size_of(heading, items)};
  if (items.empty()) return part;
  const std::string marker = truncated(title);
  const bool whole = part.row.whole.fits(room);
  TextSize left = room - measure(heading) - (whole ? TextSize() : measure(marker));
  const bool headed = (measure(heading) + measure(marker)).fits(room) || whole;
  while (headed && part.shown < items.size() && measure(items[part.shown]).fits(left)) {
    left -= measure(items[part.shown]);
    part.text += items[part.shown++];
  }
  if (part.shown == items.size()) {
    part.text.insert(0, heading);
  } else if (part.shown > 0) {
    part.text = fmt::format("{}{}{}", heading, part.text, marker);
    part.row.fate = ReceiptRow::Fate::Truncated;
  } else {
    part.text = heading.empty() ? omitted(title) : "\n" + omitted(title);
    part.row.fate = ReceiptRow::Fate::Omitted;
  }
  part.row.shown = measure(part.text);
  return part;
}

// As much of a section as `room` allows with its marker, or the marker alone.
struct Cut {
  std::string text;
  ReceiptRow::Fate fate;
};
Cut cut(const Piece& piece, const TextSize& room) {
  const std::string marker = truncated(piece.section->title);
  const TextSize around = measure(piece.heading) + measure(marker) + measure("\n\n");
  if (around.fits(room)) {
    const std::string_view kept = cut_to(piece.text, room - around);
    if (!kept.empty()) {
      const std::string_view ending = kept.ends_with('\n') ? "" : "\n";
      return {fmt::format("{}{}{}{}\n", piece.heading, kept, ending, marker),
              ReceiptRow::Fate::Truncated};
    }
  }
  return {omitted(piece.section->title), ReceiptRow::Fate::Omitted};
}

Error too_small(const TextSize& needed, const TextSize& room) {
  if (needed.millitokens > room.millitokens) {
    return invalid_input(
        fmt::format("a budget of {} tokens is too small", room.millitokens / kMilli),
        fmt::format("guide, fence and a line for each section need {} tokens", needed.tokens()));
  }
  return invalid_input(
      fmt::format("{} bytes are too few", room.bytes),
      fmt::format("guide, fence and a line for each section need {} bytes", needed.bytes));
}

}  // namespace

std::string_view fate_name(ReceiptRow::Fate fate) {
  switch (fate) {
    case ReceiptRow::Fate::Whole:
      return "whole";
    case ReceiptRow::Fate::Truncated:
      return "truncated";
    case ReceiptRow::Fate::Omitted:
      return "omitted";
  }
  return "";
}

Result<ContextBlock> assemble(const ContextParts& parts, const ContextLimits& limits) {
  ContextBlock block;
  const ContextPreferences& preferences = parts.preferences;
  std::vector<Piece> pieces = pieces_of(parts);
  if (pieces.empty() && preferences.wanted.empty() && preferences.noted.empty()) {
    if (!parts.notice.empty()) block.text = parts.notice + "\n";
    block.size = measure(block.text);
    return block;
  }
  const Frame frame = frame_of(parts, limits.fence, !pieces.empty());
  block.frame = frame.size();

  // What each gets at any rate is put by; the rest is free.
  TextSize needed = block.frame;
  if (!preferences.wanted.empty()) needed += measure(omitted(kWantedTitle)) + measure("\n");
  if (!preferences.noted.empty()) needed += measure(omitted(kNotedTitle));
  std::size_t sharing = 0;
  for (Piece& piece : pieces) {
    const TextSize marker = measure(omitted(piece.section->title)) + measure("\n");
    piece.least = piece.whole.fits(marker) ? piece.whole : marker;
    needed += piece.least;
    if (piece.section->set_aside) ++sharing;
  }
  if (!needed.fits(limits.room)) return fail(too_small(needed, limits.room));
  TextSize free = limits.room - needed;

  const TextSize third = least((limits.room - block.frame) / kPreferenceShares, free);
  // Where both do not fit, what the user wants has two thirds of it.
  const TextSize kept = least(size_of("", preferences.noted), third / kPreferenceShares);
  const Part wanted = part_of(kWantedTitle, "a person wrote or accepted it", kWantedHeading,
                              preferences.wanted, third - kept);
  const Part noted = part_of(kNotedTitle, "nobody has confirmed it", "", preferences.noted,
                             third - wanted.row.shown);
  free -= wanted.row.shown + noted.row.shown;
  block.wanted = wanted.shown;
  block.noted = noted.shown;
  if (!preferences.wanted.empty()) block.receipt.push_back(wanted.row);
  if (!preferences.noted.empty()) block.receipt.push_back(noted.row);

  const TextSize share = least(limits.room / kShares, sharing == 0 ? TextSize{} : free / sharing);
  for (Piece& piece : pieces) {
    if (!piece.section->set_aside) continue;
    const TextSize own = piece.whole.fits(share) ? piece.whole : least(piece.whole, share);
    const TextSize more = own - piece.least;
    free -= more;
    piece.least += more;
  }

  block.text = frame.guide + wanted.text;
  if (!noted.text.empty()) block.text += frame.noted + noted.text + frame.noted_close;
  block.text += frame.waiting + frame.before;
  bool full = false;
  for (const Piece& piece : pieces) {
    const TextSize open = full ? piece.least : piece.least + free;
    const TextSize room = least(open, limits.room / piece.section->share);
    ReceiptRow row{piece.section->title, piece.section->why, ReceiptRow::Fate::Whole, piece.whole,
                   piece.whole};
    if (piece.whole.fits(room)) {
      block.text += piece.heading + piece.text + "\n";
      if (!full) free -= piece.whole - piece.least;
    } else {
      Cut shown = cut(piece, room);
      row.fate = shown.fate;
      row.shown = measure(shown.text);
      if (shown.fate == ReceiptRow::Fate::Omitted) shown.text += "\n";
      block.text += shown.text;
      // One that is cut to its own share leaves the rest to others.
      if (piece.whole.fits(open)) {
        free -= row.shown - piece.least;
      } else {
        full = true;
      }
    }
    block.receipt.push_back(std::move(row));
  }
  if (!pieces.empty()) block.text.pop_back();  // the last blank line
  block.text += frame.after;
  block.size = measure(block.text);
  return block;
}

std::string context_guide(const std::vector<std::string>& places, std::string_view agent) {
  std::string text =
      "You have memory that outlives this session: Markdown files kept by loci. Below is a part of "
      "it. An index line stands for a note; read the note before you rely on it.\n\nWhere it is "
      "(read it with ordinary file tools, change it through loci):\n";
  for (const std::string& place : places) text += fmt::format("- {}\n", place);
  text += fmt::format(
      "\nTo use it: `loci --agent {} search WORDS`; in the same way `list`, `read NOTE`, `remember "
      "\"FACT\" --title TITLE --type TYPE` (under an existing title it adds to the note), `delete "
      "NOTE`, `target write TARGET --content TEXT` (scratchpad: open items, `- [ ] ITEM`; daily: "
      "today's log; long_term: told to every session); or the MCP tools of loci.\n",
      agent);
  text +=
      "Types: user (who the user is, what they prefer), feedback (how to work, corrections), "
      "project (facts and decisions of this workspace), reference (where to find things).\nSave "
      "what is "
      "durable and not obvious, at the latest before the conversation ends or is compacted: "
      "preferences, corrections with their reason, quirks, hard-won fixes, decisions. Never save "
      "secrets, passing state, or what the repository already says.\nCheck facts that name files, "
      "versions, states or dates before you act on them.\n";
  return text;
}

}  // namespace loci::prompt
