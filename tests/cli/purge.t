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
  hint: use --yes to erase it; this cannot be undone
  [5]
  $ loci purge leaked --json
  {"error":{"code":"denied","message":"'leaked.md' and 2 stored texts of it will be erased for good","hint":"use --yes to erase it; this cannot be undone"}}
  [5]
  $ loci read leaked | tail -1
  opensesame2
  $ loci purge leaked --dry-run
  loci: out of reach: copies that other programs made: backups, snapshots, open editors
  would erase leaked.md from global for good
  $ grep -rlc opensesame $HOME | wc -l
  2
  $ loci purge leaked --rev 3 --yes
  loci: revision 3 is the text 'leaked.md' has now
  hint: change the note first, or purge all of it without --rev
  [2]
  $ loci purge leaked --rev 1 --yes
  loci: out of reach: copies that other programs made: backups, snapshots, open editors
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
  loci: out of reach: copies that other programs made: backups, snapshots, open editors
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
  hint: run 'loci list' to see all notes
  [3]
  $ loci purge nothing --yes
  loci: there is no note 'nothing.md'
  hint: run 'loci list' to see all notes
  [3]
  $ loci purge
  loci: 'NOTE' is missing: the note's file, with or without .md, or its title
  hint: for example: loci purge leaked-key --yes
  [2]

A note that is deleted already.

  $ loci write gone --type user --description d --content 'opensesame3'
  created gone.md in global
  $ loci delete gone --quiet
  deleted gone.md from global
  $ loci purge gone --yes
  loci: out of reach: copies that other programs made: backups, snapshots, open editors
  erased gone.md from global for good
  $ grep -rl opensesame3 $HOME
  [1]
  $ loci purge other --yes --json
  loci: out of reach: copies that other programs made: backups, snapshots, open editors
  {
    "status": "deleted",
    "filename": "other.md",
    "scope": "global",
    "place": "global",
    "hash": null,
    "operation": 19,
    "dry_run": false,
    "warnings": [],
    "changed": [],
    "copies": [],
    "unreached": [
      "copies that other programs made: backups, snapshots, open editors"
    ]
  }

A copy is another note's text: it stays, is named, and goes with --copies. So does what stands in drafts.

# rule: U18

  $ loci write spare --type user --description d --content 'opensesame4'
  created spare.md in global
  $ loci copy spare --to private
  copied spare.md from global to private
  $ loci search opensesame4 > /dev/null
  $ mkdir -p $HOME/.loci/state/edit && echo opensesame4 > $HOME/.loci/state/edit/12-spare.md
  $ loci purge spare --scope global --copies
  loci: 'spare.md' and 1 stored text of it, with its copies 'spare.md' in private will be erased for good
  hint: use --yes to erase it; this cannot be undone
  [5]
  $ loci purge spare --scope global --yes
  loci: one of its texts stays, because spare.md in private has it too; '--copies' erases that as well
  loci: out of reach: copies that other programs made: backups, snapshots, open editors
  erased spare.md from global for good
  $ loci read spare | tail -1
  opensesame4
  $ ls $HOME/.loci/state/edit
  $ loci purge spare --private --yes
  loci: out of reach: copies that other programs made: backups, snapshots, open editors
  erased spare.md from private for good
  $ grep -rl opensesame4 $HOME
  [1]
