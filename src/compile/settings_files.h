// The settings files of one setup or unsetup, edited one by one, and the record of what
// was written into them: `state/setup.json` of the home.
//
// What is added is recorded first and what is removed last: whenever this is killed, the
// record names at least what is there, and unsetup finds it.

#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "compile/foreign_file.h"
#include "compile/setup.h"
#include "exchange/connection.h"
#include "fs/root.h"
#include "store/store.h"

namespace loci::compile {

using SettingsRecords = std::vector<exchange::RecordedFile>;

// None where nothing was ever set up.
[[nodiscard]] Result<SettingsRecords> read_settings_records(store::Store& store);

class SettingsFiles {
 public:
  // The request must outlive it. `workspace` is where links of a repository's files may
  // not lead out of.
  SettingsFiles(store::Store& store, const SetupRequest& request, std::string workspace);

  // Others wait until this is over; a dry run changes nothing and waits for none.
  Result<> begin();
  [[nodiscard]] const SettingsRecords& records() const { return records_; }

  // The file a tool's entries go to.
  [[nodiscard]] Result<std::string> choose(const exchange::Wanted& wanted) const;

  // What becomes of one file; it brings the record up to date.
  using Change = std::function<Result<exchange::Connected>(const ForeignFile& file,
                                                           exchange::RecordedFile& record)>;
  // Does the change to one file; `really` false: only finds out what it would do. `first`
  // is one of the entries that are added; nullptr when some are taken away.
  Result<SetupFile> change(const std::string& tool, const std::string& path,
                           const exchange::Wanted* first, const Change& edit_text, bool really);

 private:
  void sweep() const;
  void show(SetupFile& done, const ForeignFile& file, const std::optional<std::string>& text) const;
  void finish(SettingsRecords& after, const std::string& path, bool removed);
  Result<> save(const SettingsRecords& records);
  Result<> back_up(const ForeignFile& file, SetupFile& done);

  store::Store& store_;
  const SetupRequest& request_;
  std::string workspace_;
  ForeignLimits limits_;
  std::unique_ptr<fs::Root> directory_;
  std::unique_ptr<fs::Lock> lock_;
  SettingsRecords records_;
};

}  // namespace loci::compile
