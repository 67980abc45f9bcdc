Erasing for good.

# rule: U12, U13

  $ loci write leaked --type user --description 'sesame one' --content 'opensesame1'
  created leaked.md in global
  $ loci write leaked --content 'opensesame2'
  updated leaked.md in global
  $ loci write other --type user --description 'stays' --content 'keepme'
  created other.md in global
  $ loci purge leaked
  loci: 'leaked.md' and 2 stored texts of it will be erased for good
  hint: say --yes to erase it; it cannot be undone
  [5]
  $ loci purge leaked --json
  {"error":{"code":"denied","message":"'leaked.md' and 2 stored texts of it will be erased for good","hint":"say --yes to erase it; it cannot be undone"}}
  [5]
  $ loci read leaked | tail -1
  opensesame2
  $ loci purge leaked --dry-run
  would erase leaked.md from global for good
  $ grep -rlc opensesame $HOME | wc -l
  2
  $ loci purge leaked --rev 3 --yes
  loci: revision 3 is the text 'leaked.md' has now
  hint: change the note first, or purge it whole without --rev
  [2]
  $ loci purge leaked --rev 1 --yes
  erased revision 1 of leaked.md from global for good
  $ grep -rl opensesame1 $HOME
  [1]
  $ loci read leaked | tail -1
  opensesame2
  $ loci purge leaked --rev 99 --yes
  loci: 'leaked.md' has no revision 99
  hint: run 'loci log leaked.md' to see them
  [3]
  $ loci purge leaked --yes
  erased leaked.md from global for good
  $ grep -rl -e opensesame -e sesame $HOME
  [1]
  $ cat $HOME/.loci/memory/MEMORY.md
  - [Other](other.md) - stays
  $ loci history
  OPERATION  AGE  KIND   BY    SCOPE   FILES      SUMMARY
  9          now  purge  user  global  leaked.md
  7          now  purge  user  global  leaked.md
  5          now  write  user  global  other.md   create other.md: stays
  3          now  write  user  global  leaked.md
  1          now  write  user  global  leaked.md
  $ loci undo
  undid operation 5: write other.md by user, just now
  $ loci read other
  loci: there is no note 'other.md'
  hint: run 'loci list' to see what there is
  [3]
  $ loci purge nothing --yes
  loci: there is no note 'nothing.md'
  hint: run 'loci list' to see what there is
  [3]
  $ loci purge
  loci: 'loci purge' needs a NOTE: the note, with or without .md
  hint: for example: loci purge leaked-key --yes
  [2]

A note that is deleted already.

  $ loci write gone --type user --description d --content 'opensesame3'
  created gone.md in global
  $ loci delete gone --quiet
  deleted gone.md from global
  $ loci purge gone --yes
  erased gone.md from global for good
  $ grep -rl opensesame3 $HOME
  [1]
  $ loci purge other --yes --json
  {
    "status": "deleted",
    "filename": "other.md",
    "scope": "global",
    "place": "global",
    "hash": null,
    "operation": 19,
    "dry_run": false,
    "warnings": [],
    "changed": []
  }
