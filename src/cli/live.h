// Remotes that are kept up to date while a program runs: `sync --watch`, and in the background
// of `serve` and `mcp`.

#pragma once

#include <functional>
#include <memory>

#include "base/environment.h"
#include "base/result.h"
#include "cli/parse.h"
#include "cli/setting.h"
#include "cli/terminal.h"
#include "remote/live.h"

namespace loci::cli {

// Begins with it and ends with it. What is new goes to the setting's log, unless `tell` takes
// it. The setting must outlive it. Where there is no thread to be had, it says so and does
// nothing.
class LiveRemotes {
 public:
  LiveRemotes(const Setting& setting, remote::LiveOptions options,
              std::function<void(const remote::LiveNews&)> tell = {});
  ~LiveRemotes();
  LiveRemotes(const LiveRemotes&) = delete;
  LiveRemotes& operator=(const LiveRemotes&) = delete;
  void stop();

 private:
  std::unique_ptr<memory::Memories> memories_;
  std::unique_ptr<remote::LiveSync> live_;
};

// `loci sync --watch`: until a signal ends it, or the remote is gone.
[[nodiscard]] Result<int> run_watch(const Invocation& invocation, const Environment& environment,
                                    Terminal& terminal);

}  // namespace loci::cli
