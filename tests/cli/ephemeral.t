A home that is thrown away.

# rule: S18, S19

  $ loci write mine --type user --description 'stays' --content x
  created mine.md in global
  $ loci init
  created $TMP/work/.loci
  $ loci write ours --type project --description 'shared' --content x --shared
  created ours.md in shared
  $ loci ephemeral -- sh -c 'echo $LOCI_EPHEMERAL; stat -c %a $LOCI_HOME; loci list; loci remember "Gone soon." --title Gone; loci list; exit 7'
  1
  700
  loci: no notes yet: 'loci remember TEXT --title TITLE' makes one
  created gone.md in private
  FILE     TYPE     SCOPE    AGE  DESCRIPTION
  gone.md  project  private  now  Gone soon.
  [7]
  $ ls -A $TMPDIR
  $ loci list
  FILE     TYPE     SCOPE   AGE  DESCRIPTION
  ours.md  project  shared  now  shared
  mine.md  user     global  now  stays
  $ loci ephemeral -- loci init
  loci: an ephemeral session does not change the workspace
  [5]
  $ loci ephemeral -- loci write x --type project --description d --content c --scope shared
  loci: an ephemeral session has no shared memory
  hint: use --private
  [3]
  $ loci ephemeral -- loci delete ours
  loci: there is no note 'ours.md'
  hint: run 'loci list' to see all notes
  [3]
  $ loci ephemeral -- no-such-program
  loci: cannot run 'no-such-program': No such file or directory
  [127]
  $ loci ephemeral -- sh -c 'kill -9 $$'
  [137]
  $ echo 'loci list; echo from the shell' | loci ephemeral
  loci: no notes yet: 'loci remember TEXT --title TITLE' makes one
  from the shell
  $ loci --ephemeral list
  loci: no notes yet: 'loci remember TEXT --title TITLE' makes one
  $ loci list --ephemeral-memory --json
  loci: no notes yet: 'loci remember TEXT --title TITLE' makes one
  {
    "notes": [],
    "total": 0
  }
  $ LOCI_EPHEMERAL=1 loci list
  FILE     TYPE  SCOPE   AGE  DESCRIPTION
  mine.md  user  global  now  stays
  $ ls -A $TMPDIR

What a killed one left is swept by the next, also when the number of its process now means another; what is locked stays.

# rule: S20

  $ mkdir $TMPDIR/loci-ephemeral-999999999-abcdef $TMPDIR/loci-ephemeral-$$-abcdef $TMPDIR/other $TMPDIR/loci-ephemeral-7-abcdef
  $ exec 8< $TMPDIR/loci-ephemeral-7-abcdef && flock 8
  $ loci ephemeral true
  $ ls $TMPDIR
  loci-ephemeral-7-abcdef
  other
