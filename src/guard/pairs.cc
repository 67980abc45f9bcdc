#include "guard/pairs.h"

#include <algorithm>

#include "guard/classes.h"
#include "guard/value_reader.h"

namespace loci::guard {
namespace {

constexpr std::size_t kPairLogin = rule_row("login-line");
constexpr std::size_t kPairTold = rule_row("password-told");

// Where PairFinder::look() has something to do.
constexpr Filter kPairFilter = [] {
  Filter filter;
  filter.width = 3;
  const auto among = [](std::string_view set) {
    return [set](char c) { return set.find(c) != std::string_view::npos; };
  };
  let(filter.before, 1, is_blank);  // ada / hunter22
  let(filter.here, 1, among("/"));
  let(filter.next, 1, is_blank);
  let(filter.before, 2, among("iI"));  // login
  let(filter.here, 2, among("nN"));
  let(filter.next, 2, is_blank);
  let(filter.before, 4, among("pP"));  // ID/PW-ada/hunter22
  let(filter.here, 4, among("wW"));
  let(filter.next, 4, among("-"));
  let(filter.third, 7, any_byte);
  return filter;
}();

// What stands earlier on the line of a user and a password.
constexpr std::array<std::string_view, 21> kNearLogins{
    "ogin",  "og in", "cred",  "Cred",  "ccount", "user",  "User",
    "assw",  "demo ", "Demo ", "demo:", "Demo:",  "ugang", "dentifiant",
    "auth ", "Auth ", "auth:", "admin", "Admin",  "konto", "cuenta"};

constexpr std::size_t kNoMark = std::string_view::npos;

class PairFinder final : public ValueReader {
 public:
  PairFinder(std::string_view text, Findings& findings) : ValueReader(text, findings) {}

  [[nodiscard]] const Filter& filter() const override { return kPairFilter; }

  void look(std::size_t at) override {
    const char c = to_lower(text_[at]);
    if (c == '/') return pair(at);
    if (c == 'w') return labelled_pair(at + 2);
    if (is_login(at)) login(at + 1);
  }

 private:
  // At the last letter of "login" or "log in".
  [[nodiscard]] bool is_login(std::size_t at) const {
    constexpr std::size_t kLongest = 6;
    std::string word;
    const std::size_t begin = at + 1 > kLongest ? at + 1 - kLongest : 0;
    for (const char c : text_.substr(begin, at + 1 - begin)) word += to_lower(c);
    return at + 2 < text_.size() && (word.ends_with("login") || word.ends_with("log in"));
  }

  // "login ada/hunter22", "log in with ada and hunter22": what only a password looks like, soon
  // behind it.
  void login(std::size_t at) {
    constexpr std::size_t kFar = 64;
    constexpr std::array<std::string_view, 6> kJoins{"and", "und", "et", "y", "e", "и"};
    const std::size_t most = std::min(text_.size(), at + kFar);
    at = std::max(at, login_until_);
    std::string_view before;
    while (at < most && text_[at] != '\n') {
      if (is_blank(text_[at])) {
        ++at;
        continue;
      }
      const auto found = value_at(at);
      if (!found || found->end > most) break;
      std::string_view word = text_of(*found);
      const std::size_t mark = word.find('/');
      const bool joined =
          mark != kNoMark && mark > 1 &&
          std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(mark), is_alnum);
      if (joined) word.remove_prefix(mark + 1);
      const bool after = std::find(kJoins.begin(), kJoins.end(), before) != kJoins.end();
      if ((joined || after) && word.find('/') == kNoMark && is_strong_word(word)) {
        add(joined ? kPairLogin : kPairTold, found->begin, word);
      }
      before = text_of(*found);
      at = found->end + 1;
    }
    login_until_ = at;
  }

  // "ID/PW-ada/hunter22": `at` is behind the dash.
  void labelled_pair(std::size_t at) {
    const std::size_t label = at - 3;
    if (label == 0 || text_[label - 1] != '/') return;
    const auto found = value_at(skip_blanks(at));
    if (!found) return;
    const std::string_view pair = text_of(*found);
    const std::size_t mark = pair.find_first_of("/:");
    if (mark == kNoMark || mark < 2) return;
    const std::string_view value = pair.substr(mark + 1);
    if (is_told(value)) add(kPairLogin, found->begin, value);
  }

  // "Grafana: ada / hunter22": a user, and what only a password looks like.
  void pair(std::size_t at) {
    const std::string_view user = without_quotes(word_before(at));
    if (user.size() < 2 || !std::all_of(user.begin(), user.end(), [](char c) {
          return is_alnum(c) || std::string_view("._-@(").find(c) != std::string_view::npos;
        })) {
      return;
    }
    const auto found = value_at(skip_blanks(at + 1));
    if (!found || !found->last) return;
    const std::string_view value = text_of(*found);
    if (!is_told(value) && !is_passphrase(value)) return;
    const auto begin = static_cast<std::size_t>(user.data() - text_.data());
    const bool named = line_names(begin, kNearLogins, near_logins_);
    const std::size_t dot = value.rfind('.');
    const bool file =
        dot != std::string_view::npos && value.size() - dot <= 5 && is_lower(value.back());
    // "p50Latency / p95Latency": two names of one kind
    constexpr std::size_t kSameEnd = 6;
    const bool alike = user.size() > kSameEnd && value.size() > kSameEnd &&
                       user.substr(user.size() - kSameEnd) == value.substr(value.size() - kSameEnd);
    if (file || alike) return;
    const std::string_view before = line_before(begin);
    const std::size_t mark = before.find_last_not_of(" \t\"'`*");
    const bool quoted = is_quote(text_[begin > 0 ? begin - 1 : 0]) && found->quoted;
    const bool marked = quoted || before.ends_with("— ") || user.front() == '(' ||
                        (mark != std::string_view::npos && before[mark] == ':');
    if (named || (marked && is_strong_word(value))) add(kPairLogin, found->begin, value);
  }

  LineSearch near_logins_;
  std::size_t login_until_ = 0;  // read behind "login"
};

}  // namespace

std::unique_ptr<Matcher> pair_matcher(std::string_view text, Findings& findings) {
  return std::make_unique<PairFinder>(text, findings);
}

}  // namespace loci::guard
