#include "past/gc.h"

#include <chrono>
#include <optional>

#include "store/history.h"

namespace loci::past {

using memory::Memory;

Result<GcReply> gc(Memory& memory, bool dry_run) {
  // Who could move the clock could have all of it forgotten.
  LOCI_TRY(memory.need_person("erase history"));
  GcReply reply;
  reply.dry_run = dry_run;
  store::Retention retention;
  retention.age = std::chrono::days(memory.config().retention_days());
  std::optional<store::Forgettable> old;
  // What was appended since the first look can make less of it forgettable, never more.
  const auto decide = [&](const std::vector<store::Record>& records,
                          const std::vector<std::string>& stored) {
    store::Forgettable now_old = store::forgettable(records, stored, memory.now(), retention);
    if (old) {
      std::erase_if(now_old.records, [&](auto record) { return !old->records.contains(record); });
      std::erase_if(now_old.texts, [&](const auto& text) { return !old->texts.contains(text); });
    }
    old = now_old;
    return now_old;
  };
  if (dry_run) {
    LOCI_ASSIGN(const std::vector<store::Record> records, memory.store().journal().records());
    LOCI_ASSIGN(const std::vector<std::string> hashes, memory.store().journal().object_hashes());
    decide(records, hashes);
    reply.refusal = old->refusal;
    reply.records = old->records.size();
    reply.texts = old->texts.size();
    return reply;
  }
  LOCI_TRY(memory.need_enabled());
  LOCI_ASSIGN(const store::Journal::Removed removed, memory.store().journal().rewrite(decide));
  reply.refusal = old->refusal;
  reply.records = removed.records;
  reply.texts = removed.objects;
  LOCI_ASSIGN(reply.finished, memory.store().finish_interrupted());
  LOCI_ASSIGN(const std::vector<store::Place> places, memory.readable({}));
  for (const store::Place& place : places) {
    LOCI_ASSIGN(const std::size_t swept, memory.store().sweep(place));
    reply.swept += swept;
  }
  return reply;
}

}  // namespace loci::past
