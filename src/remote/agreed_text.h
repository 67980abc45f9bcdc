// What was agreed on, as JSON: a list with an entry for each note. Every sync reads it, and with
// thousands of notes a general parser takes most of the time of one with nothing new. So the form
// that is written here is read directly; any other is left to that parser.

#pragma once

#include <string>
#include <string_view>

#include "sync/agreement.h"

namespace loci::remote {

// Appends the list.
void append_agreed(std::string& json, const sync::Agreement& agreed);

// Reads the list that follows `"agreed":` in an object, and gives the object with an empty one.
// False where it has another form than append_agreed() gives it: nothing was read.
bool take_agreed(std::string_view json, sync::Agreement& agreed, std::string& rest);

}  // namespace loci::remote
