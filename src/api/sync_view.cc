#include "api/sync_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "base/time.h"

namespace loci::api {
namespace {

Json news_json(const std::vector<remote::News>& all) {
  Json list = Json::array();
  for (const remote::News& news : all) {
    Json one = {{"note", news.note}, {"status", news.what}};
    if (!news.why.empty()) one["reason"] = news.why;
    list.push_back(std::move(one));
  }
  return list;
}

// "2 received", "1 merged".
void add_counted(const std::vector<remote::News>& all, Side side, std::vector<std::string>& parts) {
  std::vector<std::pair<std::string_view, int>> counts;
  for (const remote::News& news : all) {
    const auto known = std::find_if(counts.begin(), counts.end(),
                                    [&](const auto& one) { return one.first == news.what; });
    if (known == counts.end()) {
      counts.emplace_back(news.what, 1);
    } else {
      ++known->second;
    }
  }
  for (const auto& [what, count] : counts) {
    parts.push_back(fmt::format("{} {}", count, news_word(what, side)));
  }
}

// "30s", "2m", "500ms".
std::string span_text(std::chrono::milliseconds span) {
  if (span.count() % 60'000 == 0) return fmt::format("{}m", span.count() / 60'000);
  if (span.count() % 1'000 == 0) return fmt::format("{}s", span.count() / 1'000);
  return fmt::format("{}ms", span.count());
}

// What a person has to mend: nobody sees the hint of a sync that runs by itself otherwise.
bool tells_hint(const Error& error) {
  return error.kind != ErrorKind::Io && error.kind != ErrorKind::Conflict && !error.needs_consent &&
         !error.hint.empty();
}

std::string_view status_of(const remote::WentThrough& through) {
  using Came = remote::WentThrough::Came;
  switch (through.came) {
    case Came::There:
      return "there";
    case Came::Merged:
      return "merged";
    case Came::TwoVersions:
      return "two versions";
    case Came::NotYet:
      return "not yet";
  }
  return "";
}

}  // namespace

Json to_json(const remote::SyncReply& done) {
  Json json = {{"name", done.remote},
               {"here", news_json(done.here)},
               {"there", news_json(done.there)},
               {"operation", done.operation},
               {"remarks", done.remarks}};
  if (!done.stays.empty()) json["stays"] = done.stays;
  return json;
}

std::string news_word(std::string_view what, Side side) {
  if (what == "taken") return "received";
  if (what == "held") return "held for review";
  if (what == "two versions") return "left in two versions";
  const bool either = what == "deleted" || what == "purged";  // said of both sides
  if (!either) return std::string(what);
  return fmt::format("{} {}", what, side == Side::Here ? "here" : "there");
}

std::string sync_line(const remote::SyncReply& done) {
  if (!done.did_something()) return fmt::format("{}: nothing new", done.remote);
  std::vector<std::string> parts;
  add_counted(done.here, Side::Here, parts);
  add_counted(done.there, Side::There, parts);
  return fmt::format("{}{}: {}", done.dry_run ? "would sync " : "", done.remote, join(parts, ", "));
}

Result<std::chrono::milliseconds> duration_of(const Json& arguments, const char* name,
                                              std::chrono::milliseconds standard) {
  if (!arguments.contains(name)) return standard;
  const std::string text = arguments[name].get<std::string>();
  const bool plain = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  const auto span = parse_duration(plain ? text + "s" : text);
  if (span && span->count() > 0) return *span;
  return fail(
      invalid_input(fmt::format("--{}: '{}' is not a duration", name, printable(text, true)),
                    "such as 500ms, 5s or 2m"));
}

Json to_json(const remote::LiveNews& news) {
  using What = remote::LiveNews::What;
  switch (news.what) {
    case What::Synced:
    case What::Reached:
      return to_json(news.reply);
    case What::Failed: {
      Json json = {{"name", news.remote},
                   {"error", news.error.message},
                   {"again_seconds", static_cast<double>(news.again.count()) / 1'000}};
      if (tells_hint(news.error)) json["hint"] = news.error.hint;
      return json;
    }
    case What::Gone:
      return {{"name", news.remote}, {"error", "it was removed"}};
  }
  return {};
}

std::string live_line(const remote::LiveNews& news) {
  using What = remote::LiveNews::What;
  switch (news.what) {
    case What::Synced:
      return sync_line(news.reply);
    case What::Reached:
      return fmt::format("{}: reached again", news.remote);
    case What::Failed:
      if (news.error.needs_consent) {
        return fmt::format("{}: {}; a person has to decide: 'loci sync {} --accept'", news.remote,
                           news.error.message, news.remote);
      }
      return fmt::format("{}: {}{}; trying again in {}", news.remote, news.error.message,
                         tells_hint(news.error) ? fmt::format("; {}", news.error.hint) : "",
                         span_text(news.again));
    case What::Gone:
      return fmt::format("{}: it was removed", news.remote);
  }
  return "";
}

void add_write_through(const std::vector<remote::WentThrough>& all, Json& data,
                       std::vector<std::string>& notes) {
  if (all.empty()) return;
  Json list = Json::array();
  for (const remote::WentThrough& through : all) {
    Json one = {{"name", through.remote}, {"status", status_of(through)}};
    if (!through.why.empty()) one["reason"] = through.why;
    list.push_back(std::move(one));
    if (std::string said = through.said(); !said.empty()) notes.push_back(std::move(said));
  }
  if (data.is_object()) data["remotes"] = std::move(list);
}

}  // namespace loci::api
