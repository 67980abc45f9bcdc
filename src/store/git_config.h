// A git configuration file, read as git reads it: quotes, escapes, continued
// lines, both ways to write a subsection. Pure.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loci::store {

struct GitSetting {
  std::string section;     // in lower case
  std::string subsection;  // "" without one; as written, but `[remote.Origin]` in lower case
  std::string key;         // in lower case
  std::string value;       // "" also for a key without "="
};

// Every setting, in order. Nothing when git would refuse the file: what it says
// then is nobody's to guess. Files that it includes are not read.
[[nodiscard]] std::optional<std::vector<GitSetting>> parse_git_config(std::string_view text);

// The URL that git fetches "origin" from, "" when there is none. Nothing when
// these settings, or files they include, may send git elsewhere.
[[nodiscard]] std::optional<std::string> origin_url(const std::vector<GitSetting>& settings);

// All settings that say from where git fetches, for whatever remote, or that may
// send it elsewhere; "" when there are none. Two texts are equal when these are.
[[nodiscard]] std::string fetch_settings(const std::vector<GitSetting>& settings);

// The last value of a key without subsection, as git has it.
[[nodiscard]] std::optional<std::string> setting_of(const std::vector<GitSetting>& settings,
                                                    std::string_view section, std::string_view key);

}  // namespace loci::store
