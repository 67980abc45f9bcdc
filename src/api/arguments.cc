#include "api/arguments.h"
#include "memory/reading.h"

namespace loci::api {

std::optional<std::string> text_if(const Json& arguments, const char* name) {
  const auto found = arguments.find(name);
  if (found == arguments.end() || !found->is_string()) return std::nullopt;
  return found->get<std::string>();
}

std::string text_or(const Json& arguments, const char* name, std::string_view standard) {
  return text_if(arguments, name).value_or(std::string(standard));
}

std::vector<std::string> list_of(const Json& arguments, const char* name) {
  if (!arguments.contains(name)) return {};
  return arguments[name].get<std::vector<std::string>>();
}

bool flag(const Json& arguments, const char* name) {
  const auto found = arguments.find(name);
  return found != arguments.end() && found->is_boolean() && found->get<bool>();
}

std::uint64_t number_or(const Json& arguments, const char* name, std::uint64_t standard) {
  const auto found = arguments.find(name);
  if (found == arguments.end() || !found->is_number_unsigned()) return standard;
  return found->get<std::uint64_t>();
}

memory::Selector selector(const Json& arguments) {
  return {text_or(arguments, "scope"), flag(arguments, "private"), flag(arguments, "shared"),
          flag(arguments, "user")};
}

memory::NoteRequest note_request(const Json& arguments) {
  memory::NoteRequest request;
  request.name = text_or(arguments, "name");
  request.selector = selector(arguments);
  request.if_hash = text_if(arguments, "if-hash");
  request.dry_run = flag(arguments, "dry-run");
  request.by_title = true;
  request.allow = list_of(arguments, "allow");
  return request;
}

memory::NoteRequest reading_request(const memory::Memory& memory, const Json& arguments) {
  memory::NoteRequest request = note_request(arguments);
  request.by_prefix = memory.session().origin == "cli";
  return request;
}

Result<> only_here(const Json& arguments) {
  if (!flag(arguments, "everywhere")) return {};
  return fail(invalid_input("'everywhere' works only on the command line", "use workspace=*"));
}

}  // namespace loci::api
