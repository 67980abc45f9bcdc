// A view in which no file is read twice and no directory listed twice, for whoever asks several
// questions about the same files: they all get the same answer, whatever is saved meanwhile.

#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "store/store.h"

namespace loci::store {

class ReadOnce final : public View {
 public:
  // `files` must outlive it.
  explicit ReadOnce(View& files) : files_(files) {}

  Result<std::optional<std::string>> read(const Place& place, std::string_view file) override {
    const auto key = std::make_pair(place.key, std::string(file));
    if (const auto known = texts_.find(key); known != texts_.end()) return known->second;
    LOCI_ASSIGN(std::optional<std::string> text, files_.read(place, file));
    return texts_.emplace(key, std::move(text)).first->second;
  }
  Result<bool> exists(const Place& place, std::string_view file) override {
    return files_.exists(place, file);
  }
  Result<std::vector<std::string>> notes(const Place& place) override {
    if (const auto known = notes_.find(place.key); known != notes_.end()) return known->second;
    LOCI_ASSIGN(std::vector<std::string> files, files_.notes(place));
    return notes_.emplace(place.key, std::move(files)).first->second;
  }
  Result<bool> is_taken(const Place& place, std::string_view file) override {
    return files_.is_taken(place, file);
  }

 private:
  View& files_;
  std::map<std::pair<std::string, std::string>, std::optional<std::string>> texts_;
  std::map<std::string, std::vector<std::string>> notes_;  // by Place::key
};

}  // namespace loci::store
