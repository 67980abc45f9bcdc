// Changes one entry of a JSON settings file and no other byte.
//
// The file may have comments and trailing commas. An entry is a member, named by
// the keys that lead to it, or an element of an array that such keys lead to. New
// entries come last, indented as their neighbours are; a file on one line stays
// on one. What was added goes without a trace:
//
//   Traces traces;
//   const auto after = set_member({text, label}, {"mcpServers", "loci"}, value, traces);
//   remove_member({*after, label}, {"mcpServers", "loci"}, traces)   // is `text` again
//
// Every function refuses broken JSON, a key that stands twice on the way, and a
// value on the way that is no object (or, at its end, no array), with LABEL:LINE.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "exchange/edit.h"

namespace loci::exchange {

// The value that the keys lead to, or nothing. A blank text has none.
[[nodiscard]] Result<std::optional<Entry>> find_member(const Source& source, const KeyPath& path);
// The elements of the array they lead to; none when there is no array.
[[nodiscard]] Result<std::vector<Entry>> list_elements(const Source& source, const KeyPath& path);
// Whether the object they lead to has no other keys than these.
[[nodiscard]] Result<bool> has_only(const Source& source, const KeyPath& path,
                                    const std::vector<std::string>& keys);

// The text with the member set: put last where it is missing, with the objects on
// the way; its value alone replaced where it is another; the same text where it
// is this one. A blank text becomes an object.
[[nodiscard]] Result<std::string> set_member(const Source& source, const KeyPath& path,
                                             const Json& value, Traces& traces);
// The same with one more element at the end of an array.
[[nodiscard]] Result<std::string> append_element(const Source& source, const KeyPath& path,
                                                 const Json& value, Traces& traces);
[[nodiscard]] Result<std::string> replace_element(const Source& source, const KeyPath& path,
                                                  std::size_t index, const Json& value);

// The text without the entry, and without the containers that `traces` says were
// made for it and that are empty now. NotFound when there is no such entry.
[[nodiscard]] Result<std::string> remove_member(const Source& source, const KeyPath& path,
                                                const Traces& traces);
[[nodiscard]] Result<std::string> remove_element(const Source& source, const KeyPath& path,
                                                 std::size_t index, const Traces& traces);

// As it would stand in a file of its own, with a newline at the end.
[[nodiscard]] std::string render_json(const Json& value);

}  // namespace loci::exchange
