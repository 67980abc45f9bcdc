#include "search/spelling.h"

#include <algorithm>
#include <array>

namespace loci::search {
namespace {

struct Spelling {
  std::string_view british;  // how the word begins
  std::string_view american;
};

// Sorted; none begins as another does. What both have stays the first two letters, so that a
// word is looked for where it stands (tokenize_some).
constexpr std::array<Spelling, 65> kSpellings = {{
    {"acknowledgement", "acknowledgment"},
    {"analogue", "analog"},
    {"analys", "analyz"},
    {"armour", "armor"},
    {"artefact", "artifact"},
    {"authoris", "authoriz"},
    {"behaviour", "behavior"},
    {"capitalis", "capitaliz"},
    {"catalogue", "catalog"},
    {"categoris", "categoriz"},
    {"centralis", "centraliz"},
    {"centre", "center"},
    {"colour", "color"},
    {"containeris", "containeriz"},
    {"customis", "customiz"},
    {"defence", "defense"},
    {"deserialis", "deserializ"},
    {"dialogue", "dialog"},
    {"digitis", "digitiz"},
    {"endeavour", "endeavor"},
    {"enrol", "enroll"},
    {"favour", "favor"},
    {"fibre", "fiber"},
    {"finalis", "finaliz"},
    {"flavour", "flavor"},
    {"fulfil", "fulfill"},
    {"generalis", "generaliz"},
    {"grey", "gray"},
    {"harbour", "harbor"},
    {"honour", "honor"},
    {"humour", "humor"},
    {"initialis", "initializ"},
    {"judgement", "judgment"},
    {"labour", "labor"},
    {"licence", "license"},
    {"litre", "liter"},
    {"localis", "localiz"},
    {"materialis", "materializ"},
    {"maximis", "maximiz"},
    {"memoris", "memoriz"},
    {"metre", "meter"},
    {"minimis", "minimiz"},
    {"modernis", "moderniz"},
    {"neighbour", "neighbor"},
    {"normalis", "normaliz"},
    {"offence", "offense"},
    {"optimis", "optimiz"},
    {"organis", "organiz"},
    {"parallelis", "paralleliz"},
    {"parametris", "parametriz"},
    {"personalis", "personaliz"},
    {"prioritis", "prioritiz"},
    {"randomis", "randomiz"},
    {"recognis", "recogniz"},
    {"rumour", "rumor"},
    {"sanitis", "sanitiz"},
    {"serialis", "serializ"},
    {"specialis", "specializ"},
    {"standardis", "standardiz"},
    {"summaris", "summariz"},
    {"synchronis", "synchroniz"},
    {"theatre", "theater"},
    {"tokenis", "tokeniz"},
    {"utilis", "utiliz"},
    {"visualis", "visualiz"},
}};
static_assert(std::is_sorted(kSpellings.begin(), kSpellings.end(),
                             [](const Spelling& a, const Spelling& b) {
                               return a.british < b.british;
                             }));

// Words that begin so and are spelled in one way.
constexpr std::array<std::string_view, 18> kOneWay = {
    "analysis",   "analyst",  "analysts", "enroll",     "enrolled",   "enrolling",
    "enrollment", "enrolls",  "fulfill",  "fulfilled",  "fulfilling", "fulfillment",
    "fulfills",   "optimism", "optimist", "optimistic", "organism",   "organisms"};
static_assert(std::is_sorted(kOneWay.begin(), kOneWay.end()));

}  // namespace

std::string_view one_spelling(std::string_view word, std::string& scratch) {
  const auto after = std::upper_bound(
      kSpellings.begin(), kSpellings.end(), word,
      [](std::string_view text, const Spelling& spelling) { return text < spelling.british; });
  if (after == kSpellings.begin()) return word;
  const Spelling& found = *(after - 1);
  if (!word.starts_with(found.british)) return word;
  // "fulfill" begins as "fulfil" does.
  if (found.american.starts_with(found.british) && word.starts_with(found.american)) return word;
  if (std::binary_search(kOneWay.begin(), kOneWay.end(), word)) return word;
  scratch = found.american;
  scratch += word.substr(found.british.size());
  return scratch;
}

}  // namespace loci::search
