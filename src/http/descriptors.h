// File descriptors, which a server may run out of.

#pragma once

#include <cstddef>

namespace loci::http {

// A descriptor in reserve: with none left a client could be neither let in nor told.
class Spare {
 public:
  Spare() { renew(); }
  ~Spare() { drop(); }
  Spare(const Spare&) = delete;
  Spare& operator=(const Spare&) = delete;
  void drop();
  void renew();

 private:
  int file_ = -1;
};

// Room for `wanted` connections and what is needed beside them, as far as the
// system allows: raises its limit where it may.
[[nodiscard]] std::size_t allowed_connections(std::size_t wanted);

// Tells the client of a socket that there is no room for it. Does not wait, and
// does not close the socket.
void say_no_room(int socket);

}  // namespace loci::http
