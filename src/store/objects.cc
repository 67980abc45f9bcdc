#include "store/objects.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>

#include "base/hash.h"
#include "base/path.h"
#include "fs/faults.h"
#include "store/journal_files.h"

namespace loci::store {
namespace {

constexpr std::string_view kMagic = "object ";
constexpr std::string_view kNextMagic = "\nobject ";
constexpr std::size_t kNameLength = 64;
constexpr std::size_t kHeaderLimit = kMagic.size() + kNameLength + 1 + 20 + 1;
constexpr std::size_t kWindow = std::size_t{1} << 18;
constexpr std::size_t kCopyBlock = std::size_t{1} << 20;
constexpr std::size_t kUnsynced = std::size_t{16} << 20;

struct Header {
  std::string_view hash;
  std::uint64_t length = 0;
  std::size_t size = 0;  // of the header itself, its line feed included
};

std::optional<Header> parse_header(std::string_view text) {
  if (!text.starts_with(kMagic)) return std::nullopt;
  const std::size_t end = text.substr(0, kHeaderLimit).find('\n');
  if (end == std::string_view::npos || end < kMagic.size() + kNameLength + 2) return std::nullopt;
  Header header;
  header.hash = text.substr(kMagic.size(), kNameLength);
  const std::string_view number =
      text.substr(kMagic.size() + kNameLength + 1, end - kMagic.size() - kNameLength - 1);
  const auto [stop, error] =
      std::from_chars(number.data(), number.data() + number.size(), header.length);
  if (error != std::errc() || stop != number.data() + number.size()) return std::nullopt;
  header.size = end + 1;
  return header;
}

// Reads a pack through a window, so that a large pack costs little memory.
class Pack {
 public:
  Pack(const fs::Reader& reader, std::uint64_t size) : reader_(reader), size_(size) {}

  [[nodiscard]] std::uint64_t size() const { return size_; }

  // At least `length` bytes from `offset` unless the pack ends before.
  Result<std::string_view> at(std::uint64_t offset, std::size_t length) {
    length = static_cast<std::size_t>(std::min<std::uint64_t>(length, size_ - offset));
    const bool inside = offset >= begin_ && offset + length <= begin_ + window_.size();
    if (!inside) {
      const std::uint64_t wanted =
          std::min<std::uint64_t>(std::max(length, kWindow), size_ - offset);
      LOCI_TRY(reader_.read_into(window_, offset, static_cast<std::size_t>(wanted)));
      begin_ = offset;
    }
    return std::string_view(window_).substr(static_cast<std::size_t>(offset - begin_));
  }

 private:
  const fs::Reader& reader_;
  std::uint64_t size_;
  std::uint64_t begin_ = 0;
  std::string window_;
};

// Where the next header may begin behind `offset`, after damage.
Result<std::uint64_t> next_header(Pack& pack, std::uint64_t offset) {
  while (offset < pack.size()) {
    LOCI_ASSIGN(const std::string_view window, pack.at(offset, kHeaderLimit));
    const std::size_t found = window.find(kNextMagic);
    if (found != std::string_view::npos) return offset + found + 1;
    if (window.size() <= kNextMagic.size()) break;
    offset += window.size() - kNextMagic.size();
  }
  return pack.size();
}

struct Object {
  std::string hash;
  std::uint64_t text_begin = 0;
  std::uint64_t text_length = 0;
};

// Whether what a header announces is there. Half a text that later appends
// follow may reach over them to what looks like its end, and would hide them:
// so where another object seems to begin inside, the hash decides.
Result<bool> is_whole(Pack& pack, const Object& object) {
  const std::uint64_t end = object.text_begin + object.text_length;
  if (end >= pack.size()) return false;
  LOCI_ASSIGN(const std::string_view rest,
              pack.at(object.text_begin, static_cast<std::size_t>(object.text_length + 1)));
  const std::string_view text = rest.substr(0, static_cast<std::size_t>(object.text_length));
  if (rest[text.size()] != '\n') return false;
  return text.find(kNextMagic) == std::string_view::npos || sha256(text) == object.hash;
}

// Calls `visit` for each object; it answers false to stop. Bytes between them
// that are none are counted in `damage`.
template <typename Visit>
Result<> for_each_object(const fs::Reader& reader, std::uint64_t size, std::uint64_t& damage,
                         Visit visit) {
  Pack pack(reader, size);
  std::uint64_t offset = 0;
  while (offset < pack.size()) {
    LOCI_ASSIGN(const std::string_view window, pack.at(offset, kHeaderLimit));
    if (window.starts_with('\n')) {
      ++offset;
      continue;
    }
    const auto header = parse_header(window);
    Object object;
    if (header && header->length < pack.size()) {
      object = {std::string(header->hash), offset + header->size, header->length};
      LOCI_ASSIGN(const bool whole, is_whole(pack, object));
      if (whole) {
        LOCI_ASSIGN(const bool go_on, visit(object));
        if (!go_on) return {};
        offset = object.text_begin + object.text_length + 1;
        continue;
      }
    }
    LOCI_ASSIGN(const std::uint64_t next, next_header(pack, offset));
    damage += next - offset;
    offset = next;
  }
  return {};
}

template <typename Visit>
Result<> for_each_object(const fs::Reader& reader, Visit visit) {
  std::uint64_t damage = 0;
  return for_each_object(reader, reader.size(), damage, visit);
}

// Newest first.
Result<std::vector<std::string>> pack_names(const fs::Root& directory) {
  LOCI_ASSIGN(const std::vector<fs::Entry> entries, directory.list());
  std::vector<std::string> names;
  for (const fs::Entry& entry : entries) {
    if (!entry.name.ends_with(".pack")) continue;
    LOCI_TRY(need_regular(directory, entry));
    names.push_back(entry.name);
  }
  std::sort(names.begin(), names.end(), std::greater<>());
  return names;
}

}  // namespace

Result<> need_regular(const fs::Root& directory, const fs::Entry& entry) {
  if (entry.kind == fs::Kind::File) return {};
  const std::string path = child_path(directory.path(), entry.name);
  return fail(entry.kind == fs::Kind::Link ? fs::link_error(path) : fs::not_regular_error(path));
}

std::string format_object(std::string_view hash, std::string_view text) {
  return fmt::format("{}{} {}\n{}\n", kMagic, hash, text.size(), text);
}

Result<> visit_objects(
    const fs::Root& directory, const std::set<std::string>& hashes,
    const std::function<void(const std::string& hash, const std::string& text)>& visit) {
  std::set<std::string> seen;
  LOCI_ASSIGN(const std::vector<std::string> names, pack_names(directory));
  for (const std::string& name : names) {
    if (seen.size() == hashes.size()) break;
    LOCI_ASSIGN(const std::unique_ptr<fs::Reader> reader, directory.open_reader(name));
    LOCI_TRY(for_each_object(*reader, [&](const Object& object) -> Result<bool> {
      if (hashes.contains(object.hash) && !seen.contains(object.hash)) {
        LOCI_ASSIGN(
            const std::string text,
            reader->read_at(object.text_begin, static_cast<std::size_t>(object.text_length)));
        if (sha256(text) == object.hash) {
          visit(object.hash, text);
          seen.insert(object.hash);
        }
      }
      return seen.size() < hashes.size();
    }));
  }
  return {};
}

Result<Texts> load_objects(const fs::Root& directory, const std::set<std::string>& hashes) {
  Texts texts;
  LOCI_TRY(visit_objects(directory, hashes, [&](const std::string& hash, const std::string& text) {
    texts.emplace(hash, text);
  }));
  return texts;
}

Result<std::vector<PackPart>> list_packs(const fs::Root& directory) {
  std::vector<PackPart> packs;
  LOCI_ASSIGN(std::vector<std::string> names, pack_names(directory));
  for (std::string& name : names) {
    LOCI_ASSIGN(const fs::Stat stat, directory.stat(name));
    packs.push_back({std::move(name), stat.size});
  }
  return packs;
}

Result<std::vector<std::string>> list_objects(const fs::Root& directory,
                                              const std::vector<PackPart>& packs) {
  std::vector<std::string> hashes;
  for (auto pack = packs.rbegin(); pack != packs.rend(); ++pack) {
    LOCI_ASSIGN(const std::unique_ptr<fs::Reader> reader, directory.open_reader(pack->name));
    std::uint64_t damage = 0;
    LOCI_TRY(
        for_each_object(*reader, pack->size, damage, [&](const Object& object) -> Result<bool> {
          hashes.push_back(object.hash);
          return true;
        }));
  }
  return hashes;
}

Result<ObjectCount> count_objects(const fs::Root& directory) {
  ObjectCount count;
  LOCI_ASSIGN(const std::vector<PackPart> packs, list_packs(directory));
  LOCI_ASSIGN(const std::vector<std::string> hashes, list_objects(directory, packs));
  count.objects = hashes.size();
  for (const PackPart& pack : packs) count.bytes += pack.size;
  return count;
}

Result<LeftOut> copy_pack(const fs::Root& directory, const PackPart& pack,
                          const std::set<std::string>& hashes, fs::File* copy) {
  LeftOut left_out;
  std::string block;
  std::size_t unsynced = 0;
  LOCI_ASSIGN(const std::unique_ptr<fs::Reader> reader, directory.open_reader(pack.name));
  const auto copy_object = [&](const Object& object) -> Result<bool> {
    if (hashes.contains(object.hash)) {
      left_out.texts[object.hash] = {object.text_begin, object.text_length};
      ++left_out.count;
      return true;
    }
    if (copy == nullptr) return true;
    LOCI_ASSIGN(const std::string text,
                reader->read_at(object.text_begin, static_cast<std::size_t>(object.text_length)));
    block += format_object(object.hash, text);
    if (block.size() < kCopyBlock) return true;
    LOCI_TRY(copy->write(block));
    unsynced += block.size();
    block.clear();
    // So that whoever syncs a note meanwhile does not wait for a gigabyte to be written.
    if (unsynced < kUnsynced) return true;
    LOCI_TRY(copy->sync());
    unsynced = 0;
    return true;
  };
  LOCI_TRY(for_each_object(*reader, pack.size, left_out.damage, copy_object));
  if (!block.empty()) LOCI_TRY(copy->write(block));
  return left_out;
}

}  // namespace loci::store
