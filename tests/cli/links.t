Links and things that are no files.

# rule: P4, P7

  $ loci write real --type user --description d --content c
  created real.md in global
  $ echo secret > $TMP/secret
  $ cd $HOME/.loci/memory
  $ ln -s $TMP/secret link.md && ln -s nowhere dangling.md && ln -s real.md inner.md && mkdir dir.md && mkfifo pipe.md
  $ cd $TMP/work
  $ loci list
  FILE     TYPE  SCOPE   AGE  DESCRIPTION
  real.md  user  global  now  d
  $ loci read link
  loci: '$TMP/home/.loci/memory/link.md' is a symbolic link
  hint: loci does not follow links inside memory: replace it with a file
  [5]
  $ loci read dangling
  loci: '$TMP/home/.loci/memory/dangling.md' is a symbolic link
  hint: loci does not follow links inside memory: replace it with a file
  [5]
  $ loci read inner
  loci: '$TMP/home/.loci/memory/inner.md' is a symbolic link
  hint: loci does not follow links inside memory: replace it with a file
  [5]
  $ loci read dir
  loci: there is no note 'dir.md'
  hint: run 'loci list' to see all notes
  [3]
  $ timeout 5 loci read pipe
  loci: there is no note 'pipe.md'
  hint: run 'loci list' to see all notes
  [3]
  $ loci write link --type user --description d --content overwritten
  loci: '$TMP/home/.loci/memory/link.md' is a symbolic link
  hint: loci does not follow links inside memory: replace it with a file
  [5]
  $ loci write dir --type user --description d --content c
  loci: '$TMP/home/.loci/memory/dir.md' is a directory
  hint: move it away, or choose another name
  [5]
  $ loci delete link
  loci: '$TMP/home/.loci/memory/link.md' is a symbolic link
  hint: loci does not follow links inside memory: replace it with a file
  [5]
  $ loci rename real link
  loci: '$TMP/home/.loci/memory/link.md' is a symbolic link
  hint: loci does not follow links inside memory: replace it with a file
  [5]
  $ loci rename link other
  loci: '$TMP/home/.loci/memory/link.md' is a symbolic link
  hint: loci does not follow links inside memory: replace it with a file
  [5]
  $ loci move link --to private
  loci: '$TMP/home/.loci/memory/link.md' is a symbolic link
  hint: loci does not follow links inside memory: replace it with a file
  [5]
  $ loci purge link --yes
  loci: '$TMP/home/.loci/memory/link.md' is a symbolic link
  hint: loci does not follow links inside memory: replace it with a file
  [5]
  $ cat $TMP/secret
  secret
  $ readlink $HOME/.loci/memory/link.md
  $TMP/secret
  $ timeout 5 loci health | tail -1
  no problems

The index may not be one either.

  $ rm $HOME/.loci/memory/MEMORY.md && ln -s $TMP/secret $HOME/.loci/memory/MEMORY.md
  $ loci write real --content new
  loci: '$TMP/home/.loci/memory/MEMORY.md' is a symbolic link
  hint: loci does not follow links inside memory; replace it with a regular file or directory
  [5]
  $ cat $TMP/secret
  secret
  $ rm $HOME/.loci/memory/MEMORY.md

The home and its memory may be links.

# rule: P3

  $ mv $HOME/.loci $TMP/moved && ln -s $TMP/moved $HOME/.loci
  $ loci read real | tail -1
  c
  $ mv $TMP/moved/memory $TMP/elsewhere && ln -s $TMP/elsewhere $TMP/moved/memory
  $ loci write real --content linked
  updated real.md in global
  $ tail -1 $TMP/elsewhere/real.md
  linked
  $ ln -s $TMP/elsewhere $TMP/moved/agents
  $ loci list --scope agent:x
  loci: '$TMP/moved/agents' is a symbolic link
  hint: loci does not follow links inside memory; replace it with a regular file or directory
  [5]
  $ rm $HOME/.loci && echo file > $HOME/.loci
  $ loci list
  loci: '$TMP/home/.loci' is not a directory
  hint: set LOCI_HOME to a directory
  [5]

A repository's directories must be real ones.

# rule: P5

  $ export LOCI_HOME=$TMP/h
  $ mkdir -p r1/.git r1/other r2/.git r2/.loci r2/other && ln -s other r1/.loci && ln -s ../other r2/.loci/memory
  $ loci --workspace r1 list
  loci: '$TMP/work/r1/.loci' is a symbolic link
  hint: loci does not follow links inside memory; replace it with a regular file or directory
  [5]
  $ loci --workspace r2 list
  loci: '$TMP/work/r2/.loci/memory' is a symbolic link
  hint: loci does not follow links inside memory; replace it with a regular file or directory
  [5]
  $ loci --workspace r2 write x --type project --description d --content c
  loci: '$TMP/work/r2/.loci/memory' is a symbolic link
  hint: loci does not follow links inside memory; replace it with a regular file or directory
  [5]
  $ ls r1/other r2/other
  r1/other:
  
  r2/other:
