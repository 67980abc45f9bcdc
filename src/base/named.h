// Tables whose rows have a `name`, and what to tell somebody who gives a name
// that is none of those there are.

#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace loci {

// "did you mean 'write'?" with the nearest of `names`, behind `before` ("--");
// `otherwise` when none is near.
[[nodiscard]] std::string did_you_mean(std::string_view given,
                                       const std::vector<std::string_view>& names,
                                       std::string_view otherwise, std::string_view before = "");
// The same; when none is near, all of them: "use one of claude, codex, gemini".
[[nodiscard]] std::string one_of(std::string_view given,
                                 const std::vector<std::string_view>& names);

// The row of that name, or nullptr.
template <typename Rows>
[[nodiscard]] auto find_named(const Rows& rows, std::string_view name) -> decltype(&*rows.begin()) {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.name == name; });
  return found == rows.end() ? nullptr : &*found;
}

}  // namespace loci
