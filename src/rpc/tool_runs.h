// What the tools of memory do. Internal to rpc/.

#pragma once

#include <string>
#include <string_view>

#include "memory/change.h"
#include "memory/memory.h"
#include "memory/scopes.h"
#include "rpc/tool.h"

namespace loci::rpc {

// Where a call may look: what it says, as far as the server's pins allow.
[[nodiscard]] Result<memory::Selector> selector_of(const Json& arguments, const Pins& pins);
// What became of a file, without what there is not: status, file, scope, number and hash.
void put_change(Json& reply, const memory::ChangeReply& change);
// So much of a hash as names a text.
[[nodiscard]] std::string short_hash(std::string_view hash);
// For what is no note: Denied where the pin leaves no room for its scope.
[[nodiscard]] Result<> check_pin(const Pins& pins, std::string_view scope, std::string_view what);
// What a call may give as `scope` to mean this place.
[[nodiscard]] std::string scope_word(const store::Place& place);

Result<ToolReply> run_search(memory::Memory& memory, const Json& arguments, const Pins& pins);
Result<ToolReply> run_read(memory::Memory& memory, const Json& arguments, const Pins& pins);
Result<ToolReply> run_context(memory::Memory& memory, const Json& arguments, const Pins& pins);
Result<ToolReply> run_write(memory::Memory& memory, const Json& arguments, const Pins& pins);
Result<ToolReply> run_edit(memory::Memory& memory, const Json& arguments, const Pins& pins);
Result<ToolReply> run_delete(memory::Memory& memory, const Json& arguments, const Pins& pins);
Result<ToolReply> run_memory_tool(memory::Memory& memory, const Json& arguments, const Pins& pins);
Result<ToolReply> run_history(memory::Memory& memory, const Json& arguments, const Pins& pins);
Result<ToolReply> run_undo(memory::Memory& memory, const Json& arguments, const Pins& pins);
Result<ToolReply> run_remember(memory::Memory& memory, const Json& arguments, const Pins& pins);

}  // namespace loci::rpc
