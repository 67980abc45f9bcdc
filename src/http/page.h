// The page at "/": what there is, for a person with a browser. Its files come with
// the program and are nobody's secret; what they show needs the token, which the
// page takes from the link that `loci serve` prints.

#pragma once

#include <span>
#include <string_view>

#include "http/message.h"

namespace loci::http {

struct PageFile {
  std::string_view path;
  std::string_view type;
  std::string_view text;
};
[[nodiscard]] std::span<const PageFile> page_files();
[[nodiscard]] bool is_page_path(std::string_view path);
[[nodiscard]] Response page_response(const PageFile& file);

}  // namespace loci::http
