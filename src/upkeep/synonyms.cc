#include <algorithm>
#include <array>

#include "upkeep/lexicon.h"
#include "upkeep/word_list.h"

namespace loci::upkeep {
namespace {

// The first of each row stands for all of it.
constexpr std::string_view kSame =
    "config configuration configurations configs conf cfg configure;db database databases "
    "dbs;repo repository repositories repos;env environment environments envs;doc documentation "
    "docs document documents;dev development;prod production;staging stg;auth authentication "
    "authn;authz authorization authorisation;admin administrator administrators admins;app "
    "application applications apps;k8s kubernetes kube;postgres postgresql pg psql;js "
    "javascript;ts typescript;python py;info information;atmost max maximum maximal "
    "maximally;atleast min minimum minimal minimally;avg average;dir directory directories dirs "
    "folder folders;ref reference references refs;param parameter parameters params;arg "
    "argument arguments args;func function functions fn routine;var variable variables vars;msg "
    "message messages msgs;tmp temporary temp;spec specification specifications specs;pkg "
    "package packages pkgs;mgmt management;manager mgr;dept department;id identifier "
    "identifiers ids;i18n internationalization;l10n localization;a11y accessibility;versus "
    "vs;sync synchronize synchronise synchronization;stats statistics;cert certificate "
    "certificates certs;cred credential credentials creds;perf performance;impl "
    "implementation;init initialization initialisation initialize;conn connection connections "
    "connect reach;addr address addresses;password pwd passwd passwords;lib library libraries "
    "libs;mem memory ram;src source sources;dest destination dst;util utility utilities "
    "utils;percent pct percentage;mail email e-mail emails mails;website site sites "
    "websites;monday mon mondays;tuesday tue tues tuesdays;wednesday wed wednesdays;thursday "
    "thu thur thurs thursdays;friday fri fridays;saturday sat saturdays;sunday sun "
    "sundays;january jan;february feb;march mar;april apr;june jun;july jul;august "
    "aug;september sep sept;october oct;november nov;december dec;run execute executes executed "
    "executing execution invoke invokes runs;use utilize utilizes utilise employ employs "
    "utilized leverage leverages;large big huge;fast quick rapid quickly rapidly swift "
    "swiftly;start begin begins beginning commence starts begun began launch launches launched "
    "startup start-up boot;buy purchase purchases;try attempt attempts tries tried;need require "
    "requires required requirement needs needed;get obtain obtains;permit allow allows allowed "
    "permits permitted;forbid deny denies denied prohibit prohibits disallow disallowed "
    "forbidden prohibited;show display displays shows;change modification modifications "
    "alteration modify modifies modified alter alters changes changed;remove delete deletes "
    "deleted removes removed erase erases;fix repair repairs mend fixes fixed resolve resolves "
    "resolved correct;send deliver delivers delivered sends sent;eg e.g;ie i.e;check verify "
    "verifies verified checks checked;choose select selects pick picks chooses selected chosen "
    "picked;help assist assists;store save saves stored saved stores;ask contact contacts "
    "asks;problem issue issues problems;prefer wants want prefers likes favor favour favors "
    "favours;person people persons folk folks;if when whenever;not never no neither nor cannot "
    "none avoid prevent prevents missing lack lacks lacking;picture image images pictures;finish "
    "complete completes completed finished;wrong "
    "incorrect;hard difficult;easy simple;build compile compiles builds built compiled;write "
    "author writes written wrote;reply respond answer answers replies responds;job task jobs "
    "tasks;colleague coworker co-worker colleagues;decide decision decisions decided "
    "decides;machine computer machines computers;holiday vacation holidays vacations;meeting "
    "meet meetings;rule guideline rules guidelines;deploy deployment deployments deploys "
    "deployed deploying roll-out rollout;test tests testing tested;log logs logging "
    "logged;daily everyday;yearly annually annual;often frequently frequent;must should shall "
    "ought;may might can could;between among;also additionally furthermore moreover "
    "besides;however nevertheless nonetheless;because since;so thus therefore hence "
    "consequently;about regarding concerning;quiet silent;place location locations places;part "
    "piece portion;kind type sort;error errors mistake mistakes;usually normally typically "
    "generally commonly;own owner responsible ownership maintain maintainer;contain hold "
    "comprise include;flaky intermittent intermittently;convert conversion;switch move "
    "change-over;several multiple;manual manually;intended intentional intend intentionally "
    "deliberate deliberately;about approximately roughly around approx circa;beside "
    "alongside;render template;generate produce;regenerate recreate;terraform tf;approve "
    "approval signoff;notify inform;handle treat;restart reboot relaunch;slow sluggish "
    "slowly;timeout time-out;backup back-up;login log-in sign-in signin logon;logout log-out "
    "sign-out signout;setup set-up;cleanup clean-up;typo misspelling misspell "
    "misspelled;catalog catalogue;center centre;license licence;analyze analyse;dialog "
    "dialogue;german germany;french france;british britain;american america;spanish "
    "spain;italian italy;dutch netherlands;polish poland;swedish sweden;swiss "
    "switzerland;european europe;japanese japan;chinese china;crash die;mandatory compulsory "
    "obligatory;customer buyer;fetch retrieve;describe explain;upgrade bump;hang freeze;cause "
    "trigger;permission privilege;key-value kv;branch branches;ticket "
    "story;standard norm convention;option switch-flag;credential secret-key;attach "
    "append;combine join merge-together;separate split;amount quantity;duration lifetime "
    "ttl;rate-limit throttle throttling throttled;schedule plan planned scheduled;expect "
    "assume;lag delay latency;frequent often regularly;note remark;goal aim purpose;answer "
    "reply response respond;speed throughput;break broken breaks;broker queue-broker;method "
    "approach technique;guarantee ensure assure;necessary needed require;warm prime;kick-off "
    "kickoff;quote citation;abort cancel;invalidate bust;;first 1st;second 2nd;third 3rd;fourth "
    "4th;fifth 5th;or otherwise else;keep kept retain preserve remain stay;add adding added "
    "adds;use using uses used;expire expiry expiration expires;lazy lazily;automatic "
    "automatically;automate automated automation;explicit explicitly;postcode zip-code;provide "
    "offer supply;see look refer;error failure fault;remove deletion removal;respect honor honour "
    "obey;different distinct";

// Units, by how they are written.
constexpr std::string_view kUnitWords =
    "millisecond ms msec msecs milliseconds millis;microsecond us µs usec "
    "microseconds;nanosecond ns nanoseconds;second s sec secs seconds;minute min mins "
    "minutes;hour h hr hrs hours;day d days;week w wk wks weeks;month mo months;year y yr yrs "
    "years;byte B bytes;bit bits;kilobyte KB kB kb kilobytes;megabyte MB mb megabytes;gigabyte "
    "GB gb gigabytes;terabyte TB tb terabytes;petabyte PB pb;kibibyte KiB kib "
    "kibibytes;mebibyte MiB mib mebibytes;gibibyte GiB gib gibibytes;tebibyte TiB tib "
    "tebibytes;kilobit Kb Kbit kbit;megabit Mb Mbit mbit;gigabit Gb Gbit gbit;kbps Kbps;mbps "
    "Mbps Mb/s Mbit/s;gbps Gbps Gb/s Gbit/s;mbyteps MBps MB/s;gbyteps GBps GB/s;percent % "
    "pct;kilometre km kilometers kilometres;metre meter meters metres;centimetre cm "
    "centimeters;millimetre mm millimeters;mile mi miles;foot ft feet;inch inches;kilogram kg "
    "kilograms;gram g grams;milligram mg;pound lb lbs pounds;tonne t tonnes;litre l liters "
    "litres;celsius °C C;fahrenheit °F F;kelvin K;hertz Hz hz;kilohertz kHz khz;megahertz MHz "
    "mhz;gigahertz GHz ghz;pixel px pixels;point pt points;em;rem;dollar $ USD usd dollars;euro "
    "€ EUR eur euros;gbp £ GBP;yen ¥;watt watts;kilowatt kW kw;volt V volts;ampere A "
    "amps;milliamp mA;times x ×;k;M million;am AM;pm PM;m;rpm;fps;request rps qps";

constexpr std::string_view kNumbers =
    "0 zero;2 two;3 three;4 four;5 five;6 six;7 seven;8 eight;9 nine;10 ten;11 eleven;12 "
    "twelve;13 thirteen;14 fourteen;15 fifteen;16 sixteen;20 twenty;30 thirty;40 forty;50 "
    "fifty;60 sixty;90 ninety;100 hundred;1000 thousand;17 seventeen;18 eighteen;19 nineteen;70 "
    "seventy;80 eighty";

// What a word says is not.
constexpr std::string_view kNegatives =
    "set unset;available unavailable;safe unsafe;use unused;support unsupported;stable "
    "unstable;reach unreachable;need unneeded;necessary unnecessary;sign unsigned;know "
    "unknown;change unchanged;commit uncommitted;encrypt unencrypted;protect unprotected;limit "
    "unlimited;version unversioned;track untracked;sort unsorted;order unordered;reliable "
    "unreliable;handle unhandled;expect unexpected;authenticate unauthenticated;authorize "
    "unauthorized;document undocumented;test untested;want unwanted;active inactive;activity "
    "inactivity;secure insecure;complete incomplete;compatible incompatible;consistent "
    "inconsistent;sensitive insensitive;possible impossible;like dislike;trust distrust "
    "untrusted;permit forbid forbids forbidding forbidden prohibit prohibits prohibited "
    "disallow disallowed disallows;likes dislikes disliked;agree disagree;usual unusual;clear "
    "unclear;relate unrelated;verify unverified;fix unfixed;official unofficial;read "
    "unread;build unbuilt;maintain unmaintained;install uninstalled";

struct Phrase3 {
  std::string_view first;
  std::string_view second;
  std::string_view third;  // "" = two words
  std::string_view word;
};
constexpr std::array kPhrases{
    Phrase3{"is", "on", "for", "enable"},
    Phrase3{"are", "on", "for", "enable"},
    Phrase3{"a", "maximum", "of", "atmost"},
    Phrase3{"a", "minimum", "of", "atleast"},
    Phrase3{"in", "charge", "of", "own"},
    Phrase3{"taken", "care", "of", "own"},
    Phrase3{"in", "that", "case", ""},
    Phrase3{"a", "couple", "of", "several"},
    Phrase3{"more", "than", "one", "several"},
    Phrase3{"as", "long", "as", "if"},
    Phrase3{"get", "rid", "of", "remove"},
    Phrase3{"out", "of", "memory", "oom"},
    Phrase3{"out", "of", "order", "unordered"},
    Phrase3{"single", "sign", "on", "sso"},
    Phrase3{"in", "order", "to", "to"},
    Phrase3{"be", "found", "in", "in"},
    Phrase3{"ahead", "of", "time", "ahead"},
    Phrase3{"at", "all", "times", "always"},
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
    Phrase3{"or", "newer", "", "ornewer"},
    Phrase3{"or", "later", "", "ornewer"},
    Phrase3{"and", "later", "", "ornewer"},
    Phrase3{"and", "newer", "", "ornewer"},
    Phrase3{"or", "above", "", "ornewer"},
    Phrase3{"and", "above", "", "ornewer"},
    Phrase3{"or", "higher", "", "ornewer"},
    Phrase3{"and", "up", "", "ornewer"},
    Phrase3{"or", "older", "", "orolder"},
    Phrase3{"or", "earlier", "", "orolder"},
    Phrase3{"or", "below", "", "orolder"},
    Phrase3{"or", "lower", "", "orolder"},
    Phrase3{"more", "than", "", "morethan"},
    Phrase3{"larger", "than", "", "morethan"},
    Phrase3{"bigger", "than", "", "morethan"},
    Phrase3{"greater", "than", "", "morethan"},
    Phrase3{"longer", "than", "", "morethan"},
    Phrase3{"higher", "than", "", "morethan"},
    Phrase3{"less", "than", "", "lessthan"},
    Phrase3{"fewer", "than", "", "lessthan"},
    Phrase3{"smaller", "than", "", "lessthan"},
    Phrase3{"lower", "than", "", "lessthan"},
    Phrase3{"shorter", "than", "", "lessthan"},
    Phrase3{"up", "to", "", "atmost"},
    Phrase3{"maximum", "of", "", "atmost"},
    Phrase3{"max", "of", "", "atmost"},
    Phrase3{"minimum", "of", "", "atleast"},
    Phrase3{"turn", "on", "", "enable"},
    Phrase3{"turned", "on", "", "enable"},
    Phrase3{"turns", "on", "", "enable"},
    Phrase3{"switch", "on", "", "enable"},
    Phrase3{"switched", "on", "", "enable"},
    Phrase3{"turn", "off", "", "disable"},
    Phrase3{"turned", "off", "", "disable"},
    Phrase3{"turns", "off", "", "disable"},
    Phrase3{"switch", "off", "", "disable"},
    Phrase3{"switched", "off", "", "disable"},
    Phrase3{"shut", "down", "", "disable"},
    Phrase3{"shuts", "down", "", "disable"},
    Phrase3{"shut", "off", "", "disable"},
    Phrase3{"by", "hand", "", "manually"},
    Phrase3{"next", "to", "", "beside"},
    Phrase3{"responsible", "for", "", "own"},
    Phrase3{"so", "that", "", "so"},
    Phrase3{"of", "course", "", ""},
    Phrase3{"a", "few", "", "several"},
    Phrase3{"as", "of", "", "since"},
    Phrase3{"every", "time", "", "if"},
    Phrase3{"each", "time", "", "if"},
    Phrase3{"kick", "off", "", "start"},
    Phrase3{"set", "up", "", "setup"},
    Phrase3{"sets", "up", "", "setup"},
    Phrase3{"fall", "back", "", "fallback"},
    Phrase3{"falls", "back", "", "fallback"},
    Phrase3{"fell", "back", "", "fallback"},
    Phrase3{"roll", "back", "", "rollback"},
    Phrase3{"rolls", "back", "", "rollback"},
    Phrase3{"rolled", "back", "", "rollback"},
    Phrase3{"rolling", "back", "", "rollback"},
    Phrase3{"look", "at", "", "see"},
    Phrase3{"out", "of", "", "outof"},
    Phrase3{"machine", "learning", "", "ml"},
    Phrase3{"access", "token", "", "accesstoken"},
    Phrase3{"access", "tokens", "", "accesstoken"},
    Phrase3{"everybody", "else", "", ""},
    Phrase3{"everyone", "else", "", ""},
    Phrase3{"time", "zone", "", "timezone"},
    Phrase3{"file", "name", "", "filename"},
    Phrase3{"data", "base", "", "db"},
    Phrase3{"e", "mail", "", "mail"},
    Phrase3{"no", "one", "", "nobody"},
    Phrase3{"environment", "variable", "", "envvar"},
    Phrase3{"environment", "variables", "", "envvar"},
    Phrase3{"env", "var", "", "envvar"},
    Phrase3{"env", "vars", "", "envvar"},
    Phrase3{"env", "variable", "", "envvar"},
    Phrase3{"env", "variables", "", "envvar"},
    Phrase3{"two", "factor", "", "2fa"},
    Phrase3{"source", "code", "", "code"},
    Phrase3{"code", "base", "", "codebase"},
    Phrase3{"everyone", "but", "", "except"},
    Phrase3{"everybody", "but", "", "except"},
    Phrase3{"all", "but", "", "except"},
    Phrase3{"everything", "but", "", "except"},
    Phrase3{"other", "than", "", "except"},
    Phrase3{"apart", "from", "", "except"},
    Phrase3{"except", "for", "", "except"},
    Phrase3{"nothing", "but", "", "only"},
    Phrase3{"just", "one", "", "only"},
    Phrase3{"limited", "to", "", "atmost"},
    Phrase3{"upper", "case", "", "uppercase"},
    Phrase3{"lower", "case", "", "lowercase"},
    Phrase3{"zip", "codes", "", "postcode"},
    Phrase3{"zip", "code", "", "postcode"},
    Phrase3{"1", "time", "", "once"},
    Phrase3{"one", "time", "", "once"},
    Phrase3{"2", "times", "", "twice"},
    Phrase3{"two", "times", "", "twice"},
    Phrase3{"every", "other", "", "alternate"},
    Phrase3{"try", "again", "", "retry"},
    Phrase3{"with", "no", "", "without"},
    Phrase3{"and", "older", "", "orolder"},
    Phrase3{"and", "earlier", "", "orolder"},
    Phrase3{"and", "below", "", "orolder"},
    Phrase3{"and", "higher", "", "ornewer"},
    Phrase3{"every", "second", "", "alternate"},
    Phrase3{"limit", "of", "", "atmost"},
    Phrase3{"limit", "is", "", "atmost"},
    Phrase3{"a", "single", "", ""},
    Phrase3{"in", "advance", "", "ahead"},
    Phrase3{"time", "out", "", "timeout"},
    Phrase3{"times", "out", "", "timeout"},
    Phrase3{"timed", "out", "", "timeout"},
    Phrase3{"back", "up", "", "backup"},
    Phrase3{"backs", "up", "", "backup"},
    Phrase3{"backed", "up", "", "backup"},
    Phrase3{"log", "in", "", "login"},
    Phrase3{"logs", "in", "", "login"},
    Phrase3{"log", "into", "", "login"},
    Phrase3{"sign", "in", "", "login"},
    Phrase3{"runs", "out", "", "end"},
    Phrase3{"run", "out", "", "end"},
    Phrase3{"go", "out", "", "send"},
    Phrase3{"goes", "out", "", "send"},
    Phrase3{"went", "out", "", "send"},
    Phrase3{"come", "in", "", "arrive"},
    Phrase3{"comes", "in", "", "arrive"},
    Phrase3{"leave", "out", "", "not"},
    Phrase3{"leaves", "out", "", "not"},
    Phrase3{"left", "out", "", "not"},
    Phrase3{"find", "out", "", "discover"},
    Phrase3{"carry", "out", "", "run"},
    Phrase3{"carried", "out", "", "run"},
    Phrase3{"take", "place", "", ""},
    Phrase3{"takes", "place", "", ""},
    Phrase3{"taking", "place", "", ""},
    Phrase3{"is", "held", "", "is"},
    Phrase3{"are", "held", "", "are"},
    Phrase3{"at", "once", "", "simultaneously"},
    Phrase3{"same", "time", "", "simultaneously"},
};

}  // namespace

std::string_view same_word(std::string_view word) {
  static const WordTable kTable = table_of(kSame);
  const auto found = kTable.find(word);
  return found == kTable.end() ? word : found->second;
}

std::string_view same_stem(std::string_view stem) {
  static const StemTable kTable = stem_table_of(kSame);
  const auto found = kTable.find(std::string(stem));
  return found == kTable.end() ? stem : std::string_view(found->second);
}

std::string_view denied_by(std::string_view word) {
  static const WordTable kTable = table_of(kNegatives);
  const auto found = kTable.find(word);
  return found == kTable.end() || found->second == word ? std::string_view() : found->second;
}

std::string_view unit_of(std::string_view text) {
  static const WordTable kTable = table_of(kUnitWords);
  const auto found = kTable.find(text);
  return found == kTable.end() ? std::string_view() : found->second;
}

int month_of(std::string_view word) {
  static constexpr std::array<std::string_view, 12> kMonths{
      "january", "february", "march",     "april",   "may",      "june",
      "july",    "august",   "september", "october", "november", "december"};
  const auto found = std::find(kMonths.begin(), kMonths.end(), same_word(word));
  return found == kMonths.end() ? 0 : static_cast<int>(found - kMonths.begin()) + 1;
}

std::string_view digits_of(std::string_view word) {
  static const WordTable kTable = table_of(kNumbers);
  const auto found = kTable.find(word);
  return found == kTable.end() ? std::string_view() : found->second;
}

std::optional<PhraseMatch> phrase_at(std::string_view first, std::string_view second,
                                     std::string_view third) {
  static const WordSet kFirst = [] {
    WordSet words;
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
