Where notes go and who sees them.

# rule: S2, S4, S5, S7, S9

  $ mkdir -p a/.git a/deep/er b
  $ cd a/deep/er && loci remember 'In a.' --title 'Only a' && loci scratch add 'in a' && loci daily add 'in a'
  created only-a.md in private
    1 [ ] in a
  created 2026-11-15.md in daily
  $ loci | head -1
  workspace  $TMP/work/a
  $ cd $TMP/work/b && loci | head -1
  workspace  $TMP/work/b
  $ loci list
  loci: no notes yet: 'loci remember TEXT --title TITLE' makes one
  $ loci scratch
  loci: no open items on the scratchpad
  $ loci daily
  loci: no log for 2026-11-15
  [1]
  $ loci read only-a
  loci: there is no note 'only-a.md'
  hint: run 'loci list' to see all notes
  [3]
  $ loci --workspace ../a list
  FILE       TYPE     SCOPE    AGE  DESCRIPTION
  only-a.md  project  private  now  In a.
  $ LOCI_WORKSPACE=$TMP/work/a loci list
  FILE       TYPE     SCOPE    AGE  DESCRIPTION
  only-a.md  project  private  now  In a.
  $ LOCI_WORKSPACE=$TMP/work/a loci --workspace . list
  loci: no notes yet: 'loci remember TEXT --title TITLE' makes one
  $ loci --workspace nowhere list
  loci: '$TMP/work/b/nowhere' is not a directory
  hint: give the workspace's directory with --workspace
  [2]
  $ loci --workspace ../a/.git/HEAD list
  loci: '$TMP/work/a/.git/HEAD' is not a directory
  hint: give the workspace's directory with --workspace
  [2]
  $ loci write mine --type feedback --description 'Seen everywhere' --content x
  created mine.md in global
  $ cd ../a && loci list
  FILE       TYPE      SCOPE    AGE  DESCRIPTION
  only-a.md  project   private  now  In a.
  mine.md    feedback  global   now  Seen everywhere

One home or another.

# rule: S1

  $ LOCI_HOME=$TMP/home2 loci list
  loci: no notes yet: 'loci remember TEXT --title TITLE' makes one
  $ ls -d $TMP/home2
  ls: cannot access '$TMP/home2': No such file or directory
  [2]
  $ LOCI_HOME=$TMP/home2 loci --home $HOME/.loci list
  FILE       TYPE      SCOPE    AGE  DESCRIPTION
  only-a.md  project   private  now  In a.
  mine.md    feedback  global   now  Seen everywhere
  $ loci --home $TMP/home2 write x --type user --description d --content c
  created x.md in global
  $ LOCI_HOME=$TMP/home2 loci list
  FILE  TYPE  SCOPE   AGE  DESCRIPTION
  x.md  user  global  now  d

Private and shared.

# rule: S10, S11, S12, S13

  $ loci init --quiet
  created $TMP/work/a/.loci
  $ loci remember 'Ours.' --title Ours --shared
  created ours.md in shared
  $ loci remember 'Mine.' --title Secret --private
  created secret.md in private
  $ loci remember 'Mine too.' --title Secret2 --scope private
  created secret2.md in private
  $ loci list --scope workspace
  FILE        TYPE     SCOPE    AGE  DESCRIPTION
  ours.md     project  shared   now  Ours.
  only-a.md   project  private  now  In a.
  secret.md   project  private  now  Mine.
  secret2.md  project  private  now  Mine too.
  $ loci list --scope shared
  FILE     TYPE     SCOPE   AGE  DESCRIPTION
  ours.md  project  shared  now  Ours.
  $ loci list --private
  FILE        TYPE     SCOPE    AGE  DESCRIPTION
  only-a.md   project  private  now  In a.
  secret.md   project  private  now  Mine.
  secret2.md  project  private  now  Mine too.
  $ loci copy ours --to private
  copied ours.md from shared to private
  $ loci read ours
  loci: 'ours.md' is ambiguous: shared and private
  hint: say which with --private or --shared
  [2]
  $ loci read ours --shared | tail -1
  Ours.
  $ loci delete ours --private --quiet
  deleted ours.md from private
  $ loci read ours | tail -1
  Ours.
  $ loci write mine --type project --description 'In the workspace' --content y --scope workspace --shared
  created mine.md in shared
  $ loci read mine
  loci: 'mine.md' is ambiguous: shared and global
  hint: say which with --scope
  [2]
  $ loci read mine --scope global | tail -1
  x
  $ loci write mine --content z
  loci: 'mine.md' is ambiguous: shared and global
  hint: say which with --scope
  [2]
  $ loci list --scope all
  loci: there is no scope 'all'
  hint: use global, workspace, private, shared, agent:ID or archive
  [2]
  $ loci list --scope agent
  loci: no agent is named
  hint: name it with --agent ID or --scope agent:ID
  [2]
  $ loci list --scope agent:
  loci: an agent's id must not be blank
  [2]

An agent's notes are its own.

# rule: S14, S15, S16

  $ cd $TMP/work/b
  $ loci --agent bob write quirk --description 'Needs sudo' --content x
  created quirk.md in agent:bob (private)
  $ loci --agent ann write quirk --description 'Of ann' --content x
  created quirk.md in agent:ann (private)
  $ loci list
  FILE     TYPE      SCOPE   AGE  DESCRIPTION
  mine.md  feedback  global  now  Seen everywhere
  $ loci --agent bob list
  FILE      TYPE      SCOPE                AGE  DESCRIPTION
  mine.md   feedback  global               now  Seen everywhere
  quirk.md  -         agent:bob (private)  now  Needs sudo
  $ loci list --scope agent:ann
  FILE      TYPE  SCOPE                AGE  DESCRIPTION
  quirk.md  -     agent:ann (private)  now  Of ann
  $ LOCI_AGENT=bob loci list --scope agent
  FILE      TYPE  SCOPE                AGE  DESCRIPTION
  quirk.md  -     agent:bob (private)  now  Needs sudo
  $ loci read quirk
  loci: there is no note 'quirk.md'
  hint: run 'loci list' to see all notes
  [3]
  $ loci read quirk --scope agent:bob | tail -1
  x
  $ loci read quirk --agent ann | sed -n 3p
  description: Of ann
  $ loci --agent bob write everywhere --description 'In every project' --content x --user
  created everywhere.md in agent:bob (user)
  $ cd ../a && loci --agent bob list --scope agent
  FILE           TYPE  SCOPE             AGE  DESCRIPTION
  everywhere.md  -     agent:bob (user)  now  In every project
  $ loci --agent bob write own --description 'In the home' --content x && loci delete own --scope agent:bob --quiet
  created own.md in agent:bob (private)
  deleted own.md from agent:bob (private)
  $ loci --agent bob write here --description 'With the repository' --content x --shared --scope agent
  created here.md in agent:bob (shared)
  $ find .loci -name here.md
  .loci/agents/bob/memory/here.md
  $ mkdir xcaf && loci --agent bob write there --description 'In xcaf' --content x --shared --scope agent
  created there.md in agent:bob (xcaf)
  $ find xcaf -type f | sort
  xcaf/agents/bob/memory/MEMORY.md
  xcaf/agents/bob/memory/there.md
  $ loci --agent bob list --scope agent
  FILE           TYPE  SCOPE               AGE  DESCRIPTION
  there.md       -     agent:bob (xcaf)    now  In xcaf
  here.md        -     agent:bob (shared)  now  With the repository
  everywhere.md  -     agent:bob (user)    now  In every project
  $ loci list --scope agent:../x
  loci: the agent id '../x' contains a path separator
  [2]
  $ loci list --scope agent:.x
  loci: the agent id '.x' starts with a dot
  [2]
  $ loci --agent a/b list
  loci: the agent id 'a/b' contains a path separator
  [2]

Off.

# rule: S21

  $ loci write secret --content 'Mine again.'
  updated secret.md in private
  $ export LOCI_DISABLED=1
  $ for c in 'write x --type user --description d --content c' 'remember x --title x' 'delete mine --scope global' 'rename secret x' 'move secret --to global' 'copy secret --to global' 'scratch add x' 'scratch clear' 'daily add x' 'restore secret' 'undo --any' 'purge secret --yes' 'gc' 'reindex' 'init' 'edit secret'; do EDITOR=true loci $c > $TMP/out 2>&1; [ $? = 5 ] && grep -q 'LOCI_DISABLED' $TMP/out || { echo "$c"; cat $TMP/out; }; done
  $ loci write x --type user --description d --content c
  loci: memory is off: LOCI_DISABLED is set
  hint: turn it on to write; reading still works
  [5]
  $ loci read secret | tail -1
  Mine again.
  $ loci list --scope private
  FILE        TYPE     SCOPE    AGE  DESCRIPTION
  only-a.md   project  private  now  In a.
  secret.md   project  private  now  Mine again.
  secret2.md  project  private  now  Mine too.
  $ unset LOCI_DISABLED
  $ echo 'enabled = false' > $HOME/.loci/config.toml
  $ loci scratch add x
  loci: memory is off: 'enabled' is false in config.toml
  hint: turn it on to write; reading still works
  [5]
  $ LOCI_ENABLED=1 loci scratch add x
    1 [ ] in a
    2 [ ] x
  $ rm $HOME/.loci/config.toml
  $ LOCI_ENABLED=no loci scratch add x
  loci: memory is off: LOCI_ENABLED is false
  hint: turn it on to write; reading still works
  [5]
