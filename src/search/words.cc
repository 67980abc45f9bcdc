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
// ("rose", "wound") are left alone unless the verb is by far the more common. Abbreviations whose
// plural the stemmer does not see are here too: it wants a vowel before the last consonant.
constexpr std::array<Form, 194> kIrregular = {{
    {"ate", "eat"},          {"awoke", "awak"},
    {"bade", "bid"},         {"became", "becom"},
    {"began", "begin"},      {"begun", "begin"},
    {"bent", "bend"},        {"bitten", "bite"},
    {"bled", "bleed"},       {"blew", "blow"},
    {"blown", "blow"},       {"bought", "buy"},
    {"bred", "breed"},       {"broke", "break"},
    {"broken", "break"},     {"brought", "bring"},
    {"built", "build"},      {"burnt", "burn"},
    {"came", "come"},        {"caught", "catch"},
    {"cdns", "cdn"},         {"children", "child"},
    {"chose", "choos"},      {"chosen", "choos"},
    {"clis", "cli"},         {"clung", "cling"},
    {"cpus", "cpu"},         {"crept", "creep"},
    {"csvs", "csv"},         {"dbs", "db"},
    {"dealt", "deal"},       {"dlls", "dll"},
    {"done", "do"},          {"dove", "dive"},
    {"drank", "drink"},      {"drawn", "draw"},
    {"dreamt", "dream"},     {"drew", "draw"},
    {"driven", "drive"},     {"drove", "drive"},
    {"drunk", "drink"},      {"dtos", "dto"},
    {"dug", "dig"},          {"eaten", "eat"},
    {"fallen", "fall"},      {"fed", "feed"},
    {"feet", "foot"},        {"fell", "fall"},
    {"felt", "feel"},        {"fks", "fk"},
    {"flew", "fli"},         {"flown", "fli"},
    {"forgave", "forgiv"},   {"forgot", "forget"},
    {"forgotten", "forget"}, {"fought", "fight"},
    {"found", "find"},       {"fpgas", "fpga"},
    {"froze", "freez"},      {"frozen", "freez"},
    {"gave", "give"},        {"geese", "goos"},
    {"gifs", "gif"},         {"given", "give"},
    {"goes", "go"},          {"gone", "go"},
    {"got", "get"},          {"gotten", "get"},
    {"gpus", "gpu"},         {"grew", "grow"},
    {"grown", "grow"},       {"guis", "gui"},
    {"heard", "hear"},       {"held", "hold"},
    {"hid", "hide"},         {"hidden", "hide"},
    {"hsms", "hsm"},         {"hung", "hang"},
    {"jpgs", "jpg"},         {"jvms", "jvm"},
    {"kept", "keep"},        {"knelt", "kneel"},
    {"knew", "know"},        {"knives", "knife"},
    {"known", "know"},       {"kpis", "kpi"},
    {"laid", "lay"},         {"leapt", "leap"},
    {"learnt", "learn"},     {"led", "lead"},
    {"left", "leav"},        {"lent", "lend"},
    {"lit", "light"},        {"llms", "llm"},
    {"lost", "lose"},        {"made", "make"},
    {"mcus", "mcu"},         {"meant", "mean"},
    {"men", "man"},          {"met", "meet"},
    {"mice", "mous"},        {"mistook", "mistak"},
    {"npus", "npu"},         {"overcame", "overcom"},
    {"paid", "pay"},         {"pdfs", "pdf"},
    {"people", "person"},    {"pks", "pk"},
    {"pngs", "png"},         {"prs", "pr"},
    {"pvcs", "pvc"},         {"ran", "run"},
    {"rang", "ring"},        {"rfcs", "rfc"},
    {"ridden", "ride"},      {"risen", "rise"},
    {"rnns", "rnn"},         {"rode", "ride"},
    {"rpcs", "rpc"},         {"said", "say"},
    {"sang", "sing"},        {"sank", "sink"},
    {"sat", "sit"},          {"saw", "see"},
    {"sdks", "sdk"},         {"seen", "see"},
    {"sent", "send"},        {"shaken", "shake"},
    {"shelves", "shelf"},    {"shone", "shine"},
    {"shook", "shake"},      {"shot", "shoot"},
    {"shown", "show"},       {"shrank", "shrink"},
    {"skus", "sku"},         {"slept", "sleep"},
    {"slid", "slide"},       {"sold", "sell"},
    {"sought", "seek"},      {"spent", "spend"},
    {"spoke", "speak"},      {"spoken", "speak"},
    {"sprang", "spring"},    {"spun", "spin"},
    {"sqls", "sql"},         {"ssds", "ssd"},
    {"stole", "steal"},      {"stolen", "steal"},
    {"stood", "stand"},      {"struck", "strike"},
    {"stuck", "stick"},      {"stung", "sting"},
    {"sung", "sing"},        {"sunk", "sink"},
    {"svgs", "svg"},         {"swam", "swim"},
    {"swept", "sweep"},      {"swore", "swear"},
    {"sworn", "swear"},      {"swum", "swim"},
    {"swung", "swing"},      {"taken", "take"},
    {"taught", "teach"},     {"teeth", "tooth"},
    {"thought", "think"},    {"threw", "throw"},
    {"thrown", "throw"},     {"told", "tell"},
    {"took", "take"},        {"tore", "tear"},
    {"torn", "tear"},        {"tpus", "tpu"},
    {"tvs", "tv"},           {"understood", "understand"},
    {"vcpus", "vcpu"},       {"vlans", "vlan"},
    {"vms", "vm"},           {"vpcs", "vpc"},
    {"vpns", "vpn"},         {"went", "go"},
    {"wept", "weep"},        {"withdrew", "withdraw"},
    {"wives", "wife"},       {"woke", "wake"},
    {"woken", "wake"},       {"women", "woman"},
    {"won", "win"},          {"wore", "wear"},
    {"worn", "wear"},        {"wove", "weav"},
    {"woven", "weav"},       {"written", "write"},
    {"wrote", "write"},      {"xmls", "xml"},
}};
static_assert(std::is_sorted(kIrregular.begin(), kIrregular.end(),
                             [](const Form& a, const Form& b) { return a.form < b.form; }));

// The stem of an irregular form, or "".
std::string_view irregular_stem(std::string_view word) {
  const auto found = std::lower_bound(kIrregular.begin(), kIrregular.end(), word,
                                      [](const Form& a, std::string_view b) { return a.form < b; });
  return found != kIrregular.end() && found->form == word ? found->stem : "";
}

// "sign-in" and "max_tokens" as one word; "" for whatever is no such compound: "2026-11-15",
// "--flag", "a/b". Of "node.js" the point falls away too.
std::string_view closed_compound(std::string_view word, std::string& scratch) {
  constexpr std::string_view kScript = ".js";
  if (word.empty() || word[0] < 'a' || word[0] > 'z') return {};
  scratch.clear();
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char c = word[i];
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
      scratch += c;
    } else if (c != '-' && c != '_' && word.substr(i) != kScript) {
      return {};
    }
  }
  return scratch.size() < word.size() ? std::string_view(scratch) : std::string_view();
}

bool is_all_letters(std::string_view word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

bool is_letters_or_digits(std::string_view word) {
  return std::all_of(word.begin(), word.end(),
                     [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); });
}

}  // namespace

bool is_stop_word(std::string_view word) {
  return std::binary_search(kStopWords.begin(), kStopWords.end(), word);
}

bool may_be_one(std::string_view one, std::string_view two) {
  constexpr std::array<std::string_view, 4> kParticles = {"by", "in", "on", "up"};
  constexpr std::size_t kShortestWord = 3;
  constexpr std::size_t kShortestOfBoth = 4;
  if (one.size() < kShortestWord || is_stop_word(one) || !is_letters_or_digits(one) ||
      !is_letters_or_digits(two))
    return false;
  if (one.size() + two.size() < kShortestOfBoth || one.back() <= '9') return false;
  if (!two.empty() && two.front() <= '9') return true;
  if (std::find(kParticles.begin(), kParticles.end(), two) != kParticles.end()) return true;
  return two.size() >= kShortestWord && !is_stop_word(two);
}

std::vector<std::string_view> irregular_forms(std::string_view stem) {
  std::vector<std::string_view> forms;
  for (const Form& form : kIrregular) {
    if (form.stem == stem) forms.push_back(form.form);
  }
  return forms;
}

std::string_view stem(std::string_view word) {
  thread_local std::string closed;
  if (!is_all_letters(word)) {
    const std::string_view whole = closed_compound(word, closed);
    if (whole.empty()) return word;
    if (!is_all_letters(whole)) return whole;
    word = whole;
  }
  if (word.size() < kShortest) return word;
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
