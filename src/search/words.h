// What is known about single words: their stem, and whether they say anything.

#pragma once

#include <memory>
#include <string_view>

namespace loci::search {

// "the", "was", "you": matched when nothing else is asked for, else left out of
// a query. Short on purpose; rare words weigh more by themselves.
[[nodiscard]] bool is_stop_word(std::string_view word);

// Snowball's English stemmer: "connections" and "connected" meet in "connect";
// and irregular forms before it: "went" and "going" meet in "go".
// Words with a digit, a sign or a letter outside a–z are their own stem. Costs
// nothing until the first word; not to be shared by threads.
class Stemmer {
 public:
  Stemmer();
  ~Stemmer();
  Stemmer(Stemmer&&) noexcept;
  Stemmer& operator=(Stemmer&&) noexcept;

  // Valid until the next call; may be `word` itself.
  [[nodiscard]] std::string_view stem(std::string_view word);

 private:
  struct Snowball;
  std::unique_ptr<Snowball> snowball_;
};

}  // namespace loci::search
