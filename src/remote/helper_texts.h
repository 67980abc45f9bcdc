// What loci asks a helper program and what that answers, as values. Pure: a helper may be
// anybody's, so nothing of it is believed before it was read here.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "pipe/message.h"
#include "remote/transport.h"
#include "sync/run.h"

namespace loci::remote {

// What a helper says of itself in its first answer.
struct HelperGreeting {
  bool waits = false;          // it can say when there is something new
  bool upgrades = false;       // it can bring an older form of its store up to date
  bool keeps_history = false;  // what was purged stays in its past
};
// Denied for one that speaks another version of the protocol.
Result<HelperGreeting> parse_greeting(const Json& line);

// The error in an answer, with the helper's words made printable; Corrupt where there is none that
// can be understood.
[[nodiscard]] Error parse_helper_error(const Json& line);

// An answer to "pull", part by part; the last part has no "more".
struct PullParts {
  sync::Pulled pulled;
  std::vector<RemoteProject> projects;
  std::vector<std::string> odd;
  bool begun = false;
};
Result<> add_pull_part(const Json& line, PullParts& parts);

Result<sync::Sent> parse_sent(const Json& line);
Result<> add_confirmed_part(const Json& line, ConfirmedNotes& notes);

// What is sent, in messages of bounded size; the last one has no "more".
[[nodiscard]] std::vector<pipe::Message> send_messages(const sync::Sending& sending,
                                                       const Parcel& parcel);

}  // namespace loci::remote
