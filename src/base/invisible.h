// Characters that a reader does not see, that change what a reader sees of others,
// or that a reader takes for others.

#pragma once

namespace loci {

// Unicode's Default_Ignorable_Code_Point (DerivedCoreProperties, Unicode 15): shown
// as nothing where they mean nothing. Joiners, fillers, bidirectional controls, tags
// and variation selectors are among them.
[[nodiscard]] bool is_default_ignorable(char32_t c);

// What no terminal gets as it is, since it moves the cursor, changes colours or the
// order of the text, or hides: control characters (also tab and line feed), line and
// paragraph separators, and what is default-ignorable. Not the four that shape the
// letters and signs beside them: U+200C and U+200D, U+FE0E and U+FE0F.
[[nodiscard]] bool is_hidden(char32_t c);

// The character that this one is a form of (NFKC), in lower case: "m" for a wide, a
// bold or a circled "M", "<" for a wide one. Itself where that is none, or several.
[[nodiscard]] char32_t common_form(char32_t c);

}  // namespace loci
