#include "exchange/variables.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/named.h"
#include "base/text.h"

namespace loci::exchange {
namespace {

constexpr std::string_view kVar = "${var.";
constexpr std::string_view kEnv = "${env.";
constexpr std::size_t kDeepest = 32;
// A few references to references can stand for more than any file may hold.
constexpr std::size_t kMostText = std::size_t{1} << 22;

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '.';
}

bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_name_character);
}

// "a b" and 'a b' are a b. What stands behind the second quote makes it no quoted value.
std::string_view without_quotes(std::string_view value) {
  if (value.size() < 2 || (value[0] != '"' && value[0] != '\'')) return value;
  if (value.find(value[0], 1) != value.size() - 1) return value;
  return value.substr(1, value.size() - 2);
}

struct Reference {
  bool environment;
  std::string_view name;
  std::size_t length;  // with its braces
};

// The reference that `text` begins with.
std::optional<Reference> reference_at(std::string_view text) {
  const bool environment = text.starts_with(kEnv);
  if (!environment && !text.starts_with(kVar)) return std::nullopt;
  std::size_t close = kVar.size();
  while (close < text.size() && is_name_character(text[close])) ++close;
  if (close == kVar.size() || close == text.size() || text[close] != '}') return std::nullopt;
  return Reference{environment, text.substr(kVar.size(), close - kVar.size()), close + 1};
}

bool is_escape(std::string_view text) {
  return text.starts_with('$') &&
         (text.substr(1).starts_with(kVar) || text.substr(1).starts_with(kEnv));
}

}  // namespace

Result<Variables> Variables::read(const std::vector<VarsFile>& files) {
  Variables variables;
  for (const VarsFile& file : files) {
    std::size_t number = 0;
    std::string_view rest = file.text;
    if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
    for (const std::string_view whole : split_lines(rest)) {
      ++number;
      const std::string_view line = trim(whole);
      if (line.empty() || line.starts_with('#')) continue;
      const std::size_t equals = line.find('=');
      const std::string_view key = trim(line.substr(0, std::min(equals, line.size())));
      if (equals == std::string_view::npos || key.empty()) {
        return fail(invalid_input(
            fmt::format("{}:{}: this is not 'key = value'", file.path, number),
            "a name has letters, digits, '.', '_' and '-'; a comment begins with '#'"));
      }
      if (!is_name(key)) {
        variables.warnings_.push_back(fmt::format(
            "{}:{}: '{}' is not the name of a variable and is left out: a name has letters, "
            "digits, '.', "
            "'_' and '-'",
            file.path, number, printable(key, true)));
        continue;
      }
      variables.values_[std::string(key)] = {
          std::string(without_quotes(trim(line.substr(equals + 1)))), file.path, number};
    }
  }
  return variables;
}

void Variables::allow_environment(const std::vector<std::string>& names,
                                  const Environment& environment) {
  for (const std::string& name : names) {
    allowed_.insert(name);
    if (auto value = environment.get(name)) environment_[name] = std::move(*value);
  }
}

bool Variables::has_references(std::string_view text) {
  return text.find(kVar) != std::string_view::npos || text.find(kEnv) != std::string_view::npos;
}

Result<Expansion> Variables::expand(std::string_view text, std::string_view file,
                                    std::span<const std::size_t> lines) const {
  Expansion expansion;
  if (!has_references(text)) {
    expansion.text = text;
    return expansion;
  }
  expansion.text.reserve(text.size());
  Spot spot{file, 0, {}};
  std::size_t number = 0;
  for (const std::string_view line : split_lines(text)) {
    spot.line = number < lines.size() ? lines[number] : number + 1;
    ++number;
    LOCI_TRY(expand_line(line, spot, expansion));
  }
  return expansion;
}

Result<> Variables::expand_line(std::string_view line, const Spot& spot, Expansion& into) const {
  for (std::size_t at = 0; at < line.size();) {
    const std::string_view rest = line.substr(at);
    if (is_escape(rest)) {
      into.text += kVar.substr(0, 2);
      at += 3;
      continue;
    }
    const auto reference = reference_at(rest);
    if (!reference) {
      into.text += line[at++];
      continue;
    }
    LOCI_TRY(reference->environment ? expand_environment(reference->name, spot, into)
                                    : expand_variable(reference->name, spot, into));
    at += reference->length;
    if (into.text.size() > kMostText) {
      return fail(invalid_input(fmt::format("{}:{}: '{}' expands to too much text", spot.file,
                                            spot.line, reference->name)));
    }
  }
  return {};
}

Result<> Variables::expand_variable(std::string_view name, const Spot& spot,
                                    Expansion& into) const {
  const auto found = values_.find(name);
  if (found == values_.end()) {
    std::vector<std::string_view> known;
    for (const auto& [key, value] : values_) known.push_back(key);
    const bool theirs = std::string_view(spot.file).starts_with("xcaf/");
    return fail(invalid_input(
        fmt::format("{}:{}: there is no variable '{}'", spot.file, spot.line, name),
        did_you_mean(name, known,
                     fmt::format("set it in {}: {} = value",
                                 theirs ? "xcaf/project.vars" : ".loci/vars", name))));
  }
  const Value& value = found->second;
  if (std::find(spot.within.begin(), spot.within.end(), name) != spot.within.end() ||
      spot.within.size() >= kDeepest) {
    return fail(invalid_input(fmt::format("{}:{}: the variable '{}' refers to itself ({} -> {})",
                                          spot.file, spot.line, spot.within.front(),
                                          join(spot.within, " -> "), name)));
  }
  Spot inner{value.file, value.line, spot.within};
  inner.within.emplace_back(name);
  return expand_line(value.text, inner, into);
}

Result<> Variables::expand_environment(std::string_view name, const Spot& spot,
                                       Expansion& into) const {
  if (!allowed_.contains(name)) {
    return fail(invalid_input(
        fmt::format("{}:{}: the environment variable '{}' is not allowed", spot.file, spot.line,
                    name),
        fmt::format("allow it with --allow-env {}, or with allowed_env in config.toml", name)));
  }
  const auto found = environment_.find(name);
  if (found == environment_.end()) {
    return fail(invalid_input(
        fmt::format("{}:{}: the environment variable '{}' is not set", spot.file, spot.line, name),
        "set it, or remove the reference"));
  }
  into.environment.emplace(name);
  into.text += found->second;
  return {};
}

std::string Variables::mask(std::string text,
                            const std::set<std::string, std::less<>>& names) const {
  // Longer values first: one may be a part of another.
  std::vector<std::pair<std::string, std::string>> values;
  for (const std::string& name : names) {
    const auto found = environment_.find(name);
    if (found != environment_.end() && !found->second.empty()) {
      values.emplace_back(found->second, fmt::format("{}{}}}", kEnv, name));
    }
  }
  std::sort(values.begin(), values.end(),
            [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
  for (const auto& [value, reference] : values) text = replace_all(text, value, reference);
  return text;
}

bool has_reference(std::string_view text) {
  for (std::size_t at = text.find('$'); at != std::string_view::npos; at = text.find('$', at)) {
    const std::string_view rest = text.substr(at);
    if (is_escape(rest)) {
      at += 2;
    } else if (reference_at(rest)) {
      return true;
    } else {
      ++at;
    }
  }
  return false;
}

std::string escape_references(std::string_view text) {
  return replace_all(replace_all(text, kVar, "$${var."), kEnv, "$${env.");
}

}  // namespace loci::exchange
