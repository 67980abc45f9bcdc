Notes, newest first.

# rule: C15

  $ loci list
  loci: no notes yet: 'loci remember TEXT --title TITLE' makes one
  $ loci list --json
  loci: no notes yet: 'loci remember TEXT --title TITLE' makes one
  {
    "notes": [],
    "total": 0
  }
  $ loci list -o jsonl
  loci: no notes yet: 'loci remember TEXT --title TITLE' makes one
  $ loci write old --type user --description 'Older one' --content x
  created old.md in global
  $ LOCI_NOW=2026-11-15T13:00:00Z loci write new --type project --description 'Newer one' --content x
  created new.md in private
  $ LOCI_NOW=2026-11-17T13:00:00Z loci list
  FILE    TYPE     SCOPE    AGE  DESCRIPTION
  new.md  project  private  2d   Newer one
  old.md  user     global   2d   Older one
  $ loci list --scope global
  FILE    TYPE  SCOPE   AGE  DESCRIPTION
  old.md  user  global  now  Older one
  $ loci list --scope workspace
  FILE    TYPE     SCOPE    AGE  DESCRIPTION
  new.md  project  private  now  Newer one
  $ loci list --type project
  FILE    TYPE     SCOPE    AGE  DESCRIPTION
  new.md  project  private  now  Newer one
  $ loci list --type PROJECT -o jsonl | grep -c new.md
  1
  $ loci list --type reference
  loci: no matching notes
  $ loci list --scope agent:nobody
  loci: no matching notes
  $ loci list --shared
  loci: no matching notes
  $ loci list --scope agent:nobody --json
  loci: no matching notes
  {
    "notes": [],
    "total": 0
  }

The date: what the note says, else the journal, else the file.

# rule: N24

  $ printf -- '---\nname: Dated\ntype: user\nmetadata:\n  modified: 2020-05-05\n---\nx\n' | loci write dated --raw
  created dated.md in global
  $ printf -- '---\nname: Hand\ntype: user\n---\nx\n' > $HOME/.loci/memory/hand.md
  $ touch -d 2026-11-13T10:00:00Z $HOME/.loci/memory/hand.md
  $ touch -d 2001-01-01 $HOME/.loci/memory/old.md
  $ loci list --scope global
  FILE      TYPE  SCOPE   AGE  DESCRIPTION
  old.md    user  global  now  Older one
  hand.md   user  global  2d   x
  dated.md  user  global  6y   x
  $ loci list --scope global -o jsonl | grep -o '"mod_time":"[^"]*"'
  "mod_time":"2026-11-15T10:00:00.000Z"
  "mod_time":"2026-11-13T10:00:00.000Z"
  "mod_time":"2020-05-05T00:00:00.000Z"

Long and wide descriptions are cut for the table, not for programs; control characters are shown.

# rule: C9

  $ loci write long --type user --content x --description "$(printf 'word %.0s' {1..40})"
  created long.md in global
  $ loci write wide --type user --content x --description "$(printf '日本語%.0s' {1..20})"
  created wide.md in global
  $ loci write 漢字 --type user --content x --description wide
  created 漢字.md in global
  $ loci write esc --type user --content x --description $'red \e[31m and \a bell'
  created esc.md in global
  $ loci list --scope global
  FILE      TYPE  SCOPE   AGE  DESCRIPTION
  esc.md    user  global  now  red [31m and bell
  long.md   user  global  now  word word word word word word word word word word word word word word word word…
  old.md    user  global  now  Older one
  wide.md   user  global  now  日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語…
  漢字.md   user  global  now  wide
  hand.md   user  global  2d   x
  dated.md  user  global  6y   x
  $ touch -d 2001-01-01T00:00:00Z $HOME/.loci/memory/$'e\e[31m.md' && loci list --scope global | tail -1
  e\x1b[31m.md  -     global  25y  [malformed: no frontmatter]
  $ loci list --scope global -o jsonl | grep -c "$(printf '日本語%.0s' {1..20})"
  1

Errors.

  $ loci list --type friend
  loci: 'friend' is not a type
  hint: use user, feedback, project or reference
  [2]
  $ loci list --scope globl
  loci: there is no scope 'globl'
  hint: did you mean 'global'?
  [2]
  $ loci list --scope everything
  loci: there is no scope 'everything'
  hint: use global, workspace, private, shared, agent:ID or archive
  [2]
  $ loci list --scope global --shared
  loci: the global scope has no private or shared part
  hint: leave out --scope, or --private and --shared
  [2]
  $ loci list --user
  loci: '--user' is for an agent's notes
  hint: name the agent with --agent ID or --scope agent:ID
  [2]
  $ loci list extra
  loci: unexpected argument 'extra' for 'loci list'
  hint: run 'loci list --help' to see its usage
  [2]

By tag and by date.

# rule: C15

  $ mkdir tags && cd tags && export LOCI_HOME=$TMP/tags
  $ LOCI_NOW=2026-11-01T10:00:00Z loci write old --type user --description 'Of the first' --tag Release --tag build --content x --quiet
  created old.md in global
  $ loci write new --type user --description 'Of today' --content y --quiet
  created new.md in global
  $ loci list --tag release
  FILE    TYPE  SCOPE   AGE  DESCRIPTION
  old.md  user  global  14d  Of the first
  $ loci list --since 7d
  FILE    TYPE  SCOPE   AGE  DESCRIPTION
  new.md  user  global  now  Of today
  $ loci list --since 2026-11-01 --tag build --type feedback
  loci: no matching notes
  $ loci list --since soon
  loci: 'soon' is not a time
  hint: write 24h, 7d, 2w or a date such as 2026-11-15
  [2]

In pages, in another order, with counts.

# rule: Z21

  $ loci list --limit 1 --offset 1 --json | python3 -c 'import json, sys; d = json.load(sys.stdin); print(len(d["notes"]), d["total"])'
  1 2
  $ loci list --limit 1 2>&1 | tail -1
  new.md  user  global  now  Of today
  $ loci list --sort oldest -o jsonl | head -1 | cut -c1-30
  {"filename":"old.md","name":"O
  $ loci list --sort name -o jsonl | cut -c1-30 | head -2
  {"filename":"new.md","name":"N
  {"filename":"old.md","name":"O
  $ loci list --facets --type user | tail -3
  types   user 2
  tags    Release 1, build 1
  places  global 2
  $ loci list --facets --type user --json | python3 -c 'import json, sys; d = json.load(sys.stdin); print(d["facets"]["types"], d["total"], d["facets"]["notes"])'
  [{'type': 'user', 'notes': 2}] 2 2
  $ loci list --sort sideways
  loci: '--sort' takes newest, oldest or name, not 'sideways'
  [2]
