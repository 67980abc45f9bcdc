#include "cli/sample.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <filesystem>

#include "memory/memories.h"
#include "memory/targets.h"
#include "memory/writing.h"
#include "store/place.h"

namespace loci::cli {
namespace {

using std::chrono::hours;

// A clock that is put where the story is.
class StoryClock final : public Clock {
 public:
  explicit StoryClock(Timestamp now) : now_(now) {}
  [[nodiscard]] Timestamp now() const override { return at_; }
  void go_back(hours ago) { at_ = now_ - ago; }

 private:
  Timestamp now_;
  Timestamp at_ = now_;
};

constexpr std::string_view kAtlas = "atlas-5e1f00d2";
constexpr std::string_view kShop = "shop-front-7c40b9aa";

struct SampleNote {
  int hours_ago;
  std::string_view project;  // "" = global
  std::string_view client;   // whose agent wrote it; "" = the user
  std::string_view file;
  std::string_view type;
  std::string_view name;
  std::string_view description;
  std::string_view tags;  // with spaces
  std::string_view body;
};

constexpr std::array kNotes{
    SampleNote{330, "", "", "review-style", "user", "How I like reviews",
               "Blocking findings first, praise last", "review style",
               "Put blocking findings first, in one list:\n\n- Name the file and the line.\n- Say "
               "what breaks, then how to mend it.\n- Praise last, in one sentence.\n\nSee "
               "[[commit-messages]] for how changes are described."},
    SampleNote{
        326, "", "", "commit-messages", "user", "Commit messages",
        "Imperative subject, the body says why", "git style",
        "A subject of at most 60 characters, in the imperative.\n\nThe body says **why**, "
        "then what.\n\n| part | rule |\n|---|---|\n| subject | imperative, no full stop |\n| "
        "body | why before what |\n| last line | the issue |"},
    SampleNote{
        310, "", "", "time-zone", "user", "Times are UTC",
        "UTC in data and logs, local time only for people", "style",
        "Store and log UTC, in ISO 8601. Show local time only to people.\n\n```sql\nSET TIME "
        "ZONE 'UTC';\n```"},
    SampleNote{290, kAtlas, "", "architecture", "project", "Architecture of atlas",
               "Three services around one queue", "architecture",
               "Requests come in through the gateway, which owns [[rate-limits]]. Work goes over "
               "one queue to the tile workers; results are cached by [[tile-cache]].\n\n1. "
               "gateway\n2. queue\n3. workers\n\n> One queue, until measured otherwise."},
    SampleNote{286, kAtlas, "claude", "tile-cache", "project", "Tile cache",
               "Keys are z/x/y plus the style's hash; 48 h", "cache architecture",
               "Keys are `z/x/y@style`, where *style* is the first eight digits of its hash. "
               "Entries live 48 h.\n\nThe cache is **not** invalidated on deploy: old styles age "
               "out. Decided with [[architecture]]."},
    SampleNote{240, kAtlas, "", "rate-limits", "reference", "Rate limits",
               "The gateway owns them, not the services", "gateway",
               "60 requests a second and key, bursts of 120. The gateway answers 429 with "
               "`Retry-After`; clients follow [[retry-policy]].\n\n[RFC "
               "9110](https://www.rfc-editor.org/rfc/rfc9110#field.retry-after) has the header."},
    SampleNote{200, kAtlas, "codex", "retry-policy", "project", "Retry policy",
               "Exponential, five attempts", "network",
               "Retries wait `base * 2 ** n`, five attempts."},
    SampleNote{180, kAtlas, "", "staging-resets", "project", "Staging resets",
               "The staging database is new every night", "staging",
               "At 02:00 UTC the staging database is loaded anew from `fixtures/seed.sql`. Nothing "
               "written there survives; see [[release-checklist]]."},
    SampleNote{
        150, kAtlas, "", "release-checklist", "project", "Release checklist",
        "What is done before a tag, in order", "release",
        "- [x] freeze main\n- [x] `make test-full`\n- [ ] wait for [[staging-resets]]\n- [ ] "
        "tag and announce"},
    SampleNote{
        120, kAtlas, "", "retry-policy", "", "", "Full jitter, at most 30 s", "",
        "Retries wait `random(0, base * 2 ** n)`, at most 30 s, five attempts. `Retry-After` "
        "wins.\n\nChanged after the outage in which all clients came back at once: see "
        "[[rate-limits]]."},
    SampleNote{96, "", "claude", "test-clock", "feedback", "Tests with a fixed clock",
               "Set the clock in tests; never sleep", "testing",
               "Integration tests set the clock with `CLOCK=fixed` and never sleep."},
    SampleNote{72, kShop, "", "image-budget", "project", "Image budget",
               "200 kB a picture; the build fails above", "performance",
               "A picture has at most 200 kB, a page at most 1 MB of them. `npm run build` fails "
               "above that."},
    SampleNote{
        70, kShop, "claude", "colour-tokens", "feedback", "Colours come from tokens",
        "Never write a colour by hand", "design",
        "Colours come from `tokens.css`. A colour written by hand was sent back twice.\n\nSee "
        "[[image-budget]] for the other thing that reviews find."},
    SampleNote{40, kShop, "", "checkout-flow", "project", "Checkout flow",
               "Three steps; the address is asked for once", "design",
               "Basket, address, payment. The address is asked for once and kept in the "
               "session.\n\nTimes shown to customers are local, everything else follows "
               "[[time-zone]]."},
    SampleNote{20, kAtlas, "claude", "queue-depth", "project", "Queue depth alarm",
               "Alarm at 5,000 waiting for 3 minutes", "operations",
               "The alarm rings at 5,000 waiting jobs for 3 minutes. Below that autoscaling "
               "catches up by itself: see [[architecture]]."},
    SampleNote{5, "", "claude", "answer-language", "user", "Language of answers",
               "Answers in the language of the question", "style",
               "Answers in the language in which the question was asked; code and comments stay "
               "English."},
    SampleNote{2, kAtlas, "", "queue-depth", "", "", "Alarm at 8,000 waiting for 3 minutes", "",
               "The alarm rings at 8,000 waiting jobs for 3 minutes: 5,000 was noise on Mondays. "
               "Below that autoscaling catches up by itself: see [[architecture]]."},
};

struct SampleLog {
  int hours_ago;
  std::string_view heading;
  std::string_view text;
};
constexpr std::array kLogs{
    SampleLog{98, "queue", "Moved the queue to the new cluster; p95 fell from 90 to 35 ms."},
    SampleLog{52, "release", "Tagged 1.4 and announced it. Nothing rolled back."},
    SampleLog{26, "incident", "Tiles were white for four minutes: a style without its hash."},
    SampleLog{1, "alarm", "Raised the alarm of the queue to 8,000 after three false ones."},
};
constexpr std::array<std::string_view, 3> kItems{"ask about the size of the tile cache",
                                                 "write down how styles are named",
                                                 "try the release checklist on 1.5"};

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    words.emplace_back(word);
    text.remove_prefix(std::min(word.size() + 1, text.size()));
  }
  return words;
}

Result<> write_note(memory::Memories& memories, const SampleNote& sample) {
  memory::Tenant tenant;
  tenant.workspace = sample.project;
  tenant.origin = sample.client.empty() ? "page" : "mcp";
  if (!sample.client.empty()) tenant.audience = memory::Audience::Agent;
  LOCI_ASSIGN(const auto memory, memories.lend(tenant));
  if (!sample.client.empty()) memory->serve_client(sample.client);
  memory::WriteRequest request;
  request.file = sample.file;
  request.selector.scope = sample.project.empty() ? "global" : "private";
  if (!sample.type.empty()) request.type = sample.type;
  if (!sample.name.empty()) request.name = sample.name;
  if (!sample.tags.empty()) request.tags = words_of(sample.tags);
  request.description = sample.description;
  request.content = fmt::format("{}\n", sample.body);
  LOCI_TRY(memory::write(*memory, request));
  return {};
}

}  // namespace

Result<> write_sample(const Setting& setting) {
  for (const std::string_view project : {kAtlas, kShop}) {
    std::error_code error;
    std::filesystem::create_directories(
        fmt::format("{}/{}/{}", setting.home, store::kProjectsDirectory, project), error);
    if (error) return fail(system_error(error.value(), "make", setting.home));
  }
  StoryClock clock(setting.clock->now());
  memory::Session session = setting.session;
  session.audience = memory::Audience::Person;  // a story: nobody's own words
  session.agent.clear();
  session.actor.clear();
  memory::Memories memories(*setting.files, clock, *setting.log, setting.home, setting.environment,
                            session);
  memory::Tenant person;
  person.workspace = kAtlas;
  person.origin = "page";
  LOCI_ASSIGN(const auto memory, memories.lend(person));
  // In the order in which it happened: both lists have it.
  auto log = kLogs.begin();
  const auto log_until = [&](int hours_ago) -> Result<> {
    for (; log != kLogs.end() && log->hours_ago > hours_ago; ++log) {
      clock.go_back(hours(log->hours_ago));
      LOCI_TRY(memory::daily_add(*memory, log->heading, log->text, false));
    }
    return {};
  };
  for (const SampleNote& sample : kNotes) {
    LOCI_TRY(log_until(sample.hours_ago));
    clock.go_back(hours(sample.hours_ago));
    LOCI_TRY(write_note(memories, sample));
  }
  LOCI_TRY(log_until(0));
  for (const std::string_view item : kItems) {
    LOCI_TRY(memory::scratch_add(*memory, item, false));
  }
  LOCI_TRY(memory::scratch_done(*memory, "3", false));
  return {};
}

}  // namespace loci::cli
