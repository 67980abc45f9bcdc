The log of a day.

# rule: T1, T6, T7, T9

  $ loci daily
  loci: no log for 2026-11-15
  [1]
  $ loci daily add 'Tagged 1.4 and pushed.' --heading release
  created 2026-11-15.md in daily
  $ loci daily add plain
  updated 2026-11-15.md in daily
  $ echo 'from a pipe' | loci daily add
  updated 2026-11-15.md in daily
  $ LOCI_NOW=2026-11-15T16:30:00Z loci daily add 'Rolled back.' --heading 'release 2'
  updated 2026-11-15.md in daily
  $ loci daily
  ### 10:00 — release
  Tagged 1.4 and pushed.
  plain
  from a pipe
  
  ### 16:30 — release 2
  Rolled back.
  $ loci daily 2026-11-15 | cmp - $HOME/.loci/projects/*/daily/2026-11-15.md
  $ loci daily 2026-11-14
  loci: no log for 2026-11-14
  [1]
  $ loci daily 2026-02-30
  loci: '2026-02-30' is not a date
  hint: write it as YYYY-MM-DD, for example 2026-11-15
  [2]
  $ loci daily yesterday
  loci: 'yesterday' is not a date
  hint: write it as YYYY-MM-DD, for example 2026-11-15
  [2]
  $ loci daily add ''
  loci: the text is empty
  [2]
  $ loci daily add x --dry-run
  would update 2026-11-15.md in daily
  --- daily/2026-11-15.md
  +++ daily/2026-11-15.md
  @@ -5,3 +5,4 @@
   
   ### 16:30 — release 2
   Rolled back.
  +x
  $ loci daily --json
  {
    "date": "2026-11-15",
    "text": "### 10:00 — release\nTagged 1.4 and pushed.\nplain\nfrom a pipe\n\n### 16:30 — release 2\nRolled back.\n"
  }
  $ loci daily 2026-11-14 --json
  loci: no log for 2026-11-14
  {
    "date": "2026-11-14",
    "text": null
  }
  [1]
  $ loci undo
  undid operation 7: daily add 2026-11-15.md by user, just now
  $ loci daily | tail -1
  from a pipe

Today is the local date.

# rule: T8

  $ LOCI_NOW=2026-11-15T23:30:00Z TZ=Europe/Berlin loci daily add late --heading night
  created 2026-11-16.md in daily
  $ loci daily 2026-11-16
  ### 00:30 — night
  late
