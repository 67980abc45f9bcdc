// Open files of the machine. Internal to fs.

#pragma once

#include <memory>
#include <string>

#include "fs/descriptor.h"
#include "fs/root.h"

namespace loci::fs {

// `file` is open with O_APPEND; `path` is for messages.
[[nodiscard]] std::unique_ptr<File> make_system_file(Descriptor file, std::string path);
[[nodiscard]] std::unique_ptr<Reader> make_system_reader(Descriptor file, std::string path,
                                                         std::uint64_t size);

// Up to `length` bytes from `offset` into `buffer`, fewer only at the end; the
// count, or -1 with errno.
[[nodiscard]] ssize_t read_fully(int file, char* buffer, std::size_t length, std::uint64_t offset);

}  // namespace loci::fs
