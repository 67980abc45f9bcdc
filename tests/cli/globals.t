Flags of every command, before and after it.

# rule: C1

  $ loci --home $TMP/h1 write a --type user --description d --content c
  created a.md in global
  $ loci write b --type user --description d --content c --home=$TMP/h1
  created b.md in global
  $ loci --home $TMP/h1 list
  FILE  TYPE  SCOPE   AGE  DESCRIPTION
  a.md  user  global  now  d
  b.md  user  global  now  d
  $ loci list --home $TMP/h1 --quiet --no-color --workspace . -o jsonl | wc -l
  2
  $ loci -o json list --home $TMP/h1 | head -2
  {
    "notes": [
  $ loci --json list --home $TMP/h1 | head -2
  {
    "notes": [
  $ loci -q list
  $ loci list --no-color
  loci: no notes yet: 'loci remember TEXT --title TITLE' makes one
  $ loci --ephemeral list
  loci: no notes yet: 'loci remember TEXT --title TITLE' makes one
  $ loci list --ephemeral
  loci: no notes yet: 'loci remember TEXT --title TITLE' makes one
  $ loci --agent bob list --home $TMP/h1 | wc -l
  3
  $ loci list --agent bob --home $TMP/h1 | wc -l
  3
  $ loci read --home $TMP/h1 -- a | tail -1
  c
  $ loci scratch add --home $TMP/h1 -- --not-a-flag
    1 [ ] --not-a-flag
  $ loci scratch add -- -
    1 [ ] -
  $ loci --home
  loci: '--home' needs a value: --home PATH
  [2]
  $ loci --workspace= list
  loci: the path is empty
  [2]
