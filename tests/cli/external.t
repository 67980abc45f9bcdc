Files changed by hand are noticed, journaled and never overwritten unread.

# rule: W8, U2

  $ loci write prefs --type user --description 'Saved preference' --content one
  created prefs.md in global
  $ echo 'by hand' >> $HOME/.loci/memory/prefs.md
  $ loci log prefs
  REV  AGE  KIND      BY    FILE      HASH
  now  -    external  -     prefs.md  11c9292e771d
  1    now  write     user  prefs.md  5499dca3b413
  $ loci diff prefs
  --- prefs.md (revision 1)
  +++ prefs.md (now, edited by hand)
  @@ -5,3 +5,4 @@
   ---
   
   one
  +by hand
  $ loci write prefs --content two
  updated prefs.md in global
  $ loci log prefs
  REV  AGE  KIND      BY    FILE      HASH
  4    now  write     user  prefs.md  14291db4ea30
  3    now  external  -     prefs.md  11c9292e771d
  1    now  write     user  prefs.md  5499dca3b413
  $ loci history
  OPERATION  AGE  KIND      BY    SCOPE   FILES     SUMMARY
  4          now  write     user  global  prefs.md  update prefs.md: Saved preference
  3          now  external  -     global  prefs.md
  1          now  write     user  global  prefs.md  create prefs.md: Saved preference
  $ loci restore prefs
  restored revision 3 of prefs.md in global
  $ loci read prefs | tail -2
  one
  by hand

A file that came by hand, one that went by hand.

  $ printf -- '---\nname: New\ntype: user\n---\nx\n' > $HOME/.loci/memory/new.md
  $ loci list | grep -c new.md
  1
  $ loci read new | tail -1
  x
  $ loci log new
  REV  AGE  KIND      BY  FILE    HASH
  now  -    external  -   new.md  af3374d402b3
  $ loci diff new
  loci: 'new.md' has no earlier text
  hint: loci has not changed it yet
  [3]
  $ loci delete new --quiet && loci undo
  deleted new.md from global
  undid operation 9: delete new.md by user, just now
  $ cat $HOME/.loci/memory/MEMORY.md
  - [New](new.md)
  - [Prefs](prefs.md) - Saved preference
  $ rm $HOME/.loci/memory/prefs.md
  $ loci read prefs
  loci: there is no note 'prefs.md'
  hint: run 'loci list' to see all notes
  [3]
  $ loci log prefs | head -2
  REV  AGE  KIND      BY    FILE      HASH
  now  -    external  -     prefs.md  (deleted)
  $ loci restore prefs --rev 6
  restored revision 6 of prefs.md in global
  $ loci read prefs | tail -1
  by hand

undo passes over what was done by hand.

# rule: U4

  $ echo more >> $HOME/.loci/memory/new.md
  $ loci scratch add x > /dev/null
  $ loci undo && loci undo
  undid operation 16: scratch add SCRATCHPAD.md by user, just now
  undid operation 14: restore prefs.md by user, just now
