// mcp, memories, serve.

#include "api/arguments.h"
#include "api/memory_tool.h"
#include "api/rows.h"
#include "base/limits.h"
#include "memory/memory.h"
#include "memory/memory_tool.h"

namespace loci::api {
namespace {

constexpr std::array<std::string_view, 1> kToolSets{"memories"};
constexpr std::array kMcp{
    Param::flag("read-only", "search and read only, for sub-agents"),
    Param::choice("tools", kToolSets, "memories: Anthropic's memory tool in place of loci's own")
        .shown_as("SET"),
    Param::text("scope", "SCOPE",
                "serve only one scope: global, workspace, private, shared or agent")};
constexpr std::array kMemories{
    Param::content("json", "JSON",
                   "the tool's input, such as {\"command\":\"view\",\"path\":\"/memories\"}")
        .by_place()
        .needed(),
    Param::text("scope", "SCOPE", "whose notes (default: global)")};
constexpr std::array kServe{
    Param::integer("port", "PORT", "the port (default: 7463); 0 takes any free one")
        .at_most(UINT16_MAX),
    Param::text("host", "ADDRESS", "the address to listen on (default: 127.0.0.1)"),
    Param::flag("no-token", "let every program on this machine in; loopback addresses only"),
    Param::flag("open", "open the page in your browser"),
    Param::flag("sample", "serve a sample from a throw-away home, to look around"),
    Param::text("web", "DIR", "take the page's files from here, read again for each request")
        .of_a_file()};

Result<Reply> memories(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const Json json,
              parse_json(text_or(arguments, "json"), {.bytes = 2 * kFileBytes, .depth = 8}));
  LOCI_ASSIGN(const memory::MemoryToolCommand command, memory_tool_command(json));
  LOCI_ASSIGN(const std::string text,
              memory::run_memory_tool(memory, text_or(arguments, "scope"), command));
  Reply reply;
  reply.data = {{"content", text}};
  reply.text = text + "\n";
  return reply;
}

constexpr std::array kMemoryToolRoutes{
    Route{.method = "POST", .path = "/api/memories", .body = "json"}};

constexpr std::array kServerOperations{
    Operation{Group::Sessions, "mcp", "Serve memory to an agent over standard input and output",
              Effect::Writes, kMcp, "loci mcp --read-only", kByFrontEnd},
    Operation{Group::Sessions, "memories", "Run a command of Anthropic's memory tool",
              Effect::Writes, kMemories,
              "loci memories '{\"command\":\"view\",\"path\":\"/memories\"}'", memories}
        .at(kMemoryToolRoutes)
        .answering("Answer")
        .asked_by(Asker::Agent),
    Operation{Group::Sessions, "serve", "Serve memory over HTTP, with a page for the browser",
              Effect::Writes, kServe, "loci serve --port 8080", kByFrontEnd},
};

}  // namespace

std::span<const Operation> server_operations() { return kServerOperations; }

}  // namespace loci::api
