// The API described for programs: OpenAPI 3.1, made from the operation table.

#pragma once

#include "base/json.h"

namespace loci::http {

[[nodiscard]] Json openapi_document();

}  // namespace loci::http
