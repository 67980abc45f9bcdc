// Words that mean the same to whoever writes them: `k8s` and `kubernetes`, `nov` and `november`.
// Internal to search/.

#pragma once

#include <string_view>
#include <vector>

namespace loci::search {

// The others of its group; none for most words. Forms are not among them: "kubernetes" only.
[[nodiscard]] std::vector<std::string_view> same_words(std::string_view word);

}  // namespace loci::search
