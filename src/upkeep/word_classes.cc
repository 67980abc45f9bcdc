#include <algorithm>
#include <unordered_map>
#include <vector>

#include "upkeep/lexicon.h"
#include "upkeep/word_list.h"

namespace loci::upkeep {
namespace {

// Words that tell one thing of a kind from another, or turn what is said.
constexpr std::string_view kPolar =
    "hardly rarely seldom barely scarcely almost nearly partly occasionally sometimes "
    "across or staging production prod development dev test testing canary sandbox demo qa "
    "primary secondary replica master slave backup standby leader follower client server "
    "frontend backend internal external public private input output inbound outbound source "
    "dest target left right north south east west upper lower top bottom front inner outer "
    "former latter legacy local remote global admin guest online offline monday tuesday "
    "wednesday thursday friday saturday sunday january february march april june july august "
    "september october november december morning evening night daily weekly monthly yearly "
    "hourly nightly weekday weekend noon midnight summer winter autumn linux mac android ios "
    "http https tcp udp mysql postgres sqlite redis alpha beta gamma delta red green blue "
    "yellow black white orange gray raw aggregate aggregated compressed mobile desktop tablet "
    "native unit integration e2e smoke minor major patch debug employee contractor customer "
    "vendor tenant buyer seller parent child upstream downstream ingress egress synchronous "
    "asynchronous sync async static dynamic mutable immutable even odd positive negative "
    "relative absolute horizontal vertical foreign half twice double only except unless "
    "formerly nolonger morethan lessthan atleast atmost ornewer orolder except none nobody "
    "everybody-else ascending descending optional mandatory odds cent euro dollar hot cold "
    "warm-standby until till alternate";

// Rows of words of which each is the opposite of the others.
constexpr std::string_view kOpposites =
    "enable disable;on off;start stop end finish;begin end;add remove subtract;increase "
    "decrease;raise lower;grow shrink;before after until within during;first last second "
    "third;next previous;show hide;open close;up down;min max;more less fewer;large small;high "
    "low;fast slow;early late;earlier later;newer older;new old;long short;permit forbid "
    "deny;need optional;include exclude;retain remove delete discard keep drop;accept reject "
    "decline;approve decline reject;merge split;attach detach;connect disconnect;install "
    "uninstall;register unregister;subscribe unsubscribe;mount unmount;bind unbind;pin "
    "unpin;pause resume suspend continue stop;compress decompress;encrypt decrypt;encode "
    "decode;serialize deserialize;pack unpack;lock unlock;commit revert;apply rollback;undo "
    "redo;expand collapse;strict lenient;shallow deep;success failure;succeed fail;pass "
    "fail;require reject;safe unsafe;good bad;better worse;best worst;correct wrong;right "
    "wrong;valid invalid;empty full;manual automatic automatically auto;hard soft;stable "
    "unstable;verbose quiet;respect ignore;validate issue;single double;plus minus;always never "
    "sometimes rarely;always occasionally;import export;upload download;push pull;send "
    "receive;login logout;true false;yes no;buy sell;create delete remove destroy;insert "
    "delete;inside outside;above below;over under;with without;same different;all some "
    "none;like dislike;allow forbid;block permit;trust distrust;live dead;day "
    "night;read write;load unload;save discard;shared exclusive;throw return catch;warn "
    "fail;log ignore;cache bypass;retry fail abort;wait continue;input output;request "
    "response;eager lazy;strong weak;often rarely;common rare;frequent rare;simple complex;easy "
    "hard;plain encrypted;publish unpublish;archive delete;freeze thaw;mute unmute;grant "
    "revoke;join leave;enter leave exit;gain lose;win lose;known unknown;visible hidden;present "
    "absent;present missing;available unavailable;active inactive;major minor;skip run;skip "
    "execute;ignore handle;produce consume;publish subscribe;send receive;retry give-up;rebase "
    "merge;since until";

// What sort of thing a name is a name of: "the billing service" is "billing".
constexpr std::string_view kSorts =
    "address api app application argument array attribute binary branch bucket bug channel "
    "class client-library cluster code column command component config container database db "
    "data dataset dashboard device dir directory doc document domain email endpoint entry "
    "entity env environment error event exception extension field file flag folder format "
    "framework function group header host hook id image index instance interface item job key "
    "label language layer lib library line link list log machine manager mail message metric "
    "middleware model module namespace network node object option package page parameter param "
    "path pipeline pkg plan platform plugin pod policy port process product program project "
    "property protocol provider query queue record ref region registry release repo repository "
    "request response resource role route row rule runner schema scope script section secret "
    "server-side service session set setting site software spec stack state step storage string "
    "suite system table target task team template test thread ticket token tool topic type url "
    "user value var variable version view volume website widget worker workflow zone setup "
    "prefix suffix factor regex pattern build commit deploy";

// Words that can be said otherwise, or left out: they say how, not what.
constexpr std::string_view kSoft =
    "ability accept access accomplish according accumulate achieve acquire act activate active "
    "activity adapt additional adequate adjust advice advise affect afterwards against agent "
    "ago agree agreement aim align allocate along alongside alternative altogether always amend "
    "amid among annotate announce annoying anticipate anybody anyone apparent appear apply "
    "appoint approach appropriate area arrange arrive ask aspect assemble assess assign assist "
    "associate assume assumption assure attach attempt attention author avail availability "
    "available average await aware awareness away back-and-forth background balance ban base "
    "basis because become beforehandintermittent beginning behave behavior behaviour "
    "believe belong benefit beside between bind bit boost borrow bounce break brief bring "
    "brittle broad broadcast browse bump bundle business bust bypass calculate call cancel "
    "capability capture care careful carry catch cause cease centralize challenge chance change "
    "chaos cheap check choice choose circulate circumstance claim clarify classify clean clear "
    "click clone close clue colleague collect combination combine come comfortable comment "
    "common communicate compare complain complaint complete complex comply compose compute "
    "concatenate concern concise conclude condition confidence confine confirm conflict confuse "
    "confusion connect connection consequence consider consist consistent consolidate construct "
    "consult consume contact contain context continue contribute contributor control "
    "convenience convenient convention converge conversation conversion convert convey "
    "coordinate cope copy correct correlate correspond count course cover craft crash crawl "
    "create creation critical crucial culprit current custom cut cycle danger dangerous deal "
    "decent decide decision declare dedicate dedicated deduce default defer define degrade "
    "delay delegate deliver delivery demand demonstrate depend deploy derive describe "
    "description deserve design designate desire despite detail detect determine develop "
    "developer deviate diagnose dictate differ difference different difficulty digest direct "
    "discover discovery discuss discussion dismiss dispatch display distinct distribute divide "
    "document double doubt draft draw drive drop due duplicate duration during ease edge edit "
    "effect effort elaborate eliminate embed emit emphasis emphasize employ encounter encourage "
    "end enforce engineer enhance enough enqueue enrich ensure enter entire enumerate equal "
    "escalate escape especially essential establish estimate evaluate eventually everybody "
    "everyone evict evidence evolve exact exactly examine example exceed excessive exchange "
    "execute execution exempt exhaust exist existence existing expect expectation expense "
    "expensive experience expire explain explanation explicit explicitly explore expose extend "
    "extensive extra extreme face facilitate fact fair fall fallback familiar fashion faulty "
    "favor favour feature feedback feel feeling fetch fill filter final finally find fine "
    "finish fit fix flag flaky flow flush focus folks follow force forget form format forward "
    "fragile free frequent frequently fresh friendly fulfil full fully function fundamental "
    "gather general generally generate get gist give glance glitch go goal good govern grant "
    "great group grow guarantee guard guess guide guideline habit halt hand handle handler "
    "handy hang happen happy hard harmless hash hassle have heavy help helpful hence hint hit "
    "hold hope however hurry idea ideal identical identify if ignore illustrate imagine "
    "immediate immediately impact implement implementation imply importance important "
    "impression improve improvement inactivity inconvenient independent indicate indication "
    "individual infer influence info inform inherit initial initiate inject insert inside "
    "insight insist inspect installation instance instead-of instruct intact integrate intend "
    "intent intention interest interval introduce investigate invite involve isolate issue "
    "iterate join judge jump keep kick kill kind know knowledge lack lag land last latency "
    "launch lead leak learn leave length lengthy lesson let level lie life lifetime like likely "
    "limit limitation link lint list listen load localize locate long look loop lose love "
    "low-level luck maintain maintainer major make manage mandate manner manual map mark marker "
    "mask match matter maybe mean meaning meanwhile measure mention mere mess method might "
    "mimic mind mirror misbehave mistake misuse mode modern modify moment money monitor mood "
    "mostly motivation move must namely natural nature navigate nearly neat necessarily "
    "necessary need nice noise noisy normal normalize normally notable note notice notify "
    "notion nuance number obey observation observe obtain obvious obviously occasion occasional "
    "occasionally occur oddity offer often okay omit onwards operate opinion opportunity option "
    "orchestrate ordinary organize origin original originally otherwise outcome outdated "
    "outline overall overlap override overview overwrite own pace pain painful paint pair parse "
    "part partial particular particularly pass pattern pay peek people percentage perform "
    "performance perhaps period permanent permission permit persist person perspective phase "
    "phrase pick ping pitfall place plain plan play please plenty point pointless policy polite "
    "poll pop popular populate position possible possibly post postpone potential practical "
    "practice precaution precise precisely prefer preference preferred preload prepare presence "
    "present preserve press presumably pretend pretty prevent previous-run previously-known "
    "primarily prime principle print prior-art priority probably problem problematic procedure "
    "proceed process produce progress prompt proof propagate proper properly proportion "
    "proposal propose protect prove provide provision prune publish pull purge purpose pursue "
    "put qualify quality question quick quickly quirk quote radical raise random range rare "
    "rarely rate rather rationale reach react reaction ready real realize really reason "
    "reasonable rebase rebuild recall receive-note recent recently recognize recommend "
    "recommendation reconcile record recover recur redirect reduce redundant refactor refer "
    "reflect refresh refuse regard regenerate region-wide register regular regularly relate "
    "relation relationship relatively relevant reliable reload relocate rely remain remainder "
    "remark remember remind reminder rename render reopen reorganize repeat replay replicate "
    "report represent reproduce request-for requirement rerun rescue reset resize resolution "
    "resolve respective respectively respond responsibility responsible rest restart restrict "
    "restriction result resume retain retire retrieve retry return reuse reveal review revise "
    "revisit rewrite risk role roll rotate rough roughly round routine rule run safe sake same "
    "sane sanitize satisfy save say scan scenario schedule scope scrape see seed seek seem "
    "seldom select sense sensible separate sequence serious serve set settle setup several "
    "severe shall shape share sharp shift ship shortcut should show sign signal significant "
    "silly similar simple simply single sit situation skip slight slightly slow slowly smart "
    "smooth sole solid solution solve somebody someone soon sort sound spawn speak special "
    "specific specifically specify speed spell spin split spread squash stable stall stand "
    "standard startup state statement status stay step stick still storage store straight "
    "strange strategy stream strict strictly strip strong structure struggle stuff style "
    "subject submit subsequent successfully sudden suddenly suffer sufficient suggest "
    "suggestion suit suitable summary superfluous supply support suppose sure surely surface "
    "surprise surround survive swap sweep switch symptom synchronize tackle tag take talk task "
    "team tear tell temporarily temporary tend tendency term terminate terse theory thereby "
    "therefore they thing think thorough thoroughly though thought throttle through throw thus "
    "tidy tight tiny tip together toggle tolerate tool-based topic touch tough toward track "
    "tradeoff transfer transform transition translate transmit traverse treat trick tricky "
    "trigger trim trip trouble truncate trust truth try ttl tune turn tweak type typical "
    "typically ugly ultimately undergo understand understanding undertake unfortunately unify "
    "unique unusual update upgrade urgent usage use useful useless user usual usually vague "
    "valid validity value variant variety various vary verify via view visible visit visual "
    "vital wait walk want warm warn watch way we weird welcome whole wide wipe wisdom wish "
    "withdraw wonder word wording work workaround workflow worth worthwhile would wrap write "
    "wrong yes yield you zip";

// Verbs that say little: one of them for another makes no difference by itself.
constexpr std::string_view kLight =
    "keep store remain stay put go belong carry pass work create set get contain hold live receive "
    "handle happen come run perform have do make use need be add write";

bool is_in(const Stems& stems, std::string_view stem) { return stems.contains(std::string(stem)); }

// A list by stems, by words as they are, and by those that stand for them.
Stems class_of(std::string_view list) {
  Stems all = stems_in(list);
  for (const std::string& stem : stems_in(list)) all.emplace(same_stem(stem));
  for (const std::string_view word : words_in(list)) all.emplace(word);
  return all;
}

}  // namespace

bool is_qualifier(std::string_view stem) {
  static const Stems kStems = class_of(kPolar);
  return is_in(kStems, stem);
}

bool are_opposites(std::string_view one, std::string_view other) {
  using Rows = std::unordered_map<std::string, std::vector<int>>;
  static const Rows kRows = [] {
    Rows rows;
    int number = 0;
    each_row_of(kOpposites, [&](std::string_view row) {
      for (const std::string& stem : class_of(row)) rows[stem].push_back(number);
      ++number;
    });
    return rows;
  }();
  const auto first = kRows.find(std::string(one));
  const auto second = kRows.find(std::string(other));
  if (first == kRows.end() || second == kRows.end() || one == other) return false;
  return std::find_first_of(first->second.begin(), first->second.end(), second->second.begin(),
                            second->second.end()) != first->second.end();
}

bool has_opposite(std::string_view stem) {
  static const Stems kStems = [] {
    Stems stems;
    each_row_of(kOpposites, [&](std::string_view row) { stems.merge(class_of(row)); });
    return stems;
  }();
  return is_in(kStems, stem);
}

bool is_light(std::string_view stem) {
  static const Stems kStems = class_of(kLight);
  return is_in(kStems, stem);
}

Bearing bearing_of(std::string_view stem) {
  static const Stems kKindStems = class_of(kSorts);
  static const Stems kSoftStems = class_of(kSoft);
  if (is_qualifier(stem)) return Bearing::Polar;
  if (is_in(kKindStems, stem)) return Bearing::Kind;
  return is_in(kSoftStems, stem) || is_glue(stem) || has_opposite(stem) ? Bearing::Soft
                                                                        : Bearing::Hard;
}

}  // namespace loci::upkeep
