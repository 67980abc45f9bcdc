What hands do that know git and gh.

# rule: C2, C3, C41

  $ loci help list | cmp - <(loci list -h) && loci list --help | cmp - <(loci -h list)
  $ loci -V | cmp - <(loci --version)
  $ loci list -h | grep -- --limit
                   [--sort newest|oldest|name] [--limit N] [--offset N] [--facets]
    -n, --limit N                  at most this many (default: all)
  $ loci rem
  loci: unknown command 'rem'
  hint: did you mean 'loci remember'?
  [2]
  $ loci con
  loci: unknown command 'con'
  hint: did you mean 'loci context'?
  [2]
  $ loci help nosuch
  loci: unknown command 'nosuch'
  hint: run 'loci --help' to see all commands
  [2]
  $ loci list extra
  loci: unexpected argument 'extra' for 'loci list'
  hint: run 'loci list --help' to see its usage
  [2]
  $ loci read
  loci: 'NOTE' is missing: the note's file, with or without .md, or its title
  hint: for example: loci read review-style
  [2]
  $ loci list --limit
  loci: '--limit' needs a value: --limit N
  [2]
  $ loci ls -n x
  loci: '--limit' takes a whole number of at least 1, not 'x'
  [2]

What begins with a dash comes behind two of them.

  $ loci write dash --type user --description d --content x
  created dash.md in global
  $ loci read -- dash | tail -1
  x
  $ loci read -- -dash
  ---
  name: Dash
  description: d
  type: user
  ---
  
  x
  $ loci list -- | tail -1
  dash.md  user  global  now  d

Nowhere to print to.

# rule: C9

  $ loci list >&-
  loci: cannot write to 'standard output': Bad file descriptor
  [8]
  $ loci --help > /dev/full
  loci: cannot write to 'standard output': No space left on device
  hint: free some space on that disk and try again; nothing was lost
  [8]
  $ loci list 2> /dev/full | tail -1
  dash.md  user  global  now  d
  $ set -o pipefail; loci history | true; loci man | true; loci completions bash | true

The second word of a command, too, by what it means before how it is spelt.

  $ loci remote rm home
  loci: unknown command 'remote rm'
  hint: did you mean 'loci remote remove'?
  [2]
  $ loci config add retention_days 90
  loci: unknown command 'config add'
  hint: did you mean 'loci config set'?
  [2]
  $ loci inbox ls
  loci: unknown command 'inbox ls'
  hint: did you mean 'loci inbox list'?
  [2]
  $ loci scratch frobnicate
  loci: unknown command 'scratch frobnicate'
  hint: available: scratch list, scratch add, scratch done, scratch clear
  [2]
