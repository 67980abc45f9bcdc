Taking back.

# rule: U4, U5, U6, U8

  $ loci undo
  loci: nothing to undo; 'loci history' shows what was done
  [1]
  $ loci undo --list
  loci: nothing to undo
  $ loci undo --json
  loci: nothing to undo; 'loci history' shows what was done
  {
    "undone": null
  }
  [1]
  $ loci write prefs --type user --description 'Saved preference' --content one
  created prefs.md in global
  $ loci write prefs --content two
  updated prefs.md in global
  $ LOCI_NOW=2026-11-15T13:10:00Z loci undo
  undid operation 3: write prefs.md by user, 3h ago
  $ loci read prefs | tail -1
  one
  $ loci undo --list
  OPERATION  AGE  KIND   BY    SCOPE   FILES     SUMMARY
  1          now  write  user  global  prefs.md  create prefs.md: Saved preference
  $ loci undo --dry-run
  would undo operation 1: write prefs.md by user, just now
  --- global/prefs.md
  +++ /dev/null
  @@ -1,7 +0,0 @@
  ----
  -name: Prefs
  -description: Saved preference
  -type: user
  ----
  -
  -one
  --- global/MEMORY.md
  +++ /dev/null
  @@ -1 +0,0 @@
  -- [Prefs](prefs.md) - Saved preference
  $ loci undo
  undid operation 1: write prefs.md by user, just now
  $ loci list
  loci: no notes yet: 'loci remember TEXT --title TITLE' makes one
  $ ls -A $HOME/.loci/memory
  $ loci undo
  loci: nothing to undo; 'loci history' shows what was done
  [1]

An undo is an operation; undoing it is redo.

  $ loci history
  OPERATION   AGE  KIND   BY    SCOPE   FILES     SUMMARY
  7           now  undo   user  global  prefs.md  undo write 1: prefs.md
  5           now  undo   user  global  prefs.md  undo write 3: prefs.md
  3 (undone)  now  write  user  global  prefs.md  update prefs.md: Saved preference
  1 (undone)  now  write  user  global  prefs.md  create prefs.md: Saved preference
  $ loci undo 7
  undid operation 7: undo prefs.md by user, just now
  $ loci read prefs | tail -1
  one
  $ loci undo 1
  undid operation 1: write prefs.md by user, just now
  $ loci undo 1
  loci: operation 1 is already undone
  hint: to redo it, undo that undo: 'loci history' shows its number
  [4]
  $ loci undo 99
  loci: no operation 99 to undo
  hint: run 'loci undo --list' to see what can be undone
  [3]
  $ loci undo x
  loci: 'OPERATION' takes a whole number, not 'x'
  [2]

It restores the note, and lines and hooks that others wrote stay.

  $ loci write prefs --type user --description 'Saved preference' --content one
  created prefs.md in global
  $ loci write style --type user --description Style --content one
  created style.md in global
  $ loci delete prefs --quiet
  deleted prefs.md from global
  $ sed -i '1i # Mine\n' $HOME/.loci/memory/MEMORY.md
  $ loci undo
  undid operation 17: delete prefs.md by user, just now
  $ cat $HOME/.loci/memory/MEMORY.md
  # Mine
  
  - [Style](style.md) - Style
  - [Prefs](prefs.md) - Saved preference

Everything can be taken back.

  $ loci rename prefs p2 && loci undo && loci read prefs | tail -1
  renamed prefs.md to p2.md in global
  undid operation 21: rename prefs.md to p2.md by user, just now
  one
  $ loci move prefs --to private && loci undo && loci read prefs --scope global | tail -1
  moved prefs.md from global to private
  undid operation 25: move prefs.md by user, just now
  one
  $ loci copy prefs --to private && loci undo
  copied prefs.md from global to private
  undid operation 29: copy prefs.md by user, just now
  $ loci scratch add x && loci undo && loci scratch
    1 [ ] x
  undid operation 33: scratch add SCRATCHPAD.md by user, just now
  loci: no open items on the scratchpad
  $ loci daily add x && loci undo && loci daily
  created 2026-11-15.md in daily
  undid operation 37: daily add 2026-11-15.md by user, just now
  loci: no log for 2026-11-15
  [1]
  $ loci write prefs --content two && loci restore prefs && loci read prefs | tail -1
  updated prefs.md in global
  restored revision 27 of prefs.md in global
  one
  $ loci undo && loci read prefs | tail -1
  undid operation 43: restore prefs.md by user, just now
  two

Only what is still as the operation left it, unless forced; nothing is lost then.

# rule: U9, W8

  $ loci write style --content two
  updated style.md in global
  $ echo 'by hand' >> $HOME/.loci/memory/style.md
  $ loci undo
  loci: 'style.md' has changed since operation 47
  hint: see 'loci log', or use --force: the present text stays in history
  [4]
  $ loci read style | tail -1
  by hand
  $ loci undo --force
  undid operation 47: write style.md by user, just now
  $ loci read style | tail -1
  one
  $ loci log style | head -3
  REV  AGE  KIND      BY    FILE      HASH
  50   now  undo      user  style.md  793781066733
  49   now  external  -     style.md  e484fd73141b
  $ loci restore style | tail -1
  restored revision 49 of style.md in global
  $ loci read style | tail -1
  by hand

The index by line.

# rule: U7, H6

  $ sed -i '/style.md/d' $HOME/.loci/memory/MEMORY.md
  $ loci reindex
  private: in step
  global: added 1, removed 0, merged 0
  $ sed -i '$a The end.' $HOME/.loci/memory/MEMORY.md
  $ loci undo
  undid operation 54: reindex MEMORY.md by user, just now
  $ cat $HOME/.loci/memory/MEMORY.md
  # Mine
  
  - [Prefs](prefs.md) - Saved preference
  The end.

What an agent did needs a word.

# rule: U11

  $ loci --agent bob write quirk --type user --description d --content c
  created quirk.md in global
  $ loci undo
  loci: operation 58 (write quirk.md) was made by agent:bob
  hint: use --any to undo what an agent did
  [5]
  $ loci undo --json
  {"error":{"code":"denied","message":"operation 58 (write quirk.md) was made by agent:bob","hint":"use --any to undo what an agent did"}}
  [5]
  $ loci undo --any
  undid operation 58: write quirk.md by agent:bob, just now
  $ loci undo --any --json
  {
    "status": "updated",
    "filename": null,
    "scope": null,
    "place": null,
    "hash": null,
    "operation": 62,
    "dry_run": false,
    "warnings": [],
    "changed": [
      {
        "scope": "global",
        "place": "global",
        "filename": "style.md",
        "change": "updated"
      },
      {
        "scope": "global",
        "place": "global",
        "filename": "MEMORY.md",
        "change": "updated"
      }
    ],
    "undone": {
      "operation": 52,
      "time": "2026-11-15T10:00:00.000Z",
      "kind": "restore",
      "origin": "cli",
      "actor": "user",
      "workspace": "work-*", (glob)
      "summary": "restore style.md to before revision 50",
      "undone": true,
      "undoes": null,
      "files": [
        {
          "scope": "global",
          "place": "global",
          "filename": "style.md",
          "before": "79378106673302382d0ab83b0bf52798f90f8e5f3912d4e5e00eecf3c359b926",
          "after": "e484fd73141b9ada55f0ef55f61d3a1e29ff64a9250ce16ffa3d1c7c04a501f8"
        }
      ]
    }
  }

Another workspace's operations are not offered here.

  $ mkdir $TMP/other && cd $TMP/other
  $ loci remember 'Elsewhere.' --title Elsewhere
  created elsewhere.md in private
  $ cd $TMP/work
  $ loci undo --list | grep -c elsewhere
  0
  [1]
