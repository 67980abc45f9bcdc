// Pushes as fast as helper programs answer: one helper and so one connection for each scope that is
// named, each sending its next operation when it has the answer to the last one.
//
//   push_load HELPER URL SECONDS NOTES new|again SCOPE...
//
// Prints the operations a second that were accepted, and the processor time of an operation here
// and in the helpers, in microseconds. NOTES is how many notes an operation carries: "new" ones, or
// "again" those that each helper made before it is measured.

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "pipe/message.h"

namespace {

using namespace loci;
using Clock = std::chrono::steady_clock;

[[noreturn]] void give_up(const std::string& why) {
  fmt::print(stderr, "push_load: {}\n", why);
  std::exit(1);
}

std::string random_id(std::mt19937_64& random) { return hex(random(), 16) + hex(random(), 16); }

struct Note {
  std::string name;
  std::optional<std::string> hash{};  // that it has there
};

std::vector<Note> new_notes(std::size_t count, std::mt19937_64& random) {
  std::vector<Note> notes(count);
  for (Note& note : notes) note.name = random_id(random);
  return notes;
}

std::string note_text(const std::string& name) {
  static const std::string kBody = [] {
    std::string body = "type: project\n---\n\n";
    for (int i = 0; i < 12; ++i) body += "What we know of it, in a line of words.\n";
    return body;
  }();
  return fmt::format("---\nname: {0}\ndescription: About {0}\n{1}", name, kBody);
}

// A helper at the other end of two pipes.
class Helper {
 public:
  Helper(const char* program, const std::string& url, const std::string& scope);
  Helper(const Helper&) = delete;
  Helper& operator=(const Helper&) = delete;
  ~Helper();

  [[nodiscard]] int output() const { return from_; }
  void say(const pipe::Message& message);
  // Takes what there is; the message, once it is all there.
  std::optional<pipe::Message> take();
  // The next message, which may have come together with the one before.
  pipe::Message hear();

  std::string cursor;
  std::vector<Note> notes;  // that it made, to change them again
  std::size_t turn = 0;

 private:
  std::optional<pipe::Message> next();

  pid_t process_ = 0;
  int to_ = -1;
  int from_ = -1;
  pipe::MessageReader reader_;
};

Helper::Helper(const char* program, const std::string& url, const std::string& scope) {
  std::array<int, 2> to{};
  std::array<int, 2> from{};
  if (::pipe2(to.data(), O_CLOEXEC) != 0 || ::pipe2(from.data(), O_CLOEXEC) != 0) {
    give_up("there are no pipes");
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, to[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, from[1], STDOUT_FILENO);
  std::string word = program;
  const std::array<char*, 2> words{word.data(), nullptr};
  if (::posix_spawn(&process_, program, &actions, nullptr, words.data(), environ) != 0) {
    give_up(fmt::format("'{}' does not start", program));
  }
  posix_spawn_file_actions_destroy(&actions);
  ::close(to[0]);
  ::close(from[1]);
  to_ = to[1];
  from_ = from[0];
  pipe::Message hello;
  hello.line = {{"do", "hello"},   {"protocol", pipe::kProtocol},
                {"loci", "bench"}, {"remote", "team"},
                {"address", url},  {"scope", scope}};
  say(hello);
}

Helper::~Helper() {
  ::close(to_);
  ::close(from_);
  ::waitpid(process_, nullptr, 0);
}

void Helper::say(const pipe::Message& message) {
  const std::string bytes = pipe::format_message(message);
  for (std::string_view rest = bytes; !rest.empty();) {
    const ssize_t written = ::write(to_, rest.data(), rest.size());
    if (written <= 0) give_up("a helper ended");
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
}

std::optional<pipe::Message> Helper::take() {
  std::array<char, 65'536> buffer;
  const ssize_t got = ::read(from_, buffer.data(), buffer.size());
  if (got <= 0) give_up("a helper ended");
  reader_.add({buffer.data(), static_cast<std::size_t>(got)});
  return next();
}

std::optional<pipe::Message> Helper::next() {
  auto message = reader_.next();
  if (!message) give_up(message.error().message);
  if (*message && (*message)->line.contains("error")) give_up(dump_json((*message)->line));
  return std::move(*message);
}

pipe::Message Helper::hear() {
  auto message = next();
  while (!message) message = take();
  return std::move(*message);
}

// Writes these notes, which have other hashes then.
pipe::Message operation(const std::string& cursor, std::span<Note> notes, std::mt19937_64& random) {
  pipe::Message message;
  Json changes = Json::array();
  for (Note& note : notes) {
    std::string text = note_text(note.name);
    Json base = nullptr;
    Json past = Json::array();
    if (note.hash) {
      text += fmt::format("Changed: {}.\n", random_id(random));
      base = *note.hash;
      past.push_back(*note.hash);
    }
    std::string hash = sha256(text);
    changes.push_back(Json::array({fmt::format("global/{}.md", note.name), base, hash, past}));
    note.hash = hash;
    message.texts.emplace(std::move(hash), std::move(text));
  }
  message.line = {{"do", "send"},
                  {"id", random_id(random)},
                  {"heard", cursor},
                  {"replica", "bench"},
                  {"changes", std::move(changes)}};
  return message;
}

// From the answer to an operation; there is none when others wrote in between.
void take_cursor(Helper& helper, const pipe::Message& answer) {
  if (answer.line["answer"] != "accepted") give_up(dump_json(answer.line));
  std::string cursor = answer.line["cursor"].get<std::string>();
  if (!cursor.empty()) helper.cursor = std::move(cursor);
}

// Notes for the helper to change again.
constexpr std::size_t kPresent = 1'000;

void make_present(Helper& helper, std::mt19937_64& random) {
  constexpr std::size_t kAtOnce = 20;
  helper.notes = new_notes(kPresent, random);
  for (std::size_t at = 0; at < kPresent; at += kAtOnce) {
    helper.say(operation(helper.cursor, std::span(helper.notes).subspan(at, kAtOnce), random));
    take_cursor(helper, helper.hear());
  }
}

double processor_seconds(int who) {
  rusage used{};
  ::getrusage(who, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

}  // namespace

int main(int count, char** words) {
  if (count < 7) give_up("HELPER URL SECONDS NOTES new|again SCOPE...");
  const std::string url = words[2];
  const double seconds = std::atof(words[3]);
  const auto notes = static_cast<std::size_t>(std::atoi(words[4]));
  const bool again = std::string_view(words[5]) == "again";
  if (notes < 1 || notes > kPresent) give_up("an operation has 1 to 1000 notes");
  std::mt19937_64 random(std::random_device{}());
  std::vector<std::unique_ptr<Helper>> helpers;
  // Looking at all ends again for each answer would be a good part of what an operation takes here.
  const int ends = ::epoll_create1(EPOLL_CLOEXEC);
  for (int i = 6; i < count; ++i) {
    helpers.push_back(std::make_unique<Helper>(words[1], url, words[i]));
    epoll_event end{.events = EPOLLIN, .data = {.ptr = helpers.back().get()}};
    if (::epoll_ctl(ends, EPOLL_CTL_ADD, helpers.back()->output(), &end) != 0) {
      give_up("the system does not wait");
    }
  }
  for (const auto& helper : helpers) (void)helper->hear();
  for (const auto& helper : helpers) {
    pipe::Message pull;
    pull.line = {{"do", "pull"}, {"cursor", ""}, {"history", false}};
    helper->say(pull);
    auto part = helper->hear();
    helper->cursor = part.line["cursor"].get<std::string>();
    while (part.line.contains("more")) part = helper->hear();
  }
  if (again) {
    for (const auto& helper : helpers) make_present(*helper, random);
  }
  const auto next = [&](Helper& helper) {
    if (again) {
      const std::size_t at = helper.turn++ % (kPresent / notes) * notes;
      return operation(helper.cursor, std::span(helper.notes).subspan(at, notes), random);
    }
    auto made = new_notes(notes, random);
    return operation(helper.cursor, made, random);
  };
  // As for pgbench, what is done once for a connection is not counted: a helper says a statement
  // for the first time, then it prepares it.
  for (int i = 0; i < 3; ++i) {
    for (const auto& helper : helpers) helper->say(next(*helper));
    for (const auto& helper : helpers) take_cursor(*helper, helper->hear());
  }
  const auto start = Clock::now();
  const double own_before = processor_seconds(RUSAGE_SELF);
  for (const auto& helper : helpers) helper->say(next(*helper));
  std::size_t accepted = 0;
  const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  while (elapsed() < seconds) {
    std::array<epoll_event, 64> heard;
    const int answers = ::epoll_wait(ends, heard.data(), heard.size(), 1'000);
    if (answers < 0) give_up("the system does not wait");
    for (const epoll_event& end : std::span(heard).first(static_cast<std::size_t>(answers))) {
      Helper& helper = *static_cast<Helper*>(end.data.ptr);
      const auto answer = helper.take();
      if (!answer) continue;
      take_cursor(helper, *answer);
      ++accepted;
      helper.say(next(helper));
    }
  }
  const double took = elapsed();
  const double own = processor_seconds(RUSAGE_SELF) - own_before;
  for (const auto& helper : helpers) (void)helper->hear();
  helpers.clear();
  const auto per_operation = [&](double used) {
    return used * 1e6 / static_cast<double>(std::max<std::size_t>(accepted, 1));
  };
  fmt::print("{:.1f} {:.0f} {:.0f}\n", static_cast<double>(accepted) / took, per_operation(own),
             per_operation(processor_seconds(RUSAGE_CHILDREN)));
  return 0;
}
