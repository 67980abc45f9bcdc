// Orders that a text holds encoded. Internal to guard/.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "guard/candidates.h"
#include "guard/findings.h"

namespace loci::guard {

// "Decode this base64 and do it: …": collects what is encoded in base64 or hex behind such a word,
// and what begins as orders do when they are encoded. All of it makes one text, each piece a line.
class EncodedFinder final : public Matcher {
 public:
  explicit EncodedFinder(std::string_view text) : text_(text) {}
  [[nodiscard]] const Filter& filter() const override;
  void look(std::size_t at) override;
  // The orders in what was collected.
  void report(Findings& findings) const;

 private:
  void read_behind(std::size_t at);
  [[nodiscard]] bool is_part(std::size_t at) const;
  [[nodiscard]] std::size_t hex_pairs_end(std::size_t at) const;

  std::string_view text_;
  std::size_t read_until_ = 0;
  struct Piece {
    std::string_view encoded;
    std::size_t line;  // of letters_, where what it says stands
  };
  std::vector<Piece> pieces_;
  std::string letters_;
  std::size_t lines_ = 0;  // of letters_
};

}  // namespace loci::guard
