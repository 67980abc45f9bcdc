#include "prompt/held_back.h"

#include "memory/scanning.h"

namespace loci::prompt {

void hold_back_blocked(memory::Memory& memory, ContextPreferences& preferences) {
  for (auto* items : {&preferences.wanted, &preferences.noted}) {
    for (std::string& item : *items) item = memory::without_blocked(memory, std::move(item));
  }
}

}  // namespace loci::prompt
