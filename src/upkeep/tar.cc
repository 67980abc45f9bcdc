#include "upkeep/tar.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

#include "base/path.h"
#include "base/text.h"

namespace loci::upkeep {
namespace {

constexpr std::size_t kNameBytes = 100;
constexpr std::size_t kPathBytes = 4'096;
constexpr char kFileType = '0';
constexpr char kDirectoryType = '5';
constexpr char kLongPathType = 'x';
constexpr std::size_t kChecksumAt = 148;
constexpr std::size_t kTypeAt = 156;
constexpr std::size_t kMagicAt = 257;
constexpr std::string_view kMagic{"ustar\00000", 8};
// Octal digits of a size; a file that needs more is written in base 256, which loci does not.
constexpr std::size_t kSizeDigits = 11;

unsigned checksum(std::string_view block) {
  unsigned sum = 0;
  for (std::size_t i = 0; i < block.size(); ++i) {
    const bool own = i >= kChecksumAt && i < kChecksumAt + 8;
    sum += own ? static_cast<unsigned>(' ') : static_cast<unsigned char>(block[i]);
  }
  return sum;
}

std::string block_of(std::string_view name, char type, std::uint64_t size,
                     std::int64_t changed_at) {
  std::string block(kTarBlock, '\0');
  const auto put = [&](std::size_t at, std::string_view text) {
    std::copy(text.begin(), text.end(), block.begin() + static_cast<std::ptrdiff_t>(at));
  };
  put(0, name.substr(0, kNameBytes));
  put(100, type == kDirectoryType ? "0000700" : "0000600");
  put(108, "0000000");
  put(116, "0000000");
  put(124, fmt::format("{:011o}", size));
  put(136, fmt::format("{:011o}", std::max<std::int64_t>(changed_at, 0)));
  block[kTypeAt] = type;
  put(kMagicAt, kMagic);
  put(kChecksumAt, fmt::format("{:06o}", checksum(block)));
  block[kChecksumAt + 7] = ' ';
  return block;
}

// "27 path=memory/a.md\n": a record that says its own length.
std::string path_record(std::string_view path) {
  const std::size_t rest = std::string_view(" path=\n").size() + path.size();
  std::size_t length = rest + 1;
  while (std::to_string(length).size() + rest != length) ++length;
  return fmt::format("{} path={}\n", length, path);
}

Result<std::uint64_t> octal(std::string_view field, std::uint64_t at) {
  const std::string_view digits = field.substr(0, field.find_first_of(std::string_view("\0 ", 2)));
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 8);
  if (digits.empty() || error != std::errc() || end != digits.data() + digits.size()) {
    return fail(corrupt(fmt::format("a number of the archive cannot be read, at byte {}", at)));
  }
  return value;
}

Error damaged(std::string_view what, std::uint64_t at) {
  return corrupt(fmt::format("{}, at byte {} of the archive", what, at),
                 "only archives that 'loci backup' made can be restored");
}

bool leads_out(std::string_view path) {
  if (path.empty() || path.size() > kPathBytes || path.starts_with('/')) return true;
  if (path.find('\0') != std::string_view::npos || path.find("//") != std::string_view::npos) {
    return true;
  }
  while (!path.empty()) {
    const std::string_view part = take_component(path);
    if (part == "." || part == "..") return true;
  }
  return false;
}

// The path that a record of the long form has, and nothing but it.
std::optional<std::string> path_in(std::string_view record) {
  const std::size_t space = record.find(' ');
  if (space == std::string_view::npos) return std::nullopt;
  const std::string_view rest = record.substr(space + 1);
  if (!rest.starts_with("path=") || !rest.ends_with('\n')) return std::nullopt;
  if (record.substr(0, space) != std::to_string(record.size())) return std::nullopt;
  return std::string(rest.substr(5, rest.size() - 6));
}

class TarScan {
 public:
  TarScan(const TarBytes& bytes, std::uint64_t size) : bytes_(bytes), size_(size) {}

  Result<std::vector<TarMember>> members() {
    for (;;) {
      LOCI_ASSIGN(const std::string block, bytes_(at_, kTarBlock));
      if (block.size() < kTarBlock) return fail(damaged("it ends too early", at_));
      if (block == std::string(kTarBlock, '\0')) break;
      LOCI_TRY(member(block));
    }
    if (!long_path_.empty()) return fail(damaged("a long name without a file", at_));
    return std::move(members_);
  }

 private:
  Result<> member(const std::string& block);
  Result<> take(TarMember member);

  const TarBytes& bytes_;
  std::uint64_t size_;
  std::uint64_t at_ = 0;
  std::string long_path_;
  std::vector<TarMember> members_;
  std::set<std::string, std::less<>> files_;
  std::set<std::string, std::less<>> directories_;
};

Result<> TarScan::member(const std::string& block) {
  const std::string_view view = block;
  LOCI_ASSIGN(const std::uint64_t sum, octal(view.substr(kChecksumAt, 8), at_));
  if (sum != checksum(view)) return fail(damaged("a checksum is wrong", at_));
  if (view.substr(kMagicAt, kMagic.size()) != kMagic)
    return fail(damaged("it is not in the form that loci writes", at_));
  LOCI_ASSIGN(const std::uint64_t size, octal(view.substr(124, kSizeDigits + 1), at_));
  const char type = block[kTypeAt];
  const std::uint64_t begin = at_ + kTarBlock;
  if (size > size_ || begin > size_ - size) return fail(damaged("it ends too early", at_));
  const std::uint64_t padded = (size + kTarBlock - 1) / kTarBlock * kTarBlock;
  if (type == kLongPathType) {
    if (!long_path_.empty() || size > kPathBytes + 32) {
      return fail(damaged("a long name cannot be read", at_));
    }
    LOCI_ASSIGN(const std::string record, bytes_(begin, static_cast<std::size_t>(size)));
    const std::optional<std::string> path = path_in(record);
    if (!path || path->empty()) return fail(damaged("a long name cannot be read", at_));
    long_path_ = *path;
  } else if (type == kFileType || type == kDirectoryType) {
    if (type == kDirectoryType && size != 0) return fail(damaged("a directory has bytes", at_));
    const std::string_view field = view.substr(0, kNameBytes);
    std::string path = long_path_.empty() ? std::string(field.substr(0, field.find('\0')))
                                          : std::exchange(long_path_, {});
    if (type == kDirectoryType && path.ends_with('/')) path.pop_back();
    LOCI_TRY(take({std::move(path), type == kDirectoryType, begin, size}));
  } else {
    return fail(damaged("an entry that is neither a file nor a directory", at_));
  }
  at_ = begin + padded;
  return {};
}

Result<> TarScan::take(TarMember member) {
  if (leads_out(member.path) || member.path.ends_with('/')) {
    return fail(damaged(
        fmt::format("the name '{}' is not one of a file in a home", printable(member.path, true)),
        at_));
  }
  for (std::string_view above = parent_path(member.path); !above.empty();
       above = parent_path(above)) {
    if (files_.contains(above)) return fail(damaged("a file is also a directory", at_));
    directories_.emplace(above);
  }
  const bool twice =
      files_.contains(member.path) || (!member.directory && directories_.contains(member.path));
  if (twice) return fail(damaged("a name occurs twice", at_));
  (member.directory ? directories_ : files_).insert(member.path);
  members_.push_back(std::move(member));
  return {};
}

}  // namespace

std::string tar_header(std::string_view path, bool directory, std::uint64_t size,
                       std::int64_t changed_at) {
  const std::string name = directory ? fmt::format("{}/", path) : std::string(path);
  const char type = directory ? kDirectoryType : kFileType;
  if (name.size() <= kNameBytes) return block_of(name, type, size, changed_at);
  const std::string record = path_record(name);
  return block_of("loci-long-name", kLongPathType, record.size(), changed_at) + record +
         tar_padding(record.size()) + block_of(name.substr(0, kNameBytes), type, size, changed_at);
}

std::string tar_padding(std::uint64_t size) {
  const std::uint64_t over = size % kTarBlock;
  return std::string(over == 0 ? 0 : static_cast<std::size_t>(kTarBlock - over), '\0');
}

std::string tar_end() { return std::string(2 * kTarBlock, '\0'); }

Result<std::vector<TarMember>> tar_members(const TarBytes& bytes, std::uint64_t size) {
  return TarScan(bytes, size).members();
}

}  // namespace loci::upkeep
