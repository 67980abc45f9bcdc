#include "http/descriptors.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "http/answering.h"

namespace loci::http {
namespace {

constexpr std::size_t kOtherFiles = 512;  // notes, catalogs, watches

}  // namespace

void Spare::drop() {
  if (file_ >= 0) ::close(file_);
  file_ = -1;
}

void Spare::renew() {
  if (file_ < 0) file_ = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
}

std::size_t allowed_connections(std::size_t wanted) {
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return wanted;
  const rlim_t needed = wanted + kOtherFiles;
  if (files.rlim_cur < needed) {
    files.rlim_cur = std::min<rlim_t>(needed, files.rlim_max);
    (void)::setrlimit(RLIMIT_NOFILE, &files);
    (void)::getrlimit(RLIMIT_NOFILE, &files);
  }
  if (files.rlim_cur >= needed) return wanted;
  return std::max<std::size_t>(files.rlim_cur / 2, 16);
}

void say_no_room(int socket) {
  (void)::send(socket, kNoRoom.data(), kNoRoom.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  (void)::shutdown(socket, SHUT_WR);
  // What it sent already and nobody reads would take the answer with it.
  std::array<char, 4'096> sent{};
  while (::recv(socket, sent.data(), sent.size(), MSG_DONTWAIT) > 0) {
  }
}

}  // namespace loci::http
