// JSON objects that hold much, or of which there are thousands. An object that grows
// copies its members, all that is below them too; a literal Json{{"key", value}, …}
// grows, and makes an array of each pair on its way.

#pragma once

#include <cstddef>
#include <utility>

#include "base/json.h"

namespace loci {

// An empty object that takes so many members without growing.
[[nodiscard]] inline Json roomy_object(std::size_t members = 8) {
  Json object = Json::object();
  object.get_ref<Json::object_t&>().reserve(members);
  return object;
}

class JsonObject {
 public:
  explicit JsonObject(std::size_t members) : object_(roomy_object(members)) {}
  // No key twice.
  JsonObject& add(const char* key, Json value) {
    object_.get_ref<Json::object_t&>().emplace_back(key, std::move(value));
    return *this;
  }
  [[nodiscard]] Json take() { return std::move(object_); }

 private:
  Json object_;
};

}  // namespace loci
