// What this processor can do beyond the instructions that every one of its kind has.
//
// __builtin_cpu_supports() would have the compiler's library ask the processor some twenty
// questions at the start of every command. In a virtual machine each is answered by the host, and
// most commands hash little and search nothing: here the first who wants to know asks.

#pragma once

namespace loci {

struct ProcessorFeatures {
  bool sha = false;   // SHA-256, with SSE4.1
  bool avx2 = false;  // with POPCNT, and the system keeps its registers
};

[[nodiscard]] const ProcessorFeatures& processor_features();

}  // namespace loci
