Another file name for the same text.

# rule: C19, I9

  $ loci write prefs --type user --description 'Saved preference' --content text
  created prefs.md in global
  $ loci write style --type user --description 'Style' --content text
  created style.md in global
  $ sed -i 's/ - Saved preference/ - my own hook/; 1i # Mine\n' $HOME/.loci/memory/MEMORY.md
  $ cat $HOME/.loci/memory/MEMORY.md
  # Mine
  
  - [Style](style.md) - Style
  - [Prefs](prefs.md) - my own hook
  $ loci rename prefs settings --dry-run
  would rename prefs.md to settings.md in global
  --- /dev/null
  +++ global/settings.md
  @@ -0,0 +1,7 @@
  +---
  +name: Prefs
  +description: Saved preference
  +type: user
  +---
  +
  +text
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
  @@ -1,4 +1,4 @@
   # Mine
   
   - [Style](style.md) - Style
  -- [Prefs](prefs.md) - my own hook
  +- [Prefs](settings.md) - my own hook
  $ loci rename prefs settings
  renamed prefs.md to settings.md in global
  $ cat $HOME/.loci/memory/MEMORY.md
  # Mine
  
  - [Style](style.md) - Style
  - [Prefs](settings.md) - my own hook
  $ loci read settings | head -2
  ---
  name: Prefs
  $ loci read prefs.md
  loci: there is no note 'prefs.md'
  hint: run 'loci list' to see all notes
  [3]
  $ loci log settings
  REV  AGE  KIND    BY    FILE         HASH
  5    now  rename  user  settings.md  ebb6c5585d0d
  1    now  write   user  prefs.md     ebb6c5585d0d
  $ loci rename settings style
  loci: a note 'style.md' already exists in global
  hint: choose another name, or delete that note first
  [4]
  $ loci rename settings settings
  unchanged settings.md in global
  $ loci rename settings Settings
  renamed settings.md to Settings.md in global
  $ loci rename settings
  loci: 'NEW' is missing: its new name
  hint: for example: loci rename review-style code-review
  [2]
  $ loci rename nothing x
  loci: there is no note 'nothing.md'
  hint: run 'loci list' to see all notes
  [3]
  $ loci undo
  undid operation 7: rename settings.md to Settings.md by user, just now
  $ loci undo
  undid operation 5: rename prefs.md to settings.md by user, just now
  $ cat $HOME/.loci/memory/MEMORY.md
  # Mine
  
  - [Style](style.md) - Style
  - [Prefs](prefs.md) - my own hook
  $ loci rename prefs other --json
  {
    "status": "renamed",
    "filename": "other.md",
    "scope": "global",
    "place": "global",
    "from": "prefs.md",
    "hash": "ebb6c5585d0d9566b06ee4a165b6ae754e62d30638518d1712fb0d34d476fc07",
    "operation": 13,
    "dry_run": false,
    "warnings": [],
    "changed": [
      {
        "scope": "global",
        "place": "global",
        "filename": "other.md",
        "change": "created"
      },
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
    ],
    "relinked": 0
  }
