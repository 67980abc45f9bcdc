// The page: its files, as they are in web/, and the addresses that are screens of it. They
// come with the program and are nobody's secret; what they show is asked of the API.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "fs/file_system.h"
#include "http/message.h"

namespace loci::http {

struct PageFile {
  std::string_view name;  // "lib/api.js", below web/
  std::string_view text;
};
// Those the program was built with, by name (cmake/EmbedPage.cmake).
[[nodiscard]] std::span<const PageFile> page_files();

class Page {
 public:
  // From the program, or with a directory from there, read anew for each request. `files`
  // must outlive it.
  explicit Page(fs::FileSystem& files, std::string directory = {});

  // A file of the page, the page itself, or one of its screens: /notes, /timeline …
  [[nodiscard]] static bool has(std::string_view path);
  // 404 for a file that is not there, 304 for one that the browser has.
  [[nodiscard]] Response answer(const Request& request) const;

 private:
  [[nodiscard]] std::optional<std::string> text_of(std::string_view name) const;

  fs::FileSystem& files_;
  std::string directory_;
};

// The type of a file by its ending; "" for what no page has.
[[nodiscard]] std::string_view page_type(std::string_view name);

}  // namespace loci::http
