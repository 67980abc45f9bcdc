Words that people type, notes by what they are called, settings and a backup.

# rule: C41, C45, C46, C47, C48

  $ loci new staging-resets --type project --scope global --tag db --description 'At night' --content 'The staging database is reset every night.'
  created staging-resets.md in global
  $ loci new style --type user --name 'How I like reviews' --description 'Findings first' --content x
  created style.md in global
  $ loci ls -n 1
  loci: 1 more: '--offset 1' shows the next ones
  FILE               TYPE     SCOPE   AGE  DESCRIPTION
  staging-resets.md  project  global  now  At night
  $ loci show staging | tail -1
  The staging database is reset every night.
  $ loci read 'how i like REVIEWS' --meta | head -3
  file         style.md
  scope        global
  name         How I like reviews
  $ loci read st
  loci: 2 notes begin with 'st': 'staging-resets' in global and 'style' in global
  hint: type more of the name, or say which with --scope
  [2]
  $ loci log sty -o jsonl | wc -l
  1
  $ loci find reset | head -1
  staging-resets.md  Staging Resets (global, now)
  $ loci mv style review-style
  renamed style.md to review-style.md in global
  $ loci mv 'how i like reviews' --to private --dry-run | head -1
  would move review-style.md from global to private
  $ loci cp review-style --to private
  copied review-style.md from global to private
  $ loci rm review-style --scope private --quiet
  deleted review-style.md from private
  $ loci write 'staging resets' --content 'The staging database is reset every night.'
  unchanged staging-resets.md in global
  $ loci write 'no such title' --content x
  loci: 'no such title.md' is new and needs --type and --description
  hint: for example: loci write x.md --type user --description "what it is about" --content "the fact"
  [2]
  $ loci accept 'How I like reviews'
  loci: every line of review-style.md is already confirmed
  $ loci verify 'staging resets'
  loci: 0 citations in 1 note: 0 stale, 0 missing; git was not asked
  $ loci rm sta
  loci: there is no note 'sta.md'
  hint: run 'loci list' to see all notes
  [3]
  $ loci rm 'Staging Resets' --quiet
  deleted staging-resets.md from global
  $ loci undo --quiet
  undid operation 11: delete staging-resets.md by user, just now
  $ loci get x
  loci: unknown command 'get'
  hint: did you mean 'loci read'?
  [2]
  $ loci history -n 2
  OPERATION    AGE  KIND    BY    SCOPE   FILES              SUMMARY
  13           now  undo    user  global  staging-resets.md  undo delete 11: staging-resets.md
  11 (undone)  now  delete  user  global  staging-resets.md  delete staging-resets.md
  $ loci history -n 2 --searches
  OPERATION    AGE  KIND    BY    SCOPE   FILES              SUMMARY
  13           now  undo    user  global  staging-resets.md  undo delete 11: staging-resets.md
  11 (undone)  now  delete  user  global  staging-resets.md  delete staging-resets.md
  $ loci history --operation search
  OPERATION  AGE  KIND    BY    SCOPE  FILES  SUMMARY
  -          now  search  user  -             reset

A description that loci makes ends with a word.

  $ LONG='This first line is long and tells in full of the extraordinarily comprehensive configuration management of all responsibilities there are'
  $ loci remember "$LONG" --title Long --type user --quiet && loci read long --meta | grep description
  created long.md in global
  description  This first line is long and tells in full of the extraordinarily comprehensive configuration management of all
  $ loci write brief --raw --scope agent:dev --content "$LONG" --quiet && loci agents show dev | tail -1
  created brief.md in agent:dev (private)
  brief.md  agent:dev (private)  brief  This first line is long and tells in full of the extraordinarily comprehensive configuration management of all
  $ loci undo --quiet && loci undo --quiet
  undid operation 17: write brief.md by user, just now
  undid operation 15: remember long.md by user, just now

Settings:

  $ loci config set retention_days 90
  retention_days = 90
  $ loci config get retention_days
  90
  $ loci config set review.global agents --dry-run
  would set review.global = agents
  --- config.toml
  +++ config.toml
  @@ -1 +1,4 @@
   retention_days = 90
  +
  +[review]
  +global = "agents"
  $ loci config set review.global agents
  review.global = agents
  $ loci config set retention_days soon
  loci: 'retention_days' must be a whole number above 0, not 'soon'
  [2]
  $ LOCI_RETENTION_DAYS=3 loci config set retention_days 30
  loci: LOCI_RETENTION_DAYS is set in the environment and overrides it
  retention_days = 30
  $ cat $HOME/.loci/config.toml
  retention_days = 30
  
  [review]
  global = "agents"
  $ loci config unset retention_days
  unset retention_days: back to 180
  $ loci config unset retention_days
  loci: config.toml does not set 'retention_days'
  hint: run 'loci config list' to see where settings come from
  [3]
  $ loci config set search.table /tmp/words && loci config unset search.table
  search.table = /tmp/words
  unset search.table: back to nothing
  $ EDITOR="sed -i s/agents/nobody/" loci config edit
  loci: $TMP/home/.loci/config.toml:3: 'nobody' is not one of off, agents
  hint: nothing was changed; your text is in '$TMP/home/.loci/state/edit/*-0-config.toml' (glob)
  [2]
  $ EDITOR="sed -i s/agents/off/" loci config edit
  updated config.toml
  $ cat $HOME/.loci/config.toml
  
  [review]
  global = "off"
  
  [search]

A backup, and the way back:

  $ loci backup backup.tar
  loci: shared notes are in their repositories, not in the home: git keeps them
  wrote 12 files, 9.1 KiB to '$TMP/work/backup.tar'
  $ loci backup backup.tar
  loci: the file '$TMP/work/backup.tar' already exists
  hint: give the backup another name
  [4]
  $ loci backup -
  loci: '-' is no file: this takes the name of one
  hint: for a file of that name write './-'
  [2]
  $ tar tf backup.tar | head -3
  loci-backup.json
  config.toml
  memory/
  $ loci rm staging-resets --quiet
  deleted staging-resets.md from global
  $ loci backup backup.tar --restore
  loci: '$TMP/home/.loci' already holds memory, which will be kept beside the restored one
  hint: use --yes to go on without being asked
  [5]
  $ loci backup backup.tar --restore --dry-run
  would restore 12 files, 9.1 KiB from '$TMP/work/backup.tar'
  $ loci backup backup.tar --restore --yes
  loci: the old home is now '$TMP/home/.loci.before-restore'
  restored 12 files, 9.1 KiB from '$TMP/work/backup.tar'
  $ loci read staging-resets --scope global | tail -1
  The staging database is reset every night.
  $ loci history -n 1 -o jsonl | grep -o '"kind":"[a-z]*"'
  "kind":"undo"
  $ ls -d $HOME/.loci*
  $TMP/home/.loci
  $TMP/home/.loci.before-restore
  $ head -c 3000 backup.tar > cut.tar; loci backup cut.tar --restore --yes
  loci: '$TMP/work/cut.tar': it ends too early, at byte 2560 of the archive
  hint: only archives that 'loci backup' made can be restored
  [7]
  $ tar cf evil.tar ../home; loci backup evil.tar --restore --yes
  tar: Removing leading `../' from member names
  loci: '$TMP/work/evil.tar': it is not in the form that loci writes, at byte 0 of the archive
  hint: only archives that 'loci backup' made can be restored
  [7]
  $ CLAUDECODE=1 loci backup other.tar
  loci: only a person can make a backup; this is an agent's session: CLAUDECODE is set
  hint: ask a person to run it in their own terminal
  [5]
