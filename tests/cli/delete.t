Deleting, with the way back.

# rule: C18, I7, I8

  $ loci write prefs --type user --description 'Saved preference' --content text
  created prefs.md in global
  $ loci write other --type user --description 'see (prefs.md)' --content text
  created other.md in global
  $ loci delete prefs --dry-run
  would delete prefs.md from global
  --- global/prefs.md
  +++ /dev/null
  @@ -1,7 +0,0 @@
  ----
  -name: Prefs
  -description: Saved preference
  -type: user
  ----
  -
  -text
  --- global/MEMORY.md
  +++ global/MEMORY.md
  @@ -1,2 +1 @@
   - [Other](other.md) - see (prefs.md)
  -- [Prefs](prefs.md) - Saved preference
  $ loci delete prefs
  loci: 'loci undo 5' brings it back
  deleted prefs.md from global
  $ cat $HOME/.loci/memory/MEMORY.md
  - [Other](other.md) - see (prefs.md)
  $ loci delete prefs
  loci: there is no note 'prefs.md'
  hint: run 'loci list' to see all notes
  [3]
  $ loci undo
  undid operation 5: delete prefs.md by user, just now
  $ loci read prefs | tail -1
  text
  $ loci delete prefs.md --json
  loci: 'loci undo 9' brings it back
  {
    "status": "deleted",
    "filename": "prefs.md",
    "scope": "global",
    "place": "global",
    "hash": null,
    "operation": 9,
    "dry_run": false,
    "warnings": [],
    "changed": [
      {
        "scope": "global",
        "place": "global",
        "filename": "prefs.md",
        "change": "deleted"
      },
      {
        "scope": "global",
        "place": "global",
        "filename": "MEMORY.md",
        "change": "updated"
      }
    ]
  }
  $ loci delete --quiet other
  deleted other.md from global
  $ ls -A $HOME/.loci/memory
  $ loci delete
  loci: 'NOTE' is missing: the note's file, with or without .md, or its title
  hint: for example: loci delete review-style
  [2]
  $ loci delete other
  loci: there is no note 'other.md'
  hint: run 'loci list' to see all notes
  [3]
