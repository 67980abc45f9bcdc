What the runner promises. Prose is free, and may
have several lines.

  $ loci say hello
  hello
  $ loci say one '' three
  one
  
  three

Standard error comes with standard output, in order; the shell separates them.

  $ loci fail 'no such thing' 3
  loci: no such thing
  [3]
  $ loci fail 'no such thing' 3 2>/dev/null
  [3]

Commands may go on, and share one shell and one directory.

  $ word=kept
  > loci say "first" \
  >   second > file
  $ cat file; loci say $word
  first
  second
  kept
  $ cat <<END
  > two  spaces
  > END
  two  spaces

No standard input, a fixed clock, a fresh home.

  $ loci cat
  $ loci env
  HOME=$TMP/home
  LC_ALL=C.UTF-8
  LOCI_NOW=2026-11-15T10:00:00Z
  TZ=UTC
  $ ls -A ~; pwd
  $TMP/work

Output without a final newline, and patterns.

  $ loci bare text
  text (no-eol)
  $ loci say 'took 17 ms' 'slug-0badcafe [x]'
  took \d+ ms (re)
  slug-???????? [x] (glob)
