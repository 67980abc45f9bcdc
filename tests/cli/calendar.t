The days of a month, and what one operation did.

# rule: Z22

  $ mkdir -p $TMP/work/app && cd $TMP/work/app
  $ loci write a --type user --description 'One' --content 'First.'
  created a.md in global
  $ loci write a --content 'Second.'
  updated a.md in global
  $ loci daily add 'Tagged.'
  created 2026-11-15.md in daily
  $ loci calendar
  DAY         CHANGES  LOG
  2026-11-15  3        yes
  $ loci calendar 2020-02
  loci: no changes in 2020-02
  $ loci calendar never
  loci: 'never' is not a month
  hint: write it as 2026-11
  [2]
  $ loci history show 3
  OPERATION  AGE  KIND   BY    SCOPE   FILES  SUMMARY
  3          now  write  user  global  a.md   update a.md: One
  --- a.md
  +++ a.md
  @@ -4,4 +4,4 @@
   type: user
   ---
   
  -First.
  +Second.
  $ loci history show 99
  loci: there is no operation 99
  hint: 'loci history' shows what was done
  [3]
  $ loci history --before 3
  OPERATION  AGE  KIND   BY    SCOPE   FILES  SUMMARY
  1          now  write  user  global  a.md   create a.md: One
  $ loci history --session none
  loci: nothing in the history
