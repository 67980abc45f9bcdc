#include "search/same_words.h"

#include <algorithm>
#include <array>

namespace loci::search {
namespace {

using Group = std::array<std::string_view, 3>;  // "" where there are only two

// A letter, how many letters follow, and the last one; in use as words of their own. Made from
// any word by rule they would not be: `a11y` is also what "automatically" gives.
constexpr std::array<Group, 17> kNumeronyms = {{
    {"a11y", "accessibility", ""},
    {"c14n", "canonicalization", "canonicalisation"},
    {"d11n", "documentation", ""},
    {"e13n", "experimentation", ""},
    {"g11n", "globalization", "globalisation"},
    {"i14y", "interoperability", ""},
    {"i18n", "internationalization", "internationalisation"},
    {"k8s", "kubernetes", ""},
    {"l10n", "localization", "localisation"},
    {"m12n", "modularization", "modularisation"},
    {"m17n", "multilingualization", ""},
    {"n11n", "normalization", "normalisation"},
    {"o11y", "observability", ""},
    {"p13n", "personalization", "personalisation"},
    {"s11n", "serialization", "serialisation"},
    {"t9n", "translation", ""},
    {"v12n", "virtualization", "virtualisation"},
}};

constexpr std::array<Group, 11> kMonthNames = {{
    {"jan", "january", ""},
    {"feb", "february", ""},
    {"mar", "march", ""},
    {"apr", "april", ""},
    {"jun", "june", ""},
    {"jul", "july", ""},
    {"aug", "august", ""},
    {"sep", "september", "sept"},
    {"oct", "october", ""},
    {"nov", "november", ""},
    {"dec", "december", ""},
}};

// As they are called in German, beside what a note's date says.
constexpr std::array<Group, 8> kGermanMonths = {{
    {"januar", "january", "jan"},
    {"februar", "february", "feb"},
    {"marz", "march", ""},
    {"mai", "may", ""},
    {"juni", "june", "jun"},
    {"juli", "july", "jul"},
    {"oktober", "october", "oct"},
    {"dezember", "december", "dec"},
}};

template <std::size_t size>
void add_others(const std::array<Group, size>& groups, std::string_view word,
                std::vector<std::string_view>& others) {
  for (const Group& group : groups) {
    if (std::find(group.begin(), group.end(), word) == group.end()) continue;
    for (const std::string_view other : group) {
      if (!other.empty() && other != word) others.push_back(other);
    }
  }
}

}  // namespace

std::vector<std::string_view> same_words(std::string_view word) {
  std::vector<std::string_view> others;
  if (word.empty()) return others;
  add_others(kNumeronyms, word, others);
  add_others(kMonthNames, word, others);
  add_others(kGermanMonths, word, others);
  return others;
}

}  // namespace loci::search
