A branch that was set back while a change was under way: nothing goes there before a person was asked.

# rule: RM68

  $ export GIT_CONFIG_GLOBAL=$TMP/gitconfig GIT_CONFIG_NOSYSTEM=1
  $ git config --global user.name N && git config --global user.email n@example.com && git config --global init.defaultBranch main
  $ dan() { LOCI_HOME=$TMP/dan loci "$@"; }
  $ git init -q --bare $TMP/back.git && dan remote add back $TMP/back.git --quiet && dan remote init back --quiet
  added back: $TMP/back.git
  back is ready: 'loci sync back' sends your notes
  $ (dan write steady --type project --scope global --description 'Steady' --content 'As ever.'; dan sync; git --git-dir $TMP/back.git branch before loci; dan write later --type project --scope global --description 'Later' --content 'Later.'; dan sync) >/dev/null 2>&1
  $ printf '#!/bin/sh\nkill -9 $PPID\n' > $TMP/back.git/hooks/pre-receive && chmod +x $TMP/back.git/hooks/pre-receive
  $ dan write steady --content 'More.' --quiet >/dev/null; dan sync 2>&1 | grep -o 'cannot be reached'; grep -c '"sending"' $TMP/dan/state/remotes/back/agreed.json
  cannot be reached
  1
  $ rm $TMP/back.git/hooks/pre-receive && git --git-dir $TMP/back.git branch -f loci before && dan sync
  loci: 'back' is older than at the last sync: a backup was restored, or its history rewritten
  hint: --accept compares all notes again and sends what is missing there
  [5]
  $ dan sync --quiet 2>/dev/null; git --git-dir $TMP/back.git rev-parse loci before | sort -u | wc -l; dan sync --accept
  1
  back: 2 sent
    sent: global/later.md
    sent: global/steady.md
  $ dan sync; git --git-dir $TMP/back.git show loci:global/steady.md | diff - $TMP/dan/memory/steady.md
  back: nothing new
