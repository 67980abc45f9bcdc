History keeps workspaces apart.

# rule: H7, H6, H8

  $ mkdir one two && (cd one && git init -q .) && (cd two && git init -q .)
  $ cd one && loci remember 'Here are ants.' --title Ants --quiet && loci search ants --quiet >/dev/null
  created ants.md in private
  $ cd ../two && loci remember 'There are bees.' --title Bees --quiet && loci remember 'Likes honey.' --title Honey --type user --quiet && loci search bees --quiet >/dev/null
  created bees.md in private
  created honey.md in global
  $ loci history --searches | sed -E 's/(one|two)-[0-9a-f]{8}/\1-#/g'
  OPERATION  AGE  KIND      BY    SCOPE    FILES     SUMMARY
  5          now  remember  user  global   honey.md  create honey.md: Likes honey.
  3          now  remember  user  private  bees.md   create bees.md: There are bees.
  -          now  search    user  -                  bees
  $ cd ../one; loci history --searches | sed -E 's/(one|two)-[0-9a-f]{8}/\1-#/g'
  OPERATION  AGE  KIND      BY    SCOPE    WORKSPACE     FILES     SUMMARY
  5          now  remember  user  global   two-#  honey.md  create honey.md: Likes honey.
  1          now  remember  user  private  one-#  ants.md   create ants.md: Here are ants.
  -          now  search    user  -        one-#            ants
  $ loci history --everywhere --searches | sed -E 's/(one|two)-[0-9a-f]{8}/\1-#/g'
  OPERATION  AGE  KIND      BY    SCOPE    WORKSPACE     FILES     SUMMARY
  5          now  remember  user  global   two-#  honey.md  create honey.md: Likes honey.
  3          now  remember  user  private  two-#  bees.md   create bees.md: There are bees.
  1          now  remember  user  private  one-#  ants.md   create ants.md: Here are ants.
  -          now  search    user  -        two-#            bees
  -          now  search    user  -        one-#            ants
  $ loci history --searches --json | grep -c '"workspace"'
  4
  $ loci reindex
  private: in step
  global: in step
  $ loci history --limit 1 --operation reindex
  OPERATION  AGE  KIND     BY    SCOPE  FILES  SUMMARY
  -          now  reindex  user  -             0 of 2 indexes changed
  $ loci health | grep -E 'operations|reindexed'
  journal    3 operations, 6 records, 1.3 KiB; 3 texts, 457 B
  reindexed  just now
  $ loci health --json | grep -E '"operations"|last_reindex'
      "operations": 3,
    "last_reindex": "2026-11-15T10:00:00.000Z",
