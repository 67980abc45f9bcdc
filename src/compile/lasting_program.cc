#include "compile/lasting_program.h"

#include <fmt/format.h>

#include <array>

#include "fs/file_system.h"
#include "fs/temporary.h"

namespace loci::compile {
namespace {

constexpr std::string_view kDirectory = "bin";
constexpr std::string_view kProgram = "loci";
constexpr std::size_t kMostBytes = std::size_t{256} << 20;
constexpr std::uint32_t kMode = 0700;

// Variables that say where a cache is, and the names that caches have of themselves.
constexpr std::array kCacheVariables{"XDG_CACHE_HOME", "UV_CACHE_DIR", "npm_config_cache"};
constexpr std::array<std::string_view, 4> kCacheNames{"/.cache/", "/_npx/", "/_cacache/",
                                                      "/archive-v0/"};

Result<> write_program(fs::Root& root, std::string_view name, std::string_view bytes) {
  LOCI_ASSIGN(const std::unique_ptr<fs::File> file, root.create(name));
  LOCI_TRY(file->write(bytes));
  LOCI_TRY(file->set_mode(kMode));
  return file->sync();
}

}  // namespace

bool is_passing(std::string_view program, const Environment& environment) {
  for (const std::string_view name : kCacheNames) {
    if (program.find(name) != std::string_view::npos) return true;
  }
  for (const char* const variable : kCacheVariables) {
    const auto directory = environment.get(variable);
    if (directory && directory->starts_with('/') && program.starts_with(*directory + "/"))
      return true;
  }
  return false;
}

std::string lasting_path(store::Store& store) {
  return fmt::format("{}/{}/{}", store.home(), kDirectory, kProgram);
}

Result<> keep_program(store::Store& store, const std::string& program) {
  LOCI_ASSIGN(const std::string file, store.files().canonical(program));
  const std::size_t slash = file.rfind('/');
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> from,
              store.files().open(file.substr(0, slash), fs::Modes::Private));
  LOCI_ASSIGN(const std::string bytes, from->read(file.substr(slash + 1), kMostBytes));
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> root,
              fs::open_or_create(store.files(), fmt::format("{}/{}", store.home(), kDirectory),
                                 fs::Modes::Private));
  if (const auto there = root->read(kProgram, kMostBytes); there && *there == bytes) return {};
  const std::string temporary = fs::temporary_name(fs::this_writer(), 0);
  auto written = write_program(*root, temporary, bytes);
  if (written) written = root->rename(temporary, kProgram);
  if (!written) {
    (void)root->remove(temporary);
    return written;
  }
  return root->sync();
}

}  // namespace loci::compile
