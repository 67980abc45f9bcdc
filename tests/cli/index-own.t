Index lines that loci made follow their note; lines that a person wrote stay.

# rule: I4

  $ G=$HOME/.loci/memory
  $ loci write p --type user --description 'Dark mode' --content b
  created p.md in global
  $ sed -i 's/Dark mode/Light mode/' $G/p.md
  $ loci write p --description 'Light mode, large print' && cat $G/MEMORY.md
  updated p.md in global
  - [P](p.md) - Light mode, large print
  $ sed -i 's/large print/small print/' $G/p.md
  $ loci write p --content 'Another body.' && cat $G/MEMORY.md
  updated p.md in global
  - [P](p.md) - Light mode, small print

A line that was left behind is noticed, and mended on request.

# rule: I11, I12, X2, X4

  $ sed -i 's/small print/no print/' $G/p.md
  $ loci check | sed "s,$HOME,~,"
  loci: 1 note checked: 1 error, 0 warnings
  ~/.loci/memory/MEMORY.md:1: error: this line, written by loci, is out of date: 'p.md' has changed [index-behind]
  $ loci health | grep -A1 stale
    the index of global is stale: 0 missing, 0 dangling, 0 doubled, 1 behind their notes
      fix: loci reindex --scope global
  $ loci reindex --dry-run
  global: would add 0, remove 0, merge 0, renew 1
  --- global/MEMORY.md
  +++ global/MEMORY.md
  @@ -1 +1 @@
  -- [P](p.md) - Light mode, small print
  +- [P](p.md) - Light mode, no print
  $ loci check --fix --dry-run | sed "s,$HOME,~,"
  loci: would fix 1 index
  loci: 1 note checked: 1 error, 0 warnings
  ~/.loci/memory/MEMORY.md:1: error: this line, written by loci, is out of date: 'p.md' has changed [index-behind]
  --- global/MEMORY.md
  +++ global/MEMORY.md
  @@ -1 +1 @@
  -- [P](p.md) - Light mode, small print
  +- [P](p.md) - Light mode, no print
  $ loci reindex && cat $G/MEMORY.md
  global: added 0, removed 0, merged 0, renewed 1
  - [P](p.md) - Light mode, no print
  $ loci reindex
  global: in step
  $ loci undo && cat $G/MEMORY.md
  undid operation 10: reindex MEMORY.md by user, just now
  - [P](p.md) - Light mode, small print
  $ loci check --fix 2>&1 | sed "s,$HOME,~," && cat $G/MEMORY.md
  loci: fixed 1 index
  loci: 1 note checked: 0 errors, 0 warnings
  - [P](p.md) - Light mode, no print

A prompt has it in step already, and writes nothing. The line that was mended is loci's own, too.

# rule: I13

  $ loci write p --type reference
  updated p.md in global
  $ sed -i 's/no print/big print/' $G/p.md
  $ loci context | grep p.md; cat $G/MEMORY.md
  - [P](p.md) - Light mode, big print
  - [P](p.md) - Light mode, no print

It follows through renames.

# rule: I16

  $ loci rename p q && sed -i 's/big print/tiny print/' $G/q.md && loci context | grep q.md
  renamed p.md to q.md in global
  - [P](q.md) - Light mode, tiny print
  $ loci reindex && cat $G/MEMORY.md
  global: added 0, removed 0, merged 0, renewed 1
  - [P](q.md) - Light mode, tiny print

A hook that a person wrote stays. Once the description has moved on, check asks.

# rule: X3, X8

  $ sed -i 's/ - Light.*/ - ask before printing/' $G/MEMORY.md && loci check
  loci: 1 note checked: 0 errors, 0 warnings
  $ loci write q --description 'No printing at all' && cat $G/MEMORY.md
  updated q.md in global
  - [P](q.md) - ask before printing
  $ loci check | sed "s,$HOME,~,"
  loci: 1 note checked: 0 errors, 1 warning
  ~/.loci/memory/MEMORY.md:1: warning: the description of 'q.md' changed since this line was written by hand: check whether it still fits [hook-outdated]
  $ loci reindex
  global: in step
  $ loci context | grep q.md
  - [P](q.md) - ask before printing
  $ sed -i 's/ask before printing/never print/' $G/MEMORY.md && loci check
  loci: 1 note checked: 0 errors, 0 warnings

Without the journal, as in a clone, nobody knows who wrote a line: it stays.

  $ loci write r --type user --description 'One' --content b >/dev/null && sed -i 's/One/Two/' $G/r.md
  $ mkdir $TMP/other && cp -r $G $TMP/other/memory && export LOCI_HOME=$TMP/other
  $ loci check; loci reindex; grep r.md $TMP/other/memory/MEMORY.md
  loci: 2 notes checked: 0 errors, 1 warning
  $TMP/other/memory/r.md:3: warning: 'Two' does not say when the note matters [description-vague]
  global: in step
  - [R](r.md) - One
  $ unset LOCI_HOME; loci reindex && grep r.md $G/MEMORY.md
  global: added 0, removed 0, merged 0, renewed 1
  - [R](r.md) - Two

A note whose frontmatter cannot be read has nothing to say: its line stays.

  $ sed -i 's/^description: .*/description: "Three/' $G/r.md && loci reindex && grep r.md $G/MEMORY.md
  global: in step
  - [R](r.md) - Two
