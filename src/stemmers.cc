// The languages that libstemmer knows and loci does not use, as far as the linker is concerned.
//
// Its table of stemmers names all of them, so all would be in the program: ten thousand pointers
// that the loader had to adjust at the start of every command. With these in their stead the
// archive's own are left out. Asked for one of them, sb_stemmer_new() answers that there is none. A
// language that a later version adds is only linked for nothing.

// NOLINTBEGIN(readability-identifier-naming, cppcoreguidelines-macro-usage): the library's names
#define LOCI_NO_STEMMER(language)                              \
  extern "C" void* language##_create_env() { return nullptr; } \
  extern "C" void language##_close_env(void* /*env*/) {}       \
  extern "C" int language##_stem(void* /*env*/) { return -1; }

LOCI_NO_STEMMER(arabic_UTF_8)
LOCI_NO_STEMMER(armenian_UTF_8)
LOCI_NO_STEMMER(basque_ISO_8859_1)
LOCI_NO_STEMMER(basque_UTF_8)
LOCI_NO_STEMMER(catalan_ISO_8859_1)
LOCI_NO_STEMMER(catalan_UTF_8)
LOCI_NO_STEMMER(danish_ISO_8859_1)
LOCI_NO_STEMMER(danish_UTF_8)
LOCI_NO_STEMMER(dutch_ISO_8859_1)
LOCI_NO_STEMMER(dutch_UTF_8)
LOCI_NO_STEMMER(english_ISO_8859_1)
LOCI_NO_STEMMER(finnish_ISO_8859_1)
LOCI_NO_STEMMER(finnish_UTF_8)
LOCI_NO_STEMMER(french_ISO_8859_1)
LOCI_NO_STEMMER(french_UTF_8)
LOCI_NO_STEMMER(german_ISO_8859_1)
LOCI_NO_STEMMER(german_UTF_8)
LOCI_NO_STEMMER(greek_UTF_8)
LOCI_NO_STEMMER(hindi_UTF_8)
LOCI_NO_STEMMER(hungarian_ISO_8859_2)
LOCI_NO_STEMMER(hungarian_UTF_8)
LOCI_NO_STEMMER(indonesian_ISO_8859_1)
LOCI_NO_STEMMER(indonesian_UTF_8)
LOCI_NO_STEMMER(irish_ISO_8859_1)
LOCI_NO_STEMMER(irish_UTF_8)
LOCI_NO_STEMMER(italian_ISO_8859_1)
LOCI_NO_STEMMER(italian_UTF_8)
LOCI_NO_STEMMER(lithuanian_UTF_8)
LOCI_NO_STEMMER(nepali_UTF_8)
LOCI_NO_STEMMER(norwegian_ISO_8859_1)
LOCI_NO_STEMMER(norwegian_UTF_8)
LOCI_NO_STEMMER(porter_ISO_8859_1)
LOCI_NO_STEMMER(porter_UTF_8)
LOCI_NO_STEMMER(portuguese_ISO_8859_1)
LOCI_NO_STEMMER(portuguese_UTF_8)
LOCI_NO_STEMMER(romanian_ISO_8859_2)
LOCI_NO_STEMMER(romanian_UTF_8)
LOCI_NO_STEMMER(russian_KOI8_R)
LOCI_NO_STEMMER(russian_UTF_8)
LOCI_NO_STEMMER(serbian_UTF_8)
LOCI_NO_STEMMER(spanish_ISO_8859_1)
LOCI_NO_STEMMER(spanish_UTF_8)
LOCI_NO_STEMMER(swedish_ISO_8859_1)
LOCI_NO_STEMMER(swedish_UTF_8)
LOCI_NO_STEMMER(tamil_UTF_8)
LOCI_NO_STEMMER(turkish_UTF_8)
LOCI_NO_STEMMER(yiddish_UTF_8)
// NOLINTEND(readability-identifier-naming, cppcoreguidelines-macro-usage)
