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
  std::string before;
  std::string after;
};

Frame frame_of(const ContextParts& parts, Fence fence) {
  Frame frame;
  frame.before = fmt::format("# Persistent Memory\n\n{}\n", trim(parts.guide));
  if (!parts.notice.empty()) frame.before += fmt::format("\n{}\n", parts.notice);
  if (fence == Fence::Tags) {
    frame.before += fmt::format("\n{}\n", guard::kFenceOpen);
    frame.after = fmt::format("{}\n", guard::kFenceClose);
  } else {
    frame.before += fmt::format("\n{}\n\n", guard::kFenceLine);
  }
  return frame;
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
      fmt::format("{} bytes are too little room", room.bytes),
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
  std::vector<Piece> pieces = pieces_of(parts);
  if (pieces.empty()) {
    if (!parts.notice.empty()) block.text = parts.notice + "\n";
    block.size = measure(block.text);
    return block;
  }
  const Frame frame = frame_of(parts, limits.fence);
  block.frame = measure(frame.before) + measure(frame.after);

  // What each gets at any rate is put by; the rest is free.
  TextSize needed = block.frame;
  std::size_t sharing = 0;
  for (Piece& piece : pieces) {
    const TextSize marker = measure(omitted(piece.section->title)) + measure("\n");
    piece.least = piece.whole.fits(marker) ? piece.whole : marker;
    needed += piece.least;
    if (piece.section->set_aside) ++sharing;
  }
  if (!needed.fits(limits.room)) return fail(too_small(needed, limits.room));
  TextSize free = limits.room - needed;
  const TextSize share = least(limits.room / kShares, sharing == 0 ? TextSize{} : free / sharing);
  for (Piece& piece : pieces) {
    if (!piece.section->set_aside) continue;
    const TextSize own = piece.whole.fits(share) ? piece.whole : least(piece.whole, share);
    const TextSize more = own - piece.least;
    free -= more;
    piece.least += more;
  }

  block.text = frame.before;
  bool full = false;
  for (const Piece& piece : pieces) {
    const TextSize room = full ? piece.least : piece.least + free;
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
      full = true;
    }
    block.receipt.push_back(std::move(row));
  }
  block.text.pop_back();  // the last blank line
  block.text += frame.after;
  block.size = measure(block.text);
  return block;
}

std::string context_guide(const std::vector<std::string>& places, std::string_view agent) {
  std::string text =
      "You have memory that outlives this session: Markdown files kept by loci. Shown below are "
      "the open items of the scratchpad, recent daily logs, long-term memory and the index of each "
      "scope. An index line stands for a note; read the note before you rely on it.\n\nWhere it "
      "is (ordinary file tools may read and edit it; MEMORY.md is the index):\n";
  for (const std::string& place : places) text += fmt::format("- {}\n", place);
  const std::string loci = fmt::format("loci --agent {}", agent);
  text += fmt::format(
      "\nTo use it: `{0} list`, `{0} search WORDS`, `{0} read NOTE`, `{0} remember \"FACT\" "
      "--title "
      "TITLE --type TYPE`, `{0} write FILE --type TYPE --description SENTENCE`, `{0} delete NOTE`; "
      "as MCP tools memory_search, memory_read, memory_write, memory_edit, memory_delete, "
      "remember.\n",
      loci);
  text +=
      "Types: user (who the user is and prefers), feedback (how to work, "
      "corrections), project (facts and decisions of this workspace), reference (where to find "
      "things).\nSave what is durable and not obvious: preferences, corrections with their reason, "
      "quirks, hard-won fixes, decisions. Never save secrets, passing state, or what the "
      "repository "
      "already says.\nA note older than a day must be verified before it is acted on.\n";
  return text;
}

}  // namespace loci::prompt
