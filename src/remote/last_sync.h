// How the last syncs with a remote went, in a small file beside what was agreed on: whoever lists
// remotes reads no note and nothing that grows with them.

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "memory/memory.h"
#include "remote/remotes.h"

namespace loci::remote {

struct LastSync {
  std::string reached;               // when one last ended well; "" = none did
  std::uint64_t journal = 0;         // the newest record then
  std::vector<std::string> slugs{};  // of the projects that travelled with it
  std::size_t stays = 0;             // changes that it did not send: refused, or they may not go
  std::size_t held = 0;              // versions from there that wait in the inbox
  std::size_t aside = 0;             // that cannot be here
  // None: the last one ended well.
  struct Failing {
    std::string since;
    std::string message;
    std::string hint;
    bool asks = false;  // a person has to decide
    bool operator==(const Failing&) const = default;
  };
  std::optional<Failing> failing{};
  bool operator==(const LastSync&) const = default;
};

// Only a help: one that is missing or damaged says that nothing is known, and one that cannot be
// written is not.
[[nodiscard]] LastSync read_last_sync(store::Store& store, std::string_view remote);
void write_last_sync(store::Store& store, std::string_view remote, const LastSync& last);

// How many changes wait to be sent: those that were made by loci since the last sync, and those
// that it kept. What was edited by hand meanwhile is not among them. None where nothing was synced
// yet, or so much happened since that counting takes long.
[[nodiscard]] std::optional<std::size_t> waiting_changes(memory::Memory& memory,
                                                         const Remote& remote,
                                                         const LastSync& last);

// What of a remote needs a person, and what to do; none where all is well: a question that waits,
// or no sync for longer than a day that ended well, though they were tried.
struct NeedsAttention {
  std::string what;
  std::string fix;
};
[[nodiscard]] std::optional<NeedsAttention> needs_attention(const Remote& remote,
                                                            const LastSync& last, Timestamp now);

// Pure: the text of the file.
[[nodiscard]] std::string format_last_sync(const LastSync& last);
[[nodiscard]] LastSync parse_last_sync(std::string_view text);

}  // namespace loci::remote
