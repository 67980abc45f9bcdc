To another scope.

# rule: C20, I9

  $ loci write prefs --type user --description 'Saved preference' --content text
  created prefs.md in global
  $ loci move prefs --to shared
  loci: '$TMP/work' has no shared memory
  hint: run 'loci init' to create it, or use --private
  [3]
  $ loci move prefs --to private
  moved prefs.md from global to private
  $ loci list
  FILE      TYPE  SCOPE    AGE  DESCRIPTION
  prefs.md  user  private  now  Saved preference
  $ ls -A $HOME/.loci/memory
  $ loci init --quiet
  created $TMP/work/.loci
  $ loci move prefs --to shared
  moved prefs.md from private to shared
  $ cat .loci/memory/MEMORY.md
  - [Prefs](prefs.md) - Saved preference
  $ loci move prefs --to shared
  unchanged prefs.md in shared
  $ loci move prefs --to agent:bob
  moved prefs.md from shared to agent:bob (private)
  $ loci read prefs
  loci: there is no note 'prefs.md'
  hint: run 'loci list' to see all notes
  [3]
  $ loci read prefs --scope agent:bob | tail -1
  text
  $ loci move prefs --scope agent:bob --to global
  moved prefs.md from agent:bob (private) to global
  $ loci write prefs --type user --description d --content c --scope private
  created prefs.md in private
  $ loci move prefs --scope private --to global
  loci: a note 'prefs.md' already exists in global
  hint: choose another name, or delete that note first
  [4]
  $ loci move prefs --scope private --to nowhere
  loci: there is no scope 'nowhere'
  hint: use --to global, private, shared or agent:ID
  [2]
  $ loci move prefs --scope private
  loci: '--to' is missing: global, private, shared or agent:ID
  hint: for example: loci move staging-resets --to shared
  [2]
  $ loci move prefs --scope private --to agent:../x
  loci: the agent id '../x' contains a path separator
  [2]
  $ loci undo && loci undo && loci undo && loci undo && loci undo && loci undo
  undid operation 11: write prefs.md by user, just now
  undid operation 9: move prefs.md by user, just now
  undid operation 7: move prefs.md by user, just now
  undid operation 5: move prefs.md by user, just now
  undid operation 3: move prefs.md by user, just now
  undid operation 1: write prefs.md by user, just now
  $ loci list
  loci: no notes yet: 'loci remember TEXT --title TITLE' makes one

What the other scope asks for is said, and nothing is changed for it.

  $ loci write quirk --scope agent:bob --description d --content c --private
  created quirk.md in agent:bob (private)
  $ sed -i /^name/d $HOME/.loci/projects/*/agents/bob/memory/quirk.md
  $ loci move quirk --scope agent:bob --to global
  loci: warning: quirk.md:1: 'name' is missing
  loci: warning: quirk.md:1: 'type' is missing
  moved quirk.md from agent:bob (private) to global
  $ loci move quirk --to private --json
  loci: warning: quirk.md:1: 'name' is missing
  loci: warning: quirk.md:1: 'type' is missing
  {
    "status": "moved",
    "filename": "quirk.md",
    "scope": "workspace",
    "place": "private",
    "from": "global",
    "hash": "8d7934ccf3f9396c3e9f3379c1ac718d85127deea9abbd0c78ccb3f3affcf826",
    "operation": 30,
    "dry_run": false,
    "warnings": [
      "quirk.md:1: 'name' is missing",
      "quirk.md:1: 'type' is missing"
    ],
    "changed": [
      {
        "scope": "workspace",
        "place": "private",
        "filename": "quirk.md",
        "change": "created"
      },
      {
        "scope": "global",
        "place": "global",
        "filename": "quirk.md",
        "change": "deleted"
      },
      {
        "scope": "global",
        "place": "global",
        "filename": "MEMORY.md",
        "change": "deleted"
      },
      {
        "scope": "workspace",
        "place": "private",
        "filename": "MEMORY.md",
        "change": "created"
      }
    ]
  }
