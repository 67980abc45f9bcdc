#include "store/leftovers.h"

#include <optional>
#include <set>

#include "base/hash.h"
#include "base/limits.h"
#include "fs/absent.h"
#include "fs/atomic_file.h"
#include "note/index_file.h"

namespace loci::store {
namespace {

struct Leftover {
  std::string name;
  std::string text;
  std::string hash;
};

// Those that hold anything, with what they hold. A file that is too large was
// not made by loci.
Result<std::vector<Leftover>> leftovers(fs::FileSystem& files, const fs::Root& root) {
  LOCI_ASSIGN(std::vector<std::string> names, fs::orphans(files, root));
  std::vector<Leftover> found;
  for (std::string& name : names) {
    LOCI_ASSIGN(std::optional<std::string> text, fs::if_there(root.read(name, kIndexFileBytes)));
    if (!text) continue;
    std::string hash = sha256(*text);
    found.push_back({std::move(name), std::move(*text), std::move(hash)});
  }
  return found;
}

// Of these hashes, those that a record names or whose text is kept: also texts
// that were purged, which are not to be kept once more.
Result<std::set<std::string>> known_of(const Journal& journal,
                                       const std::vector<Leftover>& leftovers) {
  std::set<std::string> wanted;
  for (const Leftover& leftover : leftovers) wanted.insert(leftover.hash);
  LOCI_ASSIGN(const Texts texts, journal.texts(wanted));
  std::set<std::string> known;
  for (const auto& [hash, text] : texts) known.insert(hash);
  if (known.size() == wanted.size()) return known;
  const auto see = [&](const std::optional<std::string>& hash) {
    if (hash && wanted.contains(*hash)) known.insert(*hash);
  };
  LOCI_TRY(journal.visit([&](const Record& record) {
    for (const FileRecord& file : record.files) {
      see(file.before);
      see(file.after);
    }
    for (const std::string& hash : record.purged) see(hash);
    return known.size() < wanted.size();
  }));
  return known;
}

// The file that a sibling was made beside, as far as anything tells.
Result<std::string> file_of(const Journal& journal, const OpenPlaces::Item& item,
                            const std::string& sibling) {
  if (fs::is_sibling_of(sibling, note::kIndexFile)) return std::string(note::kIndexFile);
  LOCI_ASSIGN(const std::vector<fs::Entry> entries, item.root->list());
  for (const fs::Entry& entry : entries) {
    if (fs::is_sibling_of(sibling, entry.name)) return entry.name;
  }
  LOCI_ASSIGN(const Journal::Changes changes, journal.last_changes(item.place.key));
  for (const auto& [file, change] : changes) {
    if (fs::is_sibling_of(sibling, file)) return file;
  }
  return sibling;
}

// Two records: the text was there, and then what stands there was.
Result<> keep(Journal& journal, const OpenPlaces::Item& item, const Leftover& leftover) {
  LOCI_ASSIGN(const std::string file, file_of(journal, item, leftover.name));
  LOCI_ASSIGN(const auto last, journal.last_change(item.place.key, file));
  std::optional<std::string> before;
  if (last) before = last->after;
  std::vector<Record> records{external_record("")};
  std::vector<std::string> objects{format_object(leftover.hash, leftover.text)};
  records[0].files.push_back({item.place.key, file, before, leftover.hash, "", ""});
  if (file != note::kIndexFile) {
    std::optional<std::string> present;
    auto text = item.root->read(file, kFileBytes);
    if (text && file != leftover.name) {
      present = sha256(*text);
      objects.push_back(format_object(*present, *text));
    }
    records.push_back(external_record(""));
    records[1].files.push_back({item.place.key, file, leftover.hash, present, "", ""});
  }
  const std::vector<std::string_view> texts(objects.begin(), objects.end());
  return journal.append(records, texts, Journal::Sync::Yes);
}

}  // namespace

Result<int> sweep_place(fs::FileSystem& files, Journal& journal, const OpenPlaces::Item& item) {
  LOCI_ASSIGN(const std::vector<Leftover> found, leftovers(files, *item.root));
  if (found.empty()) return 0;
  LOCI_TRY(journal.settle());  // before it is read: what it is in may not be durable yet
  LOCI_ASSIGN(const std::set<std::string> known, known_of(journal, found));
  for (const Leftover& leftover : found) {
    if (!leftover.text.empty() && !known.contains(leftover.hash)) {
      LOCI_TRY(keep(journal, item, leftover));
    }
    LOCI_TRY(item.root->remove(leftover.name));
  }
  return static_cast<int>(found.size());
}

}  // namespace loci::store
