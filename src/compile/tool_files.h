// The files of a tool, thousands at once: read together, replaced together.
//
// A directory is named by a base, which may be a link, and a path below it where
// no link is followed: what a repository ships cannot lead a write elsewhere. New
// texts go to hidden siblings; when all are there and on the disk they take their
// places, and then that is put on the disk, so that a machine that loses power
// has the old text of a file or the new one. The sources of these files are
// durable, so nothing is synced one by one. What the tool saves at the last moment
// stays (fs/swap.h).

#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "exchange/artifact.h"
#include "exchange/present.h"
#include "fs/atomic_file.h"
#include "fs/file_system.h"

namespace loci::compile {

struct ToolPath {
  std::string base;
  std::string path;  // below it
  bool operator==(const ToolPath&) const = default;
};

class ToolFiles {
 public:
  // `now`: for what killed processes left beside the files.
  ToolFiles(fs::FileSystem& files, Timestamp now) : files_(files), now_(now) {}

  // The text of a file, or nothing when it is not there. Denied for a link.
  Result<std::optional<std::string>> read(const ToolPath& path);
  // What there is of many files, on several threads. `known` is empty or has
  // an entry for each path: a file whose stamp is the known one is not read, its hash is
  // taken from there.
  struct Known {
    std::string_view hash;
    std::string_view stamp;
  };
  struct Seen {
    exchange::Present present;
    std::string stamp;  // "" = changed so lately that it may change again and look the same
  };
  Result<std::vector<Seen>> look_at(const std::vector<ToolPath>& paths, Timestamp now,
                                    std::span<const Known> known = {});
  // The stamps of files that have the texts with these hashes, one for each path; "" for one
  // that has another text, or whose stamp is in doubt.
  Result<std::vector<std::string>> stamps_of(const std::vector<ToolPath>& paths,
                                             std::span<const std::string_view> hashes,
                                             Timestamp now);
  // Every "*.md" below a directory, by path; links are left out, and what is
  // larger than a note may be. Nothing when there is no such directory. With `is_wanted`
  // only the files that it says yes to are read; it is asked with the path below `directory`.
  using IsWanted = std::function<bool(std::string_view path)>;
  Result<std::vector<exchange::ToolFile>> notes_below(const ToolPath& directory,
                                                      const IsWanted& is_wanted = {});
  // Why files were left out since the last time this was asked.
  [[nodiscard]] std::vector<std::string> take_left_out() { return std::exchange(left_out_, {}); }

  // Removes what a killed process left beside a file.
  Result<> sweep(const ToolPath& path);
  // What is to be done; nothing happens before commit(). `seen` is what look_at()
  // saw there. Both it and the text must outlive commit().
  Result<> replace(const ToolPath& path, std::string_view text, const exchange::Present& seen);
  Result<> remove(const ToolPath& path, const exchange::Present& seen);
  // `last_look` runs when all new texts are on the disk and no file has changed.
  Result<> commit(const std::function<Result<>()>& last_look);
  // The files that commit() left as they are, since they were not what was seen.
  [[nodiscard]] const std::vector<fs::FileBatch::Overtaken>& overtaken() const {
    return batch_.overtaken();
  }
  // Removes the directory of a file and those around it, up to the base, as far
  // as they are empty.
  void prune(const ToolPath& path);

 private:
  // The directory a file is in; nullptr when it is not there, or was not when it
  // was looked for last.
  Result<fs::Root*> directory_of(const ToolPath& path, bool create);
  Result<std::unique_ptr<fs::Root>> open_directory(const ToolPath& path, bool create);
  Result<std::unique_ptr<fs::Root>> open_base(const std::string& base, bool create);
  template <typename Answer, typename Look>
  Result<std::vector<Answer>> ask_all(const std::vector<ToolPath>& paths, const Look& look);
  Result<> sync();

  fs::FileSystem& files_;
  Timestamp now_;
  std::map<std::string, std::unique_ptr<fs::Root>, std::less<>> open_;
  std::vector<fs::Root*> touched_;
  std::set<fs::Root*> swept_;
  std::vector<std::string> left_out_;
  fs::FileBatch batch_{fs::FileBatch::Order::Any};
};

}  // namespace loci::compile
