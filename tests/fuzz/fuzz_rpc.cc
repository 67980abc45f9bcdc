// The dispatcher and the memory behind it, fed lines as they come over a pipe:
// whatever they say, every request is answered once, with its own id, by a
// message that is one; and nothing else is.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/log.h"
#include "base/text.h"
#include "memory/asker.h"
#include "memory/config.h"
#include "memory/memory.h"
#include "memory/session.h"
#include "property.h"
#include "rpc/dispatcher.h"
#include "rpc/memory_service.h"
#include "rpc/message.h"
#include "store/workspace.h"
#include "support/memory_file_system.h"

using namespace loci;
using namespace loci::rpc;

namespace {

const std::string kHome = "/home/u/.loci";

class House final : public MemoryHost {
 public:
  House() {
    files_.put_directory("/home/u/app/.git");
    files_.put(kHome + "/memory/style.md",
               "---\nname: Style\ntype: user\ndescription: d\n---\n\nFindings first.\n");
    files_.put("/home/u/app/.loci/memory/hostile.md",
               "---\nname: Kept-back\ntype: project\n---\n\nKept-back.\n");
    memory::Session session;
    session.workspace = *store::find_workspace(files_, "/home/u/app", {kHome, "/home/u"});
    session.user_home = "/home/u";
    session.origin = "mcp";
    session.audience = memory::Audience::Agent;
    config_.emplace(*memory::Config::load(files_, kHome, Environment()));
    store_ = *store::Store::open(files_, clock_, log_, kHome);
    memory_ = std::make_shared<memory::Memory>(*store_, *config_, log_, session);
  }
  Result<std::shared_ptr<memory::Memory>> memory() override { return memory_; }
  [[nodiscard]] bool wants_root() const override { return true; }
  void use_root(const std::string& /*path*/) override {}

 private:
  fs::MemoryFileSystem files_;
  FixedClock clock_{*parse_time("2026-11-15T10:00:00Z")};
  MemoryLog log_;
  std::optional<memory::Config> config_;
  std::unique_ptr<store::Store> store_;
  std::shared_ptr<memory::Memory> memory_;
};

class AtOnce final : public Executor {
 public:
  bool post(std::function<void()> job) override {
    job();
    return true;
  }
};

// Counts answers by id, and looks at every message.
class Reader final : public Sink {
 public:
  void send(const Json& message) override {
    const std::string text = dump_json(message);
    LOCI_HOLDS(text.find('\n') == std::string::npos && is_valid_utf8(text));
    LOCI_HOLDS(text.find("Kept-back") == std::string::npos);
    LOCI_HOLDS(message["jsonrpc"] == "2.0");
    if (message.contains("method")) return;
    LOCI_HOLDS(message.contains("result") != message.contains("error"));
    ++answers[message.contains("id") ? id_key(message["id"]) : ""];
  }
  std::map<std::string, int> answers;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  House house;
  // The first byte says which server it is.
  Pins pins;
  pins.memory_tool = text.starts_with('m');
  pins.read_only = text.starts_with('r');
  if (text.starts_with('g')) pins.scope = "global";
  MemoryService service(house, pins);
  AtOnce executor;
  Dispatcher dispatcher(service, executor);
  const auto reader = std::make_shared<Reader>();
  const auto connection = dispatcher.connect(reader);
  std::map<std::string, int> asked;
  std::map<std::string, int> listened;
  for (const std::string_view whole : split_lines(text)) {
    std::string_view line = without_ending(whole);
    if (!line.empty() && line.front() != '{') line.remove_prefix(1);
    const auto message = parse_message(line);
    if (!message) {
      ++asked[message.error().id ? id_key(*message.error().id) : ""];
    } else if (message->kind == Message::Kind::Request) {
      const bool listens = message->method == "subscriptions/listen";
      ++(listens ? listened : asked)[id_key(message->id)];
    }
    dispatcher.receive(connection, line, reader);
  }
  dispatcher.resource_updated("loci://global/style.md");
  dispatcher.resources_changed();
  dispatcher.disconnect(connection);
  for (const auto& [id, count] : asked) {
    if (!listened.contains(id)) LOCI_HOLDS(reader->answers[id] == count);
  }
  for (const auto& [id, count] : reader->answers) {
    LOCI_HOLDS(count == 0 || asked.contains(id) || listened.contains(id));
  }
  return 0;
}
