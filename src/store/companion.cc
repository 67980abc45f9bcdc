#include "store/companion.h"

#include "base/limits.h"
#include "base/path.h"
#include "fs/absent.h"

namespace loci::store {

Result<std::unique_ptr<fs::Root>> open_home_directory(fs::FileSystem& files,
                                                      const std::string& home,
                                                      std::string_view path) {
  LOCI_ASSIGN(std::unique_ptr<fs::Root> root, fs::open_or_create(files, home, fs::Modes::Private));
  while (!path.empty()) {
    LOCI_ASSIGN(root, fs::open_or_create(*root, take_component(path)));
  }
  return root;
}

Result<> StagedCompanion::fill(fs::FileSystem& files, const std::string& home,
                               const Companion& companion, const std::vector<Changed>& changed) {
  LOCI_ASSIGN(const std::vector<HomeEdit> edits, companion.edits(changed));
  if (edits.empty()) return {};
  LOCI_ASSIGN(root_, open_home_directory(files, home, companion.directory));
  LOCI_ASSIGN(lock_, fs::lock_patiently(files, *root_, std::chrono::milliseconds(0)));
  LOCI_TRY(fs::sweep_temporary_files(files, *root_));
  for (const HomeEdit& edit : edits) {
    LOCI_ASSIGN(const std::optional<std::string> before,
                fs::if_there(root_->read(edit.name, kIndexFileBytes)));
    LOCI_ASSIGN(const std::optional<std::string> after, edit.change(before));
    if (!after || after == before) continue;
    LOCI_TRY(batch_.replace(*root_, edit.name, *after));
    if (!before) durability_ = fs::Durability::Synced;
  }
  return {};
}

std::unique_ptr<StagedCompanion> StagedCompanion::stage(fs::FileSystem& files,
                                                        const std::string& home,
                                                        const Companion& companion,
                                                        const std::vector<Changed>& changed) {
  auto staged = std::make_unique<StagedCompanion>();
  if (!companion.edits || !staged->fill(files, home, companion, changed)) return nullptr;
  return staged;
}

bool StagedCompanion::publish() { return batch_.commit(durability_).has_value(); }

}  // namespace loci::store
