// A remote in memory, for tests: it does what a git remote does, keeps everything it was given,
// and never dies. Two homes can be synced through it.

#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "remote/transport.h"

namespace loci::testing {

// What the remote has. A copy is a copy of all of it.
struct Hub {
  struct Entry {
    std::map<std::string, sync::NoteVersion> changes;
    std::set<sync::Purged> purges;
  };
  std::vector<Entry> log;
  std::map<std::string, std::size_t> operations;  // by id: the entry
  remote::Texts texts;
  std::set<sync::Purged> purged;
  remote::ConfirmedNotes confirmed;

  [[nodiscard]] std::map<std::string, sync::RemoteNote> notes(std::size_t since) const {
    std::map<std::string, sync::RemoteNote> all;
    std::set<std::string> fresh;
    for (std::size_t i = 0; i < log.size(); ++i) {
      for (const auto& [name, version] : log[i].changes) {
        sync::RemoteNote& note = all[name];
        if (note.version) note.ancestors.insert(note.ancestors.begin(), *note.version);
        note.version = version;
        if (i >= since) fresh.insert(name);
      }
    }
    std::erase_if(all, [&](const auto& one) { return !fresh.contains(one.first); });
    return all;
  }
};

class HubTransport : public remote::Transport {
 public:
  explicit HubTransport(Hub& hub) : hub_(hub) {}

  Result<sync::Pulled> pull(const std::string& cursor) override {
    const std::size_t since = cursor.empty() ? 0 : std::stoul(cursor);
    sync::Pulled pulled;
    pulled.answer =
        cursor.empty() ? sync::Pulled::Answer::Everything : sync::Pulled::Answer::Changes;
    for (auto& [name, note] : hub_.notes(since)) pulled.notes.emplace(name, note);
    for (std::size_t i = since; i < hub_.log.size(); ++i) {
      const auto& purges = hub_.log[i].purges;
      pulled.purged.insert(pulled.purged.end(), purges.begin(), purges.end());
    }
    pulled.cursor = std::to_string(hub_.log.size());
    return pulled;
  }
  [[nodiscard]] const std::vector<remote::RemoteProject>& projects() const override {
    return projects_;
  }
  Result<remote::ConfirmedNotes> confirmed() override { return hub_.confirmed; }
  Result<> texts(const std::set<std::string>& hashes, remote::Texts& found,
                 const remote::TextArrives& arrives) override {
    for (const std::string& hash : hashes) {
      const auto known = hub_.texts.find(hash);
      if (known != hub_.texts.end()) arrives(*found.insert(*known).first);
    }
    return {};
  }
  Result<> refresh() override { return {}; }
  Result<sync::Sent> send(const sync::Sending& sending, const remote::Parcel& parcel) override {
    if (hub_.operations.contains(sending.id)) return sync::Sent{};
    const auto now = hub_.notes(0);
    for (const sync::Outgoing& change : sending.changes) {
      const auto known = now.find(change.note);
      const auto version = known == now.end() ? sync::NoteVersion() : known->second.version;
      if (version != change.base) return sync::Sent{.answer = sync::Sent::Answer::Moved};
    }
    Hub::Entry entry;
    for (const sync::Outgoing& change : sending.changes) {
      entry.changes[change.note] = change.version;
      if (change.version) hub_.texts[*change.version] = parcel.texts.at(*change.version);
    }
    entry.purges = sending.purges;
    for (const sync::Purged& purge : sending.purges) hub_.texts.erase(purge.hash);
    const bool alone = sending.heard == std::to_string(hub_.log.size());
    hub_.operations[sending.id] = hub_.log.size();
    hub_.log.push_back(std::move(entry));
    sync::Sent sent;
    if (alone) sent.cursor = std::to_string(hub_.log.size());
    return sent;
  }
  Result<> init(const remote::InitRequest& /*request*/) override { return {}; }
  [[nodiscard]] bool keeps_history() const override { return true; }
  Result<bool> wait(const std::string& cursor, std::chrono::milliseconds /*patience*/) override {
    return cursor != std::to_string(hub_.log.size());
  }
  [[nodiscard]] const std::vector<std::string>& odd() const override { return odd_; }

 private:
  Hub& hub_;
  std::vector<remote::RemoteProject> projects_;
  std::vector<std::string> odd_;
};

}  // namespace loci::testing
