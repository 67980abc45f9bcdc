#include "search/words.h"

#include <libstemmer.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>

#include "search/spelling.h"

namespace loci::search {
namespace {

constexpr std::size_t kShortest = 3;  // no shorter word has a stem

// Sorted. Contractions leave their tails ("don't": don, t).
constexpr std::array<std::string_view, 94> kStopWords = {
    "a",     "about", "am",     "an",    "and",  "any",   "are",    "as",   "at",     "be",
    "been",  "being", "but",    "by",    "can",  "could", "d",      "did",  "do",     "does",
    "doing", "don",   "during", "for",   "from", "had",   "has",    "have", "having", "he",
    "her",   "hers",  "him",    "his",   "how",  "i",     "if",     "in",   "into",   "is",
    "it",    "its",   "ll",     "m",     "many", "me",    "might",  "much", "my",     "of",
    "on",    "or",    "our",    "ours",  "re",   "s",     "shall",  "she",  "should", "so",
    "some",  "t",     "than",   "that",  "the",  "their", "theirs", "them", "then",   "there",
    "these", "they",  "this",   "those", "to",   "us",    "ve",     "was",  "we",     "were",
    "what",  "when",  "where",  "which", "who",  "whom",  "whose",  "why",  "will",   "with",
    "would", "you",   "your",   "yours"};
static_assert(std::is_sorted(kStopWords.begin(), kStopWords.end()));

struct Form {
  std::string_view form;
  std::string_view stem;
};

// Forms that no suffix tells, sorted. Those that are words of their own as well
// ("rose", "wound") are left alone unless the verb is by far the more common.
constexpr std::array<Form, 154> kIrregular = {{
    {"ate", "eat"},           {"awoke", "awak"},
    {"bade", "bid"},          {"became", "becom"},
    {"began", "begin"},       {"begun", "begin"},
    {"bent", "bend"},         {"bitten", "bite"},
    {"bled", "bleed"},        {"blew", "blow"},
    {"blown", "blow"},        {"bought", "buy"},
    {"bred", "breed"},        {"broke", "break"},
    {"broken", "break"},      {"brought", "bring"},
    {"built", "build"},       {"burnt", "burn"},
    {"came", "come"},         {"caught", "catch"},
    {"children", "child"},    {"chose", "choos"},
    {"chosen", "choos"},      {"clung", "cling"},
    {"crept", "creep"},       {"dealt", "deal"},
    {"done", "do"},           {"dove", "dive"},
    {"drank", "drink"},       {"drawn", "draw"},
    {"dreamt", "dream"},      {"drew", "draw"},
    {"driven", "drive"},      {"drove", "drive"},
    {"drunk", "drink"},       {"dug", "dig"},
    {"eaten", "eat"},         {"fallen", "fall"},
    {"fed", "feed"},          {"feet", "foot"},
    {"fell", "fall"},         {"felt", "feel"},
    {"flew", "fli"},          {"flown", "fli"},
    {"forgave", "forgiv"},    {"forgot", "forget"},
    {"forgotten", "forget"},  {"fought", "fight"},
    {"found", "find"},        {"froze", "freez"},
    {"frozen", "freez"},      {"gave", "give"},
    {"geese", "goos"},        {"given", "give"},
    {"goes", "go"},           {"gone", "go"},
    {"got", "get"},           {"gotten", "get"},
    {"grew", "grow"},         {"grown", "grow"},
    {"heard", "hear"},        {"held", "hold"},
    {"hid", "hide"},          {"hidden", "hide"},
    {"hung", "hang"},         {"kept", "keep"},
    {"knelt", "kneel"},       {"knew", "know"},
    {"knives", "knife"},      {"known", "know"},
    {"laid", "lay"},          {"leapt", "leap"},
    {"learnt", "learn"},      {"led", "lead"},
    {"left", "leav"},         {"lent", "lend"},
    {"lit", "light"},         {"lost", "lose"},
    {"made", "make"},         {"meant", "mean"},
    {"men", "man"},           {"met", "meet"},
    {"mice", "mous"},         {"mistook", "mistak"},
    {"overcame", "overcom"},  {"paid", "pay"},
    {"people", "person"},     {"ran", "run"},
    {"rang", "ring"},         {"ridden", "ride"},
    {"risen", "rise"},        {"rode", "ride"},
    {"said", "say"},          {"sang", "sing"},
    {"sank", "sink"},         {"sat", "sit"},
    {"saw", "see"},           {"seen", "see"},
    {"sent", "send"},         {"shaken", "shake"},
    {"shelves", "shelf"},     {"shone", "shine"},
    {"shook", "shake"},       {"shot", "shoot"},
    {"shown", "show"},        {"shrank", "shrink"},
    {"slept", "sleep"},       {"slid", "slide"},
    {"sold", "sell"},         {"sought", "seek"},
    {"spent", "spend"},       {"spoke", "speak"},
    {"spoken", "speak"},      {"sprang", "spring"},
    {"spun", "spin"},         {"stole", "steal"},
    {"stolen", "steal"},      {"stood", "stand"},
    {"struck", "strike"},     {"stuck", "stick"},
    {"stung", "sting"},       {"sung", "sing"},
    {"sunk", "sink"},         {"swam", "swim"},
    {"swept", "sweep"},       {"swore", "swear"},
    {"sworn", "swear"},       {"swum", "swim"},
    {"swung", "swing"},       {"taken", "take"},
    {"taught", "teach"},      {"teeth", "tooth"},
    {"thought", "think"},     {"threw", "throw"},
    {"thrown", "throw"},      {"told", "tell"},
    {"took", "take"},         {"tore", "tear"},
    {"torn", "tear"},         {"understood", "understand"},
    {"went", "go"},           {"wept", "weep"},
    {"withdrew", "withdraw"}, {"wives", "wife"},
    {"woke", "wake"},         {"woken", "wake"},
    {"women", "woman"},       {"won", "win"},
    {"wore", "wear"},         {"worn", "wear"},
    {"wove", "weav"},         {"woven", "weav"},
    {"written", "write"},     {"wrote", "write"},
}};
static_assert(std::is_sorted(kIrregular.begin(), kIrregular.end(),
                             [](const Form& a, const Form& b) { return a.form < b.form; }));

// The stem of an irregular form, or "".
std::string_view irregular_stem(std::string_view word) {
  const auto found = std::lower_bound(kIrregular.begin(), kIrregular.end(), word,
                                      [](const Form& a, std::string_view b) { return a.form < b; });
  return found != kIrregular.end() && found->form == word ? found->stem : "";
}

}  // namespace

bool is_stop_word(std::string_view word) {
  return std::binary_search(kStopWords.begin(), kStopWords.end(), word);
}

std::vector<std::string_view> irregular_forms(std::string_view stem) {
  std::vector<std::string_view> forms;
  for (const Form& form : kIrregular) {
    if (form.stem == stem) forms.push_back(form.form);
  }
  return forms;
}

std::string_view stem(std::string_view word) {
  const bool plain =
      std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  if (!plain || word.size() < kShortest) return word;
  if (const std::string_view irregular = irregular_stem(word); !irregular.empty()) return irregular;
  struct Delete {
    void operator()(sb_stemmer* stemmer) const { sb_stemmer_delete(stemmer); }
  };
  thread_local const std::unique_ptr<sb_stemmer, Delete> english{
      sb_stemmer_new("english", "UTF_8")};
  if (!english) return word;
  thread_local std::string spelled;
  word = one_spelling(word, spelled);
  const auto* letters = reinterpret_cast<const sb_symbol*>(word.data());
  const sb_symbol* stemmed = sb_stemmer_stem(english.get(), letters, static_cast<int>(word.size()));
  if (stemmed == nullptr) return word;
  const int length = sb_stemmer_length(english.get());
  return {reinterpret_cast<const char*>(stemmed), static_cast<std::size_t>(length)};
}

}  // namespace loci::search
