#include "store.h"

#include <fmt/format.h>

#include <algorithm>
#include <list>
#include <map>
#include <set>
#include <thread>

#include "base/json_text.h"
#include "base/text.h"
#include "schema.h"

namespace loci::postgresql {
namespace {

constexpr std::size_t kPartNotes = 5'000;
constexpr std::size_t kPartBytes = std::size_t{8} << 20;
constexpr std::size_t kHashesAtOnce = 1'000;
constexpr std::size_t kMostAncestors = 50'000;
// What a writer may have put into the store past loci is left out: everybody's line has to fit.
constexpr std::size_t kHashLength = 64;
constexpr std::size_t kMostName = 4'096;
// How often a server is asked that cannot wake anybody, and how long a wake-up is relied on.
constexpr std::chrono::milliseconds kPolling{500};
constexpr std::chrono::seconds kListening{20};

const Json* find(const Json& json, std::string_view key) {
  const auto found = json.find(key);
  return found == json.end() ? nullptr : &*found;
}
std::string_view member(const Json& json, std::string_view key) {
  const Json* const value = find(json, key);
  return value != nullptr && value->is_string() ? value->get_ref<const std::string&>()
                                                : std::string_view();
}
bool has_flag(const Json& json, std::string_view key) {
  const Json* const value = find(json, key);
  return value != nullptr && *value == true;
}

std::optional<std::string_view> text_or_null(const Json& json) {
  if (!json.is_string()) return std::nullopt;
  return json.get_ref<const std::string&>();
}

// The lists of all parts under one key, whose items have at least so many values.
template <typename Each>
void each(std::span<const pipe::Message> parts, std::string_view key, std::size_t least,
          Each take) {
  for (const pipe::Message& part : parts) {
    const Json* const list = find(part.line, key);
    if (list == nullptr || !list->is_array()) continue;
    for (const Json& one : *list) {
      if (one.is_array() && one.size() >= least) take(one);
    }
  }
}

// The texts of a list, with spaces between them; what stands nowhere else is kept in `made`.
std::string_view joined(const Json& list, std::list<std::string>& made) {
  if (!list.is_array() || list.empty()) return "";
  if (list.size() == 1) return text_or_null(list[0]).value_or("");
  std::string& all = made.emplace_back();
  for (const Json& one : list) {
    if (!one.is_string()) continue;
    if (!all.empty()) all += ' ';
    all += one.get_ref<const std::string&>();
  }
  return all;
}

// What a note was and is, from rows in the order they were written.
class Told {
 public:
  void add(const Row& row) {
    if (hash) before_.push_back(std::move(*hash));
    const auto end = before_.size();
    if (!row.is_null(3)) {
      for (std::string_view rest = row.text(3); !rest.empty();) {
        const std::string_view one = rest.substr(0, rest.find(' '));
        rest.remove_prefix(std::min(rest.size(), one.size() + 1));
        if (one.size() == kHashLength) before_.emplace_back(one);
      }
    }
    std::reverse(before_.begin() + static_cast<std::ptrdiff_t>(end), before_.end());
    hash = row.is_null(2) ? std::nullopt : std::optional(std::string(row.text(2)));
  }

  // Newest first, each once, and of very many the newest: a message has room for those.
  [[nodiscard]] Json ancestors() const {
    Json list = Json::array();
    std::set<std::string_view> said;
    for (auto one = before_.rbegin(); one != before_.rend() && said.size() < kMostAncestors;
         ++one) {
      if (said.insert(*one).second) list.push_back(*one);
    }
    return list;
  }

  std::optional<std::string> hash;

 private:
  std::vector<std::string> before_;  // oldest first
};

}  // namespace

void Store::prepare(Clock::time_point until) {
  connection_.set_deadline(until);
  (void)connection_.open();
}

Result<> Store::persist(const std::function<Result<>()>& attempt) {
  for (int i = 0;; ++i) {
    auto done = attempt();
    const Failure failure = connection_.failure();
    if (done || !failure.try_again || i == 3 || (failure.is_gone && i > 0)) return done;
    std::this_thread::sleep_for(std::chrono::milliseconds(20) * (i + 1));
  }
}

Result<> Store::pull(const Json& question) {
  pipe::Message head;
  std::map<std::string, Told> notes;
  Json projects = Json::array();
  Json purged = Json::array();
  LOCI_TRY(persist([&]() -> Result<> {
    notes.clear();
    projects = Json::array();
    purged = Json::array();
    auto parameters = begin();
    parameters.text(member(question, "cursor")).flag(has_flag(question, "history"));
    return connection_.stream(
        "SELECT * FROM loci.pull($1, $2, $3, $4)", parameters, [&](const Row& row) {
          const std::string_view what = row.text(0);
          std::string name(row.text(1));
          if (what == "head") {
            head.line = {{"answer", std::move(name)}, {"cursor", std::string(row.text(2))}};
          } else if (what == "note") {
            notes[std::move(name)].add(row);
          } else if (what == "now") {
            notes[std::move(name)].hash =
                row.is_null(2) ? std::nullopt : std::optional(std::string(row.text(2)));
          } else if (what == "purged" && row.text(2).size() == kHashLength) {
            purged.push_back(Json::array({std::move(name), std::string(row.text(2))}));
          } else if (what == "project" &&
                     name.size() + row.text(2).size() + row.text(3).size() <= kMostName) {
            projects.push_back(
                Json::array({std::move(name), std::string(row.text(2)), std::string(row.text(3))}));
          }
        });
  }));
  head.line["projects"] = std::move(projects);
  head.line["purged"] = std::move(purged);
  Json list = Json::array();
  std::size_t bytes = 0;
  for (auto& [name, told] : notes) {
    if (list.size() >= kPartNotes || bytes > kPartBytes / 4) {
      head.line["notes"] = std::exchange(list, Json::array());
      head.line["more"] = true;
      tell(std::exchange(head, {}));
      bytes = 0;
    }
    Json ancestors = told.ancestors();
    bytes += name.size() + 70 * (ancestors.size() + 1);
    list.push_back(
        Json::array({name, told.hash ? Json(*told.hash) : Json(nullptr), std::move(ancestors)}));
  }
  head.line["notes"] = std::move(list);
  tell(head);
  return {};
}

Result<> Store::texts(const Json& question) {
  Strings wanted;
  if (question.contains("hashes") && question["hashes"].is_array()) {
    for (const Json& one : question["hashes"]) {
      if (one.is_string()) wanted.push_back(text_or_null(one));
    }
  }
  pipe::Message part;
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < wanted.size(); i += kHashesAtOnce) {
    const auto first = wanted.begin() + static_cast<std::ptrdiff_t>(i);
    const Strings some(
        first, first + static_cast<std::ptrdiff_t>(std::min(kHashesAtOnce, wanted.size() - i)));
    LOCI_TRY(persist([&] {
      return connection_.stream(
          "SELECT * FROM loci.texts_of($1, $2, $3)", begin().texts(some), [&](const Row& row) {
            bytes += row.text(1).size();
            part.texts.insert_or_assign(std::string(row.text(0)), std::string(row.text(1)));
            if (bytes < kPartBytes) return;
            part.line["more"] = true;
            tell(std::exchange(part, {}));
            bytes = 0;
          });
    }));
  }
  tell(part);
  return {};
}

Result<> Store::confirmed(const Json&) {
  Json list = Json::array();
  LOCI_TRY(persist([&] {
    list = Json::array();
    return connection_.stream(
        "SELECT * FROM loci.confirmed_of($1, $2)", begin(), [&](const Row& row) {
          Json marks = Json::array();
          for (std::string_view rest = row.text(2); !rest.empty();) {
            const std::string_view one = rest.substr(0, rest.find(' '));
            rest.remove_prefix(std::min(rest.size(), one.size() + 1));
            if (!one.empty()) marks.push_back(std::string(one));
          }
          list.push_back(
              Json::array({std::string(row.text(0)), std::string(row.text(1)), std::move(marks)}));
        });
  }));
  for (std::size_t i = 0; i + kPartNotes < list.size();) {
    pipe::Message part;
    Json some = Json::array();
    for (std::size_t n = 0; n < kPartNotes; ++n) some.push_back(std::move(list[i++]));
    part.line = {{"confirmed", std::move(some)}, {"more", true}};
    tell(part);
    list.erase(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(std::exchange(i, 0)));
  }
  pipe::Message last;
  last.line = {{"confirmed", std::move(list)}};
  tell(last);
  return {};
}

Result<> Store::send(std::span<const pipe::Message> parts) {
  const Json& first = parts.front().line;
  Strings notes, bases, hashes, pasts, purge_notes, purge_hashes, projects, confirmed;
  std::list<std::string> made;
  each(parts, "changes", 4, [&](const Json& one) {
    notes.push_back(text_or_null(one[0]));
    bases.push_back(text_or_null(one[1]));
    hashes.push_back(text_or_null(one[2]));
    pasts.emplace_back(joined(one[3], made));
  });
  each(parts, "purges", 2, [&](const Json& one) {
    purge_notes.push_back(text_or_null(one[0]));
    purge_hashes.push_back(text_or_null(one[1]));
  });
  each(parts, "projects", 3, [&](const Json& one) {
    for (std::size_t i = 0; i < 3; ++i) projects.push_back(text_or_null(one[i]));
  });
  each(parts, "confirmed", 3, [&](const Json& one) {
    confirmed.push_back(text_or_null(one[0]));
    confirmed.emplace_back(joined(one[2], made));
  });
  std::map<std::string_view, std::string_view> texts;
  std::size_t bytes = 0;
  for (const pipe::Message& part : parts) {
    for (const auto& [hash, text] : part.texts) {
      if (texts.emplace(hash, text).second) bytes += text.size();
    }
  }
  const bool at_once = bytes <= kPartBytes;
  // A text goes with the first note that has it.
  Strings bodies(notes.size());
  for (std::size_t i = 0; at_once && i < hashes.size(); ++i) {
    if (!hashes[i]) continue;
    if (auto text = texts.extract(*hashes[i])) bodies[i] = text.mapped();
  }
  const bool has_confirmed = has_flag(first, "carries_confirmed");
  const bool is_one_note =
      at_once && notes.size() == 1 && purge_notes.empty() && projects.empty() && !has_confirmed;
  const auto begin_push = [&] {
    Parameters parameters = begin();
    parameters.text(member(first, "id")).text(member(first, "replica"));
    parameters.text(member(first, "heard"));
    return parameters;
  };
  std::string answer;
  const auto take_answer = [&](const Row& row) {
    // A word, or the cursor of what was accepted.
    const std::string_view said = row.text(0);
    const bool is_cursor = said.find(' ') != std::string_view::npos;
    JsonText line;
    line.begin_object().add("answer", is_cursor ? "accepted" : said);
    line.add("cursor", is_cursor ? said : "").end_object();
    answer = std::move(line).take();
  };
  const auto push_note = [&] {
    Parameters parameters = begin_push();
    parameters.text(notes[0]).text(bases[0]).text(hashes[0]).text(pasts[0]).body(bodies[0]);
    return connection_.run("SELECT loci.push_note($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
                           parameters, take_answer);
  };
  const auto push = [&] {
    Parameters parameters = begin_push();
    parameters.texts(notes).texts(bases).texts(hashes).texts(pasts).bodies(bodies);
    // An empty list takes the server longer than none.
    const auto some_or_none = [&](const Strings& list) {
      list.empty() ? parameters.no_texts() : parameters.texts(list);
    };
    some_or_none(purge_notes);
    some_or_none(purge_hashes);
    some_or_none(projects);
    has_confirmed ? parameters.texts(confirmed) : parameters.no_texts();
    return connection_.run(
        "SELECT loci.push($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)", parameters,
        take_answer);
  };
  LOCI_TRY(persist([&]() -> Result<> {
    if (is_one_note) {
      auto done = push_note();
      if (done || !connection_.failure().is_known) return done;
      // Its id, note or text is there already, and the answer to that is with loci.push.
    }
    if (at_once) return push();
    auto done = connection_.script("BEGIN");
    for (auto text = texts.begin(); done && text != texts.end();) {
      Strings some;
      Strings some_bodies;
      std::size_t some_bytes = 0;
      for (; text != texts.end() && some_bytes < kPartBytes; ++text) {
        some.emplace_back(text->first);
        some_bodies.emplace_back(text->second);
        some_bytes += text->second.size();
      }
      done = connection_.run("SELECT loci.bring($1, $2, $3, $4)",
                             begin().texts(some).bodies(some_bodies));
    }
    if (done) done = push();
    if (done) return connection_.script("COMMIT");
    connection_.close();  // and with it the transaction
    return done;
  }));
  answer += '\n';
  say_(answer);
  return {};
}

Result<bool> Store::ask_for_news(const std::string& cursor) {
  LOCI_TRY(persist([&]() -> Result<> {
    LOCI_ASSIGN(direct_, connection_.is_direct());
    return {};
  }));
  bool news = false;
  std::string channel;
  const auto ask = [&] {
    return persist([&] {
      return connection_.run("SELECT * FROM loci.watch($1, $2, $3, $4)",
                             begin().text(cursor).flag(direct_), [&](const Row& row) {
                               news = row.flag(0);
                               channel = row.text(1);
                             });
    });
  };
  LOCI_TRY(ask());
  if (channel.empty()) direct_ = false;  // nobody is woken who may only read
  if (direct_ && !news) {
    LOCI_TRY(connection_.listen(channel));
    LOCI_TRY(ask());  // what came before anybody listened
  }
  return news;
}

Result<> Store::wait(const Json& question) {
  const std::string cursor(member(question, "cursor"));
  const auto patience = question.contains("patience") && question["patience"].is_number_unsigned()
                            ? question["patience"].get<std::uint64_t>()
                            : 0;
  const auto until =
      Clock::now() + std::chrono::milliseconds(std::min<std::uint64_t>(patience, 3'600'000));
  bool news = false;
  for (;;) {
    if (quiet_at_ != cursor || Clock::now() >= ask_again_ ||
        (direct_ && !connection_.is_listening())) {
      LOCI_ASSIGN(news, ask_for_news(cursor));
      ask_again_ = Clock::now() + (direct_ ? Clock::duration(kListening) : kPolling);
    }
    quiet_at_.reset();
    if (news || Clock::now() >= until) break;
    const auto rest = std::min(until, ask_again_);
    if (direct_) {
      LOCI_ASSIGN(news, connection_.wake_up(rest));
    } else {
      std::this_thread::sleep_until(rest);
    }
    quiet_at_ = cursor;
  }
  if (!news) quiet_at_ = cursor;
  pipe::Message answer;
  answer.line = {{"news", news}};
  tell(answer);
  return {};
}

Result<Store::Form> Store::look() {
  Form form;
  bool bypasses = false;
  std::string role;
  LOCI_TRY(persist([&] {
    return connection_.run(
        "SELECT n.oid IS NOT NULL, coalesce(n.nspowner = r.oid, false), r.rolsuper OR "
        "r.rolbypassrls, r.rolname::text FROM pg_roles r LEFT JOIN pg_namespace n ON n.nspname = "
        "'loci' WHERE r.rolname = current_user",
        {}, [&](const Row& row) {
          form.is_there = row.flag(0);
          form.is_mine = row.flag(1);
          bypasses = row.flag(2);
          role = row.text(3);
        });
  }));
  if (form.is_there && !form.is_mine) {
    return fail(denied(fmt::format("'{}' does not own the store of loci at '{}'", role, remote_),
                       "its owner begins a scope, and lets you in with loci.allow()"));
  }
  if (bypasses) {
    return fail(
        denied(fmt::format("'{}' is not bound by row-level security, so it must not own the "
                           "store",
                           role),
               "begin it as a role of its own: CREATE ROLE loci_owner LOGIN; GRANT CREATE "
               "ON DATABASE … TO loci_owner"));
  }
  if (form.is_there) {
    LOCI_TRY(connection_.run("SELECT version::text FROM loci.form", {}, [&](const Row& row) {
      form.version = std::atoi(std::string(row.text(0)).c_str());
    }));
  }
  return form;
}

Result<> Store::begin_scope(bool dry_run) {
  LOCI_ASSIGN(const Form form, look());
  if (form.is_there && form.version != kForm) {
    return fail(
        denied(fmt::format("the store at '{}' has form {}, and this helper form {}", remote_,
                           form.version, kForm),
               form.version < kForm
                   ? fmt::format("'loci remote init {} --upgrade' brings it up to date", remote_)
                   : "install a newer loci"));
  }
  bool taken = false;
  if (form.is_there) {
    // In one transaction: the setting ends with it.
    LOCI_TRY(connection_.run(
        "SELECT count(s.scope) > 0 FROM (SELECT set_config('loci.scope', $1, true)) e LEFT JOIN "
        "loci.scopes s ON s.scope = $1 AND e IS NOT NULL",
        Parameters().text(scope_), [&](const Row& row) { taken = row.flag(0); }));
  }
  if (taken) {
    return fail(conflict(fmt::format("there is a scope '{}' at '{}' already", scope_, remote_),
                         fmt::format("'loci sync {}' takes what is there", remote_)));
  }
  if (dry_run) return {};
  if (!form.is_there) {
    LOCI_TRY(connection_.script(fmt::format("BEGIN;\n{}\n{}\nCOMMIT;", kTables, kFunctions)));
  }
  auto made = connection_.run("SELECT loci.add_scope($1)", Parameters().text(scope_));
  return made;
}

Result<> Store::upgrade(bool dry_run) {
  LOCI_ASSIGN(const Form form, look());
  if (!form.is_there) {
    return fail(not_found(fmt::format("there is no store of loci at '{}' yet", remote_),
                          fmt::format("'loci remote init {}' begins it", remote_)));
  }
  if (form.version > kForm) {
    return fail(denied(
        fmt::format("the store has form {}, newer than this helper's {}", form.version, kForm),
        "install a newer loci"));
  }
  if (dry_run) return {};
  // Forms of the tables come one after the other; the functions are those of this program.
  std::string steps = "BEGIN;\nLOCK TABLE loci.form;\n";
  for (int version = form.version + 1; version <= kForm; ++version) {
    steps += kSteps.at(static_cast<std::size_t>(version - 2));
  }
  steps += fmt::format("{}\nUPDATE loci.form SET version = {};\nCOMMIT;", kFunctions, kForm);
  return connection_.script(steps);
}

Result<> Store::init(const Json& question) {
  const bool dry_run = has_flag(question, "dry_run");
  LOCI_TRY(has_flag(question, "upgrade") ? upgrade(dry_run) : begin_scope(dry_run));
  pipe::Message done;
  done.line = {{"done", true}};
  tell(done);
  return {};
}

}  // namespace loci::postgresql
