# rule: C10

  $ loci version
  loci 0.1.0
  $ loci --version
  loci 0.1.0
  $ loci version --json
  {
    "version": "0.1.0",
    "json": 1
  }
  $ loci version -o jsonl
  {"version":"0.1.0","json":1}
  $ loci version please
  loci: unexpected argument 'please' for 'loci version'
  hint: run 'loci version --help' to see its usage
  [2]

The clock of a test.

  $ LOCI_NOW=soon loci list
  loci: LOCI_NOW: 'soon' is not a time
  hint: write it as 2026-11-15T10:00:00Z
  [2]
  $ LOCI_NOW=2001-02-03 loci write x --type user --description d --content c
  created x.md in global
  $ loci history
  OPERATION  AGE  KIND   BY    SCOPE   FILES  SUMMARY
  1          25y  write  user  global  x.md   create x.md: d
