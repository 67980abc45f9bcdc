// What of an index travels, and what becomes of it here.

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/hash.h"
#include "base/limits.h"
#include "base/text.h"
#include "memory/scanning.h"
#include "note/note.h"
#include "remote/hook_check.h"
#include "remote/prepared.h"
#include "remote/sync.h"
#include "store/past_hooks.h"
#include "sync/merge.h"
#include "sync/outline.h"

namespace loci::remote {

using sync::Act;
using Came = sync::SyncRun::Came;

namespace {

// The hooks among them that people worded: loci did not make them of any text of their notes.
Result<note::Files> worded(store::Store& store, const store::Place& place,
                           const std::vector<note::LineHook>& differing) {
  note::Files files;
  if (differing.empty()) return files;
  std::vector<store::HookQuestion> questions;
  for (const note::LineHook& line : differing) {
    questions.push_back({place.key, line.file, line.hook});
  }
  LOCI_ASSIGN(const std::vector<store::HookAuthor> authors,
              store::hook_authors(store.journal(), questions));
  for (std::size_t i = 0; i < authors.size(); ++i) {
    if (authors[i] != store::HookAuthor::Loci) files.insert(differing[i].file);
  }
  return files;
}

// A note that is too large to be read says nothing of its line.
Result<std::optional<std::string>> read_small(store::View& view, const store::Place& place,
                                              const std::string& file) {
  auto text = view.read(place, file);
  if (!text && text.error().kind == ErrorKind::InvalidInput) return std::string();
  return text;
}

std::string hash_or_none(const std::string& text) { return text.empty() ? "" : sha256(text); }

}  // namespace

void SeenIndex::stood(const std::string& version) {
  constexpr std::size_t kMostHad = 32;
  if (!had.empty() && had.front() == version) return;
  had.insert(had.begin(), version);
  if (had.size() > kMostHad) had.pop_back();
}

bool Local::is_seen(const store::Place& place, const std::optional<std::string>& index) const {
  if (!index) return true;
  const auto name = names_.there(place, note::kIndexFile);
  const auto seen = name ? saved_.indexes.find(*name) : saved_.indexes.end();
  return seen != saved_.indexes.end() && seen->second.text == sha256(*index);
}

void Local::forget_index(const std::string& note) {
  const auto seen = saved_.indexes.find(note);
  if (seen != saved_.indexes.end()) seen->second.text.clear();
}

sync::NoteVersion Local::index_version(const std::string& name, const std::string& outline) const {
  const auto seen = saved_.indexes.find(name);
  const auto agreed = saved_.replica.agreed.find(name);
  const bool as_taken = seen != saved_.indexes.end() && agreed != saved_.replica.agreed.end() &&
                        !seen->second.taken.empty() && agreed->second.here == seen->second.taken &&
                        seen->second.as == outline;
  if (as_taken) return seen->second.taken;
  return outline.empty() ? sync::NoteVersion() : sync::NoteVersion(outline);
}

Result<> Local::look_at_index(const store::Place& place, const std::optional<std::string>& text,
                              const HookCheck& check, sync::Notes& notes) {
  const auto name = names_.there(place, note::kIndexFile);
  if (!name) return {};
  if (!is_seen(place, text)) {
    LOCI_ASSIGN(const note::Files files, worded(memory_.store(), place, check.differing()));
    std::string outline = note::index_outline(*text, files);
    if (outline.size() > kFileBytes) {  // as with a note that is too large
      const auto agreed = saved_.replica.agreed.find(*name);
      if (agreed != saved_.replica.agreed.end()) notes[*name] = agreed->second.here;
      return {};
    }
    SeenIndex& seen = saved_.indexes[*name];
    seen.text = sha256(*text);
    seen.outline = hash_or_none(outline);
    if (!outline.empty()) outlines_.emplace(seen.outline, std::move(outline));
  }
  const auto seen = saved_.indexes.find(*name);
  std::string& outline = outline_of_[*name];
  outline = !text || seen == saved_.indexes.end() ? "" : seen->second.outline;
  if (auto version = index_version(*name, outline)) {
    saved_.indexes[*name].stood(*version);
    notes[*name] = std::move(version);
  }
  if (text) seen_[*name] = {place, std::string(note::kIndexFile)};
  return {};
}

Result<note::Files> Local::by_hand(store::View& view, const store::Place& place,
                                   std::string_view text) {
  HookCheck check(text);
  const auto hooks = check.hooks();
  for (const auto& [file, hook] : hooks) {
    LOCI_ASSIGN(const auto note, read_small(view, place, file));
    if (note && !note->empty()) check.see(file, *note);
  }
  return worded(memory_.store(), place, check.differing());
}

Result<std::string> Local::outline_of(store::View& view, const store::Place& place,
                                      std::string_view text) {
  LOCI_ASSIGN(const note::Files files, by_hand(view, place, text));
  return note::index_outline(text, files);
}

// The index with its outline, and the lines of the notes that there will be.
Result<std::string> Local::new_index(const Prepared& prepared, store::View& view,
                                     const store::Plan& plan,
                                     const std::vector<Prepared>& all) const {
  const store::Place& place = prepared.at.place;
  const std::string index = prepared.mine.value_or("");
  std::vector<std::string> files;
  std::set<std::string, std::less<>> seen;  // an index may have thousands of lines
  for (const std::string_view text :
       {std::string_view(index), std::string_view(prepared.outline)}) {
    note::for_each_entry(text, [&](std::string_view, std::string_view file) {
      if (seen.emplace(file).second) files.emplace_back(file);
      return true;
    });
  }
  std::set<std::string, std::less<>> doubted;
  for (const Prepared& one : all) {
    if (one.doubted && one.at.place == place) doubted.insert(one.at.file);
  }
  std::map<std::string_view, const store::FileChange*> planned;
  for (const store::FileChange& change : plan.changes) {
    if (change.place == place) planned.emplace(change.file, &change);
  }
  std::vector<note::NoteLine> notes;
  for (const std::string& file : files) {
    const auto change = planned.find(file);
    std::optional<std::string> text;
    if (change != planned.end() && !doubted.contains(file)) {
      text = change->second->text;
    } else {
      LOCI_ASSIGN(text, read_small(view, place, file));
    }
    if (!text) continue;
    const note::Note parsed = note::parse_note(*text);
    notes.push_back({file, note::shown_name(parsed, file), parsed.description});
  }
  return sync::with_outline({index, prepared.by_hand}, prepared.outline, notes);
}

Result<> Local::prepare_index(Prepared& prepared, const Texts& texts, store::View& view) {
  const sync::Step& step = *prepared.step;
  const std::string index = prepared.mine.value_or("");
  LOCI_ASSIGN(prepared.by_hand, by_hand(view, prepared.at.place, index));
  const std::string mine = note::index_outline(index, prepared.by_hand);
  if (outline_of_[step.note] != hash_or_none(mine)) {
    forget_index(step.note);
    prepared.came = Came::Skipped;
    return {};
  }
  const auto text_of = [&](const sync::NoteVersion& version) -> std::optional<std::string> {
    const auto known = version ? texts.find(*version) : texts.end();
    return known == texts.end() ? std::nullopt : std::optional(known->second);
  };
  const std::optional<std::string> theirs = text_of(step.theirs);
  if (step.theirs && !theirs) {
    prepared.came = Came::Skipped;
    return {};
  }
  prepared.outline = theirs.value_or("");
  if (!is_note_text(prepared.outline)) {
    prepared.came = Came::Held;
    prepared.why = "it is no text of at most a mebibyte";
    return {};
  }
  if (is_merge(step, true)) {
    const std::optional<std::string> base = text_of(step.base);
    std::optional<std::string_view> before;
    if (base) before = *base;
    const std::string said = std::exchange(prepared.outline, "");
    prepared.outline = *sync::merge(sync::Shape::Index, {before, mine, said}).text;
  }
  prepared.is_theirs = prepared.outline == theirs.value_or("");
  LOCI_ASSIGN(const memory::ScanVerdict verdict,
              memory::scan_verdict(memory_, prepared.at.place, prepared.at.file, prepared.outline,
                                   mine, {}));
  if (verdict.worst == guard::Severity::Block) {
    prepared.came = Came::Held;
    prepared.why = blocked_text(verdict.fresh, prepared.at.file);
    return {};
  }
  LOCI_ASSIGN(prepared.text, new_index(prepared, view, {}, {}));
  if (trim(*prepared.text).empty()) prepared.text.reset();
  prepared.changes.push_back({prepared.at.place, prepared.at.file, prepared.text});
  return {};
}

Result<> Local::plan_index(Prepared& prepared, store::View& view, const std::vector<Prepared>& all,
                           store::Plan& plan) const {
  LOCI_ASSIGN(const auto now, view.read(prepared.at.place, prepared.at.file));
  prepared.came = now == prepared.mine ? Came::Done : Came::Skipped;
  if (prepared.came != Came::Done) return {};
  LOCI_ASSIGN(std::string text, new_index(prepared, view, plan, all));
  const auto expected = now ? store::Expected::text(sha256(*now)) : store::Expected::absent();
  const auto& [place, file] = prepared.at;
  const bool goes = trim(text).empty();
  if (goes && !now) return {};
  plan.changes.push_back(goes ? store::FileChange::remove(place, file, expected)
                              : store::FileChange::put(place, file, std::move(text), expected));
  plan.changes.back().heard = prepared.step->theirs.value_or("");
  return {};
}

namespace {

// Whether a version of the remote's goes into an index.
bool brings_version(const sync::Step& step) {
  return step.theirs && (step.act == Act::Take || step.act == Act::Merge);
}

}  // namespace

void Local::expect_indexes(const std::vector<Prepared>& all) {
  for (const Prepared& prepared : all) {
    const bool comes =
        prepared.is_index() && prepared.came == Came::Done && brings_version(*prepared.step);
    if (!comes) continue;
    SeenIndex& seen = saved_.indexes[prepared.step->note];
    if (prepared.text == prepared.mine) {  // all that it says stands here: nothing is changed
      seen.stood(*prepared.step->theirs);
      continue;
    }
    seen.coming = *prepared.step->theirs;
    seen.coming_after = newest_record(memory_.store());
  }
}

// What a record of an index brought, as an outline; "" where that did not come. Somebody may have
// edited the index before it could be changed, and that edit stays; nor is it to the letter what
// was planned, since it follows its notes. So what was to come or to go is looked for, line by
// line.
Result<std::string> Local::came_of(store::View& view, const store::FileRecord& record) {
  const store::Place place = store::place_of_key(record.place);
  std::set<std::string> hashes;
  for (const auto* hash : {&record.before, &record.after}) {
    if (*hash) hashes.insert(**hash);
  }
  LOCI_ASSIGN(const store::Texts texts, memory_.store().journal().texts(hashes));
  const auto outline = [&](const std::optional<std::string>& hash) -> Result<std::string> {
    const auto text = hash ? texts.find(*hash) : texts.end();
    if (text == texts.end()) return std::string();
    return outline_of(view, place, text->second);
  };
  LOCI_ASSIGN(const std::string before, outline(record.before));
  LOCI_ASSIGN(std::string after, outline(record.after));
  LOCI_ASSIGN(const auto text, view.read(place, record.file));
  LOCI_ASSIGN(const std::string now, outline_of(view, place, text.value_or("")));
  const auto lines = [](const std::string& all) {
    std::set<std::string_view> found;
    for (const std::string_view line : split_lines(all)) found.insert(without_ending(line));
    return found;
  };
  const auto was = lines(before);
  const auto planned = lines(after);
  const auto stands = lines(now);
  for (const std::string_view line : planned) {
    if (!was.contains(line) && stands.contains(line)) return after;
  }
  const bool adds = !std::includes(was.begin(), was.end(), planned.begin(), planned.end());
  for (const std::string_view line : was) {
    if (!adds && !planned.contains(line) && !stands.contains(line)) return after;
  }
  return std::string();
}

Result<> Local::settle_coming() {
  std::uint64_t after = 0;
  std::map<std::string, SeenIndex*> waiting;  // by the place's key
  std::vector<store::Place> places;
  for (auto& [name, seen] : saved_.indexes) {
    if (seen.coming.empty()) continue;
    const auto at = names_.here(name);
    if (!at) continue;
    after = waiting.empty() ? seen.coming_after : std::min(after, seen.coming_after);
    waiting.emplace(at->place.key, &seen);
    places.push_back(at->place);
  }
  if (waiting.empty()) return {};
  // What such a process left half done is finished first.
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory_.look(places, false));
  std::set<std::uint64_t> aborted;
  std::map<std::string, store::FileRecord> begun;  // by the place's key
  LOCI_TRY(memory_.store().journal().visit([&](const store::Record& record) {
    if (record.sequence <= after) return false;
    if (record.kind == store::Record::Kind::Abort) aborted.insert(record.of);
    if (record.kind != store::Record::Kind::Begin || aborted.contains(record.sequence)) return true;
    for (const store::FileRecord& file : record.files) {
      const auto found = waiting.find(file.place);
      const bool is_it = found != waiting.end() && file.file == note::kIndexFile &&
                         file.heard == found->second->coming &&
                         record.sequence > found->second->coming_after;
      if (is_it) begun.emplace(file.place, file);
    }
    return true;
  }));
  for (const auto& [key, record] : begun) {
    SeenIndex& seen = *waiting.at(key);
    LOCI_ASSIGN(const std::string outline, came_of(*view, record));
    if (outline.empty()) continue;
    seen.stood(seen.coming);
    // As it was taken, or merged: then another home with this disk may have sent what it came to.
    seen.stood(sha256(outline));
  }
  for (auto& [place, seen] : waiting) seen->coming.clear();
  return {};
}

Result<> Local::settle_indexes(const std::vector<Prepared>& all,
                               const std::vector<store::Changed>& changed) {
  for (const Prepared& prepared : all) {
    if (!prepared.is_index() || !brings_version(*prepared.step)) continue;
    SeenIndex& seen = saved_.indexes[prepared.step->note];
    seen.coming.clear();
    if (prepared.came != Came::Done) continue;
    std::optional<std::string> text = prepared.mine;
    for (const store::Changed& change : changed) {
      if (change.place == prepared.at.place && change.file == prepared.at.file) text = change.after;
    }
    LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory_.look({prepared.at.place}, true));
    LOCI_ASSIGN(const std::string outline, outline_of(*view, prepared.at.place, text.value_or("")));
    seen.stood(*prepared.step->theirs);
    if (prepared.is_theirs) {
      seen.taken = *prepared.step->theirs;
      seen.as = hash_or_none(outline);
    } else if (!outline.empty()) {
      seen.stood(sha256(outline));
    }
  }
  return {};
}

}  // namespace loci::remote
