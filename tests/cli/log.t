The revisions of a note.

# rule: U1, U2

  $ loci write prefs --type user --description 'Saved preference' --content one
  created prefs.md in global
  $ loci write prefs --content two
  updated prefs.md in global
  $ loci --agent bob write prefs --content three
  updated prefs.md in global
  $ loci log prefs
  REV  AGE  KIND   BY         FILE      HASH
  5    now  write  agent:bob  prefs.md  c24003b26a55
  3    now  write  user       prefs.md  14291db4ea30
  1    now  write  user       prefs.md  5499dca3b413
  $ loci log prefs --json | head -15
  {
    "revisions": [
      {
        "revision": 5,
        "time": "2026-11-15T10:00:00.000Z",
        "kind": "write",
        "origin": "cli",
        "actor": "agent:bob",
        "by": "agent:bob",
        "summary": "update prefs.md: Saved preference",
        "filename": "prefs.md",
        "scope": "global",
        "place": "global",
        "before": "14291db4ea30a9019c2025ad0a963c7348357be9b39d42e24e9a210f60937fe5",
        "hash": "c24003b26a55f5c4231ca676296d87984c4f40be0fb1dafb33994bd1b425e461"
  $ loci log prefs -o jsonl | wc -l
  3
  $ loci rename prefs settings
  renamed prefs.md to settings.md in global
  $ loci delete settings --quiet
  deleted settings.md from global
  $ loci log settings
  REV  AGE  KIND    BY         FILE         HASH
  9    now  delete  user       settings.md  (deleted)
  7    now  rename  user       settings.md  c24003b26a55
  5    now  write   agent:bob  prefs.md     c24003b26a55
  3    now  write   user       prefs.md     14291db4ea30
  1    now  write   user       prefs.md     5499dca3b413
  $ loci diff settings
  --- settings.md (before revision 9)
  +++ settings.md (revision 9)
  @@ -1,7 +0,0 @@
  ----
  -name: Prefs
  -description: Saved preference
  -type: user
  ----
  -
  -three
  $ loci diff settings 1
  --- settings.md (revision 1)
  +++ settings.md (now)
  @@ -1,7 +0,0 @@
  ----
  -name: Prefs
  -description: Saved preference
  -type: user
  ----
  -
  -one
  $ loci log prefs -n 1 | wc -l
  loci: 3 more revisions: '--limit 4' shows them
  2
  $ loci log nothing
  loci: there is no note 'nothing.md'
  hint: run 'loci list' to see all notes
  [3]
  $ loci log
  loci: 'NOTE' is missing: the note's file, with or without .md, or its title
  hint: for example: loci log review-style
  [2]
  $ loci diff nothing
  loci: there is no note 'nothing.md'
  hint: run 'loci list' to see all notes
  [3]
  $ loci diff settings 99
  loci: 'settings.md' has no revision 99
  hint: run 'loci log settings.md' to see them
  [3]
  $ loci diff settings x
  loci: 'REV' takes a whole number, not 'x'
  [2]

A diff is the last change, or from a revision to now.

  $ loci write style --type user --description d --content one
  created style.md in global
  $ loci write style --content two
  updated style.md in global
  $ loci diff style
  --- style.md (before revision 13)
  +++ style.md (revision 13)
  @@ -4,4 +4,4 @@
   type: user
   ---
   
  -one
  +two
  $ loci log style | tail -1
  11   now  write  user  style.md  0ea62d75f923
  $ loci diff style 11
  --- style.md (revision 11)
  +++ style.md (now)
  @@ -4,4 +4,4 @@
   type: user
   ---
   
  -one
  +two
  $ loci diff style 13
  loci: no difference
  $ loci diff style --json
  {
    "from": "style.md (before revision 13)",
    "to": "style.md (revision 13)",
    "diff": "--- style.md (before revision 13)\n+++ style.md (revision 13)\n@@ -4,4 +4,4 @@\n type: user\n ---\n \n-one\n+two\n"
  }
