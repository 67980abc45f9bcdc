The index in step with the notes; what the user wrote stays.

# rule: I12, H6

  $ loci reindex
  loci: no notes here yet
  $ loci write a --type user --description 'A note' --content x
  created a.md in global
  $ loci write b --type user --description 'B note' --content x
  created b.md in global
  $ loci reindex
  global: in step
  $ cat > $HOME/.loci/memory/MEMORY.md <<'EOF'
  > # What I know
  > 
  > Prose, and a [link](a.md) in it.
  > 
  > * [My A](a.md) — by hand
  > - [Gone](gone.md) - no file
  > - [A again](a.md)
  > EOF
  $ loci reindex --dry-run
  global: would add 1, remove 1, merge 1
  --- global/MEMORY.md
  +++ global/MEMORY.md
  @@ -2,6 +2,5 @@
   
   Prose, and a [link](a.md) in it.
   
  +- [B](b.md) - B note
   * [My A](a.md) — by hand
  -- [Gone](gone.md) - no file
  -- [A again](a.md)
  $ loci reindex --json
  {
    "status": "updated",
    "filename": "MEMORY.md",
    "scope": "global",
    "place": "global",
    "hash": "4c78fff973f1c4cd0e640bfa740c74d563da40186fdc58e0fe0272d331b58f51",
    "operation": 5,
    "dry_run": false,
    "warnings": [],
    "changed": [
      {
        "scope": "global",
        "place": "global",
        "filename": "MEMORY.md",
        "change": "updated"
      }
    ],
    "indexes": [
      {
        "missing": [
          "b.md"
        ],
        "dangling": [
          "gone.md"
        ],
        "doubled": [
          "a.md"
        ],
        "behind": [],
        "place": "global"
      }
    ]
  }
  $ cat $HOME/.loci/memory/MEMORY.md
  # What I know
  
  Prose, and a [link](a.md) in it.
  
  - [B](b.md) - B note
  * [My A](a.md) — by hand
  $ loci reindex
  global: in step
  $ loci history --operation reindex
  OPERATION  AGE  KIND     BY    SCOPE   FILES      SUMMARY
  5          now  reindex  user  global  MEMORY.md  reindex 1 of 1 indexes
  -          now  reindex  user  -                  0 of 1 indexes changed
  -          now  reindex  user  -                  0 of 1 indexes changed
  $ loci undo
  undid operation 5: reindex MEMORY.md by user, just now
  $ cat $HOME/.loci/memory/MEMORY.md
  # What I know
  
  Prose, and a [link](a.md) in it.
  
  * [My A](a.md) — by hand
  - [Gone](gone.md) - no file
  - [A again](a.md)
  $ rm $HOME/.loci/memory/MEMORY.md
  $ loci reindex --scope global
  global: added 2, removed 0, merged 0
  $ cat $HOME/.loci/memory/MEMORY.md
  - [A](a.md) - A note
  - [B](b.md) - B note
  $ loci reindex --scope nowhere
  loci: there is no scope 'nowhere'
  hint: use global, workspace, private, shared, agent:ID or archive
  [2]
