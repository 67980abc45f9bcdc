#include "memory/allowances.h"

#include <fmt/format.h>

#include "base/later_version.h"
#include "base/limits.h"
#include "base/text.h"
#include "fs/absent.h"
#include "fs/file_system.h"

namespace loci::memory {
namespace {

constexpr std::string_view kAllowedDirectory = "state/allowed";
constexpr std::string_view kAllowedFile = "notes";
constexpr std::string_view kAllowedHeader = "loci allowed 1\n";
constexpr std::string_view kAnyAllowedHeader = "loci allowed ";

// "place<tab>file<tab>rule<tab>mark"; a line that is none is passed over.
Allowances parse_allowances(std::string_view text) {
  Allowances known;
  for (std::string_view line : split_lines(text)) {
    line = without_ending(line);
    std::vector<std::string> parts;
    while (parts.size() < 4) {
      const std::size_t tab = std::min(line.find('\t'), line.size());
      parts.emplace_back(line.substr(0, tab));
      if (tab == line.size()) break;
      line.remove_prefix(tab + 1);
    }
    if (parts.size() == 4) known.insert({parts[0], parts[1], parts[2], parts[3]});
  }
  return known;
}

std::string render_allowances(const Allowances& known) {
  std::string text(kAllowedHeader);
  for (const Allowance& one : known) {
    text += fmt::format("{}\t{}\t{}\t{}\n", one.place, one.file, one.rule, one.mark);
  }
  return text;
}

template <typename Edit>
Result<> change_allowances(store::Store& store, Edit edit) {
  return store.change_home_file(
      kAllowedDirectory, kAllowedFile,
      [&](const std::optional<std::string>& text) -> Result<std::optional<std::string>> {
        if (text && text->starts_with(kAnyAllowedHeader) && !text->starts_with(kAllowedHeader)) {
          return fail(later_version(
              fmt::format("{}/{}/{}", store.home(), kAllowedDirectory, kAllowedFile)));
        }
        Allowances known = parse_allowances(text.value_or(""));
        const Allowances before = known;
        edit(known);
        if (known == before) return std::nullopt;
        return render_allowances(known);
      });
}

Result<bool> has_allowances(store::Store& store) {
  LOCI_ASSIGN(const Allowances known, read_allowances(store));
  return !known.empty();
}

}  // namespace

Result<Allowances> read_allowances(store::Store& store) {
  auto root =
      store.files().open(fmt::format("{}/{}", store.home(), kAllowedDirectory), fs::Modes::Private);
  if (!root && root.error().kind == ErrorKind::NotFound) return Allowances();
  if (!root) return fail(std::move(root).error());
  LOCI_ASSIGN(const auto text,
              fs::if_there((*root)->read(std::string(kAllowedFile), kIndexFileBytes)));
  return parse_allowances(text.value_or(""));
}

Result<> add_allowances(store::Store& store, const std::vector<Allowance>& more) {
  return change_allowances(store,
                           [&](Allowances& known) { known.insert(more.begin(), more.end()); });
}

Result<> drop_allowances(store::Store& store, std::string_view place, std::string_view file,
                         std::string_view rule) {
  return change_allowances(store, [&](Allowances& known) {
    std::erase_if(known, [&](const Allowance& one) {
      return one.place == place && one.file == file && one.rule == rule;
    });
  });
}

Result<> move_allowances(store::Store& store, std::string_view place, std::string_view from,
                         std::string_view to) {
  LOCI_ASSIGN(const bool any, has_allowances(store));
  if (!any) return {};
  return change_allowances(store, [&](Allowances& known) {
    std::vector<Allowance> moved;
    for (const Allowance& one : known) {
      if (one.place != place || one.file != from) continue;
      moved.push_back(one);
      moved.back().file = to;
    }
    std::erase_if(known,
                  [&](const Allowance& one) { return one.place == place && one.file == from; });
    known.insert(moved.begin(), moved.end());
  });
}

Result<> forget_allowances(store::Store& store, const std::set<std::string>& files) {
  LOCI_ASSIGN(const bool any, has_allowances(store));
  if (!any || files.empty()) return {};
  return change_allowances(store, [&](Allowances& known) {
    std::erase_if(known, [&](const Allowance& one) { return files.contains(one.file); });
  });
}

}  // namespace loci::memory
