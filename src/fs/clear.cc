#include "fs/clear.h"

#include <memory>
#include <vector>

#include "base/path.h"
#include "fs/absent.h"
#include "fs/faults.h"

namespace loci::fs {

Result<> clear(Root& root, std::string_view name) {
  LOCI_ASSIGN(const auto found, if_there(root.stat(name)));
  if (!found) return {};
  if (found->kind == Kind::Link) {
    auto* const clearable = dynamic_cast<Clearable*>(&root);
    if (clearable == nullptr) return fail(link_error(child_path(root.path(), name)));
    return clearable->remove_link(name);
  }
  if (found->kind != Kind::Directory) return root.remove(name);
  {
    LOCI_ASSIGN(const std::unique_ptr<Root> directory, root.open(name));
    LOCI_ASSIGN(const std::vector<Entry> entries, directory->list());
    for (const Entry& entry : entries) LOCI_TRY(clear(*directory, entry.name));
  }
  return root.remove_directory(name);
}

}  // namespace loci::fs
