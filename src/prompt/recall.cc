#include "prompt/recall.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/text.h"
#include "base/time.h"
#include "prompt/common_words.h"
#include "search/tokenizer.h"
#include "search/words.h"

namespace loci::prompt {
namespace {

constexpr std::size_t kPromptBytes = 4'096;
constexpr std::size_t kFewestWords = 2;

// Chosen on the prompts in tests/fixtures/recall.
constexpr double kLeastPart = 0.15;
constexpr double kLeastWeight = 4.55;
constexpr double kOfAPart = 0.5;  // a part of `JSONDecodeError` says less than a word
constexpr double kRarest = 4.21;  // a word of one section in a hundred

// What the rarest word there is weighs in a memory of so many sections.
double rarity_of_one(std::size_t sections) {
  const double count = static_cast<double>(std::max<std::size_t>(sections, 2));
  return std::log(1 + (count - 0.5) / 1.5);
}

bool is_part(std::string_view text, const std::vector<search::Reasons::Word>& words) {
  return std::any_of(words.begin(), words.end(), [&](const search::Reasons::Word& other) {
    return other.text.size() > text.size() + 1 &&
           ascii_lower(other.text).find(text) != std::string::npos;
  });
}

bool is_in(const search::Hit& hit, std::string_view text) {
  return std::any_of(hit.words.begin(), hit.words.end(),
                     [&](const search::WordCount& word) { return word.text == text; });
}

bool is_titled(const search::Reasons::Word& word) {
  using search::Field;
  const auto fields = {Field::Name, Field::Description, Field::Headings};
  return std::any_of(fields.begin(), fields.end(),
                     [&](Field field) { return word.fields[static_cast<std::size_t>(field)] > 0; });
}

bool joins(char32_t c) { return c == U'_' || c == U'.' || c == U'/' || c == U'-'; }

std::string_view without_signs(std::string_view word) {
  const auto is_sign = [](char c) { return joins(static_cast<unsigned char>(c)); };
  while (!word.empty() && is_sign(word.front())) word.remove_prefix(1);
  while (!word.empty() && is_sign(word.back())) word.remove_suffix(1);
  return word;
}

}  // namespace

std::string recall_query(std::string_view prompt) {
  prompt = cut_bytes(prompt, kPromptBytes);
  std::string query;
  std::size_t telling = 0;
  std::string word;
  const auto finish = [&] {
    const std::string_view plain = without_signs(word);
    if (!plain.empty()) {
      if (!query.empty()) query += ' ';
      query += plain;
      if (!search::is_stop_word(ascii_lower(plain))) ++telling;
    }
    word.clear();
  };
  while (!prompt.empty()) {
    const Decoded next = decode_utf8(prompt);
    if (is_word_character(next.character) || joins(next.character)) {
      word.append(prompt.substr(0, next.length));
    } else {
      finish();
    }
    prompt.remove_prefix(next.length);
  }
  finish();
  return telling < kFewestWords ? std::string() : query;
}

Relevance relevance(const search::Hit& hit, std::size_t sections) {
  Relevance result;
  if (hit.sections.empty() || !hit.sections.front().reasons) return result;
  const std::vector<search::Reasons::Word>& words = hit.sections.front().reasons->words;
  const double scale = kRarest / rarity_of_one(sections);
  std::set<std::string, std::less<>> seen;
  double all = 0;
  for (const search::Reasons::Word& word : words) {
    const std::string text = ascii_lower(word.text);
    const std::string stem(search::stem(text));
    if (!seen.insert(stem).second) continue;
    double weight = scale * word.rarity * tellingness(stem);
    if (is_part(text, words)) weight *= kOfAPart;
    all += weight;
    if (!is_in(hit, word.text)) continue;
    ++result.shared;
    result.weight += weight;
    if (is_titled(word)) result.titled += weight;
  }
  if (all > 0) result.part = result.weight / all;
  return result;
}

bool worth_recalling(const Relevance& relevance) {
  return relevance.shared >= kFewestWords && relevance.part >= kLeastPart &&
         relevance.weight + relevance.titled / 2 >= kLeastWeight;
}

std::string note_title(const search::Hit& hit, std::string_view file) {
  return fmt::format("{} ({}, {})", printable(hit.name, true), printable(file, true),
                     utc_date(hit.date));
}

}  // namespace loci::prompt
