#include "sweep.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <vector>

#include "base/limits.h"

namespace loci::bench {
namespace {

[[noreturn]] void give_up(const Error& error) {
  fmt::print(stderr, "bench: {}\n", error.message);
  std::exit(2);
}

}  // namespace

SweptPlace::SweptPlace(const std::string& notes, const std::string& catalog,
                       std::shared_ptr<const search::Embedder> embedder) {
  auto root = files_->open(notes, fs::Modes::Private);
  if (!root) give_up(root.error());
  notes_ = std::move(*root);
  std::unique_ptr<fs::Root> directory;
  if (!catalog.empty()) {
    auto opened = fs::open_or_create(*files_, catalog, fs::Modes::Private);
    if (!opened) give_up(opened.error());
    directory = std::move(*opened);
  }
  catalog_ = std::make_unique<search::Catalog>(*files_, std::move(directory), "notes", log_,
                                               std::move(embedder));
}

int SweptPlace::sweep() {
  int reads = 0;
  for (int tries = 0; tries < 2; ++tries) {
    catalog_->begin();
    const auto swept = notes_->for_each_file([&](std::string_view name, const fs::Stat& stat) {
      if (!name.ends_with(".md")) return;
      const fs::Stamp stamp = fs::stamp_of(stat);
      if (catalog_->is_fresh(name, stamp)) return;
      const auto now = std::chrono::system_clock::now().time_since_epoch();
      const auto text = notes_->read(name, kFileBytes);
      if (!text) return catalog_->keep(name);
      catalog_->put({.key = name,
                     .text = *text,
                     .stamp = stamp,
                     .read_ns = std::chrono::nanoseconds(now).count(),
                     .date_ms = stat.mtime_ns / 1'000'000});
      ++reads;
    });
    if (!swept) give_up(swept.error());
    if (catalog_->finish(search::Coverage::All)) return reads;
  }
  return reads;
}

}  // namespace loci::bench
