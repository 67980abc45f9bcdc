// The parts of a path, as text: nothing here looks at a disk. '/' separates
// components; several in a row, and one at the end, count as one and as none.

#pragma once

#include <string>
#include <string_view>

namespace loci {

// The path without its last component: "/a" of "/a/b", "/" of "/a" and of "/",
// "" of "a".
[[nodiscard]] std::string_view parent_path(std::string_view path);
// "b" of "/a/b" and of "b", "" of "/".
[[nodiscard]] std::string_view last_component(std::string_view path);
// "/a/b" of "/a" and "b", "/b" of "/" and "b".
[[nodiscard]] std::string child_path(std::string_view directory, std::string_view name);

// Takes the first component off a path, and the separator behind it: "a" of
// "a/b", which becomes "b". "" when nothing is left.
[[nodiscard]] std::string_view take_component(std::string_view& path);

// A path is bytes, and JSON has text: the path with each byte that is not UTF-8 as U+0000,
// which no path has, and two hex digits; and the way back.
[[nodiscard]] std::string text_of_path(std::string_view path);
[[nodiscard]] std::string path_of_text(std::string_view text);

// `path`, from `base` where it is relative, without "." and ".." and the last slash.
[[nodiscard]] std::string joined_path(std::string_view base, std::string_view path);

}  // namespace loci
