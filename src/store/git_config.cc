#include "store/git_config.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace loci::store {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_name(char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '-'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Each function reads one thing and is false where git gives up.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (rest_.starts_with(kByteOrderMark)) rest_.remove_prefix(kByteOrderMark.size());
  }

  bool read(std::vector<GitSetting>& settings) {
    while (!rest_.empty()) {
      const char c = next();
      if (is_space(c)) continue;
      if (c == '#' || c == ';') {
        skip_line();
      } else if (c == '[') {
        if (!read_header()) return false;
      } else {
        GitSetting setting{section_, subsection_, "", ""};
        if (section_.empty() || !read_key(c, setting) || !read_value(setting)) return false;
        settings.push_back(std::move(setting));
      }
    }
    return true;
  }

 private:
  // The next character; the end of the file ends its last line.
  char next() {
    if (rest_.empty()) return '\n';
    if (rest_.starts_with("\r\n")) rest_.remove_prefix(1);
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }
  void skip_line() {
    while (!rest_.empty() && next() != '\n') {
    }
  }

  // Behind a "[".
  bool read_header() {
    section_.clear();
    subsection_.clear();
    bool dotted = false;
    while (!rest_.empty()) {
      const char c = next();
      if (c == ']') return !section_.empty();
      if (is_space(c)) return !dotted && c != '\n' && read_subsection();
      if (c == '.' && !dotted) {
        dotted = true;
      } else if (is_name(c) || c == '.') {
        (dotted ? subsection_ : section_) += lower(c);
      } else {
        return false;
      }
    }
    return false;
  }
  // `"name"]`, with `\` before any character.
  bool read_subsection() {
    char c = ' ';
    while (is_space(c)) {
      if (c == '\n') return false;
      c = next();
    }
    if (c != '"') return false;
    for (;;) {
      c = next();
      if (c == '\n') return false;
      if (c == '"') return next() == ']' && !section_.empty();
      if (c == '\\') c = next();
      if (c == '\n') return false;
      subsection_ += c;
    }
  }
  bool read_key(char first, GitSetting& setting) {
    if (!is_letter(first)) return false;
    setting.key = lower(first);
    while (!rest_.empty() && is_name(rest_.front())) setting.key += lower(next());
    return true;
  }
  bool read_value(GitSetting& setting) {
    char c = next();
    while (c == ' ' || c == '\t') c = next();
    if (c == '\n') return true;
    if (c != '=') return false;
    std::string space;  // kept when something follows
    for (bool quoted = false;;) {
      c = next();
      if (c == '\n') return !quoted;
      if (!quoted && (c == '#' || c == ';')) {
        skip_line();
        return true;
      }
      if (!quoted && is_space(c)) {
        if (!setting.value.empty()) space += c;
        continue;
      }
      setting.value += space;
      space.clear();
      if (c == '"') {
        quoted = !quoted;
      } else if (c == '\\') {
        if (!read_escape(setting.value)) return false;
      } else {
        setting.value += c;
      }
    }
  }
  bool read_escape(std::string& value) {
    if (rest_.empty()) return true;
    switch (const char c = next(); c) {
      case '\n':  // the value goes on in the next line
        return true;
      case 't':
        value += '\t';
        return true;
      case 'b':
        value += '\b';
        return true;
      case 'n':
        value += '\n';
        return true;
      case '\\':
      case '"':
        value += c;
        return true;
      default:
        return false;
    }
  }

  std::string_view rest_;
  std::string section_;
  std::string subsection_;
};

// A header that says who asks, as tools that clone for others set it. Another one
// may name another host.
bool is_authorization(std::string_view header) {
  return header.empty() || ascii_lower(header).starts_with("authorization:");
}

bool leads_http_elsewhere(const GitSetting& setting) {
  if (setting.key == "extraheader") return !is_authorization(setting.value);
  constexpr std::array<std::string_view, 5> kKeys = {"curloptresolve", "proxy", "sslverify",
                                                     "sslcainfo", "sslcapath"};
  return std::find(kKeys.begin(), kKeys.end(), setting.key) != kKeys.end();
}

bool leads_remote_elsewhere(const GitSetting& setting) {
  return setting.key == "vcs" || setting.key == "proxy" || setting.key == "uploadpack";
}

// What takes git to another place than the URL says, or may do so.
bool leads_elsewhere(const GitSetting& setting) {
  const auto& [section, subsection, key, value] = setting;
  if (section == "include" || section == "includeif") return true;
  if (section == "url") return key == "insteadof";
  if (section == "http") return leads_http_elsewhere(setting);
  if (section == "core") return key == "gitproxy";
  // A branch that is pulled from a URL and not from a remote's name.
  if (section == "branch") return key == "remote" && value.find_first_of(":/") != value.npos;
  return section == "remote" && subsection == "origin" && leads_remote_elsewhere(setting);
}

}  // namespace

std::optional<std::vector<GitSetting>> parse_git_config(std::string_view text) {
  // git takes a NUL for the end of a value; nobody else would.
  if (text.find('\0') != std::string_view::npos) return std::nullopt;
  std::vector<GitSetting> settings;
  if (!Reader(text).read(settings)) return std::nullopt;
  return settings;
}

std::optional<std::string> origin_url(const std::vector<GitSetting>& settings) {
  if (std::any_of(settings.begin(), settings.end(), leads_elsewhere)) return std::nullopt;
  std::optional<std::string> url;
  for (const GitSetting& setting : settings) {
    const bool is_url =
        setting.section == "remote" && setting.subsection == "origin" && setting.key == "url";
    if (!is_url) continue;
    // Of several the first is fetched from; an empty one starts the list anew in
    // some versions of git.
    if (setting.value.empty()) return std::nullopt;
    if (!url) url = setting.value;
  }
  return url.value_or("");
}

std::string fetch_settings(const std::vector<GitSetting>& settings) {
  std::string text;
  for (const GitSetting& setting : settings) {
    const auto& [section, subsection, key, value] = setting;
    const bool of_remote = section == "remote" && (key == "url" || leads_remote_elsewhere(setting));
    if (!of_remote && !leads_elsewhere(setting)) continue;
    for (const std::string* part : {&section, &subsection, &key, &value}) {
      text += *part;
      text += '\0';  // in none of them
    }
  }
  return text;
}

std::optional<std::string> setting_of(const std::vector<GitSetting>& settings,
                                      std::string_view section, std::string_view key) {
  std::optional<std::string> value;
  for (const GitSetting& setting : settings) {
    const bool same =
        setting.section == section && setting.subsection.empty() && setting.key == key;
    if (same) value = setting.value;
  }
  return value;
}

}  // namespace loci::store
