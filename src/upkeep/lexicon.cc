#include "upkeep/lexicon.h"

#include "upkeep/word_list.h"

namespace loci::upkeep {
namespace {

constexpr std::string_view kFillers =
    "a an the this that these those it its they them their theirs he she him his her hers we our "
    "ours us you your yours i my mine me is are was were be been being am do does did done doing "
    "have has had having will would there here";

constexpr std::string_view kGlue =
    "of in on at to for with by from as into onto upon via through within about around per and but "
    "so then also too both such like same other another please note remember remind reminder "
    "just simply really very quite actually currently now still already again however therefore "
    "thus hence because since while where whether which who whom whose what how why etc eg ie viz "
    "namely use make sure ensure take give go put get let lets one ones can could may might "
    "must should shall ought all every each always any some sometimes several often usually "
    "mostly many everything generally normally typically commonly basically essentially certain "
    "various particular specific given following follow locate live reside sit stay stand be "
    "exist approximately roughly circa even ever well way thing regard regarding "
    "concern concerning version time though although yet anyway either indeed mean call name "
    "happen occur become seem appear provide whole entire lot much bit";

constexpr std::string_view kPointing =
    "not before after than over instead from to into by until till without unless except above "
    "below under behind against between toward towards onto replace supersede prefer depend";

constexpr std::string_view kTitleWords =
    "guide note notes howto about info summary rule reminder policy procedure process convention "
    "overview tip tips detail details decision preference doc memo fact facts update topic ref "
    "thing item entry instruction guideline step steps more again copy another new old version "
    "short long quick fast practice standard question answer idea background basics essential "
    "important key general explain explained description learned lesson agreement agreed expect "
    "plan finding record remark comment hint recap brief faq handbook manual knowledge setup work "
    "works handle handling know known deal dealing usage tell told say said read look see check "
    "point points word words stuff matter subject issue problem task write written collect "
    "collection list summary memory memo store cheatsheet quickref primer intro introduction help "
    "limit size lifetime quirk gotcha trouble style format choice reason first up host owner use "
    "2 3 2nd";

}  // namespace

bool is_filler(std::string_view word) {
  static const WordSet kWords = words_in(kFillers);
  return kWords.contains(word);
}

bool is_glue(std::string_view word) {
  static const WordSet kWords = words_in(kGlue);
  return kWords.contains(word) || is_filler(word);
}

Strength strength_of(std::string_view word) {
  static const WordTable kTable = table_of(
      "must should shall ought need;may might can could;all every each always everything;"
      "some sometimes several often usually mostly many occasionally");
  const auto found = kTable.find(word);
  if (found == kTable.end()) return Strength::None;
  if (found->second == "must") return Strength::Must;
  if (found->second == "may") return Strength::May;
  return found->second == "all" ? Strength::All : Strength::Some;
}

bool points(std::string_view word) {
  static const Stems kWords = [] {
    Stems words = stems_in(kPointing);
    for (const std::string_view one : words_in(kPointing)) words.emplace(one);
    return words;
  }();
  return kWords.contains(std::string(word));
}

bool is_title_word(std::string_view word) {
  static const Stems kStems = stems_in(kTitleWords);
  return kStems.contains(std::string(word));
}

bool is_label(std::string_view word) {
  if (is_title_word(word)) return true;
  static const WordSet kLabels = words_in(
      "note mem memory pair item fact entry file doc orig original dup duplicate copy variant near "
      "exact base filler noise sample bulk seed twin look alike lookalike");
  constexpr std::size_t kInitials = 2;
  constexpr std::size_t kManyDigits = 3;
  bool labelled = false;
  std::size_t digits = 0;
  std::size_t initials = 0;
  for (std::size_t at = 0; at < word.size();) {
    std::size_t end = at;
    while (end < word.size() && word[end] >= 'a' && word[end] <= 'z') ++end;
    const std::string_view letters = word.substr(at, end - at);
    const bool known = kLabels.contains(letters);
    if (letters.size() > kInitials && !known) return false;
    labelled = labelled || known;
    initials += known ? 0 : letters.size();
    if (end < word.size() && word[end] >= '0' && word[end] <= '9') ++digits;
    at = end + 1;
  }
  // A number by itself means something: "Release 1.2".
  return digits > 0 && (labelled || (initials > 0 && digits >= kManyDigits));
}

}  // namespace loci::upkeep
