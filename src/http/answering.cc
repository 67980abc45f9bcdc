#include "http/answering.h"

#include <utility>

namespace loci::http {
namespace {

class AnswerStream final : public Stream {
 public:
  AnswerStream(std::shared_ptr<Outlet> outlet, std::shared_ptr<Waiting> client, Manner manner)
      : outlet_(std::move(outlet)), client_(std::move(client)), manner_(manner) {}
  ~AnswerStream() override { AnswerStream::finish(); }
  AnswerStream(const AnswerStream&) = delete;
  AnswerStream& operator=(const AnswerStream&) = delete;

  bool send(std::string bytes) override {
    if (!open() || bytes.empty()) return open();
    if (outlet_->backlog() + bytes.size() > manner_.backlog_bytes) {
      open_ = false;
      outlet_->post_close();
      return false;
    }
    outlet_->post(manner_.modern ? wire_chunk(bytes) : std::move(bytes), false);
    return true;
  }
  void finish() override {
    if (!open_.exchange(false)) return;
    try {
      outlet_->post(manner_.modern ? wire_chunk("") : "", true);
    } catch (const std::exception&) {
      outlet_->post_close();
    }
  }
  [[nodiscard]] bool open() const override { return open_ && !client_->gone(); }
  void forget() { open_ = false; }  // the answer is another's

 private:
  std::shared_ptr<Outlet> outlet_;
  std::shared_ptr<Waiting> client_;
  const Manner manner_;
  std::atomic<bool> open_{true};
};

class OutletExchange final : public Exchange {
 public:
  OutletExchange(Handler& handler, std::shared_ptr<Outlet> outlet, std::shared_ptr<Waiting> client,
                 Request request, Manner manner)
      : handler_(handler),
        outlet_(std::move(outlet)),
        client_(std::move(client)),
        request_(std::move(request)),
        manner_(manner) {}
  ~OutletExchange() override {
    if (answered_) return;
    try {
      OutletExchange::answer(refusal(500, "the request was not answered"));
    } catch (const std::exception&) {
      outlet_->post_shortage();
    }
  }
  OutletExchange(const OutletExchange&) = delete;
  OutletExchange& operator=(const OutletExchange&) = delete;

  [[nodiscard]] const Request& request() const override { return request_; }

  void answer(Response response) override {
    if (answered_.exchange(true)) return;
    try {
      handler_.finish(response);
      const auto body = request_.method == "HEAD" ? Framing::Body::Absent : Framing::Body::Whole;
      outlet_->post(wire_text(response, {body, manner_.keep_alive}), true);
    } catch (const std::exception&) {
      outlet_->post_shortage();
    }
  }

  [[nodiscard]] std::shared_ptr<Stream> stream(Response head) override {
    // What throws before the end leaves the exchange open to another answer.
    handler_.finish(head);
    const Framing framing{manner_.modern ? Framing::Body::Chunks : Framing::Body::UntilClose,
                          manner_.modern && manner_.keep_alive};
    std::string bytes = wire_text(head, framing);
    auto made = std::make_shared<AnswerStream>(outlet_, client_, manner_);
    if (answered_.exchange(true)) {
      made->forget();
      return made;
    }
    outlet_->begin_stream();
    outlet_->post(std::move(bytes), false);
    return made;
  }

  void when_gone(std::function<void()> call) override { client_->when_gone(std::move(call)); }

 private:
  Handler& handler_;
  std::shared_ptr<Outlet> outlet_;
  std::shared_ptr<Waiting> client_;
  const Request request_;
  const Manner manner_;
  std::atomic<bool> answered_{false};
};

}  // namespace

void OutQueue::push(std::string bytes) {
  const std::size_t size = bytes.size();
  const std::lock_guard lock(mutex_);
  queue_.push_back(std::move(bytes));
  backlog_.fetch_add(size, std::memory_order_relaxed);
}

bool OutQueue::take(std::string& bytes) {
  const std::lock_guard lock(mutex_);
  if (queue_.empty()) return false;
  bytes = std::move(queue_.front());
  queue_.pop_front();
  while (!queue_.empty()) {
    bytes += queue_.front();
    queue_.pop_front();
  }
  return true;
}

void Waiting::when_gone(std::function<void()> call) {
  {
    const std::lock_guard lock(mutex_);
    if (!gone_) {
      if (!ended_) calls_.push_back(std::move(call));
      return;
    }
  }
  call();
}

void Waiting::leave() {
  for (const auto& call : take(true)) call();
}

std::vector<std::function<void()>> Waiting::take(bool gone) {
  const std::lock_guard lock(mutex_);
  if (gone) gone_ = true;
  ended_ = true;
  return std::exchange(calls_, {});
}

std::shared_ptr<Exchange> make_exchange(Handler& handler, std::shared_ptr<Outlet> outlet,
                                        std::shared_ptr<Waiting> client, Request request,
                                        Manner manner) {
  return std::make_shared<OutletExchange>(handler, std::move(outlet), std::move(client),
                                          std::move(request), manner);
}

}  // namespace loci::http
