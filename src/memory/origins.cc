#include "memory/origins.h"

#include <unordered_set>

#include "base/json.h"
#include "base/text.h"

namespace loci::memory {

bool comes_from_outside(std::string_view origin) {
  return origin.starts_with("import") || origin.starts_with("sync:");
}

std::string origin_of(std::string_view origin, std::string_view actor) {
  constexpr std::string_view kAccepted = "inbox:";
  if (origin.starts_with(kAccepted)) return std::string(origin.substr(kAccepted.size()));
  const bool outside = origin == "external" || comes_from_outside(origin);
  return std::string(outside || actor.empty() ? origin : actor);
}

bool origin_fits(std::string_view origin, std::string_view wanted) {
  return origin == wanted || (origin.starts_with(wanted) && origin[wanted.size()] == ':');
}

Result<Origins> origins_in(store::Store& store, const store::Place& place) {
  Origins origins;
  std::unordered_set<std::uint64_t> aborted;
  const std::string quoted = json_quote(place.key);
  const auto wanted = [&](std::string_view line) {
    return line.find(quoted) != std::string_view::npos;
  };
  LOCI_TRY(store.journal().visit_some(wanted, [&](const store::Record& record) {
    using Kind = store::Record::Kind;
    if (record.kind == Kind::Abort) aborted.insert(record.of);
    const bool counts = record.kind == Kind::Begin || record.kind == Kind::External;
    if (!counts || aborted.contains(record.sequence)) return true;
    for (const store::FileRecord& file : record.files) {
      if (file.place != place.key) continue;
      const auto [known, fresh] = origins.try_emplace(file.file);
      if (!fresh) continue;
      known->second = {origin_of(record.origin, record.actor), record.session, record.time,
                       record.sequence, file.after.value_or("")};
    }
    return true;
  }));
  return origins;
}

NoteOrigin origin_of_text(const Origins& origins, const std::string& file, std::string_view hash) {
  const auto known = origins.find(file);
  if (known != origins.end() && known->second.hash == hash) return known->second;
  NoteOrigin outside;
  outside.origin = "external";
  return outside;
}

}  // namespace loci::memory
