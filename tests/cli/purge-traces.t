What a purge finds beside the note's own history.

# rule: U18

A draft that an editor left, a search in another case, a copy that another program made:

  $ printf '#!/bin/sh\necho halfwritten > "$1"; exit 3\n' > ed && chmod +x ed
  $ loci write vault --type user --description 'Opens  the Vault' --content 'The Word is Sesame'
  created vault.md in global
  $ EDITOR=$PWD/ed loci edit vault > /dev/null 2>&1; ls ~/.loci/state/edit | wc -l
  1
  $ loci search sesame | head -1
  vault.md  Vault (global, now)
  $ cp ~/.loci/memory/vault.md ~/.loci/memory/twin.md
  $ loci purge vault --dry-run
  loci: one of its texts stays, because twin.md in global has it too; '--copies' erases that as well
  loci: out of reach: copies that other programs made: backups, snapshots, open editors
  would erase vault.md from global for good
  $ loci purge vault --copies --yes
  loci: out of reach: copies that other programs made: backups, snapshots, open editors
  erased vault.md from global for good
  $ grep -rliE 'sesame|halfwritten|opens +the vault' ~/.loci
  [1]
  $ ls ~/.loci/memory ~/.loci/state/edit
  $TMP/home/.loci/memory:
  
  $TMP/home/.loci/state/edit:

A search in other forms of the letters and without their accents; a note beside it that nobody can read is named and keeps nothing.

  $ loci write cafe --type user --description 'Where the café is' --content 'Ask for Zürichstraße' >/dev/null
  $ for words in cafe ｃａｆé zurichstrasse; do loci search $words | head -1; done
  cafe.md  Cafe (global, now)
  cafe.md  Cafe (global, now)
  cafe.md  Cafe (global, now)
  $ head -c 1100000 /dev/zero | tr '\0' x > ~/.loci/memory/large.md
  $ loci purge cafe --yes
  loci: out of reach: '$TMP/home/.loci/memory/large.md', which may be a copy: '$TMP/home/.loci/memory/large.md' is larger than 1048576 bytes
  loci: out of reach: copies that other programs made: backups, snapshots, open editors
  erased cafe.md from global for good
  $ rm ~/.loci/memory/large.md; cat ~/.loci/state/activity.jsonl
  cat: *: No such file or directory (glob)
  [1]

A copy of a compiled file goes also where compiling changed the note's lines, and the file itself is named.

  $ mkdir tool && cd tool && git init -q && loci --quiet init >/dev/null && mkdir .gemini && touch GEMINI.md
  $ printf 'CANARYWORD $${var.x} <!-- END loci --> z\n' | loci write n1 --scope agent:rev --raw --content - >/dev/null
  $ loci --quiet apply --fallback context --provider gemini >/dev/null && sed -i 's/# Memory/# Memoryx/' GEMINI.md
  $ loci --quiet apply --fallback context --provider gemini --force --backup >/dev/null; grep -rl CANARYWORD ~/.loci/state/apply | wc -l
  1
  $ loci purge n1 --scope agent:rev --yes 2>&1 | grep -c 'GEMINI.md'; grep -rl CANARYWORD ~/.loci
  1
  [1]
  $ cd ..

# rule: C23

A month of the journal, or of its texts, that is a link is not an absent one: nothing is erased.

  $ loci write old --type user --description d --content 'first words'
  created old.md in global
  $ loci write old --content 'second words'
  updated old.md in global
  $ cd ~/.loci/state/objects && mv 2026-11.pack ~/pack && ln -s ~/pack 2026-11.pack
  $ loci purge old --yes 2>&1 | sed "s,$HOME,~,"; loci restore old --rev 1 2>&1 | sed "s,$HOME,~,"
  loci: '~/.loci/state/objects/2026-11.pack' is a symbolic link
  hint: loci does not follow links inside memory; replace it with a regular file or directory
  loci: 'old.md' has no revision 1
  hint: run 'loci log old.md' to see its revisions
  $ rm 2026-11.pack && mv ~/pack 2026-11.pack
  $ cd ../journal && mv 2026-11.jsonl ~/lines && ln -s ~/lines 2026-11.jsonl
  $ loci purge old --yes 2>&1 | sed "s,$HOME,~,"; loci gc 2>&1 | sed "s,$HOME,~,"
  loci: warning: an interrupted operation could not be finished: '~/.loci/state/journal/2026-11.jsonl' is a symbolic link
  loci: '~/.loci/state/journal/2026-11.jsonl' is a symbolic link
  hint: loci does not follow links inside memory; replace it with a regular file or directory
  loci: '~/.loci/state/journal/2026-11.jsonl' is a symbolic link
  hint: loci does not follow links inside memory; replace it with a regular file or directory
  $ rm 2026-11.jsonl && mv ~/lines 2026-11.jsonl
  $ loci log old | wc -l
  3
