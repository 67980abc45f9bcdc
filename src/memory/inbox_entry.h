// A write that waits in the inbox: everything that is needed to look at it and to make it.
// Pure. docs/format.md, "The inbox", has the form of the file.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/store.h"

namespace loci::memory {

// Why a write waits: a rule of the scanner and the line it is about, or kByPolicy.
struct HoldReason {
  std::string rule;
  std::string file;
  std::size_t line = 0;  // 0: the whole
  std::string message;   // never the matched text

  bool operator==(const HoldReason&) const = default;
};
inline constexpr std::string_view kByPolicy = "policy";

// One file of it. `base` is the text that the change was made on.
struct HeldChange {
  std::string place;  // store::Place::key
  std::string file;
  std::optional<std::string> text;  // none: the file goes
  std::optional<std::string> base;  // none: there was no such file
  std::string from{};               // renamed or moved: the name it had
  std::string from_place{};

  bool operator==(const HeldChange&) const = default;
};

struct InboxEntry {
  std::string id;
  std::string time;       // format_utc()
  std::string operation;  // what it would have been: "write", "delete" …
  std::string origin;
  std::string actor;
  std::string session;
  std::string workspace;  // slug, or ""
  std::string summary;    // redacted
  std::vector<HoldReason> reasons;
  std::vector<HeldChange> changes;

  bool operator==(const InboxEntry&) const = default;
};

[[nodiscard]] std::string format_entry(const InboxEntry& entry);
// Corrupt for what is no entry, Denied for a later version's. `file` is for messages.
[[nodiscard]] Result<InboxEntry> parse_entry(std::string_view text, std::string_view file);

// Four or more letters and digits that people can type and not confuse; `length` of them.
[[nodiscard]] std::string entry_id(const InboxEntry& entry, std::size_t length = 4);
[[nodiscard]] std::string entry_file(std::string_view id);

// "agents' writes to shared wait for review", "prefs.md:3: … (rule)"; one line.
[[nodiscard]] std::string reasons_text(const std::vector<HoldReason>& reasons);

// The origin of a change that a person let in is that of who wrote it: "inbox:agent:claude".
// Of any other it is the actor; an import's says so.
[[nodiscard]] std::string accepted_origin(const InboxEntry& entry);

}  // namespace loci::memory
