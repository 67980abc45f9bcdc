// What a helper program says over its pipe: it may be anybody's. Whatever it is, it is read to the
// end without believing a length, a text is the one it is said to be, what is read can be written
// and read again, and no URL leads to a program outside of "loci-remote-…".

#include <cstdint>
#include <string>
#include <string_view>

#include "base/hash.h"
#include "pipe/helper_url.h"
#include "pipe/message.h"
#include "property.h"
#include "remote/helper_texts.h"

using namespace loci;

namespace {

void check_line(const Json& line) {
  (void)remote::parse_greeting(line);
  LOCI_HOLDS(!remote::parse_helper_error(line).message.empty());
  (void)remote::parse_sent(line);
  remote::PullParts parts;
  if (remote::add_pull_part(line, parts)) {
    for (const auto& [note, told] : parts.pulled.notes) {
      LOCI_HOLDS(!note.empty() && (!told.version || told.version->size() == 64));
    }
  }
  remote::ConfirmedNotes confirmed;
  (void)remote::add_confirmed_part(line, confirmed);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  pipe::MessageReader reader;
  // In two pieces, so that a message is found wherever it was cut.
  reader.add(text.substr(0, size / 2));
  (void)reader.next();
  pipe::MessageReader whole;
  whole.add(text);
  for (;;) {
    const auto message = whole.next();
    if (!message || !*message) break;
    for (const auto& [hash, bytes] : (**message).texts) LOCI_HOLDS(sha256(bytes) == hash);
    check_line((**message).line);
    const std::string written = pipe::format_message(**message);
    pipe::MessageReader again;
    again.add(written);
    const auto read = again.next();
    if (read && *read) LOCI_HOLDS(pipe::format_message(**read) == written);
  }
  if (pipe::check_helper_url(text)) {
    LOCI_HOLDS(pipe::helper_kind(text).find_first_of("/.\\ ") == std::string::npos);
    LOCI_HOLDS(!pipe::helper_address(text).empty());
  }
  return 0;
}
