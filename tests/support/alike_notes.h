// Made-up memories in which it is known which notes say the same in other words, and which only
// look alike: they differ in a number, a unit, a name, a negation or a direction. Two vocabularies
// with sentences of their own, so that what is chosen on one can be measured on the other.

#pragma once

#include <array>
#include <cstddef>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loci::support {

struct MadeNote {
  std::string title;
  std::string description;
  std::string body;
};

struct AlikeSet {
  std::vector<MadeNote> notes;
  struct Pair {
    std::size_t one;
    std::size_t other;
    std::string how;  // what was done to the second
  };
  std::vector<Pair> pairs;
  std::vector<Pair> look_alikes;
};

// A sentence in up to three wordings that say the same. "{host}" stands for a name of that kind.
struct Wording {
  std::vector<std::string> forms;
};
struct Vocabulary {
  std::vector<Wording> sentences;
  std::vector<std::pair<std::string, std::vector<std::string>>> names;
  std::vector<std::string> clauses;                            // to be added to a sentence
  std::vector<std::string> extra;                              // sentences to be added
  std::vector<std::pair<std::string, std::string>> glue;       // that mean the same
  std::vector<std::pair<std::string, std::string>> opposites;  // that do not
  std::vector<std::array<std::string, 2>> titles;              // two for a note, "{a}" its subject
};

[[nodiscard]] inline const Vocabulary& office_words() {
  static const Vocabulary kWords{
      {{{"The {service} service listens on port {port} of {host}.",
         "On {host}, the {service} service listens on port {port}.",
         "The {service} service is listening on {host} on port {port}."}},
       {{"Deploys of {service} go out on {day} after {person} has signed off.",
         "On {day}, deploys of {service} go out after {person} has signed off.",
         "Deployments of {service} go out on {day}, after {person} has signed off."}},
       {{"The configuration of {service} is in {file}.", "{service} keeps its config in {file}.",
         "In {file} there is the configuration of {service}."}},
       {{"Do not restart {host} while the {job} job is running.",
         "Don't restart {host} while the {job} job runs.",
         "While the {job} job is running, do not restart {host}."}},
       {{"Requests to {service} time out after {n} seconds.",
         "After {n} seconds, requests to {service} time out.",
         "A request to {service} times out after {n} s."}},
       {{"We use {tool} for the {job} job because the old script was slow.",
         "For the {job} job we use {tool}, since the old script was slow.",
         "We utilize {tool} for the {job} job because the old scripts were slow."}},
       {{"{person} owns the {service} repository and reviews every pull request.",
         "{person} owns the {service} repo and reviews every PR.",
         "The {service} repository is owned by {person}, who reviews every pull request."}},
       {{"Enable the {flag} flag before migrating the {service} database.",
         "Before migrating the {service} database, enable the {flag} flag.",
         "Enable the {flag} flag before migrating the {service} db."}},
       {{"Backups of {host} must keep {n} GB of free space.",
         "Backups of {host} should keep {n} gigabytes of free space.",
         "{n} GB of free space must be kept by backups of {host}."}},
       {{"{tool} version {version} is faster than {tool2} on {host}.",
         "On {host}, {tool} version {version} is faster than {tool2}.",
         "{tool} v{version} is faster than {tool2} on {host}."}},
       {{"Send the invoices of {service} to {person} at the end of the month.",
         "At the end of the month, send the invoices of {service} to {person}.",
         "Please send the invoices of {service} to {person} at the end of the month."}},
       {{"The retry limit of {service} is {n2} and the queue holds {n} messages.",
         "{service} has a retry limit of {n2}, and the queue holds {n} messages.",
         "The retry limit of {service} is {n2}; the queue holds {n} messages."}},
       {{"Always run {tool} with {option} in the {job} pipeline.",
         "Run {tool} always with {option} in the {job} pipeline.",
         "In the {job} pipeline, always run {tool} with {option}."}},
       {{"Copy the archive from {host} to {host2} over the internal network.",
         "Over the internal network, copy the archive from {host} to {host2}.",
         "Copy the archives from {host} to {host2} over the internal network."}}},
      {{"service",
        {"billing", "ledger", "courier", "gateway", "search", "mailer", "catalog", "session",
         "invoice", "report", "thumbnail", "webhook", "tracker", "pricing"}},
       {"host",
        {"atlas", "borealis", "cygnus", "draco", "elara", "fornax", "ganymede", "helios", "icarus",
         "juno", "web-01", "web-02", "db-primary", "db-replica"}},
       {"host2", {"kepler", "lyra", "mimas", "nereid", "oberon", "pandora", "quasar", "rigel"}},
       {"person",
        {"Maria", "Jonas", "Priya", "Tomasz", "Aiko", "Lena", "Oskar", "Fatima", "Ruben",
         "Ingrid"}},
       {"day", {"Monday", "Tuesday", "Wednesday", "Thursday", "Friday"}},
       {"job", {"nightly", "export", "cleanup", "rebuild", "import", "rollup", "archive"}},
       {"tool", {"ripgrep", "ninja", "terraform", "ansible", "poetry", "bazel", "rsync", "restic"}},
       {"tool2", {"make", "puppet", "chef", "grep", "tar", "borg"}},
       {"file",
        {"`/etc/app/main.toml`", "`deploy/values.yaml`", "`src/settings.py`", "`ops/hosts.ini`",
         "`conf/app.json`", "`infra/main.tf`"}},
       {"flag", {"dual_write", "read_only", "shadow_mode", "fast_path", "new_index"}},
       {"option", {"--strict", "--no-cache", "--dry-run", "--verbose", "--locked"}},
       {"port", {"8080", "8081", "9000", "5432", "6379", "3000", "7463", "443"}},
       {"n", {"15", "30", "45", "60", "90", "120", "250", "500"}},
       {"n2", {"3", "4", "5", "7", "8"}},
       {"version", {"1.2", "1.3", "2.0", "2.1", "3.14", "4.0.1"}}},
      {"because the previous setup kept failing on busy evenings",
       "which the platform group agreed on during the spring review",
       "so that new colleagues find their way without asking around",
       "as the auditors wanted to see a written statement"},
      {"This came up during the last retrospective of the platform group.",
       "The background is a long discussion among several people of the department.",
       "Newcomers tend to overlook this during their opening weeks.",
       "It was agreed with Viktor in 2023 and confirmed later."},
      {{"We use", "We utilize"},
       {" must ", " has to "},
       {"because", "since"},
       {" and reviews", " and also reviews"},
       {"is faster", "is really faster"},
       {"Always run", "Please always run"}},
      {{"Do not restart", "Restart"},
       {"Don't restart", "Restart"},
       {"Enable", "Disable"},
       {"enable", "disable"},
       {"before migrating", "after migrating"},
       {"Before migrating", "After migrating"},
       {"faster", "slower"},
       {"Always", "Never"},
       {"always", "never"},
       {" after {", " before {"},
       {" seconds", " minutes"},
       {" s.", " ms."},
       {" GB", " MB"},
       {" gigabytes", " megabytes"},
       {" must keep", " must not keep"},
       {"go out", "no longer go out"},
       {"is slow", "is not slow"},
       {"listens", "never listens"},
       {"with {", "without {"},
       {"internal", "external"},
       {"owns", "no longer owns"},
       {"the end", "the start"},
       {"After ", "Before "},
       {" after ", " before "}},
      {{"Notes about {a}", "{a}: what to know"},
       {"{a} setup", "How {a} works"},
       {"Reminder for {a}", "{a} rules"},
       {"{a}", "About {a}"}}};
  return kWords;
}

[[nodiscard]] inline const Vocabulary& workshop_words() {
  static const Vocabulary kWords{
      {{{"The {machine} in hall {hall} runs at {speed} rpm.",
         "In hall {hall}, the {machine} runs at {speed} rpm.",
         "The {machine} in hall {hall} is running at {speed} rpm."}},
       {{"Never open the {valve} valve when the {machine} is hot.",
         "Do not open the {valve} valve if the {machine} is hot.",
         "When the {machine} is hot, never open the {valve} valve."}},
       {{"{worker} inspects the {machine} every {day}.",
         "Every {day} {worker} inspects the {machine}.",
         "The {machine} is inspected by {worker} every {day}."}},
       {{"Coolant of the {machine} has to be changed after {hours} hours.",
         "After {hours} hours the coolant of the {machine} must be changed.",
         "The coolant of the {machine} needs to be changed after {hours} hrs."}},
       {{"Orders from {firm} are shipped in {colour} crates of {kg} kg.",
         "We ship orders from {firm} in {colour} crates of {kg} kg.",
         "Orders from {firm} get shipped in {colour} crates of {kg} kilograms."}},
       {{"The drawing {drawing} replaces {drawing2} for {firm}.",
         "For {firm}, the drawing {drawing} replaces {drawing2}.",
         "The drawing {drawing} is replacing {drawing2} for {firm}."}},
       {{"Tighten the {part} bolts before mounting the {part2} cover.",
         "Before mounting the {part2} cover, tighten the {part} bolts.",
         "Tighten the {part} bolts before mounting the {part2} covers."}},
       {{"Keep the {part} stock above {count} pieces.",
         "The {part} stock should be kept above {count} pieces.",
         "Please keep the {part} stock above {count} pieces."}},
       {{"{firm} allows returns within {days} days of delivery.",
         "Within {days} days of delivery, {firm} permits returns.",
         "Returns are allowed by {firm} within {days} days of delivery."}},
       {{"Steel of grade {grade} is harder than steel of grade {grade2}.",
         "Steel of grade {grade} is a lot harder than steel of grade {grade2}.",
         "Steel of grade {grade} is generally harder than steel of grade {grade2}."}},
       {{"Mix the {part} resin at {temp} °C and let it rest for {minutes} minutes.",
         "The {part} resin is mixed at {temp} °C and rests for {minutes} minutes.",
         "Mix the {part} resin at {temp}°C, then let it rest for {minutes} min."}},
       {{"Ask {worker} about the maintenance documentation of the {machine}.",
         "About the maintenance documentation of the {machine}, ask {worker}.",
         "Contact {worker} about the maintenance docs of the {machine}."}},
       {{"The alarm of hall {hall} is switched on at {clock} by {worker}.",
         "At {clock} the alarm of hall {hall} is switched on by {worker}.",
         "The alarm of hall {hall} gets switched on at {clock} by {worker}."}},
       {{"Gloves are required at the {machine}; goggles are optional for {firm} visitors.",
         "At the {machine}, gloves are required; goggles are optional for {firm} visitors.",
         "Gloves are required at the {machine}, and goggles are optional for {firm} visitors."}}},
      {{"machine",
        {"lathe", "mill", "grinder", "furnace", "extruder", "plotter", "crane", "shear", "roller",
         "stamper", "kiln", "router", "borer", "welder"}},
       {"hall", {"1", "2", "3", "4", "7", "9", "11"}},
       {"speed", {"900", "1,200", "1500", "1800", "2400", "3000"}},
       {"valve", {"inlet", "outlet", "bypass", "relief", "drain", "purge"}},
       {"worker",
        {"Halvard", "Sunniva", "Okoro", "Bettina", "Casimir", "Dolores", "Emeka", "Yusuf", "Klara",
         "Nadia"}},
       {"day", {"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"}},
       {"hours", {"200", "250", "400", "600", "800", "1000"}},
       {"firm",
        {"Nordhaven", "Brightwell", "Castellan", "Ostermann", "Pellworm", "Quintero",
         "Rostock Marine", "Silverbeck"}},
       {"colour", {"red", "green", "blue", "yellow", "grey", "orange"}},
       {"kg", {"12", "18", "20", "25", "40"}},
       {"drawing", {"A-1041", "A-1042", "B-220", "C-77", "D-5150", "E-09"}},
       {"drawing2", {"F-300", "G-18", "H-4410", "J-62", "K-7"}},
       {"part", {"flange", "bearing", "spindle", "gasket", "housing", "piston", "collar"}},
       {"part2", {"gear", "motor", "pump", "shaft", "turbine"}},
       {"count", {"40", "60", "80", "150", "300"}},
       {"days", {"10", "14", "21", "28", "45"}},
       {"grade", {"S235", "S355", "C45", "H13", "D2"}},
       {"grade2", {"A36", "X20", "N80", "T8"}},
       {"temp", {"18", "22", "35", "60", "95"}},
       {"minutes", {"5", "8", "12", "25", "50"}},
       {"clock", {"18:30", "19:00", "20:15", "21:45", "22:00"}}},
      {"since the insurers asked for it after the flood",
       "which the shift leaders settled at their autumn gathering",
       "so the apprentices do not have to guess", "given that spare stock takes ages to arrive"},
      {"The shift leaders wrote this down for the apprentices.",
       "An older binder in the foreman's cabin has further background.",
       "Somebody from head office asked about this during a visit.",
       "Wanda measured it together with Igor in March 2024."},
      {{"has to be", "must be"},
       {" every ", " each "},
       {"Ask ", "Please ask "},
       {"allows", "permits"},
       {"is switched", "is always switched"},
       {"are shipped", "get shipped"},
       {"Keep the", "Make sure to keep the"}},
      {{"Never open", "Always open"},
       {"never open", "always open"},
       {"Do not open", "Open"},
       {" hot", " cold"},
       {"after {", "before {"},
       {"After {", "Before {"},
       {" hours", " days"},
       {" hrs", " days"},
       {" kg", " lb"},
       {" kilograms", " pounds"},
       {"before mounting", "after mounting"},
       {"Before mounting", "After mounting"},
       {"Tighten", "Loosen"},
       {"tighten", "loosen"},
       {"above", "below"},
       {"allows", "denies"},
       {"permits", "forbids"},
       {"are allowed", "are not allowed"},
       {"harder", "softer"},
       {" minutes", " hours"},
       {" min.", " h."},
       {"switched on", "switched off"},
       {"required", "not required"},
       {" rpm", " Hz"},
       {"inspects", "no longer inspects"},
       {"is inspected", "is never inspected"},
       {"°C", "°F"},
       {"Within", "After"},
       {" within ", " after "},
       {"runs at", "does not run at"},
       {"is running", "is not running"},
       {"replaces", "does not replace"}},
      {{"{a} in the workshop", "Workshop: {a}"},
       {"Handling of {a}", "{a}, notes"},
       {"{a} details", "Important: {a}"},
       {"On {a}", "{a} again"}}};
  return kWords;
}

// Made to measure with: 153 of 200 pairs were found at first sight. Words were chosen on it since.
[[nodiscard]] inline const Vocabulary& fleet_words() {
  static const Vocabulary kWords{
      {{{"The {app} container image is published to {registry} with tag {tag}.",
         "With tag {tag}, the {app} container image is published to {registry}.",
         "We publish the {app} container images to {registry} with tag {tag}."}},
       {{"Memory of a {app} pod is limited to {mem} MiB in {region}.",
         "In {region}, memory of a {app} pod is limited to {mem} MiB.",
         "Memory of a {app} pod is limited to {mem}MiB in {region}."}},
       {{"Unit tests of {app} have to pass before merging into {branch}.",
         "Before merging into {branch}, unit tests of {app} must pass.",
         "Unit tests of {app} need to pass before merging into {branch}."}},
       {{"On-call for {region} rotates on {day}; {who} covers holidays.",
         "On-call for {region} rotates on {day}, and {who} covers the holidays.",
         "On {day} the on-call for {region} rotates; {who} covers holidays."}},
       {{"Alerts from {app} are sent to the {channel} channel when latency exceeds {ms} ms.",
         "When latency exceeds {ms} ms, alerts from {app} are sent to the {channel} channel.",
         "Alerts from {app} are sent to the {channel} channel if latency exceeds {ms} "
         "milliseconds."}},
       {{"{who} prefers {lang} over {lang2} for command line tools.",
         "For command line tools, {who} prefers {lang} over {lang2}.",
         "{who} prefers {lang} over {lang2} for CLI tools."}},
       {{"Secrets of {app} are rotated every {days} days by {who}.",
         "Every {days} days the secrets of {app} are rotated by {who}.",
         "{who} rotates the secrets of {app} every {days} days."}},
       {{"Allow inbound traffic from {region} on port {port} of the {app} firewall.",
         "On port {port} of the {app} firewall, allow inbound traffic from {region}.",
         "Please allow inbound traffic from {region} on port {port} of the {app} firewall."}},
       {{"The {table} table of {app} is vacuumed at {clock} without locking writers.",
         "At {clock} the {table} table of {app} is vacuumed without locking writers.",
         "The {table} table of {app} gets vacuumed at {clock}, without locking writers."}},
       {{"Feature {flag} is turned on for {region} since version {tag}.",
         "Since version {tag}, feature {flag} is turned on for {region}.",
         "Feature {flag} is turned on for {region} since v{tag}."}},
       {{"Use `{cmd}` to rebuild the {table} index after a restore.",
         "After a restore, use `{cmd}` to rebuild the {table} index.",
         "To rebuild the {table} index after a restore, use {cmd}."}},
       {{"{app} reads its credentials from {file} and never from the environment.",
         "{app} reads its creds from {file}, and never from the environment.",
         "{app} reads its credentials from {file} and not from the environment."}}},
      {{"app",
        {"billing-api", "orders", "shipping", "identity", "recommender", "imageproxy", "audit",
         "checkout", "loyalty", "geocoder", "notifier", "scheduler"}},
       {"registry", {"harbor", "quay", "nexus", "artifactory"}},
       {"tag", {"1.4.2", "1.4.3", "2.0.0", "2.11", "3.0-rc1", "7.2"}},
       {"mem", {"128", "256", "512", "768", "1,024", "2048"}},
       {"region", {"eu-west-1", "us-east-2", "ap-south-1", "frankfurt", "oregon", "sydney"}},
       {"branch", {"main", "develop", "release", "staging"}},
       {"day", {"Monday", "Wednesday", "Friday", "Sunday"}},
       {"who", {"Chen", "Adaeze", "Giulia", "Mateusz", "Soraya", "Petra", "Kofi", "Linnea"}},
       {"channel", {"ops", "platform", "incidents", "payments", "backend"}},
       {"ms", {"80", "150", "200", "350", "900"}},
       {"lang", {"Rust", "Go", "Kotlin", "OCaml", "Zig"}},
       {"lang2", {"Python", "Java", "Perl", "Ruby", "Bash"}},
       {"days", {"7", "30", "60", "90", "180"}},
       {"port", {"22", "443", "8443", "9090", "2379"}},
       {"table", {"events", "invoices", "sessions", "users", "ledger_entries", "audit_log"}},
       {"clock", {"02:00", "03:30", "04:15", "23:45"}},
       {"flag", {"new_checkout", "fast-search", "bulkExport", "dark_mode"}},
       {"cmd", {"make reindex", "bin/rebuild --all", "pg_repack -t", "rake db:index"}},
       {"file", {"/etc/app/creds.toml", "vault.yaml", "secrets/prod.env", "~/.netrc"}}},
      {"because the earlier arrangement woke people up at weekends",
       "as discussed with the security folks during their yearly visit",
       "so everybody can look it up quickly during an outage",
       "which makes audits a good deal easier"},
      {"More context can be found in the handbook of the infrastructure guild.",
       "This replaced a manual procedure that nobody enjoyed.",
       "The decision was taken together with Beatriz during the 2024 offsite.",
       "Ticket OPS-1187 has the full discussion."},
      {{"have to pass", "must pass"},
       {" are sent ", " get sent "},
       {" is published", " gets published"},
       {"Use `", "Please use `"},
       {"prefers", "generally prefers"},
       {"Allow ", "Make sure to allow "},
       {"every ", "each "}},
      {{"have to pass", "do not have to pass"},
       {"before merging", "after merging"},
       {"Before merging", "After merging"},
       {" MiB", " GiB"},
       {" MiB", " MB"},
       {" ms ", " s "},
       {" ms,", " s,"},
       {"exceeds", "stays below"},
       {"Allow", "Deny"},
       {"allow", "deny"},
       {"inbound", "outbound"},
       {"without locking", "while locking"},
       {"turned on", "turned off"},
       {"and never from", "and always from"},
       {"are sent", "are no longer sent"},
       {"is published", "is not published"},
       {" days", " weeks"},
       {"after a restore", "before a restore"},
       {"After a restore", "Before a restore"},
       {"rotates", "never rotates"},
       {"are rotated", "are not rotated"},
       {"to rebuild", "to drop"},
       {"is limited", "is unlimited"},
       {"since version", "until version"},
       {"Since version", "Until version"},
       {"prefers", "avoids"},
       {"covers", "does not cover"}},
      {{"{a}", "{a} (again)"},
       {"Notes on {a}", "{a} in short"},
       {"{a}: facts", "Remember: {a}"},
       {"How {a} is run", "{a} summary"}}};
  return kWords;
}

class AlikeNotes {
 public:
  AlikeNotes(const Vocabulary& words, unsigned seed) : words_(words), random_(seed) {}

  // `total` notes, among them `pairs` that say the same (a quarter of them copies) and as
  // many look-alikes.
  AlikeSet make(std::size_t total, std::size_t pairs, std::size_t look_alikes) {
    AlikeSet set;
    while (set.pairs.size() < pairs) {
      const Facts facts = fresh_facts();
      const std::size_t one = add(set, facts, false, 0);
      if (set.pairs.size() % 4 == 0) {
        set.notes.push_back(set.notes[one]);
        set.pairs.push_back({one, one + 1, "copy"});
        continue;
      }
      std::string how;
      set.notes.push_back(in_other_words(facts, how));
      set.pairs.push_back({one, one + 1, how});
    }
    while (set.look_alikes.size() < look_alikes) {
      const Facts facts = fresh_facts();
      std::string how;
      const MadeNote other = look_alike(facts, how);
      if (how.empty()) continue;
      const std::size_t one = add(set, facts, false, 0);
      set.notes.push_back(other);
      set.look_alikes.push_back({one, one + 1, how});
    }
    while (set.notes.size() < total) add(set, fresh_facts(), false, below(3));
    return set;
  }

 private:
  struct Fact {
    std::size_t sentence;
    std::vector<std::pair<std::string, std::string>> names;  // what stands for each
  };
  using Facts = std::vector<Fact>;

  std::size_t below(std::size_t end) { return random_() % end; }
  bool chance(std::size_t percent) { return below(100) < percent; }

  const std::vector<std::string>* names_of(std::string_view kind) const {
    for (const auto& [name, list] : words_.names) {
      if (name == kind) return &list;
    }
    return nullptr;
  }

  Fact made_fact() {
    Fact fact{below(words_.sentences.size()), {}};
    const std::string& form = words_.sentences[fact.sentence].forms[0];
    for (std::size_t at = form.find('{'); at != std::string::npos; at = form.find('{', at + 1)) {
      const std::string kind = form.substr(at + 1, form.find('}', at) - at - 1);
      bool known = false;
      for (const auto& [name, value] : fact.names) known = known || name == kind;
      if (const auto* list = names_of(kind); list != nullptr && !known) {
        fact.names.emplace_back(kind, (*list)[below(list->size())]);
      }
    }
    return fact;
  }

  // No two notes of a set are made from the same facts, but those that are meant to be.
  Facts fresh_facts() {
    for (;;) {
      Facts facts{made_fact()};
      for (std::size_t i = 1 + below(3); i > 0; --i) {
        Fact fact = made_fact();
        bool taken = false;
        for (const Fact& other : facts) taken = taken || other.sentence == fact.sentence;
        if (!taken) facts.push_back(std::move(fact));
      }
      std::string all;
      for (const Fact& fact : facts) all += said(fact, 0);
      if (facts.size() > 1 && known_.insert(all).second) return facts;
    }
  }

  std::string filled(std::string text, const Fact& fact) const {
    for (const auto& [kind, value] : fact.names) {
      const std::string slot = "{" + kind + "}";
      for (std::size_t at = text.find(slot); at != std::string::npos; at = text.find(slot, at)) {
        text.replace(at, slot.size(), value);
        at += value.size();
      }
    }
    return text;
  }
  std::string said(const Fact& fact, std::size_t form) const {
    const auto& forms = words_.sentences[fact.sentence].forms;
    std::string text = filled(forms[form % forms.size()], fact);
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
      text[0] = static_cast<char>(text[0] - 32);
    return text;
  }

  std::string subject(const Facts& facts) const { return facts[0].names[0].second; }

  MadeNote note_of(const Facts& facts, const std::vector<std::string>& sentences, bool list,
                   std::size_t title, std::size_t wording) {
    MadeNote note;
    note.title = words_.titles[title][wording];
    const std::string slot = "{a}";
    note.title.replace(note.title.find(slot), slot.size(), subject(facts));
    for (const std::string& sentence : sentences) {
      note.body += list ? "- " + sentence + "\n" : (note.body.empty() ? "" : " ") + sentence;
    }
    if (!list) note.body += "\n";
    note.description = wording == 0 ? sentences[0] : "What we know about " + subject(facts);
    return note;
  }

  std::size_t add(AlikeSet& set, const Facts& facts, bool list, std::size_t form) {
    std::vector<std::string> sentences;
    for (const Fact& fact : facts) sentences.push_back(said(fact, form));
    title_ = below(words_.titles.size());
    set.notes.push_back(note_of(facts, sentences, list, title_, 0));
    return set.notes.size() - 1;
  }

  static bool replace_first(std::string& text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    if (at == std::string::npos) return false;
    text.replace(at, from.size(), to);
    return true;
  }

  MadeNote in_other_words(const Facts& facts, std::string& how) {
    std::vector<std::string> sentences;
    for (const Fact& fact : facts) {
      const std::size_t form = below(3);
      if (form != 0) how += "form" + std::to_string(form) + " ";
      sentences.push_back(said(fact, form));
    }
    if (chance(40)) {
      for (std::string& sentence : sentences) {
        for (const auto& [from, to] : words_.glue) {
          if (chance(50) && replace_first(sentence, from, to)) how += "glue ";
        }
      }
    }
    if (chance(25)) {
      std::string& sentence = sentences[below(sentences.size())];
      sentence.pop_back();
      sentence += ", " + words_.clauses[below(words_.clauses.size())] + ".";
      how += "clause ";
    }
    if (chance(25)) {
      sentences.push_back(words_.extra[below(words_.extra.size())]);
      how += "extra ";
    }
    if (chance(30)) {
      std::swap(sentences.front(), sentences[1]);
      how += "order ";
    }
    if (chance(30)) {
      for (std::string& sentence : sentences) sentence.pop_back();
      how += "stops ";
      MadeNote note = note_of(facts, sentences, true, title_, chance(60) ? 1 : 0);
      return note;
    }
    const bool list = chance(30);
    if (list) how += "list ";
    const bool other_title = chance(60);
    if (other_title) how += "title ";
    if (how.empty()) how = "none";
    return note_of(facts, sentences, list, title_, other_title ? 1 : 0);
  }

  // One name or number, one word, or a direction.
  MadeNote look_alike(const Facts& facts, std::string& how) {
    Facts changed = facts;
    const std::size_t which = below(changed.size());
    std::vector<std::string> sentences;
    const std::size_t form = chance(70) ? 0 : below(3);
    if (chance(50)) {
      auto& [kind, value] = changed[which].names[below(changed[which].names.size())];
      const std::string before = value;
      const auto* list = names_of(kind);
      while (value == before) value = (*list)[below(list->size())];
      how = kind + ": " + before + " -> " + value;
      for (const Fact& fact : changed) sentences.push_back(said(fact, form));
    } else {
      for (const Fact& fact : changed) sentences.push_back(said(fact, form));
      std::string text = words_.sentences[changed[which].sentence].forms[form % 3];
      for (std::size_t tries = 0; tries < 40 && how.empty(); ++tries) {
        const auto& [from, to] = words_.opposites[below(words_.opposites.size())];
        if (replace_first(text, from, to)) how = from + " -> " + to;
      }
      // What is compared, copied or replaced the other way round.
      for (const auto& [one, other] :
           {std::pair("{host}", "{host2}"), std::pair("{tool}", "{tool2}"),
            std::pair("{drawing}", "{drawing2}"), std::pair("{grade}", "{grade2}"),
            std::pair("{part}", "{part2}"), std::pair("{lang}", "{lang2}")}) {
        if (text.find(one) == std::string::npos || text.find(other) == std::string::npos) continue;
        if (!chance(50)) continue;
        text = words_.sentences[changed[which].sentence].forms[form % 3];
        const std::size_t a = text.find(one);
        text.replace(a, std::string(one).size(), "{x}");
        replace_first(text, other, one);
        replace_first(text, "{x}", other);
        how = std::string(one) + " <-> " + other;
      }
      if (how.empty()) return {};
      sentences[which] = filled(text, changed[which]);
    }
    if (chance(20)) std::swap(sentences.front(), sentences[1]);
    return note_of(chance(50) ? changed : facts, sentences, chance(20),
                   title_ % words_.titles.size(), chance(30) ? 1 : 0);
  }

  const Vocabulary& words_;
  std::mt19937 random_;
  std::set<std::string> known_;
  std::size_t title_ = 0;
};

}  // namespace loci::support
