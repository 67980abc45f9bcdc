Each command here is expected to answer otherwise.

  $ loci say hello
  goodbye
  $ loci fail oops 4
  loci: oops
  $ loci say 'took 17 ms' more
  took \d+ ms (re)
