#include "cli/completion.h"

namespace loci::cli {
namespace {

// Words are what the shell made of the line; a word with a colon or an equals sign, which bash
// breaks, is put together again, and what stands before the last break is taken off the answer.
constexpr std::string_view kBash = R"shell(# bash completion for loci
# Load it with: source <(loci completions bash)

_loci() {
  local words=() i word
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if ((${#words[@]} > 0)) && [[ ($word == [:=]* || ${COMP_WORDS[i - 1]} == [:=]) &&
      "${COMP_LINE:0:COMP_POINT}" == *"${words[-1]}$word"* ]]; then
      words[-1]+=$word
    else
      words+=("$word")
    fi
  done
  ((${#words[@]} > 0)) || words=("")
  for i in "${!words[@]}"; do # without the quotes; nothing of the line is run
    word=${words[i]//\\/}
    words[i]=${word//[\"\']/}
  done
  local last=${words[-1]} before="" line
  if [[ $COMP_WORDBREAKS == *:* && $last == *:* ]]; then before=${last%"${last##*:}"}; fi
  if [[ $COMP_WORDBREAKS == *=* && $last == *=* ]]; then before=${last%"${last##*=}"}; fi
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == $'\t'* ]]; then
      compopt -o filenames 2>/dev/null
      local file
      while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "${last#"$before"}")
    else
      line=${line%%$'\t'*}
      line=${line#"$before"}
      COMPREPLY+=("$(printf '%q' "$line")")
    fi
  done < <("${COMP_WORDS[0]/#\~/$HOME}" complete -- "${words[@]}" 2>/dev/null)
}
complete -F _loci loci
)shell";

constexpr std::string_view kZsh = R"shell(#compdef loci
# zsh completion for loci. Put it as _loci into a directory of $fpath, or load it with:
#   source <(loci completions zsh)

_loci() {
  local line text files=0
  local -a texts shown
  while IFS= read -r line; do
    if [[ $line == $'\t'* ]]; then
      files=1
      continue
    fi
    text=${line%%$'\t'*}
    texts+=("$text")
    if [[ $line == *$'\t'* ]]; then
      shown+=("$text -- ${line#*$'\t'}")
    else
      shown+=("$text")
    fi
  done < <("${(Q)words[1]}" complete -- "${(Q@)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)
  (( ${#texts} )) && compadd -l -d shown -- "${texts[@]}"
  (( files )) && _files
  return 0
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _loci "$@"
else
  compdef _loci loci
fi
)shell";

constexpr std::string_view kFish = R"shell(# fish completion for loci
# Load it with: loci completions fish | source

function __loci_complete
    set -l words (commandline -opc)
    set -l program $words[1]
    set -e words[1]
    set -l last (commandline -ct | string unescape)
    for line in ($program complete -- $words "$last" 2>/dev/null)
        if string match -qr '^\t' -- $line
            __fish_complete_path "$last"
        else
            echo $line
        end
    end
end
complete -c loci -f -a '(__loci_complete)'
)shell";

}  // namespace

std::string_view completion_script(std::string_view shell) {
  if (shell == "bash") return kBash;
  return shell == "zsh" ? kZsh : kFish;
}

}  // namespace loci::cli
