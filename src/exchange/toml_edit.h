// Adds one table to a TOML settings file and takes it away again, or changes one truth
// value, and no other byte.
//
//   Traces traces;
//   const auto after = set_table({text, label}, {"mcp_servers", "loci"}, fields, traces);
//   remove_table({*after, label}, {"mcp_servers", "loci"}, traces)    // is `text` again
//
// A new table comes last, under a header of its own. One that is there already is
// seen in whatever form it has: `[mcp_servers.loci]`, `loci = { … }` or
// `loci.command = …` below `[mcp_servers]`, dotted keys at the top. Errors are
// InvalidInput with LABEL:LINE.

#pragma once

#include <optional>
#include <string>

#include "exchange/edit.h"

namespace loci::exchange {

// The table as an object, or nothing; a value of another kind is what it is.
[[nodiscard]] Result<std::optional<Entry>> find_table(const Source& source, const KeyPath& path);

// The text with the table, `fields` being an object of strings, numbers, truth
// values, lists of them and objects of the like, which become dotted keys; or a list with
// one such object, for a table that stands in a list: [[rule]]. Where a table with a
// header of its own has other fields, its lines are replaced; one in another form is
// refused.
[[nodiscard]] Result<std::string> set_table(const Source& source, const KeyPath& path,
                                            const Json& fields, Traces& traces);

// The text with another truth value where one stands on a line of its own; any other
// form is refused.
[[nodiscard]] Result<std::string> set_truth(const Source& source, const KeyPath& path, bool value);

// The text without the table: its header and its keys, also those of tables below
// it; comments between them stay. NotFound when there is none; InvalidInput when
// it is part of an inline table that has more in it.
[[nodiscard]] Result<std::string> remove_table(const Source& source, const KeyPath& path,
                                               const Traces& traces);

}  // namespace loci::exchange
