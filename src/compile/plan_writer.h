// Plans put into effect: tools' files written, changed and removed.
//
// A tool may write its files meanwhile. What it saved and nobody has seen is never
// overwritten: then nothing is written, or the others only. Whoever is killed leaves
// in the state what was about to be written, so that the next apply knows those texts.

#pragma once

#include <string>
#include <vector>

#include "base/log.h"
#include "compile/apply.h"
#include "compile/compile.h"
#include "compile/state_file.h"
#include "exchange/plan.h"

namespace loci::compile {

class PlanWriter {
 public:
  PlanWriter(store::Store& store, Compiler& compiler, const ApplyRequest& request, Log& log)
      : store_(store), compiler_(compiler), request_(request), log_(log) {}

  // Others wait until this object goes; a dry run changes nothing and waits for none.
  Result<> begin();
  // InvalidInput for a file that could not be read again: nothing is written then.
  Result<> check_sizes(const std::vector<Compiled>& all);
  // Writes everything the plans say, and puts stamps into them and the names of copies
  // into `rows`, one for each row of the plans. Conflict when a tool wrote meanwhile.
  Result<> run(std::vector<Compiled>& all, std::vector<ApplyRow>& rows);

 private:
  Result<> sweep(const std::vector<Compiled>& all);
  Result<> note_pending(const std::vector<Compiled>& all);
  Result<> back_up(const std::vector<Compiled>& all, std::vector<ApplyRow>& rows);
  Result<> look_again(const std::vector<Compiled>& all);
  Result<> check_overtaken(const std::vector<Compiled>& all);
  Error changed_meanwhile(const exchange::PlanRow& row, std::string hint);
  Result<const exchange::PlanRow*> find_changed(const std::vector<Compiled>& all, bool before);
  Result<> forget_stamp(const exchange::PlanRow& row);
  Result<> stamp(std::vector<Compiled>& all);
  Result<> change_part(const Compiled& compiled, const exchange::PlanRow& row);

  store::Store& store_;
  Compiler& compiler_;
  const ApplyRequest& request_;
  Log& log_;
  ApplyLock held_;
};

}  // namespace loci::compile
