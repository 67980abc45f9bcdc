Only init makes a shared memory in a workspace; it moves nothing.

# rule: S10, S17

  $ mkdir .git
  $ loci remember 'The cache is warmed at six.' --title 'Cache'
  created cache.md in private
  $ ls -A
  .git
  $ loci init --dry-run
  loci: 1 note stays private; 'loci move NOTE --to shared' shares one
  would create $TMP/work/.loci
  $ ls -A
  .git
  $ loci init
  loci: 1 note stays private; 'loci move NOTE --to shared' shares one
  created $TMP/work/.loci
  $ find .loci | sort
  .loci
  .loci/.gitattributes
  .loci/.gitignore
  .loci/memory
  $ cat .loci/.gitignore
  vars.local
  .lock
  .loci-*.tmp
  $ loci init
  loci: 1 note stays private; 'loci move NOTE --to shared' shares one
  already exists: $TMP/work/.loci
  $ loci init --json
  loci: 1 note stays private; 'loci move NOTE --to shared' shares one
  {
    "path": "$TMP/work/.loci",
    "created": false,
    "trusted": true,
    "private_notes": 1,
    "dry_run": false
  }
  $ loci list
  FILE      TYPE     SCOPE    AGE  DESCRIPTION
  cache.md  project  private  now  The cache is warmed at six.

A new workspace note stays private, until somebody shares it or says that all are to be shared.

# rule: S10, S22

  $ loci remember 'The build needs ninja.' --title 'Build'
  created build.md in private
  $ loci remember 'We review on Mondays.' --title 'Reviews' --shared
  created reviews.md in shared
  $ printf '[notes]\nnew = "shared"\n' > $HOME/.loci/config.toml
  $ loci remember 'We ship on Fridays.' --title 'Shipping'
  created shipping.md in shared
  $ rm $HOME/.loci/config.toml
  $ loci move cache --to shared
  moved cache.md from private to shared
  $ loci init --quiet
  already exists: $TMP/work/.loci

Half of it is completed, and nothing else touched.

  $ rm .loci/.gitignore && echo mine > .loci/vars.local
  $ loci init
  loci: 1 note stays private; 'loci move NOTE --to shared' shares one
  created $TMP/work/.loci
  $ cat .loci/.gitignore .loci/vars.local
  vars.local
  .lock
  .loci-*.tmp
  mine

In the home of the user `.loci` is loci's home.

# rule: S3

  $ cd "$HOME" && loci init
  loci: '$TMP/home/.loci' is a loci home, not a workspace's memory
  hint: run 'loci init' in the directory of a project
  [5]
  $ mkdir -p $TMP/fresh && cd $TMP/fresh && HOME=$TMP/fresh loci init
  loci: '$TMP/fresh/.loci' is a loci home, not a workspace's memory
  hint: run 'loci init' in the directory of a project
  [5]
  $ ls -A $TMP/fresh

A link is no place for memory.

# rule: P5

  $ mkdir -p $TMP/linked $TMP/elsewhere && cd $TMP/linked && ln -s ../elsewhere .loci
  $ loci init
  loci: '$TMP/linked/.loci' is a symbolic link
  hint: loci does not follow links inside memory; replace it with a regular file or directory
  [5]
  $ loci write x --type project --description d --content c --scope shared
  loci: '$TMP/linked/.loci' is a symbolic link
  hint: loci does not follow links inside memory; replace it with a regular file or directory
  [5]
  $ ls -A $TMP/elsewhere
