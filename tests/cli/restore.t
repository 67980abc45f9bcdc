Earlier texts.

# rule: U3

  $ loci write prefs --type user --description 'Saved preference' --content one
  created prefs.md in global
  $ loci write prefs --content two
  updated prefs.md in global
  $ loci write other --type user --description d --content o
  created other.md in global
  $ loci restore prefs --dry-run
  would update prefs.md in global
  --- global/prefs.md
  +++ global/prefs.md
  @@ -4,4 +4,4 @@
   type: user
   ---
   
  -two
  +one
  $ loci restore prefs
  restored revision 1 of prefs.md in global
  $ loci read prefs | tail -1
  one
  $ loci restore prefs
  restored revision 3 of prefs.md in global
  $ loci read prefs | tail -1
  two
  $ loci restore prefs --rev 1
  restored revision 1 of prefs.md in global
  $ loci restore prefs --rev 1
  unchanged prefs.md in global

A deleted note comes back with its line.

  $ loci delete prefs --quiet
  deleted prefs.md from global
  $ cat $HOME/.loci/memory/MEMORY.md
  - [Other](other.md) - d
  $ loci restore prefs
  restored revision 11 of prefs.md in global
  $ cat $HOME/.loci/memory/MEMORY.md
  - [Prefs](prefs.md) - Saved preference
  - [Other](other.md) - d
  $ loci read prefs | tail -1
  one
  $ loci undo
  undid operation 15: restore prefs.md by user, just now
  $ loci restore prefs --rev 3 --json
  {
    "status": "created",
    "filename": "prefs.md",
    "scope": "global",
    "place": "global",
    "hash": "14291db4ea30a9019c2025ad0a963c7348357be9b39d42e24e9a210f60937fe5",
    "operation": 19,
    "dry_run": false,
    "warnings": [],
    "changed": [
      {
        "scope": "global",
        "place": "global",
        "filename": "prefs.md",
        "change": "created"
      },
      {
        "scope": "global",
        "place": "global",
        "filename": "MEMORY.md",
        "change": "updated"
      }
    ],
    "revision": 3
  }

Errors.

  $ loci restore prefs --rev 99
  loci: 'prefs.md' has no revision 99
  hint: run 'loci log prefs.md' to see its revisions
  [3]
  $ loci restore prefs --rev last
  loci: '--rev' takes a whole number, not 'last'
  [2]
  $ loci restore nothing
  loci: there is no note 'nothing.md'
  hint: run 'loci list' to see all notes
  [3]
  $ loci restore
  loci: 'NOTE' is missing: the note's file, with or without .md, or its title
  hint: for example: loci restore review-style --rev 12
  [2]
  $ loci restore other
  loci: 'other.md' has no earlier text
  hint: run 'loci log other.md' to see its revisions
  [3]
