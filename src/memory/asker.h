// Who asks: a person, or an agent's session. Every front end decides it here, once,
// when it starts; what follows from it is Memory's (what_agents_see, need_person).

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/environment.h"

namespace loci::memory {

// For whom an answer is: a person may see what a repository ships, an agent only
// once it is trusted.
enum class Audience : std::uint8_t { Person, Agent };

// A variable that a client sets in the shells it starts for its agent, and that a
// person's own terminal does not have, also not one inside an editor.
struct ClientSign {
  std::string_view variable;
  std::string_view client;  // as the journal calls it: "claude"
};
// Those of the tools that loci knows, then those that any client may set.
[[nodiscard]] std::vector<ClientSign> client_signs();

struct Asker {
  Audience audience = Audience::Person;
  std::string client;   // whose shell it is, or ""
  std::string session;  // of that client, where it says so, or ""
  std::string sign;     // how that is known, for messages: "CLAUDECODE is set", or ""
};

enum class FrontEnd : std::uint8_t {
  CommandLine,  // anybody's
  ForAgents,    // hooks, MCP, the memory tool: nobody else calls them
};

// What the journal calls an MCP client that names itself: that of the tool whose name it
// begins with ("claude-code" is "claude"), else its own, as far as it is plain; or "".
[[nodiscard]] std::string client_name(std::string_view name);

// `flag` is what --agent says. LOCI_AGENT and a client's variable mean the same.
[[nodiscard]] Asker who_asks(FrontEnd front_end, const std::optional<std::string>& flag,
                             const Environment& environment);

}  // namespace loci::memory
