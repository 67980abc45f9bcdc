// What loci can do: one table of operations. The command line, HTTP and help are
// read off it; adding an operation is one row and one function.

#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "api/param.h"
#include "base/json.h"
#include "base/result.h"
#include "memory/memory.h"

namespace loci::api {

// The part of the help that an operation is in.
enum class Group : std::uint8_t {
  Notes,
  Targets,
  Sessions,
  Tools,
  Review,
  Past,
  Workspaces,
  Machines,
  Upkeep
};
inline constexpr std::size_t kGroups = 9;
[[nodiscard]] std::string_view group_title(Group group);

// What running an operation may change.
enum class Effect : std::uint8_t { Reads, Writes, Deletes };

// Who calls an operation.
enum class Asker : std::uint8_t {
  Anybody,
  Agent,  // and nobody else: the answer is an agent's to read
  Tool,   // in the midst of somebody's work: whatever goes wrong, it is told nothing
};

// What every operation answers with: data for programs, text for people.
struct Reply {
  Json data;                    // `--json`
  std::function<Json()> large;  // makes it instead, where that takes long and a person may ask
  std::string text;             // standard output
  std::function<std::string()> long_text;  // makes it instead
  // Words in it that were looked for, as they stand there: a terminal shows them in bold.
  std::function<std::vector<std::string>()> marked;
  std::vector<std::string> notes;  // beside the answer: standard error
  std::string list;                // the key of `data` that `-o jsonl` prints by line, or ""
  bool nothing = false;            // nothing found, or nothing to do: exit status 1
  // Something could not be read, and the answer says what: the exit status of Io.
  bool incomplete = false;
  // Of a dry run that is shown first: arguments that make the real one do exactly this.
  Json settled = nullptr;
};

// A way to an operation over HTTP. Its parameters are in the path, the query and
// the body, by the names of the table unless the route has others.
struct Route {
  std::string_view method;
  std::string_view path;              // "/api/memory/{filename}": a parameter stands in braces
  std::string_view other_names = {};  // "filename=name": what the route calls a parameter
  std::string_view sets = {};         // an argument that is true for this route, or ""
  std::string_view body = {};         // the parameter that the whole body is, as text, or ""
};

// `arguments` went through check() of schema.h with the operation's parameters.
using Run = Result<Reply> (*)(memory::Memory& memory, const Json& arguments);
// The same asked of several memories together: global memory and those of projects.
struct Lent {
  std::string project;  // "" = global memory
  memory::Memory* memory;
};
using RunOver = Result<Reply> (*)(std::span<const Lent> lent, const Json& arguments);
// In place of a Run: it needs what only the front end has, such as an editor.
inline constexpr Run kByFrontEnd = nullptr;

struct Operation {
  Group group;
  std::string_view name;     // "scratch add" is `loci scratch add`
  std::string_view summary;  // one line, imperative
  Effect effect;
  std::span<const Param> params;
  std::string_view example;  // one command line
  Run run;
  std::string_view consent = {};       // the flag that stands for a yes where it needs one, or ""
  std::span<const Route> routes = {};  // none: not over HTTP
  std::string_view answer = {};        // what OpenAPI calls the answer; "" by the effect
  Asker asker = Asker::Anybody;
  bool needs_workspace = false;
  bool can_insist_on_new = false;  // over HTTP with If-None-Match: *
  RunOver run_over = nullptr;      // over HTTP with workspace=*
  bool is_only_local = false;      // over HTTP only where the server is on a loopback address
  bool is_shown_first = false;     // at a terminal: what it would do, before it does it
  bool is_hidden = false;          // called by programs of ours: no help lists it

  // The same with something more said of it.
  [[nodiscard]] constexpr Operation with_consent(std::string_view flag) const {
    return with(*this, &Operation::consent, flag);
  }
  [[nodiscard]] constexpr Operation shown_first() const {
    return with(*this, &Operation::is_shown_first, true);
  }
  [[nodiscard]] constexpr Operation at(std::span<const Route> ways) const {
    return with(*this, &Operation::routes, ways);
  }
  [[nodiscard]] constexpr Operation answering(std::string_view schema) const {
    return with(*this, &Operation::answer, schema);
  }
  [[nodiscard]] constexpr Operation asked_by(Asker who) const {
    return with(*this, &Operation::asker, who);
  }
  [[nodiscard]] constexpr Operation over_projects(RunOver all) const {
    return with(*this, &Operation::run_over, all);
  }
  [[nodiscard]] constexpr Operation only_local() const {
    return with(*this, &Operation::is_only_local, true);
  }
  [[nodiscard]] constexpr Operation hidden() const {
    return with(*this, &Operation::is_hidden, true);
  }
  [[nodiscard]] constexpr Operation in_workspace() const {
    return with(*this, &Operation::needs_workspace, true);
  }
  [[nodiscard]] constexpr Operation or_only_new() const {
    return with(*this, &Operation::can_insist_on_new, true);
  }
};

// By group, in the order help shows them.
[[nodiscard]] std::span<const Operation> operations();
[[nodiscard]] const Operation* find_operation(std::string_view name);

}  // namespace loci::api
