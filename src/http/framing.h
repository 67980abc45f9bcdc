// Whether the head of a request says where the request ends, and says it once.
//
// What two readers could cut in different places lets whoever sent it put a
// request of his own behind it, into a connection that a proxy shares among its
// clients. So nothing is made good here: no folded line, no space before a colon,
// no list of lengths, no coding but "chunked". Whoever gets a fault answers 400 and
// ends the connection, because what follows on it is nobody's request. Pure.

#pragma once

#include <string_view>

namespace loci::http {

// What is wrong with a head, from its first byte to the empty line at its end; ""
// when it is sound.
[[nodiscard]] std::string_view framing_fault(std::string_view head);

// Whether there is a byte in it that may end a line, or is to be seen nowhere: any
// control character but the tab.
[[nodiscard]] bool has_control(std::string_view text);

}  // namespace loci::http
