What a purge finds beside the note's own history.

# rule: U18

A draft that an editor left, a search in another case, a copy that another program made:

  $ printf '#!/bin/sh\necho halfwritten > "$1"; exit 3\n' > ed && chmod +x ed
  $ loci write vault --type user --description 'Opens  the Vault' --content 'The Word is Sesame'
  $ EDITOR=$PWD/ed loci edit vault > /dev/null 2>&1; ls ~/.loci/state/edit | wc -l
  $ loci search sesame | head -1
  $ cp ~/.loci/memory/vault.md ~/.loci/memory/twin.md
  $ loci purge vault --dry-run
  $ loci purge vault --copies --yes
  $ grep -rliE 'sesame|halfwritten|opens +the vault' ~/.loci
  $ ls ~/.loci/memory ~/.loci/state/edit

# rule: C23

A month of the journal, or of its texts, that is a link is not an absent one: nothing is erased.

  $ loci write old --type user --description d --content 'first words'
  $ loci write old --content 'second words'
  $ cd ~/.loci/state/objects && mv 2026-11.pack ~/pack && ln -s ~/pack 2026-11.pack
  $ loci purge old --yes 2>&1 | sed "s,$HOME,~,"; loci restore old --rev 1 2>&1 | sed "s,$HOME,~,"
  $ rm 2026-11.pack && mv ~/pack 2026-11.pack
  $ cd ../journal && mv 2026-11.jsonl ~/lines && ln -s ~/lines 2026-11.jsonl
  $ loci purge old --yes 2>&1 | sed "s,$HOME,~,"; loci gc 2>&1 | sed "s,$HOME,~,"
  $ rm 2026-11.jsonl && mv ~/lines 2026-11.jsonl
  $ loci log old | wc -l
