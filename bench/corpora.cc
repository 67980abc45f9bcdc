#include "corpora.h"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

namespace loci::bench {
namespace {

using Json = nlohmann::json;

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string one_line(std::string text) {
  for (char& c : text) {
    if (c == '\n' || c == '\r' || c == '\t') c = ' ';
  }
  return text;
}

// "1:56 pm on 8 May, 2023" → "2023-05-08".
std::string day_of(const std::string& text) {
  static const std::regex kForm(R"((\d+) (\w+),? (\d{4}))");
  static const std::array<std::string, 12> kMonths = {
      "January", "February", "March",     "April",   "May",      "June",
      "July",    "August",   "September", "October", "November", "December"};
  std::smatch match;
  if (!std::regex_search(text, match, kForm)) return "";
  for (std::size_t month = 0; month < kMonths.size(); ++month) {
    if (kMonths[month] == match[2]) {
      return fmt::format("{}-{:02}-{:02}", match[3].str(), month + 1, std::stoi(match[1].str()));
    }
  }
  return "";
}

using TurnPlaces = std::map<std::pair<int, int>, std::pair<std::uint32_t, std::uint32_t>>;

// A section for each turn: an empty heading, and "speaker: text [image: caption]".
TestNote session_note(int number, const std::string& date, const Json& turns, std::uint32_t file,
                      TurnPlaces& places) {
  static const std::regex kTurn(R"(D:?(\d+):0*(\d+))");
  std::string text =
      fmt::format("---\nname: Session {}\ntype: project\nmetadata:\n  modified: {}\n---\n\n",
                  number, day_of(date));
  std::uint32_t line = 8;
  for (const Json& turn : turns) {
    const std::string id = turn.at("dia_id");
    std::smatch match;
    if (std::regex_search(id, match, kTurn)) {
      places[{std::stoi(match[1].str()), std::stoi(match[2].str())}] = {file, line};
    }
    std::string words =
        turn.at("speaker").get<std::string>() + ": " + turn.at("text").get<std::string>();
    if (turn.contains("blip_caption")) {
      words += " [image: " + turn.at("blip_caption").get<std::string>() + "]";
    }
    text += "##\n" + one_line(words) + "\n\n";
    line += 3;
  }
  return {fmt::format("session-{}.md", number), text};
}

Question read_question(const Json& entry, const TurnPlaces& places) {
  static const std::regex kTurn(R"(D:?(\d+):0*(\d+))");
  Question question;
  question.text = entry.at("question");
  question.category = entry.at("category");
  if (!entry.contains("evidence")) return question;
  for (const Json& item : entry.at("evidence")) {
    const std::string id = item;
    for (std::sregex_iterator it(id.begin(), id.end(), kTurn), end; it != end; ++it) {
      const auto found = places.find({std::stoi((*it)[1].str()), std::stoi((*it)[2].str())});
      if (found != places.end()) question.evidence.push_back(found->second);
    }
  }
  return question;
}

std::string between(const std::string& text, const std::string& tag) {
  const std::size_t open = text.find("<" + tag + ">");
  const std::size_t close = text.find("</" + tag + ">");
  if (open == std::string::npos || close == std::string::npos) return "";
  const std::size_t begin = open + tag.size() + 2;
  return text.substr(begin, close - begin);
}

std::vector<std::string> elements(const std::string& text, const std::string& tag) {
  std::vector<std::string> found;
  const std::string open = "<" + tag + ">";
  const std::string close = "</" + tag + ">";
  for (std::size_t at = text.find(open); at != std::string::npos; at = text.find(open, at)) {
    const std::size_t end = text.find(close, at);
    found.push_back(text.substr(at, end - at));
    at = end;
  }
  return found;
}

}  // namespace

std::vector<Conversation> load_locomo(const std::string& path) {
  std::vector<Conversation> conversations;
  for (const Json& entry : Json::parse(read(path))) {
    Conversation conversation;
    TurnPlaces places;
    const Json& talk = entry.at("conversation");
    for (int number = 1; number <= 60; ++number) {
      const std::string key = fmt::format("session_{}", number);
      if (!talk.contains(key)) continue;
      conversation.notes.push_back(
          session_note(number, talk.at(key + "_date_time"), talk.at(key),
                       static_cast<std::uint32_t>(conversation.notes.size()), places));
    }
    for (const Json& item : entry.at("qa")) {
      Question question = read_question(item, places);
      if (!question.evidence.empty()) conversation.questions.push_back(std::move(question));
    }
    conversations.push_back(std::move(conversation));
  }
  return conversations;
}

Collection load_cranfield(const std::string& directory) {
  Collection collection;
  std::map<int, std::uint32_t> numbers;
  for (const std::string& doc : elements(read(directory + "/cran.all.1400.xml"), "doc")) {
    const int number = std::stoi(between(doc, "docno"));
    numbers[number] = static_cast<std::uint32_t>(collection.notes.size());
    const std::string title = one_line(between(doc, "title"));
    collection.notes.push_back({fmt::format("{}.md", number),
                                fmt::format("---\nname: \"{}\"\ntype: reference\n---\n\n{}\n",
                                            title, between(doc, "text"))});
  }
  for (const std::string& query : elements(read(directory + "/cran.qry.xml"), "top")) {
    collection.queries.push_back({one_line(between(query, "title")), {}});
  }
  std::istringstream judgements(read(directory + "/cranqrel.trec.txt"));
  int query = 0;
  int zero = 0;
  int doc = 0;
  int grade = 0;
  while (judgements >> query >> zero >> doc >> grade) {
    if (grade <= 0 || numbers.count(doc) == 0) continue;
    const auto at = static_cast<std::size_t>(query - 1);
    if (at < collection.queries.size()) collection.queries[at].grades[numbers[doc]] = grade;
  }
  return collection;
}

}  // namespace loci::bench
