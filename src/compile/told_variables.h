// Variables in what is told of agents' memory: whoever gets it in a prompt reads what `apply`
// would have compiled.

#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "exchange/variables.h"
#include "memory/memory.h"
#include "store/place.h"

namespace loci::compile {

class ToldVariables {
 public:
  // With the variables that are one tool's alone; "" = nobody's.
  explicit ToldVariables(memory::Memory& memory, std::string_view tool = "")
      : memory_(memory), tool_(tool) {}

  // What a file of an agent's place says. A prompt cannot be refused as `apply` can: a line whose
  // variables cannot be told stays as it is, and the first one is warned of.
  [[nodiscard]] std::string expand(const store::Place& place, std::string_view file,
                                   std::string text);

 private:
  using Known = std::shared_ptr<const exchange::Variables>;
  [[nodiscard]] Result<Known> known(bool of_user);
  [[nodiscard]] bool unlocked();
  void warn(const Error& fault, bool of_user);

  memory::Memory& memory_;
  std::string tool_;
  std::map<bool, Result<Known>> known_;  // by whether they are the user's own
  bool warned_ = false;
};

}  // namespace loci::compile
