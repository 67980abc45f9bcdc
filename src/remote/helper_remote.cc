#include "remote/helper_remote.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <thread>

#include "base/text.h"
#include "base/version.h"
#include "pipe/helper_url.h"
#include "pipe/message.h"
#include "remote/helper_texts.h"

namespace loci::remote {
namespace {

constexpr std::size_t kHashesAtOnce = 5'000;

class HelperRemote final : public Transport {
 public:
  HelperRemote(std::unique_ptr<memory::HelperProgram> program, const Remote& remote,
               const TransportOptions& options)
      : program_(std::move(program)),
        remote_(remote),
        options_(options),
        until_(std::chrono::steady_clock::now() + options.patience) {}

  Result<> greet();

  void leave_out_past() override { history_ = false; }
  Result<> ask_ahead(const std::string& cursor) override;
  Result<sync::Pulled> pull(const std::string& cursor) override;
  [[nodiscard]] const std::vector<RemoteProject>& projects() const override { return projects_; }
  Result<ConfirmedNotes> confirmed() override;
  Result<> refresh() override { return {}; }  // nothing of the remote is kept here
  Result<> texts(const std::set<std::string>& hashes, Texts& found,
                 const TextArrives& arrives) override;
  Result<sync::Sent> send(const sync::Sending& sending, const Parcel& parcel) override;
  Result<> init(const InitRequest& request) override;
  Result<bool> wait(const std::string& cursor, std::chrono::milliseconds patience) override;
  [[nodiscard]] bool wakes() override { return meet() && greeting_.waits; }
  [[nodiscard]] bool keeps_history() const override { return greeting_.keeps_history; }
  [[nodiscard]] const std::vector<std::string>& odd() const override { return odd_; }

 private:
  Result<> say(const pipe::Message& message) {
    return program_->write(pipe::format_message(message), until_);
  }
  // The next message; an error of the helper is one.
  Result<pipe::Message> hear();
  Result<> meet();  // the helper's answer to the greeting
  Result<pipe::Message> hear_greeted();
  Result<pipe::Message> ask(Json line);
  static bool has_more(const pipe::Message& message) {
    return message.line.contains("more") && message.line["more"] == true;
  }

  std::unique_ptr<memory::HelperProgram> program_;
  Remote remote_;
  TransportOptions options_;
  std::chrono::steady_clock::time_point until_;
  bool greeted_ = false;
  bool history_ = true;
  std::optional<std::string> asked_;  // the cursor of a pull whose answer is still to come
  HelperGreeting greeting_;
  pipe::MessageReader reader_;
  std::vector<RemoteProject> projects_;
  std::vector<std::string> odd_;
};

// Said at once, and the answer awaited with the first question: what the helper needs to begin is
// done while this machine's notes are looked at.
Result<> HelperRemote::greet() {
  pipe::Message hello;
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(options_.patience);
  hello.line = {{"do", "hello"},
                {"protocol", pipe::kProtocol},
                {"loci", std::string(kVersion)},
                {"remote", remote_.name},
                {"address", pipe::helper_address(remote_.url)},
                {"scope", remote_.branch},
                {"patience", left.count()}};
  return say(hello);
}

Result<pipe::Message> HelperRemote::hear() {
  for (;;) {
    LOCI_ASSIGN(auto message, reader_.next());
    if (message) return std::move(*message);
    LOCI_ASSIGN(const std::string bytes, program_->read(until_));
    reader_.add(bytes);
  }
}

Result<> HelperRemote::meet() {
  if (greeted_) return {};
  LOCI_ASSIGN(const pipe::Message hello, hear());
  LOCI_ASSIGN(greeting_, parse_greeting(hello.line));
  greeted_ = true;
  return {};
}

Result<pipe::Message> HelperRemote::hear_greeted() {
  LOCI_TRY(meet());
  LOCI_ASSIGN(pipe::Message message, hear());
  if (message.line.contains("error")) return fail(parse_helper_error(message.line));
  return message;
}

Result<pipe::Message> HelperRemote::ask(Json line) {
  pipe::Message question;
  question.line = std::move(line);
  LOCI_TRY(say(question));
  return hear_greeted();
}

Result<> HelperRemote::ask_ahead(const std::string& cursor) {
  pipe::Message question;
  question.line = {{"do", "pull"}, {"cursor", cursor}, {"history", history_}};
  LOCI_TRY(say(question));
  asked_ = cursor;
  return {};
}

Result<sync::Pulled> HelperRemote::pull(const std::string& cursor) {
  if (asked_ != cursor) LOCI_TRY(ask_ahead(cursor));
  asked_.reset();
  PullParts parts;
  LOCI_ASSIGN(pipe::Message message, hear_greeted());
  LOCI_TRY(add_pull_part(message.line, parts));
  while (has_more(message)) {
    LOCI_ASSIGN(message, hear_greeted());
    LOCI_TRY(add_pull_part(message.line, parts));
  }
  odd_ = std::move(parts.odd);
  projects_ = std::move(parts.projects);
  return std::move(parts.pulled);
}

Result<ConfirmedNotes> HelperRemote::confirmed() {
  ConfirmedNotes notes;
  LOCI_ASSIGN(pipe::Message message, ask({{"do", "confirmed"}}));
  LOCI_TRY(add_confirmed_part(message.line, notes));
  while (has_more(message)) {
    LOCI_ASSIGN(message, hear_greeted());
    LOCI_TRY(add_confirmed_part(message.line, notes));
  }
  return notes;
}

// The next ones are asked for before the answer is read: the helper gets them meanwhile.
Result<> HelperRemote::texts(const std::set<std::string>& hashes, Texts& found,
                             const TextArrives& arrives) {
  constexpr std::size_t kAhead = 2;
  auto next = hashes.begin();
  std::size_t asked = 0;  // and not yet answered
  while (asked > 0 || next != hashes.end()) {
    for (; next != hashes.end() && asked < kAhead; ++asked) {
      Json wanted = Json::array();
      for (; next != hashes.end() && wanted.size() < kHashesAtOnce; ++next) wanted.push_back(*next);
      pipe::Message question;
      question.line = {{"do", "texts"}, {"hashes", std::move(wanted)}};
      LOCI_TRY(say(question));
    }
    auto heard = hear_greeted();
    if (!heard) {
      // What was asked ahead is answered all the same, and not for whoever asks next.
      for (; asked > 1; --asked) {
        for (auto rest = hear_greeted(); rest && has_more(*rest);) rest = hear_greeted();
      }
      return fail(std::move(heard));
    }
    pipe::Message message = std::move(*heard);
    while (!message.texts.empty()) {
      auto text = message.texts.extract(message.texts.begin());
      if (!hashes.contains(text.key())) continue;
      const auto placed = found.insert(std::move(text));
      if (placed.inserted) arrives(*placed.position);
    }
    if (!has_more(message)) --asked;
  }
  return {};
}

Result<sync::Sent> HelperRemote::send(const sync::Sending& sending, const Parcel& parcel) {
  for (const pipe::Message& part : send_messages(sending, parcel)) LOCI_TRY(say(part));
  LOCI_ASSIGN(const pipe::Message answer, hear_greeted());
  return parse_sent(answer.line);
}

Result<> HelperRemote::init(const InitRequest& request) {
  LOCI_TRY(meet());
  if (request.upgrade && !greeting_.upgrades) {
    return fail(invalid_input("such a remote has nothing to upgrade",
                              "'loci remote init' without --upgrade sets up an empty one"));
  }
  LOCI_TRY(ask({{"do", "init"}, {"upgrade", request.upgrade}, {"dry_run", request.dry_run}}));
  return {};
}

Result<bool> HelperRemote::wait(const std::string& cursor, std::chrono::milliseconds patience) {
  // The patience of a sync is not that of who waits.
  until_ = std::chrono::steady_clock::now() + patience + options_.patience;
  LOCI_TRY(meet());
  if (!greeting_.waits) {
    std::this_thread::sleep_for(patience);
    return true;
  }
  LOCI_ASSIGN(const pipe::Message answer,
              ask({{"do", "wait"}, {"cursor", cursor}, {"patience", patience.count()}}));
  return answer.line.contains("news") && answer.line["news"] == true;
}

}  // namespace

Result<std::unique_ptr<Transport>> open_helper_remote(memory::Memory& memory, const Remote& remote,
                                                      const TransportOptions& options) {
  LOCI_TRY(pipe::check_helper_url(remote.url));
  if (!memory.session().start_helper) {
    return fail(
        denied("helper programs cannot be run from here", "run 'loci sync' at the command line"));
  }
  LOCI_ASSIGN(std::unique_ptr<memory::HelperProgram> program,
              memory.session().start_helper(pipe::helper_kind(remote.url)));
  auto transport = std::make_unique<HelperRemote>(std::move(program), remote, options);
  LOCI_TRY(transport->greet());
  return transport;
}

}  // namespace loci::remote
