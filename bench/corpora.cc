#include "corpora.h"

#include <fmt/format.h>
#include <zlib.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
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

// The name of the file is the same for all: it says nothing.
std::string key_of(std::size_t number) { return fmt::format("{}/x.md", number); }

using TurnPlaces = std::map<std::pair<int, int>, std::pair<std::uint32_t, std::uint32_t>>;

const std::regex kTurn(R"(D:?(\d+):0*(\d+))");

std::string words_of(const Json& turn) {
  std::string words =
      turn.at("speaker").get<std::string>() + ": " + turn.at("text").get<std::string>();
  if (turn.contains("blip_caption")) {
    words += " [image: " + turn.at("blip_caption").get<std::string>() + "]";
  }
  return one_line(words);
}

std::string dated_head(int session, const std::string& day) {
  return fmt::format("---\nname: Session {}\ntype: project\nmetadata:\n  modified: {}\n---\n\n",
                     session, day);
}

// A session as one note: for each turn an empty heading, and "speaker: text [image: caption]".
TestNote session_note(int number, const std::string& day, const Json& turns, std::uint32_t file,
                      TurnPlaces& places) {
  std::string text = dated_head(number, day);
  std::uint32_t line = 8;
  for (const Json& turn : turns) {
    const std::string id = turn.at("dia_id");
    std::smatch match;
    if (std::regex_search(id, match, kTurn)) {
      places[{std::stoi(match[1].str()), std::stoi(match[2].str())}] = {file, line};
    }
    text += "##\n" + words_of(turn) + "\n\n";
    line += 3;
  }
  return {fmt::format("session-{}.md", number), text};
}

// The turns of a session, a note each; `places` gets the number of each.
void add_turn_notes(int number, const std::string& day, const Json& turns, TestMemory& memory,
                    TurnPlaces& places) {
  for (const Json& turn : turns) {
    const std::string id = turn.at("dia_id");
    std::smatch match;
    if (std::regex_search(id, match, kTurn)) {
      places[{std::stoi(match[1].str()), std::stoi(match[2].str())}] = {
          static_cast<std::uint32_t>(memory.notes.size()), 0};
    }
    memory.notes.push_back(
        {key_of(memory.notes.size()), dated_head(number, day) + words_of(turn) + "\n"});
  }
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> evidence_of(const Json& entry,
                                                                 const TurnPlaces& places) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> evidence;
  if (!entry.contains("evidence")) return {};
  for (const Json& item : entry.at("evidence")) {
    const std::string id = item;
    for (std::sregex_iterator it(id.begin(), id.end(), kTurn), end; it != end; ++it) {
      const auto found = places.find({std::stoi((*it)[1].str()), std::stoi((*it)[2].str())});
      if (found != places.end()) evidence.insert(found->second);
    }
  }
  return {evidence.begin(), evidence.end()};
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

// The text of a gzip file; empty when there is none.
std::string unzipped(const std::string& path) {
  std::string text;
  gzFile file = gzopen(path.c_str(), "rb");
  if (file == nullptr) return text;
  std::array<char, 1 << 16> buffer{};
  for (int got = 0; (got = gzread(file, buffer.data(), buffer.size())) > 0;) {
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
  gzclose(file);
  return text;
}

// JSON strings are YAML strings.
std::string note_text(const std::string& title, const std::string& text) {
  const std::string name = title.empty() ? "" : "name: " + Json(one_line(title)).dump() + "\n";
  return "---\n" + name + "type: reference\n---\n\n" + text + "\n";
}

void keep_answered(TestMemory& memory) {
  std::vector<TestQuery> answered;
  for (std::size_t i = 0; i < memory.queries.size(); ++i) {
    if (memory.queries[i].grades.empty()) continue;
    memory.queries[i].held_out = i % 2 == 1;
    answered.push_back(std::move(memory.queries[i]));
  }
  memory.queries = std::move(answered);
}

}  // namespace

std::vector<TestSet> load_locomo(const std::string& path) {
  std::vector<TestSet> sets = {
      {"locomo turns", true, {}}, {"locomo sessions", false, {}}, {"locomo notes", false, {}}};
  bool held_out = true;
  for (const Json& entry : Json::parse(read(path))) {
    held_out = !held_out;
    TestMemory sessions;
    TestMemory turns;
    TurnPlaces in_sessions;
    TurnPlaces of_turns;
    const Json& talk = entry.at("conversation");
    for (int number = 1; number <= 60; ++number) {
      const std::string key = fmt::format("session_{}", number);
      if (!talk.contains(key)) continue;
      const std::string day = day_of(talk.at(key + "_date_time"));
      sessions.notes.push_back(session_note(number, day, talk.at(key),
                                            static_cast<std::uint32_t>(sessions.notes.size()),
                                            in_sessions));
      add_turn_notes(number, day, talk.at(key), turns, of_turns);
    }
    TestMemory whole = sessions;
    for (const Json& item : entry.at("qa")) {
      TestQuery query;
      query.text = item.at("question");
      query.held_out = held_out;
      TestQuery by_session = query;
      TestQuery by_turn = query;
      query.sections = evidence_of(item, in_sessions);
      if (query.sections.empty()) continue;
      for (const auto& [note, line] : query.sections) by_session.grades[note] = 1;
      for (const auto& [note, line] : evidence_of(item, of_turns)) by_turn.grades[note] = 1;
      sessions.queries.push_back(std::move(query));
      whole.queries.push_back(std::move(by_session));
      turns.queries.push_back(std::move(by_turn));
    }
    sets[0].memories.push_back(std::move(sessions));
    sets[1].memories.push_back(std::move(whole));
    sets[2].memories.push_back(std::move(turns));
  }
  return sets;
}

TestSet load_cranfield(const std::string& directory) {
  TestMemory memory;
  std::map<int, std::uint32_t> numbers;
  for (const std::string& doc : elements(read(directory + "/cran.all.1400.xml"), "doc")) {
    numbers[std::stoi(between(doc, "docno"))] = static_cast<std::uint32_t>(memory.notes.size());
    memory.notes.push_back(
        {key_of(memory.notes.size()), note_text(between(doc, "title"), between(doc, "text"))});
  }
  for (const std::string& query : elements(read(directory + "/cran.qry.xml"), "top")) {
    memory.queries.push_back({.text = one_line(between(query, "title"))});
  }
  std::istringstream judgements(read(directory + "/cranqrel.trec.txt"));
  int query = 0;
  int zero = 0;
  int doc = 0;
  int grade = 0;
  while (judgements >> query >> zero >> doc >> grade) {
    if (grade <= 0 || numbers.count(doc) == 0) continue;
    const auto at = static_cast<std::size_t>(query - 1);
    if (at < memory.queries.size()) memory.queries[at].grades[numbers[doc]] = grade;
  }
  keep_answered(memory);
  return {"cranfield", false, {std::move(memory)}};
}

TestSet load_retrieval(const std::string& directory) {
  TestMemory memory;
  std::map<std::string, std::uint32_t> notes;
  std::map<std::string, std::size_t> queries;
  std::istringstream corpus(unzipped(directory + "/corpus.jsonl.gz"));
  for (std::string line; std::getline(corpus, line);) {
    const Json entry = Json::parse(line);
    notes[entry.at("id")] = static_cast<std::uint32_t>(memory.notes.size());
    memory.notes.push_back({key_of(memory.notes.size()),
                            note_text(entry.value("title", ""), entry.value("text", ""))});
  }
  std::istringstream asked(unzipped(directory + "/queries.jsonl.gz"));
  for (std::string line; std::getline(asked, line);) {
    const Json entry = Json::parse(line);
    queries[entry.at("id")] = memory.queries.size();
    memory.queries.push_back({.text = entry.at("text")});
  }
  std::istringstream judgements(unzipped(directory + "/qrels.tsv.gz"));
  for (std::string line; std::getline(judgements, line);) {
    std::istringstream fields(line);
    std::string query;
    std::string note;
    std::string grade;
    std::getline(fields, query, '\t');
    std::getline(fields, note, '\t');
    std::getline(fields, grade, '\t');
    if (queries.count(query) == 0 || notes.count(note) == 0) continue;
    const int value = std::atoi(grade.c_str());
    if (value > 0) memory.queries[queries[query]].grades[notes[note]] = value;
  }
  keep_answered(memory);
  return {directory.substr(directory.rfind('/') + 1), false, {std::move(memory)}};
}

}  // namespace loci::bench
