// Names that tell that a secret follows, and whether what follows looks like one. Internal to
// guard/.

#pragma once

#include <cstdint>
#include <string_view>

namespace loci::guard {

enum class NameKind : std::uint8_t {
  None,
  Password,  // chosen by people: "db_password", "PGPASSWORD", "Kennwort"
  Secret,    // generated: "api key", "CLIENT_SECRET", "access-token"
  Login,     // a user and a password behind it: "credentials", "Zugangsdaten"
  Key,       // perhaps of a service: "mapquest_key"; only what no name and no hash looks like
  Pin,       // some digits: "PIN", "door code"
};

// What a name says before ":", and before "=", behind which short names count too ("pass", "pw").
struct NameKinds {
  NameKind told = NameKind::None;
  NameKind assigned = NameKind::None;
};
// `name` is what stands before the mark on its line; its last words decide.
[[nodiscard]] NameKinds name_kinds(std::string_view name);

}  // namespace loci::guard
