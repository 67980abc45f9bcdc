What was done.

# rule: H4, J5

  $ loci history
  loci: nothing in the history
  $ loci history --json
  loci: nothing in the history
  {
    "operations": []
  }
  $ loci write a --type user --description 'first' --content x
  created a.md in global
  $ LOCI_NOW=2026-11-15T11:00:00Z loci remember 'A fact.' --title B
  created b.md in private
  $ LOCI_NOW=2026-11-16T11:00:00Z loci delete a --quiet
  deleted a.md from global
  $ export LOCI_NOW=2026-11-16T12:00:00Z
  $ loci history
  OPERATION  AGE  KIND      BY    SCOPE    FILES  SUMMARY
  5          1h   delete    user  global   a.md   delete a.md
  3          1d   remember  user  private  b.md   create b.md: A fact.
  1          1d   write     user  global   a.md   create a.md: first
  $ loci history --operation delete
  OPERATION  AGE  KIND    BY    SCOPE   FILES  SUMMARY
  5          1h   delete  user  global  a.md   delete a.md
  $ loci history --scope global
  OPERATION  AGE  KIND    BY    SCOPE   FILES  SUMMARY
  5          1h   delete  user  global  a.md   delete a.md
  1          1d   write   user  global  a.md   create a.md: first
  $ loci history --since 24h
  OPERATION  AGE  KIND    BY    SCOPE   FILES  SUMMARY
  5          1h   delete  user  global  a.md   delete a.md
  $ loci history --since 2026-11-15T10:30:00Z
  OPERATION  AGE  KIND      BY    SCOPE    FILES  SUMMARY
  5          1h   delete    user  global   a.md   delete a.md
  3          1d   remember  user  private  b.md   create b.md: A fact.
  $ loci history --limit 1
  OPERATION  AGE  KIND    BY    SCOPE   FILES  SUMMARY
  5          1h   delete  user  global  a.md   delete a.md
  $ loci --agent bob write c --type user --description c --content x
  created c.md in global
  $ loci history --limit 1
  OPERATION  AGE  KIND   BY         SCOPE   FILES  SUMMARY
  7          now  write  agent:bob  global  c.md   create c.md: c
  $ loci history --limit 1 --json
  {
    "operations": [
      {
        "operation": 7,
        "time": "2026-11-16T12:00:00.000Z",
        "kind": "write",
        "origin": "cli",
        "actor": "agent:bob",
        "workspace": "work-*", (glob)
        "summary": "create c.md: c",
        "undone": false,
        "undoes": null,
        "files": [
          {
            "scope": "global",
            "place": "global",
            "filename": "c.md",
            "before": null,
            "after": "e4b60eb2e8044eefba46881d2a52630ab8f378b5fb387b51824a391b6b2b7e1d"
          }
        ]
      }
    ]
  }
  $ loci history -o jsonl | wc -l
  4

25 rows unless asked, never more than 100.

  $ for i in $(seq 30); do loci write a --type user --description d --content $i > /dev/null; done
  $ loci history -o jsonl | wc -l
  25
  $ loci history -o jsonl --limit 30 | wc -l
  30
  $ loci history --limit 101
  loci: '--limit' takes a whole number from 1 to 100, not 101
  [2]
  $ loci history --limit 0
  loci: '--limit' takes a whole number from 1 to 100, not 0
  [2]
  $ loci history --limit many
  loci: '--limit' takes a whole number from 1 to 100, not 'many'
  [2]
  $ loci history --since soon
  loci: 'soon' is not a time
  hint: write 24h, 7d, 2w or a date such as 2026-11-15
  [2]
  $ loci history --scope globl
  loci: there is no scope 'globl'
  hint: did you mean 'global'?
  [2]
  $ loci history --operation rename
  loci: nothing in the history
  $ loci history --operation dance
  loci: there is no kind of operation 'dance'
  hint: use one of accept, apply, archive, consolidate, copy, daily add, delete, edit, external, hold, hook, import, inbox edit, keep, merge, move, prune, purge, reindex, reject, remember, rename, rescue, resolve, restore, scratch add, scratch clear, scratch done, search, setup, sync, undo, unsetup, write
  [2]
  $ loci history --operation serch
  loci: there is no kind of operation 'serch'
  hint: did you mean 'search'?
  [2]

Redacted and bounded.

# rule: H5, P1, P2

  $ loci write k --type user --content x --description 'token=super-secret and {"access_token":"abc","safe":"ok"} Bearer x1 but token: x'
  created k.md in global
  $ loci history --limit 1 --json | grep summary
        "summary": "create k.md: token=[REDACTED] and {\"access_token\":\"[REDACTED]\",\"safe\":\"ok\"} Bearer [REDACTED] but token: x",
  $ loci history --limit 1
  OPERATION  AGE  KIND   BY    SCOPE   FILES  SUMMARY
  69         now  write  user  global  k.md   create k.md: token=[REDACTED] and {"access_token":"[REDACTED]","safe":"ok"}…
  $ loci write k --type user --content x --description "$(head -c 5000 /dev/zero | tr '\0' d)"
  updated k.md in global
  $ loci history --limit 1 --json | grep summary | sed 's/ddd*/d…/'
        "summary": "update k.md: d…...[truncated]",
  $ loci history --limit 1 --json | python3 -c 'import json,sys; print(len(json.load(sys.stdin)["operations"][0]["summary"]))'
  2048
  $ grep -c super-secret $HOME/.loci/state/journal/*
  0
  [1]
