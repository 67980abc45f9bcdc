// The notes of places that an import may change, as they will be.

#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "store/store.h"

namespace loci::compile {

class NoteDrafts {
 public:
  // A note as it stands.
  void put(const store::Place& place, const std::string& file, std::string text);
  // What a note shall be; one that is not there is made.
  void write(const store::Place& place, const std::string& file, std::string text);

  // nullptr when there is no such note.
  [[nodiscard]] const std::string* now(const store::Place& place, const std::string& file) const;
  [[nodiscard]] bool changed(const store::Place& place, const std::string& file) const;
  // The name under which a text is kept beside another note: the one it has
  // already, else the first that is free.
  [[nodiscard]] std::string free_name(const store::Place& place, const std::string& wanted,
                                      const std::string& text) const;
  // From what stands to what shall be.
  [[nodiscard]] std::vector<store::FileChange> changes() const;

 private:
  struct Draft {
    store::Place place;
    std::string file;
    std::string was;
    std::string now;
    bool fresh = false;
    [[nodiscard]] bool changed() const { return fresh || now != was; }
  };
  using Key = std::pair<std::string, std::string>;  // place and name, which ignores case
  [[nodiscard]] const Draft* find(const store::Place& place, const std::string& file) const;

  std::map<Key, Draft> drafts_;
};

}  // namespace loci::compile
