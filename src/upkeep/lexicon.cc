#include "upkeep/lexicon.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "search/words.h"

namespace loci::upkeep {
namespace {

using Words = std::unordered_set<std::string_view>;
using Table = std::unordered_map<std::string_view, std::string_view>;

Words words_in(std::string_view list) {
  Words words;
  while (!list.empty()) {
    const std::string_view word = list.substr(0, list.find(' '));
    list.remove_prefix(std::min(list.size(), word.size() + 1));
    if (!word.empty()) words.insert(word);
  }
  return words;
}

// Rows of words that mean what the first of them does, with ";" between rows.
Table table_of(std::string_view rows) {
  Table table;
  while (!rows.empty()) {
    std::string_view row = rows.substr(0, rows.find(';'));
    rows.remove_prefix(std::min(rows.size(), row.size() + 1));
    std::string_view first;
    while (!row.empty()) {
      const std::string_view word = row.substr(0, row.find(' '));
      row.remove_prefix(std::min(row.size(), word.size() + 1));
      if (word.empty()) continue;
      if (first.empty()) first = word;
      table.emplace(word, first);
    }
  }
  return table;
}

constexpr std::string_view kFillers =
    "a an the this that these those it its they them their theirs he she him his her hers we our "
    "ours us you your yours i my mine me is are was were be been being am do does did done doing "
    "have has had having will would there here";

constexpr std::string_view kGlue =
    "of in on at to for with by from as into onto upon via through within about around per and but "
    "so then also too both such like same other another please note remember remind reminder "
    "just simply really very quite actually currently now still already again however therefore "
    "thus hence because since while where whether which who whom whose what how why etc eg ie viz "
    "namely use make sure ensure keep take give go put get let lets one ones can could may might "
    "must should shall ought need all every each always any some sometimes several often usually "
    "mostly many everything generally normally typically commonly basically essentially certain "
    "various particular specific given following follow locate live reside sit stay stand be "
    "exist approximately roughly circa even ever well way thing order case regard regarding "
    "concern concerning version time though although yet anyway either indeed mean call name "
    "happen occur become seem appear provide whole entire lot much bit";

constexpr std::string_view kPointing =
    "not before after than over instead from to into by until till without unless except above "
    "below under behind against between toward towards onto replace supersede prefer depend";

constexpr std::string_view kTitleWords =
    "guide note notes howto about info summary rule reminder policy procedure process convention "
    "overview tip tips detail details decision preference doc memo fact facts update topic ref "
    "thing item entry instruction guideline step steps more again copy another new old version "
    "short long quick fast practice standard question answer idea background basics essential "
    "important key general explain explained description learned lesson agreement agreed expect "
    "plan finding record remark comment hint recap brief faq handbook manual knowledge setup work "
    "works handle handling know known deal dealing usage tell told say said read look see check "
    "point points word words stuff matter subject issue problem task write written collect "
    "collection list summary memory memo store cheatsheet quickref primer intro introduction help "
    "2 3 2nd";

constexpr std::string_view kQualifiers =
    "staging stage production prod development dev test testing canary sandbox demo primary "
    "secondary "
    "replica master slave main backup standby leader follower client server frontend backend "
    "internal external public private read write reader writer input output inbound outbound "
    "source "
    "src dest target left right north south east west upper lower top bottom front back inner "
    "outer first "
    "last next previous old new current former legacy local remote global user admin guest online "
    "offline live dead hot cold warm open closed start stop begin end on off up down before after "
    "min max "
    "import export upload download push pull send receive encode decode encrypt decrypt lock "
    "unlock add "
    "remove create delete enable disable allow deny success failure true false yes no always never "
    "monday tuesday wednesday thursday friday saturday sunday january february march april may "
    "june july "
    "august september october november december morning evening day night daily weekly monthly "
    "yearly "
    "login logout linux windows mac android ios http https tcp udp mysql postgres sqlite redis "
    "alpha beta gamma delta red green blue yellow black white orange grey gray";

// The first of each row stands for all of it.
constexpr std::string_view kSame =
    "config configuration configurations configs conf cfg configure;db database databases dbs;"
    "repo repository repositories repos;env environment environments envs;"
    "doc documentation docs document documents;dev development;prod production;"
    "staging stg;auth authentication authn;authz authorization authorisation;"
    "admin administrator administrators admins;app application applications apps;"
    "k8s kubernetes kube;postgres postgresql pg psql;js javascript;ts typescript;python py;"
    "info information;max maximum maximal maximally;min minimum minimal minimally;avg average;"
    "dir directory directories dirs folder folders;ref reference references refs;"
    "param parameter parameters params;arg argument arguments args;func function functions fn;"
    "var variable variables vars;msg message messages msgs;tmp temporary temp;"
    "spec specification specifications specs;pkg package packages pkgs;mgmt management;"
    "manager mgr;dept department;id identifier identifiers ids;i18n internationalization;"
    "l10n localization;a11y accessibility;versus vs;sync synchronize synchronise synchronization;"
    "stats statistics;cert certificate certificates certs;cred credential credentials creds;"
    "perf performance;impl implementation;init initialization initialisation initialize;"
    "conn connection connections;addr address addresses;password pwd passwd passwords;"
    "lib library libraries libs;mem memory;src source sources;dest destination dst;"
    "util utility utilities utils;percent pct percentage;mail email e-mail emails mails;"
    "website site sites websites;monday mon mondays;tuesday tue tues tuesdays;"
    "wednesday wed wednesdays;thursday thu thur thurs thursdays;friday fri fridays;"
    "saturday sat saturdays;sunday sun sundays;january jan;february feb;march mar;april apr;"
    "june jun;july jul;august aug;september sep sept;october oct;november nov;december dec;"
    "run execute executes executed executing execution launch launches launched invoke invokes "
    "runs;use utilize utilizes utilise employ employs utilized leverage leverages;"
    "large big huge;fast quick rapid quickly rapidly swift swiftly;"
    "start begin begins beginning commence starts begun began;"
    "buy purchase purchases;try attempt attempts tries tried;need require requires required "
    "requirement needs needed;get obtain obtains;"
    "permit allow allows allowed permits permitted;forbid deny denies denied prohibit prohibits "
    "disallow disallowed forbidden prohibited;show display displays shows;"
    "change modify modifies modified alter alters changes changed;"
    "remove delete deletes deleted removes removed erase erases;"
    "fix repair repairs mend fixes fixed;check verify verifies verified checks checked;"
    "choose select selects pick picks chooses selected chosen picked;help assist assists;"
    "store save saves stored saved stores;ask contact contacts asks;"
    "problem issue issues problems;prefer wants want prefers likes favor favour favors favours;"
    "person people persons folk folks;if when whenever once;not never no neither nor cannot;"
    "picture image images pictures;finish complete completes completed finished;"
    "correct right;wrong incorrect;hard difficult;easy simple;build compile compiles builds built "
    "compiled;write author writes written wrote;reply respond answer answers replies responds;"
    "job task jobs tasks;colleague coworker co-worker colleagues;"
    "decide decision decisions decided decides;machine computer machines computers;holiday "
    "vacation holidays vacations;"
    "meeting meet meetings;rule guideline rules guidelines;"
    "deploy deployment deployments deploys deployed deploying roll-out rollout;"
    "test tests testing tested;log logs logging logged;"
    "daily everyday;yearly annually annual;often frequently frequent;"
    "must should shall ought;may might can could;between among;"
    "also additionally furthermore moreover besides;however nevertheless nonetheless;"
    "because since;so thus therefore hence consequently;about regarding concerning;"
    "quiet silent;place location locations places;part piece portion;"
    "kind type sort;error errors mistake mistakes;"
    "usually normally typically generally commonly";

// Units, by how they are written.
constexpr std::string_view kUnitWords =
    "millisecond ms msec msecs milliseconds millis;microsecond us µs usec microseconds;"
    "nanosecond ns nanoseconds;second s sec secs seconds;minute min mins minutes;"
    "hour h hr hrs hours;day d days;week w wk wks weeks;month mo months;year y yr yrs years;"
    "byte B bytes;bit bits;kilobyte KB kB kb kilobytes;megabyte MB mb megabytes;"
    "gigabyte GB gb gigabytes;terabyte TB tb terabytes;petabyte PB pb;"
    "kibibyte KiB kib kibibytes;mebibyte MiB mib mebibytes;gibibyte GiB gib gibibytes;"
    "tebibyte TiB tib tebibytes;kilobit Kb Kbit kbit;megabit Mb Mbit mbit;gigabit Gb Gbit gbit;"
    "kbps Kbps;mbps Mbps Mb/s Mbit/s;gbps Gbps Gb/s Gbit/s;mbyteps MBps MB/s;gbyteps GBps GB/s;"
    "percent % pct;kilometre km kilometers kilometres;metre meter meters metres;"
    "centimetre cm centimeters;millimetre mm millimeters;mile mi miles;foot ft feet;inch inches;"
    "kilogram kg kilograms;gram g grams;milligram mg;pound lb lbs pounds;tonne t tonnes;"
    "litre l liters litres;celsius °C C;fahrenheit °F F;kelvin K;hertz Hz hz;kilohertz kHz khz;"
    "megahertz MHz mhz;gigahertz GHz ghz;pixel px pixels;point pt points;em;rem;"
    "dollar $ USD usd dollars;euro € EUR eur euros;gbp £ GBP;yen ¥;watt watts;kilowatt kW kw;"
    "volt V volts;ampere A amps;milliamp mA;times x ×;k;M million;am AM;pm PM;m;rpm;fps;"
    "request rps qps";

constexpr std::string_view kNumbers =
    "0 zero;2 two;3 three;4 four;5 five;6 six;7 seven;8 eight;9 nine;10 ten;11 eleven;12 twelve;"
    "13 thirteen;14 fourteen;15 fifteen;16 sixteen;20 twenty;30 thirty;40 forty;50 fifty;60 sixty;"
    "90 ninety;100 hundred;1000 thousand";

struct Phrase3 {
  std::string_view first;
  std::string_view second;
  std::string_view third;  // "" = two words
  std::string_view word;
};
constexpr std::array kPhrases{
    Phrase3{"in", "order", "to", "to"},
    Phrase3{"as", "well", "as", "and"},
    Phrase3{"as", "soon", "as", "if"},
    Phrase3{"in", "place", "of", "instead"},
    Phrase3{"in", "case", "of", "if"},
    Phrase3{"in", "addition", "to", "and"},
    Phrase3{"with", "respect", "to", "about"},
    Phrase3{"is", "able", "to", "can"},
    Phrase3{"are", "able", "to", "can"},
    Phrase3{"not", "more", "than", "atmost"},
    Phrase3{"no", "more", "than", "atmost"},
    Phrase3{"not", "less", "than", "atleast"},
    Phrase3{"no", "less", "than", "atleast"},
    Phrase3{"no", "fewer", "than", "atleast"},
    Phrase3{"not", "any", "more", "not"},
    Phrase3{"not", "any", "longer", "not"},
    Phrase3{"a", "lot", "of", "many"},
    Phrase3{"end", "to", "end", "e2e"},
    Phrase3{"make", "sure", "that", ""},
    Phrase3{"make", "sure", "to", ""},
    Phrase3{"out", "of", "date", "outdated"},
    Phrase3{"up", "to", "date", "current"},
    Phrase3{"used", "to", "be", "formerly"},
    Phrase3{"instead", "of", "", "instead"},
    Phrase3{"rather", "than", "", "instead"},
    Phrase3{"prior", "to", "", "before"},
    Phrase3{"due", "to", "", "because"},
    Phrase3{"because", "of", "", "because"},
    Phrase3{"no", "longer", "", "nolonger"},
    Phrase3{"not", "anymore", "", "nolonger"},
    Phrase3{"used", "to", "", "formerly"},
    Phrase3{"have", "to", "", "must"},
    Phrase3{"has", "to", "", "must"},
    Phrase3{"need", "to", "", "must"},
    Phrase3{"needs", "to", "", "must"},
    Phrase3{"ought", "to", "", "must"},
    Phrase3{"at", "least", "", "atleast"},
    Phrase3{"at", "most", "", "atmost"},
    Phrase3{"lots", "of", "", "many"},
    Phrase3{"such", "as", "", ""},
    Phrase3{"for", "example", "", ""},
    Phrase3{"for", "instance", "", ""},
    Phrase3{"that", "is", "", ""},
    Phrase3{"make", "sure", "", ""},
    Phrase3{"pull", "request", "", "pr"},
    Phrase3{"pull", "requests", "", "pr"},
    Phrase3{"merge", "request", "", "mr"},
    Phrase3{"merge", "requests", "", "mr"},
    Phrase3{"continuous", "integration", "", "ci"},
    Phrase3{"operating", "system", "", "os"},
    Phrase3{"user", "interface", "", "ui"},
    Phrase3{"virtual", "machine", "", "vm"},
    Phrase3{"virtual", "machines", "", "vm"},
    Phrase3{"command", "line", "", "cli"},
    Phrase3{"load", "balancer", "", "lb"},
    Phrase3{"every", "day", "", "daily"},
    Phrase3{"each", "day", "", "daily"},
    Phrase3{"every", "week", "", "weekly"},
    Phrase3{"each", "week", "", "weekly"},
    Phrase3{"every", "month", "", "monthly"},
    Phrase3{"each", "month", "", "monthly"},
    Phrase3{"each", "hour", "", "hourly"},
    Phrase3{"each", "year", "", "yearly"},
    Phrase3{"every", "hour", "", "hourly"},
    Phrase3{"every", "night", "", "nightly"},
    Phrase3{"each", "night", "", "nightly"},
    Phrase3{"every", "year", "", "yearly"},
    Phrase3{"roll", "out", "", "deploy"},
};

}  // namespace

bool is_filler(std::string_view word) {
  static const Words kWords = words_in(kFillers);
  return kWords.contains(word);
}

bool is_glue(std::string_view word) {
  static const Words kWords = words_in(kGlue);
  return kWords.contains(word) || is_filler(word);
}

Strength strength_of(std::string_view word) {
  static const Table kTable = table_of(
      "must should shall ought need;may might can could;all every each always everything;"
      "some sometimes several often usually mostly many occasionally");
  const auto found = kTable.find(word);
  if (found == kTable.end()) return Strength::None;
  if (found->second == "must") return Strength::Must;
  if (found->second == "may") return Strength::May;
  return found->second == "all" ? Strength::All : Strength::Some;
}

bool points(std::string_view word) {
  static const Words kWords = words_in(kPointing);
  return kWords.contains(word);
}

bool is_title_word(std::string_view word) {
  static const std::unordered_set<std::string> kStems = [] {
    std::unordered_set<std::string> stems;
    for (const std::string_view one : words_in(kTitleWords)) stems.emplace(search::stem(one));
    return stems;
  }();
  return kStems.contains(std::string(word));
}

bool is_qualifier(std::string_view stem) {
  static const std::unordered_set<std::string> kStems = [] {
    std::unordered_set<std::string> stems;
    for (const std::string_view one : words_in(kQualifiers)) stems.emplace(search::stem(one));
    return stems;
  }();
  return kStems.contains(std::string(stem));
}

std::string_view same_word(std::string_view word) {
  static const Table kTable = table_of(kSame);
  const auto found = kTable.find(word);
  return found == kTable.end() ? word : found->second;
}

std::string_view unit_of(std::string_view text) {
  static const Table kTable = table_of(kUnitWords);
  const auto found = kTable.find(text);
  return found == kTable.end() ? std::string_view() : found->second;
}

std::string_view digits_of(std::string_view word) {
  static const Table kTable = table_of(kNumbers);
  const auto found = kTable.find(word);
  return found == kTable.end() ? std::string_view() : found->second;
}

std::optional<PhraseMatch> phrase_at(std::string_view first, std::string_view second,
                                     std::string_view third) {
  static const Words kFirst = [] {
    Words words;
    for (const Phrase3& phrase : kPhrases) words.insert(phrase.first);
    return words;
  }();
  if (!kFirst.contains(first)) return std::nullopt;
  for (const Phrase3& phrase : kPhrases) {
    if (phrase.first != first || phrase.second != second) continue;
    if (phrase.third.empty()) return PhraseMatch{phrase.word, 2};
    if (phrase.third == third) return PhraseMatch{phrase.word, 3};
  }
  return std::nullopt;
}

}  // namespace loci::upkeep
