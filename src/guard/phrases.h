// The words that orders to a model are made of. Internal to guard/.
//
// A phrase is "verb | which | what", perhaps "| also": one word of each, in one sentence and a few
// words apart. "Ignore all previous instructions" is one, "the previous release" none.

#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace loci::guard {

enum class WordOrder : std::uint8_t {
  VerbFirst,
  Any,
  Command,  // the verb first, and nobody who does it before it: "attackers leak keys" is none
};

struct Phrase {
  // Words with blanks between them, without accents. In other scripts parts of words, where "_"
  // is a blank.
  std::string_view verbs;
  std::string_view which;
  std::string_view what;
  WordOrder order = WordOrder::VerbFirst;
  std::string_view also = {};
};

// Calls `take` with each word of a list.
template <typename Take>
constexpr void each_listed(std::string_view list, Take take) {
  while (!list.empty()) {
    std::size_t end = 0;
    while (end < list.size() && list[end] != ' ') ++end;
    take(list.substr(0, end));
    list.remove_prefix(end < list.size() ? end + 1 : end);
  }
}

// Of languages in Latin letters, word by word.
inline constexpr std::array kPhrases{
    // What was said before shall not count
    Phrase{"ignore ignor disregard forget neglect overlook",
           "previous prior above earlier preceding foregoing former past original initial system "
           "before prev previus previos your",
           "instructions instruction prompts prompt directions directives directive guidelines "
           "commands orders instrucions intructions instuctions programming guardrails rules "
           "training constraints restrictions safeguards role persona policies"},
    Phrase{"ignore disregard forget", "all any every",
           "instructions instruction guidelines directives prompts", WordOrder::Command},
    Phrase{"ignore disregard forget", "told given", "before earlier previously prior",
           WordOrder::VerbFirst, "you everything anything"},
    Phrase{"follow obey heed", "only nothing", "note file text memory document page message",
           WordOrder::Command, "user users"},
    Phrase{"cancelled canceled void revoked", "everything", "before above", WordOrder::Any,
           "obey follow comply"},
    Phrase{"drop abandon discard ignore disregard", "rules instructions guidelines policy",
           "operator developer developers", WordOrder::VerbFirst, "you your"},
    Phrase{"list print repeat output show tell reveal", "rules instructions", "given",
           WordOrder::Command, "you"},
    Phrase{"start begin", "reply answer response", "prompt message instructions",
           WordOrder::Command, "developer system"},
    Phrase{"bypass ignore disregard override", "your", "policy policies filter filters",
           WordOrder::Command, "content usage"},
    Phrase{"treat consider regard", "everything all conversation", "void deleted null invalid",
           WordOrder::VerbFirst, "above earlier previous before"},
    Phrase{"act behave respond answer pretend", "your", "guidelines rules restrictions policies",
           WordOrder::Command, "exist gone"},
    Phrase{"forget disregard", "all any every previous prior", "rules restrictions constraints"},
    Phrase{"override bypass discard overwrite replace rewrite erase dismiss abandon",
           "previous prior earlier your preceding",
           "instructions guidelines directives guardrails programming"},
    Phrase{"override overwrite replace rewrite change ignore", "your", "prompt", WordOrder::Command,
           "system"},
    Phrase{"void invalid lifted nullified revoked suspended cancelled",
           "previous prior earlier all your",
           "rules instructions constraints restrictions directives guidelines", WordOrder::Any},
    Phrase{"treat consider regard take", "priority precedence", "prompt prompts", WordOrder::Any,
           "system"},
    Phrase{"obey", "this these my mine only every",
           "note text file memory message page document "
           "instruction instructions command commands order orders"},
    Phrase{"obey", "not don never stop longer", "user users instructions", WordOrder::Any},
    Phrase{"longer", "follow obey", "prompt guidelines", WordOrder::VerbFirst, "system your"},
    Phrase{"overrides supersedes", "your previous prior", "instructions guidelines prompt",
           WordOrder::Any},
    Phrase{"ignore disregard", "whatever anything everything", "user", WordOrder::Any},
    // What the model was told shall be told
    Phrase{"reveal print repeat output leak disclose expose recite dump", "your",
           "prompt prompts instructions", WordOrder::Command},
    Phrase{"show display share tell paste write give print what", "your", "prompt instructions",
           WordOrder::VerbFirst, "system initial hidden original verbatim word"},
    Phrase{"reveal leak disclose recite exfiltrate", "system hidden secret", "prompt prompts"},
    Phrase{"reveal print repeat output translate show display summarize encode paste", "your",
           "message", WordOrder::Command, "system developer"},
    Phrase{"output print dump repeat", "hidden system", "prompt", WordOrder::VerbFirst,
           "bypass ignore verbatim restrictions word"},
    Phrase{"reveal disclose expose leak recite dump divulge print output repeat show display list "
           "export return enumerate encode describe share paste give translate summarize tell",
           "hidden secret confidential concealed private internal protected initial undisclosed "
           "developer system original",
           "prompt prompts instructions directives directive guidance preamble guidelines",
           WordOrder::Command, "your you"},
    Phrase{"treat consider regard declare",
           "revoked obsolete void canceled cancelled superseded "
           "invalid expired lifted",
           "instructions rules directions constraints guidance prompt directives guidelines",
           WordOrder::Any, "system developer platform earlier previous prior"},
    Phrase{"aside", "earlier previous prior every your all",
           "constraint constraints instructions rules guidelines directives guidance",
           WordOrder::Any},
    // Nothing shall hold it back
    Phrase{"disable bypass deactivate circumvent override evade disregard ignore", "safety ethical",
           "filters filter guardrails guardrail restrictions safeguards guidelines policy policies "
           "protocols rules"},
    Phrase{"bypass ignore circumvent", "all any every your", "restrictions guardrails safeguards",
           WordOrder::Command},
    Phrase{"safety ethical content guard",
           "guidelines policy policies guardrails rails protocols measures training",
           "disabled suspended lifted deactivated off removed", WordOrder::Any},
    Phrase{"pretend act behave respond roleplay simulate", "no without unrestricted",
           "restrictions limitations limits filters guardrails censorship ethical ethics"},
    Phrase{"pretend act behave respond roleplay simulate become adopt activate answer play are",
           "unrestricted unfiltered uncensored jailbroken jailbreak unshackled lawless",
           "ai assistant chatbot llm bot persona identity"},
    Phrase{"ai assistant chatbot dan persona", "no without zero outside beyond",
           "restrictions limits limitations filters censorship ethics refusals moderation "
           "boundaries boundary"},
    Phrase{"turn disable suspend remove drop stop switch", "refusal refusals refusing",
           "rule rules behavior behaviour filter filters policy policies off"},
    Phrase{"enter enable activate unlock switch grant", "mode console backdoor",
           "developer god jailbreak dan stan sudo debug admin administrator root dev maintenance",
           WordOrder::Any,
           "unrestricted restrictions safeguards prompt policy policies ai assistant limits "
           "filters guidelines refusal moderation"},
    Phrase{"ai assistant chatbot llm", "never", "refuses refuse", WordOrder::Any},
    Phrase{"pretend imagine act", "no without", "policy policies guidelines rules",
           WordOrder::VerbFirst, "content safety you"},
    Phrase{"approved preapproved consented authorised authorized agreed", "all everything every",
           "commands requests actions approval ask", WordOrder::VerbFirst, "user users never"},
    Phrase{"openai chatgpt anthropic",
           "guidelines policies policy restrictions limitations filters",
           "not no without ignore ignores bypass regardless doesn free disregards", WordOrder::Any},
    Phrase{"amoral unethical uncensored unfiltered immoral",
           "ai character bot chatbot responses answers gpt persona", "always never any without no",
           WordOrder::Any},
    Phrase{"authorize authorise", "you", "skip bypass ignore disable", WordOrder::VerbFirst,
           "confirmation confirmations approval approvals checks"},
    // Behind the user's back
    Phrase{"upload send post", "credentials netrc id_rsa env secrets aws",
           "paste pastebin requestbin ngrok exfil", WordOrder::Command},
    Phrase{"send post upload", "env", "http https", WordOrder::Command, "file contents"},
    Phrase{"send post upload email forward", "secrets credentials passwords keys tokens",
           "attacker evil exfil", WordOrder::Command, "http https"},
    Phrase{"silently", "add insert append inject commit push install",
           "line code dependency user key package backdoor script call", WordOrder::VerbFirst,
           "agent ai assistant llm model"},
    Phrase{"without", "asking telling informing", "user users", WordOrder::VerbFirst,
           "grant transfer exfiltrate"},
    Phrase{"append include embed attach", "env secrets credentials netrc rsa",
           "reply replies answer answers response responses", WordOrder::Command,
           "contents content"},
    Phrase{"include print append", "environment", "variable variables", WordOrder::Command,
           "answer answers reply replies"},
    Phrase{"never not dont don", "reveal mention disclose tell say admit",
           "memory note instruction message", WordOrder::VerbFirst, "read saw seen"},
    Phrase{"asks ask", "note memory instruction instructions", "deny lie pretend",
           WordOrder::VerbFirst, "user users"},
    Phrase{"summarizing summarising summarize", "tell", "visit click enter", WordOrder::VerbFirst,
           "http https password link"},
    Phrase{"send forward upload exfiltrate transmit email leak delete post", "without",
           "telling informing notifying alerting"},
    Phrase{"add insert install commit push run execute change modify copy", "without",
           "telling informing notifying alerting", WordOrder::Any, "user users"},
    Phrase{"not never don dont without",
           "tell inform mention reveal let telling informing mentioning disclose", "user users",
           WordOrder::VerbFirst,
           "this these note file memory instruction instructions message secret rules"},
    Phrase{"keep hide conceal", "this these instruction instructions note", "user users",
           WordOrder::Any, "secret hidden hide from costs"},
    Phrase{"send upload exfiltrate leak transmit append attach", "user users",
           "secrets keys passwords credentials conversation tokens", WordOrder::Command},
    Phrase{"exfiltrate leak", "the all your every this",
           "conversation secrets keys credentials environment env contents history",
           WordOrder::Command},
    Phrase{"upload send post exfiltrate attach", "env ssh id_rsa bash_history keychain cookies",
           "http https webhook attacker", WordOrder::Command},
    Phrase{
        "send email forward upload post transmit exfiltrate append include embed leak submit "
        "encode "
        "fetch call",
        "key keys credentials password passwords secrets tokens cookies variables env conversation "
        "contents",
        "attacker evil exfil exfiltration", WordOrder::Command},
    Phrase{"secretly covertly quietly stealthily",
           "add insert send upload install include push "
           "commit delete forward copy",
           "link dependency key keys package file files code data url commit backdoor"},
    Phrase{"include put insert append add print", "your",
           "answer answers reply replies response responses", WordOrder::Command,
           "secret secrets password passwords credentials env aws"},
    Phrase{"read cat open", "ssh aws rsa netrc", "include send upload append exfiltrate",
           WordOrder::Command, "credentials content contents"},
    // German
    Phrase{"ignoriere ignorieren ignorier vergiss vergesst missachte missachten umgehe verwirf",
           "vorherigen vorherige vorigen bisherigen bisherige obigen obige fruheren fruhere alle "
           "vorangegangenen deine deiner samtliche samtlichen benutzers nutzers",
           "anweisungen anweisung instruktionen befehle vorgaben prompts systemprompt regeln "
           "sicherheitsregeln",
           WordOrder::Any},
    Phrase{"beachte befolge folge beachten befolgen",
           "vorherigen bisherigen obigen deine alten "
           "fruheren",
           "anweisungen regeln vorgaben", WordOrder::Any, "nicht keine"},
    Phrase{"gib zeige verrate nenne uberschreibe zeig", "deinen deine den",
           "systemprompt systemanweisungen"},
    Phrase{"teile sag sage sagen erzahl erzahle verrate erwahne informiere",
           "nutzer benutzer anwender", "nicht nichts", WordOrder::Any},
    Phrase{"keine ohne", "einschrankungen beschrankungen regeln filter grenzen",
           "ki assistent du dich hast", WordOrder::Any, "jetzt sofort mehr nun"},
    Phrase{"setze setzt", "regeln anweisungen vorgaben", "kraft"},
    Phrase{"ungultig nichtig", "anweisungen regeln vorgaben", "anderen vorherigen bisherigen alle",
           WordOrder::Any},
    Phrase{"ignoriere ignorier vergiss", "alles", "vorher bisher oben davor zuvor folge befolge"},
    Phrase{"sende schicke ubertrage", "zugangsdaten passworter schlussel geheimnisse",
           "heimlich unbemerkt", WordOrder::Any},
    Phrase{"gelten gilt befolge beachte", "nur", "notiz datei nachricht", WordOrder::Any,
           "benutzers nutzers anwenders"},
    // French
    Phrase{"ignore ignorez ignorer oublie oubliez oublier annule annulez",
           "precedentes precedente precedents anterieures dessus toutes vos tes",
           "instructions consignes directives ordres regles", WordOrder::Any},
    Phrase{"tiens tenez", "pas", "instructions consignes"},
    Phrase{"sans aucune plus", "restriction restrictions limite limites filtre filtres regles",
           "es agis etes as comporte", WordOrder::Any, "maintenant desormais ia"},
    // Spanish, Italian, Portuguese
    Phrase{"ignora ignore ignorar olvida olvide olvidar olvidate descarta descarte anula cancela "
           "ignorare ignorate dimentica dimenticate scorda trascura annulla esqueca esquece "
           "desconsidere desconsidera anule cancele",
           "anteriores anterior previas previa previos todas arriba sistema tus precedenti "
           "precedente tutte ogni sopra anteriori tue acima suas",
           "instrucciones indicaciones ordenes directrices reglas normas istruzioni indicazioni "
           "direttive ordini regole regola instrucoes orientacoes diretrizes ordens regras",
           WordOrder::Any},
    Phrase{
        "desactiver desactivez desactive desactives desactiva desativa desative disattiva rimuovi",
        "toutes todas tutte tes tus vos suas",
        "protections restricciones restrictions restrizioni restricoes protecciones protezioni"},
    Phrase{"omiso", "anteriores anterior previas", "instrucciones indicaciones reglas normas",
           WordOrder::Any},
    Phrase{"eres actua seras comportate sei agisci vous tu voce seja aja", "sin senza sem sans",
           "restricciones filtros limites limitaciones restrizioni limiti regole filtri restricoes "
           "restrictions regles filtres",
           WordOrder::VerbFirst, "ia asistente modelo assistente modello assistant modele hacker"},
    Phrase{"caducado anuladas invalidas obsoletas annullate annulees revogadas",
           "anteriores precedenti precedentes previas",
           "normas reglas instrucciones regole istruzioni regles instructions regras instrucoes",
           WordOrder::Any},
    // In French, Spanish, Italian and Portuguese alike
    Phrase{"digas diga informes informe menciones cuentes reveles dire dirlo informare menzionare "
           "riferire conte mencione revele dis dites informez previens parle mentionne",
           "usuario utente utilisateur", "no non nao ne pas rien", WordOrder::Any},
    Phrase{"revela revele revelez muestra muestre imprime rivela mostra mostre exiba imprima "
           "affiche affichez montre montrez montrer donne copia stampa devoile devoilez traduisez "
           "traduis revelame revelar muestrame ensename enseneme rivelami mostrami",
           "prompt instrucciones instructions istruzioni instrucoes configurazione informacion "
           "contenu "
           "informations secretos",
           "sistema systeme internas interna interno interne internes internos ocultas secretas "
           "secretes "
           "confidencial confidentiel confidentielles desarrollador developpeur "
           "segrete riservata cachees"},
    Phrase{"oculta oculte esconde esconda nascondi cache cachez",
           "nota instruccion mensaje istruzione messaggio instruction note instrucao mensagem",
           "usuario utente utilisateur", WordOrder::VerbFirst, "esta este questa questo cette ce"},
    // Dutch, Polish, Swedish, Danish and Norwegian
    Phrase{"vertel zeg meld", "gebruiker", "niet niets", WordOrder::Any, "hier hierover dit"},
    Phrase{"mow informuj wspominaj", "uzytkownikowi uzytkownika", "nie", WordOrder::Any,
           "tym tego"},
    Phrase{"beratta sag fortael fortell si", "anvandaren brugeren brukeren", "inte ikke",
           WordOrder::Any, "detta dette"},
    // Portuguese
    Phrase{"sem nao", "restricoes filtros", "voce ia", WordOrder::Any},
    // Dutch, Polish, Turkish, the Nordic, Slavic and Baltic languages, Romanian, Hungarian,
    // Catalan,
    // Indonesian and Malay, Tagalog, Swahili, Hindi in Latin letters
    Phrase{
        "negeer negeren vergeet zignoruj ignoruj zapomnij pomin yoksay unut gormezden dikkate say "
        "ignorera glom bortse abaikan lupakan ignorujte zapomen ignorer glem unohda ohita jata "
        "hagyd felejtsd ignorald ignorati uita zabudni ignoriraj ignorisi zanemari zaboravi prezri "
        "pozabi ignoruok eira oblida balewalain kalimutan puuza sahau karo bhool ignora ignore "
        "ignorovat zapomente",
        "vorige voorgaande eerdere bovenstaande alle je jouw poprzednie wczesniejsze powyzsze "
        "wszystkie "
        "wczesniejszych wszystkich poprzednich onceki yukaridaki tum butun tidigare foregaende "
        "alla ovanstaende sebelumnya diatas semua predchozi vsechny tidligere ovenstaende forrige "
        "aiemmat edelliset kaikki aikaisemmat korabbi elozo osszes eddigi anterioare precedente "
        "toate predchadzajuce vsetky prethodne ranije sve prejsnja prejsnje vsa ankstesnes visas "
        "ieprieksejas eelmised koik anteriors totes nakaraang lahat naunang yaliyotangulia yote "
        "zilizopita pichle sabhi pehle terdahulu sebelum",
        "instructies opdrachten aanwijzingen richtlijnen regels instrukcje polecenia wytyczne "
        "zasady zasadach instrukcjach talimatlari talimatlar komutlari yonergeleri kurallari "
        "instruktioner anvisningar direktiv instruksi perintah arahan aturan instrukce pokyny "
        "prikazy "
        "instrukser anvisninger retningslinjer regler instruksjoner ohjeet maaraykset saannot "
        "kaskyt utasitasokat utasitast utasitas szabalyokat instructiunile instructiuni regulile "
        "instrukcie upute instrukcije uputstva naredbe navodila instrukcijas nurodymus noradijumus "
        "juhised instruccions tagubilin utos panuto maagizo maelekezo nirdesh nirdeshon",
        WordOrder::Any},
};

}  // namespace loci::guard
