// Settings: what each is, its default, and where its value came from. A flag
// beats an environment variable, which beats config.toml, which beats the
// default. Nothing in a repository is ever a setting.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/environment.h"
#include "base/result.h"
#include "fs/file_system.h"
#include "guard/scanner.h"
#include "store/place.h"

namespace loci::memory {

enum class SettingKind : std::uint8_t { Flag, Integer, Names, Choice, Path };

struct Setting {
  std::string_view key;       // in config.toml; "prompt.trust_agents" is in [prompt]
  std::string_view variable;  // of the environment; "" = only the file says it
  SettingKind kind;
  std::string_view standard;      // the default, as text
  std::string_view help;          // one line, no final stop
  std::string_view choices = {};  // of a Choice, with blanks between them
};

// All there are, in the order they are shown.
[[nodiscard]] std::span<const Setting> settings();

struct SettingValue {
  const Setting* setting;
  std::string value;
  std::string source;  // "default", "config.toml", "LOCI_…"
};

// What the user wants of a rule of the scanner: "scan.RULE" in config.toml.
struct ScanLevel {
  std::optional<guard::Severity> severity;  // none: off
};

// When consolidation is due, and what it may do.
struct ConsolidateSettings {
  std::size_t hours = 24;
  std::size_t sessions = 3;
  std::size_t loss_percent = 20;
  std::size_t log_days = 30;
  std::size_t look_seconds = 3'600;
  std::size_t answer_seconds = 600;
};

class Config {
 public:
  // Reads config.toml of the home, if there is one, and the environment. A file
  // that is not TOML, an unknown key or a value of the wrong kind is
  // InvalidInput with FILE:LINE.
  static Result<Config> load(fs::FileSystem& files, const std::string& home,
                             const Environment& environment);

  [[nodiscard]] const std::vector<SettingValue>& values() const { return values_; }
  [[nodiscard]] Result<SettingValue> get(std::string_view key) const;

  // Why memory is off ("LOCI_DISABLED is set"), or "".
  [[nodiscard]] const std::string& disabled() const { return disabled_; }
  [[nodiscard]] int retention_days() const;
  [[nodiscard]] bool records_searches() const;
  // Whether a search also goes by what words mean, and the table it does that with; "" is the
  // program's own.
  [[nodiscard]] bool searches_by_meaning() const;
  [[nodiscard]] const std::string& word_table() const;
  [[nodiscard]] std::size_t hook_tokens() const;
  // "off", "quiet", "normal" or "eager".
  [[nodiscard]] const std::string& recall_level() const;
  // Whether agents may ask for the notes of all projects.
  [[nodiscard]] bool agents_search_everywhere() const;
  // Environment variables that agents' memory may name as `${env.NAME}`.
  [[nodiscard]] std::vector<std::string> allowed_env() const;
  // Whether preferences that agents noted count as the user's own.
  [[nodiscard]] bool trusts_agents() const;
  // Whether what agents write to a place waits for a person. The scratchpad and daily logs
  // are working papers: no policy is about them.
  [[nodiscard]] bool reviews_agents(const store::Place& place) const;
  // Whether new notes of a workspace go to the part that the repository shares.
  [[nodiscard]] bool shares_new_notes() const;
  // Of a rule of the scanner, where [scan] names it; else nullptr.
  [[nodiscard]] const ScanLevel* scan_level(std::string_view rule) const;
  // Whether consolidation runs by itself, and whether it then does what it proposes.
  [[nodiscard]] bool may_consolidate() const;
  [[nodiscard]] bool applies_consolidation() const;
  [[nodiscard]] ConsolidateSettings consolidation() const;
  // The command line of that name in [consolidate.commands], if there is one.
  [[nodiscard]] std::optional<std::string> consolidate_command(std::string_view name) const;
  // Those that [scan] names, by rule.
  [[nodiscard]] const std::map<std::string, ScanLevel, std::less<>>& scan_levels() const {
    return scan_;
  }

 private:
  [[nodiscard]] const std::string& value(std::string_view key) const;  // one that there is

  std::vector<SettingValue> values_;
  std::map<std::string, ScanLevel, std::less<>> scan_;
  std::map<std::string, std::string, std::less<>> commands_;
  std::string disabled_;
};

}  // namespace loci::memory
