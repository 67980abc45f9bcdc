#include "engines.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <xapian.h>
#include <cstdlib>
#include <filesystem>

#include "search/tokenizer.h"
#include "search/words.h"

namespace loci::bench {
namespace {

void check(bool good, const char* what, sqlite3* db = nullptr) {
  if (good) return;
  fmt::print(stderr, "bench: {}: {}\n", what, db != nullptr ? sqlite3_errmsg(db) : "failed");
  std::exit(2);
}

// FTS5's tokenizer must leave a word as it is: anything but letters and digits
// is written in hex.
std::string safe(const std::string& word) {
  std::string result;
  for (const char c : word) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (plain) {
      result += c;
    } else {
      result += fmt::format("x{:02x}x", static_cast<unsigned char>(c));
    }
  }
  return result;
}

std::string joined(const Words& words, const char* between) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += between;
    text += safe(word);
  }
  return text;
}

class Fts5 final : public Engine {
 public:
  Fts5(std::string path, const std::string& tokenizer)
      : path_(std::move(path)), tokenizer_(tokenizer) {
    if (!path_.empty()) std::filesystem::remove(path_);
    check(sqlite3_open(path_.empty() ? ":memory:" : path_.c_str(), &db_) == SQLITE_OK, "sqlite");
    run("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-262144");
  }
  Fts5(const Fts5&) = delete;
  Fts5& operator=(const Fts5&) = delete;
  ~Fts5() override {
    sqlite3_finalize(insert_);
    sqlite3_finalize(select_);
    sqlite3_close(db_);
  }

  void begin() override {
    run(fmt::format("CREATE VIRTUAL TABLE t USING fts5(body, content='', tokenize='{}')",
                    tokenizer_)
            .c_str());
    run("BEGIN");
    prepare("INSERT INTO t(rowid, body) VALUES(?, ?)", &insert_);
  }

  void add(const Words& words) override { insert(next_++, joined(words, " ")); }
  void add_text(const std::string& text) override { insert(next_++, text); }

  void finish() override {
    run("COMMIT");
    run("INSERT INTO t(t) VALUES('optimize')");
  }

  std::vector<std::uint32_t> search(const Words& words, int limit) override {
    if (select_ == nullptr) {
      prepare("SELECT rowid FROM t WHERE t MATCH ? ORDER BY rank LIMIT ?", &select_);
    }
    const std::string match = joined(words, " OR ");
    sqlite3_bind_text(select_, 1, match.data(), static_cast<int>(match.size()), SQLITE_STATIC);
    sqlite3_bind_int(select_, 2, limit);
    std::vector<std::uint32_t> rows;
    int status = SQLITE_ROW;
    while ((status = sqlite3_step(select_)) == SQLITE_ROW) {
      rows.push_back(static_cast<std::uint32_t>(sqlite3_column_int64(select_, 0)) - 1);
    }
    check(status == SQLITE_DONE, "select", db_);
    sqlite3_reset(select_);
    return rows;
  }

  std::uint64_t bytes() const override {
    return path_.empty() ? 0 : std::filesystem::file_size(path_);
  }

  void replace(std::uint32_t row, const Words& old, const Words& words) override {
    run("BEGIN");
    sqlite3_stmt* remove = nullptr;
    prepare("INSERT INTO t(t, rowid, body) VALUES('delete', ?, ?)", &remove);
    const std::string text = joined(old, " ");
    sqlite3_bind_int64(remove, 1, row + 1);
    sqlite3_bind_text(remove, 2, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
    check(sqlite3_step(remove) == SQLITE_DONE, "delete", db_);
    sqlite3_finalize(remove);
    insert(row, joined(words, " "));
    run("COMMIT");
  }

 private:
  void insert(std::uint32_t row, const std::string& text) {
    sqlite3_bind_int64(insert_, 1, row + 1);
    sqlite3_bind_text(insert_, 2, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
    check(sqlite3_step(insert_) == SQLITE_DONE, "insert", db_);
    sqlite3_reset(insert_);
  }
  void run(const char* sql) {
    check(sqlite3_exec(db_, sql, nullptr, nullptr, nullptr) == SQLITE_OK, sql, db_);
  }
  void prepare(const char* sql, sqlite3_stmt** statement) {
    check(sqlite3_prepare_v2(db_, sql, -1, statement, nullptr) == SQLITE_OK, sql, db_);
  }

  std::string path_;
  std::string tokenizer_;
  sqlite3* db_ = nullptr;
  sqlite3_stmt* insert_ = nullptr;
  sqlite3_stmt* select_ = nullptr;
  std::uint32_t next_ = 0;
};

class XapianEngine final : public Engine {
 public:
  explicit XapianEngine(std::string path) : path_(std::move(path)) {}

  void begin() override {
    if (path_.empty()) {
      writable_ = Xapian::WritableDatabase(std::string(), Xapian::DB_BACKEND_INMEMORY);
    } else {
      std::filesystem::remove_all(path_);
      std::filesystem::remove_all(path_ + ".new");
      writable_ = Xapian::WritableDatabase(path_ + ".new",
                                           Xapian::DB_CREATE_OR_OVERWRITE | Xapian::DB_NO_SYNC);
    }
  }

  void add(const Words& words) override { writable_.add_document(document(words)); }
  void add_text(const std::string& text) override { add(Analyser().words(text)); }

  void finish() override {
    writable_.commit();
    if (path_.empty()) {
      readable_ = writable_;
      return;
    }
    writable_.compact(path_);
    writable_.close();
    std::filesystem::remove_all(path_ + ".new");
    readable_ = Xapian::Database(path_);
  }

  std::vector<std::uint32_t> search(const Words& words, int limit) override {
    Xapian::Enquire enquire(readable_);
    enquire.set_query(Xapian::Query(Xapian::Query::OP_OR, words.begin(), words.end()));
    std::vector<std::uint32_t> rows;
    const Xapian::MSet found = enquire.get_mset(0, static_cast<Xapian::doccount>(limit));
    for (auto it = found.begin(); it != found.end(); ++it) rows.push_back(*it - 1);
    return rows;
  }

  std::uint64_t bytes() const override {
    std::uint64_t sum = 0;
    if (path_.empty()) return 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path_)) {
      if (entry.is_regular_file()) sum += entry.file_size();
    }
    return sum;
  }

  void replace(std::uint32_t row, const Words&, const Words& words) override {
    Xapian::WritableDatabase again(path_, Xapian::DB_OPEN | Xapian::DB_NO_SYNC);
    again.replace_document(row + 1, document(words));
    again.commit();
    readable_.reopen();
  }

 private:
  static Xapian::Document document(const Words& words) {
    Xapian::Document made;
    for (const std::string& word : words) made.add_term(word);
    return made;
  }

  std::string path_;
  Xapian::WritableDatabase writable_;
  Xapian::Database readable_;
};

}  // namespace

Words Analyser::words(std::string_view text) {
  Words words;
  for (const std::string& word : search::words_of(text)) {
    if (!search::is_stop_word(word)) words.emplace_back(search::stem(word));
  }
  return words;
}

Words Analyser::words(const search::Segment& segment, std::uint32_t section) {
  search::Segment::Words numbers;
  std::array<std::uint32_t, search::kFields> counts{};
  static_cast<void>(segment.read_words(segment.section(section), numbers, counts));
  Words words;
  for (const search::Segment::Word& number : numbers) {
    const std::string_view word = segment.word(number.number());
    if (!search::is_stop_word(word)) words.emplace_back(search::stem(word));
  }
  return words;
}

Words Analyser::words(const search::Query& query) {
  Words words;
  for (const search::Clause& clause : query.clauses) {
    words.emplace_back(search::stem(clause.words[0]));
  }
  return words;
}

std::unique_ptr<Engine> make_fts5(const std::string& path, const std::string& tokenizer) {
  return std::make_unique<Fts5>(path, tokenizer);
}
std::unique_ptr<Engine> make_xapian(const std::string& path) {
  return std::make_unique<XapianEngine>(path);
}

}  // namespace loci::bench
