The same text in another scope.

# rule: C20

  $ loci write prefs --type user --description 'Saved preference' --content text
  created prefs.md in global
  $ loci copy prefs --to private --dry-run
  would copy prefs.md from global to private
  --- /dev/null
  +++ private/prefs.md
  @@ -0,0 +1,7 @@
  +---
  +name: Prefs
  +description: Saved preference
  +type: user
  +---
  +
  +text
  --- /dev/null
  +++ private/MEMORY.md
  @@ -0,0 +1 @@
  +- [Prefs](prefs.md) - Saved preference
  $ loci copy prefs --to private
  copied prefs.md from global to private
  $ cmp $HOME/.loci/memory/prefs.md $HOME/.loci/projects/*/memory/prefs.md
  $ cat $HOME/.loci/projects/*/memory/MEMORY.md
  - [Prefs](prefs.md) - Saved preference
  $ loci copy prefs --scope global --to private
  loci: a note 'prefs.md' already exists in private
  hint: choose another name, or delete that note first
  [4]
  $ loci copy prefs --scope global --to global
  loci: 'prefs.md' is already in global
  [4]
  $ loci copy prefs --scope global --to shared
  loci: '$TMP/work' has no shared memory
  hint: run 'loci init' to create it, or use --private
  [3]
  $ loci undo
  undid operation 3: copy prefs.md by user, just now
  $ loci copy prefs --to agent:bob --json
  {
    "status": "copied",
    "filename": "prefs.md",
    "scope": "agent:bob",
    "place": "agent:bob (private)",
    "from": "global",
    "hash": "ebb6c5585d0d9566b06ee4a165b6ae754e62d30638518d1712fb0d34d476fc07",
    "operation": 7,
    "dry_run": false,
    "warnings": [],
    "changed": [
      {
        "scope": "agent:bob",
        "place": "agent:bob (private)",
        "filename": "prefs.md",
        "change": "created"
      },
      {
        "scope": "agent:bob",
        "place": "agent:bob (private)",
        "filename": "MEMORY.md",
        "change": "created"
      }
    ]
  }
  $ loci copy nothing --to global
  loci: there is no note 'nothing.md'
  hint: run 'loci list' to see all notes
  [3]
  $ loci copy prefs
  loci: '--to' is missing: global, private, shared or agent:ID
  hint: for example: loci copy staging-resets --to global
  [2]
