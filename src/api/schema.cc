#include "api/schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "base/named.h"
#include "base/text.h"

namespace loci::api {
namespace {

constexpr std::size_t kShownBytes = 100;  // of what somebody gave
constexpr std::size_t kMostFaults = 12;

std::string cut(std::string_view text) { return printable(cut_bytes(text, kShownBytes), true); }

// A value that is wrong, as its giver may recognise it.
std::string shown(const Json& value) {
  if (value.is_string()) return fmt::format("'{}'", cut(value.get_ref<const std::string&>()));
  if (value.is_array()) return "a list";
  if (value.is_object()) return "an object";
  return dump_json(value);
}

std::string name_of(const Param& param, const Naming& naming) {
  return naming.name ? naming.name(param) : std::string(param.name);
}

// "a, b or c".
std::string alternatives(std::span<const std::string_view> words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

// "a whole number from 1 to 100".
std::string wanted(const Param& param) {
  switch (param.type) {
    case ParamType::Flag:
      return "true or false";
    case ParamType::Integer:
      if (param.most != Param::kNoMost) {
        return fmt::format("a whole number from {} to {}", param.least, param.most);
      }
      return param.least > 0 ? fmt::format("a whole number of at least {}", param.least)
                             : "a whole number";
    case ParamType::TextList:
      return "a list of texts";
    case ParamType::IntegerList:
      return "a list of whole numbers";
    case ParamType::Text:
    case ParamType::Content:
    case ParamType::Words:
      break;
  }
  return param.choices.empty() ? "text" : alternatives(param.choices);
}

bool in_range(const Param& param, const Json& number) {
  if (number.is_number_unsigned()) {
    const auto value = number.get<std::uint64_t>();
    const bool enough = param.least <= 0 || value >= static_cast<std::uint64_t>(param.least);
    const bool few = param.most == Param::kNoMost ||
                     (param.most >= 0 && value <= static_cast<std::uint64_t>(param.most));
    return enough && few;
  }
  const auto value = number.get<std::int64_t>();
  return value >= param.least && value <= param.most;
}

template <typename Is>
bool is_list(const Json& value, const Is& is) {
  return value.is_array() && std::all_of(value.begin(), value.end(), is);
}

bool fits(const Param& param, const Json& value) {
  switch (param.type) {
    case ParamType::Flag:
      return value.is_boolean();
    case ParamType::Integer:
      return value.is_number_integer() && in_range(param, value);
    case ParamType::TextList:
      return is_list(value, [](const Json& each) { return each.is_string(); });
    case ParamType::IntegerList:
      return is_list(value, [](const Json& each) { return each.is_number_integer(); });
    case ParamType::Text:
    case ParamType::Content:
    case ParamType::Words:
      break;
  }
  if (!value.is_string()) return false;
  const auto& text = value.get_ref<const std::string&>();
  return param.choices.empty() ||
         std::find(param.choices.begin(), param.choices.end(), text) != param.choices.end();
}

// The name that was meant, or "". Dashes before it are no letters of it: they would
// make every two flags alike.
std::string meant(std::string_view given, const std::vector<std::string>& names) {
  const auto bare = [](std::string_view name) {
    return name.substr(std::min(name.find_first_not_of('-'), name.size()));
  };
  std::vector<std::string_view> all;
  for (const std::string& name : names) all.push_back(bare(name));
  const std::string_view near = closest(bare(given), all);
  const auto found = std::find(all.begin(), all.end(), near);
  return near.empty() ? "" : names[static_cast<std::size_t>(found - all.begin())];
}

// All that is wrong with one call.
class Faults {
 public:
  explicit Faults(const Naming& naming) : naming_(naming) {}

  void unknown(std::span<const Param> params, std::string_view name) {
    if (full()) return;
    std::vector<std::string> names;
    for (const auto& list : {params, naming_.also}) {
      for (const Param& param : list) names.push_back(name_of(param, naming_));
    }
    const std::string given = cut(name);
    const std::string near = meant(given, names);
    add(fmt::format("unknown {} '{}'", naming_.thing, given), near,
        naming_.where_all.empty() ? fmt::format("available: {}", join(names, ", "))
                                  : naming_.where_all);
  }
  void missing(const Param& param) {
    const std::string name = name_of(param, naming_);
    add(param.help.empty() ? fmt::format("'{}' is missing", name)
                           : fmt::format("'{}' is missing: {}", name, param.help),
        "", naming_.example);
  }
  void wrong(const Param& param, const Json& value) {
    std::string_view near;
    if (value.is_string() && !param.choices.empty()) {
      near = closest(cut(value.get_ref<const std::string&>()),
                     {param.choices.begin(), param.choices.end()});
    }
    add(fmt::format("'{}' takes {}, not {}", name_of(param, naming_), wanted(param), shown(value)),
        near, "");
  }

  [[nodiscard]] bool none() const { return faults_.empty(); }
  // What was meant stands beside each where there are several.
  [[nodiscard]] Error error() const {
    if (faults_.size() == 1) {
      const Fault& fault = faults_.front();
      return invalid_input(fault.message, fault.near.empty() ? fault.hint : fault.near);
    }
    std::vector<std::string> messages;
    std::vector<std::string> hints;
    for (const Fault& fault : faults_) {
      messages.push_back(fault.near.empty() ? fault.message
                                            : fmt::format("{} ({})", fault.message, fault.near));
      const bool told = fault.hint.empty() || !fault.near.empty() ||
                        std::find(hints.begin(), hints.end(), fault.hint) != hints.end();
      if (!told) hints.push_back(fault.hint);
    }
    if (more_) messages.emplace_back("and more");
    return invalid_input(join(messages, "; "), join(hints, "; "));
  }

 private:
  struct Fault {
    std::string message;
    std::string near;  // "did you mean 'limit'?", or ""
    std::string hint;  // where nothing is near
  };
  // A hostile call has a thousand faults, and nobody reads the last of them.
  bool full() {
    more_ = more_ || faults_.size() == kMostFaults;
    return more_;
  }
  void add(std::string message, std::string_view near, std::string hint) {
    if (full()) return;
    faults_.push_back({std::move(message),
                       near.empty() ? "" : fmt::format("did you mean '{}'?", near),
                       std::move(hint)});
  }

  const Naming& naming_;
  std::vector<Fault> faults_;
  bool more_ = false;
};

}  // namespace

Result<Json> check(std::span<const Param> params, Json arguments, const Naming& naming) {
  Faults faults(naming);
  std::vector<std::string> absent;
  for (auto& [name, value] : arguments.items()) {
    const Param* param = find_named(params, name);
    if (param == nullptr) {
      faults.unknown(params, name);
    } else if (value.is_null()) {
      absent.push_back(name);
    } else if (!fits(*param, value)) {
      faults.wrong(*param, value);
    } else if (param->type == ParamType::Integer && value == 0) {
      value = 0U;  // "-0" is signed, and whoever reads it asks for an unsigned one
    }
  }
  for (const std::string& name : absent) arguments.erase(name);
  for (const Param& param : params) {
    const bool later = naming.content_comes_later && param.type == ParamType::Content;
    if (param.required && !later && !arguments.contains(param.name)) faults.missing(param);
  }
  if (!faults.none()) return fail(faults.error());
  return arguments;
}

Error unknown_argument(std::span<const Param> params, std::string_view name, const Naming& naming) {
  Faults faults(naming);
  faults.unknown(params, name);
  return faults.error();
}

Json from_text(const Param& param, std::string_view text) {
  if (param.type == ParamType::Flag) {
    if (text.empty() || text == "true" || text == "1") return true;
    if (text == "false" || text == "0") return false;
  }
  if (param.type == ParamType::Integer) {
    std::uint64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [read, error] = std::from_chars(text.data(), end, number);
    if (error == std::errc() && read == end) return number;
  }
  return std::string(text);
}

std::string usage_value(const Param& param) {
  if (param.choices.empty() || !param.value.empty()) return std::string(param.value);
  return join({param.choices.begin(), param.choices.end()}, "|");
}

Json json_schema(const Param& param) {
  switch (param.type) {
    case ParamType::Flag:
      return {{"type", "boolean"}};
    case ParamType::Integer: {
      Json schema = {{"type", "integer"}};
      if (param.least != Param::kNoLeast) schema["minimum"] = param.least;
      if (param.most != Param::kNoMost) schema["maximum"] = param.most;
      return schema;
    }
    case ParamType::TextList:
      return {{"type", "array"}, {"items", {{"type", "string"}}}};
    case ParamType::IntegerList:
      return {{"type", "array"}, {"items", {{"type", "integer"}}}};
    case ParamType::Text:
    case ParamType::Content:
    case ParamType::Words:
      break;
  }
  Json schema = {{"type", "string"}};
  if (!param.choices.empty()) schema["enum"] = param.choices;
  return schema;
}

Json json_schema(std::span<const Param> params) {
  Json properties = Json::object();
  Json required = Json::array();
  for (const Param& param : params) {
    Json property = json_schema(param);
    if (!param.help.empty()) property["description"] = param.help;
    properties[std::string(param.name)] = std::move(property);
    if (param.required) required.push_back(param.name);
  }
  Json schema = {{"type", "object"}, {"properties", std::move(properties)}};
  if (!required.empty()) schema["required"] = std::move(required);
  schema["additionalProperties"] = false;
  return schema;
}

}  // namespace loci::api
