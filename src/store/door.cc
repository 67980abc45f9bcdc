#include "store/door.h"

#include <algorithm>
#include <utility>

namespace loci::store {

std::shared_ptr<Room> Door::room(const std::vector<Place>& places) {
  std::vector<std::string> key;
  for (const Place& place : places) key.push_back(place.key);
  const std::lock_guard lock(mutex_);
  if (rooms_.size() >= kMostRooms && !rooms_.contains(key)) {
    std::erase_if(rooms_, [](const auto& room) { return room.second.use_count() == 1; });
  }
  std::shared_ptr<Room>& room = rooms_[key];
  if (!room) room = std::make_shared<Room>();
  return room;
}

bool Door::is_at_work(const std::vector<Place>& places) {
  const std::lock_guard lock(mutex_);
  return std::any_of(rooms_.begin(), rooms_.end(), [&](const auto& room) {
    const auto& keys = room.first;
    const bool common = std::any_of(places.begin(), places.end(), [&](const Place& place) {
      return std::find(keys.begin(), keys.end(), place.key) != keys.end();
    });
    return common && room.second->is_at_work();
  });
}

bool Room::is_at_work() {
  const std::lock_guard lock(mutex_);
  return led_;
}

std::size_t Room::waiting() {
  const std::lock_guard lock(mutex_);
  return queue_.size();
}

// Those who wait, in their order, as far as they may be committed together.
std::vector<Waiting*> Room::gather() {
  const std::lock_guard lock(mutex_);
  while (!queue_.empty() && together_.size() < kMostTogether) {
    Waiting* next = queue_.front();
    const bool joins =
        together_.empty() || (together_.front()->request.shares && next->request.shares);
    if (!joins) break;
    together_.push_back(next);
    next->queued_ = false;
    queue_.pop_front();
  }
  return together_;
}

// Gives the lead to the next in the queue, and wakes those who were answered.
void Room::leave(Waiting& self) {
  const std::lock_guard lock(mutex_);
  if (self.queued_) std::erase(queue_, &self);  // it did not come to gather()
  for (auto one = together_.rbegin(); one != together_.rend(); ++one) {
    if (*one == &self) continue;
    Waiting& other = **one;
    other.done_ = other.answer || other.thrown;
    if (other.done_) {
      other.woken_.notify_one();
    } else {
      other.queued_ = true;
      queue_.push_front(&other);
    }
  }
  expected_ = queue_.size() + static_cast<std::size_t>(std::count_if(
                                  together_.begin(), together_.end(),
                                  [&](const Waiting* one) { return one == &self || one->done_; }));
  const Clock::time_point now = Clock::now();
  expected_till_ = now + (now - led_since_) / 2;
  together_.clear();
  led_ = false;
  if (!queue_.empty()) queue_.front()->woken_.notify_one();
}

// Whoever leads, before it takes the locks: other processes may have them meanwhile.
void Room::wait_for_company() {
  std::unique_lock lock(mutex_);
  all_here_.wait_until(lock, expected_till_, [&] { return queue_.size() >= expected_; });
  led_since_ = Clock::now();
}

// Whether it is to lead; else it was answered, or has waited too long.
bool Room::wait_for_turn(Waiting& self, std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  queue_.push_back(&self);
  self.queued_ = true;
  if (queue_.size() >= expected_) all_here_.notify_one();
  const auto until = self.since + patience;
  for (;;) {
    if (self.done_) return false;
    if (self.queued_ && !led_ && queue_.front() == &self) return led_ = true;
    if (!self.queued_) {  // it is at work
      self.woken_.wait(lock);
      continue;
    }
    if (std::chrono::steady_clock::now() >= until) {
      std::erase(queue_, &self);
      self.answer = fail(locked("other changes to the same memory are taking too long",
                                "wait until they have finished and try again"));
      return false;
    }
    self.woken_.wait_until(lock, until);
  }
}

Result<Outcome> Room::take_part(Waiting& self, const Lead& lead,
                                std::chrono::milliseconds patience) {
  if (wait_for_turn(self, patience)) {
    wait_for_company();
    try {
      lead([this] { return gather(); });
    } catch (const std::exception&) {
      self.thrown = std::current_exception();
    }
    leave(self);
  }
  if (self.thrown) std::rethrow_exception(self.thrown);
  return std::move(*self.answer);
}

}  // namespace loci::store
