// A copy of the journal that leaves out some of its records and texts: how gc and purge
// take them out. Journal::copy() and swap() say how it is used.
//
// Each file's copy stands beside it until swap() puts it in place. It is complete but
// for what is appended meanwhile, which swap() adds. What a process that died left of
// such copies is removed by the next one.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "store/journal.h"

namespace loci::store {

class JournalCopy {
 public:
  explicit JournalCopy(Journal& journal) : journal_(journal) {}
  JournalCopy(const JournalCopy&) = delete;
  JournalCopy& operator=(const JournalCopy&) = delete;
  ~JournalCopy();  // removes copies that did not take their places

  Result<> make(const Journal::Decide& decide);
  Result<Journal::Removed> swap(const Journal::Decide& decide);
  // Whether all of these texts are left out where they were stored: swap() is quick then.
  [[nodiscard]] bool leaves_out(const std::set<std::string>& hashes) const;

 private:
  struct Lines {  // a month's file
    std::string name;
    std::uint64_t seen = 0;  // how much of it was read
    std::unique_ptr<fs::File> copy;
  };
  struct Pack {
    PackPart part;
    LeftOut left_out;
    std::unique_ptr<fs::File> copy;
  };

  Result<> look();  // what there is, under the journal's lock
  Result<> clear(fs::Root& root);
  Result<std::string> read_lines(const Lines& lines, std::uint64_t from, std::uint64_t to) const;
  void read_records(std::string_view lines);
  void find_strays(std::size_t first);
  [[nodiscard]] Forgettable decided(const Journal::Decide& decide) const;
  [[nodiscard]] std::optional<std::string> kept(std::string_view line);
  [[nodiscard]] std::string kept_of(std::string_view lines);
  static void drop(fs::Root& root, std::string_view name, std::unique_ptr<fs::File>& copy);
  Result<> copy_lines(Lines& lines);
  Result<> copy_pack(Pack& pack);
  // When what was appended changes the decision: the copies are made anew.
  Result<> copy_lines_again();
  Result<> copy_packs_again();
  // When it does not: it is added to the copies.
  Result<> add_appended();
  Result<std::vector<std::string>> read_appended();
  static Result<> put_in_place(fs::Root& root, const std::string& name,
                               std::unique_ptr<fs::File>& copy);

  Journal& journal_;
  std::unique_ptr<fs::Lock> copying_;
  std::vector<Lines> lines_;  // oldest first
  std::vector<Pack> packs_;
  std::vector<std::string> appended_;  // to each of `lines_`
  std::vector<Record> records_;        // oldest first
  std::vector<std::string> stored_;
  std::unordered_set<std::string> strays_;  // that no record names
  Forgettable forgotten_;
  std::set<std::uint64_t> left_out_;  // records
  bool cleared_ = false;              // something a dead process left
};

}  // namespace loci::store
