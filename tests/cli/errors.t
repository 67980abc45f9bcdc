Wrong words.

# rule: C3, C8

  $ loci lsit
  loci: unknown command 'lsit'
  hint: did you mean 'loci list'?
  [2]
  $ loci remeber x
  loci: unknown command 'remeber'
  hint: did you mean 'loci remember'?
  [2]
  $ loci xyzzy
  loci: unknown command 'xyzzy'
  hint: run 'loci --help' to see all commands
  [2]
  $ loci list --scpe global
  loci: unknown flag '--scpe'
  hint: did you mean '--scope'?
  [2]
  $ loci list --frobnicate
  loci: unknown flag '--frobnicate'
  hint: run 'loci list --help' to see its flags
  [2]
  $ loci list -x
  loci: unknown flag '-x'
  hint: run 'loci list --help' to see its flags
  [2]
  $ loci list --scope
  loci: '--scope' needs a value: --scope SCOPE
  [2]
  $ loci list --json=yes
  loci: '--json' takes no value
  [2]
  $ loci list -o yaml
  loci: '--output' takes human, json or jsonl, not 'yaml'
  [2]
  $ loci write --name
  loci: '--name' needs a value: --name NAME
  [2]
  $ loci daily ad
  loci: 'ad' is not a date
  hint: write it as YYYY-MM-DD, for example 2026-11-15
  [2]
  $ loci config lst
  loci: unknown command 'config lst'
  hint: did you mean 'loci config list'?
  [2]
  $ loci diff a b
  loci: 'REV' takes a whole number, not 'b'
  [2]
  $ loci restore a --rev -1
  loci: '--rev' takes a whole number, not '-1'
  [2]
  $ loci --workspace /no/such/directory list
  loci: '/no/such/directory' is not a directory
  hint: give the workspace's directory with --workspace
  [2]
  $ loci list --agent ../x
  loci: the agent id '../x' contains a path separator
  [2]
  $ loci list --agent ''
  loci: an agent's id must not be blank
  [2]

Each kind has its exit status.

  $ loci read nothing 2>/dev/null
  [3]
  $ loci write a --type user --description d --content c
  created a.md in global
  $ loci write b --type user --description d --content c
  created b.md in global
  $ loci rename a b 2>/dev/null
  [4]
  $ loci purge a 2>/dev/null
  [5]
  $ loci undo 1 2>/dev/null; loci undo 3 2>/dev/null; loci undo 2>/dev/null
  undid operation 1: write a.md by user, just now
  undid operation 3: write b.md by user, just now
  [1]

What goes wrong goes to stderr, whatever was asked for; --quiet silences notes only.

# rule: C5

  $ loci read nothing 2>/dev/null
  [3]
  $ loci read nothing --quiet
  loci: there is no note 'nothing.md'
  hint: run 'loci list' to see all notes
  [3]
  $ loci list --quiet
  $ loci list 2>/dev/null
  $ loci undo --quiet
  [1]
